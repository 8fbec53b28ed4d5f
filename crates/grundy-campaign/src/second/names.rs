//! Names and digit codes, translated to moves.

use super::Refusal;
use super::read_amounts::{amounts, number};
use super::read_moves::{moves, refuse_zero};
use super::scan::Scan;
use super::tree::{Amounts, Expression, Goal, How, Item, Leaving, Likeness, Move, Rules, Source};

const BOARDS: [&str; 36] = [
    "turtles",
    "翻龟",
    "mockturtles",
    "假龟",
    "twins",
    "双翻",
    "ruler",
    "直尺",
    "corners",
    "翻四角",
    "rugs",
    "地毯",
    "tartan",
    "格子呢",
    "chomp",
    "巧克力",
    "endnim",
    "两端尼姆",
    "silverdollar",
    "银元",
    "hackenbush",
    "砍树",
    "geography",
    "二分图博弈",
    "无向点地理",
    "cram",
    "填格",
    "填格游戏",
    "nodekayles",
    "点凯尔斯",
    "arckayles",
    "边凯尔斯",
    "graph",
    "script",
    "end",
    "turn",
];

/// Parses the rules of a name.
pub fn named(scan: &mut Scan) -> Result<Rules, Refusal> {
    let name = scan.peek_word();
    if BOARDS.contains(&name.as_str()) {
        return Err(Refusal::NotMine);
    }
    if name.is_empty() || !scan.eat_word(&name) {
        return Err(scan.wrong("a game"));
    }
    let arguments = scan.eat("(");
    if !arguments {
        return plain(&name);
    }
    if name == "octal" || name == "hex" {
        return code(&scan.until_bracket()?, if name == "hex" { 16 } else { 8 });
    }
    let rules = with_arguments(&name, scan)?;
    scan.expect(")")?;
    Ok(rules)
}

fn plain(name: &str) -> Result<Rules, Refusal> {
    let text = match name {
        "nim" | "尼姆" => "take any",
        "wythoff" | "威佐夫" => "take any or take any from 2 heaps",
        "fibonacci" | "斐波那契" => {
            let mut rules = spelled("take 1..2*last")?;
            rules.first = Some(amounts(&mut Scan::new("1..n-1"))?);
            return Ok(rules);
        }
        "lasker" => "take any or split into 2 heaps",
        "grundy" => "split into 2 unequal heaps",
        "kayles" => "take 1, 2 leaving 0, 1, 2 heaps",
        "dawson" => return code("0.137", 8),
        "dawsonkayles" => "take 2 leaving 0, 1, 2 heaps",
        "matches" | "取火柴" => "discard 1 heap then split into 2 heaps",
        "euclid" => "take multiples of min from max heap",
        "staircase" => "move any 1 step down",
        "nimble" => "move 1 any steps down",
        _ => return Err(Refusal::Illegal(format!("unknown game `{name}`"))),
    };
    spelled(text)
}

fn spelled(text: &str) -> Result<Rules, Refusal> {
    Ok(Rules::of(moves(&mut Scan::new(text))?))
}

