//! Random closed formulas.

use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::span::Span;

use super::Random;

/// Which operators formulas have, beside the connectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// None.
    Propositional,
    /// `EX`, `AX` and the modalities.
    Modal,
    /// Those of CTL too.
    Ctl,
    /// All.
    Mu,
}

/// What formulas are made of.
pub struct Vocabulary {
    pub atoms: Vec<Atom>,
    pub actions: Vec<String>,
    /// Both quantifiers and negation, or only one of the quantifiers and negation at atoms.
    pub only: Option<Quantifier>,
    pub logic: Logic,
}

impl Logic {
    /// Whether it has the operators of a number that a generator draws.
    fn has(self, drawn: usize) -> bool {
        match drawn {
            24..44 => self != Logic::Propositional,
            44..60 => matches!(self, Logic::Ctl | Logic::Mu),
            60..80 => self == Logic::Mu,
            _ => true,
        }
    }
}

/// A formula at least `depth` deep.
pub fn formula(random: &mut Random, vocabulary: &Vocabulary, depth: usize) -> Formula {
    Generator { random, vocabulary, bound: Vec::new(), negated: false }.formula(depth)
}

struct Generator<'g> {
    random: &'g mut Random,
    vocabulary: &'g Vocabulary,
    /// Names of the fixpoint variables in reach, and the polarity they may be used in.
    bound: Vec<(String, bool)>,
    negated: bool,
}

impl Generator<'_> {
    fn quantifier(&mut self) -> Quantifier {
        let either = [Quantifier::Exists, Quantifier::Forall];
        self.vocabulary.only.unwrap_or_else(|| self.random.pick(&either))
    }

    fn step(&mut self) -> Step {
        if self.vocabulary.actions.is_empty() || self.random.percent(65) {
            return self.random.pick(&[Step::Next, Step::Modal]);
        }
        let actions = self.vocabulary.actions.iter().filter(|_| self.random.percent(60));
        let actions: Vec<String> = actions.cloned().collect();
        match actions.is_empty() {
            true => Step::Actions(vec![self.vocabulary.actions[0].clone()]),
            false => Step::Actions(actions),
        }
    }

    fn leaf(&mut self) -> Formula {
        let usable: Vec<String> = self
            .bound
            .iter()
            .filter(|(_, negated)| *negated == self.negated)
            .map(|(name, _)| name.clone())
            .collect();
        if !usable.is_empty() && self.random.percent(60) {
            return Formula::Var(self.random.pick(&usable), Span::default());
        }
        if self.random.percent(6) {
            return Formula::Const(self.random.percent(50));
        }
        let atom = Formula::Atom(self.random.pick(&self.vocabulary.atoms), Span::default());
        if self.random.percent(30) { Formula::Not(Box::new(atom)) } else { atom }
    }

    /// Operands, the first of which is `depth` deep.
    fn operands(&mut self, depth: usize) -> Vec<Formula> {
        let mut operands = vec![self.formula(depth)];
        for _ in 0..1 + self.random.index(2) {
            let shallow = self.random.index(depth + 1);
            operands.push(self.formula(shallow));
        }
        let place = self.random.index(operands.len());
        operands.swap(0, place);
        operands
    }

    fn negative(&mut self, depth: usize) -> Formula {
        self.negated = !self.negated;
        let formula = self.formula(depth);
        self.negated = !self.negated;
        formula
    }

    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        let depth = depth - 1;
        let pure = self.vocabulary.only.is_some();
        let shape = loop {
            let drawn = self.random.index(if pure { 80 } else { 100 });
            if self.vocabulary.logic.has(drawn) {
                break drawn;
            }
        };
        match shape {
            0..12 => Formula::And(self.operands(depth)),
            12..24 => Formula::Or(self.operands(depth)),
            24..44 => {
                let (quantifier, step) = (self.quantifier(), self.step());
                Formula::Step(quantifier, step, Box::new(self.formula(depth)))
            }
            44..52 => {
                let along = self.random.pick(&[Along::Finally, Along::Globally]);
                Formula::Along(self.quantifier(), along, Box::new(self.formula(depth)))
            }
            52..60 => {
                let all = [Between::Until, Between::Release, Between::WeakUntil];
                let between = self.random.pick(&all);
                let quantifier = self.quantifier();
                let left = Box::new(self.formula(depth));
                let shallow = self.random.index(depth + 1);
                let right = Box::new(self.formula(shallow));
                let (left, right) =
                    if self.random.percent(50) { (left, right) } else { (right, left) };
                Formula::Between(quantifier, between, left, right)
            }
            60..80 => {
                let kind = self.random.pick(&[Fixpoint::Least, Fixpoint::Greatest]);
                // Sometimes an inner variable hides an outer one.
                let name = format!("Z{}", self.random.index(self.bound.len() + 2));
                let hidden = self.bound.iter().position(|(bound, _)| *bound == name);
                let hidden = hidden.map(|index| (index, self.bound.remove(index)));
                self.bound.push((name.clone(), self.negated));
                let body = self.formula(depth);
                self.bound.pop();
                if let Some((index, bound)) = hidden {
                    self.bound.insert(index, bound);
                }
                Formula::Fixpoint(kind, name, Box::new(body))
            }
            80..90 => Formula::Not(Box::new(self.negative(depth))),
            90..95 => {
                let left = Box::new(self.negative(depth));
                let shallow = self.random.index(depth + 1);
                Formula::Implies(left, Box::new(self.formula(shallow)))
            }
            _ => {
                // Each side is met in both polarities, so no variable may be used there.
                let bound = std::mem::take(&mut self.bound);
                let left = Box::new(self.formula(depth));
                let shallow = self.random.index(depth + 1);
                let right = Box::new(self.formula(shallow));
                self.bound = bound;
                Formula::Iff(left, right)
            }
        }
    }
}
