//! Declaration specifiers, in any order: gathered one by one, so that the word that makes a
//! combination impossible is the one that is pointed at.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::token::{Modifier, Qualifier, TypeWord};
use super::tree::{Deep, Refused};
use crate::ast::{Alignment, Attribute, BasicType, Qualifiers, Specifiers, Storage, TypeSpecifier};

/// One specifier.
pub enum Specifier {
    /// `typedef`, `inline` and others.
    Modifier(Modifier),
    /// `const` and others.
    Qualifier(Qualifier),
    /// A keyword of an arithmetic type.
    Word(TypeWord),
    /// A type that stands alone.
    Type(Deep<TypeSpecifier>),
    /// `_Alignas(…)`
    Alignment(Box<Deep<Alignment>>),
    /// `__attribute__((…))`
    Attributes(Deep<Vec<Attribute>>),
}

/// Length of an integer type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Plain,
    Short,
    Long,
    LongLong,
}

/// The keywords of an arithmetic type so far.
#[derive(Clone, Copy)]
struct Words {
    base: Option<BasicType>,
    /// `Some(true)` is `unsigned`.
    sign: Option<bool>,
    size: Size,
    complex: bool,
}

impl Words {
    /// The type that the words spell, if they spell one.
    fn basic(self) -> Option<BasicType> {
        use BasicType::*;
        let unsigned = self.sign == Some(true);
        if self.complex {
            return match (self.base, self.sign, self.size) {
                (Some(Float), None, Size::Plain) => Some(ComplexFloat),
                (None | Some(Double), None, Size::Plain) => Some(ComplexDouble),
                (Some(Double), None, Size::Long) | (Some(LongDouble), None, Size::Plain) => {
                    Some(ComplexLongDouble)
                }
                // As large as `long double _Complex`, and no program computes with it.
                (Some(Float128), None, Size::Plain) => Some(ComplexLongDouble),
                // `long _Complex double` is spelled in this order.
                (None, None, Size::Long) => Some(ComplexLongDouble),
                _ => None,
            };
        }
        Some(match (self.base, self.sign, self.size) {
            (Some(Char), None, Size::Plain) => Char,
            (Some(Char), Some(false), Size::Plain) => SignedChar,
            (Some(Char), Some(true), Size::Plain) => UnsignedChar,
            (None | Some(Int), _, Size::Plain) => {
                if unsigned {
                    UnsignedInt
                } else {
                    Int
                }
            }
            (None | Some(Int), _, Size::Short) => {
                if unsigned {
                    UnsignedShort
                } else {
                    Short
                }
            }
            (None | Some(Int), _, Size::Long) => {
                if unsigned {
                    UnsignedLong
                } else {
                    Long
                }
            }
            (None | Some(Int), _, Size::LongLong) => {
                if unsigned {
                    UnsignedLongLong
                } else {
                    LongLong
                }
            }
            (Some(Int128), _, Size::Plain) => {
                if unsigned {
                    UnsignedInt128
                } else {
                    Int128
                }
            }
            (Some(Double), None, Size::Long) => LongDouble,
            (Some(other), None, Size::Plain) => other,
            _ => return None,
        })
    }
}

/// Specifiers so far.
pub struct SpecifierList {
    /// The storage class, also of what is declared.
    pub storage: Option<Storage>,
    thread_local: bool,
    inline: bool,
    noreturn: bool,
    qualifiers: Qualifiers,
    words: Option<Words>,
    ty: Option<TypeSpecifier>,
    /// The last specifier is a `struct`, `union` or `enum`, which attributes then belong to.
    after_record: bool,
    /// Where a record or enumeration ends that is defined by it.
    record_end: Option<usize>,
    alignments: Vec<Alignment>,
    attributes: Vec<Attribute>,
    /// From the first to the last.
    pub span: Span,
    /// Depth of the deepest tree in them.
    pub depth: u32,
}

impl SpecifierList {
    /// The first.
    pub fn of(text: &str, one: (Specifier, Span)) -> Refused<Box<Self>> {
        Self::new(one.1.start).with(text, one)
    }

    /// None yet.
    pub fn new(start: usize) -> Box<Self> {
        Box::new(SpecifierList {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            qualifiers: Qualifiers::default(),
            words: None,
            ty: None,
            after_record: false,
            record_end: None,
            alignments: Vec::new(),
            attributes: Vec::new(),
            span: Span::new(start, start),
            depth: 0,
        })
    }

