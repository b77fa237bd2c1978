//! Random results survive printing and reading.

#[path = "json_cases/dice.rs"]
mod dice;

use belnap_formats::header::{Artefact, Header};
use belnap_formats::result;
use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{CfgEdgeId, ProofId};
use belnap_ir::kripke::Semantics;
use belnap_ir::result::{
    Branch, BranchStep, CheckResult, Completions, DecidedBy, Explanation, InitialValue,
    OperatorsResult, Path, PathStep, ProofChild, ProofNode, PropertyResult, Rule, SeedSet, Seeds,
    StateValues, Statistics, StepTaken, StructureSummary, ThoroughResult, Timing, Unknown,
    UnknownKind, Verdict,
};
use belnap_ir::validate;
use dice::Dice;
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

fn state(dice: &mut Dice) -> StateValues {
    dice.list(2, |dice, index| (dice.text(index), dice.definite())).into_iter().collect()
}

fn step(dice: &mut Dice) -> StepTaken {
    StepTaken {
        statement: dice.text(0),
        value: dice.value(),
        action: dice.maybe(|dice| dice.text(0)),
        cfg_edge: dice.maybe(|dice| CfgEdgeId(dice.below(100) as u32)),
        source_text: dice.maybe(|dice| dice.text(0)),
    }
}

fn unknown(dice: &mut Dice) -> Unknown {
    let kinds = [UnknownKind::Condition, UnknownKind::Update, UnknownKind::Semantics];
    Unknown {
        kind: kinds[dice.below(3)],
        location: dice.text(0),
        source: dice.maybe(Dice::source),
        statement: dice.maybe(|dice| dice.text(0)).unwrap_or_default(),
        variable: dice.maybe(|dice| dice.text(0)),
        cfg_edge: dice.maybe(|dice| CfgEdgeId(dice.below(100) as u32)),
        source_text: dice.maybe(|dice| dice.text(0)),
    }
}

fn path(dice: &mut Dice) -> Path {
    let count = 1 + dice.below(4);
    let loop_start = dice.maybe(|dice| dice.below(count));
    let steps = (0..count)
        .map(|index| PathStep {
            location: dice.text(index),
            source: dice.maybe(Dice::source),
            state: state(dice),
            step: (index + 1 < count || loop_start.is_some()).then(|| step(dice)),
        })
        .collect();
    Path { steps, loop_start }
}

fn explanation(dice: &mut Dice) -> Explanation {
    let claims = dice.below(4);
    let rules = [Rule::Negation, Rule::MustStep, Rule::UnknownAtom, Rule::Cut];
    Explanation {
        summary: dice.text(0),
        path: dice.maybe(path),
        shortest: dice.maybe(path),
        proof: (0..claims)
            .map(|index| ProofNode {
                id: ProofId::from(index),
                formula: dice.text(index),
                location: dice.text(index),
                state: state(dice),
                value: if index == 0 { dice.definite() } else { Belnap::Unknown },
                completions: dice.flip(),
                rule: rules[dice.below(4)],
                variable: dice.maybe(|dice| dice.text(0)),
                children: dice.list(2, |dice, _| ProofChild {
                    node: ProofId::from(dice.below(claims)),
                    step: dice.maybe(step),
                }),
                unknown: dice.maybe(unknown),
            })
            .collect(),
        cut: dice.flip(),
        unknowns: dice.list(2, |dice, _| unknown(dice)),
    }
}

fn thorough(dice: &mut Dice) -> ThoroughResult {
    ThoroughResult {
        completions: if dice.flip() { Completions::Total } else { Completions::Any },
        decided_by: dice.maybe(|dice| {
            let all = [DecidedBy::ThreeValued, DecidedBy::SelfMinimizing, DecidedBy::Generalized];
            all[dice.below(3)]
        }),
        summary: dice.text(0),
        positions: dice.below(1000) as u64,
        way: dice.list(2, |dice, index| dice.text(index)),
        reason: dice.list(3, |dice, index| dice.text(index)),
        difference: dice.maybe(|dice| dice.text(1)),
        satisfying: dice.maybe(|dice| dice.text(2)),
        violating: dice.maybe(|dice| dice.text(3)),
    }
}

