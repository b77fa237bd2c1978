//! What is kept of a verdict that its evidence contradicts, for whoever looks for the bug.

use std::fs;
use std::path::{Path, PathBuf, absolute};

use belnap_checker::commands::{bp2kripke, check};
use belnap_cli::ToolError;
use belnap_cli::io::write_output;
use belnap_engine::conclusion::ExecutedPath;
use belnap_formats::replay::Replay;
use belnap_formats::{boolprog, predicates, property};
use belnap_frontend::commands::{c2cfg, flags};
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Property;
use belnap_passes::commands::passes;
use belnap_refiner::execution::document;

use crate::judge::Judgement;
use crate::program::SourceProgram;
use crate::replay::harness;

/// Limit on the folders that are kept.
const MOST: u32 = 1000;

/// What was verified.
pub struct Disagreement<'a> {
    /// The C program.
    pub source: &'a SourceProgram,
    /// The whole graph.
    pub program: &'a Cfg,
    /// The graph that was checked.
    pub checked: &'a Cfg,
    /// The property.
    pub property: &'a Property,
}

/// Keeps everything in a new folder of the system's folder for temporary files; its name.
///
/// # Errors
/// If the folder cannot be written.
pub fn keep(case: &Disagreement<'_>, judgement: &Judgement) -> Result<PathBuf, ToolError> {
    let folder = new_folder()?;
    let write =
        |name: &str, text: &str| write_output(Some(&folder.join(name).display().to_string()), text);
    let sources = copy_sources(case.source, &folder)?;
    let whole = c2cfg::artefact_text(&[], case.program.clone());
    write("graph.cfg.json", &passes::artefact_text(&whole, case.checked.clone()))?;
    write("prog.cfg.json", &whole)?;
    write("property.ctl", &property::print_file(std::slice::from_ref(case.property)))?;
    write("last.preds", &predicates::print(&judgement.answer.predicates))?;
    if let Some(last) = judgement.answer.conclusion.abstraction() {
        let program = boolprog::print(&last.program);
        let structure = bp2kripke::artefact_text(&program, last.structure.clone());
        write("last.bp", &program)?;
        write("last.kripke.json", &structure)?;
        if let Some(certificate) = &judgement.findings.certificate {
            let text = check::certificate_text(&structure, certificate.clone());
            write("last.cert.json", &text)?;
        }
    }
    if let Some(ExecutedPath { edges, execution }) = judgement.execution() {
        write("execution.json", &document(case.checked, edges, execution))?;
    }
    if let Some(replay) = &judgement.findings.replay {
        let replay = move_replay(replay, &sources);
        write("replay.json", &replay.print())?;
        write("replay.c", &harness::text(&replay))?;
    }
    Ok(folder)
}

fn new_folder() -> Result<PathBuf, ToolError> {
    let place = std::env::temp_dir();
    let names = (1..=MOST).map(|number| place.join(format!("belnap-disagreement-{number}")));
    let mut why = format!("there are {MOST}");
    for name in names {
        match fs::create_dir(&name) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                why = error.to_string();
                break;
            }
        }
    }
    Err(ToolError::unusable(&place.display().to_string(), format!("no new folder: {why}")))
}

/// Copies of the C files: the name as it was given, and the name of the copy.
fn copy_sources(source: &SourceProgram, folder: &Path) -> Result<Vec<(String, String)>, ToolError> {
    let files = source.all_files().filter(|file| *file != "-");
    let mut all = Vec::new();
    for (number, file) in files.enumerate() {
        let own = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{number}-{own}");
        fs::copy(file, folder.join(&name))
            .map_err(|error| ToolError::io(file, "cannot copy", &error))?;
        all.push((file.clone(), name));
    }
    Ok(all)
}

/// The replay with the copies, to be run in their folder.
fn move_replay(replay: &Replay, sources: &[(String, String)]) -> Replay {
    let mut replay = replay.clone();
    let place = |path: &Path| absolute(path).unwrap_or(path.to_owned()).display().to_string();
    // A header that is included by its name alone stands next to the file.
    let homes = sources.iter().filter_map(|(file, _)| Path::new(file).parent()).map(place);
    let include = replay.program.include.iter().map(|folder| place(Path::new(folder)));
    replay.program.include = include.chain(homes).collect();
    for flag in replay.program.flags.iter_mut().flatten() {
        *flag = flags::from_folder(flag, &absolute(".").unwrap_or_default());
    }
    let files = replay.program.files.iter_mut();
    let locals = replay.locals.iter_mut().map(|local| &mut local.file);
    let label = replay.label.iter_mut().map(|label| &mut label.file);
    let arrays = replay.arrays.iter_mut().map(|array| &mut array.file);
    let head = replay.head.iter_mut().map(|head| &mut head.file);
    let watch = replay.watch.iter_mut().map(|watch| &mut watch.file);
    for file in files.chain(locals).chain(arrays).chain(label).chain(head).chain(watch) {
        if let Some((_, copy)) = sources.iter().find(|(own, _)| own == file) {
            file.clone_from(copy);
        }
    }
    replay
}
