//! Machines that the compiler here does not have, against what it has instead: records whose
//! numbers begin with their most significant byte are an attribute of gcc's, which machines with
//! that order of bytes do not need; and what `int` of 16 bits is computed to follows from C's rules
//! on types of known widths, which are written out for the compiler.

use std::fmt::Write as _;

use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::{ByteOrder, DataModel};
use belnap_test_support::compiler;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::interpret::{End, Interpreter, Layout, Seeded, Value};

const OBSERVE: &str = "unsigned long long checksum;\n\
    static void observe(unsigned long long value) {\n\
      checksum = checksum * 1099511628211ull + value + 1;\n\
    }\n";

/// What a function of the program makes the checksum, when its graph is executed.
fn executed(text: &str, entry: &str, model: DataModel) -> u64 {
    let mut options = CompileOptions { data_model: model, ..CompileOptions::default() };
    options.lower.entry = entry.to_owned();
    options.lower.keep.push("checksum".to_owned());
    let unit = UnitText::new("program.c", format!("{OBSERVE}{text}"));
    let compiled = compile(vec![unit], &options);
    let cfg = compiled.unwrap_or_else(|refused| panic!("{}\n{text}", refused.render())).cfg;
    let layout = Layout::new(&cfg, 0).expect("a layout");
    let outcome = Interpreter::new(&cfg, layout).run(&mut Seeded { seed: 0 }, 1_000_000);
    assert!(matches!(outcome.end, End::Halted(_)), "{:?}\n{text}", outcome.end);
    let checksum = cfg.variables.iter().position(|variable| variable.name == "checksum");
    match outcome.state.values[checksum.expect("a checksum")] {
        Value::Int(value, _) => value as u64,
        _ => panic!("the checksum is not a number"),
    }
}

/// What functions `p0`, `p1` and so on make it, when they are compiled.
fn compiled(texts: &[String]) -> Vec<u64> {
    let mut text = format!("#include <stdio.h>\n{OBSERVE}");
    let mut main = String::from("int main(void) {\n");
    for (index, own) in texts.iter().enumerate() {
        text.push_str(own);
        let _ = writeln!(main, "checksum = 0; p{index}(); printf(\"%llu\\n\", checksum);");
    }
    let flags = ["-O1", "-fwrapv", "-fno-strict-aliasing", "-w"];
    let printed = compiler::compile_and_run(&format!("{text}{main}}}\n"), &flags).expect("a run");
    printed.lines().map(|line| line.parse().expect("a number")).collect()
}

fn compare(ours: &[String], theirs: &[String], model: DataModel) {
    for (index, expected) in compiled(theirs).into_iter().enumerate() {
        let found = executed(&ours[index], &format!("p{index}"), model);
        assert_eq!(found, expected, "program {index}\n{}\n{}", ours[index], theirs[index]);
    }
}

const BIG: &str = "__attribute__((scalar_storage_order(\"big-endian\")))";

/// A union of members and bytes, written and read through both.
fn bytes_program(seed: u64, name: &str) -> String {
    let mut random = Random::new(seed);
    let kinds = [("unsigned char", 8), ("short", 16), ("int", 32), ("long long", 64)];
    let mut members = Vec::new();
    let mut fields = String::new();
    for number in 0..3 + random.below(4) {
        let (kind, bits) = random.pick(&kinds);
        let sign = if random.one_in(2) && bits > 8 { "unsigned " } else { "" };
        let member = format!("m{number}");
        match random.below(4) {
            0 => {
                let _ = write!(fields, "{sign}{kind} {member}[2]; ");
                members.push(format!("{member}[{}]", random.below(2)));
            }
            1 | 2 => {
                let _ = write!(fields, "{sign}{kind} {member} : {}; ", 1 + random.below(bits));
                members.push(member);
            }
            _ => {
                let _ = write!(fields, "{sign}{kind} {member}; ");
                members.push(member);
            }
        }
    }
    let mut out = format!("struct {name}s {{ {fields}}} {BIG};\n");
    let _ = writeln!(
        out,
        "union {name}u {{ struct {name}s s; unsigned char b[sizeof(struct {name}s)]; \
         unsigned int w; unsigned short h[2]; }} {BIG};\n\
         void {name}(void) {{\nunion {name}u u;\nint i;\n\
         for (i = 0; i < sizeof u; i++) ((unsigned char *)&u)[i] = {};",
        random.below(256)
    );
    for _ in 0..6 {
        let member = random.choose(&members).clone();
        let value = random.bits();
        let _ = match random.below(6) {
            0 => writeln!(out, "u.b[{} % sizeof u.b] = {};", value % 64, value % 256),
            1 => writeln!(out, "u.w = {}u;", value as u32),
            2 => writeln!(out, "u.h[1] = {};", value as u16),
            _ => writeln!(out, "u.s.{member} = {}ull;", value),
        };
    }
    for member in &members {
        let _ = writeln!(out, "observe(u.s.{member});");
    }
    out.push_str("observe(u.w); observe(u.h[0]); observe(sizeof u);\n");
    out.push_str("for (i = 0; i < sizeof u.b; i++) observe(u.b[i]);\n}\n");
    out
}

