//! A small parser of the notation, as far as laws need it: takes from heaps that are not split.

/// A take.
#[derive(Clone, Debug)]
pub struct Take {
    pub from: From,
    pub amounts: Amounts,
    pub may_empty: bool,
    pub may_leave: bool,
}

/// Which heaps a move touches.
#[derive(Clone, Copy, Debug)]
pub enum From {
    Max,
    Min,
    All,
    Nonempty,
    /// From each of a given number of heaps; any two amounts differ by at most the bound, if there is one.
    Heaps {
        least: u64,
        most: u64,
        bound: Option<i64>,
    },
}

/// The members of a union of items, without those of another union.
#[derive(Clone, Debug)]
pub struct Amounts {
    pub items: Vec<Item>,
    pub except: Vec<Item>,
}

#[derive(Clone, Debug)]
pub enum Item {
    Range(Line, Option<Line>),
    Residue { rest: i64, modulus: i64 },
    Powers(i64),
    Fibonacci,
    Group(Box<Amounts>),
}

/// (a n + b) / c, rounded down, for a heap of n.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub a: i64,
    pub b: i64,
    pub c: i64,
}

/// Larger numbers are refused.
const LARGEST: i64 = 1 << 20;
const DEEPEST: usize = 32;

impl Line {
    fn number(b: i64) -> Self {
        Self { a: 0, b, c: 1 }
    }

    fn checked(self) -> Option<Self> {
        let small = [self.a, self.b, self.c].iter().all(|v| v.abs() <= LARGEST);
        (small && self.c > 0).then_some(self)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let (whole, part) = if self.c == 1 { (self, other) } else { (other, self) };
        let (a, b) = (part.a + whole.a * part.c, part.b + whole.b * part.c);
        if whole.c == 1 { Self { a, b, c: part.c }.checked() } else { None }
    }

    /// -floor(u / c) = floor((c - 1 - u) / c).
    fn negative(self) -> Self {
        Self { a: -self.a, b: self.c - 1 - self.b, c: self.c }
    }

    fn times(self, other: Self) -> Option<Self> {
        let (number, line) = if self.a == 0 { (self, other) } else { (other, self) };
        if number.a != 0 || self.c != 1 || other.c != 1 {
            return None;
        }
        Self { a: line.a * number.b, b: line.b * number.b, c: 1 }.checked()
    }

    fn over(self, other: Self) -> Option<Self> {
        if other.a != 0 || other.c != 1 {
            return None;
        }
        Self { c: self.c * other.b, ..self }.checked()
    }
}

