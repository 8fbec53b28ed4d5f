//! Expressions: the counts, ranges and conditions of a profile, and the computations of its templates.
//!
//! One language, one parser and one evaluator. Names are resolved when an expression is parsed: those of the
//! input to their slots, and in templates also the words of an answer and the template's own variables. Plain
//! arithmetic is evaluated on machine words first; everything else, and every overflow, at any size.

mod parser;

use std::sync::Arc;

use self::parser::Parser;
use crate::facts::{Facts, Part, Word};
use crate::filters::Function;
pub use crate::lexer::{Fault, Lexer, Token};
use crate::number::Num;
pub use crate::value::Relation;
use crate::value::{Arithmetic, Eval, Meter, Val, attribute, fault, join, unfit};

/// Resolves a name to its slot; an unknown name is an error.
pub type Resolve<'r> = &'r dyn Fn(&str, usize) -> Result<usize, Fault>;

/// An expression, and its start in the text.
#[derive(Clone, Debug)]
pub struct Expr {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Const(Val),
    /// A name of the input.
    Slot(usize),
    /// A word of the answer.
    Word(Word),
    /// A part of a move: of the first one if `true`, else of the one that a template of moves is about.
    Part(bool, Part),
    /// A variable of the template, and the meaning of its name if the variable is not set.
    Local(usize, Option<Box<Expr>>),
    /// A property of a loop, which is given by the number of loops around it.
    Loop(usize, LoopPart),
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    Negative(Box<Expr>),
    /// `~`
    Texts(Box<[Expr; 2]>),
    Compare(Relation, Box<[Expr; 2]>),
    Within(Box<[Expr; 2]>),
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    /// Condition, then, else.
    If(Box<[Expr; 3]>),
    Attribute(Box<Expr>, Arc<str>),
    Item(Box<[Expr; 2]>),
    Slice(Box<[Expr; 4]>),
    List(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
    /// From, to, step.
    Range(Box<[Expr; 3]>),
    Space(Vec<(Arc<str>, Expr)>),
    /// A list's elements, joined by a text.
    Join(Box<Expr>, Arc<str>),
    /// A filter or test, with one entry for each of its parameters.
    Apply(&'static Function, Box<Expr>, Vec<Expr>),
}

/// A property of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopPart {
    Index,
    Index0,
    Left,
    Left0,
    First,
    Last,
    Length,
    Before,
    Behind,
    /// The whole object: `loop` in `loop.index`.
    Whole,
}

impl LoopPart {
    pub const ALL: [(&'static str, Self); 9] = [
        ("index", Self::Index),
        ("index0", Self::Index0),
        ("revindex", Self::Left),
        ("revindex0", Self::Left0),
        ("first", Self::First),
        ("last", Self::Last),
        ("length", Self::Length),
        ("previtem", Self::Before),
        ("nextitem", Self::Behind),
    ];
}

/// The items that a loop iterates over.
#[derive(Clone, Debug)]
pub enum Items {
    List(Arc<Vec<Val>>),
    /// Start, step, number of items.
    Range(i64, i64, usize),
}

impl Items {
    pub fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Range(.., len) => *len,
        }
    }

    #[inline]
    pub fn get(&self, i: usize) -> Val {
        match self {
            Self::List(items) => items.get(i).cloned().unwrap_or_default(),
            Self::Range(from, step, len) if i < *len => Val::Int(Num::Small(
                from.wrapping_add(step.wrapping_mul(i64::try_from(i).unwrap_or(i64::MAX))),
            )),
            Self::Range(..) => Val::Undefined,
        }
    }
}

/// A running loop.
#[derive(Debug)]
pub struct Loop {
    pub items: Items,
    pub index: usize,
}

/// The environment of an evaluation.
#[derive(Debug)]
pub struct Env<'e> {
    pub slots: &'e [Val],
    pub facts: Option<&'e Facts<'e>>,
    /// Variables of the template; `None` for one that is not set.
    pub locals: Vec<Option<Val>>,
    pub loops: Vec<Loop>,
    pub spaces: Vec<Vec<(Arc<str>, Val)>>,
    pub meter: Meter,
}

