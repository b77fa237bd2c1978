//! Parity games on finite graphs, solved with strategies for both sides.
//!
//! A play goes from position to position, and whoever owns one picks the next. Who cannot, loses.
//! An endless play is won by the side that the largest priority met infinitely often belongs to:
//! the [`Player::Builder`] has the even ones, the [`Player::Spoiler`] the odd ones.
//!
//! Strongly connected parts are solved one by one, those first that are left to no other. Within
//! one, Zielonka's algorithm: a part in which all priorities have one parity (a *weak* game) takes
//! one attractor, so such games take linear time; two priorities are Büchi and co-Büchi games, and
//! nested attractors solve them in quadratic time.

use std::ops::Range;

/// The sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wants a completion; even priorities.
    Builder,
    /// Wants to show that there is none; odd priorities.
    Spoiler,
}

impl Player {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Player::Builder => Player::Spoiler,
            Player::Spoiler => Player::Builder,
        }
    }

    /// The side that a priority belongs to.
    pub const fn of_priority(priority: u32) -> Self {
        if priority.is_multiple_of(2) { Player::Builder } else { Player::Spoiler }
    }
}

/// A game: positions are numbers from 0.
#[derive(Clone, Debug, Default)]
pub struct Game {
    owners: Vec<Player>,
    priorities: Vec<u32>,
    /// Where the successors of each position are in `targets`.
    spans: Vec<Range<usize>>,
    targets: Vec<u32>,
}

impl Game {
    /// A new position without successors.
    pub fn add(&mut self, owner: Player, priority: u32) -> u32 {
        let position = self.priorities.len() as u32;
        self.owners.push(owner);
        self.priorities.push(priority);
        self.spans.push(0..0);
        position
    }

    /// Gives a position its successors; the order of equals decides which a strategy takes.
    pub fn lead(&mut self, from: u32, to: impl IntoIterator<Item = u32>) {
        let start = self.targets.len();
        self.targets.extend(to);
        self.spans[from as usize] = start..self.targets.len();
    }

    /// The successors of a position.
    pub fn successors(&self, position: u32) -> &[u32] {
        &self.targets[self.spans[position as usize].clone()]
    }

    /// Whose turn it is at a position.
    pub fn owner(&self, position: u32) -> Player {
        self.owners[position as usize]
    }

    /// The priority of a position.
    pub fn priority(&self, position: u32) -> u32 {
        self.priorities[position as usize]
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.priorities.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.priorities.is_empty()
    }

    /// The strongly connected components, those first that lead to no other.
    pub fn components(&self) -> Vec<Vec<u32>> {
        components(self)
    }

    /// Who wins from where, and how.
    pub fn solve(&self) -> Solution {
        Solver::new(self).solve()
    }
}

/// Who wins from where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    winners: Vec<Player>,
    choices: Vec<Option<u32>>,
}

impl Solution {
    /// Who wins from a position.
    pub fn winner(&self, position: u32) -> Player {
        self.winners[position as usize]
    }

    /// What the owner of a position picks there, if it wins from there.
    pub fn choice(&self, position: u32) -> Option<u32> {
        self.choices[position as usize]
    }
}

/// The set of positions that are decided, or not looked at.
const NOWHERE: u32 = 0;

/// The positions that lead to each.
struct Predecessors {
    starts: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn new(game: &Game) -> Self {
        let all = || {
            (0..game.len() as u32)
                .flat_map(|from| game.successors(from).iter().map(move |to| (from, *to)))
        };
        let mut starts = vec![0; game.len() + 1];
        for (_, to) in all() {
            starts[to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; starts[game.len()]];
        for (from, to) in all() {
            sources[next[to as usize]] = from;
            next[to as usize] += 1;
        }
        Predecessors { starts, sources }
    }

    fn span(&self, position: u32) -> Range<usize> {
        self.starts[position as usize]..self.starts[position as usize + 1]
    }
}

struct Solver<'g> {
    game: &'g Game,
    predecessors: Predecessors,
    decided: Vec<bool>,
    /// Successors that the owner has not lost yet.
    hopes: Vec<u32>,
    /// Decided positions whose predecessors have not heard of it.
    news: Vec<u32>,
    winners: Vec<Player>,
    choices: Vec<Option<u32>>,
    /// The set that a position is in while a component is solved.
    set: Vec<u32>,
    fresh: u32,
    /// For an attractor: successors in the set that are not attracted, 0 if not counted.
    open: Vec<u32>,
}

