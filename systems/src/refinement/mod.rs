//! The loop of SE-AΩ §5: abstract each component, compose the abstractions, check; where that is
//! inconclusive, make one abstraction finer. Nothing but abstractions is ever composed. What a
//! component is, the loop does not know ([`member`]); those whose states are listed are abstracted
//! by a partition of them.
//!
//! Both halves are kept, so a verdict needs no validation: what is definitely true, or false, of
//! the abstractions is so of the system. What is left open has a path that may exist, some step of
//! which is not certain; so some class of some component has states that can follow it, and states
//! that cannot. [`choose`] finds it, and [`follow`] takes a path that decides back to the states of
//! the components. Before that, each component is asked whether it can follow the path ([`asked`]):
//! if all can, it is one of the system ([`real`]). Where compositions get large, a way to the end
//! of the path is looked for that goes through the states of all components ([`ahead`]).
//!
//! What a component can never do next to the others, its abstraction leaves out ([`mod@possible`]).

pub mod ahead;
pub mod asked;
pub mod choose;
pub mod confirm;
pub mod follow;
pub mod member;
pub mod real;
pub mod trace;

use std::time::Instant;

use belnap_checker::explicit::{self, ExplicitOptions};
use belnap_checker::operators::{Judge, OperatorOptions, eliminate, lasso, refuse_unknown_actions};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::{Branch, BranchStep, Verdict};
use indexmap::IndexSet;

use crate::compose::{Composition, Part, Tuple, compose_only, compose_traced, name_of};
use crate::possible::possible;
use ahead::{Goal, Way};
use choose::takes_part;
use member::{Examined, Member, Partitioned};

/// Which components are refined in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// One: of those that can be, the one that shares actions with most others.
    #[default]
    One,
    /// All that can be, as in the paper.
    All,
}

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub struct LoopOptions {
    /// Which paths operators are about.
    pub paths: Paths,
    /// Which components are refined.
    pub policy: Policy,
    /// Do not abstract: compose the components as they are.
    pub monolithic: bool,
    /// Limit on rounds.
    pub max_rounds: usize,
    /// Limit on the states of a composition.
    pub max_states: usize,
    /// How many states a small composition has: others are worth looking for ways through the
    /// states of components, and for smaller ones.
    pub small: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Whether somebody asks to give up.
    pub stop: fn() -> bool,
}

impl Default for LoopOptions {
    fn default() -> Self {
        LoopOptions {
            paths: Paths::Maximal,
            policy: Policy::One,
            monolithic: false,
            max_rounds: 10_000,
            max_states: 1_000_000,
            small: 64,
            deadline: None,
            stop: || false,
        }
    }
}

/// What a round did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number of classes of each component.
    pub classes: Vec<usize>,
    /// The states of the composition.
    pub states: usize,
    /// The verdict of the composition.
    pub verdict: Verdict,
    /// What was made finer then: the component, and what tells its states apart.
    pub splits: Vec<(usize, String)>,
}

/// Why the loop ended without a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Open {
    /// The limit on rounds.
    #[error("the limit on rounds ({0}) was reached")]
    Rounds(usize),
    /// The time limit.
    #[error("the time limit was reached")]
    Time,
    /// Somebody asked to end.
    #[error("interrupted")]
    Interrupted,
    /// No class can be split.
    #[error("the components themselves leave it open: they have unknown labels or steps")]
    Components,
}

/// What came out.
pub struct Outcome<M> {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is inconclusive, if it is.
    pub open: Option<Open>,
    /// What happened.
    pub rounds: Vec<Round>,
    /// The components, with their last abstractions.
    pub members: Vec<M>,
    /// The composition of the abstractions.
    pub product: ExplicitKripke,
    /// The names of its states, if it has only those that a path goes through.
    pub only: Option<Vec<String>>,
    /// Paths through it that decide, or that leave it open.
    pub branches: Vec<Branch>,
    /// Those that decide, through the states of the components, if all of them are listed.
    pub followed: Vec<Branch>,
    /// The composition leaves the property open, and each component can follow the paths.
    pub real: bool,
    /// The states of the largest structure that was composed, or searched for a way.
    pub largest: usize,
}

impl<M: Member> Outcome<M> {
    /// The abstraction of each component.
    pub fn abstractions(&self) -> impl Iterator<Item = &ExplicitKripke> {
        self.members.iter().map(Member::abstraction)
    }
}

