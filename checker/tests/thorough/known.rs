//! Thorough answers that are known: the examples of the paper, and for each trap of the design its
//! smallest case.

use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::thorough::demands::Completions;
use belnap_checker::thorough::{Decider, Engine, Options, Thorough, check};
use belnap_formats::boolprog;
use belnap_formats::property::read_formula;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;

use crate::definition::less_complete;
use crate::oracle::structure;

/// The thorough answer, the same by all engines, with evidence that is right.
pub fn answer(structure: &ExplicitKripke, text: &str, completions: Completions) -> Thorough {
    let formula = read_formula(text).expect("a formula");
    let property = Property { name: "p1".to_owned(), formula };
    let kripke = Kripke::Explicit(structure.clone());
    let options = Options { completions: Some(completions), ..Options::default() };
    let answer = check(&kripke, &property, &options).expect("completions");
    let game = Options { engine: Engine::Game, known_open: true, ..options };
    let other = check(&kripke, &property, &game).expect("completions");
    assert_eq!((answer.verdict, &answer.values), (other.verdict, &other.values), "{text}");
    assert_eq!(answer.stopped, None);
    if answer.verdict == Verdict::Inconclusive {
        assert_eq!(answer.evidence.len(), 2, "{text}: {answer:#?}");
    }
    for (index, completion) in answer.evidence.iter().enumerate() {
        assert_eq!(completion.doubt, None, "{text}: {completion:#?}");
        assert_eq!(completion.satisfies, index == 0);
        let total = completions == Completions::Total;
        let above = less_complete(structure, &completion.structure, total);
        assert!(above[structure.initial[0].index()][0], "{text}: {completion:#?}");
    }
    answer
}

fn letter(structure: &ExplicitKripke, text: &str, completions: Completions) -> &'static str {
    match answer(structure, text, completions).verdict {
        Verdict::Holds => "t",
        Verdict::Fails => "f",
        Verdict::Inconclusive => "n",
    }
}

/// Values of formulas, not total and total, each as a letter.
fn values(fields: &str, expected: &[(&str, &str)]) {
    let structure = structure(fields);
    for (formula, letters) in expected {
        let any = letter(&structure, formula, Completions::Any);
        let total = letter(&structure, formula, Completions::Total);
        assert_eq!(format!("{any}{total}"), *letters, "{formula}");
    }
}

/// May/Must Example 8: of `AF p`, what three values say.
#[test]
fn example_8() {
    for (second, third, expected) in
        [("t", "f", "tt"), ("n", "t", "tt"), ("n", "f", "nn"), ("f", "f", "ff")]
    {
        let fields = format!(
            r#""states": {{"top": {{}}, "left": {{"p": "{second}"}}, "right": {{"p": "{second}"}},
                           "end": {{"p": "{third}"}}}},
               "initial": ["top"],
               "must": [["top", "left"], ["top", "right"], ["left", "end"], ["right", "end"],
                        ["end", "end"]], "may": []"#
        );
        values(&fields, &[("A[true U p]", expected)]);
    }
}

/// May/Must §5: a tautology, and a combination that cannot be.
#[test]
fn section_5() {
    let one = r#""states": {"s": {"p": "n", "q": "t"}}, "initial": ["s"],
                 "transitions": [["s", "s"]]"#;
    values(one, &[("p | !p", "tt"), ("q & (p | !p)", "tt"), ("p", "nn"), ("q & p", "nn")]);
    let two = r#""states": {"s0": ["p", "q"], "s1": []}, "initial": ["s0"],
                 "transitions": [["s0", "s1", "n"], ["s1", "s1"]]"#;
    values(two, &[("AX p & !AX q", "ff"), ("AX p", "nf"), ("EX !p", "nt")]);
}

fn chain(middle: &str) -> String {
    format!(
        r#""propositions": ["x", "y"], "states": {{"a": "tf", "b": "{middle}", "c": "tf"}},
           "initial": ["a"], "transitions": [["a", "b"], ["b", "c"], ["c", "c"]]"#
    )
}

