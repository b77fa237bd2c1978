//! Checks against the compiler's sanitizers: random programs without inputs, one statement a line,
//! must fail on the same line, or on none, when their graph is executed with checks and when they
//! are compiled to look at themselves.

use std::fmt::Write as _;
use std::process::Command;

use belnap_frontend::checks::Asked;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::AskedKind;
use belnap_test_support::compiler;
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::interpret::{End, Interpreter, Layout, Seeded};

const ASKED: [AskedKind; 5] = [
    AskedKind::Overflow,
    AskedKind::Division,
    AskedKind::Shift,
    AskedKind::Access,
    AskedKind::Free,
];

const NUMBERS: [&str; 10] =
    ["0", "1", "2", "-1", "3", "31", "33", "46341", "2147483647", "(-2147483647 - 1)"];

/// Steps of an execution.
const FUEL: u64 = 10_000;

/// A function with the given name, from a line on.
fn program(seed: u64, name: &str) -> String {
    let mut random = Random::new(seed);
    let mut out = format!("void {name}(void) {{\n");
    for variable in 0..4 {
        let _ = writeln!(out, "int x{variable} = {};", random.pick(&NUMBERS));
    }
    out.push_str("int a[4] = {1, 2, 3, 4};\nint *h = malloc(16);\nint *p = 0;\n");
    for _ in 0..8 {
        let x: Vec<u64> = (0..3).map(|_| random.below(4)).collect();
        let near = format!("if (x{} > -3 && x{} < 7)", x[0], x[0]);
        let statement = match random.below(14) {
            0..=6 => {
                let op = random.pick(&["+", "-", "*", "/", "%", "<<", ">>"]);
                format!("x{} = x{} {op} x{};", x[0], x[1], x[2])
            }
            7 => format!("x{} = -x{};", x[0], x[1]),
            8 => format!("x{} = {};", x[0], random.pick(&NUMBERS[..5])),
            9 => format!("{near} a[x{}] = x{};", x[0], x[1]),
            10 => format!("{near} h[x{}] = x{};", x[0], x[1]),
            11 => "p = p ? 0 : x0 > 1 ? a : h;".to_owned(),
            12 => format!("{near} p[x{}] = x{};", x[0], x[1]),
            _ => "free(h);".to_owned(),
        };
        out.push_str(&statement);
        out.push('\n');
    }
    out.push_str("}\n");
    out
}

/// The line on which the execution of the graph fails, if it does.
fn failing_line(text: &str, entry: &str) -> Option<u32> {
    let mut options = CompileOptions::default();
    options.lower.entry = entry.to_owned();
    options.lower.asked = Asked::of(&ASKED);
    let unit = UnitText::new("program.c", text);
    let cfg =
        compile(vec![unit], &options).unwrap_or_else(|refused| panic!("{}", refused.render()));
    let cfg = cfg.cfg;
    let layout = Layout::new(&cfg, 0).expect("a layout");
    let outcome = Interpreter::new(&cfg, layout).run(&mut Seeded { seed: 0 }, FUEL);
    match outcome.end {
        End::Halted(_) => None,
        End::Failed(at) => {
            let asked = cfg.properties.iter().find(|asked| asked.location == at);
            asked.and_then(|asked| asked.source.as_ref()).map(|source| source.line)
        }
        other => panic!("{entry} ends with {other:?}\n{text}"),
    }
}

/// The line that a sanitizer names first.
fn named_line(said: &str) -> Option<u32> {
    let (_, rest) = said.split_once("program.c:")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn checks_fail_where_sanitizers_do() {
    let mut text = String::from(
        "extern void *malloc(unsigned long);\nextern void free(void *);\nextern int atoi(const char *);\n",
    );
    let seeds: Vec<u64> = seeds(60).collect();
    let mut calls = String::new();
    for (index, seed) in seeds.iter().enumerate() {
        text.push_str(&program(*seed, &format!("p{index}")));
        let _ = writeln!(calls, "case {index}: p{index}(); break;");
    }
    let main = format!(
        "int main(int argc, char **argv) {{\nswitch (atoi(argv[1])) {{\n{calls}}}\nreturn 0;\n}}\n"
    );
    let folder = Folder::with(&[("program.c", &format!("{text}{main}"))]);
    let compiled = Command::new(compiler::name())
        .current_dir(folder.root())
        .args(["-w", "-g", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"])
        .args(["program.c", "-o", "program"])
        .output()
        .expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut failed = 0;
    for (index, &seed) in seeds.iter().enumerate() {
        let run = Command::new(folder.path("program"))
            .arg(index.to_string())
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .output()
            .expect("a run");
        let said = String::from_utf8_lossy(&run.stderr);
        let expected = if run.status.success() { None } else { named_line(&said) };
        let found = failing_line(&text, &format!("p{index}"));
        assert_eq!(found, expected, "seed {seed}\n{}\n{said}", program(seed, "p"));
        failed += usize::from(found.is_some());
    }
    // Programs that never fail, or always, would show nothing.
    assert!(failed > seeds.len() / 4 && failed < seeds.len(), "{failed} of {}", seeds.len());
}
