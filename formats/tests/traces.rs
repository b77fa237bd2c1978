//! Traces: each case as printed, the page about them, and the problem that they are.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::{opb, traces};
use belnap_ir::traces::{Candidate, Origin, Trace, Traces};
use json_cases::{cases, stem};

#[test]
fn cases_are_printed() {
    for (path, text) in cases("traces") {
        let artefact = traces::read(&text)
            .unwrap_or_else(|errors| panic!("{}", render_all(&path, &text, &errors)));
        let printed = traces::print(&artefact);
        assert_eq!(traces::read(&printed).as_ref(), Ok(&artefact), "{path}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("traces-{}", stem(&path)), printed);
        });
    }
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("traces", &traces::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    for example in json_cases::examples("traces.md") {
        let artefact = traces::read(&example.text)
            .unwrap_or_else(|errors| panic!("{}", render_all("traces.md", &example.text, &errors)));
        if example.canonical {
            assert_eq!(example.text, traces::print(&artefact));
        }
    }
}

/// Minimum Predicates, Example 5.
fn example_5() -> Traces {
    let candidate = |number: usize| Candidate {
        predicate: format!("live {{ p{number} }}"),
        origin: Origin::Branch,
    };
    let trace = |eliminating: [&[usize]; 2]| Trace {
        eliminating: eliminating.iter().map(|set| set.to_vec()).collect(),
        ..Trace::default()
    };
    Traces {
        candidates: (1..=5).map(candidate).collect(),
        traces: vec![trace([&[0, 2, 4], &[1, 4]]), trace([&[1, 2], &[3]])],
        ..Traces::default()
    }
}

#[test]
fn example_5_is_a_problem_for_other_solvers() {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("opb-example-5", opb::print(&example_5()));
    });
}

#[test]
fn a_solution_of_example_5_is_read() {
    let text = "c a comment\no 3\ns OPTIMUM FOUND\nv -x1 x2 -x3 x4 x5 -x6 x7 -x8\n";
    let solution = opb::read_solution(text, &example_5()).expect("a solution");
    assert_eq!((solution.chosen, solution.optimal), (vec![1, 3, 4], true));
}

#[test]
fn wrong_solutions_are_refused_where_they_are_wrong() {
    let mut all = String::new();
    for text in [
        "v x2 x4 x5\n",
        "s UNSATISFIABLE\n",
        "s OPTIMUM FOUND\nv -x1 x2 -x3 -x4 x5\n",
        "s OPTIMUM FOUND\n",
        "s OPTIMUM FOUND\nv x2 x4 x5 -x4\n",
        "s OPTIMUM FOUND\nv x2 y4 x5\n",
        "s OPTIMUM FOUND\no 2\nv x2 x4 x5\n",
        "o two\n",
        "solution: x2 x4 x5\n",
        "",
    ] {
        let found = opb::read_solution(text, &example_5()).expect_err(text);
        all += &render_all("solution", text, &found);
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("opb-refused", all);
    });
}
