//! Whether a symbolic Kripke structure approximates a control-flow graph.
//!
//! What is claimed of a property is claimed of a structure. That this structure stands for the
//! graph is asked here of the structure itself, so that neither what made the Boolean program nor
//! what encoded it needs to be believed: locations are compared with those of the graph, and what
//! edges, `enforce` and propositions say is put to the prover as [`super::edges`] does for
//! statements.

use std::collections::{BTreeMap, BTreeSet};

use belnap_formats::condition::Names;
use belnap_formats::property::read_formula;
use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::{Cfg, LocationKind as GraphKind, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, ScopeId, VarId};
use belnap_ir::kripke::{Location, LocationKind, Partial, SymbolicEdge, SymbolicKripke, Variable};
use belnap_ir::span::SourceLine;

use super::ApproximationFindings;
use super::edges::{Edge, Reading, Said, Update};
use super::meaning::{Pair, Reader, Scope};
use crate::formula::local;
use crate::questions::{Answers, Claims, Limits};
use crate::smt::{Effect, Script, When, not};
use crate::start::{before_start, line_to_start};

/// Limit on combinations of real choices of one edge.
const COMBINATIONS: u32 = 256;

/// Checks a structure against a graph.
pub fn check(cfg: &Cfg, kripke: &SymbolicKripke, limits: Limits) -> ApproximationFindings {
    let mut outcome = ApproximationFindings::default();
    let scope = match scope(cfg, kripke) {
        Ok(scope) => scope,
        Err(wrong) => {
            outcome.diagnostics.extend(wrong);
            return outcome;
        }
    };
    let mut matching = Matching { cfg, kripke, places: Vec::new(), found: Vec::new() };
    let edges = matching.all();
    outcome.diagnostics = matching.found;
    if !outcome.diagnostics.is_empty() {
        return outcome;
    }
    let mut answers = Answers::default();
    let structure = Structure { cfg, kripke, scope: &scope };
    structure.check_enforced(&mut answers, limits);
    for (id, steps) in &edges {
        structure.edge(*id, steps, &mut answers, limits);
    }
    outcome.edges = edges.len();
    outcome.questions = answers.questions;
    outcome.undecided = answers.undecided;
    outcome.diagnostics.extend(answers.diagnostics);
    outcome
}

fn about_whole(rule: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(rule, Place::Whole, message)
}

fn at(path: String, rule: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(rule, Place::Json(path), message)
}

/// The conditions that the variables of a structure stand for.
fn scope(cfg: &Cfg, kripke: &SymbolicKripke) -> Result<Scope, Vec<Diagnostic>> {
    super::fits_into_memory(cfg).map_err(|wrong| vec![wrong])?;
    if kripke.strict {
        let message = "a structure of a classic program abstracts nothing";
        return Err(vec![about_whole("against-dialect", message)]);
    }
    if kripke.scopes.len() > 1 || cfg.functions.len() > 1 {
        let message = "calls of procedures can be checked only in the Boolean program";
        return Err(vec![about_whole("against-calls", message)]);
    }
    // `at(main:L)` asks for it.
    let procedure = &kripke.scopes[ScopeId(0)].procedure;
    if *procedure != super::procedure_name(cfg, FunctionId(0)).to_string() {
        let message = format!("the graph has no entry function `{procedure}`");
        return Err(vec![at("scopes[0]".to_owned(), "against-procedure", message)]);
    }
    // Only of predicates it is known that not every combination of them need exist.
    let is_predicate = |variable: &Variable| variable.predicate && variable.name.is_quoted();
    if let Some(number) = kripke.variables.position(|variable| !is_predicate(variable)) {
        let message = format!("{} is not a predicate", kripke.variables[number].name);
        return Err(vec![at(format!("variables[{}]", number.index()), "against-name", message)]);
    }
    Reader::new(cfg).named(kripke.variables.iter().map(|variable| &variable.name))
}

/// Which location and which edges of the graph a structure's are.
struct Matching<'a> {
    cfg: &'a Cfg,
    kripke: &'a SymbolicKripke,
    places: Vec<CfgLocId>,
    found: Vec<Diagnostic>,
}

