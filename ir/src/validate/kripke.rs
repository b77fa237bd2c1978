//! Invariants of Kripke structures.
//!
//! Both kinds:
//! * `kripke-location-unique`: locations have distinct, non-empty names.
//! * `kripke-scope-range`: locations and variables belong to scopes that exist.
//! * `kripke-scope-order`: scope 0 has no caller, every other scope has one with a smaller number.
//! * `kripke-proposition-unique`: propositions have distinct, non-empty names.
//! * `kripke-prefix`: the prefix is shorter than the number of locations (symbolic) or states
//!   (explicit), since it is a line without repetition.
//!
//! Explicit structures:
//! * `kripke-state-nonempty`: there is a state.
//! * `kripke-state-unique`: states have distinct, non-empty names.
//! * `kripke-label-count`: each state has a value for each proposition.
//! * `kripke-location-range`: states stand at locations that exist.
//! * `kripke-initial-nonempty`: there is an initial state.
//! * `kripke-state-range`: initial and inhabited states exist.
//! * `kripke-edge-target`: transitions are between states that exist.
//! * `kripke-alphabet`: actions of an alphabet are distinct and not empty, those of components are
//!   what all have together, and no transition has another one.
//! * `kripke-certain`: certain actions are of states that exist, in order, and in the alphabet.
//! * `kripke-component-unique`: components have distinct, non-empty names.
//! * `kripke-transition-unique`: no two transitions have the same states, action and statement.
//!
//! Symbolic structures:
//! * `kripke-location-nonempty`: there is a location.
//! * `kripke-variable-name`: a variable's name is not empty; a plain one has no braces.
//! * `kripke-variable-unique`: no two variables of a scope have the same name.
//! * `kripke-entry`: the entry location exists.
//! * `kripke-edge-target`: edges are between locations that exist.
//! * `kripke-edge-order`: edges stand in the order of their source locations.
//! * `kripke-updates-ascending`: updated variables exist, and stand in ascending order.
//! * `kripke-node-order`: the children of a node are constants or earlier nodes.
//! * `kripke-var-range`: a node's decision variable exists.
//! * `kripke-ref-range`: a function is a constant or a node that exists.
//! * `kripke-next-variable`: only constraints speak of values after a step.
//! * `kripke-enforce-variable`: `enforce` speaks of values before a step only, and is not used in
//!   explicit structures.
//! * `kripke-proposition-values`: a proposition has a value for each location.

use std::collections::HashSet;

use crate::bdd::{Node, Ref};
use crate::boolprog::Name;
use crate::diagnostic::Diagnostic;
use crate::ids::{LocId, ScopeId, TiSlice};
use crate::kripke::{
    Component, Events, ExplicitKripke, ExplicitTransition, Kripke, Location, Partial, Scope,
    SymbolicEdge, SymbolicKripke,
};
use crate::validate::findings::Findings;

/// Checks every invariant of a structure; none is violated if the list is empty.
pub fn validate(kripke: &Kripke) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    match kripke {
        Kripke::Explicit(explicit) => validate_explicit(explicit, &mut findings),
        Kripke::Symbolic(symbolic) => validate_symbolic(symbolic, &mut findings),
    }
    findings.into_vec()
}

fn validate_explicit(kripke: &ExplicitKripke, findings: &mut Findings) {
    for (index, scope) in kripke.scopes.iter().enumerate() {
        findings.require(scope.enforce == Ref::TRUE, "kripke-enforce-variable", || {
            let message = "an explicit structure lists its states and enforces nothing";
            (format!("scopes[{index}].enforce"), message.into())
        });
    }
    scopes(&kripke.scopes, findings);
    locations(&kripke.locations, kripke.scopes.len(), findings);
    let propositions = kripke.propositions.iter().map(String::as_str);
    unique_names(
        "kripke-proposition-unique",
        "propositions",
        "proposition",
        propositions,
        findings,
    );
    let states = kripke.states.len();
    findings.require(states > 0, "kripke-state-nonempty", || {
        ("states".into(), "there is no state".into())
    });
    let names = kripke.states.iter().map(|state| state.name.as_str());
    unique_names("kripke-state-unique", "states", "state", names, findings);
    for (index, state) in kripke.states.iter().enumerate() {
        let count = state.labels.len();
        findings.require(count == kripke.propositions.len(), "kripke-label-count", || {
            let message = format!(
                "labels of state '{}': {count}, but propositions: {}",
                state.name,
                kripke.propositions.len()
            );
            (format!("states[{index}]"), message)
        });
        let known = state.location.is_none_or(|at| at.index() < kripke.locations.len());
        findings.require(known, "kripke-location-range", || {
            let message = format!("state '{}' is at a location that does not exist", state.name);
            (format!("states[{index}].location"), message)
        });
    }
    findings.require(!kripke.initial.is_empty(), "kripke-initial-nonempty", || {
        ("initial".into(), "there is no initial state".into())
    });
    for (field, ids) in [("initial", &kripke.initial), ("inhabited", &kripke.inhabited)] {
        for (index, id) in ids.iter().enumerate() {
            findings.require(id.index() < states, "kripke-state-range", || {
                (format!("{field}[{index}]"), format!("there is no state number {}", id.0))
            });
        }
    }
    transitions(kripke, findings);
    events(kripke, findings);
    prefix(kripke.prefix, states, "states", findings);
}

