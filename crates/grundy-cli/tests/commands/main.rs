//! The program as users see it, command by command. One test program, since each would link the whole library
//! again.

mod batch;
mod cli;
mod common;
mod disk;
mod docs;
mod emit;
mod help;
mod hostile;
mod judge;
mod mcp;
mod nash;
mod own;
mod pattern;
mod play;
mod quotient;
mod refusals;
mod screen;
mod seeds;
mod sql;
mod state;
mod stress;
mod suggestions;
mod verify;
