//! What a function was given by the text that calls it, in its own words.

use belnap_frontend::harness::{HarnessNames, Meaning};

use super::Given;

/// The inputs of such a text, without what lies behind pointers that are null.
pub fn in_c(given: Vec<Given>, names: &HarnessNames) -> Vec<Given> {
    let mut nulls: Vec<String> = Vec::new();
    let mut all: Vec<Given> = Vec::new();
    for mut one in given {
        match names.meaning(&one.name) {
            Some(Meaning::IsNull(_)) if one.value == 0 => continue,
            Some(Meaning::IsNull(pointer)) => {
                nulls.push(pointer.clone());
                (one.name, one.value, one.shown) = (pointer, 0, "NULL".to_owned());
            }
            Some(Meaning::Object(object)) => one.name = object,
            None => {}
        }
        all.push(one);
    }
    let is_behind_null =
        |one: &Given| nulls.iter().any(|null| HarnessNames::is_behind(&one.name, null));
    all.retain(|one| !is_behind_null(one));
    all
}
