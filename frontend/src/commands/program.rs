//! What to compile, and how: the options that all commands share that read C.

use std::path::Path;

use belnap_cli::ToolError;
use belnap_cli::outputs::{keep_apart, keep_included};
use belnap_ir::cfg::{DataModel, IntegerMode};
use belnap_ir::system::ActionFunction;
use clap::builder::PossibleValuesParser;

use super::database::{Database, Unit};
use super::flags::{self, Meaning, Said};
use super::harness::HarnessArgs;
use super::machine::MachineArgs;
use crate::calls::{CallTree, InlineMode, InlineOptions};
use crate::checks::{Asked, CHECKS, GROUPS};
use crate::lower::{ExternFunctions, LowerOptions, VolatileReads};
use crate::pipeline::CompileOptions;
use crate::preprocess::{Force, PreprocessOptions, load_unit};

/// Meaning of signed arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Integers {
    /// Two's complement, like gcc -fwrapv.
    #[default]
    Wrap,
    /// An execution ends where an overflow is undefined in C.
    Undefined,
    /// Unbounded numbers, for textbook examples.
    Mathematical,
}

/// Which functions to inline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Inline {
    /// All; of recursive ones, some levels (`--recursion`).
    #[default]
    All,
    /// Only models of library functions.
    Models,
    /// None.
    None,
}

/// Meaning of functions without a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Extern {
    /// Their effects are unknown.
    #[default]
    Unknown,
    /// They return any value, and write any value to what their arguments point to.
    Nondet,
    /// They return any value and change nothing else.
    Pure,
}

/// What is read from volatile objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Volatile {
    /// Numbers that the environment chooses.
    #[default]
    Nondet,
    /// What the program has written.
    Memory,
}

/// What to compile, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct ProgramArgs {
    /// Files of the program; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub files: Vec<String>,
    /// Compilation database (`compile_commands.json`): the flags of the given files, or of all C
    /// files in it, which then are one program.
    #[arg(long, value_name = "FILE", conflicts_with = "no_cpp")]
    pub compile_commands: Option<String>,
    /// Flag of the compiler; most can be given as they are, such as `-std=c99` or `-Wall`.
    #[arg(long = "compiler-flag", value_name = "FLAG", allow_hyphen_values = true,
        long_help = flags::long_help())]
    pub compiler_flags: Vec<String>,
    /// Functions whose calls are steps that others take part in.
    #[arg(skip)]
    pub actions: Vec<ActionFunction>,
    /// What the flags mean, once that is known.
    #[arg(skip)]
    resolved: Option<Resolved>,
    /// Preprocessor command with its options; by default `cpp`, or a compiler with `-E`.
    #[arg(long, value_name = "COMMAND")]
    pub cpp: Option<String>,
    /// Search a folder for headers.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "X[=V]")]
    pub define: Vec<String>,
    /// Undefine a macro.
    #[arg(short = 'U', value_name = "X")]
    pub undefine: Vec<String>,
    /// Do not run the preprocessor.
    #[arg(long, conflicts_with = "cpp_always")]
    pub no_cpp: bool,
    /// Run the preprocessor on every file, not only on *.c.
    #[arg(long)]
    pub cpp_always: bool,
    /// Entry function; globals have their first values, and its parameters are arbitrary.
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// One function.
    #[command(flatten)]
    pub harness: HarnessArgs,
    /// The machine.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// Meaning of signed arithmetic.
    #[arg(long, value_enum, default_value_t)]
    pub integers: Integers,
    /// Check what C leaves undefined: each place that could go wrong becomes an assertion.
    #[arg(long, value_name = "CHECK", value_delimiter = ',', value_parser = checks(),
        long_help = long_checks())]
    pub check: Vec<String>,
    /// Ask for checks only: a failing assertion just ends the program.
    #[arg(long)]
    pub no_assertions: bool,
    /// Functions to inline.
    #[arg(long, value_enum, default_value_t)]
    pub inline: Inline,
    /// Limit on the number of edges after inlining.
    #[arg(long, value_name = "N", default_value_t = InlineOptions::default().limit)]
    pub inline_limit: usize,
    /// Levels of recursive calls that are inlined; deeper ones stay calls, and only unrolling can
    /// decide that there are none. By default some, and when a program is verified, those besides
    /// that control gets to.
    #[arg(long, value_name = "LEVELS")]
    pub recursion: Option<usize>,
    /// Recursive calls that are inlined besides, as saved runs name them: `3(0+2,5)` is the call at
    /// edge 3 of the entry function, and in it those at edges 0, with 2 levels below, and 5.
    #[arg(long, value_name = "CALLS", hide_short_help = true)]
    pub recursive_calls: Option<CallTree>,
    /// Meaning of functions that have neither a body nor a model.
    #[arg(long = "extern", value_enum, default_value_t)]
    pub externs: Extern,
    /// What is read from volatile objects: numbers that the environment chooses, or what the
    /// program has written there.
    #[arg(long, value_enum, default_value_t)]
    pub volatile: Volatile,
    /// File with models of functions that the program does not define.
    #[arg(long, value_name = "FILE")]
    pub model: Vec<String>,
    /// Do not use the built-in models of library functions.
    #[arg(long)]
    pub no_library: bool,
    /// Keep a variable in the graph even if the program does not use it.
    #[arg(long = "keep", value_name = "NAME")]
    pub keep_variables: Vec<String>,
}

