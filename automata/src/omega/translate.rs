//! Expressions as Büchi automata: a state is a place in the expression, namely the letter that was
//! read last (Glushkov). A step that begins another word of `e^w` is accepting.

use std::collections::BTreeMap;

use belnap_ir::operator::{Markers, NeededAutomaton, NeededEdge, Omega};

/// The part of an expression: which of its letters words begin and end with.
struct Part {
    /// Whether it has the empty word.
    empty: bool,
    first: Vec<usize>,
    /// Nothing for words that do not end.
    last: Vec<usize>,
}

#[derive(Default)]
struct Positions {
    /// The letter at each position.
    needs: Vec<Markers>,
    /// Which position may follow which, and whether a word of some `e^w` ends between.
    follow: BTreeMap<(usize, usize), bool>,
}

/// The automaton of an expression whose words are infinite.
pub fn translate(omega: &Omega) -> NeededAutomaton {
    let mut positions = Positions::default();
    let whole = positions.part(omega);
    let edge =
        |to: usize, accepting| NeededEdge { needs: positions.needs[to], to: to + 1, accepting };
    let mut edges = vec![Vec::new(); positions.needs.len() + 1];
    edges[0] = whole.first.iter().map(|&to| edge(to, false)).collect();
    for (&(from, to), &accepting) in &positions.follow {
        edges[from + 1].push(edge(to, accepting));
    }
    NeededAutomaton { initial: vec![0], edges }
}

impl Positions {
    fn part(&mut self, omega: &Omega) -> Part {
        match omega {
            Omega::Letter(needs) => {
                self.needs.push(*needs);
                let own = vec![self.needs.len() - 1];
                Part { empty: false, first: own.clone(), last: own }
            }
            Omega::Then(parts) => self.sequence(parts.iter()),
            Omega::Power(body, times) => {
                self.sequence(std::iter::repeat_n(body.as_ref(), *times as usize))
            }
            Omega::Either(parts) => {
                let mut all = Part { empty: false, first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let part = self.part(part);
                    all.empty |= part.empty;
                    all.first.extend(part.first);
                    all.last.extend(part.last);
                }
                all
            }
            Omega::Star(body) => Part { empty: true, ..self.repeated(body, false) },
            Omega::Plus(body) => self.repeated(body, false),
            Omega::Optional(body) => Part { empty: true, ..self.part(body) },
            Omega::Forever(body) => {
                let part = self.repeated(body, true);
                Part { empty: false, last: Vec::new(), ..part }
            }
        }
    }

    fn sequence<'o>(&mut self, parts: impl Iterator<Item = &'o Omega>) -> Part {
        let nothing = Part { empty: true, first: Vec::new(), last: Vec::new() };
        parts.fold(nothing, |before, part| {
            let mut part = self.part(part);
            self.join(&before.last, &part.first, false);
            let mut first = before.first;
            if before.empty {
                first.extend(&part.first);
            }
            if part.empty {
                part.last.splice(0..0, before.last);
            }
            Part { empty: before.empty && part.empty, first, last: part.last }
        })
    }

    fn repeated(&mut self, body: &Omega, accepting: bool) -> Part {
        let part = self.part(body);
        self.join(&part.last, &part.first, accepting);
        part
    }

    fn join(&mut self, from: &[usize], to: &[usize], accepting: bool) {
        for &from in from {
            for &to in to {
                *self.follow.entry((from, to)).or_default() |= accepting;
            }
        }
    }
}
