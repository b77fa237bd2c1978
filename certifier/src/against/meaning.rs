//! What the variables of a Boolean program say about states of the graph, and what its partial
//! expressions say about them.

use std::collections::BTreeMap;

use belnap_formats::condition::{self, Names};
use belnap_ir::boolprog::{BoolProgram, Expr, Ident, Name, Procedure};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr as Condition;
use belnap_ir::ids::{FunctionId, ScopeId};
use belnap_ir::span::Span;

use crate::smt::{Script, When, all, any, not};

/// A variable of a Boolean program.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name as the Boolean program writes it.
    pub name: Name,
    /// The condition it stands for; plain names stand for nothing.
    pub condition: Option<Condition>,
    /// Of the procedure, not of the program.
    pub local: bool,
}

/// The variables in scope of a procedure.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Each with its own number.
    pub variables: Vec<Variable>,
    numbers: BTreeMap<Name, usize>,
}

impl Scope {
    /// The number of a variable.
    pub fn number(&self, name: &Name) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The variables with a meaning: number and condition.
    pub fn predicates(&self) -> impl Iterator<Item = (usize, &Variable, &Condition)> {
        self.variables
            .iter()
            .enumerate()
            .filter_map(|(number, var)| var.condition.as_ref().map(|c| (number, var, c)))
    }
}

/// Reads the names of a program as conditions of a graph.
pub struct Reader<'a> {
    cfg: &'a Cfg,
    names: Names<'a>,
}

impl<'a> Reader<'a> {
    /// A reader for a graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        Reader { cfg, names: Names::new(cfg) }
    }

    /// The variables of the program alone.
    ///
    /// # Errors
    /// Names that are not conditions of the graph.
    pub fn globals(&self, program: &BoolProgram) -> Result<Scope, Vec<Diagnostic>> {
        self.scope(&program.globals, &[], FunctionId(0))
    }

    /// Variables with these names, numbered in this order.
    ///
    /// # Errors
    /// Names that are not conditions of the graph.
    pub fn named<'n>(
        &self,
        names: impl Iterator<Item = &'n Name>,
    ) -> Result<Scope, Vec<Diagnostic>> {
        let nowhere = Span::new(0, 0);
        let idents: Vec<Ident> =
            names.map(|name| Ident { name: name.clone(), span: nowhere }).collect();
        self.scope(&idents, &[], FunctionId(0))
    }

    /// The variables that a procedure sees.
    ///
    /// # Errors
    /// Names that are not conditions of the graph.
    pub fn of(
        &self,
        program: &BoolProgram,
        procedure: &Procedure,
        function: FunctionId,
    ) -> Result<Scope, Vec<Diagnostic>> {
        let own: Vec<Ident> = procedure.params.iter().chain(&procedure.locals).cloned().collect();
        self.scope(&program.globals, &own, function)
    }

    fn scope(
        &self,
        globals: &[Ident],
        own: &[Ident],
        function: FunctionId,
    ) -> Result<Scope, Vec<Diagnostic>> {
        let mut scope = Scope::default();
        let mut wrong = Vec::new();
        let tagged = globals.iter().map(|ident| (ident, false));
        for (ident, local) in tagged.chain(own.iter().map(|ident| (ident, true))) {
            let of = if local { function } else { FunctionId(0) };
            let condition = match &ident.name {
                Name::Plain(_) => None,
                Name::Quoted(text) => match self.condition(text, of) {
                    Ok(condition) => Some(condition),
                    Err(message) => {
                        wrong.push(Diagnostic::at("against-name", ident.span, message));
                        None
                    }
                },
            };
            // What is declared later hides what was declared before.
            scope.numbers.insert(ident.name.clone(), scope.variables.len());
            scope.variables.push(Variable { name: ident.name.clone(), condition, local });
        }
        if wrong.is_empty() { Ok(scope) } else { Err(wrong) }
    }

    /// A condition, as the function itself understands it; else as the one activation does that
    /// understands it.
    fn condition(&self, text: &str, function: FunctionId) -> Result<Condition, String> {
        let name = &self.cfg.functions[function].name;
        let own = self.cfg.scopes.iter().position(|s| s.function == *name && s.caller.is_none());
        let first = ScopeId::from(own.unwrap_or(0));
        let refused = match condition::parse(&self.names, text, Some(first)) {
            Ok(condition) => return Ok(condition),
            Err(refused) => refused,
        };
        let mut found: Vec<Condition> = Vec::new();
        for index in 0..self.cfg.scopes.len() {
            let scope = Some(ScopeId::from(index));
            if let Ok(condition) = condition::parse(&self.names, text, scope)
                && !found.contains(&condition)
            {
                found.push(condition);
            }
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(format!("no condition of the graph: {}", refused.message)),
            _ => Err("several activations have such variables; write unique names".to_owned()),
        }
    }
}

