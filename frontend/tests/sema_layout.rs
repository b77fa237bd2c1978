//! Layouts of random structs and unions, compared with what the system's C compiler does.

use std::fmt::Write as _;

use belnap_frontend::ctype::{CType, Layout, RecordId, Types};
use belnap_frontend::hir::Program;
use belnap_ir::cfg::DataModel;
use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::cases;

use crate::support::{analyse_text, has_compiler};

const PRELUDE: &str = "
enum plain { P0, P1 = 3 };
enum negative { N0 = -1, N1 = 100 };
enum __attribute__((packed)) small { S0, S1 = 200 };
typedef int loose __attribute__((aligned(16)));
typedef long long tight __attribute__((aligned(2)));
typedef unsigned long long wide;
typedef unsigned char spread __attribute__((aligned(4)));
typedef int dense __attribute__((aligned(1)));
typedef struct { long long l; } __attribute__((aligned(8))) strict;
typedef struct { short s; } __attribute__((packed, aligned(2))) half;
typedef union { int i; char c[6]; } some;
";

const INTEGERS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "wide",
    "_Bool",
    "enum plain",
    "enum negative",
    "enum small",
    "loose",
    "tight",
    "spread",
    "dense",
];

/// So many of these can be elements of arrays: their size is a multiple of their alignment.
const ELEMENTS: usize = 15;

const OTHERS: &[&str] = &[
    "float",
    "double",
    "long double",
    "void *",
    "loose",
    "tight",
    "strict",
    "half",
    "some",
    "float _Complex",
    "double _Complex",
    "_Alignas(16) int",
    "_Alignas(8) char",
];

/// A type's width in the smaller of the two models, as the limit of bit-fields.
fn width_of(ty: &str) -> u64 {
    match ty {
        "char" | "signed char" | "unsigned char" | "enum small" | "spread" => 8,
        "_Bool" => 1,
        "short" | "unsigned short" => 16,
        "long long" | "wide" | "tight" => 64,
        _ => 32,
    }
}

/// A width, often one that ordinary members have, too.
fn some_width(random: &mut Random, ty: &str) -> u64 {
    let most = width_of(ty);
    match random.below(3) {
        0 => [8, 16, 32, 64][random.below(4) as usize].min(most),
        _ => random.below(most + 1),
    }
}

fn attributes(random: &mut Random) -> String {
    let mut text = String::new();
    if random.percent(12) {
        text.push_str(" __attribute__((packed))");
    }
    if random.percent(10) {
        let align = random.pick(&["1", "2", "4", "8", "16"]);
        let _ = write!(text, " __attribute__((aligned({align})))");
    }
    text
}

/// Members of a record; names of ordinary members and bit-fields are collected.
fn members(
    random: &mut Random,
    depth: u64,
    known: usize,
    prefix: &str,
    named: &mut Vec<(String, bool)>,
) -> String {
    let mut text = String::new();
    for index in 0..1 + random.below(6) {
        let name = format!("{prefix}{index}");
        match random.below(20) {
            0..=8 => {
                let ty = random.pick(INTEGERS);
                let width = some_width(random, ty).max(1);
                let attributes = attributes(random);
                let _ = match random.below(3) {
                    0 => writeln!(text, "  {attributes} {ty} {name} : {width};"),
                    1 => writeln!(text, "  {ty} {attributes} {name} : {width};"),
                    _ => writeln!(text, "  {ty} {name} : {width}{attributes};"),
                };
                named.push((name, true));
            }
            9 => {
                let ty = random.pick(INTEGERS);
                let width = some_width(random, ty);
                let _ = writeln!(text, "  {ty} : {width}{};", attributes(random));
            }
            10 if depth > 0 => {
                let kind = random.pick(&["struct", "union"]);
                let inner = members(random, depth - 1, known, &format!("{name}_"), named);
                let _ = writeln!(text, "  {kind} {{\n{inner}  }}@{};", attributes(random));
            }
            11 if known > 0 => {
                let other = random.below(known as u64);
                let _ = writeln!(text, "  struct s{other} {name};");
                named.push((name, false));
            }
            12 => {
                let ty = random.pick(&INTEGERS[..ELEMENTS]);
                let _ = writeln!(text, "  {ty} {name}[{}]{};", random.below(4), attributes(random));
                named.push((name, false));
            }
            13..=15 => {
                let ty = random.pick(OTHERS);
                let attributes =
                    if random.percent(50) { attributes(random) } else { String::new() };
                let _ = writeln!(text, "  {ty} {name}{attributes};");
                named.push((name, false));
            }
            _ => {
                let ty = random.pick(INTEGERS);
                let attributes = attributes(random);
                let _ = match random.below(3) {
                    0 => writeln!(text, "  {attributes} {ty} {name}, {name}_more;"),
                    1 => writeln!(text, "  {ty} {attributes} {name};"),
                    _ => writeln!(text, "  {ty} {name}{attributes};"),
                };
                named.push((name, false));
            }
        }
    }
    text
}

struct Sample {
    /// With `#pragma pack`.
    definitions: String,
    /// With an attribute instead, as the parser passes the pragma on.
    ours: String,
    /// Of each record, its members and whether they are bit-fields.
    records: Vec<Vec<(String, bool)>>,
}

