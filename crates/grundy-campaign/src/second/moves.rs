//! Every result of a move in one component, found by trying every heap and every number.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::amounts::{Sizes, contains, largest, value};
use super::leaf::{Game, Heap, Leaf};
use super::parts::partitions;
use super::tree::{Amounts, How, Leaving, Mark, Move, Once, Order, Source};

/// The remaining number of tries.
#[derive(Debug)]
pub struct Work(pub u64);

impl Work {
    /// Charges for one try.
    pub fn spend(&mut self) -> Result<(), Refusal> {
        self.0 = self.0.checked_sub(1).ok_or(Refusal::TooMuch)?;
        Ok(())
    }
}

/// The effect of one move: the parts that replace each heap, and the number of stones taken.
#[derive(Clone, Debug, Default)]
struct Touch {
    parts: BTreeMap<usize, Vec<u64>>,
    taken: u64,
    /// What a take took from each heap.
    amounts: BTreeMap<usize, u64>,
}

/// Every position after a move in this component, and the number of stones taken.
pub fn results(game: &Game, leaf: &Leaf, work: &mut Work) -> Result<BTreeSet<(Leaf, i64)>, Refusal> {
    if let Some(board) = &game.board {
        let numbers: Vec<u64> = leaf.heaps.iter().map(|heap| heap.size).collect();
        let results = board.results(&numbers);
        for _ in &results {
            work.spend()?;
        }
        return Ok(results.into_iter().map(|numbers| (Leaf::of_numbers(numbers), 0)).collect());
    }
    if game.rules.goal.is_some() {
        return race(game, leaf, work);
    }
    let sizes = Sizes {
        size: 0,
        last: leaf.last,
        least: leaf.heaps.iter().map(|heap| heap.size).min().unwrap_or(0),
        greatest: leaf.heaps.iter().map(|heap| heap.size).max().unwrap_or(0),
        seat: game.rules.seats.get(leaf.seat).copied(),
    };
    let places: Vec<usize> = (0..leaf.heaps.len()).collect();
    let mut board = Board { game, leaf, sizes, work };
    let mut results = BTreeSet::new();
    for one in &game.rules.moves {
        for touch in board.touches(one, &places)? {
            // Stones are counted only in scoring games.
            let taken = if game.rules.most { touch.taken } else { 0 };
            let taken = i64::try_from(taken).map_err(|_| Refusal::NotMine)?;
            results.insert((board.settle(&touch), taken));
        }
    }
    if game.rules.marks == Some(Mark::Open) {
        results.extend(board.openings()?.into_iter().map(|next| (next, 0)));
    }
    let put_back = if results.is_empty() { Vec::new() } else { board.put_back()? };
    let mut results = with_pass(game, leaf, results);
    results.extend(put_back);
    Ok(results)
}

/// The amounts of a `move`: those of `first`, if the written ones use `last` and nothing has been taken.
fn now<'a>(game: &'a Game, leaf: &Leaf, written: &'a Amounts) -> &'a Amounts {
    match &game.rules.first {
        Some(first) if !leaf.started && written.speak_of_last() => first,
        _ => written,
    }
}

/// With the pass, if one is left and there is another move.
fn with_pass(game: &Game, leaf: &Leaf, mut results: BTreeSet<(Leaf, i64)>) -> BTreeSet<(Leaf, i64)> {
    if !results.is_empty() && game.rules.passes.is_some_and(|passes| leaf.passed < passes) {
        let seat = game.seat_after(leaf);
        results.insert((Leaf { passed: leaf.passed + 1, seat, next: false, ..leaf.clone() }, 0));
    }
    results
}

struct Board<'a> {
    game: &'a Game,
    leaf: &'a Leaf,
    /// `min`, `max` and `last`, as before the move.
    sizes: Sizes,
    work: &'a mut Work,
}

