//! A system with its components, read.

use std::path::Path;

use belnap_abstractor::commands::cfg2bp::ProverArgs;
use belnap_abstractor::theory::Theory;
use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
use belnap_engine::component::{Component, Program, ProgramOptions, Source};
use belnap_evidence::program::SourceProgram;
use belnap_frontend::commands::c2cfg;
use belnap_frontend::commands::program::ProgramArgs;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::operator::Paths;
use belnap_ir::system::{Origin, System, SystemComponent};
use belnap_systems::commands::Model;
use belnap_systems::commands::compose::add_actions;
use belnap_systems::compose::Part;
use belnap_systems::refinement::member::Partitioned;
use clap::Parser;

/// A system.
pub struct Loaded {
    /// Its file.
    pub file: String,
    /// Which paths properties are about.
    pub paths: Paths,
    /// Its components.
    pub components: Vec<LoadedComponent>,
}

/// A component.
pub struct LoadedComponent {
    /// What the system says of it.
    pub stated: SystemComponent,
    /// What it is.
    pub kind: Kind,
}

/// What a component is made from.
pub enum Kind {
    /// A structure.
    Model {
        /// With the alphabet that the system says.
        part: Part,
        /// The file.
        model: Box<Model>,
    },
    /// A program.
    Program {
        /// The program.
        source: Source,
        /// The files, as a compiler is told.
        files: Box<SourceProgram>,
        /// The arguments of `belnap-c2cfg`.
        arguments: Vec<String>,
        /// The graph as a file.
        graph: String,
    },
}

#[derive(clap::Parser)]
struct Arguments {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Reads a system and everything that it names; programs with these arguments besides their files.
///
/// # Errors
/// If a file cannot be read, or is refused.
pub fn load(path: &str, more: &[String], prover: &ProverArgs) -> Result<Loaded, ToolError> {
    let text = read_text(path)?;
    let file = display_name(path);
    let system: System = belnap_formats::system::read(&text)
        .map_err(|found| ToolError::refuse(file, &text, &found))?;
    let mut components = Vec::with_capacity(system.components.len());
    for stated in system.components {
        let beside =
            |name: &String| Path::new(path).with_file_name(name).to_string_lossy().into_owned();
        let kind = match &stated.origin {
            Origin::Model(model) => {
                let model = Model::read(&beside(model))?;
                let structure = model.structure.clone();
                let mut part = Part { name: stated.name.clone(), structure };
                if !stated.alphabet.is_empty() {
                    add_actions(&mut part, stated.alphabet.iter().cloned());
                }
                Kind::Model { part, model: Box::new(model) }
            }
            Origin::Source(files) => {
                let mut arguments = more.to_vec();
                arguments.extend(files.iter().map(beside));
                program(&stated, arguments, &text, prover)?
            }
        };
        components.push(LoadedComponent { stated, kind });
    }
    Ok(Loaded { file: path.to_owned(), paths: system.paths, components })
}

fn program(
    stated: &SystemComponent,
    arguments: Vec<String>,
    system: &str,
    prover: &ProverArgs,
) -> Result<Kind, ToolError> {
    let words = std::iter::once("c2cfg").chain(arguments.iter().map(String::as_str));
    let mut program = Arguments::try_parse_from(words)
        .map_err(|error| ToolError::Usage(error.to_string()))?
        .program;
    program.actions.clone_from(&stated.actions);
    let program = program.resolved()?;
    let files = Box::new(SourceProgram {
        files: program.files.clone(),
        models: Vec::new(),
        entry: program.entry.clone(),
        data_model: program.data_model(),
        include: Vec::new(),
        define: Vec::new(),
        undefine: Vec::new(),
        assertions: true,
        flags: program.flags().to_vec(),
        harness: None,
        product: None,
    });
    let (compiled, mut inputs) = c2cfg::build(&program)?;
    c2cfg::show_warnings(&compiled);
    inputs.push(system.to_owned());
    if compiled.cfg.functions.len() > 1 {
        let message = format!("'{}' has calls that cannot be inlined", stated.name);
        return Err(ToolError::unusable(&program.files[0], message)
            .note("a component may not be recursive: its steps have to be those of one graph"));
    }
    let graph = c2cfg::artefact_text(&inputs, compiled.cfg.clone());
    let theory = Theory::new(prover.prover()?);
    let actions = stated.actions.iter().flat_map(|action| &action.outcomes);
    let more: Vec<String> =
        actions.map(|one| one.action.clone()).chain(stated.alphabet.iter().cloned()).collect();
    let source = Source::new(stated.name.clone(), compiled.cfg, theory, &more);
    Ok(Kind::Program { source, files, arguments, graph })
}

impl LoadedComponent {
    /// The component as the loop wants it, for a property that asks about these propositions.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn member(
        &self,
        told: Option<&[String]>,
        asked: &[String],
        options: &ProgramOptions,
        max_states: usize,
    ) -> Result<Component, Diagnostic> {
        match &self.kind {
            Kind::Model { part, .. } => {
                let listed = Partitioned::new(part, told, max_states)?;
                Ok(Component::Listed(Box::new(listed)))
            }
            Kind::Program { source, .. } => {
                let program = Program::new(source, asked, told, options)?;
                Ok(Component::Program(Box::new(program)))
            }
        }
    }

    /// The program, if it is one.
    pub fn source(&self) -> Option<&Source> {
        match &self.kind {
            Kind::Program { source, .. } => Some(source),
            Kind::Model { .. } => None,
        }
    }
}
