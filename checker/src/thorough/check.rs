//! Thorough answers for the initial states of a structure.

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::{ExplicitKripke, Kripke, SymbolicKripke};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_ir::validate;

use super::closure::{Closure, Debts};
use super::completion::{Completion, Draft, Maker, difference};
use super::demands::{Completions, Demands};
use super::effort::{Effort, Stopped};
use super::modal::Modal;
use super::model::Model;
use super::obligations::play;
use super::part::{Part, by_parts};
use super::polarity::{Settled, settled, signs};
use super::propositional::Propositional;
use super::reason::reason;
use super::tableau;
use super::three_valued::possible;
use crate::run::{RunError, RunOptions, check_all, refuse_unknown_actions};

/// How it is found out whether there is a completion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// What suits the formula.
    #[default]
    Suitable,
    /// The obligation game, also where something simpler would do.
    Game,
    /// The tableau, for CTL.
    Tableau,
}

/// How to check.
#[derive(Clone, Copy)]
pub struct Options<'s> {
    /// Which completions are meant; by default what the structure says of itself.
    pub completions: Option<Completions>,
    /// How to look for them.
    pub engine: Engine,
    /// Show completions, or say why there are none.
    pub evidence: bool,
    /// Three values were tried already, and did not decide.
    pub known_open: bool,
    /// Look for completions even if three values decide, or are known to be enough.
    pub always_look: bool,
    /// Limit on listed states.
    pub max_states: usize,
    /// How many states of a symbolic structure are looked at first; more are if these do not
    /// decide.
    pub first_states: usize,
    /// Limit on positions of games.
    pub max_positions: usize,
    /// Limit on decision-diagram nodes.
    pub max_nodes: usize,
    /// Asked now and then whether to stop.
    pub stop: Option<&'s dyn Fn() -> bool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        let usual = RunOptions::default();
        Options {
            completions: None,
            engine: Engine::Suitable,
            evidence: true,
            known_open: false,
            always_look: false,
            max_states: usual.max_states,
            first_states: 8,
            max_positions: 10_000_000,
            max_nodes: usual.max_nodes,
            stop: None,
        }
    }
}

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The ordinary value is definite.
    ThreeValued,
    /// It is not, and the formula is one for which it is the thorough one.
    SelfMinimizing(Settled),
    /// Completions were looked for.
    Generalized,
}

/// A thorough answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thorough {
    /// The answer.
    pub verdict: Verdict,
    /// The value in each state that counts, by name: `n` also where it was not found out.
    pub values: Vec<(String, Belnap)>,
    /// What decided; `None` if nothing did, because a limit was reached.
    pub decider: Option<Decider>,
    /// Which completions were meant.
    pub completions: Completions,
    /// Of a state where the value is `n`: a completion that satisfies the property, and one that
    /// does not.
    pub evidence: Vec<Completion>,
    /// Of a state where the value is definite though three values do not say so: why.
    pub reason: Vec<String>,
    /// How the two completions of the evidence differ first.
    pub difference: Option<String>,
    /// What was tried, in order.
    pub way: Vec<String>,
    /// What else to know.
    pub notes: Vec<String>,
    /// The limit that was reached.
    pub stopped: Option<String>,
    /// How many positions there were, of all games.
    pub positions: usize,
}

impl Thorough {
    /// Nothing is known because a limit was reached.
    pub(super) fn stopped(completions: Completions, why: String) -> Self {
        Thorough {
            verdict: Verdict::Inconclusive,
            values: Vec::new(),
            decider: None,
            completions,
            evidence: Vec::new(),
            reason: Vec::new(),
            difference: None,
            way: Vec::new(),
            notes: Vec::new(),
            stopped: Some(why),
            positions: 0,
        }
    }
}

/// Whether all completions of a structure satisfy a property, none, or some.
///
/// # Errors
/// If the property does not fit the structure, the structure has no completions, or the
/// abstraction contradicts itself.
pub fn check(
    structure: &Kripke,
    property: &Property,
    options: &Options<'_>,
) -> Result<Thorough, RunError> {
    refuse_unknown_actions(structure, property)?;
    if let Some(wrong) = validate::property::formula(&property.formula).into_iter().next() {
        return Err(refused(property, wrong));
    }
    match structure {
        Kripke::Explicit(explicit) => {
            let completions = options.completions.unwrap_or(Completions::of(explicit));
            let view = Demands::new(explicit, completions).map_err(RunError::Structure)?;
            Check { structure: explicit, view: &view, property, completions, options }.run()
        }
        Kripke::Symbolic(symbolic) => check_symbolic(structure, symbolic, property, options),
    }
}

