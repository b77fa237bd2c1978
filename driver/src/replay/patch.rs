//! Copies of the user's source in which uninitialised variables get values, a label ends the run, the
//! rounds of a loop are counted or a condition is looked at.

use super::document::is_identifier;
use crate::c_text::{code, marker, words};

/// Adds an initialiser to the declaration of a variable on a line; `None` if it is not seen there.
pub fn initialised(text: &str, line: u32, name: &str, value: &str) -> Option<String> {
    edited(text, line, name, |_, rest| {
        let after = rest.trim_start();
        (after.starts_with(',') || after.starts_with(';')).then(|| format!(" = {value}{rest}"))
    })
}

/// Adds statements behind the declaration of an array on a line; `None` if it is not seen there.
pub fn filled(text: &str, line: u32, name: &str, statements: &str) -> Option<String> {
    edited(text, line, name, |before, rest| {
        let (own, after) = rest.split_once(';').filter(|_| !before.contains('='))?;
        let inside = own.trim_start().strip_prefix('[')?;
        let others = inside.split_once(']')?.1.trim_start();
        let plain = others.is_empty() || others.starts_with(',') && !others.contains('=');
        plain.then(|| format!("{own}; {statements}{after}"))
    })
}

/// Makes a label end the run; `None` if the statement on the line is not seen to have it.
pub fn trapped(text: &str, line: u32, name: &str) -> Option<String> {
    behind_label(text, line, name, "__builtin_trap()")
}

/// The text with a call between a label and its statement, which is on the line.
fn behind_label(text: &str, line: u32, name: &str, call: &str) -> Option<String> {
    let code = code(text);
    let (from, to) = labelled(&code, begin(text, line)?, name)?;
    Some(format!("{} {}{}", &text[..to], called(&code[..from], call), &text[to..]))
}

/// A call in front of a statement that follows this text: what was one statement still is, unless it
/// is one of a block.
fn called(before: &str, call: &str) -> String {
    match before.trim_end().ends_with(['{', '}', ';']) {
        true => format!("{call};"),
        false => format!("if (({call}, 0)) ; else"),
    }
}

/// Where a line begins.
fn begin(text: &str, line: u32) -> Option<usize> {
    match line.checked_sub(1)? {
        0 => Some(0),
        before => Some(text.match_indices('\n').nth(before as usize - 1)?.0 + 1),
    }
}

/// The label of a statement on a line, up to its colon: it stands there or, with nothing but labels
/// between, on one before.
fn labelled(code: &str, begin: usize, name: &str) -> Option<(usize, usize)> {
    let end = code[begin..].find('\n').map_or(code.len(), |length| begin + length);
    let behind = |(at, _)| {
        let rest = code[at + name.len()..].trim_start().strip_prefix(':')?;
        Some((at, code.len() - rest.len()))
    };
    let all = words(&code[..end]).filter(|(_, word)| *word == name).filter_map(behind);
    let found = all.filter(|(_, to)| *to >= begin || are_labels(&code[*to..begin]));
    found.last()
}

/// Whether a text has nothing but labels.
fn are_labels(text: &str) -> bool {
    let mut parts = text.split(':').map(str::trim);
    parts.next_back().is_none_or(str::is_empty) && parts.all(is_identifier)
}

