//! Values and cells to expressions over variables and regions.

use belnap_ir::cfg::{IntegerMode, Operation, Treatment, Weakens};
use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, FunctionId, TiVec};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;

use super::bytes;
use super::calls::Interface;
use super::classify::Memory;
use super::ghosts::Ghosts;
use super::routes::{Index, Route};
use super::slots::{Shape, Slot};
use super::tables::{Store, Tables};
use super::text::Sources;
use crate::mir::{self, Address, Base, Cell, Note, NoteId, ObjectId, Origin, Storage, Value};

/// Expressions deeper than this are split by temporaries; leaves room for what is put around.
const MAX_DEPTH: usize = Expr::MAX_DEPTH - 30;

/// Something to do, and what it approximates.
#[derive(Clone, Debug)]
pub(super) struct Emitted {
    /// What is done.
    pub operation: Operation,
    /// Entries of the ledger.
    pub notes: Vec<NoteId>,
}

/// Where a cell is.
#[derive(Clone, Debug)]
pub(super) enum Where {
    /// A variable.
    Plain(CfgVarId, IntType),
    /// A cell of a region.
    Cell(CfgVarId, Expr, IntType),
    /// Bytes of a region from an index on.
    Bytes(CfgVarId, Expr),
    /// Not known; what a write may change, and why.
    Unknown(Vec<CfgVarId>, NoteId),
}

/// How an object that has several instances gets its address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    /// The address of the next instance.
    pub next: CfgVarId,
    /// Of a local variable: the address of the activation's own instance.
    pub own: Option<CfgVarId>,
}

/// Translates the steps of one node after the other.
pub(super) struct Translator<'a, 'p> {
    /// Objects and classes.
    pub memory: &'a Memory<'p>,
    /// Variables and objects of the graph.
    pub tables: Tables,
    /// Texts.
    pub sources: Sources<'a>,
    /// The ledger, which grows.
    pub ledger: TiVec<NoteId, Note>,
    /// What has to happen before the step at hand.
    pub prelude: Vec<Emitted>,
    /// The function at hand.
    pub function: FunctionId,
    /// Objects with several instances.
    pub counters: FxHashMap<ObjectId, Counter>,
    /// What checks of memory remember.
    pub ghosts: Ghosts,
    /// Functions that are called, with their interfaces.
    pub callees: FxHashMap<mir::FunctionId, Interface>,
    /// Where the step at hand comes from.
    pub at: Origin,
    notes: FxHashMap<(&'static str, String, Origin), NoteId>,
    unknowns: FxHashMap<Cell, CfgVarId>,
    spilled: FxHashMap<Expr, CfgVarId>,
    pool: FxHashMap<(FunctionId, Type, usize), CfgVarId>,
    in_use: FxHashMap<Type, usize>,
}

impl<'a, 'p> Translator<'a, 'p> {
    /// A translator for a program's memory.
    pub fn new(memory: &'a Memory<'p>, tables: Tables, sources: Sources<'a>) -> Self {
        Translator {
            memory,
            tables,
            sources,
            ledger: memory.program.ledger.clone(),
            prelude: Vec::new(),
            function: FunctionId(0),
            counters: FxHashMap::default(),
            ghosts: Ghosts::default(),
            callees: FxHashMap::default(),
            at: Origin::default(),
            notes: FxHashMap::default(),
            unknowns: FxHashMap::default(),
            spilled: FxHashMap::default(),
            pool: FxHashMap::default(),
            in_use: FxHashMap::default(),
        }
    }

    /// Forgets what was evaluated before: a new node begins.
    pub fn begin(&mut self) {
        self.prelude.clear();
        self.unknowns.clear();
        self.spilled.clear();
        self.in_use.clear();
    }

    /// A variable for the step at hand.
    pub fn temporary(&mut self, ty: Type) -> CfgVarId {
        let count = self.in_use.entry(ty).or_insert(0);
        let key = (self.function, ty, *count);
        *count += 1;
        if let Some(&var) = self.pool.get(&key) {
            return var;
        }
        let function = Some(self.function);
        let var = self.tables.temporary(&format!("${ty}"), ty, function);
        self.pool.insert(key, var);
        var
    }

