//! Thorough answers of a result, re-checked: the completions that show them on the definition of
//! completeness (May/Must Def. 3) and by the ordinary engine, answers without one by the
//! tableau or, about LTL, by games.

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_checker::run::{RunError, RunOptions, add_linear, check_all};
use belnap_checker::thorough::{self, Engine, Options, Thorough};
use belnap_formats::property::{read_formula, read_path};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition, Kripke, Semantics};
use belnap_ir::linear::LinearProperty;
use belnap_ir::property::Property;
use belnap_ir::result::{Completions, DecidedBy, PropertyResult, ThoroughResult, Verdict};

use crate::confirm::Confirmation;

/// Most pairs of a state and one of its completion that are compared.
const MOST_PAIRS: usize = 4_000_000;

/// Limit on the work of the tableau.
const MOST_POSITIONS: usize = 1_000_000;

/// Re-checks a thorough answer about a structure; `file` gives the completions that it names.
pub fn confirm(
    structure: &Kripke,
    property: &PropertyResult,
    answer: &ThoroughResult,
    file: &dyn Fn(&str) -> Result<ExplicitKripke, String>,
) -> Confirmation {
    let named = [(&answer.satisfying, true), (&answer.violating, false)];
    let mut shown = Vec::new();
    for (name, satisfies) in named {
        let Some(name) = name else { continue };
        let explicit = match structure {
            Kripke::Explicit(explicit) if !has_choices(explicit) => explicit,
            _ => return unsure("completions of abstracted programs are not compared with them"),
        };
        let completion = match file(name) {
            Ok(completion) => completion,
            Err(why) => return Confirmation::Unsure(why),
        };
        match check(explicit, &completion, property, satisfies, answer.completions) {
            Ok(None) => shown.push(satisfies),
            Ok(Some(wrong)) => return Confirmation::Refused(format!("{name} {wrong}")),
            Err(limit) => return Confirmation::Unsure(format!("{name}: {limit}")),
        }
    }
    match (property.verdict, shown.as_slice()) {
        (Verdict::Inconclusive, [true, false]) => Confirmation::Completed,
        (Verdict::Inconclusive, _) if answer.decided_by.is_none() => {
            unsure("the answer was not found out")
        }
        (Verdict::Inconclusive, _) => unsure("the completions that show it were not written"),
        (Verdict::Holds, [.., false]) | (Verdict::Fails, [true, ..]) => {
            Confirmation::Refused("a completion says otherwise".to_owned())
        }
        _ if property.linear => by_games(structure, property, answer),
        _ => by_tableau(structure, property, answer),
    }
}

fn unsure(why: &str) -> Confirmation {
    Confirmation::Unsure(why.to_owned())
}

/// Whether completions are those of a listed program, whose must-transitions may leave choices.
fn has_choices(structure: &ExplicitKripke) -> bool {
    structure.transitions.iter().any(|step| step.value == Belnap::Both)
}

/// What is wrong with a completion, if something is.
///
/// # Errors
/// Why that cannot be said.
fn check(
    structure: &ExplicitKripke,
    completion: &ExplicitKripke,
    property: &PropertyResult,
    satisfies: bool,
    completions: Completions,
) -> Result<Option<String>, String> {
    let unknown = |value: &Belnap| !value.is_definite();
    let labels = completion.states.iter().flat_map(|state| &state.labels);
    let steps = completion.transitions.iter().map(|step| &step.value);
    if labels.chain(steps).any(unknown) {
        return Ok(Some("leaves something unknown".to_owned()));
    }
    let above = above(structure, completion, completions == Completions::Total)?;
    let mut initial = completion.initial.iter();
    let is_above = |c: &StateId| structure.initial.iter().any(|a| above[a.index()][c.index()]);
    if completion.initial.is_empty() || !initial.all(is_above) {
        return Ok(Some("is no completion of the structure".to_owned()));
    }
    let value = value(completion, property)?;
    Ok((value != satisfies)
        .then(|| format!("{} the property", if value { "satisfies" } else { "does not satisfy" })))
}

