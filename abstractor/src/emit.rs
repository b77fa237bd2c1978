//! Abstracted edges as the text of a Boolean program that a person can follow.
//!
//! Every location has a label, `n` and its number, next to its labels in C; every branch one with
//! the number of its edge. A label that several locations of a procedure have (inlined copies), or
//! that looks like ours, is numbered: `P1#1`, `P1#2`.

use belnap_formats::cfg::order::order;
use belnap_ir::boolprog::{
    BoolProgram, Dialect, Expr, Ident, Name, Origin, Procedure, Stmt, StmtKind, escaped_label,
};
use belnap_ir::cfg::{Cfg, Edge, LocationKind};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, TiSlice};
use belnap_ir::span::{SourceLine, Span};
use belnap_ir::validate::boolprog_names::{RESERVED, action_name};
use rustc_hash::FxHashMap;

use crate::calls::{AbstractCall, Signatures};
use crate::edges::Alternative;
use crate::express::{Expressions, STAR, connect, ident};
use crate::implicants::Cube;
use crate::tracked::{Predicates, Tracked};

/// An edge over predicates.
#[derive(Clone, Debug)]
pub enum AbstractEdge {
    /// Steps.
    Step(Vec<Alternative>),
    /// A call.
    Call(AbstractCall),
}

/// Everything there is to write.
pub struct Emission<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// The predicates, with those that stand for results.
    pub predicates: &'a Predicates,
    /// What functions take and give.
    pub signatures: &'a Signatures,
    /// The edges.
    pub edges: &'a TiSlice<CfgEdgeId, AbstractEdge>,
    /// Per function, combinations that do not occur.
    pub facts: &'a [Vec<Cube>],
}

const NOWHERE: Span = Span::new(0, 0);

