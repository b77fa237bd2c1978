//! Questions about products of variables, which the prover answers badly if it thinks of bits at
//! once: `s == i * i` and a step that adds `2 * i + 1`.
//!
//! Three things help: sums of monomials, in which most of such questions cancel out; that `a <= b`
//! and `b <= a` mean `a == b`, from which products are equal that are multiplied bit by bit
//! otherwise; and to forget what a product is, so that what is left is linear. Where that is not
//! enough, bounds may leave few enough bits. All of it can only show that nothing satisfies a
//! question.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use z3::ast::{Ast, BV, Bool, Dynamic};
use z3::{DeclKind, Goal, Params, SatResult, Tactic};

use crate::prover::time_limit;

/// Of the time that is left, the part for the question with products that are forgotten.
const FORGOTTEN: f64 = 0.1;

/// The same for the question about nothing but bits.
const BITS: f64 = 0.6;

/// Of the time, the part for the rules.
const RULES: f64 = 0.1;

/// Whether some assertion multiplies two terms that are not numbers.
pub fn has_products(assertions: &[Bool]) -> bool {
    let mut found = false;
    visit(assertions, &mut |term| found |= is_product(term));
    found
}

/// Whether nothing satisfies the assertions, as far as that is found out in the time.
pub fn is_refuted(assertions: &[Bool], time: Duration) -> bool {
    let end = Instant::now() + time;
    let once = normal_form(assertions, time.mul_f64(RULES));
    let Some(mut normal) = once.and_then(|once| normal_form(&once, time.mul_f64(RULES))) else {
        return false;
    };
    if normal.iter().any(|one| one.as_bool() == Some(false)) {
        return true;
    }
    normal.extend(antisymmetry(&normal));
    let left = || end.saturating_duration_since(Instant::now());
    let forgotten = forgotten(&normal);
    let bits = Tactic::new("bit-blast").and_then(&Tactic::new("sat"));
    let smt = Tactic::new("smt");
    [(&forgotten, &smt, FORGOTTEN), (&normal, &bits, BITS), (&normal, &smt, 1.0)]
        .into_iter()
        .any(|(question, tactic, share)| refutes(tactic, question, left().mul_f64(share)))
}

/// Whether a tactic finds that nothing satisfies some assertions.
fn refutes(tactic: &Tactic, assertions: &[Bool], time: Duration) -> bool {
    let solver = rules(false).and_then(tactic).solver();
    solver.set_params(&time_limit(time.max(Duration::from_millis(1))));
    assertions.iter().for_each(|one| solver.assert(one));
    solver.check() == SatResult::Unsat
}

/// What the prover is told to do first: equations define variables, which are put in.
fn rules(sums: bool) -> Tactic {
    let mut params = Params::new();
    params.set_bool("som", sums);
    let [simplify, values, equations] =
        ["simplify", "propagate-values", "solve-eqs"].map(Tactic::new);
    simplify.and_then(&values).and_then(&equations).and_then(&Tactic::new("simplify").with(&params))
}

/// The assertions after these rules, with sums of monomials; something satisfies them if and only
/// if something satisfies the assertions.
fn normal_form(assertions: &[Bool], time: Duration) -> Option<Vec<Bool>> {
    let goal = Goal::new(false, false, false);
    assertions.iter().for_each(|one| goal.assert(one));
    let applied = rules(true).try_for(time).apply(&goal, None).ok()?;
    // Several would be cases, of which each must be refuted.
    let mut cases = applied.list_subgoals();
    let only = cases.next().filter(|_| cases.next().is_none())?;
    Some(only.get_formulas().into_iter().collect())
}

/// For each two terms that are compared both ways: if neither is less, they are equal.
fn antisymmetry(assertions: &[Bool]) -> Vec<Bool> {
    let mut orders: Vec<Dynamic> = Vec::new();
    visit(assertions, &mut |term| {
        if is(term, DeclKind::Uleq) || is(term, DeclKind::Sleq) {
            orders.push(term.clone());
        }
    });
    let sides = |order: &Dynamic| -> Option<(BV, BV)> {
        let [a, b] = order.children().try_into().ok()?;
        Some((a.as_bv()?, b.as_bv()?))
    };
    let mut lemmas = Vec::new();
    for (at, first) in orders.iter().enumerate() {
        for second in &orders[at + 1..] {
            let (Some((a, b)), Some((c, d))) = (sides(first), sides(second)) else { continue };
            let opposite =
                is(first, DeclKind::Uleq) == is(second, DeclKind::Uleq) && a == d && b == c;
            if let (true, Some(first), Some(second)) = (opposite, first.as_bool(), second.as_bool())
            {
                lemmas.push(Bool::and(&[first, second]).implies(a.eq(&b)));
            }
        }
    }
    lemmas
}

