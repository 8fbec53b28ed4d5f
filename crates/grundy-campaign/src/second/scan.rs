//! A scanner of characters: normalized forms, words, signs and numerals.

use super::Refusal;

/// The deepest nesting of brackets.
const DEEPEST: usize = 64;

/// A text and the current place in it.
pub struct Scan {
    letters: Vec<char>,
    at: usize,
    depth: usize,
}

impl Scan {
    /// At the start of a text, converted to half-width and lower case.
    pub fn new(text: &str) -> Self {
        Self { letters: narrow_text(text).chars().collect(), at: 0, depth: 0 }
    }

    /// The current place, for [`Self::back`].
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.depth)
    }

    /// Returns to an earlier place.
    pub fn back(&mut self, place: (usize, usize)) {
        (self.at, self.depth) = place;
    }

    /// Enters a bracket.
    pub fn enter(&mut self) -> Result<(), Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Refusal::NotMine) } else { Ok(()) }
    }

    /// Leaves a bracket.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn skip_spaces(&mut self) {
        while self.letters.get(self.at).is_some_and(|letter| letter.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The next character after spaces.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.letters.get(self.at).copied()
    }

    /// Whether the text ends here.
    pub fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Consumes a sign, if it is next.
    pub fn eat(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let fits = sign.chars().enumerate().all(|(i, letter)| self.letters.get(self.at + i) == Some(&letter));
        if fits {
            self.at += sign.chars().count();
        }
        fits
    }

    /// Consumes a sign; another one is an error.
    pub fn expect(&mut self, sign: &str) -> Result<(), Refusal> {
        if self.eat(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    /// The next word, without consuming it; empty if there is none.
    pub fn peek_word(&mut self) -> String {
        self.skip_spaces();
        if !self.letters.get(self.at).is_some_and(|letter| letter.is_alphabetic()) {
            return String::new();
        }
        self.letters[self.at..]
            .iter()
            .take_while(|letter| letter.is_alphanumeric() || **letter == '_')
            .collect()
    }

    /// Consumes a word, if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let fits = self.peek_word() == word;
        if fits {
            self.at += word.chars().count();
        }
        fits
    }

    /// Consumes several words, if all of them are next.
    pub fn eat_words(&mut self, words: &[&str]) -> bool {
        let place = self.place();
        let fits = words.iter().all(|word| self.eat_word(word));
        if !fits {
            self.back(place);
        }
        fits
    }

    /// Consumes a word; another one is an error.
    pub fn expect_word(&mut self, word: &str) -> Result<(), Refusal> {
        if self.eat_word(word) { Ok(()) } else { Err(self.wrong(&format!("`{word}`"))) }
    }

    /// Consumes `heap` or `heaps`.
    pub fn expect_heaps(&mut self) -> Result<(), Refusal> {
        if self.eat_word("heap") { Ok(()) } else { self.expect_word("heaps") }
    }

    /// Whether a numeral is next.
    pub fn at_numeral(&mut self) -> bool {
        self.peek().is_some_and(|letter| letter.is_ascii_digit())
    }

    /// Consumes a numeral: `12`, `1_000` or `1e12`.
    pub fn numeral(&mut self) -> Result<i128, Refusal> {
        if !self.at_numeral() {
            return Err(self.wrong("a number"));
        }
        let number = self.digits()?;
        let exponent = self.letters.get(self.at) == Some(&'e')
            && self.letters.get(self.at + 1).is_some_and(char::is_ascii_digit);
        if !exponent {
            return Ok(number);
        }
        self.at += 1;
        let exponent = u32::try_from(self.digits()?).map_err(|_| Refusal::NotMine)?;
        if number == 0 {
            return Ok(0);
        }
        let power = 10_i128.checked_pow(exponent).ok_or(Refusal::NotMine)?;
        number.checked_mul(power).ok_or(Refusal::NotMine)
    }

    fn digits(&mut self) -> Result<i128, Refusal> {
        let mut number = 0_i128;
        while let Some(&letter) = self.letters.get(self.at) {
            if let Some(digit) = letter.to_digit(10) {
                let tens = number.checked_mul(10).and_then(|tens| tens.checked_add(i128::from(digit)));
                number = tens.ok_or(Refusal::NotMine)?;
            } else if letter != '_' {
                break;
            } else if !self.letters.get(self.at + 1).is_some_and(char::is_ascii_digit) {
                return Err(self.wrong("a digit after `_`"));
            }
            self.at += 1;
        }
        Ok(number)
    }

    /// The text up to a closing bracket, which is consumed too.
    pub fn until_bracket(&mut self) -> Result<String, Refusal> {
        let rest = &self.letters[self.at..];
        let Some(end) = rest.iter().position(|&letter| letter == ')') else {
            return Err(self.wrong("`)`"));
        };
        let inner: String = rest[..end].iter().collect();
        self.at += end + 1;
        Ok(inner.trim().to_owned())
    }

    /// The error that something else is expected here.
    pub fn wrong(&self, expected: &str) -> Refusal {
        let rest: String = self.letters[self.at..].iter().take(20).collect();
        Refusal::Illegal(format!("expected {expected} before `{rest}`"))
    }
}

/// The text in half-width and lower case.
pub fn narrow_text(text: &str) -> String {
    text.chars().map(narrow).collect()
}

fn narrow(letter: char) -> char {
    let letter = match letter {
        '、' => ',',
        '【' => '[',
        '】' => ']',
        '。' => '.',
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    letter.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_in_every_spelling() {
        for (text, number) in [("1_000", 1000), ("2e3", 2000), ("１２", 12), ("1e0", 1), ("0e99999", 0)] {
            assert_eq!(Scan::new(text).numeral(), Ok(number), "{text}");
        }
        assert_eq!(Scan::new("1e99").numeral(), Err(Refusal::NotMine));
        assert!(matches!(Scan::new("1_").numeral(), Err(Refusal::Illegal(_))));
    }

    #[test]
    fn wide_signs_are_narrow_ones() {
        let mut scan = Scan::new("ＮＩＭ　【３、４】。");
        assert!(scan.eat_word("nim") && scan.eat("["));
        assert_eq!(scan.numeral(), Ok(3));
        assert!(scan.eat(",") && scan.eat("4") && scan.eat("]") && scan.eat(".") && scan.at_end());
    }

    #[test]
    fn words_are_taken_whole() {
        let mut scan = Scan::new("orange or");
        assert!(!scan.eat_word("or"));
        assert!(scan.eat_words(&["orange", "or"]));
    }
}
