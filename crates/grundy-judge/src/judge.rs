//! A prepared profile: its templates compiled, and the parts of an answer that they need.

use crate::error::Error;
use crate::expr::Fault;
use crate::facts::{ANSWER, EACH, MOVE, Word};
use crate::field::Field;
use crate::profile::{Profile, place};
use crate::solve::{Need, Wanted};
use crate::template::Template;

/// What machine words can answer for a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnWords {
    /// The outcome, and no more is needed.
    Outcome,
    /// Winning results.
    Results,
    /// The outcome of a whole position, and no more is needed.
    Whole,
    /// Nothing: every question goes to the solver at full size.
    Nothing,
}

/// The template of an answer that uses a word.
fn answers_with<'p>(
    profile: &'p Profile,
    n: &Template,
    p: &Template,
    d: Option<&Template>,
    each_move: Option<&Template>,
    word: Word,
) -> Option<&'p Field> {
    let answers = [
        (Some(&profile.n), Some(n)),
        (Some(&profile.p), Some(p)),
        (profile.d.as_ref(), d),
        (profile.each_move.as_ref(), each_move),
    ];
    answers.into_iter().find(|(_, template)| template.is_some_and(|t| t.uses(word)))?.0
}

#[derive(Debug)]
pub enum Each {
    /// Text before and after the answers, which are written as they are computed.
    Frame(Template, Template),
    /// Any other template: the group's answers are held until the group ends.
    Whole(Template),
}

/// A profile that is ready to judge inputs.
#[derive(Debug)]
pub struct Judge<'p> {
    pub(crate) profile: &'p Profile,
    pub(crate) game: Option<Template>,
    pub(crate) ask: Option<Template>,
    pub(crate) n: Template,
    pub(crate) p: Template,
    pub(crate) d: Option<Template>,
    pub(crate) each_move: Option<Template>,
    pub(crate) each: Each,
    pub(crate) need: Need,
    pub(crate) on_words: OnWords,
    /// Whether questions can be solved straight from the input's block (see [`crate::block`]).
    pub(crate) reads_blocks: bool,
}

impl Profile {
    /// Parses a profile.
    pub fn parse(toml: &str) -> Result<Self, Error> {
        let profile = Self::read(toml)?;
        Judge::new(&profile)?;
        Ok(profile)
    }
}

impl<'p> Judge<'p> {
    /// Compiles the profile's templates.
    pub fn new(profile: &'p Profile) -> Result<Self, Error> {
        let names = &profile.pattern.names;
        let inner = profile.pattern.levels.len() + 1;
        let compile = |field: &Field, levels: usize, words: &[(&str, Word)]| {
            Template::compile(&field.text, names, levels, words).map_err(|f| place(&profile.toml, field, f))
        };
        let optional = |field: &Option<Field>, words: &[(&str, Word)]| {
            field.as_ref().map(|field| compile(field, inner, words)).transpose()
        };
        let (n, p, d) = (
            compile(&profile.n, inner, ANSWER)?,
            compile(&profile.p, inner, ANSWER)?,
            optional(&profile.d, ANSWER)?,
        );
        let each_move = optional(&profile.each_move, MOVE)?;
        let answers = || [Some(&n), Some(&p), d.as_ref(), each_move.as_ref()].into_iter().flatten();
        let uses = |word: Word| answers().any(|t| t.uses(word));
        let moves = if each_move.is_some() || uses(Word::Moves) {
            Wanted::All
        } else if uses(Word::First) {
            Wanted::First
        } else {
            Wanted::None
        };
        let need = Need {
            moves,
            order: profile.listing.order,
            results: moves != Wanted::None && answers().any(Template::uses_results),
            ranks: moves != Wanted::None && (!profile.listing.order.is_by_heap() || profile.listing.distinct),
            value: uses(Word::Value),
            margin: uses(Word::Margin),
            remoteness: uses(Word::Remoteness),
            count: uses(Word::Count),
            discard: profile.discard.filter(|_| uses(Word::Discard)),
        };
        if let (None, Some(field)) =
            (profile.discard, answers_with(profile, &n, &p, d.as_ref(), each_move.as_ref(), Word::Discard))
        {
            return Err(place(&profile.toml, field, Fault::new("discard-without-aim", Fault::NOWHERE)));
        }
        let parts = profile.listing.order.is_by_heap();
        let asks_moves = need.moves != Wanted::None || need.count;
        let on_words = if need.value
            || need.margin
            || need.remoteness
            || need.discard.is_some()
            || (profile.ask.is_some() && asks_moves)
        {
            OnWords::Nothing
        } else if profile.ask.is_some() {
            OnWords::Whole
        } else if !asks_moves {
            OnWords::Outcome
        } else if answers().all(|t| t.is_on_words(parts)) {
            OnWords::Results
        } else {
            OnWords::Nothing
        };
        // `each` is written around the innermost group, so it can use the names of the outer groups. If
        // `over` forms the innermost group, these are all names but the one of `over`.
        let outer = profile.pattern.levels.len() - usize::from(profile.pattern.over.is_none());
        let each = match compile(&profile.each, outer, EACH)?.around_answers() {
            Ok((before, behind)) => Each::Frame(before, behind),
            Err(whole) => Each::Whole(whole),
        };
        let game = optional(&profile.game, &[])?;
        let ask = optional(&profile.ask, &[])?;
        let reads_blocks = matches!(on_words, OnWords::Outcome | OnWords::Results)
            && matches!(each, Each::Frame(..))
            && profile.changes.is_none()
            && profile.pattern.is_plain(game.as_ref().map_or(0, |game| game.level));
        Ok(Self { profile, game, ask, n, p, d, each_move, each, need, on_words, reads_blocks })
    }

    /// Disables every fast path: slower, with the same answers. For tests of the fast paths.
    #[must_use]
    pub fn without_shortcuts(mut self) -> Self {
        self.on_words = OnWords::Nothing;
        self.reads_blocks = false;
        self
    }

    /// The parts of an answer that the templates use.
    pub fn need(&self) -> Need {
        self.need
    }
}
