//! The answer as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::words::Words;
use super::{Pattern, Proof, Status};
use grundy_core::text::{Lang, Message};
use grundy_solver::theorem::proved;

impl Pattern {
    fn words(&self, lang: Lang) -> Words {
        Words::new(self.heaps, lang)
    }

    /// The lost positions as text.
    pub fn lost_in_words(&self, lang: Lang) -> Option<String> {
        self.lost().map(|lost| self.words(lang).rule(&lost))
    }

    /// The value as text.
    pub fn value_in_words(&self, lang: Lang) -> Option<String> {
        let heaps = if self.falls_apart { 1 } else { self.heaps };
        self.value.as_ref().map(|value| Words::new(heaps, lang).value(value))
    }

    /// The JSON object of the contract. Further fields: `name`, `convention`, `heaps`, `value_status`;
    /// `d_positions` if some positions are drawn (null if no rule for them was found); `none_empty` if the rule
    /// is about non-empty heaps; and in scoring games `margin` in place of `value`. Rules are always spelled in
    /// English: they are data.
    pub fn to_json(&self) -> Json {
        let lang = Lang::En;
        let method = (self.status != Status::None).then(|| {
            let method = &self.method;
            json!({"name": method.name, "kind": method.kind.word(), "reference": method.reference})
        });
        let scoring = self.line.game.is_scoring();
        let value = self.value_in_words(lang);
        let (value, margin) = if scoring { (None, value) } else { (value, None) };
        let mut answer = json!({
            "schema": 1, "game": &*self.line.spelled, "name": grundy_core::notation::name_of(&self.line.game),
            "convention": if self.line.misere { "misere" } else { "normal" }, "heaps": self.heaps,
            "status": self.status.word(), "p_positions": self.lost_in_words(lang), "value": value,
            "value_status": self.value_status.word(), "checked_to": self.checked_to,
            "fitted_to": self.fitted_to, "method": method,
        });
        if self.has_draws {
            answer["d_positions"] = self.drawn.as_ref().map(|drawn| self.words(lang).rule(drawn)).into();
        }
        if self.none_empty() {
            answer["none_empty"] = true.into();
        }
        if let Some(limit) = &self.limit {
            answer["limit"] = limit.code().into();
        }
        if let Some(margin) = margin {
            answer["margin"] = margin.into();
        }
        answer
    }

    /// The answer as a few lines of text.
    pub fn report(&self, lang: Lang) -> String {
        let mut out = String::new();
        let mut line = |message: &Message| {
            let _ = writeln!(out, "{}", message.render(lang));
        };
        let misere = if self.line.misere { "misere " } else { "" };
        let title = format!("{misere}{}", self.line.spelled);
        line(&match self.heaps {
            1 => Message::new("pattern.title-one").with("game", title),
            heaps => Message::new("pattern.title").with("game", title).with("heaps", heaps),
        });
        if self.none_empty() {
            line(&Message::new("pattern.none-empty"));
        }
        if let Some(lost) = self.lost_in_words(lang) {
            line(&Message::new("pattern.lost").with("rule", lost));
        }
        if let Some(drawn) = &self.drawn {
            line(&Message::new("pattern.drawn").with("rule", self.words(lang).rule(drawn)));
        }
        if self.has_other_draws() {
            line(&Message::new("pattern.other-draws"));
        }
        if let Some(value) = self.value_in_words(lang) {
            line(&if self.line.game.is_scoring() {
                Message::new("pattern.margin").with("rule", value)
            } else {
                Message::new("pattern.value").with("rule", value)
            });
            if self.falls_apart && self.heaps == 1 {
                line(&Message::new("pattern.sums"));
            }
        }
        let named = self.lost().is_some_and(|lost| !lost.is_symmetric());
        if self.heaps > 1 && !self.line.game.is_ordered() && named {
            line(&Message::new("pattern.sorted"));
        }
        self.write_status(&mut line);
        out
    }

    /// How certain the rules are.
    pub(super) fn status_message(&self) -> Message {
        let last = self.checked_to;
        match (self.status, self.method.reference) {
            (Status::None, _) => Message::new("pattern.none").with("last", last),
            (Status::Conjecture, _) => {
                Message::new("pattern.conjecture").with("last", last).with("fitted", self.fitted_to)
            }
            (Status::Proved, _) => match self.proof {
                Some(Proof::Automaton) => Message::new("pattern.proved-automaton")
                    .with("last", last)
                    .with("reference", proved::REFERENCE),
                Some(Proof::Period(Some(reference))) => {
                    Message::new("pattern.proved-after").with("last", last).with("reference", reference)
                }
                Some(Proof::EveryPosition) => Message::new("pattern.every").with("last", last),
                Some(Proof::Period(None) | Proof::Remainders) | None => {
                    Message::new("pattern.proved").with("last", last)
                }
            },
            (Status::Theorem, Some(reference)) => {
                Message::new("pattern.theorem").with("last", last).with("reference", reference)
            }
            (Status::Theorem, None) => Message::new("pattern.theorem-here").with("last", last),
        }
    }

    fn write_status(&self, line: &mut impl FnMut(&Message)) {
        line(&self.status_message());
        if self.value.is_some() && self.value_status < self.status {
            line(&Message::new("pattern.value-conjecture").with("last", self.checked_to));
        }
    }
}
