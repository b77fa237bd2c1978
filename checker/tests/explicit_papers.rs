//! The examples of the papers (May/Must §3 to §5, YASM §5) on the plain engine.

mod structures;

use belnap_checker::explicit::evaluate;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_test_support::random::Random;
use structures::{HYPER, PLAIN, Source, check, structure};

/// May/Must Example 8: the top states of three partial Kripke structures.
#[test]
fn eventually_p_is_true_unknown_and_false() {
    for (second, third, expected) in
        [("t", "f", "t"), ("n", "t", "t"), ("n", "f", "n"), ("f", "f", "f")]
    {
        let chain = structure(
            &["p"],
            &[("top", "f"), ("left", second), ("right", second), ("end", third)],
            &["top t left", "top t right", "left t end", "right t end", "end t end"],
        );
        for options in [PLAIN, HYPER] {
            assert_eq!(&check(&chain, "A[true U p]", options)[..1], expected);
            assert_eq!(&check(&chain, "AF p", options)[..1], expected);
        }
    }
}

/// May/Must §5: the standard semantics does not see that a formula is a tautology.
#[test]
fn excluded_middle_is_unknown() {
    let one = structure(&["p", "q"], &[("s", "nt")], &[]);
    assert_eq!(check(&one, "p | !p", PLAIN), "n");
    assert_eq!(check(&one, "q & (p | !p)", PLAIN), "n");
    assert_eq!(check(&one, "q", PLAIN), "t");
}

/// May/Must §5: one may-transition between two states.
#[test]
fn an_unsatisfiable_combination_is_unknown() {
    let two = structure(&["p", "q"], &[("s0", "tt"), ("s1", "ff")], &["s0 n s1"]);
    assert_eq!(&check(&two, "AX p & !AX q", PLAIN)[..1], "n");
    assert_eq!(&check(&two, "AX p", PLAIN)[..1], "n");
    assert_eq!(&check(&two, "EX !p", PLAIN)[..1], "n");
}

/// The correction to May/Must Theorem 7: a may-transition to a state with p does not give EX p.
#[test]
fn a_possible_step_is_no_witness() {
    let two = structure(&["p"], &[("s0", "f"), ("s1", "t")], &["s0 n s1", "s0 n s0"]);
    assert_eq!(&check(&two, "EX p", PLAIN)[..1], "n");
    assert_eq!(&check(&two, "EX p", HYPER)[..1], "n");
    let only = structure(&["p"], &[("s0", "f"), ("s1", "t")], &["s0 n s1"]);
    assert_eq!(&check(&only, "EX p", PLAIN)[..1], "n");
    assert_eq!(&check(&only, "EX p", HYPER)[..1], "t");
}

fn figure_5a() -> ExplicitKripke {
    structure(
        &["at(P1)"],
        &[("1", "f"), ("2", "f"), ("3", "f"), ("4", "f"), ("P1", "t"), ("end", "f")],
        &["1 t 2", "1 t end", "2 n 3", "2 n 4", "3 t P1", "4 t P1", "P1 t end", "end t end"],
    )
}

/// YASM Fig. 5(a): one branch is taken, we do not know which.
#[test]
fn the_wp_trick_decides_a_conditional() {
    let figure = figure_5a();
    assert_eq!(check(&figure, "EF pc = P1", PLAIN), "nntttf");
    assert_eq!(check(&figure, "EF pc = P1", HYPER), "tttttf");
    assert_eq!(check(&figure, "AG pc != P1", PLAIN), "nnffft");
    assert_eq!(check(&figure, "AG pc != P1", HYPER), "ffffft");
    assert_eq!(check(&figure, "mu Z. at(P1) | <> Z", HYPER), "tttttf");
}

#[test]
fn the_wp_trick_needs_a_total_system() {
    let mut figure = figure_5a();
    figure.total = false;
    assert_eq!(check(&figure, "EF pc = P1", HYPER), "nntttf");
    let mut figure = figure_5a();
    figure.states[StateId(1)].blocking = true;
    assert_eq!(check(&figure, "EF pc = P1", HYPER), "nntttf");
}

