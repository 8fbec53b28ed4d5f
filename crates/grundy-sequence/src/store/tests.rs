use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use redb::backends::InMemoryBackend;

use super::*;
use crate::Run;
use crate::Statistics;
use fastrand::Rng;
use grundy_core::error::ErrorKind;
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::parse_game;

impl Store {
    /// As the version without segments began it.
    pub(super) fn make_older(&self) {
        let writing = self.database().unwrap().begin_write().unwrap();
        writing.open_table(ABOUT).unwrap().insert("version", WITHOUT_SEGMENTS).unwrap();
        writing.open_table(STATE).unwrap().remove("segment").unwrap();
        writing.commit().unwrap();
    }
}

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

/// A disk of limited size whose contents outlive the database.
#[derive(Clone, Debug)]
struct Disk {
    inside: Arc<InMemoryBackend>,
    room: Arc<AtomicU64>,
}

impl Disk {
    fn new() -> Self {
        Self { inside: Arc::new(InMemoryBackend::new()), room: Arc::new(AtomicU64::new(u64::MAX)) }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.inside.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.inside.read(offset, out)
    }
    fn set_len(&self, length: u64) -> io::Result<()> {
        if length > self.room.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.inside.set_len(length)
    }
    fn sync_data(&self) -> io::Result<()> {
        self.inside.sync_data()
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.inside.write(offset, data)
    }
}

#[test]
fn chunks_hold_what_was_put_in() {
    let mut random = Rng::with_seed(3);
    for bits in [0, 3, 8, 9, 16, 17, 32] {
        for length in [1usize, 2, 1000, CHUNK] {
            let values: Vec<u32> =
                (0..length).map(|_| u32::try_from(random.u64(..1 << bits)).unwrap()).collect();
            let mut back = Vec::new();
            unpack(&pack(&values), &mut back).unwrap();
            assert_eq!(back, values);
        }
    }
    // One byte per value if that is enough, and less if values repeat.
    let small: Vec<u32> = (0..CHUNK).map(|_| u32::try_from(random.u64(..256)).unwrap()).collect();
    assert!(pack(&small).len() <= CHUNK + 1);
    let repeating: Vec<u32> = (0..60_000).map(|n| n % 300).collect();
    assert!(pack(&repeating).len() < 2000);
}

#[test]
fn what_is_no_chunk_is_refused_and_takes_no_memory() {
    let mut out = Vec::new();
    for bad in
        [&[][..], &[3, 0, 0, 0], &[2, 0], &[0x81, 255, 255, 255, 255, 0], &[0x81, 4], &[0x84, 8, 0, 0, 0, 1]]
    {
        assert_eq!(unpack(bad, &mut out), None, "{bad:?}");
    }
    let good = pack(&vec![7; 5000]);
    for cut in 0..good.len() {
        let mut out = Vec::new();
        assert!(unpack(&good[..cut], &mut out).is_none() || out.len() < 5000);
    }
}

/// A run that is stopped and resumed many times has the values of an uninterrupted run.
#[test]
fn a_run_goes_on_where_it_was_stopped() {
    for (text, length) in [("octal(0.6)", 3000), ("grundy", 2000), ("take 1, 500, 2000", 200_000)] {
        let rules = rules(text);
        let mut whole = Run::new(&rules, length, Limits::default(), Cancel::default());
        whole.finish().unwrap();
        let disk = Disk::new();
        let mut random = Rng::with_seed(11);
        let mut upto = 0;
        while upto < length {
            upto = (upto + usize::try_from(random.u64(..length as u64 / 3)).unwrap()).min(length);
            let store = Store::with_backend(disk.clone(), &rules).unwrap();
            let mut run =
                Run::new(&rules, upto, Limits::default(), Cancel::default()).with_store(store).unwrap();
            run.finish().unwrap();
            assert_eq!(run.store().unwrap().length(), run.length() as u64);
            if run.period().is_some() {
                break;
            }
        }
        let store = Store::with_backend(disk, &rules).unwrap();
        let run = Run::new(&rules, 0, Limits::default(), Cancel::default()).with_store(store).unwrap();
        let mut again = Statistics::default();
        let mut all = vec![0; run.length()];
        assert_eq!(whole.read(&0u8.into(), &mut all), all.len(), "{text}");
        again.absorb(&all);
        assert_eq!(run.statistics().checksum(), again.checksum(), "{text}");
    }
}

