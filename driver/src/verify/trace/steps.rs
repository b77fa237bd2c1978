//! The steps of an execution in C terms: calls, branches, assignments, inputs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use belnap_certifier::trigger::passes_check;
use belnap_engine::conclusion::ExecutedPath;
use belnap_execution::{Origin, StepValues};
use belnap_frontend::harness::is_harness;
use belnap_frontend::unsupported::VOLATILE;
use belnap_ir::cfg::{Cfg, Edge, LocationKind, Operation, Variable, VariableKind};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::Type;

use super::matter::Matters;
use super::scopes::{Scopes, is_of_system};
use super::source::{Construct, Kind, Sources};
use super::statement::{asked_value, assigned, is_input, place_of, without_brackets};
use super::values::State;

/// A line of an execution.
#[derive(Clone, Debug)]
pub struct Line {
    /// The number of the step.
    pub step: usize,
    /// Where it stands.
    pub place: Option<SourceLine>,
    /// How deep calls are nested.
    pub depth: usize,
    /// The statement.
    pub statement: String,
    /// What became of it; may be empty.
    pub word: &'static str,
    /// Values that it was about.
    pub values: Vec<String>,
    /// The statement whose condition this is, if one is known.
    construct: Option<Construct>,
    /// A function is entered.
    is_call: bool,
}

impl Line {
    /// The statement and what became of it.
    pub fn text(&self) -> String {
        let Line { statement, word, values, .. } = self;
        let values = values.join(", ");
        match (word.is_empty(), values.is_empty()) {
            (true, true) => statement.clone(),
            (true, false) if values == *statement => values,
            (true, false) => format!("{statement}: {values}"),
            (false, true) => format!("{statement}: {word}"),
            (false, false) if word.ends_with("here") => format!("{statement}: {word} {values}"),
            (false, false) => format!("{statement}: {word} ({values})"),
        }
    }
}

/// What lines are made of.
pub struct Lines<'a> {
    pub cfg: &'a Cfg,
    pub sources: &'a Sources,
    pub scopes: Scopes<'a>,
    pub matters: Matters,
    /// Show everything.
    pub all: bool,
    state: State<'a>,
    lines: Vec<Line>,
    /// Arguments of the call that is about to be made.
    arguments: Vec<String>,
    /// Loops that are under way.
    entered: HashSet<(usize, usize)>,
    /// What was read last from volatile objects: what holds it, the object in C, and the value.
    reads: BTreeMap<CfgVarId, (String, String)>,
}

impl<'a> Lines<'a> {
    /// Before the first step.
    pub fn new(
        cfg: &'a Cfg,
        path: &'a ExecutedPath,
        sources: &'a Sources,
        matters: Matters,
        all: bool,
    ) -> Self {
        Lines {
            cfg,
            sources,
            scopes: Scopes::new(cfg, all),
            matters,
            all,
            state: State::new(cfg, path),
            lines: Vec::new(),
            arguments: Vec::new(),
            entered: HashSet::new(),
            reads: BTreeMap::new(),
        }
    }

    /// The lines of an execution.
    pub fn of(mut self, path: &ExecutedPath) -> Vec<Line> {
        for (number, (id, values)) in path.edges.iter().zip(&path.execution.steps).enumerate() {
            if self.is_shown(number, *id) {
                self.step(number, *id, values);
            } else if self.fails_inside(*id) {
                self.fail_inside(number, *id);
            }
            self.state.take(*id, values);
            self.enter(number, *id);
        }
        if !self.all {
            self.drop_empty_calls();
        }
        self.lines
    }

    /// Drops calls in which nothing happens that matters.
    fn drop_empty_calls(&mut self) {
        let is_empty = |pair: &[Line]| matches!(pair, [line, next] if line.is_call && next.depth <= line.depth);
        let empty: Vec<bool> = self.lines.windows(2).map(is_empty).chain([false]).collect();
        let mut empty = empty.into_iter();
        self.lines.retain(|_| !empty.next().unwrap_or(false));
    }

