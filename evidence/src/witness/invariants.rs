//! What is always true at the heads of loops, in C.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, Object};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, ScopeId};
use belnap_ir::span::SourceLine;

use super::expression::{Writer, root};
use super::sources::{SourcePlace, Sources};
use crate::invariants::{Invariant, loop_heads};

/// What is true whenever the condition of a loop is about to be asked.
pub struct LoopInvariant {
    /// The loop's keyword.
    pub place: SourcePlace,
    /// The C function that the loop is in.
    pub function: String,
    /// A C expression.
    pub value: String,
}

/// The invariants `found` on the graph `cfg` that can be said of the program, whose graph was
/// `whole`. A loop of a function with several activations has one that is true in all of them.
pub fn loop_invariants(
    whole: &Cfg,
    cfg: &Cfg,
    found: &[Invariant],
    sources: &Sources,
) -> Vec<LoopInvariant> {
    let mut heads: BTreeMap<&SourceLine, Vec<Activation<'_>>> = BTreeMap::new();
    for head in loop_heads(whole) {
        let location = &whole.locations[head];
        if let Some(source) = &location.source {
            heads.entry(source).or_default().push(activation(whole, location.scope));
        }
    }
    let mut all = Vec::new();
    for (source, mut wanted) in heads {
        let here: Vec<&Invariant> = found
            .iter()
            .filter(|one| cfg.locations[one.at].source.as_ref() == Some(source))
            .collect();
        let mut known: Vec<_> =
            here.iter().map(|one| activation(cfg, cfg.locations[one.at].scope)).collect();
        wanted.sort();
        known.sort();
        let Some(place) = sources.loop_keyword(source).filter(|_| known == wanted) else {
            continue;
        };
        let cases: Option<Vec<BTreeSet<String>>> =
            here.iter().map(|one| cases(whole, cfg, one, place, sources)).collect();
        let Some(cases) = cases else { continue };
        let cases: BTreeSet<String> = cases.into_iter().flatten().collect();
        let value = match cases.is_empty() {
            true => "0".to_owned(),
            false => cases.into_iter().collect::<Vec<_>>().join(" || "),
        };
        let function = wanted.first().and_then(|chain| chain.first()).map(|(name, _)| *name);
        all.push(LoopInvariant { place, function: function.unwrap_or_default().to_owned(), value });
    }
    all.sort_by_key(|one| one.place);
    all
}

/// The functions that are active, the innermost first, and where they were called.
type Activation<'a> = Vec<(&'a str, Option<&'a SourceLine>)>;

fn activation(cfg: &Cfg, scope: ScopeId) -> Activation<'_> {
    let next = |scope: &ScopeId| cfg.scopes[*scope].caller;
    let chain = std::iter::successors(Some(scope), next);
    chain
        .map(|scope| &cfg.scopes[scope])
        .map(|scope| (scope.function.as_str(), scope.call.as_ref()))
        .collect()
}

/// The cases of an invariant, as far as C can say them; `None` if that excludes nothing.
fn cases(
    whole: &Cfg,
    cfg: &Cfg,
    one: &Invariant,
    place: SourcePlace,
    sources: &Sources,
) -> Option<BTreeSet<String>> {
    let scope = cfg.locations[one.at].scope;
    let is_visible = |var| is_visible(whole, cfg, var, scope, place, sources);
    let writer = Writer { cfg, is_visible: &is_visible };
    let mut all = BTreeSet::new();
    for case in &one.cases {
        let said = case.iter().filter(|condition| writer.condition(condition).is_some());
        let said: Vec<Expr> = said.cloned().collect();
        let text = match &said[..] {
            [] => return None,
            [condition] => writer.condition(condition)?,
            _ if one.cases.len() == 1 => writer.condition(&Expr::And(said))?,
            _ => format!("({})", writer.condition(&Expr::And(said))?),
        };
        all.insert(text);
    }
    Some(all)
}

/// Whether the C name of a variable means that variable at a place of an activation.
pub fn is_visible(
    whole: &Cfg,
    cfg: &Cfg,
    var: CfgVarId,
    scope: ScopeId,
    place: SourcePlace,
    sources: &Sources,
) -> bool {
    let variable = &cfg.variables[var];
    let Some(name) = variable.c_name.as_deref().map(root) else { return false };
    let function = &cfg.scopes[scope].function;
    // Another local variable of the function with this name might be meant.
    let mut declarations = BTreeSet::new();
    for other in &whole.variables {
        let local = other.scope.is_some_and(|own| whole.scopes[own].function == *function);
        if local && other.c_name.as_deref().map(root) == Some(name) {
            declarations.insert(&other.source);
        }
    }
    let is_local = |object: &Object| {
        let local = object.name.split('#').next().and_then(|unique| unique.split_once("::"));
        local == Some((function.as_str(), name))
    };
    match (variable.scope, &variable.source) {
        (None, _) => {
            declarations.is_empty()
                && !whole.objects.iter().any(is_local)
                && !sources.may_declare(name, place)
        }
        (Some(own), Some(source)) => {
            own == scope && declarations.len() == 1 && sources.is_in_scope(source, name, place)
        }
        (Some(_), None) => false,
    }
}

/// The location's function, as C calls it.
pub fn function_at(cfg: &Cfg, location: CfgLocId) -> &str {
    let scope = cfg.locations[location].scope;
    &cfg.scopes[scope].function
}
