//! Every explanation is re-checked by a checker that shares nothing with what wrote it, on random
//! structures, programs and formulas; and wrong explanations are refused.
//!
//! Every failure names its seed and shows the case.

#[path = "differential/generator/mod.rs"]
mod generator;

use belnap_checker::encode::unlisting::{symbolic_from, symbolic_from_explicit};
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::explain::{ExplainOptions, explain};
use belnap_checker::recheck::{RecheckOptions, Refusal, recheck};
use belnap_checker::symbolic::atoms::Atoms;
use belnap_checker::symbolic::{CheckError, CheckOptions, Prepared, Session, check};
use belnap_formats::boolprog;
use belnap_formats::property::print;
use belnap_ir::boolprog::Dialect;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{Semantics, SymbolicKripke};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::{Explanation, Verdict};
use belnap_ir::span::Span;

use generator::formulas::{Vocabulary, formula};
use generator::structures::{ACTIONS, PROPOSITIONS, structure};
use generator::{Random, programs};

/// Enough for every case here.
const MAX_NODES: usize = 1 << 16;

/// A property explained.
struct Explained {
    kripke: SymbolicKripke,
    formula: Formula,
    hyper: bool,
    verdict: Verdict,
    explanation: Explanation,
}

impl Explained {
    /// `None` if the structure contradicts itself.
    fn new(kripke: SymbolicKripke, formula: Formula, hyper: bool) -> Option<Self> {
        let (verdict, explanation) = Self::explained(&kripke, &formula, hyper)?;
        Some(Explained { kripke, formula, hyper, verdict, explanation })
    }

    fn explained(
        kripke: &SymbolicKripke,
        formula: &Formula,
        hyper: bool,
    ) -> Option<(Verdict, Explanation)> {
        let session = Session::new(kripke, MAX_NODES).expect("small");
        let prepared = Prepared::new(kripke, formula).expect("atoms are known");
        let options = CheckOptions { hyper, full: false };
        let mut checked = match check(&session, &prepared, None, &options) {
            Ok(checked) => checked,
            Err(CheckError::Inconsistent { .. }) => return None,
            Err(error) => panic!("{error}"),
        };
        let limits = ExplainOptions::default();
        let explanation = explain(&session, &prepared, &mut checked, hyper, &limits);
        Some((checked.verdict, explanation.expect("small")))
    }

    fn recheck(&self, explanation: &Explanation) -> Result<(), Refusal> {
        let options = RecheckOptions { hyper: self.hyper, seeded: false };
        recheck(&self.kripke, &self.formula, self.verdict, explanation, options)
    }

    /// What is wrong with the explanation, and the explanation.
    fn complaint(&self) -> Option<String> {
        let large = self.explanation.proof.len() >= ExplainOptions::default().max_claims;
        let complaint = match self.recheck(&self.explanation) {
            _ if self.explanation.cut && !large => "cut".to_owned(),
            Err(refusal) => refusal.to_string(),
            Ok(()) => return None,
        };
        let json = serde_json::to_string_pretty(&self.explanation).expect("plain data");
        let formula = print(&self.formula);
        Some(format!("{complaint}; {:?}, hyper {}: {formula}\n{json}", self.verdict, self.hyper))
    }
}

/// Counts cases by verdict and keeps what was refused.
#[derive(Default)]
struct Tally {
    verdicts: [usize; 3],
    complaints: Vec<String>,
}

impl Tally {
    fn add(&mut self, case: &Explained, shown: &dyn Fn() -> String) {
        self.verdicts[case.verdict as usize] += 1;
        self.complaints.extend(case.complaint().map(|complaint| complaint + "\n" + &shown()));
    }

    /// Fails with the smallest case that was refused.
    fn finish(self, at_least: usize) {
        let count = self.complaints.len();
        if let Ok(file) = std::env::var("HG_DUMP") {
            let mut c = self.complaints.clone();
            c.sort_by_key(|x| x.len());
            std::fs::write(file, c.join("\n=====\n")).unwrap();
        }
        if let Some(smallest) = self.complaints.iter().min_by_key(|shown| shown.len()) {
            panic!("{count} refused; the smallest: {smallest}");
        }
        assert!(self.verdicts.iter().all(|count| *count >= at_least), "{:?}", self.verdicts);
    }
}

fn random_structure_case(seed: u64, hyper: bool) -> Vec<(SymbolicKripke, Formula, bool)> {
    let random = &mut Random::new(seed);
    let structure = structure(random);
    let mut atoms: Vec<Atom> =
        PROPOSITIONS.iter().map(|name| Atom::Named((*name).to_owned())).collect();
    if !structure.locations.is_empty() {
        atoms.extend([Atom::Halted, Atom::Failed]);
        atoms.push(Atom::At { procedure: None, label: "L".to_owned() });
    }
    let vocabulary = Vocabulary { atoms, actions: ACTIONS.map(str::to_owned).to_vec(), only: None };
    let depth = 3 + random.below(4);
    let formula = formula(random, &vocabulary, depth);
    let one = symbolic_from(&structure, StateId(0));
    let all = symbolic_from_explicit(&structure);
    [one, all].map(|kripke| (kripke, formula.clone(), hyper)).into()
}

fn random_program(random: &mut Random) -> (programs::Program, belnap_ir::boolprog::BoolProgram) {
    let dialect = if random.percent(65) { Dialect::Belnap } else { Dialect::Classic };
    let generated = programs::program(random, dialect, false);
    let program = boolprog::read(&generated.text)
        .unwrap_or_else(|errors| panic!("{errors:?}\n{}", generated.text));
    (generated, program)
}

/// Atoms that the structure knows (a procedure may be unreachable).
fn known_atoms(atoms: &[Atom], kripke: &SymbolicKripke) -> Vocabulary {
    let known = |atom: &&Atom| {
        Atoms::resolve(kripke, &Formula::Atom((*atom).clone(), Span::default())).is_ok()
    };
    let atoms = atoms.iter().filter(known).cloned().collect();
    Vocabulary { atoms, actions: Vec::new(), only: None }
}

#[test]
fn explanations_of_random_structures_are_believed() {
    let mut tally = Tally::default();
    for seed in generator::seeds(0, 1500) {
        for hyper in [true, false] {
            for (kripke, formula, hyper) in random_structure_case(seed, hyper) {
                let Some(case) = Explained::new(kripke, formula, hyper) else { continue };
                tally.add(&case, &|| format!("seed {seed}\n{:#?}", case.kripke));
            }
        }
    }
    tally.finish(500);
}

#[test]
fn explanations_of_random_programs_are_believed() {
    let mut tally = Tally::default();
    for seed in generator::seeds(0, 800) {
        let random = &mut Random::new(seed);
        let (generated, program) = random_program(random);
        for semantics in [Semantics::Over, Semantics::Under, Semantics::Exact] {
            let options = EncodeOptions { semantics, ..EncodeOptions::default() };
            let kripke = encode(&program, &options)
                .unwrap_or_else(|error| panic!("{error:?}\n{}", generated.text));
            let vocabulary = known_atoms(&generated.atoms, &kripke);
            let depth = 2 + random.below(4);
            let formula = formula(random, &vocabulary, depth);
            for hyper in [true, false] {
                let case = Explained::new(kripke.clone(), formula.clone(), hyper);
                let Some(case) = case else { continue };
                tally.add(&case, &|| format!("seed {seed}, {semantics:?}\n{}", generated.text));
            }
        }
    }
    tally.finish(300);
}
