//! Values of literals, as gcc computes them.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::token::Token;
use crate::ast::{Encoding, IntLiteral, StringLiteral};

type Refused<T> = Result<T, Box<Diagnostic>>;

fn refuse<T>(start: usize, end: usize, message: impl Into<String>) -> Refused<T> {
    Err(Box::new(Diagnostic::at("c-literal", Span::new(start, end), message)))
}

/// A number that stands at `start`.
pub fn number(text: &str, start: usize) -> Refused<Token> {
    let hex =
        text.len() > 1 && text.as_bytes()[0] == b'0' && matches!(text.as_bytes()[1], b'x' | b'X');
    let binary =
        text.len() > 1 && text.as_bytes()[0] == b'0' && matches!(text.as_bytes()[1], b'b' | b'B');
    let exponent: &[char] = if hex { &['p', 'P', '.'] } else { &['e', 'E', '.'] };
    if !binary && text.contains(exponent) {
        return float(text, start, hex);
    }
    let (radix, digits, name) = match () {
        () if hex => (16, &text[2..], "a hexadecimal"),
        () if binary => (2, &text[2..], "a binary"),
        () if text.starts_with('0') && text.len() > 1 => (8, &text[1..], "an octal"),
        () => (10, text, "a decimal"),
    };
    let length = digits.find(|c: char| !c.is_digit(if radix == 16 { 16 } else { 10 }));
    let (digits, suffix) = digits.split_at(length.unwrap_or(digits.len()));
    let end = start + text.len();
    if let Some(wrong) = digits.find(|c: char| !c.is_digit(radix)) {
        let at = end - suffix.len() - digits.len() + wrong;
        let found = &digits[wrong..=wrong];
        return refuse(at, at + 1, format!("`{found}` is not a digit of {name} number"));
    }
    if digits.is_empty() && radix != 8 {
        return refuse(start, end, format!("{name} number needs digits"));
    }
    let (unsigned, longs) = integer_suffix(suffix, end)?;
    let value = if digits.is_empty() { Ok(0) } else { u64::from_str_radix(digits, radix) };
    let Ok(value) = value else {
        return refuse(start, end, "this integer does not fit in 64 bits");
    };
    Ok(Token::Int(IntLiteral { value, unsigned, longs, decimal: radix == 10 }))
}

/// Unsigned, and the number of `l`.
fn integer_suffix(suffix: &str, end: usize) -> Refused<(bool, u8)> {
    Ok(match suffix {
        "" => (false, 0),
        "u" | "U" => (true, 0),
        "l" | "L" => (false, 1),
        "ll" | "LL" => (false, 2),
        "ul" | "uL" | "Ul" | "UL" | "lu" | "lU" | "Lu" | "LU" => (true, 1),
        "ull" | "uLL" | "Ull" | "ULL" | "llu" | "llU" | "LLu" | "LLU" => (true, 2),
        _ => return refuse(end - suffix.len(), end, wrong_suffix(suffix, "an integer")),
    })
}

fn wrong_suffix(suffix: &str, what: &str) -> String {
    let imaginary = suffix.contains(['i', 'j', 'I', 'J']) && suffix.len() <= 4;
    if imaginary {
        format!("imaginary constants (suffix `{suffix}`) are not supported")
    } else if matches!(suffix, "df" | "dd" | "dl" | "DF" | "DD" | "DL") {
        format!("decimal floating constants (suffix `{suffix}`) are not supported")
    } else {
        format!("`{suffix}` is not a suffix of {what} constant")
    }
}

fn float(text: &str, start: usize, hex: bool) -> Refused<Token> {
    let end = start + text.len();
    let is_digit = |c: char| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let mantissa = if hex { &text[2..] } else { text };
    let whole = mantissa.find(|c| !is_digit(c)).unwrap_or(mantissa.len());
    let mut rest = &mantissa[whole..];
    let mut digits = whole;
    if let Some(after) = rest.strip_prefix('.') {
        let fraction = after.find(|c| !is_digit(c)).unwrap_or(after.len());
        digits += fraction;
        rest = &after[fraction..];
    }
    if digits == 0 {
        return refuse(start, end, "this floating constant has no digits");
    }
    let mark: &[char] = if hex { &['p', 'P'] } else { &['e', 'E'] };
    if let Some(after) = rest.strip_prefix(mark) {
        let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
        let length = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
        if length == 0 {
            return refuse(start, end, "the exponent of this constant has no digits");
        }
        rest = &unsigned[length..];
    } else if hex {
        return refuse(start, end, "a hexadecimal floating constant needs an exponent `p…`");
    }
    const SUFFIXES: [&str; 10] = ["", "f", "l", "q", "w", "f32", "f64", "f128", "f32x", "f64x"];
    let suffix = rest.to_ascii_lowercase();
    let real = suffix.strip_suffix(['i', 'j']).or_else(|| suffix.strip_prefix(['i', 'j']));
    if !SUFFIXES.contains(&real.unwrap_or(&suffix)) {
        return refuse(end - rest.len(), end, wrong_suffix(rest, "a floating"));
    }
    Ok(Token::Float(text.into()))
}

