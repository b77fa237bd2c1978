//! Automata: what is read is printed, and read again as it was.
#![no_main]

use belnap_formats::hoa::{print, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read, |automaton| print(automaton, "a"));
});
