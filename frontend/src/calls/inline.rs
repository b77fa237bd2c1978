//! Copies of functions in place of calls.

use super::deeper::{CallTree, Deeper, ELSEWHERE, OpenCall, Spot};
use super::hints::infer_types;
use super::plan::Plan;
use super::prune::prune;
use super::references::{self, Reference};
use crate::mir::{
    Address, Argument, Body, Callee, Cell, Edge, Function, FunctionId, Havoc, Node, NodeId,
    ObjectId, Op, Origin, Program, ResultTo, Scope, ScopeId, Step, Storage, Value,
};
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};

/// Which functions are inlined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InlineMode {
    /// All that are not recursive, and some levels of those that are.
    #[default]
    All,
    /// Only those of model files.
    Models,
    /// None.
    None,
}

/// How much is inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineOptions {
    /// Which functions.
    pub mode: InlineMode,
    /// Limit on the edges that the program may have afterwards. As long as there would be more, the
    /// function whose copies take most edges stays a function, those of models last.
    pub limit: usize,
    /// How many levels of recursive calls are replaced where all functions are inlined; calls that
    /// are deeper stay calls. By default as many as give a graph of moderate size.
    pub recursion: Option<usize>,
    /// Recursive calls that are replaced besides.
    pub calls: CallTree,
}

impl Default for InlineOptions {
    fn default() -> Self {
        InlineOptions {
            mode: InlineMode::All,
            limit: 100_000,
            recursion: None,
            calls: CallTree::default(),
        }
    }
}

/// A function that stays a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFunction {
    /// Its C name.
    pub function: String,
    /// Why it was not inlined everywhere.
    pub reason: KeptReason,
}

/// Why a function stays a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptReason {
    /// It may be called while it is active.
    Recursive,
    /// Too many edges would result.
    Limit,
    /// It was not asked for.
    Mode,
}

/// What was not inlined.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// Functions that stay functions.
    pub kept: Vec<KeptFunction>,
    /// Recursive calls of the entry function that stay calls.
    pub deeper: Deeper,
}

/// Replaces direct calls of functions with bodies by copies of the bodies, and prunes. Each copy
/// has a scope, locals and allocation sites of its own. Copies of models have the origin of the
/// user's call. Functions that are no longer called lose their body, unless there are calls
/// through pointers. Returns the functions and calls that stay.
pub fn inline(program: &mut Program, options: &InlineOptions) -> Inlined {
    prune(program);
    let plan = Plan::new(program, options);
    let kept = plan
        .reasons
        .iter()
        .map(|&(function, reason)| {
            let function = program.functions[function].name.clone();
            KeptFunction { function, reason }
        })
        .collect();
    let deeper = Inliner::new(program, &plan, &options.calls).run();
    prune(program);
    infer_types(program);
    Inlined { kept, deeper }
}

/// A copy under construction.
#[derive(Debug)]
struct Frame {
    function: FunctionId,
    /// Next edge to copy.
    next: usize,
    /// First of its nodes.
    first: u32,
    /// What stands for its exit.
    exit: NodeId,
    /// From its exit to where the call led, if these differ.
    after: Option<Edge>,
    /// Where the user called the model that it is, or is part of.
    site: Option<Origin>,
    /// What the function's own objects and scopes stand for around it, if it is active there.
    outer: Outer,
    /// Its number.
    copy: u32,
    /// Its place among the calls that are to be replaced.
    spot: Spot,
}

/// Copies that belong to a frame further out.
#[derive(Debug, Default)]
struct Outer {
    objects: Vec<(ObjectId, ObjectId)>,
    scopes: Vec<(ScopeId, ScopeId)>,
}

struct Inliner<'a> {
    program: &'a mut Program,
    /// The program's functions.
    functions: TiVec<FunctionId, Function>,
    plan: &'a Plan,
    /// What each activation has of its own.
    locals: TiVec<FunctionId, Vec<ObjectId>>,
    scopes: TiVec<FunctionId, Vec<ScopeId>>,
    /// Copies, in the innermost frame of the function they belong to.
    object_copy: TiVec<ObjectId, ObjectId>,
    scope_copy: TiVec<ScopeId, ScopeId>,
    /// The function that is being rewritten.
    root: FunctionId,
    nodes: TiVec<NodeId, Node>,
    edges: Vec<Edge>,
    calls: &'a CallTree,
    deeper: Deeper,
}

