//! Variables that properties name and the program does not use: the graph has none of these, unless it
//! is asked to.

use belnap_checker::commands::properties::PropertySet;
use belnap_cli::ToolError;
use belnap_formats::condition::{Names, parse};
use belnap_frontend::commands::c2cfg::{self, ProgramArgs};
use belnap_frontend::pipeline::Compiled;
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Atom;

/// The program compiled so that what properties name is there, with the texts of its files and how it
/// was compiled.
pub fn build(
    args: &ProgramArgs,
    properties: &PropertySet,
) -> Result<(Compiled, Vec<String>, ProgramArgs), ToolError> {
    let mut args = args.clone();
    let (compiled, inputs) = c2cfg::build(&args)?;
    let missing = missing(&compiled.cfg, properties);
    // Standard input can be read once.
    if missing.is_empty() || args.inputs().any(|file| file == "-") {
        return Ok((compiled, inputs, args));
    }
    args.keep_variables.extend(missing);
    args.keep_variables.sort_unstable();
    args.keep_variables.dedup();
    let (compiled, inputs) = c2cfg::build(&args)?;
    Ok((compiled, inputs, args))
}

/// The words of conditions with a name that the graph does not have.
fn missing(cfg: &Cfg, properties: &PropertySet) -> Vec<String> {
    let names = Names::new(cfg);
    let scope = cfg.locations[cfg.start].scope;
    let mut all = Vec::new();
    for property in properties.properties() {
        let mut atoms = Vec::new();
        property.formula.collect_atoms(&mut atoms);
        for (atom, _) in atoms {
            let Atom::Condition(text) = atom else { continue };
            if parse(&names, text, Some(scope)).is_err_and(|found| found.rule == "preds-name") {
                all.extend(words(text));
            }
        }
    }
    all
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
        .map(str::to_owned)
}
