//! Slicing: keeps what decides what a property can see.
//!
//! A variable is relevant if the property mentions it, if a branch that decides something asks
//! about it, or if the value of a relevant variable is computed from it. A branch decides
//! something if the first relevant location that follows depends on it, or whether one follows at
//! all: branches of a loop do, unless the loop plainly ends (`terminates`). This is
//! control dependence that is sensitive to nontermination; the set of relevant locations is the
//! smallest that is closed under it.
//!
//! What precedes a location that the property names is relevant, too: there it is not seen yet.
//!
//! Assignments of irrelevant variables go. If the property has no next-step operator, irrelevant
//! locations go too: edges lead to the relevant location that follows.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};
use belnap_ir::types::Type;

use super::compact::Lost;
use super::draft::Draft;
use super::liveness::prune;
use super::shape::{fixed_locations, named_locations};
use super::terminates::Loops;
use super::{PassContext, PassResult};
use belnap_ir::effects::{VarSet, assigned};
use belnap_ir::graph::{cycles, last_first, outgoing, successors};

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let slice = Slice::of(cfg, context);
    let mut draft = Draft::new(cfg);
    for (index, edge) in cfg.edges.iter().enumerate() {
        if let Some(operation) = prune(&edge.operation, &|var| slice.variables.contains(var)) {
            draft.set_operation(index, operation);
        }
        if let Operation::Call { function, arguments, .. } = &draft.edge(index).operation {
            let parameters = &cfg.functions[*function].parameters;
            let arguments: Vec<Expr> = arguments
                .iter()
                .zip(parameters)
                .map(|(argument, parameter)| {
                    if slice.variables.contains(*parameter) {
                        argument.clone()
                    } else {
                        some_value(cfg.type_of(*parameter))
                    }
                })
                .collect();
            let Operation::Call { function, result, .. } = draft.edge(index).operation.clone()
            else {
                continue;
            };
            draft.set_operation(index, Operation::Call { function, arguments, result });
        }
    }
    if context.may_merge(cfg) {
        slice.shorten(&mut draft);
    }
    draft.finish(context, Lost::Irrelevant)
}

/// A value that nothing depends on.
fn some_value(ty: Type) -> Expr {
    match ty {
        Type::Bool => Expr::Bool(false),
        Type::Int(int) => Expr::int(0, int),
        Type::Array(array) => Expr::Fill(array, Box::new(Expr::int(0, array.cell))),
    }
}

/// What is relevant.
struct Slice {
    variables: VarSet,
    /// Locations that stay.
    locations: TiVec<CfgLocId, bool>,
    /// Branches that decide something.
    decides: TiVec<CfgLocId, bool>,
    /// For a location that goes: the first that follows and stays.
    next: TiVec<CfgLocId, Option<CfgLocId>>,
}

/// The relevant locations that can come first: none yet, one, or several.
#[derive(Clone, Copy, PartialEq)]
enum First {
    None,
    One(CfgLocId),
    Several,
}

impl First {
    fn and(self, other: First) -> First {
        match (self, other) {
            (First::None, x) | (x, First::None) => x,
            (First::One(a), First::One(b)) if a == b => self,
            _ => First::Several,
        }
    }
}

impl Slice {
    fn of(cfg: &Cfg, context: &PassContext) -> Slice {
        let (out, next) = (outgoing(cfg), successors(cfg));
        let count = cfg.locations.len();
        let mut slice = Slice {
            variables: VarSet::new(cfg),
            locations: fixed_locations(cfg, context),
            decides: ti_vec![false; count],
            next: ti_vec![None; count],
        };
        for var in &context.mentioned {
            slice.variables.insert(*var);
        }
        let named = named_locations(cfg, context);
        let merges = context.may_merge(cfg);
        for edge in &cfg.edges {
            // What comes right before a named location is seen as not being there yet.
            slice.locations[edge.from] |= named[edge.to];
        }
        for edge in &cfg.edges {
            if !merges || matches!(edge.operation, Operation::Call { .. }) {
                slice.locations[edge.from] = true;
            }
        }
        let order = last_first(cfg);
        loop {
            let mut changed = slice.follow_data(cfg, &out);
            changed |= slice.add_deciding(&next, &order);
            if !merges {
                let acts = |edge: &CfgEdgeId| cfg.edges[*edge].action.is_some();
                let decides =
                    |index: &CfgLocId| out[*index].len() > 1 || out[*index].iter().any(acts);
                for index in cfg.locations.keys().filter(decides) {
                    changed |= !std::mem::replace(&mut slice.decides[index], true);
                }
            }
            changed |= slice.add_endless(cfg, &next, &out);
            if !changed {
                return slice;
            }
        }
    }

