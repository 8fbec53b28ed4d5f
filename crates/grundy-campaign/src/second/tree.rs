//! The syntax tree: amounts, moves and settings as written, not merged or simplified.

/// A binary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounding down
    Over,
    /// `^`
    Power,
}

/// A number that may depend on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A literal number, in digits or with an exponent as in `1e12`.
    Written(i128),
    /// `n`
    Size,
    /// `last`
    Last,
    /// `min`
    Least,
    /// `max`
    Greatest,
    /// `seat`
    Seat,
    /// `root(x)`
    Root(Box<Expression>),
    /// `digitsum(x)`
    DigitSum(Box<Expression>),
    /// `maxdigit(x)`
    GreatestDigit(Box<Expression>),
    /// `mindigit(x)`
    LeastDigit(Box<Expression>),
    /// `x + y` and the like.
    Two(Operation, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Whether `n` occurs.
    pub fn speaks_of_size(&self) -> bool {
        match self {
            Self::Size => true,
            Self::Root(inner) => inner.speaks_of_size(),
            Self::DigitSum(inner) | Self::GreatestDigit(inner) | Self::LeastDigit(inner) => {
                inner.speaks_of_size()
            }
            Self::Two(_, a, b) => a.speaks_of_size() || b.speaks_of_size(),
            Self::Written(_) | Self::Last | Self::Least | Self::Greatest | Self::Seat => false,
        }
    }

    /// Whether `seat` occurs.
    pub fn speaks_of_seat(&self) -> bool {
        match self {
            Self::Seat => true,
            Self::Root(inner)
            | Self::DigitSum(inner)
            | Self::GreatestDigit(inner)
            | Self::LeastDigit(inner) => inner.speaks_of_seat(),
            Self::Two(_, a, b) => a.speaks_of_seat() || b.speaks_of_seat(),
            Self::Written(_) | Self::Size | Self::Last | Self::Least | Self::Greatest => false,
        }
    }

    /// Whether this is the literal 0.
    pub fn is_written_zero(&self) -> bool {
        *self == Self::Written(0)
    }

    /// Whether `last` occurs.
    pub fn speaks_of_last(&self) -> bool {
        match self {
            Self::Last => true,
            Self::Root(inner) => inner.speaks_of_last(),
            Self::DigitSum(inner) | Self::GreatestDigit(inner) | Self::LeastDigit(inner) => {
                inner.speaks_of_last()
            }
            Self::Two(_, a, b) => a.speaks_of_last() || b.speaks_of_last(),
            Self::Written(_) | Self::Size | Self::Least | Self::Greatest | Self::Seat => false,
        }
    }
}

/// One item of a list of amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A single number.
    One(Expression),
    /// `a..b`, or `a..` without an upper bound.
    Range(Expression, Option<Expression>),
    /// `odd`
    Odd,
    /// `even`
    Even,
    /// `primes`
    Primes,
    /// `squares`
    Squares,
    /// `fibonacci`
    Fibonacci,
    /// `factorials`
    Factorials,
    /// `powers of b`
    Powers(Expression),
    /// `multiples of m`
    Multiples(Expression),
    /// `divisors of n`
    Divisors(Expression),
    /// `digits of n`
    Digits(Expression),
    /// `(A)`
    Group(Box<Amounts>),
}

impl Item {
    /// The expressions in it.
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::One(x) | Self::Powers(x) | Self::Multiples(x) | Self::Divisors(x) | Self::Digits(x) => {
                vec![x]
            }
            Self::Range(from, to) => std::iter::once(from).chain(to).collect(),
            Self::Group(amounts) => amounts.expressions(),
            _ => Vec::new(),
        }
    }
}

/// `A`, or `A except B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The included items.
    pub items: Vec<Item>,
    /// The excluded items.
    pub except: Vec<Item>,
}

impl Amounts {
    /// Only this item.
    pub fn only(item: Item) -> Self {
        Self { items: vec![item], except: Vec::new() }
    }

    /// All expressions in it.
    pub fn expressions(&self) -> Vec<&Expression> {
        self.items.iter().chain(&self.except).flat_map(Item::expressions).collect()
    }

    /// Whether the syntax gives no upper bound.
    pub fn endless(&self) -> bool {
        self.items.iter().any(|item| match item {
            Item::One(_) | Item::Range(_, Some(_)) | Item::Divisors(_) | Item::Digits(_) => false,
            Item::Group(group) => group.endless(),
            _ => true,
        })
    }

    /// Whether `last` occurs.
    pub fn speak_of_last(&self) -> bool {
        self.expressions().into_iter().any(Expression::speaks_of_last)
    }
}

