//! The program's text: where a line of the graph stands in the files that were given, and what is
//! written there.
//!
//! Lines of the graph follow line markers; a witness counts the lines of the file itself. Of a line
//! that a preprocessor spread over several, the one is taken that has what is looked for.

use std::collections::HashMap;

use belnap_cli::ToolError;
use belnap_cli::io::read_text;
use belnap_formats::header::sha256;
use belnap_ir::span::SourceLine;

use crate::c_text::{code, marker, words};

/// A place in a file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePlace {
    /// The position of the file in [`Sources`].
    pub file: usize,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: Option<u32>,
}

/// A file of the program.
pub struct SourceFile {
    /// As it was given.
    pub name: String,
    /// SHA-256 of its bytes.
    pub hash: String,
    text: String,
    /// The text with blanks for comments, literals and directives.
    code: String,
    /// Where its lines start.
    starts: Vec<usize>,
}

/// The files of the program.
pub struct Sources {
    /// In the order of the command line.
    pub files: Vec<SourceFile>,
    places: HashMap<SourceLine, Vec<(usize, u32)>>,
}

impl Sources {
    /// Reads the files again, as they are.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(names: &[String]) -> Result<Self, ToolError> {
        let mut texts = Vec::new();
        for name in names {
            // Hashes are of the file itself, byte order mark included.
            let text = match std::fs::read_to_string(name) {
                Ok(text) => text,
                Err(_) => read_text(name)?,
            };
            texts.push((name.clone(), text));
        }
        Ok(Sources::new(texts))
    }

    /// Files with these names and texts.
    pub fn new(texts: Vec<(String, String)>) -> Self {
        let files: Vec<SourceFile> =
            texts.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
        let mut places: HashMap<SourceLine, Vec<(usize, u32)>> = HashMap::new();
        for (index, file) in files.iter().enumerate() {
            let mut at = SourceLine { file: file.name.clone(), line: 1 };
            for (line, text) in (1..).zip(file.text.lines()) {
                if let Some((number, name)) = marker(text) {
                    at.line = number;
                    if let Some(name) = name {
                        at.file = name.to_owned();
                    }
                } else {
                    places.entry(at.clone()).or_default().push((index, line));
                    at.line = at.line.saturating_add(1);
                }
            }
        }
        Sources { files, places }
    }

    /// The line of a file, if it is one line only.
    pub fn line(&self, source: &SourceLine) -> Option<SourcePlace> {
        match self.places.get(source)?[..] {
            [(file, line)] => Some(SourcePlace { file, line, column: None }),
            _ => None,
        }
    }

    /// What the graph calls a line of a file of this name.
    pub fn source(&self, name: &str, line: u32) -> Option<&SourceLine> {
        let of_name = |file: usize| {
            let given = &self.files[file].name;
            given == name || base_name(given) == base_name(name)
        };
        let here = |places: &[(usize, u32)]| {
            places.iter().any(|(file, own)| *own == line && of_name(*file))
        };
        self.places.iter().filter(|(_, places)| here(places)).map(|(source, _)| source).min()
    }

    /// The keyword of the `while` or `for` loop of a line, if that has one loop only. A `do` loop
    /// is none: its condition is asked elsewhere than at its head.
    pub fn loop_keyword(&self, source: &SourceLine) -> Option<SourcePlace> {
        self.only(source, |file, start, line| {
            let found = words(line).filter(|(_, word)| matches!(*word, "while" | "for" | "do"));
            let found: Vec<(usize, &str)> = found.collect();
            let [(at, word @ ("while" | "for"))] = found[..] else { return Vec::new() };
            let after = file.after_parentheses(start + at + word.len());
            let is_end_of_do = word == "while" && after.is_none_or(|at| file.next(at) == Some(';'));
            if is_end_of_do { Vec::new() } else { vec![(start + at, ())] }
        })
        .map(|(place, ())| place)
    }

    /// The closing parenthesis of the call of a function of the environment, and that function, if
    /// the line has one such call only.
    pub fn input_call(&self, source: &SourceLine) -> Option<(SourcePlace, String)> {
        self.only(source, |file, start, line| {
            let calls = words(line).filter(|(_, word)| word.starts_with("__VERIFIER_nondet_"));
            calls
                .filter_map(|(at, word)| {
                    let end = file.after_parentheses(start + at + word.len())?;
                    Some((end - 1, word.to_owned()))
                })
                .collect()
        })
    }

    /// The first call of a line of one of these functions; else the line.
    pub fn call(&self, source: &SourceLine, functions: &[&str]) -> Option<SourcePlace> {
        let found = self.only(source, |_, start, line| {
            let calls = words(line).filter(|(_, word)| functions.contains(word));
            calls.take(1).map(|(at, _)| (start + at, ())).collect()
        });
        found.map(|(place, ())| place).or_else(|| self.line(source))
    }

    /// The statement that a line begins with, if it begins with one.
    pub fn statement(&self, source: &SourceLine) -> Option<SourcePlace> {
        self.only(source, |file, start, line| {
            let at = line.len() - line.trim_start().len();
            let (first, rest) = words(&line[at..])
                .next()
                .map_or(("", line), |(_, word)| (word, &line[at + word.len()..]));
            let before = file.code[..start].trim_end().chars().next_back();
            let begins = matches!(before, Some(';' | '{' | '}')) && !line.trim().is_empty();
            let is_part = matches!(first, "else" | "case" | "default" | "while")
                || rest.trim_start().starts_with(':');
            if begins && !is_part { vec![(start + at, ())] } else { Vec::new() }
        })
        .map(|(place, ())| place)
    }

    /// Whether a local variable that is declared on a line is in scope at a place after it.
    pub fn is_in_scope(&self, declared: &SourceLine, name: &str, at: SourcePlace) -> bool {
        let found = self.only(declared, |_, start, line| {
            let named = words(line).filter(|(_, word)| *word == name);
            named.take(1).map(|(at, word)| (start + at, word.len())).collect()
        });
        let Some((declaration, _)) = found else { return false };
        let file = &self.files[at.file];
        let (from, to) = (file.offset(declaration), file.offset(at));
        if declaration.file != at.file || from >= to {
            return false;
        }
        let mut depth = 0i64;
        file.code[from..to].bytes().all(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth >= 0
        })
    }

    /// Whether a block around a place, or the function, seems to declare a variable of its own with
    /// this name before it. The graph lacks those that are not used.
    pub fn may_declare(&self, name: &str, at: SourcePlace) -> bool {
        let file = &self.files[at.file];
        let code = &file.code[..file.offset(at)];
        let mut blocks = vec![false];
        let mut end = 0;
        for (start, word) in words(code).chain([(code.len(), "")]) {
            for byte in code[end..start].bytes() {
                match byte {
                    // Parameters are declared outside of the block.
                    b'{' => blocks.push(blocks.len() == 1 && blocks[0]),
                    b'}' if blocks.len() > 1 => drop(blocks.pop()),
                    _ => {}
                }
                if blocks.len() == 1 && matches!(byte, b';' | b'}') {
                    blocks[0] = false;
                }
            }
            end = start + word.len();
            if word == name
                && declares(&code[..start])
                && let Some(block) = blocks.last_mut()
            {
                *block = true;
            }
        }
        blocks[1..].contains(&true)
    }

    /// The only thing that `find` finds on the lines of a file that a line stands for. It is given
    /// the file, where the line starts and the line's code, and gives offsets into the file.
    fn only<T>(
        &self,
        source: &SourceLine,
        find: impl Fn(&SourceFile, usize, &str) -> Vec<(usize, T)>,
    ) -> Option<(SourcePlace, T)> {
        let mut all = Vec::new();
        for &(index, line) in self.places.get(source)? {
            let file = &self.files[index];
            let (start, end) = file.line(line);
            let found = find(file, start, &file.code[start..end]);
            all.extend(found.into_iter().map(|(at, what)| (file.place(index, at), what)));
        }
        if all.len() == 1 { all.pop() } else { None }
    }
}

