//! Converts command-line arguments to the text of a game and the words of its heaps.

use super::lexer::folded;

/// Splits the words after a command into the game and its heaps.
///
/// The words before the first whole number are joined with blanks as the game. `bash:7` means `bash(7)`,
/// as brackets are awkward in a shell. A negative number counts as a heap, so that it is reported as one
/// and not read as part of the game. After a graph or a script every further word is part of the
/// position: vertices have names.
///
/// ```
/// use grundy::notation::from_words;
///
/// let words = ["misere", "bash:7", "20", "31"].map(String::from);
/// assert_eq!(from_words(&words), ("misere bash(7)".to_owned(), vec!["20".to_owned(), "31".to_owned()]));
/// ```
pub fn from_words(words: &[String]) -> (String, Vec<String>) {
    let first_number = words.iter().position(|word| is_whole_number(word)).unwrap_or(words.len());
    let first_heap = first_vertex(words).unwrap_or(first_number).min(first_number);
    let (game, heaps) = words.split_at(first_heap);
    let game = game.join(" ");
    // In quotes, a colon belongs to the text of a graph.
    let game = if game.contains('"') {
        game
    } else {
        game.split(' ').map(with_brackets).collect::<Vec<_>>().join(" ")
    };
    (game, heaps.to_vec())
}

/// The index of the first vertex name: after a quoted text, unless the game continues.
fn first_vertex(words: &[String]) -> Option<usize> {
    let first = words.iter().position(|word| word.ends_with("\")") || word.ends_with("”)"))? + 1;
    let goes_on = words[first..].iter().any(|word| word.contains(['+', '[', '(', ';', '［', '【', '；']));
    (!goes_on).then_some(first)
}

/// Whether a word begins with a digit and is a single number: `15`, `-5`, `1_000`, `2^64` and `1e12`.
fn is_whole_number(word: &str) -> bool {
    let word: String = word.chars().map(folded).collect();
    let digits = word.strip_prefix('-').unwrap_or(&word);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '_' | '^' | '*' | 'e' | 'E'))
        && digits.ends_with(|c: char| c.is_ascii_digit())
}

/// Converts `name:arguments` to brackets; returns anything else unchanged.
fn with_brackets(word: &str) -> String {
    match word.split_once([':', '：']) {
        Some((name, arguments))
            if arguments.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-'))
                && name.starts_with(char::is_alphabetic)
                && name.chars().all(|c| c.is_alphanumeric() || c == '_') =>
        {
            // What follows the arguments, such as `; ring` or `[5]`, stays outside the brackets.
            let end = arguments.find([';', '[', '；', '［', '【']).unwrap_or(arguments.len());
            format!("{name}({}){}", &arguments[..end], &arguments[end..])
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(line: &str) -> (String, Vec<String>) {
        from_words(&line.split('|').filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn behind_a_quoted_text_stand_names() {
        let at = |line: &str| parted(line).1;
        assert_eq!(at(r#"graph("g.txt")|a|b"#), ["a", "b"]);
        assert_eq!(at(r#"misere|script("x y.rhai")|7"#), ["7"]);
        assert!(at(r#"graph("g.txt")|+|nim[3]"#).is_empty());
        assert!(at(r#"graph("g.txt")|[a]"#).is_empty());
    }

    #[test]
    fn the_first_whole_number_begins_the_heaps() {
        let cases: [(&str, &str, &[&str]); 13] = [
            ("wythoff|8|15", "wythoff", &["8", "15"]),
            ("wythoff[8, 15]", "wythoff[8, 15]", &[]),
            ("wythoff[8,|15]", "wythoff[8, 15]", &[]),
            ("take|1..3|20", "take 1..3", &["20"]),
            ("take any or take any from 2 heaps|8|15", "take any or take any from 2 heaps", &["8", "15"]),
            ("bash:7|100", "bash(7)", &["100"]),
            ("race:100,1..10", "race(100,1..10)", &[]),
            ("misere|bash:7|-5|3", "misere bash(7)", &["-5", "3"]),
            ("misere bash:7|2^64|1e12|1_000", "misere bash(7)", &["2^64", "1e12", "1_000"]),
            ("bash:7[3]|+|octal:0.77;|ring[5]", "bash(7)[3] + octal(0.77); ring[5]", &[]),
            ("graph(\"a: b c; b:c\")[a, b]", "graph(\"a: b c; b:c\")[a, b]", &[]),
            ("巴什：7|12", "巴什(7)", &["12"]),
            ("graph(a: b; b:)[a]", "graph(a: b; b:)[a]", &[]),
        ];
        for (line, game, heaps) in cases {
            let found = parted(line);
            assert_eq!(
                (found.0.as_str(), found.1.iter().map(String::as_str).collect::<Vec<_>>()),
                (game, heaps.to_vec())
            );
        }
        assert_eq!(parted(""), (String::new(), vec![]));
    }

    #[test]
    fn what_comes_out_reads_back() {
        let (game, heaps) = parted("race:100,1..10|-5");
        assert!(crate::notation::parse_game(&game).is_ok());
        let error = crate::notation::parse_heaps(&heaps.join(" ")).unwrap_err();
        assert_eq!(error.code(), "negative-heap");
    }
}
