//! How variables of a structure are called in results.

use belnap_ir::ids::VarId;
use belnap_ir::kripke::SymbolicKripke;

/// A global or a local of `main` by its name, other locals as `cN::name` with their activation.
/// Names are unique within a structure.
pub fn variable(kripke: &SymbolicKripke, var: VarId) -> String {
    let variable = &kripke.variables[var.index()];
    match variable.scope {
        None => variable.name.to_string(),
        Some(scope) => {
            let procedure = &kripke.scopes[scope.index()].procedure;
            let alone =
                kripke.scopes.iter().filter(|other| other.procedure == *procedure).count() == 1;
            if alone {
                format!("{procedure}::{}", variable.name)
            } else {
                format!("{procedure}@{scope}::{}", variable.name)
            }
        }
    }
}
