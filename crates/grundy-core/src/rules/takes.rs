//! The normal form of moves: those of the same shape are joined into one.
//!
//! Takes from one heap are first split into pairs "amount k may leave c heaps", joined, and then regrouped so that
//! amounts with the same possibilities share a move. `take 1 or take 1, 2 leaving 0, 1, 2 heaps` and `take 1, 2 leaving
//! 0, 1, 2 heaps` have the same normal form. Takes from several heaps are joined if only the amounts differ and the
//! union allows no new combination of amounts. `up to k heaps` is spelled out for small k, so that `take any from up to
//! 2 heaps` is Wythoff's game.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;

use super::{Amounts, Expr, Likeness, MoveRule, Parts, Remake, Source, Span, Var};
use crate::error::{Error, Result};

/// The largest k for which `from up to k heaps` is spelled out.
const SPELLED_OUT: u64 = 16;

/// Maximum number of sets among which subsets are searched, which takes quadratic time.
const COMPARED: usize = 256;

/// One possibility for the rest of a heap: the number of heaps, and how they compare.
type Leaving = (u32, Likeness);

#[derive(Default)]
struct Joined {
    has_first: bool,
    /// Takes from one heap, by source and possibility.
    single: BTreeMap<Source, BTreeMap<Leaving, Vec<Amounts>>>,
    /// Takes from several heaps, by source and parts.
    several: BTreeMap<(Source, Parts), Vec<Amounts>>,
    /// Steps, single or any number.
    steps: BTreeMap<bool, Vec<Amounts>>,
    /// Steps to lower heaps, by differences and sums of their numbers.
    carries: BTreeMap<(Amounts, Amounts), Vec<Amounts>>,
    multiply: Vec<Amounts>,
    /// Replacements, by sizes of old and new heaps and by likeness: the numbers of new heaps.
    replaced: BTreeMap<(Amounts, Amounts, Likeness), BTreeSet<u32>>,
    /// Divisions, by sizes of the heap.
    divided: BTreeMap<Amounts, Vec<Amounts>>,
    reduced: Vec<Amounts>,
    merged: BTreeSet<u64>,
    spread: Vec<Amounts>,
    /// Moves by the number of discards before them.
    discards: BTreeMap<u64, Vec<MoveRule>>,
}

/// The moves in normal form; `has_first` if the first move has its own amounts.
pub(super) fn normal_form(moves: Vec<MoveRule>, has_first: bool) -> Result<Vec<MoveRule>> {
    let mut joined = Joined { has_first, ..Joined::default() };
    for rule in moves {
        joined.add(rule, 0)?;
    }
    joined.into_moves()
}

impl Joined {
    fn add(&mut self, rule: MoveRule, discarded: u64) -> Result<()> {
        if matches!(rule, MoveRule::Discard { heaps: 0, .. }) {
            return Err(Error::input("error.no-heaps"));
        }
        if discarded > 0 {
            match rule {
                MoveRule::Discard { heaps, then } => {
                    return self.add(*then, discarded.saturating_add(heaps));
                }
                other => {
                    self.discards.entry(discarded).or_default().push(other);
                    return Ok(());
                }
            }
        }
        match rule {
            MoveRule::Discard { heaps, then } => self.add(*then, heaps)?,
            MoveRule::Step { amounts, far } => {
                refuse_empty(&amounts, "move")?;
                self.steps.entry(far).or_default().push(amounts);
            }
            MoveRule::Carry { amounts, distance, sum } => {
                for set in [&amounts, &distance, &sum] {
                    refuse_empty(set, "move")?;
                }
                if distance.is_any() && sum.is_any() {
                    self.steps.entry(true).or_default().push(amounts);
                } else {
                    self.carries.entry((distance, sum)).or_default().push(amounts);
                }
            }
            MoveRule::Remake(remake) => {
                remake.check()?;
                self.add_remake(remake);
            }
            MoveRule::Multiply(amounts) => {
                refuse_empty(&amounts, "multiply")?;
                self.multiply.push(amounts);
            }
            MoveRule::Take { source, parts, amounts } => {
                refuse_empty(&amounts, "take")?;
                self.add_take(source, parts, amounts);
            }
        }
        Ok(())
    }

