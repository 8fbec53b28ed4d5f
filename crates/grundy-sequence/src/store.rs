//! Values of a long run on disk.
//!
//! A folder holds one database (`values.redb`), one lock (`lock`), and files of whole segments ([`sealed`]). The
//! database is written in transactions: however the program ends, be it by a kill or a full disk, the database
//! holds the last save, complete. A segment is complete before the database counts it. The lock is an operating system
//! lock, so it is released when its process ends.
//!
//! Values after the last whole segment are stored in the database, in chunks of 65536; the last one grows. A chunk is
//! a byte with its encoding, followed by the values in 1, 2 or 4 bytes each, as the largest value of the chunk
//! requires, compressed if that is shorter.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

mod chunk;
mod failure;
mod sealed;

use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};

use super::engine::{Rares, Values};
use chunk::{CHUNK, pack, unpack};
use failure::{FULL, Failed, builder, damaged, database_in, guarded, is_full, shown, unopened, unread};
use grundy_core::error::{Error, Result};
use grundy_core::rules::Rules;
use sealed::Sealed;

pub use sealed::name as segment_name;

/// The version of the format. Other versions are refused, except the one before, which had no segments.
const VERSION: &str = "2";
const WITHOUT_SEGMENTS: &str = "1";
/// Values in a segment, unless the folder says otherwise.
const SEGMENT: u64 = 1 << 22;
/// The least number of values in a segment.
const LEAST_SEGMENT: u64 = 1 << 10;

const ABOUT: TableDefinition<&str, &str> = TableDefinition::new("about");
const STATE: TableDefinition<&str, u64> = TableDefinition::new("state");
const CHUNKS: TableDefinition<u64, &[u8]> = TableDefinition::new("chunks");
/// The digests of whole segments.
const SEGMENTS: TableDefinition<u64, &str> = TableDefinition::new("segments");

/// The values of one game in a folder, for one process at a time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// `Some` until the store is dropped.
    database: Option<Database>,
    length: u64,
    checksum: u64,
    /// The segments, if there is a folder.
    sealed: Option<Sealed>,
    /// Why a value could not be read.
    failed: Mutex<Option<Error>>,
    /// Held as long as the store exists.
    _lock: Option<File>,
}

impl Store {
    /// Opens or creates the folder for the values of a heapwise game.
    ///
    /// Returns an error if another process uses the folder, if it holds the values of another game or version,
    /// or if it cannot be written.
    pub fn open(folder: &Path, rules: &Rules) -> Result<Self> {
        Self::with_segments(folder, rules, SEGMENT)
    }

