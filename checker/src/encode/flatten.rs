//! Boolean programs to one flat graph: procedures expanded at their calls, structured statements
//! turned into guarded edges.
//!
//! What a reader would guess wrong: in our dialect an `assume`, or an assignment with one, that is
//! the target of a `goto` with several targets guards the *branch*: the `goto` and it are one step,
//! as the edge of the CFG that the program abstracts. In the classic dialect the choice comes first
//! and the `assume` may block. An unlabelled `goto L` is not a step of its own. Of a recursive
//! procedure so many activations are expanded; what a call does that leads deeper is not known
//! (`deeper`).

use belnap_formats::boolprog::{print_expr, print_statement};
use belnap_ir::boolprog::{
    BoolProgram, Dialect, Expr, Ident, Name, Origin, Procedure, Stmt, StmtKind,
};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{LocId, ScopeId, TiVec, VarId};
use belnap_ir::kripke::LocationKind;
use belnap_ir::span::SourceLine;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Recursion;
use super::calls::Calls;
use super::copies::{self, Call, Copy, Role};
use super::scan::{Special, plain_goto, visit};

/// Where an edge's value for a variable comes from.
#[derive(Clone)]
pub enum Value<'a> {
    /// An expression of the program, read in the given activation.
    Expr(&'a Expr, ScopeId),
    /// Uninitialised: a real choice or unknown, by what the variable is.
    Arbitrary,
    /// The variable has gone out of scope; it is parked at false.
    Parked,
    /// Nothing is known of it.
    Unknown,
}

/// A guard, read in the scope of the edge's source.
#[derive(Clone)]
pub enum Guard<'a> {
    /// Always.
    Always,
    /// It is not known when.
    Unknown,
    /// All of these, each as it stands or negated.
    All(Vec<(&'a Expr, bool)>),
}

/// A location before functions are built.
pub struct FlatLocation {
    pub name: String,
    pub labels: Vec<String>,
    pub scope: ScopeId,
    pub kind: LocationKind,
    pub enters: Option<String>,
    pub source: Option<SourceLine>,
}

/// An edge before functions are built.
#[derive(Clone)]
pub struct FlatEdge<'a> {
    pub from: LocId,
    pub to: LocId,
    pub scope: ScopeId,
    pub guard: Guard<'a>,
    pub updates: Vec<(VarId, Value<'a>)>,
    pub constrain: Option<&'a Expr>,
    pub action: Option<String>,
    pub statement: String,
    pub origin: Option<Origin>,
    pub role: Role<'a>,
}

/// A statement that guards the branches leading to it, with a location that `tidy` removes.
pub struct BranchGuard {
    pub at: LocId,
    pub stmt: *const Stmt,
    /// Its labels may name the state after it, if nothing else leads there.
    pub names_next: bool,
}

/// One activation.
pub struct FlatScope<'a> {
    pub procedure: &'a Procedure,
    pub caller: Option<ScopeId>,
    /// Parameters and locals, by name.
    pub variables: FxHashMap<&'a Name, VarId>,
    /// It stands for the procedure's activation and all that it leads to, without their locals.
    pub is_deeper: bool,
}

/// A variable before functions are built.
pub struct FlatVariable {
    pub name: Name,
    pub scope: Option<ScopeId>,
}

/// The expanded program.
pub struct FlatProgram<'a> {
    pub program: &'a BoolProgram,
    pub calls: Calls<'a>,
    pub globals: FxHashMap<&'a Name, VarId>,
    pub variables: Vec<FlatVariable>,
    pub scopes: TiVec<ScopeId, FlatScope<'a>>,
    pub locations: TiVec<LocId, FlatLocation>,
    pub edges: Vec<FlatEdge<'a>>,
    pub entry: LocId,
    pub prefix: u32,
    /// Statements that only guard branches: their labels name no state.
    pub stateless: FxHashSet<*const Stmt>,
    /// Copies of recursive procedures.
    pub copies: Vec<Copy<'a>>,
    /// Calls of them, by number.
    pub calls_of_copies: Vec<Call>,
}

impl FlatProgram<'_> {
    /// The variable a name means in an activation. The program is validated, so it exists.
    pub fn resolve(&self, name: &Name, scope: ScopeId) -> VarId {
        let scope = &self.scopes[scope];
        *scope
            .variables
            .get(name)
            .or_else(|| self.globals.get(name))
            .expect("validated: every variable is declared")
    }
}

/// The action that a name of a program stands for.
pub(super) fn action_name(name: &Name) -> String {
    match name {
        Name::Plain(text) | Name::Quoted(text) => text.clone(),
    }
}

