//! What methods and finders see of a round.

use std::borrow::Cow;
use std::cell::OnceCell;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::property::Formula;
use belnap_ir::result::Unknown;
use belnap_solver::path::PathLimits;

use crate::discover::induction::counts;
use crate::known::Known;
use crate::memory::Memory;
use crate::methods::Choice;
use crate::path::GraphPath;
use crate::refine::RefineOptions;
use crate::select::Selection;
use belnap_formats::decided::refuting;

/// One round: what is asked, and what has been found so far.
pub struct Context<'a> {
    /// The graph of the program.
    pub cfg: &'a Cfg,
    /// The predicates that are tracked already.
    pub known: Known<'a>,
    /// The property that is inconclusive.
    pub property: &'a Formula,
    /// The facts that are unknown and decide.
    pub unknowns: &'a [Unknown],
    /// How to refine.
    pub options: &'a RefineOptions,
    /// The path to refine for. For methods that work on [`Unknowns`](crate::methods::Source) it may
    /// be empty.
    pub route: Route<'a>,
    /// What has been found.
    pub selection: Selection<'a>,
    /// What is remembered from earlier rounds.
    pub memory: &'a mut Memory,
}

impl Context<'_> {
    /// Whether there is only one method, which then cannot leave anything to others.
    pub fn is_alone(&self) -> bool {
        self.options.method != Choice::Auto
    }

    /// The condition under which the end of the path refutes the property, if that can be said.
    pub fn refuting(&self) -> Option<Expr> {
        refuting(self.cfg, self.property, self.route.path.end(&self.route.cfg))
    }

    /// Limits for questions about paths.
    pub fn limits(&self) -> PathLimits {
        PathLimits { question: self.options.question, ..PathLimits::default() }
    }
}

/// A path to refine for, and what is known of it.
pub struct Route<'a> {
    /// Its graph: that of the program, perhaps with one more step at the end of the path.
    pub cfg: Cow<'a, Cfg>,
    /// The edges of `cfg` to follow.
    pub path: GraphPath,
    /// The steps that contradict each other, if the path is known to be impossible.
    pub core: Vec<usize>,
    counts: OnceCell<bool>,
}

impl<'a> Route<'a> {
    /// A path of which nothing is known.
    pub fn new(cfg: &'a Cfg, path: GraphPath) -> Self {
        Route { cfg: Cow::Borrowed(cfg), path, core: Vec::new(), counts: OnceCell::new() }
    }

    /// Whether the path comes to a loop that counts.
    pub fn counts(&self) -> bool {
        *self.counts.get_or_init(|| counts(&self.cfg, &self.path))
    }

    /// Appends a step that exists where a condition holds. It changes no loop.
    pub fn extend(&mut self, condition: Expr) {
        let (longer, path) = self.path.followed_by(&self.cfg, condition);
        (self.cfg, self.path) = (Cow::Owned(longer), path);
    }
}
