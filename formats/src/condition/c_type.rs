//! Types of C by name, as far as graphs need them.

use belnap_ir::types::IntType;

use super::typing::Typing;
use crate::cfg::parse_int_type;

/// A type of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CType {
    /// An integer type.
    Int(IntType),
    /// `_Bool`
    Bool,
    /// A pointer, by what it points to.
    Pointer(String),
}

/// The type written `text`: a basic type of C, one of ours, or a pointer.
pub(super) fn parse(text: &str, typing: Typing) -> Option<CType> {
    let text = text.trim();
    if let Some(pointee) = text.strip_suffix('*') {
        return Some(CType::Pointer(pointee.trim().to_owned()));
    }
    let own = parse_int_type(text).filter(|ty| (1..=IntType::MAX_BITS).contains(&ty.bits));
    own.map(CType::Int).or_else(|| basic(text, typing))
}

/// A basic type of C; its words may come in any order.
fn basic(text: &str, typing: Typing) -> Option<CType> {
    let mut words: Vec<&str> =
        text.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    let mut take = |wanted: &str| {
        let before = words.len();
        words.retain(|word| *word != wanted);
        before - words.len()
    };
    let (signed, unsigned) = (take("signed"), take("unsigned"));
    let (char, short, long, int) = (take("char"), take("short"), take("long"), take("int"));
    let bool = take("_Bool") + take("bool");
    if !words.is_empty() {
        return None;
    }
    let signs = signed + unsigned;
    let model = typing.model();
    let ty = match (char, short, long, int) {
        (1, 0, 0, 0) if signs == 0 && bool == 0 => return Some(CType::Int(typing.char())),
        (1, 0, 0, 0) => IntType::signed(8),
        (0, 1, 0, 0 | 1) => IntType::signed(model.short),
        (0, 0, 1, 0 | 1) => IntType::signed(model.long),
        (0, 0, 2, 0 | 1) => IntType::signed(model.long_long),
        (0, 0, 0, 1) => typing.int(),
        (0, 0, 0, 0) if signs == 1 => typing.int(),
        (0, 0, 0, 0) if bool == 1 && signs == 0 => return Some(CType::Bool),
        _ => return None,
    };
    (signs <= 1 && bool == 0)
        .then_some(CType::Int(IntType { bits: ty.bits, signed: unsigned == 0 }))
}

/// Whether words in parentheses before an operand can only be meant as a type.
pub(super) fn looks_like_type(words: &[&str]) -> bool {
    let keyword = |word: &str| matches!(word, "struct" | "union" | "enum" | "void");
    let float = |word: &str| matches!(word, "float" | "double");
    let end = words.iter().position(|word| *word == "*").unwrap_or(words.len());
    let (names, stars) = words.split_at(end);
    stars.iter().all(|word| *word == "*")
        && (names.len() == 1 || names.iter().any(|word| keyword(word) || float(word)))
}

/// What a variable of this C type points to, if it is a pointer; empty if that is not known.
pub(super) fn pointee(c_type: &str) -> Option<String> {
    let c_type = c_type.trim();
    match c_type.strip_suffix('*') {
        Some(pointee) => Some(pointee.trim().to_owned()),
        None if c_type.contains("(*") => Some(String::new()),
        None => None,
    }
}

/// Bytes that a value of this C type takes, and the type of its numbers, if both are known.
pub(super) fn size(c_type: &str, typing: Typing) -> Option<(u8, IntType)> {
    let ty = match parse(c_type, typing)? {
        CType::Int(ty) => ty,
        CType::Bool => IntType::unsigned(8),
        CType::Pointer(_) => typing.address(),
    };
    Some((ty.bits / 8, ty))
}

/// The type of the elements of an array type: `int` of `int[10]`.
pub(super) fn element(c_type: &str) -> Option<&str> {
    let (element, bounds) = c_type.split_once('[')?;
    (!bounds.contains('[') && !element.contains('(')).then(|| element.trim())
}