    /// Like [`open`](Self::open), with this even number of values in a segment, at least 1024. A folder that exists
    /// keeps its own.
    pub fn with_segments(folder: &Path, rules: &Rules, size: u64) -> Result<Self> {
        let failed = |error: &dyn Display| unopened(folder, error);
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = OpenOptions::new().create(true).append(true).open(folder.join("lock"));
        let lock = lock.map_err(|error| failed(&error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::input("error.state-busy").with("path", shown(folder)));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
        let file = folder.join("values.redb");
        // An incomplete database is not used: a kill during its creation would make the folder unusable for
        // good.
        if fs::metadata(&file).map_or(true, |about| about.len() == 0) {
            let begun = folder.join("values.redb.new");
            let _ = fs::remove_file(&begun);
            drop(Self::in_database(database_in(&begun, folder)?, folder, rules, None, size)?);
            fs::rename(&begun, &file).map_err(|error| failed(&error))?;
        }
        let database = database_in(&file, folder)?;
        Self::in_database(database, folder, rules, Some(lock), size)
    }

    /// Opens a store on any storage that can hold a database. It has no segments.
    pub fn with_backend(backend: impl StorageBackend, rules: &Rules) -> Result<Self> {
        let path = Path::new("-");
        let database = guarded(|| Ok(builder().create_with_backend(backend)?));
        let database = database.map_err(|failed| failed.unopened(path))?;
        Self::in_database(database, path, rules, None, SEGMENT)
    }

    fn in_database(
        database: Database,
        path: &Path,
        rules: &Rules,
        lock: Option<File>,
        size: u64,
    ) -> Result<Self> {
        let in_folder = lock.is_some();
        let mut store = Self {
            path: path.to_owned(),
            database: Some(database),
            length: 0,
            checksum: 0,
            sealed: None,
            failed: Mutex::default(),
            _lock: lock,
        };
        let size = size.max(LEAST_SEGMENT).next_multiple_of(2);
        let known = guarded(|| store.about()).map_err(|failed| failed.unopened(path))?;
        let text = rules.to_string();
        match known {
            Some((version, _)) if version != VERSION && version != WITHOUT_SEGMENTS => {
                let error = Error::input("error.state-version").with("path", shown(path));
                Err(error.with("version", version).with("expected", VERSION))
            }
            Some((_, other)) if other != text => {
                let error = Error::input("error.state-other-game").with("path", shown(path));
                Err(error.with("other", other).with("rules", text))
            }
            Some(_) => {
                let state = guarded(|| store.state()).map_err(|failed| failed.unopened(path))?;
                let (own, digests) = guarded(|| store.segments()).map_err(|failed| failed.unopened(path))?;
                (store.length, store.checksum) = state;
                let size = own.unwrap_or(size);
                let whole = size.checked_mul(digests.len() as u64).filter(|whole| *whole <= store.length);
                if !(LEAST_SEGMENT..=1 << 31).contains(&size) || size % 2 == 1 || whole.is_none() {
                    return Err(store.damaged());
                }
                if in_folder {
                    store.sealed = Some(Sealed::new(path, rules, size, digests));
                }
                Ok(store)
            }
            None => {
                guarded(|| store.begin(&text, size)).map_err(|failed| failed.unopened(path))?;
                Ok(store)
            }
        }
    }

    fn database(&self) -> std::result::Result<&Database, redb::Error> {
        self.database.as_ref().ok_or(redb::Error::DatabaseClosed)
    }

    /// Version and rules; `None` if the database is new.
    fn about(&self) -> std::result::Result<Option<(String, String)>, redb::Error> {
        let reading = self.database()?.begin_read()?;
        let about = match reading.open_table(ABOUT) {
            Ok(about) => about,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let text = |key: &str| -> std::result::Result<String, redb::Error> {
            Ok(about.get(key)?.map_or_else(String::new, |text| text.value().to_owned()))
        };
        Ok(Some((text("version")?, text("rules")?)))
    }

    fn state(&self) -> std::result::Result<(u64, u64), redb::Error> {
        let state = self.database()?.begin_read()?.open_table(STATE)?;
        let number = |key: &str| -> std::result::Result<u64, redb::Error> {
            Ok(state.get(key)?.map_or(0, |number| number.value()))
        };
        Ok((number("length")?, number("checksum")?))
    }

    /// The number of values in a segment, if there are segments, and the digests of the whole ones.
    fn segments(&self) -> std::result::Result<(Option<u64>, Vec<String>), redb::Error> {
        let reading = self.database()?.begin_read()?;
        let size = reading.open_table(STATE)?.get("segment")?.map(|size| size.value());
        let segments = match reading.open_table(SEGMENTS) {
            Ok(segments) => segments,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok((size, Vec::new())),
            Err(error) => return Err(error.into()),
        };
        let mut digests = Vec::new();
        for entry in segments.iter()? {
            digests.push(entry?.1.value().to_owned());
        }
        Ok((size, digests))
    }

    fn begin(&self, rules: &str, size: u64) -> std::result::Result<(), redb::Error> {
        let writing = self.database()?.begin_write()?;
        {
            let mut about = writing.open_table(ABOUT)?;
            about.insert("version", VERSION)?;
            about.insert("rules", rules)?;
            let mut state = writing.open_table(STATE)?;
            state.insert("length", 0)?;
            state.insert("checksum", 0)?;
            state.insert("segment", size)?;
            writing.open_table(CHUNKS)?;
        }
        writing.commit()?;
        Ok(())
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of saved values.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The [checksum](super::Statistics::checksum) of the saved values.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The number of values that need not be held in memory: those of whole segments, in whole chunks.
    pub fn sealed(&self) -> u64 {
        self.whole() / CHUNK as u64 * CHUNK as u64
    }

    /// The number of values in whole segments.
    fn whole(&self) -> u64 {
        self.sealed.as_ref().map_or(0, Sealed::length)
    }

    /// Whether values become segments.
    pub(crate) fn seals(&self) -> bool {
        self.sealed.is_some()
    }

    /// The digests of the whole segments.
    pub fn digests(&self) -> &[String] {
        self.sealed.as_ref().map_or(&[], |sealed| &sealed.digests)
    }

    /// A value of a whole segment. If it cannot be read, [`check`](Self::check) has the error.
    pub(crate) fn value(&self, heap: u64) -> u32 {
        let read = self.sealed.as_ref().map(|sealed| sealed.value(heap));
        match read {
            Some(Ok(value)) => value,
            Some(Err(error)) => {
                let error = unread(&self.path, &error);
                self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                0
            }
            None => 0,
        }
    }

    /// The error of a value that could not be read.
    pub(crate) fn check(&self) -> Result<()> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone().map_or(Ok(()), Err)
    }

    /// Calls `each` with the saved values in order, piece by piece.
    pub fn read(&self, each: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<()> {
        let mut piece = Vec::new();
        for number in 0..self.digests().len() as u64 {
            let segment = self.sealed.as_ref().map(|sealed| sealed.load(number));
            let segment =
                segment.ok_or_else(|| self.damaged())?.map_err(|error| unread(&self.path, &error))?;
            for from in (0..segment.len()).step_by(CHUNK) {
                piece.clear();
                piece.extend((from..segment.len().min(from + CHUNK)).map(|place| segment.value(place)));
                each(&piece)?;
            }
        }
        let whole = self.whole();
        // The chunk that the last whole segment ends in begins with values of it.
        let mut early = usize::try_from(whole % CHUNK as u64).unwrap_or(0);
        let chunks = guarded(|| Ok(self.database()?.begin_read()?.open_table(CHUNKS)?));
        let chunks = chunks.map_err(|failed| failed.unopened(&self.path))?;
        let mut rest = self.length - whole + early as u64;
        let mut values = Vec::new();
        for number in whole / CHUNK as u64..self.length.div_ceil(CHUNK as u64) {
            values.clear();
            let read =
                guarded(|| Ok(chunks.get(number)?.and_then(|chunk| unpack(chunk.value(), &mut values))));
            read.map_err(|failed| failed.unopened(&self.path))?.ok_or_else(|| self.damaged())?;
            if values.len() as u64 != rest.min(CHUNK as u64) {
                return Err(self.damaged());
            }
            rest -= values.len() as u64;
            each(&values[early..])?;
            early = 0;
        }
        Ok(())
    }

    /// Saves the new values, with the checksum of all of them, and the sparse space that they have. After an error the
    /// store holds the previous save.
    pub fn save(&mut self, values: Values<'_>, checksum: u64, rares: Option<Rares>) -> Result<()> {
        let length = values.len() as u64;
        if length <= self.length {
            return Ok(());
        }
        let mut fresh = Vec::new();
        while self.sealed.as_ref().is_some_and(|sealed| sealed.length() + sealed.size <= length) {
            fresh.push(self.digests().len() as u64);
            if let Err(error) = self.seal(values, length, rares) {
                self.unseal(fresh.len() - 1);
                return Err(error);
            }
        }
        let written = guarded(|| self.write(values, checksum, &fresh));
        if let Err(failed) = written {
            self.unseal(fresh.len());
            let Failed::Error(error) = failed else { return Err(self.damaged()) };
            return Err(self.unsaved(is_full(&error), &error));
        }
        (self.length, self.checksum) = (length, checksum);
        Ok(())
    }

    /// Writes the values after the last whole segment as a segment too, so that they can be checked.
    pub fn seal_rest(&mut self, values: Values<'_>, rares: Option<Rares>) -> Result<()> {
        if self.whole() < self.length { self.seal(values, self.length, rares) } else { Ok(()) }
    }

    /// Segments that the database does not know do not count.
    fn unseal(&mut self, count: usize) {
        if let Some(sealed) = &mut self.sealed {
            sealed.forget(count);
        }
    }

    /// Writes the next segment, at most up to `length`.
    fn seal(&mut self, values: Values<'_>, length: u64, rares: Option<Rares>) -> Result<()> {
        let Some(sealed) = &mut self.sealed else { return Ok(()) };
        let end = length.min(sealed.length() + sealed.size);
        match sealed.write(values, end, rares) {
            Ok(Some((digest, about))) => sealed.add(digest, about),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(self.damaged()),
            Err(error) => return Err(self.unsaved(FULL.contains(&error.kind()), &error)),
        }
        Ok(())
    }

    fn unsaved(&self, full: bool, error: &dyn Display) -> Error {
        let id = if full { "error.state-full" } else { "error.state-write" };
        let error = Error::limit(id).with("path", shown(&self.path)).with("error", error.to_string());
        error.with("saved", self.length)
    }

    /// Saves the values and the digests of these segments.
    fn write(
        &self,
        values: Values<'_>,
        checksum: u64,
        fresh: &[u64],
    ) -> std::result::Result<(), redb::Error> {
        let mut writing = self.database()?.begin_write()?;
        // Opening after a kill is then fast, however large the database is.
        writing.set_quick_repair(true);
        {
            let mut chunks = writing.open_table(CHUNKS)?;
            let mut piece = Vec::new();
            let whole = self.whole() / CHUNK as u64;
            if let (Some(first), Some(sealed)) = (fresh.first(), &self.sealed) {
                let mut segments = writing.open_table(SEGMENTS)?;
                for (&number, digest) in
                    fresh.iter().zip(&sealed.digests[sealed.digests.len() - fresh.len()..])
                {
                    segments.insert(number, digest.as_str())?;
                }
                for number in first * sealed.size / CHUNK as u64..whole {
                    chunks.remove(number)?;
                }
                writing.open_table(ABOUT)?.insert("version", VERSION)?;
                writing.open_table(STATE)?.insert("segment", sealed.size)?;
            }
            for number in whole.max(self.length / CHUNK as u64)..(values.len() as u64).div_ceil(CHUNK as u64)
            {
                let from = usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(CHUNK);
                piece.resize(CHUNK.min(values.len() - from), 0);
                values.copy_to(from, &mut piece);
                chunks.insert(number, pack(&piece).as_slice())?;
            }
            let mut state = writing.open_table(STATE)?;
            state.insert("length", values.len() as u64)?;
            state.insert("checksum", checksum)?;
        }
        writing.commit()?;
        Ok(())
    }

    /// The error for saved values that are damaged.
    pub(crate) fn damaged(&self) -> Error {
        damaged(&self.path)
    }
}

impl Drop for Store {
    /// Closing the database writes to it too.
    fn drop(&mut self) {
        let database = self.database.take();
        let _ = guarded(|| {
            drop(database);
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests;