impl<'a> Inliner<'a> {
    fn new(program: &'a mut Program, plan: &'a Plan, calls: &'a CallTree) -> Self {
        program.scopes.iter_mut().for_each(|scope| scope.copy = ELSEWHERE);
        let mut functions = std::mem::take(&mut program.functions);
        let locals = locals(&mut functions, program);
        let scopes = functions
            .iter()
            .map(|function| {
                let nodes = function.body.iter().flat_map(|body| &body.nodes);
                let mut scopes: Vec<ScopeId> = nodes.map(|node| node.scope).collect();
                scopes.push(function.scope);
                scopes.sort_unstable();
                scopes.dedup();
                scopes
            })
            .collect();
        let object_copy = (0..program.objects.len() as u32).map(ObjectId).collect();
        let scope_copy = (0..program.scopes.len() as u32).map(ScopeId).collect();
        Inliner {
            root: program.entry,
            program,
            functions,
            plan,
            locals,
            scopes,
            object_copy,
            scope_copy,
            nodes: TiVec::new(),
            edges: Vec::new(),
            calls,
            deeper: plan.deeper(calls),
        }
    }

    fn run(mut self) -> Deeper {
        for scope in &self.scopes[self.program.entry] {
            self.program.scopes[*scope].copy = 0;
        }
        let mut called = self.plan.kept.clone();
        called[self.program.entry] = true;
        let mut bodies: TiVec<FunctionId, Option<Body>> =
            TiVec::with_capacity(self.functions.len());
        for (index, &called) in called.iter_enumerated() {
            self.root = index;
            bodies.push(if called { self.expand(index) } else { None });
        }
        let indirect = bodies
            .iter()
            .flatten()
            .flat_map(|body| &body.edges)
            .any(|edge| matches!(edge.step.op, Op::Call { callee: Callee::Indirect(..), .. }));
        for ((function, body), called) in self.functions.iter_mut().zip(bodies).zip(called) {
            if called {
                function.body = body;
            } else if !indirect {
                function.body = None;
                function.parameters.clear();
                function.result = None;
            }
        }
        self.program.functions = self.functions;
        self.deeper
    }

