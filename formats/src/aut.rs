//! Labelled transition systems in the Aldebaran format (`*.aut`), which CADP, mCRL2 and other tools
//! read and write; `spec/aut.md` says what of a structure it keeps.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::span::Span;

/// Labels of steps without an action.
const INTERNAL: [&str; 2] = ["tau", "i"];

/// Limit on what is read.
const MAX_STATES: usize = 1_000_000;

/// Whether a text is in this format.
pub fn is_aut(text: &str) -> bool {
    let first = text.trim_start();
    first.strip_prefix("des").is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// A structure as a labelled transition system: what its steps may do.
///
/// # Errors
/// If there are several initial states.
pub fn print(structure: &ExplicitKripke) -> Result<String, Diagnostic> {
    let [initial] = structure.initial.as_slice() else {
        let place = belnap_ir::diagnostic::Place::Whole;
        let message = "a labelled transition system has one initial state";
        return Err(Diagnostic::error("aut-initial", place, message));
    };
    let internal: BTreeSet<String> =
        structure.events.components.iter().map(|component| component.internal()).collect();
    let steps: BTreeSet<(StateId, &str, StateId)> = structure
        .transitions
        .iter()
        .filter(|step| step.value.may())
        .map(|step| {
            let action = step.action.as_deref().filter(|action| !internal.contains(*action));
            (step.from, action.unwrap_or(INTERNAL[0]), step.to)
        })
        .collect();
    let mut out = format!("des ({}, {}, {})\n", initial.0, steps.len(), structure.states.len());
    for (from, action, to) in steps {
        let action = action.replace(['"', '\n'], "'");
        let _ = writeln!(out, "({}, \"{action}\", {})", from.0, to.0);
    }
    Ok(out)
}

/// Reads a labelled transition system. Its states have no labels.
///
/// # Errors
/// What is wrong with the text, with its place.
pub fn read(text: &str) -> Result<ExplicitKripke, Vec<Diagnostic>> {
    let mut lines = Lines { text, at: 0 };
    parse(&mut lines).map_err(|found| vec![found])
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    /// The next line with something on it.
    fn next(&mut self) -> Option<(&'t str, Span)> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let length = rest.find('\n').unwrap_or(rest.len());
            let start = self.at;
            self.at += (length + 1).min(rest.len());
            let line = rest[..length].trim();
            if !line.is_empty() {
                let start = start + rest[..length].find(line).unwrap_or(0);
                return Some((line, Span::new(start, start + line.len())));
            }
        }
        None
    }
}

fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::at("aut-syntax", span, message)
}

fn parse(lines: &mut Lines<'_>) -> Result<ExplicitKripke, Diagnostic> {
    let end = lines.text.trim_end().len();
    let expected = "expected 'des (initial, transitions, states)'";
    let (line, span) = lines.next().ok_or_else(|| syntax(Span::new(end, end), expected))?;
    let head = line.strip_prefix("des").map(str::trim).and_then(|rest| {
        let numbers = rest.strip_prefix('(')?.strip_suffix(')')?.split(',');
        numbers.map(|number| number.trim().parse().ok()).collect::<Option<Vec<usize>>>()
    });
    let [initial, count, states] = head.as_deref().unwrap_or_default() else {
        return Err(syntax(span, expected));
    };
    let (initial, count, states) = (*initial, *count, *states);
    if states == 0 || states > MAX_STATES || initial >= states {
        let message =
            format!("there must be 1 to {MAX_STATES} states, and the initial one of them");
        return Err(syntax(span, message));
    }
    let mut seen = BTreeSet::new();
    let mut alphabet = BTreeSet::new();
    let mut listed = 0;
    while let Some((line, span)) = lines.next() {
        let (from, label, to) =
            step(line).ok_or_else(|| syntax(span, "expected a step: (0, \"label\", 1)"))?;
        if from >= states || to >= states {
            return Err(syntax(span, format!("there are only {states} states")));
        }
        listed += 1;
        let action = (!INTERNAL.contains(&label.as_str())).then_some(label);
        alphabet.extend(action.clone());
        seen.insert((from, to, action));
    }
    if listed != count {
        let message = format!("the first line announces {count} steps, and there are {listed}");
        return Err(syntax(span, message));
    }
    Ok(structure(initial, states, seen, alphabet))
}

fn step(line: &str) -> Option<(usize, String, usize)> {
    let inner = line.strip_prefix('(')?.strip_suffix(')')?;
    let (from, rest) = inner.split_once(',')?;
    let (label, to) = rest.rsplit_once(',')?;
    let label = label.trim();
    let label = label.strip_prefix('"').and_then(|one| one.strip_suffix('"')).unwrap_or(label);
    let number = |text: &str| text.trim().parse().ok();
    (!label.is_empty() && !label.contains('"')).then_some((
        number(from)?,
        label.to_owned(),
        number(to)?,
    ))
}

fn structure(
    initial: usize,
    states: usize,
    steps: BTreeSet<(usize, usize, Option<String>)>,
    alphabet: BTreeSet<String>,
) -> ExplicitKripke {
    let state = |number: usize| ExplicitState {
        name: number.to_string(),
        labels: Vec::new(),
        location: None,
        blocking: false,
    };
    let transition = |(from, to, action): (usize, usize, Option<String>)| ExplicitTransition {
        from: StateId::from(from),
        to: StateId::from(to),
        value: Belnap::True,
        action,
        statement: None,
    };
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: false,
        propositions: Vec::new(),
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: (0..states).map(state).collect(),
        initial: vec![StateId::from(initial)],
        inhabited: vec![StateId::from(initial)],
        prefix: 0,
        transitions: steps.into_iter().map(transition).collect(),
        events: Events { alphabet: alphabet.into_iter().collect(), ..Events::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::{is_aut, print, read};

    const LIGHT: &str = "des (0, 3, 2)\n(0, \"on\", 1)\n(1, \"off\", 0)\n(1, \"tau\", 1)\n";

    #[test]
    fn what_is_read_is_printed() {
        assert!(is_aut(LIGHT));
        let light = read(LIGHT).expect("a system");
        assert_eq!(print(&light).as_deref(), Ok(LIGHT));
        assert_eq!(light.events.alphabet, ["off", "on"]);
        let spaced = " des(0,2,2)\n\n (0,on,1)\r\n (1, \"a, b (c)\", 0)";
        assert_eq!(read(spaced).expect("a system").events.alphabet, ["a, b (c)", "on"]);
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in [
            "",
            "des (0, 1)",
            "des (2, 0, 2)",
            "des (0, 0, 0)",
            "des (0, 1, 2)\n(0, \"a\", 2)",
            "des (0, 2, 2)\n(0, \"a\", 1)",
            "des (0, 1, 2)\n0 a 1",
            "des (0, 1, 2)\n(0, \"\", 1)",
            "des (0, 1, 2)\n(0, \"a\"b\", 1)",
        ] {
            assert_eq!(read(text).expect_err(text)[0].rule, "aut-syntax");
        }
    }
}
