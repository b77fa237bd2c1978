//! Certificates: each case as printed, and the page about them.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::certificate;
use json_cases::{cases, stem};

#[test]
fn cases_are_printed() {
    for (path, text) in cases("cert") {
        let artefact = certificate::read(&text)
            .unwrap_or_else(|errors| panic!("{}", render_all(&path, &text, &errors)));
        let printed = certificate::print(&artefact);
        assert_eq!(certificate::read(&printed).as_ref(), Ok(&artefact), "{path}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("cert-{}", stem(&path)), printed);
        });
    }
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("cert", &certificate::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    for example in json_cases::examples("cert.md") {
        let artefact = certificate::read(&example.text)
            .unwrap_or_else(|errors| panic!("{}", render_all("cert.md", &example.text, &errors)));
        if example.canonical {
            assert_eq!(example.text, certificate::print(&artefact));
        }
    }
}
