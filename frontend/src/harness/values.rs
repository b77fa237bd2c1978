//! Statements that make objects arbitrary: numbers are inputs, pointers lead to objects.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::ctype::{ArrayLength, CType, FunctionType, IntKind, TypeId};
use crate::hir;

use super::names::{HarnessNames, Role};
use super::{HarnessOptions, MayBeNull, Requirement, Shape};

/// Most numbers of an object that are inputs one by one; of a larger one, the memory is left as it
/// is found.
const MOST_INPUTS: u64 = 32;

/// Most characters of a string.
pub(super) const TEXT: u64 = 4;

/// The text so far.
pub(super) struct Writer<'a> {
    pub(super) program: &'a hir::Program,
    /// The translation unit in which the text stands.
    pub(super) unit: usize,
    pub(super) options: &'a HarnessOptions,
    /// What comments say about pointers.
    required: Vec<&'a (String, Shape)>,
    /// Functions that pointers point to.
    stubs: String,
    body: String,
    /// Words behind `__VERIFIER_nondet_`, with what the function returns.
    inputs: BTreeSet<(&'static str, &'static str)>,
    uses: BTreeSet<&'static str>,
    taken: BTreeSet<String>,
    /// What each pointer is taken to point to.
    pub(super) pointers: Vec<String>,
    /// What else is taken for granted.
    pub(super) assumptions: Vec<String>,
    is_cut: bool,
    /// What the variables of the text stand for.
    pub(super) names: HarnessNames,
}

