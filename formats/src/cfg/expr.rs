//! Expressions as nested arrays: an operator, then its operands.
//!
//! Names stand for variables; they are looked up when the whole file is known.

use std::borrow::Cow;
use std::fmt;

use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::{ArrayType, IntType};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use super::atoms::{Parsed, Text, parse_array_type, parse_int_type};

/// An operator on expressions alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Not,
    And,
    Or,
    If,
    Read,
    Write,
    Splice,
    Shift,
}

/// An expression whose variables and objects are names.
pub(super) enum ExprWire<'a> {
    Var(Text<'a>),
    Bool(bool),
    Int(IntType, i128),
    Address(Text<'a>),
    Cast(IntType, Box<ExprWire<'a>>),
    Fill(ArrayType, Box<ExprWire<'a>>),
    Apply(Operator, Vec<ExprWire<'a>>),
}

impl Operator {
    const fn word(self) -> &'static str {
        match self {
            Operator::Unary(op) => op.symbol(),
            Operator::Binary(op) => op.symbol(),
            Operator::Compare(op) => op.symbol(),
            Operator::Not => "!",
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::If => "?",
            Operator::Read => "read",
            Operator::Write => "write",
            Operator::Splice => "splice",
            Operator::Shift => "shift",
        }
    }

    /// The operator written `word`; of a `-`, that with two operands.
    fn of_word(word: &str) -> Option<Operator> {
        Some(match word {
            "+" => Operator::Binary(BinaryOp::Add),
            "-" => Operator::Binary(BinaryOp::Sub),
            "*" => Operator::Binary(BinaryOp::Mul),
            "/" => Operator::Binary(BinaryOp::Div),
            "%" => Operator::Binary(BinaryOp::Rem),
            "<<" => Operator::Binary(BinaryOp::Shl),
            ">>" => Operator::Binary(BinaryOp::Shr),
            "&" => Operator::Binary(BinaryOp::BitAnd),
            "|" => Operator::Binary(BinaryOp::BitOr),
            "^" => Operator::Binary(BinaryOp::BitXor),
            "==" => Operator::Compare(CompareOp::Eq),
            "!=" => Operator::Compare(CompareOp::Ne),
            "<" => Operator::Compare(CompareOp::Lt),
            "<=" => Operator::Compare(CompareOp::Le),
            ">" => Operator::Compare(CompareOp::Gt),
            ">=" => Operator::Compare(CompareOp::Ge),
            "~" => Operator::Unary(UnaryOp::BitNot),
            "!" => Operator::Not,
            "&&" => Operator::And,
            "||" => Operator::Or,
            "?" => Operator::If,
            "read" => Operator::Read,
            "write" => Operator::Write,
            "splice" => Operator::Splice,
            "shift" => Operator::Shift,
            _ => return None,
        })
    }

    /// Number of operands; of `&&` and `||` it is for the validator to say.
    const fn arity(self) -> Option<usize> {
        match self {
            Operator::And | Operator::Or => None,
            Operator::Unary(_) | Operator::Not => Some(1),
            Operator::Binary(_) | Operator::Compare(_) | Operator::Read | Operator::Shift => {
                Some(2)
            }
            Operator::If | Operator::Write => Some(3),
            Operator::Splice => Some(4),
        }
    }
}

impl Serialize for ExprWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExprWire::Var(name) => name.serialize(serializer),
            ExprWire::Bool(value) => serializer.serialize_bool(*value),
            ExprWire::Int(ty, value) => (Shown(ty), Number(*ty, *value)).serialize(serializer),
            ExprWire::Address(name) => ("addr", name).serialize(serializer),
            ExprWire::Cast(ty, operand) => ("cast", Shown(ty), operand).serialize(serializer),
            ExprWire::Fill(ty, operand) => ("fill", Shown(ty), operand).serialize(serializer),
            ExprWire::Apply(operator, operands) => {
                let mut seq = serializer.serialize_seq(Some(1 + operands.len()))?;
                seq.serialize_element(operator.word())?;
                for operand in operands {
                    seq.serialize_element(operand)?;
                }
                seq.end()
            }
        }
    }
}

/// Something as a string.
struct Shown<'a, T>(&'a T);

impl<T: fmt::Display> Serialize for Shown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// A number, or a string of digits if it has more than 64 bits.
struct Number(IntType, i128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Number(ty, value) = *self;
        if value < 0 && is_widest_unsigned(ty) {
            return serializer.collect_str(&(value as u128));
        }
        if let Ok(value) = i64::try_from(value) {
            serializer.serialize_i64(value)
        } else if let Ok(value) = u64::try_from(value) {
            serializer.serialize_u64(value)
        } else {
            serializer.collect_str(&value)
        }
    }
}

fn is_widest_unsigned(ty: IntType) -> bool {
    ty == IntType::unsigned(IntType::MAX_BITS)
}

