//! Deterministic parity automata in the Hanoi Omega-Automata format (HOA v1); `formats/spec/hoa.md`
//! says which part of it is read and how we print. Automata of operators are in [`mod@operator`].

mod operator;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use belnap_ir::automaton::{Letter, Move, ParityAutomaton};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::Path;
use belnap_ir::property::Atom;
use belnap_ir::span::Span;

pub use operator::{print_operator, read_operator};

use crate::property::{print_path, read_path};

/// Limits on what is read.
const MAX_ATOMS: usize = 10;
const MAX_STATES: usize = 100_000;
const MAX_NESTING: usize = 100;

/// An automaton without a letter for ends, as text; `name` is what it accepts, in words.
pub fn print(automaton: &ParityAutomaton, name: &str) -> String {
    let most = automaton.moves.iter().flatten().map(|step| step.priority).max().unwrap_or(0);
    let atoms = automaton.atoms.iter().map(|atom| {
        let path = Path::Atom(atom.clone(), Span::default());
        format!(" {}", quoted(&print_path(&path)))
    });
    let mut out = format!("HOA: v1\nname: {}\ntool: \"belnap\"\n", quoted(name));
    let _ = writeln!(out, "States: {}\nStart: {}", automaton.moves.len(), automaton.initial);
    let _ = writeln!(out, "AP: {}{}", automaton.atoms.len(), atoms.collect::<String>());
    let _ = writeln!(out, "acc-name: parity max even {}", most + 1);
    let _ = writeln!(out, "Acceptance: {} {}", most + 1, acceptance(most));
    out.push_str("properties: trans-labels explicit-labels trans-acc complete deterministic\n");
    out.push_str("--BODY--\n");
    for (state, row) in automaton.moves.iter().enumerate() {
        let _ = writeln!(out, "State: {state}");
        let mut letters: BTreeMap<Move, Vec<bool>> = BTreeMap::new();
        for (letter, step) in row.iter().enumerate() {
            letters.entry(*step).or_insert_with(|| vec![false; row.len()])[letter] = true;
        }
        for (step, letters) in letters {
            let label = cubes(&letters, automaton.atoms.len()).join(" | ");
            let _ = writeln!(out, "[{label}] {} {{{}}}", step.to, step.priority);
        }
    }
    out + "--END--\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The condition that the greatest set met again and again is even.
fn acceptance(most: usize) -> String {
    match most {
        0 => "Inf(0)".to_owned(),
        1 => "Fin(1) & Inf(0)".to_owned(),
        odd if odd % 2 == 1 => format!("Fin({odd}) & ({})", acceptance(odd - 1)),
        even => format!("Inf({even}) | ({})", acceptance(even - 1)),
    }
}

/// A set of letters as conjunctions; bit `atoms - 1` is decided first.
fn cubes(letters: &[bool], atoms: usize) -> Vec<String> {
    match (letters.iter().all(|one| *one), letters.iter().any(|one| *one)) {
        (true, _) => return vec!["t".to_owned()],
        (_, false) => return Vec::new(),
        _ => {}
    }
    let (low, high) = letters.split_at(letters.len() / 2);
    let atom = atoms.saturating_sub(1);
    if low == high {
        return cubes(low, atom);
    }
    let with = |sign: &str, rest: Vec<String>| {
        let join = |cube: String| match cube.as_str() {
            "t" => format!("{sign}{atom}"),
            _ => format!("{cube}&{sign}{atom}"),
        };
        rest.into_iter().map(join).collect::<Vec<_>>()
    };
    [with("!", cubes(low, atom)), with("", cubes(high, atom))].concat()
}

/// Reads a deterministic and complete automaton with parity, Büchi, co-Büchi or trivial acceptance.
///
/// # Errors
/// What is wrong with the text, or what kind of automaton is not read.
pub fn read(text: &str) -> Result<ParityAutomaton, Vec<Diagnostic>> {
    Reader::new(text).and_then(|mut reader| reader.automaton()).map_err(|wrong| vec![wrong])
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A name with a colon: `States:`, or `--BODY--`.
    Header(String),
    Word(String),
    Text(String),
    Number(usize),
    Sign(char),
}

fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::at("hoa-syntax", span, message)
}

fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let mut length = first.len_utf8();
        let token = match first {
            c if c.is_whitespace() => None,
            '/' if rest.starts_with("/*") => {
                let Some(end) = rest.find("*/") else {
                    return Err(syntax(Span::new(at, at + 2), "this comment is not closed"));
                };
                length = end + 2;
                None
            }
            '"' => {
                let Some((own, content)) = string(rest) else {
                    return Err(syntax(Span::new(at, at + 1), "this text is not closed"));
                };
                length = own;
                Some(Token::Text(content))
            }
            '0'..='9' => {
                length = run(|c| c.is_ascii_digit());
                let number = rest[..length].parse();
                let span = Span::new(at, at + length);
                Some(Token::Number(number.map_err(|_| syntax(span, "this number is too large"))?))
            }
            '-' if rest.starts_with("--") => {
                length = run(|c| c == '-' || c.is_ascii_uppercase());
                Some(Token::Header(rest[..length].to_owned()))
            }
            c if c.is_ascii_alphabetic() || c == '_' || c == '@' => {
                length = run(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '@'));
                let word = rest[..length].to_owned();
                match rest[length..].starts_with(':') {
                    true => {
                        length += 1;
                        Some(Token::Header(word))
                    }
                    false => Some(Token::Word(word)),
                }
            }
            c => Some(Token::Sign(c)),
        };
        found.extend(token.map(|token| (token, Span::new(at, at + length))));
        at += length;
    }
    Ok(found)
}

/// The text that begins here with a quote: how long it is, and what it says.
fn string(rest: &str) -> Option<(usize, String)> {
    let mut content = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((at + 1, content)),
            '\\' => content.push(chars.next()?.1),
            c => content.push(c),
        }
    }
    None
}

/// How sets become priorities of which the greatest decides: that of set `p`, and of no set.
struct Acceptance {
    name: String,
    of: Box<dyn Fn(usize) -> usize>,
    none: usize,
    sets: usize,
}

/// Where an edge starts, its letters, where it leads and what is marked.
type Edge = (usize, Vec<bool>, Move);

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<(Token, Span)>,
    at: usize,
}

/// What the header says.
#[derive(Default)]
struct Head {
    states: Option<usize>,
    starts: Vec<usize>,
    atoms: Vec<Atom>,
    acceptance: Option<Acceptance>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Result<Self, Diagnostic> {
        Ok(Reader { tokens: tokens(text)?, at: 0, text })
    }

    fn here(&self) -> Span {
        let end = self.text.trim_end().len();
        self.tokens.get(self.at).map_or(Span::new(end, end), |(_, span)| *span)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(syntax(self.here(), message))
    }

    fn number(&mut self, what: &str) -> Result<usize, Diagnostic> {
        match self.peek() {
            Some(Token::Number(number)) => {
                let number = *number;
                self.at += 1;
                Ok(number)
            }
            _ => self.wrong(format!("expected {what}")),
        }
    }

    fn is(&mut self, sign: char) -> bool {
        let is = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(is);
        is
    }

    /// Up to the first state: the header, the number of states, and how it accepts.
    fn begin(&mut self) -> Result<(Head, usize, Acceptance), Diagnostic> {
        if self.next() != Some(Token::Header("HOA".into()))
            || self.next() != Some(Token::Word("v1".into()))
        {
            self.at = 0;
            return self.wrong("expected 'HOA: v1'");
        }
        let mut head = self.head()?;
        let states = head.states.unwrap_or(0);
        if head.states.is_none() || states == 0 || states > MAX_STATES {
            return self.wrong(format!("there must be 'States:', from 1 to {MAX_STATES}"));
        }
        let Some(acceptance) = head.acceptance.take() else {
            return self.wrong("there must be an 'acc-name:' that says how it accepts");
        };
        Ok((head, states, acceptance))
    }

