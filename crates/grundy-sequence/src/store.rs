//! Values of a long run on disk.
//!
//! A folder holds one database (`values.redb`) and one lock (`lock`). The database is written in transactions:
//! however the program ends, be it by a kill or a full disk, the database holds the last save, complete. The
//! lock is an operating system lock, so it is released when its process ends.
//!
//! Values are stored in chunks of 65536; the last one grows. A chunk is a byte with its encoding, followed by
//! the values in 1, 2 or 4 bytes each, as the largest value of the chunk requires, compressed if that is
//! shorter.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, StorageBackend, TableDefinition};

use super::engine::Values;
use grundy_core::error::{Error, Result};
use grundy_core::rules::Rules;

/// The version of the format. Other versions are refused.
const VERSION: &str = "1";
/// Values in a chunk.
const CHUNK: usize = 1 << 16;
/// Size of the database cache in memory, in bytes.
const CACHE: usize = 16 << 20;

const ABOUT: TableDefinition<&str, &str> = TableDefinition::new("about");
const STATE: TableDefinition<&str, u64> = TableDefinition::new("state");
const CHUNKS: TableDefinition<u64, &[u8]> = TableDefinition::new("chunks");

/// Set in the first byte of a chunk, together with the number of bytes per value.
const COMPRESSED: u8 = 0x80;

/// The values of one game in a folder, for one process at a time.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// `Some` until the store is dropped.
    database: Option<Database>,
    length: u64,
    checksum: u64,
    /// Held as long as the store exists.
    _lock: Option<File>,
}

