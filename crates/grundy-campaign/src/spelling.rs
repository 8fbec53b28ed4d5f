//! Rewrites a text as another person might type it: numbers as sums and products, full-width signs, capitals, blanks
//! left out or doubled.
//!
//! The meaning of the new text is not assumed. Both implementations of the notation parse it again, and have to agree.

use crate::generator::Random;

/// The text in another spelling. Each kind of variation is chosen independently: computed numbers, full-width
/// characters, capitals, blanks.
pub fn respelled(text: &str, random: &mut Random) -> String {
    let computed = if random.once_in(2) { with_computed_numbers(text, random) } else { text.to_owned() };
    let (wide, capital, blank) = (random.once_in(3), random.once_in(4), random.once_in(2));
    let mut spelled = String::new();
    for letter in computed.chars() {
        match letter {
            ' ' if blank && random.once_in(3) => spelled.push_str(random.pick(&["  ", "\t", "\u{3000}", ""])),
            ',' if wide && random.once_in(2) => spelled.push_str(random.pick(&["，", "、"])),
            '[' if wide && random.once_in(2) => spelled.push_str(random.pick(&["［", "【"])),
            ']' if wide && random.once_in(2) => spelled.push_str(random.pick(&["］", "】"])),
            '.' if wide && random.once_in(2) => spelled.push_str(random.pick(&["．", "。"])),
            '!'..='~' if wide && random.once_in(3) => spelled.extend(full_width(letter)),
            'a'..='z' if capital && random.once_in(3) => spelled.push(letter.to_ascii_uppercase()),
            _ => spelled.push(letter),
        }
        if blank && !letter.is_alphanumeric() && random.once_in(8) {
            spelled.push(' ');
        }
    }
    spelled
}

fn full_width(letter: char) -> Option<char> {
    char::from_u32(u32::from(letter) + 0xfee0)
}

/// Replaces about half of the whole numbers by expressions of equal value. Digits of a code are kept.
fn with_computed_numbers(text: &str, random: &mut Random) -> String {
    let mut spelled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
        let (digits, after) = from.split_at(end);
        spelled.push_str(before);
        let of_a_code = spelled.ends_with("octal(") || spelled.ends_with("hex(") || is_point(&spelled);
        match digits.parse::<u64>() {
            Ok(number) if !of_a_code && random.once_in(2) => spelled.push_str(&computed(number, random)),
            _ => spelled.push_str(digits),
        }
        rest = after;
    }
    spelled + rest
}

/// Whether the text ends with one point, not with the two of a range.
fn is_point(text: &str) -> bool {
    text.ends_with('.') && !text.ends_with("..")
}

fn computed(number: u64, random: &mut Random) -> String {
    let part = random.below(number + 1);
    let rest = number - part;
    match random.below(12) {
        0 | 1 => format!("{part}+{rest}"),
        2 => format!("({part} + {rest})"),
        3 => format!("{}-{part}", number + part),
        4 => format!("{} / 2", 2 * number + part % 2),
        5 => format!("root({})", number * number + part),
        6 => format!("{number}^1"),
        7 => format!("1*{number}"),
        8 => format!("({number})"),
        9 => format!("{number}e0"),
        10 => format!("0{number}"),
        _ => format!("{number}*2-{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_occurs_and_many_texts_stay_readable() {
        let text = "take 1..3, 5 from 2 heaps or take n/2; first 1..n-1[12, 7; last 4]";
        let (mut readable, mut all) = (0, String::new());
        for seed in 0..400 {
            let spelled = respelled(text, &mut Random::new(seed));
            readable += u32::from(grundy_solver::notation::parse_position(&spelled).is_ok());
            all.push_str(&spelled);
        }
        assert!(readable > 100, "{readable}");
        for sign in ["，", "、", "【", "。", "ｔ", "１", "A", "\u{3000}", "\t", "root(", "e0", "^1", "/ 2"]
        {
            assert!(all.contains(sign), "{sign}");
        }
    }

    #[test]
    fn computed_numbers_come_to_the_same() {
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let number = random.below(30);
            let spelled = format!("take any[{}]", computed(number, &mut random));
            let position = grundy_solver::notation::parse_position(&spelled).unwrap();
            assert_eq!(position.components()[0].heaps(), [dashu_int::UBig::from(number)], "{spelled}");
        }
    }

    #[test]
    fn digits_of_codes_are_left() {
        for seed in 0..50 {
            let text = "octal(0.137)[7] + hex(0.12)[3]";
            let spelled = with_computed_numbers(text, &mut Random::new(seed));
            assert!(spelled.starts_with("octal(0.137)[") && spelled.contains("hex(0.12)["), "{spelled}");
        }
    }
}
