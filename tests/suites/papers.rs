//! Examples of the papers that are not one question about one file; the others are cases in
//! `tests/cases/check/papers`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use belnap::commands::verify::options::VerifyOptions;
use belnap::commands::verify::task::Task;
use belnap::commands::{self, Cli};
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{Engine, RunOptions, check_all};
use belnap_cli::ToolError;
use belnap_engine::cegar::{Round, Watch};
use belnap_engine::conclusion::{Conclusion, StopReason};
use belnap_formats::property::read_formula;
use belnap_formats::{boolprog, kripke};
use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::Kripke;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, Seeds, Verdict};
use belnap_test_support::folder::Folder;
use clap::Parser as _;

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/check/papers").join(name)
}

fn property(formula: &str) -> Property {
    let parsed = read_formula(formula).unwrap_or_else(|found| panic!("{formula}: {found:?}"));
    Property { name: formula.to_owned(), formula: parsed }
}

/// YASM Fig. 4: the three transition relations of a statement, as `belnap-bp2kripke` writes them.
#[test]
fn figure_4() {
    let folder = Folder::new();
    let output = folder.path("fig4.kripke.json");
    let paths = [case("yasm-fig4.bp"), output.clone()].map(|path| path.display().to_string());
    for semantics in ["over", "under", "exact"] {
        let arguments = ["belnap", "bp2kripke", "--explicit", "--semantics", semantics];
        let arguments = arguments.into_iter().chain([paths[0].as_str(), "-o", paths[1].as_str()]);
        let cli = Cli::try_parse_from(arguments).expect("a right command line");
        assert_eq!(commands::run(&cli), Ok(0));
        let written = folder.read("fig4.kripke.json");
        insta::assert_snapshot!(format!("figure-4-{semantics}"), written);
    }
}

/// YASM Fig. 5(c): `INIT: x = 10; P1: while (x > 0) x = x - 1; END: ;` over `x > 0`, …,
/// `x > k - 1`, by the rules of docs/semantics.md §4.
fn countdown(k: usize) -> String {
    let name = |i: usize| format!("{{x > {i}}}");
    let list = |of: &dyn Fn(usize) -> String| (0..k).map(of).collect::<Vec<_>>().join(", ");
    let names = list(&name);
    let first = list(&|i| (10 > i).to_string());
    let next = list(&|i| {
        if i + 1 < k { name(i + 1) } else { format!("choose(false, !{})", name(i)) }
    });
    let (guard, decl) = if k == 0 {
        ("*".to_owned(), String::new())
    } else {
        (name(0), format!("decl {names};\n"))
    };
    let assign = |values: &str| match k {
        0 => "skip".to_owned(),
        _ => format!("{names} := {values}"),
    };
    let mut text = format!("// belnap bp 1\n{decl}void main() begin\n");
    let _ = writeln!(text, "  INIT: {};", assign(&first));
    let _ = writeln!(text, "  P1: while ({guard}) do\n    BODY: {};\n  od;", assign(&next));
    text.push_str("  END: skip;\nend\n");
    text
}

fn count_down(k: usize, reuse: Option<&Seeds>) -> CheckResult {
    let program = boolprog::read(&countdown(k)).expect("a valid program");
    let structure = encode(&program, &EncodeOptions::default()).expect("small");
    let options = RunOptions { max_nodes: 1 << 16, explain: None, ..RunOptions::default() };
    let properties = ["EF pc = END", "AG pc != END"].map(property);
    check_all(&Kripke::Symbolic(structure), &properties, &options, reuse).expect("checked")
}

/// Fixpoint steps and images over all properties.
fn work(result: &CheckResult) -> (u64, u64) {
    let statistics = result.properties.iter().map(|property| &property.statistics);
    statistics.fold((0, 0), |(iterations, images), one| {
        (iterations + one.iterations, images + one.images)
    })
}

/// YASM §5: END is reached once all of `x > 0`, …, `x > 10` are there, and each round need only do
/// what the one before has not done.
#[test]
fn figure_5c_reuses_results() {
    let mut table = String::from("predicates, EF pc = END, steps and images: alone, reusing\n");
    let mut seeds: Option<Seeds> = None;
    for k in 0..=12 {
        let alone = count_down(k, None);
        let reusing = count_down(k, seeds.as_ref());
        let verdicts = |result: &CheckResult| -> Vec<Verdict> {
            result.properties.iter().map(|property| property.verdict).collect()
        };
        let expected = if k > 10 {
            [Verdict::Holds, Verdict::Fails]
        } else {
            [Verdict::Inconclusive, Verdict::Inconclusive]
        };
        assert_eq!(verdicts(&alone), expected, "{k} predicates");
        assert_eq!(verdicts(&reusing), expected, "{k} predicates, reusing");
        let ((steps, images), (fewer_steps, fewer_images)) = (work(&alone), work(&reusing));
        if k > 1 {
            assert!(reusing.properties[0].statistics.seeded > 0, "{k} predicates");
            assert!(fewer_steps < steps && fewer_images < images, "{k} predicates");
        }
        let verdict = expected[0].word();
        let _ = writeln!(table, "{k}, {verdict}: {steps} {images}, {fewer_steps} {fewer_images}");
        seeds = reusing.seeds;
    }
    insta::assert_snapshot!(table);
}

