//! From a program to its graph.

use std::collections::BTreeMap;

use belnap_ir::cfg::{
    AskedKind, AskedProperty, Cfg, Function, Location, LocationKind, Machine, Operation, Scope,
};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, FunctionId, ScopeId, TiSlice, TiVec, ti_vec};
use belnap_ir::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use super::actions::Branch;
use super::assumed::{self, Assumption};
use super::classify::Memory;
use super::coincide::{Identity, may_overlap};
use super::graph::{Draft, Graph};
use super::guards::Guard;
use super::names::object_name;
use super::reachable::{ReachableCode, ReachableFunction, possible};
use super::slots::Slot;
use super::steps::plain;
use super::tables::{Store, Tables};
use super::text::{Sources, UnitSource};
use super::translate::{Counter, Emitted, Translator};
use super::truth::OtherBytes;
use crate::checks::failure_text;
use crate::mir::{self, Body, NodeId, NodeKind, NoteId, Op, Origin, Program, Step};
use crate::points_to::PointsTo;
use crate::unsupported::{
    CONSTANT_WRITE, MEMORY_ACCESS, MISSING_RESULT, OBJECT_ADDRESS, OBJECT_IDENTITY,
    OVERLAPPING_COPY, TRUTH_VALUE,
};

/// The most bytes that all instances of an object take together.
const ROOM: u64 = 1 << 16;

/// Of the addresses that programs have, this part is for such objects if memory is checked.
const SHARE: u128 = 8;

/// The graph of a program.
pub fn build(program: &Program, sources: &[UnitSource<'_>]) -> Cfg {
    let points_to = PointsTo::analyse(program);
    let code = ReachableCode::of(program);
    let memory = Memory::of(program, &points_to, &code);
    let sources = Sources(sources);
    let wrapped = code.functions.first().is_some_and(|function| function.is_called);
    let ids: FxHashMap<mir::FunctionId, FunctionId> = code
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| (function.id, FunctionId::from(index + usize::from(wrapped))))
        .collect();
    let tables = Tables::of(&memory, &sources, &ids);
    let translator = Translator::new(&memory, tables, sources);
    let mut builder = Builder {
        translator,
        graph: Graph::default(),
        functions: Vec::new(),
        ends: Vec::new(),
        asked: Vec::new(),
        ids,
        start: 0,
        initials: Vec::new(),
        accesses: Assumption::default(),
        addresses: Assumption::default(),
        identities: Assumption::default(),
        constants: Assumption::default(),
        read: assumed::read_objects(program),
        other_bytes: OtherBytes::of(program, &points_to, &code),
    };
    builder.counters(&code);
    builder.translator.tables.room = builder.room(&code);
    builder.translator.remember(&code);
    for function in code.functions.iter().filter(|function| function.is_called) {
        let id = builder.ids[&function.id];
        let interface = builder.translator.interface(function.id, id);
        builder.translator.callees.insert(function.id, interface);
    }
    if wrapped {
        builder.wrapper(&code);
    }
    for function in &code.functions {
        builder.function(function, &code);
    }
    builder.finish()
}

struct Builder<'a, 'p> {
    translator: Translator<'a, 'p>,
    graph: Graph,
    functions: Vec<Function>,
    /// Entry and exit of each function.
    ends: Vec<(Draft, Draft)>,
    asked: Vec<(AskedKind, Draft, Origin)>,
    ids: FxHashMap<mir::FunctionId, FunctionId>,
    start: Draft,
    /// Variables that need a first value: counters and the objects they count from.
    initials: Vec<(CfgVarId, mir::ObjectId)>,
    /// That accesses stay in their objects.
    accesses: Assumption,
    /// That objects lie anywhere.
    addresses: Assumption,
    /// That objects do not coincide.
    identities: Assumption,
    /// That nothing constant is written to.
    constants: Assumption,
    /// The objects that something is read of.
    read: FxHashSet<mir::ObjectId>,
    /// What is not a truth value.
    other_bytes: OtherBytes,
}

impl Builder<'_, '_> {
    /// Objects with several instances: allocation sites that may be executed again, and locals
    /// of recursive functions.
    fn counters(&mut self, code: &ReachableCode) {
        let program = self.translator.program();
        let address = Type::Int(self.translator.tables.address);
        for function in &code.functions {
            let Some(body) = &program.functions[function.id].body else { continue };
            for (index, edge) in body.edges.iter().enumerate() {
                if let Op::Allocate { site, .. } = &edge.step.op
                    && function.nodes[edge.from]
                    && (function.cyclic[index] || function.is_called)
                {
                    self.counter(*site, None, address);
                }
            }
            if function.is_recursive {
                for object in self.translator.frame_objects(function.id) {
                    self.counter(object, Some(self.ids[&function.id]), address);
                }
            }
        }
    }

