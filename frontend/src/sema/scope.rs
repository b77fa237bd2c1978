//! Scopes, and what names mean in them.

use std::rc::Rc;

use belnap_formats::near::nearest;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use belnap_syntax::symbol::Symbol;
use rustc_hash::FxHashMap;

use crate::ctype::{EnumId, RecordId, TypeId};
use crate::hir::{ObjectId, Origin};

use super::link::LinkId;
use super::types::Resolved;
use super::{FIRST_DECLARED, Failed, Sema};

/// The way to a member: records and indices in their layouts.
pub(crate) type Path = Rc<[(RecordId, usize)]>;

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// A type.
    Typedef(Resolved),
    /// A local, parameter or static local.
    Object(ObjectId),
    /// Something with linkage, with its type as this scope sees it.
    Linked(LinkId, TypeId),
    /// An enumeration constant.
    Constant(i128, TypeId),
    /// A parameter of a prototype: it has a type but no value.
    Prototype(TypeId),
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
}

/// A scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Ordinary identifiers.
    pub(crate) names: FxHashMap<Symbol, Entity>,
    /// Where each of them was declared first.
    places: FxHashMap<Symbol, Origin>,
    /// Tags.
    pub(crate) tags: FxHashMap<Symbol, Tag>,
}

impl Sema<'_> {
    /// What a name means here.
    pub(crate) fn lookup(&self, name: Symbol) -> Option<Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(&name).copied())
    }

    /// What a tag means here.
    pub(crate) fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(&name).copied())
    }

    /// What a name means in the innermost scope.
    pub(crate) fn lookup_here(&self, name: Symbol) -> Option<Entity> {
        self.scopes.last().and_then(|scope| scope.names.get(&name).copied())
    }

    /// What a tag means in the innermost scope.
    pub(crate) fn lookup_tag_here(&self, name: Symbol) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(&name).copied())
    }

    /// Gives a name a meaning in the innermost scope.
    pub(crate) fn declare(&mut self, name: Symbol, entity: Entity, at: Origin) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name, entity);
            scope.places.entry(name).or_insert(at);
        }
    }

    /// Reports a declaration that does not fit an earlier one of the same name.
    pub(crate) fn report_redeclared(
        &mut self,
        name: Symbol,
        span: Span,
        message: String,
    ) -> Failed {
        let first = self.scopes.iter().rev().find_map(|scope| scope.places.get(&name)).copied();
        let diagnostic = Diagnostic::at("c-redeclared", span, message);
        match first {
            Some(first) => self.clash(diagnostic, first, FIRST_DECLARED),
            None => self.report(diagnostic),
        }
    }

    /// Gives a tag a meaning in the innermost scope.
    pub(crate) fn declare_tag(&mut self, name: Symbol, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name, tag);
        }
    }

    /// Runs `analyse` in a new scope.
    pub(crate) fn with_scope<T>(&mut self, analyse: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = analyse(self);
        self.scopes.pop();
        result
    }

    /// At file scope.
    pub(crate) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// A visible name that is like `name`.
    pub(crate) fn near_name(&self, name: Symbol) -> Option<String> {
        let visible = self.scopes.iter().flat_map(|scope| scope.names.keys());
        let names = visible.map(|&symbol| self.name(symbol));
        nearest(self.name(name), names).first().map(|near| (*near).to_owned())
    }
}
