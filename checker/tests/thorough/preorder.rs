//! The completeness preorder: the fast one is that of the definition, it preserves definite values,
//! and what is not in it is told apart by a formula.

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_checker::kmts::bisimulation::classes;
use belnap_checker::kmts::compare::Compared;
use belnap_checker::kmts::graph::Graph;
use belnap_checker::kmts::preorder::{self, MAX_PAIRS};
use belnap_formats::property::{print, read_file};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;

use crate::definition::less_complete;
use crate::generator::formulas::{Logic, formula};
use crate::generator::structures::{ACTIONS, altered, forgetful, kmts};
use crate::generator::{Random, seeds};
use crate::oracle::{structure, vocabulary};

const PLAIN: ExplicitOptions = ExplicitOptions { hyper: false };

/// Two KMTSs, often similar ones.
fn pair(random: &mut Random) -> [ExplicitKripke; 2] {
    let actions = random.pick(&[&[][..], &[][..], &ACTIONS[..]]);
    let most = 1 + random.index(6);
    let first = kmts(random, most, actions);
    match random.index(4) {
        0 => {
            let second = kmts(random, most, actions);
            [first, second]
        }
        1 => [altered(random, &first), first],
        2 => [forgetful(random, &first), first],
        _ => {
            let changed = altered(random, &first);
            [forgetful(random, &changed), first]
        }
    }
}

#[test]
fn the_fast_relation_is_that_of_the_definition() {
    for seed in seeds(0, 1500) {
        let random = &mut Random::new(seed);
        let [a, c] = pair(random);
        let expected = less_complete(&a, &c, false);
        let graph = Graph::new(&[&a, &c]);
        let size = graph.size() as u32;
        let middle = a.states.len() as u32;
        let (rows, columns): (Vec<u32>, Vec<u32>) =
            ((0..middle).collect(), (middle..size).collect());
        let colours = vec![0; size as usize];
        let found = preorder::less_complete(&graph, &colours, &rows, &columns);
        let (class, count) = classes(&graph, &colours);
        let quotient = graph.quotient(&class, count);
        let all: Vec<u32> = (0..count as u32).collect();
        let of_classes = preorder::less_complete(&quotient, &colours, &all, &all);
        for (s, row) in expected.iter().enumerate() {
            for (t, expected) in row.iter().enumerate() {
                let (s, t) = (s as u32, t as u32 + middle);
                let shown = || format!("seed {seed}: s{s} and t{}\n{a:#?}\n{c:#?}", t - middle);
                assert_eq!(found.has(s, t), *expected, "{}", shown());
                let by_class = of_classes.has(class[s as usize], class[t as usize]);
                assert_eq!(by_class, *expected, "by classes, {}", shown());
            }
        }
    }
}

#[test]
fn definite_values_are_preserved() {
    let (mut definite, mut related) = (0, 0);
    for seed in seeds(0, 1500) {
        let random = &mut Random::new(seed);
        let [a, c] = pair(random);
        let actions: Vec<&str> = a.transitions.iter().filter_map(|t| t.action.as_deref()).collect();
        let logic = random.pick(&[Logic::Modal, Logic::Ctl, Logic::Mu, Logic::Mu]);
        let depth = 2 + random.index(4);
        let formula = formula(random, &vocabulary(logic, &actions[..actions.len().min(1)]), depth);
        let values = |structure| evaluate(structure, &formula, &PLAIN).expect("known atoms");
        let (less, more) = (values(&a), values(&c));
        for (s, row) in less_complete(&a, &c, false).into_iter().enumerate() {
            for (t, _) in row.into_iter().enumerate().filter(|(_, below)| *below) {
                related += 1;
                definite += u64::from(less[s].is_definite());
                assert!(
                    less[s].less_informative_or_equal(more[t]),
                    "seed {seed}: {} is {} in s{s} and {} in s{t}\n{a:#?}\n{c:#?}",
                    print(&formula),
                    less[s],
                    more[t]
                );
            }
        }
    }
    assert!(definite > 500 && related > 2000, "definite: {definite} of {related}");
}

/// Every pair of states that is not related has a formula, read back from its file.
#[test]
fn formulas_tell_apart_what_is_not_related() {
    let (mut told, mut deep) = (0, 0);
    for seed in seeds(0, 1200) {
        let random = &mut Random::new(seed);
        let [mut a, mut c] = pair(random);
        for (s, row) in less_complete(&a, &c, false).into_iter().enumerate() {
            for (t, below) in row.into_iter().enumerate() {
                (a.initial, c.initial) = (vec![StateId::from(s)], vec![StateId::from(t)]);
                (a.inhabited, c.inhabited) = (a.initial.clone(), c.initial.clone());
                let shown = || format!("seed {seed}: s{s} and t{t}\n{a:#?}\n{c:#?}");
                let compared = Compared::new(&a, &c, MAX_PAIRS).expect("small");
                let found = compared.direction(0).expect("right formulas");
                assert_eq!(found.direction.holds, below, "{}", shown());
                let Some(difference) = found.direction.difference else { continue };
                let formula = found.formula.unwrap_or_else(|| panic!("a formula, {}", shown()));
                let file = read_file(&formula.file("difference")).expect("a property file");
                let value = |structure, state: usize| {
                    let values = evaluate(structure, &file[0].formula, &PLAIN);
                    values.expect("known atoms")[state]
                };
                assert_eq!(value(&a, s), Belnap::True, "{}, {}", print(&file[0].formula), shown());
                assert_ne!(value(&c, t), Belnap::True, "{}, {}", print(&file[0].formula), shown());
                assert!(!difference.because.is_empty(), "{}", shown());
                told += 1;
                deep += u64::from(difference.because.len() > 2);
            }
        }
    }
    println!("{told} pairs told apart, {deep} of them by several steps");
    assert!(told > 5000 && deep > 40, "told apart: {told}, by several steps: {deep}");
}

/// May/Must Example 6, whose structures are reconstructed from the relations that it lists.
#[test]
fn example_6() {
    let part = |mark: &str, first: &str| {
        structure(&format!(
            r#""propositions": ["p", "q"],
               "states": {{"s0{mark}": "tt", "s1{mark}": "{first}", "s2{mark}": "tt", "s3{mark}": "nn"}},
               "initial": ["s0{mark}"],
               "transitions": [["s0{mark}", "s1{mark}"], ["s0{mark}", "s2{mark}"],
                 ["s0{mark}", "s3{mark}"], ["s1{mark}", "s1{mark}"], ["s2{mark}", "s2{mark}"],
                 ["s3{mark}", "s3{mark}"]]"#
        ))
    };
    let (first, second) = (part("", "tn"), part("'", "nt"));
    let compared = Compared::new(&first, &second, MAX_PAIRS).expect("small");
    let directions = [0, 1].map(|less| compared.direction(less).expect("right formulas"));
    assert!(directions.iter().all(|found| found.direction.holds));
    let [forth, back] = [0, 1].map(|less| compared.relation(less, &directions[less]).pairs);
    for (less, more) in [("s2", "s2'"), ("s3", "s3'"), ("s1", "s2'"), ("s3", "s1'"), ("s0", "s0'")]
    {
        assert!(forth.contains(&(less.into(), more.into())), "{less} below {more}");
    }
    for (less, more) in [("s2'", "s2"), ("s3'", "s3"), ("s3'", "s1"), ("s1'", "s2"), ("s0'", "s0")]
    {
        assert!(back.contains(&(less.into(), more.into())), "{less} below {more}");
    }
    assert!(!forth.contains(&("s1".into(), "s1'".into())));
}