    /// How many bytes an object with several instances takes with all of them. If something
    /// depends on where objects lie, others may lie between them, and it is not known.
    fn room(&self, code: &ReachableCode) -> Option<u64> {
        let Translator { memory, counters, tables, .. } = &self.translator;
        let several = |object| counters.contains_key(&object);
        let bodies = code.functions.iter().filter_map(|function| {
            let body = memory.program.functions[function.id].body.as_ref()?;
            Some(body.edges.iter().filter(|edge| function.nodes[edge.from]))
        });
        let depends =
            |step: &Step| assumed::depends_on_addresses(memory.points_to, &step.op, &several);
        let anywhere = bodies.flatten().any(|edge| depends(&edge.step));
        // Small machines have no room for room.
        let anywhere = anywhere || memory.program.types.model().native().is_none();
        let room = match memory.program.asked.tracks_memory() {
            // Blocks lie far apart.
            true => {
                let space = memory.program.types.model().user_space();
                let each = (space.end - space.start) / SHARE / (counters.len().max(1) as u128);
                1 << each.max(1).ilog2()
            }
            false => (1 << (tables.address.bits - 10)).min(ROOM),
        };
        (!anywhere).then_some(room)
    }

    fn counter(&mut self, object: mir::ObjectId, local_to: Option<FunctionId>, address: Type) {
        if self.translator.counters.contains_key(&object) {
            return;
        }
        let name = object_name(self.translator.memory, object);
        let tables = &mut self.translator.tables;
        let next = tables.temporary(&format!("next({name})"), address, None);
        let own =
            local_to.map(|function| tables.temporary(&format!("&{name}"), address, Some(function)));
        self.translator.counters.insert(object, Counter { next, own });
        self.initials.push((next, object));
    }

    /// A function that calls the entry function, which is called by others too.
    fn wrapper(&mut self, code: &ReachableCode) {
        let program = self.translator.program();
        let entry = code.functions[0].id;
        let source = &program.functions[entry];
        let id = FunctionId(0);
        self.translator.function = id;
        let scope = ScopeId(source.scope.0);
        let location = |kind| Location { function: id, scope, ..Location::bare(kind) };
        let first = self.graph.add(location(LocationKind::Normal));
        let start = self.graph.add(location(LocationKind::Normal));
        let exit = self.graph.add(location(LocationKind::Halted));
        self.initial_line(first, start, code);
        self.graph.place(start);
        self.translator.begin();
        let interface = self.translator.callees[&entry].clone();
        let arguments = interface
            .parameters
            .iter()
            .map(|parameter| {
                let ty = self.translator.tables.variables[parameter.var.index()].ty;
                Expr::Var(self.translator.temporary(ty))
            })
            .collect();
        let call = Operation::Call { function: interface.id, arguments, result: None };
        self.graph.edge(start, exit, plain(call), None);
        self.graph.place(exit);
        self.functions.push(Function {
            name: "_start".to_owned(),
            parameters: Vec::new(),
            result: None,
            entry: belnap_ir::ids::CfgLocId(0),
            exit: belnap_ir::ids::CfgLocId(0),
        });
        self.ends.push((first, exit));
        self.start = start;
    }

    fn function(&mut self, reachable: &ReachableFunction, code: &ReachableCode) {
        let program = self.translator.program();
        let source = &program.functions[reachable.id];
        let id = self.ids[&reachable.id];
        self.translator.function = id;
        let is_first = self.functions.is_empty();
        let (parameters, result) = self.signature(reachable);
        self.functions.push(Function {
            name: source.name.clone(),
            parameters,
            result,
            entry: belnap_ir::ids::CfgLocId(0),
            exit: belnap_ir::ids::CfgLocId(0),
        });
        let empty = empty_body(source);
        let body = source.body.as_ref().unwrap_or(&empty);
        let nodes: TiVec<NodeId, Draft> =
            body.nodes.iter().map(|node| self.node(node, id)).collect();
        let entry = nodes[body.entry];
        let exit = nodes[body.exit];
        self.graph.location(exit).kind =
            if reachable.is_called { LocationKind::Return } else { LocationKind::Halted };
        let mut first = entry;
        if is_first {
            self.start = entry;
            first = self.before(entry, None);
            first = self.initial_line(first, entry, code);
        } else {
            self.translator.begin();
            let steps = self.translator.prologue(reachable.id, reachable.is_recursive);
            let mut all = std::mem::take(&mut self.translator.prelude);
            all.extend(steps);
            if !all.is_empty() {
                let enters = self.graph.location(entry).enters.take();
                first = self.before(entry, enters);
                self.graph.place(first);
                let sources = self.translator.sources;
                self.graph.chain(first, Some(entry), all, source.at, &sources);
            }
        }
        self.ends.push((first, exit));
        self.body(body, reachable, &nodes);
    }

