//! Misère canonical forms, and the genus of a game.
//!
//! Two games are equal under misère play if no third game distinguishes them. A game G with the options S
//! equals a game H if the options of H are all in S, every other member of S has H as an option, and, where H
//! has no options, S has a member that is lost; and nothing else simplifies a game (Conway, On Numbers and
//! Games, chapter 12). So every game has a unique simplest form. Forms are numbered, and a form is the sorted
//! list of its options.
//!
//! The genus of G is its Grundy value with the misère values of G, G + *2, G + *2 + *2, ...; the misère value
//! is the mex of the misère values of the options, and 1 if there are no options. From some index on two values
//! alternate.

use rustc_hash::FxHashMap;

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_sequence::HeapOptions;

/// A canonical form by its number; 0 is the game without moves.
pub type Form = u32;

/// The canonical forms found so far.
#[derive(Debug)]
pub struct Forms {
    options: Vec<Vec<Form>>,
    numbers: FxHashMap<Vec<Form>, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    genera: Vec<Genus>,
    tame: Vec<bool>,
    /// For each form, the size of the heap of Nim that it is.
    heaps: Vec<Option<usize>>,
    most: usize,
    /// The number of options of all forms.
    stored: usize,
}

/// At most this many options are kept for each form or sum that is accepted.
const OPTIONS_EACH: usize = 16;

/// How a form behaves in sums (Conway, On Numbers and Games, chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It and all forms reachable from it have the genus of a position of Nim; sums of such forms behave like sums
    /// of those positions.
    Tame,
    /// Not tame, all its options are, and its Grundy value is 0 or 1. With heaps of Nim it behaves like the heap of its
    /// first misère value while all of them are 0, 1, that value, or that value with its last bit changed; else
    /// like the heap of its Grundy value.
    Restive,
    /// Not tame, all its options are, and its first misère value is 0 or 1.
    Restless,
    /// Any other.
    Wild,
}

/// The Grundy value, and the misère values of the game with 0, 1, 2, ... added heaps of 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// Under normal play.
    pub value: u32,
    /// Under misère play; the last two alternate for ever.
    pub digits: Vec<u32>,
}

impl Forms {
    /// Only the empty game. At most `most` forms and sums are accepted.
    pub fn new(most: usize) -> Self {
        let mut forms = Self {
            options: vec![],
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            genera: vec![],
            tame: vec![],
            heaps: vec![],
            most,
            stored: 0,
        };
        forms.insert(vec![]);
        forms
    }

    /// The form of the game with these options.
    ///
    /// # Errors
    /// More forms than allowed.
    pub fn of(&mut self, mut options: Vec<Form>) -> Result<Form> {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.numbers.get(&options) {
            return Ok(form);
        }
        if self.numbers.len() + self.sums.len() >= self.most {
            return Err(Error::limit("error.misere-forms").with("limit", self.most));
        }
        self.stored += options.len();
        if self.stored > self.most.saturating_mul(OPTIONS_EACH) {
            return Err(Error::limit("error.misere-options").with("limit", self.most * OPTIONS_EACH));
        }
        let Some(form) = self.simpler(&options) else { return Ok(self.insert(options)) };
        // Stores the longer list as another name of the form.
        self.numbers.insert(options, form);
        Ok(form)
    }

