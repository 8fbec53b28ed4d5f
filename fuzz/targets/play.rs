#![no_main]
grundy_fuzz::target!(play);
