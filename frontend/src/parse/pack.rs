//! `#pragma pack`: the largest alignment of members, as the lexer reads it and records keep it.

/// The alignment in force, and those that were pushed.
#[derive(Debug, Default)]
pub struct Packing {
    current: Option<u32>,
    pushed: Vec<(Option<String>, Option<u32>)>,
}

impl Packing {
    /// The largest alignment of members now; `None`: their own.
    pub const fn current(&self) -> Option<u32> {
        self.current
    }

    /// Obeys what stands after `#pragma`; what is not `pack` is nothing to us.
    ///
    /// As gcc does: `pack(n)` sets, `pack()` takes back, `pack(push)` saves, `pack(push, n)` saves
    /// and sets, `pack(pop)` restores; `push` and `pop` may have a name.
    pub fn obey(&mut self, pragma: &str) {
        let Some(rest) = pragma.trim().strip_prefix("pack") else { return };
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
            packing.obey(pragma);
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
}
