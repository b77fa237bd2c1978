//! Automata of operators: Büchi automata, not always deterministic, whose atoms are markers.
//!
//! What an operator accepts is closed upwards. So only the minimal letters of a label count, and a
//! negated marker is no constraint.

use std::fmt::Write as _;

use belnap_ir::automaton::Letter;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::operator::{Markers, NeededAutomaton, NeededEdge};
use belnap_ir::span::Span;

use super::{Reader, quoted};

/// An automaton as text; `name` is what it accepts, in words.
pub fn print_operator(automaton: &NeededAutomaton, markers: &[String], name: &str) -> String {
    let mut out = format!("HOA: v1\nname: {}\ntool: \"belnap\"\n", quoted(name));
    let _ = writeln!(out, "States: {}", automaton.edges.len());
    for start in &automaton.initial {
        let _ = writeln!(out, "Start: {start}");
    }
    let atoms: String = markers.iter().map(|marker| format!(" {}", quoted(marker))).collect();
    let _ = writeln!(out, "AP: {}{atoms}", markers.len());
    out.push_str("acc-name: Buchi\nAcceptance: 1 Inf(0)\n");
    out.push_str("properties: trans-labels explicit-labels trans-acc\n--BODY--\n");
    for (state, row) in automaton.edges.iter().enumerate() {
        let _ = writeln!(out, "State: {state}");
        for edge in row {
            let needed = (0..markers.len()).filter(|bit| edge.needs >> bit & 1 == 1);
            let needed: Vec<String> = needed.map(|bit| bit.to_string()).collect();
            let label = if needed.is_empty() { "t".to_owned() } else { needed.join("&") };
            let mark = if edge.accepting { " {0}" } else { "" };
            let _ = writeln!(out, "[{label}] {}{mark}", edge.to);
        }
    }
    out + "--END--\n"
}

/// Reads a Büchi automaton over these markers.
///
/// # Errors
/// What is wrong with the text, or what kind of automaton is not read.
pub fn read_operator(text: &str, markers: &[String]) -> Result<NeededAutomaton, Vec<Diagnostic>> {
    let mut reader = Reader::new(text).map_err(|wrong| vec![wrong])?;
    reader.needed(markers).map_err(|wrong| vec![wrong])
}

impl Reader<'_> {
    fn needed(&mut self, markers: &[String]) -> Result<NeededAutomaton, Diagnostic> {
        let (head, states, acceptance) = self.begin()?;
        let whole = |rule, message: String| Diagnostic::at(rule, Span::new(0, 3), message);
        if !matches!(acceptance.name.as_str(), "Buchi" | "all") {
            let message = "the automaton of an operator has Büchi acceptance";
            return Err(whole("hoa-acceptance", message.to_owned()));
        }
        let bit = |atom: &belnap_ir::property::Atom| {
            let name = atom.to_string();
            markers.iter().position(|marker| *marker == name).ok_or_else(|| {
                whole("hoa-markers", format!("'{name}' is no marker of the operator"))
            })
        };
        let bits = head.atoms.iter().map(bit).collect::<Result<Vec<_>, _>>()?;
        if head.starts.is_empty() || head.starts.iter().any(|start| *start >= states) {
            return self.wrong("there must be a 'Start:', a state");
        }
        let mut edges = vec![Vec::new(); states];
        while self.peek() != Some(&super::Token::Header("--END--".into())) {
            self.state(head.atoms.len(), states, &acceptance, &mut |_, (from, letters, step)| {
                let accepting = step.priority.is_multiple_of(2);
                for needs in minimal(&letters) {
                    let needs = bits.iter().enumerate().fold(0, |all: Markers, (atom, bit)| {
                        all | ((needs >> atom & 1) as Markers) << bit
                    });
                    edges[from].push(NeededEdge { needs, to: step.to, accepting });
                }
                Ok(())
            })?;
        }
        Ok(NeededAutomaton { initial: head.starts, edges })
    }
}

/// The letters without a smaller one.
fn minimal(letters: &[bool]) -> Vec<Letter> {
    let mut found: Vec<Letter> = Vec::new();
    // A smaller set is a smaller number.
    for letter in (0..letters.len()).filter(|letter| letters[*letter]) {
        if found.iter().all(|smaller| smaller & !letter != 0) {
            found.push(letter);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{print_operator, read_operator};

    const UNTIL: &str = "HOA: v1\nname: \"p until q\"\ntool: \"belnap\"\nStates: 2\nStart: 0\n\
        AP: 2 \"p\" \"q\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n\
        properties: trans-labels explicit-labels trans-acc\n--BODY--\nState: 0\n[0] 0\n[1] 1\n\
        State: 1\n[t] 1 {0}\n--END--\n";

    fn markers() -> Vec<String> {
        vec!["p".to_owned(), "q".to_owned()]
    }

    fn rule(text: &str) -> &'static str {
        read_operator(text, &markers()).expect_err("a refused automaton")[0].rule
    }

    #[test]
    fn an_automaton_is_printed_as_it_is_read() {
        let read = read_operator(UNTIL, &markers()).expect("an automaton");
        assert_eq!(print_operator(&read, &markers(), "p until q"), UNTIL);
    }

    #[test]
    fn negated_markers_are_no_constraint() {
        let read = |label: &str| {
            let text = UNTIL.replace("[1] 1", &format!("[{label}] 1"));
            read_operator(&text, &markers()).expect("an automaton")
        };
        assert_eq!(read("1 & !0"), read("1"));
        assert_eq!(read("!0 | 1"), read("t"));
    }

    #[test]
    fn other_automata_are_refused() {
        assert_eq!(rule(&UNTIL.replace("Buchi", "co-Buchi")), "hoa-acceptance");
        assert_eq!(rule(&UNTIL.replace("\"q\"", "\"r\"")), "hoa-markers");
        assert_eq!(rule(&UNTIL.replace("Start: 0", "Start: 2")), "hoa-syntax");
        assert_eq!(rule(&UNTIL.replace("[t] 1", "[t] 5")), "hoa-syntax");
    }
}
