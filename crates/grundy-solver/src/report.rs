//! Answers as a few lines of text for people.

use std::fmt::Write as _;

use crate::explain::{Explanation, move_in_words};
use grundy_core::answer::{Answer, MethodKind, Outcome};
use grundy_core::text::{Lang, Message};

/// Number of winning moves in the text by default; JSON lists more.
pub const DEFAULT_SHOWN: usize = 20;
/// Longest position repeated in full.
const MAX_POSITION: usize = 2000;

fn line(out: &mut String, message: &Message, lang: Lang) {
    let _ = writeln!(out, "{}", message.render(lang));
}

/// The answer in words: position, outcome, up to `shown` moves, method.
pub fn report(answer: &Answer, lang: Lang, shown: usize) -> String {
    let mut out = headline(answer, lang);
    write_moves(answer, &mut out, lang, shown);
    write_method(answer, &mut out, lang);
    out
}

/// The position and who wins.
fn headline(answer: &Answer, lang: Lang) -> String {
    let mut out = String::new();
    let text = format!("{:#}", answer.question);
    if text.len() > MAX_POSITION {
        let head: String = text.chars().take(60).collect();
        let _ = writeln!(out, "{head}...");
    } else {
        let _ = writeln!(out, "{text}");
    }
    let outcome = match answer.outcome {
        Outcome::N => "answer.n",
        Outcome::P => "answer.p",
        Outcome::D => "answer.d",
    };
    line(&mut out, &Message::new(outcome), lang);
    if answer.question.is_misere() && answer.margin.is_none() {
        line(&mut out, &Message::new("answer.misere"), lang);
    }
    if let Some(margin) = &answer.margin {
        line(&mut out, &Message::new("answer.margin").with("margin", margin), lang);
    }
    if let Some(value) = &answer.value {
        line(&mut out, &Message::new("answer.value").with("value", value), lang);
    }
    if let Some(remoteness) = &answer.remoteness {
        line(&mut out, &Message::new("answer.remoteness").with("remoteness", remoteness), lang);
    }
    if answer.is_compound {
        for component in &answer.components {
            if let Some(value) = &component.value {
                let part =
                    Message::new("answer.part").with("game", component.game.as_str()).with("value", value);
                line(&mut out, &part, lang);
            }
        }
    }
    out
}

fn write_moves(answer: &Answer, out: &mut String, lang: Lang, shown: usize) {
    if answer.moves.is_empty() {
        return;
    }
    // At least one move of a won position is shown, however few were requested.
    let listed = shown.max(1).min(answer.moves.len());
    let count = match &answer.moves_total {
        Some(total) if listed < answer.moves.len() || !answer.moves_complete => {
            Message::new("answer.moves-shown").with("shown", listed).with("count", total)
        }
        None => Message::new("answer.moves-some").with("shown", listed),
        Some(total) => Message::new("text.plain").with("text", total),
    };
    let id = match (&answer.margin, answer.outcome) {
        (Some(_), _) => "answer.moves-best",
        (None, Outcome::D) => "answer.moves-draw",
        (None, _) => "answer.moves",
    };
    line(out, &Message::new(id).with("count", count), lang);
    for played in answer.moves.iter().take(listed) {
        let mut words = move_in_words(&answer.question, played).render(lang);
        if played.ways > 1 {
            let ways = Message::new("answer.ways").with("ways", played.ways).render(lang);
            let _ = write!(words, " ({ways})");
        }
        let _ = writeln!(out, "  {words}");
    }
}

fn write_method(answer: &Answer, out: &mut String, lang: Lang) {
    let kind = Message::new(match answer.method.kind {
        MethodKind::Theorem => "kind.theorem",
        MethodKind::Proof => "kind.proof",
        MethodKind::Computation => "kind.computation",
        MethodKind::Search => "kind.search",
    });
    let message = match answer.method.reference {
        Some(reference) if answer.method.kind == MethodKind::Proof => {
            Message::new("answer.method-proved").with("name", answer.method.name).with("reference", reference)
        }
        Some(reference) => Message::new("answer.method-reference")
            .with("name", answer.method.name)
            .with("kind", kind)
            .with("reference", reference),
        None => Message::new("answer.method").with("name", answer.method.name).with("kind", kind),
    };
    line(out, &message, lang);
}

/// The sentence about the result number `nth` of an answer that has only this one.
pub fn about_nth(answer: &Answer, nth: usize) -> Message {
    match &answer.moves_total {
        Some(count) if !answer.moves.is_empty() => {
            Message::new("answer.nth").with("nth", nth).with("count", count)
        }
        _ => Message::new("answer.nth-missing").with("nth", nth),
    }
}

impl Explanation {
    /// The position, the outcome, and the steps as sentences.
    pub fn report(&self, lang: Lang) -> String {
        let mut out = headline(&self.answer, lang);
        for step in &self.steps {
            let _ = writeln!(out, "- {}", step.render(lang).replace('\n', "\n    "));
        }
        write_method(&self.answer, &mut out, lang);
        out
    }
}