fn refused(property: &Property, diagnostic: Diagnostic) -> RunError {
    RunError::Property { name: property.name.clone(), diagnostic }
}

/// Decision diagrams are asked for the ordinary value; then states are listed.
fn check_symbolic(
    structure: &Kripke,
    symbolic: &SymbolicKripke,
    property: &Property,
    options: &Options<'_>,
) -> Result<Thorough, RunError> {
    let usual = if symbolic.strict { Completions::Any } else { Completions::Total };
    let completions = options.completions.unwrap_or(usual);
    if !options.known_open {
        let run = RunOptions {
            hyper: completions == Completions::Total,
            explain: None,
            seeds: false,
            max_nodes: options.max_nodes,
            ..RunOptions::default()
        };
        let result = check_all(structure, std::slice::from_ref(property), &run, None)?;
        let found = &result.properties[0];
        if found.verdict != Verdict::Inconclusive {
            let initial = found.initial.iter();
            return Ok(Thorough {
                verdict: found.verdict,
                values: initial.map(|own| (own.location.clone(), own.value)).collect(),
                decider: Some(Decider::ThreeValued),
                notes: found.notes.clone(),
                way: vec!["three values, by decision diagrams: they decide".to_owned()],
                stopped: None,
                ..Thorough::stopped(completions, String::new())
            });
        }
    }
    let listed = |part: &Part| {
        let Part { listing, cut, .. } = part;
        let view = Demands::of_part(listing, cut, completions).map_err(RunError::Structure)?;
        let run = |options: &Options<'_>| {
            let structure = &listing.structure;
            Check { structure, view: &view, property, completions, options }.run()
        };
        if part.is_whole() {
            return run(options);
        }
        let answer = run(&part.options(options, false))?;
        match options.evidence && answer.verdict != Verdict::Inconclusive {
            true => run(&part.options(options, true)),
            false => Ok(answer),
        }
    };
    by_parts(symbolic, completions, options, &listed)
}

/// A structure and a property, to be checked.
struct Check<'a> {
    structure: &'a ExplicitKripke,
    view: &'a Demands,
    property: &'a Property,
    completions: Completions,
    options: &'a Options<'a>,
}

/// A formula and its negation.
type Sides = [Closure; 2];

/// What is known of the states that count.
struct Found {
    states: Vec<u32>,
    /// By state: whether some completion satisfies the formula, and whether one does not; `None`
    /// if that is not known.
    possible: Vec<[Option<bool>; 2]>,
}

impl Found {
    fn value(&self, index: usize) -> Belnap {
        match self.possible[index] {
            [Some(false), _] => Belnap::False,
            [_, Some(false)] => Belnap::True,
            _ => Belnap::Unknown,
        }
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|index| self.value(*index) == Belnap::Unknown)
    }
}