impl SourceFile {
    fn new(name: String, text: String) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        let hash = sha256(&text);
        SourceFile { name, hash, code: code(&text), text, starts }
    }

    fn line(&self, line: u32) -> (usize, usize) {
        let index = line as usize - 1;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.code.len());
        (self.starts[index], end)
    }

    fn place(&self, file: usize, offset: usize) -> SourcePlace {
        let index = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.text[self.starts[index]..offset].chars().count() as u32 + 1;
        SourcePlace { file, line: index as u32 + 1, column: Some(column) }
    }

    fn offset(&self, place: SourcePlace) -> usize {
        let (start, end) = self.line(place.line);
        let columns = self.text[start..end].char_indices();
        let column = place.column.unwrap_or(1) as usize - 1;
        start + columns.map(|(at, _)| at).nth(column).unwrap_or(end - start)
    }

    /// Behind the parentheses that come next.
    fn after_parentheses(&self, from: usize) -> Option<usize> {
        let open = from + self.code[from..].find(|c: char| !c.is_whitespace())?;
        let mut depth = 0usize;
        for (at, byte) in self.code.bytes().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (byte == b')').then_some(at + 1);
            }
        }
        None
    }

    fn next(&self, from: usize) -> Option<char> {
        self.code[from..].chars().find(|c| !c.is_whitespace())
    }
}

/// Whether a word after this code may be a variable that is declared: the statement, or what is in
/// parentheses, begins with two words, as `int *x` does.
fn declares(code: &str) -> bool {
    const KEYWORDS: [&str; 6] = ["return", "goto", "case", "else", "do", "sizeof"];
    let begin = code.rfind([';', '{', '}', '(']).map_or(0, |at| at + 1);
    let statement = code[begin..].trim_start();
    let Some((0, first)) = words(statement).next() else { return false };
    let rest = statement[first.len()..].trim_start_matches(|c: char| c.is_whitespace() || c == '*');
    let is_second = rest.is_empty() || matches!(words(rest).next(), Some((0, _)));
    !KEYWORDS.contains(&first) && is_second
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
