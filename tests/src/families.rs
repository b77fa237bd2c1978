//! Families of Boolean programs that grow with a parameter, for benchmarks.
//!
//! All are in our dialect, with variables that are predicates, so that the must half has partial
//! states to deal with; each family has members whose property holds, fails and is unknown.

use std::fmt::Write as _;

/// A program and a property of it.
pub struct Instance {
    /// The Boolean program.
    pub program: String,
    /// The property.
    pub property: String,
}

/// How a family's property turns out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// True.
    Holds,
    /// Definitely false.
    Fails,
    /// Neither, because the program loses a fact.
    Unknown,
}

/// A family: its name, the sizes to measure, and its members.
pub struct Family {
    /// Name.
    pub name: &'static str,
    /// Sizes, ascending.
    pub sizes: &'static [usize],
    /// The member of a size.
    pub member: fn(usize, Outcome) -> Instance,
}

/// All families.
pub const FAMILIES: [Family; 5] = [
    Family { name: "counter", sizes: &[4, 6, 8, 10, 12], member: counter },
    Family { name: "locks", sizes: &[5, 10, 20, 40, 80], member: locks },
    Family { name: "ring", sizes: &[100, 500, 1000, 2500, 5000], member: ring },
    Family { name: "toggles", sizes: &[10, 20, 40, 80, 160], member: toggles },
    Family { name: "handshake", sizes: &[5, 10, 20, 40, 80], member: handshake },
];

fn declare(out: &mut String, names: impl IntoIterator<Item = String>) {
    let names: Vec<String> = names.into_iter().collect();
    let _ = writeln!(out, "// belnap bp 1\ndecl {};\n", names.join(", "));
}

/// A counter of n bits that counts forever; it never skips a value. The error needs the value
/// `1…1` and, for `Holds`, a flag that is never set.
fn counter(bits: usize, outcome: Outcome) -> Instance {
    let bit = |i: usize| format!("{{bit {i}}}");
    let mut out = String::new();
    declare(&mut out, (0..bits).map(bit).chain(["{flag}".to_owned()]));
    let _ = writeln!(out, "void main() begin");
    for i in 0..bits {
        let _ = writeln!(out, "  {} := false;", bit(i));
    }
    let flag = match outcome {
        Outcome::Holds => "false",
        Outcome::Fails => "true",
        Outcome::Unknown => "*",
    };
    let _ = writeln!(out, "  {{flag}} := {flag};");
    let _ = writeln!(out, "  while (true) do");
    let all: Vec<String> = (0..bits).map(bit).collect();
    let _ = writeln!(out, "    if ({{flag}} & {}) then", all.join(" & "));
    let _ = writeln!(out, "      ERROR: skip;\n    fi;");
    let targets: Vec<String> = (0..bits).map(bit).collect();
    let values: Vec<String> = (0..bits)
        .map(|i| match i {
            0 => format!("!{}", bit(0)),
            _ => {
                let carry: Vec<String> = (0..i).map(bit).collect();
                format!("{} != ({})", bit(i), carry.join(" & "))
            }
        })
        .collect();
    let _ = writeln!(out, "    {} := {};", targets.join(", "), values.join(", "));
    let _ = writeln!(out, "  od;\nend");
    Instance { program: out, property: "AG !at(ERROR)".to_owned() }
}

/// n locks, each taken or not as the environment likes, then released if it was taken; a release
/// of a lock that is not held is an error.
fn locks(n: usize, outcome: Outcome) -> Instance {
    let mut out = String::new();
    let want = |i: usize| format!("{{want{i} != 0}}");
    let held = |i: usize| format!("{{held{i} == 1}}");
    declare(&mut out, (0..n).flat_map(|i| [want(i), held(i)]));
    let _ = writeln!(out, "void main() begin\n  while (nondet) do");
    for i in 0..n {
        let _ = writeln!(out, "    {}, {} := nondet, false;", want(i), held(i));
    }
    for i in 0..n {
        let taken = match outcome {
            Outcome::Fails if i + 1 == n => "false",
            Outcome::Unknown if i + 1 == n => "*",
            _ => "true",
        };
        let _ = writeln!(out, "    if ({}) then {} := {taken}; fi;", want(i), held(i));
    }
    for i in 0..n {
        let _ = writeln!(out, "    if ({}) then", want(i));
        let _ = writeln!(out, "      if (!{}) then goto ERROR; fi;", held(i));
        let _ = writeln!(out, "      {} := false;", held(i));
        let _ = writeln!(out, "    fi;");
    }
    let _ = writeln!(out, "  od;\n  return;\n  ERROR: skip;\nend");
    Instance { program: out, property: "AG !at(ERROR)".to_owned() }
}

