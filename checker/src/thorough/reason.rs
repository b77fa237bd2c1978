//! Why no completion satisfies a formula, for a person: the spoiler's strategy in words.

use super::obligations::{Cause, Copy, Played, Position};
use super::saturation::Choice;
use belnap_ir::kripke::ExplicitKripke;

/// How many lines there are at most.
const MOST_LINES: usize = 40;

/// Why the builder loses from a position, line by line.
pub fn reason(played: &Played<'_>, structure: &ExplicitKripke, position: u32) -> Vec<String> {
    let mut teller =
        Teller { played, structure, lines: Vec::new(), told: Vec::new(), path: Vec::new() };
    teller.tell(position, 0);
    if teller.lines.len() > MOST_LINES {
        teller.lines.truncate(MOST_LINES);
        teller.lines.push("…".to_owned());
    }
    teller.lines
}

struct Teller<'p> {
    played: &'p Played<'p>,
    structure: &'p ExplicitKripke,
    lines: Vec<String>,
    /// Positions that were told, and those that are being told.
    told: Vec<u32>,
    path: Vec<u32>,
}

impl Teller<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(depth)));
    }

    fn name(&self, state: u32) -> &str {
        let origin = self.played.model.view.origins[state as usize];
        &self.structure.states[origin].name
    }

    fn required(&self, copy: Copy) -> String {
        let closure = self.played.closure;
        let texts = self.played.required(copy).iter().map(|id| closure.text(*id));
        texts.map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" and ")
    }

    fn tell(&mut self, position: u32, depth: usize) {
        if self.lines.len() > MOST_LINES {
            return;
        }
        let played = self.played;
        let Position::Copy(copy) = played.position(position) else { return };
        let here = format!("{} has to satisfy {}", self.name(copy.state), self.required(*copy));
        if self.path.contains(&position) {
            self.line(depth, &format!("{here} again, and what is owed is never paid"));
            return;
        }
        if self.told.contains(&position) {
            self.line(depth, &format!("{here}: see above"));
            return;
        }
        self.told.push(position);
        let ways = played.successors(position);
        if ways.is_empty() {
            let known = self.known(*copy);
            let line = format!("{here}, which is impossible{known}");
            self.line(depth, &line);
            return;
        }
        self.line(depth, &here);
        self.path.push(position);
        for (number, &way) in ways.iter().enumerate() {
            if ways.len() > 1 {
                let asked = self.asked(way);
                self.line(depth + 1, &format!("way {} of {}{asked}:", number + 1, ways.len()));
            }
            self.tell_way(way, *copy, depth + 1 + usize::from(ways.len() > 1));
        }
        self.path.pop();
    }

    /// What is known of the atoms in a state.
    fn known(&self, copy: Copy) -> String {
        let atoms = &self.played.closure.atoms;
        let label = self.played.model.label(copy.state);
        let shown = atoms.iter().zip(label).map(|((atom, _), value)| format!("{atom}={value}"));
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(", ")) }
    }

    fn asked(&self, way: u32) -> String {
        let Position::Chosen(choice) = self.played.position(way) else { return String::new() };
        let Choice { label, steps, .. } = &**choice;
        let closure = self.played.closure;
        let literal = |(atom, value): &(u32, bool)| {
            let sign = if *value { "" } else { "!" };
            format!("{sign}{}", closure.atoms[*atom as usize].0)
        };
        let parts: Vec<String> =
            label.iter().map(literal).chain(steps.iter().map(|id| closure.text(*id))).collect();
        if parts.is_empty() { String::new() } else { format!(", {}", parts.join(" and ")) }
    }

    fn tell_way(&mut self, way: u32, copy: Copy, depth: usize) {
        let played = self.played;
        let Some(asked) = played.choice(way) else { return };
        let Position::Asked(cause) = played.position(asked) else { return };
        let moves = played.moves(copy.state, *cause);
        let answers = played.successors(asked);
        let state = &played.model.view.states[copy.state as usize];
        let why = match cause {
            Cause::Demand(index) if state.demands[*index as usize].len() == 1 => {
                "a transition must exist".to_owned()
            }
            Cause::Demand(_) => "one of its transitions has to exist".to_owned(),
            Cause::Step(id) => format!("`{}` needs a successor", played.closure.text(*id)),
        };
        if answers.is_empty() {
            self.line(depth, &format!("{why}, and no transition may exist"));
            return;
        }
        let names: Vec<&str> =
            moves.iter().map(|at| self.name(state.moves[*at as usize].to)).collect();
        let line = format!("{why}, to {}:", names.join(" or "));
        self.line(depth, &line);
        for &answer in answers {
            self.tell(answer, depth + 1);
        }
    }
}
