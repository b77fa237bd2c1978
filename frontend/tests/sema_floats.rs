//! Random floating constants and constant expressions of them, compared with what the system's C
//! compiler makes of them.

use std::fmt::Write as _;

use belnap_frontend::hir::ExprKind;
use belnap_ir::cfg::DataModel;
use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::cases;

use crate::support::{analyse_text, has_compiler};

/// Some of these digits, at most so many.
fn digits(random: &mut Random, of: &str, most: u64) -> String {
    let count = random.below(most + 1);
    (0..count).map(|_| char::from(random.pick(of.as_bytes()))).collect()
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
        1 => digits(random, alphabet, 4),
        _ => digits(random, alphabet, 20),
    };
    let most = [6, 8, 14, 16, 30][random.below(5) as usize];
    let fraction = digits(random, alphabet, most) + random.pick(&["", "1", "8", "80", "81", "7f"]);
    let point = if fraction.is_empty() && random.below(2) == 0 { "" } else { "." };
    let whole = if whole.is_empty() && fraction.is_empty() { "3".to_owned() } else { whole };
    let exponent = exponent(
        random,
        &[0, 0, 3, -126, -149, -150, 127, -1022, -1074, -1075, 1023, -16382, -16445, 16383],
    );
    format!(
        "{}{whole}{point}{fraction}{}{exponent}",
        random.pick(&["0x", "0X"]),
        random.pick(&["p", "P"])
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
            format!("{:.200e}{}", middle.abs(), "").replace('e', random.pick(&["e", "1e", "01e"]))
        }
        _ => {
            let whole = digits(random, "0123456789", 25);
            let fraction = digits(random, "0123456789", 30);
            let whole =
                if whole.is_empty() && fraction.is_empty() { "7".to_owned() } else { whole };
            let exponent =
                exponent(random, &[0, 0, 5, -38, -45, 38, -308, -323, 308, -4932, -4950, 4932]);
            match random.below(3) {
                0 => format!("{whole}.{fraction}"),
                _ => format!("{whole}.{fraction}{}{exponent}", random.pick(&["e", "E", "e"])),
            }
        }
    }
}

/// A constant with a suffix.
fn constant(random: &mut Random) -> String {
    let number = if random.below(2) == 0 { hexadecimal(random) } else { decimal(random) };
    let suffix = random.pick(&["", "", "f", "F", "l", "L", "f32", "f64", "f32x", "f64x"]);
    number + suffix
}

fn expression(random: &mut Random) -> String {
    let one = constant(random);
    match random.below(12) {
        0 => format!("(float){one}"),
        1 => format!("(double)(float){one}"),
        2 => format!("-{one}"),
        3 => {
            let (a, op) = (random.bits() as i64, random.pick(&["LL", "ULL"]));
            let ty = random.pick(&["float", "double"]);
            format!("({ty}){}{op}", a.unsigned_abs() >> random.below(64))
        }
        4 => {
            let other = constant(random);
            format!("({one} {} {other})", random.pick(&["<", ">", "<=", "==", "!="]))
        }
        5 => {
            let ty = random.pick(&["float", "double"]);
            let (a, b) = (random.below(1 << 30), random.below(1 << 30) + 1);
            let op = random.pick(&["+", "-", "*", "/"]);
            format!("(({ty}){a}.1e-3 {op} ({ty}){b}.7)")
        }
        6 => format!("(long long)({}.75{})", random.below(1 << 31), random.pick(&["", "f", "L"])),
        7 => format!("(_Bool){one}"),
        _ => one,
    }
}

const COUNT: usize = 150;
const TYPES: [&str; 3] = ["float", "double", "long double"];

fn sample(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for index in 0..COUNT {
        let ty = random.pick(&TYPES);
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
    let text = compile_and_run(&text, &[option])?;
    let line = |line: &str| {
        let (bits, exact) = line.split_once(' ')?;
        Some((bits.parse().ok()?, exact == "1"))
    };
    Ok(text.lines().filter_map(line).collect())
}

fn compare(model: DataModel, option: &str) {
    if !has_compiler(option) {
        return;
    }
    let (mut compared, mut unknown) = (0, 0);
    for seed in 1..=cases(6) {
        let sample = sample(seed);
        let expected =
            compiled(&sample, option).unwrap_or_else(|reason| panic!("{seed}: {reason}"));
        let program = analyse_text(&sample, model)
            .unwrap_or_else(|error| panic!("{option} seed {seed}: {error}"));
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
    compare(DataModel::LP64, "-m64");
}

#[test]
fn floating_constants_are_those_of_the_compiler_on_32_bits() {
    compare(DataModel::ILP32, "-m32");
}
