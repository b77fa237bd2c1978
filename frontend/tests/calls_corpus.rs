//! Resolves and inlines calls of every `.i` file below a folder, if the environment variable
//! `BELNAP_CORPUS` names one: to measure on programs that are not part of this tree.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use belnap_frontend::calls::{self, InlineOptions, KeptReason};
use belnap_frontend::lower::{LowerOptions, lower};
use belnap_frontend::mir::Program;
use belnap_frontend::parse::parse;
use belnap_frontend::points_to::PointsTo;
use belnap_frontend::sema::{Options, Unit, analyse};
use belnap_frontend::symbol::Interner;
use belnap_frontend::{mir_check, models};
use belnap_ir::cfg::DataModel;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.is_file() {
        found.push(folder.to_owned());
    }
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

fn edges(program: &Program) -> usize {
    program.functions.iter().flat_map(|f| &f.body).map(|body| body.edges.len()).sum()
}

fn lowered(path: &Path) -> Option<Program> {
    let text = fs::read_to_string(path).ok()?;
    let mut names = Interner::default();
    let units = [(text.as_str(), false), (models::LIBRARY, true)]
        .map(|(text, is_model)| parse(text, &mut names).map(|tree| Unit { tree, is_model }));
    let [Ok(unit), Ok(library)] = units else { return None };
    let model =
        if path.to_string_lossy().contains("ldv") { DataModel::Lp64 } else { DataModel::Ilp32 };
    let typed = analyse(&[unit, library], &mut names, model, &Options::default()).ok()?;
    lower(&typed, &LowerOptions::default()).ok()
}

fn one(path: &Path) -> usize {
    let Some(mut program) = lowered(path) else {
        println!("{}: not lowered", path.display());
        return 0;
    };
    let mut found = mir_check::violations(&program).len();
    let before = edges(&program);
    let start = Instant::now();
    calls::prune(&mut program);
    let points_to = PointsTo::analyse(&program);
    let analysed = start.elapsed();
    calls::resolve_indirect(&mut program, &points_to);
    let resolved = edges(&program);
    for violation in mir_check::violations(&program).iter().take(3) {
        println!("  resolved: {violation:.300}");
        found += 1;
    }
    let start = Instant::now();
    let kept = calls::inline(&mut program, InlineOptions::default());
    let inlined = start.elapsed();
    for violation in mir_check::violations(&program).iter().take(3) {
        println!("  inlined: {violation:.300}");
        found += 1;
    }
    let start = Instant::now();
    let points_to = PointsTo::analyse(&program);
    let again = start.elapsed();
    let limited = kept.iter().filter(|kept| kept.reason == KeptReason::Limit).count();
    println!(
        "{}: edges {before} -> {resolved} -> {}, kept {} ({limited} for size), escaped {} of {}, \
         points-to {analysed:.2?}, inline {inlined:.2?}, points-to {again:.2?}",
        path.display(),
        edges(&program),
        kept.len(),
        points_to.escaped().len(),
        program.objects.len(),
    );
    found
}

#[test]
fn corpus() {
    let Some(folder) = std::env::var_os("BELNAP_CORPUS") else { return };
    let limit = std::env::var("BELNAP_CORPUS_LIMIT").ok().and_then(|limit| limit.parse().ok());
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
        let mut found = Vec::new();
        files(Path::new(&folder), &mut found);
        found.sort();
        found.iter().take(limit.unwrap_or(usize::MAX)).map(|path| one(path)).sum::<usize>()
    });
    let violations = thread.expect("starts").join().expect("no panic");
    assert_eq!(violations, 0);
}
