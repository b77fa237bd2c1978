//! The steps of a Boolean program between the locations of a graph.
//!
//! Derived from the statements alone (see "Steps" in `formats/spec/boolprog.md`): the label `n7`
//! stands before the statements that abstract the edges from location 7, and the annotation
//! `//@ e12` says which edge a statement abstracts. Everything that does not fit is an error, so
//! that afterwards each edge has its steps and each step its edge.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::boolprog::{
    Expr, Ident, Name, Procedure, Stmt, StmtKind, escaped_label, unescaped_label,
};
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId};
use belnap_ir::span::Span;

/// One way to take an edge.
#[derive(Clone, Copy, Debug)]
pub struct Step<'p> {
    /// Assigned variables with their values; the others keep theirs.
    pub targets: &'p [Option<Ident>],
    /// Their values.
    pub values: &'p [Expr],
    /// Where it exists.
    pub guard: Option<&'p Expr>,
    /// What is said about before and after together.
    pub constrain: Option<&'p Expr>,
    /// Where it stands.
    pub span: Span,
}

/// A call with the assignment after it.
#[derive(Clone, Copy, Debug)]
pub struct Call<'p> {
    /// The variables for the results.
    pub targets: &'p [Option<Ident>],
    /// The called procedure.
    pub callee: &'p Ident,
    /// The arguments.
    pub args: &'p [Expr],
    /// The assignment after it.
    pub after: Option<Step<'p>>,
    /// Where it stands.
    pub span: Span,
}

/// What a procedure does on the edges of its function.
#[derive(Debug, Default)]
pub struct Steps<'p> {
    /// Steps of edges that are not calls.
    pub steps: BTreeMap<CfgEdgeId, Vec<Step<'p>>>,
    /// What edges that are calls pass and take back.
    pub calls: BTreeMap<CfgEdgeId, Call<'p>>,
    /// The values that `return` at the end of the function gives.
    pub returned: Option<&'p [Expr]>,
}

/// The steps of a procedure that abstracts a function, and everything that does not fit.
pub fn steps<'p>(
    cfg: &Cfg,
    function: FunctionId,
    procedure: &'p Procedure,
) -> (Steps<'p>, Vec<Diagnostic>) {
    let mut walk = Walk {
        cfg,
        function,
        procedure,
        labels: BTreeMap::new(),
        single: BTreeSet::new(),
        several: BTreeSet::new(),
        out: Steps::default(),
        found: Vec::new(),
    };
    walk.look_around();
    walk.places();
    for location in walk.reachable() {
        walk.location(location);
    }
    (walk.out, walk.found)
}

struct Walk<'c, 'p> {
    cfg: &'c Cfg,
    function: FunctionId,
    procedure: &'p Procedure,
    /// Positions of labels.
    labels: BTreeMap<&'p str, usize>,
    /// Positions that control can come to other than by a choice of several.
    single: BTreeSet<usize>,
    /// Positions that a `goto` with several targets names.
    several: BTreeSet<usize>,
    out: Steps<'p>,
    found: Vec<Diagnostic>,
}

fn text(ident: &Ident) -> &str {
    match &ident.name {
        Name::Plain(text) | Name::Quoted(text) => text,
    }
}

/// The location that a label names: `n` and a number, written as we do.
fn location_of(label: &str) -> Option<CfgLocId> {
    let number: u32 = label.strip_prefix('n')?.parse().ok()?;
    let location = CfgLocId(number);
    (location.to_string() == label).then_some(location)
}

