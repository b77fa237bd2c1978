//! Initializers: of locals as steps, of static objects as the program's first steps.

use belnap_ir::ids::TiSlice;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use belnap_ir::cfg::{Treatment, Weakens};

use crate::hir::{self, Expr, ExprKind, Initializer, Place};
use crate::mir::{Address, Base, Function, FunctionId, Havoc, ObjectId, Op, Origin, ScopeId, Step};

use super::function::Frame;
use super::graph::Graph;
use super::stmt::{strip_conversions, through};
use super::{ExternFunctions, Lower};

/// How a static object gets its initial value.
#[derive(Default)]
struct Initial {
    zero: Option<Step>,
    items: Vec<Step>,
    /// What cannot be computed before the program starts.
    unknown: Vec<Step>,
}

/// The objects that an operation refers to.
fn collect_objects(op: &Op, objects: &mut Vec<ObjectId>) {
    op.for_each_address(&mut |address| {
        if let Base::Object(object) = address.base {
            objects.push(object);
        }
    });
}

impl Lower<'_> {
    /// Gives an object its initial value.
    pub(super) fn initialize(
        &mut self,
        object: hir::ObjectId,
        initializer: &Initializer,
        at: Origin,
    ) {
        let ty = self.hir.objects[object].ty;
        let scalar = self.scalar(ty).is_some();
        if initializer.zeroed && (!scalar || initializer.items.is_empty()) {
            self.graph.step(Op::Zero { to: Address::of(ObjectId(object.0)), ty }, at);
        }
        self.leave_open(object, initializer, at);
        self.items(initializer, at);
    }

    /// C does not say what is between the members of an object that is not static.
    fn leave_open(&mut self, object: hir::ObjectId, initializer: &Initializer, at: Origin) {
        let (object, bits) = (ObjectId(object.0), initializer.unspecified.clone());
        if !bits.is_empty() {
            self.graph.step(Op::Padding { object, bits, zero: false }, at);
        }
    }

    /// The items of an initializer.
    fn items(&mut self, initializer: &Initializer, at: Origin) {
        let one = initializer.items.len() == 1;
        for (place, value) in self.skip_zeros(initializer) {
            let at = if one { through(at, value.at) } else { value.at };
            self.assign(place, value, at, false);
        }
    }

    /// The items without zeros for what is zero already.
    fn skip_zeros<'i>(&self, initializer: &'i Initializer) -> Vec<&'i (Place, Expr)> {
        let mut furthest = None;
        let mut needed = Vec::new();
        for item in &initializer.items {
            let (place, value) = item;
            let zero = matches!(strip_conversions(value).kind, ExprKind::Int(0));
            let start = self.start_of(place);
            let untouched = start.is_some() && start > furthest;
            if !(initializer.zeroed && zero && untouched && !self.is_whole(place)) {
                needed.push(item);
            }
            furthest = furthest.max(start);
        }
        needed
    }

    fn is_whole(&self, place: &Place) -> bool {
        matches!(place.kind, hir::PlaceKind::Object(_))
    }

    /// Byte and bit where a place on an object begins.
    fn start_of(&self, place: &Place) -> Option<(u64, u8)> {
        let bit = place.bits.map_or(0, |bits| bits.offset);
        Some(match &place.kind {
            hir::PlaceKind::Object(_) => (0, bit),
            hir::PlaceKind::Field(base, record, index) => {
                let layout = self.types.record(*record).layout.as_ref()?;
                (self.start_of(base)?.0 + layout.fields.get(*index)?.offset, bit)
            }
            hir::PlaceKind::Index(base, index) => {
                let ExprKind::Int(index) = strip_conversions(index).kind else { return None };
                let offset =
                    u64::try_from(index).ok()?.checked_mul(self.types.size_of(place.ty)?)?;
                (self.start_of(base)?.0.checked_add(offset)?, bit)
            }
            _ => return None,
        })
    }

    /// The steps that initialise the static objects that are needed: first all that is zero,
    /// then the items. What cannot be computed before the program starts is given as steps for
    /// its beginning.
    pub(super) fn static_initializers(
        &mut self,
        functions: &TiSlice<FunctionId, Function>,
    ) -> (Vec<Step>, Vec<Step>) {
        let mut work = self.mentioned_variables();
        for edge in functions.iter().filter_map(|f| f.body.as_ref()).flat_map(|b| &b.edges) {
            collect_objects(&edge.step.op, &mut work);
        }
        let mut initials = BTreeMap::new();
        while let Some(object) = work.pop() {
            if let Entry::Vacant(entry) = initials.entry(object) {
                let initial = entry.insert(self.static_initializer(object));
                for step in initial.items.iter().chain(&initial.unknown) {
                    collect_objects(&step.op, &mut work);
                }
            }
        }
        let (mut steps, mut items, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for initial in initials.into_values() {
            steps.extend(initial.zero);
            items.extend(initial.items);
            unknown.extend(initial.unknown);
        }
        steps.extend(items);
        (steps, unknown)
    }

    /// Variables that reachable code names, even if nothing is left of that in the graphs:
    /// properties may be about them. String literals have no name.
    fn mentioned_variables(&self) -> Vec<ObjectId> {
        let objects = self.hir.objects.iter().zip(&self.reach.objects);
        (0..)
            .map(ObjectId)
            .zip(objects)
            .filter(|(_, (object, named))| **named && object.storage == hir::Storage::Static)
            .map(|(id, _)| id)
            .collect()
    }

    /// How an object gets its initial value; nothing if it is local.
    fn static_initializer(&mut self, id: ObjectId) -> Initial {
        let mut initial = Initial::default();
        let program = self.hir;
        let Some(object) = program.objects.get(hir::ObjectId(id.0)) else { return initial };
        if object.storage == hir::Storage::External {
            initial.unknown = self.leave_undefined(id, object);
        }
        if !matches!(object.storage, hir::Storage::Static | hir::Storage::String) {
            return initial;
        }
        let covered = object.initializer.as_ref().is_some_and(|initializer| {
            !initializer.zeroed
                || (self.scalar(object.ty).is_some() && !initializer.items.is_empty())
        });
        let sized = self.types.size_of(object.ty).is_some_and(|size| size > 0);
        let unspecified = object.initializer.as_ref().map(|initializer| &initializer.unspecified);
        let op = if !covered && sized {
            Some(Op::Zero { to: Address::of(id), ty: object.ty })
        } else {
            let bits = unspecified.filter(|bits| !bits.is_empty()).cloned();
            bits.map(|bits| Op::Padding { object: id, bits, zero: true })
        };
        initial.zero = op.map(|op| Step { op, at: object.at, notes: Vec::new() });
        let Some(initializer) = &object.initializer else { return initial };
        for (place, value) in self.skip_zeros(initializer) {
            match self.static_item(place, value, object) {
                Ok(steps) => initial.items.extend(steps),
                Err(steps) => initial.unknown.extend(steps),
            }
        }
        initial
    }

    /// The steps for a variable that other code defines: it has a value, and we do not know which.
    fn leave_undefined(&mut self, id: ObjectId, object: &hir::Object) -> Vec<Step> {
        if self.options.externs != ExternFunctions::Unknown {
            return Vec::new();
        }
        self.graph = Graph::new(ScopeId(0), object.at);
        self.frame = Frame::default();
        let (at, word) = (object.at, crate::unsupported::EXTERNAL_VARIABLE);
        let (address, mut cells) = (Address::of(id), Vec::new());
        let sized = self.types.size_of(object.ty).is_some_and(|size| size > 0);
        if sized && self.cells(&address, object.ty, &mut cells) {
            let detail = format!("`{}` has no definition", object.name);
            let note = self.note_unknown(word, detail, at);
            self.graph.note_next(note);
            self.havoc_at(Havoc::Unknown, address, object.ty, None, at);
        } else {
            let detail =
                format!("`{}`, which has no definition, may have any contents", object.name);
            let note = self.note(word, detail, Treatment::Assumed, Weakens::Refutations, at);
            self.graph.note_next(note);
            self.graph.step(Op::Skip, at);
        }
        self.take_line().unwrap_or_default()
    }

    /// The steps for an item of a static initializer; an error if they are for the beginning of
    /// the program.
    fn static_item(
        &mut self,
        place: &Place,
        value: &Expr,
        object: &hir::Object,
    ) -> Result<Vec<Step>, Vec<Step>> {
        let at = object.at;
        self.graph = Graph::new(ScopeId(0), at);
        self.frame = Frame::default();
        self.assign(place, value, at, false);
        let plain =
            |step: &Step| matches!(step.op, Op::Assign(..) | Op::Zero { .. } | Op::Copy { .. });
        if let Some(steps) = self.take_line()
            && steps.iter().all(plain)
        {
            return Ok(steps);
        }
        let detail = format!("initial value of `{}`", object.name);
        let note = self.note_unknown(crate::unsupported::OTHER, detail, value.at);
        self.graph.note_next(note);
        let address = self.place(place);
        self.havoc_at(Havoc::Unknown, address, place.ty, place.bits, at);
        Err(self.take_line().unwrap_or_default())
    }

    /// The steps of the current graph, if they are a line; a new graph begins.
    fn take_line(&mut self) -> Option<Vec<Step>> {
        let next = Graph::new(ScopeId(0), Origin::default());
        std::mem::replace(&mut self.graph, next).into_line()
    }
}
