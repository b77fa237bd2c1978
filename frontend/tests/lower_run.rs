//! Graphs compute what compiled code does. Each file of `cases/run/` says how it ends:
//! `// end: returned 42`, `halted` or `failed`; the numbers were compared with what gcc
//! makes of the file (`-fwrapv -fno-strict-aliasing`).

use belnap_frontend::lower::{LowerOptions, lower};
use belnap_frontend::mir_check;
use belnap_ir::cfg::DataModel;

use crate::support::machine::{End, Machine};
use crate::support::{analyse_case, cases};

fn run(name: &str, text: &str) -> End {
    let typed = analyse_case(name, text, DataModel::LP64);
    let program = lower(&typed, &LowerOptions::default()).expect("a graph");
    assert_eq!(mir_check::violations(&program), Vec::<String>::new(), "{name}");
    Machine::run(&program)
}

#[test]
fn graphs_compute_what_compiled_code_does() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, text, head) in cases("run", &["end"]) {
        let end = head.value("end").ok().flatten().unwrap_or_else(|| panic!("{name}: no end"));
        let expected = match end {
            "halted" => End::Halted,
            "failed" => End::Failed,
            end => {
                let number = end.strip_prefix("returned ").and_then(|text| text.parse().ok());
                End::Returned(number.unwrap_or_else(|| panic!("{name}: what is `{end}`?")))
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