    fn is_shown(&self, number: usize, id: CfgEdgeId) -> bool {
        let edge = &self.cfg.edges[id];
        let own = !self.scopes.is_hidden(edge.from)
            && !edge
                .source
                .as_ref()
                .is_some_and(|line| is_of_system(line) || is_harness(&line.file))
            && self.matters[number].is_some()
            && !passes_check(self.cfg, edge);
        own || self.all || self.passes_arguments(edge)
    }

    /// Whether a check fails in a function that is not shown.
    fn fails_inside(&self, id: CfgEdgeId) -> bool {
        let edge = &self.cfg.edges[id];
        let asked = self.cfg.properties.iter().find(|asked| asked.location == edge.to);
        self.scopes.is_hidden(edge.from) && asked.is_some_and(|asked| asked.kind.is_check())
    }

    /// A line for that, with the call.
    fn fail_inside(&mut self, number: usize, id: CfgEdgeId) {
        let edge = &self.cfg.edges[id];
        let caller = self.scopes.visible(edge.from);
        let values = self.values_in(caller, &edge.text, &Expr::Bool(false));
        self.push(number, edge, &edge.text, "fails", values);
        if let Some(line) = self.lines.last_mut() {
            line.depth = self.scopes.depth_of(caller);
        }
    }

    /// Whether an edge gives parameters their values.
    fn passes_arguments(&self, edge: &Edge) -> bool {
        let Operation::Assign(pairs) = &edge.operation else { return false };
        let scope = Some(self.cfg.locations[edge.from].scope);
        let is_parameter = |variable: &Variable| {
            variable.kind == VariableKind::Parameter && variable.scope != scope
        };
        !pairs.is_empty() && pairs.iter().all(|(var, _)| is_parameter(&self.cfg.variables[*var]))
    }

    fn push(
        &mut self,
        step: usize,
        edge: &Edge,
        statement: &str,
        word: &'static str,
        values: Vec<String>,
    ) {
        self.lines.push(Line {
            step,
            place: edge.source.clone(),
            // What a call returns is assigned by its caller.
            depth: self.scopes.depth(edge.from).min(self.scopes.depth(edge.to)),
            statement: statement.to_owned(),
            word,
            values,
            construct: None,
            is_call: false,
        });
    }

    fn step(&mut self, number: usize, id: CfgEdgeId, values: &StepValues) {
        let cfg = self.cfg;
        let edge = &cfg.edges[id];
        match &edge.operation {
            Operation::Assume(condition) => self.branch(number, id, condition),
            Operation::AssumeUnknown => {
                self.push(number, edge, &edge.text, "may be so", Vec::new());
            }
            Operation::Assign(_) if self.passes_arguments(edge) => {
                let given: Vec<String> =
                    values.scalars.iter().map(|one| self.named(one.var, one.value)).collect();
                self.arguments.extend(given);
            }
            Operation::Assign(pairs) => self.assign(number, edge, pairs, values),
            Operation::Nondet(_) if is_volatile(cfg, id) => self.read(number, edge, values),
            Operation::Nondet(_) | Operation::Unknown(_) => self.choose(number, edge, values),
            Operation::Call { .. } => self.push(number, edge, &edge.text, "", Vec::new()),
        }
    }

    /// A line for a function that is entered.
    fn enter(&mut self, number: usize, id: CfgEdgeId) {
        let cfg = self.cfg;
        let edge = &cfg.edges[id];
        let (from, to) = (&cfg.locations[edge.from], &cfg.locations[edge.to]);
        let Some(function) = to.enters.as_ref().filter(|_| to.scope != from.scope) else { return };
        let arguments = std::mem::take(&mut self.arguments).join(", ");
        let call = cfg.scopes[to.scope].call.clone();
        // Arguments are listed where an execution of one function begins.
        let is_first = call.as_ref().is_some_and(|line| is_harness(&line.file));
        if self.scopes.is_hidden(edge.to) || is_first && !self.all {
            return;
        }
        self.lines.push(Line {
            step: number,
            place: call.or_else(|| edge.source.clone()),
            depth: self.scopes.depth(edge.to).saturating_sub(1),
            statement: format!("call {function}({arguments})"),
            word: "",
            values: Vec::new(),
            construct: None,
            is_call: true,
        });
    }

