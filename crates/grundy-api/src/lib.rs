//! Questions about games as JSON, answered within limits: the API of Grundy without a transport.
//!
//! An [`Endpoint`] describes a question and holds the function that answers it; [`Ask`] is a question, parsed from a
//! JSON object or from a query string; [`Work`] holds its limits. `grundy-web` serves them over HTTP. The program
//! `grundy-answer` of this crate answers one question from its input: compiled to WebAssembly, it serves the page
//! where there is no server.
//!
//! ```
//! use grundy_solver::text::Lang;
//! use grundy_api::{Ask, Work, endpoint};
//!
//! let solve = endpoint("solve").unwrap();
//! let ask = Ask::of_body(br#"{"game": "nim[3, 4, 5]"}"#, solve.fields, Lang::En).unwrap();
//! let answer = (solve.answer)(&ask, &Work::without_progress(grundy_solver::limits::Limits::default())).unwrap();
//! assert_eq!(answer["outcome"], "N");
//! ```

mod answers;
mod ask;
mod endpoint;
mod failure;
mod field;
mod watch;
mod words;
mod work;

pub use ask::Ask;
pub use endpoint::{ENDPOINTS, Endpoint, endpoint};
pub use failure::Failure;
pub use field::{EVERYWHERE, Field, Kind};
pub use watch::{Watch, set_current};
pub use work::Work;
