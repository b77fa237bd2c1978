//! Small C files: those of `cases/parse/` have the tree of their snapshot, those of
//! `cases/reject/` are refused with its message. `INSTA_UPDATE=always cargo test` accepts changes.

#[path = "support/sexpr.rs"]
mod sexpr;

use std::path::{Path, PathBuf};

use belnap_cli::Source;
use belnap_cli::render::render_in;
use belnap_ir::diagnostic::Diagnostic;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn each(folder: &str, show: impl Fn(&str, &str) -> String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("cases/{folder}/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in cases(folder) {
        let text = std::fs::read_to_string(&path).expect("a case");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let shown = show(&name, &text);
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}

fn render(name: &str, text: &str, diagnostic: Diagnostic) -> String {
    render_in(&[Source::preprocessed(name, text)], &[diagnostic])
}

#[test]
fn trees() {
    each("parse", |name, text| {
        let mut interner = Interner::default();
        match parse(text, &mut interner) {
            Ok(unit) => sexpr::Printer { interner: &interner }.unit(&unit),
            Err(diagnostic) => panic!("{}", render(name, text, diagnostic)),
        }
    });
}

#[test]
fn refusals() {
    each("reject", |name, text| {
        render(name, text, parse(text, &mut Interner::default()).expect_err(name))
    });
}
