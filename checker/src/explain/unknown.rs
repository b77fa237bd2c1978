//! What makes a value unknown: a chain of claims from the property down to a transition that may
//! or may not exist, or an unknown label.
//!
//! A formula is unknown in a state if neither it nor its negation is definitely true there. One
//! of its parts is then unknown too, or a transition is. A least fixpoint is followed along the
//! moments at which its states dropped out of the negation's greatest fixpoint (so along a
//! shortest reason why it may be true), a greatest one dually. Where an unknown transition leads
//! back to what is unknown, the chain closes to a loop.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{EdgeId, LocId, ProofId, VarId};
use belnap_ir::kripke::{LocationKind, Semantics};
use belnap_ir::property::{Fixpoint, Quantifier};
use belnap_ir::result::{Explanation, Rule, Unknown, UnknownKind};

use super::claims::{Claim, Claims, step_taken};
use super::path;
use super::prove::Prover;
use crate::bdd::{Bdd, NodeLimit};
use crate::symbolic::evaluate::{Env, Evaluator, VarValue};
use crate::symbolic::positive::{Binder, NodeId, Positive};
use crate::symbolic::space::{Domain, Space, TriVector};
use crate::symbolic::{Checked, Prepared, Session};

/// Explains an inconclusive property.
pub fn explain_unknown<'s, 'k>(
    session: &'s Session<'k>,
    prepared: &'s Prepared,
    checked: &mut Checked<'s, 'k>,
    claims: Claims<'s, 'k>,
) -> Result<Explanation, NodeLimit> {
    let space = &session.space;
    let entry = space.kripke.entry;
    let initial = space.initial()?;
    let (Some(mut truth), Some(mut falsity)) =
        (checked.truth.evaluator.take(), checked.falsity.evaluator.take())
    else {
        let mut explanation = claims.finish();
        explanation.summary = "the property was not evaluated in both directions".to_owned();
        return Ok(explanation);
    };
    let true_at =
        truth.evaluate_at(checked.truth.node, entry, Domain::Complete, &Env::default())?;
    let false_at = falsity.evaluate_at(
        checked.falsity.node,
        entry,
        checked.falsity.domain,
        &Env::default(),
    )?;
    let false_at = match checked.falsity.domain {
        Domain::Complete => false_at,
        Domain::Partial => space.complete(&false_at)?,
    };
    let unknown = space.bdds.minus(&space.bdds.minus(&initial, &true_at)?, &false_at)?;
    let explanation = match space.pick_complete(&unknown) {
        Some(state) => {
            let state: TriVector =
                state.into_iter().map(|value| Some(value.unwrap_or(false))).collect();
            let mut chain = Chain {
                space,
                truth: &mut truth,
                falsity: &mut falsity,
                truth_env: Env::default(),
                falsity_env: Env::default(),
            };
            let claims =
                chain.follow((checked.truth.node, checked.falsity.node), entry, state, claims)?;
            let mut explanation = claims.finish();
            explanation.path = path::extract(&explanation.proof, space.kripke);
            explanation.summary = summary(&explanation);
            explanation
        }
        None => {
            let false_at = space.bdds.and(&initial, &false_at)?;
            explain_disagreement(space, prepared, checked.truth.node, &false_at, claims)
        }
    };
    checked.truth.evaluator = Some(truth);
    checked.falsity.evaluator = Some(falsity);
    Ok(explanation)
}

/// Explains that a property is true in some initial states and false in others (`false_at`), none
/// of which is known to exist.
fn explain_disagreement(
    space: &Space<'_>,
    prepared: &Prepared,
    node: NodeId,
    false_at: &Bdd,
    mut claims: Claims<'_, '_>,
) -> Explanation {
    let entry = space.kripke.entry;
    let location = &space.kripke.locations[entry];
    let telling = space.bdds.support(false_at);
    let variable = (0..space.kripke.variables.len())
        .map(VarId::from)
        .find(|var| {
            let variable = &space.kripke.variables[*var];
            telling.contains(&space.known_true(*var))
                && variable.predicate
                && variable.scope.is_none_or(|scope| scope.0 == 0)
        })
        .map(|var| space.name(var).to_owned());
    let root = Claim {
        node,
        at: entry,
        state: vec![None; space.kripke.variables.len()],
        completions: false,
        ranks: Vec::new(),
    };
    let id = claims.open(&root, prepared.graph.text(node), Rule::UnknownAtom, Belnap::Unknown);
    claims.node_mut(id).unknown = Some(Unknown {
        kind: UnknownKind::Label,
        location: location.name.clone(),
        source: location.source.clone(),
        statement: String::new(),
        variable,
        cfg_edge: None,
        source_text: None,
    });
    let mut explanation = claims.finish();
    explanation.summary = "true in some initial states and false in others, and none of the \
                           latter is known to exist"
        .to_owned();
    explanation
}