fn events(kripke: &ExplicitKripke, findings: &mut Findings) {
    let Events { alphabet, components, certain } = &kripke.events;
    let ordered = certain.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let exist = certain.iter().all(|(state, _)| state.index() < kripke.states.len());
    findings.require(ordered && exist, "kripke-certain", || {
        ("certain".into(), "states do not exist, or do not stand in order".into())
    });
    let names = components.iter().map(|component| component.name.as_str());
    unique_names("kripke-component-unique", "components", "component", names, findings);
    let actions = alphabet.iter().map(String::as_str);
    unique_names("kripke-alphabet", "alphabet", "action", actions, findings);
    let known: HashSet<&str> = alphabet.iter().map(String::as_str).collect();
    let mut taken = HashSet::new();
    for (index, component) in components.iter().enumerate() {
        let field = format!("components[{index}].alphabet");
        let actions = component.alphabet.iter().map(String::as_str);
        unique_names("kripke-alphabet", &field, "action", actions.clone(), findings);
        for action in actions {
            taken.insert(action);
            findings.require(known.contains(action), "kripke-alphabet", || {
                (field.clone(), format!("'{action}' is not in the alphabet of the whole"))
            });
        }
    }
    if alphabet.is_empty() && components.is_empty() {
        return;
    }
    for action in alphabet.iter().filter(|_| !components.is_empty()) {
        findings.require(taken.contains(action.as_str()), "kripke-alphabet", || {
            ("alphabet".into(), format!("'{action}' is in the alphabet of no component"))
        });
    }
    let internal: HashSet<String> = components.iter().map(Component::internal).collect();
    for action in certain.iter().flat_map(|(_, actions)| actions) {
        let fits = known.contains(action.as_str()) || internal.contains(action);
        findings.require(fits, "kripke-certain", || {
            ("certain".into(), format!("the action '{action}' is not in the alphabet"))
        });
    }
    for (index, transition) in kripke.transitions.iter().enumerate() {
        let Some(action) = transition.action.as_deref() else { continue };
        let fits = known.contains(action) || internal.contains(action);
        findings.require(fits, "kripke-alphabet", || {
            let message = format!("the action '{action}' is not in the alphabet");
            (format!("transitions[{index}].action"), message)
        });
    }
}

fn transitions(kripke: &ExplicitKripke, findings: &mut Findings) {
    let states = kripke.states.len();
    let path = |index: usize| format!("transitions[{index}]");
    for (index, transition) in kripke.transitions.iter().enumerate() {
        let (from, to) = (transition.from, transition.to);
        let known = from.index() < states && to.index() < states;
        findings.require(known, "kripke-edge-target", || {
            (path(index), format!("from {from} to {to}, but the number of states is {states}"))
        });
    }
    // Sorting beats hashing here: lists are long, and mostly in order already.
    let key = |index: usize| {
        let ExplicitTransition { from, to, action, statement, .. } = &kripke.transitions[index];
        (from, to, action, statement)
    };
    let mut order: Vec<usize> = (0..kripke.transitions.len()).collect();
    order.sort_by(|left, right| key(*left).cmp(&key(*right)));
    for pair in order.windows(2) {
        findings.require(key(pair[0]) != key(pair[1]), "kripke-transition-unique", || {
            let earlier = path(pair[0]);
            let message = format!("{earlier} has the same states, action and statement");
            (path(pair[1]), message)
        });
    }
}

