//! What a formula can see of a graph.
//!
//! Conditions are C, and are not resolved here: every variable counts as mentioned whose C name
//! contains an identifier of a condition, in whatever scope. Where a condition may look into
//! memory, or names something that is not a variable, all regions count. To mention too much is
//! safe; it only leaves more to later stages.

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::property::{Atom, Formula};

use super::PassContext;

impl PassContext {
    /// What `formula` can see of `cfg`. Labels count only if it names them.
    pub fn of_formula(cfg: &Cfg, formula: &Formula) -> PassContext {
        let mut context = PassContext { labels: false, ..PassContext::default() };
        context.see_formula(cfg, formula);
        context.mentioned.sort_unstable();
        context.mentioned.dedup();
        context.locations.sort_unstable();
        context.locations.dedup();
        context
    }

    /// Adds the variables that a C expression can mention.
    pub fn mention(&mut self, cfg: &Cfg, text: &str) {
        let mut memory = text.contains(['*', '[', '.', '&']) || text.contains("->");
        for word in words(text) {
            let before = self.mentioned.len();
            for (index, variable) in cfg.variables.iter().enumerate() {
                let c_name = variable.c_name.as_deref().unwrap_or_default();
                if words(&variable.name).chain(words(c_name)).any(|other| other == word) {
                    self.mentioned.push(CfgVarId::from(index));
                }
            }
            memory |= self.mentioned.len() == before;
        }
        if memory {
            let regions =
                cfg.variables.iter().enumerate().filter(|(_, var)| var.ty.as_array().is_some());
            self.mentioned.extend(regions.map(|(index, _)| CfgVarId::from(index)));
        }
    }

    fn see_formula(&mut self, cfg: &Cfg, formula: &Formula) {
        match formula {
            Formula::Const(_) | Formula::Var(..) => {}
            Formula::Atom(atom, _) => self.see_atom(cfg, atom),
            Formula::Not(a) | Formula::Along(_, _, a) | Formula::Fixpoint(_, _, a) => {
                self.see_formula(cfg, a);
            }
            Formula::Step(_, _, a) => {
                self.next_free = false;
                self.see_formula(cfg, a);
            }
            Formula::And(operands) | Formula::Or(operands) => {
                operands.iter().for_each(|operand| self.see_formula(cfg, operand));
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
                self.see_formula(cfg, a);
                self.see_formula(cfg, b);
            }
        }
    }

    fn see_atom(&mut self, cfg: &Cfg, atom: &Atom) {
        let mut add = |is: &dyn Fn(&belnap_ir::cfg::Location) -> bool| {
            for (index, location) in cfg.locations.iter().enumerate() {
                if is(location) {
                    self.locations.push(CfgLocId::from(index));
                }
            }
        };
        match atom {
            Atom::At { label, .. } => add(&|location| location.labels.contains(label)),
            Atom::AtLine(line) => add(&|location| location.source.as_ref() == Some(line)),
            Atom::Enter(function) => add(&|location| location.enters.as_ref() == Some(function)),
            Atom::Halted | Atom::Failed => {}
            Atom::Named(text) | Atom::Condition(text) => self.mention(cfg, text),
        }
    }
}

/// The identifiers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}
