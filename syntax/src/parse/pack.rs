//! Pragmas that change what a program means, as the lexer reads them and records keep them:
//! `#pragma pack` is the largest alignment of members, others are refused.

/// The alignment in force, and those that were pushed.
#[derive(Debug, Default)]
pub struct Packing {
    current: Option<u32>,
    pushed: Vec<(Option<String>, Option<u32>)>,
    foreign_order: bool,
    foreign_layout: bool,
}

impl Packing {
    /// The largest alignment of members now; `None`: their own.
    pub const fn current(&self) -> Option<u32> {
        self.current
    }

    /// The attribute for records that another pragma in force stands for.
    pub const fn attribute(&self) -> Option<&'static str> {
        if self.foreign_order {
            Some("scalar_storage_order")
        } else if self.foreign_layout {
            Some("ms_struct")
        } else {
            None
        }
    }

    /// Obeys what stands after `#pragma`; most pragmas are nothing to us.
    ///
    /// # Errors
    ///
    /// The word of one that gives names another meaning.
    pub fn obey(&mut self, pragma: &str) -> Result<(), &'static str> {
        let pragma = pragma.trim();
        let end = pragma.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = pragma.split_at(end.unwrap_or(pragma.len()));
        match word {
            "pack" => self.pack(rest),
            "scalar_storage_order" => {
                self.foreign_order = rest.trim().trim_matches('"').starts_with("big");
            }
            "ms_struct" => self.foreign_layout = rest.trim() == "on",
            "weak" => return Err("weak"),
            "redefine_extname" => return Err("redefine_extname"),
            _ => {}
        }
        Ok(())
    }

    /// As gcc does: `pack(n)` sets, `pack()` takes back, `pack(push)` saves, `pack(push, n)` saves
    /// and sets, `pack(pop)` restores; `push` and `pop` may have a name.
    fn pack(&mut self, rest: &str) {
        let Some(rest) = rest.trim_start().strip_prefix('(') else { return };
        let Some((arguments, _)) = rest.split_once(')') else { return };
        let mut words = arguments.split(',').map(str::trim);
        let first = words.next().unwrap_or_default();
        let mut name = None;
        let mut number = None;
        for word in words {
            match word.parse() {
                Ok(value) => number = Some(value),
                Err(_) => name = Some(word.to_owned()),
            }
        }
        match first {
            "" => self.current = None,
            "push" => {
                self.pushed.push((name, self.current));
                self.set(number);
            }
            "pop" => {
                let at = match &name {
                    None => self.pushed.len().checked_sub(1),
                    Some(_) => self.pushed.iter().rposition(|(pushed, _)| *pushed == name),
                };
                if let Some(at) = at {
                    self.current = self.pushed[at].1;
                    self.pushed.truncate(at);
                }
                self.set(number);
            }
            first => self.set(first.parse().ok()),
        }
    }

    fn set(&mut self, number: Option<u32>) {
        if let Some(number) = number.filter(|number| number.is_power_of_two() && *number <= 16) {
            self.current = Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn pragmas_nest() {
        let mut packing = Packing::default();
        let mut after = |pragma: &str| {
            packing.obey(pragma).expect("obeyed");
            packing.current()
        };
        assert_eq!(after("pack(push, 1)"), Some(1));
        assert_eq!(after("pack(push, outer, 4)"), Some(4));
        assert_eq!(after("pack ( 2 )"), Some(2));
        assert_eq!(after("pack(pop, outer)"), Some(1));
        assert_eq!(after("omp parallel"), Some(1));
        assert_eq!(after("pack(3)"), Some(1));
        assert_eq!(after("pack(pop)"), None);
        assert_eq!(after("pack(8)"), Some(8));
        assert_eq!(after("pack()"), None);
    }

    #[test]
    fn other_pragmas_are_kept_for_records_or_refused() {
        let mut packing = Packing::default();
        let mut after = |pragma: &str| packing.obey(pragma).map(|()| packing.attribute());
        assert_eq!(after("scalar_storage_order big-endian"), Ok(Some("scalar_storage_order")));
        assert_eq!(after("scalar_storage_order default"), Ok(None));
        assert_eq!(after("ms_struct on"), Ok(Some("ms_struct")));
        assert_eq!(after("ms_struct reset"), Ok(None));
        assert_eq!(after("weak f"), Err("weak"));
        assert_eq!(after("GCC diagnostic push"), Ok(None));
    }
}
