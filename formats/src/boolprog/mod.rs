//! Boolean programs as text (`*.bp`); the normative page is `formats/spec/boolprog.md`.
//!
//! A file whose first line is `// belnap bp 1` is of our dialect, any other is read as the classic
//! language of SLAM, SATABS and Getafix. One grammar reads both; the dialect decides what choices
//! mean, and whether `//@` comments are annotations.

mod annotation;
mod builder;
mod lexer;
mod print;
mod syntax_error;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, missing_docs, unused_qualifications)]
    grammar,
    "/boolprog/grammar.rs"
);

use belnap_ir::boolprog::{BoolProgram, Dialect};
use belnap_ir::diagnostic::{Diagnostic, Severity};
use belnap_ir::span::Span;
use belnap_ir::validate;

pub use annotation::annotation;
pub use print::{print, print_classic, print_expr, print_statement};

/// The first line of our files.
pub const HEADER: &str = "// belnap bp 1";

/// The newest version of the format this program reads.
pub const VERSION: u32 = 1;

/// Reads and validates a Boolean program of either dialect.
///
/// Refused with at least one diagnostic of [`Severity::Error`].
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<BoolProgram, Vec<Diagnostic>> {
    read_with_warnings(text).map(|(program, _)| program)
}

/// As [`read`], with what a person should know about an accepted file: [`warnings`], and places
/// where other tools would read the text differently.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_with_warnings(text: &str) -> Result<(BoolProgram, Vec<Diagnostic>), Vec<Diagnostic>> {
    let dialect = dialect(text).map_err(|refused| vec![refused])?;
    let mut builder = builder::Builder::new(dialect);
    let mut lexer = lexer::Lexer::new(text);
    grammar::ProgramParser::new()
        .parse(&mut builder, &mut lexer)
        .map_err(|error| vec![syntax_error::diagnostic(text, error)])?;
    let mut found = match dialect {
        Dialect::Belnap => annotation::attach(&lexer.annotations, builder.procedures()),
        Dialect::Classic => Vec::new(),
    };
    let (program, warnings) = builder.finish();
    found.extend(warnings);
    found.extend(validate::boolprog::validate(&program));
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        found.retain(|diagnostic| diagnostic.severity == Severity::Error);
        return Err(found);
    }
    Ok((program, found))
}

/// What a person should know about a valid program.
pub fn warnings(program: &BoolProgram) -> Vec<Diagnostic> {
    let mut found = validate::boolprog::validate(program);
    found.retain(|diagnostic| diagnostic.severity == Severity::Warning);
    found
}

/// The dialect, from the first line.
fn dialect(text: &str) -> Result<Dialect, Diagnostic> {
    let line = text.lines().next().unwrap_or_default().trim_end();
    if line == HEADER {
        return Ok(Dialect::Belnap);
    }
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    let ours = matches!(words[..], ["//", "belnap", ..] | ["//belnap", ..]);
    if !ours {
        return Ok(Dialect::Classic);
    }
    let span = Span::new(0, line.len());
    match words[..] {
        ["//", "belnap", "bp", version] => match version.parse::<u32>() {
            Ok(newer) if newer > VERSION => Err(Diagnostic::at(
                "bp-version",
                span,
                format!("this file is version {newer}, this program reads up to {VERSION}"),
            )),
            _ => Err(malformed(span)),
        },
        _ => Err(malformed(span)),
    }
}

fn malformed(span: Span) -> Diagnostic {
    Diagnostic::at("bp-header", span, "the header of this Boolean program is malformed").note(
        format!("the first line must be `{HEADER}`; a classic Boolean program has no such line"),
    )
}
