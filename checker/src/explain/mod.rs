//! Why a property has its value.
//!
//! A definite value is explained by a proof: a graph of claims "this formula is definitely true in
//! this state", each justified by its children under a rule (`prove`). Least fixpoints are
//! unfolded along the moments at which states entered them, so that every cycle of the proof goes
//! through a greatest fixpoint. An unknown value is explained by following what is unknown
//! (`unknown`) down to the transitions and labels that decide.

mod claims;
mod path;
mod prove;
pub mod shortest;
mod unknown;

use belnap_ir::belnap::Belnap;
use belnap_ir::result::{Explanation, Rule, Verdict};

use crate::bdd::NodeLimit;
use crate::symbolic::evaluate::Evaluator;
use crate::symbolic::space::Domain;
use crate::symbolic::{Checked, Prepared, Session};
use claims::{Claim, Claims};
use prove::Prover;

/// How much to explain.
#[derive(Clone, Copy, Debug)]
pub struct ExplainOptions {
    /// Limit on claims in branches; past it the explanation is cut. A path is not a branch.
    pub max_claims: usize,
}

impl Default for ExplainOptions {
    fn default() -> Self {
        ExplainOptions { max_claims: 1000 }
    }
}

/// Explains a checked property.
pub fn explain<'s, 'k>(
    session: &'s Session<'k>,
    prepared: &'s Prepared,
    checked: &mut Checked<'s, 'k>,
    hyper: bool,
    options: &ExplainOptions,
) -> Result<Explanation, NodeLimit> {
    let claims = Claims::new(&session.space, options.max_claims);
    if session.space.bdds.is_false(&session.space.initial()?) {
        let mut explanation = claims.finish();
        explanation.summary = "no initial state satisfies what is enforced".to_owned();
        return Ok(explanation);
    }
    match checked.verdict {
        Verdict::Holds => explain_truth(session, prepared, checked, hyper, claims),
        Verdict::Fails => explain_falsity(session, prepared, checked, hyper, claims),
        Verdict::Inconclusive => unknown::explain_unknown(session, prepared, checked, claims),
    }
}

fn explain_truth<'s, 'k>(
    session: &'s Session<'k>,
    prepared: &'s Prepared,
    checked: &mut Checked<'s, 'k>,
    hyper: bool,
    claims: Claims<'s, 'k>,
) -> Result<Explanation, NodeLimit> {
    let space = &session.space;
    let mut evaluator = match checked.truth.evaluator.take() {
        Some(evaluator) => evaluator,
        None => {
            // `AG p` was proved by reachability: what is reachable is where it holds.
            let roots = [(checked.truth.node, Domain::Complete)];
            let mut evaluator =
                Evaluator::new(space, &prepared.graph, &prepared.atoms, hyper, &roots, None);
            let always = prepared.judged();
            evaluator.install(always, Domain::Complete, session.reachable()?);
            evaluator
        }
    };
    let entry = space.kripke.entry;
    let initial = space.initial()?;
    let state = common_values(session, &initial)?;
    let mut prover = Prover::new(&mut evaluator, claims);
    let root =
        Claim { node: checked.truth.node, at: entry, state, completions: true, ranks: Vec::new() };
    prover.prove(root)?;
    let mut explanation = prover.finish();
    explanation.path = path::extract(&explanation.proof, space.kripke);
    explanation.summary = match &explanation.path {
        Some(path) if path.loop_start.is_some() => {
            "a definite path that ends in a loop shows it".to_owned()
        }
        Some(_) => "a definite path shows it".to_owned(),
        None => "definitely true in every initial state".to_owned(),
    };
    checked.truth.evaluator = Some(evaluator);
    Ok(explanation)
}

fn explain_falsity<'s, 'k>(
    session: &'s Session<'k>,
    prepared: &'s Prepared,
    checked: &mut Checked<'s, 'k>,
    hyper: bool,
    mut claims: Claims<'s, 'k>,
) -> Result<Explanation, NodeLimit> {
    let space = &session.space;
    let question = &mut checked.falsity;
    let mut evaluator = match question.evaluator.take() {
        Some(evaluator) => evaluator,
        // In a two-valued structure falsity is the complement of truth; a proof needs the sets.
        None => {
            let roots = [(question.node, question.domain)];
            Evaluator::new(space, &prepared.graph, &prepared.atoms, hyper, &roots, None)
        }
    };
    let witnesses = question.at_entry.clone().unwrap_or_else(|| space.bdds.falsity());
    let inhabited = space.bdds.and(&witnesses, &space.inhabited(question.domain)?)?;
    let (state, completions) = match question.domain {
        Domain::Partial => (space.pick_partial(&witnesses), false),
        // No single state is known to exist, but one of them does.
        Domain::Complete if space.bdds.is_false(&inhabited) => {
            (Some(common_values(session, &witnesses)?), true)
        }
        Domain::Complete => (space.pick_complete(&inhabited), true),
    };
    let state = state.unwrap_or_else(|| vec![None; space.kripke.variables.len()]);
    // One witness is enough: a set of complete ones is narrowed to its first member.
    let state = if completions && space.closed { first_completion(session, state)? } else { state };
    let root = Claim {
        node: question.node,
        at: space.kripke.entry,
        state,
        completions,
        ranks: Vec::new(),
    };
    let top =
        claims.open(&root, prepared.graph.text(prepared.truth), Rule::Negation, Belnap::False);
    let mut prover = Prover::new(&mut evaluator, claims);
    let child = prover.prove(root)?;
    prover.claims.link(top, child, None);
    let mut explanation = prover.finish();
    explanation.path = path::extract(&explanation.proof, space.kripke);
    explanation.summary = match &explanation.path {
        Some(path) if path.loop_start.is_some() => {
            "a definite execution that loops refutes it".to_owned()
        }
        Some(_) => "a definite execution refutes it".to_owned(),
        None => "definitely false in an initial state".to_owned(),
    };
    checked.falsity.evaluator = Some(evaluator);
    Ok(explanation)
}

/// What all states of a set agree on.
fn common_values(
    session: &Session<'_>,
    set: &crate::bdd::Bdd,
) -> Result<Vec<Option<bool>>, NodeLimit> {
    let space = &session.space;
    let mut state = Vec::with_capacity(space.kripke.variables.len());
    for index in 0..space.kripke.variables.len() {
        let rail = space.bdds.var(space.known_true(index.into()));
        let always = space.bdds.implies(set, rail)?;
        let never = space.bdds.is_false(&space.bdds.and(set, rail)?);
        state.push(if always { Some(true) } else { never.then_some(false) });
    }
    Ok(state)
}

/// A complete initial state among the completions of a tri-vector.
fn first_completion(
    session: &Session<'_>,
    state: Vec<Option<bool>>,
) -> Result<Vec<Option<bool>>, NodeLimit> {
    let space = &session.space;
    let set = space.bdds.and(&space.completions(&state)?, &space.initial()?)?;
    let picked = space.pick_complete(&set).unwrap_or(state);
    Ok(picked.into_iter().map(|value| Some(value.unwrap_or(false))).collect())
}
