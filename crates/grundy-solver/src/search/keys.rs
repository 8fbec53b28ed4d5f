//! Numbers positions as they are found: packed into one word each if the bounds allow, else into a few bytes.

use std::hash::Hasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use grundy_core::limits::Budget;

use super::bounds::Bounds;
use super::halt::{Flow, Halt};
use super::segments::Segments;
use super::words::{ENTRIES, Words};

/// Positions by number, numbers by position.
#[derive(Debug)]
pub(super) struct Keys {
    numbers: HashTable<u32>,
    table_bytes: u64,
    store: Store,
}

#[derive(Debug)]
enum Store {
    Packed { packing: Vec<Packing>, keys: Segments<u64> },
    Bytes { shapes: Vec<Shape>, written: Written, key: Vec<u8> },
}

/// Bits of each number of one component in the word.
#[derive(Debug)]
struct Packing {
    heaps: Vec<u32>,
    past: [u32; ENTRIES],
    drops_zeros: bool,
}

/// The parts of a component that are written.
#[derive(Debug)]
struct Shape {
    past: [bool; ENTRIES],
    sorted: bool,
}

impl Keys {
    pub(super) fn new(bounds: &[Bounds]) -> Self {
        let store = match packings(bounds) {
            Some(packing) => Store::Packed { packing, keys: Segments::default() },
            None => Store::Bytes {
                shapes: bounds
                    .iter()
                    .map(|b| Shape { past: b.past.map(|count| count > 1), sorted: b.sorted })
                    .collect(),
                written: Written::default(),
                key: Vec::new(),
            },
        };
        Self { numbers: HashTable::new(), table_bytes: 0, store }
    }

    /// Number of positions found.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Reserved memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.table_bytes
            + match &self.store {
                Store::Packed { keys, .. } => keys.bytes(),
                Store::Bytes { written, .. } => written.bytes.bytes() + written.ends.bytes(),
            }
    }

    /// The number of a position, a new one if it is not known yet.
    pub(super) fn number(&mut self, position: &[Words], budget: &Budget) -> Flow<usize> {
        self.make_room(budget)?;
        let next = u32::try_from(self.numbers.len()).map_err(|_| Halt::Unfit)?;
        match &mut self.store {
            Store::Packed { packing, keys } => {
                let key = packed(packing, position);
                let same = |number: &u32| keys.get(*number as usize) == key;
                if let Some(number) = self.numbers.find(hash_word(key), same) {
                    return Ok(*number as usize);
                }
                keys.push(key, budget)?;
                self.numbers
                    .insert_unique(hash_word(key), next, |number| hash_word(keys.get(*number as usize)));
            }
            Store::Bytes { shapes, written, key } => {
                key.clear();
                write(shapes, position, key);
                let hash = hash_bytes(key.iter().copied());
                if let Some(number) = self.numbers.find(hash, |number| written.is(*number, key)) {
                    return Ok(*number as usize);
                }
                written.push(key, budget)?;
                self.numbers.insert_unique(hash, next, |number| written.hash(*number));
            }
        }
        Ok(next as usize)
    }

    /// Loads the position of a number.
    pub(super) fn load(&self, number: usize, position: &mut [Words]) {
        match &self.store {
            Store::Packed { packing, keys } => unpack(packing, keys.get(number), position),
            Store::Bytes { shapes, written, .. } => {
                let mut at = written.range(number).start;
                for (shape, words) in shapes.iter().zip(position) {
                    read(shape, written, &mut at, words);
                }
            }
        }
    }

    /// Makes room for one more number, with memory reserved first.
    fn make_room(&mut self, budget: &Budget) -> Flow {
        if self.numbers.len() < self.numbers.capacity() {
            return Ok(());
        }
        // A slot takes a control byte and a four-byte number; at most seven of eight slots are filled.
        let places = (self.numbers.capacity() as u64 * 2).max(14).div_ceil(7) * 8;
        let bytes = places.next_power_of_two() * 5;
        budget.reserve(bytes)?;
        let more = self.numbers.capacity().max(14);
        match &self.store {
            Store::Packed { keys, .. } => {
                self.numbers.reserve(more, |number| hash_word(keys.get(*number as usize)));
            }
            Store::Bytes { written, .. } => self.numbers.reserve(more, |number| written.hash(*number)),
        }
        budget.release(self.table_bytes);
        self.table_bytes = bytes;
        Ok(())
    }
}

fn hash_word(key: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(key);
    hasher.finish()
}

fn hash_bytes(key: impl Iterator<Item = u8>) -> u64 {
    let mut hasher = FxHasher::default();
    key.for_each(|byte| hasher.write_u8(byte));
    hasher.finish()
}

/// Keys of any length, one after the other.
#[derive(Debug, Default)]
struct Written {
    bytes: Segments<u8>,
    ends: Segments<u64>,
    length: u64,
}

impl Written {
    fn push(&mut self, key: &[u8], budget: &Budget) -> Flow {
        for &byte in key {
            self.bytes.push(byte, budget)?;
        }
        self.length += key.len() as u64;
        self.ends.push(self.length, budget)
    }

    fn range(&self, number: usize) -> Range<u64> {
        let start = if number == 0 { 0 } else { self.ends.get(number - 1) };
        start..self.ends.get(number)
    }

    fn byte(&self, at: u64) -> u8 {
        self.bytes.get(usize::try_from(at).unwrap_or(usize::MAX))
    }

