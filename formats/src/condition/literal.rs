//! Constants of C: numbers and characters.

use belnap_ir::c_tokens::Token;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::types::IntType;

use super::typing::{Typed, Typing};

/// The number written `token`, of the type C gives it. Numbers that C has no type for are of 128
/// bits.
pub(super) fn number(token: Token<'_>, typing: Typing) -> Result<Typed, Diagnostic> {
    let wrong = |message: String| Diagnostic::at("preds-syntax", token.span, message);
    let text = token.text.to_ascii_lowercase();
    let hexadecimal = text.strip_prefix("0x");
    let is_float = text.contains('.') || (hexadecimal.is_none() && text.contains('e'));
    if is_float {
        return Err(wrong(format!("`{}` is not an integer", token.text))
            .note("conditions have no floating-point numbers"));
    }
    let digits = text.trim_end_matches(['u', 'l']);
    let suffix = &text[digits.len()..];
    let (digits, base) = match hexadecimal {
        Some(_) => (&digits[2..], 16),
        None if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        None => (digits, 10),
    };
    let invalid = || wrong(format!("`{}` is not a number", token.text));
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return Err(invalid());
    }
    let value = u128::from_str_radix(digits, base)
        .map_err(|_| wrong(format!("the number `{}` is too large", token.text)))?;
    let (unsigned, rank) = match suffix {
        "" => (false, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "u" => (true, 0),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" => (true, 2),
        _ => return Err(invalid()),
    };
    let model = typing.model();
    let signed = [model.int, model.long, model.long_long, IntType::MAX_BITS].map(IntType::signed);
    let types = signed.into_iter().skip(rank).flat_map(|ty| {
        let other = IntType::unsigned(ty.bits);
        let only_signed = (!unsigned).then_some(ty);
        let also_unsigned = (unsigned || base != 10 || ty.bits == 128).then_some(other);
        [only_signed, also_unsigned].into_iter().flatten()
    });
    let ty = types.into_iter().find(|ty| value <= largest(*ty)).ok_or_else(invalid)?;
    if !typing.writes(value as i128, ty) {
        return Err(wrong(format!("the number `{}` is too large", token.text))
            .note("constants of mathematical integers are below 2^127"));
    }
    Ok(Typed::constant(value as i128, ty))
}

const fn largest(ty: IntType) -> u128 {
    u128::MAX >> (128 - ty.bits as u32 + ty.signed as u32)
}

/// The character constant written `token`: a number of type `int`.
pub(super) fn character(token: Token<'_>, typing: Typing) -> Result<Typed, Diagnostic> {
    let wrong = |message: &str| Diagnostic::at("preds-syntax", token.span, message);
    let inside = token.text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let inside = inside.ok_or_else(|| wrong("a character constant is not closed"))?;
    let code = match inside.strip_prefix('\\') {
        Some(escape) => unescape(escape).ok_or_else(|| wrong("C has no such escape sequence"))?,
        None => {
            let mut characters = inside.chars();
            match (characters.next(), characters.next()) {
                (Some(only), None) if only.is_ascii() => only as u32,
                _ => return Err(wrong("a character constant is one ASCII character")),
            }
        }
    };
    Ok(Typed::constant(typing.char().wrap(i128::from(code)), typing.int()))
}

fn unescape(escape: &str) -> Option<u32> {
    let code = match escape {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "\\" | "'" | "\"" | "?" => u32::from(escape.as_bytes()[0]),
        _ => {
            let hexadecimal = escape.strip_prefix('x');
            let (digits, base) = hexadecimal.map_or((escape, 8), |digits| (digits, 16));
            let plain = digits.chars().all(|digit| digit.is_digit(base));
            let short = base == 16 || digits.len() <= 3;
            u32::from_str_radix(digits, base).ok().filter(|code| plain && short && *code <= 255)?
        }
    };
    Some(code)
}
