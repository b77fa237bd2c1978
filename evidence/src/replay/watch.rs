//! Where a copy of the program looks at the condition that violates a property.
//!
//! The compiler sees lines, labels and functions, the property states of a graph. So a place is
//! good only if the property says the same of all locations that could be meant by it, and the
//! names in its conditions mean the same there as in the graph.

use belnap_certifier::formula::local;
use belnap_formats::condition::{Names, parse};
use belnap_ir::cfg::{Cfg, Location, Object, ObjectKind, Variable, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, ScopeId};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::span::SourceLine;

use super::claim::is_true_at;
use super::condition::{Condition, atoms, violation};
use super::{patch, scope, source};
use crate::c_text::{code, words};
use belnap_formats::replay::{Watch, is_condition};
use belnap_ir::c_tokens::is_identifier;

/// Where and what to look at for a state at a location that violates a property.
///
/// # Errors
/// Why there is no such place.
pub fn watch(cfg: &Cfg, property: &Formula, at: CfgLocId) -> Result<Watch, String> {
    let location = &cfg.locations[at];
    let source = location.source.clone().ok_or("the place of the state is not known")?;
    let mut mentioned = Vec::new();
    atoms(property, &mut mentioned);
    let (label, function) = place(cfg, location, &mentioned);
    let (file, line) = (source.file, source.line);
    let mut watch = Watch { file, line, label, function, condition: "1".to_owned() };
    let condition = violation(property, &|atom| Ok(is_true_at(&watch, atom)))?;
    same_everywhere(cfg, property, &watch, at, &condition)?;
    let own = &cfg.scopes[location.scope].function;
    for atom in &mentioned {
        if let Atom::Condition(text) = atom {
            visible(cfg, text, own)?;
        }
    }
    match condition {
        Condition::Const(true) => {}
        Condition::Const(false) => return Err("no line shows the state by itself".to_owned()),
        Condition::Text(text) if is_condition(&text) => {
            watch.condition = text;
            same_in_text(cfg, &watch, own)?;
        }
        Condition::Text(text) => {
            return Err(format!("{text} cannot be put into a copy of the program"));
        }
    }
    Ok(watch)
}

/// Whether a place is one that shows of some state of a program that it violates a property.
pub fn is_place(cfg: &Cfg, property: &Formula, claimed: &Watch) -> bool {
    let on_line = |at: &CfgLocId| {
        let source = cfg.locations[*at].source.as_ref();
        source.is_some_and(|source| (&source.file, source.line) == (&claimed.file, claimed.line))
    };
    let mut locations = (0..cfg.locations.len()).map(CfgLocId::from).filter(on_line);
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
    let function = label.is_some().then(|| cfg.scopes[location.scope].function.clone());
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
    let function = |location: &Location| &cfg.scopes[location.scope].function;
    let own = function(&cfg.locations[at]);
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

/// Whether the variables of a condition can be seen in a function.
fn visible(cfg: &Cfg, text: &str, own: &str) -> Result<(), String> {
    let condition = parse(&Names::new(cfg), text, Some(ScopeId(0)))
        .map_err(|_| format!("{{{text}}} is not a condition of this program"))?;
    let mut wrong = None;
    condition.for_each_var(&mut |var: CfgVarId| {
        let variable = &cfg.variables[var];
        if matches!(variable.kind, VariableKind::Result | VariableKind::Temporary) {
            wrong = Some(format!("{} is not a variable of the program", variable.name));
        }
        let declared = Declared::variable(variable);
        if declared.is_some_and(|(_, declared)| !declared.is_seen_in(own)) {
            wrong = Some(elsewhere(&variable.name));
        }
    });
    wrong.map_or(Ok(()), Err)
}

fn elsewhere(name: &str) -> String {
    format!("{name} is another variable, or none, where it is looked at")
}

/// What C declares, as the graph knows it.
#[derive(PartialEq, Eq)]
struct Declared<'a> {
    /// None at file scope.
    function: Option<&'a str>,
    source: Option<&'a SourceLine>,
}

