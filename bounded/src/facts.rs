//! What is true whatever the program does: of addresses, and of contents of memory.

use belnap_execution::layout::ROOM;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::BinaryOp;
use belnap_ir::ids::ObjectId;
use belnap_solver::bits::{Node, TermId, cone};

use crate::evaluate::Evaluator;
use crate::terms::{FALSE, TRUE, Terms, largest};

/// What must be asked besides, so that an answer about the terms `wanted` is right. With `roomy`,
/// objects of unknown size have room for whatever they hold; such addresses exist.
pub fn facts(
    cfg: &Cfg,
    evaluator: &mut Evaluator<'_>,
    wanted: &[TermId],
    roomy: bool,
) -> Vec<TermId> {
    let mut facts = evaluator.contents.facts.clone();
    let needed = cone(evaluator.terms.all(), wanted.iter().chain(&facts).copied());
    let mut objects: Vec<(ObjectId, TermId)> = evaluator
        .addresses
        .iter()
        .filter(|(_, address)| needed[address.index()])
        .map(|(object, address)| (*object, *address))
        .collect();
    objects.sort_unstable();
    let terms = &mut evaluator.terms;
    let size = |object: ObjectId| {
        let unknown = if roomy { ROOM } else { 1 };
        u128::from(cfg.objects[object].size.unwrap_or(unknown).max(1))
    };
    let space = cfg.object_space();
    for (at, (object, address)) in objects.iter().enumerate() {
        let bits = terms.bits(*address);
        let space = cfg.space_of(*object, &space);
        let last = space.end.min(largest(bits)).saturating_sub(size(*object));
        facts.push(at_most(terms, space.start, *address));
        facts.push(not_above(terms, *address, last));
        let align = u128::from(cfg.objects[*object].align.max(1));
        if align > 1 {
            facts.push(require_aligned(terms, *address, align));
        }
        for (other, before) in &objects[..at] {
            let first = ends_before(terms, *address, size(*object), *before);
            let second = ends_before(terms, *before, size(*other), *address);
            facts.push(terms.intern(0, Node::Or(first, second)));
        }
    }
    facts.retain(|fact| *fact != TRUE);
    debug_assert!(!facts.contains(&FALSE));
    facts
}

// What the arena knows of addresses it takes from these facts, so that they are not simplified.

fn at_most(terms: &mut Terms, low: u128, address: TermId) -> TermId {
    let bits = terms.bits(address);
    let low = terms.number(low, bits);
    let less = terms.intern(0, Node::Less(false, address, low));
    terms.intern(0, Node::Not(less))
}

fn not_above(terms: &mut Terms, address: TermId, high: u128) -> TermId {
    let bits = terms.bits(address);
    let high = terms.number(high, bits);
    let less = terms.intern(0, Node::Less(false, high, address));
    terms.intern(0, Node::Not(less))
}

fn require_aligned(terms: &mut Terms, address: TermId, align: u128) -> TermId {
    let bits = terms.bits(address);
    let (mask, zero) = (terms.number(align - 1, bits), terms.number(0, bits));
    let low = terms.intern(bits, Node::Binary(BinaryOp::BitAnd, false, mask, address));
    terms.intern(0, Node::Equal(zero, low))
}

/// Whether the last byte of an object is before another; neither wraps around.
fn ends_before(terms: &mut Terms, address: TermId, size: u128, other: TermId) -> TermId {
    let bits = terms.bits(address);
    let last = match size {
        1 => address,
        size => terms.intern(bits, Node::Sum(Box::new([(1, address)]), size - 1)),
    };
    terms.intern(0, Node::Less(false, last, other))
}
