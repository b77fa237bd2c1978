//! Copies of the user's source in which uninitialised variables get values, a label ends the run,
//! the rounds of a loop are counted or a condition is looked at.

use std::ops::Range;

use crate::c_text::{code, marker, words};
use belnap_formats::replay::Watch;
use belnap_ir::c_tokens::is_identifier;

/// Adds an initialiser to the declaration of a variable on a line; `None` if it is not seen there.
pub fn add_initialiser(text: &str, line: u32, name: &str, value: &str) -> Option<String> {
    let code = code(text);
    let behind = find_declarator(text, &code, line, name)?;
    let follows = code[behind..].trim_start().starts_with([',', ';']);
    follows.then(|| insert(text, behind, &format!(" = {value}")))
}

/// Adds statements behind the declaration of a variable on a line; `None` if it is not seen there.
pub fn add_statements(text: &str, line: u32, name: &str, statements: &str) -> Option<String> {
    let code = code(text);
    let behind = find_declarator(text, &code, line, name)?;
    let (own, _) = code[behind..].split_once(';')?;
    let mut others = own.trim_start();
    while let Some(inside) = others.strip_prefix('[') {
        others = inside.split_once(']')?.1.trim_start();
    }
    let plain = others.is_empty() || others.starts_with(',') && !others.contains('=');
    plain.then(|| insert(text, behind + own.len() + 1, &format!(" {statements}")))
}

/// Makes a label end the run; `None` if the statement on the line is not seen to have it.
pub fn end_at_label(text: &str, line: u32, name: &str) -> Option<String> {
    behind_label(text, line, name, None, "belnap_label()")
}

/// The text with a call between a label, which is in a function, and its statement, which is on the
/// line; `None` if that is not seen.
pub fn behind_label(
    text: &str,
    line: u32,
    name: &str,
    function: Option<&str>,
    call: &str,
) -> Option<String> {
    let code = code(text);
    let (from, to) = find_label(&code, begin(text, line)?, name)?;
    let inside = match function {
        Some(function) => body(&code, function)?.contains(&from),
        None => true,
    };
    inside.then(|| insert(text, to, &format!(" {}", call_before(&code[..from], call))))
}

/// The text with a call where a condition is looked at; `None` if it is not certain where that is.
pub fn insert_watch(text: &str, watch: &Watch, call: &str) -> Option<String> {
    let (line, function) = (watch.line, watch.function.as_deref());
    match (&watch.label, function) {
        (Some(label), _) => behind_label(text, line, label, function, call),
        (None, Some(function)) => insert_at_entry(text, function, call),
        (None, None) => insert_in_rounds(text, line, None, call),
    }
}

/// The text with a call at the beginning of a function; `None` if it is not certain where that is.
pub fn insert_at_entry(text: &str, function: &str, call: &str) -> Option<String> {
    let begin = body(&code(text), function)?.start;
    Some(insert(text, begin, &format!(" {call};")))
}

fn insert(text: &str, at: usize, what: &str) -> String {
    format!("{}{what}{}", &text[..at], &text[at..])
}

/// What is between the parentheses and between the braces of the only definition of a function.
pub fn definition(code: &str, function: &str) -> Option<(Range<usize>, Range<usize>)> {
    let mut found = None;
    for (at, _) in words(code).filter(|(_, word)| *word == function) {
        let behind = at + function.len();
        let Some(open) = behind_space(code, behind).filter(|open| code[*open..].starts_with('('))
        else {
            continue;
        };
        let Some(close) = find_closing(code, open) else { continue };
        let Some(brace) = behind_space(code, close + 1) else { continue };
        if code[brace..].starts_with('{') {
            let parts = (open + 1..close, brace + 1..find_closing(code, brace)?);
            if found.replace(parts).is_some() {
                return None;
            }
        }
    }
    found
}

fn body(code: &str, function: &str) -> Option<Range<usize>> {
    definition(code, function).map(|(_, body)| body)
}

/// Where the next text after a place begins that is not white.
fn behind_space(code: &str, at: usize) -> Option<usize> {
    code[at..].find(|c: char| !c.is_whitespace()).map(|length| at + length)
}