impl Board<'_> {
    fn size(&self, place: usize) -> u64 {
        self.leaf.heaps[place].size
    }

    fn sizes_at(&self, place: usize) -> Sizes {
        Sizes { size: self.size(place), ..self.sizes.clone() }
    }

    fn allows(&mut self, amounts: &Amounts, x: u64, place: usize) -> Result<bool, Refusal> {
        self.work.spend()?;
        if is_used(self.game, self.leaf, place, x) {
            return Ok(false);
        }
        contains(amounts, x, &self.sizes_at(place))
    }

    /// The effects of the move on the heaps in these places.
    fn touches(&mut self, one: &Move, places: &[usize]) -> Result<Vec<Touch>, Refusal> {
        let marks = self.game.rules.marks;
        let may_move = |place: &usize| match marks {
            Some(Mark::Open) => self.leaf.heaps[*place].marked,
            Some(Mark::Touched) => !self.leaf.heaps[*place].marked,
            Some(Mark::Row) | None => true,
        };
        let filled: Vec<usize> =
            places.iter().copied().filter(|&place| self.size(place) > 0).filter(may_move).collect();
        let mut touches = Vec::new();
        match one {
            Move::Take(written, source, leaving) => {
                // `first` replaces the amounts until something was taken. A take of 0 is a split in other words,
                // and splits are not affected.
                let amounts = match &self.game.rules.first {
                    Some(first) if !self.leaf.started => [written, first],
                    _ => [written, written],
                };
                for group in self.groups(source, places, &filled)? {
                    for numbers in self.numbers(amounts, source, &group)? {
                        self.take(&group, &numbers, leaving, &mut touches)?;
                    }
                }
            }
            Move::Split(leaving) => {
                for place in filled {
                    self.take(&[place], &[0], leaving, &mut touches)?;
                }
            }
            Move::Discard(count, then) => {
                for thrown in self.subsets(&filled, *count, false)? {
                    let others: Vec<usize> =
                        places.iter().copied().filter(|place| !thrown.contains(place)).collect();
                    for mut touch in self.touches(then, &others)? {
                        touch.parts.extend(thrown.iter().map(|&place| (place, Vec::new())));
                        touches.push(touch);
                    }
                }
            }
            Move::OneStep(written) | Move::AnySteps(written) => {
                let amounts = now(self.game, self.leaf, written);
                let one_step = matches!(one, Move::OneStep(_));
                for from in filled {
                    for x in 1..=self.size(from) {
                        if self.allows(amounts, x, from)? {
                            self.step(from, x, one_step, &mut touches)?;
                        }
                    }
                }
            }
            Move::ToLower(written, distance, sum) => {
                let amounts = now(self.game, self.leaf, written);
                for from in filled {
                    for to in 0..from {
                        let far = u64::try_from(from - to).map_err(|_| Refusal::NotMine)?;
                        let both = u64::try_from(from + to + 2).map_err(|_| Refusal::NotMine)?;
                        if self.within(distance.as_ref(), far, from)?
                            && self.within(sum.as_ref(), both, from)?
                        {
                            self.pour(from, to, amounts, &mut touches)?;
                        }
                    }
                }
            }
            Move::Replace(heap, leaving, sizes) => {
                self.replace(heap.as_ref(), leaving, sizes, &filled, &mut touches)?;
            }
            Move::Divide(heap, into) => {
                for place in filled {
                    let size = self.size(place);
                    if !self.within(heap.as_ref(), size, place)? {
                        continue;
                    }
                    for count in 2..=size {
                        if self.allows(into, count, place)? {
                            // The first heaps get one more until the remainder is used up.
                            let parts =
                                (0..count).map(|i| size / count + u64::from(i < size % count)).collect();
                            touches.push(Touch {
                                parts: BTreeMap::from([(place, parts)]),
                                taken: 0,
                                ..Touch::default()
                            });
                        }
                    }
                }
            }
            Move::DivideAll(by) => {
                for divisor in 2..=self.sizes.greatest {
                    if !contains(by, divisor, &self.sizes)? {
                        continue;
                    }
                    let parts: BTreeMap<usize, Vec<u64>> = filled
                        .iter()
                        .filter(|&&place| self.size(place).is_multiple_of(divisor))
                        .map(|&place| (place, vec![self.size(place) / divisor]))
                        .collect();
                    if !parts.is_empty() {
                        touches.push(Touch { parts, taken: 0, ..Touch::default() });
                    }
                }
            }
            Move::Merge(count) => {
                for group in self.subsets(&filled, *count, false)? {
                    let mut whole = 0_u64;
                    for &place in &group {
                        whole = whole.checked_add(self.size(place)).ok_or(Refusal::NotMine)?;
                    }
                    let mut parts: BTreeMap<usize, Vec<u64>> =
                        group.iter().map(|&place| (place, Vec::new())).collect();
                    parts.insert(group[0], vec![whole]);
                    touches.push(Touch { parts, taken: 0, ..Touch::default() });
                }
            }
            Move::Spread(written) => {
                let amounts = match &self.game.rules.first {
                    Some(first) if !self.leaf.started => first,
                    _ => written,
                };
                for &place in &filled {
                    for x in 1..=self.size(place) {
                        if self.allows(amounts, x, place)? {
                            self.spread(place, x, &filled, &mut touches)?;
                        }
                    }
                }
            }
            // Only a race can be multiplied, and it has no heaps.
            Move::Multiply(_) => {}
        }
        Ok(touches)
    }

    /// Whether a number is in a set that may be left out.
    fn within(&mut self, set: Option<&Amounts>, x: u64, place: usize) -> Result<bool, Refusal> {
        match set {
            Some(set) => self.allows(set, x, place),
            None => Ok(true),
        }
    }

    /// Moves every allowed number of stones from one heap to another.
    fn pour(
        &mut self,
        from: usize,
        to: usize,
        amounts: &Amounts,
        touches: &mut Vec<Touch>,
    ) -> Result<(), Refusal> {
        for x in 1..=self.size(from) {
            if self.allows(amounts, x, from)? {
                let more = self.size(to).checked_add(x).ok_or(Refusal::NotMine)?;
                let parts = BTreeMap::from([(from, vec![self.size(from) - x]), (to, vec![more])]);
                touches.push(Touch { parts, taken: x, ..Touch::default() });
            }
        }
        Ok(())
    }

    /// Replaces a heap by smaller ones of the sizes allowed.
    fn replace(
        &mut self,
        heap: Option<&Amounts>,
        leaving: &Leaving,
        sizes: &Amounts,
        filled: &[usize],
        touches: &mut Vec<Touch>,
    ) -> Result<(), Refusal> {
        for &place in filled {
            let size = self.size(place);
            if !self.within(heap, size, place)? {
                continue;
            }
            let mut allowed = Vec::new();
            for x in 1..size {
                if self.allows(sizes, x, place)? {
                    allowed.push(x);
                }
            }
            for &count in &leaving.counts {
                let mut lists = vec![Vec::new()];
                for _ in 0..count {
                    let mut longer = Vec::new();
                    for list in &lists {
                        for &x in allowed.iter().filter(|&&x| list.last().is_none_or(|&last| last <= x)) {
                            self.work.spend()?;
                            longer.push(list.iter().copied().chain([x]).collect());
                        }
                    }
                    lists = longer;
                }
                lists.retain(|list: &Vec<u64>| super::parts::alike(list, leaving.likeness));
                let touch =
                    |list| Touch { parts: BTreeMap::from([(place, list)]), taken: 0, ..Touch::default() };
                touches.extend(lists.into_iter().map(touch));
            }
        }
        Ok(())
    }

    /// Takes from one heap, and gives none, some or all of its other stones to other heaps that are not empty.
    fn spread(
        &mut self,
        place: usize,
        x: u64,
        filled: &[usize],
        touches: &mut Vec<Touch>,
    ) -> Result<(), Refusal> {
        let mut ways = vec![(self.size(place) - x, BTreeMap::new())];
        for &other in filled.iter().filter(|&&other| other != place) {
            let mut more = Vec::new();
            for (rest, parts) in &ways {
                for given in 0..=*rest {
                    self.work.spend()?;
                    let mut parts = parts.clone();
                    let whole = self.size(other).checked_add(given).ok_or(Refusal::NotMine)?;
                    parts.insert(other, vec![whole]);
                    more.push((rest - given, parts));
                }
            }
            ways = more;
        }
        for (rest, mut parts) in ways {
            parts.insert(place, vec![rest]);
            touches.push(Touch { parts, taken: x, ..Touch::default() });
        }
        Ok(())
    }

    fn step(&mut self, from: usize, x: u64, one_step: bool, touches: &mut Vec<Touch>) -> Result<(), Refusal> {
        let rest = (from, vec![self.size(from) - x]);
        if one_step && from == 0 {
            touches.push(Touch { parts: BTreeMap::from([rest]), taken: x, ..Touch::default() });
            return Ok(());
        }
        for to in if one_step { from - 1..from } else { 0..from } {
            self.work.spend()?;
            let more = self.size(to).checked_add(x).ok_or(Refusal::NotMine)?;
            touches.push(Touch {
                parts: BTreeMap::from([rest.clone(), (to, vec![more])]),
                taken: x,
                ..Touch::default()
            });
        }
        Ok(())
    }

    /// The groups of heaps that may be touched together.
    fn groups(
        &mut self,
        source: &Source,
        places: &[usize],
        filled: &[usize],
    ) -> Result<Vec<Vec<usize>>, Refusal> {
        let all: Vec<u64> = places.iter().map(|&place| self.size(place)).collect();
        let alone = |wanted: Option<&u64>| {
            filled
                .iter()
                .filter(|&&place| wanted.is_none_or(|&wanted| self.size(place) == wanted))
                .map(|&place| vec![place])
                .collect::<Vec<_>>()
        };
        let mut groups = match source {
            Source::One => alone(None),
            Source::Greatest => alone(all.iter().max()),
            // An empty heap is the smallest, and nothing can be taken from it.
            Source::Least => alone(all.iter().min()),
            Source::All if filled.len() < places.len() => Vec::new(),
            Source::All | Source::Nonempty => vec![filled.to_vec()],
            Source::Several { up_to, count, .. } => self.subsets(filled, *count, *up_to)?,
        };
        groups.retain(|group| !group.is_empty() && group.iter().all(|&place| self.is_its_turn(place)));
        Ok(groups)
    }

    /// Whether the settings allow a move in this heap.
    fn is_its_turn(&self, place: usize) -> bool {
        if self.game.rules.order.is_none() {
            return true;
        }
        match (self.leaf.open, self.leaf.closed) {
            (Some((open, _)), _) => place == open,
            (None, Some(closed)) => self.size(place) < closed,
            (None, None) => true,
        }
    }

    /// All subsets of the places with `count` elements, or with `up_to` at most that many.
    fn subsets(&mut self, from: &[usize], count: u64, up_to: bool) -> Result<Vec<Vec<usize>>, Refusal> {
        let mut subsets = vec![Vec::new()];
        for &place in from {
            for i in 0..subsets.len() {
                self.work.spend()?;
                let with: Vec<usize> = subsets[i].iter().copied().chain([place]).collect();
                if with.len() as u64 <= count {
                    subsets.push(with);
                }
            }
        }
        subsets.retain(|subset| subset.len() as u64 == count || up_to && !subset.is_empty());
        Ok(subsets)
    }

    /// The numbers that may be taken from the heaps of the group: 0 is checked against the first amounts, larger
    /// numbers against the second.
    fn numbers(
        &mut self,
        [zero, more]: [&Amounts; 2],
        source: &Source,
        group: &[usize],
    ) -> Result<Vec<Vec<u64>>, Refusal> {
        let how = match source {
            Source::Several { how, .. } => how,
            _ => &How::Same,
        };
        let mut choices = vec![Vec::new()];
        for &place in group {
            let mut longer = Vec::new();
            for choice in &choices {
                for x in 0..=self.size(place) {
                    let same = *how != How::Same || choice.iter().all(|&other| other == x);
                    if same && self.allows(if x == 0 { zero } else { more }, x, place)? {
                        longer.push(choice.iter().copied().chain([x]).collect());
                    }
                }
            }
            choices = longer;
        }
        let mut kept = Vec::new();
        for choice in choices {
            if self.close_enough(how, &choice)? {
                kept.push(choice);
            }
        }
        Ok(kept)
    }

    fn close_enough(&self, how: &How, choice: &[u64]) -> Result<bool, Refusal> {
        let How::Within(d) = how else { return Ok(true) };
        // `d` does not depend on a heap, so it is the same for all of them.
        let Some(d) = value(d, &self.sizes)? else { return Ok(false) };
        Ok(choice.iter().all(|a| choice.iter().all(|b| i128::from(a.abs_diff(*b)) <= d)))
    }

    /// Takes these numbers, and splits the rest of each heap in every possible way.
    fn take(
        &mut self,
        group: &[usize],
        numbers: &[u64],
        leaving: &Leaving,
        touches: &mut Vec<Touch>,
    ) -> Result<(), Refusal> {
        let mut done = vec![Touch::default()];
        for (&place, &x) in group.iter().zip(numbers) {
            let rests = self.rests(place, x, leaving)?;
            let mut longer = Vec::new();
            for touch in &done {
                for rest in &rests {
                    self.work.spend()?;
                    let mut touch = touch.clone();
                    touch.parts.insert(place, rest.clone());
                    touch.amounts.insert(place, x);
                    touch.taken = touch.taken.checked_add(x).ok_or(Refusal::NotMine)?;
                    longer.push(touch);
                }
            }
            done = longer;
        }
        touches.extend(done);
        Ok(())
    }

    fn rests(&mut self, place: usize, x: u64, leaving: &Leaving) -> Result<Vec<Vec<u64>>, Refusal> {
        let heap = self.leaf.heaps[place];
        let ring = self.game.rules.marks == Some(Mark::Row) && !heap.marked;
        let mut rests = Vec::new();
        for &count in &leaving.counts {
            let opens = !ring || count <= 1;
            let does_something = x > 0 || count >= 2;
            if opens && does_something {
                rests.extend(partitions(heap.size - x, count, leaving.likeness, self.work)?);
            }
        }
        Ok(rests)
    }

    /// The component after the move.
    fn settle(&self, touch: &Touch) -> Leaf {
        let (rules, leaf) = (&self.game.rules, self.leaf);
        let mut heaps = Vec::new();
        let counts = |x: &&u64| rules.once.is_some() && **x > 0;
        let bit = |place: usize| touch.amounts.get(&place).filter(counts).map_or(0, |x| 1 << x);
        let all = touch.amounts.keys().fold(0, |bits: u128, &place| bits | bit(place));
        for (place, &heap) in leaf.heaps.iter().enumerate() {
            let used = if rules.once == Some(Once::Heap) { heap.used | bit(place) } else { 0 };
            match touch.parts.get(&place) {
                // Another heap is the touched one now.
                None if rules.marks == Some(Mark::Touched) => heaps.push(Heap { marked: false, ..heap }),
                None => heaps.push(heap),
                // An emptied heap keeps its place until `tidy`.
                Some(parts) if parts.is_empty() => heaps.push(Heap { size: 0, marked: false, used }),
                Some(parts) => {
                    let marked = rules.marks.is_some();
                    heaps.extend(parts.iter().map(|&size| Heap { size, marked, used }));
                }
            }
        }
        let (mut open, mut closed) = (leaf.open, leaf.closed);
        if let (Some(order), Some((&place, parts))) = (rules.order, touch.parts.first_key_value()) {
            let had = open.map_or(self.size(place), |(_, had)| had);
            open = if parts.is_empty() { None } else { Some((place, had)) };
            if parts.is_empty() && order == Order::Descending {
                closed = Some(had);
            }
        }
        let took = touch.taken > 0;
        let used = if rules.once == Some(Once::Game) { leaf.used | all } else { 0 };
        Leaf {
            used: self.game.remembered(&heaps, used),
            next: false,
            heaps: self.game.tidy(heaps),
            // A move that takes nothing does not change the latest move.
            last: if self.game.remembers && took { Some(touch.taken) } else { leaf.last },
            started: leaf.started || took && rules.first.is_some(),
            open,
            closed,
            seat: self.game.seat_after(leaf),
            passed: leaf.passed,
            put: leaf.put,
        }
    }

    /// Stones put back on a heap, if it may be done again. In scoring games they are lost.
    fn put_back(&mut self) -> Result<Vec<(Leaf, i64)>, Refusal> {
        let leaf = self.leaf;
        let mut nexts = Vec::new();
        let Some((amounts, times)) = &self.game.rules.put_back else { return Ok(nexts) };
        for place in 0..if leaf.put < *times { leaf.heaps.len() } else { 0 } {
            let sizes = self.sizes_at(place);
            for x in 1..=largest(amounts, &sizes)? {
                self.work.spend()?;
                if !contains(amounts, x, &sizes)? {
                    continue;
                }
                let mut heaps = leaf.heaps.clone();
                heaps[place].size = heaps[place].size.checked_add(x).ok_or(Refusal::NotMine)?;
                let (heaps, seat) = (self.game.tidy(heaps), self.game.seat_after(leaf));
                let lost =
                    if self.game.rules.most { i64::try_from(x).map_err(|_| Refusal::NotMine)? } else { 0 };
                nexts.push((Leaf { heaps, seat, put: leaf.put + 1, next: false, ..leaf.clone() }, -lost));
            }
        }
        Ok(nexts)
    }

    /// Every way to open closed heaps, at least one.
    fn openings(&mut self) -> Result<Vec<Leaf>, Refusal> {
        let leaf = self.leaf;
        let closed: Vec<usize> =
            (0..leaf.heaps.len()).filter(|&at| leaf.heaps[at].size > 0 && !leaf.heaps[at].marked).collect();
        let mut nexts = Vec::new();
        for count in 1..=closed.len() {
            for group in self.subsets(&closed, count as u64, false)? {
                let mut heaps = leaf.heaps.clone();
                for place in group {
                    heaps[place].marked = true;
                }
                let heaps = self.game.tidy(heaps);
                nexts.push(Leaf { heaps, seat: self.game.seat_after(leaf), next: false, ..leaf.clone() });
            }
        }
        Ok(nexts)
    }
}

