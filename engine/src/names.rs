//! Names in properties: refused where they mean nothing, or several things.

use belnap_abstractor::tracked::{Predicates, refuse_untracked};
use belnap_certifier::formula::nowhere;
use belnap_formats::condition::{Names, parse, parse_certain};
use belnap_formats::predicates::PredicateFile;
use belnap_ir::cfg::{Cfg, Location};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::property::{Atom, Formula, Property, Step};
use belnap_refiner::initial::initial_predicates;

/// Limit on the labels that a message lists.
const LISTED: usize = 12;

/// Checks that what a property names is in a graph, and can be asked for.
///
/// # Errors
/// What is wrong with the first name that is not; the place is in the property's text.
pub fn check_names(cfg: &Cfg, property: &Property) -> Result<(), Box<Diagnostic>> {
    check_plain(cfg, &property.formula)?;
    check_conditions(cfg, &property.formula)?;
    check_labels(cfg, &property.formula)
}

/// A property with the atoms of a formula of LTL.
pub fn atoms_of(property: &LinearProperty) -> Property {
    let mut atoms = Vec::new();
    property.path.collect_atoms(&mut atoms);
    let atoms = atoms.into_iter().map(|(atom, span)| Formula::Atom(atom.clone(), span));
    Property { name: property.name.clone(), formula: Formula::And(atoms.collect()) }
}

/// Checks that what a formula of LTL names is in a program, can be asked for, and means one thing.
///
/// # Errors
/// What is wrong with the first name that is not; the place is in the formula's text.
pub fn check_path_names(program: &Cfg, path: &Path) -> Result<(), Box<Diagnostic>> {
    let property = LinearProperty { name: String::new(), path: path.clone() };
    let atoms = atoms_of(&property);
    if let Some(found) = unknown_label(program, &atoms.formula) {
        return Err(Box::new(found));
    }
    check_names(program, &atoms)?;
    check_unambiguous(program, &atoms)
}

/// Checks that there is no name by itself: what the program computes is asked for in braces.
fn check_plain(cfg: &Cfg, formula: &Formula) -> Result<(), Box<Diagnostic>> {
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    let named = atoms.into_iter().find_map(|(atom, span)| match atom {
        Atom::Named(name) => Some((name, span)),
        _ => None,
    });
    let Some((name, span)) = named else { return Ok(()) };
    let is_variable = cfg.variables.iter().any(|one| one.c_name.as_ref() == Some(name));
    let message = format!("nothing here is called '{name}'");
    let found = Diagnostic::at("check-atom", span, message);
    let found = found.note(match is_variable {
        true => format!("conditions over variables are in braces: {{{name} != 0}}"),
        false => "labels are at(L), conditions over variables in braces: {x > 0}".to_owned(),
    });
    let note = "[] and <> are about the next step only; `always` is AG, `at some time` AF";
    Err(Box::new(if matches!(formula, Formula::Step(_, Step::Modal, _)) {
        found.note(note)
    } else {
        found
    }))
}

/// Checks that every condition of a property can be tracked.
fn check_conditions(cfg: &Cfg, formula: &Formula) -> Result<(), Box<Diagnostic>> {
    let names = Names::new(cfg);
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    for (atom, span) in atoms.into_iter().filter(|(atom, _)| matches!(atom, Atom::Condition(_))) {
        let alone = Formula::Atom(atom.clone(), span);
        let set = initial_predicates(&alone, &PredicateFile::default()).resolve(&names);
        let tracked = set.and_then(|set| {
            Predicates::of(cfg, &set).map_err(|found| refuse_untracked(cfg, &set, &found))
        });
        if let Some(found) = tracked.err().and_then(|refused| refused.found.into_iter().next()) {
            // Its place is in the predicates, which nobody has written.
            return Err(Box::new(Diagnostic { place: Place::Text(span), ..found }));
        }
    }
    Ok(())
}

/// Checks that the labels that a property looks for in a function are labels of that function:
/// those of functions that are inlined into it have places there, too.
fn check_labels(cfg: &Cfg, formula: &Formula) -> Result<(), Box<Diagnostic>> {
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    for (atom, span) in atoms {
        let Atom::At { procedure: Some(_), label } = atom else { continue };
        let of = |location: &Location| &cfg.scopes[location.scope].function;
        let inlined = cfg.locations.iter().find(|location| {
            location.labels.contains(label)
                && *of(location) != cfg.functions[location.function].name
        });
        if let Some(location) = inlined {
            let message = format!("the label {label} is one of {}, which is inlined", of(location));
            let found = Diagnostic::at("check-label", span, message);
            return Err(Box::new(found.note(format!("at({label}) finds it anywhere"))));
        }
    }
    Ok(())
}

/// Checks that every name in a property can mean one variable only.
///
/// # Errors
/// Which name can mean several; the place is in the property's text.
pub fn check_unambiguous(cfg: &Cfg, property: &Property) -> Result<(), Box<Diagnostic>> {
    let names = Names::new(cfg);
    let scope = cfg.locations[cfg.start].scope;
    let mut atoms = Vec::new();
    property.formula.collect_atoms(&mut atoms);
    for (atom, span) in atoms {
        let Atom::Condition(text) = atom else { continue };
        let found = parse_certain(&names, text, Some(scope)).err();
        // What else is wrong is found where the condition is tracked.
        let is_ambiguous =
            |found: &Diagnostic| matches!(found.rule, "preds-ambiguous" | "preds-copied");
        if let Some(found) = found.filter(is_ambiguous) {
            return Err(Box::new(Diagnostic { place: Place::Text(span), ..found }));
        }
    }
    Ok(())
}

/// What is wrong with a label of a formula that the program does not have. The graph for the
/// property may lack others that it has.
pub fn unknown_label(program: &Cfg, formula: &Formula) -> Option<Diagnostic> {
    let unknown = nowhere(program, formula).filter(|atom| matches!(atom, Atom::At { .. }))?;
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    let (_, span) = atoms.into_iter().find(|(atom, _)| *atom == unknown)?;
    let labels = program.locations.iter().flat_map(|location| &location.labels);
    let mut labels: Vec<&str> = labels.map(String::as_str).collect();
    labels.sort_unstable();
    labels.dedup();
    let known = match labels.len() {
        0 => "the program has no labels; at(file.c:12) is a line, at(n7) a location of its graph"
            .to_owned(),
        1..=LISTED => format!("known: {}", labels.join(", ")),
        _ => format!("known: {}, …", labels[..LISTED].join(", ")),
    };
    let message = format!("nothing here is called '{unknown}'");
    Some(Diagnostic::at("check-atom", span, message).note(known))
}

/// Words of conditions with a name that a graph does not have: a graph keeps variables that its
/// program does not use only if it is asked to.
pub fn missing_variables(cfg: &Cfg, properties: &[Property]) -> Vec<String> {
    let names = Names::new(cfg);
    let scope = cfg.locations[cfg.start].scope;
    let mut all = Vec::new();
    for property in properties {
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
