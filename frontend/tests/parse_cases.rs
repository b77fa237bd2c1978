//! Small C files: those of `cases/parse/` have the tree of their snapshot, those of
//! `cases/reject/` are refused with its message. `INSTA_UPDATE=always cargo test` accepts changes.

use belnap_frontend::report;
use belnap_syntax::parse::parse;
use belnap_syntax::source::SourceMap;
use belnap_syntax::symbol::Interner;

use crate::support::{compare_cases, sexpr};

#[test]
fn trees() {
    compare_cases("parse", &[], |name, text, _| {
        let mut interner = Interner::default();
        match parse(text, &mut interner) {
            Ok(unit) => sexpr::Printer { interner: &interner }.unit(&unit),
            Err(diagnostics) => {
                panic!("{}", report::render(&SourceMap::new(name, text), text, &diagnostics))
            }
        }
    });
}

#[test]
fn refusals() {
    compare_cases("reject", &[], |name, text, _| {
        let diagnostics = parse(text, &mut Interner::default()).expect_err(name);
        report::render(&SourceMap::new(name, text), text, &diagnostics)
    });
}
