//! Boolean programs to symbolic Kripke structures (YASM §3.3, docs/semantics.md §4).
//!
//! The program is flattened (`flatten`), then each guard, update and constraint becomes a pair
//! of Boolean functions: where it is true and where it is false. A real choice inside an
//! expression is a choice variable of its own; a fact the abstraction lost is where neither
//! function is true.

mod calls;
mod copies;
mod deeper;
mod flatten;
mod functions;
mod graph;
mod listed_names;
pub mod listing;
mod live;
mod marks;
mod scan;
pub mod unlisting;
mod unreached;

use belnap_ir::bdd::Ref;
use belnap_ir::boolprog::{BoolProgram, Dialect, Ident, StarMeaning};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{LocId, ScopeId, VarId};
use belnap_ir::kripke::{
    Location, Partial, Scope, Semantics, SymbolicEdge, SymbolicKripke, Variable,
};

use crate::bdd::NodeLimit;
use copies::{Call, Copy, Role};
use flatten::flatten;
use functions::Functions;

/// The rule of a diagnostic that says that [`EncodeOptions::max_nodes`] was reached.
pub const NODE_LIMIT: &str = "encode-node-limit";

/// The rule of a diagnostic that says that [`EncodeOptions::max_locations`] was reached.
pub const LOCATION_LIMIT: &str = "encode-too-large";

/// What is done with procedures that can call themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// They are refused.
    Refused,
    /// So many activations of one, at least one, are expanded; what deeper calls do is not known.
    Levels(u32),
    /// There is one copy of each, and calls lead over it by summaries: only for questions about
    /// what is reachable (`crate::summaries::reachability`).
    Summaries,
}

/// How to encode.
#[derive(Clone, Debug)]
pub struct EncodeOptions {
    /// Which halves to keep.
    pub semantics: Semantics,
    /// What `*` means; `None` is what the dialect says.
    pub star: Option<StarMeaning>,
    /// What is done with recursion.
    pub recursion: Recursion,
    /// Limit on the locations of the expanded program.
    pub max_locations: usize,
    /// Limit on decision-diagram nodes.
    pub max_nodes: usize,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        EncodeOptions {
            semantics: Semantics::Exact,
            star: None,
            recursion: Recursion::Refused,
            max_locations: 500_000,
            max_nodes: 1 << 24,
        }
    }
}

/// Encodes a validated program.
///
/// # Errors
/// If the program is recursive and that is refused, or larger than the limits of the options.
pub fn encode(
    program: &BoolProgram,
    options: &EncodeOptions,
) -> Result<SymbolicKripke, Diagnostic> {
    let flat = flatten(program, options.max_locations, options.recursion)?;
    let too_large = |limit: NodeLimit| {
        Diagnostic::error(NODE_LIMIT, Place::Whole, limit.to_string())
            .note("large expressions can be split")
    };
    let star = options.star.unwrap_or_else(|| program.choices());
    let strict = star == StarMeaning::Choice && program.dialect == Dialect::Classic;
    let copied = build(&flat, star, strict, options).map_err(too_large)?;
    match copied.copies.is_empty() {
        true => Ok(copied.kripke),
        false => crate::summaries::fill(&copied, options.max_nodes).map_err(too_large),
    }
}

/// Whether some procedure of a program can call itself.
pub fn is_recursive(program: &BoolProgram) -> bool {
    calls::Calls::of(program).has_cycle()
}

/// A structure, and where it has copies of recursive procedures. Steps over calls of them are
/// still unknown.
pub(crate) struct Copied {
    pub kripke: SymbolicKripke,
    /// By edge.
    pub roles: Vec<EdgeRole>,
    pub copies: Vec<CopyFacts>,
    pub calls: Vec<Call>,
}

/// What an edge has to do with copies.
pub(crate) enum EdgeRole {
    /// Nothing.
    Step,
    /// It leads into the callee of a call.
    Into(usize),
    /// It leads over a call.
    Over(usize),
    /// It stays at a return of a copy; its values, unless they are arbitrary.
    Return(usize, Option<Vec<Partial>>),
}

/// A copy of a procedure.
pub(crate) struct CopyFacts {
    pub scope: ScopeId,
    /// Its first location, if control gets there.
    pub first: Option<LocId>,
    pub params: Vec<VarId>,
    pub locals: Vec<VarId>,
    /// The globals that calls of it can change.
    pub changed: Vec<VarId>,
    pub results: usize,
    /// Some return gives arbitrary results.
    pub arbitrary: bool,
}

