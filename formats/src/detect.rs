//! What kind of artefact a text is, found from its content alone.

use std::fmt;

use belnap_ir::diagnostic::{Diagnostic, Place};

use crate::aut;
use crate::json::preamble;

/// What a file can be, as its content says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArtefactKind {
    /// A Boolean program, ours or of another tool.
    BoolProgram,
    /// A list of predicates.
    Predicates,
    /// Properties, ours or SV-COMP's.
    Property,
    /// A Kripke structure.
    Kripke,
    /// A result.
    Result,
    /// A control-flow graph.
    Cfg,
    /// A certificate.
    Certificate,
    /// An execution that decides a property.
    Execution,
    /// A replay of an execution.
    Replay,
    /// Spurious traces.
    Traces,
    /// A relation between the states of two structures.
    Relation,
}

impl ArtefactKind {
    /// Whether artefacts of this kind are JSON.
    pub const fn is_json(self) -> bool {
        matches!(
            self,
            ArtefactKind::Kripke
                | ArtefactKind::Result
                | ArtefactKind::Cfg
                | ArtefactKind::Certificate
                | ArtefactKind::Execution
                | ArtefactKind::Replay
                | ArtefactKind::Traces
                | ArtefactKind::Relation
        )
    }
}

impl fmt::Display for ArtefactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArtefactKind::BoolProgram => "a Boolean program",
            ArtefactKind::Predicates => "a list of predicates",
            ArtefactKind::Property => "a property",
            ArtefactKind::Kripke => "a Kripke structure",
            ArtefactKind::Result => "a result",
            ArtefactKind::Cfg => "a control-flow graph",
            ArtefactKind::Certificate => "a certificate",
            ArtefactKind::Execution => "an execution",
            ArtefactKind::Replay => "a replay",
            ArtefactKind::Traces => "a list of traces",
            ArtefactKind::Relation => "a relation",
        })
    }
}

/// The kind of artefact with this `format` field.
pub fn kind_of_format(format: &str) -> Option<ArtefactKind> {
    match format {
        "belnap.kripke" => Some(ArtefactKind::Kripke),
        "belnap.result" => Some(ArtefactKind::Result),
        "belnap.cfg" => Some(ArtefactKind::Cfg),
        "belnap.cert" => Some(ArtefactKind::Certificate),
        "belnap.execution" => Some(ArtefactKind::Execution),
        "belnap.replay" => Some(ArtefactKind::Replay),
        "belnap.traces" => Some(ArtefactKind::Traces),
        "belnap.relation" => Some(ArtefactKind::Relation),
        _ => None,
    }
}

/// Finds out what kind of artefact `text` is.
///
/// The kind of a damaged file is found where possible, so that its reader can say what is wrong.
///
/// # Errors
/// If the text is none of our artefacts.
pub fn detect(text: &str) -> Result<ArtefactKind, Diagnostic> {
    if is_json_object(text) {
        return detect_json(text);
    }
    let beginning = &text[..text.floor_char_boundary(BEGINNING_BYTES)];
    if let Some(at) = beginning.find(|c: char| c.is_control() && !c.is_whitespace()) {
        let span = belnap_ir::span::Span::new(at, at + 1);
        return Err(Diagnostic::at(RULE, span, "this is not a text file")
            .note("artefacts are JSON or plain text"));
    }
    if aut::is_aut(text) {
        let message = "this is a labelled transition system, which is not an artefact";
        return Err(Diagnostic::error(RULE, Place::Whole, message)
            .note("`belnap compose` and `belnap verify-system` read it"));
    }
    if beginning.lines().any(is_system_line) {
        let message = "this is a system of components, which is not an artefact";
        return Err(Diagnostic::error(RULE, Place::Whole, message)
            .note("`belnap verify-system` verifies properties of it"));
    }
    if header_words(text).is_some_and(|words| words == ["belnap", "bp"]) {
        return Ok(ArtefactKind::BoolProgram);
    }
    let mut words = words(text).take(BEGINNING_WORDS).peekable();
    let Some(first) = words.next() else {
        return Err(Diagnostic::error(RULE, Place::Whole, "the file is empty"));
    };
    if first == "belnap" && words.peek() == Some(&"preds") {
        return Ok(ArtefactKind::Predicates);
    }
    let begins = words.any(|word| word == "begin");
    if !begins && looks_like_c(first, text) {
        let message = "this looks like C, which is not an artefact";
        return Err(Diagnostic::error(RULE, Place::Whole, message)
            .note("`belnap verify` checks a C program, `belnap c2cfg` makes a graph of one"));
    }
    if matches!(first, "decl" | "void" | "bool" | "enforce") || begins {
        return Ok(ArtefactKind::BoolProgram);
    }
    Ok(ArtefactKind::Property)
}

const RULE: &str = "artefact-kind";

/// The line that says what a file in TOML is.
fn is_system_line(line: &str) -> bool {
    let value = line.trim().strip_prefix("format").and_then(|rest| rest.trim().strip_prefix('='));
    value.is_some_and(|value| value.trim().trim_matches('"') == "belnap.system")
}

