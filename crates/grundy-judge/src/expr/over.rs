//! The range of questions that one record asks.

use super::{Expr, Fault, Lexer, Resolve, Token};

/// `i = 1..n`: one question for each value of a name.
#[derive(Clone, Debug)]
pub struct Over {
    pub name: String,
    pub from: Expr,
    pub to: Expr,
}

impl Over {
    pub fn parse(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let Token::Name(name) = lexer.peek() else { return Err(lexer.unexpected("i = 1..n")) };
        lexer.bump()?;
        lexer.expect("=")?;
        let from = Expr::parse(&mut lexer, resolve)?;
        lexer.expect("..")?;
        let to = Expr::parse(&mut lexer, resolve)?;
        if lexer.peek() != Token::End {
            return Err(lexer.unexpected("+ - * /"));
        }
        Ok(Self { name: name.to_owned(), from, to })
    }
}