/// The moves of a line of rules, or the place of the first character that cannot be parsed.
pub fn read(text: &str) -> Result<Vec<Take>, usize> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.moves().ok_or(reader.at)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&mut self) -> &str {
        while self.text[self.at..].starts_with(' ') {
            self.at += 1;
        }
        &self.text[self.at..]
    }

    /// Skips a sign or a whole word.
    fn eat(&mut self, token: &str) -> bool {
        let length = token.len();
        let rest = self.rest();
        let word = token.ends_with(|c: char| c.is_ascii_alphabetic());
        let goes_on =
            rest.get(length..).is_some_and(|after| after.starts_with(|c: char| c.is_ascii_alphanumeric()));
        let found = rest.starts_with(token) && !(word && goes_on);
        if found {
            self.at += length;
        }
        found
    }

    fn number(&mut self) -> Option<i64> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..length].parse().ok().filter(|n| *n <= LARGEST)?;
        self.at += length;
        Some(number)
    }

    fn moves(&mut self) -> Option<Vec<Take>> {
        let mut moves = Vec::new();
        loop {
            moves.push(self.take()?);
            if !self.eat("or") {
                return self.rest().is_empty().then_some(moves);
            }
        }
    }

    fn take(&mut self) -> Option<Take> {
        self.eat("take").then_some(())?;
        let amounts = self.amounts()?;
        let from =
            if self.eat("from") { self.from()? } else { From::Heaps { least: 1, most: 1, bound: Some(0) } };
        let (mut may_empty, mut may_leave) = (true, true);
        if self.eat("leaving") {
            let first = self.number()?;
            let both = self.eat(",");
            let counts = if both { (first, self.number()?) } else { (first, first) };
            (self.eat("heaps") || self.eat("heap")).then_some(())?;
            (may_empty, may_leave) = match counts {
                (0, 0) => (true, false),
                (1, 1) => (false, true),
                (0, 1) => (true, true),
                _ => return None,
            };
        }
        Some(Take { from, amounts, may_empty, may_leave })
    }

    fn from(&mut self) -> Option<From> {
        for (word, from) in
            [("max", From::Max), ("min", From::Min), ("all", From::All), ("nonempty", From::Nonempty)]
        {
            if self.eat(word) {
                return (self.eat("heaps") || self.eat("heap")).then_some(from);
            }
        }
        let up_to = self.eat("up to");
        let most = self.number()?.cast_unsigned();
        (self.eat("heaps") || self.eat("heap")).then_some(())?;
        let bound = if self.eat("freely") {
            None
        } else if self.eat("within") {
            Some(self.number()?)
        } else {
            Some(0)
        };
        Some(From::Heaps { least: if up_to { 1 } else { most }, most, bound })
    }

    fn amounts(&mut self) -> Option<Amounts> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let items = self.items()?;
        let except = if self.eat("except") { self.items()? } else { vec![] };
        self.depth -= 1;
        Some(Amounts { items, except })
    }

    fn items(&mut self) -> Option<Vec<Item>> {
        let mut items = vec![self.item()?];
        while self.eat(",") {
            items.push(self.item()?);
        }
        Some(items)
    }

    fn item(&mut self) -> Option<Item> {
        Some(if self.eat("any") {
            Item::Range(Line::number(1), None)
        } else if self.eat("odd") {
            Item::Residue { rest: 1, modulus: 2 }
        } else if self.eat("even") {
            Item::Residue { rest: 0, modulus: 2 }
        } else if self.eat("multiples of") {
            Item::Residue { rest: 0, modulus: self.number().filter(|m| *m > 0)? }
        } else if self.eat("powers of") {
            Item::Powers(self.number().filter(|m| *m > 1)?)
        } else if self.eat("fibonacci") {
            Item::Fibonacci
        } else {
            let start = self.at;
            if let Some(low) = self.sum() {
                let high = if self.eat("..") { self.top()? } else { Some(low) };
                return Some(Item::Range(low, high));
            }
            self.at = start;
            self.eat("(").then_some(())?;
            let group = self.amounts()?;
            self.eat(")").then_some(())?;
            Item::Group(Box::new(group))
        })
    }

    /// The upper end of a range; `Some(None)` if it has none.
    #[expect(clippy::option_option, reason = "no end is not the same as an end that cannot be read")]
    fn top(&mut self) -> Option<Option<Line>> {
        let rest = self.rest();
        let ends = rest.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '-')
            || (rest.starts_with('n') && !rest.starts_with("nonempty"));
        if ends { self.sum().map(Some) } else { Some(None) }
    }

    fn sum(&mut self) -> Option<Line> {
        let negative = self.eat("-");
        let first = self.product()?;
        let mut sum = if negative { first.negative() } else { first };
        loop {
            if self.eat("+") {
                sum = sum.plus(self.product()?)?;
            } else if self.eat("-") {
                sum = sum.plus(self.product()?.negative())?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Line> {
        let mut product = self.factor()?;
        loop {
            if self.eat("*") {
                product = product.times(self.factor()?)?;
            } else if self.eat("/") {
                product = product.over(self.factor()?)?;
            } else {
                return Some(product);
            }
        }
    }

    fn factor(&mut self) -> Option<Line> {
        if self.eat("n") {
            return Some(Line { a: 1, b: 0, c: 1 });
        }
        if self.eat("(") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return self.eat(")").then_some(inner);
        }
        self.number().map(Line::number)
    }
}
