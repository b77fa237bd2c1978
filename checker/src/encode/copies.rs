//! One copy of each recursive procedure, for summaries.
//!
//! A call of such a procedure has two kinds of steps. One leads into the copy, where the way back
//! is forgotten: control stays at a return. The other leads over the call, and is filled in from
//! the procedure's summary later. So control gets to a place with some values just if it does in
//! the program, and what comes next there is not what it is in the program.

use belnap_formats::boolprog::print_statement;
use belnap_ir::boolprog::{Expr, Ident, Procedure, Stmt};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{LocId, ScopeId, VarId};

use super::flatten::{Exit, Expansion, FlatProgram, Guard, Value};

/// What an edge has to do with copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role<'a> {
    /// Nothing.
    Step,
    /// It leads into the callee of a call.
    Into(usize),
    /// It leads over a call.
    Over(usize),
    /// It stays at a return of a copy; its values, unless they are arbitrary.
    Return(usize, Option<&'a [Expr]>),
}

/// A copy of a procedure.
pub struct Copy<'a> {
    /// The procedure.
    pub procedure: &'a Procedure,
    /// Its scope.
    pub scope: ScopeId,
    /// Its first location, if control gets there.
    pub first: Option<LocId>,
    /// The globals that calls of it can change, ascending.
    pub changed: Vec<VarId>,
}

/// A call of a procedure that has a copy.
#[derive(Clone)]
pub struct Call {
    /// The number of the copy.
    pub copy: usize,
    /// What the results are assigned to; none at all if they are discarded.
    pub targets: Vec<Option<VarId>>,
}

impl<'a> Expansion<'a> {
    /// A call of a recursive procedure.
    pub(super) fn call_of_copy(
        &mut self,
        at: LocId,
        stmt: &'a Stmt,
        (procedure, args): (&'a Procedure, &'a [Expr]),
        caller: ScopeId,
        exit: &Exit<'a>,
    ) -> Result<(), Diagnostic> {
        let copy = self.copy(procedure)?;
        let scope = self.flat.copies[copy].scope;
        let number = self.flat.calls_of_copies.len();
        let targets: &[Option<Ident>] = exit.targets.map_or(&[], |(targets, _)| targets);
        let target = |target: &Option<Ident>| {
            target.as_ref().map(|target| self.flat.resolve(&target.name, caller))
        };
        let targets = targets.iter().map(target).collect();
        self.flat.calls_of_copies.push(Call { copy, targets });
        let mut updates = self.passed(procedure, scope, args, caller);
        updates.extend(self.left(caller, scope).into_iter().map(|var| (var, Value::Parked)));
        updates.sort_by_key(|(var, _)| *var);
        let text = print_statement(stmt);
        let over = format!("{text} returns");
        let edge = self.edge(at, at, caller, Guard::Always, text, stmt.origin.clone());
        edge.updates = updates;
        edge.role = Role::Into(number);
        let edge = self.edge(at, exit.to, caller, Guard::Unknown, over, stmt.origin.clone());
        edge.role = Role::Over(number);
        Ok(())
    }

    /// The number of a procedure's copy.
    fn copy(&mut self, procedure: &'a Procedure) -> Result<usize, Diagnostic> {
        let known =
            self.flat.copies.iter().position(|copy| std::ptr::eq(copy.procedure, procedure));
        if let Some(known) = known {
            return Ok(known);
        }
        let scope = self.enter_scope(procedure, Some(ScopeId(0)));
        let changed = self.flat.calls.changed(procedure);
        let mut changed: Vec<VarId> = changed.iter().map(|name| self.flat.globals[name]).collect();
        changed.sort_unstable();
        let copy = self.flat.copies.len();
        // Calls on the way lead to a location that is known only when all are laid out.
        self.flat.copies.push(Copy { procedure, scope, first: None, changed });
        let exit = Exit { to: LocId(0), targets: None, copy: Some(copy) };
        let path = procedure.name.name.to_string();
        self.flat.copies[copy].first = Some(self.procedure(procedure, scope, &path, &exit)?);
        Ok(copy)
    }

    /// The variables of activations that a call into a copy leaves for ever.
    fn left(&self, caller: ScopeId, copy: ScopeId) -> Vec<VarId> {
        let scopes = &self.flat.scopes;
        std::iter::successors(Some(caller), |scope| scopes[*scope].caller)
            .filter(|scope| scope.0 != 0 && *scope != copy)
            .flat_map(|scope| scopes[scope].variables.values().copied())
            .collect()
    }
}

/// Lets calls lead to where copies begin.
pub fn connect(flat: &mut FlatProgram<'_>) {
    for edge in &mut flat.edges {
        if let Role::Into(call) = edge.role
            && let Some(first) = flat.copies[flat.calls_of_copies[call].copy].first
        {
            edge.to = first;
        }
    }
}
