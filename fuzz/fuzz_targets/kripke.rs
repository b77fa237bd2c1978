//! Kripke structures, explicit and symbolic, and their drawings.
#![no_main]

use belnap_formats::dot;
use belnap_formats::kripke::{print, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(artefact) = belnap_fuzz::round_trip(bytes, read, print) {
        assert!(dot::kripke(&artefact.content).ends_with("}\n"));
    }
});
