//! The variables and objects of the graph in the making.

use belnap_ir::cfg::{self, ObjectKind, Variable, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, FunctionId, ObjectId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::FxHashMap;

use super::bytes::Bytes;
use super::classify::Memory;
use super::names::{Names, number_name, object_name, slot_name};
use super::slots::{Shape, Slot};
use super::text::Sources;
use crate::mir::{self, Origin, Storage};

/// Where the cells of a class are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// A variable: also where an address is taken that only one place can have.
    Plain(CfgVarId, IntType),
    /// A region with a cell per element of an array.
    Elements(CfgVarId, IntType),
    /// A region with a cell at each address.
    Typed(CfgVarId, IntType),
    /// A region with a byte at each address.
    Bytes(CfgVarId),
    /// A region with a byte at each offset of one object.
    OwnBytes(CfgVarId),
}

impl Store {
    /// The variable or region.
    pub const fn var(self) -> CfgVarId {
        match self {
            Store::Plain(var, _)
            | Store::Elements(var, _)
            | Store::Typed(var, _)
            | Store::Bytes(var)
            | Store::OwnBytes(var) => var,
        }
    }
}

/// Variables and objects of the graph.
pub(super) struct Tables {
    /// Variables, by id.
    pub variables: Vec<Variable>,
    /// Objects with an address that is used, by id.
    pub objects: Vec<cfg::Object>,
    /// The type of addresses.
    pub address: IntType,
    /// How many bytes all instances of an object with several take together, if that is known.
    pub room: Option<u64>,
    model: cfg::DataModel,
    stores: FxHashMap<usize, Store>,
    object_ids: FxHashMap<mir::ObjectId, ObjectId>,
    function_ids: FxHashMap<mir::FunctionId, ObjectId>,
    slots_of: FxHashMap<CfgVarId, Vec<Slot>>,
    names: Names,
    object_names: Names,
}

impl Tables {
    /// The variables of all classes.
    pub fn of(
        memory: &Memory<'_>,
        sources: &Sources<'_>,
        functions: &FxHashMap<mir::FunctionId, FunctionId>,
    ) -> Self {
        let mut tables = Tables {
            variables: Vec::new(),
            objects: Vec::new(),
            address: memory.program.types.address(),
            room: None,
            model: memory.program.types.model(),
            stores: FxHashMap::default(),
            object_ids: FxHashMap::default(),
            function_ids: FxHashMap::default(),
            slots_of: FxHashMap::default(),
            names: Names::default(),
            object_names: Names::default(),
        };
        let mut order: Vec<usize> = Vec::new();
        let mut classes: FxHashMap<usize, Vec<Slot>> = FxHashMap::default();
        for slot in memory.slots() {
            let Some(class) = memory.class(slot) else { continue };
            let slots = classes.entry(class).or_default();
            if slots.is_empty() {
                order.push(class);
            }
            slots.push(slot);
        }
        for class in order {
            let slots = classes.remove(&class).unwrap_or_default();
            tables.add_class(memory, sources, functions, class, slots);
        }
        tables
    }

