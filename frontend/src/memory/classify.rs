//! Which objects are split into variables of their own, and which places of the others one access
//! may touch.
//!
//! An object is *direct* if no pointer is used to access it: every access names it, at offsets
//! that fit its type. Its slots become variables, or regions of its own. Slots of all other objects
//! are put into classes: two slots are in one class if one access may touch both.

use belnap_ir::ids::TiVec;
use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::types::IntType;
use rustc_hash::FxHashSet;

use super::access::{self, Access};
use super::block::has_array_in_union;
use super::layout::{self, Level};
use super::pointed::find_pointed_to;
use super::reachable::{ReachableCode, operations};
use super::routes::{Resolved, factors};
use super::slots::{Classes, Shape, Slot};
use crate::ctype::{CType, TypeId};
use crate::mir::{Address, Base, ObjectId, Op, Program, Storage};
use crate::points_to::PointsTo;

/// Objects, slots and classes of a program.
pub(super) struct Memory<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where its pointers point to.
    pub points_to: &'p PointsTo,
    /// What is executed.
    pub code: &'p ReachableCode,
    direct: TiVec<ObjectId, bool>,
    collapsed: FxHashSet<(ObjectId, u64, TypeId)>,
    /// All slots, with their numbers.
    slots: BTreeMap<Slot, usize>,
    pub(super) classes: Classes,
    /// Objects whose slots are one class.
    whole: BTreeSet<ObjectId>,
    /// Blocks have slots for what no other slot has, where it may be read. That is done last,
    /// when all other slots are known.
    pub(super) with_padding: bool,
    pub(super) demoted: Vec<ObjectId>,
    /// Numbers of slots that are copied or filled as a range.
    pub(super) ranged: FxHashSet<usize>,
    /// Numbers of slots that are accessed by numbers, which may be other addresses.
    numbered: FxHashSet<usize>,
}

impl<'p> Memory<'p> {
    /// Classifies the objects of a program.
    pub fn of(program: &'p Program, points_to: &'p PointsTo, code: &'p ReachableCode) -> Self {
        let pointed_to = find_pointed_to(program, points_to, code);
        let mut direct: TiVec<ObjectId, bool> = program
            .objects
            .iter_enumerated()
            .map(|(index, object)| {
                code.used[index]
                    && !pointed_to[index]
                    && object.storage != Storage::Heap
                    && (program.types.size_of(object.ty).is_some() || is_row(program, object.ty))
            })
            .collect();
        loop {
            let mut memory = Memory {
                program,
                points_to,
                code,
                direct: direct.clone(),
                collapsed: FxHashSet::default(),
                slots: BTreeMap::new(),
                classes: Classes::default(),
                whole: BTreeSet::new(),
                with_padding: false,
                demoted: Vec::new(),
                ranged: FxHashSet::default(),
                numbered: FxHashSet::default(),
            };
            memory.collapse();
            memory.collect();
            memory.close();
            if memory.demoted.is_empty() {
                return memory;
            }
            for object in &memory.demoted {
                direct[*object] = false;
            }
        }
    }

    /// The operations that can be executed, with the static initialisers that matter first.
    pub fn operations(&self) -> impl Iterator<Item = &'p Op> + use<'p> {
        operations(self.program, self.code)
    }

    /// Whether all accesses to an object name it.
    pub fn is_direct(&self, object: ObjectId) -> bool {
        self.direct[object]
    }

