//! Control-flow graphs: each case as printed, shown and drawn.

mod json_cases;

use belnap_cli::render::render_all;
use belnap_formats::header::Artefact;
use belnap_formats::{cfg, dot};
use belnap_ir::cfg::Cfg;
use json_cases::{cases, stem};

fn read(file: &str, text: &str) -> Artefact<Cfg> {
    cfg::read(text).unwrap_or_else(|errors| panic!("{}", render_all(file, text, &errors)))
}

#[test]
fn cases_are_printed_shown_and_drawn() {
    for (file, text) in cases("cfg") {
        let artefact = read(&file, &text);
        let printed = cfg::print(&artefact);
        let again = read(&file, &printed);
        assert_eq!(artefact, again, "{file}");
        assert_eq!(printed, cfg::print(&again), "{file}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            let name = stem(&file);
            insta::assert_snapshot!(format!("cfg-{name}"), printed);
            insta::assert_snapshot!(format!("cfg-{name}-text"), cfg::outline(&artefact.content));
            insta::assert_snapshot!(format!("cfg-{name}-dot"), dot::cfg(&artefact.content));
        });
    }
}

#[test]
fn the_schema_is_up_to_date() {
    json_cases::check_schema("cfg", &cfg::schema());
}

#[test]
fn the_page_has_examples_that_can_be_read() {
    for example in json_cases::examples("cfg.md") {
        let artefact = read("cfg.md", &example.text);
        if example.canonical {
            assert_eq!(example.text, cfg::print(&artefact));
        }
    }
}
