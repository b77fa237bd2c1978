//! Names that a person may mean otherwise than they are read.
//!
//! What Belnap writes has unique names, of which the first of several has no number: `f::x` is a
//! variable of the first inlined copy of `f`. A person who writes that speaks of all copies. So
//! properties must say which one is meant, where predicates and certificates need not: `f::x#1`.

use belnap_ir::c_tokens::{Kind, Token};
use belnap_ir::cfg::{Object, ObjectKind, Variable};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{CfgVarId, ObjectId, ScopeId};
use belnap_ir::span::Span;

use super::names::{LISTED, Names, local_name};
use super::primary::alternatives;

/// What a name was read as.
#[derive(Clone, Copy)]
pub(super) enum Read {
    Variable(CfgVarId),
    Object(ObjectId),
}

impl Names<'_> {
    /// Refuses a name that is not certain to mean what it was read as.
    pub(super) fn certain(
        &self,
        written: &[Token<'_>],
        read: Read,
        scope: Option<ScopeId>,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if has_number(written) {
            return Ok(());
        }
        let found = match read {
            Read::Variable(var) => self.cfg.variables[var].name.as_str(),
            Read::Object(object) => self.cfg.objects[object].name.as_str(),
        };
        let copied = self.copied_function(read);
        let mut meant: Vec<&str> = self.alike(found).collect();
        meant.extend(self.find_hidden(written, scope).into_iter().flatten());
        meant.sort_unstable();
        meant.dedup();
        if meant.len() < 2 && copied.is_none() {
            return Ok(());
        }
        let text: String = written.iter().map(|token| token.text).collect();
        let message = format!("`{text}` may be one of several variables");
        let names: Vec<String> =
            meant.into_iter().take(LISTED).map(|unique| self.spell(unique)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let write = format!("write {}", alternatives(&names));
        Err(match copied {
            Some(function) => Diagnostic::at("preds-copied", span, message)
                .note(write)
                .note(format!("each inlined copy of {function} has its own")),
            None => Diagnostic::at("preds-ambiguous", span, message).note(write),
        })
    }

    /// The function of which there are several copies, each with a variable that is read as this.
    fn copied_function(&self, read: Read) -> Option<&str> {
        let function = match read {
            Read::Variable(var) => {
                let scope = self.cfg.variables[var].scope?;
                self.cfg.scopes[scope].function.as_str()
            }
            Read::Object(object) => {
                let object = &self.cfg.objects[object];
                Some(object).filter(|object| object.kind == ObjectKind::Local)?;
                local_name(&object.name)?.0
            }
        };
        (self.copies(function) > 1).then_some(function)
    }

    fn copies(&self, function: &str) -> usize {
        self.cfg.scopes.iter().filter(|scope| scope.function == function).count()
    }

    /// Unique names that differ in the number only.
    fn alike<'s>(&'s self, unique: &'s str) -> impl Iterator<Item = &'s str> {
        let variables = self.cfg.variables.iter().map(|variable| variable.name.as_str());
        let all = variables.chain(self.cfg.objects.iter().map(|object| object.name.as_str()));
        all.filter(move |name| without_number(name) == without_number(unique))
    }

    /// How a person writes a unique name such that it is certain.
    fn spell(&self, unique: &str) -> String {
        let is_only = |function: &str| self.copies(function) == 1;
        let mut alike = self.alike(unique);
        let plain = local_name(unique).is_some_and(|(function, _)| is_only(function))
            && alike.all(|other| other == unique);
        if plain || unique.contains('#') { unique.to_owned() } else { format!("{unique}#1") }
    }

    /// A local of the activation and what has file scope, if a C name is that of both. In some
    /// blocks and functions it is the one, elsewhere the other.
    fn find_hidden(&self, written: &[Token<'_>], scope: Option<ScopeId>) -> Option<[&str; 2]> {
        let root = written.first().filter(|token| token.kind == Kind::Word)?.text;
        if written.get(1).is_some_and(|token| token.text == "::") {
            return None;
        }
        let function = self.cfg.scopes[scope?].function.as_str();
        let is_local = |object: &&Object| local_name(&object.name) == Some((function, root));
        let is_shared = |object: &&Object| without_number(&object.name) == root;
        let locals = self.cfg.variables.iter().filter(|one| one.scope == scope);
        let local = find_named(locals, root).or_else(|| self.object_name(is_local))?;
        // A static local has no scope, either, but the name of its function.
        let is_file = |one: &&Variable| one.scope.is_none() && local_name(&one.name).is_none();
        let shared = self.cfg.variables.iter().filter(is_file);
        let shared = find_named(shared, root).or_else(|| self.object_name(is_shared))?;
        Some([local, shared])
    }

    fn object_name(&self, is: impl Fn(&&Object) -> bool) -> Option<&str> {
        self.cfg.objects.iter().find(is).map(|object| object.name.as_str())
    }
}

/// The unique name of the first variable that is, or is part of, what C calls by a name.
fn find_named<'a>(mut all: impl Iterator<Item = &'a Variable>, root: &str) -> Option<&'a str> {
    let is_part = |name: &str| {
        let rest = name.strip_prefix(root);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[', '@', '+']))
    };
    let is_named = |variable: &&Variable| match &variable.c_name {
        Some(c_name) => is_part(c_name),
        // Regions have no C name; that of an array is its own.
        None => {
            let name = local_name(&variable.name).map_or(variable.name.as_str(), |(_, name)| name);
            without_number(name) == root
        }
    };
    all.find(is_named).map(|variable| variable.name.as_str())
}

fn has_number(written: &[Token<'_>]) -> bool {
    written.iter().rev().nth(1).is_some_and(|token| token.text == "#")
}

fn without_number(unique: &str) -> &str {
    unique.split_once('#').map_or(unique, |(base, _)| base)
}
