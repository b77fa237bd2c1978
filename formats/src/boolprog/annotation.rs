//! `//@` annotations: which statement one belongs to, and how one is read and written.

use belnap_ir::boolprog::{Origin, Procedure, Stmt, StmtKind};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::span::{SourceLine, Span};

use super::lexer::RawAnnotation;

/// The annotation as printed, with its `//@`: `//@ e4 fig1.c:4  y = y - 1`.
///
/// Two blanks separate the text from what comes before, so that no text is taken for an edge.
pub fn annotation(origin: &Origin) -> String {
    format!("//@{}", fields(origin))
}

/// What follows `//@`.
pub(super) fn fields(origin: &Origin) -> String {
    let mut out = String::new();
    if let Some(edge) = origin.edge {
        out.push_str(&format!(" {edge}"));
    }
    if let Some(source) = &origin.source {
        out.push_str(&format!(" {source}"));
    }
    if let Some(text) = &origin.text {
        out.push_str("  ");
        out.push_str(text);
    }
    out
}

/// Gives each annotation to its statement; returns those that cannot be read or placed.
pub fn attach(annotations: &[RawAnnotation<'_>], procedures: &mut [Procedure]) -> Vec<Diagnostic> {
    let mut heads = Vec::new();
    if !annotations.is_empty() {
        for procedure in procedures {
            collect(&mut procedure.body, &mut heads);
        }
    }
    let mut refused = Vec::new();
    for raw in annotations {
        match parse(raw.text) {
            Err(why) => refused.push(Diagnostic::at("bp-annotation", raw.span, why).note(
                "an annotation is `//@ e12 file.c:4  text`; each part may be left out, not all",
            )),
            Ok(origin) => match owner(&heads, raw) {
                None => refused.push(
                    Diagnostic::at(
                        "bp-annotation",
                        raw.span,
                        "this annotation belongs to no statement",
                    )
                    .note("it must stand on the line where a statement ends or starts"),
                ),
                Some(index) if heads[index].1.is_some() => refused.push(Diagnostic::at(
                    "bp-annotation",
                    raw.span,
                    "this statement has an annotation already",
                )),
                Some(index) => *heads[index].1 = Some(origin),
            },
        }
    }
    refused
}

type Head<'program> = (Span, &'program mut Option<Origin>);

/// The heads of all statements in order of the text: with labels, without the blocks of `if` and
/// `while`. Heads do not overlap.
fn collect<'program>(body: &'program mut [Stmt], heads: &mut Vec<Head<'program>>) {
    for stmt in body {
        let start = stmt.labels.first().map_or(stmt.span.start, |label| label.span.start);
        heads.push((Span::new(start, stmt.span.end), &mut stmt.origin));
        match &mut stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for (_, block) in branches {
                    collect(block, heads);
                }
                if let Some(block) = otherwise {
                    collect(block, heads);
                }
            }
            StmtKind::While { body, .. } => collect(body, heads),
            _ => {}
        }
    }
}

/// The last statement that ends on the line of the annotation before it, else the one that starts
/// there.
fn owner(heads: &[Head<'_>], raw: &RawAnnotation<'_>) -> Option<usize> {
    let ended = heads.partition_point(|(span, _)| span.end <= raw.span.start);
    if ended > 0 && heads[ended - 1].0.end > raw.line_start {
        return Some(ended - 1);
    }
    let (next, _) = heads.get(ended)?;
    (next.start >= raw.line_start && next.start < raw.span.start).then_some(ended)
}

/// Reads what follows `//@`.
fn parse(text: &str) -> Result<Origin, String> {
    let text = text.trim_end();
    let (fields, after) = match text.find("  ").into_iter().chain(text.find('\t')).min() {
        Some(at) => (text[..at].trim(), Some(text[at..].trim())),
        None => (text.trim(), None),
    };
    let mut origin = Origin::default();
    let mut rest = fields;
    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    if let Some(edge) = edge(word) {
        origin.edge = Some(edge);
        rest = behind.trim_start();
    }
    match after {
        // The text stands apart: what comes before it is one source line, blanks and all.
        Some(after) => {
            if !rest.is_empty() {
                origin.source = Some(source(rest).ok_or_else(|| {
                    format!("`{rest}` is neither an edge like `e12` nor a line like `file.c:4`")
                })?);
            }
            origin.text = Some(after.to_owned());
        }
        None => {
            let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
            if let Some(source) = source(word) {
                origin.source = Some(source);
                rest = behind.trim_start();
            } else if let Some(source) = source(rest) {
                origin.source = Some(source);
                rest = "";
            }
            origin.text = (!rest.is_empty()).then(|| rest.to_owned());
        }
    }
    if origin == Origin::default() {
        return Err("this annotation is empty".to_owned());
    }
    Ok(origin)
}

fn edge(word: &str) -> Option<CfgEdgeId> {
    let digits = word.strip_prefix('e')?;
    let canonical = digits == "0" || !digits.starts_with('0');
    (canonical && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().ok().map(CfgEdgeId))
        .flatten()
}

fn source(word: &str) -> Option<SourceLine> {
    let (file, line) = word.rsplit_once(':')?;
    let positive = line.bytes().all(|b| b.is_ascii_digit()) && !line.starts_with('0');
    let line = positive.then(|| line.parse().ok()).flatten()?;
    (!file.is_empty()).then(|| SourceLine { file: file.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::{annotation, parse};

    #[test]
    fn annotations_read_back() {
        for text in [
            "//@ e4 fig1.c:4  y = y - 1",
            "//@ e4",
            "//@ fig1.c:4",
            "//@  e4 is text here",
            "//@ e4  fig1.c:4",
            "//@ my file.c:4  x = 1",
            "//@ e0 a.c:1",
        ] {
            let origin = parse(&text[3..]).expect(text);
            assert_eq!(annotation(&origin), text);
        }
    }

    #[test]
    fn hand_written_annotations_are_read_kindly() {
        for (given, canonical) in [
            ("//@e4 fig1.c:4 y = y - 1", "//@ e4 fig1.c:4  y = y - 1"),
            ("//@ loop head", "//@  loop head"),
            ("//@ e4 loop head", "//@ e4  loop head"),
            ("//@ e4\tloop head", "//@ e4  loop head"),
            ("//@ fig1.c:0", "//@  fig1.c:0"),
        ] {
            assert_eq!(annotation(&parse(&given[3..]).expect(given)), canonical);
        }
        assert!(parse("").is_err());
        assert!(parse(" e4x  y = 1").is_err());
    }
}
