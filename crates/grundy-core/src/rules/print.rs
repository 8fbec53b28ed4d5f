//! Prints rules in canonical spelling; parsing it gives the same normal form.

use std::fmt;

use dashu_int::UBig;

use super::{Likeness, MoveRule, Order, Parts, PutBack, Rules, Settings, Source};

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rule) in self.moves.iter().enumerate() {
            if index > 0 {
                f.write_str(" or ")?;
            }
            write!(f, "{rule}")?;
        }
        write!(f, "{}", self.settings)
    }
}

impl fmt::Display for MoveRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take { source: Source::One, parts, amounts } if amounts.is_zero() => {
                write!(f, "split into {parts}")
            }
            Self::Take { source, parts, amounts } => {
                write!(f, "take {amounts}{source}")?;
                if *parts == Parts::together() { Ok(()) } else { write!(f, " leaving {parts}") }
            }
            Self::Discard { heaps, then } => {
                write!(f, "discard {heaps} {} then {then}", heap_word(*heaps))
            }
            Self::Step { amounts, far } => {
                // `2.. 1 step` would parse as a range from 2 to 1.
                let text = amounts.to_string();
                let text = if text.ends_with("..") && !far { format!("({text})") } else { text };
                let reach = if *far { "any steps" } else { "1 step" };
                write!(f, "move {text} {reach} down")
            }
            Self::Carry { amounts, distance, sum } => {
                write!(f, "move {amounts} to a lower heap")?;
                if !distance.is_any() {
                    write!(f, " at distance {distance}")?;
                }
                if sum.is_any() { Ok(()) } else { write!(f, " with sum {sum}") }
            }
            Self::Remake(remake) => remake.fmt(f),
            Self::Multiply(amounts) => write!(f, "multiply {amounts}"),
        }
    }
}

fn heap_word(count: u64) -> &'static str {
    if count == 1 { "heap" } else { "heaps" }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => Ok(()),
            Self::Max => f.write_str(" from max heap"),
            Self::Min => f.write_str(" from min heap"),
            Self::Same(k) => write!(f, " from {k} heaps"),
            Self::SameUpTo(k) => write!(f, " from up to {k} heaps"),
            Self::Free(k) => write!(f, " from {k} heaps freely"),
            Self::FreeUpTo(k) => write!(f, " from up to {k} heaps freely"),
            Self::Within(k, d) => write!(f, " from {k} heaps within {d}"),
            Self::All => f.write_str(" from all heaps"),
            Self::Nonempty => f.write_str(" from nonempty heaps"),
        }
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.counts.iter().map(u32::to_string).collect();
        f.write_str(&counts.join(", "))?;
        f.write_str(match self.likeness {
            Likeness::Free => "",
            Likeness::Unequal => " unequal",
            Likeness::Equal => " equal",
        })?;
        f.write_str(if self.counts.iter().eq([&1]) { " heap" } else { " heaps" })
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = &self.first {
            write!(f, "; first {first}")?;
        }
        if self.most {
            f.write_str("; win most")?;
        }
        match self.order {
            Some(Order::Finish) => f.write_str("; heaps in order")?,
            Some(Order::Descending) => f.write_str("; heaps descending")?,
            None => {}
        }
        if let Some(goal) = &self.goal {
            let at_least = if goal.may_pass { "at least " } else { "" };
            write!(f, "; to {at_least}{}", goal.target)?;
        }
        if let Some(mark) = self.marks {
            write!(f, "; {}", mark.setting())?;
        }
        if !self.seats.is_empty() {
            let seats: Vec<String> = self.seats.iter().map(UBig::to_string).collect();
            write!(f, "; seats {}", seats.join(", "))?;
        }
        if self.passes != UBig::ZERO {
            let times = if self.passes == UBig::ONE { "time" } else { "times" };
            write!(f, "; pass {} {times}", self.passes)?;
        }
        if let Some(PutBack { amounts, times }) = &self.put_back {
            let word = if *times == UBig::ONE { "time" } else { "times" };
            write!(f, "; put back {amounts} up to {times} {word}")?;
        }
        if let Some(once) = self.once {
            write!(f, "; {}", once.setting())?;
        }
        Ok(())
    }
}
