//! Graphs compute what compiled code does. Each file of `cases/run/` says in its first line what
//! `main` returns (`// returns: 42`), or `halts`, `fails`; the numbers were compared with what gcc
//! makes of the file (`-fwrapv -fno-strict-aliasing`).

#[path = "support/machine.rs"]
mod machine;

use std::path::Path;

use belnap_frontend::lower::{LowerOptions, lower};
use belnap_frontend::sema::{Unit, analyse};
use belnap_frontend::{mir_check, models};
use belnap_ir::cfg::DataModel;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

use machine::{End, Machine};

fn run(name: &str, text: &str) -> End {
    let mut names = Interner::default();
    let mut unit = |text: &str, is_model: bool| Unit {
        tree: parse(text, &mut names).unwrap_or_else(|errors| panic!("{name}: {errors:?}")),
        is_model,
    };
    let units = [unit(text, false), unit(models::ERRORS, true), unit(models::LIBRARY, true)];
    let typed = analyse(&units, &mut names, DataModel::Lp64)
        .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let program = lower(&typed, &LowerOptions::default()).expect("a graph");
    assert_eq!(mir_check::violations(&program), Vec::<String>::new(), "{name}");
    Machine::run(&program)
}

#[test]
fn graphs_compute_what_compiled_code_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/run");
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("a case").path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a case");
        let name = path.display().to_string();
        let first = text.lines().next().unwrap_or_default();
        let expected = match first.trim_start_matches("// ") {
            "halts" => End::Halted,
            "fails" => End::Failed,
            returns => {
                let number = returns.strip_prefix("returns: ").and_then(|text| text.parse().ok());
                End::Returned(number.unwrap_or_else(|| panic!("{name}: what does it return?")))
            }
        };
        let ended = run(&name, &text);
        if ended != expected {
            wrong.push(format!("{name}: {ended:?} instead of {expected:?}"));
        }
        count += 1;
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count > 0);
}