impl<'e> Env<'e> {
    pub fn new(slots: &'e [Val], facts: Option<&'e Facts<'e>>, locals: usize) -> Self {
        let meter = Meter::new(slots);
        Self { slots, facts, locals: vec![None; locals], loops: Vec::new(), spaces: Vec::new(), meter }
    }
}

/// The most operators of one expression: a chain of operators is a tree as deep as it is long, and every traversal
/// recurses through all of it.
const MOST_OPERATORS: usize = 1000;
const DEEPEST: usize = 64;

impl From<Val> for Expr {
    fn from(val: Val) -> Self {
        Self::new(0, Kind::Const(val))
    }
}

impl Expr {
    pub fn new(at: usize, kind: Kind) -> Self {
        Self { at, kind }
    }

    /// `a + b * (c - 1)`: an expression over integers of the input.
    pub fn parse(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        Parser { lexer, resolve: &mut resolve, operators: 0, is_template: false }.arithmetic(0)
    }

    /// A count after `*`: an integer, a name, or an expression in parentheses.
    pub fn parse_count(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        Parser { lexer, resolve: &mut resolve, operators: 0, is_template: false }.atom(0)
    }

    /// A condition: comparisons with `and`, `or` and `not`.
    pub fn parse_condition(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        let parser = Parser { lexer: &mut lexer, resolve: &mut resolve, operators: 0, is_template: false };
        let condition = { parser }.either(0)?;
        if !condition.is_condition() {
            return Err(lexer.unexpected("= != < <= > >="));
        }
        if lexer.peek() == Token::End { Ok(condition) } else { Err(lexer.unexpected("and, or")) }
    }

    /// An expression of a template. An `if` after the items of a loop belongs to the loop.
    pub fn parse_in_template(
        lexer: &mut Lexer,
        resolve: &mut dyn FnMut(&str, usize) -> Result<Kind, Fault>,
        of_loop: bool,
    ) -> Result<Self, Fault> {
        let mut parser = Parser { lexer, resolve, operators: 0, is_template: true };
        if of_loop { parser.either(0) } else { parser.whole(0) }
    }

    fn is_condition(&self) -> bool {
        match &self.kind {
            Kind::Compare(..) | Kind::Within(..) => true,
            Kind::Not(inner) => inner.is_condition(),
            Kind::And(two) | Kind::Or(two) => two.iter().all(Self::is_condition),
            _ => false,
        }
    }

    /// The value as an integer over the input, or `None` if it has none: a division by zero, or a power or product
    /// that is too large.
    pub fn value(&self, slots: &[Val]) -> Option<Num> {
        match &self.kind {
            Kind::Const(Val::Int(n)) => Some(n.clone()),
            Kind::Slot(slot) => slots[*slot].int().cloned(),
            _ => {
                let mut env = Env::new(slots, None, 0);
                match self.word(&env).map_or_else(|| self.eval(&mut env), |n| Ok(Val::Int(Num::Small(n)))) {
                    Ok(Val::Int(n)) => Some(n),
                    _ => None,
                }
            }
        }
    }

    /// Whether a condition over the input holds. A comparison without a value (a division by zero) does not hold.
    #[inline]
    pub fn holds(&self, slots: &[Val]) -> bool {
        match &self.kind {
            Kind::And(two) => two.iter().all(|one| one.holds(slots)),
            Kind::Or(two) => two.iter().any(|one| one.holds(slots)),
            Kind::Compare(relation, two) => {
                let small = |expr: &Self| match &expr.kind {
                    Kind::Const(val) => val.small(),
                    Kind::Slot(slot) => slots[*slot].small(),
                    _ => None,
                };
                match (small(&two[0]), small(&two[1])) {
                    (Some(a), Some(b)) => relation.holds(a.cmp(&b)),
                    _ => self.holds_at_any_size(slots),
                }
            }
            _ => self.holds_at_any_size(slots),
        }
    }

