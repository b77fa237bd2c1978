//! Whether invariants prove a property.
//!
//! Three kinds of questions: whether the invariant of the entry can be false, whether an edge can
//! lead from its source's invariant to where its target's is false, and whether the property can be
//! false in a state that satisfies the invariant. If none of this is possible, every state that is
//! reached satisfies the invariant of its location, and so the property.
//!
//! Where a certificate says nothing, edges are followed to where it does ([`crate::ways`]): these
//! steps together must not lead out of the invariants, nor to a state between that violates the
//! property.
//!
//! About a step a smaller question is asked first ([`crate::project`]).

use std::collections::{BTreeSet, HashMap};

use belnap_formats::condition::{self, Names};
use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::{incoming, loop_heads};
use belnap_ir::ids::{CfgLocId, CfgVarId, ScopeId, TiVec, ti_vec};
use belnap_solver::smt_lib::SmtAnswer;

use crate::assumed::Assumed;
use crate::certificate::{Asking, CertificateFindings, Goal, Refusal};
use crate::exclusive::{Exclusion, exclusions};
use crate::project::{Decision, violation, violation_where};
use crate::smt::{Effect, Script, When, all, not};
use crate::ways::{Way, Ways};

/// Asks whether invariants prove a property.
pub(crate) fn prove<E>(
    goal: &Goal<'_>,
    invariants: &Invariants,
    asking: &mut Asking<'_, '_, E>,
) -> Result<(), Refusal<E>> {
    let cfg = goal.cfg;
    let proof = Proof::new(cfg, &goal.names, invariants).map_err(Refusal::Foreign)?;
    if !asking.has_no_calls(cfg) {
        return Ok(());
    }
    asking.entry(&proof)?;
    let ways = Ways::new(cfg, &proof.between).map_err(Refusal::Foreign)?;
    for at in cfg.locations.keys() {
        if proof.at(at) == Ref::FALSE {
            continue;
        }
        asking.property(&proof, at, &goal.at(at)?)?;
        let Some(from_here) = ways.from(at) else {
            asking.outcome.undecided.push(format!("too many ways lead on from {at}"));
            continue;
        };
        for way in from_here {
            if proof.between[way.end(cfg)] {
                asking.property_behind(&proof, &way, &goal.at(way.end(cfg))?)?;
            } else {
                asking.way(&proof, &way)?;
            }
        }
    }
    Ok(())
}

/// Asks whether invariants show that what is wanted is so at a location: those there, or those some
/// steps before.
pub(crate) fn show<E>(
    goal: &Goal<'_>,
    invariants: &Invariants,
    at: CfgLocId,
    asking: &mut Asking<'_, '_, E>,
) -> Result<(), Refusal<E>> {
    /// How many steps before, in turn.
    const STEPS: [usize; 3] = [0, 1, 8];
    let mut proof = Proof::new(goal.cfg, &goal.names, invariants).map_err(Refusal::Foreign)?;
    if !asking.has_no_calls(goal.cfg) {
        return Ok(());
    }
    let wanted = goal.at(at)?;
    for steps in STEPS {
        proof.forget_before(at, steps);
        asking.outcome = CertificateFindings::default();
        asking.property_at(&proof, at, &wanted)?;
        if asking.outcome.is_proved() {
            break;
        }
    }
    Ok(())
}

/// Invariants, matched to a graph.
struct Proof<'a> {
    cfg: &'a Cfg,
    claim: &'a Invariants,
    predicates: Vec<Expr>,
    /// What each predicate mentions.
    variables: Vec<BTreeSet<CfgVarId>>,
    invariants: TiVec<CfgLocId, Ref>,
    /// Locations about which nothing is said.
    between: TiVec<CfgLocId, bool>,
    exclusions: Vec<Exclusion>,
}

