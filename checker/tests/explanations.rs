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
use belnap_formats::property::{print, read_formula};
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::Dialect;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{ExplicitTransition, Semantics, SymbolicKripke};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::{
    Explanation, ProofChild, ProofNode, Rule, StateValues, StepTaken, Verdict,
};
use belnap_ir::span::Span;

use generator::formulas::{Logic, Vocabulary, formula};
use generator::structures::{ACTIONS, PROPOSITIONS, structure};
use generator::{Random, programs};

/// Enough for every case here.
const MAX_NODES: usize = 1 << 16;

/// Limit on the claims of one explanation that are spoilt.
const MOST_CLAIMS: usize = 8;

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
    let vocabulary = Vocabulary {
        atoms,
        actions: ACTIONS.map(str::to_owned).to_vec(),
        only: None,
        logic: Logic::Mu,
    };
    let depth = 3 + random.index(4);
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
    Vocabulary { atoms, actions: Vec::new(), only: None, logic: Logic::Mu }
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

/// Adds what is said of a random program.
fn add_random_program(tally: &mut Tally, seed: u64) {
    let random = &mut Random::new(seed);
    let (generated, program) = random_program(random);
    for semantics in [Semantics::Over, Semantics::Under, Semantics::Exact] {
        let options = EncodeOptions { semantics, ..EncodeOptions::default() };
        let kripke = encode(&program, &options)
            .unwrap_or_else(|error| panic!("{error:?}\n{}", generated.text));
        let vocabulary = known_atoms(&generated.atoms, &kripke);
        let depth = 2 + random.index(4);
        let formula = formula(random, &vocabulary, depth);
        for hyper in [true, false] {
            let case = Explained::new(kripke.clone(), formula.clone(), hyper);
            let Some(case) = case else { continue };
            tally.add(&case, &|| format!("seed {seed}, {semantics:?}\n{}", generated.text));
        }
    }
}

#[test]
fn explanations_of_random_programs_are_believed() {
    let mut tally = Tally::default();
    for seed in generator::seeds(0, 800) {
        add_random_program(&mut tally, seed);
    }
    tally.finish(300);
}

/// Where a program contradicts itself in one of the states that a claim is about, what follows from
/// all of them is not what follows from what they have in common.
#[test]
fn a_step_is_taken_from_each_of_several_states() {
    let mut tally = Tally::default();
    add_random_program(&mut tally, 1_004_719);
    tally.finish(0);
}

/// A way to spoil an explanation: all results of changing one claim.
type Mutation = fn(&Explanation) -> Vec<Explanation>;

/// Ways to spoil explanations, and in how many of a hundred cases the result may be right after
/// all: an atom can be both true and false, a step can lead to either value of a variable, and a
/// claim about all completions of a state can stand for the one about some of them.
const MUTATIONS: [(&str, usize, Mutation); 9] = [
    ("drop a child of a may-step or hyper step", 0, |given| {
        each_node(given, |node| {
            matches!(node.rule, Rule::MayStep | Rule::Hyper) && node.children.pop().is_some()
        })
    }),
    ("drop a conjunct", 0, |given| {
        each_node(given, |node| node.rule == Rule::And && node.children.pop().is_some())
    }),
    ("drop a half of a split", 0, |given| {
        each_node(given, |node| {
            node.rule == Rule::Split && node.children.len() == 2 && node.children.pop().is_some()
        })
    }),
    ("negate an atom", 3, |given| {
        each_node(given, |node| {
            node.formula = match node.formula.strip_prefix('!') {
                Some(atom) => atom.to_owned(),
                None => format!("!{}", node.formula),
            };
            node.rule == Rule::Atom
        })
    }),
    ("swap t and n", 0, |given| {
        each_node(given, |node| {
            let swapped = match node.value {
                Belnap::True => Belnap::Unknown,
                _ => Belnap::True,
            };
            std::mem::replace(&mut node.value, swapped) != Belnap::False
        })
    }),
    ("change an entry of a state", 3, |given| {
        each_node(given, |node| {
            let mut changed = false;
            let other = |(at, (name, value)): (usize, (&String, &Belnap))| {
                changed |= at == 0;
                (name.clone(), if at == 0 { !*value } else { *value })
            };
            node.state = node.state.iter().enumerate().map(other).collect();
            changed
        })
    }),
    ("redirect a child", 1, |given| {
        let count = given.proof.len();
        each_node(given, |node| {
            let child = node.children.first_mut();
            child.map(|child| child.node = ((child.node.index() + 1) % count).into()).is_some()
                && count > 1
        })
    }),
    ("change the value of a step", 3, |given| {
        each_node(given, |node| {
            let step = node.children.first_mut().and_then(|child| child.step.as_mut());
            let value =
                |step: &StepTaken| Belnap::from_halves(!step.value.must(), step.value.may());
            step.map(|step| step.value = value(step)).is_some()
        })
    }),
    ("claim to have cut", 0, |given| {
        each_node(given, |node| {
            node.rule != Rule::Cut && {
                node.rule = Rule::Cut;
                true
            }
        })
    }),
];

