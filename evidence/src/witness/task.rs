//! What a witness is about, and what makes it unique.

use std::collections::BTreeSet;
use std::time::SystemTime;

use belnap_ir::cfg::{AskedKind, AskedProperty, Cfg, DataModel};
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use indexmap::IndexMap;
use serde::Serialize;
use uuid::Uuid;

use super::sources::Sources;
use super::{PRODUCER, VERSION};

/// The program and the question.
#[derive(Serialize)]
pub struct Task {
    /// The program's files.
    pub input_files: Vec<String>,
    /// Their SHA-256, by name.
    pub input_file_hashes: IndexMap<String, String>,
    /// The property in SV-COMP's words.
    pub specification: String,
    /// Sizes of types.
    pub data_model: DataModel,
    /// Always C.
    pub language: &'static str,
}

impl Task {
    /// A program and a question about it.
    pub fn new(sources: &Sources, data_model: DataModel, specification: String) -> Self {
        let files = || sources.files.iter();
        Task {
            input_files: files().map(|file| file.name.clone()).collect(),
            input_file_hashes: files().map(|file| (file.name.clone(), file.hash.clone())).collect(),
            specification,
            data_model,
            language: "C",
        }
    }
}

/// When a witness is made, and what else is only a matter of form.
pub struct Stamp {
    /// The time, as in ISO 8601.
    pub time: String,
}

impl Stamp {
    /// For a witness that is made at a time.
    pub fn new(time: SystemTime) -> Self {
        Stamp { time: humantime::format_rfc3339_seconds(time).to_string() }
    }

    /// An identifier that is the same for the same content about the same task.
    pub fn uuid(&self, task: &Task, kind: &str, content: &str) -> String {
        let mut name = format!("{PRODUCER} {VERSION}\n{kind}\n{}\n", task.specification);
        for (file, hash) in &task.input_file_hashes {
            name.push_str(&format!("{hash} {file}\n"));
        }
        name.push_str(content);
        Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()).to_string()
    }
}

fn is_check(asked: &AskedProperty) -> bool {
    asked.kind.is_check()
}

/// The checks of a graph in SV-COMP's words, if it has words for all that the graph asks for.
fn checks(entry: &str, cfg: &Cfg) -> Option<String> {
    let kinds: BTreeSet<AskedKind> = cfg.properties.iter().map(|asked| asked.kind).collect();
    let line = |kind: AskedKind| {
        let formula = match kind {
            AskedKind::Overflow => "! overflow",
            AskedKind::Access | AskedKind::Free | AskedKind::Leak | AskedKind::Lost => {
                kind.violated()
            }
            _ => return None,
        };
        Some(format!("CHECK( init({entry}()), LTL(G {formula}) )"))
    };
    Some(kinds.into_iter().map(line).collect::<Option<Vec<_>>>()?.join("\n"))
}

/// A property in SV-COMP's words; `None` if it does not say that something is never reached, or
/// not in a way that SV-COMP has words for.
pub fn specification(formula: &Formula, entry: &str, cfg: &Cfg) -> Option<String> {
    let Formula::Along(Quantifier::Forall, Along::Globally, body) = formula else { return None };
    let Formula::Not(avoided) = &**body else { return None };
    let avoided = match &**avoided {
        Formula::Atom(Atom::Failed, _) if cfg.properties.iter().any(is_check) => {
            return checks(entry, cfg);
        }
        Formula::Atom(Atom::Failed, _) => {
            let is_old = |asked: &AskedProperty| asked.text.contains("__VERIFIER_error");
            let old = !cfg.properties.is_empty() && cfg.properties.iter().all(is_old);
            format!("call({}())", if old { "__VERIFIER_error" } else { "reach_error" })
        }
        Formula::Atom(Atom::Enter(function), _) => format!("call({function}())"),
        Formula::Atom(Atom::At { label, .. }, _) => format!("label({label})"),
        _ => return None,
    };
    Some(format!("CHECK( init({entry}()), LTL(G ! {avoided}) )"))
}
