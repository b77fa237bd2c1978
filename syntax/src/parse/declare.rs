//! Declarations: declarators, what they declare, and definitions of functions.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::MAX_NESTING;
use super::lexer::too_deep;
use super::scope::Mark;
use super::specifiers::SpecifierList;
use super::tree::{Builder, Deep, Ident, List, Refused, Ty, leaf};
use crate::ast::{
    ArraySize, Attribute, BasicType, Block, Declaration, Declarator, Derived, EnumConstant,
    EnumSpecifier, Expr, ExprKind, FieldDeclaration, FieldDeclarator, FunctionDefinition,
    InitDeclarator, Initializer, IntLiteral, Member, Parameter, Parameters, Qualifiers,
    RecordSpecifier, Storage, TypeName, TypeSpecifier,
};

/// A declarator and its depth; the number of its derivations comes on top.
pub type D = Deep<Box<Declarator>>;

/// The `*` before a declarator, in order of the text.
#[derive(Default)]
pub struct Pointers {
    list: Vec<Qualifiers>,
    attributes: Vec<Attribute>,
    depth: u32,
}

/// Qualifiers and attributes after a `*`.
#[derive(Default)]
pub struct PointerWords {
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// Attributes.
    pub attributes: Option<Box<List<Attribute>>>,
}

impl PointerWords {
    /// With more attributes.
    pub fn and(mut self, more: List<Attribute>) -> Self {
        let before = self.attributes.take().map_or_else(List::empty, |list| *list);
        self.attributes = Some(Box::new(before.and(more)));
        self
    }
}

impl Pointers {
    /// With one more `*`.
    pub fn with(mut self, words: PointerWords) -> Self {
        self.list.push(words.qualifiers);
        if let Some(attributes) = words.attributes {
            self.depth = self.depth.max(attributes.depth);
            self.attributes.extend(attributes.node);
        }
        self
    }
}

/// The declarator of a name.
pub fn named((name, span): Ident) -> D {
    Deep::leaf(Box::new(Declarator { name: Some(name), span, ..Declarator::default() }))
}

/// The declarator of nothing, at `at`.
pub fn unnamed(at: usize) -> D {
    Deep::leaf(Box::new(Declarator { span: Span::new(at, at), ..Declarator::default() }))
}

/// `d[…]` and `d(…)`
pub fn derive(mut d: D, derived: Deep<Derived>) -> Refused<D> {
    d.node.derived.push(derived.node);
    d.depth = d.depth.max(derived.depth);
    check_depth(d)
}

/// `*d`
pub fn point(mut d: D, pointers: Pointers) -> Refused<D> {
    d.node.derived.extend(pointers.list.into_iter().rev().map(Derived::Pointer));
    d.node.attributes.extend(pointers.attributes);
    d.depth = d.depth.max(pointers.depth);
    check_depth(d)
}

/// With attributes before, inside or after it.
pub fn add_attributes(mut d: D, attributes: List<Attribute>) -> D {
    d.depth = d.depth.max(attributes.depth);
    d.node.attributes.extend(attributes.node);
    d
}

fn check_depth(d: D) -> Refused<D> {
    if total(&d) > MAX_NESTING {
        return Err(too_deep(d.node.span, "what is declared here is"));
    }
    Ok(d)
}

/// Depth of a declarator as a type.
fn total(d: &D) -> u32 {
    d.depth.saturating_add(u32::try_from(d.node.derived.len()).unwrap_or(u32::MAX))
}

/// The size of an array.
pub fn array(size: Option<Deep<Expr>>) -> Deep<Derived> {
    match size {
        None => Deep::leaf(Derived::Array(ArraySize::Unknown)),
        Some(size) => size.map(|size| Derived::Array(ArraySize::Expr(Box::new(size)))),
    }
}

