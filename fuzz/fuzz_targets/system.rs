//! Systems and labelled transition systems.
#![no_main]

use belnap_formats::{aut, system};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, aut::read, |read| aut::print(read).expect("one initial state"));
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = system::read(text);
    }
});