/// A token goes round n stations, each a few locations; losing it is an error.
fn ring(n: usize, outcome: Outcome) -> Instance {
    let mut out = String::new();
    declare(&mut out, ["{token}", "{busy}", "{spare}"].map(str::to_owned));
    let _ = writeln!(out, "void main() begin\n  {{token}}, {{busy}} := true, false;");
    for i in 0..n {
        let passed = match outcome {
            Outcome::Fails if i == n / 2 => "false",
            Outcome::Unknown if i == n / 2 => "choose(false, false)",
            _ => "{token}",
        };
        let _ = writeln!(out, "  S{i}: if (nondet) then {{busy}} := true; fi;");
        let _ = writeln!(out, "  if (!{{token}}) then goto ERROR; fi;");
        let _ = writeln!(out, "  {{spare}} := *;");
        let _ = writeln!(out, "  {{token}}, {{busy}} := {passed}, false;");
    }
    let _ = writeln!(out, "  goto S0;\n  ERROR: skip;\nend");
    Instance { program: out, property: "AG !at(ERROR)".to_owned() }
}

/// n independent toggles, one flipped at a time; an error if the first two, kept opposite, agree.
fn toggles(n: usize, outcome: Outcome) -> Instance {
    let mut out = String::new();
    let toggle = |i: usize| format!("{{t{i}}}");
    declare(&mut out, (0..n).map(toggle));
    let _ = writeln!(out, "void main() begin");
    let targets: Vec<String> = (0..n).map(toggle).collect();
    let values: Vec<&str> = (0..n).map(|i| if i == 0 { "true" } else { "false" }).collect();
    let _ = writeln!(out, "  {} := {};", targets.join(", "), values.join(", "));
    let labels: Vec<String> = (1..n).map(|i| format!("F{i}")).collect();
    let _ = writeln!(out, "  LOOP: if ({} = {}) then goto ERROR; fi;", toggle(0), toggle(1));
    let _ = writeln!(out, "  goto {};", labels.join(", "));
    let first = match outcome {
        Outcome::Holds => format!("!{}", toggle(0)),
        Outcome::Fails => toggle(0),
        Outcome::Unknown => "*".to_owned(),
    };
    let _ =
        writeln!(out, "  F1: {}, {} := {first}, !{}; goto LOOP;", toggle(0), toggle(1), toggle(1));
    for i in 2..n {
        let _ = writeln!(out, "  F{i}: {} := !{}; goto LOOP;", toggle(i), toggle(i));
    }
    let _ = writeln!(out, "  ERROR: skip;\nend");
    Instance { program: out, property: "AG !at(ERROR)".to_owned() }
}

/// n request and acknowledge pairs in a loop; every request is answered on all paths.
fn handshake(n: usize, outcome: Outcome) -> Instance {
    let mut out = String::new();
    let request = |i: usize| format!("{{request{i}}}");
    let granted = |i: usize| format!("{{granted{i}}}");
    declare(&mut out, (0..n).flat_map(|i| [request(i), granted(i)]));
    let _ = writeln!(out, "void main() begin");
    for i in 0..n {
        let _ = writeln!(out, "  {}, {} := false, false;", request(i), granted(i));
    }
    let _ = writeln!(out, "  while (true) do");
    for i in 0..n {
        let _ = writeln!(out, "    {} := nondet;", request(i));
    }
    let _ = writeln!(out, "    ASKED: skip;");
    for i in 0..n {
        let answer = match outcome {
            Outcome::Fails if i == 0 => "false".to_owned(),
            Outcome::Unknown if i == 0 => format!("choose(false, !{})", request(0)),
            _ => request(i),
        };
        let _ = writeln!(out, "    {} := {answer};", granted(i));
    }
    let _ = writeln!(out, "    ANSWERED: skip;\n  od;\nend");
    let property = format!("AG (at(ASKED) & {} -> AF (at(ANSWERED) & {}))", request(0), granted(0));
    Instance { program: out, property }
}
