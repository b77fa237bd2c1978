//! A test that calls a function with the arguments of an execution: one C file that includes the
//! function's own, for whoever wants to do without `belnap`.

use std::fmt::Write as _;
use std::path::Path;

use belnap_formats::replay::{HarnessText, Replay, root};
use belnap_ir::c_tokens::is_identifier;

use super::{harness, patch, source};
use crate::c_text::code;

/// What an input is called in the text of a harness.
const INPUT: &str = "__VERIFIER_nondet_";

/// The test, and what it is called; `None` if the replay is not of a function, or has memory that
/// only `belnap` can fill.
pub fn text(replay: &Replay) -> Option<(String, String)> {
    let own = replay.program.harness.as_ref()?;
    let (call, rest) = with_values(replay, own)?;
    let files = &replay.program.files;
    let file = files.get(own.file)?;
    let name = format!("{}.test.c", own.function);
    let mut out = String::new();
    let property = replay.property.as_deref().unwrap_or("the property");
    let _ = writeln!(out, "/* Calls {} as in an execution that refutes {property}:", own.function);
    let others = files.iter().enumerate().filter(|(number, _)| *number != own.file);
    let others: String = others.map(|(_, file)| format!(" {file}")).collect();
    let flags = flags(replay, own.file);
    let _ = writeln!(
        out,
        " *   cc -g -fwrapv -ftrivial-auto-var-init=zero{flags} {name}{others} && ./a.out"
    );
    let _ = writeln!(out, " * It ends with a message where the error is. */");
    let path = Path::new(file).file_name()?.to_string_lossy();
    let _ = writeln!(out, "#define main main_of_the_program\n#include \"{path}\"\n");
    out.push_str("extern int printf(const char *, ...);\nextern void abort(void);\n");
    let defined = code(&source::text(file).ok()?);
    for (function, parameters, body) in ERRORS {
        if patch::definition(&defined, function).is_none() {
            let _ =
                writeln!(out, "__attribute__((weak)) void {function}({parameters}) {{ {body} }}");
        }
    }
    inputs(&mut out, &rest);
    out.push('\n');
    out.push_str(&call);
    let _ = writeln!(out, "\n#undef main\nint main(void)\n{{\n  {}();\n  return 0;\n}}", own.entry);
    Some((name, out))
}

/// Functions of verification tasks, their parameters and bodies.
const ERRORS: [(&str, &str, &str); 4] = [
    ("reach_error", "void", "printf(\"the error is reached\\n\"); abort();"),
    ("__VERIFIER_error", "void", "printf(\"the error is reached\\n\"); abort();"),
    ("__VERIFIER_assert", "int c", "if (!c) { printf(\"an assertion fails\\n\"); abort(); }"),
    ("__VERIFIER_assume", "int c", "if (!c) { printf(\"an assumption fails\\n\"); abort(); }"),
];

fn flags(replay: &Replay, number: usize) -> String {
    let program = &replay.program;
    let mut all = vec![format!("-m{}", program.bits)];
    let home = Path::new(&program.files[number]).parent().filter(|home| *home != Path::new(""));
    all.extend(home.map(|home| format!("-I{}", home.display())));
    all.extend(program.include.iter().map(|value| format!("-I{value}")));
    all.extend(program.define.iter().map(|value| format!("-D{value}")));
    all.extend(program.undefine.iter().map(|value| format!("-U{value}")));
    all.extend(program.flags.get(number).into_iter().flatten().cloned());
    all.iter().map(|flag| format!(" '{}'", flag.replace("*/", "* /"))).collect()
}

/// The text of the harness in which inputs are numbers, and the inputs that the function itself
/// asks for.
fn with_values(replay: &Replay, own: &HarnessText) -> Option<(String, Vec<i128>)> {
    let head = format!("void {}(void)", own.entry);
    // All other memory is zero, as it was in the execution.
    let text = own.text.replace("malloc(__SIZE_TYPE__)", "calloc(__SIZE_TYPE__, __SIZE_TYPE__)");
    let text = text.replace(")malloc(", ")calloc(1, ");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| *line == head)?;
    let mut inputs = replay.inputs.iter().map(|input| input.value);
    for line in &mut lines[first..] {
        if let Some(at) = line.find(INPUT) {
            let end = at + line[at..].find("()")? + 2;
            line.replace_range(at..end, &literal(inputs.next()?));
        }
    }
    let mut behind: Vec<(u32, String)> = Vec::new();
    for one in replay.locals.iter().filter(|one| one.file == own.name) {
        let value = literal(*one.values.first()?);
        behind.push((one.line, format!("{} = {value};", one.name)));
    }
    for one in replay.arrays.iter().filter(|one| one.file == own.name) {
        if one.width.is_some() || !is_identifier(root(&one.name)) {
            return None;
        }
        behind.push((one.line, harness::cells(one)));
    }
    for one in &replay.allocations {
        let line: u32 = one.place.strip_prefix(&own.name)?.strip_prefix(':')?.parse().ok()?;
        let pointer = lines.get(line as usize - 1)?.split('=').next()?.trim_end();
        let pointer = pointer.rsplit([' ', '*']).next()?;
        let bytes = one
            .bytes
            .iter()
            .map(|(offset, byte)| format!("((unsigned char *){pointer})[{offset}] = {byte};"));
        behind.push((line, bytes.collect::<Vec<_>>().join(" ")));
    }
    for (line, statements) in behind {
        let line = lines.get_mut(line as usize - 1)?;
        line.push(' ');
        line.push_str(&statements);
    }
    Some((lines.join("\n") + "\n", inputs.collect()))
}

/// Functions for the inputs that the function itself asks for.
fn inputs(out: &mut String, rest: &[i128]) {
    if rest.is_empty() {
        return;
    }
    let values: Vec<String> = rest.iter().map(|value| literal(*value)).collect();
    let _ = writeln!(out, "static const unsigned long long inputs[] = {{{}}};", values.join(", "));
    let count = rest.len();
    let _ = writeln!(
        out,
        "static unsigned long long next(void)\n{{\n  static unsigned used;\n  \
         return used < {count} ? inputs[used++] : 0;\n}}"
    );
    for (name, ty) in harness::INPUTS.iter().filter(|(_, ty)| !ty.ends_with('*')) {
        let _ =
            writeln!(out, "__attribute__((weak)) {ty} {INPUT}{name}(void) {{ return next(); }}");
    }
}

/// A number in C.
fn literal(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => format!("({} - 1)", i64::MIN + 1),
        Ok(small) if i32::try_from(small).is_ok() && small != i64::from(i32::MIN) => {
            small.to_string()
        }
        Ok(wide) => format!("{wide}LL"),
        Err(_) => format!("{}ULL", value as u64),
    }
}
