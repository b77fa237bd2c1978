//! Headers of a program, which are read although no command line names them.

use std::path::Path;

use belnap_formats::tool::ToolError;
use belnap_formats::tool::outputs::{keep_apart, keep_included};
use belnap_frontend::commands::c2cfg::ProgramArgs;
use belnap_frontend::preprocess::{Bits, Force, PreprocessOptions, load_unit};

/// Refuses outputs that are files of a program, or headers of these.
pub fn keep_program(
    outputs: &[(&str, Option<&str>)],
    program: &ProgramArgs,
) -> Result<(), ToolError> {
    keep_apart(outputs, program.inputs())?;
    // Only what exists can be a header, and most outputs are new.
    let mut files = outputs.iter().filter_map(|(_, file)| *file);
    if !files.any(|file| Path::new(file).is_file()) {
        return Ok(());
    }
    // Standard input can be read once, and that is not now.
    for file in program.inputs().filter(|file| *file != "-") {
        keep_included(outputs, &load_unit(file, &preprocess(program))?)?;
    }
    Ok(())
}

fn preprocess(program: &ProgramArgs) -> PreprocessOptions {
    PreprocessOptions {
        cpp: program.cpp.clone(),
        include_dirs: program.include.clone(),
        defines: program.define.clone(),
        undefines: program.undefine.clone(),
        force: match (program.no_cpp, program.cpp_always) {
            (true, _) => Force::Never,
            (_, true) => Force::Always,
            _ => Force::BySuffix,
        },
        bits: if program.machine == "32" { Bits::Bits32 } else { Bits::Bits64 },
    }
}
