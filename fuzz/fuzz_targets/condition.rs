//! Conditions over a graph, in a function and outside: the first line is the function's name.
#![no_main]

use std::sync::OnceLock;

use belnap_formats::cfg;
use belnap_formats::condition::{Names, activations, locations, parse, print};
use belnap_ir::cfg::Cfg;
use belnap_ir::types::Type;

fn graph() -> &'static Cfg {
    static GRAPH: OnceLock<Cfg> = OnceLock::new();
    GRAPH.get_or_init(|| {
        let text = include_str!("../../formats/tests/cases/condition/program.cfg.json");
        cfg::read(text).expect("the graph is valid").content
    })
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (function, text) = text.split_once('\n').unwrap_or(("", text));
    let names = Names::new(graph());
    let scope = activations(&names, function).ok().map(|found| found[0]);
    if let Err(diagnostic) = locations(&names, function) {
        assert!(!diagnostic.notes.is_empty());
    }
    match parse(&names, text, scope) {
        Err(diagnostic) => belnap_fuzz::refused(text, &[diagnostic]),
        Ok(expr) => {
            assert_eq!(graph().type_of_expr(&expr), Some(Type::Bool));
            let printed = print(graph(), &expr);
            let again = parse(&names, &printed, None).expect("what was printed is read");
            assert_eq!(print(graph(), &again), printed, "printing does not settle");
        }
    }
});
