//! Lists of predicates.
#![no_main]

use belnap_formats::predicates::{print_file, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read, print_file);
});