impl<'a> Proof<'a> {
    fn new(cfg: &'a Cfg, names: &Names<'_>, claim: &'a Invariants) -> Result<Proof<'a>, String> {
        let parse = |text: &String| {
            condition::parse(names, text, Some(ScopeId(0)))
                .map_err(|_| format!("{{{text}}} is not a condition of this program"))
        };
        let predicates = claim.predicates.iter().map(parse).collect::<Result<Vec<Expr>, _>>()?;
        let places: HashMap<String, CfgLocId> =
            cfg.locations.keys().map(|at| (at.to_string(), at)).collect();
        let place = |name: &String| match places.get(name) {
            Some(at) => Ok(*at),
            None => Err(format!("there is no location {name}")),
        };
        let mut invariants = ti_vec![Ref::FALSE; cfg.locations.len()];
        for (name, function) in &claim.at {
            invariants[place(name)?] = *function;
        }
        let mut between = ti_vec![false; cfg.locations.len()];
        for name in &claim.between {
            if claim.at.contains_key(name) {
                return Err(format!("{name} has an invariant and is said to have none"));
            }
            between[place(name)?] = true;
        }
        let exclusions = exclusions(cfg, &predicates);
        let variables = predicates.iter().map(|one| variables_of([one])).collect();
        Ok(Proof { cfg, claim, predicates, variables, invariants, between, exclusions })
    }

    fn at(&self, at: CfgLocId) -> Ref {
        self.invariants[at]
    }

    /// Says nothing about a location and those from which so many steps lead there, as far back as
    /// the head of a loop.
    fn forget_before(&mut self, at: CfgLocId, steps: usize) {
        let heads = loop_heads(self.cfg);
        let incoming = incoming(self.cfg);
        let mut open = BTreeSet::from([at]);
        for _ in 0..steps {
            let forgotten = |at: &CfgLocId| !heads[*at] && *at != self.cfg.entry;
            let new: Vec<CfgLocId> = open.iter().copied().filter(forgotten).collect();
            for at in new {
                self.invariants[at] = Ref::FALSE;
                self.between[at] = true;
                open.extend(incoming[at].iter().map(|edge| self.cfg.edges[*edge].from));
            }
        }
    }

    fn nodes(&self, function: Ref) -> BTreeSet<usize> {
        self.claim.table.nodes_of(function)
    }

    /// Writes an invariant; the state after the step is told apart only where the step matters.
    fn write(&self, script: &mut Script<'_>, function: Ref, when: When) -> String {
        let mut changed: HashMap<usize, bool> = HashMap::new();
        let reference = |function: Ref, changed: &HashMap<usize, bool>| {
            let Some(index) = function.node_index() else {
                return (function == Ref::TRUE).to_string();
            };
            let name = format!("{}{index}", if changed[&index] { "after" } else { "node" });
            if function.is_complemented() { not(&name) } else { name }
        };
        for index in self.nodes(function) {
            let node = self.claim.table.nodes[index];
            let predicate = self.predicate(node.var);
            let affected = when == When::After && script.affects(predicate);
            let of = |child: Ref| child.node_index().is_some_and(|index| changed[&index]);
            changed.insert(index, affected || of(node.hi) || of(node.lo));
            let decided = format!("{}{}", if affected { "new" } else { "old" }, node.var);
            let when = if affected { When::After } else { When::Before };
            let predicate = script.name(decided, predicate, when);
            let (hi, lo) = (reference(node.hi, &changed), reference(node.lo, &changed));
            let name = reference(Ref(index as i32 + 2), &changed);
            script.defined(name, &format!("(ite {predicate} {hi} {lo})"));
        }
        reference(function, &changed)
    }

    /// Writes a diagram of decisions before and after a step.
    fn write_violation(&self, script: &mut Script<'_>, table: &BddTable, function: Ref) -> String {
        let reference = |function: Ref| match function.node_index() {
            Some(index) => format!("part{index}"),
            None => (function == Ref::TRUE).to_string(),
        };
        for index in table.nodes_of(function) {
            let node = table.nodes[index];
            let decided = match Decision::of(node.var) {
                Decision::Old(var) => {
                    script.name(format!("old{var}"), self.predicate(var), When::Before)
                }
                Decision::New(var) => {
                    script.name(format!("new{var}"), self.predicate(var), When::After)
                }
                Decision::True => "true".to_owned(),
            };
            let (hi, lo) = (reference(node.hi), reference(node.lo));
            script.defined(format!("part{index}"), &format!("(ite {decided} {hi} {lo})"));
        }
        reference(function)
    }

    fn predicate(&self, var: u32) -> &Expr {
        &self.predicates[var as usize]
    }

    /// The numbers of the predicates that some functions decide on.
    fn predicates_of(&self, functions: [Ref; 2]) -> BTreeSet<u32> {
        let nodes = functions.into_iter().flat_map(|function| self.nodes(function));
        nodes.map(|index| self.claim.table.nodes[index].var).collect()
    }

    /// Those of some predicates that have to do with some variables, directly or through others.
    fn find_related(&self, of: &BTreeSet<u32>, mut variables: BTreeSet<CfgVarId>) -> BTreeSet<u32> {
        let mut related = BTreeSet::new();
        let mut open: Vec<u32> = of.iter().copied().collect();
        loop {
            let before = open.len();
            open.retain(|var| {
                let own = &self.variables[*var as usize];
                let other = own.is_disjoint(&variables);
                if !other {
                    variables.extend(own);
                    related.insert(*var);
                }
                other
            });
            if open.len() == before {
                return related;
            }
        }
    }
}

impl<E> Asking<'_, '_, E> {
    fn entry(&mut self, proof: &Proof<'_>) -> Result<(), Refusal<E>> {
        let entry = proof.cfg.entry;
        if proof.at(entry) == Ref::TRUE {
            return Ok(());
        }
        let mut script = Script::new(proof.cfg, Effect::new());
        let invariant = proof.write(&mut script, proof.at(entry), When::Before);
        let wrong = format!("the invariant of {entry} is not true in every state at the entry");
        self.ask("entry", &script, &not(&invariant), wrong)
    }

