//! What a replay claims: what its program must do so that this refutes the property, or shows it.

use belnap_formats::property::{read_formula, read_path};
use belnap_ir::cfg::AskedKind;
use belnap_ir::property::{Atom, Formula};

use super::condition::{Condition, violation};
use super::ending::End;
use belnap_formats::replay::{Head, Label, Replay, Watch};

/// Ends of programs that are errors without a property that says which.
const ERRORS: [End; 3] = [End::Assertion, End::ReachError, End::VerifierError];

/// Error functions, and how calls of them are reported.
const FUNCTIONS: [(&str, End); 2] =
    [("reach_error", End::ReachError), ("__VERIFIER_error", End::VerifierError)];

/// How many states are told one by one.
const SHOWN: usize = 3;

/// What the program must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim<'a> {
    /// It ends without an error.
    Ends,
    /// It comes to a label.
    Label(&'a Label),
    /// A condition is true at a place.
    Watch(&'a Watch),
    /// Conditions are true, one after the other.
    States(&'a [Watch]),
    /// It goes through a loop.
    Rounds(&'a Head),
    /// It ends in one of these ways.
    Error(Vec<End>),
    /// It does what a check is about.
    Check(AskedKind),
}

impl<'a> Claim<'a> {
    /// What a replay claims.
    ///
    /// # Errors
    /// Why that does not fit its property.
    pub fn of(replay: &'a Replay) -> Result<Claim<'a>, String> {
        if replay.linear {
            return Claim::of_linear(replay);
        }
        if !replay.states.is_empty() {
            return Err("only of a property of LTL several states show something".to_owned());
        }
        let property = match &replay.property {
            Some(text) => Some(read_formula(text).map_err(|found| {
                let message = found.first().map(|one| one.message.clone()).unwrap_or_default();
                format!("the property {text:?} cannot be read: {message}")
            })?),
            None => None,
        };
        let violated = |holds: &dyn Fn(&Atom) -> bool| match &property {
            Some(property) => violation(property, &|atom| Ok(holds(atom))),
            None => Ok(Condition::Const(true)),
        };
        let unfit = |what: &str| match &replay.property {
            Some(property) => format!("{what} does not refute {property}"),
            None => format!("{what} is not all that is claimed"),
        };
        let label = |label: &Label| {
            let holds = |atom: &Atom| match atom {
                Atom::At { procedure: None, label: own } => *own == label.name,
                _ => false,
            };
            match violated(&holds)? {
                Condition::Const(true) => Ok(()),
                _ => Err(unfit(&format!("the label {}", label.name))),
            }
        };
        match (replay.ends, &replay.label, &replay.watch, &replay.head) {
            (false, Some(own), None, None) => label(own).map(|()| Claim::Label(own)),
            (true, Some(own), None, None) => label(own).map(|()| Claim::Ends),
            (false, None, Some(watch), None) => {
                let condition = match violated(&|atom| is_true_at(watch, atom))? {
                    _ if replay.property.is_none() => watch.condition.clone(),
                    Condition::Const(true) => "1".to_owned(),
                    Condition::Const(false) => return Err(unfit("the place of the condition")),
                    Condition::Text(text) => text,
                };
                match condition == watch.condition {
                    true => Ok(Claim::Watch(watch)),
                    false => Err(unfit(&format!("the condition {:?}", watch.condition))),
                }
            }
            (false, None, None, Some(head)) => Ok(Claim::Rounds(head)),
            (ends, None, None, None) => match (errors(property.as_ref())?, ends) {
                (all, _) if all.is_empty() => Err(unfit("a call of an error function")),
                (_, true) => Ok(Claim::Ends),
                (all, false) => Ok(replay.check.map_or(Claim::Error(all), Claim::Check)),
            },
            _ => Err(unfit("one of label, watch, loop and ends")),
        }
    }

    /// What a replay claims about a property of LTL.
    fn of_linear(replay: &'a Replay) -> Result<Claim<'a>, String> {
        let text = replay.property.as_deref().unwrap_or_default();
        if let Err(found) = read_path(text) {
            let message = found.first().map(|one| one.message.clone()).unwrap_or_default();
            return Err(format!("the property {text:?} cannot be read: {message}"));
        }
        let others = replay.ends || replay.label.is_some() || replay.watch.is_some();
        match (&replay.head, &replay.states[..]) {
            (Some(head), []) if !others => Ok(Claim::Rounds(head)),
            (None, [_, ..]) if !others => Ok(Claim::States(&replay.states)),
            _ => Err("of a property of LTL, states or a loop show something".to_owned()),
        }
    }

    /// Whether a program that ends like this shows it.
    pub fn is_shown_by(&self, end: End) -> bool {
        match self {
            Claim::Ends | Claim::Check(_) => false,
            Claim::Label(_) => end == End::Label,
            Claim::Watch(_) | Claim::States(_) => end == End::Watched,
            Claim::Rounds(_) => end == End::Rounds,
            Claim::Error(all) => all.contains(&end),
        }
    }

    /// Whether a run that does not show it must have been another than the one that was found: of a
    /// line there may be several states, and it is looked at in one of them only.
    pub fn is_certain(&self) -> bool {
        match self {
            Claim::Watch(watch) => {
                watch.condition == "1" && (watch.label.is_some() || watch.function.is_some())
            }
            Claim::States(_) => false,
            _ => true,
        }
    }

    /// What the program did, if it did it.
    pub fn text(&self) -> String {
        match self {
            Claim::Ends => "ended without the error".to_owned(),
            Claim::Label(at) => {
                format!("came to the label {} at {}:{}", at.name, at.file, at.line)
            }
            Claim::Watch(at) => seen(at),
            Claim::States(all) => {
                let seen = |at: &Watch| match &at.condition[..] {
                    "1" => format!("came to {}:{}", at.file, at.line),
                    _ => seen(at),
                };
                match all {
                    [.., last] if all.len() > SHOWN => {
                        format!("{}, as the last of {} states", seen(last), all.len())
                    }
                    _ => all.iter().map(seen).collect::<Vec<_>>().join(", then "),
                }
            }
            Claim::Rounds(at) => {
                format!("came to the loop at {}:{} {} times", at.file, at.line, at.times)
            }
            Claim::Error(_) => "ran into the error".to_owned(),
            Claim::Check(_) => "did what the check is about".to_owned(),
        }
    }
}

/// What the program did at a place where a condition is looked at.
fn seen(at: &Watch) -> String {
    match (&at.function, &at.label) {
        (Some(function), None) if at.condition == "1" => format!("entered {function}"),
        _ => format!("came to {}:{} where {} is true", at.file, at.line, at.condition),
    }
}

/// Ends of a program that refute a property, whatever its variables are; all, if it is not known.
fn errors(property: Option<&Formula>) -> Result<Vec<End>, String> {
    let Some(property) = property else { return Ok(ERRORS.to_vec()) };
    let always = |holds: &dyn Fn(&Atom) -> bool| {
        violation(property, &|atom| Ok(holds(atom)))
            .map(|condition| condition == Condition::Const(true))
    };
    if always(&|atom| *atom == Atom::Failed)? {
        return Ok(ERRORS.to_vec());
    }
    let mut all = Vec::new();
    for (function, end) in FUNCTIONS {
        if always(&|atom| matches!(atom, Atom::Enter(own) if own == function))? {
            all.push(end);
        }
    }
    Ok(all)
}

/// Whether a program shows by itself that it violates a property where it fails.
pub fn is_violated_by_failure(property: &Formula) -> bool {
    errors(Some(property)).is_ok_and(|all| all.len() == ERRORS.len())
}

/// Whether an atom about places is true where a condition is looked at.
pub fn is_true_at(watch: &Watch, atom: &Atom) -> bool {
    let entry = watch.function.is_some() && watch.label.is_none();
    match atom {
        Atom::At { procedure, label } => {
            let own = procedure.is_none() || *procedure == watch.function;
            watch.label.as_ref() == Some(label) && own
        }
        Atom::AtLine(at) => !entry && (&at.file, at.line) == (&watch.file, watch.line),
        Atom::Enter(function) => entry && watch.function.as_ref() == Some(function),
        Atom::Halted | Atom::Failed | Atom::Named(_) | Atom::Condition(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use belnap_formats::property::read_formula;

    use super::{Claim, ERRORS};
    use crate::replay::ending::End;
    use belnap_formats::replay::{Label, Program, Replay, Watch};

    fn of(property: &str) -> Replay {
        let property = read_formula(property).expect("a property");
        Replay::new(Program::default(), &property)
    }

    #[test]
    fn errors_are_those_of_the_property() {
        for (property, wanted) in [
            ("AG !failed", &ERRORS[..]),
            ("!EF failed", &ERRORS),
            ("AG !enter(reach_error)", &[End::ReachError]),
            ("AG !enter(__VERIFIER_error)", &[End::VerifierError]),
        ] {
            assert_eq!(Claim::of(&of(property)), Ok(Claim::Error(wanted.to_vec())), "{property}");
        }
        for property in ["AG !at(L)", "AG {x < 5}", "AF failed", "AG !enter(f)"] {
            assert!(Claim::of(&of(property)).is_err(), "{property}");
        }
    }

    #[test]
    fn places_are_those_of_the_property() {
        let file = || "prog.c".to_owned();
        let labelled = |property: &str, name: &str| {
            let mut replay = of(property);
            replay.label = Some(Label { file: file(), line: 3, name: name.to_owned() });
            Claim::of(&replay).is_ok()
        };
        assert!(labelled("AG !at(L)", "L"));
        assert!(!labelled("AG !at(L)", "M") && !labelled("AG !failed", "L"));
        let watched =
            |property: &str, condition: &str, label: Option<&str>, entered: Option<&str>| {
                let mut replay = of(property);
                let (label, function) = (label.map(str::to_owned), entered.map(str::to_owned));
                let condition = condition.to_owned();
                replay.watch = Some(Watch { file: file(), line: 3, label, function, condition });
                Claim::of(&replay).is_ok()
            };
        assert!(watched("AG !enter(f)", "1", None, Some("f")));
        assert!(!watched("AG !enter(f)", "1", None, None));
        assert!(!watched("AG !enter(f)", "1", None, Some("g")));
        assert!(watched("AG {x < 5}", "!((x < 5))", None, None));
        assert!(!watched("AG {x < 5}", "1", None, None));
        assert!(watched("AG (at(L) -> {x < 5})", "!(((x < 5)))", Some("L"), None));
        assert!(!watched("AG (at(L) -> {x < 5})", "!(((x < 5)))", None, None));
        assert!(watched("AG !at(prog.c:3)", "1", None, None));
        assert!(!watched("AG !at(prog.c:4)", "1", None, None));
    }
}
