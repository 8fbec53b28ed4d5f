//! Choosing a move: stones from heaps where every move takes stones, else from the list of moves.

use std::time::Duration;

use dashu_int::UBig;
use grundy_play::{Choice, read};
use grundy_solver::Error;
use grundy_solver::answer::Doing;
use grundy_solver::error::Condition;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::position::{Component, Position};
use grundy_solver::text::Lang;

/// A preview is not waited for any longer; the move itself is.
const PREVIEW: Duration = Duration::from_millis(100);
/// Digits of an amount.
const MAX_DIGITS: usize = 1000;

/// What is chosen so far.
#[derive(Debug)]
pub enum Preview {
    /// Nothing.
    Nothing,
    /// A move.
    Legal(Box<Choice>),
    /// No move, and why.
    Illegal(Error),
}

/// The choice of a move of one position.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Picker {
    position: Position,
    limits: Limits,
    moves: Vec<Choice>,
    all: bool,
    /// Can moves be said by stones taken from each heap?
    takes: bool,
    by_heaps: bool,
    heap: usize,
    amounts: Vec<UBig>,
    /// The next digit goes on with the amount.
    typing: bool,
    preview: Preview,
    filter: String,
    filtering: bool,
    row: usize,
}

impl Picker {
    /// A choice among these moves of the position; `all` says that there are no others.
    pub fn new(position: Position, moves: Vec<Choice>, all: bool, limits: Limits) -> Self {
        let rules = position.single().and_then(Component::rules);
        let plain = rules.is_some_and(|rules| rules.goal().is_none());
        let takes = plain
            && !moves.is_empty()
            && moves.iter().all(
                |choice| matches!(&choice.shown().played[..], [one] if matches!(one.doing, Doing::Take(_))),
            );
        let heaps = position.single().map(|component| component.heaps().to_vec()).unwrap_or_default();
        let heap = heaps.iter().position(|heap| *heap > UBig::ZERO).unwrap_or(0);
        Self {
            position,
            limits,
            moves,
            all,
            takes,
            by_heaps: takes,
            heap,
            amounts: vec![UBig::ZERO; heaps.len()],
            typing: false,
            preview: Preview::Nothing,
            filter: String::new(),
            filtering: false,
            row: 0,
        }
    }

    /// Nothing to choose from.
    pub fn empty(position: Position, limits: Limits) -> Self {
        Self::new(position, vec![], true, limits)
    }

    /// The same way of choosing at another position whose moves are not known yet.
    pub fn waiting_at(&self, position: Position) -> Self {
        let same = matches!((self.position.single(), position.single()),
            (Some(a), Some(b)) if a.game == b.game);
        Self { by_heaps: self.by_heaps && same, ..Self::empty(position, self.limits) }
    }

    /// Is the choice by heaps, not from the list?
    pub fn is_by_heaps(&self) -> bool {
        self.by_heaps
    }

    /// The heap at the cursor.
    pub fn heap(&self) -> usize {
        self.heap
    }

    /// What is taken from each heap.
    pub fn amounts(&self) -> &[UBig] {
        &self.amounts
    }

    /// What is chosen by heaps.
    pub fn preview(&self) -> &Preview {
        &self.preview
    }

    /// What the list is searched for.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Do letters go to the search?
    pub fn is_filtering(&self) -> bool {
        self.filtering
    }

    /// The row at the cursor, of those that [`listed`](Self::listed) gives.
    pub fn row(&self) -> usize {
        self.row
    }

    /// How many moves there are, and whether these are all.
    pub fn count(&self) -> (usize, bool) {
        (self.moves.len(), self.all)
    }

    /// The moves that the search leaves.
    pub fn listed(&self, lang: Lang) -> Vec<&Choice> {
        let wanted: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let fits = |choice: &&Choice| {
            let (text, words) = (choice.text().to_lowercase(), choice.in_words().render(lang).to_lowercase());
            wanted.iter().all(|want| text.contains(want) || words.contains(want))
        };
        self.moves.iter().filter(|choice| wanted.is_empty() || fits(choice)).collect()
    }

    /// From heaps to the list and back, where both are there.
    pub fn switch(&mut self) {
        self.by_heaps = self.takes && !self.by_heaps;
        self.stop_search();
    }