    fn automaton(&mut self) -> Result<ParityAutomaton, Diagnostic> {
        let (head, states, acceptance) = self.begin()?;
        let letters = 1 << head.atoms.len();
        let mut rows: Vec<Vec<Option<Move>>> = vec![vec![None; letters]; states];
        let initial = match head.starts.as_slice() {
            [start] if *start < states => *start,
            [_, _, ..] => return self.wrong("automata with several initial states are not read"),
            _ => return self.wrong("there must be one 'Start:', a state"),
        };
        while self.peek() != Some(&Token::Header("--END--".into())) {
            self.state(head.atoms.len(), states, &acceptance, &mut |at, (from, letters, step)| {
                for (letter, _) in letters.iter().enumerate().filter(|(_, is)| **is) {
                    let place = &mut rows[from][letter];
                    if place.is_some_and(|other| other != step) {
                        let message = format!("state {from} has several edges for a letter");
                        return Err(Diagnostic::at("hoa-deterministic", at, message));
                    }
                    *place = Some(step);
                }
                Ok(())
            })?;
        }
        let whole = |message: &str| Diagnostic::at("hoa-deterministic", Span::new(0, 3), message);
        let full = |row: Vec<Option<Move>>| {
            row.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| {
                whole("the automaton is not complete: some state has no edge for some letter")
            })
        };
        let mut moves = rows.into_iter().map(full).collect::<Result<Vec<_>, _>>()?;
        let least = moves.iter().flatten().map(|step: &Move| step.priority).min();
        let least = least.unwrap_or(0) / 2 * 2;
        moves.iter_mut().flatten().for_each(|step| step.priority -= least);
        Ok(ParityAutomaton { atoms: head.atoms, ends: false, initial, moves })
    }

    fn head(&mut self) -> Result<Head, Diagnostic> {
        let mut head = Head::default();
        loop {
            let Some(Token::Header(name)) = self.next() else {
                self.at -= 1;
                return self.wrong("expected a header");
            };
            match name.as_str() {
                "--BODY--" => return Ok(head),
                "States" => head.states = Some(self.number("the number of states")?),
                "Start" => {
                    head.starts.push(self.number("a state")?);
                    if self.is('&') {
                        return self.wrong("alternating automata are not read");
                    }
                }
                "AP" => head.atoms = self.atoms()?,
                "acc-name" => head.acceptance = Some(self.acceptance()?),
                "Alias" => return self.wrong("aliases are not read"),
                _ => {}
            }
            // What is left of a header says nothing here.
            while !matches!(self.peek(), None | Some(Token::Header(_))) {
                self.at += 1;
            }
        }
    }

    fn atoms(&mut self) -> Result<Vec<Atom>, Diagnostic> {
        let count = self.number("the number of atoms")?;
        if count > MAX_ATOMS {
            return self.wrong(format!("there are {count} atoms; there may be {MAX_ATOMS}"));
        }
        let mut atoms: Vec<Atom> = Vec::new();
        for _ in 0..count {
            let Some(Token::Text(text)) = self.next() else {
                self.at -= 1;
                return self.wrong("expected the name of an atom in quotes");
            };
            let atom = match read_path(&text) {
                Ok(Path::Atom(atom, _)) => atom,
                _ => Atom::Named(text),
            };
            if atoms.contains(&atom) {
                return self.wrong(format!("there are two atoms '{atom}'"));
            }
            atoms.push(atom);
        }
        Ok(atoms)
    }

    fn acceptance(&mut self) -> Result<Acceptance, Diagnostic> {
        let Some(Token::Word(name)) = self.next() else { return self.wrong("expected a name") };
        let own = name.clone();
        let plain =
            |of: usize, none, sets| Acceptance { name: own, of: Box::new(move |_| of), none, sets };
        Ok(match name.as_str() {
            "all" => plain(0, 0, 0),
            "none" => plain(1, 1, 0),
            "Buchi" => plain(2, 1, 1),
            "co-Buchi" => plain(1, 0, 1),
            "parity" => {
                let words = (self.next(), self.next());
                let sets = self.number("the number of priorities")?;
                if sets > MAX_STATES {
                    return self.wrong("there are too many priorities");
                }
                let (Some(Token::Word(order)), Some(Token::Word(kind))) = words else {
                    return self.wrong("expected 'max' or 'min', and 'even' or 'odd'");
                };
                let odd = usize::from(kind == "odd");
                match order.as_str() {
                    // No set is like set -1, and like set `sets`.
                    "max" => {
                        let of = Box::new(move |set| set + 2 - odd);
                        Acceptance { name, of, none: 1 - odd, sets }
                    }
                    _ => {
                        let top = sets + usize::from(sets % 2 != odd);
                        let of = Box::new(move |set| top - set);
                        Acceptance { name, of, none: top - sets, sets }
                    }
                }
            }
            other => return self.wrong(format!("'{other}' acceptance is not read")),
        })
    }

    /// The edges of a state, each told with its letters.
    fn state(
        &mut self,
        atoms: usize,
        states: usize,
        acceptance: &Acceptance,
        edge: &mut dyn FnMut(Span, Edge) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        if self.next() != Some(Token::Header("State".into())) {
            self.at -= 1;
            return self.wrong("expected 'State:' or '--END--'");
        }
        let label =
            if self.peek() == Some(&Token::Sign('[')) { Some(self.label(atoms)?) } else { None };
        let state = self.number("a state")?;
        if state >= states {
            return self.wrong(format!("there is no state {state}"));
        }
        if matches!(self.peek(), Some(Token::Text(_))) {
            self.at += 1;
        }
        let own = self.sets(acceptance)?;
        let mut implicit = 0;
        while !matches!(self.peek(), None | Some(Token::Header(_))) {
            let letters = match (self.peek(), &label) {
                (Some(Token::Sign('[')), _) => self.label(atoms)?,
                (_, Some(label)) => label.clone(),
                (_, None) => {
                    implicit += 1;
                    (0..1_usize << atoms).map(|letter| letter + 1 == implicit).collect()
                }
            };
            let to = self.number("a state")?;
            if to >= states || self.peek() == Some(&Token::Sign('&')) {
                return self.wrong("expected one state that exists");
            }
            let priority = self.sets(acceptance)?.or(own).unwrap_or(acceptance.none);
            edge(self.here(), (state, letters, Move { to, priority }))?;
        }
        Ok(())
    }

    /// The priority of the sets in braces, if there are some: the greatest decides.
    fn sets(&mut self, acceptance: &Acceptance) -> Result<Option<usize>, Diagnostic> {
        if !self.is('{') {
            return Ok(None);
        }
        let mut found = None;
        while !self.is('}') {
            let set = self.number("a set or '}'")?;
            if set >= acceptance.sets {
                return self.wrong(format!("there is no set {set}"));
            }
            found = found.max(Some((acceptance.of)(set)));
        }
        Ok(found)
    }

    /// The letters that a label in brackets means.
    fn label(&mut self, atoms: usize) -> Result<Vec<bool>, Diagnostic> {
        self.at += 1;
        let letters = self.either(atoms, 0)?;
        if !self.is(']') {
            return self.wrong("expected ']'");
        }
        Ok(letters)
    }

    fn either(&mut self, atoms: usize, depth: usize) -> Result<Vec<bool>, Diagnostic> {
        let mut all = self.both(atoms, depth)?;
        while self.is('|') {
            let more = self.both(atoms, depth)?;
            all.iter_mut().zip(more).for_each(|(own, more)| *own |= more);
        }
        Ok(all)
    }

    fn both(&mut self, atoms: usize, depth: usize) -> Result<Vec<bool>, Diagnostic> {
        let mut all = self.operand(atoms, depth)?;
        while self.is('&') {
            let more = self.operand(atoms, depth)?;
            all.iter_mut().zip(more).for_each(|(own, more)| *own &= more);
        }
        Ok(all)
    }

    fn operand(&mut self, atoms: usize, depth: usize) -> Result<Vec<bool>, Diagnostic> {
        if depth > MAX_NESTING {
            return self.wrong("this label is nested too deeply");
        }
        let letters = 0..1_usize << atoms;
        if self.is('!') {
            let own = self.operand(atoms, depth + 1)?;
            return Ok(own.into_iter().map(|is| !is).collect());
        }
        if self.is('(') {
            let own = self.either(atoms, depth + 1)?;
            return if self.is(')') { Ok(own) } else { self.wrong("expected ')'") };
        }
        match self.next() {
            Some(Token::Word(word)) if word == "t" => Ok(letters.map(|_| true).collect()),
            Some(Token::Word(word)) if word == "f" => Ok(letters.map(|_| false).collect()),
            Some(Token::Number(atom)) if atom < atoms => {
                Ok(letters.map(|letter: Letter| letter >> atom & 1 == 1).collect())
            }
            _ => {
                self.at -= 1;
                self.wrong("expected an atom of the automaton, 't', 'f', '!' or '('")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{print, read};

    const EXAMPLE: &str = include_str!("../../spec/hoa.md");

    fn example() -> &'static str {
        let (_, after) = EXAMPLE.split_once("```hoa\n").expect("the page has an example");
        after.split_once("```").expect("the example ends").0
    }

    fn rule(text: &str) -> &'static str {
        read(text).expect_err("a refused automaton")[0].rule
    }

    #[test]
    fn the_example_is_printed_as_it_is_read() {
        let automaton = read(example()).expect("the example");
        assert_eq!(print(&automaton, "G (req -> F ack)"), example());
    }

    #[test]
    fn acceptances_become_priorities() {
        let with = |name: &str, marks: [&str; 2]| {
            let text = format!(
                "HOA: v1 States: 1 Start: 0 AP: 1 \"p\" acc-name: {name} Acceptance: 9 t \
                 --BODY-- State: 0 [0] 0 {} [!0] 0 {} --END--",
                marks[0], marks[1]
            );
            let automaton = read(&text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
            let [unset, set] = [0, 1].map(|letter| automaton.moves[0][letter].priority);
            (set, unset)
        };
        assert_eq!(with("Buchi", ["{0}", ""]), (2, 1));
        assert_eq!(with("co-Buchi", ["{0}", ""]), (1, 0));
        assert_eq!(with("parity max even 3", ["{2}", "{1}"]), (2, 1));
        assert_eq!(with("parity max odd 2", ["{1}", ""]), (2, 0));
        assert_eq!(with("parity min even 3", ["{0}", "{1}"]), (2, 1));
        assert_eq!(with("parity min even 2", ["{1}", ""]), (1, 0));
        assert_eq!(with("parity min odd 3", ["{1}", "{0}"]), (0, 1));
    }

    #[test]
    fn other_automata_are_refused() {
        assert_eq!(rule(""), "hoa-syntax");
        assert_eq!(rule(&example().replace("Start: 0", "Start: 0&1")), "hoa-syntax");
        assert_eq!(rule(&example().replace("parity max even", "Rabin")), "hoa-syntax");
        assert_eq!(rule(&example().replace("[1]", "[7]")), "hoa-syntax");
        let line = example().lines().find(|line| line.starts_with('[')).expect("an edge");
        assert_eq!(rule(&example().replacen(line, "", 1)), "hoa-deterministic");
        let twice = format!("{line}\n[t] 0 {{0}}");
        assert_eq!(rule(&example().replacen(line, &twice, 1)), "hoa-deterministic");
    }
}
