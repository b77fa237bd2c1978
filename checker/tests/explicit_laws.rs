//! Laws of the plain engine on arbitrary structures and formulas.

mod structures;

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};
use proptest::prelude::*;
use structures::{HYPER, PLAIN, Source};

const TWO: [Belnap; 2] = [Belnap::True, Belnap::False];
const THREE: [Belnap; 3] = [Belnap::Unknown, Belnap::True, Belnap::False];
const SEMANTICS: [Semantics; 3] = [Semantics::Exact, Semantics::Over, Semantics::Under];
const DEPTH: usize = 6;

fn values(structure: &ExplicitKripke, formula: &Formula, options: ExplicitOptions) -> Vec<Belnap> {
    evaluate(structure, formula, &options).expect("known atoms")
}

fn all_below(left: &[Belnap], right: &[Belnap]) -> bool {
    left.iter().zip(right).all(|(l, r)| l.less_informative_or_equal(*r))
}

/// The classical check of one half (May/Must Theorem 7): sets of states, negations only on atoms.
///
/// The pessimistic run computes where a formula is definitely true: existential steps read the
/// must half, universal ones the may half. The optimistic run is the other way round.
struct Classical<'s> {
    structure: &'s ExplicitKripke,
    pessimistic: bool,
    hyper: bool,
    variables: Vec<(String, Vec<bool>)>,
}

impl Classical<'_> {
    /// The states where the formula, or its negation, is true.
    fn states(&mut self, formula: &Formula, negated: bool) -> Vec<bool> {
        let size = self.structure.states.len();
        match formula {
            Formula::Const(value) => vec![*value != negated; size],
            Formula::Atom(Atom::Named(name), _) => {
                let index = usize::from(name == "q");
                let labels = self.structure.states.iter().map(|state| state.labels[index]);
                let truth = |value: Belnap| match (self.pessimistic, negated) {
                    (true, false) => value == Belnap::True || value == Belnap::Both,
                    (true, true) => value == Belnap::False || value == Belnap::Both,
                    (false, false) => value == Belnap::True || value == Belnap::Unknown,
                    (false, true) => value == Belnap::False || value == Belnap::Unknown,
                };
                labels.map(truth).collect()
            }
            Formula::Atom(..) => unreachable!("formulas are over p and q"),
            // In positive form a variable is never negated: a negated fixpoint binds the
            // complement.
            Formula::Var(name, _) => {
                let found = self.variables.iter().rev().find(|(bound, _)| bound == name);
                found.expect("a closed formula").1.clone()
            }
            Formula::Not(body) => self.states(body, !negated),
            Formula::And(operands) => self.combined(operands, !negated, negated),
            Formula::Or(operands) => self.combined(operands, negated, negated),
            Formula::Implies(left, right) => {
                let left = self.states(left, !negated);
                let right = self.states(right, negated);
                if negated { both(&left, &right) } else { either(&left, &right) }
            }
            Formula::Iff(left, right) => {
                let (l, not_l) = (self.states(left, false), self.states(left, true));
                let (r, not_r) = (self.states(right, false), self.states(right, true));
                if negated {
                    either(&both(&l, &not_r), &both(&r, &not_l))
                } else {
                    both(&either(&not_l, &r), &either(&not_r, &l))
                }
            }
            Formula::Step(quantifier, step, body) => {
                let body = self.states(body, negated);
                self.next((*quantifier == Quantifier::Exists) != negated, step, &body)
            }
            Formula::Along(quantifier, along, body) => {
                let exists = (*quantifier == Quantifier::Exists) != negated;
                let body = self.states(body, negated);
                if (*along == Along::Finally) != negated {
                    self.least(exists, &vec![true; size], &body)
                } else {
                    self.greatest(exists, &vec![false; size], &body)
                }
            }
            Formula::Between(quantifier, between, left, right) => {
                let exists = (*quantifier == Quantifier::Exists) != negated;
                let left = self.states(left, negated);
                let right = self.states(right, negated);
                match (between, negated) {
                    (Between::Until, false) | (Between::Release, true) => {
                        self.least(exists, &left, &right)
                    }
                    (Between::Release, false) | (Between::Until, true) => {
                        self.greatest(exists, &left, &right)
                    }
                    // φ W ψ is G φ or φ U ψ as one fixpoint; its negation is !ψ U (!φ & !ψ).
                    (Between::WeakUntil, false) => {
                        self.greatest(exists, &right, &either(&left, &right))
                    }
                    (Between::WeakUntil, true) => self.least(exists, &right, &both(&left, &right)),
                }
            }
            Formula::Fixpoint(kind, name, body) => {
                let mut current = vec![(*kind == Fixpoint::Greatest) != negated; size];
                loop {
                    self.variables.push((name.clone(), current.clone()));
                    let next = self.states(body, negated);
                    self.variables.pop();
                    if next == current {
                        return current;
                    }
                    current = next;
                }
            }
        }
    }

    fn combined(&mut self, operands: &[Formula], all: bool, negated: bool) -> Vec<bool> {
        let mut sets: Vec<Vec<bool>> = Vec::new();
        for operand in operands {
            sets.push(self.states(operand, negated));
        }
        sets.into_iter()
            .reduce(|l, r| if all { both(&l, &r) } else { either(&l, &r) })
            .expect("at least two operands")
    }

    /// The targets from a state by one half of the relation.
    fn targets(&self, from: usize, step: &Step, must: bool) -> Vec<usize> {
        let leaving = self.structure.transitions.iter().filter(|t| t.from.index() == from);
        leaving
            .filter(|t| match step {
                Step::Actions(actions) => actions.iter().any(|a| t.action.as_ref() == Some(a)),
                _ => true,
            })
            .filter(|t| if must { t.value.must() } else { t.value.may() })
            .map(|t| t.to.index())
            .collect()
    }

    fn next(&self, exists: bool, step: &Step, body: &[bool]) -> Vec<bool> {
        let semantics = self.structure.semantics;
        let must_half = exists == self.pessimistic;
        (0..body.len())
            .map(|state| {
                let hyper = self.hyper
                    && self.structure.total
                    && semantics != Semantics::Under
                    && !self.structure.states[StateId::from(state)].blocking
                    && !matches!(step, Step::Actions(_));
                let may = self.targets(state, step, false);
                let read = match (must_half, semantics) {
                    (true, Semantics::Over) => Vec::new(),
                    (false, Semantics::Under) => return exists,
                    _ => self.targets(state, step, must_half),
                };
                if exists {
                    let sure =
                        hyper && must_half && !may.is_empty() && may.iter().all(|&t| body[t]);
                    sure || read.iter().any(|&t| body[t])
                } else {
                    let hopeless =
                        hyper && must_half && !may.is_empty() && !may.iter().any(|&t| body[t]);
                    !hopeless && read.iter().all(|&t| body[t])
                }
            })
            .collect()
    }

    fn least(&self, exists: bool, left: &[bool], right: &[bool]) -> Vec<bool> {
        let mut current = right.to_vec();
        loop {
            let step = self.next(exists, &Step::Next, &current);
            let next = either(&current, &both(left, &step));
            if next == current {
                return current;
            }
            current = next;
        }
    }

    fn greatest(&self, exists: bool, left: &[bool], right: &[bool]) -> Vec<bool> {
        let mut current = right.to_vec();
        loop {
            let step = self.next(exists, &Step::Next, &current);
            let next = both(&current, &either(left, &step));
            if next == current {
                return current;
            }
            current = next;
        }
    }
}