    #[cold]
    fn holds_at_any_size(&self, slots: &[Val]) -> bool {
        self.eval(&mut Env::new(slots, None, 0)).is_ok_and(|val| val.is_true())
    }

    /// The slots that occur in it.
    pub fn names(&self) -> Vec<usize> {
        let mut names = Vec::new();
        self.each(&mut |expr| {
            if let Kind::Slot(slot) = expr.kind {
                names.push(slot);
            }
        });
        names
    }

    /// Calls `look` for the expression and all its subexpressions.
    pub fn each(&self, look: &mut dyn FnMut(&Self)) {
        look(self);
        let inner: &[Self] = match &self.kind {
            Kind::Const(_) | Kind::Slot(_) | Kind::Word(_) | Kind::Part(..) | Kind::Loop(..) => &[],
            Kind::Local(_, other) => other.as_deref().map_or(&[], std::slice::from_ref),
            Kind::Negative(one) | Kind::Not(one) | Kind::Attribute(one, _) | Kind::Join(one, _) => {
                std::slice::from_ref(one)
            }
            Kind::Arithmetic(_, two)
            | Kind::Texts(two)
            | Kind::Compare(_, two)
            | Kind::Within(two)
            | Kind::And(two)
            | Kind::Or(two)
            | Kind::Item(two) => &two[..],
            Kind::If(three) | Kind::Range(three) => &three[..],
            Kind::Slice(four) => &four[..],
            Kind::List(all) => all,
            Kind::Map(pairs) => {
                return pairs.iter().for_each(|(k, v)| [k, v].iter().for_each(|e| e.each(look)));
            }
            Kind::Space(named) => return named.iter().for_each(|(_, e)| e.each(look)),
            Kind::Apply(_, one, more) => {
                one.each(look);
                more
            }
        };
        for expr in inner {
            expr.each(look);
        }
    }

    /// The value if it is a machine word and plain arithmetic finds it; `None` has no other meaning.
    #[inline]
    pub fn word(&self, env: &Env) -> Option<i64> {
        match &self.kind {
            Kind::Const(val) => val.small(),
            Kind::Slot(slot) => env.slots[*slot].small(),
            Kind::Local(local, _) => env.locals[*local].as_ref()?.small(),
            Kind::Loop(depth, part) => {
                let this = &env.loops[*depth];
                let index = match part {
                    LoopPart::Index => this.index + 1,
                    LoopPart::Index0 => this.index,
                    LoopPart::Left => this.items.len() - this.index,
                    LoopPart::Left0 => this.items.len() - this.index - 1,
                    LoopPart::Length => this.items.len(),
                    _ => return None,
                };
                i64::try_from(index).ok()
            }
            Kind::Negative(one) => one.word(env)?.checked_neg(),
            Kind::Arithmetic(op, two) => op.on_words(two[0].word(env)?, two[1].word(env)?),
            Kind::If(three) => {
                let which = if three[0].truth(env)? { &three[1] } else { &three[2] };
                which.word(env)
            }
            Kind::Item(two) => {
                let items = match &two[0].kind {
                    Kind::Slot(slot) => env.slots[*slot].items()?,
                    Kind::Local(local, _) => env.locals[*local].as_ref()?.items()?,
                    _ => return None,
                };
                items.get(usize::try_from(two[1].word(env)?).ok()?)?.small()
            }
            Kind::Apply(function, one, _) => function.on_word?(one.word(env)?),
            _ => None,
        }
    }

    /// Whether it holds, if machine words suffice to decide it.
    #[inline]
    pub fn truth(&self, env: &Env) -> Option<bool> {
        match &self.kind {
            Kind::Compare(relation, two) => Some(relation.holds(two[0].word(env)?.cmp(&two[1].word(env)?))),
            Kind::Loop(depth, LoopPart::First) => Some(env.loops[*depth].index == 0),
            Kind::Loop(depth, LoopPart::Last) => {
                let this = &env.loops[*depth];
                Some(this.index + 1 == this.items.len())
            }
            Kind::Not(one) => Some(!one.truth(env)?),
            Kind::And(two) => Some(two[0].truth(env)? && two[1].truth(env)?),
            Kind::Or(two) => Some(two[0].truth(env)? || two[1].truth(env)?),
            _ => Some(self.word(env)? != 0),
        }
    }

