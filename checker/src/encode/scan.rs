//! What is known of a program before it is expanded: which statements guard branches or are ends.

use belnap_ir::boolprog::{Expr, Ident, Name, Procedure, Stmt, StmtKind};
use belnap_ir::kripke::LocationKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Statements of a procedure of our dialect that are more, or less, than a step.
#[derive(Default)]
pub struct Special {
    /// Those with an `assume` that only gotos with several targets lead to.
    pub guards: FxHashSet<*const Stmt>,
    /// Those that are themselves the place where an execution ends.
    pub ends: FxHashMap<*const Stmt, LocationKind>,
}

impl Special {
    /// Finds them.
    pub fn of(procedure: &Procedure) -> Special {
        let in_main = procedure.name.name == Name::Plain("main".to_owned());
        let mut gotos: FxHashMap<&Name, bool> = FxHashMap::default();
        let mut ends = FxHashMap::default();
        visit(&procedure.body, &mut |stmt, _| {
            if let StmtKind::Goto(targets) = &stmt.kind {
                for target in targets {
                    let branches = gotos.entry(&target.name).or_insert(true);
                    *branches &= targets.len() > 1;
                }
            }
            ends.extend(end(stmt, in_main).map(|kind| (stmt as *const Stmt, kind)));
        });
        let mut guards = FxHashSet::default();
        visit(&procedure.body, &mut |stmt, before| {
            let falls_in = before.is_none_or(|before| {
                !matches!(before.kind, StmtKind::Goto(_) | StmtKind::Return(_))
                    && !ends.contains_key(&(before as *const Stmt))
            });
            let mut uses = stmt.labels.iter().filter_map(|label| gotos.get(&label.name)).peekable();
            if matches!(stmt.kind, StmtKind::Assume(_) | StmtKind::Assign { assume: Some(_), .. })
                && !falls_in
                && uses.peek().is_some()
                && uses.all(|branches| *branches)
            {
                guards.insert(stmt as *const Stmt);
            }
        });
        Special { guards, ends }
    }
}

/// Which end a statement is: a labelled `return` of `main` without results, or a labelled
/// `assert(false)`.
fn end(stmt: &Stmt, in_main: bool) -> Option<LocationKind> {
    match &stmt.kind {
        _ if stmt.labels.is_empty() => None,
        StmtKind::Return(values) if in_main && values.is_empty() => Some(LocationKind::Halted),
        StmtKind::Assert(Expr::Const(false)) => Some(LocationKind::Failed),
        _ => None,
    }
}

/// The target of a `goto` that is not a step: without a label and with one target.
pub fn plain_goto(stmt: &Stmt) -> Option<&Ident> {
    match &stmt.kind {
        StmtKind::Goto(targets) if stmt.labels.is_empty() => match targets.as_slice() {
            [target] => Some(target),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `f` on each statement with the one before it in its block.
pub fn visit<'a>(body: &'a [Stmt], f: &mut dyn FnMut(&'a Stmt, Option<&'a Stmt>)) {
    let mut before = None;
    for stmt in body {
        f(stmt, before);
        before = Some(stmt);
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for (_, block) in branches {
                    visit(block, f);
                }
                if let Some(block) = otherwise {
                    visit(block, f);
                }
            }
            StmtKind::While { body, .. } => visit(body, f),
            _ => {}
        }
    }
}