fn both(left: &[bool], right: &[bool]) -> Vec<bool> {
    left.iter().zip(right).map(|(l, r)| *l && *r).collect()
}

fn either(left: &[bool], right: &[bool]) -> Vec<bool> {
    left.iter().zip(right).map(|(l, r)| *l || *r).collect()
}

fn by_two_runs(structure: &ExplicitKripke, formula: &Formula, hyper: bool) -> Vec<Belnap> {
    let run = |pessimistic| {
        Classical { structure, pessimistic, hyper, variables: Vec::new() }.states(formula, false)
    };
    run(true).into_iter().zip(run(false)).map(|(t, m)| Belnap::from_halves(t, m)).collect()
}

/// Gives some unknown labels and transitions of the structure a definite value.
fn refine(source: &mut Source, structure: &ExplicitKripke, removing: bool) -> ExplicitKripke {
    let mut refined = structure.clone();
    let mut choose = |value: &mut Belnap, falsity: bool| match source.below(3) {
        1 if *value == Belnap::Unknown => *value = Belnap::True,
        2 if *value == Belnap::Unknown && falsity => *value = Belnap::False,
        _ => {}
    };
    for state in &mut refined.states {
        state.labels.iter_mut().for_each(|label| choose(label, true));
    }
    for transition in &mut refined.transitions {
        choose(&mut transition.value, removing);
    }
    refined
}