    /// All slots of an object.
    pub fn slots_of(&self, object: ObjectId) -> impl Iterator<Item = Slot> + '_ {
        let first = Slot { object, offset: 0, bit: 0, bits: 0 };
        self.slots
            .range(first..)
            .map(|(&slot, _)| slot)
            .take_while(move |slot| slot.object == object)
    }

    /// The slots of all objects, ascending.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.slots.keys().copied()
    }

    /// The class of a slot.
    pub fn class(&self, slot: Slot) -> Option<usize> {
        self.slots.get(&slot).map(|&number| self.classes.find(number))
    }

    /// How a slot is accessed.
    pub fn shape(&self, slot: Slot) -> Option<Shape> {
        self.slots.get(&slot).map(|&number| self.classes.shape(number))
    }

    /// Number of slots.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Arrays with variable indices into direct objects have no variable per element.
    fn collapse(&mut self) {
        let mut found: Vec<(ObjectId, u64, TypeId)> = Vec::new();
        let mut misfits = Vec::new();
        for op in self.operations() {
            access::visit(op, &mut |access| {
                let address = match access {
                    Access::Load(cell) | Access::Store(cell) => &cell.address,
                    Access::Block(address) => address,
                    _ => return,
                };
                let Base::Object(object) = address.base else { return };
                if !self.is_direct(object) || address.terms.is_empty() {
                    return;
                }
                let place = self.place(object, address.offset);
                for &(_, stride) in &address.terms {
                    let factors = place.as_ref().and_then(|place| factors(place, stride));
                    let (Some(place), Some(factors)) = (&place, factors) else {
                        misfits.push(object);
                        continue;
                    };
                    for (level, factor) in place.levels.iter().zip(factors) {
                        if factor != 0 {
                            found.push((object, level.start, level.array));
                        }
                    }
                }
            });
        }
        self.collapsed.extend(found);
        self.demoted.extend(misfits);
    }

    /// Whether each element of an array in a direct object has a variable of its own.
    pub fn is_split(&self, object: ObjectId, level: &Level) -> bool {
        self.is_direct(object)
            && level.is_small()
            && !self.collapsed.contains(&(object, level.start, level.array))
    }

    /// Whether a slot of a direct object stands for elements of an array.
    pub fn is_element(&self, slot: Slot) -> bool {
        self.place(slot.object, slot.offset as i64).is_some_and(|place| {
            place.levels.iter().any(|level| !self.is_split(slot.object, level))
        })
    }

    /// How many elements of a slot the innermost `levels` arrays hold.
    pub fn elements_below(&self, slot: Slot, levels: usize) -> u64 {
        let Some(place) = self.place(slot.object, slot.offset as i64) else { return 1 };
        place
            .levels
            .iter()
            .rev()
            .take(levels)
            .filter(|level| !self.is_split(slot.object, level))
            .map(|level| level.length.unwrap_or(1))
            .fold(1, u64::saturating_mul)
    }

    /// Whether a slot in memory is a class of its own that stands for one place: a scalar whose
    /// address is taken, but that nothing else can be mistaken for. All accesses to its class then
    /// are accesses to it, wherever the pointer comes from.
    pub fn is_lone(&self, slot: Slot) -> bool {
        let object = &self.program.objects[slot.object];
        let repeated = object.function.is_some_and(|function| {
            self.code.functions.iter().any(|one| one.id == function && one.is_recursive)
        });
        let number = self.slots.get(&slot);
        object.storage != Storage::Heap
            && !repeated
            && self.program.types.size_of(object.ty).is_some()
            && number.is_some_and(|number| {
                !self.ranged.contains(number) && !self.numbered.contains(number)
            })
            && self
                .place(slot.object, slot.offset as i64)
                .is_some_and(|place| place.levels.is_empty() && !self.is_record(place.ty))
    }

    /// In a union one slot may stand for several places.
    fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), CType::Record(_))
    }

    /// The slot, made if it is new.
    pub(super) fn insert(&mut self, slot: Slot, shape: Shape) -> usize {
        if let Some(&number) = self.slots.get(&slot) {
            return number;
        }
        let number = self.classes.add(shape);
        self.slots.insert(slot, number);
        number
    }

    /// Makes the slots that scalar accesses touch.
    fn collect(&mut self) {
        let mut cells: Vec<(&Address, Shape)> = Vec::new();
        for op in self.operations() {
            access::visit(op, &mut |access| {
                if let Access::Load(cell) | Access::Store(cell) = access {
                    cells.push((&cell.address, Shape::of(cell)));
                }
            });
        }
        let mut seen: FxHashSet<(&Address, Shape)> = FxHashSet::default();
        for (address, shape) in cells {
            if seen.insert((address, shape)) {
                self.touch(address, shape);
            }
        }
        let parameters: Vec<(ObjectId, IntType)> = self
            .code
            .functions
            .iter()
            .filter(|function| function.is_called)
            .flat_map(|function| {
                let function = &self.program.functions[function.id];
                function.parameters.iter().chain(&function.result)
            })
            .filter_map(|&object| {
                let ty = self.program.objects[object].ty;
                self.program.types.scalar(ty).map(|int| (object, int))
            })
            .collect();
        for (object, int) in parameters {
            self.touch(&Address::of(object), Shape::of_number(int));
        }
        for (address, int) in numbers_kept(self.program) {
            self.touch(&address, Shape::of_number(int));
        }
    }

    /// Makes the slots of an access, in one class where it may touch several.
    fn touch(&mut self, address: &Address, shape: Shape) {
        if let Base::Object(object) = address.base
            && self.is_direct(object)
        {
            match self.resolve(object, address.offset, &address.terms, shape) {
                Resolved::Slot(slot, _) => {
                    self.insert(slot, shape);
                }
                Resolved::Outside => {}
                Resolved::Misfit => self.demoted.push(object),
            }
            return;
        }
        let (targets, slots) = self.targets(address, shape);
        let mut first = None;
        for slot in slots {
            let number = self.insert(slot, shape);
            if self.crosses(slot, shape) {
                self.classes.mark_bytes(number);
            }
            if !targets.anything {
                let first = *first.get_or_insert(number);
                self.classes.unite(first, number);
                if targets.number {
                    self.numbered.insert(number);
                }
            }
        }
        for target in &targets.cells {
            if target.offset.is_none() {
                self.whole.insert(target.object);
            }
        }
    }

    /// Whether an access reaches over the end of an array element.
    pub(super) fn crosses(&self, slot: Slot, shape: Shape) -> bool {
        let offset = i64::try_from(slot.offset).unwrap_or(i64::MAX);
        self.place(slot.object, offset).is_some_and(|place| {
            let size = self.program.types.size_of(place.ty).unwrap_or(0);
            !place.levels.is_empty() && place.rest + u64::from(shape.bytes) > size
        })
    }

    /// Unites what blocks, overlaps and unknown offsets bring together, until nothing changes.
    fn close(&mut self) {
        let blocks = self.blocks();
        loop {
            let mut changed = false;
            for block in &blocks {
                changed |= self.transfer(block);
            }
            changed |= self.unite_whole();
            changed |= self.unite_overlapping();
            if !self.demoted.is_empty() || !changed && self.with_padding {
                return;
            }
            self.with_padding |= !changed;
        }
    }

    /// Unites the slots of objects in which pointers may go anywhere; whether that changed
    /// anything.
    fn unite_whole(&mut self) -> bool {
        let mut changed = false;
        for object in self.whole.clone() {
            if self.is_direct(object) {
                continue;
            }
            let numbers: Vec<usize> =
                self.slots_of(object).filter_map(|slot| self.slots.get(&slot).copied()).collect();
            for pair in numbers.windows(2) {
                changed |= self.classes.unite(pair[0], pair[1]);
            }
        }
        changed
    }

    /// Unites slots that have bits in common; whether that changed anything.
    fn unite_overlapping(&mut self) -> bool {
        let mut ranges: Vec<(ObjectId, (u64, u64), usize)> = self
            .slots
            .iter()
            .map(|(slot, &number)| (slot.object, self.overlap_range(slot), number))
            .collect();
        ranges.sort_unstable();
        let mut changed = false;
        let mut current: Option<(ObjectId, u64, usize)> = None;
        for (object, (start, end), number) in ranges {
            match &mut current {
                Some((of, last, with)) if *of == object && start < *last => {
                    changed |= self.classes.unite(*with, number);
                    changed |= self.classes.mark_bytes(number);
                    *last = end.max(*last);
                }
                _ => current = Some((object, end, number)),
            }
        }
        changed
    }

    /// The bits of an object that a slot may stand for: of a union with an array in it, all.
    fn overlap_range(&self, slot: &Slot) -> (u64, u64) {
        let types = &self.program.types;
        let place = i64::try_from(slot.offset).ok().and_then(|at| self.place(slot.object, at));
        match place {
            Some(place) if has_array_in_union(types, place.ty) => {
                let start = slot.offset.saturating_sub(place.rest);
                let size = types.size_of(place.ty).unwrap_or(0);
                let (first, last) = slot.range();
                (first.min(8 * start), last.max(8 * start.saturating_add(size)))
            }
            _ => slot.range(),
        }
    }

    /// Whether pointers may go anywhere in an object.
    pub(super) fn is_whole(&self, object: ObjectId) -> bool {
        self.whole.contains(&object)
    }

    /// Notes that pointers may go anywhere in an object; whether that is new.
    pub(super) fn mark_whole(&mut self, object: ObjectId) -> bool {
        self.whole.insert(object)
    }
}

/// An array of a length that is not constant.
fn is_row(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        CType::Array(element, _) => program.types.size_of(*element).is_some_and(|size| size > 0),
        _ => false,
    }
}

/// The numbers that objects consist of which stay even if nothing uses them.
fn numbers_kept(program: &Program) -> Vec<(Address, IntType)> {
    let mut numbers = Vec::new();
    for (id, object) in (0..).map(ObjectId).zip(&program.objects) {
        if program.keep.contains(&object.name) {
            layout::numbers(&program.types, object.ty, 0, &mut |offset, int| {
                numbers.push((Address { offset, ..Address::of(id) }, int));
            });
        }
    }
    numbers
}