fn validate_symbolic(kripke: &SymbolicKripke, findings: &mut Findings) {
    scopes(&kripke.scopes, findings);
    locations(&kripke.locations, kripke.scopes.len(), findings);
    let locations = kripke.locations.len();
    findings.require(locations > 0, "kripke-location-nonempty", || {
        ("locations".into(), "there is no location".into())
    });
    findings.require(kripke.entry.index() < locations, "kripke-entry", || {
        ("entry".into(), format!("there is no location number {}", kripke.entry.0))
    });
    prefix(kripke.prefix, locations, "locations", findings);
    variables(kripke, findings);
    let functions = Functions::of(kripke, findings);
    let mut last = 0;
    for (index, edge) in kripke.edges.iter().enumerate() {
        let (from, to) = (edge.from, edge.to);
        let known = from.index() < locations && to.index() < locations;
        findings.require(known, "kripke-edge-target", || {
            let message =
                format!("from {from} to {to}, but the number of locations is {locations}");
            (format!("edges[{index}]"), message)
        });
        findings.require(from.0 >= last, "kripke-edge-order", || {
            let message = "edges must stand in the order of their source locations";
            (format!("edges[{index}].from"), message.into())
        });
        last = from.0;
        edge_functions(kripke, edge, index, &functions, findings);
    }
    if let Some((rule, message)) = functions.problem(kripke.enforce, Allowed::Current) {
        findings.require(false, rule, || ("enforce".into(), message));
    }
    for (index, scope) in kripke.scopes.iter().enumerate() {
        if let Some((rule, message)) = functions.problem(scope.enforce, Allowed::Current) {
            findings.require(false, rule, || (format!("scopes[{index}].enforce"), message));
        }
    }
    let names = kripke.propositions.iter().map(|proposition| proposition.name.as_str());
    unique_names("kripke-proposition-unique", "propositions", "proposition", names, findings);
    for (index, proposition) in kripke.propositions.iter().enumerate() {
        let count = proposition.values.len();
        findings.require(count == locations, "kripke-proposition-values", || {
            let message = format!(
                "values of proposition '{}': {count}, but locations: {locations}",
                proposition.name
            );
            (format!("propositions[{index}]"), message)
        });
    }
}

fn edge_functions(
    kripke: &SymbolicKripke,
    edge: &SymbolicEdge,
    index: usize,
    functions: &Functions,
    findings: &mut Findings,
) {
    functions
        .check_partial(edge.guard, Allowed::Before, findings, || format!("edges[{index}].guard"));
    let mut last = None;
    for (place, (variable, value)) in edge.updates.iter().enumerate() {
        let path = || format!("edges[{index}].updates[{place}]");
        let known = variable.index() < kripke.variables.len();
        findings.require(known && last < Some(*variable), "kripke-updates-ascending", || {
            let message = if known {
                format!("variable {} stands after a greater one, or twice", variable.0)
            } else {
                format!("there is no variable number {}", variable.0)
            };
            (path(), message)
        });
        last = Some(*variable);
        functions.check_partial(*value, Allowed::Before, findings, path);
    }
    if let Some(constrain) = edge.constrain {
        functions.check_partial(constrain, Allowed::All, findings, || {
            format!("edges[{index}].constrain")
        });
    }
}

fn variables(kripke: &SymbolicKripke, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for (index, variable) in kripke.variables.iter().enumerate() {
        let name = &variable.name;
        let path = || format!("variables[{index}]");
        let good = match name {
            Name::Plain(text) => !text.is_empty() && !text.contains(['{', '}']),
            Name::Quoted(text) => !text.is_empty(),
        };
        findings.require(good, "kripke-variable-name", || {
            (path(), format!("'{name}' is not the name of a variable"))
        });
        let known = variable.scope.is_none_or(|scope| scope.index() < kripke.scopes.len());
        findings.require(known, "kripke-scope-range", || {
            (path(), format!("variable '{name}' belongs to a scope that does not exist"))
        });
        findings.require(seen.insert((name, variable.scope)), "kripke-variable-unique", || {
            (path(), format!("there already is a variable '{name}' in the same scope"))
        });
    }
}

fn scopes(scopes: &TiSlice<ScopeId, Scope>, findings: &mut Findings) {
    for (index, scope) in scopes.iter().enumerate() {
        let ordered = match scope.caller {
            None => index == 0,
            Some(caller) => caller.index() < index,
        };
        findings.require(ordered, "kripke-scope-order", || {
            let message = if index == 0 {
                "scope 0 is that of the main procedure and has no caller".to_owned()
            } else {
                format!("scope {index} must have a caller with a smaller number")
            };
            (format!("scopes[{index}]"), message)
        });
    }
}

fn locations(locations: &TiSlice<LocId, Location>, scopes: usize, findings: &mut Findings) {
    let names = locations.iter().map(|location| location.name.as_str());
    unique_names("kripke-location-unique", "locations", "location", names, findings);
    for (index, location) in locations.iter().enumerate() {
        findings.require(location.scope.index() < scopes, "kripke-scope-range", || {
            let message =
                format!("location '{}' belongs to a scope that does not exist", location.name);
            (format!("locations[{index}].scope"), message)
        });
    }
}

fn prefix(prefix: u32, count: usize, what: &str, findings: &mut Findings) {
    let short = count == 0 || (prefix as usize) < count;
    findings.require(short, "kripke-prefix", || {
        (
            "prefix".into(),
            format!("a prefix of {prefix} steps repeats itself: number of {what} {count}"),
        )
    });
}