/// Expands `program`, refusing more than `limit` locations.
///
/// # Errors
/// If the program is too large, or recursive and that is refused.
pub fn flatten(
    program: &BoolProgram,
    limit: usize,
    recursion: Recursion,
) -> Result<FlatProgram<'_>, Diagnostic> {
    let calls = Calls::of(program);
    let levels = match recursion {
        Recursion::Refused => {
            calls.refuse_cycles()?;
            Some(1)
        }
        Recursion::Levels(levels) => Some(levels.max(1)),
        Recursion::Summaries => None,
    };
    let main = program
        .procedure(&Name::Plain("main".to_owned()))
        .expect("validated: there is a procedure main");
    let mut flat = FlatProgram {
        program,
        calls,
        globals: FxHashMap::default(),
        variables: Vec::new(),
        scopes: TiVec::new(),
        locations: TiVec::new(),
        edges: Vec::new(),
        entry: LocId(0),
        prefix: 0,
        stateless: FxHashSet::default(),
        copies: Vec::new(),
        calls_of_copies: Vec::new(),
    };
    for global in &program.globals {
        let id = VarId::from(flat.variables.len());
        flat.variables.push(FlatVariable { name: global.name.clone(), scope: None });
        flat.globals.insert(&global.name, id);
    }
    let mut expansion = Expansion { flat, limit, levels, guards: Vec::new() };
    let main_scope = expansion.enter_scope(main, None);
    let halted = expansion.location("halted".to_owned(), main_scope, LocationKind::Halted, None)?;
    expansion.edge(halted, halted, main_scope, Guard::Always, "halted".to_owned(), None);
    let exit = Exit { to: halted, targets: None, copy: None };
    let entry = expansion.procedure(main, main_scope, "main", &exit)?;
    let Expansion { mut flat, guards, .. } = expansion;
    flat.entry = entry;
    copies::connect(&mut flat);
    super::graph::tidy(&mut flat, &guards);
    Ok(flat)
}

/// Longest name of an activation, which grows with each nested call.
const MAX_CALL_PATH: usize = 4000;

/// Where a procedure's return leads, and what it assigns in the caller.
pub(super) struct Exit<'a> {
    pub(super) to: LocId,
    pub(super) targets: Option<(&'a [Option<Ident>], ScopeId)>,
    /// The copy that this is the end of, where the way back is forgotten.
    pub(super) copy: Option<usize>,
}

/// What a `goto` or the end of a block leads to.
#[derive(Clone, Copy)]
struct Next(LocId);

pub(super) struct Expansion<'a> {
    pub(super) flat: FlatProgram<'a>,
    limit: usize,
    /// Activations of a recursive procedure that may be there at a time; `None` if there is one
    /// copy of each.
    levels: Option<u32>,
    guards: Vec<BranchGuard>,
}

/// The locations of one activation's statements, by address of the statement.
struct Layout<'a> {
    scope: ScopeId,
    of: FxHashMap<*const Stmt, LocId>,
    labels: FxHashMap<&'a Name, &'a Stmt>,
    /// What is special about statements of our dialect.
    special: Special,
}

impl<'a> Expansion<'a> {
    pub(super) fn enter_scope(
        &mut self,
        procedure: &'a Procedure,
        caller: Option<ScopeId>,
    ) -> ScopeId {
        let id = ScopeId::from(self.flat.scopes.len());
        let mut variables = FxHashMap::default();
        for ident in procedure.params.iter().chain(&procedure.locals) {
            let var = VarId::from(self.flat.variables.len());
            self.flat.variables.push(FlatVariable { name: ident.name.clone(), scope: Some(id) });
            variables.insert(&ident.name, var);
        }
        self.flat.scopes.push(FlatScope { procedure, caller, variables, is_deeper: false });
        id
    }

    /// Whether as many activations of a recursive procedure are there as may be.
    fn is_too_deep(&self, procedure: &'a Procedure, caller: ScopeId) -> bool {
        if !self.flat.calls.is_recursive(procedure) {
            return false;
        }
        let scopes = &self.flat.scopes;
        let callers = std::iter::successors(Some(caller), |scope| scopes[*scope].caller);
        let own = callers.filter(|scope| std::ptr::eq(scopes[*scope].procedure, procedure));
        self.levels.is_some_and(|levels| own.count() >= levels as usize)
    }