    fn add_remake(&mut self, remake: Remake) {
        match remake {
            Remake::Replace { heap, parts, sizes } => {
                let Parts { counts, likeness } = parts.simplified();
                self.replaced.entry((heap, sizes, likeness)).or_default().extend(counts);
            }
            Remake::Divide { heap, into } => self.divided.entry(heap).or_default().push(into),
            Remake::Reduce(by) => self.reduced.push(by),
            Remake::Merge(heaps) => {
                self.merged.insert(heaps);
            }
            Remake::Spread(amounts) => self.spread.push(amounts),
        }
    }

    fn add_take(&mut self, source: Source, parts: Parts, amounts: Amounts) {
        match simplified(source) {
            source @ (Source::One | Source::Max | Source::Min) => self.add_single(source, &parts, &amounts),
            Source::SameUpTo(k) if (1..=SPELLED_OUT).contains(&k) => {
                self.add_single(Source::One, &parts, &amounts);
                for exact in 2..=k {
                    self.add_several(Source::Same(exact), parts.clone(), amounts.clone());
                }
            }
            Source::FreeUpTo(k) if (1..=SPELLED_OUT).contains(&k) => {
                self.add_single(Source::One, &parts, &amounts);
                for exact in 2..=k {
                    self.add_several(Source::Free(exact), parts.clone(), amounts.clone());
                }
            }
            source => self.add_several(source, parts, amounts),
        }
    }

    fn add_single(&mut self, source: Source, parts: &Parts, amounts: &Amounts) {
        let by_leaving = self.single.entry(source).or_default();
        for &count in &parts.counts {
            let likeness = if count < 2 { Likeness::Free } else { parts.likeness };
            by_leaving.entry((count, likeness)).or_default().push(amounts.clone());
        }
    }

    fn add_several(&mut self, source: Source, mut parts: Parts, amounts: Amounts) {
        if !parts.splits() {
            parts.likeness = Likeness::Free;
        }
        self.several.entry((source, parts)).or_default().push(amounts);
    }

    fn into_moves(self) -> Result<Vec<MoveRule>> {
        let mut single: BTreeMap<Source, BTreeMap<Leaving, Amounts>> =
            self.single.into_iter().map(|(source, by_leaving)| (source, united(by_leaving))).collect();
        let mut several =
            joined_alike(if self.has_first { self.several } else { same_where_free(self.several) });
        fold_free(&mut single, &mut several);
        let mut moves = Vec::new();
        single.retain(|_, by_leaving| !by_leaving.is_empty());
        for (source, by_leaving) in single {
            moves.extend(regrouped(&by_leaving).into_iter().map(|(parts, amounts)| MoveRule::Take {
                source: source.clone(),
                parts,
                amounts,
            }));
        }
        for ((source, parts), sets) in several {
            let take = |amounts| MoveRule::Take { source: source.clone(), parts: parts.clone(), amounts };
            moves.extend(sets.into_iter().map(take));
        }
        let steps = united(self.steps);
        moves.extend(steps.into_iter().map(|(far, amounts)| MoveRule::Step { amounts, far }));
        let carries = united(self.carries).into_iter();
        moves.extend(carries.map(|((distance, sum), amounts)| MoveRule::Carry { amounts, distance, sum }));
        let replaced = self.replaced.into_iter().map(|((heap, sizes, likeness), counts)| {
            let parts = Parts { counts, likeness }.simplified();
            Remake::Replace { heap, parts, sizes }
        });
        let divided = united(self.divided).into_iter().map(|(heap, into)| Remake::Divide { heap, into });
        let all = |sets: Vec<Amounts>| (!sets.is_empty()).then(|| Amounts::union_of(sets));
        let remakes = replaced
            .chain(divided)
            .chain(all(self.reduced).map(Remake::Reduce))
            .chain(self.merged.into_iter().map(Remake::Merge))
            .chain(all(self.spread).map(Remake::Spread));
        moves.extend(remakes.map(MoveRule::Remake));
        if !self.multiply.is_empty() {
            moves.push(MoveRule::Multiply(Amounts::union_of(self.multiply)));
        }
        for (heaps, inner) in self.discards {
            let inner = normal_form(inner, self.has_first)?.into_iter();
            moves.extend(inner.map(|then| MoveRule::Discard { heaps, then: Box::new(then) }));
        }
        moves.sort_by_cached_key(sort_key);
        Ok(moves)
    }
}

