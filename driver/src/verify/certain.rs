//! Properties whose names mean one thing to everybody.

use belnap_checker::commands::properties::PropertySet;
use belnap_cli::ToolError;
use belnap_formats::condition::{Names, parse_certain};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::property::Atom;

/// Refuses properties with names that may be those of several variables.
pub fn certain(cfg: &Cfg, properties: &PropertySet) -> Result<(), ToolError> {
    let names = Names::new(cfg);
    let scope = cfg.locations[cfg.start].scope;
    for property in properties.properties() {
        let mut atoms = Vec::new();
        property.formula.collect_atoms(&mut atoms);
        for (atom, span) in atoms {
            let Atom::Condition(text) = atom else { continue };
            let found = parse_certain(&names, text, Some(scope)).err();
            // What else is wrong is found where the condition is tracked.
            if let Some(found) = found.filter(|found| found.rule == "preds-ambiguous") {
                let found = Diagnostic { place: Place::Text(span), ..found };
                return Err(properties.refused(&property.name, &found));
            }
        }
    }
    Ok(())
}
