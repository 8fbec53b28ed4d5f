#![no_main]
grundy_fuzz::target!(nimber);