    /// The entry of the ledger, made if it is new.
    pub fn note(
        &mut self,
        construct: &'static str,
        detail: String,
        treatment: Treatment,
        weakens: Weakens,
    ) -> NoteId {
        let at = self.at;
        let next = NoteId(u32::try_from(self.ledger.len()).unwrap_or(u32::MAX));
        let id = *self.notes.entry((construct, detail.clone(), at)).or_insert(next);
        if id == next {
            self.ledger.push(Note { construct, detail, treatment, weakens, at, global: false });
        }
        id
    }

    /// An entry about something that is not known.
    pub fn unknown_note(&mut self, construct: &'static str, detail: String) -> NoteId {
        self.note(construct, detail, Treatment::Unknown, Weakens::Precision)
    }

    /// Adds operations that read what those before them have changed: values that get a variable
    /// of their own get it here, not before everything.
    pub fn afterwards(
        &mut self,
        out: &mut Vec<Emitted>,
        act: impl FnOnce(&mut Self, &mut Vec<Emitted>),
    ) {
        let earlier = std::mem::take(&mut self.prelude);
        self.spilled.clear();
        let mut later = Vec::new();
        act(self, &mut later);
        out.extend(std::mem::replace(&mut self.prelude, earlier));
        out.append(&mut later);
        self.spilled.clear();
    }

    /// The expression, or a variable that has its value if it is deep.
    pub fn shallow(&mut self, expr: Expr) -> Expr {
        if expr.depth() > MAX_DEPTH { self.spill(expr) } else { expr }
    }

    /// A variable or constant with the value of an expression.
    pub fn spill(&mut self, expr: Expr) -> Expr {
        if matches!(expr, Expr::Var(_) | Expr::Int(..) | Expr::Bool(_) | Expr::Address(_)) {
            return expr;
        }
        if let Some(&var) = self.spilled.get(&expr) {
            return Expr::Var(var);
        }
        let var = self.temporary(self.tables.type_of(&expr));
        self.spilled.insert(expr.clone(), var);
        let operation = Operation::Assign(vec![(var, expr)]);
        self.prelude.push(Emitted { operation, notes: Vec::new() });
        Expr::Var(var)
    }

    /// The value as an expression.
    pub fn value(&mut self, value: &Value) -> Expr {
        let expr = match value {
            Value::Int(number, ty) => Expr::Int(*number, *ty),
            Value::Bool(truth) => Expr::Bool(*truth),
            Value::Load(cell) => self.load(cell),
            Value::Address(address) => self.address(address),
            Value::Function(function) => {
                Expr::Address(self.tables.function(self.memory, &self.sources, *function))
            }
            Value::Unary(op, operand) => Expr::Unary(*op, Box::new(self.value(operand))),
            Value::Binary(op, operands) => {
                Expr::Binary(*op, Box::new([self.value(&operands[0]), self.value(&operands[1])]))
            }
            Value::Compare(op, operands) => {
                Expr::Compare(*op, Box::new([self.value(&operands[0]), self.value(&operands[1])]))
            }
            Value::Not(operand) => Expr::Not(Box::new(self.value(operand))),
            Value::And(operands) => {
                Expr::And(operands.iter().map(|operand| self.value(operand)).collect())
            }
            Value::Or(operands) => {
                Expr::Or(operands.iter().map(|operand| self.value(operand)).collect())
            }
            Value::Cast(ty, operand) => Expr::cast(*ty, self.value(operand)),
            Value::If(operands) => Expr::ite(
                self.value(&operands[0]),
                self.value(&operands[1]),
                self.value(&operands[2]),
            ),
        };
        self.shallow(expr)
    }

    /// The address as an expression.
    pub fn address(&mut self, address: &Address) -> Expr {
        let base = match &address.base {
            Base::Object(object) => self.object_address(*object),
            Base::Pointer(pointer) => self.value(pointer),
        };
        let ty = self.tables.address;
        let mut sum = plus(base, address.offset, ty);
        for (value, stride) in &address.terms {
            let index = self.value(value);
            sum = Expr::binary(BinaryOp::Add, sum, times(index, *stride, ty));
        }
        self.shallow(sum)
    }

