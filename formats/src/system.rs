//! Systems of components (`system.toml`); the normative page is `spec/system.md`.

use std::collections::HashSet;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::operator::Paths;
use belnap_ir::span::Span;
use belnap_ir::system::{ActionFunction, Origin, Outcome, System, SystemComponent};
use belnap_ir::validate::boolprog_names::action_name;
use serde::Deserialize;
use toml::Spanned;

use crate::property::is_component_name;

const FORMAT: &str = "belnap.system";
const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SystemWire {
    format: Spanned<String>,
    version: Spanned<u32>,
    #[serde(default)]
    paths: PathsWire,
    #[serde(default)]
    component: Vec<Spanned<ComponentWire>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PathsWire {
    #[default]
    Maximal,
    Infinite,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComponentWire {
    name: Spanned<String>,
    model: Option<String>,
    source: Option<Vec<String>>,
    #[serde(default)]
    alphabet: Vec<String>,
    #[serde(default)]
    action: Vec<ActionWire>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionWire {
    function: Spanned<String>,
    action: Option<String>,
    outcomes: Option<Vec<OutcomeWire>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeWire {
    action: String,
    when: Option<String>,
    returns: Option<i64>,
}

/// Reads a system.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<System, Vec<Diagnostic>> {
    let wire: SystemWire = toml::from_str(text).map_err(|error| {
        let message = error.message().to_owned();
        vec![match error.span() {
            Some(span) => Diagnostic::at("system-syntax", Span::new(span.start, span.end), message),
            None => Diagnostic::error("system-syntax", Place::Whole, message),
        }]
    })?;
    let mut found = Vec::new();
    check_header(&wire, &mut found);
    let mut names = HashSet::new();
    let mut components = Vec::new();
    for component in wire.component {
        let span = place(&component);
        let component = component.into_inner();
        let named = place(&component.name);
        let name = component.name.into_inner();
        if !is_component_name(&name) {
            let message = format!("'{name}' cannot be the name of a component");
            found.push(Diagnostic::at("system-name", named, message));
        }
        if !names.insert(name.clone()) {
            let message = format!("there are two components called '{name}'");
            found.push(Diagnostic::at("system-duplicate", named, message));
        }
        let origin = match (component.model, component.source) {
            (Some(model), None) => Origin::Model(model),
            (None, Some(source)) if !source.is_empty() => Origin::Source(source),
            _ => {
                let message = format!("'{name}' needs one of 'model' and 'source'");
                found.push(Diagnostic::at("system-origin", span, message));
                continue;
            }
        };
        let of_model = matches!(origin, Origin::Model(_));
        let mut actions = Vec::new();
        for action in component.action {
            let span = place(&action.function);
            if of_model {
                let message = "a model has no functions: its steps have actions";
                found.push(Diagnostic::at("system-action", span, message));
            }
            let function = function(action, span).map_err(|wrong| found.push(wrong)).ok();
            let Some(function) = function else { continue };
            if actions.iter().any(|known: &ActionFunction| known.function == function.function) {
                let message = format!("'{}' stands here twice", function.function);
                found.push(Diagnostic::at("system-action", span, message));
            }
            actions.push(function);
        }
        let alphabet = component.alphabet;
        components.push(SystemComponent { name, origin, alphabet, actions });
    }
    if found.is_empty() && components.is_empty() {
        let message = "there is no [[component]]";
        found.push(Diagnostic::error("system-empty", Place::Whole, message));
    }
    let paths = match wire.paths {
        PathsWire::Maximal => Paths::Maximal,
        PathsWire::Infinite => Paths::Infinite,
    };
    if found.is_empty() { Ok(System { paths, components }) } else { Err(found) }
}

fn place<T>(spanned: &Spanned<T>) -> Span {
    let span = spanned.span();
    Span::new(span.start, span.end)
}

fn check_header(wire: &SystemWire, found: &mut Vec<Diagnostic>) {
    if wire.format.get_ref() != FORMAT {
        let message = format!("expected format = \"{FORMAT}\"");
        found.push(Diagnostic::at("system-format", place(&wire.format), message));
    }
    let version = *wire.version.get_ref();
    if version == 0 || version > VERSION {
        let message = format!("version {version} is not read, only up to {VERSION}");
        found.push(Diagnostic::at("system-version", place(&wire.version), message));
    }
}

fn function(wire: ActionWire, span: Span) -> Result<ActionFunction, Diagnostic> {
    let function = wire.function.into_inner();
    let outcome =
        |one: OutcomeWire| Outcome { action: one.action, when: one.when, returns: one.returns };
    let outcomes: Vec<Outcome> = match (wire.action, wire.outcomes) {
        (Some(_), Some(_)) => {
            let message =
                format!("'{function}' has 'action' and 'outcomes': one of them says it all");
            return Err(Diagnostic::at("system-action", span, message));
        }
        (action, None) => {
            let action = action.unwrap_or_else(|| function.clone());
            vec![Outcome { action, when: None, returns: None }]
        }
        (None, Some(outcomes)) => outcomes.into_iter().map(outcome).collect(),
    };
    if outcomes.is_empty() {
        let message = format!("'{function}' has no outcome, so no call of it would ever return");
        return Err(Diagnostic::at("system-action", span, message));
    }
    for outcome in &outcomes {
        if action_name(&outcome.action).is_none() || outcome.action == "deadlock" {
            let message = format!("'{}' cannot be the name of an action", outcome.action);
            return Err(Diagnostic::at("system-action", span, message));
        }
    }
    Ok(ActionFunction { function, outcomes })
}

#[cfg(test)]
mod tests {
    use super::read;
    use belnap_ir::system::Origin;

    const HEAD: &str = "format = \"belnap.system\"\nversion = 1\n";

    fn rule(rest: &str) -> &'static str {
        read(&format!("{HEAD}{rest}")).expect_err(rest)[0].rule
    }

    #[test]
    fn components_are_read() {
        let text = format!(
            "{HEAD}[[component]]\nname = \"writer\"\nsource = [\"writer.c\"]\nalphabet = [\"reset\"]\n\
             [[component.action]]\nfunction = \"put\"\n[[component.action]]\nfunction = \"poll\"\n\
             outcomes = [{{ action = \"full\", returns = 1 }}, {{ action = \"free\", when = \"arg0 == 0\" }}]\n\
             [[component]]\nname = \"reader\"\nmodel = \"reader.aut\"\n"
        );
        let system = read(&text).expect("a system");
        assert_eq!(system.components.len(), 2);
        assert_eq!(system.components[0].actions[1].outcomes.len(), 2);
        assert_eq!(system.components[1].origin, Origin::Model("reader.aut".to_owned()));
    }

    #[test]
    fn wrong_systems_are_refused() {
        assert_eq!(rule(""), "system-empty");
        assert_eq!(rule("[[component]]\nname = \"a\""), "system-origin");
        assert_eq!(rule("[[component]]\nname = \"a b\"\nmodel = \"m\""), "system-name");
        let one = "[[component]]\nname = \"a\"\nmodel = \"m\"\n";
        assert_eq!(rule(&format!("{one}{one}")), "system-duplicate");
        assert_eq!(rule(&format!("{one}[[component.action]]\nfunction = \"f\"")), "system-action");
        let source = "[[component]]\nname = \"a\"\nsource = [\"a.c\"]\n";
        let f = "[[component.action]]\nfunction = \"f\"\n";
        assert_eq!(rule(&format!("{source}{f}{f}")), "system-action");
        assert_eq!(rule(&format!("{source}{f}action = \"deadlock\"")), "system-action");
        assert_eq!(rule(&format!("{source}{f}action = \"{{\"")), "system-action");
        assert_eq!(rule(&format!("{source}{f}outcomes = []")), "system-action");
        assert_eq!(rule("paths = \"some\""), "system-syntax");
        assert_eq!(rule("nothing = 1"), "system-syntax");
        assert_eq!(
            read("format = \"x\"\nversion = 1").expect_err("a format")[0].rule,
            "system-format"
        );
        assert_eq!(
            read("format = \"belnap.system\"\nversion = 2").expect_err("a version")[0].rule,
            "system-version"
        );
    }
}