impl<'de> DeserializeSeed<'de> for ValueOf {
    type Value = i128;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<i128, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Reads a value of this type, as it is kept in an `i128`.
struct ValueOf(IntType);

impl ValueOf {
    fn value<E: Error>(self, value: i128) -> Result<i128, E> {
        if value < 0 && is_widest_unsigned(self.0) {
            return Err(E::custom(format_args!("{value} is not a value of {}", self.0)));
        }
        Ok(value)
    }
}

impl Visitor<'_> for ValueOf {
    type Value = i128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, as a string if it has more than 64 bits")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i128, E> {
        self.value(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i128, E> {
        self.value(value.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<i128, E> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(E::custom(format_args!("'{text}' is not a whole number")));
        }
        match (text.parse::<i128>(), text.parse::<u128>()) {
            (Ok(value), _) => self.value(value),
            (_, Ok(value)) if is_widest_unsigned(self.0) => Ok(value as i128),
            _ => Err(E::custom(format_args!("{text} is not a value of {}", self.0))),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ExprWire<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExprVisitor)
    }
}

struct ExprVisitor;

impl<'de> Visitor<'de> for ExprVisitor {
    type Value = ExprWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an expression: a variable's name, true, false, or [operator, operands]")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(ExprWire::Bool(value))
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(ExprWire::Var(name.into()))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(ExprWire::Var(Text(Cow::Owned(name.to_owned()))))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Err(E::custom(format_args!("a number has a type, as in [\"i32\", {value}]")))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Err(E::custom(format_args!("a number has a type, as in [\"i32\", {value}]")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let Some(Text(head)) = seq.next_element::<Text<'de>>()? else {
            return Err(A::Error::custom("an expression starts with an operator"));
        };
        let expr = match &*head {
            "addr" => ExprWire::Address(operand(&mut seq, &head)?),
            "cast" => {
                let parse = Parsed { parse: parse_int_type, expected: "an integer type" };
                let ty = typed(&mut seq, &head, parse)?;
                ExprWire::Cast(ty, Box::new(operand(&mut seq, &head)?))
            }
            "fill" => {
                let parse = Parsed { parse: parse_array_type, expected: "an array type" };
                let ty = typed(&mut seq, &head, parse)?;
                ExprWire::Fill(ty, Box::new(operand(&mut seq, &head)?))
            }
            word => {
                if let Some(operator) = Operator::of_word(word) {
                    return apply(operator, seq);
                }
                let Some(ty) = parse_int_type(word) else {
                    return Err(A::Error::custom(format_args!(
                        "'{word}' is neither an operator nor an integer type"
                    )));
                };
                match seq.next_element_seed(ValueOf(ty))? {
                    Some(value) => ExprWire::Int(ty, value),
                    None => return Err(too_few(word)),
                }
            }
        };
        end(&mut seq, &head)?;
        Ok(expr)
    }
}

fn too_few<E: Error>(word: &str) -> E {
    E::custom(format_args!("'{word}' has too few operands"))
}

fn operand<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(
    seq: &mut A,
    word: &str,
) -> Result<T, A::Error> {
    seq.next_element()?.ok_or_else(|| too_few(word))
}

fn typed<'de, A: SeqAccess<'de>, T>(
    seq: &mut A,
    word: &str,
    parse: Parsed<T>,
) -> Result<T, A::Error> {
    seq.next_element_seed(parse)?.ok_or_else(|| too_few(word))
}

impl<'de, T> DeserializeSeed<'de> for Parsed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

fn end<'de, A: SeqAccess<'de>>(seq: &mut A, word: &str) -> Result<(), A::Error> {
    match seq.next_element::<serde::de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("'{word}' has too many operands"))),
    }
}

fn apply<'de, A: SeqAccess<'de>>(
    operator: Operator,
    mut seq: A,
) -> Result<ExprWire<'de>, A::Error> {
    let mut operands = Vec::with_capacity(operator.arity().unwrap_or(2));
    while let Some(operand) = seq.next_element()? {
        operands.push(operand);
    }
    let operator = match (operator, operands.len()) {
        (Operator::Binary(BinaryOp::Sub), 1) => Operator::Unary(UnaryOp::Neg),
        (other, _) => other,
    };
    match operator.arity() {
        Some(arity) if arity != operands.len() => Err(A::Error::custom(format_args!(
            "operands of '{}': {arity}, but given: {}",
            operator.word(),
            operands.len()
        ))),
        _ => Ok(ExprWire::Apply(operator, operands)),
    }
}

impl JsonSchema for ExprWire<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Expression".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let expr = generator.subschema_for::<ExprWire<'_>>();
        let operation = |words: &[&str], operands: usize| {
            let mut items = vec![json_schema!({ "enum": words })];
            items.extend(std::iter::repeat_n(expr.clone(), operands));
            json_schema!({ "type": "array", "prefixItems": items, "items": false,
                           "minItems": operands + 1 })
        };
        let typed = |word: &str, pattern: &str| {
            json_schema!({ "type": "array", "items": false, "minItems": 3, "prefixItems":
                [{ "const": word }, { "type": "string", "pattern": pattern }, expr] })
        };
        json_schema!({
            "description": "A variable's name, a truth value, `[type, number]`, or an operator \
                            and its operands.",
            "anyOf": [
                { "type": "string" },
                { "type": "boolean" },
                { "type": "array", "items": false, "minItems": 2, "prefixItems": [
                    { "type": "string", "pattern": "^[iu][0-9]+$" },
                    { "type": ["integer", "string"], "pattern": "^-?[0-9]+$" }
                ] },
                operation(&["-", "~", "!"], 1),
                operation(&[
                    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">",
                    ">=", "read", "shift",
                ], 2),
                operation(&["?", "write"], 3),
                operation(&["splice"], 4),
                { "type": "array", "prefixItems": [{ "enum": ["&&", "||"] }], "items": expr,
                  "minItems": 3 },
                typed("cast", "^[iu][0-9]+$"),
                typed("fill", "^\\[[iu][0-9]+\\][iu][0-9]+$"),
                { "type": "array", "items": false, "minItems": 2, "prefixItems":
                    [{ "const": "addr" }, { "type": "string" }] },
            ],
        })
    }
}
