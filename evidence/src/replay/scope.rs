//! What a name means at a place in a C file, as far as its text tells.
//!
//! The graph knows the variables that it has, the compiler all declarations, enumerators and
//! macros. So a copy of the program looks at a name only where the text has no other meaning for
//! it; what could be a declaration is taken for one.

use super::patch::{definition, find_closing};
use crate::c_text::words;
use belnap_ir::c_tokens::is_identifier;

/// Whether a name means in a function what it means outside of it.
pub fn is_outer(code: &str, function: &str, name: &str) -> bool {
    definition(code, function).is_some_and(|(parameters, body)| {
        declarations(&code[..body.end], parameters.start, name).is_empty()
    })
}

/// Whether a name means at a place in a function the variable that the function declares on a line.
pub fn is_local(code: &str, function: &str, name: &str, line: u32, at: usize) -> bool {
    let Some((parameters, body)) = definition(code, function) else { return false };
    let [own] = declarations(&code[..body.end], parameters.start, name)[..] else { return false };
    let number = 1 + code[..own].matches('\n').count();
    let seen = if parameters.contains(&own) { body.contains(&at) } else { in_block(code, own, at) };
    u32::try_from(number) == Ok(line) && seen
}

/// Whether a file may declare a name outside of functions, other than as one that is elsewhere.
pub fn is_defined(code: &str, name: &str) -> bool {
    declarations(code, 0, name).into_iter().any(|at| {
        let start = code[..at].rfind([';', '{', '}']).map_or(0, |start| start + 1);
        count_open(&code[..at]) == 0 && !words(&code[start..at]).any(|(_, word)| word == "extern")
    })
}

/// How many brackets are open at the end of a text.
fn count_open(text: &str) -> usize {
    let open = text.matches(['(', '{']).count();
    open.saturating_sub(text.matches([')', '}']).count())
}

/// Whether some directive, which may be a macro that declares it, has a name.
pub fn is_in_directive(text: &str, name: &str) -> bool {
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut directives = joined.lines().filter(|line| line.trim_start().starts_with('#'));
    directives.any(|line| words(line).any(|(_, word)| word == name))
}

/// Where a name is declared, from an offset on.
fn declarations(code: &str, from: usize, name: &str) -> Vec<usize> {
    let named = words(&code[from..]).filter(|(_, word)| *word == name).map(|(at, _)| from + at);
    named.filter(|at| is_declared(&code[..*at], &code[at + name.len()..])).collect()
}

/// Whether a place is behind another and in the block, or in the body of the loop, that this is in.
fn in_block(code: &str, from: usize, at: usize) -> bool {
    let Some(between) = code.get(from..at) else { return false };
    let mut depth = 0_usize;
    for (offset, byte) in between.bytes().enumerate() {
        match byte {
            b'{' | b'(' => depth += 1,
            b'}' if depth == 0 => return false,
            // The variable of a `for` loop.
            b')' if depth == 0 => {
                let behind = from + offset + 1;
                let space = code[behind..].len() - code[behind..].trim_start().len();
                let open = behind + space;
                let is_block = code[open..].starts_with('{');
                return is_block
                    && find_closing(code, open).is_some_and(|close| (open..close).contains(&at));
            }
            b'}' | b')' => depth -= 1,
            _ => {}
        }
    }
    true
}

/// Words before a name that is used.
const USED: [&str; 9] =
    ["return", "case", "else", "do", "goto", "sizeof", "struct", "union", "enum"];

/// Words before parentheses that a statement follows.
const CONTROL: [&str; 4] = ["if", "while", "for", "switch"];

const BASIC: [&str; 9] =
    ["int", "char", "short", "long", "unsigned", "signed", "_Bool", "float", "double"];

/// Whether a name between two texts may be declared there.
fn is_declared(before: &str, behind: &str) -> bool {
    let before = before.trim_end();
    match before.chars().next_back() {
        Some('*') => {
            let is_star = |c: char| c == '*' || c.is_whitespace();
            let of_type = before.trim_end_matches(is_star);
            match of_type.chars().next_back() {
                Some('(') => {
                    let behind = behind.trim_start().strip_prefix(')').map(str::trim_start);
                    behind.is_some_and(|rest| rest.starts_with(['(', '[']))
                        && last_word(&of_type[..of_type.len() - 1])
                            .is_some_and(|word| !USED.contains(&word))
                }
                Some(c) if is_of_name(c) => begins_declaration(of_type),
                _ => is_declared(of_type, behind),
            }
        }
        Some(',') => is_listed(&before[..before.len() - 1]),
        Some('{') => is_enumeration(before),
        Some('(') => {
            last_word(&before[..before.len() - 1]).is_some_and(|word| BASIC.contains(&word))
        }
        Some(')') => {
            let open = find_opening(before);
            let word = open.and_then(|open| last_word(&before[..open]));
            word.is_some_and(|word| !CONTROL.contains(&word))
        }
        Some('}') => find_opening(before).is_some_and(|open| is_record(&before[..open])),
        _ => last_word(before).is_some_and(|word| !USED.contains(&word)),
    }
}

/// Whether words that a text ends with are a type, not an operand.
fn begins_declaration(text: &str) -> bool {
    let rest = text.trim_end_matches(is_of_name).trim_end();
    match rest.chars().next_back() {
        None | Some(';' | '{' | '}' | '(' | ',' | ':') => true,
        _ => last_word(rest).is_some_and(|word| !USED[..6].contains(&word)),
    }
}

