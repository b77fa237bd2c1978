//! The line of assignments before the start: first values of static objects.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use indexmap::IndexMap;

use super::reachable::ReachableCode;
use super::translate::Translator;
use crate::mir::{NoteId, ObjectId, Origin};

/// Limit on the variables that one edge changes.
const MAX_CHANGES: usize = 32;
/// Deepest expression of such an edge.
const MAX_DEPTH: usize = 60;

/// An edge of the line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What changes at once.
    pub changes: Vec<(CfgVarId, Expr)>,
    /// The first initialiser it stands for.
    pub at: Origin,
    /// It stands for several.
    pub more: bool,
    /// Entries of the ledger.
    pub notes: Vec<NoteId>,
}

/// The edges of the line, in order.
pub(super) fn lines(
    translator: &mut Translator<'_, '_>,
    counters: &[(CfgVarId, ObjectId)],
    code: &ReachableCode,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut current: Option<Open> = None;
    let program = translator.program();
    for (index, step) in program.initial.iter().enumerate() {
        if !code.initial[index] {
            continue;
        }
        translator.begin();
        translator.at = step.at;
        let emitted = translator.step(&step.op, true, true);
        let prelude = std::mem::take(&mut translator.prelude);
        for emitted in prelude.into_iter().chain(emitted) {
            // What is not known stays arbitrary, as it is at the entry.
            if let Operation::Assign(changes) = emitted.operation
                && !changes.is_empty()
            {
                let notes: Vec<NoteId> = emitted.notes.iter().chain(&step.notes).copied().collect();
                add(&mut current, &mut lines, changes, step.at, &notes);
            }
        }
    }
    for &(var, object) in counters {
        let memory = translator.memory;
        let sources = translator.sources;
        let id = translator.tables.object(memory, &sources, object, true);
        let at = code.sites.get(&object).map_or(program.objects[object].at, |site| site.at);
        add(&mut current, &mut lines, vec![(var, Expr::Address(id))], at, &[]);
    }
    for (var, value) in translator.ghosts.initials.clone() {
        let at = program.functions[program.entry].at;
        add(&mut current, &mut lines, vec![(var, value)], at, &[]);
    }
    lines.extend(current.map(Open::close));
    lines
}

/// An edge to which more can be added.
struct Open {
    changes: IndexMap<CfgVarId, Expr>,
    at: Origin,
    more: bool,
    notes: Vec<NoteId>,
}

impl Open {
    fn close(self) -> Line {
        let mut changes: Vec<(CfgVarId, Expr)> = self.changes.into_iter().collect();
        changes.sort_unstable_by_key(|(var, _)| *var);
        Line { changes, at: self.at, more: self.more, notes: self.notes }
    }

    /// Whether a change can happen at the same time as those before it.
    fn accepts(&self, changes: &[(CfgVarId, Expr)]) -> bool {
        self.changes.len() + changes.len() <= MAX_CHANGES
            && changes.iter().all(|(var, expr)| {
                let mut depth = 0;
                let reads = self.reads(*var, expr, &mut depth);
                let below = self.changes.get(var).map_or(0, Expr::depth);
                let replaces = self.changes.contains_key(var) && depth == 0;
                !reads && !replaces && below + depth <= MAX_DEPTH
            })
    }

    /// Whether an expression reads what changes, but for the region that it changes itself;
    /// counts the changes of that.
    fn reads(&self, var: CfgVarId, expr: &Expr, depth: &mut usize) -> bool {
        let mut at = expr;
        loop {
            let (base, rest) = match at {
                Expr::Write(operands) => (&operands[0], &operands[1..]),
                Expr::Splice(operands) => (&operands[0], &operands[1..]),
                Expr::Var(found) if *found == var => return false,
                other => return self.reads_changed(other),
            };
            if rest.iter().any(|operand| self.reads_changed(operand)) {
                return true;
            }
            *depth += 1;
            at = base;
        }
    }

    fn reads_changed(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| found |= self.changes.contains_key(&var));
        found
    }
}

fn add(
    current: &mut Option<Open>,
    lines: &mut Vec<Line>,
    changes: Vec<(CfgVarId, Expr)>,
    at: Origin,
    notes: &[NoteId],
) {
    if let Some(open) = current.take_if(|open| !open.accepts(&changes)) {
        lines.push(open.close());
    }
    let open = current.get_or_insert_with(|| Open {
        changes: IndexMap::new(),
        at,
        more: false,
        notes: Vec::new(),
    });
    open.more |= open.at != at;
    open.notes.extend(notes);
    for (var, expr) in changes {
        let expr = match open.changes.swap_remove(&var) {
            Some(old) => on_top(var, expr, old),
            None => expr,
        };
        open.changes.insert(var, expr);
    }
}

/// The expression with the region it changes replaced by what that is already.
fn on_top(var: CfgVarId, mut expr: Expr, old: Expr) -> Expr {
    let mut at = &mut expr;
    loop {
        match at {
            Expr::Write(operands) => at = &mut operands[0],
            Expr::Splice(operands) => at = &mut operands[0],
            Expr::Var(found) if *found == var => {
                *at = old;
                return expr;
            }
            _ => return expr,
        }
    }
}
