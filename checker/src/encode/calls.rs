//! Which procedures of a program call which: what lies on a call cycle, and what calls can change.

use std::collections::{BTreeSet, VecDeque};

use belnap_ir::boolprog::{BoolProgram, Ident, Name, Procedure, StmtKind};
use belnap_ir::diagnostic::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use super::scan::visit;

/// The calls of a program.
pub struct Calls<'a> {
    program: &'a BoolProgram,
    index: FxHashMap<&'a Name, usize>,
    /// By procedure: those it calls.
    callees: Vec<Vec<(usize, &'a Ident)>>,
    /// By procedure: itself and all that it leads to, ascending.
    reachable: Vec<Vec<usize>>,
    recursive: Vec<bool>,
}

impl<'a> Calls<'a> {
    /// Finds them.
    pub fn of(program: &'a BoolProgram) -> Self {
        let procedures = program.procedures.iter().enumerate();
        let index: FxHashMap<&Name, usize> =
            procedures.map(|(i, procedure)| (&procedure.name.name, i)).collect();
        let callees: Vec<Vec<(usize, &Ident)>> = program
            .procedures
            .iter()
            .map(|procedure| {
                let mut callees = Vec::new();
                visit(&procedure.body, &mut |stmt, _| {
                    if let StmtKind::Call { callee, .. } = &stmt.kind {
                        callees.push((index[&callee.name], callee));
                    }
                });
                callees
            })
            .collect();
        let reachable: Vec<Vec<usize>> = (0..callees.len()).map(|p| reach(&callees, p)).collect();
        let recursive = callees
            .iter()
            .enumerate()
            .map(|(p, own)| own.iter().any(|(callee, _)| reachable[*callee].contains(&p)))
            .collect();
        Calls { program, index, callees, reachable, recursive }
    }

    /// Whether some procedure can call itself.
    pub fn has_cycle(&self) -> bool {
        self.recursive.contains(&true)
    }

    /// Whether a procedure can call itself.
    pub fn is_recursive(&self, procedure: &Procedure) -> bool {
        self.recursive[self.index[&procedure.name.name]]
    }

    /// A procedure and all that it can call.
    pub fn reachable(&self, procedure: &Procedure) -> impl Iterator<Item = &'a Procedure> {
        let own = &self.reachable[self.index[&procedure.name.name]];
        own.iter().map(|index| &self.program.procedures[*index])
    }

    /// The globals that a call of a procedure can change.
    pub fn changed(&self, procedure: &Procedure) -> FxHashSet<&'a Name> {
        let mut changed = FxHashSet::default();
        for procedure in self.reachable(procedure) {
            let own: FxHashSet<&Name> = own_names(procedure).collect();
            visit(&procedure.body, &mut |stmt, _| {
                let (StmtKind::Assign { targets, .. } | StmtKind::Call { targets, .. }) =
                    &stmt.kind
                else {
                    return;
                };
                let names = targets.iter().flatten().map(|target| &target.name);
                changed.extend(names.filter(|name| !own.contains(name)));
            });
        }
        changed
    }

    /// The actions of steps inside of a call of a procedure.
    pub fn actions(&self, procedure: &Procedure) -> BTreeSet<&'a Name> {
        let mut actions = BTreeSet::new();
        for procedure in self.reachable(procedure) {
            visit(&procedure.body, &mut |stmt, _| actions.extend(&stmt.action));
        }
        actions
    }

    /// Names of globals that mean something else inside of a call of a procedure.
    pub fn hidden(&self, procedure: &Procedure) -> Vec<&'a Name> {
        let own: FxHashSet<&Name> = self.reachable(procedure).flat_map(own_names).collect();
        let globals = self.program.globals.iter().map(|global| &global.name);
        globals.filter(|name| own.contains(name)).collect()
    }

    /// Refuses call cycles, naming one.
    ///
    /// # Errors
    /// The cycle.
    pub fn refuse_cycles(&self) -> Result<(), Diagnostic> {
        let Some(first) = self.recursive.iter().position(|recursive| *recursive) else {
            return Ok(());
        };
        // A shortest one, from the call that closes it back to where it began.
        let mut came_from: FxHashMap<usize, usize> = FxHashMap::default();
        let mut work = VecDeque::from([first]);
        let mut closing = None;
        while let Some(at) = work.pop_front() {
            for (callee, ident) in &self.callees[at] {
                if *callee == first {
                    closing = closing.or(Some((at, *ident)));
                } else if !came_from.contains_key(callee) {
                    came_from.insert(*callee, at);
                    work.push_back(*callee);
                }
            }
        }
        let Some((mut at, last)) = closing else { return Ok(()) };
        let mut cycle = vec![first, at];
        while at != first {
            at = came_from[&at];
            cycle.push(at);
        }
        cycle.reverse();
        let names: Vec<String> =
            cycle.into_iter().map(|at| self.program.procedures[at].name.name.to_string()).collect();
        Err(Diagnostic::at(
            "encode-recursion",
            last.span,
            format!("recursion is not supported here: {}", names.join(" -> ")),
        )
        .note("procedures are expanded at their calls, which a call cycle prevents"))
    }
}

/// The parameters and locals of a procedure.
fn own_names(procedure: &Procedure) -> impl Iterator<Item = &Name> {
    procedure.params.iter().chain(&procedure.locals).map(|ident| &ident.name)
}

/// A procedure and all that it leads to, ascending.
fn reach(callees: &[Vec<(usize, &Ident)>], from: usize) -> Vec<usize> {
    let mut seen = vec![false; callees.len()];
    seen[from] = true;
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        for (callee, _) in &callees[at] {
            if !std::mem::replace(&mut seen[*callee], true) {
                work.push(*callee);
            }
        }
    }
    (0..seen.len()).filter(|at| seen[*at]).collect()
}