/// Whether a name that follows a comma may be declared: its statement begins with a type, or it is
/// in an enumeration.
fn is_listed(before: &str) -> bool {
    let mut end = before.len();
    while let Some(at) = before[..end].rfind([';', '(', ')', '[', ']', '{', '}']) {
        let upto = &before[..=at];
        match before.as_bytes()[at] {
            b';' => return begins_with_type(&before[at + 1..]),
            b'(' | b'[' => {
                let is_for = last_word(&before[..at]) == Some("for");
                return is_for && begins_with_type(&before[at + 1..]);
            }
            b'{' if is_enumeration(upto) => return true,
            b'{' if before[..at].trim_end().ends_with('=') => return false,
            b'{' => return begins_with_type(&before[at + 1..]),
            b'}' => {
                let Some(open) = find_opening(upto) else { return true };
                let head = before[..open].trim_end();
                if !head.ends_with('=') && !is_record(head) {
                    return begins_with_type(&before[at + 1..]);
                }
                end = open;
            }
            _ => match find_opening(upto) {
                Some(open) => end = open,
                None => return true,
            },
        }
    }
    true
}

/// Whether a statement begins like a declaration.
fn begins_with_type(statement: &str) -> bool {
    let statement = statement.trim_start();
    let rest = statement.trim_start_matches(is_of_name);
    let first = &statement[..statement.len() - rest.len()];
    let rest = rest.trim_start();
    is_identifier(first)
        && !USED[..6].contains(&first)
        && rest.starts_with(|c| c == '*' || c == '{' || is_of_name(c))
}

/// Whether a brace that a text ends with begins an enumeration.
fn is_enumeration(text: &str) -> bool {
    let head = text[..text.len() - 1].trim_end();
    let tagless = head.trim_end_matches(is_of_name);
    last_word(head) == Some("enum") || last_word(tagless) == Some("enum")
}

/// Whether a brace that follows a text begins the members of a type.
fn is_record(head: &str) -> bool {
    let head = head.trim_end();
    let is_tag = |word: Option<&str>| word.is_some_and(|word| USED[6..].contains(&word));
    is_tag(last_word(head)) || is_tag(last_word(head.trim_end_matches(is_of_name)))
}

/// The word that a text ends with.
fn last_word(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let word = &text[text.trim_end_matches(is_of_name).len()..];
    (!word.is_empty()).then_some(word)
}

/// Where the bracket opens that closes at the end of a text.
fn find_opening(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::{is_in_directive, is_local, is_outer};

    #[test]
    fn what_may_declare_a_name_is_seen() {
        for body in [
            "int g;",
            "{ int g; }",
            "T g;",
            "T *g;",
            "const T * const g = 0;",
            "int a, g;",
            "int a = f(1, 2), *g;",
            "int a[] = {1, 2}, g;",
            "for (int g = 0; ; ) ;",
            "for (int i = 0, g = 1; ; ) ;",
            "enum { g };",
            "enum e { A = f(1), g = 7 };",
            "int (*g)(int);",
            "T (*g)[3];",
            "int (g);",
            "struct { int a; } g;",
            "struct s { int a; } *g;",
            "typeof(x) g;",
            "extern int g;",
            "x = 1; int a, g;",
            "struct s { int a; } b, g;",
            "typedef int g;",
            "void h(int g);",
        ] {
            let text = format!("int g;\nint f(int n) {{ {body} h = 2; }}");
            assert!(!is_outer(&text, "f", "g"), "{body}");
        }
        assert!(!is_outer("int g; int f(int n, int g) { }", "f", "g"));
        assert!(!is_outer("int g; int f(n, g) int n, g; { }", "f", "g"));
        assert!(!is_outer("#define B {\nint g; int f(int n) B }", "f", "g"));
    }

    #[test]
    fn uses_are_no_declarations() {
        for body in [
            "g = 1;",
            "x = 1; g++;",
            "return g;",
            "x = a * g;",
            "h(a, g);",
            "h(g);",
            "h(a, *g);",
            "if (x) g = 1;",
            "if (x) { y = 1; } g = 1;",
            "x = 1, g = 2;",
            "int a[] = { 1, g };",
            "x = (int) g;",
            "s.g = 1;",
            "p->g = 1;",
            "x = &g;",
            "do g++; while (g);",
            "a[g] = *g;",
            "for (i = 0, g = 1; g < 3; g++) ;",
            "case 1: g = 2;",
            "return a * g;",
            "*g = 1;",
            "struct g *x;",
            "x = (*g)(1);",
        ] {
            let text =
                format!("int k(int g) {{ int g; }}\nint g;\nint f(int n) {{ {body} h = 2; }}");
            assert!(is_outer(&text, "f", "g"), "{body}");
        }
    }

    #[test]
    fn locals_are_seen_in_their_blocks() {
        let text = "int f(int n) {\n  h = 0; {\n int g; A;\n }\n B; for (int i = 0; ; i++) {\n C; }\n D;\n}";
        let at = |place: &str| text.find(place).expect("there");
        assert!(is_local(text, "f", "g", 3, at("A;")));
        assert!(!is_local(text, "f", "g", 2, at("A;")));
        assert!(
            !is_local(text, "f", "g", 3, at("B;")) && !is_local(text, "f", "g", 3, at("h = 0"))
        );
        assert!(is_local(text, "f", "i", 5, at("C;")) && !is_local(text, "f", "i", 5, at("D;")));
        assert!(is_local(text, "f", "n", 1, at("D;")) && !is_local(text, "f", "n", 1, 0));
        assert!(!is_local("int f() { int g; { int g;\n A; } }", "f", "g", 1, 26));
        assert!(is_in_directive("#define A \\\n int g;\nint f;", "g"));
        assert!(!is_in_directive("# define A\nint g;", "g"));
    }
}
