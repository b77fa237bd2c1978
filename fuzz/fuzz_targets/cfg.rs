//! Control-flow graphs, their text and their drawings, and graphs that are made total.
#![no_main]

use belnap_formats::cfg::{outline, print, read, read_completed};
use belnap_formats::dot;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(artefact) = belnap_fuzz::round_trip(bytes, read, print) {
        assert!(outline(&artefact.content).ends_with('\n'));
        assert!(dot::cfg(&artefact.content).ends_with("}\n"));
    } else if let Some(artefact) =
        std::str::from_utf8(bytes).ok().and_then(|text| read_completed(text).ok())
    {
        assert_eq!(read(&print(&artefact)), Ok(artefact));
    }
});