    /// The address of an object; of the activation's own instance if it has several.
    pub fn object_address(&mut self, object: ObjectId) -> Expr {
        if let Some(counter) = self.counters.get(&object) {
            return Expr::Var(counter.own.unwrap_or(counter.next));
        }
        Expr::Address(self.tables.object(self.memory, &self.sources, object, false))
    }

    /// Bytes from the beginning of a direct object.
    pub fn own_offset(&mut self, address: &Address) -> Expr {
        let ty = self.tables.address;
        let mut sum = Expr::int(i128::from(address.offset), ty);
        for (value, stride) in &address.terms {
            let index = times(self.value(value), *stride, ty);
            sum = if matches!(sum, Expr::Int(0, _)) {
                index
            } else {
                Expr::binary(BinaryOp::Add, index, sum)
            };
        }
        sum
    }

    /// An element number.
    pub fn index(&mut self, index: &Index, terms: &[(Value, i64)]) -> Expr {
        let ty = self.tables.address;
        let mut sum: Option<Expr> = None;
        for &(position, factor) in &index.terms {
            let term = times(self.value(&terms[position].0), factor, ty);
            sum = Some(match sum {
                Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
                None => term,
            });
        }
        match sum {
            Some(sum) => plus(sum, index.constant, ty),
            None => Expr::int(i128::from(index.constant), ty),
        }
    }

    /// Where a cell is.
    pub fn locate(&mut self, cell: &Cell) -> Where {
        let shape = Shape::of(cell);
        match self.memory.route(&cell.address, shape) {
            Route::Direct(slot, index) => self.direct(slot, index.as_ref(), &cell.address),
            Route::Memory(slot) => self.in_memory(slot, &cell.address),
            Route::Anything(slots) => {
                let changed = self.changed_by_anything(&slots);
                let note = self.unknown_note(
                    "unknown-pointer",
                    "access through a pointer of unknown origin".to_owned(),
                );
                Where::Unknown(changed, note)
            }
            Route::Nowhere => self.nowhere(),
        }
    }

    /// What an access is that goes to no object.
    pub fn nowhere(&mut self) -> Where {
        let note = self.unknown_note(
            "unknown-pointer",
            "access through a pointer that points to no object".to_owned(),
        );
        Where::Unknown(Vec::new(), note)
    }

    /// Where a slot of a direct object is.
    pub fn direct(&mut self, slot: Slot, index: Option<&Index>, address: &Address) -> Where {
        match self.memory.class(slot).and_then(|class| self.tables.store(class)) {
            Some(Store::Plain(var, ty)) => Where::Plain(var, ty),
            Some(Store::Elements(var, ty)) => {
                let index = index.cloned().unwrap_or_default();
                Where::Cell(var, self.index(&index, &address.terms), ty)
            }
            Some(Store::OwnBytes(var)) => Where::Bytes(var, self.own_offset(address)),
            Some(Store::Typed(..) | Store::Bytes(_)) | None => self.nowhere(),
        }
    }

    /// Where a slot in memory is, for an access at an address.
    pub fn in_memory(&mut self, slot: Slot, address: &Address) -> Where {
        match self.memory.class(slot).and_then(|class| self.tables.store(class)) {
            Some(Store::Plain(var, ty)) => Where::Plain(var, ty),
            Some(Store::Typed(var, ty)) => Where::Cell(var, self.address(address), ty),
            Some(Store::Bytes(var)) => Where::Bytes(var, self.address(address)),
            _ => self.nowhere(),
        }
    }

