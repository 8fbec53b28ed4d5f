//! Limits on the time and memory of an answer, and the budget that enforces them.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use crate::error::{Condition, Error, Result};

/// Limits on the memory, time and threads of one question.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum memory of tables and caches, in bytes.
    pub memory: u64,
    /// Time limit, if any.
    pub time: Option<Duration>,
    /// Maximum number of threads of one question; 0 means as many as the machine has.
    pub threads: usize,
}

impl Limits {
    /// The number of threads to use.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }
}

impl Default for Limits {
    /// 4 GiB, no time limit, all threads.
    fn default() -> Self {
        Self { memory: 4 << 30, time: None, threads: 0 }
    }
}

/// A flag that stops work from outside: from another thread, on a user's interrupt, or when the time for a set of
/// questions is up.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    /// [`GO_ON`], [`STOP`] or [`SEEN`].
    flag: Arc<AtomicU8>,
    ask: Option<fn() -> bool>,
    /// When all work must end, and the time limit that led to it.
    until: Option<(Instant, Duration)>,
}

const GO_ON: u8 = 0;
const STOP: u8 = 1;
/// A stop was requested, and a worker has noticed.
const SEEN: u8 = 2;

impl Cancel {
    /// A flag with a callback: work calls `ask` on its own thread whenever it checks the clock, and `true` sets the
    /// flag. For hosts that cannot set a flag while their thread runs the work.
    ///
    /// `ask` is called very often and from every thread of the work, so it should return `false` quickly.
    pub fn asking(ask: fn() -> bool) -> Self {
        Self { ask: Some(ask), ..Self::default() }
    }

    /// The same flag with a time limit, counted from now, for all work that holds it; an earlier limit of `self` stays.
    /// A [`Budget`] bounds one question; this bounds many of them together.
    #[must_use]
    pub fn within(mut self, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        self.until = [self.until, until].into_iter().flatten().min();
        self
    }

    /// Requests all work that holds this flag to stop soon.
    pub fn cancel(&self) {
        let _ = self.flag.compare_exchange(GO_ON, STOP, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether a stop was requested. Called by workers: a worker that gets `true` is about to stop.
    pub fn is_cancelled(&self) -> bool {
        let flag = self.flag.load(Ordering::Relaxed);
        if flag == STOP {
            self.flag.store(SEEN, Ordering::Relaxed);
        }
        flag != GO_ON
    }

    /// Whether a worker has noticed the request to stop. If so, it only has to save and report, however long that
    /// takes; if not, it may be work that never checks the flag.
    pub fn is_seen(&self) -> bool {
        self.flag.load(Ordering::Relaxed) == SEEN
    }

    /// Fails if work must stop. Calls the callback, if the flag has one.
    ///
    /// # Errors
    /// `interrupted`, and `time-limit` where the time is up.
    pub fn check(&self) -> Result<()> {
        if self.ask.is_some_and(|ask| ask()) {
            self.cancel();
        }
        if self.is_cancelled() {
            return Err(Error::limit("error.interrupted"));
        }
        match self.until {
            Some((moment, time)) if Instant::now() >= moment => Err(time_is_up(time)),
            _ => Ok(()),
        }
    }

    /// Whether the work failed with `error` because it was stopped, and not because of its input.
    pub fn has_caused(&self, error: &Error) -> bool {
        match error.condition() {
            Some(Condition::Interrupted) => true,
            Some(Condition::TimeLimit) => self.check().is_err(),
            _ => false,
        }
    }
}

fn time_is_up(time: Duration) -> Error {
    Error::limit("error.time-limit").with("time", format!("{time:?}"))
}

/// Counts work against [`Limits`]; cheap enough for the innermost loop of a search.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
    /// Set when other threads have done the work.
    done: Option<Arc<AtomicBool>>,
    steps: Cell<u64>,
    memory: Cell<u64>,
    progress: Option<fn(u64)>,
    next_report: Cell<Option<Instant>>,
    /// Whether search is off: positions other than the one in question must not be examined.
    only_known: bool,
}

/// The limits, deadline and cancel flag of a [`Budget`], to pass to other threads.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
}

