//! Formats of the functions like `printf` and `scanf`.

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
