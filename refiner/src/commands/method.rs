//! `--method`: the choice of methods as the command line writes it.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::methods::{Choice, METHODS};

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let mut names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            names.dedup();
            std::iter::once(Choice::Auto).chain(names.into_iter().map(Choice::Only)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Choice::Auto => PossibleValue::new("auto").help("all of these, in this order"),
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
        assert_eq!(names.count() + 1, Choice::value_variants().len());
    }
}