    /// Evaluates at any size.
    pub fn eval(&self, env: &mut Env) -> Eval<Val> {
        env.meter.step()?;
        self.found(env).map_err(|fault| fault.placed(self.at))
    }

    /// Evaluates; an undefined value is an error.
    fn given(&self, env: &mut Env) -> Eval<Val> {
        match self.eval(env)? {
            Val::Undefined => Err(fault("undefined", &[]).placed(self.at)),
            val => Ok(val),
        }
    }

    fn both(two: &[Self; 2], env: &mut Env) -> Eval<(Val, Val)> {
        Ok((two[0].given(env)?, two[1].given(env)?))
    }

    fn found(&self, env: &mut Env) -> Eval<Val> {
        Ok(match &self.kind {
            Kind::Const(val) => val.clone(),
            Kind::Slot(slot) => env.slots[*slot].clone(),
            Kind::Word(word) => env.facts.map(|facts| facts.word(*word)).unwrap_or_default(),
            Kind::Part(first, part) => env.facts.map(|facts| facts.part(*first, *part)).unwrap_or_default(),
            Kind::Local(local, other) => match (&env.locals[*local], other) {
                (Some(val), _) => val.clone(),
                (None, Some(other)) => other.eval(env)?,
                (None, None) => Val::Undefined,
            },
            Kind::Loop(depth, part) => {
                let this = &env.loops[*depth];
                match part {
                    LoopPart::First => (this.index == 0).into(),
                    LoopPart::Last => (this.index + 1 == this.items.len()).into(),
                    LoopPart::Before => {
                        this.index.checked_sub(1).map(|i| this.items.get(i)).unwrap_or_default()
                    }
                    LoopPart::Behind => this.items.get(this.index + 1),
                    LoopPart::Whole => Val::Undefined,
                    _ => Val::Int(Num::Small(self.word(env).unwrap_or_default())),
                }
            }
            Kind::Arithmetic(op, two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.arithmetic(*op, &a, &b)?
            }
            Kind::Negative(one) => {
                let val = one.given(env)?;
                env.meter.negative(&val)?
            }
            Kind::Texts(two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.join_texts(&a, &b)?
            }
            Kind::Compare(relation, two) => {
                let (a, b) = Self::both(two, env)?;
                relation.of(&a, &b, &mut env.meter)?.into()
            }
            Kind::Within(two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.contains(&b, &a)?.into()
            }
            Kind::Not(one) => (!one.eval(env)?.is_true()).into(),
            Kind::And(two) => match two[0].eval(env)? {
                val if val.is_true() => two[1].eval(env)?,
                val => val,
            },
            Kind::Or(two) => match two[0].eval(env)? {
                val if val.is_true() => val,
                _ => two[1].eval(env)?,
            },
            Kind::If(three) => {
                let which = if three[0].eval(env)?.is_true() { &three[1] } else { &three[2] };
                which.eval(env)?
            }
            Kind::Attribute(of, name) => match of.given(env)? {
                Val::Space(space) => {
                    let found = env.spaces[space].iter().find(|(n, _)| n == name);
                    found.map(|(_, val)| val.clone()).unwrap_or_default()
                }
                val => attribute(&val, name),
            },
            Kind::Item(two) => {
                let (of, key) = Self::both(two, env)?;
                of.item(&key)?
            }
            Kind::Slice(four) => {
                let of = four[0].given(env)?;
                let [a, b, c] = [four[1].eval(env)?, four[2].eval(env)?, four[3].eval(env)?];
                env.meter.slice(&of, [&a, &b, &c])?
            }
            Kind::List(all) => {
                let items = all.iter().map(|e| e.given(env)).collect::<Eval<_>>()?;
                env.meter.list(items)?
            }
            Kind::Map(pairs) => {
                let pairs = pairs.iter().map(|(k, v)| Ok((k.given(env)?, v.given(env)?)));
                let pairs = pairs.collect::<Eval<_>>()?;
                env.meter.map(pairs)?
            }
            Kind::Range(_) => {
                let items = self.items(env)?;
                env.meter.steps(items.len())?;
                env.meter.list((0..items.len()).map(|i| items.get(i)).collect())?
            }
            Kind::Space(named) => {
                let named = named.iter().map(|(name, e)| Ok((name.clone(), e.given(env)?)));
                let named = named.collect::<Eval<_>>()?;
                env.spaces.push(named);
                Val::Space(env.spaces.len() - 1)
            }
            Kind::Join(of, between) => {
                let mut out = Vec::new();
                let of = of.given(env)?;
                join(&of, between, &mut env.meter, &mut out)?;
                env.meter.text(String::from_utf8_lossy(&out).into_owned())?
            }
            Kind::Apply(function, one, more) => {
                let val = if function.takes_undefined { one.eval(env)? } else { one.given(env)? };
                let more: Vec<Val> = more.iter().map(|e| e.eval(env)).collect::<Eval<_>>()?;
                (function.apply)(&mut env.meter, &val, &more)?
            }
        })
    }