    /// A new location before another one.
    fn before(&mut self, of: Draft, enters: Option<String>) -> Draft {
        let Location { function, scope, ref source, .. } = *self.graph.location(of);
        let source = source.clone();
        let kind = LocationKind::Normal;
        self.graph.add(Location { function, scope, kind, labels: Vec::new(), enters, source })
    }

    /// Parameters and result.
    fn signature(&self, function: &ReachableFunction) -> (Vec<CfgVarId>, Option<CfgVarId>) {
        if let Some(interface) = self.translator.callees.get(&function.id) {
            let parameters = interface.parameters.iter().map(|parameter| parameter.var).collect();
            return (parameters, interface.result);
        }
        let memory = self.translator.memory;
        let source = &self.translator.program().functions[function.id];
        let plain = |slot: Slot| match memory
            .class(slot)
            .and_then(|class| self.translator.tables.store(class))
        {
            Some(Store::Plain(var, _)) => Some(var),
            _ => None,
        };
        let parameters = source
            .parameters
            .iter()
            .flat_map(|&object| memory.slots_of(object).filter_map(plain).collect::<Vec<_>>())
            .collect();
        let scalar = |object: mir::ObjectId| {
            let ty = self.translator.program().objects[object].ty;
            memory.program.types.scalar(ty).is_some()
        };
        let result = source
            .result
            .filter(|&object| scalar(object))
            .and_then(|object| memory.slots_of(object).find_map(plain));
        (parameters, result)
    }

    fn node(&mut self, node: &mir::Node, function: FunctionId) -> Draft {
        let kind = match node.kind {
            NodeKind::Normal => LocationKind::Normal,
            NodeKind::Halted => LocationKind::Halted,
            NodeKind::Failed(_) => LocationKind::Failed,
        };
        self.graph.add(Location {
            function,
            scope: ScopeId(node.scope.0),
            kind,
            labels: node.labels.clone(),
            enters: node.enters.clone(),
            source: self.translator.sources.line(node.at),
        })
    }

    /// The edges of a function's graph.
    fn body(&mut self, body: &Body, function: &ReachableFunction, nodes: &TiSlice<NodeId, Draft>) {
        let mut outgoing: TiVec<NodeId, Vec<usize>> = ti_vec![Vec::new(); body.nodes.len()];
        let mut order = vec![body.entry];
        for (index, edge) in body.edges.iter().enumerate() {
            let from = edge.from;
            if function.nodes[from] && possible(&edge.step.op) {
                outgoing[from].push(index);
                order.push(from);
            }
        }
        let mut placed: TiVec<NodeId, bool> = ti_vec![false; body.nodes.len()];
        for node in order {
            if !std::mem::replace(&mut placed[node], true) {
                self.graph.place(nodes[node]);
                self.outgoing(body, function, nodes, &outgoing[node]);
            }
        }
        for (index, node) in body.nodes.iter_enumerated() {
            let reached = function.nodes[index];
            if let (NodeKind::Failed(kind), true) = (&node.kind, reached) {
                self.asked.push((*kind, nodes[index], node.at));
            }
            if (reached || index == body.exit) && !placed[index] {
                self.graph.place(nodes[index]);
            }
        }
    }