    fn property(
        &mut self,
        proof: &Proof<'_>,
        at: CfgLocId,
        wanted: &Expr,
    ) -> Result<(), Refusal<E>> {
        let mut script = Script::new(proof.cfg, Effect::new());
        let wanted = script.term(wanted, When::Before);
        if wanted == "true" {
            return Ok(());
        }
        let invariant = proof.write(&mut script, proof.at(at), When::Before);
        let wrong = format!("the invariant of {at} does not imply the property");
        self.ask(&format!("property-{at}"), &script, &all([invariant, not(&wanted)]), wrong)
    }

    /// Whether the property holds at a location, whatever is said about that.
    fn property_at(
        &mut self,
        proof: &Proof<'_>,
        at: CfgLocId,
        wanted: &Expr,
    ) -> Result<(), Refusal<E>> {
        if !proof.between[at] {
            return self.property(proof, at, wanted);
        }
        let ways = Ways::new(proof.cfg, &proof.between).map_err(Refusal::Foreign)?;
        for from in proof.cfg.locations.keys().filter(|from| proof.at(*from) != Ref::FALSE) {
            let Some(from_here) = ways.from(from) else {
                self.outcome.undecided.push(format!("too many ways lead on from {from}"));
                return Ok(());
            };
            for way in from_here.into_iter().filter(|way| way.end(proof.cfg) == at) {
                self.property_behind(proof, &way, wanted)?;
            }
        }
        Ok(())
    }

    /// Whether the property holds behind some steps, at a location about which nothing is said.
    fn property_behind(
        &mut self,
        proof: &Proof<'_>,
        way: &Way,
        wanted: &Expr,
    ) -> Result<(), Refusal<E>> {
        if *wanted == Expr::Bool(true) {
            return Ok(());
        }
        let Some(mut script) = self.script(proof, way) else { return Ok(()) };
        let wanted = script.term(wanted, When::After);
        if wanted == "true" {
            return Ok(());
        }
        let exists = exists(proof.cfg, way, &mut script);
        let before = proof.write(&mut script, proof.at(way.start(proof.cfg)), When::Before);
        let (name, what) = (way.name(), way.text(proof.cfg));
        let wrong =
            format!("{what} can lead to {} where the property is false", way.end(proof.cfg));
        self.ask(&format!("property-{name}"), &script, &all([before, exists, not(&wanted)]), wrong)
    }

