//! Why a script stops early.

use super::value::Value;
use crate::error::Error;
use crate::text::Message;

/// What went wrong.
#[derive(Debug)]
pub(super) enum Fault {
    /// An error in the script, which it may catch.
    Mistake(Message),
    /// `throw`, which it may catch.
    Thrown(Value),
    /// More operations than one call may use.
    Operations,
    /// Calls and expressions nested too deep.
    Depth,
    /// A list or a text too long, or lists nested too deep.
    Size,
    /// More memory than the question may use.
    Memory,
    /// The time is up, or the question was cancelled.
    Stopped(Box<Error>),
}

/// What went wrong, and where in the script once that is known.
#[derive(Debug)]
pub(super) struct Failure(Box<(Fault, Option<u32>)>);

impl Failure {
    /// The failure with this place, unless it already has one.
    pub(super) fn at(mut self, place: u32) -> Self {
        self.0.1.get_or_insert(place);
        self
    }

    pub(super) fn place(&self) -> u32 {
        self.0.1.unwrap_or(0)
    }

    pub(super) fn fault(&self) -> &Fault {
        &self.0.0
    }

    /// Whether the script may catch it.
    pub(super) fn is_caught(&self) -> bool {
        matches!(self.fault(), Fault::Mistake(_) | Fault::Thrown(_))
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self(Box::new((fault, None)))
    }
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Fault::Mistake(message).into()
    }
}
