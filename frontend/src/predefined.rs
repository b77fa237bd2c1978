//! What a preprocessor has to be told about a machine that is not its own: the macros that a
//! compiler for it predefines, and headers of the standard library that rest on nothing else.

use std::path::Path;

use belnap_ir::cfg::{ByteOrder, DataModel};

use crate::ctype::{IntKind, Types};

/// The version of gcc whose language it is.
const COMPILER: [(&str, &str); 4] = [
    ("__GNUC__", "12"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__GNUC_STDC_INLINE__", "1"),
];

/// The headers, by name.
const HEADERS: [(&str, &str); 16] = [
    ("assert.h", include_str!("../include/assert.h")),
    ("ctype.h", include_str!("../include/ctype.h")),
    ("errno.h", include_str!("../include/errno.h")),
    ("float.h", include_str!("../include/float.h")),
    ("inttypes.h", include_str!("../include/inttypes.h")),
    ("iso646.h", include_str!("../include/iso646.h")),
    ("limits.h", include_str!("../include/limits.h")),
    ("stdalign.h", include_str!("../include/stdalign.h")),
    ("stdarg.h", include_str!("../include/stdarg.h")),
    ("stdbool.h", include_str!("../include/stdbool.h")),
    ("stddef.h", include_str!("../include/stddef.h")),
    ("stdint.h", include_str!("../include/stdint.h")),
    ("stdio.h", include_str!("../include/stdio.h")),
    ("stdlib.h", include_str!("../include/stdlib.h")),
    ("stdnoreturn.h", include_str!("../include/stdnoreturn.h")),
    ("string.h", include_str!("../include/string.h")),
];

/// The folder that line markers show for the headers.
const FOLDER: &str = "<include>";

/// The flags of a preprocessor that knows nothing of a machine.
pub(crate) fn flags(model: DataModel, char_signed: bool, headers: &Path) -> Vec<String> {
    let mut flags = vec!["-undef".to_owned(), "-nostdinc".to_owned()];
    flags.push(if char_signed { "-fsigned-char" } else { "-funsigned-char" }.to_owned());
    let macros = macros(model, char_signed);
    flags.extend(macros.into_iter().map(|(name, value)| format!("-D{name}={value}")));
    flags.push(format!("-isystem{}", headers.display()));
    flags
}

/// Writes the headers.
pub(crate) fn write_headers(folder: &Path) -> std::io::Result<()> {
    HEADERS.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
}

/// A preprocessed text that does not say where the headers were.
pub(crate) fn without_folder(text: &str, headers: &Path) -> String {
    text.replace(&headers.display().to_string(), FOLDER)
}

/// An integer type as C writes it, and the suffix of its constants.
fn spelled(kind: IntKind) -> (&'static str, &'static str) {
    match kind {
        IntKind::SignedChar => ("signed char", ""),
        IntKind::Short => ("short int", ""),
        IntKind::Int => ("int", ""),
        IntKind::Long => ("long int", "L"),
        _ => ("long long int", "LL"),
    }
}

/// The first signed type of these widths.
fn of_width(bits: u8, model: DataModel) -> IntKind {
    match bits {
        8 => IntKind::SignedChar,
        _ if bits == model.short => IntKind::Short,
        _ if bits == model.int => IntKind::Int,
        _ if bits == model.long => IntKind::Long,
        _ => IntKind::LongLong,
    }
}

fn unsigned(name: &str) -> String {
    match name {
        "signed char" => "unsigned char".to_owned(),
        name => format!("unsigned {name}"),
    }
}

const fn largest(bits: u8, signed: bool) -> u128 {
    u128::MAX >> (128 - bits as u32 + signed as u32)
}

/// The macros and their values.
fn macros(model: DataModel, char_signed: bool) -> Vec<(String, String)> {
    let types = Types::new(model);
    let mut all: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| all.push((name.to_owned(), value));
    COMPILER.iter().for_each(|(name, value)| add(name, (*value).to_owned()));
    add("__CHAR_BIT__", "8".to_owned());
    add("__SCHAR_MAX__", "127".to_owned());
    if !char_signed {
        add("__CHAR_UNSIGNED__", "1".to_owned());
    }
    for (name, kind) in [
        ("SHRT", IntKind::Short),
        ("INT", IntKind::Int),
        ("LONG", IntKind::Long),
        ("LONG_LONG", IntKind::LongLong),
        ("PTRDIFF", types.difference()),
        ("WCHAR", types.wide_char()),
    ] {
        let bits = types.int_type(kind).bits;
        add(&format!("__{name}_MAX__"), format!("{}{}", largest(bits, true), spelled(kind).1));
        add(&format!("__{name}_WIDTH__"), bits.to_string());
    }
    let (size, suffix) = spelled(types.difference());
    add("__SIZE_MAX__", format!("{}U{suffix}", largest(model.pointer, false)));
    add("__SIZE_WIDTH__", model.pointer.to_string());
    add("__SIZE_TYPE__", unsigned(size));
    add("__PTRDIFF_TYPE__", size.to_owned());
    add("__INTPTR_TYPE__", size.to_owned());
    add("__UINTPTR_TYPE__", unsigned(size));
    add("__WCHAR_TYPE__", spelled(types.wide_char()).0.to_owned());
    for bits in [8, 16, 32, 64] {
        let (name, suffix) = spelled(of_width(bits, model));
        // What is narrower than `int` is a constant of type `int`.
        let sign = if bits < model.int { "" } else { "U" };
        add(&format!("__INT{bits}_TYPE__"), name.to_owned());
        add(&format!("__UINT{bits}_TYPE__"), unsigned(name));
        add(&format!("__INT{bits}_MAX__"), format!("{}{suffix}", largest(bits, true)));
        add(&format!("__UINT{bits}_MAX__"), format!("{}{sign}{suffix}", largest(bits, false)));
        let pasted =
            |end: String| if end.is_empty() { "c".to_owned() } else { format!("c##{end}") };
        add(&format!("__INT{bits}_C(c)"), pasted(suffix.to_owned()));
        add(&format!("__UINT{bits}_C(c)"), pasted(format!("{sign}{suffix}")));
    }
    let (max, sign) = (spelled(of_width(64, model)).0, unsigned(spelled(of_width(64, model)).0));
    add("__INTMAX_TYPE__", max.to_owned());
    add("__UINTMAX_TYPE__", sign);
    for (name, bits) in [
        ("SHORT", model.short),
        ("INT", model.int),
        ("LONG", model.long),
        ("LONG_LONG", model.long_long),
        ("POINTER", model.pointer),
        ("SIZE_T", model.pointer),
        ("PTRDIFF_T", model.pointer),
        ("WCHAR_T", 32),
        ("FLOAT", 32),
        ("DOUBLE", 64),
        ("LONG_DOUBLE", model.long_double),
    ] {
        add(&format!("__SIZEOF_{name}__"), (bits / 8).to_string());
    }
    add("__BIGGEST_ALIGNMENT__", types.largest_align().to_string());
    add("__ORDER_LITTLE_ENDIAN__", "1234".to_owned());
    add("__ORDER_BIG_ENDIAN__", "4321".to_owned());
    add("__ORDER_PDP_ENDIAN__", "3412".to_owned());
    let (order, name) = match model.byte_order {
        ByteOrder::Little => ("__ORDER_LITTLE_ENDIAN__", "__LITTLE_ENDIAN__"),
        ByteOrder::Big => ("__ORDER_BIG_ENDIAN__", "__BIG_ENDIAN__"),
    };
    add("__BYTE_ORDER__", order.to_owned());
    add("__FLOAT_WORD_ORDER__", order.to_owned());
    add(name, "1".to_owned());
    all
}

#[cfg(test)]
mod tests {
    use super::{DataModel, macros};

    /// What the system's own compiler predefines of the same names, for the machines that it has.
    #[test]
    fn macros_are_those_of_the_compiler() {
        for (model, option) in [(DataModel::LP64, "-m64"), (DataModel::ILP32, "-m32")] {
            let mut command = std::process::Command::new("cpp");
            let Ok(ended) = command.args([option, "-dM", "-xc", "/dev/null"]).output() else {
                return;
            };
            let text = String::from_utf8_lossy(&ended.stdout);
            let own = macros(model, true);
            let mut compared = 0;
            for line in text.lines() {
                let mut words = line.splitn(3, ' ').skip(1);
                let (Some(name), Some(value)) = (words.next(), words.next()) else { continue };
                let Some((_, ours)) = own.iter().find(|(own, _)| own == name) else { continue };
                // A type may be written in several ways, and the compiler may be another one.
                let plain = |text: &str| {
                    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
                    let number = match digits.strip_prefix("0x") {
                        Some(digits) => u128::from_str_radix(digits, 16),
                        None => digits.parse(),
                    };
                    if let Ok(number) = number {
                        return format!("{number}{}", text[digits.len()..].to_lowercase());
                    }
                    let mut words: Vec<&str> =
                        text.split(' ').filter(|word| *word != "int").collect();
                    words.sort_unstable();
                    words.concat().replace("##", "").replace('0', "").to_lowercase()
                };
                if !name.starts_with("__GNUC") {
                    assert_eq!(plain(ours), plain(&value.replace(" ## ", "##")), "{name} {option}");
                    compared += 1;
                }
            }
            assert!(compared > 50, "{compared}");
        }
    }
}
