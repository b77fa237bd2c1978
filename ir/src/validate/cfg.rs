//! Invariants of control-flow graphs.
//!
//! Tables:
//! * `cfg-function-nonempty`: there is a function.
//! * `cfg-name-unique`: functions, variables and objects have distinct, non-empty names.
//! * `cfg-function-range`, `cfg-variable-range`, `cfg-object-range`, `cfg-location-range`,
//!   `cfg-scope-range`: what is referred to exists.
//! * `cfg-scope-order`: the caller of an activation has a smaller number.
//! * `cfg-type-width`: integers have 1 to 128 bits.
//! * `cfg-align`: an alignment is a power of two.
//! * `cfg-variable-kind`: a global variable belongs to no function, a region is an array.
//! * `cfg-cells`: only arrays hold cells, and they stand in ascending order.
//! * `cfg-source-line`: lines are counted from 1.
//! * `cfg-property-location`: what must not be reached is a location of kind `failed`.
//! * `cfg-ledger`: an entry names a construct, and its edges exist and stand in ascending order.
//! * `cfg-unreached`: labels that are not reached are labels of no location, and stand in ascending
//!   order.
//! * `cfg-constant-name`: the name of a constant is one in C.
//!
//! Functions:
//! * `cfg-parameter`: parameters and result of a function are distinct variables of it.
//! * `cfg-function-location`: entry and exit of a function are locations of it.
//! * `cfg-entry`: the graph's entry is that of the first function.
//! * `cfg-exit`: the exit of the first function is `halted`; that of another is `return`, or
//!   `halted` if it is never called. No other location is a `return`.
//! * `cfg-call-first`: the first function is not called, nor is one whose exit is `halted`.
//! * `cfg-start`: a line of `assign` edges, the only ones, leads from the entry to the start.
//!
//! Edges:
//! * `cfg-edge-order`: edges stand in the order of their sources.
//! * `cfg-edge-function`: an edge stays in its function.
//! * `cfg-variable-visible`: an operation uses variables of its function and shared ones.
//! * `cfg-assign-distinct`: an operation changes each variable once.
//! * `cfg-assign-type`: a variable gets values of its type.
//! * `cfg-call`: a call has an argument of the right type for each parameter; it takes a result
//!   only if there is one, into a variable of its type.
//! * `cfg-constant`: a number is a value of its type; with mathematical integers one of `i128` too.
//! * `cfg-operands`: `&&` and `||` have two or more operands.
//! * `cfg-type`: operands have the types that [`crate::expr`] says; conditions are truth values.
//! * `cfg-action`: an edge with an action does nothing but ask for a condition, all edges from its
//!   source have actions, and their names can be written in Boolean programs.
//! * `cfg-depth`: expressions are at most [`crate::expr::Expr::MAX_DEPTH`] deep.
//!
//! Totality, checked when all the others hold:
//! * `cfg-self-loop`: a location of kind `halted` or `failed` has one edge, a `skip` to itself;
//!   one of kind `return` has none.
//! * `cfg-total`: any other location has an edge; if all of them are assumes, one of them exists
//!   in every state, by the rules of [`super::cfg_total`].

use std::collections::HashSet;

use crate::c_tokens::is_identifier;
use crate::cfg::{Cfg, LocationKind, Operation, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::span::SourceLine;
use crate::types::{IntType, Type};
use crate::validate::cfg_edges;
use crate::validate::cfg_total;
use crate::validate::findings::Findings;

/// Checks every invariant of a graph; none is violated if the list is empty.
pub fn validate(cfg: &Cfg) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    validate_parts(cfg, &mut findings);
    if findings.is_empty() {
        cfg_total::check(cfg, &mut findings);
    }
    findings.into_vec()
}

/// Checks every invariant but totality, which [`cfg_total::complete`] can bring about.
pub fn validate_incomplete(cfg: &Cfg) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    validate_parts(cfg, &mut findings);
    findings.into_vec()
}

fn validate_parts(cfg: &Cfg, findings: &mut Findings) {
    findings.require(!cfg.functions.is_empty(), "cfg-function-nonempty", || {
        ("functions".into(), "there is no function".into())
    });
    scopes(cfg, findings);
    objects(cfg, findings);
    variables(cfg, findings);
    locations(cfg, findings);
    functions(cfg, findings);
    cfg_edges::check(cfg, findings);
    properties(cfg, findings);
    ledger(cfg, findings);
    check_unreached(cfg, findings);
    check_constants(cfg, findings);
    if findings.is_empty() {
        calls(cfg, findings);
        start(cfg, findings);
    }
}

