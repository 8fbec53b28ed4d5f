//! The state of one component: its heaps and the history that matters for later moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};
use crate::game::{Game, GameLine};
use crate::number;
use crate::rules::{Mark, Once, Rules};

use super::moves::Move;

/// A heap that was begun and must be finished.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Open {
    /// Which heap, counted from 0.
    pub heap: usize,
    /// Its size when it was begun.
    pub from: UBig,
}

/// The history that matters for later moves; all fields are empty at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Past {
    /// Number of stones of the latest take.
    pub last: Option<UBig>,
    /// The heap that must be finished.
    pub open: Option<Open>,
    /// The original size of the heap that was finished last.
    pub closed: Option<UBig>,
    /// Stones of the player to move minus those of the opponent.
    pub lead: IBig,
    /// The heaps (counted from 0) that bear the mark of the game; see [`Mark`].
    pub marked: BTreeMap<usize, Mark>,
    /// The seat whose number the next move uses, counted from 0.
    pub seat: usize,
    /// How often players have passed.
    pub passed: UBig,
    /// How often players have put stones back.
    pub put: UBig,
    /// The amounts that may not be taken again, each with its heap (counted from 0) if only from that heap.
    pub used: BTreeSet<(Option<usize>, UBig)>,
    /// In games played one after the other: the part that begins with this component is next. Not said of the first.
    pub next: bool,
}

impl Past {
    /// Whether this is the start of the game.
    pub fn is_start(&self) -> bool {
        *self == Self::default()
    }

    /// The `state` object of the JSON.
    pub fn to_json(&self) -> Json {
        let mut map = Map::new();
        if let Some(last) = &self.last {
            map.insert("last".into(), number::natural_to_json(last));
        }
        if let Some(open) = &self.open {
            map.insert("open".into(), Json::from(open.heap + 1));
            map.insert("opened_at".into(), number::natural_to_json(&open.from));
        }
        if let Some(closed) = &self.closed {
            map.insert("closed_at".into(), number::natural_to_json(closed));
        }
        if self.lead != IBig::ZERO {
            map.insert("lead".into(), number::to_json(&self.lead));
        }
        for (key, mark) in [("rows", Mark::Row), ("opened", Mark::Open), ("touched", Mark::Touched)] {
            let heaps: Vec<usize> =
                self.marked.iter().filter(|(_, found)| **found == mark).map(|(heap, _)| heap + 1).collect();
            if !heaps.is_empty() {
                map.insert(key.into(), heaps.into());
            }
        }
        if self.seat > 0 {
            map.insert("seat".into(), Json::from(self.seat + 1));
        }
        if self.passed != UBig::ZERO {
            map.insert("passed".into(), number::natural_to_json(&self.passed));
        }
        if self.put != UBig::ZERO {
            map.insert("put".into(), number::natural_to_json(&self.put));
        }
        if !self.used.is_empty() {
            let item = |(heap, amount): &(Option<usize>, UBig)| {
                let amount = number::natural_to_json(amount);
                heap.map_or_else(|| amount.clone(), |heap| json!({"heap": heap + 1, "amount": amount}))
            };
            map.insert("used".into(), self.used.iter().map(item).collect());
        }
        if self.next {
            map.insert("next".into(), true.into());
        }
        Json::Object(map)
    }
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items = Vec::new();
        items.extend(self.last.iter().map(|last| format!("last {last}")));
        items.extend(self.open.iter().map(|open| format!("open {} from {}", open.heap + 1, open.from)));
        items.extend(self.closed.iter().map(|closed| format!("closed {closed}")));
        if self.lead != IBig::ZERO {
            items.push(format!("lead {}", self.lead));
        }
        let words = Mark::ALL;
        let word = |mark: &Mark| words.iter().find(|(_, known)| known == mark).map_or("", |(word, _)| *word);
        items.extend(self.marked.iter().map(|(heap, mark)| format!("{} {}", word(mark), heap + 1)));
        if self.seat > 0 {
            items.push(format!("seat {}", self.seat + 1));
        }
        if self.passed != UBig::ZERO {
            items.push(format!("passed {}", self.passed));
        }
        if self.put != UBig::ZERO {
            items.push(format!("put {}", self.put));
        }
        items.extend(self.used.iter().map(|(heap, amount)| match heap {
            Some(heap) => format!("used {amount} from {}", heap + 1),
            None => format!("used {amount}"),
        }));
        items.extend(self.next.then(|| "next".to_owned()));
        f.write_str(&items.join(", "))
    }
}

/// Heaps and history of one component in canonical form: sorted unless the order matters, and without empty
/// heaps if moves can change the number of heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The heaps; in a race, only the total.
    pub heaps: Vec<UBig>,
    /// The history.
    pub past: Past,
}

