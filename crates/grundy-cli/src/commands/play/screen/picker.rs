//! The choice of a move: stones from heaps if every move takes stones, else from the list of moves.

use std::time::Duration;

use dashu_int::UBig;
use grundy_play::{Choice, read};
use grundy_solver::Error;
use grundy_solver::answer::Doing;
use grundy_solver::error::Condition;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::position::{Component, Position};
use grundy_solver::text::Lang;

/// The time limit of a preview; the move itself has none.
const PREVIEW: Duration = Duration::from_millis(100);
/// The most digits of an amount.
const MAX_DIGITS: usize = 1000;

/// The choice so far.
#[derive(Debug)]
pub enum Preview {
    /// Nothing.
    Nothing,
    /// A move.
    Legal(Box<Choice>),
    /// Not a move, and why.
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
    /// Whether moves can be given as stones taken from each heap.
    takes: bool,
    by_heaps: bool,
    heap: usize,
    amounts: Vec<UBig>,
    /// The next digit is appended to the amount.
    typing: bool,
    preview: Preview,
    filter: String,
    filtering: bool,
    row: usize,
}

impl Picker {
    /// A choice among these moves of the position; `all` means that there are no others.
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

    /// The same kind of choice at another position whose moves are not known yet.
    pub fn waiting_at(&self, position: Position) -> Self {
        let same = matches!((self.position.single(), position.single()),
            (Some(a), Some(b)) if a.game == b.game);
        Self { by_heaps: self.by_heaps && same, ..Self::empty(position, self.limits) }
    }

    /// Whether the choice is by heaps, not from the list.
    pub fn is_by_heaps(&self) -> bool {
        self.by_heaps
    }

    /// The heap at the cursor.
    pub fn heap(&self) -> usize {
        self.heap
    }

    /// The stones taken from each heap.
    pub fn amounts(&self) -> &[UBig] {
        &self.amounts
    }

    /// The move chosen by heaps.
    pub fn preview(&self) -> &Preview {
        &self.preview
    }

    /// The search text of the list.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Whether letters go to the search.
    pub fn is_filtering(&self) -> bool {
        self.filtering
    }

    /// The row at the cursor, among those of [`listed`](Self::listed).
    pub fn row(&self) -> usize {
        self.row
    }

    /// The number of moves, and whether these are all.
    pub fn count(&self) -> (usize, bool) {
        (self.moves.len(), self.all)
    }

    /// The moves that match the search.
    pub fn listed(&self, lang: Lang) -> Vec<&Choice> {
        let wanted: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let fits = |choice: &&Choice| {
            let (text, words) = (choice.text().to_lowercase(), choice.in_words().render(lang).to_lowercase());
            wanted.iter().all(|want| text.contains(want) || words.contains(want))
        };
        self.moves.iter().filter(|choice| wanted.is_empty() || fits(choice)).collect()
    }

    /// Switches between heaps and list, if both exist.
    pub fn switch(&mut self) {
        self.by_heaps = self.takes && !self.by_heaps;
        self.stop_search();
    }

    /// Moves the cursor down (or up if negative) by `by` rows.
    pub fn walk(&mut self, by: isize, lang: Lang) {
        let last = if self.by_heaps { self.amounts.len() } else { self.listed(lang).len() }.saturating_sub(1);
        let cursor = if self.by_heaps { &mut self.heap } else { &mut self.row };
        *cursor = cursor.saturating_add_signed(by).min(last);
        self.typing = false;
    }

    /// Takes more or fewer stones from the heap at the cursor.
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

    /// Takes all of the heap at the cursor, or nothing.
    pub fn set_all(&mut self, all: bool) {
        let heap = self.heaps().get(self.heap).cloned().unwrap_or_default();
        self.set(if all { heap } else { UBig::ZERO });
    }

    /// Appends a digit to the amount, or to the search.
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

    /// Removes the last digit or letter.
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

    /// Appends a character to the search.
    pub fn search_for(&mut self, c: char) {
        self.filtering = true;
        self.filter.push(c);
        self.row = 0;
    }

    /// Sends letters to the search from now on.
    pub fn start_search(&mut self) {
        self.by_heaps = false;
        self.filtering = true;
    }

    /// Clears the choice and the search. Returns whether there was one.
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

    /// The heaps after the move, as a player would type them; used if a preview would take too long.
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
