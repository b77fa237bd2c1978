//! What listings look like, on programs small enough to follow by hand.

use belnap_checker::encode::listing::list;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::explicit::{ExplicitOptions, evaluate, verdict};
use belnap_formats::boolprog;
use belnap_formats::property::read_formula;
use belnap_ir::kripke::{ExplicitKripke, Semantics, SymbolicKripke};
use belnap_ir::result::Verdict;

fn encoded(text: &str, semantics: Semantics) -> SymbolicKripke {
    let program = boolprog::read(text).expect("valid");
    encode(&program, &EncodeOptions { semantics, ..EncodeOptions::default() }).expect("small")
}

fn listed(text: &str, semantics: Semantics) -> ExplicitKripke {
    list(&encoded(text, semantics), 1000).expect("small")
}

/// The transitions out of a state, as `value target`.
fn steps(structure: &ExplicitKripke, from: &str) -> Vec<String> {
    let name = |state: belnap_ir::ids::StateId| structure.states[state].name.as_str();
    let steps = structure.transitions.iter().filter(|step| name(step.from) == from);
    steps.map(|step| format!("{} {}", step.value, name(step.to))).collect()
}

/// YASM Fig. 4: the statement as it is there, before and after labels to tell the states by.
const FIGURE_4: &str = "// belnap bp 1
decl {y <= 2}, {x == 2};
void main() begin
  before: {y <= 2}, {x == 2} := choose({y <= 2}, F), {x == 2};
  after: skip;
end
";

#[test]
fn figure_4_over() {
    let structure = listed(FIGURE_4, Semantics::Over);
    assert_eq!(
        steps(&structure, "main:before[!{y <= 2}, {x == 2}]"),
        ["n main:after[{y <= 2}, {x == 2}]", "n main:after[!{y <= 2}, {x == 2}]"]
    );
    assert_eq!(
        steps(&structure, "main:before[{y <= 2}, {x == 2}]"),
        ["n main:after[{y <= 2}, {x == 2}]"]
    );
}

#[test]
fn figure_4_under() {
    let structure = listed(FIGURE_4, Semantics::Under);
    assert_eq!(steps(&structure, "main:before[!{y <= 2}, {x == 2}]"), ["b main:after[{x == 2}]"]);
    assert_eq!(
        steps(&structure, "main:before[{y <= 2}, {x == 2}]"),
        ["b main:after[{y <= 2}, {x == 2}]"]
    );
}

#[test]
fn figure_4_exact() {
    let structure = listed(FIGURE_4, Semantics::Exact);
    assert_eq!(
        steps(&structure, "main:before[!{y <= 2}, {x == 2}]"),
        [
            "b main:after[{x == 2}]",
            "n main:after[{y <= 2}, {x == 2}]",
            "n main:after[!{y <= 2}, {x == 2}]"
        ]
    );
    assert_eq!(
        steps(&structure, "main:before[{y <= 2}, {x == 2}]"),
        ["t main:after[{y <= 2}, {x == 2}]"]
    );
}

#[test]
fn predicates_are_unknown_where_a_state_is_known_to_exist() {
    let inhabited = |semantics| {
        let structure = listed(FIGURE_4, semantics);
        let name = |state: &belnap_ir::ids::StateId| structure.states[*state].name.clone();
        (structure.initial.len(), structure.inhabited.iter().map(name).collect::<Vec<_>>())
    };
    assert_eq!(inhabited(Semantics::Over), (4, Vec::new()));
    assert_eq!(inhabited(Semantics::Under), (4, vec!["main:before".to_owned()]));
    assert_eq!(inhabited(Semantics::Exact), (4, vec!["main:before".to_owned()]));
}

#[test]
fn enforced_facts_narrow_the_may_half_of_ours_and_both_of_classic_programs() {
    let body = "decl a, b;
enforce (a | b);
void main() begin
  L: a, b := F, F;
  M: skip;
end
";
    let ours = listed(&format!("// belnap bp 1\n{body}"), Semantics::Exact);
    assert_eq!(steps(&ours, "main:L[a, b]"), ["b main:M[!a, !b]"]);
    assert_eq!(ours.initial.len(), 3);
    let classic = listed(body, Semantics::Exact);
    assert!(steps(&classic, "main:L[a, b]").is_empty());
    assert!(!classic.total);
}

#[test]
fn an_inconsistent_update_has_no_step() {
    let text = "// belnap bp 1
decl {x > 0}, g;
void main() begin
  L: {x > 0} := choose(g, g);
  M: skip;
end
";
    let structure = listed(text, Semantics::Exact);
    assert!(steps(&structure, "main:L[{x > 0}, g]").is_empty());
    assert_eq!(
        steps(&structure, "main:L[{x > 0}, !g]"),
        ["b main:M[!g]", "n main:M[{x > 0}, !g]", "n main:M[!{x > 0}, !g]"]
    );
}

/// A caller's local tells states of the callee apart, and hidden globals do.
#[test]
fn names_are_unique_and_say_what_is_visible() {
    let text = "decl g;
void main() begin
  decl m;
  assume(g);
  f(F);
end
void f(g) begin
  L: g := T;
end
";
    let structure = listed(text, Semantics::Exact);
    let mut names: Vec<&str> = structure.states.iter().map(|state| state.name.as_str()).collect();
    assert!(names.contains(&"main/2.f:L[!g, main::m]"), "{names:?}");
    assert!(names.contains(&"main/2.f:L[!g, !main::m]"), "{names:?}");
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    // At L the name `g` is the parameter, and `f::g` too; in main only the global has a value.
    for (property, expected) in [
        ("AG (at(L) -> !g)", Verdict::Holds),
        ("AG (at(L) -> !f::g)", Verdict::Holds),
        // Not in scope at the entry, where `EF` looks first.
        ("EF f::g", Verdict::Inconclusive),
        ("AX EF (at(L) & f::g)", Verdict::Fails),
        // The assume blocks where g is false.
        ("EF halted", Verdict::Fails),
    ] {
        let formula = read_formula(property).expect("a formula");
        let values =
            evaluate(&structure, &formula, &ExplicitOptions::default()).expect("known atoms");
        let found = verdict(&structure, &values, &ExplicitOptions::default());
        assert_eq!(found, Ok(expected), "{property}");
    }
}

#[test]
fn too_many_states_are_refused() {
    let kripke = encoded(FIGURE_4, Semantics::Exact);
    let refused = list(&kripke, 8).expect_err("more than eight");
    assert_eq!(refused.rule, "listing-limit");
    assert_eq!(refused.message, "more than 8 states are reachable");
    let none = encoded("decl a;\nenforce (a & !a);\nvoid main() begin skip; end", Semantics::Exact);
    assert_eq!(list(&none, 8).expect_err("no initial state").rule, "listing-empty");
}

#[test]
fn sixty_variables_are_refused_soon() {
    let names: Vec<String> = (0..60).map(|index| format!("v{index}")).collect();
    let text = format!("decl {};\nvoid main() begin skip; end", names.join(", "));
    let refused = list(&encoded(&text, Semantics::Exact), 1000).expect_err("2^60 states");
    assert_eq!(refused.rule, "listing-limit");
}