fn scopes(cfg: &Cfg, findings: &mut Findings) {
    for (index, scope) in cfg.scopes.iter().enumerate() {
        let smaller = scope.caller.is_none_or(|caller| caller.index() < index);
        findings.require(smaller, "cfg-scope-order", || {
            let message = "the caller of an activation must have a smaller number";
            (format!("scopes[{index}].caller"), message.into())
        });
        source(scope.call.as_ref(), findings, || format!("scopes[{index}].call"));
    }
}

fn objects(cfg: &Cfg, findings: &mut Findings) {
    let names = cfg.objects.iter().map(|object| object.name.as_str());
    unique_names("objects", "object", names, findings);
    for (index, object) in cfg.objects.iter().enumerate() {
        findings.require(object.align.is_power_of_two(), "cfg-align", || {
            (
                format!("objects[{index}].align"),
                format!("an alignment is a power of two, not {}", object.align),
            )
        });
        source(object.source.as_ref(), findings, || format!("objects[{index}].source"));
    }
}

fn variables(cfg: &Cfg, findings: &mut Findings) {
    let names = cfg.variables.iter().map(|variable| variable.name.as_str());
    unique_names("variables", "variable", names, findings);
    for (index, variable) in cfg.variables.iter().enumerate() {
        let path = |field: &str| format!("variables[{index}].{field}");
        if let Some(ty) = bad_width(variable.ty) {
            findings.require(false, "cfg-type-width", || (path("type"), width_message(ty)));
        }
        let known = variable.function.is_none_or(|of| of.index() < cfg.functions.len());
        findings.require(known, "cfg-function-range", || {
            (path("function"), "there is no such function".into())
        });
        let known = variable.scope.is_none_or(|of| of.index() < cfg.scopes.len());
        findings.require(known, "cfg-scope-range", || {
            (path("scope"), "there is no such activation".into())
        });
        let is_array = variable.ty.as_array().is_some();
        let contradiction = match variable.kind {
            VariableKind::Global if variable.function.is_some() => {
                Some("a global variable belongs to no function")
            }
            VariableKind::Region if !is_array => Some("the type of a region is an array"),
            _ => None,
        };
        if let Some(message) = contradiction {
            findings.require(false, "cfg-variable-kind", || (path("kind"), message.into()));
        }
        findings.require(is_array || variable.cells.is_empty(), "cfg-cells", || {
            (path("cells"), "only an array holds cells".into())
        });
        for (place, cell) in variable.cells.iter().enumerate() {
            findings.require(cell.object.index() < cfg.objects.len(), "cfg-object-range", || {
                (path(&format!("cells[{place}]")), "there is no such object".into())
            });
            let ascending = place == 0 || variable.cells[place - 1] < *cell;
            findings.require(ascending, "cfg-cells", || {
                let message = "cells stand in the order of their objects and offsets, each once";
                (path(&format!("cells[{place}]")), message.into())
            });
        }
        source(variable.source.as_ref(), findings, || path("source"));
    }
}

fn locations(cfg: &Cfg, findings: &mut Findings) {
    for (index, location) in cfg.locations.iter().enumerate() {
        let path = |field: &str| format!("locations[{index}].{field}");
        let known = location.function.index() < cfg.functions.len();
        findings.require(known, "cfg-function-range", || {
            (path("function"), "there is no such function".into())
        });
        findings.require(location.scope.index() < cfg.scopes.len(), "cfg-scope-range", || {
            (path("scope"), "there is no such activation".into())
        });
        source(location.source.as_ref(), findings, || path("source"));
        if known && location.kind == LocationKind::Return {
            let exit = cfg.functions[location.function].exit;
            findings.require(exit.index() == index, "cfg-exit", || {
                (path("kind"), format!("the function returns at {exit}, its exit"))
            });
        }
    }
    findings.require(cfg.start.index() < cfg.locations.len(), "cfg-location-range", || {
        ("start".into(), no_location(cfg, cfg.start.0))
    });
}

