//! Pairs whose transitions do not match are taken out of a relation, until all match.
//!
//! Two conditions say that a pair (a, c) matches. For each must-transition from a to a', c is among
//! the states with a must-transition into those that a' is related to; for each may-transition from
//! c to c', a is among the states with a may-transition into those that are related to c'. So what
//! a line of the relation loses (the line of a', or the column of c', which is a line of the
//! transposed relation) decides what the lines before it lose, whole lines at a time.
//!
//! A line that lost something waits, and all that it lost until its turn is worked on together:
//! either only what could be reached through what was lost is looked at again, or all that is
//! reached through what is left is found anew, whichever seems to cost less. Lines have their turns
//! in an order in which states come after those that they lead to, as far as there is one: then a
//! line has usually lost all that it will lose.
//!
//! The memory is two bits for each pair, and at most four more for lines that wait.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::{Bits, count, has, ones, put};
use super::graph::{Arcs, Graph};
use super::preorder::Relation;

/// The greatest part of a relation in which all pairs match.
pub fn refined(graph: &Graph, relation: Relation) -> Relation {
    let Relation { rows, columns, row_of, column_of, bits } = relation;
    let mut transposed = Bits::new(columns.len(), rows.len());
    for row in 0..rows.len() as u32 {
        for column in bits.ones(row) {
            transposed.put(column, row);
        }
    }
    let must = [within(&graph.must, &rows, &row_of), within(&graph.must, &columns, &column_of)];
    let may = [within(&graph.may, &rows, &row_of), within(&graph.may, &columns, &column_of)];
    let mut halves = [Half::new(bits, &must[0], &must[1]), Half::new(transposed, &may[1], &may[0])];
    while halves.iter().any(Half::waits) {
        let [first, second] = &mut halves;
        first.sweep(second);
        second.sweep(first);
    }
    let [Half { lines, .. }, _] = halves;
    Relation { rows, columns, row_of, column_of, bits: lines }
}

/// The arcs between some states, by their numbers among these.
fn within(arcs: &Arcs, states: &[u32], number: &[Option<u32>]) -> Arcs {
    let own = states.iter().enumerate().flat_map(|(from, state)| {
        let known =
            move |(action, to): &(u32, u32)| Some((from as u32, *action, number[*to as usize]?));
        arcs.of(*state).iter().filter_map(known)
    });
    Arcs::new(states.len(), own.collect())
}

/// What a line has lost since its last turn.
#[derive(Clone, Debug)]
enum Lost {
    /// Nothing.
    Nothing,
    /// So much that it is not listed; or it has not had a turn yet.
    Much,
    /// These bits.
    Bits(Vec<u32>),
}

/// Answers that a line loses.
enum Refuted {
    /// These.
    Few(Vec<u32>),
    /// Those that are set.
    Many(Vec<u64>),
}

/// One of the two conditions, with the relation as it needs it.
struct Half {
    /// By mover: the answers that are left.
    lines: Bits,
    /// How many are left.
    left: Vec<usize>,
    /// Arcs of movers, by where they lead.
    into: Arcs,
    /// Arcs of answers, by where they start and by where they lead.
    answers: [Arcs; 2],
    lost: Vec<Lost>,
    /// The turns of lines, and whose turn each is.
    turn_of: Vec<u32>,
    line_at: Vec<u32>,
    /// The turns of lines that wait, in this sweep and in the next one.
    now: BinaryHeap<Reverse<u32>>,
    next: Vec<u32>,
    /// Lines with a turn before this one wait for the next sweep.
    turn: u32,
}

impl Half {
    fn new(lines: Bits, movers: &Arcs, answers: &Arcs) -> Self {
        let into = movers.reversed();
        let line_at = successors_first(movers);
        let mut turn_of = vec![0; line_at.len()];
        for (turn, line) in (0..).zip(&line_at) {
            turn_of[*line as usize] = turn;
        }
        let moved = |turn: &u32| !into.of(line_at[*turn as usize]).is_empty();
        Half {
            left: (0..line_at.len()).map(|line| count(lines.line(line as u32))).collect(),
            next: (0..line_at.len() as u32).filter(moved).collect(),
            lost: vec![Lost::Much; line_at.len()],
            answers: [answers.clone(), answers.reversed()],
            now: BinaryHeap::new(),
            turn: u32::MAX,
            lines,
            into,
            turn_of,
            line_at,
        }
    }

    fn waits(&self) -> bool {
        !self.next.is_empty()
    }

