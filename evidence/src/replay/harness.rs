//! The C code that supplies inputs and notices the end.

use std::fmt::Write as _;

use super::draw::DRAWN;
use super::ending::{End, STARTED};
use belnap_formats::replay::{ALLOCATING, Array, Replay};
use belnap_ir::cfg::AskedKind;

/// Functions that ask for input, and what they return.
pub const INPUTS: [(&str, &str); 27] = [
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("unsigned", "unsigned int"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "__SIZE_TYPE__"),
    ("loff_t", "long long"),
    ("pointer", "void *"),
    ("charp", "char *"),
    ("pchar", "char *"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned int"),
    ("u64", "unsigned long long"),
    ("s8", "signed char"),
    ("s16", "short"),
    ("s32", "int"),
    ("S32", "int"),
    ("sector_t", "unsigned long"),
];

/// Whether the code below makes the program limit its own system calls on this machine.
pub const LIMITS_ITSELF: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "x86")));

/// What the program does before anything else.
const LIMITS: &str = include_str!("limits.c");

/// Memory that the program allocates or declares.
const MEMORY: &str = include_str!("memory.c");

/// Accesses to objects that the program declares.
const SHADOW: &str = include_str!("shadow.c");

/// Functions of the library that give inputs.
const LIBRARY: &str = include_str!("library.c");

/// Options for the compiler that links it: whose functions stand in for those of the library.
pub const LINKING: [&str; 5] = [
    "-Wl,--wrap=malloc",
    "-Wl,--wrap=calloc",
    "-Wl,--wrap=realloc",
    "-Wl,--wrap=free",
    "-Wl,-z,noexecstack",
];

/// The same where accesses are looked at.
pub const LINKING_LOOKS: [&str; 4] =
    ["-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset", "-Wl,--wrap=strcpy"];

/// The functions that the code defines.
pub fn list_defined_functions() -> impl Iterator<Item = String> {
    let inputs = INPUTS.iter().map(|(name, _)| format!("__VERIFIER_nondet_{name}"));
    let others = [
        "rand",
        "random",
        "getchar",
        "getc",
        "fgetc",
        "_IO_getc",
        "fgets",
        "reach_error",
        "__VERIFIER_error",
        "__VERIFIER_assume",
        "__VERIFIER_assert",
        "__assert_fail",
        "belnap_alloca",
        "belnap_cell",
        "belnap_label",
        "belnap_local",
        "belnap_round",
        "belnap_seen",
        "belnap_state",
        "belnap_watch",
        "__ubsan_handle_out_of_bounds_abort",
        "__ubsan_handle_type_mismatch_v1_abort",
        "__ubsan_handle_add_overflow_abort",
        "__ubsan_handle_sub_overflow_abort",
        "__ubsan_handle_mul_overflow_abort",
        "__ubsan_handle_negate_overflow_abort",
        "__ubsan_handle_divrem_overflow_abort",
        "__ubsan_handle_shift_out_of_bounds_abort",
        "__asan_register_globals",
        "__asan_unregister_globals",
        "__asan_handle_no_return",
    ];
    let looks = ["1", "2", "4", "8", "16", "N"]
        .into_iter()
        .flat_map(|bytes| ["load", "store"].map(|what| format!("__asan_{what}{bytes}_noabort")));
    inputs.chain(others.map(str::to_owned)).chain(looks)
}

/// What every file of the program begins with. Error functions with a body give way to ours.
pub const HEADER: &str = "unsigned long long belnap_local(int);\nint belnap_round(void);\n\
                          int belnap_watch(int);\nunsigned belnap_seen(void);\n\
                          int belnap_state(int);\nint belnap_label(void);\n\
                          void belnap_cell(void *, __SIZE_TYPE__, int, __SIZE_TYPE__, \
                          __SIZE_TYPE__, unsigned long long);\n\
                          void *belnap_alloca(__SIZE_TYPE__);\n\
                          #define __builtin_alloca(size) belnap_alloca(size)\n\
                          #pragma weak reach_error\n\
                          #pragma weak __VERIFIER_error\n";

/// The code: a file to be compiled and linked with the program.
pub fn text(replay: &Replay) -> String {
    let mut next = String::from("static const number inputs[] = {\n");
    for input in &replay.inputs {
        let place = comment(&input.place);
        let _ = writeln!(next, "  {}, /* {place} */", bits(input.value));
    }
    let _ = write!(
        next,
        "  0\n}};\nstatic const unsigned count = {};\n\n\
         static number next(void) {{\n  if (used == count) end({});\n  \
         return inputs[used++];\n}}\n\n\
         static unsigned char filling(void) {{ return {}; }}\n\n",
        replay.inputs.len(),
        End::NoInput as i32,
        replay.fill
    );
    supply(replay, &next)
}

/// The same code with inputs that are drawn, as [`super::draw`] says.
pub fn drawing_text(replay: &Replay) -> String {
    supply(replay, DRAWN)
}

/// Whether the program is to look at what lies between the objects that it declares.
pub fn is_shaded(replay: &Replay) -> bool {
    LIMITS_ITSELF && matches!(replay.check, Some(AskedKind::Bounds | AskedKind::Access))
}