    pub(super) fn location(
        &mut self,
        name: String,
        scope: ScopeId,
        kind: LocationKind,
        source: Option<SourceLine>,
    ) -> Result<LocId, Diagnostic> {
        if self.flat.locations.len() >= self.limit {
            return Err(Diagnostic::error(
                super::LOCATION_LIMIT,
                belnap_ir::diagnostic::Place::Whole,
                format!("the program expands to more than {} locations", self.limit),
            )
            .note("every call is expanded where it stands"));
        }
        let id = LocId::from(self.flat.locations.len());
        self.flat.locations.push(FlatLocation {
            name,
            labels: Vec::new(),
            scope,
            kind,
            enters: None,
            source,
        });
        Ok(id)
    }

    pub(super) fn edge(
        &mut self,
        from: LocId,
        to: LocId,
        scope: ScopeId,
        guard: Guard<'a>,
        statement: String,
        origin: Option<Origin>,
    ) -> &mut FlatEdge<'a> {
        self.flat.edges.push(FlatEdge {
            from,
            to,
            scope,
            guard,
            updates: Vec::new(),
            constrain: None,
            action: None,
            statement,
            origin,
            role: Role::Step,
        });
        self.flat.edges.last_mut().expect("just pushed")
    }

    /// Expands one activation and gives its first location.
    pub(super) fn procedure(
        &mut self,
        procedure: &'a Procedure,
        scope: ScopeId,
        path: &str,
        exit: &Exit<'a>,
    ) -> Result<LocId, Diagnostic> {
        // Falling off the end is a return of arbitrary values, with a location of its own.
        let end = self.location(format!("{path}:end"), scope, LocationKind::Normal, None)?;
        let mut layout = Layout {
            scope,
            of: FxHashMap::default(),
            labels: FxHashMap::default(),
            special: match self.flat.program.dialect {
                Dialect::Belnap => Special::of(procedure),
                Dialect::Classic => Special::default(),
            },
        };
        visit(&procedure.body, &mut |stmt, _| {
            layout.labels.extend(stmt.labels.iter().map(|label| (&label.name, stmt)));
        });
        let mut ordinal = 0;
        self.lay_out(&procedure.body, path, &mut layout, &mut ordinal)?;
        let first = self.first(&procedure.body, &layout, Next(end));
        self.flat.locations[first].enters = Some(procedure.name.name.to_string());
        self.block(&procedure.body, &layout, Next(end), path, exit)?;
        self.leave(end, None, "return".to_owned(), None, &layout, exit);
        Ok(first)
    }

    /// Makes a location for each statement, in order of the text.
    fn lay_out(
        &mut self,
        body: &'a [Stmt],
        path: &str,
        layout: &mut Layout<'a>,
        ordinal: &mut usize,
    ) -> Result<(), Diagnostic> {
        for stmt in body {
            *ordinal += 1;
            let local = match stmt.labels.first() {
                Some(label) => label.name.to_string(),
                // Labels may be numbers; no label ends like this.
                None if layout.labels.contains_key(&Name::Plain(ordinal.to_string())) => {
                    format!("{ordinal}'")
                }
                None => ordinal.to_string(),
            };
            let source = stmt.origin.as_ref().and_then(|origin| origin.source.clone());
            let end = layout.special.ends.get(&(stmt as *const Stmt));
            let kind = end.copied().unwrap_or(LocationKind::Normal);
            let id = self.location(format!("{path}:{local}"), layout.scope, kind, source)?;
            self.flat.locations[id].labels =
                stmt.labels.iter().map(|label| label.name.to_string()).collect();
            layout.of.insert(stmt, id);
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    for (_, block) in branches {
                        self.lay_out(block, path, layout, ordinal)?;
                    }
                    if let Some(block) = otherwise {
                        self.lay_out(block, path, layout, ordinal)?;
                    }
                }
                StmtKind::While { body, .. } => self.lay_out(body, path, layout, ordinal)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The location control is at before `body`, seeing through unlabelled plain gotos.
    fn first(&self, body: &'a [Stmt], layout: &Layout<'a>, next: Next) -> LocId {
        match body.first() {
            Some(stmt) => self.before(stmt, layout),
            None => next.0,
        }
    }

    fn before(&self, stmt: &'a Stmt, layout: &Layout<'a>) -> LocId {
        let mut stmt = stmt;
        // Only labelled statements are targets, so that the one here is no such goto again.
        if let Some(target) = plain_goto(stmt) {
            stmt = layout.labels[&target.name];
        }
        layout.of[&(stmt as *const Stmt)]
    }

    fn block(
        &mut self,
        body: &'a [Stmt],
        layout: &Layout<'a>,
        next: Next,
        path: &str,
        exit: &Exit<'a>,
    ) -> Result<(), Diagnostic> {
        for (index, stmt) in body.iter().enumerate() {
            let after = Next(self.first(&body[index + 1..], layout, next));
            if layout.special.guards.contains(&(stmt as *const Stmt)) {
                let names_next = matches!(stmt.kind, StmtKind::Assume(_))
                    && body.get(index + 1).is_none_or(|next| plain_goto(next).is_none());
                let at = layout.of[&(stmt as *const Stmt)];
                self.guards.push(BranchGuard { at, stmt, names_next });
            }
            self.statement(stmt, layout, after, path, exit)?;
        }
        Ok(())
    }

    fn statement(
        &mut self,
        stmt: &'a Stmt,
        layout: &Layout<'a>,
        next: Next,
        path: &str,
        exit: &Exit<'a>,
    ) -> Result<(), Diagnostic> {
        let at = layout.of[&(stmt as *const Stmt)];
        let scope = layout.scope;
        let text = || print_statement(stmt);
        let origin = || stmt.origin.clone();
        let action = || stmt.action.as_ref().map(action_name);
        if layout.special.ends.contains_key(&(stmt as *const Stmt)) {
            self.edge(at, at, scope, Guard::Always, text(), origin());
            return Ok(());
        }
        match &stmt.kind {
            StmtKind::Skip | StmtKind::Print(_) => {
                let edge = self.edge(at, next.0, scope, Guard::Always, text(), origin());
                edge.action = action();
            }
            StmtKind::Goto(targets) => self.goto(at, stmt, targets, layout),
            StmtKind::Assign { targets, values, constrain, assume } => {
                let updates = self.updates(targets, scope, values, scope);
                let guard = match assume {
                    Some(condition) => Guard::All(vec![(condition, true)]),
                    None => Guard::Always,
                };
                let edge = self.edge(at, next.0, scope, guard, text(), origin());
                edge.updates = updates;
                edge.constrain = constrain.as_ref();
                edge.action = action();
            }
            StmtKind::Call { targets, callee, args } => {
                self.call(at, stmt, (targets, callee, args), layout, next, path)?;
            }
            StmtKind::Return(values) => {
                self.leave(at, Some(values), text(), origin(), layout, exit);
            }
            StmtKind::If { branches, otherwise } => {
                let mut refused: Vec<(&'a Expr, bool)> = Vec::new();
                for (condition, block) in branches {
                    let to = self.first(block, layout, next);
                    let mut guard = refused.clone();
                    guard.push((condition, true));
                    let text = format!("assume({})", print_expr(condition));
                    self.edge(at, to, scope, Guard::All(guard), text, origin());
                    refused.push((condition, false));
                    self.block(block, layout, next, path, exit)?;
                }
                let block = otherwise.as_deref().unwrap_or_default();
                let to = self.first(block, layout, next);
                self.edge(at, to, scope, Guard::All(refused), "else".to_owned(), origin());
                self.block(block, layout, next, path, exit)?;
            }
            StmtKind::While { condition, body } => {
                let to = self.first(body, layout, Next(at));
                let text = print_expr(condition);
                let enter = Guard::All(vec![(condition, true)]);
                self.edge(at, to, scope, enter, format!("assume({text})"), origin());
                let leave = Guard::All(vec![(condition, false)]);
                self.edge(at, next.0, scope, leave, format!("assume(!({text}))"), origin());
                self.block(body, layout, Next(at), path, exit)?;
            }
            StmtKind::Assert(condition) => {
                let name = format!("{}!", self.flat.locations[at].name);
                let source = stmt.origin.as_ref().and_then(|origin| origin.source.clone());
                let failed = self.location(name, scope, LocationKind::Failed, source)?;
                self.edge(failed, failed, scope, Guard::Always, "failed".to_owned(), None);
                let passes = Guard::All(vec![(condition, true)]);
                self.edge(at, next.0, scope, passes, text(), origin());
                let fails = Guard::All(vec![(condition, false)]);
                self.edge(at, failed, scope, fails, format!("{} fails", text()), origin());
            }
            StmtKind::Assume(condition) => {
                let guard = Guard::All(vec![(condition, true)]);
                let edge = self.edge(at, next.0, scope, guard, text(), origin());
                edge.action = action();
            }
        }
        Ok(())
    }

    fn goto(&mut self, at: LocId, stmt: &'a Stmt, targets: &'a [Ident], layout: &Layout<'a>) {
        for target in targets {
            let to = self.before(layout.labels[&target.name], layout);
            let text = format!("goto {}", target.name);
            self.edge(at, to, layout.scope, Guard::Always, text, stmt.origin.clone());
        }
    }

    fn updates(
        &self,
        targets: &[Option<Ident>],
        target_scope: ScopeId,
        values: &'a [Expr],
        value_scope: ScopeId,
    ) -> Vec<(VarId, Value<'a>)> {
        let mut updates: Vec<_> = targets
            .iter()
            .zip(values)
            .filter_map(|(target, value)| {
                let target = target.as_ref()?;
                let var = self.flat.resolve(&target.name, target_scope);
                Some((var, Value::Expr(value, value_scope)))
            })
            .collect();
        updates.sort_by_key(|(var, _)| *var);
        updates
    }

    fn call(
        &mut self,
        at: LocId,
        stmt: &'a Stmt,
        (targets, callee, args): (&'a [Option<Ident>], &'a Ident, &'a [Expr]),
        layout: &Layout<'a>,
        next: Next,
        path: &str,
    ) -> Result<(), Diagnostic> {
        let procedure = self
            .flat
            .program
            .procedure(&callee.name)
            .expect("validated: every called procedure exists");
        if path.len() > MAX_CALL_PATH {
            return Err(Diagnostic::at(
                "encode-too-deep",
                callee.span,
                "calls are nested too deeply to be expanded",
            )
            .note(format!("down from main: {}…", path.chars().take(60).collect::<String>())));
        }
        let site = &self.flat.locations[at].name;
        let site = site.get(path.len() + 1..).unwrap_or_default();
        let path = format!("{path}/{site}.{}", callee.name);
        let exit = Exit { to: next.0, targets: Some((targets, layout.scope)), copy: None };
        if self.levels.is_none() && self.flat.calls.is_recursive(procedure) {
            return self.call_of_copy(at, stmt, (procedure, args), layout.scope, &exit);
        }
        if self.is_too_deep(procedure, layout.scope) {
            return self.deeper(at, stmt, procedure, layout.scope, path, &exit);
        }
        let scope = self.enter_scope(procedure, Some(layout.scope));
        let first = self.procedure(procedure, scope, &path, &exit)?;
        let updates = self.passed(procedure, scope, args, layout.scope);
        let text = print_statement(stmt);
        let edge = self.edge(at, first, layout.scope, Guard::Always, text, stmt.origin.clone());
        edge.updates = updates;
        Ok(())
    }

    /// The values of an activation's variables when it begins.
    pub(super) fn passed(
        &self,
        procedure: &'a Procedure,
        scope: ScopeId,
        args: &'a [Expr],
        caller: ScopeId,
    ) -> Vec<(VarId, Value<'a>)> {
        let formals = procedure.params.iter().zip(args).map(|(formal, actual)| {
            (self.flat.resolve(&formal.name, scope), Value::Expr(actual, caller))
        });
        let locals = procedure
            .locals
            .iter()
            .map(|local| (self.flat.resolve(&local.name, scope), Value::Arbitrary));
        let mut updates: Vec<_> = formals.chain(locals).collect();
        updates.sort_by_key(|(var, _)| *var);
        updates
    }

    /// The edge out of an activation: results go to the caller's variables, and the
    /// activation's own variables are parked.
    fn leave(
        &mut self,
        at: LocId,
        values: Option<&'a [Expr]>,
        text: String,
        origin: Option<Origin>,
        layout: &Layout<'a>,
        exit: &Exit<'a>,
    ) {
        if let Some(copy) = exit.copy {
            let results = self.flat.copies[copy].procedure.results as usize;
            let values = values.filter(|values| values.len() == results);
            let edge = self.edge(at, at, layout.scope, Guard::Always, text, origin);
            edge.role = Role::Return(copy, values);
            return;
        }
        let mut updates = Vec::new();
        if let Some((targets, caller)) = exit.targets {
            match values {
                Some(values) if values.len() == targets.len() => {
                    updates = self.updates(targets, caller, values, layout.scope);
                }
                // No values given (falling off the end, or a bare return): arbitrary ones.
                _ => {
                    let targets = targets.iter().flatten();
                    updates.extend(
                        targets.map(|target| {
                            (self.flat.resolve(&target.name, caller), Value::Arbitrary)
                        }),
                    );
                }
            }
            let own = &self.flat.scopes[layout.scope].variables;
            updates.extend(own.values().map(|var| (*var, Value::Parked)));
            updates.sort_by_key(|(var, _)| *var);
        }
        let edge = self.edge(at, exit.to, layout.scope, Guard::Always, text, origin);
        edge.updates = updates;
    }
}