    /// Questions about the steps of a way; none if one is a call.
    fn script<'p>(&mut self, proof: &Proof<'p>, way: &Way) -> Option<Script<'p>> {
        let effects = way.edges.iter().map(|id| effect(&proof.cfg.edges[*id].operation));
        match effects.collect::<Option<Vec<Effect>>>() {
            Some(steps) => Some(Script::along(proof.cfg, steps)),
            None => {
                self.outcome.undecided.push(format!("{} is a call", way.text(proof.cfg)));
                None
            }
        }
    }

    /// Whether a way leads out of the invariants.
    fn way(&mut self, proof: &Proof<'_>, way: &Way) -> Result<(), Refusal<E>> {
        let (source, target) = (way.start(proof.cfg), way.end(proof.cfg));
        let (from, to) = (proof.at(source), proof.at(target));
        let Some(mut script) = self.script(proof, way) else { return Ok(()) };
        if to == Ref::TRUE {
            return Ok(());
        }
        if self.is_kept(proof, way, &mut script)? {
            return Ok(());
        }
        let Some(mut script) = self.script(proof, way) else { return Ok(()) };
        let exists = exists(proof.cfg, way, &mut script);
        let before = proof.write(&mut script, from, When::Before);
        let after = proof.write(&mut script, to, When::After);
        let what = way.text(proof.cfg);
        let wrong =
            format!("{what} can lead from the invariant of {source} out of that of {target}");
        self.ask(
            &format!("edge-{}", way.name()),
            &script,
            &all([before, exists, not(&after)]),
            wrong,
        )
    }

    /// Whether it is plain, or easily shown, that a way does not lead out of the invariants.
    fn is_kept(
        &mut self,
        proof: &Proof<'_>,
        way: &Way,
        script: &mut Script<'_>,
    ) -> Result<bool, Refusal<E>> {
        let (from, to) = (proof.at(way.start(proof.cfg)), proof.at(way.end(proof.cfg)));
        let after = |var: u32| {
            let predicate = proof.predicate(var);
            match script.affects(predicate) {
                false => Decision::Old(var),
                true if script.makes_true(predicate) => Decision::True,
                true => Decision::New(var),
            }
        };
        let used = proof.predicates_of([from, to]);
        let operations = way.edges.iter().map(|id| &proof.cfg.edges[*id].operation);
        let mut variables = variables_of(operations.flat_map(expressions));
        for var in used.iter().filter(|var| matches!(after(**var), Decision::New(_))) {
            let own = &proof.variables[*var as usize];
            variables.extend(own.iter().filter(|var| !script.changes(**var)));
        }
        let related = proof.find_related(&used, variables);
        let matters = |var: u32| related.contains(&var);
        // What is known of predicates that the diagrams do not mention says nothing here.
        let known = |exclusion: &&Exclusion| exclusion.iter().all(|(var, _)| used.contains(var));
        let known: Vec<Exclusion> = proof.exclusions.iter().filter(known).copied().collect();
        let table = &proof.claim.table;
        if is_impossible(proof, way, &known, &used) {
            return Ok(true);
        }
        let violated = violation(table, (from, to), &after, &matters, &known);
        let Some((diagrams, function)) = violated else {
            return Ok(false);
        };
        if function == Ref::FALSE {
            return Ok(true);
        }
        let exists = exists(proof.cfg, way, script);
        let violation = proof.write_violation(script, diagrams.table(), function);
        let text = script.question(&all([violation, exists]));
        if self.time.ask(&text) != SmtAnswer::Unsatisfiable {
            return Ok(false);
        }
        self.outcome.questions += 1;
        (self.emit)(&format!("edge-{}", way.name()), &text).map_err(Refusal::Emit)?;
        Ok(true)
    }

    /// Asks whether a claim is possible; it must not be.
    fn ask(
        &mut self,
        name: &str,
        script: &Script<'_>,
        claim: &str,
        wrong: String,
    ) -> Result<(), Refusal<E>> {
        if claim == "false" {
            return Ok(());
        }
        self.put(name, &script.question(claim), script.is_loose(claim), wrong)
    }
}

/// Whether it follows from comparisons that exclude each other that a step which asks something
/// does not lead out of the invariants.
fn is_impossible(proof: &Proof<'_>, way: &Way, known: &[Exclusion], used: &BTreeSet<u32>) -> bool {
    let [edge] = way.edges[..] else { return false };
    let (from, to) = (proof.at(way.start(proof.cfg)), proof.at(way.end(proof.cfg)));
    let predicates: Vec<(u32, &Expr)> =
        used.iter().map(|number| (*number, proof.predicate(*number))).collect();
    let free = proof.predicates.len() as u32;
    let operation = &proof.cfg.edges[edge].operation;
    let Some(assumed) = Assumed::new(proof.cfg, operation, &predicates, free) else { return false };
    let mut exclusions = assumed.exclusions.clone();
    exclusions.extend(known);
    exclusions.sort_unstable();
    exclusions.dedup();
    let table = &proof.claim.table;
    let found =
        violation_where(table, (from, to), &Decision::Old, &|_| false, &exclusions, Some(&assumed));
    found.is_some_and(|(_, function)| function == Ref::FALSE)
}

fn variables_of<'e>(expressions: impl IntoIterator<Item = &'e Expr>) -> BTreeSet<CfgVarId> {
    let mut all = BTreeSet::new();
    for expr in expressions {
        expr.for_each_var(&mut |var| {
            all.insert(var);
        });
    }
    all
}

/// The conditions and new values of an operation.
fn expressions(operation: &Operation) -> Vec<&Expr> {
    match operation {
        Operation::Assume(condition) => vec![condition],
        Operation::Assign(all) => all.iter().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    }
}

/// What an operation does to variables; `None` for a call.
fn effect(operation: &Operation) -> Option<Effect> {
    match operation {
        Operation::Assign(all) => {
            Some(all.iter().map(|(var, value)| (*var, Some(value.clone()))).collect())
        }
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            Some(vars.iter().map(|var| (*var, None)).collect())
        }
        Operation::Assume(_) | Operation::AssumeUnknown => Some(Effect::new()),
        Operation::Call { .. } => None,
    }
}

/// That all steps of a way exist, as far as that is known.
fn exists(cfg: &Cfg, way: &Way, script: &mut Script<'_>) -> String {
    let operations = way.edges.iter().map(|id| &cfg.edges[*id].operation);
    let conditions = operations.enumerate().filter_map(|(before, operation)| match operation {
        Operation::Assume(condition) => Some(script.term(condition, When::Steps(before))),
        _ => None,
    });
    let conditions: Vec<String> = conditions.collect();
    all(conditions)
}