/// Fails for a move that can never be made. It is a mistake even beside other moves, and after joining it would be
/// invisible.
fn refuse_empty(amounts: &Amounts, word: &'static str) -> Result<()> {
    if amounts.is_empty() { Err(Error::input("error.empty-set").with("move", word)) } else { Ok(()) }
}

/// The sets collected under each key, joined once.
fn united<K: Ord>(collected: BTreeMap<K, Vec<Amounts>>) -> BTreeMap<K, Amounts> {
    collected.into_iter().map(|(key, sets)| (key, Amounts::union_of(sets))).collect()
}

/// The sets under each key; sets are joined if their union means the same as the separate sets.
fn joined_alike(
    collected: BTreeMap<(Source, Parts), Vec<Amounts>>,
) -> BTreeMap<(Source, Parts), BTreeSet<Amounts>> {
    let joined = |source: &Source, sets: Vec<Amounts>| match source {
        // A separate amount from each heap: in a union, two heaps could follow two different moves at once.
        Source::Free(_) | Source::FreeUpTo(_) | Source::Within(..) => without_subsets(sets),
        _ => {
            let (by_heap, fixed): (Vec<_>, Vec<_>) = sets.into_iter().partition(|set| set.mentions(Var::N));
            let by_heap = without_subsets(by_heap);
            // The same holds for amounts that depend on the heap, unless only one move has such amounts: an amount that
            // only this move allows must then be allowed by it in every heap.
            if by_heap.len() < 2 {
                BTreeSet::from([Amounts::union_of(fixed.into_iter().chain(by_heap))])
            } else {
                let fixed = Amounts::union_of(fixed);
                by_heap.into_iter().chain((!fixed.is_empty()).then_some(fixed)).collect()
            }
        }
    };
    collected
        .into_iter()
        .map(|((source, parts), sets)| {
            let sets = joined(&source, sets);
            ((source, parts), sets)
        })
        .collect()
}

/// The sets that are not a subset of another. A single empty set is kept, so that validation can report it.
fn without_subsets(sets: Vec<Amounts>) -> BTreeSet<Amounts> {
    let all: BTreeSet<Amounts> = sets.into_iter().map(|set| Amounts::union_of([set])).collect();
    let part_of = |one: &Amounts, other: &Amounts| {
        one != other && Amounts::union_of([one.clone(), other.clone()]) == *other
    };
    if all.len() > COMPARED {
        return all;
    }
    all.iter().filter(|one| !all.iter().any(|other| part_of(one, other))).cloned().collect()
}

/// If only one amount may be taken, separate amounts are the same from each heap.
fn same_where_free(
    several: BTreeMap<(Source, Parts), Vec<Amounts>>,
) -> BTreeMap<(Source, Parts), Vec<Amounts>> {
    let mut joined: BTreeMap<(Source, Parts), Vec<Amounts>> = BTreeMap::new();
    for ((source, parts), amounts) in several {
        let source = match source {
            Source::Free(k) if is_one_amount(&amounts) => Source::Same(k),
            Source::FreeUpTo(k) if is_one_amount(&amounts) => Source::SameUpTo(k),
            other => other,
        };
        joined.entry((source, parts)).or_default().extend(amounts);
    }
    joined
}

fn is_one_amount(amounts: &[Amounts]) -> bool {
    let union = Amounts::union_of(amounts.to_vec());
    matches!(union.as_spans(), Some([Span { lo, hi: Some(hi) }]) if lo == hi)
}

/// `take A` and `take A from 2..k heaps freely` together are `take A from up to k heaps freely`:
/// the longest such run is folded.
fn fold_free(
    single: &mut BTreeMap<Source, BTreeMap<Leaving, Amounts>>,
    several: &mut BTreeMap<(Source, Parts), BTreeSet<Amounts>>,
) {
    let together = Parts::together();
    let Some(one) = single.get_mut(&Source::One) else { return };
    let (nothing, rest) = ((0, Likeness::Free), (1, Likeness::Free));
    let Some(amounts) = one.get(&nothing).filter(|a| one.get(&rest) == Some(*a)).cloned() else { return };
    let reach = (2..=u64::MAX)
        .take_while(|&k| {
            several.get(&(Source::Free(k), together.clone())).is_some_and(|sets| sets.contains(&amounts))
        })
        .last();
    if let Some(reach) = reach {
        for k in 2..=reach {
            if let Some(sets) = several.get_mut(&(Source::Free(k), together.clone())) {
                sets.remove(&amounts);
            }
        }
        one.remove(&nothing);
        one.remove(&rest);
        several.entry((Source::FreeUpTo(reach), together)).or_default().insert(amounts);
    }
}

