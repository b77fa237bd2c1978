//! From the tree of an initializer to assignments, and objects that have initial values.

use belnap_ir::span::Span;
use belnap_syntax::ast::{self, InitializerItem, TypeName};

use crate::ctype::{ArrayLength, CType, Record, RecordId, TypeId};
use crate::hir::{Expr, ExprKind, Initializer, ObjectId, Origin, Place, PlaceKind, Storage};
use crate::padding::{self, BitRange};

use super::align::ObjectAlign;
use super::constant::Constant;
use super::init::Node;
use super::{Res, Sema};

impl Sema<'_> {
    /// Initial values are computed before the program runs.
    pub(crate) fn in_static(&self) -> bool {
        self.body.is_none() || self.static_values > 0
    }

    /// Gives a static object its initial value; its type, completed.
    pub(crate) fn static_initializer(
        &mut self,
        id: ObjectId,
        ty: TypeId,
        initializer: &ast::Initializer,
    ) -> Res<TypeId> {
        self.static_values += 1;
        let node = self.initial(ty, initializer);
        self.static_values -= 1;
        self.set_static(id, ty, node?)
    }

    fn set_static(&mut self, id: ObjectId, ty: TypeId, node: Node) -> Res<TypeId> {
        let ty = self.complete_type(ty, &node);
        self.objects[id].ty = ty;
        let mut initializer = self.flatten_initializer(id, ty, node);
        let mut failed = false;
        for (_, value) in &mut initializer.items {
            failed |= self.make_constant(value).is_err();
        }
        self.objects[id].initializer = Some(initializer);
        if failed { Err(super::Failed) } else { Ok(ty) }
    }

    /// The initial value of a local.
    pub(crate) fn local_initializer(
        &mut self,
        id: ObjectId,
        ty: TypeId,
        initializer: &ast::Initializer,
    ) -> Res<Initializer> {
        let node = self.initial(ty, initializer)?;
        let ty = self.complete_type(ty, &node);
        self.objects[id].ty = ty;
        Ok(self.flatten_initializer(id, ty, node))
    }

    /// Replaces a constant by its value; anything else is an error.
    fn make_constant(&mut self, value: &mut Expr) -> Res<()> {
        match self.fold(value) {
            Some(Constant::Int(number)) => value.kind = ExprKind::Int(number),
            Some(Constant::Float(number)) => value.kind = ExprKind::Float(number),
            Some(Constant::Address(..)) => {}
            None if self.is_unknown_constant(value) => {}
            None => {
                let message = "the initial value of a static object is not constant";
                return Err(self.error_at("c-constant", value.at, message));
            }
        }
        Ok(())
    }

    /// Values that are constant but not known to us, such as complex numbers.
    fn is_unknown_constant(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Unsupported { operands, .. } => operands
                .iter()
                .all(|operand| self.fold(operand).is_some() || self.is_unknown_constant(operand)),
            ExprKind::Convert(operand) => {
                self.is_unknown_constant(operand)
                    || self.is_float(operand.ty) && self.fold(operand).is_some()
            }
            ExprKind::Unary(_, operand) | ExprKind::Not(operand) => {
                self.is_unknown_constant(operand)
            }
            ExprKind::Compare(_, left, right) => {
                let constant =
                    |side: &Expr| self.fold(side).is_some() || self.is_unknown_constant(side);
                self.is_float(left.ty) && constant(left) && constant(right)
            }
            ExprKind::Binary(_, left, right) => {
                let constant =
                    |side: &Expr| self.fold(side).is_some() || self.is_unknown_constant(side);
                constant(left) && constant(right) && !matches!(right.kind, ExprKind::Int(0))
            }
            _ => false,
        }
    }

    /// An array of unknown length, or a record that ends with one, with the length of its value.
    fn complete_type(&mut self, ty: TypeId, node: &Node) -> TypeId {
        match *self.types.get(ty) {
            CType::Array(element, ArrayLength::Unknown) => {
                self.types.intern(CType::Array(element, ArrayLength::Known(node.length())))
            }
            CType::Record(id) => self.with_flexible(id, node).unwrap_or(ty),
            _ => ty,
        }
    }

    /// A record like `id` whose flexible member has the elements it is initialised with.
    fn with_flexible(&mut self, id: RecordId, node: &Node) -> Option<TypeId> {
        let Node::Parts(parts) = node else { return None };
        let mut layout = self.types.record(id).layout.clone()?;
        let last = layout.fields.len().checked_sub(1)?;
        let CType::Array(element, ArrayLength::Unknown) = *self.types.get(layout.fields[last].ty)
        else {
            return None;
        };
        let length = parts.get(&(last as u64))?.length();
        if length == 0 {
            return None;
        }
        let array = self.types.intern(CType::Array(element, ArrayLength::Known(length)));
        layout.fields[last].ty = array;
        let end = layout.fields[last].offset + self.types.size_of(array)?;
        layout.size = layout.size.max(end.next_multiple_of(u64::from(layout.align)));
        let Record { tag, is_union, .. } = self.types.record(id).clone();
        let copy = RecordId(self.types.records.len() as u32);
        self.alignments.copy_members(id, copy, layout.fields.len());
        self.types.records.push(Record { tag, is_union, layout: Some(layout) });
        Some(self.types.intern(CType::Record(copy)))
    }

    /// The assignments that give an object its value.
    fn flatten_initializer(&mut self, id: ObjectId, ty: TypeId, node: Node) -> Initializer {
        let at = self.objects[id].at;
        let zeroed = !self.covers(&node, ty);
        let place = Place { kind: PlaceKind::Object(id), ty, bits: None, at };
        let (mut items, mut unspecified) = (Vec::new(), Vec::new());
        self.leave_open(&node, ty, 0, &mut unspecified);
        self.flatten(node, place, zeroed, &mut items);
        Initializer { zeroed, items, unspecified }
    }

    /// The padding of what a list initialises explicitly; that of the rest is zero.
    fn leave_open(&self, node: &Node, ty: TypeId, base: u64, open: &mut Vec<BitRange>) {
        let Node::Parts(parts) = node else { return };
        if parts.is_empty() {
            return;
        }
        let size = 8 * self.types.size_of(ty).unwrap_or(0);
        match self.types.get(ty) {
            CType::Array(element, _) => {
                let size = 8 * self.types.size_of(*element).unwrap_or(0);
                for (&index, part) in parts {
                    self.leave_open(part, *element, base + index * size, open);
                }
            }
            CType::Record(id) => {
                let record = self.types.record(*id);
                let Some(layout) = &record.layout else { return };
                let members = padding::member_bits(&self.types, ty);
                let is_taken = |index: usize| match record.is_union {
                    true => parts.contains_key(&(index as u64)),
                    false => true,
                };
                let taken = members.iter().enumerate().filter(|(index, _)| is_taken(*index));
                let taken: Vec<BitRange> = taken.filter_map(|(_, bits)| *bits).collect();
                let gaps = padding::find_gaps(taken, (0, size));
                open.extend(gaps.iter().map(|(first, last)| (base + first, base + last)));
                for (&index, part) in parts {
                    let Some(field) = layout.fields.get(index as usize) else { continue };
                    if field.bits.is_none() {
                        self.leave_open(part, field.ty, base + 8 * field.offset, open);
                    }
                }
            }
            _ => {}
        }
    }

    fn flatten(&mut self, node: Node, place: Place, zeroed: bool, items: &mut Vec<(Place, Expr)>) {
        let parts = match node {
            Node::Value(value) => {
                let value = match self.is_integer(place.ty) {
                    true => self.convert_for_place(value, &place),
                    false => value,
                };
                // Zeros are there already.
                let is_zero = zeroed && matches!(value.kind, ExprKind::Int(0));
                if !is_zero || items.is_empty() {
                    items.push((place, value));
                }
                return;
            }
            Node::Once(number, value) => {
                let value = self.shared_value(number, *value, place.ty, place.at);
                let value = if self.is_integer(place.ty) {
                    self.convert_for_place(value, &place)
                } else {
                    value
                };
                items.push((place, value));
                return;
            }
            Node::Parts(parts) => parts,
        };
        for (index, part) in parts {
            let part_place = match *self.types.get(place.ty) {
                CType::Record(record) => {
                    self.field_place(place.clone(), record, index as usize, place.at)
                }
                CType::Array(element, _) => {
                    let at = place.at;
                    let index = self.int_expr(i128::from(index), self.common.size, at);
                    let kind = PlaceKind::Index(Box::new(place.clone()), Box::new(index));
                    Place { kind, ty: element, bits: None, at }
                }
                _ => place.clone(),
            };
            self.flatten(part, part_place, zeroed, items);
        }
    }

    /// The value of a range of designators, which the first of its places computes.
    fn shared_value(&mut self, number: u32, value: Node, ty: TypeId, at: Origin) -> Expr {
        let kind = match self.shared_values.get(&number) {
            Some(&object) => PlaceKind::Object(object),
            None => {
                let object = self.hidden_literal(ty, at);
                self.shared_values.insert(number, object);
                PlaceKind::Literal(object, Box::new(self.flatten_initializer(object, ty, value)))
            }
        };
        let place = Place { kind, ty, bits: None, at };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, at }
    }

    /// Whether every scalar of an object gets a value.
    fn covers(&self, node: &Node, ty: TypeId) -> bool {
        let Node::Parts(parts) = node else { return true };
        match self.types.get(ty) {
            CType::Array(element, ArrayLength::Known(length)) => {
                parts.len() as u64 == *length
                    && parts.values().all(|part| self.covers(part, *element))
            }
            CType::Record(id) => {
                let record = self.types.record(*id);
                let Some(layout) = &record.layout else { return false };
                let part_covers = |index: usize, ty: TypeId| {
                    parts.get(&(index as u64)).is_some_and(|part| self.covers(part, ty))
                };
                if record.is_union {
                    return layout.fields.iter().enumerate().any(|(index, field)| {
                        self.types.size_of(field.ty) == Some(layout.size)
                            && field.bits.is_none()
                            && part_covers(index, field.ty)
                    });
                }
                layout.fields.iter().enumerate().all(|(index, field)| {
                    self.part_type(ty, index as u64).is_none() || part_covers(index, field.ty)
                })
            }
            _ => false,
        }
    }

    /// An object for a literal in a function.
    pub(crate) fn hidden_literal(&mut self, ty: TypeId, at: Origin) -> ObjectId {
        let name = format!("({})", self.types.display(ty));
        self.new_object(name, ty, Storage::Local, at)
    }

    /// `(type) { … }`
    pub(crate) fn compound_literal(
        &mut self,
        name: &TypeName,
        items: &[InitializerItem],
        span: Span,
    ) -> Res<Place> {
        let resolved = self.type_name(name)?;
        let at = self.origin(span);
        let id = self.hidden_literal(resolved.ty, at);
        self.align_object(id, resolved.ty, ObjectAlign::declared(resolved));
        let node = self.initialize_braced(resolved.ty, items, span)?;
        if self.in_static() {
            self.objects[id].storage = Storage::Static;
            let ty = self.set_static(id, resolved.ty, node)?;
            return Ok(Place { kind: PlaceKind::Object(id), ty, bits: None, at });
        }
        let ty = self.complete_type(resolved.ty, &node);
        if !self.is_complete(ty) {
            return Err(self.incomplete(ty, span));
        }
        self.objects[id].ty = ty;
        let initializer = self.flatten_initializer(id, ty, node);
        let kind = PlaceKind::Literal(id, Box::new(initializer));
        Ok(Place { kind, ty, bits: None, at })
    }
}
