//! Corners of the symbolic engine that listed structures cannot show.

use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{RunOptions, check_all};
use belnap_checker::symbolic::atoms::Atoms;
use belnap_formats::{boolprog, property};
use belnap_ir::ids::LocId;
use belnap_ir::kripke::Kripke;
use belnap_ir::property::Property;
use belnap_ir::result::{PropertyResult, Verdict};

fn check(program: &str, formula: &str) -> PropertyResult {
    let program = boolprog::read(program).expect("a valid program");
    let kripke = encode(&program, &EncodeOptions::default()).expect("a small program");
    let formula = property::read_formula(formula).expect("a valid formula");
    let properties = [Property { name: "p".to_owned(), formula }];
    let options = RunOptions { max_nodes: 1 << 16, ..RunOptions::default() };
    let mut result =
        check_all(&Kripke::Symbolic(kripke), &properties, &options, None).expect("a result");
    result.properties.remove(0)
}

#[test]
fn a_classic_program_without_initial_states_satisfies_everything() {
    let result = check("decl g; enforce g & !g; void main() begin assert(F); end", "AG !failed");
    assert_eq!(result.verdict, Verdict::Holds);
    let explanation = result.explanation.expect("explained");
    assert_eq!(explanation.summary, "no initial state satisfies what is enforced");
}

#[test]
fn an_abstraction_without_initial_states_is_of_no_program() {
    let program = "// belnap bp 1\ndecl {g}; enforce {g} & !{g}; void main() begin assert(F); end";
    assert_eq!(check(program, "AG !failed").verdict, Verdict::Inconclusive);
}

/// A branch over each kind of guard; `HEAD` leads on to where the guards lead.
const GUARDS: &str = "// belnap bp 1\ndecl a, b; void main() begin
    HEAD: goto A, B, C, D, E;
    A: a := true assume(a); goto LOOP;
    B: assume(a); goto LOOP;
    C: assume(a); goto ALONE;
    D: assume(!a); b := true; goto LOOP;
    E: assume(!a & b);
    LOOP: goto HEAD;
    ALONE: skip;
    end
    void f() begin goto X, Y; X: assume(T); Y: a := T assume(T); end";

#[test]
fn a_branch_and_its_guard_are_one_edge() {
    let program = boolprog::read(GUARDS).expect("a valid program");
    let kripke = encode(&program, &EncodeOptions::default()).expect("a small program");
    let name = |at: LocId| kripke.locations[at].name.as_str();
    let edges = kripke.edges.iter().filter(|edge| name(edge.from) == "main:HEAD");
    let shown: Vec<String> =
        edges.map(|edge| format!("{} -> {}", edge.statement, name(edge.to))).collect();
    assert_eq!(
        shown,
        [
            "a := true assume(a) -> main:LOOP",
            "assume(a) -> main:LOOP",
            "assume(a) -> main:ALONE",
            "assume(!a) -> main:D",
            "assume(!a & b) -> main:LOOP",
        ]
    );
}

#[test]
fn a_label_that_only_guards_names_no_state() {
    let program = boolprog::read(GUARDS).expect("a valid program");
    let kripke = encode(&program, &EncodeOptions::default()).expect("a small program");
    let resolved = |formula: &str| {
        let formula = property::read_formula(formula).expect("a valid formula");
        Atoms::resolve(&kripke, &formula).map(|_| ())
    };
    for formula in ["at(HEAD)", "at(D)", "at(LOOP)", "at(ALONE)", "at(X)", "at(f:Y)"] {
        assert_eq!(resolved(formula), Ok(()), "{formula}");
    }
    for formula in ["at(A)", "at(main:B)", "at(C)", "at(E)"] {
        let refused = resolved(formula).expect_err(formula);
        assert_eq!(refused.rule, "check-atom");
        assert!(refused.notes.iter().any(|note| note.message.contains("only guards a branch")));
    }
}

#[test]
fn equivalences_nest_without_growing() {
    let mut formula = "p".to_owned();
    for _ in 0..120 {
        formula = format!("(EX {formula} <-> q)");
    }
    let program = "decl p, q; void main() begin p, q := T, T; while (T) do skip; od; end";
    assert_eq!(check(program, &format!("EX {formula}")).verdict, Verdict::Holds);
}

#[test]
fn a_number_as_a_label_is_not_the_number_of_a_statement() {
    let program = boolprog::read("void main() begin skip; 1: skip; goto 1; end").expect("valid");
    let kripke = encode(&program, &EncodeOptions::default()).expect("small");
    let mut names: Vec<&str> = kripke.locations.iter().map(|at| at.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), kripke.locations.len());
}
