//! All stages of the frontend, one after the other: texts to a graph.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use belnap_cli::{Refusal, Source};
use belnap_ir::cfg::{AskedKind, Cfg, DataModel, Number, Variable};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::source_map::SourceMap;
use belnap_ir::span::SourceLine;
use belnap_ir::types::Type;
use belnap_ir::validate;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

use crate::calls::{self, Deeper, InlineOptions, KeptFunction};
use crate::checks;
use crate::ctype::Types;
use crate::harness::{self, Harness, HarnessOptions};
use crate::hir;
use crate::ledger;
use crate::lower::{self, LowerOptions};
use crate::memory;
use crate::models;
use crate::points_to::PointsTo;
use crate::sema;
use crate::unsupported;

/// Trees are walked recursively and may be deep.
const STACK_BYTES: usize = 2 << 30;

/// A preprocessed translation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitText {
    /// How it is called in messages and, where it has no line markers, in the graph.
    pub name: String,
    /// What the preprocessor wrote: C, with line markers if it has included anything.
    pub text: String,
    /// It models functions that the program does not define.
    pub is_model: bool,
}

impl UnitText {
    /// A unit of the user's program.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        UnitText { name: name.into(), text: text.into(), is_model: false }
    }
}

/// How a program becomes a graph.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Sizes of types.
    pub data_model: DataModel,
    /// Whether plain `char` is signed, which C leaves to the compiler.
    pub char_signed: bool,
    /// The entry function, the meaning of arithmetic and of functions without a body.
    pub lower: LowerOptions,
    /// What is taken for granted besides, of the entry function.
    pub assumptions: Vec<String>,
    /// How much is inlined.
    pub inline: InlineOptions,
    /// Use the models of library functions that come with the program.
    pub library: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            data_model: DataModel::default(),
            char_signed: true,
            lower: LowerOptions::default(),
            assumptions: Vec::new(),
            inline: InlineOptions::default(),
            library: true,
        }
    }
}

/// A graph and how it came about.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The graph.
    pub cfg: Cfg,
    /// The text that calls the function that was asked for, if one was.
    pub harness: Option<Harness>,
    /// Functions that were not inlined.
    pub kept: Vec<KeptFunction>,
    /// Recursive calls that were not inlined.
    pub deeper: Deeper,
    /// Lines that assert something or call an error function, ascending: also those that the graph
    /// has nothing of, because what they assert is plainly true or no path leads there.
    pub asserted: Vec<SourceLine>,
    /// What C forbids in the user's files, and was accepted.
    pub warnings: Refusal,
    /// What took how long, in order.
    pub times: Vec<(&'static str, Duration)>,
}

/// Compiles translation units, and the models of library functions they need, to one graph, on
/// a thread with a large stack.
///
/// # Errors
///
/// What is wrong with the program, or that no thread can be started.
pub fn compile(units: Vec<UnitText>, options: &CompileOptions) -> Result<Compiled, Refusal> {
    with_models(units, options, stages)
}

/// The text that calls a function of the program.
///
/// # Errors
///
/// What is wrong with the program or with how the function is to be called.
pub fn harness(
    units: Vec<UnitText>,
    options: &CompileOptions,
    wanted: &HarnessOptions,
) -> Result<Harness, Refusal> {
    with_models(units, options, |units, options| {
        let typed = analyse(units, options, &mut Clock::new())?;
        harness::generate(&typed, units, wanted).map_err(|found| vec![found])
    })
}

