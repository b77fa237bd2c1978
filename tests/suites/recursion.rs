//! Verdicts on random recursive programs, against an evaluator of such programs and against gcc.
//!
//! Every failure names the seed of its program. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::convert::Infallible;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use belnap::commands::verify::options::VerifyOptions;
use belnap::commands::verify::task::Task;
use belnap_bounded::commands::unroll::proof;
use belnap_bounded::{Limits, Outcome, decide_by_unrolling};
use belnap_certifier::certificate::certify;
use belnap_certifier::questions::Time;
use belnap_engine::cegar::Watch;
use belnap_engine::conclusion::{Answer, Conclusion, StopReason};
use belnap_frontend::calls::InlineOptions;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::certificate::Claim;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_refiner::find::only;
use belnap_refiner::refine::Refined;
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::random_c::recursive::Recursive;
use clap::Parser;

/// Time for one program.
const LIMIT: Duration = Duration::from_secs(20);

#[derive(Debug, clap::Parser)]
struct Command {
    #[command(flatten)]
    options: VerifyOptions,
}

/// Stops the loop when the time is up.
struct Clock(Instant);

impl Watch for Clock {
    fn stop(&self) -> Option<StopReason> {
        (Instant::now() >= self.0).then_some(StopReason::Time(LIMIT))
    }

    fn end(&self) -> Option<Instant> {
        Some(self.0)
    }
}

/// A program, an assertion about it, and whether that holds.
fn question(seed: u64) -> Option<(Recursive, String, bool)> {
    let program = Recursive::new(seed);
    let values = program.values()?;
    let mut random = Random::new(seed ^ 0x5eed);
    let some = random.pick(&values);
    let greatest = values.iter().copied().max()?;
    let other = (0..).map(|step| some.wrapping_add(1 << (step % 31))).take(31);
    let other = other.into_iter().find(|value| !values.contains(value));
    Some(match (random.below(4), other) {
        (0, _) => (program, format!("v != {some}u"), false),
        (1, Some(other)) => (program, format!("v != {other}u"), true),
        (2, _) if greatest > 0 => (program, format!("v < {greatest}u"), false),
        _ => (program, format!("v <= {greatest}u"), true),
    })
}

/// What the loop says.
fn answer(text: &str) -> (Verdict, Answer, Task, Cfg) {
    let folder = Folder::with(&[("prog.c", text)]);
    let file = folder.path("prog.c").display().to_string();
    let arguments = ["verify", &file];
    let options = Command::try_parse_from(arguments).expect("options").options;
    let task = Task::read(&options).unwrap_or_else(|error| panic!("{}", error.message("belnap")));
    let property = task.properties.properties()[0].clone();
    let cfg = task.question.graph(&property);
    let answer = task.answer(&cfg, &property, &mut Clock(Instant::now() + LIMIT));
    let answer = answer.unwrap_or_else(|error| panic!("{}", error.message("belnap")));
    (answer.conclusion.verdict(), answer, task, cfg)
}

fn expected(holds: bool) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Fails }
}

#[test]
fn bounded_recursion_is_decided_as_it_is_evaluated() {
    let (mut right, mut open, mut certified) = ([0, 0], 0, 0);
    for seed in seeds(60) {
        let Some((program, condition, holds)) = question(seed) else { continue };
        let text = program.asking(&condition);
        let (verdict, answer, task, cfg) = answer(&text);
        if verdict == Verdict::Inconclusive {
            open += 1;
            continue;
        }
        assert_eq!(verdict, expected(holds), "program {seed}:\n{text}");
        right[usize::from(holds)] += 1;
        if let Conclusion::HoldsInUnrolling { unrolled, .. } = &answer.conclusion {
            let proof = proof(&task.properties.properties()[0], Claim::Unrolling(unrolled.claim()));
            let time = Time { question: Duration::from_secs(10), end: None };
            let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
            let found = certify(&cfg, &proof, time, &mut emit).expect("of a kind that is checked");
            assert!(found.wrong.is_empty(), "program {seed}: {found:?}\n{text}");
            certified += usize::from(found.is_proved());
        }
    }
    let [fails, holds] = right;
    println!("{holds} hold, {certified} certified, {fails} fail, {open} open");
    assert!(holds > 10 && fails > 10 && open <= 6, "{holds} {fails} {open}");
}

#[test]
fn what_fails_in_some_depth_is_never_proved() {
    let mut fails = 0;
    for seed in seeds(25) {
        let Some((program, condition, false)) = question(seed) else { continue };
        // Any input is possible, so that there is no bound.
        let text = program.asking(&condition).replace("if (n >", "if (0 && n >");
        let (verdict, ..) = answer(&text);
        assert_ne!(verdict, Verdict::Holds, "program {seed}:\n{text}");
        fails += usize::from(verdict == Verdict::Fails);
    }
    println!("{fails} fail");
    assert!(fails > 3, "{fails}");
}

