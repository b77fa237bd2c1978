//! Boolean programs of both dialects, with their warnings and their classic form.
#![no_main]

use belnap_formats::boolprog::{print, print_classic, read, warnings};
use belnap_cli::render::render_all;
use belnap_ir::boolprog::Dialect;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some(program) = belnap_fuzz::round_trip(bytes, read, print) else { return };
    let text = std::str::from_utf8(bytes).expect("what was read is text");
    let _ = render_all("input", text, &warnings(&program));
    let classic = print_classic(&program);
    let again = read(&classic).unwrap_or_else(|found| {
        panic!("the classic form is refused:\n{}", render_all("classic", &classic, &found))
    });
    assert_eq!(again.dialect, Dialect::Classic);
    assert_eq!(print(&again), print_classic(&again), "the classic form is not canonical");
});