    fn branch(&mut self, number: usize, id: CfgEdgeId, condition: &Expr) {
        let cfg = self.cfg;
        let edge = &cfg.edges[id];
        // The frontend writes the way for a true condition first.
        let mut ways = cfg.edges_from(edge.from);
        let truth = ways.len() != 2 || ways.next() == Some(id);
        let text = edge.text.split("; ").next().unwrap_or_default();
        let found = edge.source.as_ref().and_then(|place| self.sources.construct(place, text));
        let scope = cfg.locations[edge.from].scope;
        let values = self.values_in(scope, text, condition);
        let Some(construct) = found else {
            if !self.all && !is_failure(cfg, edge.to) && is_part_of_check(cfg, edge, text) {
                return;
            }
            let word = match (is_failure(cfg, edge.to), truth) {
                (true, _) => "fails",
                (false, true) => "true",
                (false, false) => "false",
            };
            return self.push(number, edge, text, word, values);
        };
        let depth = self.scopes.depth(edge.from);
        let word = self.word(&construct, truth != construct.negated, depth);
        // Parts of one condition are one line.
        let is_same = self.lines.last().is_some_and(|line| {
            let own = line.construct.as_ref();
            line.depth == depth
                && line.place == edge.source
                && own.is_some_and(|own| own.at == construct.at)
                && (construct.kind != Kind::Case || line.step + 1 == number)
                && line.word != "left"
        });
        let earlier = is_same.then(|| self.lines.pop()).flatten();
        let mut all = earlier.map_or_else(Vec::new, |line| line.values);
        for value in values {
            if !all.contains(&value) {
                all.push(value);
            }
        }
        self.lines.push(Line {
            step: number,
            place: edge.source.clone(),
            depth,
            statement: construct.text.clone(),
            word,
            values: all,
            construct: Some(construct),
            is_call: false,
        });
    }

