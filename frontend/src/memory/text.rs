//! Lines and texts of the user's files, for people.

use belnap_ir::source_map::SourceMap;
use belnap_ir::span::SourceLine;

use crate::mir::Origin;

/// Longest text of an edge, in characters.
const MAX_TEXT: usize = 60;

/// A translation unit as it was read: where texts of edges and lines come from.
#[derive(Clone, Copy, Debug)]
pub struct UnitSource<'a> {
    /// Which lines of which files its lines are.
    pub map: &'a SourceMap,
    /// Its text, as it was parsed.
    pub text: &'a str,
    /// Whether it is a model of library functions, not the user's.
    pub is_model: bool,
}

/// All translation units.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a>(pub &'a [UnitSource<'a>]);

impl Sources<'_> {
    /// The line, if it is in a file of the user's program.
    pub fn own_line(&self, at: Origin) -> Option<SourceLine> {
        let is_model = self.0.get(at.unit as usize).is_some_and(|source| source.is_model);
        if is_model { None } else { self.line(at) }
    }

    /// The line in the file that line markers name; `None` if no file has the text.
    pub fn line(&self, at: Origin) -> Option<SourceLine> {
        let source = self.0.get(at.unit as usize)?;
        let line = source.map.line_at(at.start as usize);
        (line.line > 0).then_some(line)
    }

    /// The C text, in one line and not too long.
    pub fn text(&self, at: Origin) -> String {
        let text = self
            .0
            .get(at.unit as usize)
            .and_then(|source| source.text.get(at.start as usize..at.end as usize))
            .unwrap_or_default();
        let mut short = String::new();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        for word in lines.flat_map(str::split_whitespace) {
            if !short.is_empty() {
                short.push(' ');
            }
            short.push_str(word);
            if short.chars().count() > MAX_TEXT {
                let kept: String = short.chars().take(MAX_TEXT - 1).collect();
                return format!("{}…", kept.trim_end());
            }
        }
        short
    }
}