#[test]
fn another_game_is_refused_and_damage_is_seen() {
    let disk = Disk::new();
    let rules = rules("octal(0.6)");
    let store = Store::with_backend(disk.clone(), &rules).unwrap();
    let mut run = Run::new(&rules, 500, Limits::default(), Cancel::default()).with_store(store).unwrap();
    run.finish().unwrap();
    drop(run);
    let error = Store::with_backend(disk.clone(), &self::rules("kayles")).unwrap_err();
    assert_eq!((error.code(), error.kind()), ("state-other-game", ErrorKind::Input));
    // The checksum of other values.
    let mut store = Store::with_backend(disk.clone(), &rules).unwrap();
    store.save(Values::Wide(&vec![0; 600]), 5, None).unwrap();
    drop(store);
    let store = Store::with_backend(disk.clone(), &rules).unwrap();
    let run = Run::new(&rules, 700, Limits::default(), Cancel::default()).with_store(store);
    assert_eq!(run.unwrap_err().code(), "state-damaged");
    // Another version of the format.
    let store = Store::with_backend(disk.clone(), &rules).unwrap();
    let writing = store.database().unwrap().begin_write().unwrap();
    writing.open_table(ABOUT).unwrap().insert("version", "0").unwrap();
    writing.commit().unwrap();
    drop(store);
    assert_eq!(Store::with_backend(disk, &rules).unwrap_err().code(), "state-version");
}

#[test]
fn a_full_disk_leaves_a_good_state() {
    let disk = Disk::new();
    let rules = rules("octal(0.6)");
    let mut random = Rng::with_seed(1);
    // Incompressible values.
    let values: Vec<u32> = (0..4_000_000).map(|_| u32::try_from(random.u64(..1 << 32)).unwrap()).collect();
    let sum = |length: usize| {
        let mut statistics = Statistics::default();
        statistics.absorb(&values[..length]);
        statistics.checksum()
    };
    let mut store = Store::with_backend(disk.clone(), &rules).unwrap();
    store.save(Values::Wide(&values[..300_000]), sum(300_000), None).unwrap();
    disk.room.store(disk.inside.len().unwrap() + 4096, Ordering::Relaxed);
    let error = store.save(Values::Wide(&values), sum(values.len()), None).unwrap_err();
    assert_eq!((error.code(), error.kind()), ("state-full", ErrorKind::Limit));
    drop(store);
    // With room again, the saved values are complete, and more can be added.
    disk.room.store(u64::MAX, Ordering::Relaxed);
    let mut store = Store::with_backend(disk.clone(), &rules).unwrap();
    assert_eq!((store.length(), store.checksum()), (300_000, sum(300_000)));
    store.save(Values::Wide(&values[..400_000]), sum(400_000), None).unwrap();
    let mut back = Vec::new();
    store
        .read(&mut |piece| {
            back.extend_from_slice(piece);
            Ok(())
        })
        .unwrap();
    assert!(back == values[..400_000]);
}

/// Whichever bytes of a state are changed, it is refused or has the saved values; an abort would end the tests.
#[test]
fn damaged_bytes_are_refused_or_do_no_harm() {
    let rules = rules("octal(0.106)");
    let disk = Disk::new();
    let store = Store::with_backend(disk.clone(), &rules).unwrap();
    let mut run = Run::new(&rules, 3000, Limits::default(), Cancel::default()).with_store(store).unwrap();
    run.finish().unwrap();
    let mut saved = vec![0; run.length()];
    run.read(&0u8.into(), &mut saved);
    drop(run);
    let mut whole = vec![0; usize::try_from(disk.len().unwrap()).unwrap()];
    disk.read(0, &mut whole).unwrap();
    let told: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] != 0).collect();
    let mut random = Rng::with_seed(17);
    let mut refused = 0;
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 4000 } else { 150 };
    for _ in 0..cases {
        let mut bytes = whole.clone();
        for _ in 0..[1, 1, 2, 8][random.usize(..4)] {
            let at = told[random.usize(..told.len())];
            let end = bytes.len().min(at + [1, 8][random.usize(..2)]);
            bytes[at..end].iter_mut().for_each(|byte| *byte = random.u8(..));
        }
        let disk = Disk::new();
        disk.set_len(bytes.len() as u64).unwrap();
        disk.write(0, &bytes).unwrap();
        let opened = Store::with_backend(disk, &rules)
            .and_then(|store| Run::new(&rules, 0, Limits::default(), Cancel::default()).with_store(store));
        match opened {
            Ok(run) => {
                let mut values = vec![0; run.length()];
                run.read(&0u8.into(), &mut values);
                // The values of an earlier save are valid as well.
                assert!(saved.starts_with(&values));
            }
            Err(_) => refused += 1,
        }
    }
    // Many bytes belong to pages that are free.
    assert!(refused > cases / 10, "{refused} of {cases}");
}