impl Check<'_> {
    fn run(&self) -> Result<Thorough, RunError> {
        let formula = &self.property.formula;
        let actions = &self.view.actions;
        let sides =
            [false, true].map(|negated| Closure::new(formula, negated, self.view.prefix, actions));
        // Both have the same atoms, in the order of the text.
        let model = Model::new(self.structure, self.view, &sides[0])
            .map_err(|diagnostic| refused(self.property, diagnostic))?;
        let effort = Effort::new(self.options.max_positions, self.options.stop);
        let states = self.view.judged();
        let mut found = Found { possible: vec![[None; 2]; states.len()], states };
        let mut answer = Thorough::stopped(self.completions, String::new());
        answer.stopped = None;
        answer.notes = self.notes();
        match self.decide(&sides, &model, &effort, &mut found, &mut answer.way) {
            Ok(decider) => answer.decider = Some(decider),
            Err(stopped) => answer.stopped = Some(stopped.to_string()),
        }
        answer.positions = effort.spent();
        answer.verdict = self.verdict(&found);
        if answer.verdict != Verdict::Inconclusive && answer.decider.is_none() {
            answer.decider = Some(Decider::Generalized);
            answer.stopped = None;
        }
        let name = |state: &u32| {
            let origin = self.view.origins[*state as usize];
            self.structure.states[origin].name.clone()
        };
        let values = found.states.iter().enumerate();
        answer.values = values.map(|(index, state)| (name(state), found.value(index))).collect();
        if self.options.evidence {
            self.show(&sides, &model, &found, &mut answer);
        }
        if let [satisfying, violating] = answer.evidence.as_slice() {
            answer.difference = difference(self.structure, satisfying, violating);
        }
        Ok(answer)
    }

    fn notes(&self) -> Vec<String> {
        let untracked = crate::explicit::untracked(self.structure, &self.property.formula);
        let mut notes: Vec<String> = untracked.into_iter().map(|note| note.message).collect();
        if let Some(state) = self.view.left_out.first() {
            notes.push(format!(
                "{} of the initial states have no completion and stand for nothing, '{}' among them",
                self.view.left_out.len(),
                self.structure.states[*state].name
            ));
        }
        notes
    }

    fn verdict(&self, found: &Found) -> Verdict {
        self.view.verdict(|state| {
            let index = found.states.binary_search(&state);
            index.map_or(Belnap::Unknown, |index| found.value(index))
        })
    }

    /// Finds out what is needed for a verdict, cheap ways first.
    fn decide(
        &self,
        sides: &Sides,
        model: &Model<'_>,
        effort: &Effort<'_>,
        found: &mut Found,
        way: &mut Vec<String>,
    ) -> Result<Decider, Stopped> {
        if !self.options.always_look
            && let Some(decider) = self.decide_without(sides, model, effort, found, way)?
        {
            return Ok(decider);
        }
        for (side, closure) in sides.iter().enumerate() {
            let open: Vec<usize> = found.open().collect();
            let states: Vec<u32> = open.iter().map(|index| found.states[*index]).collect();
            let satisfied = self.satisfied(model, closure, &states, effort)?;
            way.push(self.looked(closure, side == 0, &satisfied, effort));
            for (index, satisfied) in open.into_iter().zip(satisfied) {
                found.possible[index][side] = Some(satisfied);
            }
        }
        Ok(Decider::Generalized)
    }

    /// What three values say, and whether they are enough.
    fn decide_without(
        &self,
        sides: &Sides,
        model: &Model<'_>,
        effort: &Effort<'_>,
        found: &mut Found,
        way: &mut Vec<String>,
    ) -> Result<Option<Decider>, Stopped> {
        for (side, closure) in sides.iter().enumerate() {
            let possible = possible(model, closure, &found.states, effort)?;
            for (own, value) in found.possible.iter_mut().zip(possible) {
                own[side] = (!value).then_some(false);
            }
        }
        if self.verdict(found) != Verdict::Inconclusive {
            way.push("three values: they decide".to_owned());
            return Ok(Some(Decider::ThreeValued));
        }
        way.push("three values: they do not decide".to_owned());
        let (atoms, steps) = signs(&sides[0]);
        let settled = settled(model, &atoms, steps);
        way.push(match settled {
            Ok(settled) => format!("self-minimizing: {}", settled.reason()),
            Err(why) => format!("not self-minimizing: {}", why.reason(&sides[0])),
        });
        Ok(settled.ok().map(Decider::SelfMinimizing))
    }

    /// In which of these states some completion satisfies a formula.
    fn satisfied(
        &self,
        model: &Model<'_>,
        closure: &Closure,
        states: &[u32],
        effort: &Effort<'_>,
    ) -> Result<Vec<bool>, Stopped> {
        let suitable = self.options.engine == Engine::Suitable;
        if self.options.engine == Engine::Tableau {
            return tableau::satisfied(model, closure, states, effort);
        }
        if suitable && closure.is_propositional() {
            let nodes = |_| Stopped::Nodes(self.options.max_nodes);
            let formula = Propositional::new(closure, self.options.max_nodes).map_err(nodes)?;
            let mut all = Vec::with_capacity(states.len());
            for state in states {
                all.push(formula.satisfied(model.label(*state)).map_err(nodes)?.is_some());
            }
            return Ok(all);
        }
        if suitable && self.is_shallow(closure) {
            let mut modal = Modal::new(model, closure, effort);
            let mut all = Vec::with_capacity(states.len());
            for state in states {
                all.push(modal.satisfied(*state)?.is_some());
            }
            return Ok(all);
        }
        let played = play(model, closure, states, effort)?;
        Ok((0..states.len()).map(|index| played.wins(played.root(index))).collect())
    }

    /// How completions were looked for, and with what success.
    fn looked(
        &self,
        closure: &Closure,
        satisfying: bool,
        satisfied: &[bool],
        effort: &Effort<'_>,
    ) -> String {
        let suitable = self.options.engine == Engine::Suitable;
        let how = match closure.debts() {
            _ if self.options.engine == Engine::Tableau => "a tableau",
            _ if suitable && closure.is_propositional() => "decision diagrams",
            _ if suitable && self.is_shallow(closure) => "requirements depth first",
            Debts::None => "a safety game",
            Debts::Simple => "a game with breakpoints",
            Debts::Nested => "a parity game, determinised by Safra's trees",
        };
        let what = if satisfying { "satisfies" } else { "violates" };
        let (found, all) = (satisfied.iter().filter(|found| **found).count(), satisfied.len());
        format!(
            "is there a completion that {what} it? {how}, {} positions so far: of {found} of {all} \
             states",
            effort.spent()
        )
    }

    /// Whether a formula can be followed to its end by recursion.
    fn is_shallow(&self, closure: &Closure) -> bool {
        const DEEPEST: u32 = 100;
        closure.is_modal() && self.view.prefix <= DEEPEST
    }

    /// Adds completions of a state that is open, or the reason why there are none.
    fn show(&self, sides: &Sides, model: &Model<'_>, found: &Found, answer: &mut Thorough) {
        match answer.decider {
            None | Some(Decider::ThreeValued) => {}
            Some(Decider::SelfMinimizing(settled)) => {
                if let Some(index) = found.open().next() {
                    let state = found.states[index];
                    for satisfies in [true, false] {
                        answer
                            .evidence
                            .push(self.by_signs(sides, model, state, settled, satisfies));
                    }
                }
            }
            Some(Decider::Generalized) => self.show_found(sides, model, found, answer),
        }
    }

    fn maker<'m>(&'m self, model: &'m Model<'m>, closure: &'m Closure) -> Maker<'m> {
        Maker {
            structure: self.structure,
            model,
            closure,
            formula: &self.property.formula,
            completions: self.completions,
        }
    }

    fn by_signs(
        &self,
        sides: &Sides,
        model: &Model<'_>,
        state: u32,
        settled: Settled,
        satisfies: bool,
    ) -> Completion {
        let closure = &sides[usize::from(!satisfies)];
        let (atoms, _) = signs(closure);
        let keep = match settled {
            Settled::OneState | Settled::KnownSteps | Settled::Product => true,
            Settled::Universal => !satisfies,
            Settled::Existential => satisfies,
        };
        let draft = Draft::by_signs(self.view, &atoms, keep);
        self.maker(model, closure).make(&draft, state, satisfies)
    }

    fn show_found(&self, sides: &Sides, model: &Model<'_>, found: &Found, answer: &mut Thorough) {
        let impossible = usize::from(answer.verdict == Verdict::Holds);
        let definite =
            (0..found.states.len()).find(|index| found.possible[*index][impossible] == Some(false));
        let open = found.open().next();
        for (side, closure) in sides.iter().enumerate() {
            let state = match (answer.verdict, open, definite) {
                (Verdict::Inconclusive, Some(open), _) => found.states[open],
                (Verdict::Inconclusive, None, _) | (_, _, None) => return,
                (_, _, Some(index)) if impossible == side => found.states[index],
                _ => continue,
            };
            // What was found once may be looked for again.
            let effort = Effort::new(self.options.max_positions, self.options.stop);
            let played = match play(model, closure, &[state], &effort) {
                Ok(played) => played,
                Err(stopped) => {
                    answer.notes.push(format!("no evidence is shown: {stopped}"));
                    return;
                }
            };
            let root = played.root(0);
            if played.wins(root) {
                let (draft, first) = Draft::of_game(&played, root);
                let completion = self.maker(model, closure).make(&draft, first, side == 0);
                answer.evidence.push(completion);
            } else {
                answer.reason = reason(&played, self.structure, root);
            }
        }
    }
}
