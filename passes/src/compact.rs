//! Removal of parts of a graph, with everything left numbered anew.

use belnap_ir::cfg::{Approximation, Cfg, Edge, Operation, Treatment};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{
    CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ObjectId, ScopeId, TiSlice, TiVec, ti_vec,
};

use super::{LocationFate, PassContext, PassResult};

/// Why edges are missing: decides what becomes of ledger entries about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// Control does not get there: what was assumed there does not matter.
    Unreachable,
    /// What they do decides nothing, but control does get there: an assumption made there still
    /// concerns the program.
    Irrelevant,
}

/// An edge of the new graph, in the old numbers.
pub(super) struct NewEdge {
    pub(super) edge: Edge,
    /// The old edges that the ledger means by it.
    pub(super) origins: Vec<Origin>,
}

/// An old edge that a new one stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    pub(super) edge: CfgEdgeId,
    /// Whether what was unknown or chosen there still is.
    pub(super) open: bool,
}

impl Origin {
    pub(super) fn of(edge: CfgEdgeId) -> Self {
        Origin { edge, open: true }
    }
}

/// What stays.
pub(super) struct Keep {
    pub(super) locations: TiVec<CfgLocId, bool>,
    /// Of a location that goes, one where the same holds, if there is one; it may go too.
    pub(super) like: TiVec<CfgLocId, Option<CfgLocId>>,
    pub(super) variables: TiVec<CfgVarId, bool>,
    pub(super) objects: TiVec<ObjectId, bool>,
    pub(super) functions: TiVec<FunctionId, bool>,
    pub(super) scopes: TiVec<ScopeId, bool>,
}

impl Keep {
    /// Everything.
    pub(super) fn all(cfg: &Cfg) -> Self {
        Keep {
            locations: ti_vec![true; cfg.locations.len()],
            like: ti_vec![None; cfg.locations.len()],
            variables: ti_vec![true; cfg.variables.len()],
            objects: ti_vec![true; cfg.objects.len()],
            functions: ti_vec![true; cfg.functions.len()],
            scopes: ti_vec![true; cfg.scopes.len()],
        }
    }

    /// The location that stays where the same holds as at this one.
    fn follow(&self, mut at: CfgLocId) -> Option<CfgLocId> {
        while !self.locations[at] {
            at = self.like[at]?;
        }
        Some(at)
    }
}

/// New ids by old ones. An id that is gone is mapped to the first; nothing that stays uses it.
fn renumber<K: From<usize>>(keep: &TiSlice<K, bool>) -> TiVec<K, K> {
    let mut next = 0;
    keep.iter()
        .map(|stays| {
            let number = if *stays { next } else { 0 };
            next += usize::from(*stays);
            number.into()
        })
        .collect()
}

/// The new numbers of everything that stays.
struct Renumber {
    locations: TiVec<CfgLocId, CfgLocId>,
    variables: TiVec<CfgVarId, CfgVarId>,
    objects: TiVec<ObjectId, ObjectId>,
    functions: TiVec<FunctionId, FunctionId>,
    scopes: TiVec<ScopeId, ScopeId>,
}

impl Renumber {
    fn location(&self, old: CfgLocId) -> CfgLocId {
        self.locations[old]
    }

    fn variable(&self, old: CfgVarId) -> CfgVarId {
        self.variables[old]
    }

    fn function(&self, old: FunctionId) -> FunctionId {
        self.functions[old]
    }

    fn scope(&self, old: ScopeId) -> ScopeId {
        self.scopes[old]
    }

    fn expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Var(var) => *var = self.variable(*var),
            Expr::Address(object) => *object = self.objects[*object],
            other => other.operands_mut().iter_mut().for_each(|operand| self.expr(operand)),
        }
    }

    fn operation(&self, operation: &mut Operation) {
        match operation {
            Operation::Assign(pairs) => {
                for (var, expr) in pairs {
                    *var = self.variable(*var);
                    self.expr(expr);
                }
            }
            Operation::Assume(condition) => self.expr(condition),
            Operation::AssumeUnknown => {}
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                vars.iter_mut().for_each(|var| *var = self.variable(*var));
            }
            Operation::Call { function, arguments, result } => {
                *function = self.function(*function);
                arguments.iter_mut().for_each(|argument| self.expr(argument));
                if let Some(var) = result {
                    *var = self.variable(*var);
                }
            }
        }
    }

    /// Renumbers what the entries of the tables refer to; edges are renumbered already.
    fn tables(&self, cfg: &mut Cfg, keep: &Keep) {
        for scope in &mut cfg.scopes {
            scope.caller = scope.caller.map(|caller| self.scope(caller));
        }
        for variable in &mut cfg.variables {
            variable.function = variable.function.map(|function| self.function(function));
            variable.scope = variable.scope.map(|scope| self.scope(scope));
            variable.cells.retain(|cell| keep.objects[cell.object]);
            for cell in &mut variable.cells {
                cell.object = self.objects[cell.object];
            }
        }
        for function in &mut cfg.functions {
            function.parameters.iter_mut().for_each(|var| *var = self.variable(*var));
            function.result = function.result.map(|var| self.variable(var));
            function.entry = self.location(function.entry);
            function.exit = self.location(function.exit);
        }
        for location in &mut cfg.locations {
            location.function = self.function(location.function);
            location.scope = self.scope(location.scope);
        }
        for property in &mut cfg.properties {
            property.location = self.location(property.location);
        }
    }
}

