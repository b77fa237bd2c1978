//! `struct`, `union` and `enum` specifiers, and finding members.

use belnap_ir::cfg::Number;
use belnap_ir::cfg::{ByteOrder, DataModel};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::types::IntType;
use belnap_syntax::ast::{self, Attribute, EnumSpecifier, RecordSpecifier, TypeSpecifier};
use belnap_syntax::symbol::Symbol;

use crate::ctype::{ArrayLength, CType, EnumId, Enumeration, IntKind, Record, RecordId, TypeId};
use crate::hir;

use super::layout::{Member, lay_out};
use super::qualifiers::Qualified;
use super::scope::{Entity, Path, Tag};
use super::{FIRST_DEFINED, Res, Sema};

impl Sema<'_> {
    /// The type of a `struct` or `union` specifier.
    pub(crate) fn record_specifier(&mut self, specifier: &RecordSpecifier) -> Res<TypeId> {
        let id = self.record_id(specifier)?;
        if let Some(members) = &specifier.members {
            if self.types.record(id).layout.is_some() {
                let tag = self.types.records[id].tag.clone().unwrap_or_default();
                let message = format!("'{tag}' is defined twice");
                let diagnostic = Diagnostic::at("c-tag-redefined", specifier.span, message);
                return Err(match self.record_places.get(&id) {
                    Some(&first) => self.clash(diagnostic, first, FIRST_DEFINED),
                    None => self.report(diagnostic),
                });
            }
            self.check_layout(&specifier.attributes);
            let packed = self.has_attribute(&specifier.attributes, "packed");
            let asked = self.asked_alignment(&specifier.attributes)?;
            let mut placed = Vec::new();
            for member in members {
                match member {
                    ast::Member::Fields(fields) => self.fields(id, fields, packed, &mut placed)?,
                    ast::Member::StaticAssert(assertion) => self.static_assert(assertion),
                }
            }
            if specifier.is_union && self.has_attribute(&specifier.attributes, "transparent_union")
            {
                self.transparent.insert(id);
            }
            let cap = self.largest_attribute(&specifier.attributes, "pragma_pack")?;
            let cap = cap.filter(|&cap| cap > 0);
            for (index, member) in placed.iter().enumerate() {
                let natural = self.types.align_of(member.ty);
                let align = member.align(&self.types, cap);
                if align != natural || member.type_align.is_some() {
                    self.alignments.set_member(id, index, align, member.type_align);
                }
            }
            let layout = lay_out(&self.types, placed, specifier.is_union, asked, cap);
            if layout.is_none() {
                return Err(self.error("c-record-size", specifier.span, "the record is too large"));
            }
            self.types.records[id].layout = layout;
            self.record_places.insert(id, self.origin(specifier.span));
        }
        Ok(self.types.intern(CType::Record(id)))
    }

    fn record_id(&mut self, specifier: &RecordSpecifier) -> Res<RecordId> {
        let Some(tag) = specifier.tag else { return Ok(self.new_record(specifier)) };
        let known = match specifier.members {
            Some(_) => self.lookup_tag_here(tag),
            None => self.lookup_tag(tag),
        };
        match known {
            Some(Tag::Record(id)) if self.types.record(id).is_union == specifier.is_union => Ok(id),
            Some(_) if self.lookup_tag_here(tag).is_some() => {
                let message = format!("'{}' is another kind of tag", self.name(tag));
                Err(self.error("c-tag-kind", specifier.span, message))
            }
            _ => {
                let id = self.new_record(specifier);
                self.declare_tag(tag, Tag::Record(id));
                Ok(id)
            }
        }
    }

    /// `struct s;` hides an outer `struct s`.
    pub(crate) fn forward_tag(&mut self, specifiers: &ast::Specifiers) {
        if let TypeSpecifier::Record(specifier) = &specifiers.ty
            && let (Some(tag), None) = (specifier.tag, &specifier.members)
            && self.lookup_tag_here(tag).is_none()
        {
            let id = self.new_record(specifier);
            self.declare_tag(tag, Tag::Record(id));
        }
    }

    fn new_record(&mut self, specifier: &RecordSpecifier) -> RecordId {
        let id = RecordId(self.types.records.len() as u32);
        let tag = specifier.tag.map(|tag| self.name(tag).to_owned());
        let is_union = specifier.is_union;
        self.types.records.push(Record { tag, is_union, layout: None });
        id
    }

    fn fields(
        &mut self,
        record: RecordId,
        declaration: &ast::FieldDeclaration,
        packed: bool,
        placed: &mut Vec<Member>,
    ) -> Res<()> {
        let specifiers = &declaration.specifiers;
        let base = self.specifiers(specifiers)?;
        let packed = packed || self.has_attribute(&specifiers.attributes, "packed");
        if declaration.fields.is_empty() {
            let is_anonymous = match &specifiers.ty {
                TypeSpecifier::Record(record) => record.tag.is_none(),
                _ => false,
            };
            if is_anonymous {
                self.qualify_field(record, None, specifiers, &[]);
                placed.push(Member {
                    name: None,
                    ty: base.ty,
                    type_align: None,
                    own_align: base.align,
                    packed,
                    width: None,
                });
            }
            return Ok(());
        }
        for field in &declaration.fields {
            let declarator = &field.declarator;
            let resolved = self.declarator(base, declarator)?;
            self.qualify_field(record, declarator.name, specifiers, &declarator.derived);
            let width = match &field.bits {
                Some(width) => Some(self.width(resolved.ty, width, declarator)?),
                None => None,
            };
            let is_flexible =
                matches!(self.types.get(resolved.ty), CType::Array(_, ArrayLength::Unknown));
            if !is_flexible && !self.is_complete(resolved.ty) {
                let message =
                    format!("a member has incomplete type '{}'", self.types.display(resolved.ty));
                return Err(self.error("c-complete", declarator.span, message));
            }
            if self.is_variable(resolved.ty) {
                let message = "a member is an array of variable length";
                return Err(self.error("c-array-size", declarator.span, message));
            }
            let type_align = self.given_align(resolved, declarator.span)?;
            placed.push(Member {
                name: declarator.name.map(|name| self.name(name).to_owned()),
                ty: resolved.ty,
                type_align,
                own_align: resolved.align,
                packed: packed || self.has_attribute(&declarator.attributes, "packed"),
                width,
            });
        }
        Ok(())
    }

    /// Keeps the qualifiers of a member.
    fn qualify_field(
        &mut self,
        record: RecordId,
        name: Option<Symbol>,
        specifiers: &ast::Specifiers,
        derived: &[ast::Derived],
    ) {
        let qualified = self.qualifiers_of(specifiers, derived);
        if qualified != Qualified::NONE {
            self.qualified_fields.insert((record, name), qualified);
        }
    }

    fn width(&mut self, ty: TypeId, width: &ast::Expr, declarator: &ast::Declarator) -> Res<u8> {
        if !self.is_integer(ty) {
            let message = format!("a bit-field has type '{}'", self.types.display(ty));
            return Err(self.error("c-bit-field", declarator.span, message));
        }
        let value = self.constant_expr(width, "the width of a bit-field")?;
        let limit = match self.types.get(ty) {
            CType::Bool => 1,
            _ => self.types.scalar(ty).map_or(0, |int| int.bits),
        };
        match u8::try_from(value) {
            Ok(0) if declarator.name.is_some() => {
                Err(self.error("c-bit-field", width.span, "a named bit-field has width 0"))
            }
            Ok(bits) if bits <= limit => Ok(bits),
            _ => {
                let message = format!("the width {value} does not fit the bit-field's type");
                Err(self.error("c-bit-field", width.span, message))
            }
        }
    }

    /// Refuses attributes that change how values are laid out in a way we do not follow.
    pub(crate) fn check_layout(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let native = match attribute.arguments.first().map(|argument| &argument.kind) {
                Some(ast::ExprKind::String(text)) => {
                    let units = text.units.iter().filter_map(|&unit| char::from_u32(unit));
                    let own = match self.types.model().byte_order {
                        ByteOrder::Little => "little-endian",
                        ByteOrder::Big => "big-endian",
                    };
                    units.eq(own.chars())
                }
                _ => false,
            };
            let word = self.name(attribute.name).to_owned();
            let refused = match word.as_str() {
                "scalar_storage_order" => !native,
                "ms_struct" | "hardbool" => true,
                _ => false,
            };
            if refused {
                let message = format!("the layout that `{word}` asks for is not supported");
                self.error("c-unsupported", attribute.span, message);
            }
        }
    }

    /// Whether an attribute is given.
    pub(crate) fn has_attribute(&self, attributes: &[Attribute], name: &str) -> bool {
        attributes.iter().any(|attribute| self.name(attribute.name) == name)
    }

    /// The largest `aligned` of a list of attributes.
    pub(crate) fn asked_alignment(&mut self, attributes: &[Attribute]) -> Res<Option<u32>> {
        self.largest_attribute(attributes, "aligned")
    }

    /// The largest alignment of the attributes called `name`. (`pragma_pack` is how the parser
    /// passes on `#pragma pack`.)
    fn largest_attribute(&mut self, attributes: &[Attribute], name: &str) -> Res<Option<u32>> {
        let mut asked = None;
        for attribute in attributes {
            if self.name(attribute.name) == name {
                let align = match attribute.arguments.first() {
                    Some(argument) => self.alignment(argument)?,
                    None => 16,
                };
                asked = asked.max(Some(align));
            }
        }
        Ok(asked)
    }

    /// The type of an `enum` specifier.
    pub(crate) fn enum_specifier(&mut self, specifier: &EnumSpecifier) -> Res<TypeId> {
        let known = specifier.tag.and_then(|tag| match specifier.constants {
            Some(_) => self.lookup_tag_here(tag),
            None => self.lookup_tag(tag),
        });
        let id = match known {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_))
                if specifier.tag.and_then(|tag| self.lookup_tag_here(tag)).is_some() =>
            {
                let message = "the tag is that of a struct or union";
                return Err(self.error("c-tag-kind", specifier.span, message));
            }
            _ => {
                let id = EnumId(self.types.enums.len() as u32);
                let tag = specifier.tag.map(|tag| self.name(tag).to_owned());
                self.types.enums.push(Enumeration { tag, kind: IntKind::UnsignedInt });
                if let Some(tag) = specifier.tag {
                    self.declare_tag(tag, Tag::Enum(id));
                }
                id
            }
        };
        let ty = self.types.intern(CType::Enum(id));
        if let Some(constants) = &specifier.constants {
            self.enum_constants(id, ty, constants, &specifier.attributes)?;
        }
        Ok(ty)
    }

    fn enum_constants(
        &mut self,
        id: EnumId,
        ty: TypeId,
        constants: &[ast::EnumConstant],
        attributes: &[Attribute],
    ) -> Res<()> {
        let (mut next, mut least, mut most) = (0i128, 0i128, 0i128);
        let mut large = Vec::new();
        let DataModel { int, long, long_long, .. } = self.types.model();
        let widths = [int, int, long, long_long];
        for constant in constants {
            if let Some(value) = &constant.value {
                next = self.constant_expr(value, "the value of an enumeration constant")?;
            }
            let value = next;
            (least, most) = (least.min(value), most.max(value));
            let fits = self.types.int_type(IntKind::Int).contains(value);
            let own = match fits {
                true => self.common.int,
                false => {
                    large.push((constant.name, constant.span, value));
                    let kind = self.enum_kind(&widths, value < 0, &[value]);
                    self.types.int(kind)
                }
            };
            if let Some(Entity::Linked(..) | Entity::Constant(..)) = self.lookup_here(constant.name)
            {
                let message = format!("'{}' is declared twice", self.name(constant.name));
                self.report_redeclared(constant.name, constant.span, message);
            }
            let at = self.origin(constant.span);
            self.declare(constant.name, Entity::Constant(value, own), at);
            next = value.wrapping_add(1);
        }
        let signed = least < 0;
        let packed = self.has_attribute(attributes, "packed");
        let widths = if packed { [8, 16, 32, 64] } else { widths };
        self.types.enums[id].kind = self.enum_kind(&widths, signed, &[least, most]);
        for (name, span, value) in large {
            let at = self.origin(span);
            self.declare(name, Entity::Constant(value, ty), at);
        }
        if self.scopes.len() == 1 && !self.is_model {
            self.name_numbers(constants);
        }
        Ok(())
    }

    /// Keeps the values of constants, which conditions may name.
    fn name_numbers(&mut self, constants: &[ast::EnumConstant]) {
        for constant in constants {
            let Some(Entity::Constant(value, ty)) = self.lookup_here(constant.name) else {
                continue;
            };
            let Some(ty) = self.types.scalar(ty) else { continue };
            let name = self.name(constant.name).to_owned();
            let at = self.origin(constant.span);
            let number = Number { value, ty };
            self.named_numbers.push(hir::NamedNumber { name, number, at });
        }
    }

    /// The integer type of the first of these widths that has all values.
    fn enum_kind(&self, widths: &[u8], signed: bool, values: &[i128]) -> IntKind {
        let has_all = |&&bits: &&u8| {
            let int = IntType { bits, signed };
            values.iter().all(|value| int.contains(*value))
        };
        let bits = widths.iter().find(has_all).copied().unwrap_or(64);
        match (bits == self.int_bits(), signed) {
            (true, true) => IntKind::Int,
            (true, false) => IntKind::UnsignedInt,
            _ => self.int_of(IntType { bits, signed }),
        }
    }

    /// The way to a member, through anonymous members.
    pub(crate) fn member_path(&mut self, record: RecordId, name: Symbol) -> Option<Path> {
        if let Some(path) = self.paths.get(&(record, name)) {
            return path.clone();
        }
        let mut path = Vec::new();
        let found = self.find_member(record, self.name(name), &mut path).then(|| path.into());
        if self.types.record(record).layout.is_some() {
            self.paths.insert((record, name), found.clone());
        }
        found
    }

    fn find_member(&self, record: RecordId, name: &str, path: &mut Vec<(RecordId, usize)>) -> bool {
        let Some(layout) = &self.types.record(record).layout else { return false };
        let own = layout.fields.iter().position(|field| field.name.as_deref() == Some(name));
        if let Some(index) = own {
            path.push((record, index));
            return true;
        }
        for (index, field) in layout.fields.iter().enumerate() {
            if field.name.is_none()
                && let Some(inner) = self.record_of(field.ty)
            {
                path.push((record, index));
                if self.find_member(inner, name, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}