/// A parameter list; `(void)` is an empty one.
pub fn function(parameters: List<Parameter>, variadic: bool, span: Span) -> Refused<Deep<Derived>> {
    let List { node: mut parameters, depth } = parameters;
    if let [only] = &parameters[..]
        && !variadic
        && only.specifiers.ty == TypeSpecifier::Basic(BasicType::Void)
        && only.specifiers.qualifiers == Qualifiers::default()
        && only.declarator.name.is_none()
        && only.declarator.derived.is_empty()
    {
        parameters.clear();
    }
    Deep::above(Derived::Function(Parameters::Prototype { parameters, variadic }), depth, span)
}

/// A declaration whose last declarator has just come into scope.
pub struct Declaring {
    specifiers: Box<SpecifierList>,
    declarators: Vec<InitDeclarator>,
    depth: u32,
    /// One past its last byte, once that is known.
    end: usize,
}

impl Declaring {
    /// Without declarators.
    pub fn new(specifiers: Box<SpecifierList>) -> Self {
        let (depth, end) = (specifiers.depth, specifiers.span.end);
        Declaring { specifiers, declarators: Vec::new(), depth, end }
    }

    /// Whether it declares nothing and consists of attributes.
    pub fn only_attributes(&self) -> bool {
        self.declarators.is_empty() && self.specifiers.only_attributes()
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        Span::new(self.specifiers.span.start, self.end)
    }

    /// With attributes after the last declarator.
    pub fn with_attributes(mut self, attributes: List<Attribute>) -> Self {
        self.depth = self.depth.max(attributes.depth);
        if let Some(last) = self.declarators.last_mut() {
            last.declarator.attributes.extend(attributes.node);
        }
        self
    }

    /// With the assembler's name of the last declarator.
    pub fn with_asm_name(mut self, name: String) -> Self {
        if let Some(last) = self.declarators.last_mut() {
            last.declarator.asm_name = Some(name);
        }
        self
    }

    /// With the initial value of the last declarator.
    pub fn with_value(mut self, value: Option<Deep<Initializer>>) -> Self {
        if let (Some(last), Some(value)) = (self.declarators.last_mut(), value) {
            self.depth = self.depth.max(value.depth);
            last.initializer = Some(value.node);
        }
        self
    }

    /// Ends at `end`.
    pub fn ending(mut self, end: usize) -> Self {
        self.end = end;
        self
    }

    /// The declaration.
    pub fn finish(self) -> Refused<Deep<Declaration>> {
        let span = self.span();
        let specifiers = self.specifiers.finish().node;
        let declaration = Declaration { specifiers, declarators: self.declarators, span };
        Deep::above(declaration, self.depth, span)
    }
}

/// The head of a function definition; its parameters are in scope.
pub struct FunctionHead {
    mark: Mark,
    declaring: Declaring,
}

