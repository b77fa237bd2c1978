//! Small C files: those of `cases/lower/` have the graphs of their snapshot (without those of
//! library models), those of `cases/lower-reject/` are refused with its message. A first line
//! `// options: …` sets `entry=NAME`, `integers=undefined|mathematical`, `externs=nondet|pure`,
//! `ilp32`. `INSTA_UPDATE=always cargo test` accepts changes.

use std::path::{Path, PathBuf};

use belnap_frontend::hir;
use belnap_frontend::lower::{ExternFunctions, LowerOptions, lower};
use belnap_frontend::mir::Program;
use belnap_frontend::sema::{Unit, analyse};
use belnap_frontend::{mir_check, mir_text, models};
use belnap_ir::cfg::{DataModel, IntegerMode};
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

fn options(text: &str) -> (DataModel, LowerOptions) {
    let mut options = LowerOptions::default();
    let mut model = DataModel::Lp64;
    let first = text.lines().next().and_then(|line| line.strip_prefix("// options:"));
    for word in first.unwrap_or_default().split_whitespace() {
        match word.split_once('=') {
            Some(("entry", name)) => options.entry = name.to_owned(),
            Some(("integers", "undefined")) => options.integers = IntegerMode::Undefined,
            Some(("integers", "mathematical")) => options.integers = IntegerMode::Mathematical,
            Some(("externs", "nondet")) => options.externs = ExternFunctions::Nondet,
            Some(("externs", "pure")) => options.externs = ExternFunctions::Pure,
            None if word == "ilp32" => model = DataModel::Ilp32,
            _ => panic!("unknown option {word}"),
        }
    }
    (model, options)
}

fn typed(name: &str, text: &str, model: DataModel) -> hir::Program {
    let mut names = Interner::default();
    let mut unit = |text: &str, is_model: bool| {
        let tree = parse(text, &mut names).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        Unit { tree, is_model }
    };
    let units = [unit(text, false), unit(models::ERRORS, true), unit(models::LIBRARY, true)];
    analyse(&units, &mut names, model).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn lowered(name: &str, text: &str) -> Result<Program, Vec<Diagnostic>> {
    let (model, options) = options(text);
    lower(&typed(name, text, model), &options)
}

#[test]
fn graphs() {
    each("lower", |name, text| {
        let program = lowered(name, text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(mir_check::violations(&program), Vec::<String>::new(), "{name}");
        let mut shown = String::new();
        for step in &program.initial {
            shown.push_str(&format!("initial {}\n", mir_text::step_text(&program, step)));
        }
        for function in program.functions.iter().filter(|function| !function.is_model) {
            if let Some(body) = &function.body {
                shown.push_str(&mir_text::function_text(&program, function, body));
            }
        }
        for note in &program.ledger {
            let (treatment, weakens) = (note.treatment, note.weakens);
            let line = format!("{}: {} ({treatment:?}, {weakens:?})", note.construct, note.detail);
            shown.push_str(&line);
            shown.push('\n');
        }
        shown
    });
}

#[test]
fn refusals() {
    each("lower-reject", |name, text| {
        let refusals = lowered(name, text).expect_err(name);
        let show = |refusal: &Diagnostic| {
            let notes: Vec<&str> = refusal.notes.iter().map(|note| note.message.as_str()).collect();
            format!("{:?} {}\n{}", refusal.place, refusal, notes.join("\n"))
        };
        refusals.iter().map(show).collect::<Vec<_>>().join("\n")
    });
}

/// Every model is lowered, and its graph keeps the rules.
#[test]
fn models_are_sound_graphs() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let mut names = Interner::default();
        let tree = parse(models::LIBRARY, &mut names).expect("the models are C");
        let units = [Unit { tree, is_model: false }];
        let program = analyse(&units, &mut names, model);
        let program = program.expect("the models are typed");
        let bodies = program.functions.iter().filter(|function| function.body.is_some());
        for function in bodies {
            let options = LowerOptions { entry: function.name.clone(), ..LowerOptions::default() };
            let lowered = lower(&program, &options).expect("a graph");
            assert_eq!(mir_check::violations(&lowered), Vec::<String>::new(), "{}", function.name);
        }
    }
}
