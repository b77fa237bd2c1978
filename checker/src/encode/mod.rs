//! Boolean programs to symbolic Kripke structures (YASM §3.3, docs/semantics.md §4).
//!
//! The program is flattened (`flatten`), then each guard, update and constraint becomes a pair
//! of Boolean functions: where it is true and where it is false. A real choice inside an
//! expression is a choice variable of its own; a fact the abstraction lost is where neither
//! function is true.

mod flatten;
mod functions;
mod graph;
mod listed_names;
pub mod listing;
mod marks;
mod scan;
pub mod unlisting;
mod unreached;

use belnap_ir::bdd::Ref;
use belnap_ir::boolprog::{BoolProgram, Dialect, StarMeaning};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{LocId, ScopeId};
use belnap_ir::kripke::{Location, Scope, Semantics, SymbolicEdge, SymbolicKripke, Variable};

use crate::bdd::NodeLimit;
use flatten::flatten;
use functions::Functions;

/// The rule of a diagnostic that says that [`EncodeOptions::max_nodes`] was reached.
pub const NODE_LIMIT: &str = "encode-node-limit";

/// The rule of a diagnostic that says that [`EncodeOptions::max_locations`] was reached.
pub const LOCATION_LIMIT: &str = "encode-too-large";

/// How to encode.
#[derive(Clone, Debug)]
pub struct EncodeOptions {
    /// Which halves to keep.
    pub semantics: Semantics,
    /// What `*` means; `None` is what the dialect says.
    pub star: Option<StarMeaning>,
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
            max_locations: 500_000,
            max_nodes: 1 << 24,
        }
    }
}

/// Encodes a validated program.
///
/// # Errors
/// If the program is recursive, or larger than the limits of the options.
pub fn encode(
    program: &BoolProgram,
    options: &EncodeOptions,
) -> Result<SymbolicKripke, Diagnostic> {
    let flat = flatten(program, options.max_locations)?;
    let star = options.star.unwrap_or_else(|| program.choices());
    let strict = star == StarMeaning::Choice && program.dialect == Dialect::Classic;
    build(&flat, star, strict, options).map_err(|limit| {
        Diagnostic::error(NODE_LIMIT, Place::Whole, limit.to_string())
            .note("large expressions can be split")
    })
}

fn build(
    flat: &flatten::FlatProgram<'_>,
    star: StarMeaning,
    strict: bool,
    options: &EncodeOptions,
) -> Result<SymbolicKripke, NodeLimit> {
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
    for edge in &flat.edges {
        let built = functions.edge(edge)?;
        choices = choices.max(built.choices);
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
            action: None,
            statement: edge.statement.clone(),
            origin: edge.origin.clone(),
        });
    }
    let mut scopes = Vec::with_capacity(flat.scopes.len());
    let mut scope_functions = Vec::with_capacity(flat.scopes.len());
    for (index, scope) in flat.scopes.iter().enumerate() {
        let enforce = functions.enforce(&scope.procedure.enforce, ScopeId::from(index))?;
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
    for (location, refused) in flat.locations.iter().zip(&guards_refused) {
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
            blocking: strict || !functions.is_false(&stuck),
        });
    }
    let enforce: Ref = exporter.add(&enforce)?;
    let table = exporter.finish();
    Ok(SymbolicKripke {
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
        propositions: unreached::propositions(flat),
        table,
    })
}
