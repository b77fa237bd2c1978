//! The schema of reports on systems is the one in the repository.

mod json_cases;

use belnap_formats::system_report;

#[test]
fn the_schema_is_current() {
    json_cases::check_schema("system-report", &system_report::schema());
}
