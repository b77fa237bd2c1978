//! Formats of the functions like `printf` and `scanf`.

use std::iter::Peekable;

use belnap_ir::cfg::DataModel;

/// The bits of the numbers and characters that a format of input reads. `None` if it reads anything
/// else, or not every number.
pub(crate) fn scanned_widths(text: &[char], model: DataModel) -> Option<Vec<u8>> {
    let mut widths = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(unit) = rest.next() {
        if unit != '%' {
            continue;
        }
        let mut size = String::new();
        while let Some(unit) = rest.next_if(|unit| "hlqjzt".contains(*unit)) {
            size.push(unit);
        }
        let bits = bits(&size, model)?;
        match rest.next()? {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => widths.push(bits),
            'c' if size.is_empty() => widths.push(8),
            _ => return None,
        }
    }
    Some(widths)
}

/// The counts that a format of output stores (`%n`): through which of the variable arguments, and
/// how many bits each has. `None` if that is not clear.
pub(crate) fn find_counts(text: &[char], model: DataModel) -> Option<Vec<(usize, u8)>> {
    let (mut counts, mut argument) = (Vec::new(), 0);
    let mut rest = text.iter().copied().peekable();
    while let Some(unit) = rest.next() {
        if unit != '%' {
            continue;
        }
        let mut size = String::new();
        while let Some(unit) = rest.next_if(|unit| "-+ #'I.*0123456789hlqjztL".contains(*unit)) {
            match unit {
                '*' => argument += 1,
                'h' | 'l' | 'q' | 'j' | 'z' | 't' => size.push(unit),
                _ => {}
            }
        }
        match rest.next() {
            Some('%' | 'm') => {}
            Some('n') => {
                counts.push((argument, bits(&size, model)?));
                argument += 1;
            }
            Some(unit) if "diouxXeEfFgGaAcspCS".contains(unit) => argument += 1,
            // Among them `$`, which says which argument is meant.
            Some(_) => return None,
            None => break,
        }
    }
    Some(counts)
}

/// A part of what a format of output writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A character of the format itself.
    Plain(char),
    /// What is written of the next argument.
    Argument(Conversion, Layout),
}

/// What a conversion writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    Character,
    Text,
    /// A number of so many bits, with this before it if it is not negative.
    Signed {
        bits: u8,
        plus: Option<char>,
    },
    Unsigned {
        bits: u8,
        base: u8,
        capital: bool,
    },
}

/// How a conversion is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub width: u32,
    /// The fewest digits, or the most characters of a text.
    pub precision: Option<u32>,
    pub left: bool,
    pub zeros: bool,
}

/// The largest width that is taken literally.
const WIDEST: u32 = 1000;

/// What a format of output writes, if that is characters, texts and integers laid out by constants.
pub(crate) fn written(text: &[char], model: DataModel) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(unit) = rest.next() {
        if unit != '%' {
            pieces.push(Piece::Plain(unit));
            continue;
        }
        if rest.next_if_eq(&'%').is_some() {
            pieces.push(Piece::Plain('%'));
            continue;
        }
        let (layout, plus) = read_layout(&mut rest);
        let mut size = String::new();
        while let Some(unit) = rest.next_if(|unit| "hlqjzt".contains(*unit)) {
            size.push(unit);
        }
        let conversion = conversion(rest.next()?, &size, plus, model)?;
        if !is_usual(conversion, layout) {
            return None;
        }
        pieces.push(Piece::Argument(conversion, layout));
    }
    Some(pieces)
}

/// Flags, width and precision, and what is before a number that is not negative.
fn read_layout(rest: &mut Peekable<impl Iterator<Item = char>>) -> (Layout, Option<char>) {
    let (mut layout, mut plus) = (Layout::default(), None);
    while let Some(flag) = rest.next_if(|unit| "-0+ ".contains(*unit)) {
        match flag {
            '-' => layout.left = true,
            '0' => layout.zeros = true,
            _ if plus == Some('+') => {}
            _ => plus = Some(flag),
        }
    }
    layout.width = read_number(rest);
    if rest.next_if_eq(&'.').is_some() {
        layout.precision = Some(read_number(rest));
    }
    (layout, plus)
}

