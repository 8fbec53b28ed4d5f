//! Long runs in segments: the same values in bounded memory, resumed anywhere, each segment checked alone.

use std::collections::BTreeMap;

use fastrand::Rng;
use grundy_verify::{Error as Unchecked, SegmentVerdict, check_segment};

use super::*;
use crate::engine::{Engine, engine_for};
use crate::{Period, Run, StopReason, Store};
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::parse_game;

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-segments-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// The bytes of the files of all segments.
    fn files(&self) -> BTreeMap<u64, Vec<u8>> {
        let files = (0..).map(|number| (number, fs::read(self.0.join(name(number)))));
        files.map_while(|(number, bytes)| Some((number, bytes.ok()?))).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

fn all(run: &Run) -> Vec<u32> {
    let mut values = vec![0; run.length()];
    assert_eq!(run.read(&0u8.into(), &mut values), values.len());
    run.check_store().unwrap();
    values
}

/// A run without a store.
fn plain(text: &str, length: usize) -> Vec<u32> {
    let mut run = Run::new(&rules(text), length, limits(1), Cancel::default());
    run.finish().unwrap();
    all(&run)
}

/// A run up to `length`, or the rest of one.
fn kept(folder: &Folder, text: &str, length: usize, size: u64, hold: usize, threads: usize) -> Run {
    let store = Store::with_segments(&folder.0, &rules(text), size).unwrap();
    let run = Run::new(&rules(text), length, limits(threads), Cancel::default()).hold(hold);
    let mut run = run.with_store(store).unwrap();
    run.finish().unwrap();
    run
}

/// Checks a segment with the files of `files` only; also returns which files were read.
fn checked(
    files: &BTreeMap<u64, Vec<u8>>,
    number: u64,
) -> (std::result::Result<SegmentVerdict, Unchecked>, Vec<u64>) {
    let mut asked = Vec::new();
    let mut read = |number: u64| {
        asked.push(number);
        Ok(files.get(&number).cloned())
    };
    let verdict = check_segment(number, &mut read, grundy_verify::Limits::default(), &mut |_, _| true);
    asked.sort_unstable();
    asked.dedup();
    (verdict, asked)
}

fn holds(files: &BTreeMap<u64, Vec<u8>>, number: u64) -> bool {
    checked(files, number).0.is_ok_and(|verdict| verdict.reason.is_none())
}

/// Few codes with the parity of positions, many codes, many rare positions.
#[test]
fn stops_and_threads_do_not_change_values_or_files() {
    for (text, length, size) in
        [("octal(0.106)", 400_000, 50_000), ("octal(0.6)", 60_000, 1 << 14), ("grundy", 12_000, 3_000)]
    {
        let expected = plain(text, length);
        let mut written = Vec::new();
        for threads in [1, 2] {
            let folder = Folder::new("stops");
            let mut random = Rng::with_seed(5);
            let mut to = 0;
            while to < length {
                to = length.min(to + 1 + random.usize(..length / 3));
                let run = kept(&folder, text, to, size, 1 << 16, threads);
                assert!(all(&run) == expected[..to], "{text} {to} {threads}");
                if to == length {
                    assert_eq!(run.engine.forgotten().is_empty(), length < 300_000, "{text}");
                }
            }
            let files = folder.files();
            assert!(files.len() > 2, "{text}");
            // At most one byte for each value, and a line about them.
            if text != "grundy" {
                let bytes: usize = files.values().map(Vec::len).sum();
                assert!(bytes < length + 20_000, "{text} {bytes}");
            }
            written.push(files);
        }
        assert!(written[0] == written[1], "{text}");
        // Segments can be checked, in any order.
        let files = &written[0];
        for number in [files.len() as u64 - 1, 1] {
            assert!(holds(files, number), "{text} {number} {:?}", checked(files, number).0);
        }
    }
}

/// A segment is checked with the first one and the one before.
#[test]
fn a_segment_needs_few_others() {
    let folder = Folder::new("few");
    kept(&folder, "octal(0.106)", 100_000, 20_000, 1 << 16, 1);
    let mut files = folder.files();
    assert_eq!(files.len(), 5);
    let (verdict, asked) = checked(&files, 4);
    assert_eq!((verdict.unwrap().reason, asked), (None, vec![0, 3, 4]));
    // A run that ends within a segment has a shorter one, and a longer run replaces it.
    files.remove(&1);
    files.remove(&2);
    assert!(holds(&files, 4) && !holds(&files, 3));
    kept(&folder, "octal(0.106)", 123_456, 20_000, 1 << 16, 1);
    assert_eq!(folder.files().len(), 7);
    kept(&folder, "octal(0.106)", 140_000, 20_000, 1 << 16, 1);
    let files = folder.files();
    assert_eq!(files.len(), 7);
    assert!(holds(&files, 6));
}

/// A changed byte is refused by the check of its segment, and a run does not go on with it, nor without the file.
#[test]
fn a_changed_byte_is_refused() {
    let text = "octal(0.6)";
    let folder = Folder::new("byte");
    kept(&folder, text, 2_600, 1_024, 1 << 16, 1);
    let files = folder.files();
    for at in 0..files[&1].len() {
        let mut changed = files.clone();
        changed.get_mut(&1).unwrap()[at] ^= 1 << (at % 8);
        assert!(checked(&changed, 1).0.is_err(), "{at}");
    }
    let mut changed = files[&0].clone();
    changed[700] ^= 1;
    for bytes in [Some(changed), None] {
        let path = folder.0.join(name(0));
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let store = Store::open(&folder.0, &rules(text)).unwrap();
        let run = Run::new(&rules(text), 3_000, limits(1), Cancel::default()).with_store(store);
        assert_eq!(run.unwrap_err().code(), "state-damaged");
    }
}

/// An engine whose next value depends on dropped ones.
#[derive(Debug)]
struct Stuck(Box<dyn Engine>);

impl Engine for Stuck {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn values(&self) -> Values<'_> {
        self.0.values()
    }
    fn effort(&self) -> u64 {
        self.0.effort()
    }
    fn grow(&mut self, _: usize, _: &Budget) -> Result<()> {
        Err(Error::limit("error.values-forgotten"))
    }
    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        self.0.restore(values, budget)
    }
    fn bytes_for(&self, length: u64) -> Option<u64> {
        self.0.bytes_for(length)
    }
}