impl Builder<'_> {
    /// Specifiers and the first declarator, whose name comes into scope.
    pub fn declare_first(&self, specifiers: Box<SpecifierList>, d: D) -> Declaring {
        self.declare_next(Declaring::new(specifiers), d)
    }

    /// One more declarator, whose name comes into scope.
    pub fn declare_next(&self, mut declaring: Declaring, d: D) -> Declaring {
        if let Some(name) = d.node.name {
            let is_type = declaring.specifiers.storage == Some(Storage::Typedef);
            self.names.declare(name, is_type);
        }
        declaring.depth = declaring.depth.max(total(&d));
        declaring.declarators.push(InitDeclarator { declarator: *d.node, initializer: None });
        declaring
    }

    /// A parameter, whose name comes into scope.
    pub fn parameter(&self, specifiers: SpecifierList, d: D) -> Box<Deep<Parameter>> {
        if let Some(name) = d.node.name {
            self.names.declare(name, false);
        }
        let depth = specifiers.depth.max(total(&d));
        let specifiers = specifiers.finish().node;
        Box::new(Deep { node: Parameter { specifiers, declarator: *d.node }, depth })
    }

    /// Enters the function that is defined.
    pub fn function_head(&self, declaring: Declaring) -> Refused<FunctionHead> {
        let mark = self.names.enter();
        let declarator = declaring.declarators.first().map(|first| &first.declarator);
        match declarator.and_then(|declarator| declarator.derived.first()) {
            Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
                for parameter in parameters {
                    if let Some(name) = parameter.declarator.name {
                        self.names.declare(name, false);
                    }
                }
            }
            Some(Derived::Function(Parameters::OldStyle(names))) => {
                for (name, _) in names {
                    self.names.declare(*name, false);
                }
            }
            Some(Derived::Function(Parameters::Unspecified)) => {}
            _ => {
                let span = declarator.map_or(declaring.span(), |declarator| declarator.span);
                return Err(Box::new(not_a_function(self.text, span, &declaring)));
            }
        }
        if declaring.specifiers.storage == Some(Storage::Typedef) {
            let message = "a `typedef` cannot have a body";
            let span = declaring.specifiers.span;
            return Err(Box::new(Diagnostic::at("c-specifiers", span, message)));
        }
        Ok(FunctionHead { mark, declaring })
    }

    /// Leaves the function.
    pub fn function_definition(
        &self,
        head: FunctionHead,
        old_style: List<Declaration>,
        body: Deep<Block>,
    ) -> Refused<Deep<Box<FunctionDefinition>>> {
        self.names.leave(head.mark);
        let span = Span::new(head.declaring.specifiers.span.start, body.node.span.end);
        let below = head.declaring.depth.max(old_style.depth).max(body.depth);
        let declarator = head.declaring.declarators.into_iter().next();
        let definition = FunctionDefinition {
            specifiers: head.declaring.specifiers.finish().node,
            declarator: declarator.map(|first| first.declarator).unwrap_or_default(),
            old_style: old_style.node,
            body: body.node,
            span,
        };
        Deep::above(Box::new(definition), below, span)
    }

    /// An enumeration constant, which comes into scope.
    pub fn enum_constant(
        &self,
        (name, span): Ident,
        value: Option<Deep<Expr>>,
    ) -> Deep<EnumConstant> {
        self.names.declare(name, false);
        let depth = value.as_ref().map_or(0, |value| value.depth);
        let end = value.as_ref().map_or(span.end, |value| value.node.span.end);
        let value = value.map(|value| value.node);
        Deep { node: EnumConstant { name, value, span: Span::new(span.start, end) }, depth }
    }

    /// The attribute whose name stands at `name`.
    pub fn attribute(&self, name: Span, arguments: List<Expr>, end: usize) -> List<Attribute> {
        let word = &self.text[name.start..name.end];
        let plain = word.strip_prefix("__").and_then(|word| word.strip_suffix("__"));
        // gcc has keywords that only start with underscores: `__const`.
        let plain = plain.unwrap_or(if word == "__const" { "const" } else { word });
        let attribute = Attribute {
            name: self.names.intern(plain),
            arguments: arguments.node,
            span: Span::new(name.start, end),
        };
        Deep { node: vec![attribute], depth: arguments.depth }
    }

    /// A type as an argument of an attribute: dropped, unless it is a mere name.
    pub fn attribute_type(&self, ty: Ty) -> List<Expr> {
        match ty.node.specifiers.ty {
            TypeSpecifier::Typedef(name, span)
                if span.start == ty.node.span.start && span.end == ty.node.span.end =>
            {
                List::empty().with(leaf(ExprKind::Name(name), span.start, span.end))
            }
            _ => List::empty(),
        }
    }

    /// A type name.
    pub fn type_name(&self, specifiers: SpecifierList, d: D, end: usize) -> Refused<Ty> {
        let depth = specifiers.depth.max(total(&d));
        let span = Span::new(specifiers.span.start, end);
        let specifiers = specifiers.finish_type(self.text, "a type name")?.node;
        Deep::above(Box::new(TypeName { specifiers, declarator: *d.node, span }), depth, span)
    }

    /// Fields that share their specifiers.
    pub fn fields(
        &self,
        specifiers: SpecifierList,
        fields: List<FieldDeclarator>,
        end: usize,
    ) -> Refused<Deep<Member>> {
        let depth = specifiers.depth.max(fields.depth);
        let span = Span::new(specifiers.span.start, end);
        let specifiers = specifiers.finish_type(self.text, "a field")?.node;
        let node = Member::Fields(FieldDeclaration { specifiers, fields: fields.node, span });
        Ok(Deep { node, depth })
    }
}

