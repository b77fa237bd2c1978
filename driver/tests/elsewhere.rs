//! Executions of the graph that was checked, in a whole program that does not have them.

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

use crate::support::Folder;

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
fn read(folder: &Folder, name: &str, program: &str) -> (VerifyOptions, Cfg, Property) {
    folder.write(name, program);
    let path = folder.path(name);
    let path = path.display().to_string();
    let options = Command::try_parse_from(["verify", &path]).expect("right options").options;
    let task = Task::read(&options).unwrap_or_else(|_| panic!("{name}"));
    let property = task.properties.properties()[0].clone();
    (options, task.question.program, property)
}

/// What an execution of one program, in which all inputs are 4, is to another one.
fn evidence(program: &str, checked: &str) -> Evidence {
    let folder = Folder::new();
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
    let checked = include_str!("inputs/elsewhere/equals-4.c");
    assert!(matches!(evidence(checked, checked), Evidence::Checked(_)));
    let other = include_str!("inputs/elsewhere/equals-5.c");
    let found = evidence(other, checked);
    assert!(
        matches!(&found, Evidence::Contradicts(_, why) if why == "the whole program ends elsewhere"),
        "{found:?}"
    );
    // Choices that the checked graph does not have might be made so that the error is reached, and
    // of two on a line it is not known which of them it has.
    for open in [
        include_str!("inputs/elsewhere/one-more-choice.c"),
        include_str!("inputs/elsewhere/two-choices-on-a-line.c"),
        include_str!("inputs/elsewhere/uninitialised.c"),
    ] {
        let found = evidence(open, checked);
        assert!(matches!(found, Evidence::Missing(..)), "{open}: {found:?}");
    }
}
