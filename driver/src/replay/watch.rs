//! Where a copy of the program looks at the condition that violates a property.
//!
//! The compiler sees lines, labels and functions, the property states of a graph. So a place is good
//! only if the property says the same of all locations that could be meant by it, and the names in its
//! conditions mean the same there as in the graph.

use belnap_certifier::formula::local;
use belnap_formats::condition::{Names, parse};
use belnap_ir::cfg::{Cfg, Location, Variable};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, ScopeId};
use belnap_ir::property::{Atom, Formula};

use super::condition::{Condition, atoms, violation};
use super::document::{Watch, is_condition};

/// Where and what to look at for a state at a location that violates a property; `Err` says why there
/// is no such place.
pub fn watch(cfg: &Cfg, property: &Formula, at: CfgLocId) -> Result<Watch, String> {
    let location = &cfg.locations[at.index()];
    let source = location.source.clone().ok_or("the place of the state is not known")?;
    let mut mentioned = Vec::new();
    atoms(property, &mut mentioned);
    let (label, function) = place(cfg, location, &mentioned);
    let (file, line) = (source.file, source.line);
    let mut watch = Watch { file, line, label, function, condition: "1".to_owned() };
    let condition = violation(property, &|atom| Ok(watch.holds(atom)))?;
    same_everywhere(cfg, property, &watch, at, &condition)?;
    for atom in &mentioned {
        if let Atom::Condition(text) = atom {
            visible(cfg, text, location)?;
        }
    }
    match condition {
        Condition::Const(true) => {}
        Condition::Const(false) => return Err("no line shows the state by itself".to_owned()),
        Condition::Text(text) if is_condition(&text) => watch.condition = text,
        Condition::Text(text) => {
            return Err(format!("{text} cannot be put into a copy of the program"));
        }
    }
    Ok(watch)
}

/// Whether a place is one that shows of some state of a program that it violates a property.
pub fn is_place(cfg: &Cfg, property: &Formula, claimed: &Watch) -> bool {
    let mut locations = (0..cfg.locations.len()).map(CfgLocId::from);
    locations.any(|at| watch(cfg, property, at).is_ok_and(|own| own == *claimed))
}

/// The label and the function of a place: behind a label that the property is about, or another; at
/// the beginning of a function that the property is about; or else on a line.
fn place(cfg: &Cfg, location: &Location, mentioned: &[&Atom]) -> (Option<String>, Option<String>) {
    let entered =
        |atom: &&Atom| matches!(atom, Atom::Enter(own) if location.enters.as_ref() == Some(own));
    if mentioned.iter().any(entered) {
        return (None, location.enters.clone());
    }
    let named = mentioned.iter().find_map(|atom| match atom {
        Atom::At { label, .. } if location.labels.contains(label) => Some(label.clone()),
        _ => None,
    });
    let label = named.or_else(|| location.labels.first().cloned());
    let function = label.is_some().then(|| cfg.scopes[location.scope.index()].function.clone());
    (label, function)
}

/// Whether all locations that could be meant by a place are violated under the same condition.
fn same_everywhere(
    cfg: &Cfg,
    property: &Formula,
    watch: &Watch,
    at: CfgLocId,
    condition: &Condition,
) -> Result<(), String> {
    let function = |location: &Location| &cfg.scopes[location.scope.index()].function;
    let own = function(&cfg.locations[at.index()]);
    let names = Names::new(cfg);
    for (number, location) in cfg.locations.iter().enumerate() {
        let source = location.source.as_ref();
        let on_line = source.is_some_and(|at| (&at.file, at.line) == (&watch.file, watch.line));
        let meant = match (&watch.label, &watch.function) {
            (Some(label), _) => on_line && location.labels.contains(label),
            (None, Some(function)) => location.enters.as_ref() == Some(function),
            (None, None) => on_line,
        };
        if !meant {
            continue;
        }
        let number = CfgLocId::from(number);
        let holds = |atom: &Atom| {
            let formula = Formula::Atom(atom.clone(), Default::default());
            match local(cfg, &names, &formula, number)? {
                Expr::Bool(truth) => Ok(truth),
                _ => Err("the property is not one of C".to_owned()),
            }
        };
        if function(location) != own || violation(property, &holds)? != *condition {
            let (file, line) = (&watch.file, watch.line);
            return Err(format!("{file}:{line} has several states, not all of which violate it"));
        }
    }
    Ok(())
}

/// Whether the names in a condition mean the same in a copy of the program at a location.
fn visible(cfg: &Cfg, text: &str, location: &Location) -> Result<(), String> {
    let condition = parse(&Names::new(cfg), text, Some(ScopeId(0)))
        .map_err(|_| format!("{{{text}}} is not a condition of this program"))?;
    let own = &cfg.scopes[location.scope.index()].function;
    let function = |variable: &Variable| {
        variable.scope.map(|scope| cfg.scopes[scope.index()].function.as_str())
    };
    let mut wrong = None;
    condition.for_each_var(&mut |var: CfgVarId| {
        let variable = &cfg.variables[var.index()];
        let Some(name) = base(variable) else { return };
        let seen = |other: &&Variable| function(other).is_none_or(|function| function == own);
        let others = cfg.variables.iter().filter(seen).filter(|other| base(other) == Some(name));
        let same = |other: &Variable| {
            (function(other), &other.source) == (function(variable), &variable.source)
        };
        if !seen(&variable) || !others.into_iter().all(same) {
            wrong = Some(format!("{name} is another variable, or none, where it is looked at"));
        }
    });
    wrong.map_or(Ok(()), Err)
}

/// The name in the expression that a variable stands for.
fn base(variable: &Variable) -> Option<&str> {
    let name = variable.c_name.as_deref()?.trim_start_matches(['*', '(']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&name[..end.unwrap_or(name.len())])
}