/// Why what stands at `span` cannot be followed by a body or by declarations of parameters. A name
/// alone was most likely meant as a type.
fn not_a_function(text: &str, span: Span, declaring: &Declaring) -> Diagnostic {
    let bare = declaring.declarators.iter().all(|one| one.declarator.derived.is_empty());
    if bare && declaring.specifiers.is_empty() {
        let word = &text[span.start..span.end];
        let message = format!("`{word}` is not the name of a type here");
        return Diagnostic::at("c-syntax", span, message).note("no typedef declares it before");
    }
    let follows = text[span.end..].trim_start();
    let message = if bare && !follows.starts_with('{') {
        "a `;`, `,` or `=` is missing after this declaration"
    } else {
        "this has a body, but is not declared as a function"
    };
    Diagnostic::at("c-syntax", span, message)
}

/// A field and the width of a bit-field.
pub fn field(d: D, bits: Option<Deep<Expr>>) -> Deep<FieldDeclarator> {
    let depth = total(&d).max(bits.as_ref().map_or(0, |bits| bits.depth));
    let bits = bits.map(|bits| bits.node);
    Deep { node: FieldDeclarator { declarator: *d.node, bits }, depth }
}

/// A field with more attributes.
pub fn attributed_field(
    mut field: Deep<FieldDeclarator>,
    attributes: List<Attribute>,
) -> Deep<FieldDeclarator> {
    field.depth = field.depth.max(attributes.depth);
    field.node.declarator.attributes.extend(attributes.node);
    field
}

/// `struct` or `union`.
pub fn record(
    b: &Builder<'_>,
    is_union: bool,
    mut attributes: List<Attribute>,
    tag: Option<Ident>,
    members: Option<List<Member>>,
    span: Span,
) -> Refused<Deep<TypeSpecifier>> {
    if members.is_some()
        && let Some(value) = b.names.packing.borrow().current()
    {
        let value = u64::from(value);
        let literal = IntLiteral { value, unsigned: false, longs: 0, decimal: true };
        let arguments = vec![Expr { kind: ExprKind::Int(literal), span }];
        let name = b.names.intern("pragma_pack");
        attributes.node.push(Attribute { name, arguments, span });
    }
    if members.is_some()
        && let Some(word) = b.names.packing.borrow().attribute()
    {
        let name = b.names.intern(word);
        attributes.node.push(Attribute { name, arguments: Vec::new(), span });
    }
    let below = attributes.depth.max(members.as_ref().map_or(0, |members| members.depth));
    let specifier = RecordSpecifier {
        is_union,
        tag: tag.map(|(tag, _)| tag),
        members: members.map(|members| members.node),
        attributes: attributes.node,
        span,
    };
    Deep::above(TypeSpecifier::Record(Box::new(specifier)), below, span)
}

/// `enum`
pub fn enumeration(
    attributes: List<Attribute>,
    tag: Option<Ident>,
    constants: Option<List<EnumConstant>>,
    span: Span,
) -> Refused<Deep<TypeSpecifier>> {
    let below = attributes.depth.max(constants.as_ref().map_or(0, |constants| constants.depth));
    let specifier = EnumSpecifier {
        tag: tag.map(|(tag, _)| tag),
        constants: constants.map(|constants| constants.node),
        attributes: attributes.node,
        span,
    };
    Deep::above(TypeSpecifier::Enum(Box::new(specifier)), below, span)
}
