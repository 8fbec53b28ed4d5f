//! The values of a script. Each is a tree of bounded depth and size; cycles are impossible.
//!
//! Lists and maps are copied on write. Nested values may be shared but are counted as if written out: `a = [a, a]`
//! thirty times is refused long before anything would have to print it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::failure::{Failure, Fault};
use super::meter::{Charge, Meter};
use super::shown::Shown;

/// Maximum number of members of a list including nested ones, and maximum bytes of a text.
pub(super) const MAX_SIZE: usize = 100_000;
/// Maximum nesting of values.
const MAX_DEPTH: u32 = 32;
/// Number of bytes of text that count as one member.
const TEXT_IN_A_MEMBER: usize = 16;

/// A value.
#[derive(Debug, Default)]
pub(super) enum Value {
    /// Nothing: `()`.
    #[default]
    Unit,
    Bool(bool),
    Int(i64),
    Text(Rc<Text>),
    List(Rc<List>),
    Map(Rc<Map>),
    /// Whole numbers from the first to below the second.
    Range(Rc<(i64, i64)>),
    Function(Rc<Function>),
}

/// Most values are numbers, and lists of numbers are copied often.
impl Clone for Value {
    #[inline]
    fn clone(&self) -> Self {
        if let Self::Int(number) = self { Self::Int(*number) } else { self.shared() }
    }
}

/// A text.
#[derive(Debug)]
pub(super) struct Text {
    text: Box<str>,
    _charge: Charge,
}

/// The size of a value: its members, and their nesting depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    size: usize,
    depth: u32,
}

/// A list.
#[derive(Debug)]
pub(super) struct List {
    items: Vec<Value>,
    extent: Extent,
    charge: Charge,
}

/// Values by name.
#[derive(Debug)]
pub(super) struct Map {
    entries: BTreeMap<Rc<str>, Value>,
    extent: Extent,
    charge: Charge,
}

/// A function without a name, with copies of the variables it uses from outside.
#[derive(Debug)]
pub(super) struct Function {
    /// Its number in the program.
    pub(super) code: usize,
    pub(super) captured: Vec<Value>,
    extent: Extent,
    _charge: Charge,
}

const BYTES_A_VALUE: u64 = size_of::<Value>() as u64;
const BYTES_A_BLOCK: u64 = 80;
const BYTES_AN_ENTRY: u64 = 96;

fn list_bytes(capacity: usize) -> u64 {
    BYTES_A_BLOCK + BYTES_A_VALUE * capacity as u64
}

impl Extent {
    /// The extent of a list of values with these extents.
    fn around(inner: impl Iterator<Item = Self>) -> Result<Self, Failure> {
        let mut whole = Self { size: 0, depth: 1 };
        for one in inner {
            whole.size = whole.size.saturating_add(1 + one.size);
            whole.depth = whole.depth.max(one.depth + 1);
        }
        whole.checked()
    }

    /// The extent after one member is replaced by another. The depth never decreases.
    fn exchanged(self, out: Self, into: Self) -> Result<Self, Failure> {
        Self { size: self.size - out.size + into.size, depth: self.depth.max(into.depth + 1) }.checked()
    }

    /// The extent of two lists in sequence.
    fn joined(self, other: Self) -> Result<Self, Failure> {
        Self { size: self.size.saturating_add(other.size), depth: self.depth.max(other.depth) }.checked()
    }

    fn checked(self) -> Result<Self, Failure> {
        if self.size > MAX_SIZE || self.depth > MAX_DEPTH { Err(Fault::Size.into()) } else { Ok(self) }
    }
}

impl Value {
    #[inline(never)]
    fn shared(&self) -> Self {
        match self {
            Self::Unit => Self::Unit,
            Self::Bool(truth) => Self::Bool(*truth),
            Self::Int(number) => Self::Int(*number),
            Self::Text(text) => Self::Text(Rc::clone(text)),
            Self::List(list) => Self::List(Rc::clone(list)),
            Self::Map(map) => Self::Map(Rc::clone(map)),
            Self::Range(ends) => Self::Range(Rc::clone(ends)),
            Self::Function(function) => Self::Function(Rc::clone(function)),
        }
    }

    #[inline]
    fn extent(&self) -> Extent {
        match self {
            Self::Text(text) => Extent { size: text.text.len() / TEXT_IN_A_MEMBER, depth: 0 },
            Self::List(list) => list.extent,
            Self::Map(map) => map.extent,
            Self::Function(function) => function.extent,
            Self::Unit | Self::Bool(_) | Self::Int(_) | Self::Range(_) => Extent::default(),
        }
    }

    /// Number of values it holds, including nested ones: the cost of a full traversal.
    pub(super) fn size(&self) -> usize {
        self.extent().size
    }

    /// Whether the list or map has another owner. Then it is copied before it changes.
    pub(super) fn is_shared(&self) -> bool {
        match self {
            Self::List(list) => Rc::strong_count(list) > 1,
            Self::Map(map) => Rc::strong_count(map) > 1,
            _ => false,
        }
    }

