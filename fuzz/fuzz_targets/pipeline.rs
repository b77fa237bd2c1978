//! From a Boolean program to a verdict, in all three semantics, by both engines.
#![no_main]

use belnap_checker::encode::{EncodeOptions, Recursion, encode};
use belnap_checker::explain::ExplainOptions;
use belnap_checker::run::{Engine, RunError, RunOptions, check_all};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::property::read_formula;
use belnap_formats::{boolprog, kripke, result};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::kripke::{Kripke, Semantics};
use belnap_ir::property::Property;
use belnap_ir::result::CheckResult;

/// Longer programs are the business of the reader's own target.
const MAX_BYTES: usize = 2000;
const MAX_LOCATIONS: usize = 60;
const MAX_NODES: usize = 1 << 12;
const MAX_STATES: usize = 200;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if bytes.len() > MAX_BYTES {
        return;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(program) = belnap_fuzz::accepted(text, boolprog::read(text)) else { return };
    for semantics in [Semantics::Over, Semantics::Under, Semantics::Exact] {
        run(text, &program, semantics);
    }
});

fn run(text: &str, program: &BoolProgram, semantics: Semantics) {
    let options = EncodeOptions {
        semantics,
        star: None,
        recursion: Recursion::Levels(2),
        max_locations: MAX_LOCATIONS,
        max_nodes: MAX_NODES,
    };
    let structure = match encode(program, &options) {
        Ok(structure) => Kripke::Symbolic(structure),
        Err(diagnostic) => return belnap_fuzz::refused(text, &[diagnostic]),
    };
    let header = Header::of_tool("fuzz", &[text]);
    let artefact = Artefact { header: header.clone(), content: structure };
    assert_eq!(kripke::read(&kripke::print(&artefact)).as_ref(), Ok(&artefact));

    let formula = read_formula("AG !failed").expect("a formula");
    let properties = [Property { name: "assertions".to_owned(), formula }];
    let verdict = |engine| {
        let content = checked(&artefact.content, &properties, engine)?;
        let verdict = content.properties[0].verdict;
        let artefact = Artefact { header: header.clone(), content };
        assert_eq!(result::read(&result::print(&artefact)).as_ref(), Ok(&artefact));
        Some(verdict)
    };
    if let (Some(symbolic), Some(explicit)) = (verdict(Engine::Symbolic), verdict(Engine::Explicit))
    {
        assert_eq!(symbolic, explicit, "the engines disagree, {semantics:?}");
    }
}

/// The result, or nothing if a limit was reached or no consistent program has the structure.
fn checked(structure: &Kripke, properties: &[Property], engine: Engine) -> Option<CheckResult> {
    let options = RunOptions {
        engine: Some(engine),
        full: true,
        explain: Some(ExplainOptions { max_claims: 100 }),
        max_nodes: MAX_NODES,
        max_states: MAX_STATES,
        ..RunOptions::default()
    };
    match check_all(structure, properties, &options, None) {
        Ok(result) => Some(result),
        Err(RunError::Structure(_) | RunError::Nodes(_) | RunError::Inconsistent { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}
