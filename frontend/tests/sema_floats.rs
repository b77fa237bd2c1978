//! Random floating constants and constant expressions of them, compared with what the system's C
//! compiler makes of them.

// Says why nothing could be compared.
#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use belnap_frontend::hir::ExprKind;
use belnap_frontend::sema::{Unit, analyse};
use belnap_ir::cfg::DataModel;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn one_of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn bits(&mut self) -> u64 {
        self.below(1 << 31) << 33 ^ self.below(1 << 31) << 11 ^ self.below(1 << 31)
    }

    fn digits(&mut self, of: &str, most: u64) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| of.as_bytes()[self.below(of.len() as u64) as usize] as char).collect()
    }
}

/// Exponents near the smallest and the largest numbers of each type, and between.
fn exponent(random: &mut Random, centres: &[i64]) -> i64 {
    let centre = centres[random.below(centres.len() as u64) as usize];
    centre + random.below(9) as i64 - 4
}

fn hexadecimal(random: &mut Random) -> String {
    // Few different digits make ties, and numbers next to ties.
    let alphabet = ["0123456789abcdefABCDEF", "01", "07f8", "0"][random.below(4) as usize];
    let whole = match random.below(3) {
        0 => "1".to_owned(),
        1 => random.digits(alphabet, 4),
        _ => random.digits(alphabet, 20),
    };
    let most = [6, 8, 14, 16, 30][random.below(5) as usize];
    let fraction = random.digits(alphabet, most) + random.one_of(&["", "1", "8", "80", "81", "7f"]);
    let point = if fraction.is_empty() && random.below(2) == 0 { "" } else { "." };
    let whole = if whole.is_empty() && fraction.is_empty() { "3".to_owned() } else { whole };
    let exponent = exponent(
        random,
        &[0, 0, 3, -126, -149, -150, 127, -1022, -1074, -1075, 1023, -16382, -16445, 16383],
    );
    format!(
        "{}{whole}{point}{fraction}{}{exponent}",
        random.one_of(&["0x", "0X"]),
        random.one_of(&["p", "P"])
    )
}

fn decimal(random: &mut Random) -> String {
    match random.below(4) {
        // The exact digits of a number, or of what is halfway between two, sometimes with one more.
        0 => {
            let number = f64::from_bits(random.bits());
            if !number.is_finite() {
                return "1e309".to_owned();
            }
            let places = [0, 5, 17, 40, 200, 780][random.below(6) as usize];
            format!("{:.places$e}", number.abs())
        }
        1 => {
            let single = f32::from_bits(random.bits() as u32);
            if !single.is_finite() {
                return "3.5e38".to_owned();
            }
            let next = f32::from_bits(single.to_bits() + 1);
            let middle = (f64::from(single) + f64::from(next)) / 2.0;
            format!("{:.200e}{}", middle.abs(), "").replace('e', random.one_of(&["e", "1e", "01e"]))
        }
        _ => {
            let whole = random.digits("0123456789", 25);
            let fraction = random.digits("0123456789", 30);
            let whole =
                if whole.is_empty() && fraction.is_empty() { "7".to_owned() } else { whole };
            let exponent =
                exponent(random, &[0, 0, 5, -38, -45, 38, -308, -323, 308, -4932, -4950, 4932]);
            match random.below(3) {
                0 => format!("{whole}.{fraction}"),
                _ => format!("{whole}.{fraction}{}{exponent}", random.one_of(&["e", "E", "e"])),
            }
        }
    }
}

/// A constant with a suffix.
fn constant(random: &mut Random) -> String {
    let number = if random.below(2) == 0 { hexadecimal(random) } else { decimal(random) };
    let suffix = random.one_of(&["", "", "f", "F", "l", "L", "f32", "f64", "f32x", "f64x"]);
    number + suffix
}