/// The explanation with one claim changed, for each claim that `change` says it changed.
fn each_node(given: &Explanation, change: impl Fn(&mut ProofNode) -> bool) -> Vec<Explanation> {
    let changed = (0..given.proof.len()).filter_map(|index| {
        let mut explanation = given.clone();
        change(&mut explanation.proof[index]).then_some(explanation)
    });
    changed.collect()
}

/// Explanations of moderate size, of all kinds.
fn corpus() -> Vec<Explained> {
    let mut corpus = Vec::new();
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let (generated, program) = random_program(random);
        let semantics = if seed % 3 == 0 { Semantics::Over } else { Semantics::Exact };
        let options = EncodeOptions { semantics, ..EncodeOptions::default() };
        let kripke = encode(&program, &options).expect("small");
        let vocabulary = known_atoms(&generated.atoms, &kripke);
        let formula = formula(random, &vocabulary, 4);
        corpus.extend(Explained::new(kripke.clone(), formula, true));
        for atom in vocabulary.atoms.iter().filter(|_| seed < 20) {
            // True in all states, but for different reasons.
            let atom = Formula::Atom(atom.clone(), Span::default());
            let either = Formula::Or(vec![atom.clone(), Formula::Not(Box::new(atom))]);
            corpus.extend(Explained::new(kripke.clone(), either, true));
        }
    }
    for seed in 0..150 {
        for (kripke, formula, hyper) in random_structure_case(seed, seed % 2 == 0) {
            corpus.extend(Explained::new(kripke, formula, hyper));
        }
    }
    corpus.retain(|case| !case.explanation.cut && case.explanation.proof.len() < 60);
    corpus
}

#[test]
fn wrong_explanations_are_refused() {
    let corpus = corpus();
    for (name, tolerated, mutate) in MUTATIONS {
        let (mut tried, mut believed) = (0, Vec::new());
        for case in &corpus {
            let wrong = mutate(&case.explanation);
            let some = 1 + wrong.len() / MOST_CLAIMS;
            for wrong in wrong.into_iter().step_by(some) {
                tried += 1;
                if case.recheck(&wrong).is_ok() {
                    believed.push(wrong);
                }
            }
        }
        assert!(tried >= 10, "{name}: only {tried} tried");
        let count = believed.len();
        let shown = serde_json::to_string_pretty(&believed).expect("plain data");
        assert!(100 * count <= tolerated * tried, "{name}: {count} of {tried} believed\n{shown}");
    }
}

/// A claim that says that a property is true, and only why it could be unknown.
fn unexplained(case: &Explained) -> Explanation {
    let mut forged = case.explanation.clone();
    forged.proof.truncate(1);
    forged.path = None;
    forged.unknowns = Vec::new();
    let claim = &mut forged.proof[0];
    (claim.value, claim.rule, claim.unknown) = (Belnap::True, Rule::UnknownAtom, None);
    (claim.state, claim.children) = (StateValues::default(), Vec::new());
    (claim.completions, claim.variable) = (true, None);
    forged
}

