//! Passes over control-flow graphs: each reads one valid graph and returns another.
//!
//! Which formulas a pass keeps is said with it in [`PASSES`] and follows the contract on
//! abstraction passes: *every* formula, those that mention only the variables and locations of
//! the [`PassContext`], or of these only those without next-step operators. Under all of them the
//! locations of kind `Failed` and `Halted` stay observable. Edges with an action stay as they are,
//! and in a graph that has some no steps are merged.
//!
//! A pass may renumber variables and locations; it returns the context in the new numbers.
//!
//! # Where things are
//!
//! | module | what it does |
//! |---|---|
//! | this one | [`PASSES`], the table of all passes, and what runs them |
//! | `mention` | which variables and locations a formula can see |
//! | `unreachable` | removes what control cannot reach and nothing uses |
//! | [`constants`], [`copies`] | replace variables by what they are equal to (`facts`) |
//! | [`liveness`] | removes assignments of values that nothing depends on: the pass `live` |
//! | `slice` | removes what does not decide anything; `terminates`: loops that plainly end |
//! | [`chains`], [`blocks`] | merge steps into one |
//! | `draft`, `compact` | a graph being changed, and the same with everything numbered anew |
//! | `shape` | which locations must stay; branches on a condition and its negation |
//! | [`product`] | no pass: reads a program by the automaton of a formula of LTL |
//! | [`carry`], `cuts` | a certificate for the result becomes one for the graph before the passes |
//! | [`commands`] | the command line |

pub mod blocks;
pub mod carry;
pub mod chains;
pub mod commands;
pub mod constants;
pub mod copies;
pub mod liveness;
pub mod measures;
pub mod product;
pub mod slice;
pub mod unreachable;

mod compact;
mod cuts;
mod draft;
mod facts;
mod mention;
mod shape;
mod terminates;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};

use facts::FactsByLocation;

/// What a property can see of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassContext {
    /// Variables that its atoms mention.
    pub mentioned: Vec<CfgVarId>,
    /// Locations that its atoms name.
    pub locations: Vec<CfgLocId>,
    /// Whether every location with a C label counts as named.
    pub labels: bool,
    /// Whether it has no next-step operator, so that steps may be merged.
    pub next_free: bool,
}

impl Default for PassContext {
    /// The default property: whether an assertion can fail. Labels stay.
    fn default() -> Self {
        PassContext { mentioned: Vec::new(), locations: Vec::new(), labels: true, next_free: true }
    }
}

impl PassContext {
    /// Whether steps may be merged: not where others take part in steps, because those in between
    /// count, too.
    pub(crate) fn may_merge(&self, cfg: &Cfg) -> bool {
        self.next_free && cfg.edges.iter().all(|edge| edge.action.is_none())
    }
}

/// A graph after some passes, and how it relates to the graph before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassResult {
    /// The new graph.
    pub cfg: Cfg,
    /// The context, in the numbers of the new graph.
    pub context: PassContext,
    /// What became of each location of the old graph, by its old number.
    pub fates: TiVec<CfgLocId, LocationFate>,
}

impl PassResult {
    /// A graph that nothing has renumbered or removed yet.
    pub fn unchanged(cfg: Cfg, context: PassContext) -> Self {
        let fates = cfg.locations.keys().map(LocationFate::At).collect();
        PassResult { cfg, context, fates }
    }

    /// What another pass makes of it; the fates are still about the locations of the first graph.
    pub fn then(&self, pass: &Pass) -> Self {
        let mut passed = (pass.run)(&self.cfg, &self.context);
        let follow = |fate: &LocationFate| match fate {
            LocationFate::At(at) => passed.fates[*at],
            other => *other,
        };
        passed.fates = self.fates.iter().map(follow).collect();
        passed
    }
}

/// What became of a location. Soundness does not rest on it: it only says where to look for what
/// must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationFate {
    /// What holds there is what holds at this location.
    At(CfgLocId),
    /// It lay between steps that are one now.
    Between,
    /// Control does not get there.
    Gone,
}

/// Which formulas have the same value before and after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Every formula.
    Everything,
    /// Formulas over the variables and locations of the context.
    Mentioned,
    /// Of these, those without next-step operators; with such an operator the pass does less, or
    /// nothing.
    NextFree,
}

impl Keeps {
    /// What `--list` says about it.
    pub const fn describe(self) -> &'static str {
        match self {
            Keeps::Everything => "keeps every formula",
            Keeps::Mentioned => "keeps formulas over what the property mentions",
            Keeps::NextFree => {
                "keeps formulas without next-step operators over what the property mentions"
            }
        }
    }
}

/// A row of the table: a pass and what is known of it.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line of `--list`.
    pub description: &'static str,
    /// Which formulas it keeps.
    pub keeps: Keeps,
    /// Makes the new graph.
    pub run: fn(&Cfg, &PassContext) -> PassResult,
    /// Which facts about variables it relies on; empty if none.
    find_facts: fn(&Cfg) -> FactsByLocation,
}

/// For passes that rely on no facts.
fn no_facts(_: &Cfg) -> FactsByLocation {
    FactsByLocation::new()
}

/// All passes. To add one, write its module and its row here.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "unreachable",
        description: "remove what control cannot reach and what is not used",
        keeps: Keeps::Mentioned,
        run: unreachable::run,
        find_facts: no_facts,
    },
    Pass {
        name: "constants",
        description: "replace variables by their constant values and simplify expressions",
        keeps: Keeps::Everything,
        run: constants::run,
        find_facts: constants::find_facts,
    },
    Pass {
        name: "copies",
        description: "replace copies by their originals and temporaries by their values",
        keeps: Keeps::Everything,
        run: copies::run,
        find_facts: copies::find_facts,
    },
    Pass {
        name: "live",
        description: "remove assignments of values that nothing depends on",
        keeps: Keeps::Mentioned,
        run: liveness::run,
        find_facts: no_facts,
    },
    Pass {
        name: "slice",
        description: "remove assignments, branches and terminating loops that decide nothing",
        keeps: Keeps::NextFree,
        run: slice::run,
        find_facts: no_facts,
    },
    Pass {
        name: "chains",
        description: "merge consecutive assignments into one step",
        keeps: Keeps::NextFree,
        run: chains::run,
        find_facts: no_facts,
    },
    Pass {
        name: "blocks",
        description: "merge branches that meet again into one step with conditional values",
        keeps: Keeps::NextFree,
        run: blocks::run,
        find_facts: no_facts,
    },
];

/// The passes that run by default, in order. What constants and merging leave unreachable or
/// unused is removed right away.
pub const DEFAULT: &[&str] = &[
    "unreachable",
    "constants",
    "unreachable",
    "copies",
    "live",
    "slice",
    "chains",
    "unreachable",
];

/// The pass with that name, if there is one.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// Runs passes one after the other.
pub fn run_all(cfg: &Cfg, context: &PassContext, passes: &[&Pass]) -> PassResult {
    let first = PassResult::unchanged(cfg.clone(), context.clone());
    passes.iter().fold(first, |passed, pass| passed.then(pass))
}

/// The passes that run if none are named, in order.
pub fn default_passes() -> Vec<&'static Pass> {
    DEFAULT.iter().filter_map(|name| find_pass(name)).collect()
}

/// Runs the default passes.
pub fn run_default(cfg: &Cfg, context: &PassContext) -> PassResult {
    run_all(cfg, context, &default_passes())
}