/// Calls a function each time the program comes to a line; `None` if it is not certain where to call
/// it.
///
/// That is where a `while` or `for` looks at its condition; at the label of a loop that is made with
/// `goto`; and else, as where a `do` repeats, in front of the first statement.
pub fn calling(text: &str, line: u32, label: Option<&str>, call: &str) -> Option<String> {
    if text.lines().any(|line| marker(line).is_some()) {
        return None;
    }
    let begin = begin(text, line)?;
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
            inserted(condition, &format!("{call}, "))
        }
        [(at, "for")] => {
            let condition = at + code[at..].find(';')? + 1;
            let empty = code[condition..].trim_start().starts_with(';');
            let truth = if empty { " 1" } else { "" };
            inserted(condition, &format!(" {call},{truth}"))
        }
        [] => {
            if let Some(label) = label {
                return behind_label(text, line, label, call);
            }
            let start = begin + (own.len() - own.trim_start().len());
            let before = code[..start].trim_end();
            let last = words(before).last().filter(|(at, word)| at + word.len() == before.len());
            let is_branch = last.is_some_and(|(_, word)| ["else", "do"].contains(&word));
            let follows = is_branch || before.ends_with(['{', '}', ';', ')']);
            let first = words(own).next().filter(|(at, _)| begin + at == start);
            let is_statement = first.is_some_and(|(_, word)| !CLAUSES.contains(&word));
            match follows && is_statement {
                true => inserted(start, &format!("{} ", called(before, call))),
                false => None,
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
    replaced: impl Fn(&str, &str) -> Option<String>,
) -> Option<String> {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let own = lines.get_mut(line.checked_sub(1)? as usize)?;
    let is_part = |c: Option<char>| c.is_some_and(|c| is_identifier(&format!("_{c}")));
    let new = own.match_indices(name).find_map(|(at, _)| {
        let (before, rest) = (&own[..at], &own[at + name.len()..]);
        let whole = !is_part(before.chars().next_back()) && !is_part(rest.chars().next());
        whole.then(|| replaced(before, rest)).flatten().map(|rest| format!("{before}{name}{rest}"))
    })?;
    *own = new;
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{calling, filled, initialised, trapped};

    #[test]
    fn rounds_are_counted() {
        let of = |text: &str, line, label| calling(text, line, label, "belnap_round()");
        for (text, line, label, wanted) in [
            ("while (x)\n x--;", 1, None, "while (belnap_round(), x)\n x--;"),
            ("a;\n}  while(x)", 2, None, "a;\n}  while(belnap_round(), x)"),
            ("for (i = 0; i < 5; i++)", 1, None, "for (i = 0; belnap_round(), i < 5; i++)"),
            ("for (;;)", 1, None, "for (; belnap_round(), 1;)"),
            ("while /* 2 */ (x) // for", 1, None, "while /* 2 */ (belnap_round(), x) // for"),
            ("{\n L : x++;", 2, Some("L"), "{\n L : belnap_round(); x++;"),
            ("{\nL:\nM :\n x++;", 4, Some("L"), "{\nL: belnap_round();\nM :\n x++;"),
            ("if (x)\n L: x++;", 2, Some("L"), "if (x)\n L: if ((belnap_round(), 0)) ; else x++;"),
            ("if (x)\n  x++;", 2, None, "if (x)\n  if ((belnap_round(), 0)) ; else x++;"),
            ("else\n  x++;", 2, None, "else\n  if ((belnap_round(), 0)) ; else x++;"),
            ("do {\n  x++;\n}", 2, None, "do {\n  belnap_round(); x++;\n}"),
        ] {
            assert_eq!(of(text, line, label).as_deref(), Some(wanted));
        }
        for (text, line, label) in [
            ("while (x) while (y) ;", 1, None),
            ("x++; // while (x)", 1, None),
            ("L: y++;\n x++;", 2, Some("L")),
            ("y = x ? 1 :\n  x++;", 2, None),
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
        let found = filled("int a, b[N + 1], c; a = 1;", 1, "b", "b[1] = 5;");
        assert_eq!(found.as_deref(), Some("int a, b[N + 1], c; b[1] = 5; a = 1;"));
        for other in ["int b[2][3];", "int b[2] = {1};", "int b[2], c = b[1];", "b = 3;", "b[3"] {
            assert_eq!(filled(other, 1, "b", "b[1] = 5;"), None, "{other}");
        }
    }

    #[test]
    fn labels_end_the_run() {
        let found = trapped("  goto L;\n  L : x = 1;", 2, "L");
        assert_eq!(found.as_deref(), Some("  goto L;\n  L : __builtin_trap(); x = 1;"));
        let found = trapped("{\nL:\n  /* here */\n  x = 1;", 4, "L");
        assert_eq!(found.as_deref(), Some("{\nL: __builtin_trap();\n  /* here */\n  x = 1;"));
        assert_eq!(trapped("L:\n  y = 1;\n  x = 1;", 3, "L"), None);
        assert_eq!(trapped("  goto L;", 1, "L"), None);
    }
}
