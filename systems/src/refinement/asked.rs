//! What a path through a composition of abstractions asks of one component (SE-AΩ, Definition 7): a
//! tree of its own steps, through states of its abstraction; steps of others left out.

use std::collections::{HashMap, HashSet};

use belnap_checker::operators::DEADLOCK;
use belnap_ir::ids::StateId;
use belnap_ir::result::Branch;

use crate::compose::Composition;
use crate::quotient::{Concrete, Partition};

/// Where a component is, and what it has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The state of the abstraction at the root.
    pub start: StateId,
    /// Paths that begin there.
    pub paths: Vec<OwnPath>,
}

/// A path of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPath {
    /// Its steps.
    pub steps: Vec<OwnStep>,
    /// Where it begins again, if it is endless: before the step with this number. None if the
    /// component does nothing in the part that is repeated.
    pub again: Option<usize>,
}

/// A step of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnStep {
    /// Paths that begin before it.
    pub because: Vec<OwnPath>,
    /// Its action; that of internal steps is called as in compositions. `None` if there is only
    /// something to show before others go on.
    pub action: Option<String>,
    /// Where it leads.
    pub to: StateId,
}

/// What paths ask of a component; `None` if they end because nobody can go on, which is no question
/// about one component, unless ends do not matter.
pub fn asked(
    composition: &Composition,
    branches: &[Branch],
    component: usize,
    takes_part: &dyn Fn(&str) -> bool,
    ends_matter: bool,
) -> Option<Asked> {
    let states = composition.structure.states.iter_enumerated();
    let numbers = states.map(|(number, state)| (state.name.as_str(), number)).collect();
    let reader = Reader { composition, numbers, component, takes_part, ends_matter };
    let start = reader.own(&branches.first()?.state)?;
    let paths = branches.iter().map(|branch| reader.path(branch)).collect::<Option<_>>()?;
    Some(Asked { start, paths })
}

struct Reader<'a> {
    composition: &'a Composition,
    numbers: HashMap<&'a str, StateId>,
    component: usize,
    takes_part: &'a dyn Fn(&str) -> bool,
    ends_matter: bool,
}

impl Reader<'_> {
    fn own(&self, name: &str) -> Option<StateId> {
        let state = self.numbers.get(name)?;
        Some(self.composition.tuples[state.index()][self.component])
    }

    fn path(&self, branch: &Branch) -> Option<OwnPath> {
        let mut steps: Vec<OwnStep> = Vec::new();
        let mut again = None;
        for (position, step) in branch.steps.iter().enumerate() {
            if branch.again == Some(position) {
                again = Some(steps.len());
            }
            let action = step.action.as_deref()?;
            if action == DEADLOCK && !self.ends_matter {
                again = None;
                break;
            }
            if action == DEADLOCK {
                return None;
            }
            let because: Vec<OwnPath> =
                step.because.iter().map(|below| self.path(below)).collect::<Option<_>>()?;
            let to = self.own(&step.to)?;
            let own = (self.takes_part)(action).then(|| action.to_owned());
            if own.is_some() || !because.is_empty() {
                steps.push(OwnStep { because, action: own, to });
            }
        }
        let acts = |from: &usize| steps[*from..].iter().any(|step| step.action.is_some());
        let again = again.filter(acts);
        Some(OwnPath { steps, again })
    }
}

impl Asked {
    /// Whether a component whose states are listed can do all of it from a state.
    pub fn is_followed(&self, own: &Concrete<'_>, partition: &Partition, start: StateId) -> bool {
        self.paths.iter().all(|path| follows(own, partition, path, start))
    }
}

/// Whether a path can be followed from a state: for an endless one, for ever.
fn follows(own: &Concrete<'_>, partition: &Partition, path: &OwnPath, start: StateId) -> bool {
    // Positions and states from which the rest can be followed: what cannot be is taken out until
    // nothing changes.
    let count = path.steps.len();
    let mut reached: Vec<HashSet<StateId>> = vec![HashSet::new(); count + 1];
    let mut work = vec![(0, start)];
    let mut next: HashMap<(usize, StateId), Vec<(usize, StateId)>> = HashMap::new();
    while let Some((position, state)) = work.pop() {
        if !reached[position].insert(state) || position == count {
            continue;
        }
        let step = &path.steps[position];
        if !step.because.iter().all(|below| follows(own, partition, below, state)) {
            continue;
        }
        let after = match path.again {
            Some(again) if position + 1 == count => again,
            _ => position + 1,
        };
        let targets: Vec<StateId> = match &step.action {
            None => vec![state],
            Some(action) => {
                own.successors(state, Some(action), partition, step.to.index()).collect()
            }
        };
        let targets: Vec<(usize, StateId)> = targets.into_iter().map(|to| (after, to)).collect();
        work.extend(&targets);
        next.insert((position, state), targets);
    }
    let mut gone: HashSet<(usize, StateId)> = HashSet::new();
    loop {
        let before = gone.len();
        for (position, states) in reached.iter().enumerate().take(count) {
            for state in states {
                let node = (position, *state);
                let goes_on =
                    next.get(&node).is_some_and(|to| to.iter().any(|to| !gone.contains(to)));
                if !goes_on {
                    gone.insert(node);
                }
            }
        }
        if gone.len() == before {
            return !gone.contains(&(0, start));
        }
    }
}
