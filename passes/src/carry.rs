//! A certificate for the graph that passes made, carried back to the graph that they were given.
//!
//! At a location that stayed holds what the certificate says, and so it does at locations that were
//! like it. Passes also rely on what variables are equal to, which the certificate for their result
//! does not say: that is added, at the locations where something depends on it. About locations
//! between steps that became one, nothing is said, except at the heads of loops of such locations.
//!
//! Nobody has to believe any of this: the result is a certificate like others, and is checked.

use std::collections::{BTreeSet, HashMap};

use belnap_formats::condition;
use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::{Certificate, Claim, Invariants};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagrams::{Diagrams, TooLarge};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgLocId, CfgVarId, ObjectId, ScopeId, TiSlice, TiVec, ti_vec};
use belnap_ir::types::Type;
use indexmap::{IndexMap, IndexSet};

use super::cuts::{Cut, cuts};
use super::facts::FactsByLocation;
use super::{LocationFate, Pass, PassContext, PassResult};
use belnap_ir::graph::{incoming, outgoing};

/// Turns a certificate for what passes make of a graph into one for the graph itself; `None` if it
/// is not one of invariants: how often loops are repeated is another matter there.
pub fn carry(
    cfg: &Cfg,
    context: &PassContext,
    passes: &[&Pass],
    certificate: &Certificate,
) -> Option<Certificate> {
    let invariants = certificate.invariants()?;
    let mut passed = PassResult::unchanged(cfg.clone(), context.clone());
    let mut passes_with_facts = Vec::new();
    for pass in passes {
        let facts = (pass.find_facts)(&passed.cfg);
        if !facts.is_empty() {
            passes_with_facts.push(PassFacts {
                facts,
                fates: passed.fates.clone(),
                names: NameMatch::new(cfg, &passed.cfg),
            });
        }
        passed = passed.then(pass);
    }
    let facts = AllFacts { cfg, passes: passes_with_facts };
    let stays: BTreeSet<&str> = passed.cfg.variables.iter().map(|one| one.name.as_str()).collect();
    let matters = |var: CfgVarId| stays.contains(cfg.variables[var].name.as_str());
    let needed = facts.find_needed(&matters);
    let invariants = respell(cfg, &passed.cfg, invariants);
    let carried = Carrier::new(cfg, &invariants).carry(&facts, &needed, &passed.fates);
    Some(Certificate { claim: Claim::Invariants(carried), ..certificate.clone() })
}

/// The invariants for a later graph with predicates that mean the same in the first: a variable
/// that is gone by then may hide another one there.
fn respell(first: &Cfg, later: &Cfg, invariants: &Invariants) -> Invariants {
    let numbers = NameMatch::new(first, later);
    let [in_first, in_later] = [first, later].map(condition::Names::new);
    let read = |names: &condition::Names<'_>, text: &str| {
        condition::parse(names, text, Some(ScopeId(0))).ok()
    };
    let writer = condition::Writer::new(first);
    let spelled = |text: &String| {
        let meant = read(&in_later, text).and_then(|meant| numbers.back(&meant));
        match meant.filter(|meant| read(&in_first, text).as_ref() != Some(meant)) {
            Some(meant) => writer.print(&meant),
            None => text.clone(),
        }
    };
    let predicates = invariants.predicates.iter().map(spelled).collect();
    Invariants { predicates, ..invariants.clone() }
}

/// The facts that a pass relied on.
struct PassFacts {
    /// In the numbers of the graph before the pass.
    facts: FactsByLocation,
    /// What had become of the locations of the first graph by then.
    fates: TiVec<CfgLocId, LocationFate>,
    names: NameMatch,
}

/// Which variables and objects of the first graph and of a later one have the same name.
struct NameMatch {
    later: TiVec<CfgVarId, Option<CfgVarId>>,
    first: TiVec<CfgVarId, Option<CfgVarId>>,
    objects: TiVec<ObjectId, Option<ObjectId>>,
}

