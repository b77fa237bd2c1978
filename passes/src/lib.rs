//! Passes over control-flow graphs: each reads one valid graph and returns another.
//!
//! Which formulas a pass keeps is said with it in [`PASSES`] and follows the contract on
//! abstraction passes: *every* formula, those that mention only the variables and locations of
//! the [`PassContext`], or of these only those without next-step operators. Under all of them the
//! locations of kind `Failed` and `Halted` stay observable.
//!
//! A pass may renumber variables and locations; it returns the context in the new numbers.

pub mod blocks;
pub mod carry;
pub mod chains;
pub mod commands;
pub mod constants;
pub mod copies;
pub mod live;
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

/// What a pass returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The new graph.
    pub cfg: Cfg,
    /// The context, in the numbers of the new graph.
    pub context: PassContext,
    /// What became of each location of the old graph.
    pub places: TiVec<CfgLocId, Place>,
}

impl Passed {
    /// A graph before any pass.
    pub fn nothing(cfg: Cfg, context: PassContext) -> Self {
        let places = cfg.locations.keys().map(Place::At).collect();
        Passed { cfg, context, places }
    }

    /// What another pass makes of it; places are those of the first graph.
    pub fn then(&self, pass: &Pass) -> Self {
        let mut passed = (pass.run)(&self.cfg, &self.context);
        let follow = |place: &Place| match place {
            Place::At(at) => passed.places[*at],
            other => *other,
        };
        passed.places = self.places.iter().map(follow).collect();
        passed
    }
}

/// What became of a location. Nobody relies on it: it says where to look for what must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
    /// For people.
    pub const fn describe(self) -> &'static str {
        match self {
            Keeps::Everything => "keeps every formula",
            Keeps::Mentioned => "keeps formulas over what the property mentions",
            Keeps::NextFree => "keeps formulas without next-step operators over what is mentioned",
        }
    }
}

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub description: &'static str,
    /// Which formulas it keeps.
    pub keeps: Keeps,
    /// The pass itself.
    pub run: fn(&Cfg, &PassContext) -> Passed,
    /// What it knows of variables and relies on.
    known: fn(&Cfg) -> Known,
}

/// What variables are equal to at each location; nothing where control does not get to.
type Known = TiVec<CfgLocId, Option<facts::Facts>>;

/// Of passes that rely on nothing.
fn nothing_known(_: &Cfg) -> Known {
    TiVec::new()
}

/// All passes.
pub const PASSES: [Pass; 7] = [
    Pass {
        name: "unreachable",
        description: "remove locations that control cannot reach, and what is not used",
        keeps: Keeps::Mentioned,
        run: unreachable::run,
        known: nothing_known,
    },
    Pass {
        name: "constants",
        description: "replace variables by constants where they are, and simplify expressions",
        keeps: Keeps::Everything,
        run: constants::run,
        known: constants::known,
    },
    Pass {
        name: "copies",
        description: "replace copies by what they are copies of, and temporaries by their value",
        keeps: Keeps::Everything,
        run: copies::run,
        known: copies::known,
    },
    Pass {
        name: "live",
        description: "do nothing instead of assigning values that nothing depends on",
        keeps: Keeps::Mentioned,
        run: live::run,
        known: nothing_known,
    },
    Pass {
        name: "slice",
        description: "remove assignments, branches and ending loops that decide nothing",
        keeps: Keeps::NextFree,
        run: slice::run,
        known: nothing_known,
    },
    Pass {
        name: "chains",
        description: "merge assignments that follow one another into one step",
        keeps: Keeps::NextFree,
        run: chains::run,
        known: nothing_known,
    },
    Pass {
        name: "blocks",
        description: "merge branches that meet again into one step with conditional values",
        keeps: Keeps::NextFree,
        run: blocks::run,
        known: nothing_known,
    },
];

/// What runs if nothing else is asked for: what constants and merging leave unreachable or unused
/// is removed right away.
pub const DEFAULT: [&str; 8] =
    ["unreachable", "constants", "unreachable", "copies", "live", "slice", "chains", "unreachable"];

/// The pass of that name.
pub fn named(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// Runs passes one after the other.
pub fn run_all(cfg: &Cfg, context: &PassContext, passes: &[&Pass]) -> Passed {
    let first = Passed::nothing(cfg.clone(), context.clone());
    passes.iter().fold(first, |passed, pass| passed.then(pass))
}

/// The default passes.
pub fn default_passes() -> Vec<&'static Pass> {
    DEFAULT.iter().filter_map(|name| named(name)).collect()
}

/// Runs the default passes.
pub fn run_default(cfg: &Cfg, context: &PassContext) -> Passed {
    run_all(cfg, context, &default_passes())
}
