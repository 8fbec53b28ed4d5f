//! Files of positions in every format. One test program, since each would link the library again.

mod files;
mod parquet;