/// YASM Fig. 5(b): the same by a state for both branches, reached by a must-only transition.
#[test]
fn a_must_only_transition_decides_a_conditional() {
    let figure = structure(
        &["at(P1)"],
        &[("1", "f"), ("2", "f"), ("3", "f"), ("4", "f"), ("P1", "t"), ("3,4", "f")],
        &["1 t 2", "2 n 3", "2 n 4", "2 b 3,4", "3 t P1", "4 t P1", "3,4 t P1", "P1 t P1"],
    );
    assert_eq!(check(&figure, "EF pc = P1", PLAIN), "tttttt");
}

/// May/Must Example 6, reconstructed from the relations it lists. States 0–3 are the first
/// structure, 4–7 the second.
fn example_6() -> ExplicitKripke {
    structure(
        &["p", "q"],
        &[
            ("s0", "tt"),
            ("s1", "tn"),
            ("s2", "tt"),
            ("s3", "nn"),
            ("s0'", "tt"),
            ("s1'", "nt"),
            ("s2'", "tt"),
            ("s3'", "nn"),
        ],
        &[
            "s0 t s1",
            "s0 t s2",
            "s0 t s3",
            "s1 t s1",
            "s2 t s2",
            "s3 t s3",
            "s0' t s1'",
            "s0' t s2'",
            "s0' t s3'",
            "s1' t s1'",
            "s2' t s2'",
            "s3' t s3'",
        ],
    )
}

/// The completeness preorder of May/Must Def. 3, as the greatest relation between states whose
/// labels agree: must-steps of the first state are matched by the second, may-steps of the second
/// by the first. With `both_ways` each is matched by each.
fn greatest_relation(
    structure: &ExplicitKripke,
    labels: fn(Belnap, Belnap) -> bool,
    both_ways: bool,
) -> Vec<Vec<bool>> {
    let size = structure.states.len();
    let successors = |from: usize, half: fn(Belnap) -> bool| -> Vec<usize> {
        let leaving = structure.transitions.iter().filter(move |t| t.from.index() == from);
        leaving.filter(|t| half(t.value)).map(|t| t.to.index()).collect()
    };
    let mut related: Vec<Vec<bool>> = (0..size)
        .map(|a| {
            (0..size)
                .map(|c| {
                    let pairs = structure.states[StateId::from(a)]
                        .labels
                        .iter()
                        .zip(&structure.states[StateId::from(c)].labels);
                    pairs.into_iter().all(|(&a, &c)| labels(a, c))
                })
                .collect()
        })
        .collect();
    loop {
        let before = related.clone();
        let matched = |left: Vec<usize>, right: &[usize], flip: bool| {
            left.iter()
                .all(|&l| right.iter().any(|&r| if flip { before[r][l] } else { before[l][r] }))
        };
        for (a, row) in related.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                let (must_a, must_c) = (successors(a, Belnap::must), successors(c, Belnap::must));
                let (may_a, may_c) = (successors(a, Belnap::may), successors(c, Belnap::may));
                *cell &= matched(must_a.clone(), &must_c, false)
                    && matched(may_c.clone(), &may_a, true)
                    && (!both_ways
                        || (matched(must_c, &must_a, true) && matched(may_a, &may_c, false)));
            }
        }
        if related == before {
            return related;
        }
    }
}

#[test]
fn equally_complete_states_need_not_be_bisimilar() {
    let pair = example_6();
    let completeness = greatest_relation(&pair, Belnap::less_informative_or_equal, false);
    for (below, above) in
        [(2, 6), (6, 2), (3, 7), (7, 3), (1, 6), (7, 1), (5, 2), (3, 5), (0, 4), (4, 0)]
    {
        assert!(completeness[below][above], "{below} below {above}");
    }
    let bisimulation = greatest_relation(&pair, |a, c| a == c, true);
    assert!(!bisimulation[0][4]);
    assert!((4..8).all(|other| !bisimulation[1][other]));
}

#[test]
fn no_formula_tells_equally_complete_states_apart() {
    let pair = example_6();
    let mut distinct = std::collections::HashSet::new();
    let mut random = Random::new(1);
    for _ in 0..4000 {
        let bytes: Vec<u8> = (0..64).map(|_| random.bits() as u8).collect();
        let formula = Source(&bytes).formula(5);
        for options in [PLAIN, HYPER] {
            let values = evaluate(&pair, &formula, &options).expect("known atoms");
            assert_eq!(values[0], values[4], "{}", belnap_formats::property::print(&formula));
            distinct.insert(values);
        }
    }
    assert!(distinct.len() > 12, "the formulas say different things");
}