/// The assertions with a new variable in place of each product: where nothing satisfies these,
/// nothing satisfies the assertions.
fn forgotten(assertions: &[Bool]) -> Vec<Bool> {
    let mut known: HashMap<Vec<Dynamic>, BV> = HashMap::new();
    let mut pairs: Vec<(Dynamic, Dynamic)> = Vec::new();
    visit(assertions, &mut |term| {
        if let Some(size) = term.as_bv().filter(|_| is_product(term)).map(|term| term.get_size()) {
            let (numbers, factors): (Vec<_>, Vec<_>) =
                term.children().into_iter().partition(is_number);
            let new = known.entry(factors).or_insert_with(|| BV::fresh_const("product", size));
            let numbers = numbers.iter().filter_map(Dynamic::as_bv);
            let new = numbers.fold(new.clone(), |product, number| product.bvmul(&number));
            pairs.push((term.clone(), new.into()));
        }
    });
    let pairs: Vec<(&Dynamic, &Dynamic)> = pairs.iter().map(|(a, b)| (a, b)).collect();
    assertions.iter().map(|one| one.substitute(&pairs)).collect()
}

/// Whether a term multiplies two terms that are not numbers.
fn is_product(term: &Dynamic) -> bool {
    is(term, DeclKind::Bmul) && term.children().iter().filter(|one| !is_number(one)).count() > 1
}

fn is_number(term: &Dynamic) -> bool {
    is(term, DeclKind::Bnum)
}

fn is(term: &Dynamic, kind: DeclKind) -> bool {
    term.safe_decl().is_ok_and(|decl| decl.kind() == kind)
}

/// Visits each term of the assertions once; those under quantifiers are not looked at.
fn visit(assertions: &[Bool], see: &mut dyn FnMut(&Dynamic)) {
    let mut seen: HashSet<Dynamic> = HashSet::new();
    let mut open: Vec<Dynamic> = assertions.iter().map(|one| Dynamic::from_ast(one)).collect();
    while let Some(term) = open.pop() {
        if term.is_app() && seen.insert(term.clone()) {
            see(&term);
            open.extend(term.children());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use z3::Solver;

    use super::{has_products, is_refuted};

    const VARIABLES: &str = "(declare-const i (_ BitVec 32))(declare-const n (_ BitVec 32))\
        (declare-const s (_ BitVec 32))(declare-const d (_ BitVec 32))";

    fn refuted(assertions: &str) -> bool {
        let solver = Solver::new();
        solver.from_string(format!("{VARIABLES}{assertions}"));
        let assertions = solver.get_assertions();
        assert!(has_products(&assertions), "{assertions:?}");
        is_refuted(&assertions, Duration::from_secs(20))
    }

    #[test]
    fn steps_of_sums_are_kept() {
        let one = "#x00000001";
        let [squares, before, after] = [
            format!("(assert (= s (bvmul i i)))(assert (= d (bvadd {one} (bvmul #x00000002 i))))"),
            "(assert (= (bvmul #x00000006 s) (bvmul i (bvadd i #x00000001) \
             (bvadd (bvmul #x00000002 i) #x00000001))))"
                .to_owned(),
            "(= (bvmul #x00000006 (bvadd s (bvmul (bvadd i #x00000001) (bvadd i #x00000001)))) \
             (bvmul (bvadd i #x00000001) (bvadd i #x00000002) \
             (bvadd (bvmul #x00000002 i) #x00000003)))"
                .to_owned(),
        ];
        let next = format!("(= (bvadd s d) (bvmul (bvadd i {one}) (bvadd i {one})))");
        assert!(refuted(&format!("{squares}(assert (not {next}))")));
        assert!(!refuted(&format!("{squares}(assert {next})")));
        assert!(refuted(&format!("{before}(assert (not {after}))")));
        assert!(!refuted(&format!("{before}(assert (= s #x00000005))(assert {after})")));
    }

    #[test]
    fn bounds_from_both_sides_are_equations() {
        let bounds = "(assert (bvule i n))(assert (not (bvult i n)))(assert (= s (bvmul i i)))";
        assert!(refuted(&format!("{bounds}(assert (not (= s (bvmul n n))))")));
        assert!(!refuted(
            "(assert (bvule i n))(assert (= s (bvmul i i)))(assert (= s (bvmul n n)))"
        ));
    }

    /// All questions about two numbers of three bits with one product each, next to what counting
    /// says.
    #[test]
    fn what_some_numbers_satisfy_is_not_refuted() {
        let small = "(declare-const a (_ BitVec 3))(declare-const b (_ BitVec 3))";
        let mut found = [0, 0];
        for (left, right) in (0..8u8).flat_map(|left| (0..8u8).map(move |right| (left, right))) {
            let text = format!(
                "{small}(assert (= (bvmul a b) (bvadd a #b{left:03b})))\
                 (assert (bvule a (bvadd b #b{right:03b})))(assert (bvule b a))"
            );
            let satisfied = (0..64u8).any(|both| {
                let (a, b) = (both / 8, both % 8);
                a * b % 8 == (a + left) % 8 && a <= (b + right) % 8 && b <= a
            });
            let solver = Solver::new();
            solver.from_string(text.as_str());
            let refuted = is_refuted(&solver.get_assertions(), Duration::from_secs(5));
            assert_eq!(refuted, !satisfied, "{text}");
            found[usize::from(refuted)] += 1;
        }
        assert!(found[0] > 5 && found[1] > 5, "{found:?}");
    }
}