impl Emission<'_> {
    /// The Boolean program, with a procedure for each function; it is valid.
    pub fn program(&self) -> BoolProgram {
        let expressions = Expressions::new(self.names());
        let local = |function: FunctionId| -> Vec<usize> {
            let own = |number: &usize| self.predicates.all[*number].function == Some(function);
            (0..self.predicates.all.len()).filter(own).collect()
        };
        let shared = |cube: &Cube| {
            cube.iter().all(|(number, _)| self.predicates.all[*number].function.is_none())
        };
        let alone = self.cfg.functions.len() == 1;
        let globals = (0..self.predicates.all.len())
            .filter(|number| alone || self.predicates.all[*number].function.is_none())
            .map(|number| expressions.ident(number))
            .collect();
        let mut procedures = Vec::new();
        for index in 0..self.cfg.functions.len() {
            let id = FunctionId::from(index);
            let signature = self.signatures.of(id);
            let locals: Vec<usize> = if alone {
                Vec::new()
            } else {
                let parameter = |number: &usize| signature.parameters.contains(number);
                local(id).into_iter().filter(|number| !parameter(number)).collect()
            };
            let facts: Vec<&Cube> =
                self.facts[index].iter().filter(|cube| !alone && !shared(cube)).collect();
            procedures.push(Procedure {
                name: ident(Name::Plain(self.procedure_name(id))),
                dfs: false,
                results: u32::try_from(signature.results.len() + signature.unknown)
                    .unwrap_or(u32::MAX),
                params: signature.parameters.iter().map(|p| expressions.ident(*p)).collect(),
                locals: locals.into_iter().map(|number| expressions.ident(number)).collect(),
                enforce: enforce(&expressions, &facts),
                body: self.body(id, &expressions),
                span: NOWHERE,
            });
        }
        let facts: Vec<&Cube> = self
            .facts
            .first()
            .map(|facts| facts.iter().filter(|cube| alone || shared(cube)).collect())
            .unwrap_or_default();
        BoolProgram {
            dialect: Dialect::Belnap,
            globals,
            enforce: enforce(&expressions, &facts),
            procedures,
        }
    }

    /// Predicates have quoted names, what stands for results plain ones.
    fn names(&self) -> Vec<Name> {
        let name = |tracked: &Tracked| match tracked.stands_in {
            true => Name::Plain(tracked.name.clone()),
            false => Name::Quoted(tracked.name.clone()),
        };
        self.predicates.all.iter().map(name).collect()
    }

    /// The entry procedure is called `main`, whatever its name is.
    fn procedure_name(&self, id: FunctionId) -> String {
        match (id.index(), self.cfg.functions[id].name.as_str()) {
            (0, _) => "main".to_owned(),
            (_, "main") => "main#1".to_owned(),
            (_, name) => name.to_owned(),
        }
    }

    fn body(&self, id: FunctionId, expressions: &Expressions) -> Vec<Stmt> {
        let order = order(self.cfg, id);
        let labels = self.labels(&order);
        let mut body = Body { emission: self, expressions, out: Vec::new() };
        for (at, location) in order.iter().enumerate() {
            let labels = labels[at].iter().map(|label| plain(label)).collect();
            body.location(*location, labels, order.get(at + 1).copied());
        }
        // Nothing leads here; that the program has these labels stays known.
        let unreached = self.cfg.unreached.iter().filter(|label| !looks_like_ours(label));
        let unreached: Vec<Ident> = unreached.map(|label| plain(&escaped_label(label))).collect();
        if id.index() == 0 && !unreached.is_empty() {
            body.push(unreached, StmtKind::Skip, None);
        }
        body.out
    }

    /// The labels of the locations of a procedure, in the given order.
    fn labels(&self, order: &[CfgLocId]) -> Vec<Vec<String>> {
        let mut uses: FxHashMap<&str, usize> = FxHashMap::default();
        for location in order {
            for label in &self.cfg.locations[*location].labels {
                *uses.entry(label).or_default() += 1;
            }
        }
        let mut given: FxHashMap<&str, usize> = FxHashMap::default();
        let mut entered: FxHashMap<&str, usize> = FxHashMap::default();
        let mut all = Vec::with_capacity(order.len());
        for location in order {
            let known = &self.cfg.locations[*location];
            let mut labels = vec![location.to_string()];
            if *location == self.cfg.start {
                labels.push("start".to_owned());
            }
            for label in &known.labels {
                let written = escaped_label(label);
                if uses[label.as_str()] == 1 && !looks_like_ours(label) {
                    labels.push(written.into_owned());
                } else {
                    let count = given.entry(label).or_default();
                    *count += 1;
                    labels.push(format!("{written}#{count}"));
                }
            }
            // The entry of the procedure itself needs no label, if it is called like the function.
            let own = self.cfg.functions[known.function].entry == *location;
            let same = |name: &&String| own && **name == self.procedure_name(known.function);
            if let Some(function) = known.enters.as_ref().filter(|name| !same(name)) {
                let count = entered.entry(function).or_default();
                *count += 1;
                labels.push(format!("enter${function}#{count}"));
            }
            if known.kind == LocationKind::Halted && known.function.index() != 0 {
                labels.push(format!("halted#{}", location.index()));
            }
            all.push(labels);
        }
        all
    }
}

/// One line for each predicate that facts begin with.
fn enforce(expressions: &Expressions, facts: &[&Cube]) -> Vec<Expr> {
    let mut lines: Vec<(usize, Vec<Expr>)> = Vec::new();
    for fact in facts {
        let (first, says) = (fact[0].0, expressions.never(fact));
        match lines.last_mut() {
            Some((last, all)) if *last == first => all.push(says),
            _ => lines.push((first, vec![says])),
        }
    }
    lines.into_iter().map(|(_, all)| connect(all, true)).collect()
}

/// Whether a label of the program could be taken for one of ours, or cannot be written.
fn looks_like_ours(label: &str) -> bool {
    // With the labels that mean something, and what other dialects reserve.
    const OURS: [&str; 3] = ["start", "wait", "broadcast"];
    let numbered = |prefix: char| {
        label
            .strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let reserved = RESERVED.contains(&label) || OURS.contains(&label);
    reserved || numbered('n') || numbered('e') || label.starts_with("ASYNC_")
}

fn plain(name: &str) -> Ident {
    ident(Name::Plain(name.to_owned()))
}

struct Body<'e> {
    emission: &'e Emission<'e>,
    expressions: &'e Expressions,
    out: Vec<Stmt>,
}

