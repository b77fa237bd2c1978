//! Properties: a single formula, and a file of ours or of SV-COMP.
#![no_main]

use belnap_formats::property::{
    print, print_path, print_stated, read_formula, read_path, read_stated,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read_formula, print);
    belnap_fuzz::round_trip(bytes, read_path, print_path);
    belnap_fuzz::round_trip(bytes, read_stated, |stated| print_stated(stated));
});
