//! A command line's words, sorted into a game and its heaps.

/// Joins all words up to the first whole number as the game; the rest are heaps.
///
/// `bash:7` stands for `bash(7)`, since brackets are awkward in a shell. A negative number counts
/// as a heap, so that it is refused as one.
pub fn from_words(words: &[String]) -> (String, Vec<String>) {
    let split = words.iter().position(|word| is_number(word)).unwrap_or(words.len());
    let game: Vec<String> = words[..split].iter().map(|word| with_brackets(word)).collect();
    (game.join(" "), words[split..].to_vec())
}

/// Does the word begin like a whole number and hold nothing but one?
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit()) && super::parse_number(digits).is_ok()
}

/// `race:100,1..10` as `race(100,1..10)`.
fn with_brackets(word: &str) -> String {
    match word.split_once(':') {
        Some((name, arguments)) if !name.is_empty() && name.chars().all(char::is_alphabetic) => {
            format!("{name}({arguments})")
        }
        _ => word.to_owned(),
    }
}