/// The parts that a rest may be split into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The allowed numbers of parts.
    pub counts: Vec<u64>,
    /// The condition on the parts.
    pub likeness: Likeness,
}

impl Leaving {
    /// `leaving 0, 1 heaps`, the default.
    pub fn usual() -> Self {
        Self::counts(&[0, 1])
    }

    /// These numbers of parts, of any size.
    pub fn counts(counts: &[u64]) -> Self {
        Self { counts: counts.to_vec(), likeness: Likeness::Any }
    }

    /// Whether there are always two parts or more.
    pub fn always_splits(&self) -> bool {
        self.counts.iter().all(|&count| count >= 2)
    }

    /// Whether there may be two parts or more.
    pub fn splits(&self) -> bool {
        self.counts.iter().any(|&count| count >= 2)
    }
}

/// The condition on the parts of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Of any size.
    Any,
    /// All different.
    Unequal,
    /// All the same.
    Equal,
}

/// The heaps that a `take` takes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Any one heap.
    One,
    /// `from max heap`
    Greatest,
    /// `from min heap`
    Least,
    /// `from all heaps`
    All,
    /// `from nonempty heaps`
    Nonempty,
    /// `from k heaps`, with or without `up to`, and the relation of the numbers.
    Several {
        /// Whether `up to` is written.
        up_to: bool,
        /// `k`
        count: u64,
        /// The relation of the numbers.
        how: How,
    },
}

/// The relation of the numbers taken from several heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The same number from each.
    Same,
    /// `freely`
    Freely,
    /// `within d`
    Within(Expression),
}

/// One move, as written between two `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// `take A [from ...] [leaving ...]`
    Take(Amounts, Source, Leaving),
    /// `split into ...`
    Split(Leaving),
    /// `discard k heaps then M`
    Discard(u64, Box<Move>),
    /// `move A 1 step down`
    OneStep(Amounts),
    /// `move A any steps down`
    AnySteps(Amounts),
    /// `move A to a lower heap at distance D with sum S`; what is not written is unrestricted.
    ToLower(Amounts, Option<Amounts>, Option<Amounts>),
    /// `replace a heap of H by ... of S`
    Replace(Option<Amounts>, Leaving, Amounts),
    /// `divide a heap of H into A nearly equal heaps`
    Divide(Option<Amounts>, Amounts),
    /// `divide all heaps by A`
    DivideAll(Amounts),
    /// `merge k heaps`
    Merge(u64),
    /// `take A spreading the rest`
    Spread(Amounts),
    /// `multiply A`
    Multiply(Amounts),
}

impl Move {
    /// The amounts; for a `discard`, those of the innermost move.
    pub fn amounts(&self) -> Option<&Amounts> {
        match self {
            Self::Take(a, ..)
            | Self::OneStep(a)
            | Self::AnySteps(a)
            | Self::Multiply(a)
            | Self::ToLower(a, ..)
            | Self::Spread(a)
            | Self::DivideAll(a)
            | Self::Replace(_, _, a)
            | Self::Divide(_, a) => Some(a),
            Self::Split(_) | Self::Merge(_) => None,
            Self::Discard(_, then) => then.amounts(),
        }
    }

    /// Whether `last` occurs.
    pub fn speaks_of_last(&self) -> bool {
        let d = match self {
            Self::Take(_, Source::Several { how: How::Within(d), .. }, _) => d.speaks_of_last(),
            Self::Discard(_, then) => then.speaks_of_last(),
            _ => false,
        };
        d || self.amounts().is_some_and(Amounts::speak_of_last)
    }

    /// Whether `seat` occurs outside of the amounts: in the `d` of `within d`, or in the sizes of the heaps that may be
    /// replaced or divided.
    fn condition_speaks_of_seat(&self) -> bool {
        match self {
            Self::Replace(Some(sizes), ..) | Self::Divide(Some(sizes), _) => {
                sizes.expressions().into_iter().any(Expression::speaks_of_seat)
            }
            Self::Take(_, Source::Several { how: How::Within(d), .. }, _) => d.speaks_of_seat(),
            Self::Discard(_, then) => then.condition_speaks_of_seat(),
            _ => false,
        }
    }

    /// Whether it can change the number of heaps.
    pub fn changes_count(&self) -> bool {
        match self {
            Self::Take(_, _, leaving) | Self::Split(leaving) | Self::Replace(_, leaving, _) => {
                leaving.splits()
            }
            Self::Discard(..) | Self::Divide(..) | Self::Merge(_) => true,
            _ => false,
        }
    }