/// May/Must §8: the abstractions of three programs. Of LTL, the corresponding CTL.
#[test]
fn section_8() {
    // φ1: y is odd until x and y are the same, in M1.
    values(&chain("nn"), &[("AF y | !AF y", "tt"), ("AX (x & y | !x | !y)", "tt")]);
    // φ2 and φ2': eventually y, and after that x is odd until y is not; in M2 y never is.
    values(&chain("fn"), &[("AX (y & x)", "ff"), ("AX (y <-> !y)", "ff"), ("AF y", "nn")]);
    values(&chain("nf"), &[("AX x", "nn"), ("AX (x | y)", "nn")]);
}

/// Traps 3, 4 and 10 to 12: copies of one state differ.
#[test]
fn copies_differ() {
    let two = r#""states": {"s": {}, "t": {"p": "n"}}, "initial": ["s"],
                 "must": [["s", "t"], ["t", "t"]], "may": []"#;
    values(two, &[("EX p & EX !p", "nn"), ("AX p | AX !p", "nn"), ("EX p | EX !p", "tt")]);
    let chaos = r#""states": {"s": {"p": "n", "q": "n"}}, "initial": ["s"],
                   "transitions": [["s", "s"]]"#;
    values(
        chaos,
        &[
            ("AF p & AF !p", "nn"),
            ("AG !q & AF q", "ff"),
            ("AG (EX p & EX !p)", "nn"),
            ("AG EF q & EF AG !q", "ff"),
            ("AG AF q & EG !q", "ff"),
            ("AX false", "ff"),
            ("p | !p", "tt"),
            ("p", "nn"),
            ("!p", "nn"),
            ("nu Y. mu Z. p & AX Y | AX Z", "nn"),
            ("(mu Y. nu Z. (p & AX Z) | (!p & AX Y)) & AG AF !p", "ff"),
        ],
    );
    let may = r#""states": {"s": {"p": "n"}}, "initial": ["s"], "transitions": [["s", "s", "n"]]"#;
    values(may, &[("AX false", "nf"), ("AF p", "nn"), ("EG p | AF !p", "tt")]);
}

/// Trap 5: the polarity of atoms is not all.
#[test]
fn transitions_have_polarities_too() {
    let two = structure(
        r#""states": {"s0": ["p", "q"], "s1": []}, "initial": ["s0"],
           "transitions": [["s0", "s1", "n"]]"#,
    );
    let found = answer(&two, "AX p & !AX q", Completions::Any);
    assert_eq!(found.verdict, Verdict::Fails);
    assert_eq!(found.decider, Some(Decider::Generalized));
    assert!(!found.reason.is_empty());
    let found = answer(&two, "AX p", Completions::Any);
    assert!(matches!(found.decider, Some(Decider::SelfMinimizing(_))), "{found:?}");
}

/// Trap 7: whether a completion may stop.
#[test]
fn totality_matters() {
    let fork = r#""states": {"s0": {}, "s1": ["q"], "s2": ["p"]}, "initial": ["s0"],
        "transitions": [["s0", "s1", "n"], ["s0", "s2", "n"], ["s1", "s1"], ["s2", "s2"]]"#;
    values(fork, &[("AX p & AX q", "nf"), ("EX p | EX q", "nt"), ("AG EX true", "nt")]);
}