fn summary(explanation: &Explanation) -> String {
    match explanation.unknowns.as_slice() {
        [] => "the abstraction does not decide it".to_owned(),
        [unknown] => describe(unknown),
        [first, rest @ ..] => format!("{} (and {} more)", describe(first), rest.len()),
    }
}

fn describe(unknown: &Unknown) -> String {
    let place = match &unknown.source {
        Some(line) => format!("{line} ({})", unknown.location),
        None => unknown.location.clone(),
    };
    let variable = unknown.variable.as_deref().unwrap_or("it");
    match unknown.kind {
        UnknownKind::Condition => {
            format!("whether {} can be passed at {place} is unknown", unknown.statement)
        }
        UnknownKind::Update => {
            format!("the value of {variable} after {} at {place} is unknown", unknown.statement)
        }
        UnknownKind::Deeper => format!("what calls deeper than {place} do is unknown"),
        UnknownKind::Label => format!("the value of {variable} at {place} is unknown"),
        UnknownKind::Transition => {
            format!("whether there is a transition from {place} to {variable} is unknown")
        }
        UnknownKind::Semantics if unknown.statement.is_empty() => {
            format!("what else may follow {place} is not known")
        }
        UnknownKind::Semantics => format!(
            "{} at {place} is decided only by the half of the relation that was left out",
            unknown.statement
        ),
    }
}

/// Both directions of a property, and the variables of its fixpoints in each.
struct Chain<'e, 's, 'k> {
    space: &'s Space<'k>,
    truth: &'e mut Evaluator<'s, 'k>,
    falsity: &'e mut Evaluator<'s, 'k>,
    truth_env: Env,
    falsity_env: Env,
}

/// The next link: through which transition, to which part, where.
struct Link {
    step: Option<(EdgeId, bool)>,
    nodes: (NodeId, NodeId),
    at: LocId,
    state: TriVector,
}