fn branch(dice: &mut Dice, index: usize, depth: usize) -> Branch {
    let below = depth.saturating_sub(1);
    Branch {
        formula: dice.text(index),
        state: dice.text(index),
        steps: dice.list(2, |dice, index| BranchStep {
            action: dice.maybe(|dice| dice.text(index)),
            to: dice.text(index),
            because: dice.list(below, |dice, index| branch(dice, index, below)),
        }),
        again: dice.maybe(|dice| dice.below(3)),
    }
}

fn property(dice: &mut Dice, index: usize) -> PropertyResult {
    let initial = dice.list(3, |dice, index| InitialValue {
        location: dice.text(index),
        state: state(dice),
        value: dice.value(),
    });
    let refuted = initial.iter().any(|initial| initial.value == Belnap::False);
    PropertyResult {
        name: dice.text(index),
        formula: dice.text(index),
        linear: index % 2 == 1,
        verdict: match (dice.flip(), refuted) {
            (true, _) => Verdict::Inconclusive,
            (false, true) => Verdict::Fails,
            (false, false) => Verdict::Holds,
        },
        initial,
        initial_cut: dice.flip(),
        explanation: dice.maybe(explanation),
        operators: dice.maybe(|dice| OperatorsResult {
            definitions: dice.list(2, |dice, index| dice.text(index)),
            infinite: dice.flip(),
            components: dice.list(2, |dice, index| dice.text(index)),
            branches: dice.list(2, |dice, index| branch(dice, index, 2)),
        }),
        thorough: dice.maybe(thorough),
        summaries: dice.flip(),
        notes: dice.list(2, |dice, index| dice.text(index)),
        statistics: Statistics {
            iterations: dice.below(1000) as u64,
            images: dice.below(1000) as u64,
            peak_nodes: u64::MAX,
            seeded: dice.below(2) as u64,
        },
    }
}

fn seeds(dice: &mut Dice) -> Seeds {
    let variables: Vec<String> = dice.list(3, |dice, index| dice.text(index));
    let below = |dice: &mut Dice, nodes: usize| {
        let number = 1 + dice.below(nodes + 1) as i32;
        Ref(if dice.flip() { number } else { -number })
    };
    let count = if variables.is_empty() { 0 } else { dice.below(40) };
    let nodes = (0..count)
        .map(|index| {
            let var = dice.below(2 * variables.len()) as u32;
            (var, below(dice, index), below(dice, index))
        })
        .collect();
    let fixpoints = dice.list(2, |dice, index| SeedSet {
        formula: dice.text(index),
        complete: dice.flip(),
        sets: dice
            .list(3, |dice, index| (dice.text(index), below(dice, count)))
            .into_iter()
            .collect(),
    });
    Seeds { strict: dice.flip(), variables, nodes, fixpoints }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn results_survive_printing_and_reading(mut dice in Dice::strategy()) {
        let dice = &mut dice;
        let properties = dice.list(3, property);
        let timing = dice.maybe(|dice| Timing {
            milliseconds: properties.iter().map(|_| dice.below(1000) as u64).collect(),
        });
        let content = CheckResult {
            structure: StructureSummary {
                kind: ["symbolic", "explicit"][dice.below(2)].to_owned(),
                semantics: Semantics::Exact,
                hyper: dice.flip(),
                engine: dice.text(0),
                locations: dice.below(100),
                levels: dice.below(3).checked_sub(1).map(|levels| levels as u32 + 1),
                edges: dice.below(100),
                variables: dice.list(3, |dice, index| dice.text(index)),
            },
            properties,
            seeds: dice.maybe(seeds),
            timing,
        };
        prop_assert_eq!(validate::result::validate(&content), vec![]);
        let header = Header { producer: dice.text(0), inputs: Vec::new() };
        let artefact = Artefact { header, content };
        prop_assert_eq!(result::read(&result::print(&artefact)), Ok(artefact));
    }
}