impl<'a> Matching<'a> {
    /// The steps of each edge of the graph, with their numbers.
    fn all(&mut self) -> BTreeMap<CfgEdgeId, Vec<(usize, &'a SymbolicEdge)>> {
        let mut edges: BTreeMap<CfgEdgeId, Vec<(usize, &SymbolicEdge)>> = BTreeMap::new();
        self.locations();
        self.propositions();
        if !self.found.is_empty() {
            return edges;
        }
        let mut staying = BTreeSet::new();
        for (number, edge) in self.kripke.edges.iter().enumerate() {
            match self.find_graph_edge(number, edge) {
                Some(id) => edges.entry(id).or_default().push((number, edge)),
                None => staying.extend((edge.from == edge.to).then_some(edge.from.index())),
            }
        }
        for (number, place) in self.places.iter().enumerate() {
            let ends = self.cfg.locations[*place].kind != GraphKind::Normal;
            if ends && !staying.contains(&number) {
                let message = format!("control does not stay at {place}, where everything ends");
                self.found.push(at(format!("locations[{number}]"), "against-end", message));
            }
        }
        let here: BTreeSet<CfgLocId> = self.places.iter().copied().collect();
        for id in (0..self.cfg.edges.len()).map(CfgEdgeId::from) {
            let edge = &self.cfg.edges[id];
            let goes_on = self.cfg.locations[edge.from].kind == GraphKind::Normal;
            if here.contains(&edge.from) && goes_on && !edges.contains_key(&id) {
                let (from, to) = (edge.from, edge.to);
                let message = format!("edge {id} from {from} to {to} is missing");
                self.found.push(about_whole("against-missing", message));
            }
        }
        edges
    }

    fn locations(&mut self) {
        for (number, location) in self.kripke.locations.iter().enumerate() {
            let path = format!("locations[{number}]");
            match self.place(location) {
                Some(place) if self.places.contains(&place) => {
                    let message = format!("there are two locations {place}");
                    self.found.push(at(path, "against-label", message));
                }
                Some(place) => {
                    self.compare(&path, location, place);
                    self.places.push(place);
                }
                None => {
                    let message = format!("{} is not a location of the graph", location.name);
                    self.found.push(at(path, "against-label", message));
                }
            }
        }
        if !self.found.is_empty() {
            return;
        }
        let entry = self.places.get(self.kripke.entry.index());
        if entry != Some(&self.cfg.entry) {
            let message = format!("it does not begin at {}", self.cfg.entry);
            self.found.push(about_whole("against-entry", message));
        }
        let steps = line_to_start(self.cfg).len();
        if self.kripke.prefix as usize != steps {
            let message = format!("properties are judged after {steps} steps");
            self.found.push(about_whole("against-start", message));
        }
    }

    /// The location of the graph that a location is by its name, or else by its labels.
    fn place(&self, location: &Location) -> Option<CfgLocId> {
        let name = location.name.rsplit(':').next();
        let mut names = name.into_iter().chain(location.labels.iter().map(String::as_str));
        let place = names.find_map(|name| name.strip_prefix('n')?.parse().ok().map(CfgLocId))?;
        (place.index() < self.cfg.locations.len()).then_some(place)
    }

