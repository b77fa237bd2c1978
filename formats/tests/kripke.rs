//! Structures: each case as printed and drawn, and round trips of random ones.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::{dot, kripke};
use json_cases::{cases, stem};

#[test]
fn cases_are_printed_and_drawn() {
    for (path, text) in cases("kripke") {
        let artefact = kripke::read(&text)
            .unwrap_or_else(|errors| panic!("{}", render_all(&path, &text, &errors)));
        let printed = kripke::print(&artefact);
        let again = kripke::read(&printed)
            .unwrap_or_else(|errors| panic!("{}", render_all(&path, &printed, &errors)));
        assert_eq!(artefact, again, "{path}");
        assert_eq!(printed, kripke::print(&again), "{path}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("kripke-{}", stem(&path)), printed);
            insta::assert_snapshot!(
                format!("kripke-{}-dot", stem(&path)),
                dot::kripke(&artefact.content)
            );
        });
    }
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("kripke", &kripke::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    for example in json_cases::examples("kripke.md") {
        let artefact = kripke::read(&example.text)
            .unwrap_or_else(|errors| panic!("{}", render_all("kripke.md", &example.text, &errors)));
        if example.canonical {
            assert_eq!(example.text, kripke::print(&artefact));
        }
    }
}