impl Body<'_> {
    fn push(&mut self, labels: Vec<Ident>, kind: StmtKind, origin: Option<Origin>) {
        self.out.push(Stmt { labels, kind, action: None, origin, span: NOWHERE });
    }

    /// The label of one way to take an edge. The program may have labels that are called like
    /// edges, and these are numbered.
    fn branch_label(&self, edge: CfgEdgeId, at: usize, count: usize) -> String {
        let label = edge.to_string();
        let is_taken = || {
            let mut locations = self.emission.cfg.locations.iter();
            locations.any(|location| location.labels.contains(&label))
        };
        match count {
            1 => label,
            _ if is_taken() => format!("{label}${}", at + 1),
            _ => format!("{label}#{}", at + 1),
        }
    }

    /// `goto`, unless the target follows.
    fn go(&mut self, to: CfgLocId, next: Option<CfgLocId>) {
        if next != Some(to) {
            self.push(Vec::new(), StmtKind::Goto(vec![plain(&to.to_string())]), None);
        }
    }

    fn location(&mut self, at: CfgLocId, labels: Vec<Ident>, next: Option<CfgLocId>) {
        let cfg = self.emission.cfg;
        let location = &cfg.locations[at];
        let here = origin(None, location.source.as_ref(), "");
        match location.kind {
            LocationKind::Halted if location.function.index() == 0 => {
                self.push(labels, StmtKind::Return(Vec::new()), here);
            }
            LocationKind::Halted => {
                let again = StmtKind::Goto(vec![plain(&at.to_string())]);
                self.push(labels, again, here);
            }
            LocationKind::Failed => self.push(labels, StmtKind::Assert(Expr::Const(false)), here),
            LocationKind::Return => {
                let signature = self.emission.signatures.of(location.function);
                let known = signature.results.iter().map(|p| Expr::Var(self.expressions.ident(*p)));
                let values = known.chain(std::iter::repeat_n(STAR, signature.unknown));
                let kind = StmtKind::Return(values.collect());
                self.push(labels, kind, here);
            }
            LocationKind::Normal => self.steps(at, labels, next),
        }
    }

    fn steps(&mut self, at: CfgLocId, labels: Vec<Ident>, next: Option<CfgLocId>) {
        let cfg = self.emission.cfg;
        let edges: Vec<CfgEdgeId> = cfg.edges_from(at).collect();
        if let [only] = edges[..] {
            let edge = &cfg.edges[only];
            match &self.emission.edges[only] {
                AbstractEdge::Call(call) => {
                    self.call(only, call, labels);
                    self.go(edge.to, next);
                    return;
                }
                AbstractEdge::Step(alternatives) => {
                    if let [step] = alternatives.as_slice() {
                        self.step(only, edge, step, labels, true);
                        self.go(edge.to, next);
                        return;
                    }
                }
            }
        }
        let mut targets = Vec::new();
        for index in edges.iter().copied() {
            let count = match &self.emission.edges[index] {
                AbstractEdge::Step(alternatives) => alternatives.len(),
                AbstractEdge::Call(_) => 1,
            };
            targets.extend((0..count).map(|at| plain(&self.branch_label(index, at, count))));
        }
        let source = cfg.locations[at].source.as_ref();
        let text = edges.first().map_or("", |first| cfg.edges[*first].text.as_str());
        self.push(labels, StmtKind::Goto(targets), origin(None, source, text));
        for index in edges.iter().copied() {
            let edge = &cfg.edges[index];
            let after = next.filter(|_| edges.last() == Some(&index));
            match &self.emission.edges[index] {
                AbstractEdge::Call(call) => {
                    self.call(index, call, vec![plain(&self.branch_label(index, 0, 1))]);
                    self.go(edge.to, after);
                }
                AbstractEdge::Step(alternatives) => {
                    for (at, one) in alternatives.iter().enumerate() {
                        let label = self.branch_label(index, at, alternatives.len());
                        self.step(index, edge, one, vec![plain(&label)], false);
                        let last = at + 1 == alternatives.len();
                        self.go(edge.to, after.filter(|_| last));
                    }
                }
            }
        }
    }

    /// A step; `alone` if no other leaves the location.
    fn step(
        &mut self,
        index: CfgEdgeId,
        edge: &Edge,
        one: &Alternative,
        labels: Vec<Ident>,
        alone: bool,
    ) {
        let guard = one.guard.as_ref().map(|guard| self.expressions.guard(guard));
        let text = if alone || guard.is_none() { edge.text.as_str() } else { "" };
        // Alone, it is what the location is known by, and properties ask for its line.
        let here = self.emission.cfg.locations[edge.from].source.as_ref();
        let source = if alone { here } else { edge.source.as_ref() };
        let origin = origin(Some(index), source, text);
        let kind = match (one.updates.is_empty(), guard) {
            (true, None) if alone => StmtKind::Skip,
            (true, None) => StmtKind::Assume(Expr::Const(true)),
            (true, Some(guard)) => StmtKind::Assume(guard),
            (false, guard) => StmtKind::Assign {
                targets: one
                    .updates
                    .iter()
                    .map(|(predicate, _)| Some(self.expressions.ident(*predicate)))
                    .collect(),
                values: one.updates.iter().map(|(_, u)| self.expressions.update(u)).collect(),
                constrain: self.expressions.constrain(&one.excluded),
                assume: guard.or((!alone).then_some(Expr::Const(true))),
            },
        };
        let action = edge.action.as_deref().and_then(action_name);
        self.out.push(Stmt { labels, kind, action, origin, span: NOWHERE });
    }

    fn call(&mut self, index: CfgEdgeId, call: &AbstractCall, labels: Vec<Ident>) {
        let cfg = self.emission.cfg;
        let edge = &cfg.edges[index];
        let belnap_ir::cfg::Operation::Call { function, .. } = &edge.operation else { return };
        let origin = || origin(Some(index), edge.source.as_ref(), &edge.text);
        let unknown = self.emission.signatures.of(*function).unknown;
        let mut targets: Vec<Option<Ident>> =
            call.targets.iter().map(|t| t.map(|p| self.expressions.ident(p))).collect();
        targets.extend(call.forgotten.iter().map(|p| Some(self.expressions.ident(*p))));
        targets.extend(std::iter::repeat_n(None, unknown - call.forgotten.len()));
        if targets.iter().all(Option::is_none) {
            targets.clear();
        }
        let kind = StmtKind::Call {
            targets,
            callee: plain(&self.emission.procedure_name(*function)),
            args: call.arguments.iter().map(|choice| self.expressions.choice(choice)).collect(),
        };
        self.push(labels, kind, origin());
        if !call.updates.is_empty() {
            let kind = StmtKind::Assign {
                targets: call
                    .updates
                    .iter()
                    .map(|(p, _)| Some(self.expressions.ident(*p)))
                    .collect(),
                values: call.updates.iter().map(|(_, u)| self.expressions.update(u)).collect(),
                constrain: None,
                assume: None,
            };
            self.push(Vec::new(), kind, origin());
        }
    }
}

/// Longest text of a statement that is shown whole.
const MAX_TEXT: usize = 72;

/// The text of a statement on one line. Of one that contains a block, what precedes the block: its
/// statements are shown where they are.
fn shorten(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let head = text.split('{').next().unwrap_or_default().trim_end();
    if head.chars().count() <= MAX_TEXT {
        return head.to_owned();
    }
    let start: String = head.chars().take(MAX_TEXT).collect();
    format!("{start}...")
}

/// What a statement abstracts; `None` if nothing is known.
fn origin(edge: Option<CfgEdgeId>, source: Option<&SourceLine>, text: &str) -> Option<Origin> {
    let text = shorten(text);
    // Names of files that an annotation cannot carry are left out.
    let writable = |source: &&SourceLine| {
        source.line > 0 && !source.file.is_empty() && !source.file.contains(char::is_whitespace)
    };
    let origin = Origin {
        edge,
        source: source.filter(writable).cloned(),
        text: (!text.is_empty()).then_some(text),
    };
    (origin != Origin::default()).then_some(origin)
}
