//! Games in matrix form, read and solved. One test program, since each would link the library again.

mod read;
mod solutions;