/// The graph of what stays, with the given edges.
pub(super) fn compact(
    cfg: &Cfg,
    context: &PassContext,
    keep: &Keep,
    mut edges: Vec<NewEdge>,
    lost: Lost,
) -> PassResult {
    let to = Renumber {
        locations: renumber(&keep.locations),
        variables: renumber(&keep.variables),
        objects: renumber(&keep.objects),
        functions: renumber(&keep.functions),
        scopes: renumber(&keep.scopes),
    };
    for new in &mut edges {
        new.edge.from = to.location(new.edge.from);
        new.edge.to = to.location(new.edge.to);
        to.operation(&mut new.edge.operation);
    }
    edges.sort_by_key(|new| new.edge.from);
    let ledger = ledger(cfg, &edges, lost);
    let mut result = Cfg {
        machine: cfg.machine,
        scopes: clone_kept(&cfg.scopes, &keep.scopes),
        objects: clone_kept(&cfg.objects, &keep.objects),
        variables: clone_kept(&cfg.variables, &keep.variables),
        functions: clone_kept(&cfg.functions, &keep.functions),
        locations: clone_kept(&cfg.locations, &keep.locations),
        entry: to.location(cfg.entry),
        start: to.location(cfg.start),
        edges: edges.into_iter().map(|new| new.edge).collect(),
        properties: cfg.properties.clone(),
        ledger,
        unreached: cfg.unreached.clone(),
        constants: cfg.constants.clone(),
    };
    to.tables(&mut result, keep);
    let context = PassContext {
        mentioned: context.mentioned.iter().map(|var| to.variable(*var)).collect(),
        locations: context
            .locations
            .iter()
            .filter(|location| keep.locations[**location])
            .map(|location| to.location(*location))
            .collect(),
        ..*context
    };
    let fates = (0..cfg.locations.len()).map(CfgLocId::from);
    let fates = fates.map(|at| match (keep.follow(at), lost) {
        (Some(at), _) => LocationFate::At(to.location(at)),
        (None, Lost::Irrelevant) => LocationFate::Between,
        (None, Lost::Unreachable) => LocationFate::Gone,
    });
    PassResult { cfg: result, context, fates: fates.collect() }
}

fn clone_kept<K, T: Clone>(all: &TiSlice<K, T>, keep: &TiSlice<K, bool>) -> TiVec<K, T> {
    all.iter().zip(keep).filter(|(_, stays)| **stays).map(|(one, _)| one.clone()).collect()
}

/// Entries about edges that are gone go with them: an empty list means the whole program. That is
/// what an assumption is about if control gets to edges that are gone.
fn ledger(cfg: &Cfg, edges: &[NewEdge], lost: Lost) -> Vec<Approximation> {
    let mut now: TiVec<CfgEdgeId, Vec<(CfgEdgeId, bool)>> = ti_vec![Vec::new(); cfg.edges.len()];
    for (index, new) in edges.iter().enumerate() {
        for origin in &new.origins {
            now[origin.edge].push((CfgEdgeId::from(index), origin.open));
        }
    }
    let mut entries = Vec::new();
    for entry in &cfg.ledger {
        let about_choice = entry.treatment != Treatment::Assumed;
        let mut stand: Vec<CfgEdgeId> = entry
            .edges
            .iter()
            .flat_map(|edge| &now[*edge])
            .filter(|(_, open)| *open || !about_choice)
            .map(|(edge, _)| *edge)
            .collect();
        stand.sort_unstable();
        stand.dedup();
        let gone = entry.edges.iter().any(|edge| now[*edge].is_empty());
        if !about_choice && lost == Lost::Irrelevant && gone {
            stand.clear();
            entries.push(Approximation { edges: stand, ..entry.clone() });
        } else if entry.edges.is_empty() || !stand.is_empty() {
            entries.push(Approximation { edges: stand, ..entry.clone() });
        }
    }
    entries
}
