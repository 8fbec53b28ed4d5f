//! Checks of sentences: no unfilled blank, and the same numbers in both languages.

use grundy_solver::text::{Lang, Message, Value};

/// Checks that a sentence has the same numbers in both languages and no unfilled blank.
pub fn check_words(message: &Message) -> Result<(), String> {
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| message.render(lang));
    for words in [&en, &zh] {
        ensure!(!words.contains("%{") && !words.starts_with(message.id()), "{}: {words}", message.id());
    }
    for (_, value) in message.values() {
        match value {
            Value::Message(inner) => check_words(inner)?,
            Value::Number(n) => {
                let says = |words: &str| numbers_in(words).contains(&n.to_string().trim_start_matches('-'));
                ensure!(says(&en) == says(&zh), "not the same numbers: {en} | {zh}");
            }
            _ => {}
        }
    }
    Ok(())
}

fn numbers_in(words: &str) -> Vec<&str> {
    words.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect()
}
