//! The rules of the house, checked in sources and texts. One test program, since each would link its libraries again.

mod languages;
mod rooms;
mod sources;
mod walks;
