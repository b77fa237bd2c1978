//! Replays: the page, the schema, and files of every version.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::replay;

fn refusal(text: &str) -> String {
    let errors = replay::read(text).expect_err("it is refused");
    render_all("file", text, &errors)
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("replay", &replay::schema());
}

#[test]
fn every_version_is_read_and_later_ones_are_refused() {
    let first = "{\"format\": \"belnap.replay\", \"version\": 1, \"program\": {\"files\": \
                 [\"prog.c\"], \"bits\": 64}, \"arguments\": 0, \"inputs\": [], \"locals\": [], \
                 \"watch\": {\"file\": \"prog.c\", \"line\": 3, \"condition\": \"x < 5\"}}";
    assert!(replay::read(first).is_ok_and(|replay| replay.property.is_none()));
    let later = |version: &str| first.replace("\"version\": 1", version);
    assert!(refusal(&later("\"version\": 4")).contains("[replay-version]"));
    assert!(refusal(&later("\"version\": 2")).contains("is missing"));
    assert!(refusal(&later("\"version\": 3")).contains("is missing"));
    let flags = first.replace("\"bits\": 64", "\"bits\": 64, \"flags\": [[]]");
    assert!(refusal(&flags).contains("only version 3 has flags"));
    let named = "\"version\": 1, \"property\": \"AG !failed\"";
    assert!(refusal(&later(named)).contains("version 1 has no property"));
}

#[test]
fn the_page_has_an_example_that_can_be_read() {
    let mut examples = 0;
    for example in json_cases::examples("replay.md") {
        let read = replay::read(&example.text)
            .unwrap_or_else(|errors| panic!("{}", render_all("page", &example.text, &errors)));
        assert_eq!(replay::read(&read.print()).as_ref(), Ok(&read));
        assert_eq!((read.inputs[0].value, read.locals[0].values[0]), (2, 7));
        examples += 1;
    }
    assert_eq!(examples, 1);
}
