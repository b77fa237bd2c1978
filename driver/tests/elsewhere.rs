//! Executions of the graph that was checked, in a whole program that does not have them.

use std::fs;

use belnap::commands::verify::options::VerifyOptions;
use belnap::commands::verify::task::Task;
use belnap_engine::conclusion::ExecutedPath;
use belnap_evidence::{Evidence, refutation};
use belnap_execution::Execution;
use belnap_execution::guided::{Choices, Values, guided_execution};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::property::Property;
use clap::Parser;
use tempfile::TempDir;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    options: VerifyOptions,
}

/// Everything is four.
struct Four;

impl Choices for Four {
    fn scalar(&mut self, _: Option<CfgEdgeId>, _: CfgVarId) -> Option<i128> {
        Some(4)
    }

    fn cell(&mut self, _: CfgVarId, _: i128) -> Option<i128> {
        Some(4)
    }
}

/// A program, the question about it, and the options.
fn read(folder: &TempDir, name: &str, body: &str) -> (VerifyOptions, Cfg, Property) {
    let path = folder.path().join(name);
    let text = format!(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
         int main(void) {{\n{body}\nreturn 0; }}\n"
    );
    fs::write(&path, text).expect("written");
    let path = path.display().to_string();
    let options = Command::try_parse_from(["verify", &path]).expect("right options").options;
    let task = Task::read(&options).unwrap_or_else(|_| panic!("{name}"));
    let property = task.properties.properties()[0].clone();
    (options, task.question.program, property)
}

/// What an execution of one program, in which all inputs are 4, is to another one.
fn evidence(program: &str, checked: &str) -> Evidence {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, checked, property) = read(&folder, "prog.c", checked);
    let mut arrived = |at: CfgLocId, _: &mut Values<'_>| {
        checked.locations[at].kind == belnap_ir::cfg::LocationKind::Failed
    };
    let found: Result<(Vec<CfgEdgeId>, Execution), _> =
        guided_execution(&checked, &mut Four, &mut arrived, 1000);
    let (edges, execution) = found.expect("it gets there");
    let (options, program, _) = read(&folder, "prog.c", program);
    let path = ExecutedPath { edges, execution };
    refutation::check(&program, &checked, &property, &path, &options.source(), None).evidence
}

#[test]
fn an_execution_that_the_whole_program_does_not_have_contradicts() {
    let checked = "int x = __VERIFIER_nondet_int();\nif (x == 4) reach_error();";
    assert!(matches!(evidence(checked, checked), Evidence::Checked(_)));
    let other = "int x = __VERIFIER_nondet_int();\nif (x == 5) reach_error();";
    let found = evidence(other, checked);
    assert!(
        matches!(&found, Evidence::Contradicts(_, why) if why == "the whole program ends elsewhere"),
        "{found:?}"
    );
    // Choices that the checked graph does not have might be made so that the error is reached, and of
    // two on a line it is not known which of them it has.
    for open in [
        "int x = __VERIFIER_nondet_int();\nif (x == 4 && __VERIFIER_nondet_int()) reach_error();",
        "int x = __VERIFIER_nondet_int(); x = __VERIFIER_nondet_int();\nif (x == 5) reach_error();",
        "int x = __VERIFIER_nondet_int(), y;\nif (x + y == 3) reach_error();",
    ] {
        let found = evidence(open, checked);
        assert!(matches!(found, Evidence::Missing(..)), "{open}: {found:?}");
    }
}
