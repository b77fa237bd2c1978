//! Files of any kind: the kind is found from the content, the content is validated.

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
use belnap_formats::detect::{ArtefactKind, detect};
use belnap_formats::execution::Execution;
use belnap_formats::header::Artefact;
use belnap_formats::relation::Relation;
use belnap_formats::replay::Replay;
use belnap_formats::{
    boolprog, certificate, cfg, execution, kripke, predicates, property, relation, replay, result,
    traces,
};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::Kripke;
use belnap_ir::linear::Stated;
use belnap_ir::result::CheckResult;
use belnap_ir::traces::Traces;

/// A file that was read.
pub struct Input {
    /// Its name in messages.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// What a file says.
pub enum Content {
    /// A Boolean program, with warnings.
    BoolProgram(BoolProgram, Vec<Diagnostic>),
    /// Predicates.
    Predicates(predicates::PredicateFile),
    /// Properties.
    Property(Vec<Stated>),
    /// A Kripke structure.
    Kripke(Box<Artefact<Kripke>>),
    /// A result.
    Result(Box<Artefact<CheckResult>>),
    /// A control-flow graph.
    Cfg(Box<Artefact<Cfg>>),
    /// A certificate.
    Certificate(Box<Artefact<Certificate>>),
    /// An execution.
    Execution(Box<Artefact<Execution>>),
    /// A replay.
    Replay(Box<Replay>),
    /// Spurious traces.
    Traces(Box<Artefact<Traces>>),
    /// A relation.
    Relation(Box<Artefact<Relation>>),
}

impl Input {
    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &str) -> Result<Input, ToolError> {
        Ok(Input { file: display_name(path).to_owned(), text: read_text(path)? })
    }

    /// What the file says; refused if it breaks a rule.
    ///
    /// # Errors
    /// If the file breaks a rule.
    pub fn content(&self) -> Result<Content, ToolError> {
        self.parse().map_err(|found| ToolError::refuse(&self.file, &self.text, &found))
    }

    /// What the file says, or everything that is wrong with it.
    ///
    /// # Errors
    /// Every rule that the text breaks, with its place.
    pub fn parse(&self) -> Result<Content, Vec<Diagnostic>> {
        let text = &self.text;
        Ok(match detect(text).map_err(|diagnostic| vec![diagnostic])? {
            ArtefactKind::BoolProgram => {
                let (program, warnings) = boolprog::read_with_warnings(text)?;
                Content::BoolProgram(program, warnings)
            }
            ArtefactKind::Predicates => Content::Predicates(predicates::read(text)?),
            ArtefactKind::Property => Content::Property(property::read_stated(text)?),
            ArtefactKind::Kripke => Content::Kripke(Box::new(kripke::read(text)?)),
            ArtefactKind::Result => Content::Result(Box::new(result::read(text)?)),
            ArtefactKind::Cfg => Content::Cfg(Box::new(cfg::read(text)?)),
            ArtefactKind::Certificate => Content::Certificate(Box::new(certificate::read(text)?)),
            ArtefactKind::Execution => Content::Execution(Box::new(execution::read(text)?)),
            ArtefactKind::Replay => Content::Replay(Box::new(replay::read(text)?)),
            ArtefactKind::Traces => Content::Traces(Box::new(traces::read(text)?)),
            ArtefactKind::Relation => Content::Relation(Box::new(relation::read(text)?)),
        })
    }

    /// The refusal of this file for what it is.
    pub fn refuse(&self, message: &str) -> ToolError {
        ToolError::unusable(&self.file, message)
    }
}

impl Content {
    /// The kind of artefact.
    pub const fn kind(&self) -> ArtefactKind {
        match self {
            Content::BoolProgram(..) => ArtefactKind::BoolProgram,
            Content::Predicates(_) => ArtefactKind::Predicates,
            Content::Property(_) => ArtefactKind::Property,
            Content::Kripke(_) => ArtefactKind::Kripke,
            Content::Result(_) => ArtefactKind::Result,
            Content::Cfg(_) => ArtefactKind::Cfg,
            Content::Certificate(_) => ArtefactKind::Certificate,
            Content::Execution(_) => ArtefactKind::Execution,
            Content::Replay(_) => ArtefactKind::Replay,
            Content::Traces(_) => ArtefactKind::Traces,
            Content::Relation(_) => ArtefactKind::Relation,
        }
    }
}