    /// With one more, which stands in `text`.
    pub fn with(mut self: Box<Self>, text: &str, one: (Specifier, Span)) -> Refused<Box<Self>> {
        let (one, span) = one;
        self.span.end = span.end;
        let after_record = std::mem::take(&mut self.after_record);
        match one {
            Specifier::Modifier(Modifier::Storage(storage)) => {
                if let Some(earlier) = self.storage {
                    let (earlier, storage) = (storage_word(earlier), storage_word(storage));
                    let message = if earlier == storage {
                        format!("`{storage}` is given twice")
                    } else {
                        format!("`{earlier}` and `{storage}` cannot both be given")
                    };
                    return refuse(span, message);
                }
                self.storage = Some(storage);
            }
            Specifier::Modifier(Modifier::ThreadLocal) => self.thread_local = true,
            Specifier::Modifier(Modifier::Inline) => self.inline = true,
            Specifier::Modifier(Modifier::Noreturn) => self.noreturn = true,
            Specifier::Qualifier(qualifier) => qualify(&mut self.qualifiers, qualifier),
            Specifier::Word(_) if self.ty.is_some() => {
                return self.refuse_second(text, span);
            }
            Specifier::Word(word) => self.add_word(text, word, span)?,
            Specifier::Type(ty) => {
                if self.ty.is_some() || self.words.is_some() {
                    return self.refuse_second(text, span);
                }
                self.after_record =
                    matches!(ty.node, TypeSpecifier::Record(_) | TypeSpecifier::Enum(_));
                self.record_end = match &ty.node {
                    TypeSpecifier::Record(record) if record.members.is_some() => Some(span.end),
                    TypeSpecifier::Enum(list) if list.constants.is_some() => Some(span.end),
                    _ => None,
                };
                self.depth = self.depth.max(ty.depth);
                self.ty = Some(ty.node);
            }
            Specifier::Alignment(alignment) => {
                self.depth = self.depth.max(alignment.depth);
                self.alignments.push(alignment.node);
            }
            Specifier::Attributes(attributes) => {
                self.depth = self.depth.max(attributes.depth);
                match &mut self.ty {
                    Some(TypeSpecifier::Record(record))
                        if after_record && record.members.is_some() =>
                    {
                        record.attributes.extend(attributes.node);
                        self.after_record = true;
                    }
                    Some(TypeSpecifier::Enum(specifier))
                        if after_record && specifier.constants.is_some() =>
                    {
                        specifier.attributes.extend(attributes.node);
                        self.after_record = true;
                    }
                    _ => self.attributes.extend(attributes.node),
                }
            }
        }
        Ok(self)
    }

    /// A type after another: perhaps the `;` is missing that ends a definition.
    fn refuse_second<T>(&self, text: &str, span: Span) -> Refused<T> {
        let message = format!("`{}` cannot follow another type", excerpt(text, span));
        match self.record_end {
            Some(end)
                if text.get(end..span.start).is_some_and(|between| between.contains('\n')) =>
            {
                let message = format!("a `;` is missing here: {message}");
                refuse(Span::new(end, end), message)
            }
            _ => refuse(span, message),
        }
    }

    fn add_word(&mut self, text: &str, word: TypeWord, span: Span) -> Refused<()> {
        let spelled = || excerpt(text, span);
        let none = Words { base: None, sign: None, size: Size::Plain, complex: false };
        let before = self.words.unwrap_or(none);
        let mut words = before;
        match word {
            TypeWord::Base(base) if before.base.is_none() => words.base = Some(base),
            TypeWord::Signed if before.sign.is_none() => words.sign = Some(false),
            TypeWord::Unsigned if before.sign.is_none() => words.sign = Some(true),
            TypeWord::Short if before.size == Size::Plain => words.size = Size::Short,
            TypeWord::Long if before.size == Size::Plain => words.size = Size::Long,
            TypeWord::Long if before.size == Size::Long => words.size = Size::LongLong,
            TypeWord::Long if before.size == Size::LongLong => {
                return refuse(span, "`long long long` is too long for a type");
            }
            TypeWord::Complex if !before.complex => words.complex = true,
            TypeWord::Decimal => {
                return refuse(span, "decimal floating types are not supported");
            }
            TypeWord::Base(base) if before.base != Some(base) => {
                return refuse(span, format!("`{}` cannot follow another type", spelled()));
            }
            TypeWord::Signed | TypeWord::Unsigned
                if before.sign != Some(word == TypeWord::Unsigned) =>
            {
                return refuse(span, "a type cannot be both `signed` and `unsigned`");
            }
            TypeWord::Short | TypeWord::Long
                if before.size != Size::Short || word == TypeWord::Long =>
            {
                return refuse(span, "a type cannot be both `short` and `long`");
            }
            _ => return refuse(span, format!("`{}` is given twice", spelled())),
        }
        if words.basic().is_none() {
            let before = excerpt(text, self.span_before(span));
            let integers =
                words.complex && matches!(words.base, Some(BasicType::Int | BasicType::Char));
            let message = if integers {
                "complex types of integers are not supported".to_owned()
            } else {
                format!("`{}` cannot be combined with `{before}`", spelled())
            };
            return refuse(span, message);
        }
        self.words = Some(words);
        Ok(())
    }

