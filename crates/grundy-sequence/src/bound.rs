//! Bounds of amounts as functions of the heap.

use dashu_int::{IBig, UBig};

use grundy_core::error::Result;
use grundy_core::number;
use grundy_core::rules::words::{WordEnv, WordExpr};
use grundy_core::rules::{Env, Expr};

/// An expression in `n`, evaluated on machine words where it fits.
#[derive(Debug)]
pub(crate) struct Bound {
    expr: Expr,
    words: Option<WordExpr>,
    constant: Option<UBig>,
}

impl Bound {
    /// For an expression in which `n` is the only variable.
    pub(crate) fn new(expr: Expr) -> Self {
        let constant = expr.as_constant().map(|value| clipped(&value));
        Self { words: WordExpr::new(&expr), constant, expr }
    }

    /// A constant.
    pub(crate) fn constant(value: UBig) -> Self {
        Self::new(Expr::constant(IBig::from(value)))
    }

    /// The expression.
    pub(crate) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// Whether the bound changes by at most 1 upwards when the heap grows by 1.
    pub(crate) fn rises_slowly(&self) -> bool {
        self.expr.slope().is_some_and(|(_, most)| most <= IBig::ONE)
    }

    /// The value for a heap of `n`; negative values and values that do not exist count as 0.
    pub(crate) fn at(&self, n: &UBig) -> Result<UBig> {
        if let Some(constant) = &self.constant {
            return Ok(constant.clone());
        }
        if let (Some(words), Ok(n)) = (&self.words, u64::try_from(n))
            && let Ok(value) = words.eval(&WordEnv { n, ..WordEnv::default() })
        {
            return Ok(UBig::from(value.and_then(|value| u128::try_from(value).ok()).unwrap_or(0)));
        }
        let value = self.expr.eval(&Env { n: n.clone(), ..Env::default() })?;
        Ok(value.as_ref().map(clipped).unwrap_or_default())
    }
}

fn clipped(value: &IBig) -> UBig {
    number::natural(value).unwrap_or_default()
}