/// Verifies a property of a system whose components have their states listed.
///
/// # Errors
/// If names clash, the property does not fit, or a limit is reached.
pub fn verify(
    parts: &[Part],
    property: &OperatorProperty,
    options: &LoopOptions,
    tell: &mut dyn FnMut(&Round),
) -> Result<Outcome<Partitioned>, Diagnostic> {
    let names = propositions(property);
    let told = (!options.monolithic).then_some(names.as_slice());
    let member = |part: &Part| Partitioned::new(part, told, options.max_states);
    run(parts.iter().map(member).collect::<Result<_, _>>()?, property, options, tell)
}

/// The names of the propositions that a property mentions.
pub fn propositions(property: &OperatorProperty) -> Vec<String> {
    let mut atoms = Vec::new();
    belnap_checker::operators::formulas(property).for_each(|one| one.collect_atoms(&mut atoms));
    atoms.iter().map(|(atom, _)| atom.to_string()).collect()
}

/// Verifies a property of a system. `tell` hears of each round.
///
/// # Errors
/// If names clash, the property does not fit, or a limit is reached.
pub fn run<M: Member>(
    mut members: Vec<M>,
    property: &OperatorProperty,
    options: &LoopOptions,
    tell: &mut dyn FnMut(&Round),
) -> Result<Outcome<M>, Diagnostic> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut patience = Patience { compare: options.small, search: options.small };
    let mut searched = 0;
    loop {
        if !options.monolithic {
            restrict(&mut members);
        }
        let mut judged = judge(&members, property, options)?;
        let mut round = Round {
            classes: members.iter().map(Member::size).collect(),
            states: judged.composition.structure.states.len(),
            verdict: judged.verdict,
            splits: Vec::new(),
        };
        let late = options.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut real = false;
        let open = match judged.verdict {
            Verdict::Holds | Verdict::Fails => None,
            Verdict::Inconclusive if rounds.len() + 1 >= options.max_rounds => {
                Some(Open::Rounds(options.max_rounds))
            }
            Verdict::Inconclusive if (options.stop)() => Some(Open::Interrupted),
            Verdict::Inconclusive if late => Some(Open::Time),
            Verdict::Inconclusive => {
                let mut system =
                    Run { members: &mut members, judged: &mut judged, property, options };
                match system.go_on(&mut patience, &mut searched)? {
                    Tree::Real => {
                        real = true;
                        round.verdict = Verdict::Fails;
                        None
                    }
                    Tree::Refined(splits) => {
                        round.splits = splits;
                        None
                    }
                    Tree::Open => Some(Open::Components),
                }
            }
        };
        let verdict = round.verdict;
        if verdict == Verdict::Fails && !real {
            // Nothing rests on what they say; they remember how they follow the paths.
            for (number, member) in members.iter_mut().enumerate() {
                let own = |action: &str| takes_part(&*member, action);
                let branches = &judged.branches;
                let asked = asked::asked(&judged.composition, branches, number, &own, false);
                if let Some(asked) = asked {
                    member.examine(&asked, false)?;
                }
            }
        }
        tell(&round);
        rounds.push(round);
        if verdict == Verdict::Inconclusive && open.is_none() {
            continue;
        }
        let listed: Option<Vec<&Partitioned>> = members.iter().map(Member::partitioned).collect();
        let followed = match (&open, listed) {
            (None, Some(listed)) => follow::follow(&listed, &judged.composition, &judged.branches),
            _ => Vec::new(),
        };
        let largest = rounds.iter().map(|round| round.states).max().unwrap_or(0).max(searched);
        return Ok(Outcome {
            verdict,
            open,
            rounds,
            members,
            product: judged.composition.structure,
            only: judged.only,
            branches: judged.branches,
            followed,
            real,
            largest,
        });
    }
}

/// Leaves out of each component what is not possible next to the others.
fn restrict<M: Member>(members: &mut [M]) {
    let structures: Vec<&ExplicitKripke> =
        members.iter().map(|member| member.lumped().component()).collect();
    let possible = possible(&structures);
    for (member, states) in members.iter_mut().zip(&possible.states) {
        member.restrict(&possible.actions, states);
    }
}