    /// What becomes of a statement whose condition has a value.
    fn word(&mut self, construct: &Construct, truth: bool, depth: usize) -> &'static str {
        let own = (construct.at, depth);
        match (construct.kind, truth) {
            (Kind::If | Kind::Case, true) => "taken",
            (Kind::If | Kind::Case, false) => "not taken",
            (Kind::Assert | Kind::Assume, true) => "holds",
            (Kind::Assert | Kind::Assume, false) => "fails",
            (Kind::DoWhile, true) => "again",
            (Kind::DoWhile, false) => "left",
            (Kind::While | Kind::For, true) => {
                self.entered.insert(own);
                "entered"
            }
            (Kind::While | Kind::For, false) if self.entered.remove(&own) => "left",
            (Kind::While | Kind::For, false) => "not entered",
        }
    }

    fn assign(
        &mut self,
        number: usize,
        edge: &Edge,
        pairs: &[(CfgVarId, Expr)],
        values: &StepValues,
    ) {
        let mut shown = Vec::new();
        let mut returned = None;
        for (var, value) in pairs {
            let variable = &self.cfg.variables[*var];
            let new = values.scalars.iter().find(|one| one.var == *var).map(|one| one.value);
            match (variable.kind, new) {
                (VariableKind::Result, new) => {
                    returned = Some(new.map(|new| self.state.shown(variable, new)));
                }
                (VariableKind::Temporary, _) if !self.all => {}
                (_, Some(new)) if self.is_relevant(number, *var) => {
                    shown.push(self.named(*var, new));
                }
                (_, None) => shown.extend(self.written(edge, &variable.c_type, value)),
                _ => {}
            }
        }
        if let Some(value) = returned {
            let text = edge.text.trim_end_matches(';');
            let is_said = value.as_ref().is_some_and(|value| text == format!("return {value}"));
            let values = value.filter(|_| !is_said && text != "}").into_iter().collect();
            return self.push(number, edge, text, "", values);
        }
        if shown.is_empty() && !self.all {
            return;
        }
        if self.is_before_start(edge.from) {
            return self.push(number, edge, "initially", "", shown);
        }
        // A choice that is stored by a second step is one line.
        let same = self.lines.last().is_some_and(|line| {
            line.statement == edge.text && line.place == edge.source && line.step + 1 == number
        });
        if !same {
            self.push(number, edge, &edge.text, "", shown);
        }
    }

    /// What a write to memory stores, if its statement says where.
    fn written(&mut self, edge: &Edge, c_type: &str, value: &Expr) -> Option<String> {
        let place = assigned(&edge.text)?;
        let new = self.state.value(signed(self.cfg, stored(value)?))?;
        Some(format!("{place} = {}", self.state.shown_as(c_type, new)))
    }

    fn is_relevant(&self, number: usize, var: CfgVarId) -> bool {
        self.all || self.matters[number].as_ref().is_some_and(|found| found.contains(&var))
    }

    fn is_before_start(&self, at: CfgLocId) -> bool {
        let mut here = self.cfg.entry;
        while here != self.cfg.start && here != at {
            let Some(edge) = self.cfg.edges_from(here).next() else { return false };
            here = self.cfg.edges[edge].to;
        }
        here == at && at != self.cfg.start
    }

    /// A value that the environment chose, or that is not known.
    fn choose(&mut self, number: usize, edge: &Edge, values: &StepValues) {
        let said: Vec<String> = values
            .scalars
            .iter()
            .filter(|one| !self.state.is_distance(number, one.var))
            .map(|one| match self.cfg.variables[one.var].c_name {
                None => {
                    let place = assigned(&edge.text).unwrap_or("value");
                    format!("{place} = {}", asked_value(&edge.text, one.value))
                }
                Some(_) => self.named(one.var, one.value),
            })
            .collect();
        let word = match (values.origin, is_input(&edge.text)) {
            (Origin::Unknown, _) => "not known, here",
            (_, true) => "",
            (_, false) => "not initialised, here",
        };
        if !said.is_empty() {
            self.push(number, edge, &edge.text, word, said);
        }
    }

    /// What the environment has put into a volatile object.
    fn read(&mut self, number: usize, edge: &Edge, values: &StepValues) {
        let object = without_brackets(&edge.text);
        for one in &values.scalars {
            let shown = self.state.shown(&self.cfg.variables[one.var], one.value);
            self.reads.insert(one.var, (object.to_owned(), shown.clone()));
            self.push(number, edge, &format!("read {object}"), "", vec![shown]);
        }
    }

    /// A variable and its value.
    fn named(&self, var: CfgVarId, value: i128) -> String {
        let variable = &self.cfg.variables[var];
        let name = variable.c_name.as_ref().unwrap_or(&variable.name);
        format!("{name} = {}", self.state.shown(variable, value))
    }

    /// The values of the variables that a text names, in their order there.
    fn values_in(&mut self, scope: ScopeId, text: &str, condition: &Expr) -> Vec<String> {
        let cfg = self.cfg;
        let mut mentioned = BTreeSet::new();
        condition.for_each_var(&mut |var| {
            mentioned.insert(var);
        });
        let mut found: Vec<(usize, String)> = Vec::new();
        for (var, variable) in cfg.variables.iter_enumerated() {
            let Some(name) = &variable.c_name else { continue };
            let is_own = variable.scope.is_none_or(|own| own == scope);
            let Some(place) = place_of(name, text).filter(|_| is_own) else { continue };
            let hides = |other: &Variable| {
                other.c_name.as_ref() == Some(name) && other.scope == Some(scope)
            };
            if variable.scope.is_none() && cfg.variables.iter().any(hides) {
                continue;
            }
            let Some(value) = self.state.of(var) else { continue };
            let value = self.named(var, value);
            match found.iter_mut().find(|(own, _)| *own == place) {
                Some(known) if mentioned.contains(&var) => known.1 = value,
                Some(_) => {}
                None => found.push((place, value)),
            }
        }
        // A volatile object has the value that was read, whatever was written there.
        for (_, (object, value)) in self.reads.iter().filter(|(var, _)| mentioned.contains(var)) {
            let Some(place) = text.find(&object[..]) else { continue };
            found.retain(|(own, _)| !(place..place + object.len()).contains(own));
            found.push((place, format!("{object} = {value}")));
        }
        if found.is_empty() {
            // The text of a case does not name what is compared with it.
            let named = mentioned.into_iter().filter(|var| cfg.variables[*var].c_name.is_some());
            for var in named {
                found.extend(self.state.of(var).map(|value| (0, self.named(var, value))));
            }
        }
        found.extend(self.computed_side(text, condition, &found));
        found.sort();
        found.into_iter().map(|(_, value)| value).collect()
    }

    /// The value of what is compared with a number, where that is not a variable.
    fn computed_side(
        &mut self,
        text: &str,
        condition: &Expr,
        known: &[(usize, String)],
    ) -> Option<(usize, String)> {
        let Expr::Compare(_, sides) = condition else { return None };
        let operator =
            ["==", "!=", "<=", ">=", "<", ">"].into_iter().find(|op| text.contains(op))?;
        let (left, right) = text.split_once(operator)?;
        let is_number = |text: &str, side: &Expr| matches!(side, Expr::Int(value, _) if text.trim().parse() == Ok(*value));
        let is_plain = |text: &str| {
            let text = text.trim();
            text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if !is_number(right, &sides[1]) || is_plain(left) || left.contains(['&', '|', '?']) {
            return None;
        }
        let said = left.trim().trim_start_matches('(');
        if known.iter().any(|(_, value)| value.starts_with(&format!("{said} = "))) {
            return None;
        }
        let value = self.state.value(&sides[0])?;
        Some((0, format!("{said} = {value}")))
    }
}

