#![no_main]
grundy_fuzz::target!(payoff);
