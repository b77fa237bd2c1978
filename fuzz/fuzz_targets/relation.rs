//! Relations between states.
#![no_main]

use belnap_formats::relation::{print, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read, print);
});