    pub(super) fn text(text: impl Into<String>, meter: &Rc<Meter>) -> Result<Self, Failure> {
        let text = text.into();
        if text.len() > MAX_SIZE {
            return Err(Fault::Size.into());
        }
        let charge = Charge::new(meter, BYTES_A_BLOCK + text.len() as u64)?;
        Ok(Self::Text(Rc::new(Text { text: text.into(), _charge: charge })))
    }

    pub(super) fn list(items: Vec<Self>, meter: &Rc<Meter>) -> Result<Self, Failure> {
        let charge = Charge::new(meter, list_bytes(items.capacity()))?;
        let extent = Extent::around(items.iter().map(Self::extent))?;
        Ok(Self::List(Rc::new(List { items, extent, charge })))
    }

    pub(super) fn map(entries: BTreeMap<Rc<str>, Self>, meter: &Rc<Meter>) -> Result<Self, Failure> {
        let charge = Charge::new(meter, map_bytes(&entries))?;
        let extent = Extent::around(entries.values().map(Self::extent))?;
        Ok(Self::Map(Rc::new(Map { entries, extent, charge })))
    }

    pub(super) fn function(code: usize, captured: Vec<Self>, meter: &Rc<Meter>) -> Result<Self, Failure> {
        let charge = Charge::new(meter, list_bytes(captured.capacity()))?;
        let extent = Extent::around(captured.iter().map(Self::extent))?;
        Ok(Self::Function(Rc::new(Function { code, captured, extent, _charge: charge })))
    }

    pub(super) fn range(from: i64, to: i64) -> Self {
        Self::Range(Rc::new((from, to)))
    }

    /// The name of its type, as returned by `type_of`.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Unit => "()",
            Self::Bool(_) => "bool",
            Self::Int(_) => "i64",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Map(_) => "map",
            Self::Range(_) => "range",
            Self::Function(_) => "Fn",
        }
    }

    /// As much of the value as fits in `limit` bytes, as a script would write it.
    pub(super) fn shown(&self, limit: usize) -> String {
        Shown::of(self, limit).unwrap_or_else(|begin| begin)
    }

    /// The value as a text: a text without quotes, everything else in script syntax.
    pub(super) fn printed(&self) -> Result<String, Failure> {
        Shown::of(self, MAX_SIZE).map_err(|_| Fault::Size.into())
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Unit => 0,
            Self::Bool(_) => 1,
            Self::Int(_) => 2,
            Self::Text(_) => 3,
            Self::Range(_) => 4,
            Self::List(_) => 5,
            Self::Map(_) => 6,
            Self::Function(_) => 7,
        }
    }
}

/// A total order of all values, so that a list of positions can be sorted: numbers by size, texts and lists by their
/// members.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.text.cmp(&b.text),
            (Self::Range(a), Self::Range(b)) => a.cmp(b),
            (Self::List(a), Self::List(b)) if Rc::ptr_eq(a, b) => Ordering::Equal,
            (Self::List(a), Self::List(b)) => a.items.cmp(&b.items),
            (Self::Map(a), Self::Map(b)) => a.entries.cmp(&b.entries),
            (Self::Function(a), Self::Function(b)) => {
                a.code.cmp(&b.code).then_with(|| a.captured.cmp(&b.captured))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }
}

impl List {
    pub(super) fn items(&self) -> &[Value] {
        &self.items
    }

    /// An independent copy.
    fn copy(&self) -> Result<Self, Failure> {
        let charge = Charge::new(self.charge.meter(), list_bytes(self.items.len()))?;
        Ok(Self { items: self.items.clone(), extent: self.extent, charge })
    }

    /// Two lists in sequence; the first is extended, if it has no other owner.
    pub(super) fn joined(mut first: Rc<Self>, second: &Self) -> Result<Rc<Self>, Failure> {
        let length = first.items.len() + second.items.len();
        let extents = first.items.iter().chain(&second.items).map(Value::extent);
        let extent = Extent::around(extents)?;
        if let Some(list) = Rc::get_mut(&mut first) {
            if length > list.items.capacity() {
                list.charge.resize(list_bytes(length))?;
                list.items.reserve_exact(second.items.len());
            }
            list.items.extend_from_slice(&second.items);
            list.extent = extent;
            return Ok(first);
        }
        let charge = Charge::new(first.charge.meter(), list_bytes(length))?;
        Ok(Rc::new(Self { items: [first.items(), second.items()].concat(), extent, charge }))
    }

    /// The list behind `shared`, copied first if it has another owner.
    pub(super) fn own(shared: &mut Rc<Self>) -> Result<&mut Self, Failure> {
        if Rc::get_mut(shared).is_none() {
            *shared = Rc::new(shared.copy()?);
        }
        // There is no other owner now.
        Rc::get_mut(shared).ok_or_else(|| Fault::Memory.into())
    }

