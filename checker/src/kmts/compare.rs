//! Two structures compared by how complete they are, in both directions, with what tells them
//! apart.
//!
//! A structure A is less complete than C, or as complete, if every initial state of C is above some
//! initial state of A, and every inhabited state of A is below some inhabited one of C. Then what
//! holds in A holds in C, and what fails in A fails in C.

use std::collections::HashMap;

use belnap_formats::comparison::{Definition, Difference, Direction, StateValue};
use belnap_formats::property::print;
use belnap_formats::relation;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};

use super::bisimulation::classes;
use super::distinguish::{Cause, Distinguisher};
use super::formulas::{FormulaId, Shared};
use super::graph::Graph;
use super::preorder::{Relation, TooLarge, less_complete, require_few};
use super::smallest::smaller;

/// Most moves that are told of.
const MAX_TOLD: usize = 12;

/// Why structures were not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// There are too many pairs of states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A formula that does not tell states apart: a bug.
    #[error("the formula {0} does not tell the states apart")]
    Wrong(String),
}

/// Two structures in one graph of their bisimulation classes.
pub struct Compared<'s> {
    structures: [&'s ExplicitKripke; 2],
    /// By structure: the class of each state.
    class: [Vec<u32>; 2],
    graph: Graph,
}

/// What was found in one direction.
pub struct Found {
    /// The answer, for people and programs.
    pub direction: Direction,
    /// The formula, if there is one.
    pub formula: Option<Shared>,
    relation: Relation,
}

impl<'s> Compared<'s> {
    /// Prepares two KMTSs.
    ///
    /// # Errors
    /// If there are more pairs of classes than the limit.
    pub fn new(
        first: &'s ExplicitKripke,
        second: &'s ExplicitKripke,
        limit: usize,
    ) -> Result<Self, CompareError> {
        let whole = Graph::new(&[first, second]);
        let (class, count) = classes(&whole, &vec![0; whole.size()]);
        let graph = whole.quotient(&class, count);
        let (own, other) = class.split_at(first.states.len());
        let compared =
            Compared { structures: [first, second], class: [own.to_vec(), other.to_vec()], graph };
        require_few(compared.used(0).len(), compared.used(1).len(), limit)?;
        Ok(compared)
    }