    /// The edges out of a node; what must be evaluated first is evaluated once for all of them.
    fn outgoing(
        &mut self,
        body: &Body,
        function: &ReachableFunction,
        nodes: &TiSlice<NodeId, Draft>,
        edges: &[usize],
    ) {
        self.translator.begin();
        if let [index] = edges
            && let Op::Action { .. } = &body.edges[*index].step.op
        {
            return self.action(&body.edges[*index], nodes);
        }
        let mut steps: Vec<Vec<Emitted>> = Vec::new();
        let mut guards = Vec::new();
        for &index in edges {
            let step = &body.edges[index].step;
            self.translator.at = step.at;
            // A branch evaluates its condition once.
            if steps.is_empty() {
                guards = self.translator.guards(step);
            }
            let once_per_call = !function.cyclic[index];
            let once = once_per_call && !function.is_called;
            let mut emitted = self.translator.step(&step.op, once, once_per_call);
            let notes = self.notes(step);
            if emitted.is_empty() {
                emitted.push(plain(Operation::SKIP));
            }
            for emitted in &mut emitted {
                if matches!(emitted.operation, Operation::Assume(Expr::Bool(true))) {
                    emitted.operation = Operation::SKIP;
                }
                emitted.notes.extend(&notes);
            }
            steps.push(emitted);
        }
        let prelude = std::mem::take(&mut self.translator.prelude);
        let Some(&first) = edges.first() else { return };
        let edge = &body.edges[first];
        let sources = self.translator.sources;
        let from = nodes[edge.from];
        let mut from = self.graph.chain(from, None, prelude, edge.step.at, &sources);
        for guard in guards {
            from = self.guard(from, guard, edge.step.at);
        }
        for (&index, steps) in edges.iter().zip(steps) {
            let edge = &body.edges[index];
            let to = nodes[edge.to];
            self.graph.chain(from, Some(to), steps, edge.step.at, &sources);
        }
    }

    /// The edges of a call that others take part in.
    fn action(&mut self, edge: &mir::Edge, nodes: &TiSlice<NodeId, Draft>) {
        let Op::Action { outcomes, arguments, result } = &edge.step.op else { return };
        let at = edge.step.at;
        self.translator.at = at;
        let guards = self.translator.guards(&edge.step);
        let branches = self.translator.action(outcomes, arguments, result.as_ref());
        let notes = self.notes(&edge.step);
        let prelude = std::mem::take(&mut self.translator.prelude);
        let sources = self.translator.sources;
        let mut from = self.graph.chain(nodes[edge.from], None, prelude, at, &sources);
        for guard in guards {
            from = self.guard(from, guard, at);
        }
        for Branch { action, mut guard, after } in branches {
            guard.notes.extend(&notes);
            let to = nodes[edge.to];
            let next = if after.is_empty() { to } else { self.graph.after(from, at, &sources) };
            self.graph.action(from, next, guard, at, action);
            if !after.is_empty() {
                self.graph.chain(next, Some(to), after, at, &sources);
            }
        }
    }

    /// A branch to a location where a check fails; where it does not.
    fn guard(&mut self, from: Draft, guard: Guard, at: Origin) -> Draft {
        let sources = self.translator.sources;
        let next = self.graph.after(from, at, &sources);
        let failed = self.graph.after(from, at, &sources);
        self.graph.location(failed).kind = LocationKind::Failed;
        let fails = guard.condition.clone().negate();
        self.graph.edge(from, next, plain(Operation::Assume(guard.condition)), Some(at));
        self.graph.edge(from, failed, plain(Operation::Assume(fails)), Some(at));
        self.asked.push((guard.kind, failed, at));
        next
    }

    /// Entries of the ledger for a step: its own, and those for what it assumes about memory.
    fn notes(&mut self, step: &Step) -> Vec<NoteId> {
        let memory = self.translator.memory;
        let counters = &self.translator.counters;
        let several = |object| counters.contains_key(&object);
        let mut notes = self.own_notes(step);
        if assumed::may_leave_objects(memory.program, step) && !self.translator.discharges(step) {
            let line = self.translator.sources.line(step.at);
            notes.push(self.accesses.at(MEMORY_ACCESS, line, &mut self.translator.ledger));
        }
        if assumed::depends_on_addresses(memory.points_to, &step.op, &several) {
            let line = self.translator.sources.line(step.at);
            notes.push(self.addresses.at(OBJECT_ADDRESS, line, &mut self.translator.ledger));
        }
        let callees = &self.translator.callees;
        let is_called = |function| callees.contains_key(&function);
        let Memory { program, points_to, .. } = *memory;
        if (Identity { program, points_to, is_called: &is_called }).matters_to(&step.op) {
            let line = self.translator.sources.line(step.at);
            notes.push(self.identities.at(OBJECT_IDENTITY, line, &mut self.translator.ledger));
        }
        if assumed::may_write_constant(program, points_to, &step.op) {
            let line = self.translator.sources.line(step.at);
            notes.push(self.constants.at(CONSTANT_WRITE, line, &mut self.translator.ledger));
        }
        notes
    }

