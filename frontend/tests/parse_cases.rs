//! Small C files: those of `cases/parse/` have the tree of their snapshot, those of
//! `cases/reject/` are refused with its message. `INSTA_UPDATE=always cargo test` accepts changes.

use belnap_cli::Source;
use belnap_cli::render::render_in;
use belnap_ir::diagnostic::Diagnostic;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

use crate::support::{compare_cases, sexpr};

fn render(name: &str, text: &str, diagnostic: Diagnostic) -> String {
    render_in(&[Source::from_preprocessed(name, text)], &[diagnostic])
}

#[test]
fn trees() {
    compare_cases("parse", &[], |name, text, _| {
        let mut interner = Interner::default();
        match parse(text, &mut interner) {
            Ok(unit) => sexpr::Printer { interner: &interner }.unit(&unit),
            Err(diagnostic) => panic!("{}", render(name, text, diagnostic)),
        }
    });
}

#[test]
fn refusals() {
    compare_cases("reject", &[], |name, text, _| {
        render(name, text, parse(text, &mut Interner::default()).expect_err(name))
    });
}