    /// What a write through a pointer of unknown origin may change.
    pub fn changed_by_anything(&self, slots: &[Slot]) -> Vec<CfgVarId> {
        let mut vars: Vec<CfgVarId> = slots.iter().filter_map(|&slot| self.var_of(slot)).collect();
        for &object in self.memory.points_to.escaped() {
            vars.extend(self.vars_of(object));
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The variable or region of a slot.
    pub fn var_of(&self, slot: Slot) -> Option<CfgVarId> {
        let class = self.memory.class(slot)?;
        self.tables.store(class).map(Store::var)
    }

    /// The variables and regions unknown code can change if it knows an object.
    pub fn vars_of(&self, object: ObjectId) -> Vec<CfgVarId> {
        let storage = self.memory.program.objects[object].storage;
        if self.memory.is_direct(object) && storage != Storage::External {
            return Vec::new();
        }
        self.memory.slots_of(object).filter_map(|slot| self.var_of(slot)).collect()
    }

    fn load(&mut self, cell: &Cell) -> Expr {
        if let Some(&var) = self.unknowns.get(cell) {
            return Expr::Var(var);
        }
        match self.locate(cell) {
            Where::Unknown(_, note) => {
                let var = self.unknown_value(cell.ty, note);
                self.unknowns.insert(cell.clone(), var);
                Expr::Var(var)
            }
            place => self.read(&place, Shape::of(cell)),
        }
    }

    /// A variable of unknown value.
    pub fn unknown_value(&mut self, ty: IntType, note: NoteId) -> CfgVarId {
        let var = self.temporary(Type::Int(ty));
        let operation = Operation::Unknown(vec![var]);
        self.prelude.push(Emitted { operation, notes: vec![note] });
        var
    }

    /// The contents of a place.
    pub fn read(&mut self, place: &Where, shape: Shape) -> Expr {
        match place {
            Where::Plain(var, ty) => convert(Expr::Var(*var), *ty, shape.ty),
            Where::Cell(region, index, ty) => {
                convert(Expr::read(Expr::Var(*region), index.clone()), *ty, shape.ty)
            }
            Where::Bytes(region, index) => {
                if self.is_mathematical() && !(shape.is_whole() && shape.bytes == 1) {
                    let note = self.unknown_note(
                        "punned-memory",
                        "memory read by its bytes, with unbounded numbers".to_owned(),
                    );
                    return Expr::Var(self.unknown_value(shape.ty, note));
                }
                let index =
                    if shape.bytes > 1 { self.spill_deep(index.clone()) } else { index.clone() };
                bytes::read(*region, &index, shape, self.tables.bytes())
            }
            Where::Unknown(_, note) => Expr::Var(self.unknown_value(shape.ty, *note)),
        }
    }

    /// The expression, or a variable with its value if it is not small.
    pub fn spill_deep(&mut self, expr: Expr) -> Expr {
        if expr.depth() > 4 { self.spill(expr) } else { expr }
    }

    /// Whether numbers are unbounded.
    pub fn is_mathematical(&self) -> bool {
        self.memory.program.integers == IntegerMode::Mathematical
    }

    /// The program.
    pub fn program(&self) -> &'p mir::Program {
        self.memory.program
    }
}

/// A number of type `from` as one of type `to`.
pub(super) fn convert(expr: Expr, from: IntType, to: IntType) -> Expr {
    match expr {
        expr if from == to => expr,
        Expr::Int(number, _) if to.contains(number) => Expr::Int(number, to),
        expr => Expr::cast(to, expr),
    }
}

/// `expr + bytes`
pub(super) fn plus(expr: Expr, bytes: i64, ty: IntType) -> Expr {
    if let Expr::Int(number, _) = expr {
        return Expr::int(number.wrapping_add(i128::from(bytes)), ty);
    }
    match bytes {
        0 => expr,
        i64::MIN..0 => Expr::binary(BinaryOp::Sub, expr, Expr::int(-i128::from(bytes), ty)),
        _ => Expr::binary(BinaryOp::Add, expr, Expr::int(i128::from(bytes), ty)),
    }
}

/// `expr * factor`
pub(super) fn times(expr: Expr, factor: i64, ty: IntType) -> Expr {
    match (expr, factor) {
        (expr, 1) => expr,
        (Expr::Int(number, _), factor) => Expr::int(number.wrapping_mul(i128::from(factor)), ty),
        (expr, -1) => Expr::Unary(UnaryOp::Neg, Box::new(expr)),
        (expr, factor) => Expr::binary(BinaryOp::Mul, expr, Expr::int(i128::from(factor), ty)),
    }
}
