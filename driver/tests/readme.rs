//! What README.md says commands print is what they print.

use std::fs;
use std::path::{Path, PathBuf};

use belnap_test_support::files::is_blessing;
use belnap_test_support::process;

use crate::support::BELNAP;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The words of a command line; single quotes are all the quoting README.md uses.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn printed(arguments: &str) -> String {
    let mut command = process::command(BELNAP, &[]);
    process::run(command.args(words(arguments)).current_dir(root())).stdout
}

/// The text with the output of each `$ belnap …` block as it is now.
fn refreshed(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if let Some(arguments) = line.strip_prefix("$ belnap ") {
            out.push_str(&printed(arguments));
            if let Some(fence) = lines.by_ref().find(|line| line.starts_with("```")) {
                out.push_str(fence);
                out.push('\n');
            }
        }
    }
    out
}

#[test]
fn the_tour_is_true() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).expect("README.md can be read");
    let now = refreshed(&text);
    assert!(now.matches("\n$ belnap check ").count() >= 4, "the tour has lost its commands");
    if is_blessing() {
        fs::write(&path, &now).expect("README.md can be written");
    }
    assert!(
        now == fs::read_to_string(&path).expect("README.md can be read"),
        "README.md shows other output than the commands print; `make bless` updates it"
    );
}