#[test]
fn the_evaluator_agrees_with_gcc() {
    const COUNT: u64 = 40;
    let mut text = "#include <stdio.h>\n".to_owned();
    let mut wanted = Vec::new();
    for seed in seeds(COUNT) {
        let program = Recursive::new(seed);
        let Some(value) = program.value(program.most) else { continue };
        wanted.push((seed, value));
        let own = program.observing();
        for name in ["count", "main", "f0", "f1", "f2"] {
            text.push_str(&format!("#undef {name}\n#define {name} {name}_{seed}\n"));
        }
        text.push_str("#undef observe\n#define observe(v) printf(\"%u \", (unsigned)(v))\n");
        text.push_str(&own);
    }
    text.push_str("#undef main\nint main(void) {\n");
    for (seed, _) in &wanted {
        text.push_str(&format!("  main_{seed}();\n  printf(\"\\n\");\n"));
    }
    text.push_str("  return 0;\n}\n");
    let folder = Folder::with(&[("all.c", &text)]);
    let program = folder.path("all");
    let compiled = Process::new("cc")
        .args(["-w", "-O0", "-o"])
        .args([&program, &folder.path("all.c")])
        .status();
    assert!(compiled.expect("a compiler").success());
    let ran = Process::new(&program).output().expect("runs");
    let shown = String::from_utf8_lossy(&ran.stdout);
    let found: Vec<u32> = shown
        .lines()
        .map(|line| line.split(' ').next().and_then(|value| value.parse().ok()).expect("a number"))
        .collect();
    assert_eq!(found.len(), wanted.len());
    for ((seed, value), found) in wanted.into_iter().zip(found) {
        assert_eq!(value, found, "program {seed}");
    }
}

/// The only execution of a program without inputs goes through calls.
#[test]
fn the_only_execution_is_as_it_is_evaluated() {
    let property = belnap_formats::property::read_formula("AG !failed").expect("a formula");
    let (mut ends, mut fails, mut open) = (0, 0, 0);
    for seed in seeds(80) {
        let mut program = Recursive::new(seed);
        program.fixed = true;
        let Some(value) = program.value(program.most) else { continue };
        for (condition, holds) in [("==", true), ("!=", false)] {
            let cfg = with_levels(&program.asking(&format!("v {condition} {value}u")), 0);
            match only::decide(&cfg, &property, 1_000_000) {
                Some(Refined::Holds { .. }) => {
                    ends += 1;
                    assert!(holds, "program {seed}");
                }
                Some(_) => {
                    fails += 1;
                    assert!(!holds, "program {seed}");
                }
                // It depends on where variables lie.
                None => open += 1,
            }
        }
    }
    println!("{ends} end, {fails} fail, {open} open");
    assert!(ends > 10 && fails > 10, "{ends} {fails} {open}");
}

/// A program with few levels inlined.
fn shallow(text: &str) -> Cfg {
    with_levels(text, 2)
}

fn with_levels(text: &str, levels: usize) -> Cfg {
    let inline = InlineOptions { recursion: Some(levels), ..InlineOptions::default() };
    let options = CompileOptions { inline, ..CompileOptions::default() };
    compile(vec![UnitText::new("prog.c", text)], &options).expect("compiles").cfg
}

#[test]
fn what_deeper_calls_do_may_not_matter() {
    let property = Property {
        name: "p".to_owned(),
        formula: belnap_formats::property::read_formula("AG !failed").expect("a formula"),
    };
    let limits = Limits { at_once: false, ..Limits::of_level(1) };
    let mut past = 0;
    for seed in seeds(15) {
        let cfg = shallow(&Recursive::new(seed).asking("(v & 3u) != 4u"));
        let outcome = decide_by_unrolling(&cfg, &property.formula, &limits);
        let Outcome::Holds(unrolled) = outcome else { panic!("program {seed}: {outcome:?}") };
        past += usize::from(unrolled.past_calls);
        let time = Time { question: Duration::from_secs(10), end: None };
        let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
        let found =
            certify(&cfg, &proof(&property, Claim::Unrolling(unrolled.claim())), time, &mut emit);
        let found = found.expect("of a kind that is checked");
        assert!(found.is_proved(), "program {seed}: {found:?}");
    }
    println!("{past} with deeper calls");
    assert!(past > 5, "{past}");
}

/// The same without the calls that stay: control does not get behind them.
fn without_calls(mut cfg: Cfg) -> Cfg {
    for edge in &mut cfg.edges {
        if let Operation::Call { .. } = edge.operation {
            edge.operation = Operation::Assume(Expr::Bool(false));
        }
    }
    cfg
}

/// The same with calls that change nothing but their result.
fn without_effects(mut cfg: Cfg) -> Cfg {
    for edge in &mut cfg.edges {
        if let Operation::Call { result, .. } = edge.operation {
            edge.operation = Operation::Unknown(result.into_iter().collect());
        }
    }
    cfg
}

/// What is left out must be noticed: without the calls that stay, much is proved that fails.
#[test]
fn calls_that_are_forgotten_are_noticed() {
    let property = Property {
        name: "p".to_owned(),
        formula: belnap_formats::property::read_formula("AG !failed").expect("a formula"),
    };
    let limits = Limits { at_once: false, ..Limits::of_level(1) };
    let (mut noticed, mut refused, mut without) = (0, 0, 0);
    for seed in seeds(80) {
        let Some((program, condition, false)) = question(seed) else { continue };
        let cfg = shallow(&program.asking(&condition));
        let honest = decide_by_unrolling(&cfg, &property.formula, &limits);
        assert!(!matches!(honest, Outcome::Holds(_)), "program {seed}");
        let pure = without_effects(cfg.clone());
        let pure = decide_by_unrolling(&pure, &property.formula, &limits);
        without += usize::from(matches!(pure, Outcome::Holds(_)));
        let broken = without_calls(cfg.clone());
        if let Outcome::Holds(unrolled) = decide_by_unrolling(&broken, &property.formula, &limits) {
            noticed += 1;
            // Nor does the certifier believe it.
            let time = Time { question: Duration::from_secs(10), end: None };
            let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
            let found = certify(
                &cfg,
                &proof(&property, Claim::Unrolling(unrolled.claim())),
                time,
                &mut emit,
            );
            refused += usize::from(!found.expect("of a kind that is checked").is_proved());
        }
    }
    println!("{noticed} wrong proofs without calls, {refused} refused; {without} without effects");
    assert!(noticed > 5 && refused == noticed && without > 0, "{noticed} {refused} {without}");
}