impl State {
    /// Checks heaps and history against the game and brings them into canonical form.
    pub fn new(game: &Game, heaps: Vec<UBig>, past: Past) -> Result<Self> {
        let heaps = match game {
            Game::Heaps(rules) => {
                let heaps = if rules.goal().is_some() && heaps.is_empty() { vec![UBig::ZERO] } else { heaps };
                check_heaps(rules, &heaps)?;
                check_past(rules, &heaps, &past)?;
                heaps
            }
            Game::Board(board) => {
                board.ruleset().check(&heaps)?;
                check_no_past(&past)?;
                heaps
            }
            Game::Own(own) => {
                if !past.is_start() {
                    return Err(Error::input("error.past-unwanted").with("item", past.to_string()));
                }
                own.of_numbers(&heaps)?
            }
        };
        Ok(Self { heaps, past }.canonical(game))
    }

    /// The canonical form.
    #[must_use]
    pub fn canonical(mut self, game: &Game) -> Self {
        match game {
            Game::Heaps(rules) => self.canonical_heaps(rules),
            Game::Board(board) => {
                self.heaps = board.ruleset().canonical(std::mem::take(&mut self.heaps));
                self
            }
            Game::Own(_) => self,
        }
    }

    fn canonical_heaps(mut self, rules: &Rules) -> Self {
        if rules.is_ordered() || rules.goal().is_some() {
            return self;
        }
        let drop_zeros = rules.changes_heap_count();
        // An amount that exceeds the heap, or every heap, cannot be taken anyway.
        if !self.past.used.is_empty() {
            let (heaps, most) = (&self.heaps, self.heaps.iter().max().cloned().unwrap_or_default());
            let matters = |heap: Option<usize>, amount: &UBig| {
                *amount > UBig::ZERO && amount <= heap.map_or(&most, |heap| &heaps[heap])
            };
            self.past.used.retain(|(heap, amount)| matters(*heap, amount));
        }
        let of_heaps = rules.settings().once == Some(Once::Heap) && !self.past.used.is_empty();
        if self.past.marked.is_empty() && !of_heaps {
            if drop_zeros {
                self.heaps.retain(|h| *h != UBig::ZERO);
            }
            self.heaps.sort_unstable();
            return self;
        }
        // Heaps are sorted with their marks and with what was taken from them, so that each keeps its own.
        let marked = std::mem::take(&mut self.past.marked);
        let mut used: BTreeMap<Option<usize>, Vec<UBig>> = BTreeMap::new();
        for (heap, amount) in std::mem::take(&mut self.past.used) {
            used.entry(heap).or_default().push(amount);
        }
        let mut of_heap =
            |(i, size)| (size, marked.get(&i).copied(), used.remove(&Some(i)).unwrap_or_default());
        let mut each: Vec<(UBig, Option<Mark>, Vec<UBig>)> =
            self.heaps.into_iter().enumerate().map(&mut of_heap).collect();
        if drop_zeros {
            each.retain(|(size, ..)| *size != UBig::ZERO);
        }
        each.sort_unstable();
        self.heaps = Vec::with_capacity(each.len());
        self.past.used =
            used.into_iter().flat_map(|(heap, list)| list.into_iter().map(move |k| (heap, k))).collect();
        for (i, (size, mark, used)) in each.into_iter().enumerate() {
            // An empty heap bears no mark.
            self.past.marked.extend(mark.filter(|_| size != UBig::ZERO).map(|mark| (i, mark)));
            self.past.used.extend(used.into_iter().map(|amount| (Some(i), amount)));
            self.heaps.push(size);
        }
        self
    }
}

fn check_heaps(rules: &Rules, heaps: &[UBig]) -> Result<()> {
    if let Some(goal) = rules.goal() {
        return match heaps {
            [total] if *total > goal.target && !goal.may_pass => {
                Err(Error::input("error.race-past-goal").with("total", total).with("target", &goal.target))
            }
            [_] => Ok(()),
            _ => Err(Error::input("error.race-one-total").with("count", heaps.len())),
        };
    }
    // Zeros that the canonical form drops do not count, so that the printed form can be parsed.
    let drop_zeros = rules.changes_heap_count();
    let count = heaps.iter().filter(|h| !drop_zeros || **h != UBig::ZERO).count();
    let least = rules.least_written();
    if count > 0 && (count as u64) < least {
        return Err(Error::input("error.too-few-heaps").with("least", least).with("count", count));
    }
    Ok(())
}

