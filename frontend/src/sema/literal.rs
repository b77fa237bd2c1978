//! Literals, and names the language predefines in functions.

use belnap_ir::span::Span;
use belnap_ir::types::IntType;
use belnap_syntax::ast::{Encoding, IntLiteral, StringLiteral};
use belnap_syntax::symbol::Symbol;
use rustc_apfloat::{Float, FloatConvert, Round, ieee};

use crate::ctype::{ArrayLength, CType, FloatKind, IntKind, TypeId};
use crate::hir::{Expr, ExprKind, Initializer, ObjectId, Place, PlaceKind, Storage};

use super::expr::Operand;
use super::{Res, Sema, unit_bytes};

impl Sema<'_> {
    pub(crate) fn int_literal(&mut self, literal: IntLiteral, span: Span) -> Expr {
        let value = i128::from(literal.value);
        let ladder: &[(u8, IntKind, IntKind)] = &[
            (0, IntKind::Int, IntKind::UnsignedInt),
            (1, IntKind::Long, IntKind::UnsignedLong),
            (2, IntKind::LongLong, IntKind::UnsignedLongLong),
        ];
        let mut kind = None;
        for &(longs, signed, unsigned) in ladder.iter().filter(|step| step.0 >= literal.longs) {
            if !literal.unsigned && self.types.int_type(signed).contains(value) {
                kind = Some(signed);
            } else if (literal.unsigned || !literal.decimal)
                && self.types.int_type(unsigned).contains(value)
            {
                kind = Some(unsigned);
            }
            if kind.is_some() || longs > 2 {
                break;
            }
        }
        // A decimal literal too large for long long: gcc takes __int128 where it has it.
        let kind = kind.unwrap_or(match self.types.pointer_bytes() {
            8 if literal.decimal && !literal.unsigned => IntKind::Int128,
            _ => IntKind::UnsignedLongLong,
        });
        let ty = self.types.int(kind);
        self.int_expr(value, ty, self.origin(span))
    }

    pub(crate) fn char_literal(&mut self, value: i64, encoding: Encoding, span: Span) -> Expr {
        let ty = match encoding {
            Encoding::Plain => self.common.int,
            _ => self.unit_type(encoding),
        };
        let int = self.types.scalar(ty).unwrap_or(IntType::signed(32));
        // One character is read as a signed `char`.
        let of_char = encoding == Encoding::Plain && (-128..0).contains(&value);
        let char = self.types.int_type(IntKind::Char);
        let value = if of_char { char.wrap(i128::from(value)) } else { i128::from(value) };
        self.int_expr(int.wrap(value), ty, self.origin(span))
    }

    /// The type of a literal's code units.
    pub(crate) fn unit_type(&mut self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Plain => self.common.char,
            Encoding::Wide => self.types.int(self.types.wide_char()),
            Encoding::Utf16 => self.types.int(IntKind::UnsignedShort),
            Encoding::Utf32 => self.types.int(self.types.char32()),
        }
    }

    pub(crate) fn float_literal(&mut self, text: &str, span: Span) -> Res<Expr> {
        let lower = text.to_ascii_lowercase();
        let is_hex = lower.starts_with("0x");
        let mut number = lower.as_str();
        let mut kind = FloatKind::Double;
        let mut imaginary = false;
        loop {
            // In hexadecimal an exponent follows the digits, so a suffix cannot be a digit.
            if let Some(rest) = number.strip_suffix(['i', 'j']) {
                (number, imaginary) = (rest, true);
            } else if let Some(rest) = number.strip_suffix("f128").filter(|_| number.len() > 4) {
                (number, kind) = (rest, FloatKind::Float128);
            } else if let Some(rest) = number.strip_suffix("f64x") {
                (number, kind) = (rest, FloatKind::LongDouble);
            } else if let Some(rest) =
                number.strip_suffix("f64").or_else(|| number.strip_suffix("f32x"))
            {
                (number, kind) = (rest, FloatKind::Double);
            } else if let Some(rest) = number.strip_suffix("f32") {
                (number, kind) = (rest, FloatKind::Float);
            } else if let Some(rest) = number.strip_suffix('l').or_else(|| number.strip_suffix('w'))
            {
                (number, kind) = (rest, FloatKind::LongDouble);
            } else if let Some(rest) = number.strip_suffix('q') {
                (number, kind) = (rest, FloatKind::Float128);
            } else if let Some(rest) =
                number.strip_suffix('f').filter(|rest| !is_hex || rest.contains('p'))
            {
                (number, kind) = (rest, FloatKind::Float);
            } else if let Some(rest) = number.strip_suffix('d').filter(|_| !is_hex) {
                number = rest;
            } else {
                break;
            }
        }
        let at = self.origin(span);
        let Some(value) = float_value(number, kind) else {
            let message = format!("'{text}' is not a number");
            return Err(self.error("c-literal", span, message));
        };
        if imaginary {
            let ty = self.types.intern(CType::Complex(kind));
            let detail = "an imaginary number";
            return Ok(self.unsupported("complex-number", detail, Vec::new(), ty, at));
        }
        let ty = self.types.intern(CType::Float(kind));
        Ok(match value {
            Exact::Double(value) => Expr { kind: ExprKind::Float(value), ty, at },
            Exact::Wider => {
                let detail = "a constant with more bits than `double`";
                self.unsupported("floating-point", detail, Vec::new(), ty, at)
            }
        })
    }

    /// The object of a string literal; equal literals share one.
    pub(crate) fn string_literal(&mut self, literal: &StringLiteral, span: Span) -> Place {
        let element = self.unit_type(literal.encoding);
        let at = self.origin(span);
        let object =
            self.string_object(&literal.units, element, unit_bytes(literal.encoding), span);
        self.object_place(object, at)
    }

    fn string_object(&mut self, units: &[u32], element: TypeId, bytes: u8, span: Span) -> ObjectId {
        let key = (units.to_vec(), bytes);
        if let Some(&object) = self.strings.get(&key) {
            self.objects[object].shares_address = true;
            return object;
        }
        let at = self.origin(span);
        let length = units.len() as u64 + 1;
        let ty = self.types.intern(CType::Array(element, ArrayLength::Known(length)));
        let object = self.new_object(readable(units), ty, Storage::String, at);
        self.objects[object].function = None;
        let int = self.types.scalar(element).unwrap_or(IntType::signed(8));
        let index_type = self.common.size;
        let items = units
            .iter()
            .chain([&0])
            .enumerate()
            .map(|(index, &unit)| {
                let base = Box::new(self.object_place(object, at));
                let index = Box::new(self.int_expr(index as i128, index_type, at));
                let kind = PlaceKind::Index(base, index);
                let place = Place { kind, ty: element, bits: None, at };
                (place, self.int_expr(int.wrap(i128::from(unit)), element, at))
            })
            .collect();
        self.objects[object].initializer =
            Some(Initializer { zeroed: false, items, unspecified: Vec::new() });
        self.strings.insert(key, object);
        object
    }

    /// `__func__` and its kin.
    pub(crate) fn predefined_identifier(&mut self, name: Symbol, span: Span) -> Option<Operand> {
        let text = self.name(name);
        if !matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return None;
        }
        let function = match &self.body {
            Some(body) => self.functions[body.id].name.clone(),
            None => String::new(),
        };
        let units: Vec<u32> = function.bytes().map(u32::from).collect();
        let object = self.string_object(&units, self.common.char, 1, span);
        let at = self.origin(span);
        Some(Operand::Place(self.object_place(object, at)))
    }
}