fn unique_names<'a>(
    rule: &'static str,
    field: &str,
    what: &str,
    names: impl Iterator<Item = &'a str>,
    findings: &mut Findings,
) {
    let article = if what.starts_with('a') { "an" } else { "a" };
    let mut seen = HashSet::new();
    for (index, name) in names.enumerate() {
        findings.require(!name.is_empty(), rule, || {
            (format!("{field}[{index}]"), format!("{article} {what} must have a name"))
        });
        findings.require(seen.insert(name), rule, || {
            (format!("{field}[{index}]"), format!("there already is {article} {what} '{name}'"))
        });
    }
}

/// Which decision variables a function may depend on.
#[derive(Clone, Copy, PartialEq)]
enum Allowed {
    /// Values before a step.
    Current,
    /// Values before a step, and choices.
    Before,
    /// Values before and after a step, and choices.
    All,
}

/// What each node of a table depends on.
struct Functions {
    /// Per node: depends on a next variable, on a choice.
    depends: Vec<(bool, bool)>,
}

impl Functions {
    /// Checks the table and collects what its nodes depend on.
    fn of(kripke: &SymbolicKripke, findings: &mut Findings) -> Self {
        let count = kripke.variables.len() as u64;
        let end = 2 * count + u64::from(kripke.choices);
        let rules = ["kripke-var-range", "kripke-node-order"];
        node_table(kripke.table.nodes.iter().copied(), "nodes", end, rules, findings);
        let mut functions = Functions { depends: Vec::with_capacity(kripke.table.nodes.len()) };
        for node in &kripke.table.nodes {
            let var = u64::from(node.var);
            let (hi, lo) = (functions.depends_on(node.hi), functions.depends_on(node.lo));
            functions.depends.push((
                (count..2 * count).contains(&var) || hi.0 || lo.0,
                var >= 2 * count || hi.1 || lo.1,
            ));
        }
        functions
    }

    fn depends_on(&self, function: Ref) -> (bool, bool) {
        let node = function.node_index().and_then(|index| self.depends.get(index));
        node.copied().unwrap_or_default()
    }

    fn check_partial(
        &self,
        partial: Partial,
        allowed: Allowed,
        findings: &mut Findings,
        path: impl Fn() -> String,
    ) {
        let problem = |function| self.problem(function, allowed);
        // The halves are mostly complements of each other: one message is enough.
        if let Some((rule, message)) = problem(partial.truth).or_else(|| problem(partial.falsity)) {
            findings.require(false, rule, || (path(), message));
        }
    }

    fn problem(&self, function: Ref, allowed: Allowed) -> Option<(&'static str, String)> {
        if !in_range(function, self.depends.len()) {
            return Some(("kripke-ref-range", out_of_range(function, self.depends.len())));
        }
        let (next, choice) = self.depends_on(function);
        if allowed == Allowed::Current && (next || choice) {
            let message = "'enforce' may depend only on values before a step";
            Some(("kripke-enforce-variable", message.into()))
        } else if allowed == Allowed::Before && next {
            let message = "only constraints may depend on values after a step";
            Some(("kripke-next-variable", message.into()))
        } else {
            None
        }
    }
}

/// Checks a node table whose decision variables are those below `end`; `rules` are the names of
/// the rule on variables and of the rule on the order of nodes.
pub(super) fn node_table(
    nodes: impl Iterator<Item = Node>,
    field: &str,
    end: u64,
    [var_rule, order_rule]: [&'static str; 2],
    findings: &mut Findings,
) {
    for (index, node) in nodes.enumerate() {
        let path = || format!("{field}[{index}]");
        findings.require(u64::from(node.var) < end, var_rule, || {
            (path(), format!("there is no decision variable {}: they end before {end}", node.var))
        });
        for child in [node.hi, node.lo] {
            findings.require(in_range(child, index), order_rule, || {
                let message = format!(
                    "the child {} of node {} is neither a constant nor an earlier node",
                    child.0,
                    index + 2
                );
                (path(), message)
            });
        }
    }
}

/// Whether a function is a constant or one of the first `nodes` nodes.
pub(super) fn in_range(function: Ref, nodes: usize) -> bool {
    function.0 != 0 && function.node_index().is_none_or(|index| index < nodes)
}

/// What is wrong with a function that is not [`in_range`].
pub(super) fn out_of_range(function: Ref, nodes: usize) -> String {
    if function.0 == 0 {
        "0 is not a function: 1 is true, -1 is false".to_owned()
    } else {
        format!("there is no node {}: the table ends with node {}", function.0, nodes + 1)
    }
}
