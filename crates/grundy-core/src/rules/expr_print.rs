//! Prints expressions in canonical spelling: `2*last+1`, `(n/2)*3`.

use std::fmt;

use dashu_base::{Abs, Signed};
use dashu_int::IBig;

use super::expr::{Atom, Expr, Var};

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        if let [(monomial, coefficient)] = self.terms.iter().collect::<Vec<_>>()[..]
            && *coefficient == IBig::ONE
            && let [(atom, 1)] = monomial.iter().collect::<Vec<_>>()[..]
        {
            return atom.write_bare(f);
        }
        // Highest terms first: `2*last+1`, not `1+2*last`. A leading positive term is preferred.
        let mut terms: Vec<_> = self.terms.iter().rev().collect();
        terms.sort_by_key(|(_, coefficient)| coefficient.is_negative());
        for (index, (monomial, coefficient)) in terms.into_iter().enumerate() {
            let sign = if coefficient.is_negative() { "-" } else { "+" };
            if index > 0 || coefficient.is_negative() {
                f.write_str(sign)?;
            }
            let magnitude = coefficient.clone().abs();
            let mut first = true;
            if magnitude != IBig::ONE || monomial.is_empty() {
                write!(f, "{magnitude}")?;
                first = false;
            }
            for (atom, power) in monomial {
                if !first {
                    f.write_str("*")?;
                }
                first = false;
                write!(f, "{atom}")?;
                if *power > 1 {
                    write!(f, "^{power}")?;
                }
            }
        }
        Ok(())
    }
}

impl Atom {
    /// Writes the expression without brackets, for places where nothing adjoins it.
    fn write_bare(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(var) => f.write_str(var.keyword()),
            Self::Root(e) => write!(f, "root({e})"),
            Self::Digits(of, e) => write!(f, "{}({e})", of.name()),
            Self::Div(a, b) => write!(f, "{}/{}", Grouped(a), Grouped(b)),
            Self::Pow(a, b) => write!(f, "{}^{}", Grouped(a), Grouped(b)),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(_) | Self::Root(_) | Self::Digits(..) => self.write_bare(f),
            Self::Div(..) | Self::Pow(..) => {
                f.write_str("(")?;
                self.write_bare(f)?;
                f.write_str(")")
            }
        }
    }
}

/// An expression in brackets unless it is a single variable or a plain number.
struct Grouped<'a>(&'a Expr);

impl fmt::Display for Grouped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self.0.as_constant() {
            Some(value) => !value.is_negative(),
            None => Var::ALL.iter().any(|(_, v)| *self.0 == Expr::var(*v)),
        };
        if plain { write!(f, "{}", self.0) } else { write!(f, "({})", self.0) }
    }
}