impl NameMatch {
    fn new(first: &Cfg, later: &Cfg) -> Self {
        let variables = |of: &Cfg| -> HashMap<String, CfgVarId> {
            of.variables.iter_enumerated().map(|(at, one)| (one.name.clone(), at)).collect()
        };
        let translated = |from: &Cfg, to: &Cfg| {
            let to = variables(to);
            let number = |name: &String| to.get(name).copied();
            from.variables.iter().map(|one| number(&one.name)).collect()
        };
        let objects: HashMap<&str, ObjectId> =
            first.objects.iter_enumerated().map(|(at, one)| (one.name.as_str(), at)).collect();
        let object = |name: &str| objects.get(name).copied();
        NameMatch {
            later: translated(first, later),
            first: translated(later, first),
            objects: later.objects.iter().map(|one| object(&one.name)).collect(),
        }
    }

    /// An expression of the later graph in the numbers of the first.
    fn back(&self, expr: &Expr) -> Option<Expr> {
        let mut result = expr.clone();
        match &mut result {
            Expr::Var(var) => *var = self.first[*var]?,
            Expr::Address(object) => *object = self.objects[*object]?,
            other => {
                for operand in other.operands_mut() {
                    *operand = self.back(operand)?;
                }
            }
        }
        Some(result)
    }
}

/// The facts of all passes, in the numbers of the first graph.
struct AllFacts<'a> {
    cfg: &'a Cfg,
    passes: Vec<PassFacts>,
}

impl AllFacts<'_> {
    /// What a variable is equal to at a location.
    fn of(&self, at: CfgLocId, var: CfgVarId) -> Vec<Expr> {
        let one = |pass: &PassFacts| {
            let LocationFate::At(then) = pass.fates[at] else { return None };
            let facts = pass.facts[then].as_ref()?;
            pass.names.back(facts.get(pass.names.later[var]?)?)
        };
        self.passes.iter().filter_map(one).collect()
    }

    /// The variables at each location of which something must be known: those on which conditions
    /// depend, and the values of variables that matter, there or later.
    fn find_needed(
        &self,
        matters: &dyn Fn(CfgVarId) -> bool,
    ) -> TiVec<CfgLocId, BTreeSet<CfgVarId>> {
        let cfg = self.cfg;
        let mut needed = ti_vec![BTreeSet::new(); cfg.locations.len()];
        let incoming = incoming(cfg);
        let mut work = Vec::new();
        for (at, edges) in outgoing(cfg).into_iter_enumerated() {
            for edge in edges {
                let add = |expr: &Expr, needed: &mut BTreeSet<CfgVarId>| self.add(at, expr, needed);
                match &cfg.edges[edge].operation {
                    Operation::Assume(condition) => add(condition, &mut needed[at]),
                    Operation::Assign(pairs) => {
                        let pairs = pairs.iter().filter(|(var, _)| matters(*var));
                        pairs.for_each(|(_, value)| add(value, &mut needed[at]));
                    }
                    _ => {}
                }
            }
            work.push(at);
        }
        while let Some(to) = work.pop() {
            for edge in incoming[to].iter().map(|edge| &cfg.edges[*edge]) {
                let from = edge.from;
                let mut before = needed[from].clone();
                for var in &needed[to] {
                    match &edge.operation {
                        Operation::Assign(pairs) => {
                            match pairs.iter().find(|(changed, _)| changed == var) {
                                Some((_, value)) => self.add(edge.from, value, &mut before),
                                None => self.add(edge.from, &Expr::var(*var), &mut before),
                            }
                        }
                        Operation::Nondet(vars) | Operation::Unknown(vars)
                            if vars.contains(var) => {}
                        _ => self.add(edge.from, &Expr::var(*var), &mut before),
                    }
                }
                if before.len() > needed[from].len() {
                    needed[from] = before;
                    work.push(from);
                }
            }
        }
        needed
    }

    /// Adds the variables of an expression of which something is known, and those of that.
    fn add(&self, at: CfgLocId, expr: &Expr, needed: &mut BTreeSet<CfgVarId>) {
        let mut open = Vec::new();
        expr.for_each_var(&mut |var| open.push(var));
        while let Some(var) = open.pop() {
            if needed.contains(&var) {
                continue;
            }
            for fact in self.of(at, var) {
                needed.insert(var);
                fact.for_each_var(&mut |var| open.push(var));
            }
        }
    }

    /// What is needed at a location, as conditions.
    fn conditions(&self, at: CfgLocId, needed: &BTreeSet<CfgVarId>) -> Vec<Expr> {
        let equal = |var: CfgVarId, value: Expr| match (self.cfg.type_of(var), value) {
            (Type::Bool, Expr::Bool(true)) => Some(Expr::var(var)),
            (Type::Bool, Expr::Bool(false)) => Some(Expr::Not(Box::new(Expr::var(var)))),
            (Type::Int(_), value) => {
                Some(Expr::Compare(CompareOp::Eq, Box::new([Expr::var(var), value])))
            }
            _ => None,
        };
        let all = needed.iter().flat_map(|var| {
            let facts = self.of(at, *var).into_iter();
            facts.map(move |fact| (*var, fact))
        });
        all.filter_map(|(var, fact)| equal(var, fact)).collect()
    }
}