/// How large a composition has to be for what may be of no use; more each time that it is of none.
struct Patience {
    /// To compare it with that of what is told apart.
    compare: usize,
    /// To look for a way through the states.
    search: usize,
}

/// What became of the paths that leave a property open.
enum Tree {
    /// Each component can follow them, and they refute the property.
    Real,
    /// A component cannot, and its abstraction is finer now.
    Refined(Vec<(usize, String)>),
    /// Neither is known.
    Open,
}

/// A round that leaves the property open.
struct Run<'a, M> {
    members: &'a mut Vec<M>,
    judged: &'a mut Judged,
    property: &'a OperatorProperty,
    options: &'a LoopOptions,
}

impl<M: Member> Run<'_, M> {
    /// Refines something, or finds out that the paths that leave the property open are real.
    fn go_on(&mut self, patience: &mut Patience, searched: &mut usize) -> Result<Tree, Diagnostic> {
        let states = self.judged.composition.structure.states.len();
        // Where states are listed nothing need be asked: there is always a class to split.
        let has_programs = self.members.iter().any(|member| member.partitioned().is_none());
        if has_programs && !self.options.monolithic && states > patience.search {
            let (found, looked) = self.look_ahead()?;
            *searched = (*searched).max(looked);
            match found {
                Tree::Open => patience.search = 2 * states,
                found => return Ok(found),
            }
        }
        if states > patience.compare {
            patience.compare = 2 * states;
            if self.is_smaller(states) {
                return Ok(Tree::Refined(self.tell_all_apart()));
            }
        }
        if has_programs {
            match self.examine()? {
                Tree::Open => {}
                found => return Ok(found),
            }
        }
        let composition = &self.judged.composition;
        let mut system = choose::System { members: &mut self.members[..], composition };
        let splits = choose::split(&mut system, &self.judged.branches, self.options.policy)?;
        Ok(if splits.is_empty() { Tree::Open } else { Tree::Refined(splits) })
    }

    /// Whether the composition has no more states than now if nothing of programs is lumped
    /// together: what is lumped together may do what neither part could, and so lead to more.
    fn is_smaller(&self, states: usize) -> bool {
        if self.members.iter().all(|member| member.finest().is_none()) {
            return false;
        }
        let finest = |member: &M| member.finest().unwrap_or_else(|| member.abstraction()).clone();
        let part = |member: &M| Part { name: String::new(), structure: finest(member) };
        let parts: Vec<Part> = self.members.iter().map(part).collect();
        compose_traced(&parts, states).is_ok()
    }

    fn tell_all_apart(&mut self) -> Vec<(usize, String)> {
        let mut splits = Vec::new();
        for (number, member) in self.members.iter_mut().enumerate() {
            if member.finest().is_some() {
                member.tell_all_apart();
                splits.push((number, "everything".to_owned()));
            }
        }
        splits
    }

    /// Looks for a way through the states of the components to the last step of the path that
    /// leaves the property open, and asks each component whether it can follow that; and how many
    /// tuples of states were looked at.
    fn look_ahead(&mut self) -> Result<(Tree, usize), Diagnostic> {
        let (composition, branches) = (&self.judged.composition, &self.judged.branches);
        let Some(goal) = Goal::of(self.members, composition, branches) else {
            return Ok((Tree::Open, 0));
        };
        let structures: Vec<&ExplicitKripke> =
            self.members.iter().map(|member| member.lumped().possible()).collect();
        let deadline = self.options.deadline;
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let found = ahead::find(&structures, &goal, &|| (self.options.stop)() || late())?;
        let Some(way) = found.way else { return Ok((Tree::Open, found.looked)) };
        let mut all = true;
        for (number, member) in self.members.iter_mut().enumerate() {
            let asked = way.asked(&*member, number);
            match member.examine_states(&asked)? {
                Examined::Possible => {}
                Examined::Open | Examined::Impossible(None) => all = false,
                // What the others would say is about states that are no more.
                Examined::Impossible(Some(by)) => {
                    return Ok((Tree::Refined(vec![(number, by)]), found.looked));
                }
            }
        }
        let real = all && self.keep(&way)?;
        Ok((if real { Tree::Real } else { Tree::Open }, found.looked))
    }

    /// Makes a way that each component can follow the path that is shown, if it refutes the
    /// property.
    fn keep(&mut self, way: &Way) -> Result<bool, Diagnostic> {
        for (number, member) in self.members.iter_mut().enumerate() {
            member.tell_apart(&way.states(number));
        }
        let parts = abstractions(self.members);
        let classes = |tuple: &Tuple| {
            let own = self.members.iter().zip(tuple.iter());
            let class = |(member, state): (&M, &StateId)| {
                StateId::from(member.lumped().partition().class_of[state.index()])
            };
            own.map(class).collect::<Tuple>()
        };
        let start = name_of(&parts, &classes(&way.start));
        let mut names = IndexSet::from([start.clone()]);
        let mut steps = Vec::new();
        for (action, to) in &way.steps {
            let to = name_of(&parts, &classes(to));
            names.insert(to.clone());
            steps.push(BranchStep { action: Some(action.clone()), to, because: Vec::new() });
        }
        let Some(first) = self.judged.branches.first() else { return Ok(false) };
        let branch = Branch { formula: first.formula.clone(), state: start, steps, again: None };
        let composition = compose_only(&parts, &names, self.options.max_states)?;
        let (structure, branches) = (&composition.structure, vec![branch]);
        let paths = self.options.paths;
        let real = real::refutes(structure, &branches, self.property, paths, Judge::Products);
        if real {
            *self.judged = Judged {
                composition,
                verdict: Verdict::Inconclusive,
                branches,
                only: Some(names.into_iter().collect()),
            };
        }
        Ok(real)
    }

    /// Asks each component whether it can follow the paths that leave the property open.
    fn examine(&mut self) -> Result<Tree, Diagnostic> {
        let branches = &self.judged.branches;
        if branches.is_empty() {
            return Ok(Tree::Open);
        }
        let mut all = true;
        let mut refined = Vec::new();
        for (number, member) in self.members.iter_mut().enumerate() {
            let own = |action: &str| takes_part(&*member, action);
            let asked = asked::asked(&self.judged.composition, branches, number, &own, true);
            let Some(asked) = asked else { return Ok(Tree::Open) };
            match member.examine(&asked, true)? {
                Examined::Possible => {}
                Examined::Open | Examined::Impossible(None) => all = false,
                Examined::Impossible(Some(by)) => {
                    all = false;
                    refined.push((number, by));
                    if self.options.policy == Policy::One {
                        break;
                    }
                }
            }
        }
        if !refined.is_empty() {
            return Ok(Tree::Refined(refined));
        }
        let structure = &self.judged.composition.structure;
        let paths = self.options.paths;
        match all && real::refutes(structure, branches, self.property, paths, Judge::Products) {
            true => Ok(Tree::Real),
            false => Ok(Tree::Open),
        }
    }
}

