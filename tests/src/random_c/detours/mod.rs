//! Small random programs in which values travel by detours: through `...`, as numbers, as bytes,
//! through unions, padding, bit-fields, text and constants that are easy to round wrongly.
//!
//! Each program has a few variables, takes one to three detours, and reports its variables and
//! what the detours found through `observe`. It is meant to be asked about with its whole body
//! behind an input that nobody draws (`scripts/differential --hidden`), so that only reasoning can
//! tell. Detours are rows of `DETOURS`; a new one is a function and a row.

mod constants;
mod encoded;
mod padded;
mod punned;
mod varargs;
mod written;

use std::fmt::Write;

use belnap_test_support::random::Random;

/// A detour.
struct Detour {
    /// How often it is taken, compared with the others.
    weight: u64,
    /// Writes it.
    take: fn(&mut Detours),
}

const DETOURS: &[Detour] = &[
    Detour { weight: 4, take: varargs::read },
    Detour { weight: 2, take: varargs::counted },
    Detour { weight: 1, take: varargs::formatted },
    Detour { weight: 6, take: encoded::exact },
    Detour { weight: 2, take: encoded::lost },
    Detour { weight: 1, take: encoded::function },
    Detour { weight: 2, take: punned::union_members },
    Detour { weight: 2, take: punned::pieces },
    Detour { weight: 1, take: punned::container },
    Detour { weight: 3, take: padded::compared },
    Detour { weight: 2, take: padded::filled },
    Detour { weight: 2, take: padded::bit_fields },
    Detour { weight: 2, take: constants::bits },
    Detour { weight: 1, take: constants::compared },
    Detour { weight: 1, take: constants::designated },
    Detour { weight: 2, take: written::number },
];

/// A scalar variable whose address may be taken.
#[derive(Clone, Debug)]
struct Target {
    name: String,
    ty: &'static str,
}

/// A program in the making.
struct Detours {
    rng: Random,
    prefix: String,
    names: u32,
    targets: Vec<Target>,
    /// Types and functions.
    top: String,
    /// The body of the entry function.
    body: String,
}

const TYPES: [&str; 6] = ["int", "unsigned", "short", "long", "unsigned char", "long long"];

/// The text of a random program with detours; its entry function is `<prefix>main`. The
/// text needs a declaration of `observe` before it.
pub fn program(seed: u64, prefix: &str) -> String {
    let mut made = Detours {
        rng: Random::split_mix(seed ^ 0x64_65_74_6f_75_72),
        prefix: prefix.to_owned(),
        names: 0,
        targets: Vec::new(),
        top: String::new(),
        body: String::new(),
    };
    made.variables();
    for _ in 0..1 + made.rng.below(3) {
        let detour = made.detour();
        (detour.take)(&mut made);
    }
    for target in made.targets.clone() {
        made.observe(&target.name);
    }
    let Detours { top, body, .. } = made;
    format!("{top}int {prefix}main(void) {{\n{body}  return 0;\n}}\n")
}

impl Detours {
    fn detour(&mut self) -> &'static Detour {
        let mut at = self.rng.below(DETOURS.iter().map(|detour| detour.weight).sum());
        for detour in DETOURS {
            match at.checked_sub(detour.weight) {
                None => return detour,
                Some(rest) => at = rest,
            }
        }
        &DETOURS[0]
    }

    fn variables(&mut self) {
        for _ in 0..2 + self.rng.below(2) {
            let ty = *self.rng.choose(&TYPES);
            let (name, value) = (self.fresh("x"), self.small());
            if self.rng.one_in(2) {
                self.top(&format!("static {ty} {name} = {value};"));
            } else {
                self.line(&format!("{ty} {name} = {value};"));
            }
            self.targets.push(Target { name, ty });
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{}{stem}{}", self.prefix, self.names)
    }

    fn top(&mut self, line: &str) {
        self.top.push_str(line);
        self.top.push('\n');
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    fn observe(&mut self, value: &str) {
        self.line(&format!("observe((long long)({value}));"));
    }

    fn small(&mut self) -> u64 {
        self.rng.below(100)
    }

    fn target(&mut self) -> Target {
        let at = self.rng.below(self.targets.len() as u64) as usize;
        self.targets[at].clone()
    }

    /// A target that is not `other`; there are at least two.
    fn another(&mut self, other: &Target) -> Target {
        loop {
            let target = self.target();
            if target.name != other.name {
                return target;
            }
        }
    }

    /// A write through a pointer.
    fn write(&mut self, pointer: &str) -> String {
        let value = self.small();
        let op = *self.rng.choose(&["=", "=", "+=", "^="]);
        format!("*{pointer} {op} {value};")
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn same_seed_same_program() {
        assert_eq!(program(7, ""), program(7, ""));
        assert_ne!(program(7, ""), program(8, ""));
    }
}
