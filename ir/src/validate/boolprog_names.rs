//! Which names and annotations of a Boolean program can be written in a file and read back.

use crate::boolprog::{Ident, Name, Origin};
use crate::c_tokens::{closing_brace, normalise_condition};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The words of the language; none can be a plain name.
pub const RESERVED: [&str; 39] = [
    "F",
    "T",
    "_",
    "abortif",
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "begin",
    "bool",
    "choose",
    "constrain",
    "dead",
    "decl",
    "dfs",
    "do",
    "elif",
    "else",
    "elsif",
    "end",
    "end_thread",
    "enforce",
    "false",
    "fi",
    "goto",
    "if",
    "nondet",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "start_thread",
    "sync",
    "then",
    "thread_local",
    "true",
    "void",
    "while",
];

fn is_identifier(name: &str) -> bool {
    let part = |b: u8| b.is_ascii_alphanumeric() || b"_$#".contains(&b);
    let bytes = name.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    (first.is_ascii_alphabetic() || b"_$".contains(&first))
        && bytes.iter().enumerate().all(|(at, &b)| {
            part(b) || (b == b'-' && bytes.get(at + 1).is_some_and(|&next| part(next)))
        })
        && !RESERVED.contains(&name)
}

fn is_quotable(text: &str) -> bool {
    !text.is_empty()
        && normalise_condition(text) == text
        && closing_brace(&format!("{text}}}")) == Some(text.len())
}

/// The name that a text is as an action, if it can be one.
pub fn action_name(text: &str) -> Option<Name> {
    match is_identifier(text) {
        true => Some(Name::Plain(text.to_owned())),
        false => is_quotable(text).then(|| Name::Quoted(text.to_owned())),
    }
}

fn check(ident: &Ident, plain: impl Fn(&str) -> bool, found: &mut Vec<Diagnostic>) {
    let writable = match &ident.name {
        Name::Plain(name) => plain(name),
        Name::Quoted(text) => is_quotable(text),
    };
    if !writable {
        let message = format!("`{}` cannot be written as a name", ident.name);
        found.push(Diagnostic::at("bp-name", ident.span, message));
    }
}

/// Rule `bp-name` for variables and procedures.
pub(super) fn check_name(ident: &Ident, found: &mut Vec<Diagnostic>) {
    check(ident, is_identifier, found);
}

/// Rule `bp-name` for labels, which may also be numbers.
pub(super) fn check_label(ident: &Ident, found: &mut Vec<Diagnostic>) {
    let number = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let label = |name: &str| number(name) || (is_identifier(name) && !name.starts_with("ASYNC_"));
    check(ident, label, found);
}

/// Rule `bp-origin`.
pub(super) fn check_origin(origin: &Origin, span: Span, found: &mut Vec<Diagnostic>) {
    let mut report = |message: &str| found.push(Diagnostic::at("bp-origin", span, message));
    if *origin == Origin::default() {
        report("an annotation says nothing");
    }
    if let Some(source) = &origin.source
        && (!is_file(&source.file) || source.line == 0)
    {
        report("the source line of an annotation cannot be written");
    }
    if let Some(text) = &origin.text
        && (text.is_empty() || text.trim() != text || text.contains('\n'))
    {
        report("the text of an annotation must be one line without blanks around it");
    }
}

/// Whether a file name reads back: no blanks but single spaces, and no first word that would be
/// taken for an edge or for a whole source line.
fn is_file(file: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let single = !file.is_empty()
        && file.trim() == file
        && !file.contains("  ")
        && !file.chars().any(|c| c != ' ' && c.is_whitespace());
    let first_word_is_harmless = match file.split_once(' ') {
        None => true,
        Some((word, _)) => {
            !word.strip_prefix('e').is_some_and(digits)
                && !word.rsplit_once(':').is_some_and(|(_, line)| digits(line))
        }
    };
    single && first_word_is_harmless
}
