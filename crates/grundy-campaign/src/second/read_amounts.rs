//! Parses expressions and amounts.

use super::Refusal;
use super::amounts::{Sizes, value};
use super::scan::Scan;
use super::tree::{Amounts, Expression, Item, Operation};

/// `set [ "except" set ]`
pub fn amounts(scan: &mut Scan) -> Result<Amounts, Refusal> {
    let items = set(scan)?;
    let except = if scan.eat_word("except") { set(scan)? } else { Vec::new() };
    Ok(Amounts { items, except })
}

fn set(scan: &mut Scan) -> Result<Vec<Item>, Refusal> {
    let mut items = vec![item(scan)?];
    while scan.eat(",") {
        items.push(item(scan)?);
    }
    Ok(items)
}

type Of = fn(Expression) -> Item;

fn item(scan: &mut Scan) -> Result<Item, Refusal> {
    for (word, item) in [
        ("any", Item::Range(Expression::Written(1), None)),
        ("odd", Item::Odd),
        ("even", Item::Even),
        ("primes", Item::Primes),
        ("squares", Item::Squares),
        ("fibonacci", Item::Fibonacci),
        ("factorials", Item::Factorials),
    ] {
        if scan.eat_word(word) {
            return Ok(item);
        }
    }
    let of: [(&str, Of); 4] = [
        ("powers", Item::Powers),
        ("multiples", Item::Multiples),
        ("divisors", Item::Divisors),
        ("digits", Item::Digits),
    ];
    for (word, item) in of {
        if scan.eat_words(&[word, "of"]) {
            return Ok(item(expression(scan)?));
        }
    }
    // A parenthesis may open an expression or a group: `(n+1)/2`, `(1..6 except 3)`.
    let place = scan.place();
    let from = match expression(scan) {
        Err(Refusal::Illegal(_))
            if {
                scan.back(place);
                scan.eat("(")
            } =>
        {
            scan.enter()?;
            let group = amounts(scan)?;
            scan.expect(")")?;
            scan.leave();
            return Ok(Item::Group(Box::new(group)));
        }
        from => from?,
    };
    if !scan.eat("..") {
        return Ok(Item::One(from));
    }
    let to = if at_expression(scan) { Some(expression(scan)?) } else { None };
    Ok(Item::Range(from, to))
}

fn at_expression(scan: &mut Scan) -> bool {
    // In `move 5.. 1 step down` the 1 belongs to the step.
    let place = scan.place();
    let step = scan.at_numeral() && scan.numeral().is_ok() && scan.eat_words(&["step", "down"]);
    scan.back(place);
    let word = ["n", "last", "min", "max", "seat", "root", "digitsum", "maxdigit", "mindigit"]
        .contains(&scan.peek_word().as_str());
    !step && (word || scan.at_numeral() || scan.peek() == Some('('))
}

/// A number that may depend on the position.
pub fn expression(scan: &mut Scan) -> Result<Expression, Refusal> {
    let first = product(scan)?;
    further(first, scan)
}

/// An expression whose first number may be negative, as in a lead.
fn signed(scan: &mut Scan) -> Result<Expression, Refusal> {
    if !scan.eat("-") {
        return expression(scan);
    }
    let first = two(Operation::Minus, Expression::Written(0), power(scan)?);
    let first = times(first, scan)?;
    further(first, scan)
}

/// Further terms after the first product.
fn further(first: Expression, scan: &mut Scan) -> Result<Expression, Refusal> {
    let mut left = first;
    loop {
        let operation = if scan.eat("+") {
            Operation::Plus
        } else if scan.eat("-") {
            Operation::Minus
        } else {
            return Ok(left);
        };
        left = two(operation, left, product(scan)?);
    }
}

fn product(scan: &mut Scan) -> Result<Expression, Refusal> {
    let first = power(scan)?;
    times(first, scan)
}

/// Further factors after the first power.
fn times(first: Expression, scan: &mut Scan) -> Result<Expression, Refusal> {
    let mut left = first;
    loop {
        let operation = if scan.eat("*") {
            Operation::Times
        } else if scan.eat("/") {
            Operation::Over
        } else {
            return Ok(left);
        };
        left = two(operation, left, power(scan)?);
    }
}

fn power(scan: &mut Scan) -> Result<Expression, Refusal> {
    let base = atom(scan)?;
    if !scan.eat("^") {
        return Ok(base);
    }
    scan.enter()?;
    let exponent = power(scan)?;
    scan.leave();
    Ok(two(Operation::Power, base, exponent))
}

