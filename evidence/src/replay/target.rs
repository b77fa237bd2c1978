//! Where an execution that refutes a property ends, and how the compiled program shows that.

use std::collections::BTreeSet;

use belnap_certifier::formula::Always;
use belnap_execution::guided::Values;
use belnap_formats::condition::Names;
use belnap_ir::cfg::{Cfg, Location, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::{Atom, Formula};

use super::claim::is_violated_by_failure;
use super::watch::watch;
use belnap_formats::replay::{Label, Watch};

/// The end of an execution.
pub struct Target<'a> {
    cfg: &'a Cfg,
    property: &'a Formula,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Failure,
    Label(&'a str),
    Function(&'a str),
    /// A state that violates what must always be so; what that is at each location.
    State(Vec<Expr>),
}

/// How the compiled program shows that it is there.
pub enum Sign {
    /// By itself: it calls an error function or fails an assertion.
    Own,
    /// It comes to a label.
    Label(Label),
    /// A condition is true at some line.
    Watch(Watch),
}

impl<'a> Target<'a> {
    /// Where executions that refute a property end.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn of(cfg: &'a Cfg, property: &'a Formula) -> Result<Target<'a>, String> {
        if let Some(kind) = Kind::place(property) {
            return Ok(Target { cfg, property, kind });
        }
        let always = Always::of(property).ok_or("a run does not show that this property fails")?;
        let names = Names::new(cfg);
        let locations = (0..cfg.locations.len()).map(CfgLocId::from);
        let conditions =
            locations.map(|at| always.at(cfg, &names, at)).collect::<Result<_, _>>()?;
        Ok(Target { cfg, property, kind: Kind::State(conditions) })
    }

    /// Tells whether an execution has arrived, at none of the places `passed`.
    pub fn has_arrived<'t>(
        &'t self,
        passed: &'t [CfgLocId],
    ) -> impl FnMut(CfgLocId, &mut Values<'_>) -> bool + 't {
        // Before the start static variables may have any value, and properties are not judged.
        let mut judged = false;
        move |at, value| {
            judged |= at == self.cfg.start;
            let location = &self.cfg.locations[at];
            !passed.contains(&at)
                && match &self.kind {
                    Kind::Failure => location.kind == LocationKind::Failed,
                    Kind::Label(label) => location.labels.iter().any(|own| own == label),
                    Kind::Function(function) => location.enters.as_deref() == Some(*function),
                    Kind::State(all) => judged && value(&all[at.index()]) == Some(0),
                }
        }
    }

    /// The label at which a run would show that it has arrived, if it does not do so by itself.
    ///
    /// # Errors
    /// Why it cannot show that.
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
            Kind::Function(_) | Kind::State(_) => {
                Err("a run shows only that no error is reached".to_owned())
            }
        }
    }

    /// How the compiled program shows that it has arrived.
    ///
    /// # Errors
    /// Why it does not.
    pub fn place(&self, at: CfgLocId) -> Result<Sign, String> {
        let location = &self.cfg.locations[at];
        match &self.kind {
            Kind::Failure | Kind::Function("reach_error" | "__VERIFIER_error") => Ok(Sign::Own),
            Kind::Label(name) => {
                let source =
                    location.source.clone().ok_or("the place of the label is not known")?;
                let name = (*name).to_owned();
                Ok(Sign::Label(Label { file: source.file, line: source.line, name }))
            }
            Kind::Function(_) | Kind::State(_) => match location.kind {
                LocationKind::Failed if is_violated_by_failure(self.property) => Ok(Sign::Own),
                LocationKind::Normal => watch(self.cfg, self.property, at).map(Sign::Watch),
                _ => Err("the state is behind the end of the program".to_owned()),
            },
        }
    }
}

impl<'a> Kind<'a> {
    /// The place that a property says is never reached, if it says no more.
    fn place(property: &'a Formula) -> Option<Kind<'a>> {
        let avoided = match Always::of(property)? {
            Always::True(Formula::Not(avoided)) => avoided,
            Always::True(_) => return None,
            Always::False(avoided) => avoided,
        };
        match avoided {
            Formula::Atom(Atom::Failed, _) => Some(Kind::Failure),
            Formula::Atom(Atom::At { label, procedure: None }, _) => Some(Kind::Label(label)),
            Formula::Atom(Atom::Enter(function), _) => Some(Kind::Function(function)),
            _ => None,
        }
    }
}