/// Whether this amount may not be taken from this heap again.
fn is_used(game: &Game, leaf: &Leaf, place: usize, x: u64) -> bool {
    let used = leaf.used | leaf.heaps[place].used;
    game.rules.once.is_some() && (1..128).contains(&x) && used >> x & 1 == 1
}

/// Every total after a move.
fn race(game: &Game, leaf: &Leaf, work: &mut Work) -> Result<BTreeSet<(Leaf, i64)>, Refusal> {
    let mut results = BTreeSet::new();
    let (Some(goal), Some(heap)) = (game.rules.goal, leaf.heaps.first()) else { return Ok(results) };
    let total = heap.size;
    if total >= goal.number {
        return Ok(results);
    }
    let sizes = Sizes {
        size: total,
        last: leaf.last,
        least: total,
        greatest: total,
        seat: game.rules.seats.get(leaf.seat).copied(),
    };
    for one in &game.rules.moves {
        let amounts = match (one, &game.rules.first) {
            (Move::Take(..), Some(first)) if !leaf.started => first,
            (Move::Take(amounts, ..) | Move::Multiply(amounts), _) => amounts,
            _ => continue,
        };
        let most = if goal.at_least { largest(amounts, &sizes)? } else { goal.number };
        for x in 1..=most {
            work.spend()?;
            let take = matches!(one, Move::Take(..));
            let next = if take { total.checked_add(x) } else { total.checked_mul(x) };
            let next = next.ok_or(Refusal::NotMine)?;
            // A move must change the total.
            let fits = next > total && (goal.at_least || next <= goal.number);
            if !fits || !contains(amounts, x, &sizes)? || is_used(game, leaf, 0, x) {
                continue;
            }
            if game.rules.once.is_some() && x > 127 {
                return Err(Refusal::NotMine);
            }
            let bit = |scope| if game.rules.once == Some(scope) { 1 << x } else { 0 };
            results.insert((
                Leaf {
                    heaps: vec![Heap { size: next, marked: false, used: heap.used | bit(Once::Heap) }],
                    used: leaf.used | bit(Once::Game),
                    next: false,
                    seat: game.seat_after(leaf),
                    last: if game.remembers { Some(x) } else { None },
                    started: leaf.started || game.rules.first.is_some(),
                    ..leaf.clone()
                },
                0,
            ));
        }
    }
    Ok(with_pass(game, leaf, results))
}