/// Trap 9: a path that ends satisfies what it does not refute.
#[test]
fn at_an_end_everything_is_next() {
    let end = structure(r#""states": {"s": {"p": "n"}}, "initial": ["s"], "transitions": []"#);
    for (formula, expected) in [("AF p", "t"), ("EG p", "f"), ("AX false", "t"), ("AG p", "n")] {
        assert_eq!(letter(&end, formula, Completions::Any), expected, "{formula}");
    }
}

/// A state that reaches both p and a trap, or not: three values are not enough.
#[test]
fn always_possibly_is_not_self_minimizing() {
    let trap = r#""states": {"s": {}, "m": {}, "p": ["p"], "trap": {}}, "initial": ["s"],
        "transitions": [["s", "m", "n"], ["m", "p"], ["m", "trap"], ["p", "p"],
                        ["trap", "trap"], ["s", "s"]]"#;
    values(trap, &[("AG EF p", "ff")]);
}

/// The reason is told, not only found.
#[test]
fn reasons_name_what_contradicts() {
    let chaos =
        structure(r#""states": {"s": {"q": "n"}}, "initial": ["s"], "transitions": [["s", "s"]]"#);
    let found = answer(&chaos, "AG !q & AF q", Completions::Any);
    let text = found.reason.join("\n");
    assert!(text.contains("never paid") || text.contains("impossible"), "{text}");
    let end = structure(r#""states": {"s": {}}, "initial": ["s"], "transitions": []"#);
    let found = answer(&end, "(AX false | AX false) & EX true", Completions::Any);
    assert_eq!(found.verdict, Verdict::Fails);
}

/// A program whose second statement leaves `{q}` unknown.
const PROGRAM: &str = "// belnap bp 1\ndecl p, {q};\nvoid main() begin\n skip;\n \
                       p, {q} := true, choose(false, false);\n L: goto L;\nend\n";

fn of_program(text: &str, options: &Options<'_>) -> Thorough {
    let program = boolprog::read(PROGRAM).expect("a program");
    let symbolic = encode(&program, &EncodeOptions::default()).expect("a structure");
    let formula = read_formula(text).expect("a formula");
    let property = Property { name: "p1".to_owned(), formula };
    check(&Kripke::Symbolic(symbolic), &property, options).expect("completions")
}

/// Programs: decision diagrams first, then listed states.
#[test]
fn programs_are_listed_where_three_values_do_not_decide() {
    let options = Options::default();
    for (text, verdict, three_valued) in [
        ("AX AX p", Verdict::Holds, true),
        ("AX AX {q}", Verdict::Inconclusive, false),
        ("EX EX {q} | EX EX !{q}", Verdict::Holds, false),
        ("AX AX (AG {q} | AG !{q})", Verdict::Holds, true),
        ("EX EX {q} & AX AX !{q}", Verdict::Fails, false),
        ("at(L) & EX EX {q}", Verdict::Fails, true),
    ] {
        let found = of_program(text, &options);
        assert_eq!(found.verdict, verdict, "{text}: {found:#?}");
        assert_eq!(found.decider == Some(Decider::ThreeValued), three_valued, "{text}");
        assert!(found.evidence.iter().all(|one| one.doubt.is_none()), "{text}: {found:#?}");
    }
}

/// A limit that is reached says so, and is never an answer.
#[test]
fn limits_are_named() {
    let open = "EX EX {q} & AX AX !{q}";
    let few_states = Options { max_states: 1, ..Options::default() };
    let found = of_program(open, &few_states);
    assert_eq!((found.verdict, found.decider), (Verdict::Inconclusive, None));
    assert!(found.stopped.is_some_and(|why| why.contains("more than 1 states")));
    let few_positions = Options { max_positions: 5, ..Options::default() };
    let found = of_program(open, &few_positions);
    assert_eq!((found.verdict, found.decider), (Verdict::Inconclusive, None));
    assert!(found.stopped.is_some_and(|why| why.contains("more than 5 positions")));
    let no_ctl = Options { engine: Engine::Tableau, always_look: true, ..Options::default() };
    let found = of_program("nu Z. {q} & EX Z", &no_ctl);
    assert!(found.stopped.is_some_and(|why| why.contains("CTL")));
}

/// Somebody else can stop a search.
#[test]
fn a_search_can_be_stopped() {
    let size = 2000;
    let names: Vec<String> = (0..size).map(|index| format!("\"s{index}\"")).collect();
    let steps: Vec<String> =
        (0..size).map(|index| format!("[\"s{index}\", \"s{}\"]", (index + 1) % size)).collect();
    let fields = format!(
        r#""propositions": ["p"], "states": {{{}}}, "initial": ["s0"], "transitions": [{}]"#,
        names.iter().map(|name| format!("{name}: \"n\"")).collect::<Vec<_>>().join(", "),
        steps.join(", ")
    );
    let ring = Kripke::Explicit(structure(&fields));
    let formula = read_formula("AG AF p & AG AF !p").expect("a formula");
    let property = Property { name: "p1".to_owned(), formula };
    let options = Options { stop: Some(&|| true), ..Options::default() };
    let found = check(&ring, &property, &options).expect("completions");
    assert_eq!((found.verdict, found.decider), (Verdict::Inconclusive, None));
    let options = Options { evidence: false, ..Options::default() };
    let found = check(&ring, &property, &options).expect("completions");
    assert_eq!(found.decider, Some(Decider::Generalized));
}