/// The explanation of why a property is unknown, given out as one of why its negation, which shows
/// `text`, fails.
fn negate(case: &Explained, text: &str) -> Explanation {
    let mut forged = case.explanation.clone();
    forged.path = None;
    let mut first = forged.proof[0].clone();
    for node in &mut forged.proof {
        node.id.0 += 1;
        node.children.iter_mut().for_each(|child| child.node.0 += 1);
    }
    (first.value, first.rule, first.unknown) = (Belnap::False, Rule::Negation, None);
    first.formula = text.to_owned();
    first.children = vec![ProofChild { node: 1_usize.into(), step: None }];
    forged.proof.insert(0, first);
    forged
}

#[test]
fn what_is_unknown_is_no_verdict() {
    let options = RecheckOptions { hyper: true, seeded: false };
    let (mut tried, mut believed) = (0, 0);
    for case in corpus().iter().filter(|case| case.verdict == Verdict::Inconclusive) {
        let Explained { kripke, formula, .. } = case;
        let not = Formula::Not(Box::new(formula.clone()));
        let Some((_, other)) = Explained::explained(kripke, &not, true) else { continue };
        tried += 1;
        let holds = recheck(kripke, formula, Verdict::Holds, &unexplained(case), options);
        let fails = negate(case, &other.proof[0].formula);
        let fails = recheck(kripke, &not, Verdict::Fails, &fails, options);
        believed += usize::from(holds.is_ok()) + usize::from(fails.is_ok());
    }
    assert!(tried >= 50 && believed == 0, "{believed} of {tried} believed");
}

/// One state with a loop, and a claim about it that rests on itself.
fn circular(formula: &str) -> Result<(), Refusal> {
    let definite = Belnap::True;
    let mut structure = structure(&mut Random::new(0));
    structure.semantics = Semantics::Exact;
    structure.propositions = vec!["p".to_owned()];
    structure.states.truncate(1);
    structure.states[StateId(0)].labels = vec![definite];
    structure.states[StateId(0)].location = None;
    structure.locations = TiVec::new();
    structure.scopes = TiVec::new();
    structure.prefix = 0;
    structure.transitions = vec![ExplicitTransition {
        from: StateId(0),
        to: StateId(0),
        value: definite,
        action: None,
        statement: None,
    }];
    let kripke = symbolic_from(&structure, StateId(0));
    let step = StepTaken {
        statement: String::new(),
        value: definite,
        action: None,
        cfg_edge: None,
        source_text: None,
    };
    let claim = |id: usize, formula: String, rule: Rule, child: usize, step| ProofNode {
        id: id.into(),
        formula,
        location: structure.states[StateId(0)].name.clone(),
        state: StateValues::default(),
        value: definite,
        completions: false,
        rule,
        variable: None,
        children: vec![ProofChild { node: child.into(), step }],
        unknown: None,
    };
    let explanation = Explanation {
        summary: String::new(),
        path: None,
        shortest: None,
        proof: vec![
            claim(0, formula.to_owned(), Rule::Unfold, 1, None),
            claim(1, "EX Z".to_owned(), Rule::MustStep, 2, Some(step)),
            claim(2, "Z".to_owned(), Rule::Unfold, 1, None),
        ],
        cut: false,
        unknowns: Vec::new(),
    };
    let property = read_formula(formula).expect("a formula");
    let options = RecheckOptions { hyper: false, seeded: false };
    recheck(&kripke, &property, Verdict::Holds, &explanation, options)
}

#[test]
fn only_greatest_fixpoints_may_rest_on_themselves() {
    assert_eq!(circular("nu Z. EX Z"), Ok(()));
    let refusal = circular("mu Z. EX Z").expect_err("there is no way out of the loop");
    assert_eq!(refusal.to_string(), "claim p2: a least fixpoint rests on itself");
}