/// Decides everything unknown, leaving each state that may have a successor one.
fn complete(source: &mut Source, structure: &ExplicitKripke) -> ExplicitKripke {
    let mut complete = structure.clone();
    for state in &mut complete.states {
        for label in state.labels.iter_mut().filter(|label| **label == Belnap::Unknown) {
            *label = TWO[source.below(2)];
        }
    }
    for index in 0..complete.transitions.len() {
        if complete.transitions[index].value == Belnap::Unknown {
            let from = complete.transitions[index].from;
            complete.transitions[index].value = Belnap::False;
            let left = complete.transitions.iter().any(|t| t.from == from && t.value.may());
            if !left || source.below(2) == 0 {
                complete.transitions[index].value = Belnap::True;
            }
        }
    }
    complete
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 60..250)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn three_values_are_two_classical_checks(choices in bytes()) {
        let mut source = Source(&choices);
        let structure = source.structure(&THREE);
        let formula = source.formula(DEPTH);
        let checked = values(&structure, &formula, PLAIN);
        prop_assert!(!checked.contains(&Belnap::Both));
        prop_assert_eq!(checked, by_two_runs(&structure, &formula, false), "{}", print(&formula));
    }

    #[test]
    fn four_values_are_two_classical_checks(choices in bytes()) {
        let mut source = Source(&choices);
        let options = ExplicitOptions { hyper: source.below(2) == 0 };
        let semantics = SEMANTICS[source.below(3)];
        let blocking = source.below(32);
        let mut structure = source.structure(&Belnap::ALL);
        structure.semantics = semantics;
        for (index, state) in structure.states.iter_mut().enumerate() {
            state.blocking = blocking >> index & 1 == 1;
        }
        let formula = source.formula(DEPTH);
        let expected = by_two_runs(&structure, &formula, options.hyper);
        prop_assert_eq!(values(&structure, &formula, options), expected, "{}", print(&formula));
    }

    #[test]
    fn negation_swaps_halves(choices in bytes()) {
        let mut source = Source(&choices);
        let structure = source.structure(&Belnap::ALL);
        let formula = source.formula(DEPTH);
        let negation = Formula::Not(Box::new(formula.clone()));
        for options in [PLAIN, HYPER] {
            let pairs = values(&structure, &formula, options)
                .into_iter()
                .zip(values(&structure, &negation, options));
            for (value, negated) in pairs {
                prop_assert_eq!(negated.must(), !value.may());
                prop_assert_eq!(negated.may(), !value.must());
            }
        }
    }

    #[test]
    fn information_grows_with_the_structure(choices in bytes()) {
        let mut source = Source(&choices);
        let structure = source.structure(&Belnap::ALL);
        let refined = refine(&mut source, &structure, true);
        let extended = refine(&mut source, &structure, false);
        let formula = source.formula(DEPTH);
        let before = values(&structure, &formula, PLAIN);
        prop_assert!(all_below(&before, &values(&refined, &formula, PLAIN)));
        // A total system cannot lose all its transitions.
        let before = values(&structure, &formula, HYPER);
        prop_assert!(all_below(&before, &values(&extended, &formula, HYPER)));
    }

    #[test]
    fn definite_values_are_those_of_every_completion(choices in bytes()) {
        let mut source = Source(&choices);
        let structure = source.structure(&THREE);
        let completion = complete(&mut source, &structure);
        let formula = source.formula(DEPTH);
        let concrete = values(&completion, &formula, PLAIN);
        prop_assert!(concrete.iter().all(|value| value.is_definite()));
        for options in [PLAIN, HYPER] {
            let found = values(&structure, &formula, options);
            prop_assert!(all_below(&found, &concrete), "{}", print(&formula));
        }
    }

    #[test]
    fn exact_knows_what_over_and_under_know(choices in bytes()) {
        let mut source = Source(&choices);
        let mut structure = source.structure(&Belnap::ALL);
        let formula = source.formula(DEPTH);
        for options in [PLAIN, HYPER] {
            structure.semantics = Semantics::Exact;
            let exact = values(&structure, &formula, options);
            structure.semantics = Semantics::Over;
            prop_assert!(all_below(&values(&structure, &formula, options), &exact));
            structure.semantics = Semantics::Under;
            prop_assert!(all_below(&values(&structure, &formula, options), &exact));
        }
        structure.semantics = Semantics::Exact;
        let plain = values(&structure, &formula, PLAIN);
        prop_assert!(all_below(&plain, &values(&structure, &formula, HYPER)));
    }
}
