//! Reports: the page and the schema.

mod json_cases;

use belnap_formats::report::{self, Report};

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("report", &report::schema());
}

#[test]
fn the_page_has_an_example_that_can_be_read() {
    let mut examples = 0;
    for example in json_cases::examples("report.md") {
        let read: Report = serde_json::from_str(&example.text).expect("an example is a report");
        let again: Report = serde_json::from_str(&read.print()).expect("a report is read");
        assert_eq!(again, read);
        assert_eq!(read.properties.len(), 3);
        examples += 1;
    }
    assert_eq!(examples, 1);
}