fn functions(cfg: &Cfg, findings: &mut Findings) {
    let names = cfg.functions.iter().map(|function| function.name.as_str());
    unique_names("functions", "function", names, findings);
    for (index, function) in cfg.functions.iter().enumerate() {
        let path = |field: &str| format!("functions[{index}].{field}");
        let mut seen = HashSet::new();
        let parameters = function.parameters.iter().enumerate().map(|(at, var)| (Some(at), *var));
        for (at, var) in parameters.chain(function.result.map(|var| (None, var))) {
            let path =
                || at.map_or_else(|| path("result"), |at| path(&format!("parameters[{at}]")));
            let Some(variable) = cfg.variables.get(var) else {
                findings.require(false, "cfg-variable-range", || {
                    (path(), "there is no such variable".into())
                });
                continue;
            };
            let own = variable.function.is_some_and(|of| of.index() == index);
            findings.require(own, "cfg-parameter", || {
                let message =
                    format!("'{}' is not a variable of '{}'", variable.name, function.name);
                (path(), message)
            });
            findings.require(seen.insert(var), "cfg-parameter", || {
                let message = "parameters and result of a function are distinct variables";
                (path(), message.into())
            });
        }
        for (field, at) in [("entry", function.entry), ("exit", function.exit)] {
            match cfg.locations.get(at) {
                None => findings
                    .require(false, "cfg-location-range", || (path(field), no_location(cfg, at.0))),
                Some(location) => {
                    let own = location.function.index() == index;
                    findings.require(own, "cfg-function-location", || {
                        (path(field), format!("{at} is a location of another function"))
                    });
                }
            }
        }
        if let Some(exit) = cfg.locations.get(function.exit) {
            let allowed = match exit.kind {
                LocationKind::Halted => true,
                LocationKind::Return => index > 0,
                LocationKind::Normal | LocationKind::Failed => false,
            };
            findings.require(allowed, "cfg-exit", || {
                let kinds = if index == 0 {
                    "the exit of the first function is a location of kind halted"
                } else {
                    "the exit of a function is a location of kind return"
                };
                (path("exit"), kinds.into())
            });
        }
    }
    if let Some(first) = cfg.functions.first() {
        findings.require(cfg.entry == first.entry, "cfg-entry", || {
            let message = format!("the entry is {}, that of the first function", first.entry);
            ("entry".into(), message)
        });
    }
}

/// Functions that do not return are not called; all ids are in range.
fn calls(cfg: &Cfg, findings: &mut Findings) {
    for (index, edge) in cfg.edges.iter().enumerate() {
        let Operation::Call { function, .. } = &edge.operation else { continue };
        let callee = &cfg.functions[*function];
        let returns = cfg.locations[callee.exit].kind == LocationKind::Return;
        findings.require(returns, "cfg-call-first", || {
            let message = if function.index() == 0 {
                format!("'{}' is the entry function, and cannot be called", callee.name)
            } else {
                format!("'{}' is called, but its exit is not of kind return", callee.name)
            };
            (format!("edges[{index}].call.function"), message)
        });
    }
}

/// The line from the entry to the start; all ids are in range.
fn start(cfg: &Cfg, findings: &mut Findings) {
    let mut at = cfg.entry;
    for _ in 0..=cfg.locations.len() {
        if at == cfg.start {
            return;
        }
        let first = cfg.edges.partition_point(|edge| edge.from < at);
        let count = cfg.edges[first..].iter().take_while(|edge| edge.from == at).count();
        let edge = match (count, cfg.edges.get(first)) {
            (1, Some(edge)) if matches!(edge.operation, Operation::Assign(_)) => edge,
            _ => {
                findings.require(false, "cfg-start", || {
                    let message = format!(
                        "a line of assignments leads from the entry to the start, but {at} does \
                         not have exactly one edge, an assignment"
                    );
                    ("start".into(), message)
                });
                return;
            }
        };
        at = edge.to;
    }
    findings.require(false, "cfg-start", || {
        let message = "the line of assignments from the entry runs in a circle before the start";
        ("start".into(), message.into())
    });
}