/// Counts the steps of the fixpoints of each round, with what the round before found and without.
#[derive(Default)]
struct Work(Vec<(u64, u64)>);

impl Watch for Work {
    fn on_checked(&mut self, round: &Round<'_>) -> Result<(), ToolError> {
        let properties = [property("EF at(END)")];
        let alone = check_all(round.kripke, &properties, &RunOptions::default(), None);
        self.0.push((work(&alone.expect("checked")).0, work(round.result).0));
        Ok(())
    }

    fn stop(&self) -> Option<StopReason> {
        None
    }
}

/// The same from the C program, with the predicates that refinement finds: from the third round on
/// the work of a round no longer grows with the number of predicates.
#[test]
fn figure_5c_in_the_loop() {
    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        options: VerifyOptions,
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/verify/papers/yasm-fig5c.c");
    let file = file.display().to_string();
    let arguments = ["verify", &file, "--no-passes", "--refine", "wp", "--property", "EF at(END)"];
    let options = Command::try_parse_from(arguments).expect("a right command line").options;
    let task = Task::read(&options).unwrap_or_else(|_| panic!("a right question"));
    let property = &task.properties.properties()[0];
    let mut work = Work::default();
    let finished = task.answer(&task.question.graph(property), property, &mut work);
    let finished = finished.unwrap_or_else(|_| panic!("an answer"));
    assert!(matches!(finished.conclusion, Conclusion::Holds(_)));
    let found = finished.predicates.iter().map(|one| one.name.clone());
    let wanted = (0..=10).map(|i| match i {
        0 => "main::x <= 0".to_owned(),
        i => format!("main::x - {i} <= 0"),
    });
    assert_eq!(found.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
    assert_eq!(finished.iterations, 12);
    let (last, inconclusive) = work.0.split_last().expect("rounds");
    assert!(last.1 < last.0, "{work:?}", work = work.0);
    for rounds in inconclusive[3..].windows(2) {
        assert!(rounds[1].0 > rounds[0].0 && rounds[1].1 == rounds[0].1, "{:?}", work.0);
    }
}

/// Every formula of two layers of operators over `p` and `q`, and a third one of modalities.
fn many_formulas() -> Vec<String> {
    const UNARY: [&str; 7] = ["!", "EX ", "AX ", "EF ", "AF ", "EG ", "AG "];
    let unary = |of: &[String]| -> Vec<String> {
        UNARY.iter().flat_map(|op| of.iter().map(move |f| format!("{op}({f})"))).collect()
    };
    let binary = |of: &[String]| -> Vec<String> {
        let pairs = (0..of.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let combined = pairs.flat_map(|(i, j)| {
            [format!("({}) & ({})", of[i], of[j]), format!("E[{} U {}]", of[i], of[j])]
        });
        combined.collect()
    };
    let mut formulas = vec!["p".to_owned(), "q".to_owned()];
    let first: Vec<String> = unary(&formulas).into_iter().chain(binary(&formulas)).collect();
    formulas.extend(first);
    let second: Vec<String> = unary(&formulas).into_iter().chain(binary(&formulas)).collect();
    formulas.extend(second);
    formulas.extend(unary(&formulas).into_iter().step_by(5));
    formulas.push("nu Y. mu Z. (p & EX Y) | EX Z".to_owned());
    formulas.push("mu Y. nu Z. (q | AX Y) & AX Z".to_owned());
    formulas
}

/// May/Must Example 6: no formula tells the two structures apart.
#[test]
fn example_6_cannot_be_told_apart() {
    let formulas = many_formulas();
    assert!(formulas.len() > 1000);
    let properties: Vec<Property> = formulas.iter().map(|formula| property(formula)).collect();
    let values = |name: &str, engine: Engine| -> Vec<Belnap> {
        let text = fs::read_to_string(case(name)).expect("a case");
        let structure = kripke::read(&text).expect("a valid structure").content;
        let options = RunOptions {
            engine: Some(engine),
            explain: None,
            max_nodes: 1 << 12,
            ..RunOptions::default()
        };
        let result = check_all(&structure, &properties, &options, None).expect("checked");
        result.properties.iter().map(|property| property.initial[0].value).collect()
    };
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let first = values("may-must-example6-s0.kripke.json", engine);
        let second = values("may-must-example6-t0.kripke.json", engine);
        for ((formula, first), second) in formulas.iter().zip(&first).zip(&second) {
            assert_eq!(first, second, "{formula}");
        }
        for value in [Belnap::True, Belnap::False, Belnap::Unknown] {
            assert!(first.contains(&value), "the formulas say different things");
        }
    }
}