/// Does something with the units and the models they may need, on a thread with a large stack.
fn with_models<T: Send>(
    mut units: Vec<UnitText>,
    options: &CompileOptions,
    work: impl Fn(&[UnitText], &CompileOptions) -> Result<T, Vec<Diagnostic>> + Send,
) -> Result<T, Refusal> {
    let library = options.library.then_some(models::LIBRARY);
    for text in [models::ERRORS].into_iter().chain(library) {
        let mut model = UnitText::new(models::LIBRARY_NAME, text);
        model.is_model = true;
        units.push(model);
    }
    let shared = &units;
    let outcome = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || work(shared, options))
            .map(|thread| thread.join())
    });
    let diagnostics = match outcome {
        Ok(Ok(Ok(done))) => return Ok(done),
        Ok(Ok(Err(diagnostics))) => diagnostics,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let message = format!("cannot start a thread: {error}");
            vec![Diagnostic::error("c-resources", Place::Whole, message)]
        }
    };
    let sources = units.into_iter().map(|unit| Source::from_preprocessed(unit.name, unit.text));
    Err(Refusal { sources: sources.collect(), diagnostics })
}

/// The program with names and types.
fn analyse(
    units: &[UnitText],
    options: &CompileOptions,
    clock: &mut Clock,
) -> Result<hir::Program, Vec<Diagnostic>> {
    let mut names = Interner::default();
    let mut parsed = Vec::new();
    for (index, unit) in (0..).zip(units) {
        let tree = parse(&unit.text, &mut names)
            .map_err(|diagnostic| vec![diagnostic.in_source(index)])?;
        parsed.push(sema::Unit { tree, is_model: unit.is_model });
    }
    clock.lap("parse");
    let types = Types::new(options.data_model).with_char(options.char_signed);
    let typed = sema::analyse(&parsed, &mut names, types)?;
    clock.lap("types");
    Ok(typed)
}

fn stages(units: &[UnitText], options: &CompileOptions) -> Result<Compiled, Vec<Diagnostic>> {
    let mut clock = Clock::new();
    let mut typed = analyse(units, options, &mut clock)?;
    note_assumptions(&mut typed, options);
    let mut program = lower::lower(&typed, &options.lower)?;
    if program.asked.tracks_memory() {
        checks::lifetimes::insert(&mut program);
    }
    clock.lap("lower");
    calls::prune(&mut program);
    let points_to = PointsTo::analyse(&program);
    calls::note_callbacks(&mut program, &points_to);
    calls::resolve_indirect(&mut program, &points_to);
    drop(points_to);
    clock.lap("resolve");
    let calls::Inlined { kept, mut deeper } = calls::inline(&mut program, &options.inline);
    memory::simplify(&mut program);
    if program.asked.has(AskedKind::Uninitialised) {
        checks::uninit::insert(&mut program);
    }
    clock.lap("inline");
    let maps: Vec<SourceMap> =
        units.iter().map(|unit| SourceMap::new(&unit.name, &unit.text)).collect();
    let sources: Vec<memory::UnitSource<'_>> = maps
        .iter()
        .zip(units)
        .map(|(map, unit)| memory::UnitSource { map, text: &unit.text, is_model: unit.is_model })
        .collect();
    let mut cfg = memory::build(&program, &sources);
    deeper.scopes = program.scopes.iter().map(|scope| scope.copy).collect();
    for call in &mut deeper.open {
        call.line = memory::Sources(&sources).line(call.at);
    }
    fits_into_memory(&cfg)?;
    never_active(&typed, &options.lower.keep, &mut cfg);
    cfg.unreached = find_unreached(&cfg, typed.labels.raw);
    cfg.constants = constants_of(&typed.named_numbers, &maps);
    ledger::impossible::drop_impossible(&mut cfg);
    let mut asserted: Vec<SourceLine> =
        typed.asserted.iter().map(|at| maps[at.unit as usize].line_at(at.start as usize)).collect();
    asserted.sort_unstable();
    asserted.dedup();
    clock.lap("memory");
    debug_assert!(
        validate::cfg::validate(&cfg).is_empty(),
        "{:?}",
        validate::cfg::validate(&cfg).first()
    );
    let warnings = warnings_of(typed.warnings, units, &maps);
    Ok(Compiled { cfg, harness: None, kept, deeper, asserted, warnings, times: clock.laps })
}

