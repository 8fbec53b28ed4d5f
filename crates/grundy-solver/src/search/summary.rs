//! A verdict computed from those of the options, by the definitions.

use super::verdicts::{Asked, Verdict};

/// The values seen among the options: a stamp each, so that nothing is cleared.
#[derive(Debug, Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

/// A verdict being computed from those of the options, by the definitions.
pub(super) struct Summary<'a> {
    marks: &'a mut Marks,
    options: bool,
    quickest: u32,
    slowest: u32,
    margin: Option<i32>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(marks: &'a mut Marks) -> Self {
        marks.now = marks.now.wrapping_add(1);
        if marks.now == 0 {
            marks.stamps.fill(0);
            marks.now = 1;
        }
        Self { marks, options: false, quickest: u32::MAX, slowest: 0, margin: None }
    }

    #[inline]
    pub(super) fn add(&mut self, option: Verdict, stones: i32, misere: bool) {
        self.options = true;
        if option.wins {
            self.slowest = self.slowest.max(option.remoteness);
        } else {
            self.quickest = self.quickest.min(option.remoteness);
        }
        let value = option.value as usize;
        if value >= self.marks.stamps.len() {
            self.marks.stamps.resize(value + 1, 0);
        }
        self.marks.stamps[value] = self.marks.now;
        let margin = stones - option.margin;
        self.margin = Some(match self.margin {
            None => margin,
            Some(best) if misere => best.min(margin),
            Some(best) => best.max(margin),
        });
    }

    pub(super) fn verdict(self, asked: Asked, misere: bool) -> Verdict {
        let value = |marks: &Marks| {
            let seen = marks.stamps.iter().take_while(|stamp| **stamp == marks.now).count();
            u32::try_from(seen).unwrap_or(u32::MAX)
        };
        match asked {
            Asked::Margin => {
                Verdict { wins: false, remoteness: 0, value: 0, margin: self.margin.unwrap_or(0) }
            }
            _ if !self.options => Verdict { wins: misere, remoteness: 0, value: 0, margin: 0 },
            _ => {
                let wins = self.quickest < u32::MAX;
                let remoteness = 1 + if wins { self.quickest } else { self.slowest };
                let value = if misere { 0 } else { value(self.marks) };
                Verdict { wins, remoteness, value, margin: 0 }
            }
        }
    }
}
