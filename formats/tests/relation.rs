//! Relations and comparisons: the page and the schemas.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::comparison::{self, Comparison};
use belnap_formats::relation;

#[test]
fn the_schemas_are_up_to_date() {
    json_cases::check_schema("relation", &relation::schema());
    json_cases::check_schema("comparison", &comparison::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    let examples = json_cases::examples("relation.md");
    assert_eq!(examples.len(), 2);
    for example in examples {
        if example.canonical {
            let artefact = relation::read(&example.text).unwrap_or_else(|errors| {
                panic!("{}", render_all("relation.md", &example.text, &errors))
            });
            assert_eq!(example.text, relation::print(&artefact));
        } else {
            let read: Comparison = serde_json::from_str(&example.text).expect("a comparison");
            assert_eq!(read.print(), example.text);
        }
    }
}