    /// Adds the variable of a class: a plain one, or a region.
    fn add_class(
        &mut self,
        memory: &Memory<'_>,
        sources: &Sources<'_>,
        functions: &FxHashMap<mir::FunctionId, FunctionId>,
        class: usize,
        slots: Vec<Slot>,
    ) {
        let Some(&first) = slots.first() else { return };
        let Some(shape) = memory.shape(first) else { return };
        let by_bytes = memory.classes.is_by_bytes(class);
        let object = &memory.program.objects[first.object];
        let source = sources.own_line(object.at);
        let direct = memory.is_direct(first.object);
        let mut name = slot_name(memory, first, shape);
        let address = self.address;
        let array = |cell| Type::Array(ArrayType { index: address, cell });
        let in_array = direct && !by_bytes && memory.is_element(first);
        let lone = !direct && !by_bytes && slots.len() == 1 && memory.is_lone(first);
        let cell = self.cell_type(memory, &slots, shape);
        let (ty, store): (Type, fn(CfgVarId, IntType) -> Store) = match (direct, by_bytes, in_array)
        {
            (true, true, _) => (array(IntType::unsigned(8)), |var, _| Store::OwnBytes(var)),
            (false, true, _) => (array(IntType::unsigned(8)), |var, _| Store::Bytes(var)),
            _ if lone => (Type::Int(cell), Store::Plain),
            (true, false, true) => (array(cell), Store::Elements),
            (true, false, false) => (Type::Int(cell), Store::Plain),
            (false, false, _) => (array(cell), Store::Typed),
        };
        if by_bytes {
            name.c_type = number_name(IntType::unsigned(8), self.model);
            name.qualified = object_name(memory, first.object);
        }
        let one =
            slots.iter().all(|slot| slot.object == first.object) && object.storage != Storage::Heap;
        let single = slots.len() == 1 || by_bytes || !one;
        let wanted = match (direct, one) {
            (true, _) => name.qualified.clone(),
            (false, true) if single => name.qualified.clone(),
            (false, true) => object_name(memory, first.object),
            (false, false) if by_bytes => "bytes".to_owned(),
            (false, false) => name.general.clone(),
        };
        let plain = matches!(ty, Type::Int(_));
        let function = object.function.and_then(|function| functions.get(&function).copied());
        let shared_result =
            object.storage == Storage::Result && memory.program.types.scalar(object.ty).is_none();
        // Other functions may use it through a pointer.
        let shared = shared_result || lone && memory.code.functions.len() > 1;
        let local = (direct || lone) && !shared;
        let kind = if plain { kind_of(object.storage) } else { VariableKind::Region };
        let kind = if shared_result && plain { VariableKind::Temporary } else { kind };
        let named = plain && !matches!(object.storage, Storage::Temporary | Storage::Result);
        let variable = Variable {
            name: self.names.unique(&wanted),
            c_name: named.then(|| name.c_name.clone()),
            c_type: name.c_type.clone(),
            ty,
            kind,
            function: if local { function } else { None },
            scope: if direct || lone { object.scope.map(|scope| ScopeId(scope.0)) } else { None },
            source: if one { source } else { None },
            cells: Vec::new(),
        };
        let var = self.push(variable);
        self.stores.insert(class, store(var, cell));
        self.slots_of.insert(var, slots);
    }

    /// The type of cells: as declared if some slot is a declared scalar, else as first accessed.
    fn cell_type(&self, memory: &Memory<'_>, slots: &[Slot], shape: Shape) -> IntType {
        let types = &memory.program.types;
        let declared = slots.iter().find_map(|slot| {
            let place = memory.place(slot.object, slot.offset as i64)?;
            let int = types.scalar(place.ty)?;
            (place.rest == 0 && shape.is_whole() && int.bits == shape.ty.bits).then_some(int)
        });
        declared.unwrap_or(shape.ty)
    }

    /// How numbers are kept in regions of bytes.
    pub const fn bytes(&self) -> Bytes {
        Bytes { order: self.model.byte_order, address: self.address }
    }

    /// A new variable with a name that is not taken.
    pub fn push(&mut self, variable: Variable) -> CfgVarId {
        let id = CfgVarId::from(self.variables.len());
        self.variables.push(variable);
        id
    }

    /// A new variable without a name in C.
    pub fn temporary(&mut self, name: &str, ty: Type, function: Option<FunctionId>) -> CfgVarId {
        let c_type = match ty {
            Type::Bool => "_Bool".to_owned(),
            Type::Int(int) => number_name(int, self.model),
            Type::Array(array) => number_name(array.cell, self.model),
        };
        let name = self.names.unique(name);
        self.push(Variable { c_type, function, ..Variable::temporary(name, ty) })
    }

