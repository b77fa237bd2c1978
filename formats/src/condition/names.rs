//! The names of a graph: which variable or object a sequence of tokens means.
//!
//! Names are sequences of tokens (`main::t.state#2`, `a[3]`, `f()`), and the longest one wins.
//! Inside an activation its C names come first, as a local variable hides one of file scope.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use belnap_ir::c_tokens::{Kind, Token, tokens};
use belnap_ir::cfg::{Cfg, Operation, Variable};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgVarId, ObjectId, ScopeId};

use crate::cfg::is_address;

/// Name tables of a graph, built once.
pub struct Names<'a> {
    pub(super) cfg: &'a Cfg,
    unique: Trie<'a, CfgVarId>,
    file_scope: Trie<'a, CfgVarId>,
    activations: Vec<Trie<'a, CfgVarId>>,
    objects: Trie<'a, ObjectId>,
    /// Objects by the function whose name they start with, then without it and without a number.
    local_objects: HashMap<&'a str, Trie<'a, ObjectId>>,
    /// What edges access through which pointers.
    accesses: OnceLock<Accesses>,
}

/// How edges access memory.
#[derive(Default)]
struct Accesses {
    /// By pointer.
    through: HashMap<CfgVarId, BTreeSet<Access>>,
    /// Regions that are accessed, and whether some access is by an address for all to see.
    by_address: HashMap<CfgVarId, bool>,
}

/// What an edge reads or writes through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Access {
    pub region: CfgVarId,
    /// How many bytes from where the pointer points, if constant.
    pub offset: Option<i128>,
}

/// What a sequence of tokens means.
#[derive(Debug)]
pub(super) enum Meaning<T> {
    /// Nothing.
    Nothing,
    /// A part of something: `t`, where there is only `t.state`, one of the names given.
    Part(String),
    /// The first tokens, this many, mean one of these.
    Some(usize, Vec<T>),
}

