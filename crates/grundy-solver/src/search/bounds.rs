//! How large the numbers of a game can become from one position on.

use grundy_core::position::{Position, State};
use grundy_core::rules::{Mark, MoveRule, Rules, Source};

use super::halt::{Flow, Halt, rules_of};
use super::words::{CLOSED, ENTRIES, FROM, LAST, MOST, PASSES, Words, remembered};

/// Bounds of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The greatest size each heap can reach, heap by heap; `None` if the number of heaps can grow or a total
    /// goes up.
    pub(super) heaps: Option<Vec<u64>>,
    /// Number of values that each entry of the history can have.
    pub(super) past: [u64; ENTRIES],
    /// The greatest amount of a move that can matter.
    pub(super) most: u64,
    /// Upper bound on the moves of a play, and on the stones taken in it.
    pub(super) longest: u64,
    pub(super) sorted: bool,
    pub(super) drops_zeros: bool,
}

impl Bounds {
    pub(super) fn new(rules: &Rules, state: &State, words: &Words) -> Flow<Self> {
        let race = rules.goal().is_some();
        let marks = rules.settings().marks;
        let sizes: Vec<u64> = words.heaps.iter().map(|heap| heap >> u32::from(marks.is_some())).collect();
        let total: u64 = sizes.iter().sum();
        let greatest = sizes.iter().copied().max().unwrap_or(0);
        let steps =
            rules.moves().iter().any(|rule| matches!(rule, MoveRule::Step { .. } | MoveRule::Carry { .. }));
        let splits = rules.moves().iter().any(splits);
        let longest = if let Some(goal) = rules.goal() {
            u64::try_from(&goal.target).map_err(|_| Halt::Unfit)?
        } else if steps {
            sizes.iter().zip(1..).map(|(size, steps)| size.saturating_mul(steps)).fold(0, u64::saturating_add)
        } else {
            total * (1 + u64::from(splits))
        };
        // Each heap may be opened before, and each pass comes on top.
        let opened = if marks == Some(Mark::Open) { sizes.len() as u64 } else { 0 };
        let longest = longest.saturating_add(opened).saturating_add(words.past[PASSES]);
        if longest >= MOST {
            return Err(Halt::Unfit);
        }
        let most = if steps { total } else { greatest };
        let one = rules.moves().iter().all(touches_one);
        let mut past = [1; ENTRIES];
        let uses = remembered(rules);
        let begun = greatest.max(words.past[FROM]).max(words.past[CLOSED]) + 2;
        let counts = [
            words.past[LAST].max(if one { most } else { total } + 1) + 1,
            state.heaps.len() as u64 + 1,
            begun,
            begun,
            rules.settings().seats.len() as u64,
            words.past[PASSES] + 1,
        ];
        for ((count, most), used) in past.iter_mut().zip(counts).zip(uses) {
            if used {
                *count = most;
            }
        }
        let heaps = if race || splits {
            None
        } else if steps {
            let mut above = total;
            let suffix = sizes.iter().map(|size| {
                let bound = above;
                above -= size;
                bound
            });
            Some(suffix.collect())
        } else {
            // With marks too, no move makes the word of a heap larger.
            Some(words.heaps.clone())
        };
        let sorted = !rules.is_ordered() && !race;
        Ok(Self { heaps, past, most, longest, sorted, drops_zeros: sorted && rules.changes_heap_count() })
    }

    /// The bounds of every component.
    pub(super) fn of(position: &Position, words: &[Words]) -> Flow<Vec<Self>> {
        let parts = position.components().iter().zip(words);
        parts.map(|(component, words)| Self::new(rules_of(component)?, &component.state, words)).collect()
    }

    /// Whether the other bounds are within these.
    pub(super) fn hold(&self, other: &Self) -> bool {
        let heaps = match (&self.heaps, &other.heaps) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => {
                let missing = ours.len().checked_sub(theirs.len());
                missing.is_some_and(|missing| {
                    (missing == 0 || self.drops_zeros)
                        && ours[missing..].iter().zip(theirs).all(|(ours, theirs)| theirs <= ours)
                })
            }
            _ => false,
        };
        heaps
            && self.past.iter().zip(&other.past).all(|(ours, theirs)| theirs <= ours)
            && other.most <= self.most
            && other.longest <= self.longest
    }

    /// Bounds with room for somewhat larger positions of the same form.
    pub(super) fn roomier(&self) -> Self {
        let up = |n: u64| n.next_power_of_two().max(n + n / 8);
        let mut roomier = self.clone();
        if let Some(heaps) = &mut roomier.heaps {
            let greatest = heaps.last().copied().unwrap_or(0);
            for heap in heaps.iter_mut() {
                // Unordered heaps are interchangeable: each may be as large as any.
                *heap = if self.sorted { up(greatest) } else { up(*heap) };
            }
            let past = |count: u64| if count > 1 { up(count) } else { 1 };
            roomier.past = self.past.map(past);
        }
        roomier.most = up(self.most);
        roomier.longest = up(self.longest).saturating_mul(2);
        roomier
    }
}

fn splits(rule: &MoveRule) -> bool {
    match rule {
        MoveRule::Take { parts, .. } => parts.splits(),
        MoveRule::Discard { then, .. } => splits(then),
        // Remakes are left to the plain search before bounds matter.
        MoveRule::Step { .. } | MoveRule::Carry { .. } | MoveRule::Remake(_) | MoveRule::Multiply(_) => false,
    }
}

fn touches_one(rule: &MoveRule) -> bool {
    match rule {
        MoveRule::Take { source, .. } => matches!(source, Source::One | Source::Max | Source::Min),
        MoveRule::Discard { then, .. } => touches_one(then),
        MoveRule::Step { .. } | MoveRule::Carry { .. } | MoveRule::Multiply(_) => true,
        MoveRule::Remake(_) => false,
    }
}