/// Which states of a complete structure are above which of another: the greatest relation, found
/// by taking out pairs until nothing changes.
fn above(a: &ExplicitKripke, c: &ExplicitKripke, total: bool) -> Result<Vec<Vec<bool>>, String> {
    if a.states.len().saturating_mul(c.states.len()) > MOST_PAIRS {
        return Err("there are too many states to compare".to_owned());
    }
    let (from_a, from_c) = (outgoing(a), outgoing(c));
    let places: Vec<Option<usize>> = a
        .propositions
        .iter()
        .map(|name| c.propositions.iter().position(|other| other == name))
        .collect();
    let label = |s: usize, t: usize| {
        let own = a.states[StateId::from(s)].labels.iter().zip(&places);
        let mut own = own.map(|(own, place)| {
            let other = place.map(|place| c.states[StateId::from(t)].labels[place]);
            own.less_informative_or_equal(other.unwrap_or(Belnap::False))
        });
        own.all(|agrees| agrees)
    };
    let goes_on =
        |s: usize, t: usize| !total || a.states[StateId::from(s)].blocking || !from_c[t].is_empty();
    let mut related: Vec<Vec<bool>> = (0..a.states.len())
        .map(|s| (0..c.states.len()).map(|t| label(s, t) && goes_on(s, t)).collect())
        .collect();
    loop {
        let mut changed = false;
        for s in 0..a.states.len() {
            for t in 0..c.states.len() {
                if !related[s][t] {
                    continue;
                }
                let pair = |x: &ExplicitTransition, y: &ExplicitTransition| {
                    x.action == y.action && related[x.to.index()][y.to.index()]
                };
                let must = |step: &&&ExplicitTransition| {
                    step.value.must() && a.semantics != Semantics::Over
                };
                let mut musts = from_a[s].iter().filter(must);
                let forth = musts.all(|x| from_c[t].iter().any(|y| pair(x, y)));
                let may = |x: &&&ExplicitTransition| x.value.may();
                let mut back = from_c[t].iter();
                if !forth || !back.all(|y| from_a[s].iter().filter(may).any(|x| pair(x, y))) {
                    related[s][t] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(related);
        }
    }
}

/// The transitions of each state that are there.
fn outgoing(structure: &ExplicitKripke) -> Vec<Vec<&ExplicitTransition>> {
    let mut all = vec![Vec::new(); structure.states.len()];
    for step in structure.transitions.iter().filter(|step| step.value != Belnap::False) {
        all[step.from.index()].push(step);
    }
    all
}

/// Whether a complete structure has a property.
fn value(completion: &ExplicitKripke, property: &PropertyResult) -> Result<bool, String> {
    let unreadable = |_| "the formula cannot be read".to_owned();
    if property.linear {
        let path = read_path(&property.formula).map_err(unreadable)?;
        let kripke = Kripke::Explicit(completion.clone());
        let options = RunOptions { explain: None, ..RunOptions::default() };
        let mut result =
            check_all(&kripke, &[], &options, None).map_err(|error| error.to_string())?;
        let asked = LinearProperty { name: property.name.clone(), path };
        add_linear(&mut result, &kripke, &[asked], &options).map_err(|error| error.to_string())?;
        return Ok(result.properties[0].verdict == Verdict::Holds);
    }
    let formula = read_formula(&property.formula).map_err(unreadable)?;
    let plain = ExplicitOptions { hyper: false };
    let values = evaluate(completion, &formula, &plain).map_err(|found| found.to_string())?;
    let entry = at_entry(completion, &values, &plain);
    Ok(completion.initial.iter().all(|state| entry[state.index()] == Belnap::True))
}

/// Decides again about LTL: by emptiness and a game, where three values on the product decided.
fn by_games(
    structure: &Kripke,
    property: &PropertyResult,
    answer: &ThoroughResult,
) -> Confirmation {
    if answer.decided_by == Some(DecidedBy::Generalized) {
        return unsure("of games that decide about LTL there is no second opinion");
    }
    let Ok(path) = read_path(&property.formula) else {
        return Confirmation::Refused("the formula cannot be read".to_owned());
    };
    let asked = LinearProperty { name: property.name.clone(), path };
    let options = Options {
        completions: Some(answer.completions),
        evidence: false,
        max_positions: MOST_POSITIONS,
        ..Options::default()
    };
    let found = thorough::linear::look(structure, &asked, &options);
    compared(found, property, ("the games", Confirmation::Games))
}

/// Decides again, by types and their deletion.
fn by_tableau(
    structure: &Kripke,
    property: &PropertyResult,
    answer: &ThoroughResult,
) -> Confirmation {
    let Ok(formula) = read_formula(&property.formula) else {
        return Confirmation::Refused("the formula cannot be read".to_owned());
    };
    let asked = Property { name: property.name.clone(), formula };
    let options = Options {
        engine: Engine::Tableau,
        completions: Some(answer.completions),
        known_open: true,
        always_look: true,
        evidence: false,
        max_positions: MOST_POSITIONS,
        ..Options::default()
    };
    let found = thorough::check(structure, &asked, &options);
    compared(found, property, ("the tableau", Confirmation::Tableau))
}

/// What a second opinion says of an answer.
fn compared(
    found: Result<Thorough, RunError>,
    property: &PropertyResult,
    (who, confirmed): (&str, Confirmation),
) -> Confirmation {
    match found {
        Ok(found) if found.stopped.is_some() => {
            Confirmation::Unsure(format!("the answer of {who} does not come within its limits"))
        }
        Ok(found) if found.verdict == property.verdict => confirmed,
        Ok(found) => Confirmation::Refused(format!(
            "{who} say{} that it {}",
            if who.ends_with('s') { "" } else { "s" },
            match found.verdict {
                Verdict::Holds => "holds",
                Verdict::Fails => "fails",
                Verdict::Inconclusive => "is open",
            }
        )),
        Err(error) => Confirmation::Unsure(error.to_string()),
    }
}