    /// Replaces the member at `index`, which must exist, and returns the old one.
    pub(super) fn exchange(&mut self, index: usize, value: Value) -> Result<Value, Failure> {
        self.extent = self.extent.exchanged(self.items[index].extent(), value.extent())?;
        Ok(std::mem::replace(&mut self.items[index], value))
    }

    /// Replaces the member at `index`, which must exist.
    #[inline]
    pub(super) fn put(&mut self, index: usize, value: Value) -> Result<(), Failure> {
        // Most members are numbers, which have no size.
        if let (Value::Int(place), Value::Int(number)) = (&mut self.items[index], &value) {
            *place = *number;
            return Ok(());
        }
        self.exchange(index, value).map(drop)
    }

    /// Takes out a member temporarily; its size is counted again when it is put back.
    pub(super) fn lift(&mut self, index: usize) -> Value {
        let value = std::mem::take(&mut self.items[index]);
        self.extent.size -= value.extent().size;
        value
    }

    pub(super) fn push(&mut self, value: Value) -> Result<(), Failure> {
        let one = Extent { size: 1 + value.extent().size, ..value.extent() };
        self.extent = self.extent.exchanged(Extent::default(), one)?;
        self.make_room(1)?;
        self.items.push(value);
        Ok(())
    }

    pub(super) fn append(&mut self, more: &Self) -> Result<(), Failure> {
        self.extent = self.extent.joined(more.extent)?;
        self.make_room(more.items.len())?;
        self.items.extend_from_slice(&more.items);
        Ok(())
    }

    /// Removes and returns the last member.
    pub(super) fn pop(&mut self) -> Option<Value> {
        let value = self.items.pop()?;
        self.extent.size -= 1 + value.extent().size;
        Some(value)
    }

    /// Changes all members in any way, and recounts them. It may add at most `more` members.
    pub(super) fn change<T>(
        &mut self,
        more: usize,
        change: impl FnOnce(&mut Vec<Value>) -> T,
    ) -> Result<T, Failure> {
        self.make_room(more)?;
        let result = change(&mut self.items);
        self.extent = Extent::around(self.items.iter().map(Value::extent))?;
        Ok(result)
    }

    /// Reserves room for `more` members, charged before it is allocated.
    fn make_room(&mut self, more: usize) -> Result<(), Failure> {
        let wanted = self.items.len().saturating_add(more);
        if wanted > MAX_SIZE {
            return Err(Fault::Size.into());
        }
        if wanted > self.items.capacity() {
            let capacity = wanted.max(2 * self.items.len()).max(4);
            self.charge.resize(list_bytes(capacity))?;
            self.items.reserve_exact(capacity - self.items.len());
        }
        Ok(())
    }
}

fn map_bytes(entries: &BTreeMap<Rc<str>, Value>) -> u64 {
    entries.keys().map(|key| BYTES_AN_ENTRY + key.len() as u64).sum::<u64>() + 6 * BYTES_AN_ENTRY
}

impl Map {
    pub(super) fn entries(&self) -> &BTreeMap<Rc<str>, Value> {
        &self.entries
    }

    /// The map behind `shared`, copied first if it has another owner.
    pub(super) fn own(shared: &mut Rc<Self>) -> Result<&mut Self, Failure> {
        if Rc::get_mut(shared).is_none() {
            let charge = Charge::new(shared.charge.meter(), map_bytes(&shared.entries))?;
            let entries = shared.entries.clone();
            *shared = Rc::new(Self { entries, extent: shared.extent, charge });
        }
        Rc::get_mut(shared).ok_or_else(|| Fault::Memory.into())
    }

    /// Sets the value of a key, which may be new.
    pub(super) fn insert(&mut self, key: Rc<str>, value: Value) -> Result<(), Failure> {
        let out = if let Some(known) = self.entries.get(&key) {
            known.extent()
        } else {
            self.charge.resize(self.charge.bytes() + BYTES_AN_ENTRY + key.len() as u64)?;
            self.extent.size += 1;
            Extent::default()
        };
        self.extent = self.extent.exchanged(out, value.extent())?;
        self.entries.insert(key, value);
        Ok(())
    }

    /// Takes out the value of a key temporarily; its size is counted again when it is put back. `()` if the key is
    /// missing.
    pub(super) fn lift(&mut self, key: &str) -> Value {
        let Some(place) = self.entries.get_mut(key) else { return Value::Unit };
        let value = std::mem::take(place);
        self.extent.size -= value.extent().size;
        value
    }

    /// Removes a key and returns its value.
    pub(super) fn remove(&mut self, key: &str) -> Result<Value, Failure> {
        let Some(value) = self.entries.remove(key) else { return Ok(Value::Unit) };
        self.extent.size -= 1 + value.extent().size;
        self.charge.resize(self.charge.bytes() - BYTES_AN_ENTRY - key.len() as u64)?;
        Ok(value)
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) -> Result<(), Failure> {
        self.entries.clear();
        self.extent = Extent { size: 0, depth: 1 };
        self.charge.resize(map_bytes(&self.entries))
    }
}
