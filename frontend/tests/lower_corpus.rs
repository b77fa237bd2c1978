//! Lowers every `.i` file below a folder, if the environment variable `BELNAP_CORPUS` names one:
//! to measure on programs that are not part of this tree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use belnap_frontend::lower::{LowerOptions, lower};
use belnap_frontend::parse::parse;
use belnap_frontend::sema::{Options, Unit, analyse};
use belnap_frontend::symbol::Interner;
use belnap_frontend::{mir_check, models};
use belnap_ir::cfg::DataModel;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "i") {
            found.push(path);
        }
    }
}

#[derive(Default)]
struct Tally {
    good: usize,
    refused: usize,
    before: usize,
    edges: usize,
    time: Duration,
    words: BTreeMap<String, usize>,
    lines: Vec<String>,
}

fn one(path: &Path, tally: &mut Tally) {
    let Ok(text) = fs::read_to_string(path) else { return };
    let mut names = Interner::default();
    let units = [(text.as_str(), false), (models::LIBRARY, true)]
        .map(|(text, is_model)| parse(text, &mut names).map(|tree| Unit { tree, is_model }));
    let [Ok(unit), Ok(library)] = units else {
        tally.before += 1;
        return;
    };
    let typed = analyse(&[unit, library], &mut names, DataModel::Ilp32, &Options::default());
    let Ok(typed) = typed else {
        tally.before += 1;
        return;
    };
    let start = Instant::now();
    let lowered = lower(&typed, &LowerOptions::default());
    tally.time += start.elapsed();
    match lowered {
        Ok(program) => {
            tally.good += 1;
            for violation in mir_check::violations(&program).iter().take(3) {
                tally.lines.push(format!("{}: {violation:.300}", path.display()));
            }
            let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
            tally.edges += bodies.map(|body| body.edges.len()).sum::<usize>();
            for note in &program.ledger {
                let word = match note.detail.strip_suffix("` has no body") {
                    Some(name) => format!("{} {name}", note.construct),
                    None => note.construct.to_owned(),
                };
                *tally.words.entry(word).or_default() += 1;
            }
        }
        Err(refusals) => {
            tally.refused += 1;
            tally.lines.push(format!("{}: {}", path.display(), refusals[0].diagnostic));
        }
    }
}

fn measure(folder: &Path) -> String {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    paths.sort();
    let mut tally = Tally::default();
    for path in &paths {
        one(path, &mut tally);
    }
    let mut words: Vec<_> = tally.words.iter().collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (word, count) in words.iter().take(80) {
        tally.lines.push(format!("{count:7} {word}"));
    }
    tally.lines.push(format!(
        "{} lowered, {} refused, {} not typed; {} edges, {:?}",
        tally.good, tally.refused, tally.before, tally.edges, tally.time
    ));
    tally.lines.join("\n")
}

#[test]
fn the_corpus_is_lowered() {
    let Some(folder) = std::env::var_os("BELNAP_CORPUS") else { return };
    let body = move || measure(Path::new(&folder));
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(body);
    println!("{}", thread.expect("a thread").join().expect("no panic"));
}
