//! Answers as a few lines of text that a person takes in at a glance.

use std::fmt::Write as _;

use crate::answer::{Answer, MethodKind, Outcome};
use crate::explain::{Explanation, move_in_words};
use crate::text::{Lang, Message};

/// How many winning moves the text lists unless told otherwise; JSON lists more.
pub const DEFAULT_SHOWN: usize = 20;
/// A longer position is not repeated in full.
const MAX_POSITION: usize = 2000;

fn line(out: &mut String, message: &Message, lang: Lang) {
    let _ = writeln!(out, "{}", message.render(lang));
}

impl Answer {
    /// The answer in words: position, outcome, up to `shown` moves, method.
    pub fn report(&self, lang: Lang, shown: usize) -> String {
        let mut out = self.headline(lang);
        self.write_moves(&mut out, lang, shown);
        self.write_method(&mut out, lang);
        out
    }

    /// The position and who wins.
    fn headline(&self, lang: Lang) -> String {
        let mut out = String::new();
        let text = format!("{:#}", self.question);
        if text.len() > MAX_POSITION {
            let head: String = text.chars().take(60).collect();
            let _ = writeln!(out, "{head}...");
        } else {
            let _ = writeln!(out, "{text}");
        }
        let outcome = match self.outcome {
            Outcome::N => "answer.n",
            Outcome::P => "answer.p",
            Outcome::D => "answer.d",
        };
        line(&mut out, &Message::new(outcome), lang);
        if self.question.is_misere() && self.margin.is_none() {
            line(&mut out, &Message::new("answer.misere"), lang);
        }
        if let Some(margin) = &self.margin {
            line(&mut out, &Message::new("answer.margin").with("margin", margin), lang);
        }
        if let Some(value) = &self.value {
            line(&mut out, &Message::new("answer.value").with("value", value), lang);
        }
        if let Some(remoteness) = &self.remoteness {
            line(&mut out, &Message::new("answer.remoteness").with("remoteness", remoteness), lang);
        }
        if self.is_compound {
            for component in &self.components {
                if let Some(value) = &component.value {
                    let part = Message::new("answer.part")
                        .with("game", component.game.as_str())
                        .with("value", value);
                    line(&mut out, &part, lang);
                }
            }
        }
        out
    }

    fn write_moves(&self, out: &mut String, lang: Lang, shown: usize) {
        if self.moves.is_empty() {
            return;
        }
        // Of a position that is won at least one is shown, however few were asked for.
        let listed = shown.max(1).min(self.moves.len());
        let count = match &self.moves_total {
            Some(total) if listed < self.moves.len() || !self.moves_complete => {
                Message::new("answer.moves-shown").with("shown", listed).with("count", total)
            }
            None => Message::new("answer.moves-some").with("shown", listed),
            Some(total) => Message::new("text.plain").with("text", total),
        };
        let id = match (&self.margin, self.outcome) {
            (Some(_), _) => "answer.moves-best",
            (None, Outcome::D) => "answer.moves-draw",
            (None, _) => "answer.moves",
        };
        line(out, &Message::new(id).with("count", count), lang);
        for played in self.moves.iter().take(listed) {
            let mut words = move_in_words(&self.question, played).render(lang);
            if played.ways > 1 {
                let ways = Message::new("answer.ways").with("ways", played.ways).render(lang);
                let _ = write!(words, " ({ways})");
            }
            let _ = writeln!(out, "  {words}");
        }
    }

    fn write_method(&self, out: &mut String, lang: Lang) {
        let kind = Message::new(match self.method.kind {
            MethodKind::Theorem => "kind.theorem",
            MethodKind::Proof => "kind.proof",
            MethodKind::Computation => "kind.computation",
            MethodKind::Search => "kind.search",
        });
        let message = match self.method.reference {
            Some(reference) => Message::new("answer.method-reference")
                .with("name", self.method.name)
                .with("kind", kind)
                .with("reference", reference),
            None => Message::new("answer.method").with("name", self.method.name).with("kind", kind),
        };
        line(out, &message, lang);
    }
}

impl Explanation {
    /// The position, the outcome, and the steps as sentences.
    pub fn report(&self, lang: Lang) -> String {
        let mut out = self.answer.headline(lang);
        for step in &self.steps {
            let _ = writeln!(out, "- {}", step.render(lang).replace('\n', "\n    "));
        }
        self.answer.write_method(&mut out, lang);
        out
    }
}