impl<'a> Names<'a> {
    /// The names of a valid graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        let mut names = Names {
            cfg,
            unique: Trie::default(),
            file_scope: Trie::default(),
            activations: cfg.scopes.iter().map(|_| Trie::default()).collect(),
            objects: Trie::default(),
            local_objects: HashMap::new(),
            accesses: OnceLock::new(),
        };
        for (index, variable) in cfg.variables.iter().enumerate() {
            let var = CfgVarId::from(index);
            names.unique.insert(&variable.name, var);
            if let Some(c_name) = c_name(cfg, variable) {
                match variable.scope {
                    None => names.file_scope.insert(c_name, var),
                    Some(scope) => names.activations[scope.index()].insert(c_name, var),
                }
            }
        }
        for (index, object) in cfg.objects.iter().enumerate() {
            let id = ObjectId::from(index);
            names.objects.insert(&object.name, id);
            if let Some((function, name)) = local_name(&object.name) {
                names.local_objects.entry(function).or_default().insert(name, id);
            }
        }
        names
    }

    /// The graph.
    pub fn cfg(&self) -> &'a Cfg {
        self.cfg
    }

    /// The variable that tokens start with.
    pub(super) fn variable(&self, at: &[Token<'_>], scope: Option<ScopeId>) -> Meaning<CfgVarId> {
        let unique = skip_number(at, self.unique.longest(at));
        let outer = unique.or_longer(self.file_scope.longest(at));
        let Some(scope) = scope else { return outer };
        let inner = self.activations[scope.index()].longest(at);
        self.innermost(at, inner, outer)
    }

    /// The object that tokens start with.
    pub(super) fn object(&self, at: &[Token<'_>], scope: Option<ScopeId>) -> Meaning<ObjectId> {
        let outer = skip_number(at, self.objects.longest(at));
        let local = scope
            .and_then(|scope| self.local_objects.get(self.cfg.scopes[scope].function.as_str()));
        let Some(local) = local else { return outer };
        self.innermost(at, local.longest(at), outer)
    }

    /// A C name of the activation hides others, but not unique names that go on where no C name
    /// can: variables have no members that are not variables, so `node.next` is the region of that
    /// name although `node` is a local. Nor does it hide what is written with a number.
    fn innermost<T>(&self, at: &[Token<'_>], inner: Meaning<T>, outer: Meaning<T>) -> Meaning<T> {
        let goes_on = |used: usize| matches!(at[used].text, "::" | "#" | "(" | ".");
        let numbered = |used: usize| used > 1 && at[used - 2].text == "#";
        match (&inner, &outer) {
            (Meaning::Nothing, _) => outer,
            (Meaning::Some(used, _), Meaning::Some(longer, _))
                if longer > used && (goes_on(*used) || numbered(*longer)) =>
            {
                outer
            }
            (Meaning::Part(_), Meaning::Some(used, _)) if goes_on(1) || numbered(*used) => outer,
            _ => inner,
        }
    }

    /// Whether an object of the activation hides a variable of other scope, whose name is the first
    /// tokens, this many. An element of an array has a longer name than that.
    pub(super) fn object_hides(
        &self,
        at: &[Token<'_>],
        name: usize,
        scope: Option<ScopeId>,
    ) -> bool {
        let Some(scope) = scope else { return false };
        let function = self.cfg.scopes[scope].function.as_str();
        let local = self.local_objects.get(function).map(|objects| objects.longest(at));
        let Some(Meaning::Some(used, _)) = local else { return false };
        let is_own = !matches!(self.activations[scope.index()].longest(at), Meaning::Nothing);
        let is_numbered = name > 1 && at[name - 2].text == "#";
        !is_own && (used >= name || at[used].text == "[" && !is_numbered)
    }

    /// Whether a C name goes on with an index where a name, which an end follows, ends.
    pub(super) fn has_elements(&self, written: &[Token<'_>]) -> bool {
        let name = &written[..written.len() - 1];
        let all = self.activations.iter().chain([&self.file_scope]);
        all.into_iter().any(|trie| trie.goes_on(name, "["))
    }

    /// Names of variables like one that there is not, best first.
    pub(super) fn like(&self, name: &str, scope: Option<ScopeId>) -> Vec<&'a str> {
        let visible = self.cfg.variables.iter().flat_map(|variable| {
            let here = variable.scope.is_none() || variable.scope == scope;
            let c_name = variable.c_name.as_deref().filter(|_| here);
            [c_name, Some(variable.name.as_str())]
        });
        crate::near::nearest(name, visible.flatten())
    }

    /// Unique names of variables of any function that have this C name.
    pub(super) fn elsewhere(&self, c_name: &str) -> Vec<&'a str> {
        let variables = self.cfg.variables.iter();
        let same = variables.filter(|variable| variable.c_name.as_deref() == Some(c_name));
        same.map(|variable| variable.name.as_str()).take(LISTED).collect()
    }

    /// What the graph's edges access through a pointer.
    pub(super) fn accesses(&self, pointer: CfgVarId) -> impl Iterator<Item = Access> {
        self.all_accesses().through.get(&pointer).into_iter().flatten().copied()
    }

    /// Whether a region is indexed by addresses, not by element numbers: as the graph's edges do.
    pub(super) fn is_by_address(&self, region: CfgVarId) -> Option<bool> {
        self.all_accesses().by_address.get(&region).copied()
    }

    fn all_accesses(&self) -> &Accesses {
        self.accesses.get_or_init(|| accesses(self.cfg))
    }
}

/// Limit on the names that a message lists.
pub(super) const LISTED: usize = 5;

/// How a variable is called where its scope is visible.
pub(super) fn c_name<'a>(cfg: &'a Cfg, variable: &'a Variable) -> Option<&'a str> {
    let c_name = variable.c_name.as_deref();
    let Some(scope) = variable.scope else { return c_name };
    // A region has no C name; that of a private array is part of its own.
    let function = &cfg.scopes[scope].function;
    let array = || local_name(&variable.name).filter(|(of, _)| *of == function);
    let is_array = variable.ty.as_array().is_some();
    let local = || array().filter(|_| is_array).map(|(_, name)| name);
    c_name.or_else(local).or_else(|| result(variable, function))
}

/// `f()` of `f()` and `f()#2`, what an activation of `f` returns.
fn result<'a>(variable: &'a Variable, function: &str) -> Option<&'a str> {
    let rest = variable.name.strip_prefix(function)?.strip_prefix("()")?;
    Some(&variable.name[..variable.name.len() - rest.len()])
}

