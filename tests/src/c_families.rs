//! Families of C programs that grow with a parameter, for benchmarks of the abstractor.
//!
//! A member of size n has at least n branch conditions that differ, up to negation.

use std::fmt::Write as _;

/// A family: its name and its members.
pub struct CFamily {
    /// Name.
    pub name: &'static str,
    /// The program of a size.
    pub member: fn(usize) -> String,
}

/// All families.
pub const C_FAMILIES: [CFamily; 4] = [
    CFamily { name: "protocol", member: protocol },
    CFamily { name: "counters", member: counters },
    CFamily { name: "chain", member: chain },
    CFamily { name: "aliases", member: aliases },
];

const CHOICE: &str = "int __VERIFIER_nondet_int(void);\n";

/// A protocol that is a loop over the value of one variable, with a flag for every fifth state, as
/// in programs that were made of an implementation of SSH.
fn protocol(n: usize) -> String {
    let flags = n / 6;
    let states = n - flags;
    let code = |state: usize| 4096 + 16 * state;
    let mut out = format!("{CHOICE}int main(void) {{\n    int state = {};\n", code(0));
    for flag in 0..flags {
        let _ = writeln!(out, "    int flag{flag} = 0;");
    }
    let _ = writeln!(out, "    while (1) {{");
    for state in 0..states {
        let next = code((state + 1) % states);
        let _ = writeln!(out, "        if (state == {}) {{", code(state));
        let _ = match state % 5 {
            0 if state / 5 < flags => {
                writeln!(out, "            flag{} = __VERIFIER_nondet_int();", state / 5)
            }
            4 if state / 5 < flags => {
                let back = code(state - 4);
                let flag = state / 5;
                writeln!(out, "            if (flag{flag} == 0) {{ state = {back}; continue; }}")
            }
            _ => Ok(()),
        };
        let _ = writeln!(out, "            state = {next};\n            continue;\n        }}");
    }
    let _ = writeln!(out, "        goto ERROR;\n    }}\nERROR:\n    return 1;\n}}");
    out
}

/// Counters that go up and down between bounds.
fn counters(n: usize) -> String {
    let count = n.div_ceil(4);
    let mut out = format!("{CHOICE}int main(void) {{\n");
    for counter in 0..count {
        let _ = writeln!(out, "    int c{counter} = 0;");
    }
    let _ = writeln!(out, "    while (1) {{");
    for counter in 0..count {
        let (middle, end) = (10 + counter, 20 + 2 * counter);
        let _ = writeln!(out, "        if (c{counter} < {end}) c{counter} = c{counter} + 1;");
        let _ = writeln!(out, "        if (c{counter} == {middle}) c{counter} = c{counter} + 2;");
        let _ = writeln!(out, "        if (c{counter} > {end}) goto ERROR;");
        let _ = writeln!(out, "        if (c{counter} < 0) goto ERROR;");
    }
    let _ = writeln!(out, "    }}\nERROR:\n    return 1;\n}}");
    out
}

/// Variables each less than the next one, which are moved up from the last to the first.
fn chain(n: usize) -> String {
    let mut out = format!("{CHOICE}int main(void) {{\n");
    for var in 0..=n {
        let _ = writeln!(out, "    int x{var} = {var};");
    }
    let _ = writeln!(out, "    while (__VERIFIER_nondet_int()) {{");
    for var in (0..=n).rev() {
        let _ = writeln!(out, "        x{var} = x{var} + 1;");
    }
    for var in 0..n {
        let _ = writeln!(out, "        if (x{var} >= x{}) goto ERROR;", var + 1);
    }
    let _ = writeln!(out, "    }}\n    return 0;\nERROR:\n    return 1;\n}}");
    out
}

/// Variables that are written through pointers which may point to one of two of them.
fn aliases(n: usize) -> String {
    let count = n.div_ceil(2).max(2);
    let mut out = format!("{CHOICE}int main(void) {{\n");
    for var in 0..count {
        let _ = writeln!(out, "    int v{var} = 0;\n    int *p{var};");
    }
    for var in 0..count {
        let next = (var + 1) % count;
        let _ = writeln!(out, "    p{var} = __VERIFIER_nondet_int() ? &v{var} : &v{next};");
        let _ = writeln!(out, "    *p{var} = {};", var + 1);
        let _ = writeln!(out, "    if (v{var} == {}) v{next} = v{var};", var + 1);
        let _ = writeln!(out, "    if (p{var} == &v{var}) *p{var} = 0;");
    }
    let _ = writeln!(out, "    return 0;\n}}");
    out
}