impl<'g> Solver<'g> {
    fn new(game: &'g Game) -> Self {
        let count = game.len();
        let hopes = game.spans.iter().map(|span| span.len() as u32).collect();
        Solver {
            game,
            predecessors: Predecessors::new(game),
            decided: vec![false; count],
            hopes,
            news: Vec::new(),
            winners: vec![Player::Builder; count],
            choices: vec![None; count],
            set: vec![NOWHERE; count],
            fresh: NOWHERE,
            open: vec![0; count],
        }
    }

    fn solve(mut self) -> Solution {
        for position in 0..self.game.len() as u32 {
            if self.hopes[position as usize] == 0 {
                self.decide(position, self.game.owner(position).other());
            }
        }
        self.spread();
        for mut component in components(self.game) {
            component.retain(|position| !self.decided[*position as usize]);
            self.zielonka(component.clone());
            for position in component {
                self.set[position as usize] = NOWHERE;
                self.decide(position, self.winners[position as usize]);
            }
            self.spread();
        }
        Solution { winners: self.winners, choices: self.choices }
    }

    fn decide(&mut self, position: u32, winner: Player) {
        self.decided[position as usize] = true;
        self.winners[position as usize] = winner;
        self.news.push(position);
    }

    /// Decides what the decided positions behind it decide.
    fn spread(&mut self) {
        while let Some(position) = self.news.pop() {
            let winner = self.winners[position as usize];
            for index in self.predecessors.span(position) {
                let from = self.predecessors.sources[index];
                if self.decided[from as usize] {
                    continue;
                }
                if self.game.owner(from) == winner {
                    self.choices[from as usize] = Some(position);
                    self.decide(from, winner);
                } else {
                    self.hopes[from as usize] -= 1;
                    if self.hopes[from as usize] == 0 {
                        self.decide(from, winner);
                    }
                }
            }
        }
    }

    /// A new set with these positions.
    fn stamp(&mut self, positions: &[u32]) -> u32 {
        self.fresh += 1;
        for position in positions {
            self.set[*position as usize] = self.fresh;
        }
        self.fresh
    }

    /// Solves the game on a set of positions, each of which has a successor in it.
    fn zielonka(&mut self, mut all: Vec<u32>) {
        while let Some(top) = all.iter().map(|at| self.game.priority(*at)).max() {
            let player = Player::of_priority(top);
            let set = self.stamp(&all);
            let tops = all.iter().copied().filter(|at| self.game.priority(*at) == top).collect();
            let near = self.attract(player, set, tops);
            let rest = self.without(&all, &near);
            self.zielonka(rest.clone());
            let lost = rest.iter().copied();
            let lost: Vec<u32> = lost.filter(|at| self.winners[*at as usize] != player).collect();
            let set = self.stamp(&all);
            if lost.is_empty() {
                self.win_all(player, set, &all, top);
                return;
            }
            let region = self.attract(player.other(), set, lost);
            for position in &region {
                self.winners[*position as usize] = player.other();
            }
            all = self.without(&all, &region);
        }
    }

    /// The whole set is won: from a position of the top priority by any step within it.
    fn win_all(&mut self, player: Player, set: u32, all: &[u32], top: u32) {
        for &position in all {
            self.winners[position as usize] = player;
            if self.game.priority(position) == top && self.game.owner(position) == player {
                let mut within = self.game.successors(position).iter();
                self.choices[position as usize] =
                    within.find(|to| self.set[**to as usize] == set).copied();
            }
        }
    }

    fn without(&mut self, all: &[u32], removed: &[u32]) -> Vec<u32> {
        let removed = self.stamp(removed);
        all.iter().copied().filter(|at| self.set[*at as usize] != removed).collect()
    }

    /// The positions of a set from where a player can force the play to some of them, which come
    /// first.
    fn attract(&mut self, player: Player, set: u32, goal: Vec<u32>) -> Vec<u32> {
        let mut region = goal;
        self.fresh += 1;
        let attracted = self.fresh;
        for position in &region {
            self.set[*position as usize] = attracted;
        }
        let mut counted = Vec::new();
        let mut next = 0;
        while let Some(&position) = region.get(next) {
            next += 1;
            for index in self.predecessors.span(position) {
                let from = self.predecessors.sources[index];
                if self.set[from as usize] != set {
                    continue;
                }
                if self.game.owner(from) == player {
                    self.choices[from as usize] = Some(position);
                } else {
                    if self.open[from as usize] == 0 {
                        self.open[from as usize] = self.within(from, set, attracted);
                        counted.push(from);
                    }
                    self.open[from as usize] -= 1;
                    if self.open[from as usize] > 0 {
                        continue;
                    }
                }
                self.set[from as usize] = attracted;
                region.push(from);
            }
        }
        for position in counted {
            self.open[position as usize] = 0;
        }
        region
    }
}