/// Limit on the nodes of an invariant at the head of a loop.
const NODES: usize = 50_000;

/// Builds the new certificate. Added conditions are decided on first.
struct Carrier<'a> {
    cfg: &'a Cfg,
    writer: condition::Writer<'a>,
    old: &'a Invariants,
    /// The nodes of the old certificate, and more.
    table: BddTable,
    /// What is added, in the order of its numbers.
    added: IndexSet<String>,
    /// What is added behind the old ones.
    behind: IndexSet<String>,
    /// The conditions that are added at each location, by number.
    at: Vec<(CfgLocId, Ref, Vec<u32>)>,
    between: Vec<String>,
}

impl<'a> Carrier<'a> {
    fn new(cfg: &'a Cfg, old: &'a Invariants) -> Self {
        Carrier {
            cfg,
            writer: condition::Writer::new(cfg),
            old,
            table: old.table.clone(),
            added: IndexSet::new(),
            behind: IndexSet::new(),
            at: Vec::new(),
            between: Vec::new(),
        }
    }

    fn carry(
        mut self,
        facts: &AllFacts<'_>,
        needed: &TiSlice<CfgLocId, BTreeSet<CfgVarId>>,
        fates: &TiSlice<CfgLocId, LocationFate>,
    ) -> Invariants {
        let silent: BTreeSet<&str> = self.old.between.iter().map(String::as_str).collect();
        let is_between = |fate: &LocationFate| match fate {
            LocationFate::Between => true,
            LocationFate::At(at) => silent.contains(at.to_string().as_str()),
            LocationFate::Gone => false,
        };
        let between: TiVec<CfgLocId, bool> = fates.iter().map(is_between).collect();
        let cuts = cuts(self.cfg, &between);
        for (at, fate) in fates.iter_enumerated() {
            let invariant = match fate {
                LocationFate::Gone => None,
                LocationFate::At(_) if !between[at] => self.invariant(fate),
                LocationFate::At(_) | LocationFate::Between => {
                    match cuts.iter().find(|cut| cut.at == at) {
                        None => {
                            self.between.push(at.to_string());
                            None
                        }
                        Some(cut) => self.at_head(cut, fates),
                    }
                }
            };
            let Some(invariant) = invariant else { continue };
            let conditions = facts.conditions(at, &needed[at]);
            let number = |condition: &Expr| {
                let text = self.writer.print(condition);
                self.added.insert_full(text).0 as u32
            };
            let mut numbers: Vec<u32> = conditions.iter().map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            self.at.push((at, invariant, numbers));
        }
        self.finish()
    }

    /// What the certificate says of a location that stayed, or of one like it.
    fn invariant(&self, fate: &LocationFate) -> Option<Ref> {
        match fate {
            LocationFate::At(at) => self.old.at.get(&at.to_string()).copied(),
            _ => None,
        }
    }

