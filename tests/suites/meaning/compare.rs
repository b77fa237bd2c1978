//! Runs a program both ways and compares what it reports.

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use belnap_frontend::calls::InlineMode;
use belnap_frontend::lower::VolatileReads;
use belnap_frontend::pipeline::{self, CompileOptions, UnitText};
use belnap_ir::cfg::{Cfg, DataModel};
use belnap_ir::ids::CfgVarId;
use belnap_ir::validate;
use belnap_passes::PassContext;
use belnap_test_support::head::Head;
use belnap_tests::interpret::{End, Interpreter, Layout, Seeded, State, Value};

use super::compiler;

/// What `observe` does in our graphs, and in the compiled program too.
const OBSERVE: &str = "\
unsigned long long checksum, observed;
unsigned int observations;
void observe(unsigned long long value) {
  checksum = checksum * 1099511628211ull + value + 1;
  observed = value;
  observations++;
}
";

/// Prints each value in the compiled program.
const PRINT: &str = "\
#include <stdio.h>
void observe(unsigned long long value) { printf(\"%llu\\n\", value); }
";

/// Why an execution of a graph tells nothing.
const UNKNOWN: &str = "the execution meets something unknown";

/// Steps an execution may take.
const FUEL: u64 = 3_000_000;

const INLINE: [InlineMode; 2] = [InlineMode::All, InlineMode::None];

/// A case file.
pub fn case(file: &Path, model: DataModel) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    Head::read(file, &text, &[])?;
    let printed = compiler::compile_and_run(&format!("{text}\n{PRINT}"), model, &[])?;
    let expected: Vec<u64> = printed
        .lines()
        .map(|line| line.parse().map_err(|_| format!("not a number: {line}")))
        .collect::<Result<_, _>>()?;
    if expected.is_empty() {
        return Err("the program reports nothing".to_owned());
    }
    let text = compiler::preprocess(&text, model, &[])?;
    for inline in INLINE {
        let cfg = compile(&text, "main", model, inline)?;
        for seed in [0, 1] {
            let found = trace(&cfg, seed).map_err(|error| format!("inline {inline:?}: {error}"))?;
            first_difference(&expected, &found)
                .map_err(|error| format!("inline {inline:?}, layout {seed}: {error}"))?;
        }
        after_passes(&cfg, checksum_of(&expected))
            .map_err(|error| format!("inline {inline:?}: {error}"))?;
    }
    Ok(())
}

/// A generator of random programs.
#[derive(Clone, Copy)]
pub struct Maker {
    /// What its programs are called.
    pub name: &'static str,
    /// The program with this seed; all its names begin with the prefix.
    pub make: fn(u64, &str) -> String,
    /// How many of a hundred executions are followed to their end, at least; the others may meet
    /// something unknown.
    pub followed: usize,
}

/// Random programs with these seeds.
pub fn random(maker: Maker, seeds: Range<u64>, model: DataModel) -> Result<(), String> {
    let programs: Vec<(String, String)> = seeds
        .map(|seed| {
            let prefix = format!("p{seed}_");
            ((maker.make)(seed, &prefix), format!("{prefix}main"))
        })
        .collect();
    let declare = "extern void observe(unsigned long long value);\n";
    let mut together = format!("#include <stdio.h>\n{OBSERVE}");
    let mut main = String::from("int main(void) {\n");
    for (text, entry) in &programs {
        together.push_str(text);
        let _ = writeln!(main, "  checksum = 0; {entry}(); printf(\"%llu\\n\", checksum);");
    }
    let printed = compiler::compile_and_run(&format!("{together}{main}}}\n"), model, &[])?;
    let mut followed = 0;
    for ((text, entry), line) in programs.iter().zip(printed.lines()) {
        let expected: u64 = line.parse().map_err(|_| format!("not a number: {line}"))?;
        let check = || {
            let cfg = compile(&format!("{declare}{text}"), entry, model, InlineMode::All)?;
            same_checksum(&cfg, expected)?;
            after_passes(&cfg, expected)
        };
        match check() {
            Ok(()) => followed += 1,
            Err(error) if maker.followed < 100 && error.starts_with(UNKNOWN) => {}
            Err(error) => return Err(format!("{entry}: {error}\n{text}")),
        }
    }
    if 100 * followed < maker.followed * programs.len() {
        return Err(format!("only {followed} of {} executions were followed", programs.len()));
    }
    Ok(())
}

/// A program of csmith, which prints a checksum of its global variables.
pub fn csmith(seed: u64, model: DataModel) -> Result<(), String> {
    let headers = compiler::csmith().ok_or("csmith is not installed")?;
    let include = format!("-I{}", headers.display());
    let program = compiler::csmith_program(seed)?;
    // The numbers that go into the checksum are reported one by one instead.
    let hook = "#include \"csmith.h\"\nextern void observe(unsigned long long);\n\
                #define transparent_crc(value, name, flag) observe(value)";
    let hooked = program.replacen("#include \"csmith.h\"", hook, 1);
    let printed = compiler::compile_and_run(&format!("{hooked}\n{PRINT}"), model, &[&include]);
    let printed = match printed {
        Ok(printed) => printed,
        // Some of its programs run for very long, or fault: nothing to compare with.
        Err(error) if error.starts_with(compiler::ENDED) => return Ok(()),
        Err(error) => return Err(error),
    };
    let expected: Vec<u64> = printed.lines().filter_map(|line| line.parse().ok()).collect();
    let text = compiler::preprocess(&hooked, model, &[&include])?;
    let cfg = compile(&text, "main", model, InlineMode::All)?;
    let found = trace(&cfg, 0)?;
    first_difference(&expected, &found)
}

fn compile(text: &str, entry: &str, model: DataModel, mode: InlineMode) -> Result<Cfg, String> {
    let units = vec![UnitText::new("program.c", text), UnitText::new("observe.c", OBSERVE)];
    let mut options = CompileOptions { data_model: model, ..CompileOptions::default() };
    // Compiled programs read what they have written.
    options.lower.volatile = VolatileReads::Memory;
    options.lower.entry = entry.to_owned();
    options.inline.mode = mode;
    let cfg = pipeline::compile(units, &options).map_err(|refused| refused.render())?.cfg;
    valid(&cfg)?;
    Ok(cfg)
}

fn valid(cfg: &Cfg) -> Result<(), String> {
    match validate::cfg::validate(cfg).first() {
        None => Ok(()),
        Some(diagnostic) => Err(format!("the graph is not valid: {diagnostic}")),
    }
}

/// The variable of that name; `None` if the program never uses it.
fn variable(cfg: &Cfg, name: &str) -> Option<CfgVarId> {
    cfg.variables.iter().position(|variable| variable.name == name).map(CfgVarId::from)
}

fn number(state: &State, variable: Option<CfgVarId>) -> u64 {
    match variable.map(|variable| &state.values[variable.index()]) {
        Some(Value::Int(value, _)) => *value as u64,
        _ => 0,
    }
}

fn layout(cfg: &Cfg, seed: u64) -> Result<Layout, String> {
    Layout::new(cfg, seed).map_err(|error| error.to_string())
}

/// The numbers an execution reports.
fn trace(cfg: &Cfg, seed: u64) -> Result<Vec<u64>, String> {
    let (count, last) = (variable(cfg, "observations"), variable(cfg, "observed"));
    let mut found = Vec::new();
    let interpreter = Interpreter::new(cfg, layout(cfg, seed)?);
    let mut started = false;
    let outcome = interpreter.run_observed(&mut Seeded { seed }, FUEL, &mut |state| {
        started |= state.location == cfg.start;
        if started && number(state, count) != found.len() as u64 {
            found.push(number(state, last));
        }
    });
    ended(cfg, outcome.end)?;
    Ok(found)
}

fn ended(cfg: &Cfg, end: End) -> Result<(), String> {
    match end {
        End::Halted(_) => Ok(()),
        End::MetUnknown(edge) => {
            let edge = &cfg.edges[edge];
            let place = edge.source.as_ref().map(ToString::to_string).unwrap_or_default();
            Err(format!("{UNKNOWN} at {place}: {}", edge.text))
        }
        other => Err(format!("the execution ends with {other:?}")),
    }
}

fn first_difference(expected: &[u64], found: &[u64]) -> Result<(), String> {
    let at = expected.iter().zip(found).position(|(a, b)| a != b);
    match at {
        Some(at) => Err(format!(
            "value {at} is {} ({:#x}), expected {} ({:#x})",
            found[at], found[at], expected[at], expected[at]
        )),
        None if expected.len() != found.len() => {
            Err(format!("{} values, expected {}", found.len(), expected.len()))
        }
        None => Ok(()),
    }
}

fn checksum_of(values: &[u64]) -> u64 {
    values.iter().fold(0u64, |sum, value| {
        sum.wrapping_mul(1_099_511_628_211).wrapping_add(*value).wrapping_add(1)
    })
}

fn same_checksum(cfg: &Cfg, expected: u64) -> Result<(), String> {
    let interpreter = Interpreter::new(cfg, layout(cfg, 0)?);
    let outcome = interpreter.run(&mut Seeded { seed: 0 }, FUEL);
    ended(cfg, outcome.end)?;
    let found = number(&outcome.state, variable(cfg, "checksum"));
    if found == expected {
        Ok(())
    } else {
        Err(format!("the checksum is {found}, expected {expected}"))
    }
}

/// Every pass alone and the default pipeline keep what is reported.
fn after_passes(cfg: &Cfg, expected: u64) -> Result<(), String> {
    let context = PassContext {
        mentioned: variable(cfg, "checksum").into_iter().collect(),
        ..PassContext::default()
    };
    for pass in belnap_passes::PASSES {
        let passed = (pass.run)(cfg, &context);
        valid(&passed.cfg)
            .and_then(|()| same_checksum(&passed.cfg, expected))
            .map_err(|error| format!("after {}: {error}", pass.name))?;
    }
    let passed = belnap_passes::run_default(cfg, &context);
    valid(&passed.cfg)
        .and_then(|()| same_checksum(&passed.cfg, expected))
        .map_err(|error| format!("after the default passes: {error}"))
}