    fn span_before(&self, last: Span) -> Span {
        Span::new(self.span.start, last.start)
    }

    /// Whether no specifier was given.
    pub fn is_empty(&self) -> bool {
        self.only_attributes() && self.attributes.is_empty()
    }

    /// Whether there are attributes and nothing else, as in `__attribute__((fallthrough));`.
    pub fn only_attributes(&self) -> bool {
        self.ty.is_none()
            && self.words.is_none()
            && self.storage.is_none()
            && self.alignments.is_empty()
            && self.qualifiers == Qualifiers::default()
            && !(self.thread_local || self.inline || self.noreturn)
    }

    /// The attributes alone; refuses anything else, which cannot stand inside a declarator.
    pub fn into_attributes(self) -> Refused<Deep<Vec<Attribute>>> {
        if !self.only_attributes() {
            return refuse(
                self.span,
                "only attributes can stand before a declarator in parentheses",
            );
        }
        Ok(Deep { node: self.attributes, depth: self.depth })
    }

    /// Complete, where a storage class has no meaning: in casts and fields.
    pub fn finish_type(self, text: &str, place: &str) -> Refused<Deep<Specifiers>> {
        let given = match self.storage {
            Some(storage) => Some(storage_word(storage)),
            None if self.thread_local => Some("_Thread_local"),
            None if self.inline => Some("inline"),
            None => None,
        };
        if let Some(word) = given {
            let listed = &text[self.span.start..self.span.end];
            let start = self.span.start + listed.find(word).unwrap_or(0);
            let span = Span::new(start, start + word.len());
            return refuse(span, format!("`{word}` has no place in {place}"));
        }
        Ok(self.finish())
    }

    /// Complete.
    pub fn finish(self) -> Deep<Specifiers> {
        let basic = self.words.and_then(Words::basic).map(TypeSpecifier::Basic);
        let node = Specifiers {
            storage: self.storage,
            thread_local: self.thread_local,
            inline: self.inline,
            noreturn: self.noreturn,
            qualifiers: self.qualifiers,
            ty: self.ty.or(basic).unwrap_or(TypeSpecifier::ImplicitInt),
            alignments: self.alignments,
            attributes: self.attributes,
            span: self.span,
        };
        Deep { node, depth: self.depth }
    }
}

/// Adds a qualifier; repeating one means nothing.
pub fn qualify(qualifiers: &mut Qualifiers, qualifier: Qualifier) {
    match qualifier {
        Qualifier::Const => qualifiers.is_const = true,
        Qualifier::Volatile => qualifiers.is_volatile = true,
        Qualifier::Restrict => qualifiers.is_restrict = true,
        Qualifier::Atomic => qualifiers.is_atomic = true,
    }
}

fn refuse<T>(span: Span, message: impl Into<String>) -> Refused<T> {
    Err(Box::new(Diagnostic::at("c-specifiers", span, message)))
}

fn storage_word(storage: Storage) -> &'static str {
    match storage {
        Storage::Typedef => "typedef",
        Storage::Extern => "extern",
        Storage::Static => "static",
        Storage::Auto => "auto",
        Storage::Register => "register",
    }
}

/// The text at `span`, shortened.
fn excerpt(text: &str, span: Span) -> String {
    let whole = text[span.start..span.end].trim_end();
    let short: String = whole.chars().take(40).map(|c| if c == '\n' { ' ' } else { c }).collect();
    if short.len() < whole.len() { format!("{short}…") } else { short }
}