    /// The classes of a structure's states.
    fn used(&self, structure: usize) -> Vec<u32> {
        let mut used = self.class[structure].clone();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Whether one structure, 0 or 1, is less complete than the other, or as complete.
    ///
    /// # Errors
    /// If a formula turns out wrong: a bug.
    pub fn direction(&self, less: usize) -> Result<Found, CompareError> {
        let more = 1 - less;
        let colours = vec![0; self.graph.size()];
        let relation = less_complete(&self.graph, &colours, &self.used(less), &self.used(more));
        let pairs = self.state_pairs(less, &relation);
        let difference = self.difference(less, &relation);
        let (formula, difference) = match difference {
            Some((less_states, more_states)) => {
                let (formula, difference) =
                    self.explained(less, &relation, &less_states, &more_states)?;
                (formula, Some(difference))
            }
            None => (None, None),
        };
        let direction = Direction { holds: difference.is_none(), pairs, difference };
        Ok(Found { direction, formula, relation })
    }

    fn state_pairs(&self, less: usize, relation: &Relation) -> usize {
        let mut members: HashMap<u32, usize> = HashMap::new();
        for class in &self.class[1 - less] {
            *members.entry(*class).or_default() += 1;
        }
        let mut of_class: HashMap<u32, usize> = HashMap::new();
        let row = |a: &u32| {
            *of_class.entry(*a).or_insert_with(|| {
                relation.related_to(*a).iter().map(|c| members[c]).sum::<usize>()
            })
        };
        self.class[less].iter().map(row).sum()
    }

    /// The greatest relation, as pairs of states.
    pub fn relation(&self, less: usize, found: &Found) -> relation::Relation {
        let more = 1 - less;
        let mut members: HashMap<u32, Vec<StateId>> = HashMap::new();
        for (state, class) in self.class[more].iter().enumerate() {
            members.entry(*class).or_default().push(StateId::from(state));
        }
        let mut pairs = Vec::new();
        for (state, class) in self.class[less].iter().enumerate() {
            let name = &self.structures[less].states[StateId::from(state)].name;
            let mut above: Vec<StateId> = found
                .relation
                .related_to(*class)
                .iter()
                .flat_map(|c| members[c].iter().copied())
                .collect();
            above.sort_unstable();
            let other = |id: StateId| self.structures[more].states[id].name.clone();
            pairs.extend(above.into_iter().map(|id| (name.clone(), other(id))));
        }
        relation::Relation { pairs }
    }

    /// States of the less complete structure and of the other that show that it is not.
    fn difference(&self, less: usize, relation: &Relation) -> Option<(Vec<StateId>, Vec<StateId>)> {
        let (own, other) = (self.structures[less], self.structures[1 - less]);
        let below = |a: &StateId, c: &StateId| {
            relation.has(self.class[less][a.index()], self.class[1 - less][c.index()])
        };
        let unmatched = |c: &&StateId| !own.initial.iter().any(|a| below(a, c));
        if let Some(c) = other.initial.iter().find(unmatched) {
            return Some((own.initial.clone(), vec![*c]));
        }
        let unmatched = |a: &&StateId| !other.inhabited.iter().any(|c| below(a, c));
        own.inhabited.iter().find(unmatched).map(|a| (vec![*a], other.inhabited.clone()))
    }

    fn explained(
        &self,
        less: usize,
        relation: &Relation,
        wanted: &[StateId],
        unwanted: &[StateId],
    ) -> Result<(Option<Shared>, Difference), CompareError> {
        let more = 1 - less;
        let classes = |structure: usize, states: &[StateId]| -> Vec<u32> {
            states.iter().map(|state| self.class[structure][state.index()]).collect()
        };
        let (above, below) = (classes(less, wanted), classes(more, unwanted));
        let mut distinguisher = Distinguisher::new(&self.graph, relation);
        let mut formula = formula_of(&mut distinguisher, &above, &below);
        if let Some(found) = formula {
            let size = distinguisher.formulas.size(found);
            formula = smaller(&mut distinguisher.formulas, &above, &below, size).or(formula);
        }
        let because = match (wanted.first(), unwanted.first()) {
            (Some(a), Some(c)) => Story { compared: self, less }.told(&mut distinguisher, *a, *c),
            _ => vec!["the other structure has no inhabited state".to_owned()],
        };
        let shared = formula.map(|formula| distinguisher.formulas.shared(formula));
        let checked =
            shared.map(|shared| self.checked(less, shared, wanted, unwanted)).transpose()?;
        let (formula, values) = match checked.flatten() {
            Some((formula, values)) => (Some(formula), values),
            None => (None, [Vec::new(), Vec::new()]),
        };
        let described = |structure: usize, states: &[StateId], values: &[Belnap]| {
            let named = states.iter().enumerate().map(|(index, id)| StateValue {
                state: self.structures[structure].states[*id].name.clone(),
                value: values.get(index).copied(),
            });
            named.collect::<Vec<_>>()
        };
        let definitions = formula.iter().flat_map(|formula| &formula.definitions);
        let difference = Difference {
            less: described(less, wanted, &values[0]),
            more: described(more, unwanted, &values[1]),
            formula: formula.as_ref().map(|formula| print(&formula.formula)),
            definitions: definitions
                .map(|(name, body)| Definition { name: name.clone(), formula: print(body) })
                .collect(),
            because,
        };
        Ok((formula, difference))
    }

    /// The formula with its values in the states, by the explicit engine; none if it does not tell
    /// them apart because it cannot name transitions without an action.
    #[expect(clippy::type_complexity, reason = "a formula and its values on both sides")]
    fn checked(
        &self,
        less: usize,
        formula: Shared,
        wanted: &[StateId],
        unwanted: &[StateId],
    ) -> Result<Option<(Shared, [Vec<Belnap>; 2])>, CompareError> {
        let values = |structure: usize, states: &[StateId]| {
            let structure = self.structures[structure];
            let all = formula.values(structure, &self.graph.propositions).ok()?;
            Some(states.iter().map(|state| all[state.index()]).collect::<Vec<_>>())
        };
        let (above, below) = (values(less, wanted), values(1 - less, unwanted));
        match (above, below) {
            (Some(above), Some(below))
                if above.iter().all(|value| *value == Belnap::True)
                    && below.iter().all(|value| *value != Belnap::True) =>
            {
                Ok(Some((formula, [above, below])))
            }
            _ if !self.graph.is_plain() && self.graph.actions.contains(&None) => Ok(None),
            _ => Err(CompareError::Wrong(print(&formula.formula))),
        }
    }
}

/// True in all of the first states and in none of the others; one of the two is a single state.
fn formula_of(
    distinguisher: &mut Distinguisher<'_>,
    wanted: &[u32],
    unwanted: &[u32],
) -> Option<FormulaId> {
    let mut parts = Vec::new();
    for a in wanted {
        for c in unwanted {
            parts.push(distinguisher.tell_apart(*a, *c).ok()?.0);
        }
    }
    Some(match unwanted.len() {
        1 => distinguisher.formulas.any(parts),
        _ => distinguisher.formulas.all(parts),
    })
}

/// The moves that fail, in words.
struct Story<'c, 's> {
    compared: &'c Compared<'s>,
    less: usize,
}

/// A state of one of the two structures.
type Place = (usize, StateId);

impl Story<'_, '_> {
    fn told(&self, distinguisher: &mut Distinguisher<'_>, a: StateId, c: StateId) -> Vec<String> {
        let (mut a, mut c) = (a, c);
        let mut lines = Vec::new();
        while lines.len() < MAX_TOLD {
            let classes = (self.class((self.less, a)), self.class((1 - self.less, c)));
            let cause = match distinguisher.tell_apart(classes.0, classes.1) {
                Ok((_, cause)) => cause,
                Err(limit) => {
                    lines.push(limit.to_string());
                    return lines;
                }
            };
            let Some((line, next)) = self.line(a, c, cause) else { return lines };
            lines.push(line);
            match next {
                Some(next) => (a, c) = next,
                None => return lines,
            }
        }
        lines.push("and so on".to_owned());
        lines
    }

