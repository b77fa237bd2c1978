//! Small C files: those of `cases/lower/` have the graphs of their snapshot (without those of
//! library models), those of `cases/lower-reject/` are refused with its message. The line
//! `// options: …` sets `entry=NAME`, `integers=undefined|mathematical`, `externs=nondet|pure`,
//! `ilp32`. `INSTA_UPDATE=always cargo test` accepts changes.

use belnap_frontend::lower::{ExternFunctions, LowerOptions, lower};
use belnap_frontend::mir::Program;
use belnap_frontend::sema::{Unit, analyse};
use belnap_frontend::{mir_check, mir_text, models};
use belnap_ir::cfg::{DataModel, IntegerMode};
use belnap_ir::diagnostic::Diagnostic;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;
use belnap_test_support::head::Head;

use crate::support::{analyse_case, compare_cases};

fn options(head: &Head) -> (DataModel, LowerOptions) {
    let mut options = LowerOptions::default();
    let mut model = DataModel::LP64;
    for word in head.options().unwrap_or_else(|error| panic!("{error}")) {
        match word.split_once('=') {
            Some(("entry", name)) => options.entry = name.to_owned(),
            Some(("integers", "undefined")) => options.integers = IntegerMode::Undefined,
            Some(("integers", "mathematical")) => options.integers = IntegerMode::Mathematical,
            Some(("externs", "nondet")) => options.externs = ExternFunctions::Nondet,
            Some(("externs", "pure")) => options.externs = ExternFunctions::Pure,
            None if word == "ilp32" => model = DataModel::ILP32,
            _ => panic!("unknown option {word}"),
        }
    }
    (model, options)
}

fn lower_case(name: &str, text: &str, head: &Head) -> Result<Program, Vec<Diagnostic>> {
    let (model, options) = options(head);
    lower(&analyse_case(name, text, model), &options)
}

#[test]
fn graphs() {
    compare_cases("lower", &["options"], |name, text, head| {
        let program =
            lower_case(name, text, head).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
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
    compare_cases("lower-reject", &["options"], |name, text, head| {
        let refusals = lower_case(name, text, head).expect_err(name);
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
    for model in [DataModel::LP64, DataModel::ILP32] {
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