/// A pointer that gets a value.
pub(super) struct Pointer<'p> {
    /// An expression for it.
    pub(super) place: &'p str,
    /// Or its declaration, if that is still to be written.
    pub(super) declaration: Option<String>,
    /// What it points to.
    pub(super) target: TypeId,
    /// How much of that there is.
    pub(super) shape: Shape,
    pub(super) may_be_null: bool,
    /// How many objects may follow.
    pub(super) depth: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        program: &'a hir::Program,
        unit: usize,
        options: &'a HarnessOptions,
        requirements: &'a [Requirement],
    ) -> Self {
        let objects = program.objects.iter().map(|object| object.name.clone());
        let functions = program.functions.iter().map(|function| function.name.clone());
        Writer {
            program,
            unit,
            options,
            required: requirements.iter().flat_map(|one| &one.shapes).collect(),
            stubs: String::new(),
            body: String::new(),
            inputs: BTreeSet::new(),
            uses: BTreeSet::new(),
            taken: objects.chain(functions).collect(),
            pointers: Vec::new(),
            assumptions: Vec::new(),
            is_cut: false,
            names: HarnessNames::default(),
        }
    }

    /// The whole text, and what is taken for granted.
    pub(super) fn finish(
        mut self,
        function: &str,
        entry: &str,
        call: &str,
    ) -> (String, Vec<String>) {
        let mut out = format!("/* Calls {function} with arbitrary arguments and globals. */\n");
        for (word, ty) in &self.inputs {
            let _ = writeln!(out, "extern {ty} __VERIFIER_nondet_{word}(void);");
        }
        for declaration in &self.uses {
            let _ = writeln!(out, "{declaration}");
        }
        out.push_str(&self.stubs);
        let _ = write!(out, "void {entry}(void)\n{{\n{}  {call}\n}}\n", self.body);
        if !self.pointers.is_empty() {
            let own = if self.pointers.len() > 1 { ", each an object of its own" } else { "" };
            self.assumptions.insert(0, format!("{}{own}", self.pointers.join(", ")));
        }
        if self.is_cut {
            let depth = self.options.depth;
            let text = format!(
                "pointers lead to at most {depth} more objects one after the other, or are null"
            );
            self.assumptions.push(text);
        }
        (out, self.assumptions)
    }

    pub(super) fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    /// The call that gives an arbitrary `int`.
    pub(super) fn count_input(&mut self) -> &'static str {
        self.inputs.insert(("int", "int"));
        "__VERIFIER_nondet_int()"
    }

    /// The call that gives an arbitrary truth value.
    pub(super) fn boolean_input(&mut self) -> &'static str {
        self.inputs.insert(("bool", "_Bool"));
        "__VERIFIER_nondet_bool()"
    }

    pub(super) fn needs_assume(&mut self) {
        self.uses.insert("extern void __VERIFIER_assume(int);");
    }

    /// The declaration of a name with a type; `None` if the type has no name here.
    pub(super) fn declare(&self, ty: TypeId, name: &str) -> Option<String> {
        let aliases = &self.program.aliases;
        let unit = self.unit;
        self.program.types.declaration(ty, name, &|record| {
            let own = |alias: &&hir::Alias| alias.ty == record && alias.at.unit as usize == unit;
            aliases.iter().find(own).map(|alias| alias.name.clone())
        })
    }

    /// A name for a new variable, after something.
    pub(super) fn fresh(&mut self, after: &str, suffix: &str) -> String {
        let plain = after.replace("_object", "");
        let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let plain: String = plain.chars().map(word).collect();
        let base = format!("{}_{suffix}", plain.trim_end_matches('_').replace("__", "_"));
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    /// The call that gives an arbitrary number of a type; `None` of other types.
    pub(super) fn input(&mut self, ty: TypeId) -> Option<String> {
        let types = &self.program.types;
        let kind = match types.get(ty) {
            CType::Bool => ("bool", "_Bool"),
            CType::Int(kind) => input_name(*kind)?,
            CType::Enum(id) => input_name(types.enums[*id].kind)?,
            _ => return None,
        };
        self.inputs.insert(kind);
        Some(format!("__VERIFIER_nondet_{}()", kind.0))
    }

    /// How many numbers an object has; `None` if that is not known or not limited.
    fn numbers(&self, ty: TypeId) -> Option<u64> {
        let types = &self.program.types;
        match types.get(ty) {
            CType::Array(element, ArrayLength::Known(length)) => {
                self.numbers(*element)?.checked_mul(*length)
            }
            CType::Array(..) | CType::Function(_) | CType::Void => None,
            CType::Record(id) => {
                let record = types.record(*id);
                let fields = &record.layout.as_ref()?.fields;
                let each = fields.iter().map(|field| match types.get(field.ty) {
                    CType::Array(_, ArrayLength::Unknown) => Some(0),
                    _ => self.numbers(field.ty),
                });
                if record.is_union { None } else { each.sum() }
            }
            _ => Some(1),
        }
    }

    /// Makes an object arbitrary. One that is `new` is not initialised: its memory is arbitrary.
    pub(super) fn fill(&mut self, place: &str, ty: TypeId, depth: u32, new: bool) {
        let types = &self.program.types;
        match types.get(ty) {
            CType::Pointer(target) => {
                let (target, may_be_null) = (*target, true);
                let shape = self.inner_shape(target, depth);
                let pointer =
                    Pointer { place, declaration: None, target, shape, may_be_null, depth };
                self.point(pointer);
            }
            CType::Record(_) | CType::Array(..)
                if self.numbers(ty).is_none_or(|count| count > MOST_INPUTS) =>
            {
                if !new {
                    self.replace(place, ty);
                }
            }
            CType::Record(id) => {
                let record = types.record(*id);
                let fields = record.layout.as_ref().map_or(&[][..], |layout| &layout.fields[..]);
                for field in fields {
                    let is_open =
                        matches!(types.get(field.ty), CType::Array(_, ArrayLength::Unknown));
                    let is_anonymous = matches!(types.get(field.ty), CType::Record(_));
                    match &field.name {
                        Some(name) if !is_open => {
                            self.fill(&format!("{place}.{name}"), field.ty, depth, new);
                        }
                        // Its members are those of the record.
                        None if is_anonymous => self.fill(place, field.ty, depth, new),
                        _ => {}
                    }
                }
            }
            CType::Array(element, ArrayLength::Known(length)) => {
                for index in 0..*length {
                    self.fill(&format!("{place}[{index}]"), *element, depth, new);
                }
            }
            _ => match self.input(ty) {
                Some(input) => self.line(&format!("{place} = {input};")),
                None if !new => self.replace(place, ty),
                None => {}
            },
        }
    }

    /// Gives an object the contents of one that is not initialised.
    fn replace(&mut self, place: &str, ty: TypeId) {
        let any = self.fresh(place, "any");
        let Some(declaration) = self.declare(ty, &any) else { return };
        self.line(&format!("{declaration};"));
        match self.program.types.get(ty) {
            CType::Array(..) => {
                self.line(&format!("__builtin_memcpy(&{place}, &{any}, sizeof {any});"));
            }
            _ => self.line(&format!("{place} = {any};")),
        }
    }

    /// What a pointer inside of an object points to, if nothing else is said.
    fn inner_shape(&mut self, target: TypeId, depth: u32) -> Shape {
        match self.default_shape(target) {
            Shape::Object if depth == 0 || !self.is_complete(target) => {
                self.is_cut = true;
                Shape::Null
            }
            Shape::Text(length) => {
                let text = format!("strings in objects have at most {length} characters");
                if !self.assumptions.contains(&text) {
                    self.assumptions.push(text);
                }
                Shape::Text(length)
            }
            shape => shape,
        }
    }

    pub(super) fn default_shape(&self, target: TypeId) -> Shape {
        match self.program.types.get(target) {
            CType::Int(IntKind::Char) => Shape::Text(TEXT),
            _ => Shape::Object,
        }
    }

    fn is_complete(&self, target: TypeId) -> bool {
        let types = &self.program.types;
        match types.get(target) {
            CType::Function(_) => true,
            CType::Void => false,
            _ => types.size_of(target).is_some(),
        }
    }

    /// What the options or comments say that a variable points to.
    pub(super) fn given_shape(&self, name: &str) -> Option<Shape> {
        let of = |(own, _): &&(String, Shape)| own == name;
        let given = self.options.shapes.iter().find(of);
        given.or_else(|| self.required.iter().copied().find(of)).map(|(_, shape)| shape.clone())
    }

    pub(super) fn may_be_null(&self, name: &str) -> bool {
        match &self.options.null {
            MayBeNull::None => false,
            MayBeNull::All => true,
            MayBeNull::Named(names) => names.iter().any(|own| own == name),
        }
    }

    /// Gives a pointer its value: the address of what it points to, which is made here.
    pub(super) fn point(&mut self, pointer: Pointer<'_>) {
        let Pointer { place, declaration, target, shape, may_be_null, depth } = pointer;
        let address = self.pointee(place, target, &shape, depth);
        let left = declaration.unwrap_or_else(|| place.to_owned());
        let Some(address) = address else { return self.line(&format!("{left} = 0;")) };
        if !may_be_null {
            return self.line(&format!("{left} = {address};"));
        }
        let null = self.fresh(place, "is_null");
        self.names.note(&null, Role::IsNull, place);
        let input = self.boolean_input();
        self.line(&format!("_Bool {null} = {input};"));
        self.line(&format!("{left} = {null} ? 0 : {address};"));
    }

    /// Makes what a pointer points to; its address, if it is not null.
    fn pointee(
        &mut self,
        place: &str,
        target: TypeId,
        shape: &Shape,
        depth: u32,
    ) -> Option<String> {
        if let CType::Function(ty) = self.program.types.get(target)
            && *shape != Shape::Null
        {
            return self.stub(place, target, &ty.clone());
        }
        let below = depth.saturating_sub(1);
        // Of what has no size there are bytes.
        let bytes = !self.is_complete(target);
        let name = self.fresh(place, "object");
        self.names.note(&name, Role::PointedTo, place);
        let declared = |writer: &Self, name: &str| match bytes {
            true => Some(format!("unsigned char {name}")),
            false => writer.declare(target, name),
        };
        match shape {
            Shape::Null => None,
            Shape::Object if bytes => {
                self.line(&format!("unsigned char {name}[1];"));
                Some(name)
            }
            Shape::Object => {
                let declaration = declared(self, &name)?;
                self.line(&format!("{declaration};"));
                self.fill(&name, target, below, true);
                Some(format!("&{name}"))
            }
            Shape::Array(length) => {
                let declaration = declared(self, &format!("{name}[{}]", length.max(&1)))?;
                self.line(&format!("{declaration};"));
                let each = if bytes { Some(1) } else { self.numbers(target) };
                let all = each.and_then(|count| count.checked_mul(*length));
                if !bytes && all.is_some_and(|count| count <= MOST_INPUTS) {
                    for index in 0..*length {
                        self.fill(&format!("{name}[{index}]"), target, below, true);
                    }
                }
                Some(name)
            }
            Shape::Counted(count) => {
                self.uses.insert("extern void *malloc(__SIZE_TYPE__);");
                let cast = declared(self, "*").unwrap_or_else(|| "void *".to_owned());
                let size = declared(self, "").unwrap_or_else(|| "unsigned char".to_owned());
                Some(format!("({cast})malloc({count} * sizeof({}))", size.trim()))
            }
            Shape::Text(length) => Some(self.text_called(name, *length)),
        }
    }

    /// A new string of at most so many characters, after something; its name.
    pub(super) fn text(&mut self, after: &str, length: u64) -> String {
        let name = self.fresh(after, "object");
        self.text_called(name, length)
    }

    fn text_called(&mut self, name: String, length: u64) -> String {
        self.line(&format!("char {name}[{}];", length + 1));
        self.inputs.insert(("char", "char"));
        for index in 0..length {
            self.line(&format!("{name}[{index}] = __VERIFIER_nondet_char();"));
        }
        self.line(&format!("{name}[{length}] = 0;"));
        name
    }

    /// A function that returns an arbitrary value, for a pointer to functions of a type.
    fn stub(&mut self, place: &str, ty: TypeId, function: &FunctionType) -> Option<String> {
        let name = self.fresh(place, "function");
        let declaration = self.declare(ty, &name)?;
        let input = self.input(function.result);
        let body = match (self.program.types.get(function.result), input) {
            (CType::Void, _) => String::new(),
            (CType::Pointer(_), _) => " return 0;".to_owned(),
            (_, Some(input)) => format!(" return {input};"),
            (_, None) => {
                let any = self.declare(function.result, "any")?;
                format!(" {any}; return any;")
            }
        };
        // Parameters need names.
        let mut number = 0;
        let parameters: Option<Vec<String>> = function
            .parameters
            .iter()
            .map(|&parameter| {
                number += 1;
                self.declare(parameter, &format!("unused{number}"))
            })
            .collect();
        let parameters = parameters?;
        let head = match parameters.is_empty() {
            true => declaration,
            false => {
                let all = parameters.join(", ");
                let all = if function.variadic { format!("{all}, ...") } else { all };
                self.declare(function.result, &format!("{name}({all})"))?
            }
        };
        let _ = writeln!(self.stubs, "static {head} {{{body} }}");
        let text = format!("`{name}` returns any value and does nothing else");
        self.assumptions.push(text);
        Some(name)
    }
}

/// What the functions of inputs are called, and what they return.
const fn input_name(kind: IntKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        IntKind::Char => ("char", "char"),
        IntKind::SignedChar => ("schar", "signed char"),
        IntKind::UnsignedChar => ("uchar", "unsigned char"),
        IntKind::Short => ("short", "short"),
        IntKind::UnsignedShort => ("ushort", "unsigned short"),
        IntKind::Int => ("int", "int"),
        IntKind::UnsignedInt => ("uint", "unsigned int"),
        IntKind::Long => ("long", "long"),
        IntKind::UnsignedLong => ("ulong", "unsigned long"),
        IntKind::LongLong => ("longlong", "long long"),
        IntKind::UnsignedLongLong => ("ulonglong", "unsigned long long"),
        IntKind::Int128 | IntKind::UnsignedInt128 | IntKind::Bits(_) => return None,
    })
}
