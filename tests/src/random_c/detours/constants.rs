//! Floating constants and initialisers.

use super::Detours;

/// A floating constant without suffix: of ordinary size, close to a border, or with many digits.
fn constant(made: &mut Detours) -> String {
    let rng = &mut made.rng;
    let digits = |rng: &mut super::Random, count: u64, base: u64| -> String {
        (0..count)
            .map(|_| char::from_digit(rng.below(base) as u32, base as u32).unwrap_or('0'))
            .collect()
    };
    match rng.below(7) {
        0 => format!("{}.{}", rng.below(100), digits(rng, 6, 10)),
        1 => {
            let (count, power) = (1 + rng.below(30), rng.below(80) as i64 - 60);
            format!("{}.{}e{power}", rng.below(10), digits(rng, count, 10))
        }
        2 => format!("{}e-{}", 1 + rng.below(99), 300 + rng.below(30)),
        3 => format!("0x1.{}p-{}", digits(rng, 14, 16), 1015 + rng.below(65)),
        4 => format!("0x1.00000{}0000000{}p{}", rng.below(2), rng.below(3), rng.below(8)),
        5 => format!("0x1p-{}", 120 + rng.below(35)),
        _ => {
            let count = 1 + rng.below(24);
            format!(
                "0x{}.{}p{}",
                1 + rng.below(9),
                digits(rng, count, 16),
                rng.below(140) as i64 - 70
            )
        }
    }
}

/// The bits of a constant.
pub(super) fn bits(made: &mut Detours) {
    let (name, constant) = (made.fresh("d"), constant(made));
    let (ty, suffix, whole) = match made.rng.below(3) {
        0 => ("float", "f", "unsigned"),
        1 => ("float", "", "unsigned"),
        _ => ("double", "", "unsigned long long"),
    };
    made.top(&format!("static {ty} {name} = {constant}{suffix};"));
    let bits = made.fresh("w");
    made.line(&format!("{whole} {bits}; __builtin_memcpy(&{bits}, &{name}, sizeof {bits});"));
    made.observe(&bits);
}

/// Constants compared with each other.
pub(super) fn compared(made: &mut Detours) {
    let (left, right) = (constant(made), constant(made));
    let op = *made.rng.choose(&["<", "<=", "==", "!="]);
    let suffix = *made.rng.choose(&["", "f", "L"]);
    made.observe(&format!("{left}{suffix} {op} {right}{suffix}"));
    made.observe(&format!("{left}{suffix} > 0"));
}

/// Designators, ranges of them, and what they evaluate how often.
pub(super) fn designated(made: &mut Detours) {
    let (count, next, array) = (made.fresh("n"), made.fresh("f"), made.fresh("a"));
    made.top(&format!("static int {count};"));
    made.top(&format!("static int {next}(void) {{ return ++{count} * 10; }}"));
    let (first, length, value) = (made.rng.below(3), 1 + made.rng.below(4), made.small());
    let last = first + length;
    let at = first + made.rng.below(length);
    made.line(&format!("int {array}[8] = {{[{first} ... {last}] = {next}(), [{at}] = {value}}};"));
    for _ in 0..2 {
        let index = made.rng.below(8);
        made.observe(&format!("{array}[{index}]"));
    }
    made.observe(&count);
}