    /// Adds variables that relevant ones and deciding branches depend on, and the locations where
    /// relevant variables are assigned. Where this is one way of several, the branch decides it.
    fn follow_data(&mut self, cfg: &Cfg, out: &TiSlice<CfgLocId, Vec<CfgEdgeId>>) -> bool {
        let mut ever = false;
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &cfg.edges {
                let from = edge.from;
                let relevant =
                    assigned(&edge.operation).iter().any(|var| self.variables.contains(*var));
                if relevant && !std::mem::replace(&mut self.locations[from], true) {
                    changed = true;
                }
                if relevant && out[from].len() > 1 {
                    changed |= !std::mem::replace(&mut self.decides[from], true);
                }
                changed |= match &edge.operation {
                    Operation::Assign(pairs) => {
                        let mut grown = false;
                        for (var, expr) in pairs {
                            if self.variables.contains(*var) {
                                grown |= self.variables.add_expr(expr);
                            }
                        }
                        grown
                    }
                    Operation::Assume(condition) if self.decides[from] => {
                        self.variables.add_expr(condition)
                    }
                    Operation::Call { function, arguments, result } => {
                        let called = &cfg.functions[*function];
                        let mut grown = false;
                        if let (Some(result), Some(returned)) = (result, called.result)
                            && self.variables.contains(*result)
                        {
                            grown |= self.variables.insert(returned);
                        }
                        for (argument, parameter) in arguments.iter().zip(&called.parameters) {
                            if self.variables.contains(*parameter) {
                                grown |= self.variables.add_expr(argument);
                            }
                        }
                        grown
                    }
                    _ => false,
                };
            }
            ever |= changed;
        }
        ever
    }

    /// Adds the branches on which depends which relevant location comes first, looking at
    /// locations from the last to the first, so that of two branches one after the other the
    /// second does not make the first look as if it decided.
    fn add_deciding(
        &mut self,
        next: &TiSlice<CfgLocId, Vec<CfgLocId>>,
        order: &[CfgLocId],
    ) -> bool {
        let mut ever = false;
        let mut first: TiVec<CfgLocId, First> = ti_vec![First::None; next.len()];
        let mut changed = true;
        while changed {
            changed = false;
            let mut added = false;
            for index in order.iter().copied() {
                let follows = next[index].iter().map(|to| match self.locations[*to] {
                    true => First::One(*to),
                    false => first[*to],
                });
                match follows.fold(First::None, First::and) {
                    First::Several if !self.decides[index] => {
                        self.decides[index] = true;
                        self.locations[index] = true;
                        added = true;
                    }
                    now if now != first[index] => {
                        first[index] = now;
                        changed = true;
                    }
                    _ => {}
                }
            }
            if added {
                // What came first may come after one of these now.
                first.fill(First::None);
                (ever, changed) = (true, true);
            }
        }
        self.next = first
            .into_iter()
            .map(|first| match first {
                First::One(target) => Some(target),
                _ => None,
            })
            .collect();
        ever
    }

    /// Adds the branches that leave irrelevant loops which may never end.
    fn add_endless(
        &mut self,
        cfg: &Cfg,
        next: &TiSlice<CfgLocId, Vec<CfgLocId>>,
        out: &TiSlice<CfgLocId, Vec<CfgEdgeId>>,
    ) -> bool {
        let irrelevant = |index: CfgLocId| !self.locations[index];
        let loops = Loops::new(cfg, next, out);
        let all: Vec<CfgLocId> = next.keys().collect();
        let endless: Vec<Vec<CfgLocId>> = cycles(next, &all, &irrelevant, &|_, _| true)
            .into_iter()
            .filter(|component| !loops.ends(component))
            .collect();
        let mut number: TiVec<CfgLocId, Option<usize>> = ti_vec![None; next.len()];
        for (index, component) in endless.iter().enumerate() {
            component.iter().for_each(|member| number[*member] = Some(index));
        }
        for component in &endless {
            let leaves =
                |index: CfgLocId| next[index].iter().any(|to| number[*to] != number[index]);
            let exits: Vec<CfgLocId> =
                component.iter().copied().filter(|index| leaves(*index)).collect();
            for index in exits.iter().copied() {
                self.decides[index] = true;
                self.locations[index] = true;
            }
            if exits.is_empty() {
                component.iter().for_each(|index| self.locations[*index] = true);
            }
        }
        !endless.is_empty()
    }

    /// Leads every edge to a location that stays, and drops the others.
    fn shorten(&self, draft: &mut Draft<'_>) {
        for from in draft.locations() {
            if !self.locations[from] {
                continue;
            }
            if draft.outgoing(from).len() > 1 && !self.decides[from] {
                // All ways lead to one location.
                let steps = draft.outgoing(from).to_vec();
                draft.set_operation(steps[0], Operation::SKIP);
                steps[1..].iter().for_each(|step| draft.remove(*step));
            }
            for step in draft.outgoing(from).to_vec() {
                let to = draft.edge(step).to;
                if !self.locations[to]
                    && let Some(next) = self.next[to]
                {
                    draft.redirect(step, next);
                }
            }
        }
        for from in draft.locations() {
            // An unreachable part without a way out stays as it is.
            if let Some(next) = self.next[from].filter(|_| !self.locations[from]) {
                draft.drop_like(from, next);
            }
        }
    }
}
