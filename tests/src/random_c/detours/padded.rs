//! Structs with padding and bit-fields, looked at byte by byte.

use std::fmt::Write;

use super::Detours;

/// Members of a random struct, as text, and their names.
fn members(made: &mut Detours, bit_fields: bool) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    for index in 0..2 + made.rng.below(4) {
        let name = format!("m{index}");
        let ty =
            *made.rng.choose(&["char", "short", "int", "long long", "unsigned char", "unsigned"]);
        let aligned = match made.rng.below(8) {
            0 => " __attribute__((aligned(8)))",
            1 => " __attribute__((packed))",
            _ => "",
        };
        if bit_fields && !made.rng.one_in(3) {
            let most = match ty {
                "char" | "unsigned char" => 8,
                "short" => 16,
                "long long" => 64,
                _ => 32,
            };
            match made.rng.below(9) {
                0 => {
                    let _ = write!(text, "{ty} : 0; ");
                    continue;
                }
                1 => {
                    let _ = write!(text, "{ty} : {}; ", 1 + made.rng.below(most));
                    continue;
                }
                _ => {
                    let bits = 1 + made.rng.below(most);
                    let _ = write!(
                        text,
                        "unsigned {} {name} : {bits}{aligned}; ",
                        ty.trim_start_matches("unsigned")
                    );
                }
            }
        } else {
            let _ = write!(text, "{ty} {name}{aligned}; ");
        }
        names.push(name);
    }
    if names.is_empty() {
        text.push_str("int m; ");
        names.push("m".to_owned());
    }
    (text, names)
}

/// Two static structs whose members get the same values, compared as bytes.
pub(super) fn compared(made: &mut Detours) {
    let (name, first, second) = (made.fresh("s"), made.fresh("a"), made.fresh("b"));
    let fields = made.rng.one_in(2);
    let (text, members) = members(made, fields);
    made.top(&format!("static struct {name} {{ {text}}} {first}, {second};"));
    for member in &members {
        let value = made.small();
        made.line(&format!("{first}.{member} = {value}; {second}.{member} = {value};"));
    }
    if made.rng.one_in(3) {
        made.line(&format!("{first} = {second};"));
    }
    if made.rng.one_in(3) {
        let (member, value) = (made.rng.choose(&members).clone(), made.small());
        made.line(&format!("{second}.{member} = {value};"));
    }
    made.observe(&format!("__builtin_memcmp(&{first}, &{second}, sizeof {first}) == 0"));
    made.observe(&format!("sizeof {first}"));
}

/// A struct that `memset` filled before members are assigned.
pub(super) fn filled(made: &mut Detours) {
    let (name, object) = (made.fresh("s"), made.fresh("a"));
    let (text, members) = members(made, false);
    let byte = *made.rng.choose(&[0u64, 0, 255, 90]);
    made.line(&format!(
        "struct {name} {{ {text}}} {object}; __builtin_memset(&{object}, {byte}, sizeof {object});"
    ));
    for member in &members {
        if made.rng.one_in(2) {
            let value = made.small();
            made.line(&format!("{object}.{member} = {value};"));
        }
    }
    for _ in 0..2 {
        let at = made.rng.bits() % 64;
        made.observe(&format!("((unsigned char *)&{object})[{at} % sizeof {object}]"));
    }
}

/// Where the bits of bit-fields are.
pub(super) fn bit_fields(made: &mut Detours) {
    let (name, object) = (made.fresh("s"), made.fresh("a"));
    let (text, members) = members(made, true);
    made.top(&format!("static struct {name} {{ {text}}} {object};"));
    for member in &members {
        let value = made.small();
        made.line(&format!("{object}.{member} = {value};"));
    }
    for _ in 0..3 {
        let at = made.rng.bits() % 64;
        made.observe(&format!("((unsigned char *)&{object})[{at} % sizeof {object}]"));
    }
    made.observe(&format!("sizeof {object} * 100 + _Alignof(struct {name})"));
    let member = made.rng.choose(&members).clone();
    made.observe(&format!("{object}.{member}"));
}