    /// Gives each line that waits its turn.
    fn sweep(&mut self, other: &mut Half) {
        self.now.extend(self.next.drain(..).map(Reverse));
        while let Some(Reverse(turn)) = self.now.pop() {
            self.turn = turn;
            self.step(self.line_at[turn as usize], other);
        }
        self.turn = u32::MAX;
    }

    /// The lines before a line lose what no answer leads from any more.
    fn step(&mut self, line: u32, other: &mut Half) {
        let lost = std::mem::replace(&mut self.lost[line as usize], Lost::Nothing);
        let mut action = None;
        let mut refuted = Refuted::Few(Vec::new());
        for index in 0..self.into.of(line).len() {
            let (by, before) = self.into.of(line)[index];
            if action != Some(by) {
                action = Some(by);
                refuted = self.refuted(line, &lost, by);
            }
            match &refuted {
                Refuted::Few(answers) => {
                    for answer in answers {
                        if self.lines.has(before, *answer) {
                            self.lines.take(before, *answer);
                            self.note(before, *answer, other);
                        }
                    }
                }
                Refuted::Many(words) => self.remove(before, words, other),
            }
        }
    }

    /// The answers none of whose arcs leads to the bits of a line, as far as that is new.
    fn refuted(&self, line: u32, lost: &Lost, action: u32) -> Refuted {
        let left = self.lines.line(line);
        let [from, into] = &self.answers;
        let goes_there = |answer: &u32| from.by(*answer, action).any(|to| has(left, to));
        let length = from.states();
        let degree = (from.len() / length.max(1)).max(1);
        // How many arcs are looked at until one leads to a bit that is left, more or less.
        let bits = self.left[line as usize];
        let looks = degree.min(length / (bits + 1) + 1);
        let (by_target, by_start) = (bits * degree + left.len(), length * looks);
        match lost {
            Lost::Bits(lost) if lost.len() * degree * looks < by_target.min(by_start) => {
                let answers = lost.iter().flat_map(|to| into.by(*to, action));
                let few: Vec<u32> = answers.filter(|answer| !goes_there(answer)).collect();
                if few.len() < left.len() / 2 {
                    return Refuted::Few(few);
                }
                let mut found = vec![0; left.len()];
                few.into_iter().for_each(|answer| put(&mut found, answer));
                Refuted::Many(found)
            }
            _ => {
                let mut found = vec![0; left.len()];
                if by_target < by_start {
                    let answers = ones(left).flat_map(|to| into.by(to, action));
                    answers.for_each(|answer| put(&mut found, answer));
                } else {
                    let answers = (0..length as u32).filter(goes_there);
                    answers.for_each(|answer| put(&mut found, answer));
                }
                found.iter_mut().for_each(|word| *word = !*word);
                Refuted::Many(found)
            }
        }
    }

    /// Takes answers from a line.
    fn remove(&mut self, line: u32, refuted: &[u64], other: &mut Half) {
        for (place, refuted) in refuted.iter().enumerate() {
            let word = &mut self.lines.line_mut(line)[place];
            let gone = *word & refuted;
            *word &= !refuted;
            if gone != 0 {
                for bit in ones(&[gone]) {
                    self.note(line, place as u32 * 64 + bit, other);
                }
            }
        }
    }

    /// Notes that a line has lost an answer.
    fn note(&mut self, line: u32, answer: u32, other: &mut Half) {
        self.lose(line, answer);
        other.lines.take(answer, line);
        other.lose(answer, line);
    }

    fn lose(&mut self, line: u32, bit: u32) {
        self.left[line as usize] -= 1;
        if self.into.of(line).is_empty() {
            return;
        }
        let most = 2 * self.lines.line(line).len();
        match &mut self.lost[line as usize] {
            Lost::Much => {}
            Lost::Bits(bits) if bits.len() < most => bits.push(bit),
            lost @ Lost::Bits(_) => *lost = Lost::Much,
            lost @ Lost::Nothing => {
                *lost = Lost::Bits(vec![bit]);
                match self.turn_of[line as usize] {
                    turn if turn > self.turn => self.now.push(Reverse(turn)),
                    turn => self.next.push(turn),
                }
            }
        }
    }
}

/// The states of a graph, each after those that its arcs lead to, unless these lead back.
fn successors_first(arcs: &Arcs) -> Vec<u32> {
    let mut order = Vec::with_capacity(arcs.states());
    let mut seen = vec![false; arcs.states()];
    for root in 0..arcs.states() as u32 {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        while let Some((state, at)) = stack.last_mut() {
            match arcs.of(*state).get(*at) {
                Some((_, to)) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[*to as usize], true) {
                        stack.push((*to, 0));
                    }
                }
                None => {
                    order.push(*state);
                    stack.pop();
                }
            }
        }
    }
    order
}
