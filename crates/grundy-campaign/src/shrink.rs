//! Shrinks a failing position: removes words and signs and lowers numbers, as long as it still fails.
//!
//! It works on the text, so it needs no knowledge of rules: a text that is not a position does not fail.

/// The most smaller texts that are tried for one failure.
const TRIALS: usize = 2000;

/// The smallest text found for which `fails` still holds; it must hold for `text` itself.
pub fn shrink(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut best = tokens(text);
    let mut trials = 0;
    loop {
        let smaller = candidates(&best).into_iter().find(|candidate| {
            trials += 1;
            trials <= TRIALS && fails(&candidate.concat())
        });
        match smaller {
            Some(found) => best = found,
            None => return best.concat(),
        }
    }
}

/// The numbers, words and single signs of a text.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let kind = |c: char| if c.is_ascii_digit() { 0 } else { u8::from(c.is_alphabetic()) + 1 };
    for c in text.chars() {
        match tokens.last_mut() {
            Some(last) if kind(c) < 3 && last.chars().all(|d| kind(d) == kind(c)) && kind(c) != 1 => {
                last.push(c);
            }
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

/// Smaller texts, the much smaller ones first.
fn candidates(tokens: &[String]) -> Vec<Vec<String>> {
    let mut smaller = Vec::new();
    let mut length = tokens.len() / 2;
    while length > 0 {
        for start in 0..=tokens.len() - length {
            smaller.push([&tokens[..start], &tokens[start + length..]].concat());
        }
        length = if length > 8 { length / 2 } else { length - 1 };
    }
    for (place, token) in tokens.iter().enumerate() {
        let Ok(number) = token.parse::<u64>() else { continue };
        for lower in [0, number / 2, number.saturating_sub(1)] {
            if lower < number {
                let mut tokens = tokens.to_vec();
                tokens[place] = lower.to_string();
                smaller.push(tokens);
            }
        }
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let fails = |text: &str| text.contains("nim") && text.contains('[') && !text.contains('0');
        let small = shrink("misere wythoff[4, 5] + nim[7, 12] + kayles[9]", fails);
        assert!(fails(&small) && small.len() == 4, "{small}");
        let number = |text: &str| text.parse::<u64>().is_ok_and(|n| n >= 37);
        assert_eq!(shrink("1000", number), "37");
    }
}
