//! Declarations of objects, functions and typedefs, at file scope and in blocks.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use belnap_syntax::ast::{
    self, Declaration, Declarator, InitDeclarator, Specifiers, StaticAssert, Storage as Class,
    TypeSpecifier,
};
use belnap_syntax::symbol::Symbol;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir::{Alias, Initializer, ObjectId, Origin, Statement, StatementKind, Storage};

use super::align::ObjectAlign;
use super::constant::Constant;
use super::link::LinkId;
use super::qualifiers::Qualified;
use super::scope::Entity;
use super::section::{STARTUP_SECTION, runs_outside_main};
use super::types::Resolved;
use super::{FIRST_DECLARED, FIRST_DEFINED, Res, Sema};

impl Sema<'_> {
    /// A declaration at file scope.
    pub(crate) fn file_declaration(&mut self, declaration: &Declaration) -> Res<()> {
        self.declaration(declaration, &mut Vec::new())
    }

    /// A declaration; what it does in a block is added to `out`.
    pub(crate) fn declaration(
        &mut self,
        declaration: &Declaration,
        out: &mut Vec<Statement>,
    ) -> Res<()> {
        let specifiers = &declaration.specifiers;
        if declaration.declarators.is_empty() {
            self.forward_tag(specifiers);
        }
        let base = self.specifiers(specifiers)?;
        self.flush_effects(out);
        let mut result = Ok(());
        for declarator in &declaration.declarators {
            let one = self.init_declarator(specifiers, base, declarator, out);
            if one.is_err() {
                result = one;
                // What follows should not complain about the name as well.
                if let Some(name) = declarator.declarator.name {
                    self.reported.insert(name);
                }
            }
        }
        result
    }

    /// Size expressions that were evaluated on the way become statements.
    fn flush_effects(&mut self, out: &mut Vec<Statement>) {
        for effect in std::mem::take(&mut self.effects) {
            let at = effect.at;
            out.push(Statement { kind: StatementKind::Expr(effect), at });
        }
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        base: Resolved,
        declared: &InitDeclarator,
        out: &mut Vec<Statement>,
    ) -> Res<()> {
        let declarator = &declared.declarator;
        let Some(name) = declarator.name else { return Ok(()) };
        let mut resolved = match (&specifiers.ty, &declared.initializer) {
            (TypeSpecifier::AutoType, Some(ast::Initializer::Expr(value))) => {
                self.deduce_type(base, value)?
            }
            _ => self.declarator(base, declarator)?,
        };
        resolved.qualified = match (&specifiers.ty, &declared.initializer) {
            (TypeSpecifier::AutoType, Some(ast::Initializer::Expr(value))) => {
                self.qualified_expr(value).of_value()
            }
            _ => self.qualifiers_of(specifiers, &declarator.derived),
        };
        self.flush_effects(out);
        if specifiers.storage == Some(Class::Typedef) {
            return self.typedef(name, resolved.into_type(), declarator.span);
        }
        if self.function_of(resolved.ty).is_some() {
            return self.function_declaration(name, resolved, specifiers, declarator);
        }
        if self.is_void(resolved.ty) && specifiers.storage != Some(Class::Extern) {
            let message = format!("'{}' has type void", self.name(name));
            return Err(self.error("c-complete", declarator.span, message));
        }
        let (qualified, ty) = (resolved.qualified, resolved.ty);
        if self.at_file_scope() || specifiers.storage == Some(Class::Extern) {
            self.linked_object(name, resolved, specifiers, declared)?;
        } else {
            self.local_object(name, resolved, specifiers, declared, out)?;
        }
        if let Some(ast::Initializer::Expr(value)) = &declared.initializer {
            self.warn_of_lost_qualifiers(qualified, ty, value);
        }
        Ok(())
    }

    fn typedef(&mut self, name: Symbol, resolved: Resolved, span: Span) -> Res<()> {
        match self.lookup_here(name) {
            Some(Entity::Typedef(old))
                if !self.compatible(old.ty, resolved.ty) && !self.is_variable(old.ty) =>
            {
                let message = format!(
                    "'{}' is redefined as '{}', it was '{}'",
                    self.name(name),
                    self.types.display(resolved.ty),
                    self.types.display(old.ty)
                );
                return Err(self.report_redeclared(name, span, message));
            }
            Some(Entity::Linked(..) | Entity::Object(_) | Entity::Constant(..)) => {
                let message = format!("'{}' is redeclared as a type", self.name(name));
                return Err(self.report_redeclared(name, span, message));
            }
            _ => {}
        }
        let at = self.origin(span);
        self.declare(name, Entity::Typedef(resolved), at);
        if self.at_file_scope()
            && matches!(self.types.get(resolved.ty), CType::Record(_) | CType::Enum(_))
        {
            let name = self.name(name).to_owned();
            self.aliases.push(Alias { ty: resolved.ty, name, at });
        }
        Ok(())
    }

    /// The entry for a declaration of `name` with linkage, its type merged with earlier ones.
    pub(crate) fn link(
        &mut self,
        name: Symbol,
        ty: TypeId,
        class: Option<Class>,
        span: Span,
    ) -> Res<LinkId> {
        let at = self.origin(span);
        let here = self.lookup_here(name);
        let visible = match here {
            Some(Entity::Linked(..)) => here,
            Some(Entity::Prototype(_)) | None if !self.at_file_scope() => {
                // In a block, a declaration with linkage refers to a visible one.
                match self.lookup(name) {
                    Some(entity @ Entity::Linked(..)) => Some(entity),
                    _ => self.scopes[0]
                        .names
                        .get(&name)
                        .copied()
                        .filter(|entity| matches!(entity, Entity::Linked(..))),
                }
            }
            None => None,
            Some(_) => {
                let message = format!("'{}' is declared as something else", self.name(name));
                return Err(self.report_redeclared(name, span, message));
            }
        };
        let is_seen = visible.is_some();
        let (link, ty) = match visible {
            Some(Entity::Linked(link, old)) => {
                let entry = &self.links[link.0];
                let implicit = entry.implicit;
                if class == Some(Class::Static)
                    && entry.external
                    && self.at_file_scope()
                    && entry.defined.is_none()
                {
                    self.make_internal(link);
                }
                (link, self.merge_types(name, old, ty, implicit, span)?)
            }
            _ if class == Some(Class::Static) && self.at_file_scope() => {
                (self.new_link(name, ty, false, at), ty)
            }
            _ => match self.external.get(&name) {
                Some(&link) => {
                    let is_function = self.function_of(self.links[link.0].ty).is_some();
                    if is_function == self.function_of(ty).is_some() {
                        (link, ty)
                    } else if self.is_model {
                        // The program uses the name for something else.
                        (self.new_link(name, ty, false, at), ty)
                    } else {
                        return Err(self.conflict(link, name, span));
                    }
                }
                None => (self.new_link(name, ty, true, at), ty),
            },
        };
        // A definition, also a tentative one of another unit, says what the type is.
        let entry = &self.links[link.0];
        let is_settled = entry.defined.is_some()
            || entry.tentative && !is_seen
            || self.is_complete(entry.ty) && !self.is_complete(ty) && !is_seen;
        if !is_settled {
            self.links[link.0].ty = ty;
        }
        self.links[link.0].implicit = false;
        self.declare(name, Entity::Linked(link, ty), at);
        if !self.at_file_scope()
            && let Some(Entity::Linked(known, _)) = self.scopes[0].names.get(&name).copied()
            && known == link
        {
            self.scopes[0].names.insert(name, Entity::Linked(link, ty));
        }
        Ok(link)
    }

    /// A function called before its declaration as `static`.
    fn make_internal(&mut self, link: LinkId) {
        let entry = &mut self.links[link.0];
        if entry.first.unit as usize == self.unit {
            entry.external = false;
            let name = entry.name;
            if self.external.get(&name) == Some(&link) {
                self.external.remove(&name);
            }
        }
    }

    fn conflict(&mut self, link: LinkId, name: Symbol, span: Span) -> super::Failed {
        let message = format!("'{}' is declared as something else", self.name(name));
        let diagnostic = Diagnostic::at("c-redeclared", span, message);
        let entry = &self.links[link.0];
        match entry.defined {
            Some(defined) => self.clash(diagnostic, defined, FIRST_DEFINED),
            None => self.clash(diagnostic, entry.first, FIRST_DECLARED),
        }
    }

    /// Reports the second definition of something.
    pub(crate) fn defined_twice(
        &mut self,
        name: Symbol,
        span: Span,
        first: Origin,
    ) -> super::Failed {
        let message = format!("'{}' is defined twice", self.name(name));
        let diagnostic = Diagnostic::at("c-defined-twice", span, message);
        self.clash(diagnostic, first, FIRST_DEFINED)
    }

    /// The composite of two declarations' types.
    fn merge_types(
        &mut self,
        name: Symbol,
        old: TypeId,
        new: TypeId,
        implicit: bool,
        span: Span,
    ) -> Res<TypeId> {
        if implicit {
            return Ok(new);
        }
        if !self.compatible(old, new) {
            let lenient = match (self.function_of(old), self.function_of(new)) {
                // Headers and programs disagree about parameters; calls convert by what they see.
                (Some(_), Some(_)) => {
                    self.library_type(name).is_some() || self.name(name).starts_with("__")
                }
                _ => false,
            };
            if !lenient {
                let message = format!(
                    "'{}' is declared as '{}', it was '{}'",
                    self.name(name),
                    self.types.display(new),
                    self.types.display(old)
                );
                return Err(self.report_redeclared(name, span, message));
            }
            return Ok(new);
        }
        let keep_old = match (self.types.get(old), self.types.get(new)) {
            (CType::Function(old), CType::Function(new)) => old.prototyped && !new.prototyped,
            (CType::Array(_, ArrayLength::Known(_)), CType::Array(_, ArrayLength::Unknown)) => true,
            _ => false,
        };
        Ok(if keep_old { old } else { new })
    }

    fn function_declaration(
        &mut self,
        name: Symbol,
        resolved: Resolved,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> Res<()> {
        let link = self.link(name, resolved.ty, specifiers.storage, declarator.span)?;
        self.links[link.0].qualified = resolved.qualified;
        self.add_attributes(link, specifiers, declarator);
        Ok(())
    }

    /// Attributes of a declaration, for its entry.
    pub(crate) fn add_attributes(
        &mut self,
        link: LinkId,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) {
        self.links[link.0].noreturn |= specifiers.noreturn;
        if let Some(text) = &declarator.asm_name {
            self.links[link.0].asm_name = Some(self.names.intern(text));
        }
        for attribute in specifiers.attributes.iter().chain(&declarator.attributes) {
            let text = self.names.name(attribute.name);
            let entry = &mut self.links[link.0];
            entry.noreturn |= text == "noreturn";
            if !entry.attributes.iter().any(|known| known == text) {
                entry.attributes.push(text.to_owned());
            }
            if text == "section" && attribute.arguments.iter().any(runs_outside_main) {
                entry.attributes.push(STARTUP_SECTION.to_owned());
            }
        }
    }

    fn linked_object(
        &mut self,
        name: Symbol,
        resolved: Resolved,
        specifiers: &Specifiers,
        declared: &InitDeclarator,
    ) -> Res<()> {
        let span = declared.declarator.span;
        if self.is_variable(resolved.ty) {
            let message = "an array of variable length has linkage";
            return Err(self.error("c-array-size", span, message));
        }
        let link = self.link(name, resolved.ty, specifiers.storage, span)?;
        self.links[link.0].qualified = resolved.qualified;
        let align = self.align_link(link, resolved);
        let is_extern = specifiers.storage == Some(Class::Extern);
        self.add_attributes(link, specifiers, &declared.declarator);
        if is_extern && declared.initializer.is_none() {
            let at = self.origin(span);
            if let Some(id) = self.links[link.0].object {
                self.describe(id, resolved, align, specifiers);
            } else if resolved.is_volatile || specifiers.thread_local || !align.is_natural() {
                let id = self.use_object(link);
                self.objects[id].at = at;
                self.describe(id, resolved, align, specifiers);
            }
            return Ok(());
        }
        let id = self.use_object(link);
        self.describe(id, resolved, align, specifiers);
        if self.links[link.0].defined.is_none() {
            self.objects[id].at = self.origin(span);
            self.objects[id].ty = self.links[link.0].ty;
        }
        if specifiers.storage == Some(Class::Register) {
            // A variable in a machine register: anything may change it.
            self.register_variable(id, span);
            return Ok(());
        }
        let Some(initializer) = &declared.initializer else {
            self.links[link.0].tentative = true;
            if self.objects[id].storage == Storage::External {
                self.objects[id].storage = Storage::Static;
            }
            return Ok(());
        };
        if let Some(other) = self.links[link.0].defined {
            if self.links[link.0].replaceable || self.is_model {
                return Ok(());
            }
            return Err(self.defined_twice(name, span, other));
        }
        let at = self.origin(span);
        self.links[link.0].defined = Some(at);
        self.links[link.0].replaceable =
            self.links[link.0].attributes.iter().any(|name| name == "weak");
        self.objects[id].storage = Storage::Static;
        self.objects[id].at = at;
        // An earlier declaration may know the size of an array.
        let declared = match self.lookup_here(name) {
            Some(Entity::Linked(_, ty)) => ty,
            _ => resolved.ty,
        };
        let ty = self.static_initializer(id, declared, initializer)?;
        self.links[link.0].ty = ty;
        self.declare(name, Entity::Linked(link, self.view(declared, ty)), at);
        self.remember_constant(id, resolved);
        Ok(())
    }

    /// The type of a name whose object has type `actual`: a completed array is visible, a record
    /// with an initialised flexible member is not.
    fn view(&self, declared: TypeId, actual: TypeId) -> TypeId {
        match self.types.get(actual) {
            CType::Record(_) => declared,
            _ => actual,
        }
    }

    /// What a declaration says about an object besides its type.
    fn describe(
        &mut self,
        id: ObjectId,
        resolved: Resolved,
        align: ObjectAlign,
        specifiers: &Specifiers,
    ) {
        self.remember_qualified(id, resolved);
        self.align_object(id, resolved.ty, align);
        let object = &mut self.objects[id];
        object.is_volatile |= resolved.is_volatile;
        object.is_const |= resolved.is_const;
        object.thread_local |= specifiers.thread_local;
    }

    /// Keeps the qualifiers of an object.
    pub(crate) fn remember_qualified(&mut self, id: ObjectId, resolved: Resolved) {
        if resolved.qualified != Qualified::NONE {
            self.qualified.insert(id, resolved.qualified);
        }
    }

    /// A variable that lives in a named register of the machine.
    fn register_variable(&mut self, id: ObjectId, span: Span) {
        self.objects[id].is_volatile = true;
        let detail = format!("register variable '{}'", self.objects[id].name);
        let at = self.origin(span);
        self.note("inline-assembly", detail, at);
    }

    /// What a register of the machine has at first: nothing the program can tell.
    fn register_contents(&mut self, id: ObjectId, ty: TypeId, at: Origin) -> Initializer {
        let detail = format!("register variable '{}'", self.objects[id].name);
        let value = self.unsupported("inline-assembly", detail, Vec::new(), ty, at);
        let place = self.object_place(id, at);
        Initializer { zeroed: false, items: vec![(place, value)], unspecified: Vec::new() }
    }

    /// A `const` object with a constant value may be used in constants.
    fn remember_constant(&mut self, id: ObjectId, resolved: Resolved) {
        if !resolved.is_const || resolved.is_volatile {
            return;
        }
        let object = &self.objects[id];
        if let Some(initializer) = &object.initializer
            && let [(_, value)] = initializer.items.as_slice()
            && let Some(constant @ (Constant::Int(_) | Constant::Float(_))) = self.fold(value)
            && self.is_arithmetic(object.ty)
        {
            self.constants.insert(id, constant);
        }
    }

    /// A local, static or not.
    fn local_object(
        &mut self,
        name: Symbol,
        resolved: Resolved,
        specifiers: &Specifiers,
        declared: &InitDeclarator,
        out: &mut Vec<Statement>,
    ) -> Res<()> {
        let span = declared.declarator.span;
        if let Some(Entity::Object(_) | Entity::Typedef(_)) = self.lookup_here(name) {
            let message = format!("'{}' is declared twice", self.name(name));
            return Err(self.report_redeclared(name, span, message));
        }
        let attributes = specifiers.attributes.iter().chain(&declared.declarator.attributes);
        if attributes.map(|one| self.names.name(one.name)).any(|word| word == "cleanup") {
            let message = "functions that run when a variable goes out of scope are not supported";
            return Err(self.error("c-unsupported", span, message));
        }
        let is_static = specifiers.storage == Some(Class::Static);
        let storage = if is_static { Storage::Static } else { Storage::Local };
        let at = self.origin(span);
        let text = self.name(name).to_owned();
        let id = self.new_object(text, resolved.ty, storage, at);
        self.describe(id, resolved, ObjectAlign::declared(resolved), specifiers);
        self.declare(name, Entity::Object(id), at);
        let in_register =
            specifiers.storage == Some(Class::Register) && declared.declarator.asm_name.is_some();
        if in_register {
            self.register_variable(id, span);
        }
        if is_static {
            if let Some(initializer) = &declared.initializer {
                self.static_initializer(id, resolved.ty, initializer)?;
                self.remember_constant(id, resolved);
            }
            return self.check_complete(id, span);
        }
        let initializer = match &declared.initializer {
            Some(initializer) => Some(self.local_initializer(id, resolved.ty, initializer)?),
            None if in_register => Some(self.register_contents(id, resolved.ty, at)),
            None => None,
        };
        self.check_complete(id, span)?;
        if resolved.is_const
            && !resolved.is_volatile
            && let Some(initializer) = &initializer
            && let [(_, value)] = initializer.items.as_slice()
            && let Some(constant @ (Constant::Int(_) | Constant::Float(_))) = self.fold(value)
            && self.is_arithmetic(resolved.ty)
        {
            self.constants.insert(id, constant);
        }
        let size = self.is_variable(resolved.ty).then(|| self.size_value(resolved.ty, at));
        out.push(Statement { kind: StatementKind::Declare { object: id, size, initializer }, at });
        Ok(())
    }

    fn check_complete(&mut self, id: ObjectId, span: Span) -> Res<()> {
        let ty = self.objects[id].ty;
        if self.is_complete(ty) { Ok(()) } else { Err(self.incomplete(ty, span)) }
    }

    /// `_Static_assert`
    pub(crate) fn static_assert(&mut self, assertion: &StaticAssert) {
        let Ok(value) = self.constant_expr(&assertion.condition, "a static assertion") else {
            return;
        };
        if value == 0 {
            let message = match &assertion.message {
                Some(message) => format!("static assertion failed: {message}"),
                None => "static assertion failed".to_owned(),
            };
            self.error("c-static-assert", assertion.span, message);
        }
    }
}