fn properties(cfg: &Cfg, findings: &mut Findings) {
    for (index, property) in cfg.properties.iter().enumerate() {
        let path = |field: &str| format!("properties[{index}].{field}");
        match cfg.locations.get(property.location) {
            None => findings.require(false, "cfg-location-range", || {
                (path("location"), no_location(cfg, property.location.0))
            }),
            Some(location) => {
                let failed = location.kind == LocationKind::Failed;
                findings.require(failed, "cfg-property-location", || {
                    let message = format!("{} is not of kind failed", property.location);
                    (path("location"), message)
                });
            }
        }
        source(property.source.as_ref(), findings, || path("source"));
    }
}

fn ledger(cfg: &Cfg, findings: &mut Findings) {
    for (index, entry) in cfg.ledger.iter().enumerate() {
        let path = |field: &str| format!("ledger[{index}].{field}");
        findings.require(!entry.construct.trim().is_empty(), "cfg-ledger", || {
            (path("construct"), "an entry names a construct".into())
        });
        for (place, edge) in entry.edges.iter().enumerate() {
            let known = edge.index() < cfg.edges.len();
            let ascending = place == 0 || entry.edges[place - 1] < *edge;
            findings.require(known && ascending, "cfg-ledger", || {
                let message = if known {
                    "edges stand in ascending order, each once".to_owned()
                } else {
                    format!(
                        "there is no edge {}: the number of edges is {}",
                        edge.0,
                        cfg.edges.len()
                    )
                };
                (path(&format!("edges[{place}]")), message)
            });
        }
        source(entry.source.as_ref(), findings, || path("source"));
    }
}

fn check_unreached(cfg: &Cfg, findings: &mut Findings) {
    let here: HashSet<&String> = cfg.locations.iter().flat_map(|at| &at.labels).collect();
    for (index, label) in cfg.unreached.iter().enumerate() {
        let path = || format!("unreached[{index}]");
        let ascending = index == 0 || cfg.unreached[index - 1] < *label;
        findings.require(ascending && !label.is_empty(), "cfg-unreached", || {
            (path(), "labels are not empty and stand in ascending order, each once".into())
        });
        findings.require(!here.contains(label), "cfg-unreached", || {
            (path(), format!("there is a location with the label '{label}'"))
        });
    }
}

fn check_constants(cfg: &Cfg, findings: &mut Findings) {
    for (name, number) in &cfg.constants {
        let path = || format!("constants.{name}");
        findings.require(is_identifier(name), "cfg-constant-name", || {
            (path(), format!("'{name}' is not a name in C"))
        });
        findings.require(number.ty.contains(number.value), "cfg-constant", || {
            (path(), format!("{} is not a value of {}", number.value, number.ty))
        });
    }
}

/// Distinct, non-empty names.
fn unique_names<'a>(
    table: &str,
    noun: &str,
    names: impl ExactSizeIterator<Item = &'a str>,
    findings: &mut Findings,
) {
    let mut seen = HashSet::with_capacity(names.len());
    for (index, name) in names.enumerate() {
        let new = seen.insert(name);
        findings.require(new && !name.is_empty(), "cfg-name-unique", || {
            let message = if name.is_empty() {
                "a name must not be empty".to_owned()
            } else {
                format!("there is another {noun} '{name}'")
            };
            (format!("{table}[{index}].name"), message)
        });
    }
}

/// Lines are counted from 1.
pub(super) fn source(
    source: Option<&SourceLine>,
    findings: &mut Findings,
    path: impl FnOnce() -> String,
) {
    let counted = source.is_none_or(|source| source.line > 0);
    findings
        .require(counted, "cfg-source-line", || (path(), "lines are counted from 1".to_owned()));
}

/// An integer type of an impossible width that `ty` is made of.
pub(super) fn bad_width(ty: Type) -> Option<IntType> {
    let bad = |int: &IntType| int.bits == 0 || int.bits > IntType::MAX_BITS;
    match ty {
        Type::Bool => None,
        Type::Int(int) => Some(int).filter(bad),
        Type::Array(array) => [array.index, array.cell].into_iter().find(bad),
    }
}

/// What is wrong with such a type.
pub(super) fn width_message(ty: IntType) -> String {
    format!("{ty}: an integer has 1 to {} bits", IntType::MAX_BITS)
}

/// That a location does not exist.
pub(super) fn no_location(cfg: &Cfg, number: u32) -> String {
    format!("there is no location {number}: the number of locations is {}", cfg.locations.len())
}
