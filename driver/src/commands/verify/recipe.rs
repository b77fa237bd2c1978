//! The options that the files of a run depend on, for its Makefile.

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_frontend::commands::c2cfg::ProgramArgs;
use belnap_refiner::commands::again::SetArgs;
use clap::ValueEnum;

use super::options::{UnrollArg, VerifyOptions};
use crate::verify::makefile::{GivenOption, RecipeOptions};

/// The options of a run whose program is compiled as `program` says.
pub(super) fn recipe_options(program: &ProgramArgs, options: &VerifyOptions) -> RecipeOptions {
    RecipeOptions {
        compiling: program_options(program),
        models: program.model.clone(),
        files: program.files.clone(),
        abstraction: abstraction_options(&options.method, &options.prover),
        method: word(&options.refine),
        sets: options.refine.chooser().map_or_else(Vec::new, |_| set_options(&options.sets)),
        unroll: (options.unroll != UnrollArg::default()).then(|| word(&options.unroll)),
        thorough: options.thorough,
        minimal: options.minimal.on,
        measures: options.measures,
    }
}

fn set_options(sets: &SetArgs) -> Vec<GivenOption> {
    let number = |name, value: usize| (name, Some(value.to_string()));
    let mut out = vec![
        number("--max-subsets", sets.max_subsets),
        number("--max-eliminating", sets.max_eliminating),
        number("--max-size", sets.max_size),
    ];
    out.extend(sets.seed.map(|seed| ("--seed", Some(seed.to_string()))));
    out
}

fn word<T: ValueEnum>(value: &T) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Options of the frontend with their values, without those that name files.
fn program_options(program: &ProgramArgs) -> Vec<GivenOption> {
    let ProgramArgs { cpp, include, define, undefine, no_cpp, cpp_always, .. } = program;
    let mut out = Vec::new();
    let mut option = |name: &'static str, value: &str| out.push((name, Some(value.to_owned())));
    cpp.iter().for_each(|cpp| option("--cpp", cpp));
    include.iter().for_each(|value| option("-I", value));
    define.iter().for_each(|value| option("-D", value));
    undefine.iter().for_each(|value| option("-U", value));
    program.compile_commands.iter().for_each(|file| option("--compile-commands", file));
    program.compiler_flags.iter().for_each(|flag| option("--compiler-flag", flag));
    match program.harness.function {
        Some(_) => program.harness.words().iter().for_each(|(name, value)| option(name, value)),
        None => option("--entry", &program.entry),
    }
    program.machine.words().iter().for_each(|(name, value)| option(name, value));
    option("--integers", &word(&program.integers));
    if !program.check.is_empty() {
        option("--check", &program.check.join(","));
    }
    option("--inline", &word(&program.inline));
    option("--inline-limit", &program.inline_limit.to_string());
    program.recursion.iter().for_each(|levels| option("--recursion", &levels.to_string()));
    program
        .recursive_calls
        .iter()
        .for_each(|calls| option("--recursive-calls", &calls.to_string()));
    option("--extern", &word(&program.externs));
    option("--volatile", &word(&program.volatile));
    program.keep_variables.iter().for_each(|name| option("--keep", name));
    let flags = [
        (*no_cpp, "--no-cpp"),
        (*cpp_always, "--cpp-always"),
        (program.no_library, "--no-library"),
        (program.no_assertions, "--no-assertions"),
    ];
    out.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, name)| (name, None)));
    out
}

fn abstraction_options(method: &MethodArgs, prover: &ProverArgs) -> Vec<GivenOption> {
    let how = match method.cubes {
        Some(size) => ("--cubes", Some(size.to_string())),
        None => ("--effort", Some(method.effort.to_string())),
    };
    let time = prover.question_time.to_string();
    vec![how, ("--joint", Some(method.joint.to_string())), ("--question-time", Some(time))]
}
