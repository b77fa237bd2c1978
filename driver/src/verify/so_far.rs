//! What to report if a run has to end before it is done.

use std::path::Path;

use belnap_cli::write_stderr;
use serde::{Deserialize, Serialize};

use super::report::{Report, Unfinished};

/// What to report if the process has to end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SoFar {
    /// The properties that are done.
    pub report: Report,
    /// The one that is being worked on.
    pub current: Option<Unfinished>,
    /// Those that come after it.
    pub waiting: Vec<Unfinished>,
    /// The files that are to be witnesses and are not written yet.
    pub witnesses: Vec<String>,
}

impl SoFar {
    /// The report of a run that ended for a reason; witnesses that there will not be are mentioned
    /// on standard error.
    pub fn end(self, reason: &str) -> Report {
        let SoFar { mut report, current, waiting, witnesses } = self;
        no_witness(&witnesses, reason);
        let mut unfinished: Vec<Unfinished> = current.into_iter().chain(waiting).collect();
        if unfinished.is_empty() && report.is_empty() {
            // The program is being compiled, and the properties are not known.
            unfinished.push(Unfinished { property: "program".to_owned(), ..Unfinished::default() });
        }
        unfinished.iter().for_each(|one| report.add_unfinished(one, reason));
        report
    }
}

/// Says of files that are to be witnesses, if there are any, that they are none of this run.
pub fn no_witness(files: &[String], why: &str) {
    if files.is_empty() {
        return;
    }
    let mut line = format!("belnap: no witness was written: {why}");
    for file in files.iter().filter(|file| Path::new(file).is_file()) {
        line.push_str(&format!("; {file} is from an earlier run"));
    }
    write_stderr(&format!("{line}\n"));
}
