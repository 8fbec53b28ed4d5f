//! The cost of a run, estimated from the values computed so far. It is shown to users and decides only when
//! to report it.

use std::time::Duration;

use dashu_int::UBig;

use grundy_core::error::Error;
use grundy_core::limits::readable_bytes;
use grundy_core::text::Message;

/// The growth of the work with the number of values.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// The number of values so far, and how many of them this run computed.
    made: usize,
    own: usize,
    /// Time and effort so far.
    spent: Duration,
    effort: u64,
    /// The number of values and the effort when about half of the values were computed.
    half: (usize, u64),
    next_half: usize,
    /// Values and time of the latest slices; older slices fade.
    recent: (u64, Duration),
}

/// Older slices are weighed down once they cover more than this time.
const FADING: Duration = Duration::from_secs(1);
/// Below this time no estimate is made.
const LEAST: Duration = Duration::from_millis(1);

/// The resources needed for the values up to some heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes, if known.
    pub memory: Option<UBig>,
    /// Seconds, if enough values were computed for an estimate.
    pub seconds: Option<UBig>,
}

impl Growth {
    /// Records that `new` more values, `made` in total, took the time `took`; `effort` is the total so far.
    pub(super) fn note(&mut self, made: usize, new: usize, took: Duration, effort: u64) {
        if made >= self.next_half {
            self.half = (self.made, self.effort);
            self.next_half = made.saturating_mul(2);
        }
        self.made = made;
        self.own += new;
        self.spent += took;
        self.effort = effort;
        if self.recent.1 > FADING {
            self.recent = (self.recent.0 / 2, self.recent.1 / 2);
        }
        self.recent.0 += new as u64;
        self.recent.1 += took;
    }

    /// The recent rate, in values per second.
    pub(super) fn rate(&self) -> u64 {
        let micros = self.recent.1.as_micros();
        let rate = u128::from(self.recent.0) * 1_000_000 / micros.max(1);
        if micros == 0 { 0 } else { u64::try_from(rate).unwrap_or(u64::MAX) }
    }

    /// Whether the cost of a value grows with the heap. Doubling the number of values then costs more than
    /// about three times the effort.
    fn is_quadratic(&self) -> bool {
        let (made, effort) = self.half;
        let (all, spent) = (self.made as u128, u128::from(self.effort));
        // Effort per value has grown by half as much as the number of values or more.
        made > 0
            && spent * (made as u128) * 2
                > u128::from(effort) * all * 2 + u128::from(effort) * (all - made as u128)
    }

    /// The cost of the values below `length`; `bytes` is the memory they need in total.
    pub(super) fn estimate(&self, length: &UBig, bytes: Option<u64>) -> Estimate {
        let memory = bytes.map(|bytes| match u64::try_from(length) {
            Ok(_) => UBig::from(bytes),
            // More values than a machine word can count: in proportion to the most it can.
            Err(_) => UBig::from(bytes) * length / UBig::from(u64::MAX),
        });
        let seconds = (self.spent >= LEAST && self.own > 0).then(|| {
            let micros = UBig::from(self.spent.as_micros()) * length;
            let micros = if self.is_quadratic() {
                let (all, taken_over) = (UBig::from(self.made), UBig::from(self.made - self.own));
                micros * length / (&all * &all - &taken_over * &taken_over)
            } else {
                micros / UBig::from(self.own)
            };
            micros / UBig::from(1_000_000u32)
        });
        Estimate { memory, seconds }
    }
}

impl Estimate {
    /// The error for values that exceed the memory limit.
    pub(super) fn refusal(&self, limit: u64) -> Error {
        let limit = readable_bytes(limit);
        let Some(memory) = &self.memory else { return Error::limit("error.heap-too-large") };
        let memory = match u64::try_from(memory) {
            Ok(bytes) => readable_bytes(bytes),
            Err(_) => format!("{} EiB", memory >> 60),
        };
        let time = match &self.seconds {
            Some(seconds) => readable_time(seconds),
            None => Message::new("time.unknown"),
        };
        Error::limit("error.values-too-many").with("memory", memory).with("time", time).with("limit", limit)
    }
}

/// A time in words, such as `5 min`, rounded down, in the largest unit of which it has at least two.
pub fn readable_time(seconds: &UBig) -> Message {
    let in_units = |unit: u32| seconds / UBig::from(unit);
    if *seconds < UBig::from(120u8) {
        Message::new("time.seconds").with("count", seconds)
    } else if *seconds < UBig::from(7200u32) {
        Message::new("time.minutes").with("count", in_units(60))
    } else if *seconds < UBig::from(172_800u32) {
        Message::new("time.hours").with("count", in_units(3600))
    } else if *seconds < UBig::from(63_072_000u32) {
        Message::new("time.days").with("count", in_units(86_400))
    } else {
        Message::new("time.years").with("count", in_units(31_536_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::text::Lang;

    /// Work that grows with the number of values to some power.
    fn growth(power: u32) -> Growth {
        let mut growth = Growth::default();
        let mut made = 64;
        while made <= 1 << 16 {
            let effort = (made as u64).pow(power);
            let took = Duration::from_micros(effort - growth.effort);
            growth.note(made, made - growth.made, took, effort);
            made += made / 4;
        }
        growth
    }

    #[test]
    fn time_grows_as_it_did() {
        for power in [1, 2] {
            let seconds = growth(power).estimate(&UBig::from(10_000_000u32), Some(4)).seconds.unwrap();
            let exact = UBig::from(10_000_000u64.pow(power) / 1_000_000);
            assert!(
                seconds >= &exact * 9u8 / UBig::from(10u8) && seconds <= &exact * 11u8 / UBig::from(10u8),
                "{power} {seconds}"
            );
        }
    }

    #[test]
    fn times_are_readable() {
        let text = |seconds: u64| readable_time(&UBig::from(seconds)).render(Lang::En);
        assert_eq!(
            [0, 119, 120, 7200, 172_800, 63_072_000].map(text),
            ["0 s", "119 s", "2 min", "2 h", "2 days", "2 years"]
        );
    }
}