    fn is(&self, number: u32, key: &[u8]) -> bool {
        let range = self.range(number as usize);
        range.end - range.start == key.len() as u64 && range.zip(key).all(|(at, byte)| self.byte(at) == *byte)
    }

    fn hash(&self, number: u32) -> u64 {
        hash_bytes(self.range(number as usize).map(|at| self.byte(at)))
    }
}

// ---- one word ----

fn bits(most: u64) -> u32 {
    64 - most.leading_zeros()
}

fn packings(bounds: &[Bounds]) -> Option<Vec<Packing>> {
    let mut sum = 0;
    let mut packings = Vec::with_capacity(bounds.len());
    for bounds in bounds {
        let heaps: Vec<u32> = bounds.heaps.as_ref()?.iter().map(|&most| bits(most)).collect();
        let past = bounds.past.map(|count| bits(count - 1));
        sum += heaps.iter().sum::<u32>() + past.iter().sum::<u32>();
        packings.push(Packing { heaps, past, drops_zeros: bounds.drops_zeros });
    }
    (sum <= 64).then_some(packings)
}

fn packed(packing: &[Packing], position: &[Words]) -> u64 {
    let mut key = 0u64;
    for (packing, words) in packing.iter().zip(position) {
        // Dropped zeros come first, and keep their bits.
        let (zeros, present) = packing.heaps.split_at(packing.heaps.len() - words.heaps.len());
        key = key.checked_shl(zeros.iter().sum()).unwrap_or(0);
        for (bits, heap) in present.iter().zip(&words.heaps) {
            key = key.checked_shl(*bits).unwrap_or(0) | heap;
        }
        for (bits, value) in packing.past.iter().zip(&words.past) {
            key = key.checked_shl(*bits).unwrap_or(0) | value;
        }
    }
    key
}

fn unpack(packing: &[Packing], mut key: u64, position: &mut [Words]) {
    let mut next = |bits: u32| {
        let value = if bits == 0 { 0 } else { key & (u64::MAX >> (64 - bits)) };
        key = key.checked_shr(bits).unwrap_or(0);
        value
    };
    for (packing, words) in packing.iter().zip(position).rev() {
        for (bits, value) in packing.past.iter().zip(&mut words.past).rev() {
            *value = next(*bits);
        }
        words.heaps.clear();
        words.heaps.resize(packing.heaps.len(), 0);
        for (bits, heap) in packing.heaps.iter().zip(&mut words.heaps).rev() {
            *heap = next(*bits);
        }
        if packing.drops_zeros {
            words.heaps.retain(|&heap| heap > 0);
        }
    }
}

// ---- bytes ----

/// Seven bits per byte; the eighth is set if more bytes follow.
fn push_number(mut value: u64, key: &mut Vec<u8>) {
    while value >= 0x80 {
        key.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    key.push((value & 0x7F) as u8);
}

fn write(shapes: &[Shape], position: &[Words], key: &mut Vec<u8>) {
    for (shape, words) in shapes.iter().zip(position) {
        push_number(words.heaps.len() as u64, key);
        let mut before = 0;
        for &heap in &words.heaps {
            // Sorted heaps are stored as differences: usually one byte each.
            push_number(heap - before, key);
            if shape.sorted {
                before = heap;
            }
        }
        for (value, _) in words.past.iter().zip(shape.past).filter(|(_, used)| *used) {
            push_number(*value, key);
        }
    }
}

fn read(shape: &Shape, written: &Written, at: &mut u64, words: &mut Words) {
    let mut number = || {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = written.byte(*at);
            *at += 1;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    };
    words.heaps.clear();
    let mut before = 0;
    for _ in 0..number() {
        let heap = before + number();
        words.heaps.push(heap);
        if shape.sorted {
            before = heap;
        }
    }
    words.past = [0; ENTRIES];
    for (value, _) in words.past.iter_mut().zip(shape.past).filter(|(_, used)| *used) {
        *value = number();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(heaps: &[u64], last: u64) -> Words {
        Words { heaps: heaps.to_vec(), past: [last, 0, 0, 0, 0, 0] }
    }

    #[test]
    fn positions_come_back_as_they_went_in() {
        let packed = |heaps: Option<Vec<u64>>| Bounds {
            heaps,
            past: [300, 1, 1, 1, 1, 1],
            most: 300,
            longest: 300,
            sorted: true,
            drops_zeros: true,
        };
        let budget = Budget::default();
        for bounds in [[packed(Some(vec![5, 200, 300]))], [packed(None)]] {
            let mut keys = Keys::new(&bounds);
            let mut back = [Words::default()];
            let list: Vec<Words> = (2..200)
                .flat_map(|n| [words(&[n], n), words(&[1, n], 0), words(&[2, n, n + 90], 299)])
                .chain([words(&[], 7)])
                .collect();
            for (number, words) in list.iter().enumerate() {
                assert_eq!(keys.number(std::slice::from_ref(words), &budget).unwrap(), number);
            }
            for (number, words) in list.iter().enumerate() {
                assert_eq!(keys.number(std::slice::from_ref(words), &budget).unwrap(), number);
                keys.load(number, &mut back);
                assert_eq!(back[0], *words);
            }
            assert_eq!(keys.len(), list.len());
            assert!(keys.bytes() > 0);
        }
    }
}
