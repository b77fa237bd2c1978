//! Values and types of random constant expressions, compared with what the system's C compiler
//! computes.

use std::fmt::Write as _;

use belnap_frontend::hir::ExprKind;
use belnap_ir::cfg::DataModel;
use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::random::Random;

use crate::support::{analyse_text, has_compiler};

const PRELUDE: &str = "
enum small { A, B = 7, C };
enum signed_one { D = -3, E };
enum large { F = 0x100000000LL, G = 1 };
struct s { char c; int i; short a[3]; unsigned bits : 3; };
";

const TYPES: &[&str] = &[
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
    "unsigned long long",
    "_Bool",
    "enum small",
    "enum signed_one",
    "float",
    "double",
];

const INTEGER_TYPES: usize = 14;

fn leaf(random: &mut Random) -> String {
    match random.below(9) {
        0 => random.below(300).to_string(),
        1 => format!("{}u", random.below(70000)),
        2 => format!("0x{:x}", random.below(1 << 31) << random.below(33)),
        3 => format!("{}L", random.below(1 << 31)),
        4 => format!("{}ull", random.below(1 << 31)),
        5 => random.pick(&["'a'", "'\\377'", "A", "B", "C", "D", "E", "F", "G"]).to_owned(),
        6 => format!("sizeof({})", random.pick(TYPES)),
        7 => random
            .pick(&[
                "sizeof(struct s)",
                "__builtin_offsetof(struct s, a[1])",
                "(int) &((struct s *) 0)->i",
                "(&((struct s *) 0)->a[2] - (short *) 0)",
                "sizeof \"abc\"",
                "2147483647",
                "4294967295",
            ])
            .to_owned(),
        _ => format!("({}) {}", random.pick(TYPES), random.below(100_000)),
    }
}

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return leaf(random);
    }
    let left = expression(random, depth - 1);
    match random.below(14) {
        0 => format!("(-({left}))"),
        1 => format!("(!({left}))"),
        2 => format!("(({})({left}))", random.pick(&TYPES[..INTEGER_TYPES])),
        3 => {
            let right = expression(random, depth - 1);
            let condition = expression(random, depth - 1);
            format!("(({condition}) ? ({left}) : ({right}))")
        }
        4 => format!("(~(int)({left}))"),
        5 => {
            let op = random.pick(&["<<", ">>"]);
            // Shifts of negative numbers to the left are not constant for every compiler.
            format!("((unsigned)({left}) {op} {})", random.below(32))
        }
        6 => {
            let right = expression(random, depth - 1);
            let op = random.pick(&["&&", "||"]);
            format!("(({left}) {op} ({right}))")
        }
        7 => {
            let right = expression(random, depth - 1);
            let op = random.pick(&["/", "%"]);
            let ty = random.pick(&TYPES[..INTEGER_TYPES]);
            format!("(({ty})({left}) {op} ((int)({right}) | 1))")
        }
        8 => {
            let right = expression(random, depth - 1);
            let op = random.pick(&["&", "|", "^"]);
            let (a, b) =
                (random.pick(&TYPES[..INTEGER_TYPES]), random.pick(&TYPES[..INTEGER_TYPES]));
            format!("(({a})({left}) {op} ({b})({right}))")
        }
        9..=10 => {
            let right = expression(random, depth - 1);
            let op = random.pick(&["<", ">", "<=", ">=", "==", "!="]);
            format!("(({left}) {op} ({right}))")
        }
        _ => {
            let right = expression(random, depth - 1);
            let op = random.pick(&["+", "-", "*"]);
            format!("(({left}) {op} ({right}))")
        }
    }
}

const KINDS: &str = "char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, \
    int: 6, unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, \
    _Bool: 12, float: 13, double: 14, default: 0";

fn sample(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = PRELUDE.to_owned();
    for index in 0..150 {
        let depth = 1 + random.below(4) as u32;
        let expression = expression(&mut random, depth);
        let _ = writeln!(text, "long long v{index} = (long long)({expression});");
        let _ = writeln!(text, "int t{index} = _Generic(({expression}), {KINDS});");
    }
    text
}

fn compiled(sample: &str, option: &str) -> Result<Vec<i64>, String> {
    let mut text = format!("int printf(const char *, ...);\n{sample}\nint main(void) {{\n");
    for index in 0..150 {
        let _ = writeln!(text, "printf(\"%lld\\n%d\\n\", v{index}, t{index});");
    }
    text.push_str("return 0; }\n");
    let text = compile_and_run(&text, &["-fwrapv", option])?;
    Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
}

fn compare(model: DataModel, option: &str) {
    if !has_compiler(option) {
        return;
    }
    let mut compared = 0;
    for seed in 1..=6 {
        let sample = sample(seed);
        let expected =
            compiled(&sample, option).unwrap_or_else(|reason| panic!("seed {seed}: {reason}"));
        let program = analyse_text(&sample, model)
            .unwrap_or_else(|error| panic!("{option} seed {seed}: {error}"));
        let values = program.objects.iter().filter_map(|object| {
            let initializer = object.initializer.as_ref()?;
            match (&object.name[..1], &initializer.items[..]) {
                ("v" | "t", [(_, value)]) => match value.kind {
                    ExprKind::Int(value) => Some((&object.name, value as i64)),
                    _ => None,
                },
                _ => None,
            }
        });
        for ((name, found), expected) in values.zip(&expected) {
            let line = sample.lines().find(|line| line.contains(&format!(" {name} = ")));
            assert_eq!(found, *expected, "seed {seed} {option}: {}", line.unwrap_or_default());
            compared += 1;
        }
    }
    println!("{compared} constants compared with {option}");
}

#[test]
fn constants_are_those_of_the_compiler_on_64_bits() {
    compare(DataModel::LP64, "-m64");
}

#[test]
fn constants_are_those_of_the_compiler_on_32_bits() {
    compare(DataModel::ILP32, "-m32");
}