    /// A step's entries, without those for what plainly is so.
    fn own_notes(&self, step: &Step) -> Vec<NoteId> {
        let ledger = &self.translator.memory.program.ledger;
        let mut notes = step.notes.clone();
        notes.retain(|note| match ledger[*note].construct {
            OVERLAPPING_COPY => may_overlap(self.translator.memory.points_to, &step.op),
            MISSING_RESULT => self.may_use_result(&step.op),
            TRUTH_VALUE => self.other_bytes.may_be_read(self.translator.memory, &step.op),
            _ => true,
        });
        notes
    }

    /// Whether the result is used that a function does not return.
    fn may_use_result(&self, op: &Op) -> bool {
        let Op::Declare(objects) = op else { return true };
        let program = self.translator.program();
        objects.iter().any(|object| {
            let function = program.objects[*object].function;
            let is_called = function.is_some_and(|own| self.translator.callees.contains_key(&own));
            is_called || self.read.contains(object)
        })
    }

    /// First values of counters and static objects, from `first` to `start`; where the line
    /// begins (at `start` if there is nothing to do).
    fn initial_line(&mut self, first: Draft, start: Draft, code: &ReachableCode) -> Draft {
        let lines = super::initial::lines(&mut self.translator, &self.initials, code);
        if lines.is_empty() && self.functions.len() == 1 {
            return start;
        }
        self.graph.place(first);
        let sources = self.translator.sources;
        let mut here = first;
        let count = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            let to = (index + 1 == count).then_some(start);
            let emitted = Emitted { operation: Operation::Assign(line.changes), notes: line.notes };
            here = self.graph.chain(here, to, vec![emitted], line.at, &sources);
            if line.more {
                self.graph.last_is_more();
            }
        }
        if count == 0 {
            self.graph.edge(here, start, plain(Operation::SKIP), None);
        }
        first
    }

    fn finish(mut self) -> Cfg {
        self.translator.tables.fill_cells();
        let stays = "every access through a pointer or an index stays in its object";
        self.accesses.name_lines(stays, &mut self.translator.ledger);
        self.addresses.name_lines("objects may lie anywhere", &mut self.translator.ledger);
        let differ = "objects that live one after the other, and different string literals, have \
                      different addresses, and equal literals the same";
        self.identities.name_lines(differ, &mut self.translator.ledger);
        let written = "nothing writes to string literals and constant objects";
        self.constants.name_lines(written, &mut self.translator.ledger);
        let program = self.translator.program();
        let sources = self.translator.sources;
        let (number, locations, edges, ledger) =
            self.graph.finish(&sources, &self.translator.ledger);
        let mut functions = self.functions;
        for (function, (entry, exit)) in functions.iter_mut().zip(&self.ends) {
            function.entry = number[*entry];
            function.exit = number[*exit];
        }
        let scopes = program
            .scopes
            .iter()
            .map(|scope| Scope {
                function: scope.function.clone(),
                caller: scope.caller.map(|caller| ScopeId(caller.0)),
                call: scope.call.and_then(|call| sources.line(call)),
            })
            .collect();
        let properties = self
            .asked
            .iter()
            .map(|&(kind, location, at)| AskedProperty {
                kind,
                location: number[location],
                source: sources.line(at),
                text: match kind.is_check() {
                    true => failure_text(kind, &sources.text(at)),
                    false => sources.text(at),
                },
            })
            .collect();
        Cfg {
            machine: Machine {
                data_model: program.types.model(),
                integers: program.integers,
                unsigned_char: !program.types.is_char_signed(),
            },
            scopes,
            objects: self.translator.tables.objects.into(),
            variables: self.translator.tables.variables.into(),
            entry: functions.first().map_or(belnap_ir::ids::CfgLocId(0), |first| first.entry),
            functions: functions.into(),
            locations: locations.into(),
            start: number[self.start],
            edges: edges.into(),
            properties,
            ledger,
            unreached: Vec::new(),
            constants: BTreeMap::new(),
        }
    }
}

/// A function without a graph that starts does nothing.
fn empty_body(function: &mir::Function) -> Body {
    let node = mir::Node {
        kind: NodeKind::Normal,
        labels: Vec::new(),
        scope: function.scope,
        enters: None,
        at: function.at,
    };
    Body { nodes: ti_vec![node], edges: Vec::new(), entry: mir::NodeId(0), exit: mir::NodeId(0) }
}