/// What flags mean.
#[derive(Clone, Debug)]
struct Resolved {
    /// What the preprocessor gets for each file.
    passed_on: Vec<Vec<String>>,
    char_signed: bool,
    model: DataModel,
}

/// Names of checks and of groups of them.
fn checks() -> PossibleValuesParser {
    let names = CHECKS.iter().map(|check| check.name);
    PossibleValuesParser::new(names.chain(GROUPS.iter().map(|(name, _)| *name)))
}

/// The table of checks, for `--help`.
fn long_checks() -> String {
    let mut out = String::from(
        "Check what C leaves undefined: each place that could go wrong becomes an assertion. \
         Several are separated by commas:",
    );
    for check in CHECKS {
        out.push_str(&format!("\n- {}: {}", check.name, check.asks));
    }
    for (name, kinds) in GROUPS {
        let of = CHECKS.iter().filter(|check| kinds.contains(&check.kind));
        let names: Vec<&str> = of.map(|check| check.name).collect();
        out.push_str(&format!("\n- {name}: {}", names.join(", ")));
    }
    out
}

impl ProgramArgs {
    /// What the graph asks for.
    pub fn asked(&self) -> Asked {
        let assertions = match self.no_assertions {
            true => Asked::of(&[]),
            false => Asked::default(),
        };
        self.check.iter().filter_map(|name| Asked::named(name)).fold(assertions, Asked::and)
    }

