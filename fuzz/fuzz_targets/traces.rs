//! Traces, and the problem that they are.
#![no_main]

use belnap_formats::opb;
use belnap_formats::traces::{print, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    belnap_fuzz::round_trip(bytes, read, print);
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(traces) = read(text)
    {
        let _ = opb::print(&traces.content);
        let _ = opb::read_solution(text, &traces.content);
    }
});
