//! Properties: a single formula, and a file of ours or of SV-COMP.
#![no_main]

use belnap_formats::property::{print, print_file, read_file, read_formula};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read_formula, print);
    belnap_fuzz::round_trip(bytes, read_file, |properties| print_file(properties));
});
