//! How deep statements nest, bounded before they are parsed.
//!
//! The engine follows expressions and plans by recursion: it plans, evaluates, compares and drops them so. Its parser
//! bounds parentheses, but `1 + 1 + ...` and `SELECT ... UNION SELECT ...` nest as deep as they are long. So the depth is
//! bounded by the tokens, which are a list: each token other than a name, a literal or a comma may be one level. What
//! commas separate is side by side, except where a query is around it, whose parts build on each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use datafusion::error::DataFusionError;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::keywords::Keyword;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};

use crate::error::{Error, Refusal};

/// The deepest statement, together with the views that its session has.
pub const DEEPEST: usize = 400;

/// The levels of the views of a session: a statement that reads them is as deep as they are.
#[derive(Debug, Default)]
struct Views(AtomicUsize);

/// A configuration that counts the views of its session.
pub fn counted(config: SessionConfig) -> SessionConfig {
    config.with_extension(Arc::new(Views::default()))
}

/// Refuses a text with a statement that is too deep.
pub fn check(context: &SessionContext, text: &str) -> Result<(), Error> {
    let tokens = Tokenizer::new(&GenericDialect {}, text).tokenize();
    let tokens = tokens.map_err(|error| DataFusionError::SQL(Box::new(error.into()), None))?;
    let views = context.state().config().get_extension::<Views>();
    let mut before = views.as_ref().map_or(0, |views| views.0.load(Ordering::Relaxed));
    for statement in tokens.split(|token| *token == Token::SemiColon) {
        let depth = before.saturating_add(depth(statement));
        if depth > DEEPEST {
            return Err(Refusal::new("too-deep").with("levels", depth).with("most", DEEPEST).into());
        }
        if statement.iter().any(|token| keyword(token) == Some(Keyword::VIEW)) {
            before = depth;
        }
    }
    // A text that fails later may count views that it does not define: the sum stays an upper bound.
    if let Some(views) = views {
        views.0.store(before, Ordering::Relaxed);
    }
    Ok(())
}

/// A part in parentheses or brackets, or the whole statement.
#[derive(Default)]
struct Part {
    /// Whether it is a query.
    is_query: bool,
    /// The deepest piece between commas so far.
    deepest: usize,
    /// The levels of the current piece.
    levels: usize,
}

impl Part {
    fn depth(&self) -> usize {
        self.deepest.max(self.levels)
    }
}

/// An upper bound of the depth of a statement.
fn depth(tokens: &[Token]) -> usize {
    let mut outer: Vec<Part> = Vec::new();
    let mut part = Part::default();
    for token in tokens {
        match token {
            Token::Comma if part.is_query => {}
            Token::Comma => {
                part.deepest = part.depth();
                part.levels = 0;
            }
            Token::LParen | Token::LBracket | Token::LBrace => {
                outer.push(std::mem::take(&mut part));
            }
            Token::RParen | Token::RBracket | Token::RBrace => {
                let inner = part.depth();
                part = outer.pop().unwrap_or_default();
                part.levels += inner + 1;
            }
            token => {
                part.is_query |=
                    matches!(keyword(token), Some(Keyword::SELECT | Keyword::FROM | Keyword::WITH));
                part.levels += usize::from(is_level(token));
            }
        }
    }
    // Unclosed parentheses are an error of the parser.
    outer.iter().map(Part::depth).sum::<usize>() + part.depth()
}

fn keyword(token: &Token) -> Option<Keyword> {
    match token {
        Token::Word(word) if word.keyword != Keyword::NoKeyword => Some(word.keyword),
        _ => None,
    }
}

/// Whether a token may be an operator of any kind: everything but names, literals and blanks.
fn is_level(token: &Token) -> bool {
    match token {
        Token::Word(_) => keyword(token).is_some(),
        Token::Whitespace(_)
        | Token::Number(..)
        | Token::SingleQuotedString(_)
        | Token::DoubleQuotedString(_)
        | Token::EscapedStringLiteral(_)
        | Token::HexStringLiteral(_)
        | Token::EOF => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> usize {
        depth(&Tokenizer::new(&GenericDialect {}, text).tokenize().expect("tokens"))
    }

    #[test]
    fn chains_nest_and_lists_do_not() {
        let chain = |parts: usize, link: &str| vec!["1"; parts].join(link);
        assert!(of(&format!("SELECT {}", chain(500, "+"))) >= 500);
        assert!(of(&format!("SELECT {}", chain(500, " AND "))) >= 500);
        assert!(of(&format!("SELECT {}1{}", "(".repeat(300), ")".repeat(300))) >= 300);
        assert!(of(&format!("SELECT {} true", "NOT ".repeat(300))) >= 300);
        assert!(of(&format!("SELECT 1{}", "::INT".repeat(300))) >= 300);
        assert!(of(&format!("SELECT x{}", "[1]".repeat(300))) >= 300);
        assert!(of(&format!("SELECT f({}", "f(1 + ".repeat(300))) >= 300);
        assert!(of(&chain(500, " UNION SELECT ")) >= 500);
        let joined: Vec<String> = (0..300).map(|n| format!("t AS t{n}")).collect();
        assert!(of(&format!("SELECT 1 FROM {}", joined.join(", "))) >= 300);
        let named: Vec<String> = (1..300).map(|n| format!("t{n} AS (SELECT * FROM t{})", n - 1)).collect();
        assert!(of(&format!("WITH {} SELECT 1", named.join(", "))) >= 300);
        assert!(of(&format!("SELECT 1 WHERE 1 IN ({})", chain(10_000, ","))) < 10);
        assert!(of(&format!("SELECT n FROM (VALUES ({})) AS t(n)", chain(10_000, "), ("))) < 10);
        assert!(of(&format!("SELECT '{}'", "+".repeat(10_000))) < 10);
    }
}
