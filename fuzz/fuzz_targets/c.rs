//! C: any text is compiled to a valid graph or refused with a reason.
#![no_main]

use belnap_frontend::calls::InlineOptions;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::validate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut options = CompileOptions::default();
    options.inline = InlineOptions { limit: 2_000, ..options.inline };
    match compile(vec![UnitText::new("fuzz.c", text)], &options) {
        Ok(compiled) => {
            let found = validate::cfg::validate(&compiled.cfg);
            assert!(found.is_empty(), "not valid: {}", found[0]);
        }
        Err(refused) => assert!(!refused.render().trim().is_empty(), "refused without a reason"),
    }
});