    /// Where a class is kept.
    pub fn store(&self, class: usize) -> Option<Store> {
        self.stores.get(&class).copied()
    }

    /// Whether a variable or region holds nothing but an object.
    pub fn is_only(&self, var: CfgVarId, object: mir::ObjectId) -> bool {
        self.slots_of.get(&var).is_some_and(|slots| slots.iter().all(|slot| slot.object == object))
    }

    /// The type of an expression.
    pub fn type_of(&self, expr: &Expr) -> Type {
        expr.type_of(&|var| self.variables[var.index()].ty, self.address).unwrap_or(Type::Bool)
    }

    /// The object of the graph for an object of the program.
    pub fn object(
        &mut self,
        memory: &Memory<'_>,
        sources: &Sources<'_>,
        object: mir::ObjectId,
        repeated: bool,
    ) -> ObjectId {
        if let Some(&id) = self.object_ids.get(&object) {
            return id;
        }
        let source = &memory.program.objects[object];
        let types = &memory.program.types;
        let kind = match source.storage {
            Storage::Static => ObjectKind::Global,
            Storage::External => ObjectKind::External,
            Storage::String => ObjectKind::String,
            Storage::Heap => ObjectKind::Heap,
            Storage::Local | Storage::Parameter | Storage::Result | Storage::Temporary => {
                ObjectKind::Local
            }
        };
        let site = memory.code.sites.get(&object);
        let size = match kind {
            _ if repeated => self.room,
            ObjectKind::Heap => site.and_then(|site| site.size),
            _ => types.size_of(source.ty),
        };
        let name = object_name(memory, object);
        let align = if repeated { source.align.max(16) } else { source.align };
        let at = site.map_or(source.at, |site| site.at);
        let id = self.add_object(&name, kind, size, align, types.display(source.ty), sources, at);
        self.object_ids.insert(object, id);
        id
    }

    /// The object of the graph for a function.
    pub fn function(
        &mut self,
        memory: &Memory<'_>,
        sources: &Sources<'_>,
        function: mir::FunctionId,
    ) -> ObjectId {
        if let Some(&id) = self.function_ids.get(&function) {
            return id;
        }
        let source = &memory.program.functions[function];
        let c_type = memory.program.types.display(source.ty);
        let id = self.add_object(
            &source.name,
            ObjectKind::Function,
            Some(1),
            1,
            c_type,
            sources,
            source.at,
        );
        self.function_ids.insert(function, id);
        id
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an object")]
    fn add_object(
        &mut self,
        name: &str,
        kind: ObjectKind,
        size: Option<u64>,
        align: u32,
        c_type: String,
        sources: &Sources<'_>,
        at: Origin,
    ) -> ObjectId {
        let id = ObjectId::from(self.objects.len());
        let align = if align.is_power_of_two() { align } else { 1 };
        let source: Option<SourceLine> = sources.own_line(at);
        let name = self.object_names.unique(name);
        self.objects.push(cfg::Object { name, kind, size, align, c_type, source });
        id
    }

    /// Says which cells regions hold, once all objects are known.
    pub fn fill_cells(&mut self) {
        for (var, slots) in &self.slots_of {
            let variable = &mut self.variables[var.index()];
            if variable.kind != VariableKind::Region {
                continue;
            }
            variable.cells = slots
                .iter()
                .filter_map(|slot| {
                    let object = *self.object_ids.get(&slot.object)?;
                    Some(cfg::Cell { object, offset: slot.offset })
                })
                .collect();
            variable.cells.sort_unstable();
            variable.cells.dedup();
        }
    }
}

const fn kind_of(storage: Storage) -> VariableKind {
    match storage {
        Storage::Static | Storage::External | Storage::String | Storage::Heap => {
            VariableKind::Global
        }
        Storage::Local => VariableKind::Local,
        Storage::Parameter => VariableKind::Parameter,
        Storage::Result => VariableKind::Result,
        Storage::Temporary => VariableKind::Temporary,
    }
}