/// A string for messages.
fn readable(units: &[u32]) -> String {
    let mut text = String::from("\"");
    for &unit in units.iter().take(40) {
        match char::from_u32(unit) {
            Some(character) => text.extend(character.escape_default()),
            None => text.push('?'),
        }
    }
    text.push_str(if units.len() > 40 { "…\"" } else { "\"" });
    text
}

/// The value of a floating constant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    /// A number of type `double`.
    Double(f64),
    /// One that only wider types have.
    Wider,
}

/// The number that a text (`0x1.8p3`, `2.5e1`) is in a type, rounded once.
fn float_value(text: &str, kind: FloatKind) -> Option<Exact> {
    match kind {
        FloatKind::Float => number_of::<ieee::Single>(text),
        FloatKind::Double => number_of::<ieee::Double>(text),
        FloatKind::LongDouble => number_of::<ieee::X87DoubleExtended>(text),
        FloatKind::Float128 => number_of::<ieee::Quad>(text),
    }
}

fn number_of<T: Float + FloatConvert<ieee::Double>>(text: &str) -> Option<Exact> {
    let number = T::from_str_r(text, Round::NearestTiesToEven).ok()?.value;
    let mut is_cut = false;
    let double: ieee::Double = number.convert(&mut is_cut).value;
    Some(match is_cut {
        true => Exact::Wider,
        false => Exact::Double(f64::from_bits(u64::try_from(double.to_bits()).ok()?)),
    })
}

#[cfg(test)]
mod tests {
    use super::{Exact, float_value};
    use crate::ctype::FloatKind;

    #[test]
    fn constants_are_rounded_once() {
        let float = |text| float_value(text, FloatKind::Float);
        let double = |text| float_value(text, FloatKind::Double);
        assert_eq!(double("0x1.8p3"), Some(Exact::Double(12.0)));
        assert_eq!(double("0xap-1"), Some(Exact::Double(5.0)));
        assert_eq!(double("0x.8p0"), Some(Exact::Double(0.5)));
        assert_eq!(double("0x1.p3"), Some(Exact::Double(8.0)));
        assert_eq!(double("0x1p-1074"), Some(Exact::Double(f64::from_bits(1))));
        assert_eq!(double("0x1p-1075"), Some(Exact::Double(0.0)));
        assert_eq!(double("1e400"), Some(Exact::Double(f64::INFINITY)));
        let next = f64::from(f32::from_bits(0x3f80_0001));
        assert_eq!(float("0x1.00000100000001p0"), Some(Exact::Double(next)));
        assert_eq!(float("0x1.000001p0"), Some(Exact::Double(1.0)));
        // Halfway between two numbers of type `float` after rounding to `double`, above it before.
        assert_eq!(float("1.00000005960464477540"), Some(Exact::Double(next)));
    }

    #[test]
    fn wide_constants_are_exact_or_not_known() {
        let wide = |text| float_value(text, FloatKind::LongDouble);
        assert_eq!(wide("2.50"), Some(Exact::Double(2.5)));
        assert_eq!(wide("5e-1"), Some(Exact::Double(0.5)));
        assert_eq!(wide("0.1"), Some(Exact::Wider));
        assert_eq!(wide("1e400"), Some(Exact::Wider));
        assert_eq!(wide("1e5000"), Some(Exact::Double(f64::INFINITY)));
        assert_eq!(wide("0x1.0000000000000001p0"), Some(Exact::Double(1.0)));
        assert_eq!(wide("0x1.000000000000001p0"), Some(Exact::Wider));
        assert_eq!(float_value("0x1.0000000000000001p0", FloatKind::Float128), Some(Exact::Wider));
    }
}