/// Fails if there is history: boards have none.
fn check_no_past(past: &Past) -> Result<()> {
    let items = [
        (past.last.is_some(), "last"),
        (past.open.is_some(), "open"),
        (past.closed.is_some(), "closed"),
        (past.lead != IBig::ZERO, "lead"),
        (!past.marked.is_empty(), "row"),
        (past.seat > 0, "seat"),
        (past.passed != UBig::ZERO, "passed"),
        (past.put != UBig::ZERO, "put"),
        (!past.used.is_empty(), "used"),
    ];
    match items.into_iter().find(|(there, _)| *there) {
        Some((_, item)) => Err(Error::input("error.past-unwanted").with("item", item)),
        None => Ok(()),
    }
}

fn check_past(rules: &Rules, heaps: &[UBig], past: &Past) -> Result<()> {
    let settings = rules.settings();
    let unwanted = |item: &'static str| Err(Error::input("error.past-unwanted").with("item", item));
    if past.last.is_some() && !rules.remembers_last() {
        return unwanted("last");
    }
    if past.open.is_some() && settings.order.is_none() {
        return unwanted("open");
    }
    if past.closed.is_some() && settings.order != Some(crate::rules::Order::Descending) {
        return unwanted("closed");
    }
    if past.lead != IBig::ZERO && !settings.most {
        return unwanted("lead");
    }
    for (word, mark) in Mark::ALL {
        if settings.marks != Some(mark) && past.marked.values().any(|found| *found == mark) {
            return unwanted(word);
        }
    }
    if past.seat > 0 && settings.seats.is_empty() {
        return unwanted("seat");
    }
    if past.seat > 0 && past.seat >= settings.seats.len() {
        return Err(Error::input("error.seat-too-large")
            .with("seat", past.seat as u64 + 1)
            .with("count", settings.seats.len()));
    }
    if past.passed != UBig::ZERO && settings.passes == UBig::ZERO {
        return unwanted("passed");
    }
    let times = settings.put_back.as_ref().map_or(UBig::ZERO, |put| put.times.clone());
    if past.put != UBig::ZERO && times == UBig::ZERO {
        return unwanted("put");
    }
    let scope = |heap: Option<usize>| if heap.is_some() { Once::Heap } else { Once::Game };
    if past.used.iter().any(|(heap, _)| settings.once != Some(scope(*heap))) {
        return Err(match settings.once {
            Some(Once::Heap) => Error::input("error.used-where"),
            Some(Once::Game) => Error::input("error.used-anywhere"),
            None => Error::input("error.past-unwanted").with("item", "used"),
        });
    }
    if past.passed > settings.passes {
        return Err(Error::input("error.passed-too-often")
            .with("passed", &past.passed)
            .with("passes", &settings.passes));
    }
    if past.put > times {
        return Err(Error::input("error.put-too-often").with("put", &past.put).with("times", times));
    }
    let indices = past.marked.keys().copied().chain(past.open.iter().map(|open| open.heap));
    let indices = indices.chain(past.used.iter().filter_map(|(heap, _)| *heap));
    for heap in indices {
        if heap >= heaps.len() {
            return Err(Error::input("error.heap-index-too-large")
                .with("heap", heap as u64 + 1)
                .with("count", heaps.len()));
        }
    }
    if let Some(open) = &past.open {
        if heaps[open.heap] == UBig::ZERO {
            return Err(Error::input("error.open-empty").with("heap", open.heap as u64 + 1));
        }
        if heaps[open.heap] >= open.from {
            return Err(Error::input("error.open-not-smaller")
                .with("heap", open.heap as u64 + 1)
                .with("from", &open.from));
        }
    }
    Ok(())
}

/// One game of a sum, with its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The game.
    pub game: Arc<Game>,
    /// The canonical spelling of what the user wrote, in which a name stays a name.
    pub spelled: Arc<str>,
    /// Heaps and history.
    pub state: State,
}

impl Component {
    /// A game in a given state.
    pub fn new(line: &GameLine, state: State) -> Self {
        Self { game: line.game.clone(), spelled: line.spelled.clone(), state }
    }

    /// The game with its spelling, under a convention.
    pub fn line(&self, misere: bool) -> GameLine {
        GameLine { misere, game: self.game.clone(), spelled: self.spelled.clone() }
    }

    /// The rules, if the game is played on heaps.
    pub fn rules(&self) -> Option<&Rules> {
        self.game.rules()
    }

    /// The state after a move, which must be a move of this component.
    #[must_use]
    pub fn after(&self, played: &Move) -> State {
        self.state.after(&self.game, played)
    }

    /// The heaps.
    pub fn heaps(&self) -> &[UBig] {
        &self.state.heaps
    }
}

/// The notation; in the alternate form (`{:#}`) very long heaps are cut for display.
impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps = self.game.shown(&self.state.heaps, f.alternate());
        write!(f, "{}[{heaps}", self.spelled)?;
        if !self.state.past.is_start() {
            write!(f, "; {}", self.state.past)?;
        }
        f.write_str("]")
    }
}
