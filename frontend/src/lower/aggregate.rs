//! Records and other values that are not scalar: they are where their address is.

use belnap_ir::types::IntType;

use crate::ctype::{BitField, CType, Field, Layout, TypeId};
use crate::hir::{Expr, ExprKind, Place};
use crate::mir::{Address, Cell, Havoc, Op, Origin, Storage, Value};
use crate::unsupported;

use super::Lower;
use super::calls::Target;
use super::expr::lose_cells;
use super::fold::INT;

/// More cells than this are not listed one by one.
const MAX_CELLS: usize = 256;

impl Lower<'_> {
    /// Where the value of an expression is that is not scalar. It is to be used before anything
    /// else is evaluated.
    pub(super) fn aggregate(&mut self, expr: &Expr) -> Address {
        match &expr.kind {
            ExprKind::Load(place) => {
                self.note_volatile(place);
                self.place(place)
            }
            ExprKind::Assign(place, value) => {
                let address = self.place(place);
                let writes = super::effects::Writes::of(value);
                let address = self.keep_address(address, &writes, place);
                self.aggregate_into(address.clone(), place.ty, value, expr.at);
                address
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.aggregate(right)
            }
            ExprKind::StatementExpr(statements, Some(value)) => {
                self.statements(statements);
                self.aggregate(value)
            }
            ExprKind::Convert(operand) if operand.ty == expr.ty => self.aggregate(operand),
            _ => {
                let object = self.temporary_object(expr.ty, expr.at);
                self.aggregate_into(Address::of(object), expr.ty, expr, expr.at);
                Address::of(object)
            }
        }
    }

    /// Puts the value of an expression that is not scalar at an address.
    pub(super) fn aggregate_into(&mut self, to: Address, ty: TypeId, value: &Expr, at: Origin) {
        match &value.kind {
            ExprKind::Load(_) | ExprKind::Assign(..) => {
                let from = self.aggregate(value);
                self.copy(to, from, ty, at);
            }
            ExprKind::Convert(operand) if operand.ty == ty => {
                self.aggregate_into(to, ty, operand, at);
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.aggregate_into(to, ty, right, at);
            }
            ExprKind::StatementExpr(statements, Some(value)) => {
                self.statements(statements);
                self.aggregate_into(to, ty, value, at);
            }
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                self.call(value, Target::Aggregate(to, ty), at);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let arms = [then, otherwise].map(|arm| {
                    self.aside(arm, |lower, arm| {
                        lower.aggregate_into(to.clone(), ty, arm, at);
                    })
                });
                self.branch(condition, arms[0].start, arms[1].start);
                let after = self.graph.node(at);
                for arm in arms {
                    self.graph.current = arm.end;
                    self.graph.jump(after, at);
                }
                self.graph.current = after;
            }
            ExprKind::VaArg(next) => self.va_arg_into(to, ty, next, at),
            ExprKind::Unsupported { construct, detail, operands } => {
                let from = self.unknown_operands(construct, detail, operands, at);
                self.lose(to, ty, construct, detail, from, at);
            }
            ExprKind::Binary(_, left, right) => {
                let mut from = self.scalars(left);
                from.extend(self.scalars(right));
                self.lose(to, ty, unsupported::COMPLEX_NUMBER, "arithmetic", from, at);
            }
            ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => {
                let from = self.scalars(operand);
                self.lose(to, ty, unsupported::COMPLEX_NUMBER, "arithmetic", from, at);
            }
            _ => {
                let detail = "a value that is not scalar";
                self.lose(to, ty, unsupported::OTHER, detail, Vec::new(), at);
            }
        }
    }

    /// What is at the address becomes unknown, and depends on these.
    fn lose(
        &mut self,
        to: Address,
        ty: TypeId,
        construct: &'static str,
        detail: &str,
        from: Vec<Value>,
        at: Origin,
    ) {
        let note = self.note_unknown(construct, detail, at);
        self.graph.note_next(note);
        self.lose_at(to, ty, None, from, at);
    }

    /// A whole value is copied.
    pub(super) fn copy(&mut self, to: Address, from: Address, ty: TypeId, at: Origin) {
        match *self.types.get(ty) {
            CType::Complex(kind) => {
                let part = self.types.intern(CType::Float(kind));
                let bytes = self.types.size_of(part).and_then(|size| i64::try_from(size).ok());
                let int = self.scalar(part).unwrap_or(INT);
                for offset in [0, bytes.unwrap_or(8)] {
                    let cell = |address: &Address| Cell {
                        address: address.clone().plus(offset),
                        ty: int,
                        bits: None,
                    };
                    self.graph.step(Op::Assign(cell(&to), Value::load(cell(&from))), at);
                }
            }
            CType::Record(_) | CType::Array(..) if self.types.size_of(ty) != Some(0) => {
                self.graph.step(Op::Copy { to, from, ty }, at);
            }
            // Nothing is ever read from a record without members.
            _ => {}
        }
    }

    /// What is at an address gets an arbitrary value of its type.
    pub(super) fn havoc_at(
        &mut self,
        havoc: Havoc,
        address: Address,
        ty: TypeId,
        bits: Option<BitField>,
        at: Origin,
    ) {
        let op = |cells: Vec<Cell>| Op::Havoc(havoc, cells);
        self.arbitrary_at(havoc, &op, address, ty, bits, at);
    }

    /// What is at an address gets a value that is computed from others and that we do not know.
    pub(super) fn lose_at(
        &mut self,
        address: Address,
        ty: TypeId,
        bits: Option<BitField>,
        from: Vec<Value>,
        at: Origin,
    ) {
        let op = |cells: Vec<Cell>| lose_cells(cells, from.clone());
        self.arbitrary_at(Havoc::Unknown, &op, address, ty, bits, at);
    }

    fn arbitrary_at(
        &mut self,
        havoc: Havoc,
        op: &dyn Fn(Vec<Cell>) -> Op,
        address: Address,
        ty: TypeId,
        bits: Option<BitField>,
        at: Origin,
    ) {
        if let CType::Bool = self.types.get(ty)
            && bits.is_none()
        {
            let byte = self.temporary(self.known.byte, at);
            self.graph.step(op(vec![byte.clone()]), at);
            let truth = self.fold.truth(Value::load(byte));
            let cell = Cell { address, ty: IntType::unsigned(8), bits: None };
            let value = self.fold.cast(cell.ty, truth);
            self.graph.step(Op::Assign(cell, value), at);
            return;
        }
        if let Some(declared) = self.scalar(ty) {
            let ty = bits.map_or(declared, |bits| Place::bit_field_type(declared, bits));
            self.graph.step(op(vec![Cell { address, ty, bits }]), at);
            return;
        }
        let mut cells = Vec::new();
        if self.cells(&address, ty, &mut cells) {
            let op = if cells.is_empty() { Op::Skip } else { op(cells) };
            self.graph.step(op, at);
        } else {
            if let crate::mir::Base::Object(object) = address.base {
                // Its address is taken now.
                let object = &mut self.objects[object];
                if object.storage == Storage::Temporary {
                    object.storage = Storage::Local;
                }
            }
            let pointer = self.fold.address(address);
            self.graph.step(Op::HavocReachable(havoc, vec![pointer]), at);
        }
    }

    /// The size of a type, if it has no padding and no bit-fields.
    fn is_dense(&self, ty: TypeId) -> Option<u64> {
        let size = self.types.size_of(ty)?;
        let dense = match self.types.get(ty) {
            CType::Array(element, _) => self.is_dense(*element).is_some(),
            CType::Record(id) => {
                let record = self.types.record(*id);
                let fields = &record.layout.as_ref()?.fields;
                let mut sizes = fields.iter().map(|field| match field.bits {
                    None => self.is_dense(field.ty),
                    Some(_) => None,
                });
                match record.is_union {
                    true => sizes.any(|part| part == Some(size)),
                    false => sizes.sum::<Option<u64>>() == Some(size),
                }
            }
            CType::Float(crate::ctype::FloatKind::LongDouble) => false,
            _ => true,
        };
        dense.then_some(size)
    }

    /// Lists the cells of a type; `false` if there are too many. Of a union those of its largest
    /// member, or of all if that does not have every byte.
    pub(super) fn cells(&self, address: &Address, ty: TypeId, cells: &mut Vec<Cell>) -> bool {
        if cells.len() > MAX_CELLS {
            return false;
        }
        if let Some(int) = self.scalar(ty) {
            cells.push(Cell { address: address.clone(), ty: int, bits: None });
            return true;
        }
        match self.types.get(ty) {
            CType::Array(element, crate::ctype::ArrayLength::Known(length)) => {
                let size = self.types.size_of(*element).and_then(|size| i64::try_from(size).ok());
                let (Some(size), Ok(length)) = (size, i64::try_from(*length)) else { return false };
                length as usize <= MAX_CELLS
                    && (0..length).all(|index| {
                        self.cells(&address.clone().plus(index * size), *element, cells)
                    })
            }
            CType::Array(..) => true,
            CType::Complex(_) => {
                let bytes = self.types.size_of(ty).unwrap_or(16) / 2;
                let bits = u8::try_from(8 * bytes).unwrap_or(64);
                for offset in [0, i64::try_from(bytes).unwrap_or(8)] {
                    let address = address.clone().plus(offset);
                    cells.push(Cell { address, ty: IntType::unsigned(bits), bits: None });
                }
                true
            }
            CType::Record(id) => {
                let record = self.types.record(*id);
                let Some(layout) = &record.layout else { return false };
                self.fields_with_every_byte(record.is_union, layout)
                    .into_iter()
                    .all(|field| self.field_cells(address, field, cells))
            }
            _ => true,
        }
    }

    /// All fields; of a union its largest member, if that has every byte.
    fn fields_with_every_byte<'l>(&self, is_union: bool, layout: &'l Layout) -> Vec<&'l Field> {
        let size = |field: &Field| self.types.size_of(field.ty).unwrap_or(0);
        let largest = layout.fields.iter().max_by_key(|field| size(field));
        match largest {
            Some(largest)
                if is_union
                    && largest.bits.is_none()
                    && self.is_dense(largest.ty) == Some(layout.size) =>
            {
                vec![largest]
            }
            _ => layout.fields.iter().collect(),
        }
    }

    /// Lists the cells of a field of the record at an address; `false` if there are too many.
    fn field_cells(&self, record: &Address, field: &Field, cells: &mut Vec<Cell>) -> bool {
        let address = record.clone().plus(i64::try_from(field.offset).unwrap_or(0));
        match field.bits {
            Some(bits) if bits.width == 0 || field.name.is_none() => true,
            Some(bits) => {
                let declared = self.scalar(field.ty).unwrap_or(INT);
                let ty = Place::bit_field_type(declared, bits);
                cells.push(Cell { address, ty, bits: Some(bits) });
                true
            }
            None => self.cells(&address, field.ty, cells),
        }
    }
}