    /// What holds at the head of a loop: what holds before it and does not change, and what makes
    /// true what holds behind it.
    fn at_head(&mut self, cut: &Cut, fates: &TiSlice<CfgLocId, LocationFate>) -> Option<Ref> {
        let before = cut.from.iter().filter_map(|at| self.invariant(&fates[*at]));
        let before: Vec<Ref> = before.filter(|invariant| *invariant != Ref::FALSE).collect();
        if before.is_empty() {
            return None;
        }
        let end = cut.onwards.last().map(|edge| self.cfg.edges[*edge].to);
        let behind = end.and_then(|at| self.invariant(&fates[at])).unwrap_or(Ref::TRUE);
        let names = condition::Names::new(self.cfg);
        let parsed = |text: &String| condition::parse(&names, text, Some(ScopeId(0))).ok();
        let predicates: Vec<Option<Expr>> = self.old.predicates.iter().map(parsed).collect();
        let kept = |predicate: &Option<Expr>| {
            predicate.as_ref().is_some_and(|one| !one.mentions(&|var| cut.changed.contains(&var)))
        };
        let kept: Vec<bool> = predicates.iter().map(kept).collect();
        let used = self.old.table.nodes_of(behind);
        let used: BTreeSet<u32> = used.iter().map(|at| self.old.table.nodes[*at].var).collect();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for var in used {
            let predicate = predicates[var as usize].as_ref();
            let made = predicate.and_then(|one| Some((one, cut.precondition(self.cfg, one)?)));
            match made {
                Some((one, made)) if *one == made => numbers.insert(var, var),
                Some((_, made)) => numbers.insert(var, self.preconditions(&made)),
                None => None,
            };
        }
        let mut diagrams = Diagrams::new(NODES);
        let mut made = || -> Result<Ref, TooLarge> {
            let mut any = Ref::FALSE;
            for invariant in &before {
                let own = diagrams.copied(&self.old.table, *invariant, &Some)?;
                let own = diagrams.both(own, Ref::TRUE, &|var| kept[var as usize])?;
                any = diagrams.choose(any, Ref::TRUE, own)?;
            }
            let known = |var: u32| numbers.contains_key(&var);
            let behind = diagrams.copied(&self.old.table, behind, &Some)?;
            let behind = diagrams.both(behind, Ref::TRUE, &known)?;
            let table = diagrams.table().clone();
            let behind = diagrams.copied(&table, behind, &|var| Some(numbers[&var]))?;
            diagrams.choose(any, behind, Ref::FALSE)
        };
        // Nothing is said rather than much.
        let made = made().unwrap_or(Ref::TRUE);
        Some(self.append(diagrams.table(), made))
    }

    /// The number of a condition that stands behind those of the old certificate.
    fn preconditions(&mut self, condition: &Expr) -> u32 {
        let text = self.writer.print(condition);
        (self.old.predicates.len() + self.behind.insert_full(text).0) as u32
    }

    /// Adds a function of other diagrams to the table of the certificate.
    fn append(&mut self, table: &BddTable, function: Ref) -> Ref {
        let mut copies: HashMap<Ref, Ref> = HashMap::new();
        let copy = |function: Ref, copies: &HashMap<Ref, Ref>| {
            copies.get(&function).copied().unwrap_or(function)
        };
        for index in table.nodes_of(function) {
            let Node { var, hi, lo } = table.nodes[index];
            let (hi, lo) = (copy(hi, &copies), copy(lo, &copies));
            self.table.nodes.push(Node { var, hi, lo });
            copies.insert(Ref(index as i32 + 2), Ref(self.table.nodes.len() as i32 + 1));
        }
        copy(function, &copies)
    }

    fn finish(self) -> Invariants {
        let mut carried = Invariants { table: self.table, ..self.old.clone() };
        let more = self.added.len() as u32;
        carried.table.nodes.iter_mut().for_each(|node| node.var += more);
        carried.predicates.splice(0..0, self.added);
        carried.predicates.extend(self.behind);
        let nodes = &mut carried.table.nodes;
        let mut known: HashMap<(u32, Ref), Ref> = HashMap::new();
        carried.at = IndexMap::new();
        for (at, invariant, numbers) in self.at {
            let both = numbers.into_iter().rev().fold(invariant, |rest, var| match rest {
                Ref::FALSE => rest,
                _ => *known.entry((var, rest)).or_insert_with(|| {
                    nodes.push(Node { var, hi: rest, lo: Ref::FALSE });
                    Ref(nodes.len() as i32 + 1)
                }),
            });
            carried.at.insert(at.to_string(), both);
        }
        carried.between = self.between;
        carried
    }
}