/// The warnings about what is not in a header of the system, with the texts they are about.
fn warnings_of(
    mut diagnostics: Vec<Diagnostic>,
    units: &[UnitText],
    maps: &[SourceMap],
) -> Refusal {
    let is_own = |warning: &Diagnostic| match &warning.place {
        Place::Text(span) => {
            maps.get(warning.source as usize).is_none_or(|map| !map.is_system(span.start))
        }
        _ => true,
    };
    diagnostics.retain(is_own);
    let sources = if diagnostics.is_empty() { &[] } else { units };
    let sources =
        sources.iter().map(|unit| Source::from_preprocessed(&unit.name[..], &unit.text[..]));
    Refusal { sources: sources.collect(), diagnostics }
}

/// The enumeration constants of the user's files; not those that have several values.
fn constants_of(declared: &[hir::NamedNumber], maps: &[SourceMap]) -> BTreeMap<String, Number> {
    let mut values: BTreeMap<&str, Option<Number>> = BTreeMap::new();
    for one in declared {
        let map = maps.get(one.at.unit as usize);
        if map.is_some_and(|map| map.is_system(one.at.start as usize)) {
            continue;
        }
        let known = values.entry(&one.name).or_insert(Some(one.number));
        *known = known.filter(|known| *known == one.number);
    }
    let values = values.into_iter();
    values.filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Refuses a program that is larger than the memory of a machine other than x86, where that is
/// easily so: nothing could be said about it.
fn fits_into_memory(cfg: &Cfg) -> Result<(), Vec<Diagnostic>> {
    let model = cfg.machine.data_model;
    let taken = cfg.objects.iter().map(|object| u128::from(object.size.unwrap_or(1)));
    if model.native().is_some() || taken.sum::<u128>() < 1 << model.pointer {
        return Ok(());
    }
    let message =
        format!("its objects do not fit into a memory with addresses of {} bits", model.pointer);
    Err(vec![Diagnostic::error("c-memory", Place::Whole, message)])
}

/// What is taken for granted of the entry function's callers.
fn note_assumptions(program: &mut hir::Program, options: &CompileOptions) {
    let is_entry = |function: &&hir::Function| function.name == options.lower.entry;
    let at = program.functions.iter().find(is_entry).map(|function| function.at);
    let notes = options.assumptions.iter().map(|detail| hir::Note {
        construct: unsupported::HARNESS,
        detail: detail.clone(),
        at: at.unwrap_or_default(),
    });
    program.notes.extend(notes);
}

/// Adds variables to keep of functions that are never called. They have no value that an execution
/// would see; properties may name them all the same.
fn never_active(program: &hir::Program, keep: &[String], cfg: &mut Cfg) {
    for object in program.objects.iter().filter(|object| keep.contains(&object.name)) {
        let is_own = matches!(object.storage, hir::Storage::Local | hir::Storage::Parameter);
        let Some(function) = object.function.filter(|_| is_own) else { continue };
        let function = &program.functions[function].name;
        let name = format!("{function}::{}", object.name);
        let is_active = cfg.scopes.iter().any(|scope| scope.function == *function);
        let is_known = cfg.variables.iter().any(|variable| variable.name == name);
        let Some(ty) = program.types.scalar(object.ty).filter(|_| !is_active && !is_known) else {
            continue;
        };
        cfg.variables.push(Variable {
            c_type: program.types.display(object.ty),
            ..Variable::temporary(name, Type::Int(ty))
        });
    }
}

/// The labels that no location has. Those that are called as locations and edges are in files mean
/// these in properties.
fn find_unreached(cfg: &Cfg, mut labels: Vec<String>) -> Vec<String> {
    let here: HashSet<&String> = cfg.locations.iter().flat_map(|at| &at.labels).collect();
    let is_ours = |label: &str| {
        let number = label.strip_prefix(['n', 'e']).is_some_and(|at| at.parse::<u32>().is_ok());
        number || label == "start"
    };
    labels.retain(|label| !here.contains(label) && !is_ours(label));
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// Measures stages.
struct Clock {
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn new() -> Self {
        Clock { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.laps.push((name, now - self.last));
        self.last = now;
    }
}