fn with_arguments(name: &str, scan: &mut Scan) -> Result<Rules, Refusal> {
    let any = || Amounts::only(Item::Range(Expression::Written(1), None));
    let take = |amounts, source| Move::Take(amounts, source, Leaving::usual());
    Ok(match name {
        "bash" | "巴什" | "nim" => {
            let m = Expression::Written(number(scan)?.into());
            let amounts = Amounts::only(Item::Range(Expression::Written(1), Some(m)));
            Rules::of(vec![take(amounts, Source::One)])
        }
        "subtract" => {
            let amounts = amounts(scan)?;
            refuse_zero(&amounts, false)?;
            Rules::of(vec![take(amounts, Source::One)])
        }
        "wythoff" | "威佐夫" => {
            // `wythoff(0)` would be `within` a negative number.
            let less = number(scan)?.checked_sub(1).ok_or(Refusal::NotMine)?;
            let how = How::Within(Expression::Written(less.into()));
            let both = Source::Several { up_to: false, count: 2, how };
            Rules::of(vec![take(any(), Source::One), take(any(), both)])
        }
        "moore" | "slow" | "慢尼姆" => {
            let count = number(scan)?;
            if count == 0 {
                return Err(Refusal::NotMine);
            }
            let (amounts, how) = if name == "moore" {
                (any(), How::Freely)
            } else {
                (Amounts::only(Item::One(Expression::Written(1))), How::Same)
            };
            Rules::of(vec![take(amounts, Source::Several { up_to: true, count, how })])
        }
        "race" | "报数" => {
            let number = number(scan)?;
            scan.expect(",")?;
            let amounts = amounts(scan)?;
            refuse_zero(&amounts, false)?;
            let mut rules = Rules::of(vec![take(amounts, Source::One)]);
            rules.goal = Some(Goal { number, at_least: false });
            rules
        }
        _ => return Err(Refusal::Illegal(format!("`{name}` does not name a game with arguments"))),
    })
}

/// The rules of `octal(...)` with base 8, or of `hex(...)` with base 16: one move for each digit.
fn code(digits: &str, base: u32) -> Result<Rules, Refusal> {
    let illegal = |why: &str| Err(Refusal::Illegal(format!("in the code `{digits}`: {why}")));
    let Some((before, after)) = digits.split_once('.') else { return illegal("the point is missing") };
    if before.chars().count() > 1 || after.is_empty() {
        return illegal("one digit before the point at most, and digits after it");
    }
    let before = if before.is_empty() { "0" } else { before };
    let mut moves = Vec::new();
    for (taken, digit) in before.chars().chain(after.chars()).enumerate() {
        let Some(digit) = digit.to_digit(base) else { return illegal("a wrong digit") };
        if taken == 0 && digit & 3 != 0 {
            return illegal("the digit before the point holds 4 and 8 alone");
        }
        let counts: Vec<u64> = (0..4).filter(|part| digit >> part & 1 == 1).collect();
        if counts.is_empty() {
            continue;
        }
        let leaving = Leaving { counts, likeness: Likeness::Any };
        let taken = i128::try_from(taken).map_err(|_| Refusal::NotMine)?;
        let amounts = Amounts::only(Item::One(Expression::Written(taken)));
        moves.push(if taken == 0 { Move::Split(leaving) } else { Move::Take(amounts, Source::One, leaving) });
    }
    Ok(Rules::of(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, Refusal> {
        named(&mut Scan::new(text))
    }

    #[test]
    fn names_are_short_for_rules() {
        assert_eq!(read("尼姆"), spelled("take any"));
        assert_eq!(read("BASH(3)"), spelled("take 1..3"));
        assert_eq!(read("subtract(1, 3..5)"), spelled("take 1, 3..5"));
        assert_eq!(read("moore(2)"), spelled("take any from up to 2 heaps freely"));
        assert_eq!(read("慢尼姆(3)"), spelled("take 1 from up to 3 heaps"));
        assert_eq!(read("wythoff(3)"), spelled("take any or take any from 2 heaps within 2"));
        assert_eq!(
            read("octal(0.77)"),
            spelled("take 1 leaving 0, 1, 2 heaps or take 2 leaving 0, 1, 2 heaps")
        );
        assert_eq!(read("hex(4.0f)"), spelled("split into 2 heaps or take 2 leaving 0, 1, 2, 3 heaps"));
        assert_eq!(read("race(20, 1, 3)").unwrap().goal, Some(Goal { number: 20, at_least: false }));
        assert_eq!(read("hackenbush"), Err(Refusal::NotMine));
    }

    #[test]
    fn wrong_codes_and_names_are_refused() {
        for text in [
            "octal(137)",
            "octal(0.)",
            "octal(0.8)",
            "octal(1.3)",
            "hex(0.g)",
            "wythof",
            "moore",
            "grundy(2)",
        ] {
            assert!(matches!(read(text), Err(Refusal::Illegal(_))), "{text}");
        }
    }
}
