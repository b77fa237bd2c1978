//! Names with linkage: one entry for all declarations of a thing, in all units that share it.

use belnap_ir::diagnostic::Diagnostic;
use belnap_syntax::ast::{FunctionDefinition, Item};
use belnap_syntax::symbol::Symbol;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir::{Function, FunctionId, Object, ObjectId, Origin, Program, Statement, Storage};

use super::align::ObjectAlign;
use super::library::never_returns;
use super::qualifiers::Qualified;
use super::scope::Scope;
use super::{Sema, Unit};

/// Index of a [`Linked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LinkId(pub(crate) usize);

/// Something declared with linkage.
pub(crate) struct Linked<'a> {
    pub(crate) name: Symbol,
    /// Of the definition, or of the last declaration.
    pub(crate) ty: TypeId,
    /// Shared with other units.
    pub(crate) external: bool,
    /// Where it was declared first.
    pub(crate) first: Origin,
    /// Where it is defined.
    pub(crate) defined: Option<Origin>,
    /// Declared without `extern` and initializer.
    pub(crate) tentative: bool,
    /// Its definition gives way to another: `inline` or weak.
    pub(crate) replaceable: bool,
    /// Only known from calls.
    pub(crate) implicit: bool,
    pub(crate) noreturn: bool,
    pub(crate) attributes: Vec<String>,
    /// What `asm("…")` calls it.
    pub(crate) asm_name: Option<Symbol>,
    /// Of the last declaration.
    pub(crate) qualified: Qualified,
    /// Of all declarations so far, if any is of an object.
    pub(crate) align: Option<ObjectAlign>,
    /// Something that is evaluated refers to it.
    pub(crate) used: bool,
    pub(crate) function: Option<FunctionId>,
    pub(crate) object: Option<ObjectId>,
    /// Its definition is in a model unit.
    pub(crate) modelled: bool,
    /// The definition in a model unit that was not analysed yet.
    pub(crate) model: Option<(usize, &'a FunctionDefinition)>,
}

impl<'a> Sema<'a> {
    /// Analyses the declarations of a unit.
    pub(crate) fn unit(&mut self, index: usize, unit: &'a Unit) {
        self.unit = index;
        self.is_model = unit.is_model;
        self.scopes = vec![Scope::default()];
        for item in &unit.tree.items {
            if self.has_enough_errors() {
                return;
            }
            self.reported.clear();
            // Errors are collected; what failed is not declared.
            let _ = match item {
                Item::Function(definition) => self.function_definition(definition),
                Item::Declaration(declaration) => self.file_declaration(declaration),
                Item::StaticAssert(assertion) => {
                    self.static_assert(assertion);
                    Ok(())
                }
                Item::Asm(span) => {
                    let at = self.origin(*span);
                    let detail = "assembly at file scope does nothing to what the program defines";
                    self.note("inline-assembly", detail, at);
                    Ok(())
                }
            };
        }
        if unit.is_model
            && let Some(scope) = self.scopes.pop()
        {
            self.model_scopes.insert(index, scope);
        }
    }

    /// A new entry.
    pub(crate) fn new_link(
        &mut self,
        name: Symbol,
        ty: TypeId,
        external: bool,
        at: Origin,
    ) -> LinkId {
        let link = LinkId(self.links.len());
        self.links.push(Linked {
            name,
            ty,
            external,
            first: at,
            defined: None,
            tentative: false,
            replaceable: false,
            implicit: false,
            noreturn: false,
            attributes: Vec::new(),
            asm_name: None,
            qualified: Qualified::NONE,
            align: None,
            used: false,
            function: None,
            object: None,
            modelled: false,
            model: None,
        });
        if external {
            self.external.insert(name, link);
        }
        link
    }

    /// The entry of a function that is called without a declaration.
    pub(crate) fn link_implicit(&mut self, name: Symbol, ty: TypeId, at: Origin) -> LinkId {
        if let Some(&link) = self.external.get(&name) {
            return link;
        }
        let link = self.new_link(name, ty, true, at);
        self.links[link.0].implicit = true;
        self.links[link.0].noreturn = never_returns(self.name(name));
        link
    }

    /// The function of an entry, to be called or pointed to.
    pub(crate) fn use_function(&mut self, link: LinkId) -> FunctionId {
        let id = self.function_id(link);
        let entry = &mut self.links[link.0];
        if self.unevaluated == 0 && !entry.used {
            entry.used = true;
            if entry.model.is_some() {
                self.wanted.push(link);
            }
        }
        id
    }

