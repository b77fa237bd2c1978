//! Calls through pointers, and calls of functions that are defined nowhere.

use belnap_ir::cfg::{Treatment, Weakens};
use belnap_ir::expr::CompareOp;
use belnap_ir::ids::TiVec;
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use crate::ctype::{CType, TypeId};
use crate::mir::{
    Address, Argument, Body, Callee, Cell, Edge, FunctionId, Havoc, Node, NodeId, NodeKind, Note,
    NoteId, Object, ObjectId, Op, Origin, Program, ResultTo, Step, Storage, Value,
};
use crate::points_to::PointsTo;
use crate::unsupported;

/// Replaces each call through a pointer by tests of the pointer and direct calls, and each call of
/// a function without body by its unknown effect: the result and what the arguments reach.
///
/// If the targets are known, a pointer to something else is assumed to end the program, as calling
/// it is undefined. If they are not, functions that unknown code knows and that have exactly the
/// type of the call are tested for too, and another pointer calls unknown code.
pub fn resolve_indirect(program: &mut Program, points_to: &PointsTo) {
    let mut notes = FxHashMap::default();
    for function in program.functions.keys() {
        let Some(body) = program.functions[function].body.take() else { continue };
        let Body { nodes, edges, entry, exit } = body;
        let mut resolver = Resolver {
            program,
            points_to,
            notes: &mut notes,
            function,
            nodes,
            edges: Vec::with_capacity(edges.len()),
        };
        for edge in edges {
            resolver.edge(edge);
        }
        let Resolver { nodes, edges, .. } = resolver;
        program.functions[function].body = Some(Body { nodes, edges, entry, exit });
    }
}

/// A call that is replaced.
struct CallSite {
    from: NodeId,
    to: NodeId,
    at: Origin,
    notes: Vec<NoteId>,
    arguments: Vec<Argument>,
    /// The last of these is a pointer to variable arguments.
    variadic: bool,
    result: Option<ResultTo>,
}

struct Resolver<'a> {
    program: &'a mut Program,
    points_to: &'a PointsTo,
    /// Notes made, by what they say and where.
    notes: &'a mut FxHashMap<(String, Origin), NoteId>,
    function: FunctionId,
    nodes: TiVec<NodeId, Node>,
    edges: Vec<Edge>,
}