/// Replaces a source by an equivalent shorter one.
fn simplified(source: Source) -> Source {
    match source {
        Source::Same(1)
        | Source::SameUpTo(1)
        | Source::Free(1)
        | Source::FreeUpTo(1)
        | Source::Within(1, _) => Source::One,
        Source::Within(k, d) if d == Expr::constant(0) => Source::Same(k),
        other => other,
    }
}

/// Takes first, splits after them, then by source and size.
fn sort_key(rule: &MoveRule) -> (bool, MoveRule) {
    let split = match rule {
        MoveRule::Take { amounts, .. } => amounts.is_zero(),
        _ => false,
    };
    (split, rule.clone())
}

/// Puts amounts with the same possibilities together.
fn regrouped(by_leaving: &BTreeMap<Leaving, Amounts>) -> Vec<(Parts, Amounts)> {
    let spans: Option<Vec<(Leaving, &[Span])>> =
        by_leaving.iter().map(|(leaving, amounts)| Some((*leaving, amounts.as_spans()?))).collect();
    let groups = if let Some(spans) = spans {
        swept(&spans)
    } else {
        let mut groups: BTreeMap<Amounts, BTreeSet<Leaving>> = BTreeMap::new();
        for (leaving, amounts) in by_leaving {
            groups.entry(amounts.clone()).or_default().insert(*leaving);
        }
        groups.into_iter().map(|(amounts, leaving)| (leaving, amounts)).collect()
    };
    let mut out = Vec::new();
    for (leaving, amounts) in groups {
        // Counts below 2 allow any comparison: they go with the first likeness present.
        let likenesses: BTreeSet<Likeness> =
            leaving.iter().filter(|(count, _)| *count >= 2).map(|(_, l)| *l).collect();
        let mut small = true;
        for likeness in likenesses.iter().copied().chain(likenesses.is_empty().then_some(Likeness::Free)) {
            let part: BTreeSet<Leaving> = leaving
                .iter()
                .filter(|(count, l)| if *count < 2 { small } else { *l == likeness })
                .copied()
                .collect();
            small = false;
            out.push((parts_of(&part, likeness), amounts.clone()));
        }
    }
    out
}

fn parts_of(leaving: &BTreeSet<Leaving>, likeness: Likeness) -> Parts {
    Parts { counts: leaving.iter().map(|(count, _)| *count).collect(), likeness }
}

/// Sweeps over the ends of constant spans: between two neighbouring ends every amount has the
/// same possibilities.
fn swept(by_leaving: &[(Leaving, &[Span])]) -> Vec<(BTreeSet<Leaving>, Amounts)> {
    let mut starts: BTreeMap<UBig, (Vec<Leaving>, Vec<Leaving>)> = BTreeMap::new();
    for (leaving, spans) in by_leaving {
        for span in *spans {
            starts.entry(span.lo.clone()).or_default().0.push(*leaving);
            if let Some(hi) = &span.hi {
                starts.entry(hi + UBig::ONE).or_default().1.push(*leaving);
            }
        }
    }
    if starts.is_empty() {
        let leaving = by_leaving.iter().map(|(l, _)| *l).collect();
        return vec![(leaving, Amounts::empty())];
    }
    let mut groups: BTreeMap<BTreeSet<Leaving>, Vec<Amounts>> = BTreeMap::new();
    let mut active: BTreeSet<Leaving> = BTreeSet::new();
    let mut from: Option<UBig> = None;
    for (at, (begin, end)) in starts {
        if let Some(from) = from.take().filter(|_| !active.is_empty()) {
            let span = Amounts::span(from, Some(&at - UBig::ONE));
            groups.entry(active.clone()).or_default().push(span);
        }
        for leaving in &end {
            active.remove(leaving);
        }
        active.extend(begin);
        from = Some(at);
    }
    if let Some(from) = from.filter(|_| !active.is_empty()) {
        groups.entry(active).or_default().push(Amounts::span(from, None));
    }
    groups.into_iter().map(|(leaving, pieces)| (leaving, Amounts::union_of(pieces))).collect()
}
