//! Where an execution that refutes a property ends, and how the compiled program shows that.

use std::collections::BTreeSet;

use belnap_certifier::formula::{Always, local};
use belnap_formats::condition::Names;
use belnap_ir::cfg::{Cfg, Location, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_solver::path::Values;

use super::document::{Label, Watch, is_condition};

/// The end of an execution.
pub struct Target<'a> {
    cfg: &'a Cfg,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Failure,
    Label(&'a str),
    Function(&'a str),
    /// A state that violates what must always be so; what that is at each location.
    State(Always<'a>, Vec<Expr>),
}

/// How the compiled program shows that it is there.
pub enum Place {
    /// By itself: it calls an error function or fails an assertion.
    Own,
    /// It comes to a label.
    Label(Label),
    /// A condition is true at some line.
    Watch(Watch),
}

impl<'a> Target<'a> {
    /// Where executions that refute a property end; `Err` says why that is not known.
    pub fn of(cfg: &'a Cfg, property: &'a Formula) -> Result<Target<'a>, String> {
        if let Some(kind) = Kind::place(property) {
            return Ok(Target { cfg, kind });
        }
        let always = Always::of(property).ok_or("a run does not show that this property fails")?;
        let names = Names::new(cfg);
        let locations = (0..cfg.locations.len()).map(CfgLocId::from);
        let conditions =
            locations.map(|at| always.at(cfg, &names, at)).collect::<Result<_, _>>()?;
        Ok(Target { cfg, kind: Kind::State(always, conditions) })
    }

    /// Tells whether an execution has arrived, at none of the places `passed`.
    pub fn arrived<'t>(
        &'t self,
        passed: &'t [CfgLocId],
    ) -> impl FnMut(CfgLocId, &mut Values<'_>) -> bool + 't {
        // Before the start static variables may have any value, and properties are not judged.
        let mut judged = false;
        move |at, value| {
            judged |= at == self.cfg.start;
            let location = &self.cfg.locations[at.index()];
            !passed.contains(&at)
                && match &self.kind {
                    Kind::Failure => location.kind == LocationKind::Failed,
                    Kind::Label(label) => location.labels.iter().any(|own| own == label),
                    Kind::Function(function) => location.enters.as_deref() == Some(*function),
                    Kind::State(_, all) => judged && value(&all[at.index()]) == Some(0),
                }
        }
    }

    /// The label at which a run would show that it has arrived, if it does not do so by itself; `Err`
    /// says why it cannot show that.
    pub fn label(&self) -> Result<Option<Label>, String> {
        match &self.kind {
            Kind::Failure | Kind::Function("reach_error" | "__VERIFIER_error") => Ok(None),
            Kind::Label(name) => {
                let named = |at: &&Location| at.labels.iter().any(|own| own == name);
                let places: BTreeSet<_> =
                    self.cfg.locations.iter().filter(named).map(|at| at.source.clone()).collect();
                match places.into_iter().collect::<Vec<_>>()[..] {
                    [Some(ref place)] => {
                        let (file, line) = (place.file.clone(), place.line);
                        Ok(Some(Label { file, line, name: (*name).to_owned() }))
                    }
                    _ => Err(format!("there are several labels {name}, or none")),
                }
            }
            Kind::Function(_) | Kind::State(..) => {
                Err("a run shows only that no error is reached".to_owned())
            }
        }
    }

    /// How the compiled program shows that it has arrived; `Err` says why it does not.
    pub fn place(&self, at: CfgLocId) -> Result<Place, String> {
        let location = &self.cfg.locations[at.index()];
        let source = || location.source.clone();
        match &self.kind {
            Kind::Failure | Kind::Function("reach_error" | "__VERIFIER_error") => Ok(Place::Own),
            Kind::Function(function) => {
                let source = source().ok_or_else(|| format!("where {function} is is not known"))?;
                let (file, line, condition) = (source.file, source.line, "1".to_owned());
                Ok(Place::Watch(Watch { file, line, label: None, condition }))
            }
            Kind::Label(name) => {
                let source = source().ok_or("the place of the label is not known")?;
                let name = (*name).to_owned();
                Ok(Place::Label(Label { file: source.file, line: source.line, name }))
            }
            Kind::State(always, _) => {
                let source = source().ok_or("the place of the state is not known")?;
                let (body, wanted) = match always {
                    Always::True(body) => (body, false),
                    Always::False(body) => (body, true),
                };
                let condition = match (in_c(self.cfg, &Names::new(self.cfg), body, at)?, wanted) {
                    (InC::Const(_), _) => "1".to_owned(),
                    (InC::Text(text), true) => text,
                    (InC::Text(text), false) => format!("!({text})"),
                };
                if !is_condition(&condition) {
                    return Err(format!("{condition} cannot be put into a copy of the program"));
                }
                let label = location.labels.first().cloned();
                let (file, line) = (source.file, source.line);
                Ok(Place::Watch(Watch { file, line, label, condition }))
            }
        }
    }
}

impl<'a> Kind<'a> {
    /// The place that a property says is never reached, if it says no more.
    fn place(property: &'a Formula) -> Option<Kind<'a>> {
        let Formula::Along(Quantifier::Forall, Along::Globally, body) = property else {
            return None;
        };
        let Formula::Not(avoided) = &**body else { return None };
        match &**avoided {
            Formula::Atom(Atom::Failed, _) => Some(Kind::Failure),
            Formula::Atom(Atom::At { label, procedure: None }, _) => Some(Kind::Label(label)),
            Formula::Atom(Atom::Enter(function), _) => Some(Kind::Function(function)),
            _ => None,
        }
    }
}

/// A formula about one state in C, at a place.
enum InC {
    Const(bool),
    Text(String),
}

fn in_c(cfg: &Cfg, names: &Names<'_>, formula: &Formula, at: CfgLocId) -> Result<InC, String> {
    let of = |formula: &Formula| in_c(cfg, names, formula, at);
    let all = |operands: &[Formula]| operands.iter().map(of).collect::<Result<Vec<_>, _>>();
    Ok(match formula {
        Formula::Const(truth) => InC::Const(*truth),
        Formula::Atom(Atom::Condition(text), _) => InC::Text(format!("({})", unqualified(text))),
        Formula::Atom(..) => match local(cfg, names, formula, at)? {
            Expr::Bool(truth) => InC::Const(truth),
            _ => return Err("the property is not one of C".to_owned()),
        },
        Formula::Not(operand) => not(of(operand)?),
        Formula::And(operands) => joined(all(operands)?, "&&", true),
        Formula::Or(operands) => joined(all(operands)?, "||", false),
        Formula::Implies(a, b) => joined(vec![not(of(a)?), of(b)?], "||", false),
        Formula::Iff(a, b) => match (of(a)?, of(b)?) {
            (InC::Const(truth), other) | (other, InC::Const(truth)) => {
                if truth {
                    other
                } else {
                    not(other)
                }
            }
            (InC::Text(a), InC::Text(b)) => InC::Text(format!("(!{a} == !{b})")),
        },
        _ => return Err("the property is not about single states".to_owned()),
    })
}

fn not(operand: InC) -> InC {
    match operand {
        InC::Const(truth) => InC::Const(!truth),
        InC::Text(text) => InC::Text(format!("(!{text})")),
    }
}

fn joined(operands: Vec<InC>, operator: &str, neutral: bool) -> InC {
    let mut texts = Vec::new();
    for operand in operands {
        match operand {
            InC::Const(truth) if truth == neutral => {}
            InC::Const(truth) => return InC::Const(truth),
            InC::Text(text) => texts.push(text),
        }
    }
    match texts.is_empty() {
        true => InC::Const(neutral),
        false => InC::Text(format!("({})", texts.join(&format!(" {operator} ")))),
    }
}

/// The condition without the functions that variables belong to; the compiler knows where it is.
fn unqualified(text: &str) -> String {
    let mut out = String::new();
    for part in text.split("::") {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if !out.is_empty() {
            out.truncate(out.trim_end().trim_end_matches(is_name).len());
        }
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unqualified;

    #[test]
    fn functions_of_variables_are_left_out() {
        assert_eq!(unqualified("main::x + f::y_1 < a[g :: i]"), "x + y_1 < a[ i]");
        assert_eq!(unqualified("x < 5"), "x < 5");
    }
}
