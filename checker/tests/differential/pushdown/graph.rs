//! Procedures as graphs of single steps. Branches are not joined with their guards, and a `goto` is
//! always a step: that adds only states that look like others.

use std::collections::HashMap;

use belnap_ir::boolprog::{
    BoolProgram, Dialect, Expr, Ident, Name, Procedure, StarMeaning, Stmt, StmtKind,
};

pub type NodeId = usize;

/// What happens at a node.
pub enum Act<'a> {
    Step {
        guard: Vec<(&'a Expr, bool)>,
        updates: Vec<(&'a Name, &'a Expr)>,
        constrain: Option<&'a Expr>,
    },
    Call {
        callee: usize,
        args: &'a [Expr],
        targets: &'a [Option<Ident>],
    },
}

pub struct Edge<'a> {
    pub from: NodeId,
    pub to: NodeId,
    pub act: Act<'a>,
}

/// A node that returns, with its values unless they are arbitrary.
pub type Return<'a> = (NodeId, Option<&'a [Expr]>);

#[derive(Default)]
pub struct Graph<'a> {
    pub first: NodeId,
    pub edges: Vec<Edge<'a>>,
    pub returns: Vec<Return<'a>>,
    pub labels: HashMap<String, NodeId>,
    pub failed: Vec<NodeId>,
    pub halted: Vec<NodeId>,
    /// Nodes with an `assume`.
    assumes: Vec<NodeId>,
    nodes: usize,
}

pub struct Program<'a> {
    pub program: &'a BoolProgram,
    pub star: StarMeaning,
    pub graphs: Vec<Graph<'a>>,
}

impl<'a> Program<'a> {
    pub fn new(program: &'a BoolProgram, star: StarMeaning) -> Self {
        let graphs = program.procedures.iter().map(|procedure| built(program, procedure));
        Program { program, star, graphs: graphs.collect() }
    }

    pub fn main(&self) -> usize {
        index(self.program, &Name::Plain("main".to_owned()))
    }

    pub fn globals(&self) -> Vec<String> {
        self.program.globals.iter().map(|global| global.name.to_string()).collect()
    }

    /// Labels of statements that cannot guard a branch.
    pub fn labels(&self) -> Vec<(usize, String)> {
        let graphs = self.graphs.iter().enumerate();
        let named = graphs.flat_map(|(procedure, graph)| {
            let places = graph.labels.iter().filter(|(_, at)| !graph.assumes.contains(at));
            places.map(move |(label, _)| (procedure, label.clone()))
        });
        let mut labels: Vec<_> = named.collect();
        labels.sort();
        labels
    }
}

pub fn index(program: &BoolProgram, name: &Name) -> usize {
    program.procedures.iter().position(|own| own.name.name == *name).expect("it exists")
}

fn built<'a>(program: &'a BoolProgram, procedure: &'a Procedure) -> Graph<'a> {
    let mut graph = Graph::default();
    let is_main = procedure.name.name == Name::Plain("main".to_owned());
    let mut before = HashMap::new();
    number(&procedure.body, &mut graph, &mut before);
    let end = graph.node();
    graph.returns.push((end, None));
    let mut builder = Builder { program, graph, before, labels: HashMap::new(), is_main };
    builder.find_labels(&procedure.body);
    builder.graph.first = builder.begin(&procedure.body, end);
    builder.block(&procedure.body, end);
    let mut graph = builder.graph;
    if is_main {
        let halted = graph.node();
        for (at, _) in std::mem::take(&mut graph.returns) {
            graph.edges.push(plain(at, halted));
        }
        graph.halted.push(halted);
    }
    graph
}

fn number(body: &[Stmt], graph: &mut Graph<'_>, before: &mut HashMap<*const Stmt, NodeId>) {
    for stmt in body {
        before.insert(stmt, graph.node());
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                branches.iter().for_each(|(_, block)| number(block, graph, before));
                otherwise.iter().for_each(|block| number(block, graph, before));
            }
            StmtKind::While { body, .. } => number(body, graph, before),
            _ => {}
        }
    }
}

fn plain<'a>(from: NodeId, to: NodeId) -> Edge<'a> {
    guarded(from, to, Vec::new())
}

fn guarded<'a>(from: NodeId, to: NodeId, guard: Vec<(&'a Expr, bool)>) -> Edge<'a> {
    Edge { from, to, act: Act::Step { guard, updates: Vec::new(), constrain: None } }
}