    /// The body of a function with everything inlined.
    fn expand(&mut self, root: FunctionId) -> Option<Body> {
        let body = self.functions[root].body.as_ref()?;
        let (entry, exit) = (body.entry, body.exit);
        self.nodes.clone_from(&body.nodes);
        let root = Frame {
            function: root,
            next: 0,
            first: 0,
            exit,
            after: None,
            site: None,
            outer: Outer::default(),
            copy: if root == self.program.entry { 0 } else { ELSEWHERE },
            spot: CallTree::root(),
        };
        let mut stack = vec![root];
        while let Some(frame) = stack.last_mut() {
            let body = self.functions[frame.function].body.as_ref()?;
            let Some(edge) = body.edges.get(frame.next) else {
                self.edges.extend(frame.after.take());
                let outer = std::mem::take(&mut frame.outer);
                self.leave(&outer);
                stack.pop();
                continue;
            };
            frame.next += 1;
            let mut edge = edge.clone();
            for node in [&mut edge.from, &mut edge.to] {
                *node = if *node == body.exit { frame.exit } else { NodeId(node.0 + frame.first) };
            }
            edge.step.at = frame.site.unwrap_or(edge.step.at);
            let (site, is_root) = (frame.site, stack.len() == 1);
            if !is_root {
                self.rename(&mut edge.step.op);
            }
            if let Some(copy) = self.enter(&edge, site, &stack) {
                stack.push(copy);
            } else {
                self.edges.push(edge);
            }
        }
        let (nodes, edges) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.edges));
        Some(Body { nodes, edges, entry, exit })
    }

    fn rename(&self, op: &mut Op) {
        references::in_op(op, &mut |reference| {
            if let Reference::Object(object) = reference {
                // Objects made since are nobody's locals.
                *object = self.object_copy[*object];
            }
        });
    }

    /// If the edge is a call to be replaced: what leads into the copy, and the copy's frame.
    fn enter(&mut self, edge: &Edge, site: Option<Origin>, stack: &[Frame]) -> Option<Frame> {
        let Op::Call { callee: Callee::Direct(callee), arguments, result, .. } = &edge.step.op
        else {
            return None;
        };
        let callee = *callee;
        let frame = stack.last()?;
        let number = frame.next as u32 - 1;
        let circle = self.plan.circle[callee];
        let (spot, is_named) = self.calls.enter(frame.spot, number, circle.is_some());
        let is_replaced = circle.is_some()
            && self.root == self.program.entry
            && (is_named || self.is_among_the_first(callee, stack));
        self.functions[callee].body.as_ref()?;
        if self.plan.kept[callee] && !is_replaced {
            if let Some(circle) = circle.filter(|_| frame.copy != ELSEWHERE) {
                let callee = self.functions[callee].name.clone();
                let (copy, edge, at) = (frame.copy, number, edge.step.at);
                self.deeper.open.push(OpenCall { copy, edge, callee, at, line: None, circle });
            }
            return None;
        }
        let copy = self.deeper.note(frame.copy, number, circle.is_some());
        let outer = self.outer(callee);
        let (from, to) = (edge.from, edge.to);
        let caller = self.nodes[from].scope;
        self.copy_scopes(callee, (caller, edge.step.at), copy);
        self.copy_locals(callee);

        let function = &self.functions[callee];
        let body = function.body.as_ref()?;
        // A function of the user's that a model calls has lines of its own.
        let site = if function.is_model { site.or(Some(edge.step.at)) } else { None };
        let first = self.nodes.len() as u32;
        for node in &body.nodes {
            let mut node = node.clone();
            node.scope = self.scope_copy[node.scope];
            node.at = site.unwrap_or(node.at);
            self.nodes.push(node);
        }
        let entry = NodeId(body.entry.0 + first);
        self.nodes[entry].enters = Some(function.name.clone());

        let exit = NodeId(body.exit.0 + first);
        let parameters = function.parameters.clone();
        let returned = function.result.map(|result| self.object_copy[result]);
        let leave = result.as_ref().map(|result| self.hand_over(returned, result));
        let step = |op| Step { op, at: edge.step.at, notes: edge.step.notes.clone() };
        let (exit, after) = match leave {
            None if exit != entry => (to, None),
            op => {
                let op = op.unwrap_or(Op::Skip);
                (exit, Some(Edge { from: exit, to, step: step(op) }))
            }
        };

        let passing = self.passing(&parameters, arguments);
        let (scope, at) = (caller, self.nodes[from].at);
        let mut before = from;
        let last = passing.len().saturating_sub(1);
        for (index, op) in passing.into_iter().enumerate() {
            let next = if index == last { entry } else { self.plain_node(scope, at) };
            self.edges.push(Edge { from: before, to: next, step: step(op) });
            before = next;
        }
        Some(Frame { function: callee, next: 0, first, exit, after, site, outer, copy, spot })
    }

    /// Whether a call of a recursive function is on one of the levels that are replaced.
    fn is_among_the_first(&self, callee: FunctionId, stack: &[Frame]) -> bool {
        let Some(circle) = self.plan.circle[callee] else { return false };
        let active = stack.iter().filter(|frame| self.plan.circle[frame.function] == Some(circle));
        let levels = self.plan.levels.get(&circle).copied().unwrap_or(0);
        active.count() < levels
    }

    /// What is to be put back when a copy of a recursive function is complete.
    fn outer(&self, callee: FunctionId) -> Outer {
        if self.plan.circle[callee].is_none() {
            return Outer::default();
        }
        let objects = self.locals[callee].iter().map(|own| (*own, self.object_copy[*own]));
        let scopes = self.scopes[callee].iter().map(|own| (*own, self.scope_copy[*own]));
        Outer { objects: objects.collect(), scopes: scopes.collect() }
    }

    fn leave(&mut self, outer: &Outer) {
        outer.objects.iter().for_each(|(own, copy)| self.object_copy[*own] = *copy);
        outer.scopes.iter().for_each(|(own, copy)| self.scope_copy[*own] = *copy);
    }

    fn plain_node(&mut self, scope: ScopeId, at: Origin) -> NodeId {
        let kind = crate::mir::NodeKind::Normal;
        self.nodes.push(Node { kind, labels: Vec::new(), scope, enters: None, at });
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn copy_scopes(&mut self, callee: FunctionId, from: (ScopeId, Origin), number: u32) {
        let (caller, call) = from;
        let own = self.functions[callee].scope;
        for &scope in &self.scopes[callee] {
            let mut copy: Scope = self.program.scopes[scope].clone();
            if scope == own {
                (copy.caller, copy.call) = (Some(caller), Some(call));
            } else {
                copy.caller = copy.caller.map(|caller| self.scope_copy[caller]);
            }
            copy.copy = number;
            self.scope_copy[scope] = ScopeId(self.program.scopes.len() as u32);
            self.program.scopes.push(copy);
        }
    }

    fn copy_locals(&mut self, callee: FunctionId) {
        for &local in &self.locals[callee] {
            let mut copy = self.program.objects[local].clone();
            copy.scope = copy.scope.map(|scope| self.scope_copy[scope]);
            copy.function = copy.function.map(|_| self.root);
            self.object_copy[local] = ObjectId(self.program.objects.len() as u32);
            self.program.objects.push(copy);
        }
        for &local in &self.locals[callee] {
            let copy = &mut self.program.objects[self.object_copy[local]];
            copy.bytes = copy.bytes.map(|bytes| self.object_copy[bytes]);
        }
    }

    /// At least one operation.
    fn passing(&self, parameters: &[ObjectId], arguments: &[Argument]) -> Vec<Op> {
        let mut ops = Vec::new();
        for (index, parameter) in parameters.iter().enumerate() {
            let parameter = self.object_copy[*parameter];
            let scalar = self.program.types.scalar(self.program.objects[parameter].ty);
            ops.push(match (arguments.get(index), scalar) {
                (Some(Argument::Scalar(value, _)), Some(ty)) => Op::Assign(
                    Cell { address: Address::of(parameter), ty, bits: None },
                    value.clone(),
                ),
                (Some(Argument::Aggregate(from, ty)), None) => {
                    Op::Copy { to: Address::of(parameter), from: from.clone(), ty: *ty }
                }
                _ => Op::Declare(vec![parameter]),
            });
        }
        if ops.is_empty() {
            ops.push(Op::Skip);
        }
        ops
    }

    /// What hands the result over.
    fn hand_over(&self, from: Option<ObjectId>, to: &ResultTo) -> Op {
        match (from, to) {
            (Some(from), ResultTo::Scalar(to, _)) => {
                let cell = Cell { address: Address::of(from), ty: to.ty, bits: None };
                Op::Assign(to.clone(), Value::load(cell))
            }
            (Some(from), ResultTo::Aggregate(to, ty)) => {
                Op::Copy { to: to.clone(), from: Address::of(from), ty: *ty }
            }
            (None, ResultTo::Scalar(to, _)) => Op::Havoc(Havoc::Unknown, vec![to.clone()]),
            (None, ResultTo::Aggregate(to, _)) => {
                Op::HavocReachable(Havoc::Unknown, vec![to.clone().value()])
            }
        }
    }
}

/// Of each function: locals, parameters, result, temporaries and allocation sites.
fn locals(
    functions: &mut TiSlice<FunctionId, Function>,
    program: &Program,
) -> TiVec<FunctionId, Vec<ObjectId>> {
    let mut locals: TiVec<FunctionId, Vec<ObjectId>> = ti_vec![Vec::new(); functions.len()];
    for (index, object) in program.objects.iter().enumerate() {
        let shared =
            matches!(object.storage, Storage::Static | Storage::External | Storage::String);
        if let Some(function) = object.function
            && !shared
        {
            locals[function].push(ObjectId(index as u32));
        }
    }
    for (function, locals) in functions.iter().zip(&mut locals) {
        for edge in function.body.iter().flat_map(|body| &body.edges) {
            if let Op::Allocate { site, .. } = &edge.step.op {
                locals.push(*site);
            }
        }
        locals.sort_unstable();
        locals.dedup();
    }
    locals
}