    /// What properties can ask about a location is what they can ask about it in the graph.
    fn compare(&mut self, path: &str, location: &Location, place: CfgLocId) {
        let known = &self.cfg.locations[place];
        let kind = match known.kind {
            GraphKind::Normal => LocationKind::Normal,
            GraphKind::Halted | GraphKind::Return => LocationKind::Halted,
            GraphKind::Failed => LocationKind::Failed,
        };
        let mut wrong = |rule, message: String| {
            self.found.push(at(path.to_owned(), rule, message));
        };
        if location.kind != kind {
            wrong("against-end", format!("this is not how control goes on at {place}"));
        }
        // Where the program waits for others it may get stuck, unless something is always offered.
        let mut edges = self.cfg.edges_from(place).map(|id| &self.cfg.edges[id]).peekable();
        let waits = edges.peek().is_some_and(|edge| edge.action.is_some());
        let always = [Operation::SKIP, Operation::Assume(Expr::Bool(true))];
        if waits && !location.blocking && !edges.any(|edge| always.contains(&edge.operation)) {
            wrong("against-blocking", format!("the program may wait for others at {place}"));
        }
        // A label of the program hides a name of ours.
        let is_free = |name: &String| {
            let mut all = self.cfg.locations.iter().flat_map(|known| &known.labels);
            !all.any(|label| label == name)
        };
        let start = (place == self.cfg.start).then(|| "start".to_owned());
        let ours = start.into_iter().chain([place.to_string()]).filter(is_free);
        let expected: BTreeSet<String> = known.labels.iter().cloned().chain(ours).collect();
        // A branch may give its name to the location behind it.
        let branch = |label: &String| {
            let edge = label.split('$').next().and_then(|name| name.strip_prefix('e'));
            is_free(label) && edge.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let labels = location.labels.iter().filter(|label| !branch(label));
        if expected != labels.cloned().collect() {
            wrong("against-label", format!("{place} has other labels"));
        }
        // The procedure is entered at the entry, whatever its function is called; no property is
        // judged before the start.
        if location.enters != known.enters && !before_start(self.cfg).contains(&place) {
            wrong("against-label", format!("another function is entered at {place}"));
        }
        // A name that a Boolean program cannot hold is lost on the way.
        let lost = |source: &SourceLine| {
            source.file.is_empty() || source.file.contains(char::is_whitespace)
        };
        let source = known.source.as_ref().filter(|source| !lost(source));
        if location.source.as_ref() != source {
            wrong("against-label", format!("{place} belongs to another line"));
        }
    }

    /// Names that are there only to be false must be false.
    fn propositions(&mut self) {
        let names = Names::new(self.cfg);
        for (number, proposition) in self.kripke.propositions.iter().enumerate() {
            let formula = read_formula(&proposition.name).ok();
            let never = |place: &CfgLocId| {
                let formula = formula.as_ref()?;
                let here = local(self.cfg, &names, formula, *place).ok()?;
                (here == Expr::Bool(false)).then_some(())
            };
            let right = self.places.iter().all(|place| never(place).is_some());
            if !right || proposition.values.iter().any(|value| *value != Belnap::False) {
                let message = format!("`{}` is not known to hold", proposition.name);
                let path = format!("propositions[{number}]");
                self.found.push(at(path, "against-proposition", message));
            }
        }
    }

    /// The edge of the graph that an edge abstracts; none for what is done at ends.
    fn find_graph_edge(&mut self, number: usize, edge: &SymbolicEdge) -> Option<CfgEdgeId> {
        let path = format!("edges[{number}]");
        let (from, to) = (self.places[edge.from.index()], self.places[edge.to.index()]);
        let ends = self.cfg.locations[from].kind != GraphKind::Normal;
        if ends {
            let stays = edge.action.is_none()
                && edge.updates.is_empty()
                && edge.guard == Partial::TRUE
                && from == to;
            if !stays || edge.constrain.is_some() {
                let message = format!("nothing happens any more at {from}");
                self.found.push(at(path, "against-end", message));
            }
            return None;
        }
        let id = edge.origin.as_ref().and_then(|origin| origin.edge);
        match id.and_then(|id| Some((id, self.cfg.edges.get(id)?))) {
            Some((id, known)) if known.from == from && known.to == to => {
                if known.action != edge.action {
                    let named = |action: &Option<String>| match action {
                        Some(name) => format!("the action `{name}`"),
                        None => "no action".to_owned(),
                    };
                    let (own, theirs) = (named(&known.action), named(&edge.action));
                    let message = format!("{id} has {own}, this edge has {theirs}");
                    self.found.push(at(path, "against-action", message));
                }
                Some(id)
            }
            Some((id, known)) => {
                let message = format!("{id} leads from {} to {}", known.from, known.to);
                self.found.push(at(path, "against-target", message));
                None
            }
            None => {
                let message = "it does not say which edge of the graph it abstracts";
                self.found.push(at(path, "against-edge", message));
                None
            }
        }
    }
}

/// A structure whose locations and edges are those of a graph.
struct Structure<'a> {
    cfg: &'a Cfg,
    kripke: &'a SymbolicKripke,
    scope: &'a Scope,
}