fn build(
    flat: &flatten::FlatProgram<'_>,
    star: StarMeaning,
    strict: bool,
    options: &EncodeOptions,
) -> Result<Copied, NodeLimit> {
    let variables: Vec<Variable> = flat
        .variables
        .iter()
        .map(|variable| Variable {
            name: variable.name.clone(),
            scope: variable.scope,
            predicate: match flat.program.dialect {
                Dialect::Belnap => variable.name.is_quoted(),
                Dialect::Classic => star == StarMeaning::Unknown,
            },
        })
        .collect();
    let functions = Functions::new(flat, &variables, star, options.max_nodes)?;
    let mut exporter = functions.exporter();
    let mut edges = Vec::with_capacity(flat.edges.len());
    let mut guards_refused = vec![functions.truth(); flat.locations.len()];
    let mut choices = 0;
    let mut roles = Vec::with_capacity(flat.edges.len());
    let mut waits = vec![false; flat.locations.len()];
    for edge in &flat.edges {
        let built = functions.edge(edge)?;
        // Where it is not known whether a step with an action is offered, the program may wait
        // although no guard is definitely false.
        waits[edge.from.index()] |=
            edge.action.is_some() && functions.may_refuse(&built.guard.truth)?;
        choices = choices.max(built.choices);
        roles.push(match edge.role {
            Role::Step => EdgeRole::Step,
            Role::Into(call) => EdgeRole::Into(call),
            Role::Over(call) => EdgeRole::Over(call),
            Role::Return(copy, None) => EdgeRole::Return(copy, None),
            Role::Return(copy, Some(values)) => {
                let (values, used) = functions.values(values, edge.scope)?;
                choices = choices.max(used);
                let values = values.iter().map(|value| value.export(&mut exporter));
                EdgeRole::Return(copy, Some(values.collect::<Result<_, _>>()?))
            }
        });
        let refused = &mut guards_refused[edge.from.index()];
        *refused = functions.and(refused, &functions.refused(&built.guard.falsity)?)?;
        edges.push(SymbolicEdge {
            from: edge.from,
            to: edge.to,
            guard: built.guard.export(&mut exporter)?,
            updates: built
                .updates
                .iter()
                .map(|(var, value)| Ok((*var, value.export(&mut exporter)?)))
                .collect::<Result<_, NodeLimit>>()?,
            constrain: match &built.constrain {
                Some(constrain) => Some(constrain.export(&mut exporter)?),
                None => None,
            },
            action: edge.action.clone(),
            statement: edge.statement.clone(),
            origin: edge.origin.clone(),
        });
    }
    let mut scopes = Vec::with_capacity(flat.scopes.len());
    let mut scope_functions = Vec::with_capacity(flat.scopes.len());
    for (index, scope) in flat.scopes.iter().enumerate() {
        let conditions = match scope.is_deeper {
            true => &[][..],
            false => &scope.procedure.enforce,
        };
        let enforce = functions.enforce(conditions, ScopeId::from(index))?;
        scopes.push(Scope {
            procedure: scope.procedure.name.name.to_string(),
            caller: scope.caller,
            enforce: exporter.add(&enforce)?,
        });
        scope_functions.push(enforce);
    }
    let enforce = functions.enforce(&flat.program.enforce, ScopeId(0))?;
    let mut locations = Vec::with_capacity(flat.locations.len());
    let marks = marks::Marks::new(flat.program, &flat.locations);
    for ((location, refused), waits) in flat.locations.iter().zip(&guards_refused).zip(waits) {
        // Somewhere no edge can be taken: either such states do not exist or the program is not
        // total; the `wp` trick must not bet on the former.
        let consistent = functions.and(&enforce, &scope_functions[location.scope.index()])?;
        let stuck = functions.and(refused, &consistent)?;
        locations.push(Location {
            name: location.name.clone(),
            labels: marks.labels(location),
            scope: location.scope,
            kind: marks.kind(location),
            enters: marks.enters(location),
            source: location.source.clone(),
            blocking: strict || waits || !functions.is_false(&stuck),
        });
    }
    let mut propositions = deeper::finish(flat, &mut locations);
    propositions.extend(unreached::propositions(flat));
    let enforce: Ref = exporter.add(&enforce)?;
    let table = exporter.finish();
    let copies =
        flat.copies.iter().enumerate().map(|(number, copy)| copy_facts(flat, number, copy, &roles));
    let copies = copies.collect();
    let kripke = SymbolicKripke {
        semantics: options.semantics,
        strict,
        variables: variables.clone().into(),
        choices,
        scopes: scopes.into(),
        locations: locations.into(),
        entry: LocId(flat.entry.0),
        prefix: flat.prefix,
        edges: edges.into(),
        enforce,
        propositions,
        table,
    };
    Ok(Copied { kripke, roles, copies, calls: flat.calls_of_copies.clone() })
}

fn copy_facts(
    flat: &flatten::FlatProgram<'_>,
    number: usize,
    copy: &Copy<'_>,
    roles: &[EdgeRole],
) -> CopyFacts {
    let variables = |names: &[Ident]| {
        names.iter().map(|ident| flat.resolve(&ident.name, copy.scope)).collect::<Vec<_>>()
    };
    CopyFacts {
        scope: copy.scope,
        first: copy.first,
        params: variables(&copy.procedure.params),
        locals: variables(&copy.procedure.locals),
        changed: copy.changed.clone(),
        results: copy.procedure.results as usize,
        arbitrary: copy.procedure.results > 0
            && roles
                .iter()
                .any(|role| matches!(role, EdgeRole::Return(own, None) if *own == number)),
    }
}
