#![no_main]
grundy_fuzz::target!(parquet, guarded);
