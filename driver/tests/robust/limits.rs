//! Limits of time and memory, in every part of a run: kept within a tenth or two seconds.

use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::figures::{count, measured};
use crate::kill::doubling;
use crate::run::{belnap, limited, run};
use crate::trial;

/// When a run is taken not to end at all.
const LONG: Duration = Duration::from_secs(60);

/// Seconds that a limit may be missed by.
const SECONDS: f64 = 2.0;

/// The factors of a number, which the prover does not find soon.
pub const PROVER: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
  E: n = 0;
  if (a > 1 && b > 1 && a * b == 9790765170742681277ull) reach_error();
  return 0;
}
";

/// Where a run is when it meets its limit.
fn programs() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let body = |statement: &str, times: usize| {
        format!("int main(void) {{ int x = 0;\n{}return x; }}\n", statement.repeat(times))
    };
    vec![
        ("prover", PROVER.to_owned(), vec![]),
        (
            "prover-path",
            body("x = x * x * x + 7; if (x % 1000003 == 17) x++;\n", 60)
                .replace("return", "if (x * x * x == 1000003) E: x = 1; return"),
            vec!["-p", "AG !at(E)"],
        ),
        (
            "diagrams",
            diagrams(),
            vec!["--predicates", "many.preds", "-p", "AG (at(L) -> AF at(L))"],
        ),
        ("preprocessor", format!("{}\n#if A40\n#endif\n", doubling()), vec![]),
        ("parser", body("x = x + 1;\n", 1_000_000), vec!["--no-cpp"]),
        ("predicates", body("x = x + 1;\n", 50), vec!["--predicates", "many.preds"]),
    ]
}

/// A loop over many variables that all depend on each other.
fn diagrams() -> String {
    let n = 24;
    let list = |text: &dyn Fn(usize) -> String| (0..n).map(text).collect::<String>();
    format!(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {{\n{}while (1) {{\n{}L:;\n}}\n}}\n",
        list(&|i| format!("int v{i} = 0;\n")),
        list(&|i| format!(
            "if (v{} > v{}) v{i} = v{} + 1;\n",
            (i + 7) % n,
            (i * 5 + 3) % n,
            (i + 11) % n
        )),
    )
}

fn many() -> String {
    let lines: String = (0..300).map(|n| format!("global {{ x > {n} }}\n")).collect();
    format!("belnap preds 1\n{lines}")
}

pub fn trials(all: bool) -> Vec<Trial> {
    let mut trials = vec![
        trial("limits/memory-of-the-frontend", || memory("parser", &["--no-cpp"], 150)),
        trial("limits/no-memory-from-the-system", no_memory_from_the_system),
    ];
    for (name, text, arguments) in programs() {
        if all || ["prover", "preprocessor"].contains(&name) {
            trials.push(trial(&format!("limits/time-{name}"), move || {
                time(name, &text, &arguments, if all { 5 } else { 1 });
            }));
        }
    }
    if all {
        trials.push(trial("limits/memory-of-text", memory_of_text));
        trials.push(trial("limits/memory-of-the-prover", || memory("prover", &[], 80)));
    }
    trials
}

fn time(name: &str, text: &str, arguments: &[&str], seconds: u32) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), text).expect("written");
    let scalars: String =
        (0..24).map(|i| format!("global {{ main::v{i} > main::v{} }}\n", (i + 1) % 24)).collect();
    let predicates = if name == "diagrams" { format!("belnap preds 1\n{scalars}") } else { many() };
    fs::write(place.path().join("many.preds"), predicates.replace("{ x", "{ main::x"))
        .expect("written");
    let timeout = seconds.to_string();
    let arguments = [&["verify", "prog.c", "-q", "--timeout", &timeout], arguments].concat();
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains(&format!("the time limit of {timeout} s was reached")), "{said}");
    let over = seen.seconds - f64::from(seconds);
    measured("limits: seconds over the limit of time", over, name);
    assert!(over < SECONDS.max(0.1 * f64::from(seconds)), "{over} s too long");
}

fn memory(name: &str, arguments: &[&str], mebibytes: u32) {
    let (_, text, _) = programs().into_iter().find(|one| one.0 == name).expect("a program");
    within(name, &text, arguments, mebibytes);
}

fn memory_of_text() {
    let text =
        format!("char *s = \"{}\";\nint main(void) {{ return 0; }}\n", "a".repeat(20_000_000));
    within("text", &text, &["--no-cpp"], 500);
}

fn within(name: &str, text: &str, arguments: &[&str], mebibytes: u32) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), text).expect("written");
    let most = mebibytes.to_string();
    let arguments = [&["verify", "prog.c", "-q", "--memory", &most], arguments].concat();
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains(&format!("the memory limit of {most} MiB was reached")), "{said}");
    let over = (seen.mebibytes - f64::from(mebibytes)) / f64::from(mebibytes) * 100.0;
    measured("limits: per cent over the limit of memory, both processes", over, name);
    assert!(seen.mebibytes < f64::from(mebibytes) * 1.1, "{} MiB", seen.mebibytes);
}

/// Where the system refuses memory, the process that verifies dies, and the other reports.
fn no_memory_from_the_system() {
    let place = TempDir::new().expect("a folder");
    let (_, text, _) = programs().into_iter().find(|one| one.0 == "parser").expect("a program");
    fs::write(place.path().join("prog.c"), text).expect("written");
    let arguments = ["verify", "prog.c", "-q", "--no-cpp"];
    let seen = run(&mut limited(place.path(), "ulimit -v 2900000", &arguments), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains("died of signal 6 (SIGABRT; memory may have run out)"), "{said}");
    // Too little to begin with.
    for limit in ["ulimit -v 1000000", "ulimit -v 300000"] {
        let seen = run(&mut limited(place.path(), limit, &arguments), LONG);
        assert!([2, 5, 6].contains(&seen.code()), "{}{}", seen.stdout, seen.stderr);
    }
    count("limits: runs that met RLIMIT_AS and were reported");
}