    fn class(&self, (structure, state): Place) -> u32 {
        self.compared.class[structure][state.index()]
    }

    /// Both structures may have a state of that name.
    fn name(&self, (structure, state): Place) -> String {
        let name = &self.compared.structures[structure].states[state].name;
        format!("{name} of the {}", ["first", "second"][structure])
    }

    /// Why a pair is not related, and a pair behind it that is not for the same reason.
    fn line(
        &self,
        a: StateId,
        c: StateId,
        cause: Cause,
    ) -> Option<(String, Option<(StateId, StateId)>)> {
        let (a, c) = ((self.less, a), (1 - self.less, c));
        let graph = &self.compared.graph;
        let (mover, answerer, must, action, to) = match cause {
            Cause::Label(proposition) => {
                let value = |place: Place| word(graph.label_of(self.class(place))[proposition]);
                let line = format!(
                    "{} is {} in {}, {} in {}",
                    graph.propositions[proposition],
                    value(a),
                    self.name(a),
                    value(c),
                    self.name(c)
                );
                return Some((line, None));
            }
            Cause::Must(action, to) => (a, c, true, action, to),
            Cause::May(action, to) => (c, a, false, action, to),
        };
        let half = if must { "must" } else { "may" };
        let mut targets = self.targets(mover, action, must);
        let target = targets.find(|target| self.class((mover.0, *target)) == to)?;
        let answer = self.targets(answerer, action, must).next();
        let by = match &graph.actions[action as usize] {
            Some(action) => format!(" by {action}"),
            None => String::new(),
        };
        let (name, other) = (self.name(mover), self.name(answerer));
        let moves = {
            let to = &self.compared.structures[mover.0].states[target].name;
            format!("{name} {half} go{by} to {to}")
        };
        let line = match answer {
            None => format!("{moves}; {other} has no {half}-transition{by}"),
            Some(_) => format!("{moves}; {other} has no {half}-transition{by} that matches"),
        };
        let next = answer.map(|answer| if must { (target, answer) } else { (answer, target) });
        Some((line, next))
    }

    /// Where the transitions of a state lead that must, or may, exist.
    fn targets(
        &self,
        (structure, state): Place,
        action: u32,
        must: bool,
    ) -> impl Iterator<Item = StateId> + '_ {
        let own = self.compared.structures[structure];
        let action = &self.compared.graph.actions[action as usize];
        let known = move |value: Belnap| match must {
            true => value.must() && own.semantics == Semantics::Exact,
            false => value.may(),
        };
        let steps = own.transitions.iter();
        steps
            .filter(move |step| step.from == state && step.action == *action && known(step.value))
            .map(|step| step.to)
    }
}

/// A value in words.
fn word(value: Belnap) -> &'static str {
    match value {
        Belnap::True => "true",
        Belnap::False => "false",
        Belnap::Unknown => "unknown",
        Belnap::Both => "both true and false",
    }
}