/// A character literal with its quotes and prefix.
pub fn character(text: &str, span: Span) -> Refused<Token> {
    let literal = &text[span.start..span.end];
    let (encoding, prefix) = encoding_of(literal);
    let mut units = Vec::new();
    decode(text, Span::new(span.start + prefix + 1, span.end - 1), encoding, &mut units)?;
    let Some(&last) = units.last() else {
        return refuse(span.start, span.end, "a character constant is empty");
    };
    let value = match encoding {
        Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        Encoding::Plain => {
            i64::from(units.iter().fold(0_u32, |value, unit| value << 8 | unit) as i32)
        }
        Encoding::Wide => i64::from(last as i32),
        Encoding::Utf16 | Encoding::Utf32 => i64::from(last),
    };
    Ok(Token::Char(value, encoding))
}

/// Neighbouring strings with their quotes and prefixes, as one.
pub fn string(text: &str, first: Span, more: &[Span]) -> Refused<Token> {
    let parts = || std::iter::once(&first).chain(more);
    let mut encoding = Encoding::Plain;
    for part in parts() {
        let (own, _) = encoding_of(&text[part.start..part.end]);
        if own != Encoding::Plain && encoding != Encoding::Plain && own != encoding {
            let message = "strings of different character types cannot be joined";
            return refuse(part.start, part.end, message);
        }
        if own != Encoding::Plain {
            encoding = own;
        }
    }
    let mut units = Vec::with_capacity(parts().map(|part| part.end - part.start).sum());
    for part in parts() {
        let (_, prefix) = encoding_of(&text[part.start..part.end]);
        decode(text, Span::new(part.start + prefix + 1, part.end - 1), encoding, &mut units)?;
    }
    units.shrink_to_fit();
    Ok(Token::String(Box::new(StringLiteral { units, encoding })))
}

/// The encoding of a literal and the length of its prefix.
fn encoding_of(literal: &str) -> (Encoding, usize) {
    match literal.as_bytes() {
        [b'L', ..] => (Encoding::Wide, 1),
        [b'u', b'8', ..] => (Encoding::Plain, 2),
        [b'u', ..] => (Encoding::Utf16, 1),
        [b'U', ..] => (Encoding::Utf32, 1),
        _ => (Encoding::Plain, 0),
    }
}

/// Adds the code units of what stands between quotes.
fn decode(text: &str, inside: Span, encoding: Encoding, units: &mut Vec<u32>) -> Refused<()> {
    let body = &text[inside.start..inside.end];
    let mut at = 0;
    while let Some(character) = body[at..].chars().next() {
        if character != '\\' {
            at += character.len_utf8();
            push_character(character, encoding, units);
            continue;
        }
        let rest = &body[at + 1..];
        let start = inside.start + at;
        let escape = rest.chars().next().unwrap_or_default();
        at += 1 + escape.len_utf8();
        let simple = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '\n' => continue,
            '\r' if rest[1..].starts_with('\n') => {
                at += 1;
                continue;
            }
            '0'..='7' => {
                let length = rest.bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                at += length - 1;
                u32::from_str_radix(&rest[..length], 8).unwrap_or(0)
            }
            'x' => {
                let digits = &rest[1..];
                let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
                if length == 0 {
                    return refuse(start, start + 2, "`\\x` needs hexadecimal digits");
                }
                at += length;
                let fold = |value: u32, digit: char| value << 4 | digit.to_digit(16).unwrap_or(0);
                digits[..length].chars().fold(0, fold)
            }
            'u' | 'U' => {
                let length = if escape == 'u' { 4 } else { 8 };
                let character = universal(&rest[1..], length);
                let Some(character) = character else {
                    let message = format!(
                        "`\\{escape}` needs the {length} hexadecimal digits of a character"
                    );
                    return refuse(start, start + 2, message);
                };
                at += length;
                push_character(character, encoding, units);
                continue;
            }
            other if other.is_ascii() => other as u32,
            other => {
                push_character(other, encoding, units);
                continue;
            }
        };
        units.push(match encoding {
            Encoding::Plain => simple & 0xff,
            Encoding::Utf16 => simple & 0xffff,
            Encoding::Wide | Encoding::Utf32 => simple,
        });
    }
    Ok(())
}

/// The character whose code the first `length` digits are.
pub fn universal(digits: &str, length: usize) -> Option<char> {
    let digits = digits.get(..length)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

fn push_character(character: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain => {
            units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit)));
        }
        Encoding::Wide | Encoding::Utf32 => units.push(character as u32),
    }
}
