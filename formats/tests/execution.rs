//! Executions: the page, the schema, and files of every version.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::execution::{self, Execution};
use belnap_formats::header::Artefact;

fn read(text: &str) -> Artefact<Execution> {
    execution::read(text).unwrap_or_else(|errors| panic!("{}", render_all("text", text, &errors)))
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("execution", &execution::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    let examples: Vec<_> = json_cases::examples("execution.md").into_iter().collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let found = read(&example.text);
        assert_eq!(read(&execution::print(&found)), found);
    }
}

#[test]
fn files_without_a_header_are_read() {
    let old = "{\"edges\": [3], \"inputs\": [{\"value\": \"-7\", \"variable\": \"main::x\"}]}";
    let Execution::Refutes { inputs, edges } = read(old).content else { panic!("it refutes") };
    assert_eq!((inputs[0].value, edges[0].0), (-7, 3));
    assert_eq!(read("{\"only\": true, \"steps\": 9}").content, Execution::Only { steps: 9 });
}

#[test]
fn what_is_no_execution_is_refused() {
    for (text, expected) in [
        ("{\"format\": \"belnap.execution\", \"version\": 2, \"only\": true, \"steps\": 1}", "2"),
        ("{\"format\": \"belnap.cfg\", \"version\": 1}", "control-flow graph"),
        ("{\"only\": false, \"steps\": 1}", "`inputs` and `edges`"),
        ("{\"only\": true, \"steps\": 1, \"edges\": []}", "`inputs` and `edges`"),
        ("{\"edges\": [1], \"inputs\": [], \"more\": 1}", "more"),
        ("{\"edges\": [1], \"inputs\": [{\"variable\": \"x\", \"value\": \"y\"}]}", "not a number"),
        ("[]", "execution"),
    ] {
        let errors = execution::read(text).expect_err(text);
        let shown = render_all("text", text, &errors);
        assert!(shown.contains(expected), "{shown}");
    }
}