    /// The function of an entry.
    pub(crate) fn function_id(&mut self, link: LinkId) -> FunctionId {
        let entry = &self.links[link.0];
        if let Some(id) = entry.function {
            return id;
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: self.names.name(entry.name).to_owned(),
            ty: entry.ty,
            parameters: Vec::new(),
            body: None,
            noreturn: false,
            attributes: Vec::new(),
            is_model: false,
            at: entry.first,
            end: entry.first,
        });
        self.function_links.push(link);
        self.links[link.0].function = Some(id);
        id
    }

    /// The object of an entry.
    pub(crate) fn use_object(&mut self, link: LinkId) -> ObjectId {
        let entry = &self.links[link.0];
        if let Some(id) = entry.object {
            return id;
        }
        let (name, ty, first) = (self.names.name(entry.name).to_owned(), entry.ty, entry.first);
        let id = self.new_object(name, ty, Storage::External, first);
        self.objects[id].function = None;
        self.links[link.0].object = Some(id);
        id
    }

    /// A new object of the current function.
    pub(crate) fn new_object(
        &mut self,
        name: String,
        ty: TypeId,
        storage: Storage,
        at: Origin,
    ) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        let in_block = self.body.as_ref().is_some_and(|body| self.scopes.len() > body.depth);
        self.objects.push(Object {
            name,
            ty,
            storage,
            function: self.body.as_ref().map(|body| body.id),
            is_volatile: false,
            is_const: false,
            shares_address: storage == Storage::Local && in_block,
            thread_local: false,
            is_internal: false,
            attributes: Vec::new(),
            align: self.types.align_of(ty),
            initializer: None,
            at,
        });
        id
    }

    /// Analyses what the program needs of the models, and puts the program together.
    pub(crate) fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        while let Some(link) = self.wanted.pop() {
            if self.has_enough_errors() {
                break;
            }
            let Some((unit, definition)) = self.links[link.0].model.take() else { continue };
            self.unit = unit;
            self.is_model = true;
            self.scopes = self.model_scopes.remove(&unit).into_iter().collect();
            self.reported.clear();
            let _ = self.define(link, definition);
            if let Some(scope) = self.scopes.pop() {
                self.model_scopes.insert(unit, scope);
            }
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.mark_renamed();
        self.finish_objects();
        self.finish_functions();
        // A function of the user's of such a name is one like others.
        let own = |id: FunctionId| &self.functions[id];
        let is_ours = |id: FunctionId| own(id).is_model || own(id).body.is_none();
        let asserted = self.asserted.iter().filter(|(id, _)| is_ours(*id)).map(|(_, at)| *at);
        let asserted = asserted.collect();
        Ok(Program {
            types: self.types,
            objects: self.objects,
            functions: self.functions,
            labels: self.labels,
            asserted,
            notes: self.notes,
            warnings: self.warnings,
            aliases: self.aliases,
            named_numbers: self.named_numbers,
            volatile_places: self.volatile_places,
        })
    }

    /// Marks what is not defined under its own name but is, or may be, under that of another.
    fn mark_renamed(&mut self) {
        let is_own = |entry: &Linked<'_>| entry.asm_name.is_none_or(|name| name == entry.name);
        let renamed: Vec<usize> =
            (0..self.links.len()).filter(|&index| !is_own(&self.links[index])).collect();
        for index in renamed {
            let Some(name) = self.links[index].asm_name else { continue };
            let Some(&other) = self.external.get(&name) else { continue };
            let is_defined = |entry: &Linked<'_>| {
                (entry.defined.is_some() || entry.tentative) && !entry.modelled
            };
            let here = is_defined(&self.links[index]);
            let there = is_defined(&self.links[other.0]);
            if there && !here {
                self.links[index].attributes.push("asm".to_owned());
            } else if here && !there {
                self.links[other.0].attributes.push("asm".to_owned());
            }
        }
    }

    fn finish_objects(&mut self) {
        let mut taken = rustc_hash::FxHashSet::default();
        for internal in [false, true] {
            for index in 0..self.links.len() {
                let entry = &self.links[index];
                let Some(id) = entry.object.filter(|_| entry.external != internal) else {
                    continue;
                };
                let is_defined = entry.defined.is_some() || entry.tentative;
                let ty = entry.ty;
                let name = self.names.name(entry.name).to_owned();
                let attributes = entry.attributes.clone();
                let ty = match *self.types.get(ty) {
                    // A tentative array of unknown size has one element.
                    CType::Array(element, ArrayLength::Unknown) if is_defined => {
                        self.types.intern(CType::Array(element, ArrayLength::Known(1)))
                    }
                    _ => ty,
                };
                let object = &mut self.objects[id];
                object.name = unique(name, &mut taken);
                object.attributes = attributes;
                object.is_internal = internal;
                if is_defined {
                    object.storage = Storage::Static;
                }
                if object.initializer.is_none() {
                    object.ty = ty;
                }
            }
        }
    }

    fn finish_functions(&mut self) {
        let mut taken = rustc_hash::FxHashSet::default();
        for internal in [false, true] {
            for index in self.functions.keys() {
                let entry = &self.links[self.function_links[index].0];
                if entry.external == internal {
                    continue;
                }
                let function = &mut self.functions[index];
                function.name = unique(self.names.name(entry.name).to_owned(), &mut taken);
                let library = function.body.is_none() && never_returns(&function.name);
                function.noreturn = entry.noreturn || library;
                function.attributes.clone_from(&entry.attributes);
                function.ty = entry.ty;
            }
        }
    }

    /// Stores the body of a function.
    pub(crate) fn set_body(
        &mut self,
        id: FunctionId,
        parameters: Vec<ObjectId>,
        body: Vec<Statement>,
        at: Origin,
        end: Origin,
    ) {
        let function = &mut self.functions[id];
        function.parameters = parameters;
        function.body = Some(body);
        function.is_model = self.is_model;
        function.at = at;
        function.end = end;
    }
}

/// A name that no other entity has.
fn unique(name: String, taken: &mut rustc_hash::FxHashSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 1;
    while !taken.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{name}#{number}");
    }
    candidate
}