    /// A different game that a game with these options equals, if there is one.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let has = |list: &[Form], form: &Form| list.binary_search(form).is_ok();
        let has_lost = options.iter().any(|&option| self.is_lost(option));
        // Every option that `form` lacks must have it as an option. If it lacks none, it is not different. If it lacks
        // one, its number is below that of the last option, since forms are numbered after their options: then it lacks
        // the last one, too, and is an option of that.
        let last = options.last().map_or(&[][..], |&option| self.options(option));
        last.iter().copied().find(|form| {
            let its = &self.options[*form as usize];
            let form = *form;
            !has(options, &form)
                && (!its.is_empty() || has_lost)
                && its.iter().all(|option| has(options, option))
                && options
                    .iter()
                    .all(|option| has(its, option) || has(&self.options[*option as usize], &form))
        })
    }

    fn insert(&mut self, options: Vec<Form>) -> Form {
        let form = u32::try_from(self.options.len()).unwrap_or(u32::MAX);
        let genus = Genus::of(options.iter().map(|&option| &self.genera[option as usize]));
        self.tame.push(genus.is_tame() && options.iter().all(|&option| self.tame[option as usize]));
        self.genera.push(genus);
        // The options of a heap are the smaller heaps, whose forms were created in that order.
        let sizes = options.iter().map(|&option| self.heaps[option as usize]);
        let is_heap = sizes.enumerate().all(|(size, heap)| heap == Some(size));
        self.heaps.push(is_heap.then_some(options.len()));
        self.options.push(options.clone());
        self.numbers.insert(options, form);
        form
    }

    /// The form of a sum.
    ///
    /// # Errors
    /// More forms than allowed, or the time limit.
    pub fn sum(&mut self, a: Form, b: Form, budget: &Budget) -> Result<Form> {
        // An explicit stack of sums with unfinished options, since they nest as deeply as the games.
        let key = |a: Form, b: Form| (a.min(b), a.max(b));
        let mut open = vec![key(a, b)];
        while let Some(&(a, b)) = open.last() {
            budget.step()?;
            if self.sums.contains_key(&(a, b)) {
                open.pop();
                continue;
            }
            if a == 0 {
                self.sums.insert((a, b), b);
                open.pop();
                continue;
            }
            let parts = self.options[a as usize].iter().map(|&option| key(option, b));
            let parts: Vec<_> =
                parts.chain(self.options[b as usize].iter().map(|&option| key(a, option))).collect();
            let missing: Vec<_> =
                parts.iter().filter(|part| !self.sums.contains_key(part)).copied().collect();
            if missing.is_empty() {
                let options = parts.iter().map(|part| self.sums[part]).collect();
                let form = self.of(options)?;
                self.sums.insert((a, b), form);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(self.sums[&key(a, b)])
    }

    /// The forms of the heaps of a heapwise game, from the empty one up to `last`.
    ///
    /// # Errors
    /// More forms than allowed, or the time limit.
    pub fn of_heaps(&mut self, rules: &Rules, last: usize, budget: &Budget) -> Result<Vec<Form>> {
        let mut heaps = Vec::new();
        let mut options = HeapOptions::new(rules);
        options.extend(last + 1, budget)?;
        for heap in 0..=last {
            heaps.push(self.next_heap(&options, &heaps, heap, budget)?);
        }
        Ok(heaps)
    }

    /// The form of a heap. The forms of all smaller heaps must be known and the amounts up to it listed.
    ///
    /// # Errors
    /// More forms than allowed, or the time limit.
    pub fn next_heap(
        &mut self,
        options: &HeapOptions,
        smaller: &[Form],
        heap: usize,
        budget: &Budget,
    ) -> Result<Form> {
        let mut list = Vec::new();
        options.each_option(heap, budget, &mut |_, parts| {
            list.push(parts.iter().try_fold(0, |form, &part| self.sum(form, smaller[part], budget))?);
            Ok(())
        })?;
        self.of(list)
    }

    /// The number of forms.
    pub fn count(&self) -> usize {
        self.options.len()
    }

    /// The options of a form.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form as usize]
    }

    /// Whether the player to move loses.
    pub fn is_lost(&self, form: Form) -> bool {
        self.genera[form as usize].digits[0] == 0
    }

    /// The genus.
    pub fn genus(&self, form: Form) -> &Genus {
        &self.genera[form as usize]
    }

    /// Whether this form and all forms reachable from it have the genus of a position of Nim.
    pub fn is_tame(&self, form: Form) -> bool {
        self.tame[form as usize]
    }

    /// How the form behaves in sums.
    pub fn kind(&self, form: Form) -> Kind {
        let Genus { value, digits } = self.genus(form);
        let options_are_tame = self.options(form).iter().all(|&option| self.is_tame(option));
        match (self.is_tame(form), options_are_tame) {
            (true, _) => Kind::Tame,
            (false, true) if *value <= 1 => Kind::Restive,
            (false, true) if digits[0] <= 1 => Kind::Restless,
            _ => Kind::Wild,
        }
    }

    /// The form in the usual notation: `n` for a heap of Nim, else its options in brackets, the longest first.
    /// A name longer than `longest` characters ends in `...`.
    pub fn name(&self, form: Form, longest: usize) -> String {
        let mut text = String::new();
        self.write(form, longest, &mut text);
        if text.chars().count() > longest {
            text = text.chars().take(longest).collect::<String>() + "...";
        }
        text
    }

    fn write(&self, form: Form, longest: usize, text: &mut String) {
        if text.len() > longest {
            return;
        }
        if let Some(heap) = self.heap(form) {
            text.push_str(&heap.to_string());
            return;
        }
        text.push('(');
        for (place, &option) in self.options(form).iter().rev().enumerate() {
            if place > 0 {
                text.push(',');
            }
            self.write(option, longest, text);
        }
        text.push(')');
    }

    /// The size of the heap of Nim that a form is, if it is one.
    pub fn heap(&self, form: Form) -> Option<usize> {
        self.heaps[form as usize]
    }
}

