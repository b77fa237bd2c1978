//! `--method`: the choice of methods as the command line writes it.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::methods::{Choice, METHODS};
use crate::minimum::choose::CHOOSERS;

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let mut names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            names.dedup();
            let again = CHOOSERS.iter().map(|chooser| Choice::Again(chooser.name));
            let only = names.into_iter().map(Choice::Only);
            std::iter::once(Choice::Auto).chain(only).chain(again).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Choice::Auto => {
                PossibleValue::new("auto").help("all of these that add predicates, in this order")
            }
            Choice::Again(name) => {
                let help = self.chooser().map_or("", |chooser| chooser.description);
                PossibleValue::new(*name).help(help)
            }
            Choice::Only(name) => {
                let descriptions: Vec<&str> = self.methods().map(|one| one.description).collect();
                PossibleValue::new(*name).help(descriptions.join("; "))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_offered_once() {
        let names = METHODS.chunk_by(|a, b| a.name == b.name);
        assert_eq!(names.count() + 1 + CHOOSERS.len(), Choice::value_variants().len());
    }
}
