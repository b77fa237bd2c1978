//! Compilation databases (`compile_commands.json`): which files a project has, and the flags that
//! each is compiled with.

use std::path::{Path, PathBuf};

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
use serde::Deserialize;

use super::flags::Flag;

/// An entry as CMake, Bear and others write it.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: Option<String>,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// A file and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file, from the current folder.
    pub file: String,
    /// Its flags; paths among them are meant from the current folder.
    pub flags: Vec<Flag>,
}

impl Unit {
    /// A file without flags of its own.
    pub fn plain(file: &str) -> Self {
        Unit { file: file.to_owned(), flags: Vec::new() }
    }
}

/// The C files of a database.
#[derive(Debug)]
pub struct Database {
    name: String,
    units: Vec<Unit>,
}

impl Database {
    /// Reads a database.
    ///
    /// # Errors
    /// It cannot be read, is not a database, or has a flag that is not known.
    pub fn read(path: &str) -> Result<Self, ToolError> {
        let name = display_name(path).to_owned();
        let text = read_text(path)?;
        let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
            let message = format!("this is not a compilation database: {error}");
            ToolError::unusable(&name, message)
        })?;
        let home = Path::new(path).parent().unwrap_or(Path::new(""));
        let mut units = Vec::new();
        for entry in entries.iter().filter(|entry| is_c(&entry.file)) {
            units.push(entry.unit(home).map_err(|why| {
                ToolError::unusable(&name, format!("the flags of {}: {why}", entry.file))
            })?);
        }
        Ok(Database { name, units })
    }

    /// How the given files are compiled, or without any all that the database has.
    ///
    /// # Errors
    /// A file is not in it, or it has none.
    pub fn units(self, files: &[String]) -> Result<Vec<Unit>, ToolError> {
        let refused = |message: String| Err(ToolError::unusable(&self.name, message));
        if !files.is_empty() {
            let find = |file: &String| match self.units.iter().find(|unit| same(&unit.file, file)) {
                Some(unit) => Ok(Unit { file: file.clone(), flags: unit.flags.clone() }),
                None => refused(format!("there is no entry for {file}")).map_err(|error| {
                    error.note("without files, all of the database are one program")
                }),
            };
            return files.iter().map(find).collect();
        }
        let mut all: Vec<Unit> = Vec::new();
        for unit in self.units {
            // A file of several targets is compiled for the first.
            if !all.iter().any(|other| same(&other.file, &unit.file)) {
                all.push(unit);
            }
        }
        match all.is_empty() {
            true => Err(ToolError::unusable(&self.name, "there is no C file in it")),
            false => Ok(all),
        }
    }
}

impl Entry {
    fn unit(&self, home: &Path) -> Result<Unit, String> {
        let folder = home.join(self.directory.as_deref().unwrap_or_default());
        let words = match (&self.arguments, &self.command) {
            (Some(words), _) => words.clone(),
            (None, Some(command)) => split(command)?,
            (None, None) => return Err("neither `arguments` nor `command` is there".to_owned()),
        };
        let mut flags = Vec::new();
        let mut rest = words.iter().skip(1).map(String::as_str);
        while let Some(word) = rest.next() {
            let flag = Flag::read(word, &mut rest)?;
            flags.extend(flag.map(|flag| flag.resolve_from(&from_here(&folder))));
        }
        let file = from_here(&folder.join(&self.file));
        Ok(Unit { file: file.display().to_string(), flags })
    }
}

fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|suffix| suffix == "c" || suffix == "i")
}

fn same(one: &str, other: &str) -> bool {
    let real = |file: &str| std::fs::canonicalize(file).ok();
    one == other || real(one).is_some_and(|own| real(other) == Some(own))
}

/// A path from the current folder, if it is inside.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here.and_then(|here| path.strip_prefix(here).ok());
    match inside {
        Some(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
        Some(inside) => inside.to_owned(),
        None => path.to_owned(),
    }
}

/// The words of a command line, with a shell's quotes.
fn split(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote in the command is not closed".to_owned());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = split(r#"cc  -DX="a b" '-DY=\"q' a\ b.c -D'Z'=1 """#);
        let wanted = ["cc", "-DX=a b", r#"-DY=\"q"#, "a b.c", "-DZ=1", ""];
        assert_eq!(words, Ok(wanted.map(str::to_owned).to_vec()));
        assert!(split("cc 'a").is_err());
    }
}