/// A composition of abstractions, and what it says of the property.
struct Judged {
    composition: Composition,
    verdict: Verdict,
    branches: Vec<Branch>,
    /// The names of the states that were composed, if not all were.
    only: Option<Vec<String>>,
}

/// The abstractions as parts of a composition.
fn abstractions<M: Member>(members: &[M]) -> Vec<Part> {
    // What was composed alone knows its name.
    let part = |member: &M| Part { name: String::new(), structure: member.abstraction().clone() };
    members.iter().map(part).collect()
}

fn judge<M: Member>(
    members: &[M],
    property: &OperatorProperty,
    options: &LoopOptions,
) -> Result<Judged, Diagnostic> {
    let composition = compose_traced(&abstractions(members), options.max_states)?;
    let structure = &composition.structure;
    refuse_unknown_actions(structure, property, options.paths)?;
    let how = OperatorOptions { paths: options.paths, ..OperatorOptions::default() };
    let eliminated = eliminate(structure, property, &how)?;
    let plain = ExplicitOptions::default();
    let values = explicit::evaluate(&eliminated.structure, &property.formula, &plain)?;
    let verdict = explicit::verdict(&eliminated.structure, &values, &plain).map_err(|error| {
        let place = belnap_ir::diagnostic::Place::Whole;
        Diagnostic::error("system-inconsistent", place, error.to_string())
    })?;
    let state = lasso::shown(&eliminated.structure, property, verdict, &how)?;
    let branches = match state {
        Some(state) => lasso::branches(&eliminated.structure, property, state, verdict, &how)?,
        None => Vec::new(),
    };
    Ok(Judged { composition, verdict, branches, only: None })
}
