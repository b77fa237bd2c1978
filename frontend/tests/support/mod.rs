//! What several test files share: programs that are analysed, and folders of cases.

pub mod machine;
pub mod sexpr;
pub mod wellformed;

use std::path::Path;

use belnap_frontend::hir::Program;
use belnap_frontend::models;
use belnap_frontend::sema::{Unit, analyse};
use belnap_ir::cfg::DataModel;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;
use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::files::case_files;
use belnap_test_support::head::Head;

/// The program of one text, without models of the library.
pub fn analyse_text(text: &str, model: DataModel) -> Result<Program, String> {
    let mut names = Interner::default();
    let tree = parse(text, &mut names).map_err(|error| error.to_string())?;
    analyse(&[Unit { tree, is_model: false }], &mut names, model)
        .map_err(|errors| errors[0].to_string())
}

/// The program of a case, with the models of the library. Panics if it is refused.
pub fn analyse_case(name: &str, text: &str, model: DataModel) -> Program {
    let mut names = Interner::default();
    let mut unit = |text: &str, is_model: bool| {
        let tree = parse(text, &mut names).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        Unit { tree, is_model }
    };
    let units = [unit(text, false), unit(models::ERRORS, true), unit(models::LIBRARY, true)];
    analyse(&units, &mut names, model).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// Whether the system's C compiler makes programs for a machine; says so if it does not.
pub fn has_compiler(option: &str) -> bool {
    match compile_and_run("int main(void) { return 0; }\n", &[option]) {
        Ok(_) => true,
        Err(reason) => {
            println!("skipped: {option}: {reason}");
            false
        }
    }
}

/// The cases of a folder: name, text and head, which may have these keys.
pub fn cases(folder: &str, keys: &[&'static str]) -> Vec<(String, String, Head)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let files = case_files(&root, &[".c"]).into_iter();
    let cases = files.map(|file| {
        let text = std::fs::read_to_string(root.join(&file)).expect("a case");
        let head = Head::read(&root.join(&file), &text, keys);
        let head = head.unwrap_or_else(|error| panic!("{error}"));
        (file.display().to_string(), text, head)
    });
    cases.collect()
}

/// Compares what is made of each case of a folder with its snapshot.
pub fn compare_cases(
    folder: &str,
    keys: &[&'static str],
    show: impl Fn(&str, &str, &Head) -> String,
) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../cases/{folder}/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, text, head) in cases(folder, keys) {
        let shown = show(&name, &text, &head);
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}