#[test]
fn what_was_dropped_is_recalled() {
    let text = "octal(0.106)";
    let folder = Folder::new("recalled");
    drop(kept(&folder, text, 70_000, 1 << 16, 1 << 14, 1));
    let store = Store::open(&folder.0, &rules(text)).unwrap();
    let run = Run::new(&rules(text), 90_000, limits(1), Cancel::default()).hold(1 << 14);
    let mut run = run.with_store(store).unwrap();
    let engine = std::mem::replace(&mut run.engine, engine_for(&rules(text)));
    run.engine = Box::new(Stuck(engine));
    assert_eq!(run.finish().unwrap(), StopReason::Finished);
    // More values are held then.
    assert_eq!(run.held, 1 << 16);
    assert!(all(&run) == plain(text, 90_000));
}

/// A period is proved although most of its values are not in memory.
#[test]
fn a_period_is_found_in_values_on_disk() {
    let folder = Folder::new("period");
    let run = kept(&folder, "octal(0.16)", 600_000, 1 << 16, 1 << 14, 2);
    assert!(!run.engine.forgotten().is_empty());
    assert_eq!(run.period(), Some(Period { preperiod: 105_351, period: 149_459, saltus: 0 }));
    // What it says about heaps far away comes from there too.
    let mut far = [0];
    run.read(&(200_000u32 + 149_459 * 1000).into(), &mut far);
    let mut near = [0];
    run.read(&200_000u32.into(), &mut near);
    assert_eq!(far, near);
}

/// More values than the memory limit has bytes.
#[test]
fn the_memory_does_not_grow_with_the_heap() {
    let text = "octal(0.106)";
    let tight = Limits { memory: 1_000_000, time: None, threads: 1 };
    let mut run = Run::new(&rules(text), 1_500_000, tight, Cancel::default());
    assert_eq!(run.finish().unwrap(), StopReason::MemoryLimit);
    let folder = Folder::new("memory");
    for length in [900_000, 1_500_000] {
        let store = Store::with_segments(&folder.0, &rules(text), 1 << 16).unwrap();
        let run = Run::new(&rules(text), length, tight, Cancel::default()).hold(1 << 16);
        let mut run = run.with_store(store).unwrap();
        assert_eq!(run.finish().unwrap(), StopReason::Finished);
    }
}

/// A folder of the version without segments is continued.
#[test]
fn an_older_folder_is_continued() {
    let text = "octal(0.106)";
    let folder = Folder::new("older");
    let store = Store::with_segments(&folder.0, &rules(text), 1 << 20).unwrap();
    store.make_older();
    drop(store);
    kept(&folder, text, 70_000, 1 << 20, 1 << 16, 1);
    fs::remove_file(folder.0.join(name(0))).unwrap();
    let run = kept(&folder, text, 90_000, 1 << 16, 1 << 16, 1);
    assert!(all(&run) == plain(text, 90_000));
    assert_eq!(folder.files().len(), 2);
    drop(run);
    let run = kept(&folder, text, 80_000, 1 << 12, 1 << 16, 1);
    assert_eq!(run.length(), 90_000);
}