fn expression(random: &mut Random) -> String {
    let one = constant(random);
    match random.below(12) {
        0 => format!("(float){one}"),
        1 => format!("(double)(float){one}"),
        2 => format!("-{one}"),
        3 => {
            let (a, op) = (random.bits() as i64, random.one_of(&["LL", "ULL"]));
            let ty = random.one_of(&["float", "double"]);
            format!("({ty}){}{op}", a.unsigned_abs() >> random.below(64))
        }
        4 => {
            let other = constant(random);
            format!("({one} {} {other})", random.one_of(&["<", ">", "<=", "==", "!="]))
        }
        5 => {
            let ty = random.one_of(&["float", "double"]);
            let (a, b) = (random.below(1 << 30), random.below(1 << 30) + 1);
            let op = random.one_of(&["+", "-", "*", "/"]);
            format!("(({ty}){a}.1e-3 {op} ({ty}){b}.7)")
        }
        6 => format!("(long long)({}.75{})", random.below(1 << 31), random.one_of(&["", "f", "L"])),
        7 => format!("(_Bool){one}"),
        _ => one,
    }
}

const COUNT: usize = 150;
const TYPES: [&str; 3] = ["float", "double", "long double"];

fn sample(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for index in 0..COUNT {
        let ty = random.one_of(&TYPES);
        let _ = writeln!(text, "static {ty} v{index} = {};", expression(&mut random));
    }
    text
}

/// Of each object the bits of the nearest `double`, and whether it is that.
fn compiled(sample: &str, option: &str) -> Result<Vec<(u64, bool)>, String> {
    let mut text = format!("int printf(const char *, ...);\n{sample}\nint main(void) {{\n");
    for index in 0..COUNT {
        let _ = writeln!(
            text,
            "{{ union {{ double d; unsigned long long b; }} u; u.d = v{index}; volatile double d = u.d; \
             printf(\"%llu %d\\n\", u.b, (long double)d == (long double)v{index}); }}"
        );
    }
    text.push_str("return 0; }\n");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = folder.path().join("floats.c");
    let program = folder.path().join("floats");
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let output = Command::new("cc")
        .args(["-w", option, "-o"])
        .arg(&program)
        .arg(&source)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |line: &str| {
        let (bits, exact) = line.split_once(' ')?;
        Some((bits.parse().ok()?, exact == "1"))
    };
    Ok(text.lines().filter_map(line).collect())
}

fn compare(model: DataModel, option: &str) {
    let zeros: String = (0..COUNT).fold(String::new(), |mut text, index| {
        let _ = writeln!(text, "static double v{index};");
        text
    });
    if let Err(reason) = compiled(&zeros, option) {
        println!("skipped: {option}: {reason}");
        return;
    }
    let cases: u64 =
        std::env::var("BELNAP_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1);
    let (mut compared, mut unknown) = (0, 0);
    for seed in 1..=6 * cases {
        let sample = sample(seed);
        let expected =
            compiled(&sample, option).unwrap_or_else(|reason| panic!("{seed}: {reason}"));
        let mut names = Interner::default();
        let tree = parse(&sample, &mut names).expect("parses");
        let units = [Unit { tree, is_model: false }];
        let program = match analyse(&units, &mut names, model) {
            Ok(program) => program,
            Err(errors) => panic!("{option} seed {seed}: {}", errors[0]),
        };
        for (line, (bits, is_exact)) in sample.lines().zip(expected) {
            let name = line.split(' ').find(|word| word.starts_with('v')).expect("a name");
            let object = program.objects.iter().find(|object| object.name == name);
            let initializer = object.and_then(|object| object.initializer.as_ref());
            let value = &initializer.expect("an initial value").items[0].1;
            match value.kind {
                ExprKind::Float(found) => {
                    let same = found.to_bits() == bits && is_exact;
                    assert!(
                        same,
                        "seed {seed} {option}: {line}\n{found:?} {:?}",
                        f64::from_bits(bits)
                    );
                    compared += 1;
                }
                _ => {
                    assert!(
                        line.contains("long double") || line.contains(['l', 'L', 'x']),
                        "{line}"
                    );
                    unknown += 1;
                }
            }
        }
    }
    println!("{compared} constants are as with {option}, {unknown} are not known");
    assert!(compared > 2 * unknown);
}

#[test]
fn floating_constants_are_those_of_the_compiler_on_64_bits() {
    compare(DataModel::Lp64, "-m64");
}

#[test]
fn floating_constants_are_those_of_the_compiler_on_32_bits() {
    compare(DataModel::Ilp32, "-m32");
}
