//! Random control-flow graphs survive printing and reading; damaged ones are refused or accepted,
//! but never cause a panic.

#[path = "json_cases/dice.rs"]
mod dice;
mod json_cases;
#[path = "support/random_cfg.rs"]
mod random_cfg;

use belnap_cli::render::render_all;
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{cfg, dot};
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::ids::CfgLocId;
use belnap_ir::validate;
use dice::Dice;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use random_cfg::random_cfg;

/// How every drawing ends.
const CLOSED: &str = "}\n";

fn graph(dice: &mut Dice) -> Cfg {
    random_cfg(&mut |end| dice.below(end))
}

/// The text with a token that is a number, a string or a word replaced or swapped with another.
fn damaged(text: &str, at: usize, by: usize, replacement: &str) -> String {
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '#' | '.');
        let end = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, next) = rest.split_at(end);
        tokens.push(token);
        rest = next;
    }
    let (at, by) = (at % tokens.len(), by % tokens.len());
    if replacement.is_empty() {
        tokens.swap(at, by);
    } else {
        tokens[at] = replacement;
    }
    tokens.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn graphs_survive(mut dice in Dice::strategy()) {
        let header = Header { producer: dice.text(0), inputs: vec!["ab".to_owned()] };
        let artefact = Artefact { header, content: graph(&mut dice) };
        let found = validate::cfg::validate(&artefact.content);
        prop_assert!(found.is_empty(), "{}", render_all("built", "", &found));
        let printed = cfg::print(&artefact);
        let again = cfg::read(&printed);
        prop_assert!(again.is_ok(), "{printed}\n{:?}", again.err());
        let again = again.expect("checked");
        prop_assert_eq!(&artefact, &again);
        prop_assert_eq!(cfg::print(&again), printed);
        prop_assert!(cfg::outline(&again.content).ends_with('\n'));
        let drawing = dot::cfg(&again.content);
        prop_assert!(drawing.ends_with(CLOSED));
    }

    #[test]
    fn damaged_files_never_cause_a_panic(
        mut dice in Dice::strategy(),
        at in any::<usize>(),
        by in any::<usize>(),
        which in 0..9_usize,
    ) {
        let content = graph(&mut dice);
        let text = cfg::print(&Artefact { header: Header::default(), content });
        let replacement = ["", "", "", "7", "\"x1\"", "[]", "0", "{", "null"][which];
        let text = damaged(&text, at, by, replacement);
        match cfg::read(&text) {
            Ok(artefact) => {
                let again = cfg::read(&cfg::print(&artefact));
                prop_assert_eq!(again.as_ref(), Ok(&artefact));
            }
            Err(found) => {
                prop_assert!(!found.is_empty());
                render_all("f", &text, &found);
                let _ = cfg::read_completed(&text);
            }
        }
    }

    /// Dropping edges and loops leaves a graph that can be completed.
    #[test]
    fn graphs_can_be_completed(mut dice in Dice::strategy(), drop in any::<u64>()) {
        let mut content = graph(&mut dice);
        content.start = content.entry;
        content.ledger.clear();
        let mut index = 0;
        content.edges.retain(|_| {
            index += 1;
            drop >> (index % 64) & 1 == 0
        });
        let before = content.clone();
        validate::cfg_total::complete(&mut content);
        let found = validate::cfg::validate(&content);
        prop_assert!(found.is_empty(), "{}", render_all("built", "", &found));
        prop_assert_eq!(&content.locations[..before.locations.next_key()], &*before.locations);
        for location in &content.locations[before.locations.next_key()..] {
            prop_assert_eq!(location.kind, LocationKind::Halted);
        }
        let old = content.edges.iter().filter(|edge| before.edges.contains(edge)).count();
        prop_assert!(old >= before.edges.len());
        let mut again = content.clone();
        validate::cfg_total::complete(&mut again);
        prop_assert_eq!(again, content);
    }
}

#[test]
fn the_ledger_follows_when_edges_are_added() {
    let (_, text) =
        json_cases::cases("cfg").into_iter().find(|(file, _)| file == "memory.json").expect("case");
    let mut content = cfg::read(&text).expect("valid").content;
    let named = |cfg: &Cfg| cfg.edges[cfg.ledger[0].edges[0]].clone();
    let before = named(&content);
    // Both branches at n5, which stand before the edge in question, are left out.
    content.edges.retain(|edge| {
        !(edge.from == CfgLocId(5) && matches!(&edge.operation, Operation::Assume(_)))
    });
    content.ledger[0].edges[0].0 -= 2;
    assert_eq!(named(&content), before);
    validate::cfg_total::complete(&mut content);
    assert_eq!(named(&content), before);
    assert!(validate::cfg::validate(&content).is_empty());
}
