//! A function as a program of its own: C text that calls it with arbitrary arguments and globals.
//!
//! The text is put behind the function's translation unit, so that it can name what is `static`
//! there, and goes through all stages like the rest of the program. Inputs are calls of
//! `__VERIFIER_nondet_…`, one for each number; memory with many of them is left uninitialised,
//! which is the environment's choice too. What a caller could do besides (pointers to other
//! objects, other values of what the text cannot name) is said by [`Harness::assumptions`].
//!
//! | file | job |
//! |---|---|
//! | `requires` | conditions in comments before the function |
//! | `values` | statements that make an object arbitrary |
//! | `globals` | variables of the program |
//! | `parameters` | the order of arguments, and what pointers point to |
//! | `names` | what the text's own variables are in the function's words |

mod globals;
mod names;
mod parameters;
mod requires;
mod values;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::source_map::SourceMap;

use crate::hir::{self, Function};
use crate::pipeline::UnitText;

pub use names::{HarnessNames, Meaning};
pub use requires::Requirement;

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Null,
    /// One object.
    Object,
    /// So many objects.
    Array(u64),
    /// As many objects as an integer parameter says.
    Counted(String),
    /// A string of at most so many characters.
    Text(u64),
}

/// Which pointers may be null besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MayBeNull {
    /// Those inside of objects only.
    #[default]
    None,
    /// All.
    All,
    /// Parameters with these names.
    Named(Vec<String>),
}

/// How a function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarnessOptions {
    /// Its name.
    pub function: String,
    /// What parameters and globals with these names point to.
    pub shapes: Vec<(String, Shape)>,
    /// Which of them may be null.
    pub null: MayBeNull,
    /// Groups of parameters that may point to the same.
    pub aliases: Vec<Vec<String>>,
    /// How many objects one can follow from an argument, besides the first.
    pub depth: u32,
}

/// The text that calls a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// The function that is called.
    pub function: String,
    /// The function that calls it.
    pub entry: String,
    /// The translation unit that the text belongs to.
    pub unit: usize,
    /// What the text is called in messages.
    pub name: String,
    /// C that is appended to the unit: the entry function and what it needs.
    pub text: String,
    /// What is taken for granted of callers.
    pub assumptions: Vec<String>,
    /// What its variables stand for.
    pub names: HarnessNames,
}

/// How the names of such texts end.
const SUFFIX: &str = ".harness.c";

/// Whether a file is a text that calls a function.
pub fn is_harness(file: &str) -> bool {
    file.ends_with(SUFFIX)
}

/// The text that calls a function of a program.
///
/// # Errors
/// There is no such function, or options do not fit it.
pub fn generate(
    program: &hir::Program,
    units: &[UnitText],
    options: &HarnessOptions,
) -> Result<Harness, Diagnostic> {
    let function = find(program, &options.function)?;
    let source = &program.functions[function];
    let unit = source.at.unit as usize;
    let map = SourceMap::new(&units[unit].name, &units[unit].text);
    let place = map.line_at(source.at.start as usize);
    let requirements = requires::before(&place, source)?;
    let mut writer = values::Writer::new(program, unit, options, &requirements);
    // Where a program begins, nobody has changed them.
    if source.name != "main" {
        globals::write(&mut writer, units, function, &requirements);
    }
    let call = parameters::write(&mut writer, units, source, &requirements)?;
    let taken = |name: &String| program.functions.iter().any(|function| function.name == *name);
    let mut entries = (0..).map(|extra| format!("call_{}{}", source.name, "_".repeat(extra)));
    let entry = entries.find(|name| !taken(name)).unwrap_or_default();
    let name = format!("{}{SUFFIX}", source.name);
    let names = std::mem::take(&mut writer.names);
    let (text, assumptions) = writer.finish(&source.name, &entry, &call);
    Ok(Harness { function: source.name.clone(), entry, unit, name, text, assumptions, names })
}

/// How a line begins and ends that assumes a condition.
const ASSUME: (&str, &str) = ("  __VERIFIER_assume(", ");");

impl Harness {
    /// Puts others in place of the conditions of its callers, which are lines of C in comments:
    /// these may name macros, which are gone from what it is put behind.
    pub fn rewrite_conditions(&mut self, rewrite: impl FnOnce(Vec<String>) -> Vec<String>) {
        let inside = |line: &str| {
            let rest = line.strip_prefix(ASSUME.0)?.strip_suffix(ASSUME.1)?;
            Some(rest.to_owned())
        };
        let mut others = rewrite(self.text.lines().filter_map(inside).collect()).into_iter();
        let lines = self.text.lines().map(|line| match inside(line) {
            Some(own) => format!("{}{}{}\n", ASSUME.0, others.next().unwrap_or(own), ASSUME.1),
            None => format!("{line}\n"),
        });
        self.text = lines.collect();
    }

    /// Puts the text behind its translation unit.
    pub fn add_to(&self, units: &mut [UnitText]) {
        let text = &mut units[self.unit].text;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("# 1 \"{}\"\n{}", self.name, self.text));
    }
}

fn find(program: &hir::Program, name: &str) -> Result<hir::FunctionId, Diagnostic> {
    let has_body = |function: &Function| function.body.is_some() && !function.is_model;
    let named = |function: &Function| has_body(function) && function.name == name;
    program.functions.position(named).ok_or_else(|| {
        let defined = program.functions.iter().filter(|function| has_body(function));
        let names: Vec<&str> = defined.map(|function| &function.name[..]).take(20).collect();
        let message = format!("the program has no function `{name}` to call");
        let note = match names.is_empty() {
            true => "it defines no function at all".to_owned(),
            false => format!("it defines {}", names.join(", ")),
        };
        Diagnostic::error("c-entry", Place::Whole, message).note(note)
    })
}