/// `f::x#1` is the same as `f::x`, the first of several: whoever writes that knows of the others.
fn skip_number<T>(at: &[Token<'_>], found: Meaning<T>) -> Meaning<T> {
    let is = |index: usize, text: &str| at.get(index).is_some_and(|token| token.text == text);
    match found {
        Meaning::Some(used, found)
            if is(used, "#") && is(used + 1, "1") && !(used > 1 && is(used - 2, "#")) =>
        {
            Meaning::Some(used + 2, found)
        }
        other => other,
    }
}

/// `x` of `f::x` and `f::x#2`, and the function.
pub(super) fn local_name(unique: &str) -> Option<(&str, &str)> {
    let (function, name) = unique.split_once("::")?;
    Some((function, name.split_once('#').map_or(name, |(name, _)| name)))
}

fn accesses(cfg: &Cfg) -> Accesses {
    let mut found = Accesses::default();
    for edge in &cfg.edges {
        match &edge.operation {
            Operation::Assign(pairs) => {
                pairs.iter().for_each(|(_, value)| collect(cfg, value, &mut found));
            }
            Operation::Assume(condition) => collect(cfg, condition, &mut found),
            Operation::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| collect(cfg, argument, &mut found));
            }
            Operation::AssumeUnknown | Operation::Nondet(_) | Operation::Unknown(_) => {}
        }
    }
    found
}

fn collect(cfg: &Cfg, expr: &Expr, found: &mut Accesses) {
    let access = match expr {
        Expr::Read(operands) => Some((&operands[0], &operands[1])),
        Expr::Write(operands) => Some((&operands[0], &operands[1])),
        Expr::Splice(operands) => Some((&operands[0], &operands[2])),
        _ => None,
    };
    if let Some((mut region, mut index)) = access {
        while let Expr::Write(_) | Expr::Splice(_) = region {
            region = &region.operands()[0];
        }
        if let Expr::Var(region) = region {
            *found.by_address.entry(*region).or_default() |= is_address(cfg, index);
        }
        let mut offset = Some(0);
        while let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), operands) = index {
            offset = match (op, &operands[1], offset) {
                (BinaryOp::Add, Expr::Int(by, _), Some(offset)) => by.checked_add(offset),
                _ => None,
            };
            index = &operands[0];
        }
        if let (Expr::Var(region), Expr::Var(pointer)) = (region, index) {
            found.through.entry(*pointer).or_default().insert(Access { region: *region, offset });
        }
    }
    for operand in expr.operands() {
        collect(cfg, operand, found);
    }
}

/// Sequences of tokens and what they mean.
struct Trie<'a, T> {
    next: HashMap<(usize, &'a str), usize>,
    /// By node; the first is the root.
    ends: Vec<Vec<T>>,
    /// A name through each node.
    through: Vec<&'a str>,
}

impl<T> Default for Trie<'_, T> {
    fn default() -> Self {
        Trie { next: HashMap::new(), ends: vec![Vec::new()], through: vec![""] }
    }
}

impl<'a, T: Copy> Trie<'a, T> {
    fn insert(&mut self, name: &'a str, meaning: T) {
        let mut node = 0;
        for token in tokens(name).iter().filter(|token| token.kind != Kind::End) {
            let new = self.ends.len();
            node = *self.next.entry((node, token.text)).or_insert(new);
            if node == new {
                self.ends.push(Vec::new());
                self.through.push(name);
            }
        }
        self.ends[node].push(meaning);
    }

    /// Whether some name is this one, then `next`, then more.
    fn goes_on(&self, name: &[Token<'_>], next: &str) -> bool {
        let node =
            name.iter().try_fold(0, |node, token| self.next.get(&(node, token.text)).copied());
        node.is_some_and(|node| self.next.contains_key(&(node, next)))
    }

    fn longest(&self, at: &[Token<'_>]) -> Meaning<T> {
        let mut node = 0;
        let mut found = Meaning::Nothing;
        for (used, token) in at.iter().enumerate() {
            let Some(next) = self.next.get(&(node, token.text)) else { break };
            node = *next;
            if !self.ends[node].is_empty() {
                found = Meaning::Some(used + 1, self.ends[node].clone());
            } else if let Meaning::Nothing = found {
                found = Meaning::Part(self.through[node].to_owned());
            }
        }
        found
    }
}

impl<T> Meaning<T> {
    /// The other, if it is about more tokens.
    fn or_longer(self, other: Self) -> Self {
        match (&self, &other) {
            (Meaning::Some(used, _), Meaning::Some(longer, _)) if longer > used => other,
            (Meaning::Nothing, _) | (Meaning::Part(_), Meaning::Some(..)) => other,
            _ => self,
        }
    }
}