impl Solver<'_> {
    /// How many successors of a position are in one of two sets.
    fn within(&self, position: u32, set: u32, other: u32) -> u32 {
        let successors = self.game.successors(position).iter();
        let inside = successors.filter(|to| [set, other].contains(&self.set[**to as usize]));
        inside.count() as u32
    }
}

/// The strongly connected components, those first that lead to no other (Tarjan's algorithm).
fn components(game: &Game) -> Vec<Vec<u32>> {
    let count = game.len();
    let mut search = Tarjan {
        game,
        index: vec![0; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        next: 1,
        stack: Vec::new(),
        found: Vec::new(),
    };
    for root in 0..count as u32 {
        if search.index[root as usize] == 0 {
            search.visit(root);
        }
    }
    search.found
}

struct Tarjan<'g> {
    game: &'g Game,
    /// When a position was met, from 1; 0 if it was not.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    next: u32,
    stack: Vec<u32>,
    found: Vec<Vec<u32>>,
}

impl Tarjan<'_> {
    fn enter(&mut self, position: u32) {
        self.index[position as usize] = self.next;
        self.low[position as usize] = self.next;
        self.next += 1;
        self.stack.push(position);
        self.on_stack[position as usize] = true;
    }

    fn visit(&mut self, root: u32) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((position, at)) = path.last_mut() {
            let position = *position;
            if let Some(&to) = self.game.successors(position).get(*at) {
                *at += 1;
                if self.index[to as usize] == 0 {
                    self.enter(to);
                    path.push((to, 0));
                } else if self.on_stack[to as usize] {
                    let low = &mut self.low[position as usize];
                    *low = (*low).min(self.index[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let own = self.low[position as usize];
                let low = &mut self.low[*before as usize];
                *low = (*low).min(own);
            }
            if self.low[position as usize] == self.index[position as usize] {
                self.leave(position);
            }
        }
    }

    /// The component of which this position was met first.
    fn leave(&mut self, first: u32) {
        let mut component = Vec::new();
        while let Some(position) = self.stack.pop() {
            self.on_stack[position as usize] = false;
            component.push(position);
            if position == first {
                break;
            }
        }
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use belnap_test_support::random::Random;
    use belnap_test_support::seeds::seeds;

    use super::*;

    fn random_game(random: &mut Random) -> Game {
        let mut game = Game::default();
        let (count, top) = (1 + random.index(12), 1 + random.index(5));
        for _ in 0..count {
            let owner = random.pick(&[Player::Builder, Player::Spoiler]);
            game.add(owner, random.index(top + 1) as u32);
        }
        for from in 0..count as u32 {
            let degree = random.index(4);
            game.lead(from, (0..degree).map(|_| random.index(count) as u32));
        }
        game
    }

    /// What is left of a game if a player follows the solution.
    fn followed(game: &Game, solution: &Solution, player: Player) -> Game {
        let mut left = game.clone();
        for position in 0..game.len() as u32 {
            if solution.winner(position) != player {
                left.lead(position, []);
            } else if game.owner(position) == player {
                let choice = solution.choice(position).expect("a winner has a choice");
                assert!(game.successors(position).contains(&choice));
                left.lead(position, [choice]);
            }
        }
        left
    }

    /// Whether a play can stay below a priority for ever, and meet it again and again.
    fn can_repeat(game: &Game, top: u32) -> bool {
        let mut below = game.clone();
        for from in 0..game.len() as u32 {
            let low = |at: u32| game.priority(at) <= top;
            let to = game.successors(from).iter().copied();
            below.lead(from, to.filter(|to| low(*to) && low(from)));
        }
        components(&below).iter().any(|part| {
            let cycle = part.len() > 1 || below.successors(part[0]).contains(&part[0]);
            cycle && part.iter().any(|at| game.priority(*at) == top)
        })
    }

    /// The solution proves itself: each side wins whatever the other does.
    #[test]
    fn solutions_are_right() {
        for seed in seeds(3000) {
            let game = random_game(&mut Random::new(seed));
            let solution = game.solve();
            for player in [Player::Builder, Player::Spoiler] {
                let left = followed(&game, &solution, player);
                for position in 0..game.len() as u32 {
                    if solution.winner(position) == player {
                        let stays = |to: &u32| solution.winner(*to) == player;
                        assert!(left.successors(position).iter().all(stays), "seed {seed}");
                        let stuck = game.successors(position).is_empty();
                        assert!(!stuck || game.owner(position) != player, "seed {seed}");
                    }
                }
                let bad = (0..8).filter(|top| Player::of_priority(*top) != player);
                assert!(!bad.into_iter().any(|top| can_repeat(&left, top)), "seed {seed}");
            }
        }
    }
}
