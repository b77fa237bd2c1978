//! Case files, examples of the normative pages, and schemas, for the tests of JSON formats.
#![allow(dead_code, reason = "each test executable uses its own part")]

use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder of cases, in order: name and text.
pub fn cases(name: &str) -> Vec<(String, String)> {
    let folder = folder("tests/cases").join(name);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("folder can be listed").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no cases in {}", folder.display());
    files
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("cases are text"))
        })
        .collect()
}

/// The name of a case without its extension.
pub fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Compares a schema with the one that is checked in, or writes it if `BELNAP_BLESS` is set.
pub fn check_schema(name: &str, schema: &str) {
    let path = folder("schema").join(format!("{name}.json"));
    if std::env::var_os("BELNAP_BLESS").is_some() {
        fs::write(&path, schema).expect("schema can be written");
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == schema,
        "{} is out of date; run the tests with BELNAP_BLESS=1 to rewrite it",
        path.display()
    );
}

/// A JSON example of a normative page.
pub struct Example {
    /// The example.
    pub text: String,
    /// Whether it is what we print: its fence says `json canonical`.
    pub canonical: bool,
}

/// The complete JSON examples of a page: those in fences marked `json`.
pub fn examples(page: &str) -> Vec<Example> {
    let path = folder("spec").join(page);
    let text = fs::read_to_string(&path).expect("the page exists");
    let mut found = Vec::new();
    let mut open: Option<Example> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) if info.starts_with("json") => {
                open = Some(Example { text: String::new(), canonical: info == "json canonical" });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(example), None) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            _ => {}
        }
    }
    assert!(!found.is_empty(), "{page} has no examples");
    found
}