impl Clock {
    /// A budget with the same limits and deadline, which counts its own work and memory.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::new(Limits { time: None, ..self.limits });
        (budget.limits, budget.deadline) = (self.limits, self.deadline);
        budget.cancel.clone_from(&self.cancel);
        budget
    }

    /// A budget for a thread that helps another one, with `memory` bytes of its own: it ends as soon as `done` is set.
    pub(crate) fn helper(&self, memory: u64, done: Arc<AtomicBool>) -> Budget {
        let mut budget = self.budget();
        budget.limits.memory = memory;
        budget.done = Some(done);
        budget
    }
}

/// Time between two progress reports, and before the first.
const BETWEEN_REPORTS: Duration = Duration::from_millis(500);

impl Budget {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Self {
        let deadline = limits.time.and_then(|t| Instant::now().checked_add(t));
        Self {
            limits,
            deadline,
            cancel: None,
            done: None,
            steps: Cell::new(0),
            memory: Cell::new(0),
            progress: None,
            next_report: Cell::new(None),
            only_known: false,
        }
    }

    /// Adds a flag that stops the work; it is checked whenever the clock is.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Sets whether only results known by a theorem are wanted.
    #[must_use]
    pub fn with_only_known(mut self, only_known: bool) -> Self {
        self.only_known = only_known;
        self
    }

    /// Fails if only known results are wanted, so that other positions must not be searched.
    pub fn allow_search(&self) -> Result<()> {
        if self.only_known { Err(Error::limit("error.only-known")) } else { Ok(()) }
    }

    /// Calls `report` about twice a second during a search with the number of positions solved so far.
    #[must_use]
    pub fn with_progress(mut self, report: Option<fn(u64)>) -> Self {
        self.progress = report;
        self.next_report = Cell::new(report.and(Instant::now().checked_add(BETWEEN_REPORTS)));
        self
    }

    /// Reports progress if a callback is set and the last report is long enough ago.
    pub fn progress(&self, positions: u64) {
        if let (Some(report), Some(next)) = (self.progress, self.next_report.get()) {
            let now = Instant::now();
            if now >= next {
                report(positions);
                self.next_report.set(now.checked_add(BETWEEN_REPORTS));
            }
        }
    }