impl<'a> Declared<'a> {
    /// What a variable is, or is part of, and its name; `None` if C does not declare it.
    fn variable(variable: &'a Variable) -> Option<(&'a str, Self)> {
        let (function, name) = parts(&variable.name);
        let is_array = variable.ty.as_array().is_some() && variable.source.is_some();
        let name = match &variable.c_name {
            Some(c_name) => base(c_name.trim_start_matches(['*', '('])),
            None if is_array => base(name),
            None => return None,
        };
        Some((name, Declared { function, source: variable.source.as_ref() }))
    }

    fn object(object: &'a Object) -> Option<(&'a str, Self)> {
        let (function, name) = parts(&object.name);
        let declared = matches!(object.kind, ObjectKind::Local | ObjectKind::Global);
        declared.then_some((base(name), Declared { function, source: object.source.as_ref() }))
    }

    fn is_seen_in(&self, own: &str) -> bool {
        self.function.is_none_or(|function| function == own)
    }
}

/// The function and the rest of a unique name.
fn parts(unique: &str) -> (Option<&str>, &str) {
    match unique.split_once("::") {
        Some((function, name)) => (Some(function), name),
        None => (None, unique),
    }
}

/// The name that an expression begins with.
fn base(name: &str) -> &str {
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &name[..end.unwrap_or(name.len())]
}

/// Whether each name in the condition of a watch is one thing in the graph, and in the text of the
/// file is that.
fn same_in_text(cfg: &Cfg, watch: &Watch, own: &str) -> Result<(), String> {
    let text = source::text(&watch.file)?;
    let code = code(&text);
    let mark = "belnap_watch()";
    let at = patch::insert_watch(&text, watch, mark).and_then(|marked| marked.find(mark));
    let at = at.filter(|_| !text.contains(mark)).ok_or_else(|| {
        format!("the condition cannot be looked at on {}:{}", watch.file, watch.line)
    })?;
    for name in names(&watch.condition) {
        let declared = only_declared(cfg, name, own).ok_or_else(|| elsewhere(name))?;
        let is_same = match (declared.function, declared.source) {
            (None, Some(source)) if source.file == watch.file => scope::is_outer(&code, own, name),
            (None, _) => scope::is_outer(&code, own, name) && !scope::is_defined(&code, name),
            (Some(_), Some(source)) if source.file == watch.file => {
                scope::is_local(&code, own, name, source.line, at)
            }
            (Some(_), _) => false,
        };
        if !is_same || scope::is_in_directive(&text, name) {
            return Err(elsewhere(name));
        }
    }
    Ok(())
}

/// What a name is in a function, if the graph has one such thing only.
fn only_declared<'a>(cfg: &'a Cfg, name: &str, own: &str) -> Option<Declared<'a>> {
    let variables = cfg.variables.iter().filter_map(Declared::variable);
    let objects = cfg.objects.iter().filter_map(Declared::object);
    let all = variables.chain(objects).filter(|(other, _)| *other == name);
    let mut seen = all.map(|(_, declared)| declared).filter(|declared| declared.is_seen_in(own));
    let first = seen.next()?;
    seen.all(|other| other == first).then_some(first)
}

/// The names of variables in a condition.
fn names(condition: &str) -> impl Iterator<Item = &str> {
    let is_member = |at: usize| {
        let before = condition[..at].trim_end();
        before.ends_with('.') || before.ends_with("->")
    };
    let is_name = |word: &str| is_identifier(word) && !KEYWORDS.contains(&word);
    words(condition)
        .filter(move |(at, word)| is_name(word) && !is_member(*at))
        .map(|(_, word)| word)
}

/// Words of conditions that are not names.
const KEYWORDS: [&str; 11] = [
    "int", "char", "short", "long", "unsigned", "signed", "_Bool", "void", "const", "true", "false",
];
