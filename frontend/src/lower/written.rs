//! Functions like `sprintf` whose format is a literal: a call becomes calls of the pieces of
//! `frontend/models/library.c`, one for each character or conversion of the format.

use belnap_ir::types::IntType;

use crate::ctype::TypeId;
use crate::format::{self, Conversion, Layout, Piece};
use crate::hir;
use crate::mir::{Argument, Callee, FunctionId, Op, Origin, ResultTo, Value};

use super::Lower;
use super::calls::NamedCall;

/// Where text is written, and how much fits there.
struct Room {
    to: Value,
    size: Value,
}

impl Lower<'_> {
    /// What a call writes, if it is one of a function like `sprintf` and its format says that of
    /// its arguments.
    pub(super) fn written(&self, call: &NamedCall<'_>) -> Option<Vec<Piece>> {
        let function = &self.hir.functions[call.function];
        let writes = function.attributes.iter().any(|word| word == "belnap_write");
        let named = function.parameters.len();
        let text =
            call.arguments.get(named.checked_sub(1)?).filter(|_| function.is_model && writes)?;
        let pieces = format::written(&self.literal(text)?, self.types.model())?;
        let mut rest = call.arguments[named..].iter();
        let all = pieces.iter().all(|piece| match piece {
            Piece::Plain(_) => true,
            Piece::Argument(conversion, _) => {
                rest.next().is_some_and(|argument| self.is_written(argument.ty, *conversion))
            }
        });
        all.then_some(pieces)
    }

    /// Whether an argument of this type is what a conversion is for.
    fn is_written(&self, ty: TypeId, conversion: Conversion) -> bool {
        let Some(int) = self.scalar(ty).filter(|_| !self.is_float(ty)) else { return false };
        let bits = match conversion {
            Conversion::Text => return self.is_pointer(ty),
            Conversion::Character => 0,
            Conversion::Signed { bits, .. } | Conversion::Unsigned { bits, .. } => bits,
        };
        !self.is_pointer(ty) && int.bits == bits.max(self.types.model().int)
    }

    /// The steps of such a call, after its arguments were evaluated.
    pub(super) fn write(&mut self, call: NamedCall<'_>, pieces: &[Piece], values: Vec<Argument>) {
        let NamedCall { function: id, expr, target, at, .. } = call;
        let size = self.known.size;
        let named = self.hir.functions[id].parameters.len();
        let mut values = values.into_iter().map(|argument| match argument {
            Argument::Scalar(value, ty) => self.settle(value, ty, at),
            Argument::Aggregate(..) => Value::int(0, self.fold.address),
        });
        let mut fixed: Vec<Value> = values.by_ref().take(named).collect();
        let mut values: std::collections::VecDeque<Value> = values.collect();
        let all = Value::int(-1, self.fold.address);
        let room = Room {
            size: if named == 3 { fixed.swap_remove(1) } else { all },
            to: fixed.swap_remove(0),
        };
        let mut place = Value::int(0, self.fold.address);
        for piece in pieces {
            let (name, more) = match piece {
                Piece::Plain(unit) => {
                    ("put_char", vec![Value::int(*unit as i128, super::fold::INT)])
                }
                Piece::Argument(conversion, layout) => {
                    let value = values.pop_front().unwrap_or(Value::int(0, super::fold::INT));
                    self.writer(*conversion, *layout, value)
                }
            };
            let Some((piece, arguments)) = self.piece(name, &room, place.clone(), more) else {
                return;
            };
            let after = self.temporary(size, at);
            let result = Some(ResultTo::Scalar(after.clone(), size));
            self.graph.step(Op::Call { callee: piece, arguments, result }, at);
            place = Value::load(after);
        }
        let Some((piece, arguments)) = self.piece("put_end", &room, place, Vec::new()) else {
            return;
        };
        let result = self.result_type(self.hir.functions[id].ty);
        self.call_step(piece, arguments, result, expr, target, at);
    }

    /// A value that steps of the call do not change.
    fn settle(&mut self, value: Value, ty: TypeId, at: Origin) -> Value {
        let mut moves = false;
        value.for_each_cell(&mut |_| moves = true);
        if moves { self.save(value, ty, at) } else { value }
    }

    /// A piece of the models with its arguments, which are converted to its parameters.
    fn piece(
        &self,
        name: &str,
        room: &Room,
        place: Value,
        more: Vec<Value>,
    ) -> Option<(Callee, Vec<Argument>)> {
        let name = format!("__belnap_{name}");
        let named = |function: &hir::Function| function.is_model && function.name == name;
        let (id, function) = self.hir.functions.iter_enumerated().find(|(_, it)| named(it))?;
        let given = [room.to.clone(), room.size.clone(), place].into_iter().chain(more);
        let arguments = given.zip(&function.parameters).map(|(value, parameter)| {
            let ty = self.hir.objects[*parameter].ty;
            let int = self.scalar(ty).unwrap_or(super::fold::INT);
            Argument::Scalar(self.fold.cast(int, value), ty)
        });
        Some((Callee::Direct(FunctionId(id.0)), arguments.collect()))
    }

    /// The piece that writes a conversion, and its arguments behind the place.
    fn writer(
        &self,
        conversion: Conversion,
        layout: Layout,
        value: Value,
    ) -> (&'static str, Vec<Value>) {
        let number = |number: u32| Value::int(number.into(), super::fold::INT);
        let character = |unit: char| number(u32::from(unit));
        let (width, precision) = (number(layout.width), number(layout.precision.unwrap_or(0)));
        // Zeros do not fill what is on the left, nor what has a number of digits.
        let zeros = layout.zeros && !layout.left && layout.precision.is_none();
        let (left, zeros) = (number(layout.left.into()), number(zeros.into()));
        let cast = |int| self.fold.cast(int, value.clone());
        match conversion {
            Conversion::Character if layout.width <= 1 => ("put_char", vec![value]),
            Conversion::Character => ("put_padded", vec![value, width, left]),
            Conversion::Text => {
                let all = Value::int(-1, self.fold.address);
                let most = layout.precision.map_or(all, number);
                ("put_text", vec![value, width, most, left])
            }
            Conversion::Signed { bits, plus } => {
                let value = cast(IntType::signed(bits));
                let most = number(count_digits(bits, 10));
                let plus = plus.map_or(number(0), character);
                ("put_signed", vec![value, plus, most, width, precision, left, zeros])
            }
            Conversion::Unsigned { bits, base, capital } => {
                let value = cast(IntType::unsigned(bits));
                let most = number(count_digits(bits, base));
                let ten = character(if capital { 'A' } else { 'a' });
                let (sign, base) = (number(0), number(base.into()));
                ("put_number", vec![value, sign, base, ten, most, width, precision, left, zeros])
            }
        }
    }
}

/// The most digits that a number of so many bits has.
fn count_digits(bits: u8, base: u8) -> u32 {
    let mut rest = u128::MAX >> 128_u8.saturating_sub(bits).min(127);
    let mut digits = 1;
    while rest >= u128::from(base) {
        rest /= u128::from(base);
        digits += 1;
    }
    digits
}