    /// Counts one unit of work; checks the clock every 4096 units.
    pub fn step(&self) -> Result<()> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps.is_multiple_of(4096) { self.check_time() } else { Ok(()) }
    }

    /// Fails if the time is up or the work was cancelled.
    pub fn check_time(&self) -> Result<()> {
        if let Some(cancel) = &self.cancel {
            cancel.check()?;
        }
        if self.done.as_ref().is_some_and(|done| done.load(Ordering::Relaxed)) {
            return Err(Error::limit("error.interrupted"));
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(time_is_up(self.limits.time.unwrap_or_default()))
            }
            _ => Ok(()),
        }
    }

    /// Counts `steps` units of work.
    pub fn spend(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// A budget for a side attempt: `memory` bytes of its own, not charged here, and the same deadline.
    #[must_use]
    pub fn part(&self, memory: u64) -> Self {
        let mut part = self.clock().budget();
        part.limits.memory = memory;
        part
    }

    /// A budget that ends after `part` of `of` equal parts of the remaining time; later work has the rest. The caller
    /// must charge the memory that it reserves.
    #[must_use]
    pub fn early(&self, part: u32, of: u32) -> Self {
        let mut early = self.clock().budget();
        let now = Instant::now();
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        let share = left.map(|left| left.checked_mul(part).map_or(left, |parts| parts / of.max(1)));
        early.deadline = share.and_then(|share| now.checked_add(share)).or(self.deadline);
        early
    }

    /// The deadline and limits, to pass to other threads.
    pub fn clock(&self) -> Clock {
        Clock { limits: self.limits, deadline: self.deadline, cancel: self.cancel.clone() }
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Reserves `bytes` before they are allocated; fails if the limit would be exceeded.
    pub fn reserve(&self, bytes: u64) -> Result<()> {
        self.reserve_each(1, bytes)
    }

    /// Returns `bytes`, or an error if the limit is less. For memory kept from one question to the next.
    pub fn holds(&self, bytes: u64) -> Result<u64> {
        self.fits(bytes.into())
    }

    /// Reserves `count` items of `bytes` each, with the exact product: it fails also where that exceeds a machine word.
    pub fn reserve_each(&self, count: usize, bytes: u64) -> Result<()> {
        let more = (count as u128).saturating_mul(bytes.into());
        self.memory.set(self.fits(more.saturating_add(self.memory.get().into()))?);
        Ok(())
    }

    /// Returns `bytes`, which may be more than any limit, or an error if the limit is less.
    fn fits(&self, bytes: u128) -> Result<u64> {
        let limit = self.limits.memory;
        u64::try_from(bytes).ok().filter(|bytes| *bytes <= limit).ok_or_else(|| {
            let [needed, limit] = apart(bytes, limit.into());
            Error::limit("error.memory-limit").with("needed", needed).with("limit", limit)
        })
    }

    /// Releases `bytes`.
    pub fn release(&self, bytes: u64) {
        self.memory.set(self.memory.get().saturating_sub(bytes));
    }

    /// Number of bytes reserved at present.
    pub fn reserved(&self) -> u64 {
        self.memory.get()
    }

    /// The limits that this budget enforces.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Number of units of work so far.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

/// `4.0 GiB` and the like, rounded up to a tenth; from 1024 `YiB` on a power of ten such as `10^30 B`, rounded down.
pub fn readable_bytes(bytes: impl Into<u128>) -> String {
    const UNITS: [&str; 8] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
    let bytes = bytes.into();
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut unit = 0;
    let mut size = 1024u128;
    while unit + 1 < UNITS.len() && bytes / size >= 1024 {
        size *= 1024;
        unit += 1;
    }
    if bytes / size >= 1024 {
        // Beyond the largest unit the power of ten is easier to read.
        return format!("10^{} B", bytes.ilog10());
    }
    let tenths = bytes.saturating_mul(10).div_ceil(size);
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// Two different sizes as texts that differ.
fn apart(a: u128, b: u128) -> [String; 2] {
    let rounded = [a, b].map(readable_bytes);
    if rounded[0] == rounded[1] { [a, b].map(|bytes| format!("{bytes} B")) } else { rounded }
}

/// Reads a number of bytes: `4GiB`, `512MB`, `1024`; whole numbers only.
pub fn read_bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return None,
    };
    number.checked_mul(unit)
}

/// Reads a duration: `30s`, `500ms`, `10min`, `2h`; a bare number is seconds.
pub fn read_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    match text[digits..].trim().to_ascii_lowercase().as_str() {
        "ms" => Some(Duration::from_millis(number)),
        "" | "s" => Some(Duration::from_secs(number)),
        "m" | "min" => number.checked_mul(60).map(Duration::from_secs),
        "h" => number.checked_mul(3600).map(Duration::from_secs),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let budget = Budget::new(Limits { memory: 1000, time: None, threads: 0 });
        budget.reserve(900).unwrap();
        assert_eq!(budget.reserve(200).unwrap_err().kind(), ErrorKind::Limit);
        budget.release(900);
        budget.reserve(1000).unwrap();
    }

    #[test]
    fn products_beyond_a_word_are_refused_at_every_limit() {
        let budget = Budget::new(Limits { memory: u64::MAX, time: None, threads: 0 });
        assert!(budget.reserve_each(1 << 62, 1 << 3).is_err());
        assert!(budget.reserve_each(1 << 32, 1 << 32).is_err());
        budget.reserve_each(1 << 31, 1 << 32).unwrap();
        assert!(budget.reserve_each(1, 1 << 63).is_err());
        assert_eq!(budget.reserved(), 1 << 63);
    }

    #[test]
    fn what_is_needed_never_looks_like_the_limit() {
        let refusal_of = |memory, bytes| {
            let budget = Budget::new(Limits { memory, time: None, threads: 0 });
            budget.reserve(bytes).unwrap_err().to_string()
        };
        assert!(
            refusal_of(100_000_000, 100_000_001)
                .contains("needs 100000001 B of memory, and the limit is 100000000 B:")
        );
        assert!(
            refusal_of(100_000_000, 200_000_000)
                .contains("needs 190.8 MiB of memory, and the limit is 95.4 MiB:")
        );
    }

    #[test]
    fn a_cancelled_budget_stops_work() {
        let cancel = Cancel::default();
        let budget = Budget::default().with_cancel(cancel.clone());
        budget.check_time().unwrap();
        cancel.cancel();
        assert!(!cancel.is_seen(), "nobody has looked");
        assert_eq!(budget.check_time().unwrap_err().code(), "interrupted");
        cancel.cancel();
        assert!(cancel.is_seen() && cancel.is_cancelled());
        assert!((0..5000).any(|_| budget.step().is_err()));
    }

    #[test]
    fn a_flag_that_asks_is_set_by_the_answer() {
        let never = Budget::default().with_cancel(Cancel::asking(|| false));
        never.check_time().unwrap();
        let cancel = Cancel::asking(|| true);
        assert!(!cancel.is_cancelled());
        let budget = Budget::default().with_cancel(cancel.clone());
        assert_eq!(budget.check_time().unwrap_err().code(), "interrupted");
        assert!(cancel.is_cancelled());
    }

    #[test]
    fn many_questions_end_at_one_moment() {
        let none = Budget::default().with_cancel(Cancel::default().within(None));
        none.check_time().unwrap();
        let flag = Cancel::default();
        let past = flag.clone().within(Some(Duration::ZERO));
        let ended = Budget::default().with_cancel(past.clone()).check_time().unwrap_err();
        assert_eq!((ended.code(), past.has_caused(&ended)), ("time-limit", true));
        // The time limit of one question is separate from the flag, and the clock does not set the flag.
        assert!(!flag.has_caused(&ended) && !flag.is_cancelled());
        flag.cancel();
        assert_eq!(past.check().unwrap_err().code(), "interrupted");
        assert!(!past.has_caused(&Error::input("error.empty-line")));
    }

    #[test]
    fn an_early_budget_ends_within_the_whole() {
        let time = Some(Duration::from_secs(1000));
        let whole = Budget::new(Limits { time, ..Limits::default() });
        let ends =
            |budget: &Budget| budget.deadline().unwrap().saturating_duration_since(Instant::now()).as_secs();
        let half = whole.early(1, 2);
        assert!(ends(&half) <= 500 && ends(&half.early(1, 2)) <= 250 && ends(&whole) > 500);
        let ended = Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }).early(1, 2);
        assert_eq!(ended.check_time().unwrap_err().code(), "time-limit");
        assert!(Budget::default().early(1, 2).deadline().is_none());
    }

    #[test]
    fn sizes_are_readable() {
        assert_eq!(readable_bytes(10u64), "10 B");
        assert_eq!(readable_bytes(4u64 << 30), "4.0 GiB");
        assert_eq!(readable_bytes(u64::MAX), "16.0 EiB");
        assert_eq!(readable_bytes(1u128 << 100), "10^30 B");
    }

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(read_bytes("4GiB"), Some(4 << 30));
        assert_eq!(read_bytes("100 MB"), Some(100_000_000));
        assert_eq!(read_bytes("4 cats"), None);
        assert_eq!(read_bytes("99999999999TiB"), None);
        assert_eq!(read_duration("30s"), Some(Duration::from_secs(30)));
        assert_eq!(read_duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(read_duration("soon"), None);
    }
}