impl<'s, 'k> Chain<'_, 's, 'k> {
    fn is_true(&mut self, node: NodeId, at: LocId, state: &TriVector) -> Result<bool, NodeLimit> {
        let set = self.truth.evaluate_at(node, at, Domain::Complete, &self.truth_env)?;
        self.space.contains(&set, at, state)
    }

    fn is_false(&mut self, dual: NodeId, at: LocId, state: &TriVector) -> Result<bool, NodeLimit> {
        let set = self.falsity.evaluate_at(dual, at, Domain::Complete, &self.falsity_env)?;
        self.space.contains(&set, at, state)
    }

    /// Follows the unknown from a formula and its negation in a complete state.
    fn follow(
        &mut self,
        mut nodes: (NodeId, NodeId),
        mut at: LocId,
        mut state: TriVector,
        mut claims: Claims<'s, 'k>,
    ) -> Result<Claims<'s, 'k>, NodeLimit> {
        let mut parent: Option<(ProofId, Option<(EdgeId, Belnap)>)> = None;
        // The first claim after the last unknown transition.
        let mut latest = 0;
        loop {
            let claim = Claim {
                node: nodes.0,
                at,
                state: state.clone(),
                completions: false,
                ranks: Vec::new(),
            };
            if let (Some(known), Some((parent, step))) = (claims.known(&claim), parent)
                && known.index() < latest
            {
                let step = step.map(|(edge, value)| step_taken(self.space.kripke, edge, value));
                claims.link(parent, known, step);
                return Ok(claims);
            }
            let text = self.truth.graph.text(nodes.0).to_owned();
            let id = claims.make(claim, &text, Rule::UnknownChild, Belnap::Unknown);
            if let Some((parent, step)) = parent {
                let step = step.map(|(edge, value)| step_taken(self.space.kripke, edge, value));
                claims.link(parent, id, step);
            }
            if claims.full() {
                claims.node_mut(id).rule = Rule::Cut;
                return Ok(claims);
            }
            let link = match self.truth.graph.node(nodes.0).clone() {
                Positive::Const(_) => None,
                Positive::Literal(atom, _) => {
                    let node = claims.node_mut(id);
                    node.rule = Rule::UnknownAtom;
                    node.unknown = Some(self.unknown_label(at, atom.to_string()));
                    return Ok(claims);
                }
                Positive::And(children) | Positive::Or(children) => {
                    self.part(nodes, &children, at, &state)?
                }
                Positive::Var(_) | Positive::Fix(..) => self.unfold(nodes, at, &state)?,
                Positive::Step(quantifier, actions, body) => {
                    let link =
                        self.step(nodes, quantifier, actions.as_deref(), body, at, &state)?;
                    if self.space.kripke.semantics == Semantics::Under
                        && self.decides_nothing(link.as_ref())?
                    {
                        let node = claims.node_mut(id);
                        node.rule = Rule::UnknownStep;
                        node.unknown = Some(self.unknown_half(at));
                        return Ok(claims);
                    }
                    link
                }
            };
            let Some(link) = link else {
                claims.node_mut(id).rule = Rule::Cut;
                claims.set_cut();
                return Ok(claims);
            };
            let Some((edge, definite)) = link.step else {
                parent = Some((id, None));
                nodes = link.nodes;
                continue;
            };
            let value = Belnap::from_halves(definite, true);
            if !definite {
                let unknown = self.unknown_step(edge, &state, &link)?;
                let node = claims.node_mut(id);
                node.rule = Rule::UnknownStep;
                node.unknown = Some(unknown);
                let decided = [
                    (link.nodes.0, self.is_true(link.nodes.0, link.at, &link.state)?),
                    (link.nodes.1, self.is_false(link.nodes.1, link.at, &link.state)?),
                ];
                if let Some(side) = decided.iter().position(|(_, decided)| *decided) {
                    self.forget_moments()?;
                    let really = match side {
                        0 => self.is_true(link.nodes.0, link.at, &link.state)?,
                        _ => self.is_false(link.nodes.1, link.at, &link.state)?,
                    };
                    if really {
                        return self.definite_end(id, side == 0, edge, link, claims);
                    }
                }
                latest = id.index() + 1;
            }
            parent = Some((id, Some((edge, value))));
            (nodes, at, state) = (link.nodes, link.at, link.state);
        }
    }

    /// Gives all variables the value of their fixpoint again: what was decided only at a moment of
    /// the iteration is unknown after all.
    fn forget_moments(&mut self) -> Result<(), NodeLimit> {
        for (evaluator, env) in
            [(&mut *self.truth, &mut self.truth_env), (&mut *self.falsity, &mut self.falsity_env)]
        {
            let mut binders: Vec<Binder> = env.keys().copied().collect();
            binders.sort_unstable();
            env.clear();
            for binder in binders {
                let (set, _) = evaluator.course(binder, env)?;
                env.insert(binder, VarValue::Set(set));
            }
        }
        Ok(())
    }

    /// Whether a transition does not make the formula unknown: it exists and what follows it is
    /// decided, or there is none.
    fn decides_nothing(&mut self, link: Option<&Link>) -> Result<bool, NodeLimit> {
        let Some(link) = link else { return Ok(true) };
        Ok(link.step.is_some_and(|(_, definite)| definite)
            && (self.is_true(link.nodes.0, link.at, &link.state)?
                || self.is_false(link.nodes.1, link.at, &link.state)?))
    }

    /// After an unknown transition the formula is decided: prove that.
    fn definite_end(
        &mut self,
        parent: ProofId,
        positive: bool,
        edge: EdgeId,
        link: Link,
        claims: Claims<'s, 'k>,
    ) -> Result<Claims<'s, 'k>, NodeLimit> {
        let node = if positive { link.nodes.0 } else { link.nodes.1 };
        let evaluator = if positive { &mut *self.truth } else { &mut *self.falsity };
        let claim =
            Claim { node, at: link.at, state: link.state, completions: false, ranks: Vec::new() };
        let mut prover = Prover::new(evaluator, claims);
        let child = prover.prove(claim)?;
        let step = step_taken(self.space.kripke, edge, Belnap::Unknown);
        prover.claims.link(parent, child, Some(step));
        Ok(prover.claims)
    }

    fn duals(&self, dual: NodeId) -> Vec<NodeId> {
        match self.falsity.graph.node(dual) {
            Positive::And(children) | Positive::Or(children) => children.clone(),
            Positive::Step(_, _, body) => vec![*body],
            _ => Vec::new(),
        }
    }

    fn part(
        &mut self,
        nodes: (NodeId, NodeId),
        children: &[NodeId],
        at: LocId,
        state: &TriVector,
    ) -> Result<Option<Link>, NodeLimit> {
        for (child, dual) in children.iter().zip(self.duals(nodes.1)) {
            if !self.is_true(*child, at, state)? && !self.is_false(dual, at, state)? {
                let state = state.clone();
                return Ok(Some(Link { step: None, nodes: (*child, dual), at, state }));
            }
        }
        Ok(None)
    }

    fn unfold(
        &mut self,
        nodes: (NodeId, NodeId),
        at: LocId,
        state: &TriVector,
    ) -> Result<Option<Link>, NodeLimit> {
        let binder = |node: NodeId| match self.truth.graph.node(node) {
            Positive::Var(binder) | Positive::Fix(_, binder, _) => Some(*binder),
            _ => None,
        };
        let (Some(own), Some(dual)) = (binder(nodes.0), binder(nodes.1)) else { return Ok(None) };
        let least = self.truth.graph.binder(own).kind == Fixpoint::Least;
        let (set, layers) = self.truth.course(own, &self.truth_env)?;
        let (dual_set, dual_layers) = self.falsity.course(dual, &self.falsity_env)?;
        let followed = if least { &dual_layers } else { &layers };
        let mut dropped = None;
        for (time, set) in &followed[at] {
            if !self.space.contains(set, at, state)? {
                dropped = Some(*time);
                break;
            }
        }
        let Some(time) = dropped else { return Ok(None) };
        let (truth, falsity) = if least {
            (VarValue::Set(set), VarValue::Before(dual_layers, time))
        } else {
            (VarValue::Before(layers, time), VarValue::Set(dual_set))
        };
        self.truth_env.insert(own, truth);
        self.falsity_env.insert(dual, falsity);
        let body = |evaluator: &Evaluator<'_, '_>, binder: Binder| match evaluator
            .graph
            .node(evaluator.graph.binder(binder).node)
        {
            Positive::Fix(_, _, body) => Some(*body),
            _ => None,
        };
        let nodes = body(self.truth, own).zip(body(self.falsity, dual));
        Ok(nodes.map(|nodes| Link { step: None, nodes, at, state: state.clone() }))
    }

    fn step(
        &mut self,
        nodes: (NodeId, NodeId),
        quantifier: Quantifier,
        actions: Option<&[String]>,
        body: NodeId,
        at: LocId,
        state: &TriVector,
    ) -> Result<Option<Link>, NodeLimit> {
        let space = self.space;
        let bdds = &space.bdds;
        let Some(dual) = self.duals(nodes.1).first().copied() else { return Ok(None) };
        let here = space.completions(state)?;
        let mut found: Option<Link> = None;
        for edge in space.outgoing(at) {
            let edge_data = &space.kripke.edges[edge];
            let selected = actions.is_none_or(|actions| {
                edge_data.action.as_ref().is_some_and(|action| actions.contains(action))
            });
            if !selected {
                continue;
            }
            let to = edge_data.to;
            let successors = space.may_from(edge, &here)?;
            let truth = self.truth.evaluate_at(body, to, Domain::Complete, &self.truth_env)?;
            let falsity =
                self.falsity.evaluate_at(dual, to, Domain::Complete, &self.falsity_env)?;
            // Where the step leads to something that may decide.
            let interesting = match quantifier {
                Quantifier::Exists => bdds.minus(&successors, &falsity)?,
                Quantifier::Forall => bdds.minus(&successors, &truth)?,
            };
            let open = bdds.minus(&bdds.minus(&successors, &truth)?, &falsity)?;
            let preferred =
                if bdds.is_false(&open) { interesting } else { bdds.and(&interesting, &open)? };
            let Some(next) = space.pick_complete(&preferred) else { continue };
            let next: TriVector =
                next.into_iter().map(|value| Some(value.unwrap_or(false))).collect();
            let definite = self.definite(edge, state, &next)?;
            let link =
                Link { step: Some((edge, definite)), nodes: (body, dual), at: to, state: next };
            // An unknown transition decides at once; a definite one only leads on.
            if !definite || found.is_none() {
                let decides = !definite;
                found = Some(link);
                if decides {
                    break;
                }
            }
        }
        Ok(found)
    }

    fn definite(&self, edge: EdgeId, from: &TriVector, to: &TriVector) -> Result<bool, NodeLimit> {
        let space = self.space;
        if space.kripke.semantics == Semantics::Over {
            return Ok(false);
        }
        if space.closed {
            let image =
                space.must_image(edge, &space.completions(from)?, &space.completions(to)?)?;
            return Ok(image.is_some());
        }
        Ok(space.must_successor(edge, from, &space.exactly(to)?)?.is_some())
    }

    fn unknown_label(&self, at: LocId, atom: String) -> Unknown {
        let kind = UnknownKind::Label;
        Unknown { kind, variable: Some(atom), ..self.unknown_half(at) }
    }

    /// That nothing is known of the may half at a location.
    fn unknown_half(&self, at: LocId) -> Unknown {
        let location = &self.space.kripke.locations[at];
        Unknown {
            kind: UnknownKind::Semantics,
            location: location.name.clone(),
            source: location.source.clone(),
            statement: String::new(),
            variable: None,
            cfg_edge: None,
            source_text: None,
        }
    }

    /// What is unknown about a transition: its condition, or the value of a variable after it
    /// (one that the formula looks at there, if there is such a one).
    fn unknown_step(
        &mut self,
        edge: EdgeId,
        state: &TriVector,
        link: &Link,
    ) -> Result<Unknown, NodeLimit> {
        let space = self.space;
        let data = &space.kripke.edges[edge];
        let one_sided = space.kripke.semantics == Semantics::Over;
        let reached = if space.closed || one_sided {
            None
        } else {
            // Other choices lead elsewhere.
            space.must_successor(edge, state, &self.compatible(&link.state)?)?
        };
        let is_deeper = |at: &LocId| space.kripke.locations[*at].kind == LocationKind::Deeper;
        let (kind, variable) = match reached {
            _ if [data.from, data.to].iter().any(is_deeper) => (UnknownKind::Deeper, None),
            _ if data.statement.is_empty() => {
                let target = &space.kripke.locations[data.to].name;
                (UnknownKind::Transition, Some(target.clone()))
            }
            None if one_sided => (UnknownKind::Semantics, None),
            None => (UnknownKind::Condition, None),
            Some(reached) => {
                let lost: Vec<usize> =
                    (0..reached.len()).filter(|index| reached[*index].is_none()).collect();
                let truth = self.truth.evaluate_at(
                    link.nodes.0,
                    link.at,
                    Domain::Complete,
                    &self.truth_env,
                )?;
                let falsity = self.falsity.evaluate_at(
                    link.nodes.1,
                    link.at,
                    Domain::Complete,
                    &self.falsity_env,
                )?;
                let looked_at = self.looked_at(&[truth, falsity]);
                let index = lost
                    .iter()
                    .find(|index| looked_at.contains(&VarId::from(**index)))
                    .or(lost.first());
                match index {
                    Some(index) => {
                        (UnknownKind::Update, Some(space.name(VarId::from(*index)).to_owned()))
                    }
                    None => (UnknownKind::Semantics, None),
                }
            }
        };
        let location = &space.kripke.locations[data.from];
        let origin = data.origin.as_ref();
        Ok(Unknown {
            kind,
            location: location.name.clone(),
            source: origin
                .and_then(|origin| origin.source.clone())
                .or_else(|| location.source.clone()),
            statement: data.statement.clone(),
            variable,
            cfg_edge: origin.and_then(|origin| origin.edge),
            source_text: origin.and_then(|origin| origin.text.clone()),
        })
    }

    /// The tri-vectors with a given completion.
    fn compatible(&self, state: &TriVector) -> Result<Bdd, NodeLimit> {
        let space = self.space;
        let mut set = space.bdds.truth();
        for (index, value) in state.iter().enumerate() {
            let var = VarId::from(index);
            let refused = match value {
                Some(true) => space.known_false(var),
                Some(false) => space.known_true(var),
                None => continue,
            };
            set = space.bdds.minus(&set, space.bdds.var(refused))?;
        }
        Ok(set)
    }

    fn looked_at(&self, sets: &[Bdd]) -> Vec<VarId> {
        let space = self.space;
        let rails: Vec<u32> = sets.iter().flat_map(|set| space.bdds.support(set)).collect();
        (0..space.kripke.variables.len())
            .map(VarId::from)
            .filter(|var| rails.contains(&space.known_true(*var)))
            .collect()
    }
}
