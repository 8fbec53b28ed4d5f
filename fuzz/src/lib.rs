//! The laws of `grundy-laws` as targets of a fuzzer.
//!
//! Memory is held to a limit far above what the laws allow the library: whoever asks for more at once has not
//! looked at its limits before.

use std::alloc::System;
use std::panic;

use cap::Cap;
pub use libfuzzer_sys::fuzz_target;

/// The most memory of the whole program.
const MEMORY: usize = 1 << 30;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MEMORY);

/// A target is the law of its name. Where it is `guarded`, the product catches panics of somebody else's reader.
#[macro_export]
macro_rules! target {
    ($law:ident) => {
        $crate::fuzz_target!(|data: &[u8]| $crate::laws::$law::law(data));
    };
    ($law:ident, guarded) => {
        $crate::fuzz_target!(init: $crate::let_caught_panics_pass(), |data: &[u8]| $crate::laws::$law::law(data));
    };
}

/// The fuzzer ends the program at any panic, before it can be caught; from here on only at one that nobody catches.
/// Those of other crates are not told, since a damaged file may cause one each time.
pub fn let_caught_panics_pass() {
    drop(panic::take_hook());
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|place| place.file().contains("/registry/")) {
            tell(panic);
        }
    }));
}

pub use grundy_laws as laws;