impl Kind {
    /// The identifier, the same in every language.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tame => "tame",
            Self::Restive => "restive",
            Self::Restless => "restless",
            Self::Wild => "wild",
        }
    }
}

impl Genus {
    /// The genus of a game with options of these genera.
    fn of<'a>(options: impl Iterator<Item = &'a Self>) -> Self {
        let options: Vec<&Self> = options.collect();
        let value = mex(options.iter().map(|option| option.value));
        let settled = options.iter().map(|option| option.digits.len()).max().unwrap_or(0);
        let mut digits: Vec<u32> = Vec::new();
        loop {
            let place = digits.len();
            let beside = digits.last().map(|&last| [last, last ^ 1]).into_iter().flatten();
            let digit = if options.is_empty() && place == 0 {
                1
            } else {
                mex(options.iter().map(|option| option.digit(place)).chain(beside))
            };
            digits.push(digit);
            // Beyond the digits of the options, a digit depends on the one before it and on the parity of its
            // index.
            if place >= settled + 2 && digits[place - 2] == digit {
                break;
            }
        }
        while let [.., a, _, c] = digits[..]
            && a == c
        {
            digits.pop();
        }
        Self { value, digits }
    }

    /// The misère value of the game with `place` added heaps of 2.
    pub fn digit(&self, place: usize) -> u32 {
        let last = self.digits.len() - 1;
        if place <= last { self.digits[place] } else { self.digits[last - (place - last) % 2] }
    }

    /// Whether it is the genus of a position of Nim.
    pub fn is_tame(&self) -> bool {
        let of_heap = |x: u32| [x, x ^ 2];
        match self.value {
            0 if self.digits == [1, 2, 0] => true,
            1 if self.digits == [0, 3, 1] => true,
            value => self.digits == of_heap(value),
        }
    }
}

impl std::fmt::Display for Genus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}^", self.value)?;
        let digits: Vec<String> = self.digits.iter().map(u32::to_string).collect();
        if self.digits.iter().all(|&digit| digit < 10) {
            f.write_str(&digits.concat())
        } else {
            write!(f, "({})", digits.join(","))
        }
    }
}

/// The least number that is not among these.
fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|(expected, value)| expected != *value)
        .map_or_else(|| u32::try_from(values.len()).unwrap_or(u32::MAX), |(gap, _)| gap)
}
