//! Reads every `.i` and `.c` file below a folder, if the environment variable `BELNAP_CORPUS`
//! names one: to measure on programs that are not part of this tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use belnap_frontend::parse::parse;
use belnap_frontend::preprocess::{Bits, PreprocessOptions, load_unit};
use belnap_frontend::symbol::Interner;
use belnap_ir::diagnostic::Place;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "i" || extension == "c") {
            found.push(path);
        }
    }
}

/// What was refused, and numbers.
fn measure(folder: &Path) -> String {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    paths.sort();
    let (mut good, mut bytes, mut time) = (0, 0, Duration::ZERO);
    let mut refused = Vec::new();
    for path in &paths {
        let options = PreprocessOptions { bits: Bits::Bits64, ..PreprocessOptions::default() };
        let text = match load_unit(&path.to_string_lossy(), &options) {
            Ok(text) => text,
            Err(error) => {
                refused.push(error.message("corpus"));
                continue;
            }
        };
        let start = Instant::now();
        let mut interner = Interner::default();
        let outcome = parse(&text, &mut interner);
        time += start.elapsed();
        bytes += text.len();
        match outcome {
            Ok(_) => good += 1,
            Err(diagnostics) => {
                let diagnostic = &diagnostics[0];
                let Place::Text(span) = diagnostic.place else { continue };
                let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
                let line = text[start..].lines().next().unwrap_or_default();
                refused.push(format!("{}: {diagnostic}\n    {line}", path.display()));
            }
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    refused.push(format!("{good} of {} read, {bytes} bytes, {speed:.1} MB/s", paths.len()));
    refused.join("\n")
}

#[test]
fn the_corpus_is_read() {
    let Some(folder) = std::env::var_os("BELNAP_CORPUS") else { return };
    let body = move || measure(Path::new(&folder));
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(body);
    println!("{}", thread.expect("a thread").join().expect("no panic"));
}