/// Where the bracket is closed that opens at a place.
pub fn find_closing(code: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The end of the only declarator on a line that declares a name. Where a macro does that, or it
/// could be something else, none is seen.
fn find_declarator(text: &str, code: &str, line: u32, name: &str) -> Option<usize> {
    let begin = begin(text, line)?;
    let own = code[begin..].split('\n').next()?;
    let is_own = |at: &usize| is_declarator(&code[..*at]);
    let named = words(own).filter(|(_, word)| *word == name).map(|(at, _)| begin + at);
    let mut found = named.filter(is_own);
    match (found.next(), found.next()) {
        (Some(at), None) => Some(at + name.len()),
        _ => None,
    }
}

/// Whether a name that follows this text is declared there: the statement begins with the words of
/// a type, and a declarator begins where the text ends.
fn is_declarator(before: &str) -> bool {
    let start = before.rfind(['{', '}', ';', ':']).map_or(0, |at| at + 1);
    let mut declarators = declarators(&before[start..]).into_iter();
    let Some(first) = declarators.next() else { return false };
    let last = declarators.next_back();
    let of_first = first.split(['=', '[']).next().unwrap_or_default();
    let is_plain = of_first.chars().all(|c| c.is_whitespace() || c == '*' || is_of_name(c));
    let is_type = words(of_first).all(|(_, word)| is_identifier(word) && !OTHER.contains(&word));
    // The first declarator has a name itself, unless that is the one that follows.
    let least = if last.is_some() { 2 } else { 1 };
    is_plain
        && is_type
        && words(of_first).count() >= least
        && !(last.is_none()
            && words(of_first).last().is_some_and(|(_, word)| TAGGED.contains(&word)))
        && last
            .map_or(of_first == first, |last| last.chars().all(|c| c.is_whitespace() || c == '*'))
}

/// The parts of a declaration between commas that are in no brackets; none if a bracket is open.
fn declarators(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    if depth == 0 { parts } else { Vec::new() }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Words that are followed by a name that is not a variable's.
const TAGGED: [&str; 3] = ["struct", "union", "enum"];

/// Words that are part of no type.
const OTHER: [&str; 18] = [
    "return",
    "goto",
    "else",
    "do",
    "case",
    "default",
    "sizeof",
    "if",
    "while",
    "for",
    "break",
    "continue",
    "switch",
    "typedef",
    "extern",
    "static",
    "_Thread_local",
    "__thread",
];

/// A call in front of a statement that follows this text: what was one statement still is, unless
/// it is one of a block.
fn call_before(before: &str, call: &str) -> String {
    match before.trim_end().ends_with(['{', '}', ';']) {
        true => format!("{call};"),
        false => format!("if (({call}, 0)) ; else"),
    }
}

/// Where a line begins; `None` if there is none, or lines are not numbered as they stand.
fn begin(text: &str, line: u32) -> Option<usize> {
    if text.lines().any(|line| marker(line).is_some()) {
        return None;
    }
    match line.checked_sub(1)? {
        0 => Some(0),
        before => Some(text.match_indices('\n').nth(before as usize - 1)?.0 + 1),
    }
}

/// The label of a statement on a line, up to its colon: it stands there or, with nothing but labels
/// between, on one before.
fn find_label(code: &str, begin: usize, name: &str) -> Option<(usize, usize)> {
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

/// Calls a function each time the program comes to a line; `None` if it is not certain where to
/// call it.
///
/// That is where a `while` or `for` looks at its condition; at the label of a loop that is made
/// with `goto`; and else, as where a `do` repeats, in front of the first statement.
pub fn insert_in_rounds(text: &str, line: u32, label: Option<&str>, call: &str) -> Option<String> {
    let begin = begin(text, line)?;
    let code = code(text);
    let own = code.get(begin..)?.split('\n').next()?;
    let loops: Vec<(usize, &str)> = words(own)
        .filter(|(_, word)| ["while", "for", "do"].contains(word))
        .map(|(at, word)| (begin + at, word))
        .collect();
    match loops[..] {
        [(at, "while")] => {
            let condition = at + code[at..].find('(')? + 1;
            Some(insert(text, condition, &format!("{call}, ")))
        }
        [(at, "for")] => {
            let condition = at + code[at..].find(';')? + 1;
            let empty = code[condition..].trim_start().starts_with(';');
            let truth = if empty { " 1" } else { "" };
            Some(insert(text, condition, &format!(" {call},{truth}")))
        }
        [] => {
            if let Some(label) = label {
                return behind_label(text, line, label, None, call);
            }
            let start = begin + (own.len() - own.trim_start().len());
            let before = code[..start].trim_end();
            let last = words(before).last().filter(|(at, word)| at + word.len() == before.len());
            let is_branch = last.is_some_and(|(_, word)| ["else", "do"].contains(&word));
            let follows = is_branch || before.ends_with(['{', '}', ';', ')']);
            let first = words(own).next().filter(|(at, _)| begin + at == start);
            let is_statement = first.is_some_and(|(_, word)| !CLAUSES.contains(&word));
            match follows && is_statement {
                true => Some(insert(text, start, &format!("{} ", call_before(before, call)))),
                false => None,
            }
        }
        _ => None,
    }
}

/// Words that begin no statement of their own.
const CLAUSES: [&str; 3] = ["else", "case", "default"];

#[cfg(test)]
mod tests {
    use super::{
        add_initialiser, add_statements, behind_label, end_at_label, insert_at_entry,
        insert_in_rounds,
    };

    #[test]
    fn rounds_are_counted() {
        let of = |text: &str, line, label| insert_in_rounds(text, line, label, "belnap_round()");
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
        let found = add_initialiser(text, 2, "a", "5").expect("it is there");
        assert_eq!(found, "int f(void) {\n  int ab, a = 5, b;\n  return a;\n}");
        assert_eq!(add_initialiser(text, 2, "c", "5"), None);
        assert_eq!(add_initialiser(text, 9, "a", "5"), None);
        assert_eq!(add_initialiser("int a[3];", 1, "a", "5"), None);
        let found = add_statements("int a, b[N + 1], c; a = 1;", 1, "b", "b[1] = 5;");
        assert_eq!(found.as_deref(), Some("int a, b[N + 1], c; b[1] = 5; a = 1;"));
        let found = add_initialiser("/* a; */ int a; // a", 1, "a", "5");
        assert_eq!(found.as_deref(), Some("/* a; */ int a = 5; // a"));
        for (text, wanted) in [
            ("{ struct s *p, a;", "{ struct s *p, a = 5;"),
            ("int b = f(1, 2),\n *a;", "int b = f(1, 2),\n *a = 5;"),
            ("g(a, 1); { T a; }", "g(a, 1); { T a = 5; }"),
        ] {
            let line = 1 + u32::from(text.contains('\n'));
            assert_eq!(add_initialiser(text, line, "a", "5").as_deref(), Some(wanted));
        }
        for other in [
            "g(a, 1);",
            "y = a;",
            "b, a;",
            "else a;",
            "return a;",
            "DECL;",
            "L: a;",
            "for (int i, a; ;)",
            "int a; { int a; }",
            "int x = (1, a;",
            "#line 5\nint a;",
        ] {
            let line = 1 + u32::from(other.contains('\n'));
            assert_eq!(add_initialiser(other, line, "a", "5"), None, "{other}");
        }
        let found = add_statements("struct b b, *c;", 1, "b", "b.x = 5;");
        assert_eq!(found.as_deref(), Some("struct b b, *c; b.x = 5;"));
        let found = add_statements("int b [2][3];", 1, "b", "b[1][2] = 5;");
        assert_eq!(found.as_deref(), Some("int b [2][3]; b[1][2] = 5;"));
        for other in ["static int b[2];", "int static b[2];"] {
            assert_eq!(add_statements(other, 1, "b", "b[1] = 5;"), None, "{other}");
        }
        for other in ["int b(2);", "int b[2] = {1};", "int b[2], c = b[1];", "b = 3;", "b[3"] {
            assert_eq!(add_statements(other, 1, "b", "b[1] = 5;"), None, "{other}");
        }
    }

    #[test]
    fn functions_are_entered() {
        let text =
            "int f(int);\nint f(int x) /* { */\n{ return g(x); }\nint g() { return f(f(1)); }";
        let found = insert_at_entry(text, "f", "watch()").expect("it is there");
        assert!(found.contains("/* { */\n{ watch(); return g(x); }"), "{found}");
        assert!(found.ends_with("int g() { return f(f(1)); }"), "{found}");
        for text in ["int f(int x);", "#define F f(){}\nF", "int f(){} int f(){}", "f(x"] {
            assert_eq!(insert_at_entry(text, "f", "watch()"), None, "{text}");
        }
        let text = "int f() {\nL: x;\n}\nint g() {\nL: y;\n}";
        let found = |line, function| behind_label(text, line, "L", Some(function), "watch()");
        assert!(found(5, "g").is_some_and(|text| text.contains("L: watch(); y;")));
        assert_eq!(found(5, "f"), None);
    }

    #[test]
    fn labels_end_the_run() {
        let found = end_at_label("  goto L;\n  L : x = 1;", 2, "L");
        assert_eq!(found.as_deref(), Some("  goto L;\n  L : belnap_label(); x = 1;"));
        let found = end_at_label("{\nL:\n  /* here */\n  x = 1;", 4, "L");
        assert_eq!(found.as_deref(), Some("{\nL: belnap_label();\n  /* here */\n  x = 1;"));
        assert_eq!(end_at_label("L:\n  y = 1;\n  x = 1;", 3, "L"), None);
        assert_eq!(end_at_label("  goto L;", 1, "L"), None);
    }
}
