//! Where in the user's own files a byte of a preprocessed text comes from.

use crate::span::SourceLine;

/// The lines of one translation unit, with its line markers (`# 12 "file.c" 2`, `#line 12`)
/// applied.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Name of the translation unit as given.
    pub unit: String,
    /// Offset of the first byte of each physical line, ascending.
    line_starts: Vec<usize>,
    /// From physical line (index) on: file and the number of that line; ascending.
    markers: Vec<Marker>,
}

#[derive(Clone, Debug)]
struct Marker {
    physical: usize,
    file: String,
    line: u32,
    is_system: bool,
}

impl SourceMap {
    /// The map of `text`; `unit` names lines before the first marker.
    pub fn new(unit: &str, text: &str) -> Self {
        let mut map = SourceMap { unit: unit.to_owned(), ..SourceMap::default() };
        let mut at = 0;
        for (physical, line) in text.split_inclusive('\n').enumerate() {
            map.line_starts.push(at);
            at += line.len();
            if let Some((number, file)) = line_marker(line) {
                // A name ends up on terminals; it must not be able to control them.
                let file = file
                    .map(|file| file.replace(char::is_control, "\u{fffd}"))
                    .or_else(|| map.markers.last().map(|marker| marker.file.clone()))
                    .unwrap_or_else(|| unit.to_owned());
                let is_system = is_system_marker(line);
                map.markers.push(Marker { physical: physical + 1, file, line: number, is_system });
            }
        }
        map
    }

    /// The user's file and line of the byte at `offset`.
    pub fn line_at(&self, offset: usize) -> SourceLine {
        let physical = self.physical_line(offset);
        match self.marker_before(physical) {
            Some(marker) => SourceLine {
                file: marker.file.clone(),
                line: marker
                    .line
                    .saturating_add(u32::try_from(physical - marker.physical).unwrap_or(u32::MAX)),
            },
            None => SourceLine {
                file: self.unit.clone(),
                line: u32::try_from(physical + 1).unwrap_or(u32::MAX),
            },
        }
    }

    /// Whether the byte at `offset` comes from a header of the system.
    pub fn is_system(&self, offset: usize) -> bool {
        self.marker_before(self.physical_line(offset)).is_some_and(|marker| marker.is_system)
    }

    fn marker_before(&self, physical: usize) -> Option<&Marker> {
        let after = self.markers.partition_point(|marker| marker.physical <= physical);
        after.checked_sub(1).map(|index| &self.markers[index])
    }

    /// Index (from 0) of the line of the text itself that contains `offset`.
    pub fn physical_line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Offset of the first byte of a physical line.
    pub fn line_start(&self, physical: usize) -> usize {
        self.line_starts.get(physical).copied().unwrap_or(0)
    }
}

/// Number and file of a line marker (`# 12 "file.c" 2`, `#line 12`): the line after it has this
/// number. The name is as the program gives it, and may be hostile.
pub fn line_marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let Some(quoted) = rest.strip_prefix('"') else { return Some((number, None)) };
    let mut file = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => file.extend(characters.next()),
            _ => file.push(character),
        }
    }
    Some((number, Some(file)))
}

/// Whether a line marker begins, or goes on with, a header of the system: it has the flag 3 behind
/// the name of the file.
fn is_system_marker(line: &str) -> bool {
    let flags = line.rsplit('"').next().unwrap_or_default();
    line.contains('"') && flags.split_whitespace().any(|flag| flag == "3")
}

#[cfg(test)]
mod tests {
    use super::SourceMap;

    #[test]
    fn markers_name_the_lines_after_them() {
        let text = "int a;\n# 7 \"x.h\" 1\nint b;\n\n#line 40\nint c;\n";
        let map = SourceMap::new("t.i", text);
        let place = |what: &str| map.line_at(text.find(what).expect("in text")).to_string();
        assert_eq!(place("int a"), "t.i:1");
        assert_eq!(place("int b"), "x.h:7");
        assert_eq!(place("int c"), "x.h:40");
    }

    #[test]
    fn headers_of_the_system_are_known() {
        let text = "int a;\n# 1 \"s.h\" 1 3 4\nint b;\n# 3 \"t.c\" 2\nint c;\n# 3 \"3\"\nint d;\n";
        let map = SourceMap::new("t.i", text);
        let is_system = |what: &str| map.is_system(text.find(what).expect("in text"));
        assert!(is_system("int b"));
        assert!(!is_system("int a") && !is_system("int c") && !is_system("int d"));
    }

    #[test]
    fn names_cannot_control_a_terminal() {
        let map = SourceMap::new("t.i", "# 1 \"a\x1b[31m\r.c\"\nint a;\n");
        assert_eq!(map.line_at(20).to_string(), "a\u{fffd}[31m\u{fffd}.c:1");
    }
}