fn sample(seed: u64, count: usize) -> Sample {
    let mut random = Random::new(seed);
    let mut definitions = PRELUDE.to_owned();
    let mut ours = PRELUDE.to_owned();
    let mut records = Vec::new();
    for index in 0..count {
        let mut named = Vec::new();
        let body = members(&mut random, 2, index, "m", &mut named);
        let attributes = attributes(&mut random);
        let flexible = if random.percent(5) { "  short tail[];\n" } else { "" };
        let first = if flexible.is_empty() { "" } else { "  char head;\n" };
        let text = format!("struct s{index} {{\n{first}{body}{flexible}}}@{attributes};\n");
        if random.percent(20) {
            let pack = random.pick(&["1", "2", "4", "8"]);
            let _ = write!(definitions, "#pragma pack(push, {pack})\n{text}#pragma pack(pop)\n");
            let attribute = format!(" __attribute__((pragma_pack({pack})))");
            ours.push_str(&text.replace('@', &attribute));
        } else {
            definitions.push_str(&text);
            ours.push_str(&text.replace('@', ""));
        }
        records.push(named);
    }
    Sample { definitions: definitions.replace('@', ""), ours, records }
}

/// The program that prints the layouts.
fn printer(sample: &Sample) -> String {
    let mut text = "int printf(const char *, ...);\nvoid *memset(void *, int, unsigned long);\n"
        .replace("unsigned long", "__SIZE_TYPE__");
    text.push_str(&sample.definitions);
    text.push_str(
        "static void dump(const char *what, void *p, int n) {\n  unsigned char *b = p;\n  \
         printf(\"%s\", what);\n  for (int i = 0; i < n; i++) printf(\" %02x\", b[i]);\n  \
         printf(\"\\n\");\n}\nint main(void) {\n",
    );
    for (index, named) in sample.records.iter().enumerate() {
        let _ = writeln!(text, "  {{ static struct s{index} x;");
        let _ = writeln!(
            text,
            "  printf(\"s{index} %d %d\\n\", (int) sizeof x, (int) _Alignof(struct s{index}));"
        );
        for (name, is_bit_field) in named {
            if *is_bit_field {
                let _ = writeln!(
                    text,
                    "  memset(&x, 0, sizeof x); x.{name} = -1; dump(\"s{index}.{name}\", &x, sizeof x);"
                );
            } else {
                let _ = writeln!(
                    text,
                    "  printf(\"s{index}.{name} %d\\n\", (int) __builtin_offsetof(struct s{index}, {name}));"
                );
            }
        }
        text.push_str("  }\n");
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// Offset in bytes of a record, and its layout.
fn find<'t>(
    types: &'t Types,
    layout: &'t Layout,
    name: &str,
    base: u64,
) -> Option<(u64, &'t belnap_frontend::ctype::Field)> {
    for field in &layout.fields {
        if field.name.as_deref() == Some(name) {
            return Some((base + field.offset, field));
        }
        if let (None, CType::Record(id)) = (&field.name, types.get(field.ty))
            && let Some(inner) = &types.record(*id).layout
            && let Some(found) = find(types, inner, name, base + field.offset)
        {
            return Some(found);
        }
    }
    None
}

fn ours(sample: &Sample, program: &Program) -> String {
    let types = &program.types;
    let mut text = String::new();
    for (index, named) in sample.records.iter().enumerate() {
        let tag = format!("s{index}");
        let id = (0..types.records.len() as u32)
            .map(RecordId)
            .find(|id| types.record(*id).tag.as_deref() == Some(&tag))
            .expect("defined");
        let layout = types.record(id).layout.as_ref().expect("complete");
        let _ = writeln!(text, "{tag} {} {}", layout.size, layout.align);
        for (name, is_bit_field) in named {
            let (offset, field) = find(types, layout, name, 0).expect("a member");
            if !is_bit_field {
                let _ = writeln!(text, "{tag}.{name} {offset}");
                continue;
            }
            let bits = field.bits.expect("a bit-field");
            assert!(
                u32::from(bits.offset) + u32::from(bits.width) <= 8 * u32::from(bits.unit_bytes)
            );
            assert!(offset + u64::from(bits.unit_bytes) <= layout.size, "{tag}.{name}");
            let mut bytes = vec![0u8; layout.size as usize];
            // All ones, but 1 for _Bool, which is one bit wide.
            for bit in 0..u64::from(bits.width) {
                let at = 8 * offset + u64::from(bits.offset) + bit;
                bytes[(at / 8) as usize] |= 1 << (at % 8);
            }
            let _ = write!(text, "{tag}.{name}");
            for byte in bytes {
                let _ = write!(text, " {byte:02x}");
            }
            text.push('\n');
        }
    }
    text
}

fn compare(model: DataModel, option: &str) {
    if !has_compiler(option) {
        return;
    }
    for seed in 1..=cases(4) {
        let sample = sample(seed, 60);
        let expected = compile_and_run(&printer(&sample), &[option])
            .unwrap_or_else(|reason| panic!("seed {seed} {option}: {reason}"));
        let found = ours(&sample, &analyse_text(&sample.ours, model).expect("is fine"));
        for (expected, found) in expected.lines().zip(found.lines()) {
            let record = found.split(['.', ' ']).next().unwrap_or_default();
            let start = sample.definitions.find(&format!("struct {record} {{")).unwrap_or(0);
            let definition = &sample.definitions[start..];
            let end = definition.find("\nstruct").unwrap_or(definition.len());
            assert_eq!(found, expected, "seed {seed} {option}\n{}", &definition[..end]);
        }
        assert_eq!(expected.lines().count(), found.lines().count());
    }
}

#[test]
fn layouts_are_those_of_the_compiler_on_64_bits() {
    compare(DataModel::LP64, "-m64");
}

#[test]
fn layouts_are_those_of_the_compiler_on_32_bits() {
    compare(DataModel::ILP32, "-m32");
}
