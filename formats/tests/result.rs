//! Results: each case as printed, and round trips of random ones.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::result;
use json_cases::{cases, stem};

#[test]
fn cases_are_printed() {
    for (path, text) in cases("result") {
        let artefact = result::read(&text)
            .unwrap_or_else(|errors| panic!("{}", render_all(&path, &text, &errors)));
        let printed = result::print(&artefact);
        assert_eq!(result::read(&printed).as_ref(), Ok(&artefact), "{path}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("result-{}", stem(&path)), printed);
        });
    }
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("result", &result::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    for example in json_cases::examples("result.md") {
        let artefact = result::read(&example.text)
            .unwrap_or_else(|errors| panic!("{}", render_all("result.md", &example.text, &errors)));
        if example.canonical {
            assert_eq!(example.text, result::print(&artefact));
        }
    }
}