    /// The items of a loop over this expression; a range is not expanded to a list.
    pub fn items(&self, env: &mut Env) -> Eval<Items> {
        let Kind::Range(three) = &self.kind else {
            let val = self.given(env)?;
            let items = env.meter.elements(&val).map_err(|fault| fault.placed(self.at))?;
            return Ok(Items::List(items));
        };
        let mut word = |expr: &Self| {
            let val = expr.given(env)?;
            val.small().ok_or_else(|| unfit("no-integer", "range", &val).placed(expr.at))
        };
        let [from, to, step] = [word(&three[0])?, word(&three[1])?, word(&three[2])?];
        if step == 0 {
            return Err(fault("step-zero", &[]).placed(self.at));
        }
        let wide = i128::from(to) - i128::from(from);
        let step_wide = i128::from(step);
        let count =
            if (wide > 0) == (step > 0) { (wide + step_wide - step_wide.signum()) / step_wide } else { 0 };
        Ok(Items::Range(from, step, usize::try_from(count).unwrap_or(usize::MAX)))
    }
}

/// `i = 1..n`: one question for each value of a name.
#[derive(Clone, Debug)]
pub struct Over {
    pub name: String,
    pub from: Expr,
    pub to: Expr,
}

impl Over {
    pub fn parse(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let Token::Name(name) = lexer.peek() else { return Err(lexer.unexpected("i = 1..n")) };
        lexer.bump()?;
        lexer.expect("=")?;
        let from = Expr::parse(&mut lexer, resolve)?;
        lexer.expect("..")?;
        let to = Expr::parse(&mut lexer, resolve)?;
        if lexer.peek() != Token::End {
            return Err(lexer.unexpected("+ - * /"));
        }
        Ok(Self { name: name.to_owned(), from, to })
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;
    use crate::lexer::LONGEST;

    fn parse(text: &str) -> Result<Expr, Fault> {
        Expr::parse(&mut Lexer::new(text)?, &|_, _| Ok(0))
    }

    fn code(text: &str) -> &'static str {
        parse(text).unwrap_err().code
    }

