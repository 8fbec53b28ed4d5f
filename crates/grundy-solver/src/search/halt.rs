//! Why a walk ends before its end.

use grundy_core::error::Error;
use grundy_core::position::Component;
use grundy_core::rules::Rules;

/// The reason.
#[derive(Debug)]
pub(super) enum Halt {
    /// Enough is known.
    Enough,
    /// The game does not fit into machine words: the plain search must do.
    Unfit,
    /// A limit was met.
    Failed(Error),
}

/// What a walk returns.
pub(super) type Flow<T = ()> = Result<T, Halt>;

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The rules of a component; boards have moves of their own, and are small enough for the plain search.
pub(super) fn rules_of(component: &Component) -> Flow<&Rules> {
    component.rules().ok_or(Halt::Unfit)
}

/// Was the walk ended by the one who walked? Then that is no failure.
pub(super) fn enough(flow: Flow) -> Flow<bool> {
    match flow {
        Ok(()) => Ok(false),
        Err(Halt::Enough) => Ok(true),
        Err(other) => Err(other),
    }
}
