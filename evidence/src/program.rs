//! The C program that a verdict is about, as a compiler is told.

use std::sync::Arc;

use belnap_ir::cfg::{Cfg, DataModel};
use belnap_ir::ids::{CfgEdgeId, TiVec};
use belnap_ir::linear::Path;

use crate::replay::source::fingerprint;
use belnap_formats::replay::{HarnessText, Program};

/// The files of a program, and how they are compiled.
#[derive(Clone, Debug)]
pub struct SourceProgram {
    /// The program's own files; `-` is standard input.
    pub files: Vec<String>,
    /// Files with models of functions that it does not define.
    pub models: Vec<String>,
    /// Entry function.
    pub entry: String,
    /// How wide its types are.
    pub data_model: DataModel,
    /// Folders with headers.
    pub include: Vec<String>,
    /// Macros that are defined.
    pub define: Vec<String>,
    /// Macros that are undefined.
    pub undefine: Vec<String>,
    /// Whether it is asked that no assertion fails; else only checks are made.
    pub assertions: bool,
    /// More flags of the compiler, for each file.
    pub flags: Vec<Vec<String>>,
    /// What calls a function instead of `main`, if something does.
    pub harness: Option<HarnessText>,
    /// What the graph is the product of, if the question is one of LTL about such a product.
    pub product: Option<Arc<ProductOf>>,
}

/// A program that the automaton of a formula of LTL has read.
#[derive(Debug)]
pub struct ProductOf {
    /// Its graph.
    pub program: Cfg,
    /// The formula.
    pub path: Path,
    /// By edge of the product: the step of the program that it is; none where the automaton reads.
    pub steps: TiVec<CfgEdgeId, Option<CfgEdgeId>>,
}

impl SourceProgram {
    /// All files that are compiled.
    pub fn all_files(&self) -> impl Iterator<Item = &String> {
        self.files.iter().chain(&self.models)
    }

    /// What to compile for a replay.
    ///
    /// # Errors
    /// Why it cannot be compiled and run.
    pub fn to_replay(&self) -> Result<Program, String> {
        if self.all_files().any(|file| file == "-") {
            return Err("the program is not in a file".to_owned());
        }
        if self.entry != "main" && self.harness.is_none() {
            return Err("the program does not start at main".to_owned());
        }
        let Some(bits) = self.data_model.native() else {
            return Err(format!("no compiler here is for this machine ({})", self.data_model));
        };
        let files: Vec<String> = self.all_files().cloned().collect();
        let sha256 = files.iter().map(|file| fingerprint(file)).collect::<Result<_, _>>()?;
        Ok(Program {
            files,
            sha256,
            bits: bits.into(),
            include: self.include.clone(),
            define: self.define.clone(),
            undefine: self.undefine.clone(),
            flags: match self.flags.iter().all(Vec::is_empty) {
                true => Vec::new(),
                false => self.flags.clone(),
            },
            harness: self.harness.clone(),
        })
    }
}