    #[test]
    fn chains_of_operators_have_an_end() {
        for (first, more, value) in [
            ("1", "+1", 1001),
            ("1", "-1", -999),
            ("1", "*1", 1),
            ("7", "/1", 7),
            // The count continues across brackets.
            ("(1", "+1", 1001),
        ] {
            let text = |times| {
                let end = if first.starts_with('(') { ")" } else { "" };
                format!("{first}{}{end}", more.repeat(times))
            };
            let longest = parse(&text(1000)).unwrap();
            assert_eq!(longest.value(&[]), Some(Num::Small(value)), "{more}");
            let fault = parse(&text(1001)).unwrap_err();
            assert_eq!(
                (fault.code, fault.at),
                ("too-many-operators", text(1000).trim_end_matches(')').len())
            );
            assert_eq!(fault.values, [("limit", "1000".to_owned())]);
        }
        assert_eq!(code(&["(1+1)"; 501].join("*")), "too-many-operators");
        assert_eq!(code(&["--1"; 400].join("+")), "too-many-operators");
        assert_eq!(code(&"(".repeat(100)), "nested-too-deep");
    }

    #[test]
    fn long_texts_are_refused_whatever_reads_them() {
        let blanks = " ".repeat(LONGEST);
        assert_eq!(code(&format!("1{blanks}")), "text-too-long");
        let cond = Expr::parse_condition(&format!("a = 0{blanks}"), &|_, _| Ok(0)).unwrap_err();
        let over = Over::parse(&format!("i = 1..2{blanks}"), &|_, _| Ok(0)).unwrap_err();
        assert_eq!((cond.code, over.code), ("text-too-long", "text-too-long"));
        assert!(parse(&blanks.replacen(' ', "1", 1)).is_ok());
    }

    #[test]
    fn products_have_no_value_where_powers_have_none() {
        let has_value = |text: &str| parse(text).unwrap().value(&[]).is_some();
        assert!(has_value("2^500000 * 2^500000"));
        assert!(!has_value("2^500000 * 2^500000 * 2^500000"));
        assert!(!has_value("2^2000000"));
        // Input may be longer than this, and a result no more expensive than reading it is computed.
        let read = [Val::Int(Num::from(IBig::ONE << 2_000_000))];
        assert!(parse("a").unwrap().value(&read).is_some());
        assert!(parse("a * 10 + a").unwrap().value(&read).is_some());
        assert!(parse("a * a").unwrap().value(&read).is_none());
    }

    #[test]
    fn arithmetic_is_the_same_on_words_and_at_any_size() {
        let of = |text: &str| parse(text).unwrap().value(&[]).map(|n| n.to_string());
        for (text, want) in [
            ("-10^18", "-1000000000000000000"),
            ("(0 - 10)^2", "100"),
            ("2^3^2", "512"),
            ("-7 / 2", "-4"),
            ("7 / (0 - 2)", "-4"),
            ("(0 - 7) % 3", "2"),
            ("7 % (0 - 3)", "-2"),
            ("9223372036854775807 + 1", "9223372036854775808"),
            ("-9223372036854775807 - 2", "-9223372036854775809"),
            ("(10^20 + 7) % 10^19", "7"),
            ("-10^20 // 3", "-33333333333333333334"),
            ("(0 - 1)^(10^30 + 1)", "-1"),
        ] {
            assert_eq!(of(text).as_deref(), Some(want), "{text}");
        }
        assert_eq!((of("1 / 0"), of("1 % 0"), of("2^(0 - 1)")), (None, None, None));
    }

    #[test]
    fn a_condition_without_a_value_does_not_hold() {
        let holds = |text: &str| {
            let condition = Expr::parse_condition(text, &|_, _| Ok(0)).unwrap();
            condition.holds(&[Val::Int(Num::Small(5))])
        };
        assert!(holds("a = 5 and a != 4 or a < 0"));
        assert!(holds("not a = 4 and a >= 5 and a / 2 = 2"));
        assert!(holds("a / 0 = 1 or a = 5"));
        assert!(!holds("a / 0 = 1") && !holds("a > 5 or a < 5") && holds("a < 10^40"));
        let code = |text: &str| Expr::parse_condition(text, &|_, _| Ok(0)).unwrap_err().code;
        assert_eq!(
            (code("a"), code("a = 1 and 2"), code("1 < a < 3")),
            ("ends-too-soon", "ends-too-soon", "chained-comparison")
        );
    }
}