/// What a label is called without the number after it, if it has one.
fn strip_number(label: &str) -> Option<&str> {
    let (name, number) = label.rsplit_once('#')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

impl<'p> Walk<'_, 'p> {
    fn error(&mut self, rule: &'static str, span: Span, message: String) {
        self.found.push(Diagnostic::at(rule, span, message));
    }

    fn body(&self) -> &'p [Stmt] {
        &self.procedure.body
    }

    /// Notes labels and jumps.
    fn look_around(&mut self) {
        let mut falls = true;
        for (at, stmt) in self.body().iter().enumerate() {
            for label in &stmt.labels {
                self.labels.insert(text(label), at);
            }
            if falls {
                self.single.insert(at);
            }
            falls = !matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::Return(_));
        }
        for stmt in self.body() {
            let StmtKind::Goto(targets) = &stmt.kind else { continue };
            let places = targets.iter().filter_map(|target| self.labels.get(text(target)));
            match targets.len() {
                1 => self.single.extend(places),
                _ => self.several.extend(places),
            }
        }
    }

    /// Labels stand where the graph has them, and the procedure begins where the function does.
    fn places(&mut self) {
        let entry = self.cfg.functions[self.function].entry;
        if self.arrival(0) != Some(entry) {
            let message = format!("the procedure does not begin at location {entry}");
            self.error("against-entry", self.procedure.span, message);
        }
        let main = self.function.index() == 0;
        if main && !self.labels.contains_key("start") && self.cfg.start != self.cfg.entry {
            let message = format!("there is no label `start`, which belongs to {}", self.cfg.start);
            self.error("against-start", self.procedure.span, message);
        }
        for stmt in self.body() {
            let here: Vec<CfgLocId> =
                stmt.labels.iter().filter_map(|label| location_of(text(label))).collect();
            if let [first, second, ..] = here.as_slice() {
                let message = format!("{first} and {second} are two locations, not one");
                self.error("against-label", stmt.span, message);
            }
            for label in &stmt.labels {
                self.label(label, here.first().copied());
            }
        }
    }

    fn label(&mut self, label: &Ident, here: Option<CfgLocId>) {
        let name = text(label);
        if let Some(location) = location_of(name) {
            let known = self.cfg.locations.get(location);
            if known.is_none_or(|known| known.function != self.function) {
                let message = format!("the function has no location {name}");
                self.error("against-label", label.span, message);
            }
            return;
        }
        if name == "start" && self.function.index() == 0 && here != Some(self.cfg.start) {
            let message = format!("`start` belongs to location {}", self.cfg.start);
            self.error("against-start", label.span, message);
        }
        if let Some(function) = name.strip_prefix("enter$") {
            let function = function.rsplit_once('#').map_or(function, |(before, _)| before);
            let enters = |at: CfgLocId| self.cfg.locations.get(at)?.enters.as_deref();
            if here.and_then(enters) != Some(function) {
                let message = format!("`{function}` is not entered here");
                self.error("against-label", label.span, message);
            }
            return;
        }
        let has = |location: CfgLocId, c_label: &str| {
            let known = &self.cfg.locations[location];
            known.function == self.function && known.labels.iter().any(|own| own == c_label)
        };
        let somewhere = |c_label: &str| {
            (0..self.cfg.locations.len()).any(|at| has(CfgLocId::from(at), c_label))
        };
        let c_label = unescaped_label(strip_number(name).unwrap_or(name));
        let inside = |location: CfgLocId| self.cfg.locations.len() > location.index();
        let fits = here.is_some_and(|here| inside(here) && has(here, c_label));
        // Numbers of edges are ours; where the program has such a label, it is numbered and hides
        // them. `start` is judged above.
        let hidden = || self.labels.keys().any(|other| strip_number(other) == Some(name));
        let edge = self.is_edge_label(name) && (!somewhere(c_label) || hidden());
        let ours = edge || name == "start" || strip_number(name) == Some("halted");
        let unreached =
            here.is_none() && self.cfg.unreached.iter().any(|own| own == unescaped_label(name));
        if !ours && !fits && !unreached {
            let message = match somewhere(c_label) {
                true => format!("the label `{c_label}` of the program is not here"),
                false => format!("the program has no label `{c_label}`"),
            };
            self.error("against-label", label.span, message);
        }
    }

    fn is_edge_label(&self, name: &str) -> bool {
        let edge = name.split(['#', '$']).next().and_then(|name| name.strip_prefix('e'));
        edge.is_some_and(|number| number.parse::<u32>().is_ok())
    }

    /// The locations that can be reached from the entry of the function.
    fn reachable(&self) -> Vec<CfgLocId> {
        let mut seen = BTreeSet::new();
        let mut open = vec![self.cfg.functions[self.function].entry];
        while let Some(location) = open.pop() {
            if seen.insert(location) {
                let edges = self.cfg.edges.iter().filter(|edge| edge.from == location);
                open.extend(edges.map(|edge| edge.to));
            }
        }
        seen.into_iter().collect()
    }

    /// The location control is at when it comes to a statement: jumps without a label are no
    /// steps.
    fn arrival(&self, mut at: usize) -> Option<CfgLocId> {
        for _ in 0..=self.body().len() {
            let stmt = self.body().get(at)?;
            if let Some(location) = stmt.labels.iter().find_map(|l| location_of(text(l))) {
                return Some(location);
            }
            match &stmt.kind {
                StmtKind::Goto(targets) if stmt.labels.is_empty() && targets.len() == 1 => {
                    at = *self.labels.get(text(&targets[0]))?;
                }
                _ => return None,
            }
        }
        None
    }

    fn location(&mut self, location: CfgLocId) {
        let Some(at) = self.labels.get(location.to_string().as_str()).copied() else {
            let message = format!("location {location} is missing");
            self.error("against-missing", self.procedure.span, message);
            return;
        };
        let stmt = &self.body()[at];
        if !self.single.contains(&at)
            && self.several.contains(&at)
            && matches!(stmt.kind, StmtKind::Assume(_) | StmtKind::Assign { assume: Some(_), .. })
        {
            let message = format!("control is never at {location}, which guards a branch here");
            self.error("against-flow", stmt.span, message);
        }
        self.names(location, stmt);
        let kind = self.cfg.locations[location].kind;
        let marked = stmt.labels.iter().any(|label| strip_number(text(label)) == Some("halted"));
        match (kind, &stmt.kind) {
            (LocationKind::Normal, _) if !marked => self.branches(location, at),
            (LocationKind::Return, StmtKind::Return(values)) => {
                self.out.returned = Some(values);
            }
            (LocationKind::Halted, StmtKind::Return(_)) if self.function.index() == 0 => {}
            (LocationKind::Failed, StmtKind::Assert(Expr::Const(false))) => {}
            (LocationKind::Halted, StmtKind::Goto(targets))
                if marked
                    && targets.len() == 1
                    && self.labels.get(text(&targets[0])) == Some(&at) => {}
            _ => {
                let what = match kind {
                    LocationKind::Normal => "control goes on",
                    LocationKind::Halted => "the program has ended",
                    LocationKind::Failed => "an assertion has failed",
                    _ => "the function returns",
                };
                let message = format!("this is not what is done at {location}, where {what}");
                self.error("against-end", stmt.span, message);
            }
        }
    }

    /// What properties can ask about a location stands here.
    fn names(&mut self, location: CfgLocId, stmt: &Stmt) {
        let known = &self.cfg.locations[location];
        let here = |name: &str| {
            stmt.labels
                .iter()
                .any(|label| text(label) == name || strip_number(text(label)) == Some(name))
        };
        let labels = known.labels.iter().map(String::as_str);
        let lost: Vec<&str> = labels.filter(|label| !here(&escaped_label(label))).collect();
        let entered = known.enters.as_ref().filter(|name| {
            // The procedure is entered at its beginning.
            let own = self.cfg.functions[self.function].entry == location;
            !own && !here(&format!("enter${name}"))
        });
        let source = stmt.origin.as_ref().and_then(|origin| origin.source.as_ref());
        let mut wrong = Vec::new();
        wrong.extend(
            lost.iter().map(|label| format!("the label `{label}` of {location} is missing")),
        );
        wrong.extend(entered.map(|name| format!("`{name}` is entered at {location}")));
        for message in wrong {
            self.error("against-label", stmt.span, message);
        }
        if source.is_some() && known.source.is_some() && source != known.source.as_ref() {
            // Only `at(file:line)` asks for it.
            let message = format!("{location} belongs to another line");
            self.found.push(Diagnostic::at("against-line", stmt.span, message).warning());
        }
    }

    /// All that leaves a location.
    fn branches(&mut self, location: CfgLocId, at: usize) {
        let stmt = &self.body()[at];
        let mut taken = BTreeSet::new();
        match &stmt.kind {
            StmtKind::Goto(targets) if targets.len() > 1 => {
                let mut seen = BTreeSet::new();
                for target in targets {
                    let Some(to) = self.labels.get(text(target)).copied() else {
                        let message = format!("`{}` is inside of a statement", target.name);
                        self.error("against-form", target.span, message);
                        continue;
                    };
                    if !seen.insert(to) {
                        continue;
                    }
                    let guard = match &self.body()[to].kind {
                        StmtKind::Assume(_) | StmtKind::Assign { assume: Some(_), .. } => {
                            !self.single.contains(&to)
                        }
                        StmtKind::Call { .. } => true,
                        _ => false,
                    };
                    if guard {
                        taken.extend(self.step(location, to));
                    } else {
                        let message =
                            format!("`{}` is a step after this one, not a branch", target.name);
                        self.error("against-flow", target.span, message);
                    }
                }
            }
            _ => taken.extend(self.step(location, at)),
        }
        let missing: Vec<CfgEdgeId> = (0..self.cfg.edges.len())
            .map(CfgEdgeId::from)
            .filter(|edge| self.cfg.edges[*edge].from == location && !taken.contains(edge))
            .collect();
        for edge in missing {
            let to = self.cfg.edges[edge].to;
            let message = format!("edge {edge} from {location} to {to} is missing");
            self.error("against-missing", stmt.span, message);
        }
    }

    fn edge_at(&self, at: usize) -> Option<CfgEdgeId> {
        self.body().get(at)?.origin.as_ref()?.edge
    }

    /// The step that the statement at `at` takes from a location; the edge, if it has one.
    fn step(&mut self, from: CfgLocId, at: usize) -> Option<CfgEdgeId> {
        let stmt = &self.body()[at];
        let Some(id) = self.edge_at(at) else {
            let message = format!("this step from {from} does not say which edge it abstracts");
            self.error("against-edge", stmt.span, message);
            return None;
        };
        let Some(edge) = self.cfg.edges.get(id) else {
            self.error("against-edge", stmt.span, format!("the graph has no edge {id}"));
            return None;
        };
        if edge.from != from {
            let message = format!("{id} is an edge from {}, not from {from}", edge.from);
            self.error("against-edge", stmt.span, message);
            return None;
        }
        let action = stmt.action.as_ref().map(action_of);
        if action != edge.action.as_deref() {
            let named = |action: Option<&str>| match action {
                Some(name) => format!("the action `{name}`"),
                None => "no action".to_owned(),
            };
            let own = named(edge.action.as_deref());
            let message = format!("{id} has {own}, this step has {}", named(action));
            self.error("against-action", stmt.span, message);
        }
        let to = edge.to;
        let last = match matches!(edge.operation, Operation::Call { .. }) {
            true => self.call(id, at)?,
            false => {
                let Some(step) = simple(stmt) else {
                    let message = format!("this step cannot abstract {id}");
                    self.error("against-form", stmt.span, message);
                    return Some(id);
                };
                self.out.steps.entry(id).or_default().push(step);
                at
            }
        };
        let next = match &self.body()[last].kind {
            StmtKind::Goto(targets) => {
                targets.first().and_then(|target| self.labels.get(text(target)).copied())
            }
            _ => Some(last + 1),
        };
        match next.and_then(|next| self.arrival(next)) {
            Some(there) if there == to => {}
            Some(there) => {
                let message = format!("{id} leads to {to}, this step to {there}");
                self.error("against-target", stmt.span, message);
            }
            None => {
                let message = format!("{id} leads to {to}, this step to no location");
                self.error("against-target", stmt.span, message);
            }
        }
        Some(id)
    }

    /// A call with what belongs to it; the position of its last statement.
    fn call(&mut self, id: CfgEdgeId, at: usize) -> Option<usize> {
        let call = &self.body()[at];
        let StmtKind::Call { targets, callee, args } = &call.kind else {
            self.error("against-form", call.span, format!("{id} is a call, this is not"));
            return None;
        };
        let mut last = at;
        let mut after = None;
        if let Some(next) = self.body().get(last + 1)
            && next.labels.is_empty()
            && matches!(next.kind, StmtKind::Assign { assume: None, .. })
            && self.edge_at(last + 1) == Some(id)
        {
            last += 1;
            after = simple(next);
        }
        let span = call.span;
        let call = Call { targets, callee, args, after, span };
        if self.out.calls.insert(id, call).is_some() {
            self.error("against-form", span, format!("{id} is called for twice"));
        }
        Some(last)
    }
}

fn action_of(name: &Name) -> &str {
    match name {
        Name::Plain(text) | Name::Quoted(text) => text,
    }
}

/// A statement that is a step by itself.
fn simple(stmt: &Stmt) -> Option<Step<'_>> {
    let nothing = Step { targets: &[], values: &[], guard: None, constrain: None, span: stmt.span };
    Some(match &stmt.kind {
        StmtKind::Skip | StmtKind::Print(_) => nothing,
        StmtKind::Goto(targets) if targets.len() == 1 => nothing,
        StmtKind::Assume(guard) => Step { guard: Some(guard), ..nothing },
        StmtKind::Assign { targets, values, constrain, assume } => Step {
            targets,
            values,
            guard: assume.as_ref(),
            constrain: constrain.as_ref(),
            ..nothing
        },
        _ => return None,
    })
}
