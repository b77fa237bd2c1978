//! The normative pages agree with the code: their examples are read and printed back, their
//! tables name every rule.

use std::path::Path;

use belnap_formats::{boolprog, predicates};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec").join(name);
    std::fs::read_to_string(path).expect("a page")
}

/// The text inside the first fence with this tag.
fn example(page: &str, tag: &str) -> String {
    let fence = format!("```{tag}\n");
    let (_, after) = page.split_once(&fence).expect("an example");
    let (inside, _) = after.split_once("```").expect("the end of the example");
    inside.to_owned()
}

#[test]
fn the_boolean_program_is_printed_back() {
    let text = example(&page("boolprog.md"), "bp");
    let program = boolprog::read(&text).expect("the example");
    assert_eq!(boolprog::print(&program), text);
}

#[test]
fn the_predicates_are_printed_back() {
    let text = example(&page("predicates.md"), "preds");
    let file = predicates::read(&text).expect("the example");
    assert_eq!(predicates::print_file(&file), text);
}

#[test]
fn every_rule_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (page_name, prefix, sources) in [
        (
            "boolprog.md",
            "\"bp-",
            &[
                "ir/src/validate/boolprog.rs",
                "ir/src/validate/boolprog_names.rs",
                "formats/src/boolprog/mod.rs",
                "formats/src/boolprog/lexer.rs",
                "formats/src/boolprog/builder.rs",
                "formats/src/boolprog/annotation.rs",
                "formats/src/boolprog/syntax_error.rs",
            ][..],
        ),
        (
            "predicates.md",
            "\"preds-",
            &[
                "formats/src/predicates/mod.rs",
                "formats/src/predicates/resolve.rs",
                "formats/src/predicates/validate.rs",
            ][..],
        ),
    ] {
        let page = page(page_name);
        for source in sources {
            let code = std::fs::read_to_string(root.join(source)).expect(source);
            for (at, _) in code.match_indices(prefix) {
                let rule = code[at + 1..].split('"').next().unwrap_or_default();
                assert!(page.contains(&format!("`{rule}`")), "{rule} is not in {page_name}");
            }
        }
    }
}