/// A file shows what it is at its beginning: a large one is not searched to its end.
const BEGINNING_BYTES: usize = 1 << 16;
const BEGINNING_WORDS: usize = 1 << 12;

/// Whether a text that is not a Boolean program is C, by its first word.
fn looks_like_c(first: &str, text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "extern", "static", "typedef", "struct", "union", "enum", "const", "volatile", "inline",
        "int", "char", "short", "long", "unsigned", "signed", "double",
    ];
    first.starts_with('#') || WORDS.contains(&first) || first == "void" && text.contains('{')
}

/// An object and not a property that starts with a quoted condition, as in `{x > 0} -> …`.
fn is_json_object(text: &str) -> bool {
    text.trim_start()
        .strip_prefix('{')
        .is_some_and(|rest| rest.trim_start().starts_with(['"', '}']) || rest.trim().is_empty())
}

fn detect_json(text: &str) -> Result<ArtefactKind, Diagnostic> {
    let unknown = |message: String| {
        Diagnostic::error(RULE, Place::Whole, message).note(
            "our JSON files start with \"format\": \"belnap.cfg\", \"belnap.kripke\", \
             \"belnap.result\" or \"belnap.cert\"",
        )
    };
    match preamble(text) {
        Ok(preamble) => match preamble.format.as_ref().and_then(|format| format.as_str()) {
            Some("belnap.replay") => Err(Diagnostic::error(RULE, Place::Whole, "this is a replay")
                .note("`belnap replay` compiles and runs the program with it")),
            Some("belnap.report") => {
                let message =
                    "this is the report of `belnap verify --json`, which is not an artefact";
                Err(Diagnostic::error(RULE, Place::Whole, message))
            }
            Some(format) => kind_of_format(format)
                .ok_or_else(|| unknown(format!("'{format}' is not a format this program knows"))),
            None => Err(unknown("this is JSON, but does not say of which format".to_owned())),
        },
        Err(diagnostic) => format_by_sight(text).ok_or(diagnostic),
    }
}

/// The format of JSON that is damaged further on.
fn format_by_sight(text: &str) -> Option<ArtefactKind> {
    let (_, rest) = text.split_once("\"format\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    kind_of_format(rest.split('"').next()?)
}

/// The first two words of a comment on the first line that is not blank.
fn header_words(text: &str) -> Option<[&str; 2]> {
    let mut words = text.trim_start().strip_prefix("//")?.lines().next()?.split_whitespace();
    Some([words.next()?, words.next()?])
}

/// Words outside comments and quoted conditions; anything else that is not white space is a word
/// too.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let after = if rest.starts_with("//") {
                rest.find('\n')
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|end| end + 2)
            } else if rest.starts_with('{') {
                rest.find('}').map(|end| end + 1)
            } else {
                break;
            };
            let Some(after) = after else {
                // An unclosed quotation is still something; an unclosed comment is not.
                let word = if rest.starts_with('{') { rest } else { "" };
                rest = "";
                return Some(word).filter(|word| !word.is_empty());
            };
            if rest.starts_with('{') {
                let (word, next) = rest.split_at(after);
                rest = next;
                return Some(word);
            }
            rest = &rest[after..];
        }
        let first = rest.chars().next()?;
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, next) = rest.split_at(end);
        rest = next;
        Some(word)
    })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::{ArtefactKind, detect};

    #[test]
    fn kinds_are_found_from_content() {
        use ArtefactKind::{BoolProgram, Cfg, Kripke, Predicates, Property, Result};
        let cases = [
            ("// belnap bp 1\n", BoolProgram),
            ("\n//belnap bp 7\nnonsense", BoolProgram),
            ("/* SLAM */ decl x;\nvoid main() begin skip; end", BoolProgram),
            ("bool<2> f() begin return T, F; end", BoolProgram),
            ("main() begin skip; end", BoolProgram),
            ("belnap preds 1\nglobal { x > 0 }\n", Predicates),
            ("// comment\nbelnap preds 2", Predicates),
            ("AG !at(begin_work)", Property),
            ("{x > 0} -> AF {begin == 1}", Property),
            ("{ x", Property),
            ("CHECK( init(main()), LTL(G ! call(reach_error())) )", Property),
            ("{\"format\": \"belnap.kripke\"}", Kripke),
            ("{\"version\": 9, \"format\": \"belnap.result\", \"new\": {}}", Result),
            ("{\"format\" : \"belnap.cfg\", \"cut", Cfg),
        ];
        for (text, kind) in cases {
            assert_eq!(detect(text), Ok(kind), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", " \n", "// only a comment", "/* open", "{}", "{", "{\"a\": 1}", "a\0b"] {
            assert!(detect(text).is_err(), "{text}");
        }
        assert!(detect("{\"format\": \"elf\"}").is_err());
        assert!(detect("{\"format\": 3}").is_err());
    }
}
