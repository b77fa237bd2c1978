//! Where conditions are needed: `PredInfer` of Minimum Predicates, Fig. 2.
//!
//! Whatever is needed after a step is needed before it as its weakest precondition. Loops could go
//! on forever with new preconditions, so the number of conditions of a location is limited; what is
//! tracked stays a sound abstraction whatever is left out.

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, TiVec, ti_vec};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::wp::Conditions;

/// Conditions, each with the locations where it is needed.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// All, in normal form; none is another, or the negation of another that was added.
    pub conditions: Vec<Expr>,
    /// Per location, the numbers of those needed there.
    pub at: TiVec<CfgLocId, FixedBitSet>,
}

impl Spread {
    /// The most conditions that a location has.
    pub fn most(&self) -> usize {
        self.at.iter().map(|here| here.count_ones(..)).max().unwrap_or(0)
    }
}

/// The conditions that decide whether steps exist, and where.
#[derive(Clone, Debug, Default)]
pub struct Tests {
    /// Conditions and their negations, in normal form.
    at: FxHashMap<Expr, Vec<CfgLocId>>,
}

impl Tests {
    /// Those of a graph.
    pub fn of(cfg: &Cfg) -> Self {
        let conditions = Conditions::new(cfg);
        let mut tests = Tests::default();
        for edge in &cfg.edges {
            let Operation::Assume(tested) = &edge.operation else { continue };
            let tested = conditions.normal(tested);
            let negation = conditions.normal(&tested.clone().negate());
            for one in [tested, negation] {
                let places = tests.at.entry(one).or_default();
                if places.last() != Some(&edge.from) {
                    places.push(edge.from);
                }
            }
        }
        tests
    }

    /// The locations where a condition in normal form, or its negation, is tested.
    pub fn places(&self, condition: &Expr) -> &[CfgLocId] {
        self.at.get(condition).map_or(&[], Vec::as_slice)
    }
}

/// Spreads conditions backwards from where they are needed, each with the locations to begin with.
/// No location gets more than `limit`, beyond those it begins with.
pub fn spread(cfg: &Cfg, needed: &[(Expr, Vec<CfgLocId>)], limit: usize) -> Spread {
    let mut inference = Inference {
        cfg,
        conditions: Conditions::new(cfg),
        limit,
        numbers: FxHashMap::default(),
        spread: Spread {
            conditions: Vec::new(),
            at: ti_vec![FixedBitSet::new(); cfg.locations.len()],
        },
    };
    for (condition, locations) in needed {
        let number = inference.number(condition.clone());
        for at in locations {
            inference.spread.at[*at].insert(number);
        }
    }
    while inference.round() {}
    inference.spread
}

struct Inference<'a> {
    cfg: &'a Cfg,
    conditions: Conditions<'a>,
    limit: usize,
    /// The numbers of conditions and of their negations.
    numbers: FxHashMap<Expr, usize>,
    spread: Spread,
}

impl Inference<'_> {
    /// The number of a condition, which becomes a new one if it is none.
    fn number(&mut self, condition: Expr) -> usize {
        if let Some(known) = self.numbers.get(&condition) {
            return *known;
        }
        let number = self.spread.conditions.len();
        self.spread.conditions.push(condition.clone());
        for here in &mut self.spread.at {
            here.grow(number + 1);
        }
        self.numbers.insert(condition, number);
        number
    }

    /// Goes over all edges once, backwards; whether anything was added.
    fn round(&mut self) -> bool {
        let mut grown = false;
        for edge in self.cfg.edges.iter().rev() {
            let after: Vec<usize> = self.spread.at[edge.to].ones().collect();
            for condition in after {
                if let Some(before) = self.before(edge, condition) {
                    grown |= self.add(edge.from, before);
                }
            }
        }
        grown
    }

    /// What a condition after an edge needs before it; nothing if it needs nothing.
    fn before(&self, edge: &Edge, number: usize) -> Option<Expr> {
        let condition = &self.spread.conditions[number];
        let mentions = |vars: &[CfgVarId]| condition.mentions(&|var| vars.contains(&var));
        match &edge.operation {
            Operation::Assign(assignments) => {
                self.conditions.weakest_precondition(condition, assignments)
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) if mentions(vars) => None,
            Operation::Call { result, .. } if mentions(result.as_slice()) => None,
            _ => Some(condition.clone()),
        }
    }

    fn add(&mut self, at: CfgLocId, condition: Expr) -> bool {
        if matches!(condition, Expr::Bool(_)) || !self.fits(at, &condition) {
            return false;
        }
        let here = &self.spread.at[at];
        let known = self.numbers.get(&condition).copied().or_else(|| {
            let negation = self.conditions.normal(&condition.clone().negate());
            self.numbers.get(&negation).copied()
        });
        if known.is_some_and(|known| here.contains(known)) || here.count_ones(..) >= self.limit {
            return false;
        }
        let number = known.unwrap_or_else(|| self.number(condition));
        self.spread.at[at].insert(number);
        true
    }

    /// Whether a condition has a meaning at a location: it mentions no other function's variables.
    fn fits(&self, at: CfgLocId, condition: &Expr) -> bool {
        let home: FunctionId = self.cfg.locations[at].function;
        let foreign =
            |var: CfgVarId| self.cfg.variables[var].function.is_some_and(|own| own != home);
        !condition.mentions(&foreign)
    }
}