    /// The cursor down or up, by so many.
    pub fn walk(&mut self, by: isize, lang: Lang) {
        let last = if self.by_heaps { self.amounts.len() } else { self.listed(lang).len() }.saturating_sub(1);
        let cursor = if self.by_heaps { &mut self.heap } else { &mut self.row };
        *cursor = cursor.saturating_add_signed(by).min(last);
        self.typing = false;
    }

    /// More or fewer stones from the heap at the cursor.
    pub fn change(&mut self, up: bool, by: u8) {
        let Some(amount) = self.amounts.get(self.heap) else { return };
        let by = UBig::from(by);
        let changed = match up {
            true => amount + by,
            false if by > *amount => UBig::ZERO,
            false => amount - by,
        };
        self.set(changed);
    }

    /// All of the heap at the cursor, or nothing.
    pub fn set_all(&mut self, all: bool) {
        let heap = self.heaps().get(self.heap).cloned().unwrap_or_default();
        self.set(if all { heap } else { UBig::ZERO });
    }

    /// A digit of the amount, or of what is searched for.
    pub fn digit(&mut self, digit: char) {
        if !self.by_heaps {
            return self.search_for(digit);
        }
        let Some(amount) = self.amounts.get(self.heap) else { return };
        let mut text = if self.typing { amount.to_string() } else { String::new() };
        text.push(digit);
        if text.len() <= MAX_DIGITS
            && let Ok(amount) = UBig::from_str_radix(&text, 10)
        {
            self.set(amount);
            self.typing = true;
        }
    }

    /// Takes the last digit or letter back.
    pub fn rub_out(&mut self) {
        if !self.by_heaps {
            self.filter.pop();
            self.filtering &= !self.filter.is_empty();
            self.row = 0;
            return;
        }
        let Some(amount) = self.amounts.get(self.heap) else { return };
        let shorter = amount / UBig::from(10u8);
        self.set(shorter);
        self.typing = true;
    }

    /// One more character to search the list for.
    pub fn search_for(&mut self, c: char) {
        self.filtering = true;
        self.filter.push(c);
        self.row = 0;
    }

    /// Letters go to the search from now on.
    pub fn start_search(&mut self) {
        self.by_heaps = false;
        self.filtering = true;
    }

    /// Nothing is chosen and nothing searched for; was anything?
    pub fn clear(&mut self) -> bool {
        let was = self.filtering || !self.filter.is_empty() || !matches!(self.preview, Preview::Nothing);
        self.stop_search();
        self.amounts.fill(UBig::ZERO);
        self.preview = Preview::Nothing;
        self.typing = false;
        was
    }

    /// The move that is chosen, if one is.
    pub fn chosen(&self, lang: Lang) -> Option<Choice> {
        if !self.by_heaps {
            return self.listed(lang).get(self.row).map(|choice| (*choice).clone());
        }
        match &self.preview {
            Preview::Legal(choice) => Some((**choice).clone()),
            _ => None,
        }
    }

    /// The heaps that would be left, as they may be typed; for where a preview would take too long.
    pub fn typed(&self) -> Option<String> {
        let unclear = matches!(&self.preview, Preview::Illegal(error) if error.is(Condition::TimeLimit));
        (self.by_heaps && unclear).then(|| self.left())
    }

    fn heaps(&self) -> &[UBig] {
        self.position.single().map_or(&[], |component| component.heaps())
    }

    fn left(&self) -> String {
        let left = self.heaps().iter().zip(&self.amounts).map(|(heap, amount)| (heap - amount).to_string());
        left.collect::<Vec<_>>().join(" ")
    }

    fn stop_search(&mut self) {
        self.filtering = false;
        self.filter.clear();
        self.row = 0;
    }

    fn set(&mut self, amount: UBig) {
        let Some(most) = self.heaps().get(self.heap).cloned() else { return };
        self.amounts[self.heap] = amount.min(most);
        self.typing = false;
        self.preview = if self.amounts.iter().all(|amount| *amount == UBig::ZERO) {
            Preview::Nothing
        } else {
            let time = self.limits.time.map_or(PREVIEW, |time| time.min(PREVIEW));
            let budget = Budget::new(Limits { time: Some(time), ..self.limits });
            match read(&self.position, &self.left(), &budget) {
                Ok(choice) => Preview::Legal(Box::new(choice)),
                Err(error) => Preview::Illegal(error),
            }
        };
    }
}