#[test]
fn big_endian_records_are_those_of_the_compiler() {
    let texts: Vec<String> = seeds(60)
        .enumerate()
        .map(|(index, seed)| bytes_program(seed, &format!("p{index}")))
        .collect();
    let model = DataModel { byte_order: ByteOrder::Big, ..DataModel::LP64 };
    compare(&texts, &texts, model);
}

/// Types of the machine of 16 bits: how C calls them, what they are here, rank, bits, sign.
const TYPES: [(&str, &str, u8, u32, bool); 9] = [
    ("signed char", "signed char", 1, 8, true),
    ("unsigned char", "unsigned char", 1, 8, false),
    ("short", "short", 2, 16, true),
    ("unsigned short", "unsigned short", 2, 16, false),
    ("int", "short", 3, 16, true),
    ("unsigned int", "unsigned short", 3, 16, false),
    ("long", "int", 4, 32, true),
    ("unsigned long", "unsigned int", 4, 32, false),
    ("long long", "long long", 5, 64, true),
];
const INT: usize = 4;

/// C's integer promotions: to `int` if that has all values.
fn promoted(ty: usize) -> usize {
    let (_, _, rank, bits, signed) = TYPES[ty];
    match rank < 3 {
        true if bits < 16 || signed => INT,
        true => INT + 1,
        false => ty,
    }
}

/// C's usual arithmetic conversions.
fn common(left: usize, right: usize) -> usize {
    let (left, right) = (promoted(left), promoted(right));
    let (high, low) = if TYPES[left].2 >= TYPES[right].2 { (left, right) } else { (right, left) };
    let ((.., high_bits, high_signed), (.., low_bits, low_signed)) = (TYPES[high], TYPES[low]);
    match high_signed == low_signed || !high_signed || high_bits > low_bits {
        true if TYPES[high].2 == TYPES[low].2 && !low_signed => low,
        true => high,
        // None here is of the same width as one of lower rank.
        false => low,
    }
}

/// An expression for the machine, the same for the compiler, and its type.
fn expression(random: &mut Random, depth: u32) -> (String, String, usize) {
    if depth == 0 {
        let ty = random.index(TYPES.len());
        return (format!("x{ty}"), format!("x{ty}"), ty);
    }
    let (left, left_here, a) = expression(random, depth - 1);
    let (right, right_here, b) = expression(random, depth - 1);
    let op = random.pick(&["+", "-", "*", "/", "%", "&", "^", "<", "==", "<<", ">>"]);
    if ["<<", ">>"].contains(&op) {
        let ty = promoted(a);
        let (count, here) = (random.below(16), TYPES[ty].1);
        let ours = format!("({left} {op} {count})");
        return (ours, format!("(({here})(({here}){left_here} {op} {count}))"), ty);
    }
    let ty = common(a, b);
    let here = TYPES[ty].1;
    // Not zero, and not -1: nothing is undefined.
    let (right, right_here) = match op {
        "/" | "%" => (format!("({right} & 7 | 2)"), format!("({right_here} & 7 | 2)")),
        _ => (right, right_here),
    };
    let result = if ["<", "=="].contains(&op) { INT } else { ty };
    let to = TYPES[result].1;
    (
        format!("({left} {op} {right})"),
        format!("(({to})(({here}){left_here} {op} ({here}){right_here}))"),
        result,
    )
}

/// Arithmetic and records for the machine, and the same for the compiler.
fn sizes_program(seed: u64, name: &str) -> (String, String) {
    let mut random = Random::new(seed);
    let (mut ours, mut theirs) = (String::new(), String::from("#pragma pack(push, 2)\n"));
    let mut both = |ours_more: &str, theirs_more: &str| {
        ours.push_str(ours_more);
        theirs.push_str(theirs_more);
    };
    let mut members = Vec::new();
    for number in 0..2 + random.below(4) {
        let (own, here, ..) = random.pick(&TYPES);
        members.push((format!("{own} m{number}; "), format!("{here} m{number}; ")));
    }
    both(&format!("struct {name}s {{ "), &format!("struct {name}s {{ "));
    members.iter().for_each(|(own, here)| both(own, here));
    both("};\n", "};\n#pragma pack(pop)\n");
    let head = format!("void {name}(void) {{\n");
    both(&head, &head);
    for (index, (own, here, ..)) in TYPES.iter().enumerate() {
        let value = random.bits() as i64 >> random.below(64);
        both(&format!("{own} x{index} = {value}ll;\n"), &format!("{here} x{index} = {value}ll;\n"));
    }
    for _ in 0..4 {
        let depth = 1 + random.below(3) as u32;
        let (own, here, _) = expression(&mut random, depth);
        both(&format!("observe({own});\n"), &format!("observe({here});\n"));
    }
    let mut sizes = format!("observe(sizeof(struct {name}s));\n");
    for number in 0..members.len() {
        let _ = writeln!(sizes, "observe(__builtin_offsetof(struct {name}s, m{number}));");
    }
    sizes.push_str("}\n");
    both(&sizes, &sizes);
    (ours, theirs)
}

#[test]
fn sixteen_bits_are_computed_with_as_the_rules_say() {
    let pairs = seeds(80).enumerate();
    let (ours, theirs): (Vec<String>, Vec<String>) =
        pairs.map(|(index, seed)| sizes_program(seed, &format!("p{index}"))).unzip();
    compare(&ours, &theirs, DataModel::IP16);
}
