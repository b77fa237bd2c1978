//! Structures and formulas for tests: small ones written by hand, and arbitrary ones drawn from
//! bytes (so that a failing case shrinks with its bytes).

#![allow(dead_code, reason = "each test file uses a part")]

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_formats::property;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::span::Span;

pub const PLAIN: ExplicitOptions = ExplicitOptions { hyper: false };
pub const HYPER: ExplicitOptions = ExplicitOptions { hyper: true };

/// Values from letters.
pub fn letters(text: &str) -> Vec<Belnap> {
    text.chars().map(|c| c.to_string().parse().expect("a truth value")).collect()
}

/// A structure without locations: `states` as name and one letter per proposition, `transitions`
/// as `from letter to` by name. The first state is initial and inhabited.
pub fn structure(
    propositions: &[&str],
    states: &[(&str, &str)],
    transitions: &[&str],
) -> ExplicitKripke {
    let id = |name: &str| {
        let index = states.iter().position(|(state, _)| *state == name);
        StateId::from(index.expect("a state of the structure"))
    };
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: true,
        propositions: propositions.iter().map(|p| (*p).to_owned()).collect(),
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: states.iter().map(|(name, labels)| state(name, letters(labels))).collect(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions: transitions
            .iter()
            .map(|text| {
                let words: Vec<&str> = text.split(' ').collect();
                let value = words[1].parse().expect("a truth value");
                transition(id(words[0]), id(words[2]), value, None)
            })
            .collect(),
        events: Events::default(),
    }
}

fn state(name: &str, labels: Vec<Belnap>) -> ExplicitState {
    ExplicitState { name: name.to_owned(), labels, location: None, blocking: false }
}

pub fn transition(
    from: StateId,
    to: StateId,
    value: Belnap,
    action: Option<&str>,
) -> ExplicitTransition {
    let action = action.map(str::to_owned);
    ExplicitTransition { from, to, value, action, statement: None }
}

/// The values of a formula given as text, as letters.
pub fn check(structure: &ExplicitKripke, formula: &str, options: ExplicitOptions) -> String {
    let formula = property::read_formula(formula).expect("a formula");
    let values = evaluate(structure, &formula, &options).expect("known atoms");
    values.iter().map(|value| value.letter()).collect()
}

/// Choices drawn from bytes; all zero once the bytes are used up.
pub struct Source<'b>(pub &'b [u8]);

impl Source<'_> {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % limit
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A structure over `p` and `q` with up to five states, with these values.
    pub fn structure(&mut self, values: &[Belnap]) -> ExplicitKripke {
        let size = self.below(5) + 1;
        let states: Vec<_> = (0..size)
            .map(|index| state(&format!("s{index}"), (0..2).map(|_| self.one_of(values)).collect()))
            .collect();
        let mut transitions = Vec::new();
        for from in 0..size {
            for to in 0..size {
                // Leave out half of the transitions.
                if self.below(2) == 0 {
                    let action = self.one_of(&[None, Some("a"), Some("b")]);
                    let value = self.one_of(values);
                    transitions.push(transition(from.into(), to.into(), value, action));
                }
            }
        }
        ExplicitKripke {
            semantics: Semantics::Exact,
            total: true,
            propositions: vec!["p".to_owned(), "q".to_owned()],
            locations: TiVec::new(),
            scopes: TiVec::new(),
            states: states.into(),
            initial: vec![StateId(0)],
            inhabited: vec![StateId(0)],
            prefix: 0,
            transitions,
            events: Events::default(),
        }
    }

    /// A closed formula over `p` and `q`, monotone in its variables, at most that deep.
    pub fn formula(&mut self, depth: usize) -> Formula {
        self.formula_in(depth, false, &mut Vec::new())
    }

    /// `bound` holds the variables in scope with the sign of their binder.
    fn formula_in(
        &mut self,
        depth: usize,
        negated: bool,
        bound: &mut Vec<(String, bool)>,
    ) -> Formula {
        if depth <= 1 {
            return self.leaf(negated, bound);
        }
        let depth = depth - 1;
        let quantifier = self.one_of(&[Quantifier::Exists, Quantifier::Forall]);
        match self.below(13).min(11) {
            0 => self.leaf(negated, bound),
            1 => Formula::Not(Box::new(self.formula_in(depth, !negated, bound))),
            2 => Formula::And(self.operands(depth, negated, bound)),
            3 => Formula::Or(self.operands(depth, negated, bound)),
            4 => {
                let left = self.formula_in(depth, !negated, bound);
                let right = self.formula_in(depth, negated, bound);
                Formula::Implies(Box::new(left), Box::new(right))
            }
            5 => Formula::Iff(Box::new(self.formula(depth)), Box::new(self.formula(depth))),
            6 | 7 => {
                let step = match self.below(5) {
                    0 => Step::Modal,
                    1 => Step::Actions(vec!["a".to_owned()]),
                    2 => Step::Actions(vec!["a".to_owned(), "b".to_owned()]),
                    _ => Step::Next,
                };
                let body = self.formula_in(depth, negated, bound);
                Formula::Step(quantifier, step, Box::new(body))
            }
            8 => {
                let along = self.one_of(&[Along::Finally, Along::Globally]);
                let body = self.formula_in(depth, negated, bound);
                Formula::Along(quantifier, along, Box::new(body))
            }
            9 => {
                let between = self.one_of(&[Between::Until, Between::Release, Between::WeakUntil]);
                let left = self.formula_in(depth, negated, bound);
                let right = self.formula_in(depth, negated, bound);
                Formula::Between(quantifier, between, Box::new(left), Box::new(right))
            }
            shape => {
                let kind = self.one_of(&[Fixpoint::Least, Fixpoint::Greatest]);
                let name = format!("Z{}", bound.len());
                bound.push((name.clone(), negated));
                let mut body = self.formula_in(depth, negated, bound);
                if shape == 11 {
                    // Few variables would stand behind a step by chance alone.
                    let here = self.formula_in(depth - 1, negated, bound);
                    let next = Formula::Step(quantifier, Step::Next, Box::new(body));
                    let operands = vec![here, next];
                    body = match kind {
                        Fixpoint::Least => Formula::Or(operands),
                        Fixpoint::Greatest => Formula::And(operands),
                    };
                }
                bound.pop();
                Formula::Fixpoint(kind, name, Box::new(body))
            }
        }
    }

    fn operands(
        &mut self,
        depth: usize,
        negated: bool,
        bound: &mut Vec<(String, bool)>,
    ) -> Vec<Formula> {
        (0..2 + self.below(2)).map(|_| self.formula_in(depth, negated, bound)).collect()
    }

    fn leaf(&mut self, negated: bool, bound: &[(String, bool)]) -> Formula {
        let usable: Vec<&String> =
            bound.iter().filter(|(_, sign)| *sign == negated).map(|(name, _)| name).collect();
        if !usable.is_empty() && self.below(2) == 0 {
            return Formula::Var(self.one_of(&usable).clone(), Span::default());
        }
        match self.below(7) {
            0 => Formula::Const(true),
            1 => Formula::Const(false),
            n => {
                let name = if n % 2 == 0 { "p" } else { "q" };
                Formula::Atom(Atom::Named(name.to_owned()), Span::default())
            }
        }
    }
}
