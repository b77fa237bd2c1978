//! Copies of the user's source in which uninitialised variables get values, a label ends the run, or
//! the rounds of a loop are counted.

use super::document::is_identifier;
use crate::c_text::{code, marker, words};

/// Adds an initialiser to the declaration of a variable on a line; `None` if it is not seen there.
pub fn initialised(text: &str, line: u32, name: &str, value: &str) -> Option<String> {
    edited(text, line, name, |rest| {
        let after = rest.trim_start();
        (after.starts_with(',') || after.starts_with(';')).then(|| format!(" = {value}{rest}"))
    })
}

/// Makes a label end the run; `None` if it is not seen on the line.
pub fn trapped(text: &str, line: u32, name: &str) -> Option<String> {
    edited(text, line, name, |rest| {
        let after = rest.trim_start().strip_prefix(':')?;
        Some(format!(": __builtin_trap();{after}"))
    })
}

/// Counts, with a call of `belnap_round`, how often the loop on a line comes to its head; `None` if it
/// is not certain where to count.
///
/// That is where a `while` or `for` looks at its condition; at the label of a loop that is made with
/// `goto`; and in front of the first statement that a `do` repeats.
pub fn counted(text: &str, line: u32, label: Option<&str>) -> Option<String> {
    if text.lines().any(|line| marker(line).is_some()) {
        return None;
    }
    let begin = match line.checked_sub(1)? {
        0 => 0,
        before => text.match_indices('\n').nth(before as usize - 1)?.0 + 1,
    };
    let code = code(text);
    let own = code.get(begin..)?.split('\n').next()?;
    let inserted = |at: usize, what: &str| Some(format!("{}{what}{}", &text[..at], &text[at..]));
    let loops: Vec<(usize, &str)> = words(own)
        .filter(|(_, word)| ["while", "for", "do"].contains(word))
        .map(|(at, word)| (begin + at, word))
        .collect();
    match loops[..] {
        [(at, "while")] => {
            let condition = at + code[at..].find('(')? + 1;
            inserted(condition, "belnap_round(), ")
        }
        [(at, "for")] => {
            let condition = at + code[at..].find(';')? + 1;
            let empty = code[condition..].trim_start().starts_with(';');
            inserted(condition, if empty { " belnap_round(), 1" } else { " belnap_round()," })
        }
        [] => {
            let start = begin + (own.len() - own.trim_start().len());
            let named = label.and_then(|label| {
                let after = code[start..].strip_prefix(label)?.trim_start().strip_prefix(':')?;
                Some(code.len() - after.len())
            });
            // In front of a statement in a block, another one changes nothing.
            let in_block = code[..start].trim_end().ends_with(['{', '}', ';']);
            let first = words(own).next().filter(|(at, _)| begin + at == start);
            let is_statement = first.is_some_and(|(_, word)| !CLAUSES.contains(&word));
            match named {
                _ if !in_block => None,
                Some(after) => inserted(after, " belnap_round();"),
                None if label.is_none() && is_statement => inserted(start, "belnap_round(); "),
                None => None,
            }
        }
        _ => None,
    }
}

/// Words that begin no statement of their own.
const CLAUSES: [&str; 3] = ["else", "case", "default"];

/// Replaces what follows a name on a line, at the first place where that can be done.
fn edited(
    text: &str,
    line: u32,
    name: &str,
    replaced: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let own = lines.get_mut(line.checked_sub(1)? as usize)?;
    let is_part = |c: Option<char>| c.is_some_and(|c| is_identifier(&format!("_{c}")));
    let new = own.match_indices(name).find_map(|(at, _)| {
        let (before, rest) = (&own[..at], &own[at + name.len()..]);
        let whole = !is_part(before.chars().next_back()) && !is_part(rest.chars().next());
        whole.then(|| replaced(rest)).flatten().map(|rest| format!("{before}{name}{rest}"))
    })?;
    *own = new;
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{counted, initialised, trapped};

    #[test]
    fn rounds_are_counted() {
        let of = |text: &str, line, label| counted(text, line, label);
        for (text, line, label, wanted) in [
            ("while (x)\n x--;", 1, None, "while (belnap_round(), x)\n x--;"),
            ("a;\n}  while(x)", 2, None, "a;\n}  while(belnap_round(), x)"),
            ("for (i = 0; i < 5; i++)", 1, None, "for (i = 0; belnap_round(), i < 5; i++)"),
            ("for (;;)", 1, None, "for (; belnap_round(), 1;)"),
            ("while /* 2 */ (x) // for", 1, None, "while /* 2 */ (belnap_round(), x) // for"),
            ("{\n L : x++;", 2, Some("L"), "{\n L : belnap_round(); x++;"),
            ("do {\n  x++;\n}", 2, None, "do {\n  belnap_round(); x++;\n}"),
        ] {
            assert_eq!(of(text, line, label).as_deref(), Some(wanted));
        }
        for (text, line, label) in [
            ("while (x) while (y) ;", 1, None),
            ("x++; // while (x)", 1, None),
            ("if (x)\n L: x++;", 2, Some("L")),
            ("if (x)\n  x++;", 2, None),
            ("x++; }\nelse x--;", 2, None),
            ("do x++; while (x);", 1, None),
            ("x++;", 2, None),
            ("while (x)\n#line 1\n", 1, None),
        ] {
            assert_eq!(of(text, line, label), None, "{text}");
        }
    }

    #[test]
    fn declarations_get_values() {
        let text = "int f(void) {\n  int ab, a, b;\n  return a;\n}";
        let found = initialised(text, 2, "a", "5").expect("it is there");
        assert_eq!(found, "int f(void) {\n  int ab, a = 5, b;\n  return a;\n}");
        assert_eq!(initialised(text, 2, "c", "5"), None);
        assert_eq!(initialised(text, 9, "a", "5"), None);
        assert_eq!(initialised("int a[3];", 1, "a", "5"), None);
    }

    #[test]
    fn labels_end_the_run() {
        let found = trapped("  goto L;\n  L : x = 1;", 2, "L");
        assert_eq!(found.as_deref(), Some("  goto L;\n  L: __builtin_trap(); x = 1;"));
        assert_eq!(trapped("  goto L;", 1, "L"), None);
    }
}