impl Structure<'_> {
    /// Facts about all states.
    fn check_enforced(&self, answers: &mut Answers, limits: Limits) {
        let mut script = Script::new(self.cfg, Effect::new());
        let mut claims = Claims::default();
        let scopes = self.kripke.scopes.iter().enumerate();
        let paths =
            scopes.map(|(number, scope)| (format!("scopes[{number}].enforce"), scope.enforce));
        let all = std::iter::once(("enforce".to_owned(), self.kripke.enforce)).chain(paths);
        for (path, function) in all {
            let message = "there are states where this does not hold";
            let holds = self.text(&mut script, function, 0);
            claims.add(at(path, "against-enforce", message), not(&holds));
        }
        answers.ask(&script, claims, limits);
    }

    /// All steps of an edge, with every combination of their choices.
    fn edge(
        &self,
        id: CfgEdgeId,
        steps: &[(usize, &SymbolicEdge)],
        answers: &mut Answers,
        limits: Limits,
    ) {
        let edge = Edge { cfg: self.cfg, scope: self.scope, id };
        let mut script = edge.script();
        let mut readings = Vec::new();
        for (number, step) in steps {
            let place = Place::Json(format!("edges[{number}]"));
            let choices = self.choices(step);
            match 1_u32.checked_shl(choices).filter(|count| *count <= COMBINATIONS) {
                Some(count) => {
                    let each =
                        (0..count).map(|chosen| self.reading(&mut script, step, chosen, &place));
                    readings.extend(each);
                }
                None => {
                    answers.undecided += 1;
                    let message =
                        format!("{id} makes {choices} choices, which are too many to try");
                    answers.diagnostics.push(
                        Diagnostic::error("against-undecided", place.clone(), message).warning(),
                    );
                    return;
                }
            }
        }
        edge.ask(&readings, script, answers, limits);
    }

    /// One more than the greatest number of a choice that an edge makes.
    fn choices(&self, edge: &SymbolicEdge) -> u32 {
        let partials = edge.updates.iter().map(|(_, value)| value);
        let partials = partials.chain([&edge.guard]).chain(&edge.constrain);
        let functions = partials.flat_map(|partial| [partial.truth, partial.falsity]);
        let first = 2 * self.kripke.variables.len() as u32;
        let decided = functions.flat_map(|function| self.nodes(function));
        let choice = |node: usize| (self.kripke.table.nodes[node].var + 1).saturating_sub(first);
        decided.map(choice).max().unwrap_or(0)
    }

    fn reading(
        &self,
        script: &mut Script<'_>,
        edge: &SymbolicEdge,
        chosen: u32,
        place: &Place,
    ) -> Reading {
        let guard = self.pair(script, edge.guard, chosen);
        let constrained = match &edge.constrain {
            Some(constrain) => not(&self.text(script, constrain.falsity, chosen)),
            None => "true".to_owned(),
        };
        let mut said = Vec::new();
        for (number, variable, condition) in self.scope.predicates() {
            let own = |(var, _): &&(VarId, Partial)| var.index() == number;
            let update = match edge.updates.iter().find(own) {
                Some((_, value)) => Update::Said(self.pair(script, *value, chosen)),
                None if script.affects(condition) => {
                    Update::Kept(self.variable(script, number as u32, chosen))
                }
                None => continue,
            };
            let after = script.term(condition, When::After);
            said.push(Said { name: variable.name.clone(), number, update, after });
        }
        let (place, constrain_place) = (place.clone(), place.clone());
        Reading { guard, said, constrained, plain: Vec::new(), place, constrain_place }
    }

    fn pair(&self, script: &mut Script<'_>, partial: Partial, chosen: u32) -> Pair {
        let truth = self.text(script, partial.truth, chosen);
        if partial.falsity == partial.truth.complement() {
            return Pair::exact(truth);
        }
        Pair { truth, falsity: self.text(script, partial.falsity, chosen) }
    }

    /// The nodes that a function consists of, ascending.
    fn nodes(&self, function: Ref) -> BTreeSet<usize> {
        self.kripke.table.nodes_of(function)
    }

    /// A decision variable as text.
    fn variable(&self, script: &mut Script<'_>, var: u32, chosen: u32) -> String {
        let count = self.kripke.variables.len() as u32;
        let condition = |number: u32| self.scope.variables[number as usize].condition.as_ref();
        match (var / count.max(1), var) {
            (0, _) if count > 0 => match condition(var) {
                Some(condition) => script.name(format!("p{var}"), condition, When::Before),
                None => script.free(format!("b{var}")),
            },
            (1, _) if count > 0 => match condition(var - count) {
                Some(condition) => script.term(condition, When::After),
                None => script.free(format!("c{var}")),
            },
            _ => (chosen >> (var - 2 * count) & 1 == 1).to_string(),
        }
    }

    /// A function as text, for one combination of choices.
    fn text(&self, script: &mut Script<'_>, function: Ref, chosen: u32) -> String {
        let reference = |function: Ref| match function.node_index() {
            None => (function == Ref::TRUE).to_string(),
            Some(index) if function.is_complemented() => format!("(not f{index})"),
            Some(index) => format!("f{index}"),
        };
        let nodes = self.nodes(function);
        let mut text = String::new();
        for index in &nodes {
            let node = self.kripke.table.nodes[*index];
            let decided = self.variable(script, node.var, chosen);
            let (hi, lo) = (reference(node.hi), reference(node.lo));
            text.push_str(&format!("(let ((f{index} (ite {decided} {hi} {lo}))) "));
        }
        format!("{text}{}{}", reference(function), ")".repeat(nodes.len()))
    }
}
