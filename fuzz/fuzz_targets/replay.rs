//! Replays.
#![no_main]

use belnap_formats::replay::{Replay, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read, Replay::print);
});
