//! The cases of `belnap-cfg2bp`: a file of predicates, and the program that it is about.

use std::fs;
use std::path::{Path, PathBuf};

use belnap_test_support::head::{Check, Head, HeadError};

/// The keys of a file of predicates, which `tests/cases/README.md` describes.
const KEYS: [&str; 5] = ["program", "options", "check", "graph", "predicates"];

/// The keys of a program.
const PROGRAM_KEYS: [&str; 1] = ["options"];

/// What the heads of a case say.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program or, if it is not translated, the graph.
    pub program: PathBuf,
    /// Whether the program is translated; otherwise it is given as the graph, as it is.
    pub translated: bool,
    /// The file that is given as the predicates.
    pub predicates: PathBuf,
    /// Options of `belnap-c2cfg`.
    pub c2cfg: Vec<String>,
    /// Options of `belnap-cfg2bp`.
    pub cfg2bp: Vec<String>,
    /// Properties of the Boolean program.
    pub checks: Vec<Check>,
}

impl Case {
    /// Reads the head of a `.preds` file and that of its program.
    ///
    /// # Errors
    /// If a head is wrong.
    pub fn read(file: &Path) -> Result<Case, HeadError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let head = head_of(file, &KEYS)?;
        let own = |name: &str| folder.join(name);
        let graph = head.value("graph")?;
        let mut named = head.value("program")?.unwrap_or_default().split_whitespace();
        let program = match (graph, named.next()) {
            (Some(graph), _) => own(graph),
            (None, Some(program)) => own(program),
            (None, None) => file.with_extension("c"),
        };
        let mut c2cfg = Vec::new();
        if graph.is_none() {
            c2cfg = head_of(&program, &PROGRAM_KEYS)?.options()?;
            c2cfg.extend(named.map(str::to_owned));
        }
        Ok(Case {
            program,
            translated: graph.is_none(),
            predicates: head.value("predicates")?.map_or_else(|| file.to_owned(), own),
            c2cfg,
            cfg2bp: head.options()?,
            checks: if head.has("check") { head.checks(&[])? } else { Vec::new() },
        })
    }
}

/// The head of a file; what is refused may not exist, or not be text.
fn head_of(file: &Path, keys: &[&'static str]) -> Result<Head, HeadError> {
    let text = fs::read(file).unwrap_or_default();
    Head::read(file, &String::from_utf8_lossy(&text), keys)
}