    /// The files that are read; headers come on top.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.files.iter().chain(&self.model).map(String::as_str)
    }

    /// Refuses outputs that are files of the program, or headers of these.
    ///
    /// # Errors
    /// If an output is such a file.
    pub fn keep(&self, outputs: &[(&str, Option<&str>)]) -> Result<(), ToolError> {
        keep_apart(outputs, self.inputs())?;
        // Only what exists can be a header, and most outputs are new.
        let mut files = outputs.iter().filter_map(|(_, file)| *file);
        if !files.any(|file| Path::new(file).is_file()) {
            return Ok(());
        }
        // Standard input can be read once, and that is not now.
        let files = self.inputs().enumerate();
        for (number, file) in files.filter(|(_, file)| *file != "-") {
            keep_included(outputs, &load_unit(file, &self.preprocess(number))?)?;
        }
        Ok(())
    }

    /// The same with the files, flags and sizes of types that a compilation database and the
    /// compiler's flags say.
    ///
    /// # Errors
    /// A flag is not known, or files do not fit together.
    pub fn resolved(&self) -> Result<Self, ToolError> {
        let mut all = self.clone();
        if all.resolved.is_some() {
            return Ok(all);
        }
        let units = match &self.compile_commands {
            Some(database) => Database::read(database)?.units(&self.files)?,
            None => self.files.iter().map(|file| Unit::plain(file)).collect(),
        };
        all.resolve(units)?;
        Ok(all)
    }

    /// The same with flags for each file.
    ///
    /// # Errors
    /// A flag is not known, or files do not fit together.
    pub fn with_flags(&self, flags: &[Vec<String>]) -> Result<Self, ToolError> {
        let mut all = self.clone();
        let units = self.files.iter().enumerate().map(|(number, file)| {
            let flags = flags::given(flags.get(number).map_or(&[], Vec::as_slice))?;
            Ok(Unit { file: file.clone(), flags })
        });
        let units = units.collect::<Result<_, ToolError>>()?;
        all.resolve(units)?;
        Ok(all)
    }

    fn resolve(&mut self, mut units: Vec<Unit>) -> Result<(), ToolError> {
        self.files = units.iter().map(|unit| unit.file.clone()).collect();
        units.extend(self.model.iter().map(|file| Unit::plain(file)));
        let own = flags::given(&self.compiler_flags)?;
        let mut meaning = Meaning::default();
        let mut passed_on = Vec::new();
        for unit in units {
            let flags = unit.flags.into_iter().chain(own.clone());
            passed_on.push(meaning.add(&unit.file, flags)?);
        }
        meaning.warn();
        let said = meaning.said();
        let model = self.machine.model(said)?;
        let char_signed = self.machine.char_signed(said);
        self.machine.base = said.base.unwrap_or(self.machine.base);
        self.resolved = Some(Resolved { passed_on, char_signed, model });
        Ok(())
    }

    /// Sizes of types and order of bytes.
    pub fn data_model(&self) -> DataModel {
        let known = self.resolved.as_ref().map(|resolved| resolved.model);
        let own = || self.machine.model(Said::default()).ok();
        known.or_else(own).unwrap_or_else(|| self.machine.base.model())
    }

    fn char_signed(&self) -> bool {
        let known = self.resolved.as_ref().map(|resolved| resolved.char_signed);
        known.unwrap_or_else(|| self.machine.base.char_signed())
    }

    /// The flags that the preprocessor gets for each of the files, models last.
    pub fn flags(&self) -> &[Vec<String>] {
        self.resolved.as_ref().map_or(&[], |resolved| &resolved.passed_on)
    }

    /// How the file with this number is preprocessed.
    pub(super) fn preprocess(&self, number: usize) -> PreprocessOptions {
        PreprocessOptions {
            flags: self.flags().get(number).cloned().unwrap_or_default(),
            cpp: self.cpp.clone(),
            include_dirs: self.include.clone(),
            defines: self.define.clone(),
            undefines: self.undefine.clone(),
            force: match (self.no_cpp, self.cpp_always) {
                (true, _) => Force::Never,
                (_, true) => Force::Always,
                _ => Force::BySuffix,
            },
            model: self.data_model(),
            char_signed: self.char_signed(),
        }
    }

    /// How the program becomes a graph.
    pub(super) fn compile(&self) -> CompileOptions {
        CompileOptions {
            data_model: self.data_model(),
            char_signed: self.char_signed(),
            assumptions: Vec::new(),
            lower: LowerOptions {
                entry: self.entry.clone(),
                integers: match self.integers {
                    Integers::Wrap => IntegerMode::Wrap,
                    Integers::Undefined => IntegerMode::Undefined,
                    Integers::Mathematical => IntegerMode::Mathematical,
                },
                externs: match self.externs {
                    Extern::Unknown => ExternFunctions::Unknown,
                    Extern::Nondet => ExternFunctions::Nondet,
                    Extern::Pure => ExternFunctions::Pure,
                },
                volatile: match self.volatile {
                    Volatile::Nondet => VolatileReads::Environment,
                    Volatile::Memory => VolatileReads::Memory,
                },
                asked: self.asked(),
                keep: self.keep_variables.clone(),
                actions: self.actions.clone(),
            },
            inline: InlineOptions {
                mode: match self.inline {
                    Inline::All => InlineMode::All,
                    Inline::Models => InlineMode::Models,
                    Inline::None => InlineMode::None,
                },
                limit: self.inline_limit,
                recursion: self.recursion,
                calls: self.recursive_calls.clone().unwrap_or_default(),
            },
            library: !self.no_library,
        }
    }
}
