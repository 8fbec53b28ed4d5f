//! Several games at once, decided by numbers of the parts instead of a search of their product.
//!
//! - Conjunctive, short rule (a move in every part, over when one is over): *remoteness*. 0 at an
//!   end; the winner hurries and the loser stalls. The compound has the least of its parts (H.
//!   Steinhaus 1925; C. A. B. Smith 1966).
//! - Conjunctive, long rule (a move in every part that still has one): *suspense*. The winner
//!   takes their time and the loser hurries. The compound has the greatest of its parts (C. A. B.
//!   Smith 1966; J. H. Conway 1976).
//!
//! Both hold under misère play too, with the meaning of the parities exchanged. This module has the
//! number of a part ([`Clock`]) and the turns made of one choice in each part ([`Product`]).

mod clock;
mod line;
mod product;
mod solo;

pub(crate) use clock::Clock;
pub(crate) use line::Pace;
pub(crate) use product::Product;
pub(crate) use solo::Solo;
