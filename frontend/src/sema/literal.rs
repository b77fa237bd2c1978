//! Literals, and names the language predefines in functions.

use belnap_ir::span::Span;
use belnap_ir::types::IntType;

use crate::ast::{Encoding, IntLiteral, StringLiteral};
use crate::ctype::{ArrayLength, CType, FloatKind, IntKind, TypeId};
use crate::hir::{Expr, ExprKind, Initializer, ObjectId, Place, PlaceKind, Storage};
use crate::symbol::Symbol;

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
        self.int_expr(int.wrap(i128::from(value)), ty, self.origin(span))
    }

    /// The type of a literal's code units.
    pub(crate) fn unit_type(&mut self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Plain => self.common.char,
            // wchar_t is long on i386 and int on x86-64: 32 signed bits on both.
            Encoding::Wide if self.types.pointer_bytes() == 4 => self.types.int(IntKind::Long),
            Encoding::Wide => self.common.int,
            Encoding::Utf16 => self.types.int(IntKind::UnsignedShort),
            Encoding::Utf32 => self.common.unsigned,
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
        let value = if is_hex { hex_float(&number[2..]) } else { number.parse().ok() };
        let Some(value) = value else {
            let message = format!("'{text}' is not a number");
            return Err(self.error("c-literal", span, message));
        };
        let value = if kind == FloatKind::Float { f64::from(value as f32) } else { value };
        let at = self.origin(span);
        let wide = matches!(kind, FloatKind::LongDouble | FloatKind::Float128);
        if wide && !imaginary && !is_exact(number, value) {
            let ty = self.types.intern(CType::Float(kind));
            let detail = "a constant with more bits than `double`";
            return Ok(self.unsupported("floating-point", detail, Vec::new(), ty, at));
        }
        if imaginary {
            let ty = self.types.intern(CType::Complex(kind));
            let detail = "an imaginary number";
            return Ok(self.unsupported("complex-number", detail, Vec::new(), ty, at));
        }
        let ty = self.types.intern(CType::Float(kind));
        Ok(Expr { kind: ExprKind::Float(value), ty, at })
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
            self.objects[object.0 as usize].shares_address = true;
            return object;
        }
        let at = self.origin(span);
        let length = units.len() as u64 + 1;
        let ty = self.types.intern(CType::Array(element, ArrayLength::Known(length)));
        let object = self.new_object(readable(units), ty, Storage::String, at);
        self.objects[object.0 as usize].function = None;
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
        self.objects[object.0 as usize].initializer =
            Some(Initializer { zeroed: false, items, unspecified: Vec::new() });
        self.strings.insert(key, object);
        object
    }

    /// `__func__` and its kin.
    pub(crate) fn predefined(&mut self, name: Symbol, span: Span) -> Option<Operand> {
        let text = self.name(name);
        if !matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return None;
        }
        let function = match &self.body {
            Some(body) => self.functions[body.id.0 as usize].name.clone(),
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

/// Whether a number (`0x1p3`, `2.5e1`) evidently is `value`, and not only close to it.
fn is_exact(number: &str, value: f64) -> bool {
    let (digits, base) = match number.strip_prefix("0x") {
        Some(digits) => (digits, 'p'),
        None => (number, 'e'),
    };
    let (digits, exponent) = digits.split_once(base).unwrap_or((digits, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let count = whole.trim_start_matches('0').len() + fraction.len();
    if base == 'p' {
        return count <= 13 && value.is_normal();
    }
    // `value` is so many 65536ths, exactly: then these times 10^fraction are digits * 65536.
    let scaled = value * 65536.0;
    let Ok(number) = format!("0{whole}{fraction}").parse::<i128>() else { return false };
    let Ok(places) = u32::try_from(fraction.len()) else { return false };
    let small = count <= 15 && scaled.fract() == 0.0 && scaled.abs() < 9e15;
    exponent == "0" && small && scaled as i128 * 10i128.pow(places) == number * 65536
}

/// The value of `1.8p3`.
fn hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let mut exponent: i32 = exponent.parse().ok()?;
    let (mut value, mut seen_point) = (0.0f64, false);
    for character in digits.chars() {
        if character == '.' {
            seen_point = true;
            continue;
        }
        value = value * 16.0 + f64::from(character.to_digit(16)?);
        if seen_point {
            exponent = exponent.checked_sub(4)?;
        }
    }
    Some(value * 2f64.powi(exponent))
}

#[cfg(test)]
mod tests {
    use super::{hex_float, is_exact};

    #[test]
    fn exact_numbers() {
        assert!(is_exact("1.0", 1.0) && is_exact("2.50", 2.5) && is_exact("0x1.8p3", 12.0));
        assert!(!is_exact("0.1", 0.1) && !is_exact("1.00000000000000000001", 1.0));
        assert!(is_exact("0.", 0.0) && !is_exact("0x1.00000000000001p0", 1.0));
    }

    #[test]
    fn hexadecimal_floats() {
        assert_eq!(hex_float("1.8p3"), Some(12.0));
        assert_eq!(hex_float("ap-1"), Some(5.0));
        assert_eq!(hex_float("z"), None);
    }
}