impl Resolver<'_> {
    fn edge(&mut self, edge: Edge) {
        let Edge { from, to, step: Step { op, at, notes } } = edge;
        match op {
            Op::Call { callee: Callee::Direct(callee), arguments, result, .. }
                if !self.has_body(callee) =>
            {
                let variadic = self.is_variadic(self.program.functions[callee].ty);
                let site = CallSite { from, to, at, notes, arguments, variadic, result };
                self.call(&site, from, callee);
            }
            Op::Call {
                callee: Callee::Indirect(Value::Function(callee), ty),
                arguments,
                result,
                ..
            } => {
                let variadic = self.is_variadic(ty);
                let site = CallSite { from, to, at, notes, arguments, variadic, result };
                if self.is_callable(callee, &site) {
                    self.call(&site, from, callee);
                } else {
                    self.no_function(&site, from, &[callee]);
                }
            }
            Op::Call { callee: Callee::Indirect(pointer, ty), arguments, result, .. } => {
                let variadic = self.is_variadic(ty);
                let site = CallSite { from, to, at, notes, arguments, variadic, result };
                self.indirect(&site, &pointer, ty);
            }
            op => self.edges.push(Edge { from, to, step: Step { op, at, notes } }),
        }
    }

    /// The body of the function at hand is not in its place.
    fn has_body(&self, function: FunctionId) -> bool {
        function == self.function || self.program.functions[function].body.is_some()
    }

    fn indirect(&mut self, site: &CallSite, pointer: &Value, ty: TypeId) {
        let targets = self.points_to.callees(pointer);
        let (mut callable, others): (Vec<FunctionId>, Vec<FunctionId>) =
            targets.functions.iter().partition(|target| self.is_callable(**target, site));
        if targets.anything {
            for &function in self.points_to.escaped_functions() {
                let known = &self.program.functions[function];
                if known.ty == ty && self.has_body(function) && !callable.contains(&function) {
                    callable.push(function);
                }
            }
        }
        let mut from = site.from;
        for &target in &callable {
            let (then, otherwise) = (self.node(site), self.node(site));
            let test = |op| {
                let pair = Box::new([pointer.clone(), Value::Function(target)]);
                Op::Assume(Value::Compare(op, pair))
            };
            self.push(from, then, site, test(CompareOp::Eq));
            self.push(from, otherwise, site, test(CompareOp::Ne));
            self.call(site, then, target);
            from = otherwise;
        }
        if targets.anything {
            let lost = "call through a pointer that may point to unknown functions".to_owned();
            let notes =
                self.external_notes(lost, "an unknown function called through a pointer", site.at);
            self.unknown_call(site, from, &notes);
        } else {
            self.no_function(site, from, &others);
        }
    }

    /// A call of something that is not a function, or one of `others`, which have other parameters.
    fn no_function(&mut self, site: &CallSite, from: NodeId, others: &[FunctionId]) {
        let detail = "a call through a pointer to something else than a function ends the program";
        let mut notes =
            vec![self.note_assumed(unsupported::FUNCTION_POINTER, detail.to_owned(), site.at)];
        if !others.is_empty() {
            let names: Vec<&str> = others
                .iter()
                .map(|function| self.program.functions[*function].name.as_str())
                .collect();
            let detail = format!(
                "a pointer to {} is not called here: its parameters differ",
                names.join(", ")
            );
            notes.push(self.note_assumed(unsupported::MISMATCHED_CALL, detail, site.at));
        }
        // A step of its own: the tests before it rest on nothing.
        let halted = self.node(site);
        self.nodes[halted].kind = NodeKind::Halted;
        self.push(from, halted, site, Op::Skip);
        self.note_last(&notes);
    }

    fn is_variadic(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), CType::Function(function) if function.variadic)
    }

    /// The number of arguments is right, as far as the function says, and variable ones are passed
    /// to those functions that expect them.
    fn is_callable(&self, target: FunctionId, site: &CallSite) -> bool {
        let has_body = self.has_body(target);
        let target = &self.program.functions[target];
        let given = site.arguments.len();
        match self.program.types.get(target.ty) {
            CType::Function(ty) if has_body && ty.variadic => {
                site.variadic && given == ty.parameters.len() + 1
            }
            CType::Function(_) if has_body && site.variadic => false,
            CType::Function(ty) if ty.prototyped => {
                let wanted = ty.parameters.len();
                given == wanted || (ty.variadic && given > wanted)
            }
            _ => true,
        }
    }

    /// A direct call, with arguments and result converted.
    fn call(&mut self, site: &CallSite, from: NodeId, callee: FunctionId) {
        let target = &self.program.functions[callee];
        if !self.has_body(callee) {
            let name = format!("`{}`", target.name);
            let notes = self.external_notes(format!("{name} has no body"), &name, site.at);
            return self.unknown_call(site, from, &notes);
        }
        let (parameters, returned) = (target.parameters.clone(), target.result);
        let name = target.name.clone();
        let (mut before, mut fits) = (Vec::new(), true);
        let mut arguments = Vec::with_capacity(site.arguments.len());
        for (index, parameter) in parameters.iter().enumerate() {
            let ty = self.program.objects[*parameter].ty;
            let given = site.arguments.get(index);
            let converted = given.and_then(|argument| self.convert_argument(argument, ty));
            fits &= converted.is_some();
            arguments
                .push(converted.unwrap_or_else(|| self.unknown_argument(ty, site, &mut before)));
        }
        arguments.extend(site.arguments.iter().skip(parameters.len()).cloned());

        let mut after = Vec::new();
        let result = site.result.as_ref().and_then(|result| {
            let ty = returned.map(|object| self.program.objects[object].ty);
            self.result(ty, result, site, &mut after)
        });
        fits &= result.is_some() || site.result.is_none();
        let call = Op::Call { callee: Callee::Direct(callee), arguments, result };
        let ops = before.into_iter().chain([call]).chain(after).collect();
        let notes = if fits { Vec::new() } else { self.mismatch_notes(&name, site.at) };
        self.line(site, from, ops, &notes);
    }

    /// What is said about a call through a pointer of another type.
    fn mismatch_notes(&mut self, name: &str, at: Origin) -> Vec<NoteId> {
        let word = unsupported::MISMATCHED_CALL;
        let lost = format!("what `{name}` gets or returns through a pointer of another type");
        let kept = format!("`{name}` can be called through a pointer of another type");
        let lost = self.note(word, lost, (Treatment::Unknown, Weakens::Precision), at);
        vec![lost, self.note_assumed(word, kept, at)]
    }

    /// The argument as a value of a parameter's type, if C's conversion is one of bit vectors.
    fn convert_argument(&self, argument: &Argument, wanted: TypeId) -> Option<Argument> {
        let types = &self.program.types;
        match argument {
            Argument::Scalar(value, given) => {
                let (from, to) = (types.scalar(*given)?, types.scalar(wanted)?);
                let value = self.cast(value.clone(), (*given, from), (wanted, to))?;
                Some(Argument::Scalar(value, wanted))
            }
            Argument::Aggregate(_, given) => {
                let fits = *given == wanted
                    || (types.scalar(wanted).is_none()
                        && types.size_of(*given) == types.size_of(wanted));
                fits.then(|| argument.clone())
            }
        }
    }

    /// A value as one of another type is passed or returned by; `None` if that is not known. What
    /// is wider than what was given has bits that were never set.
    fn cast(
        &self,
        value: Value,
        (given, from): (TypeId, IntType),
        (wanted, to): (TypeId, IntType),
    ) -> Option<Value> {
        let types = &self.program.types;
        let is_float = |ty| matches!(types.get(ty), CType::Float(_));
        if is_float(given) || is_float(wanted) {
            return (types.get(given) == types.get(wanted)).then_some(value);
        }
        let is_truth = |ty| matches!(types.get(ty), CType::Bool);
        let wide = from.bits.max(to.bits) > types.address().bits;
        if is_truth(wanted) != is_truth(given)
            || from.bits < to.bits
            || wide && from.bits != to.bits
        {
            return None;
        }
        Some(if from == to { value } else { Value::Cast(to, Box::new(value)) })
    }

    fn unknown_argument(&mut self, ty: TypeId, site: &CallSite, ops: &mut Vec<Op>) -> Argument {
        let object = self.temporary(ty, site);
        let address = Address::of(object);
        match self.program.types.scalar(ty) {
            Some(scalar) => {
                let cell = Cell { address, ty: scalar, bits: None };
                ops.push(Op::Havoc(Havoc::Unknown, vec![cell.clone()]));
                Argument::Scalar(Value::load(cell), ty)
            }
            None => {
                ops.push(Op::HavocReachable(Havoc::Unknown, vec![address.clone().value()]));
                Argument::Aggregate(address, ty)
            }
        }
    }

    /// Where a callee that returns `returned` puts its result, and what follows.
    fn result(
        &mut self,
        returned: Option<TypeId>,
        wanted: &ResultTo,
        site: &CallSite,
        after: &mut Vec<Op>,
    ) -> Option<ResultTo> {
        let types = &self.program.types;
        match (wanted, returned) {
            (ResultTo::Scalar(cell, ty), Some(returned)) => {
                if types.get(returned) == types.get(*ty) {
                    return Some(wanted.clone());
                }
                let (from, to) = (types.scalar(returned), types.scalar(*ty));
                if let (Some(from), Some(to)) = (from, to) {
                    let object = self.temporary(returned, site);
                    let result = Cell { address: Address::of(object), ty: from, bits: None };
                    let value = Value::load(result.clone());
                    if let Some(value) = self.cast(value, (returned, from), (*ty, to)) {
                        after.push(Op::Assign(cell.clone(), value));
                        return Some(ResultTo::Scalar(result, returned));
                    }
                }
            }
            (ResultTo::Aggregate(_, ty), Some(returned)) => {
                let same = returned == *ty
                    || (types.scalar(returned).is_none()
                        && types.size_of(returned) == types.size_of(*ty));
                if same {
                    return Some(wanted.clone());
                }
            }
            (_, None) => (),
        }
        after.push(unknown_result(wanted));
        None
    }

    fn temporary(&mut self, ty: TypeId, site: &CallSite) -> ObjectId {
        self.program.objects.push(Object {
            name: "converted".to_owned(),
            ty,
            storage: Storage::Temporary,
            function: Some(self.function),
            scope: Some(self.nodes[site.from].scope),
            align: self.program.types.align_of(ty),
            is_volatile: false,
            is_const: false,
            shares_address: false,
            bytes: None,
            at: site.at,
        });
        ObjectId(self.program.objects.len() as u32 - 1)
    }

    /// The effect of unknown code that gets the arguments.
    fn unknown_call(&mut self, site: &CallSite, from: NodeId, notes: &[NoteId]) {
        let mut ops = Vec::new();
        let mut roots = Vec::new();
        for argument in &site.arguments {
            match argument {
                Argument::Scalar(value, _) => {
                    if self.points_to.may_reach(value) {
                        roots.push(value.clone());
                    }
                }
                Argument::Aggregate(address, ty) => {
                    // A copy, so only what its pointers lead to; a copy is what we give.
                    let copy = self.temporary(*ty, site);
                    let to = Address::of(copy);
                    ops.push(Op::Copy { to: to.clone(), from: address.clone(), ty: *ty });
                    roots.push(to.value());
                }
            }
        }
        if !roots.is_empty() {
            ops.push(Op::HavocReachable(Havoc::Unknown, roots));
        }
        ops.extend(site.result.as_ref().map(unknown_result));
        if ops.is_empty() {
            ops.push(Op::Skip);
        }
        self.line(site, from, ops, notes);
    }

    /// The operations one after another, to where the call led.
    fn line(&mut self, site: &CallSite, from: NodeId, ops: Vec<Op>, notes: &[NoteId]) {
        let last = ops.len().saturating_sub(1);
        let mut before = from;
        for (index, op) in ops.into_iter().enumerate() {
            let next = if index == last { site.to } else { self.node(site) };
            self.push(before, next, site, op);
            self.note_last(notes);
            before = next;
        }
    }

    /// The step that was pushed last rests on these entries.
    fn note_last(&mut self, notes: &[NoteId]) {
        if let Some(edge) = self.edges.last_mut() {
            edge.step.notes.extend(notes);
        }
    }

    fn push(&mut self, from: NodeId, to: NodeId, site: &CallSite, op: Op) {
        let step = Step { op, at: site.at, notes: site.notes.clone() };
        self.edges.push(Edge { from, to, step });
    }

    fn node(&mut self, site: &CallSite) -> NodeId {
        let from = &self.nodes[site.from];
        let node = Node {
            kind: NodeKind::Normal,
            labels: Vec::new(),
            scope: from.scope,
            enters: None,
            at: from.at,
        };
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// What is said about a call of code that is not there, as of one by name.
    fn external_notes(&mut self, lost: String, called: &str, at: Origin) -> [NoteId; 2] {
        let word = unsupported::EXTERNAL_FUNCTION;
        let kept = format!(
            "{called} returns, changes only what its arguments reach, and calls nothing back"
        );
        let lost = self.note(word, lost, (Treatment::Unknown, Weakens::Precision), at);
        [lost, self.note_assumed(word, kept, at)]
    }

    fn note_assumed(&mut self, construct: &'static str, detail: String, at: Origin) -> NoteId {
        let weakens = unsupported::construct(construct).assumed;
        self.note(construct, detail, (Treatment::Assumed, weakens), at)
    }

    fn note(
        &mut self,
        construct: &'static str,
        detail: String,
        (treatment, weakens): (Treatment, Weakens),
        at: Origin,
    ) -> NoteId {
        let ledger = &mut self.program.ledger;
        *self.notes.entry((detail.clone(), at)).or_insert_with(|| {
            ledger.push(Note { construct, detail, treatment, weakens, at, global: false });
            NoteId(ledger.len() as u32 - 1)
        })
    }
}

fn unknown_result(result: &ResultTo) -> Op {
    match result {
        ResultTo::Scalar(cell, _) => Op::Havoc(Havoc::Unknown, vec![cell.clone()]),
        ResultTo::Aggregate(address, _) => {
            Op::HavocReachable(Havoc::Unknown, vec![address.clone().value()])
        }
    }
}
