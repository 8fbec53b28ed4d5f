//! Why a walk ends early.

use dashu_int::UBig;

use grundy_core::error::Error;
use grundy_core::position::Component;
use grundy_core::rules::Rules;
use grundy_core::rules::words::TooLarge;

/// The reason.
#[derive(Debug)]
pub(super) enum Halt {
    /// Enough is known.
    Enough,
    /// The game does not fit machine words: the plain search is needed.
    Unfit,
    /// A limit was reached.
    Failed(Error),
}

/// What a walk returns.
pub(super) type Flow<T = ()> = Result<T, Halt>;

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<TooLarge> for Halt {
    fn from(_: TooLarge) -> Self {
        Self::Unfit
    }
}

/// A whole number as a word; unfit if it is larger.
pub(super) fn word(value: &UBig) -> Flow<u64> {
    u64::try_from(value).map_err(|_| Halt::Unfit)
}

/// The rules of a component; unfit for boards, which have other moves and are small enough for the plain
/// search.
pub(super) fn rules_of(component: &Component) -> Flow<&Rules> {
    component.rules().ok_or(Halt::Unfit)
}

/// Whether the caller itself ended the walk, which is not a failure.
pub(super) fn enough(flow: Flow) -> Flow<bool> {
    match flow {
        Ok(()) => Ok(false),
        Err(Halt::Enough) => Ok(true),
        Err(other) => Err(other),
    }
}