    /// Whether a literal 0 is allowed among its amounts.
    pub fn may_take_nothing(&self) -> bool {
        match self {
            Self::Take(_, _, leaving) => leaving.always_splits(),
            Self::Discard(_, then) => then.may_take_nothing(),
            _ => false,
        }
    }

    /// Whether it makes heaps into others, so that it cannot follow a `discard`.
    pub fn remakes(&self) -> bool {
        match self {
            Self::Replace(..) | Self::Divide(..) | Self::DivideAll(_) | Self::Merge(_) | Self::Spread(_) => {
                true
            }
            Self::Discard(_, then) => then.remakes(),
            _ => false,
        }
    }

    /// Whether it is a move by steps.
    pub fn steps(&self) -> bool {
        match self {
            Self::OneStep(_) | Self::AnySteps(_) | Self::ToLower(..) => true,
            Self::Discard(_, then) => then.steps(),
            _ => false,
        }
    }
}

/// The order in which heaps must be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `heaps in order`
    Begun,
    /// `heaps descending`
    Descending,
}

/// What a mark of a heap means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Something was taken from it: it is a row.
    Row,
    /// It was opened.
    Open,
    /// The latest move was made in it.
    Touched,
}

/// `to N` or `to at least N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// `N`
    pub number: u64,
    /// Whether a move may overshoot.
    pub at_least: bool,
}

/// Moves with their settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The moves joined by `or`.
    pub moves: Vec<Move>,
    /// `first A`
    pub first: Option<Amounts>,
    /// `win most`
    pub most: bool,
    /// `heaps in order` or `heaps descending`
    pub order: Option<Order>,
    /// `to N`
    pub goal: Option<Goal>,
    /// `ring`, `heaps closed` or `heaps alternating`
    pub marks: Option<Mark>,
    /// `seats 3, 5`
    pub seats: Vec<u64>,
    /// `pass 2 times`
    pub passes: Option<u64>,
    /// `put back 1..3 up to 2 times`
    pub put_back: Option<(Amounts, u64)>,
    /// `each amount once per heap`, or without `per heap`
    pub once: Option<Once>,
}

/// Where an amount may not be taken twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// In the component.
    Game,
    /// From a heap.
    Heap,
}

impl Rules {
    /// Rules without settings.
    pub fn of(moves: Vec<Move>) -> Self {
        Self {
            moves,
            first: None,
            most: false,
            order: None,
            goal: None,
            marks: None,
            seats: Vec::new(),
            passes: None,
            put_back: None,
            once: None,
        }
    }

    /// Whether `last` occurs.
    pub fn speak_of_last(&self) -> bool {
        self.moves.iter().any(Move::speaks_of_last)
    }

    /// Whether `seat` occurs.
    pub fn speak_of_seats(&self) -> bool {
        let amounts = self.moves.iter().filter_map(Move::amounts).chain(&self.first);
        let amounts = amounts.chain(self.put_back.iter().map(|(amounts, _)| amounts));
        let written = amounts.flat_map(Amounts::expressions).any(Expression::speaks_of_seat);
        written || self.moves.iter().any(Move::condition_speaks_of_seat)
    }

    /// Whether positions omit zeros.
    pub fn change_count(&self) -> bool {
        self.moves.iter().any(Move::changes_count)
    }

    /// Whether the order of heaps is relevant.
    pub fn keep_places(&self) -> bool {
        self.order.is_some() || self.moves.iter().any(Move::steps)
    }
}

/// The structure of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A component, by its index from the left.
    Leaf(usize),
    /// `A + B`, or a compound.
    Parts(Manner, Vec<Shape>),
}

impl Shape {
    /// Its first component.
    pub fn first(&self) -> usize {
        match self {
            Self::Leaf(place) => *place,
            Self::Parts(_, parts) => parts.first().map_or(0, Self::first),
        }
    }

    /// Its components.
    pub fn places(&self) -> Vec<usize> {
        match self {
            Self::Leaf(place) => vec![*place],
            Self::Parts(_, parts) => parts.iter().flat_map(Self::places).collect(),
        }
    }

    /// Whether it is a round or contains one.
    pub fn has_round(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Parts(manner, parts) => {
                [Manner::Round, Manner::Skip].contains(manner) || parts.iter().any(Self::has_round)
            }
        }
    }
}

/// The kinds of compounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// `A + B`
    Sum,
    /// `all(A, B)`
    All,
    /// `short(A, B)`
    Short,
    /// `some(A, B)`
    Some,
    /// `seq(A, B)`
    Seq,
    /// `round(A, B)`
    Round,
    /// `skip(A, B)`
    Skip,
}