/// The number that a region gets, if it is one; in a region of bytes, each of them is written.
fn stored(region: &Expr) -> Option<&Expr> {
    let Expr::Write(operands) = region else { return None };
    let [before, _, value] = &**operands;
    if !matches!(before, Expr::Write(_)) {
        return Some(value);
    }
    let mut bytes = vec![value];
    let mut rest = before;
    while let Expr::Write(operands) = rest {
        bytes.push(&operands[2]);
        rest = &operands[0];
    }
    // The least significant one is what is left of the number, the others are shifted first.
    bytes.into_iter().find_map(|byte| match byte {
        Expr::Cast(_, whole) if !is_shifted(whole) => Some(&**whole),
        _ => None,
    })
}

/// A number as it was before it was taken apart: bytes are those of a number without a sign.
fn signed<'e>(cfg: &Cfg, whole: &'e Expr) -> &'e Expr {
    match whole {
        Expr::Cast(ty, inner)
            if !ty.signed
                && cfg
                    .type_of_expr(inner)
                    .and_then(Type::as_int)
                    .is_some_and(|own| own.signed && own.bits == ty.bits) =>
        {
            inner
        }
        _ => whole,
    }
}

fn is_shifted(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Shr, _))
}

/// Whether a step reads from a volatile object.
pub fn is_volatile(cfg: &Cfg, id: CfgEdgeId) -> bool {
    cfg.ledger.iter().any(|entry| entry.construct == VOLATILE && entry.edges.contains(&id))
}

/// Where an execution ends, if that is a failure.
pub fn find_failure(cfg: &Cfg, path: &ExecutedPath) -> Option<CfgLocId> {
    let end = path.edges.last().map(|edge| cfg.edges[*edge].to)?;
    (cfg.locations[end].kind == LocationKind::Failed).then_some(end)
}

/// Whether a condition is one of several that a check looks at.
fn is_part_of_check(cfg: &Cfg, edge: &Edge, text: &str) -> bool {
    let quoted = format!("`{text}`");
    cfg.properties.iter().any(|asked| {
        asked.kind.is_check() && asked.source == edge.source && asked.text.contains(&quoted)
    })
}

/// Whether what is asked has failed at a location, or at the one behind it.
fn is_failure(cfg: &Cfg, at: CfgLocId) -> bool {
    let is_failed = |at: CfgLocId| cfg.locations[at].kind == LocationKind::Failed;
    let mut ways = cfg.edges_from(at).map(|edge| cfg.edges[edge].to);
    is_failed(at) || matches!((ways.next(), ways.next()), (Some(next), None) if is_failed(next))
}