impl Store {
    /// Opens or creates the folder for the values of a heapwise game.
    ///
    /// Returns an error if another process uses the folder, if it holds the values of another game or version,
    /// or if it cannot be written.
    pub fn open(folder: &Path, rules: &Rules) -> Result<Self> {
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
            drop(Self::in_database(database_in(&begun, folder)?, folder, rules, None)?);
            fs::rename(&begun, &file).map_err(|error| failed(&error))?;
        }
        let database = database_in(&file, folder)?;
        Self::in_database(database, folder, rules, Some(lock))
    }

    /// Opens a store on any storage that can hold a database.
    pub fn with_backend(backend: impl StorageBackend, rules: &Rules) -> Result<Self> {
        let path = Path::new("-");
        let database = guarded(|| Ok(builder().create_with_backend(backend)?));
        let database = database.map_err(|failed| failed.unopened(path))?;
        Self::in_database(database, path, rules, None)
    }

    fn in_database(database: Database, path: &Path, rules: &Rules, lock: Option<File>) -> Result<Self> {
        let database = Some(database);
        let mut store = Self { path: path.to_owned(), database, length: 0, checksum: 0, _lock: lock };
        let known = guarded(|| store.about()).map_err(|failed| failed.unopened(path))?;
        let rules = rules.to_string();
        match known {
            Some((version, _)) if version != VERSION => {
                let error = Error::input("error.state-version").with("path", shown(path));
                Err(error.with("version", version).with("expected", VERSION))
            }
            Some((_, other)) if other != rules => {
                let error = Error::input("error.state-other-game").with("path", shown(path));
                Err(error.with("other", other).with("rules", rules))
            }
            Some(_) => {
                let state = guarded(|| store.state()).map_err(|failed| failed.unopened(path))?;
                (store.length, store.checksum) = state;
                Ok(store)
            }
            None => {
                guarded(|| store.begin(&rules)).map_err(|failed| failed.unopened(path))?;
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

    fn begin(&self, rules: &str) -> std::result::Result<(), redb::Error> {
        let writing = self.database()?.begin_write()?;
        {
            let mut about = writing.open_table(ABOUT)?;
            about.insert("version", VERSION)?;
            about.insert("rules", rules)?;
            let mut state = writing.open_table(STATE)?;
            state.insert("length", 0)?;
            state.insert("checksum", 0)?;
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

    /// Calls `each` with the saved values in order, piece by piece.
    pub fn read(&self, each: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<()> {
        let chunks = guarded(|| Ok(self.database()?.begin_read()?.open_table(CHUNKS)?));
        let chunks = chunks.map_err(|failed| failed.unopened(&self.path))?;
        let mut rest = self.length;
        let mut values = Vec::new();
        for number in 0..self.length.div_ceil(CHUNK as u64) {
            values.clear();
            let read =
                guarded(|| Ok(chunks.get(number)?.and_then(|chunk| unpack(chunk.value(), &mut values))));
            read.map_err(|failed| failed.unopened(&self.path))?.ok_or_else(|| self.damaged())?;
            if values.len() as u64 != rest.min(CHUNK as u64) {
                return Err(self.damaged());
            }
            rest -= values.len() as u64;
            each(&values)?;
        }
        Ok(())
    }

    /// Saves the new values, with the checksum of all of them. After an error the store holds the previous
    /// save.
    pub fn save(&mut self, values: Values<'_>, checksum: u64) -> Result<()> {
        let length = values.len() as u64;
        if length <= self.length {
            return Ok(());
        }
        guarded(|| self.write(values, checksum)).map_err(|failed| {
            let Failed::Error(error) = failed else { return self.damaged() };
            let id = if is_full(&error) { "error.state-full" } else { "error.state-write" };
            let error = Error::limit(id).with("path", shown(&self.path)).with("error", error.to_string());
            error.with("saved", self.length)
        })?;
        (self.length, self.checksum) = (length, checksum);
        Ok(())
    }

    fn write(&self, values: Values<'_>, checksum: u64) -> std::result::Result<(), redb::Error> {
        let mut writing = self.database()?.begin_write()?;
        // Opening after a kill is then fast, however large the database is.
        writing.set_quick_repair(true);
        {
            let mut chunks = writing.open_table(CHUNKS)?;
            let mut piece = Vec::new();
            for number in self.length / CHUNK as u64..(values.len() as u64).div_ceil(CHUNK as u64) {
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

/// Checks databases from their root whenever they are opened. References in a damaged page are then never
/// trusted, and no memory is allocated for them. All values are read on opening in any case.
fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    builder.set_cache_size(CACHE).set_check_integrity_on_open(true);
    builder
}

/// Opens the database in this file of the folder, or creates it.
fn database_in(file: &Path, folder: &Path) -> Result<Database> {
    let database = guarded(|| Ok(builder().create(file)?));
    database.map_err(|failed| match failed {
        Failed::Error(redb::Error::DatabaseAlreadyOpen) => {
            Error::input("error.state-busy").with("path", shown(folder))
        }
        failed => failed.unopened(folder),
    })
}

/// Why a database operation failed.
enum Failed {
    Error(redb::Error),
    /// The database trusts its file so far that a damaged file may cause a panic.
    Panicked,
}

impl Failed {
    fn unopened(&self, path: &Path) -> Error {
        match self {
            Self::Error(redb::Error::Corrupted(_)) | Self::Panicked => damaged(path),
            Self::Error(error) => unopened(path, error),
        }
    }
}

fn guarded<T>(work: impl FnOnce() -> std::result::Result<T, redb::Error>) -> std::result::Result<T, Failed> {
    // After a panic the database is only closed, and closing is guarded too.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(Failed::Error),
        Err(_) => Err(Failed::Panicked),
    }
}

fn damaged(path: &Path) -> Error {
    Error::input("error.state-damaged").with("path", shown(path))
}

fn unopened(path: &Path, error: &dyn Display) -> Error {
    Error::input("error.state-open").with("path", shown(path)).with("error", error.to_string())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn is_full(error: &redb::Error) -> bool {
    let full = [std::io::ErrorKind::StorageFull, std::io::ErrorKind::QuotaExceeded];
    matches!(error, redb::Error::Io(error) if full.contains(&error.kind()))
}

/// Encodes values as a chunk.
fn pack(values: &[u32]) -> Vec<u8> {
    let width = match values.iter().max() {
        Some(0x1_0000..) => 4,
        Some(0x100..) => 2,
        _ => 1,
    };
    let plain: Vec<u8> =
        values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
    let packed = lz4_flex::compress_prepend_size(&plain);
    let (mark, body) = if packed.len() < plain.len() { (COMPRESSED, packed) } else { (0, plain) };
    let mut chunk = Vec::with_capacity(body.len() + 1);
    chunk.push(mark | u8::try_from(width).unwrap_or(4));
    chunk.extend(body);
    chunk
}

/// Decodes the values of a chunk; `None` if it is not valid.
fn unpack(chunk: &[u8], out: &mut Vec<u32>) -> Option<()> {
    let (&mark, body) = chunk.split_first()?;
    let plain;
    let body = if mark & COMPRESSED == 0 {
        body
    } else {
        // The size comes first; a damaged one must not cause a large allocation.
        let size = u32::from_le_bytes(body.get(..4)?.try_into().ok()?);
        if size as usize > 4 * CHUNK {
            return None;
        }
        plain = lz4_flex::decompress_size_prepended(body).ok()?;
        if plain.len() != size as usize {
            return None;
        }
        &plain
    };
    match mark & !COMPRESSED {
        width @ (1 | 2 | 4) if body.len().is_multiple_of(usize::from(width)) => {
            out.extend(body.chunks_exact(usize::from(width)).map(|bytes| {
                let mut value = [0; 4];
                value[..bytes.len()].copy_from_slice(bytes);
                u32::from_le_bytes(value)
            }));
            Some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
