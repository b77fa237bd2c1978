//! How variables of a structure are called in results, and which labels call nothing.

use std::collections::HashMap;

use belnap_ir::ids::{LocId, ScopeId, TiSlice};
use belnap_ir::kripke::{Location, LocationKind, Scope, SymbolicKripke};

/// Said of a label that no location has.
pub const GUARD_LABELS: &str = "a label whose statement only guards a branch names no state";

/// The name of each variable: of a global as in the program, of a local with its procedure
/// (`f::x`), and with its activation too if there are several (`f@c3::x`). Names are unique.
pub fn variables(kripke: &SymbolicKripke) -> Vec<String> {
    let mut activations: HashMap<&str, usize> = HashMap::new();
    for scope in &kripke.scopes {
        *activations.entry(&scope.procedure).or_default() += 1;
    }
    let name = |variable: &belnap_ir::kripke::Variable| match variable.scope {
        None => variable.name.to_string(),
        Some(scope) => {
            let procedure = kripke.scopes[scope].procedure.as_str();
            match activations[procedure] {
                1 => format!("{procedure}::{}", variable.name),
                _ => format!("{procedure}@{scope}::{}", variable.name),
            }
        }
    };
    kripke.variables.iter().map(name).collect()
}

/// How many activations of recursive procedures are expanded, if there are calls that are not.
pub fn levels(
    scopes: &TiSlice<ScopeId, Scope>,
    locations: &TiSlice<LocId, Location>,
) -> Option<u32> {
    let deeper = locations.iter().filter(|location| location.kind == LocationKind::Deeper);
    let activations = deeper.map(|location| {
        let callers = std::iter::successors(scopes[location.scope].caller, |at| scopes[*at].caller);
        let procedure = &scopes[location.scope].procedure;
        callers.filter(|caller| scopes[*caller].procedure == *procedure).count()
    });
    activations.max().and_then(|levels| u32::try_from(levels).ok())
}