struct Builder<'a> {
    program: &'a BoolProgram,
    graph: Graph<'a>,
    before: HashMap<*const Stmt, NodeId>,
    labels: HashMap<&'a Name, NodeId>,
    is_main: bool,
}

impl Graph<'_> {
    fn node(&mut self) -> NodeId {
        self.nodes += 1;
        self.nodes - 1
    }
}

impl<'a> Builder<'a> {
    fn at(&self, stmt: &Stmt) -> NodeId {
        self.before[&std::ptr::from_ref(stmt)]
    }

    fn find_labels(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            let at = self.at(stmt);
            if matches!(stmt.kind, StmtKind::Assume(_) | StmtKind::Assign { assume: Some(_), .. }) {
                self.graph.assumes.push(at);
            }
            self.labels.extend(stmt.labels.iter().map(|label| (&label.name, at)));
            let names = stmt.labels.iter().map(|label| (label.name.to_string(), at));
            self.graph.labels.extend(names);
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    branches.iter().for_each(|(_, block)| self.find_labels(block));
                    otherwise.iter().for_each(|block| self.find_labels(block));
                }
                StmtKind::While { body, .. } => self.find_labels(body),
                _ => {}
            }
        }
    }

    fn begin(&self, body: &[Stmt], after: NodeId) -> NodeId {
        body.first().map_or(after, |stmt| self.at(stmt))
    }

    fn block(&mut self, body: &'a [Stmt], after: NodeId) {
        for (index, stmt) in body.iter().enumerate() {
            let next = self.begin(&body[index + 1..], after);
            self.statement(stmt, next);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt, next: NodeId) {
        let at = self.at(stmt);
        let is_place = self.program.dialect == Dialect::Belnap && !stmt.labels.is_empty();
        match &stmt.kind {
            StmtKind::Assert(Expr::Const(false)) if is_place => self.graph.failed.push(at),
            StmtKind::Return(values) if is_place && self.is_main && values.is_empty() => {
                self.graph.halted.push(at);
            }
            StmtKind::Skip | StmtKind::Print(_) => self.graph.edges.push(plain(at, next)),
            StmtKind::Goto(targets) => {
                let targets = targets.iter().map(|target| plain(at, self.labels[&target.name]));
                self.graph.edges.extend(targets.collect::<Vec<_>>());
            }
            StmtKind::Assign { targets, values, constrain, assume } => {
                let updates = targets.iter().zip(values);
                let updates =
                    updates.filter_map(|(target, value)| Some((&target.as_ref()?.name, value)));
                let act = Act::Step {
                    guard: assume.iter().map(|condition| (condition, true)).collect(),
                    updates: updates.collect(),
                    constrain: constrain.as_ref(),
                };
                self.graph.edges.push(Edge { from: at, to: next, act });
            }
            StmtKind::Call { targets, callee, args } => {
                let callee = index(self.program, &callee.name);
                let act = Act::Call { callee, args, targets };
                self.graph.edges.push(Edge { from: at, to: next, act });
            }
            StmtKind::Return(values) => self.graph.returns.push((at, Some(values))),
            StmtKind::If { branches, otherwise } => {
                let mut refused = Vec::new();
                for (condition, block) in branches {
                    let mut guard = refused.clone();
                    guard.push((condition, true));
                    let to = self.begin(block, next);
                    self.graph.edges.push(guarded(at, to, guard));
                    refused.push((condition, false));
                    self.block(block, next);
                }
                let block = otherwise.as_deref().unwrap_or_default();
                let to = self.begin(block, next);
                self.graph.edges.push(guarded(at, to, refused));
                self.block(block, next);
            }
            StmtKind::While { condition, body } => {
                let to = self.begin(body, at);
                self.graph.edges.push(guarded(at, to, vec![(condition, true)]));
                self.graph.edges.push(guarded(at, next, vec![(condition, false)]));
                self.block(body, at);
            }
            StmtKind::Assert(condition) => {
                let failed = self.graph.node();
                self.graph.failed.push(failed);
                self.graph.edges.push(guarded(at, next, vec![(condition, true)]));
                self.graph.edges.push(guarded(at, failed, vec![(condition, false)]));
            }
            StmtKind::Assume(condition) => {
                self.graph.edges.push(guarded(at, next, vec![(condition, true)]));
            }
        }
    }
}
