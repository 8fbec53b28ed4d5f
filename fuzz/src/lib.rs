//! The laws of `grundy-laws` as targets of a fuzzer.
//!
//! Memory is held to a limit far above what the laws allow the library: whoever asks for more at once has not
//! looked at its limits before.

use std::alloc::System;

use cap::Cap;
pub use libfuzzer_sys::fuzz_target;

/// The most memory of the whole program.
const MEMORY: usize = 1 << 30;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MEMORY);

/// A target is the law of its name.
#[macro_export]
macro_rules! target {
    ($law:ident) => {
        $crate::fuzz_target!(|data: &[u8]| $crate::laws::$law::law(data));
    };
}

pub use grundy_laws as laws;