/// The code that takes inputs from the function `next`, which is given, as is `filling`.
fn supply(replay: &Replay, next: &str) -> String {
    let mut out = String::from(
        "/* Supplies the inputs of one execution. Made by belnap; link it with the program. */\n\
         typedef unsigned long long number;\n\n",
    );
    let (not_confined, crashed) = (End::NotConfined as i32, End::Crashed as i32);
    let _ = writeln!(
        out,
        "enum {{ STARTED = {STARTED}, NOT_CONFINED = {not_confined}, CRASHED = {crashed} }};\n\
         static unsigned used;\n\
         #define SHADED {}",
        i32::from(is_shaded(replay))
    );
    out.push_str(LIMITS);
    out.push_str(SHADOW);
    out.push_str(next);
    for (name, ty) in INPUTS {
        let cast = if ty.ends_with('*') { "(__UINTPTR_TYPE__)" } else { "" };
        let _ = writeln!(
            out,
            "__attribute__((weak)) {ty} __VERIFIER_nondet_{name}(void) {{ return ({ty}){cast}next(); }}"
        );
    }
    out.push_str(LIBRARY);
    let _ = write!(
        out,
        "\nvoid reach_error(void) {{ end({}); }}\n\
         void __VERIFIER_error(void) {{ end({}); }}\n\
         __attribute__((weak)) void __VERIFIER_assert(int c) {{ if (!c) end({assertion}); }}\n\
         __attribute__((weak)) void __VERIFIER_assume(int c) {{ if (!c) end({}); }}\n\
         void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {{\n  \
         end({assertion});\n}}\n\n",
        End::ReachError as i32,
        End::VerifierError as i32,
        End::Assumption as i32,
        assertion = End::Assertion as i32,
    );
    let _ = write!(
        out,
        "int belnap_round(void) {{\n  static unsigned times;\n  \
         if (++times == {}) end({});\n  return 0;\n}}\n\n\
         int belnap_watch(int c) {{\n  if (c) end({});\n  return 0;\n}}\n\n\
         int belnap_label(void) {{\n  end({});\n  return 0;\n}}\n\n",
        replay.head.as_ref().map_or(0, |head| head.times),
        End::Rounds as i32,
        End::Watched as i32,
        End::Label as i32,
    );
    let _ = write!(
        out,
        "static unsigned seen;\nunsigned belnap_seen(void) {{ return seen; }}\n\
         int belnap_state(int c) {{\n  if (c && ++seen == {}) end({});\n  return 0;\n}}\n\n",
        replay.states.len(),
        End::Watched as i32,
    );
    locals(replay, &mut out);
    memory(replay, &mut out);
    out
}

/// What uninitialised variables are, by number and time.
fn locals(replay: &Replay, out: &mut String) {
    out.push_str("number belnap_local(int which) {\n  static unsigned times[");
    let _ = writeln!(out, "{}];\n  switch (which) {{", replay.locals.len().max(1));
    for (which, local) in replay.locals.iter().enumerate() {
        let values: Vec<String> = local.values.iter().map(|value| bits(*value)).collect();
        let name = comment(&local.name);
        let _ = writeln!(out, "  case {which}: {{ /* {name}, line {} */", local.line);
        let _ = writeln!(out, "    static const number values[] = {{{}}};", values.join(", "));
        let _ = writeln!(
            out,
            "    return times[which] < {} ? values[times[which]++] : 0;\n  }}",
            values.len()
        );
    }
    out.push_str("  default: return 0;\n  }\n}\n");
}

/// What memory holds that the program does not initialise.
fn memory(replay: &Replay, out: &mut String) {
    let (none, other) = (End::NoMemory as i32, End::OtherMemory as i32);
    let _ = writeln!(out, "\nenum {{ NO_MEMORY = {none}, OTHER_MEMORY = {other} }};");
    let [leaks, loses] = [AskedKind::Leak, AskedKind::Lost].map(|kind| replay.check == Some(kind));
    let places = [AskedKind::Bounds, AskedKind::Null, AskedKind::Access, AskedKind::Free];
    let guarded = leaks || loses || replay.check.is_some_and(|kind| places.contains(&kind));
    let [guarded, leaks, loses] = [guarded, leaks, loses].map(i32::from);
    let _ = writeln!(out, "enum {{ GUARDED = {guarded}, LEAKS = {leaks}, LOSES = {loses} }};");
    let names: Vec<String> = ALLOCATING.iter().map(|name| name.to_uppercase()).collect();
    let _ = writeln!(out, "enum {{ {} }};", names.join(", "));
    out.push_str(
        "struct content {\n  number call;\n  int function;\n  __SIZE_TYPE__ offset;\n  \
         unsigned char byte;\n};\nstatic const struct content contents[] = {\n",
    );
    for allocation in &replay.allocations {
        let place = comment(&allocation.place);
        let _ = writeln!(out, "  /* {place} */");
        let (number, function) = (allocation.number, allocation.function.to_uppercase());
        for (offset, byte) in &allocation.bytes {
            let _ = writeln!(out, "  {{{number}, {function}, {offset}, {byte}}},");
        }
    }
    out.push_str("  {0, 0, 0, 0}\n};\n\n");
    out.push_str(MEMORY);
}

/// Statements that fill a local array or other memory of a local variable.
pub fn cells(array: &Array) -> String {
    let name = &array.name;
    let cell = |(index, value): (&u64, &i128)| match array.width {
        None => format!("{name}[{index}] = {};", bits(*value)),
        // An element of which the part is may be smaller than it looks.
        Some(width) => format!(
            "belnap_cell(&{name}, sizeof({name}), {}, {index}, {width}, {});",
            i32::from(name.contains('[')),
            bits(*value)
        ),
    };
    let each = array.cells.iter().filter(|(_, value)| **value != 0);
    each.map(cell).collect::<Vec<_>>().join(" ")
}

/// The bits of a number, as C writes them.
fn bits(value: i128) -> String {
    format!("0x{:x}ULL", value as u64)
}

/// A text that does not end the comment it stands in.
fn comment(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    let text: String = text.chars().map(plain).collect();
    text.replace("*/", "* /").replace("/*", "/ *").replace('\\', "?")
}