/// A partial truth value: where it is true for sure, and where false for sure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// True.
    pub truth: String,
    /// False.
    pub falsity: String,
}

impl Pair {
    /// A value that is known.
    pub fn exact(truth: String) -> Self {
        let falsity = not(&truth);
        Pair { truth, falsity }
    }
}

/// How variables are written.
pub struct Writing<'s> {
    /// The variables in scope.
    pub scope: &'s Scope,
    /// Those whose value says nothing about their condition, with what to write.
    pub stale: BTreeMap<usize, String>,
    /// The state that variables speak of.
    pub at: When,
}

impl<'s> Writing<'s> {
    /// All variables speak of the state before the step.
    pub fn before(scope: &'s Scope) -> Self {
        Writing { scope, stale: BTreeMap::new(), at: When::Before }
    }

    /// What a variable says, as text; a name that means nothing here is false.
    pub fn variable(&self, script: &mut Script<'_>, name: &Name) -> String {
        let Some(number) = self.scope.number(name) else { return "false".to_owned() };
        if let Some(written) = self.stale.get(&number) {
            return written.clone();
        }
        match &self.scope.variables[number].condition {
            Some(condition) if self.at == When::Before => {
                script.name(format!("p{number}"), condition, When::Before)
            }
            Some(condition) => script.term(condition, self.at),
            None => script.free(format!("b{number}")),
        }
    }

    /// A variable after the step.
    fn after(&self, script: &mut Script<'_>, name: &Name) -> String {
        let Some(number) = self.scope.number(name) else { return "false".to_owned() };
        match &self.scope.variables[number].condition {
            Some(condition) => script.term(condition, When::After),
            None => script.free(format!("c{number}")),
        }
    }

    /// What a partial expression says (`ir/src/boolprog.rs`); the place of a real choice in it, if
    /// there is one.
    ///
    /// # Errors
    /// The place of a real choice, if the expression has one.
    pub fn pair(&self, script: &mut Script<'_>, expr: &Expr) -> Result<Pair, Option<Span>> {
        let mut pairs = |operands: &[Expr]| -> Result<(Vec<String>, Vec<String>), Option<Span>> {
            let pairs: Result<Vec<Pair>, _> =
                operands.iter().map(|operand| self.pair(script, operand)).collect();
            Ok(pairs?.into_iter().map(|pair| (pair.truth, pair.falsity)).unzip())
        };
        Ok(match expr {
            Expr::Const(value) => Pair::exact(value.to_string()),
            Expr::Var(ident) => Pair::exact(self.variable(script, &ident.name)),
            Expr::Next(ident) => Pair::exact(self.after(script, &ident.name)),
            Expr::Star(_) => Pair { truth: "false".to_owned(), falsity: "false".to_owned() },
            Expr::Nondet(span) => return Err(Some(*span)),
            Expr::Schoose(..) => return Err(place(expr)),
            Expr::Choose(q, r) => {
                Pair { truth: self.pair(script, q)?.truth, falsity: self.pair(script, r)?.truth }
            }
            Expr::Not(operand) => {
                let pair = self.pair(script, operand)?;
                Pair { truth: pair.falsity, falsity: pair.truth }
            }
            Expr::And(operands) => {
                let (truths, falsities) = pairs(operands)?;
                Pair { truth: all(truths), falsity: any(falsities) }
            }
            Expr::Or(operands) => {
                let (truths, falsities) = pairs(operands)?;
                Pair { truth: any(truths), falsity: all(falsities) }
            }
            Expr::Implies(a, b) => {
                let (a, b) = (self.pair(script, a)?, self.pair(script, b)?);
                Pair { truth: any([a.falsity, b.truth]), falsity: all([a.truth, b.falsity]) }
            }
            Expr::Eq(a, b) | Expr::Ne(a, b) => {
                let (a, b) = (self.pair(script, a)?, self.pair(script, b)?);
                let same = any([
                    all([a.truth.clone(), b.truth.clone()]),
                    all([a.falsity.clone(), b.falsity.clone()]),
                ]);
                let differ = any([all([a.truth, b.falsity]), all([a.falsity, b.truth])]);
                match expr {
                    Expr::Eq(..) => Pair { truth: same, falsity: differ },
                    _ => Pair { truth: differ, falsity: same },
                }
            }
        })
    }
}

/// Where an expression stands, as far as it says.
pub fn place(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::Const(_) => None,
        Expr::Var(ident) | Expr::Next(ident) => Some(ident.span),
        Expr::Star(span) | Expr::Nondet(span) => Some(*span),
        Expr::Not(operand) => place(operand),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().find_map(place),
        Expr::Choose(a, b)
        | Expr::Schoose(a, b)
        | Expr::Ne(a, b)
        | Expr::Eq(a, b)
        | Expr::Implies(a, b) => place(a).or_else(|| place(b)),
    }
}
