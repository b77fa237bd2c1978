//! Every file of `cases/reject/` in a text format of Boolean programs or predicates is refused
//! with the message of its snapshot. `INSTA_UPDATE=always cargo test` accepts new messages.

use std::path::Path;

use belnap_cli::render::render_all;
use belnap_ir::diagnostic::Diagnostic;

fn refuse_all(extension: &str, read: impl Fn(&str) -> Result<(), Vec<Diagnostic>>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/reject");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cases/reject/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a case");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = read(&text).expect_err(&name);
        let rendered = render_all(&name, &text, &found);
        settings.bind(|| insta::assert_snapshot!(name, rendered));
    }
}

#[test]
fn boolean_programs_are_refused() {
    refuse_all("bp", |text| belnap_formats::boolprog::read(text).map(drop));
}

#[test]
fn predicate_files_are_refused() {
    refuse_all("preds", |text| belnap_formats::predicates::read(text).map(drop));
}