/// A number, or one that is larger than any allowed.
fn read_number(rest: &mut Peekable<impl Iterator<Item = char>>) -> u32 {
    let mut number = 0;
    while let Some(digit) = rest.peek().and_then(|unit| unit.to_digit(10)) {
        number = (number * 10 + digit).min(WIDEST + 1);
        rest.next();
    }
    number
}

/// Whether a conversion and its layout go together, and C says what is written. Of 0 with no digits
/// at all, that is nothing.
fn is_usual(conversion: Conversion, layout: Layout) -> bool {
    let Layout { width, precision, zeros, .. } = layout;
    let goes = match conversion {
        Conversion::Character => precision.is_none() && !zeros,
        Conversion::Text => !zeros,
        Conversion::Signed { .. } | Conversion::Unsigned { .. } => precision != Some(0),
    };
    goes && width.max(precision.unwrap_or(0)) <= WIDEST
}

fn conversion(unit: char, size: &str, plus: Option<char>, model: DataModel) -> Option<Conversion> {
    if matches!(unit, 'c' | 's') {
        let text = if unit == 'c' { Conversion::Character } else { Conversion::Text };
        return (size.is_empty() && plus.is_none()).then_some(text);
    }
    let bits = bits(size, model)?;
    let base = match unit {
        'd' | 'i' => return Some(Conversion::Signed { bits, plus }),
        'u' => 10,
        'x' | 'X' => 16,
        'o' => 8,
        _ => return None,
    };
    plus.is_none().then_some(Conversion::Unsigned { bits, base, capital: unit == 'X' })
}

/// The bits of a number with this length modifier.
fn bits(size: &str, model: DataModel) -> Option<u8> {
    Some(match size {
        "" => model.int,
        "hh" => 8,
        "h" => model.short,
        "l" => model.long,
        "z" | "t" => model.pointer,
        "ll" | "q" | "j" => model.long_long,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::DataModel;

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn formats_of_numbers_are_read() {
        let read = |text: &str| super::scanned_widths(&chars(text), DataModel::LP64);
        assert_eq!(read("%d, %hu %lx%c"), Some(vec![32, 16, 64, 8]));
        assert_eq!(read(""), Some(vec![]));
        for other in ["%2d", "%*d", "%s", "%n", "%f", "%", "%hlld", "%p"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        use super::{Conversion, Layout, Piece};
        let written = |text: &str| super::written(&chars(text), DataModel::LP64);
        assert_eq!(written("a%%"), Some(vec![Piece::Plain('a'), Piece::Plain('%')]));
        let number = Conversion::Signed { bits: 32, plus: Some('+') };
        let layout = Layout { width: 12, precision: None, left: false, zeros: true };
        assert_eq!(written("%+012d"), Some(vec![Piece::Argument(number, layout)]));
        let layout = Layout { width: 5, precision: Some(3), left: true, zeros: false };
        assert_eq!(written("%-5.3s"), Some(vec![Piece::Argument(Conversion::Text, layout)]));
        let number = Conversion::Unsigned { bits: 64, base: 16, capital: true };
        assert_eq!(written("%zX"), Some(vec![Piece::Argument(number, Layout::default())]));
        for other in [
            "%", "%f", "%p", "%n", "%*d", "%.0d", "%ls", "%05s", "%#x", "%+u", "%5", "%1$d",
            "%9999d",
        ] {
            assert_eq!(written(other), None, "{other}");
        }
    }

    #[test]
    fn counts_are_found() {
        let counts = |text: &str| super::find_counts(&chars(text), DataModel::LP64);
        assert_eq!(counts("%d%hhn"), Some(vec![(1, 8)]));
        assert_eq!(counts("%d%%n, %5.2f %m"), Some(vec![]));
        assert_eq!(counts("%-*.*s%n%ln"), Some(vec![(3, 32), (4, 64)]));
        assert_eq!(counts("%n%"), Some(vec![(0, 32)]));
        assert_eq!(counts("%1$n"), None);
        assert_eq!(counts("%w32n"), None);
    }
}