fn two(operation: Operation, left: Expression, right: Expression) -> Expression {
    Expression::Two(operation, Box::new(left), Box::new(right))
}

/// A function of one number.
type Function = fn(Box<Expression>) -> Expression;

fn atom(scan: &mut Scan) -> Result<Expression, Refusal> {
    if scan.at_numeral() {
        return Ok(Expression::Written(scan.numeral()?));
    }
    for (word, expression) in [
        ("n", Expression::Size),
        ("last", Expression::Last),
        ("min", Expression::Least),
        ("max", Expression::Greatest),
        ("seat", Expression::Seat),
    ] {
        if scan.eat_word(word) {
            return Ok(expression);
        }
    }
    let functions: [(&str, Function); 4] = [
        ("root", Expression::Root),
        ("digitsum", Expression::DigitSum),
        ("maxdigit", Expression::GreatestDigit),
        ("mindigit", Expression::LeastDigit),
    ];
    let function = functions.into_iter().find(|(word, _)| scan.eat_word(word)).map(|(_, function)| function);
    if !scan.eat("(") {
        // The document leaves open whether a number may start with a minus.
        return Err(if scan.peek() == Some('-') { Refusal::NotMine } else { scan.wrong("a number") });
    }
    scan.enter()?;
    let inner = expression(scan)?;
    scan.expect(")")?;
    scan.leave();
    Ok(match function {
        Some(function) => function(Box::new(inner)),
        None => inner,
    })
}

/// A constant number that is not negative.
pub fn number(scan: &mut Scan) -> Result<u64, Refusal> {
    let number = constant(&expression(scan)?)?;
    if number < 0 {
        return Err(Refusal::Illegal("a number here is 0 or more".into()));
    }
    u64::try_from(number).map_err(|_| Refusal::NotMine)
}

/// A constant number that may be negative.
pub fn lead(scan: &mut Scan) -> Result<i64, Refusal> {
    let number = constant(&signed(scan)?)?;
    i64::try_from(number).map_err(|_| Refusal::NotMine)
}

fn constant(expression: &Expression) -> Result<i128, Refusal> {
    if depends(expression) {
        return Err(Refusal::Illegal("a number here has to be written out".into()));
    }
    let number = value(expression, &Sizes::default())?;
    number.ok_or_else(|| Refusal::Illegal("this comes to no number".into()))
}

/// Whether it depends on the position.
pub fn depends(expression: &Expression) -> bool {
    match expression {
        Expression::Written(_) => false,
        Expression::Root(inner) => depends(inner),
        Expression::DigitSum(inner) | Expression::GreatestDigit(inner) | Expression::LeastDigit(inner) => {
            depends(inner)
        }
        Expression::Two(_, a, b) => depends(a) || depends(b),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(text: &str) -> u64 {
        number(&mut Scan::new(text)).unwrap()
    }

    #[test]
    fn numbers_are_computed_with_the_usual_precedence() {
        assert_eq!(computed("2 + 3*4"), 14);
        assert_eq!(computed("2^3^2"), 512);
        assert_eq!(computed("(7 - 2)/2"), 2);
        assert_eq!(computed("20 - 5 - 1"), 14);
        assert_eq!(computed("root(26) + 1_0"), 15);
        assert!(matches!(number(&mut Scan::new("n")), Err(Refusal::Illegal(_))));
        assert!(matches!(number(&mut Scan::new("1/0")), Err(Refusal::Illegal(_))));
        assert!(matches!(number(&mut Scan::new("3 - 5")), Err(Refusal::Illegal(_))));
    }

    #[test]
    fn an_except_runs_to_the_end_unless_grouped() {
        let read = amounts(&mut Scan::new("any except 3, 5..7")).unwrap();
        assert_eq!((read.items.len(), read.except.len()), (1, 2));
        let read = amounts(&mut Scan::new("(1..10 except 3), 12")).unwrap();
        assert_eq!((read.items.len(), read.except.len()), (2, 0));
        let read = amounts(&mut Scan::new("(n+1)/2..(n+3)")).unwrap();
        assert!(matches!(&read.items[..], [Item::Range(_, Some(_))]));
        let read = amounts(&mut Scan::new("5.. 1 step down")).unwrap();
        assert!(matches!(&read.items[..], [Item::Range(_, None)]));
    }
}
