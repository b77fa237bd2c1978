//! C's types after declarations were resolved: interned, with sizes and layouts.
//!
//! Qualifiers are gone: they do not change values. What `volatile` means is noted on objects, and
//! the few constructs that ask for qualifiers ask [`crate::sema`].

use belnap_ir::cfg::DataModel;
use belnap_ir::ids::TiVec;
use belnap_ir::index_tables;
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

/// A type in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A `struct` or `union` in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

/// An `enum` in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

index_tables!(TypeId, RecordId, EnumId);

/// Integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntKind {
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UnsignedInt128,
    /// A bit-field wider than `int` and narrower than its declared type, in arithmetic: gcc
    /// computes in exactly so many bits.
    Bits(IntType),
}

/// Floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `__float128`
    Float128,
}

/// Length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLength {
    /// A constant.
    Known(u64),
    /// Not given (`extern int a[];`, a flexible member).
    Unknown,
    /// Computed at run time.
    Variable,
}

/// A function's type; parameters are adjusted (arrays and functions are pointers).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub result: TypeId,
    /// The types of its parameters, adjusted.
    pub parameters: Vec<TypeId>,
    /// More arguments may follow.
    pub variadic: bool,
    /// `()` and old-style definitions say nothing about arguments.
    pub prototyped: bool,
}

/// A C type without qualifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CType {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// Integers.
    Int(IntKind),
    /// An enumeration: its values are of its compatible integer type.
    Enum(EnumId),
    /// Floating-point numbers.
    Float(FloatKind),
    /// Complex numbers.
    Complex(FloatKind),
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array(TypeId, ArrayLength),
    /// A `struct` or `union`.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `None` for anonymous structs and unions (whose members are reached through it) and unnamed
    /// bit-fields.
    pub name: Option<String>,
    /// Its declared type.
    pub ty: TypeId,
    /// Offset in bytes; of a bit-field, that of its storage unit.
    pub offset: u64,
    /// A bit-field's place in its storage unit: that of its declared type where this stays inside
    /// the record and away from ordinary members, else the bytes it needs (up to 16).
    pub bits: Option<BitField>,
}

/// Where a bit-field is, inside a storage unit of `unit_bytes` bytes at the field's offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitField {
    /// First bit, from that of the first byte: the least significant one if bytes are in that
    /// order, else the most significant one.
    pub offset: u8,
    /// Number of bits; an unnamed field may have 0.
    pub width: u8,
    /// Bytes of the storage unit that holds it.
    pub unit_bytes: u8,
}

/// A `struct` or `union`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name after `struct` or `union`.
    pub tag: Option<String>,
    /// `union`, else `struct`.
    pub is_union: bool,
    /// `None` while only declared.
    pub layout: Option<Layout>,
}

/// Members and size of a complete record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// In order of declaration.
    pub fields: Vec<Field>,
    /// Bytes, padding included; a flexible last member takes none.
    pub size: u64,
    /// A power of two.
    pub align: u32,
}

/// An `enum` type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The name after `enum`.
    pub tag: Option<String>,
    /// The compatible integer type (`unsigned int` unless a constant is negative or large).
    pub kind: IntKind,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    model: DataModel,
    char_signed: bool,
    types: TiVec<TypeId, CType>,
    ids: FxHashMap<CType, TypeId>,
    /// Records, by id.
    pub records: TiVec<RecordId, Record>,
    /// Enumerations, by id.
    pub enums: TiVec<EnumId, Enumeration>,
}

impl From<DataModel> for Types {
    fn from(model: DataModel) -> Self {
        Types::new(model)
    }
}

impl Types {
    /// The empty table of a data model; `char` is signed, as on x86.
    pub fn new(model: DataModel) -> Self {
        Types {
            model,
            char_signed: true,
            types: TiVec::new(),
            ids: FxHashMap::default(),
            records: TiVec::new(),
            enums: TiVec::new(),
        }
    }

    /// The same with a `char` that is signed or not.
    pub fn with_char(self, signed: bool) -> Self {
        Types { char_signed: signed, ..self }
    }

    /// Whether `char` is signed.
    pub const fn is_char_signed(&self) -> bool {
        self.char_signed
    }

    /// The data model.
    pub const fn model(&self) -> DataModel {
        self.model
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: CType) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(u32::try_from(self.types.len()).expect("more than 2^32 types"));
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// A new id for a type, different from all others: two arrays of variable length are never
    /// known to be of one type.
    pub fn fresh(&mut self, ty: CType) -> TypeId {
        let id = TypeId(u32::try_from(self.types.len()).expect("more than 2^32 types"));
        self.types.push(ty);
        id
    }

    /// `int`, `char` and so on.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(CType::Int(kind))
    }

    /// A pointer to `target`.
    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.intern(CType::Pointer(target))
    }

    /// The type with an id.
    pub fn get(&self, id: TypeId) -> &CType {
        &self.types[id]
    }

    /// The record with an id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// How many bytes a pointer has on the machine.
    pub const fn pointer_bytes(&self) -> u64 {
        self.model.pointer as u64 / 8
    }

    /// The type of addresses.
    pub const fn address(&self) -> IntType {
        self.model.address()
    }

    /// The signed integer type that is as large as a pointer: `ptrdiff_t`.
    pub const fn difference(&self) -> IntKind {
        match self.model.pointer {
            bits if bits == self.model.int => IntKind::Int,
            bits if bits == self.model.long => IntKind::Long,
            _ => IntKind::LongLong,
        }
    }

    /// The unsigned one: `size_t`.
    pub const fn size(&self) -> IntKind {
        match self.difference() {
            IntKind::Int => IntKind::UnsignedInt,
            IntKind::Long => IntKind::UnsignedLong,
            _ => IntKind::UnsignedLongLong,
        }
    }

    /// `wchar_t`: `long` on i386 and where `int` is too small, else `int`; 32 signed bits.
    pub const fn wide_char(&self) -> IntKind {
        let is_int = self.model.int == 32 && self.model.pointer != 32;
        if is_int { IntKind::Int } else { IntKind::Long }
    }

    /// `char32_t`
    pub const fn char32(&self) -> IntKind {
        if self.model.int == 32 { IntKind::UnsignedInt } else { IntKind::UnsignedLong }
    }

    /// What `__attribute__((aligned))` means without a number.
    pub fn largest_align(&self) -> u32 {
        if self.model.native().is_some() { 16 } else { self.model.align.into() }
    }

    /// What the addresses of allocated memory are multiples of.
    pub fn allocated_align(&self) -> u32 {
        let known = 2 * self.pointer_bytes() as u32;
        if self.model.native().is_some() { known } else { self.model.align.into() }
    }

    /// The bit vector of an integer type.
    pub const fn int_type(&self, kind: IntKind) -> IntType {
        let DataModel { short, int, long, long_long, .. } = self.model;
        match kind {
            IntKind::Char => IntType { bits: 8, signed: self.char_signed },
            IntKind::SignedChar => IntType::signed(8),
            IntKind::UnsignedChar => IntType::unsigned(8),
            IntKind::Short => IntType::signed(short),
            IntKind::UnsignedShort => IntType::unsigned(short),
            IntKind::Int => IntType::signed(int),
            IntKind::UnsignedInt => IntType::unsigned(int),
            IntKind::Long => IntType::signed(long),
            IntKind::UnsignedLong => IntType::unsigned(long),
            IntKind::LongLong => IntType::signed(long_long),
            IntKind::UnsignedLongLong => IntType::unsigned(long_long),
            IntKind::Int128 => IntType::signed(128),
            IntKind::UnsignedInt128 => IntType::unsigned(128),
            IntKind::Bits(ty) => ty,
        }
    }

    /// The bit vector that holds a value of a scalar type: pointers are addresses, `_Bool` is
    /// `u8`, floating-point numbers are their representation (`long double` 64, 96 or 128 bits).
    /// `None` for records, arrays, functions, `void` and complex numbers.
    pub fn scalar(&self, id: TypeId) -> Option<IntType> {
        match self.get(id) {
            CType::Bool => Some(IntType::unsigned(8)),
            CType::Int(kind) => Some(self.int_type(*kind)),
            CType::Enum(id) => Some(self.int_type(self.enums[*id].kind)),
            CType::Float(_) => {
                let bytes = self.size_of(id)?;
                Some(IntType::unsigned(8 * u8::try_from(bytes).ok()?))
            }
            CType::Pointer(_) => Some(self.address()),
            _ => None,
        }
    }

    /// Bytes of a value; `None` if incomplete, a function or of variable length. `void` has 1, as
    /// GNU C says.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        Some(match self.get(id) {
            CType::Void | CType::Bool => 1,
            CType::Int(IntKind::Bits(int)) => u64::from(int.bits).div_ceil(8).next_power_of_two(),
            CType::Int(kind) => u64::from(self.int_type(*kind).bits) / 8,
            CType::Enum(id) => u64::from(self.int_type(self.enums[*id].kind).bits) / 8,
            CType::Float(kind) => self.float_bytes(*kind),
            CType::Complex(kind) => 2 * self.float_bytes(*kind),
            CType::Pointer(_) => self.pointer_bytes(),
            CType::Array(element, ArrayLength::Known(length)) => {
                self.size_of(*element)?.checked_mul(*length)?
            }
            CType::Array(..) | CType::Function(_) => return None,
            CType::Record(id) => self.record(*id).layout.as_ref()?.size,
        })
    }

    /// Alignment; 1 for incomplete types and functions.
    pub fn align_of(&self, id: TypeId) -> u32 {
        match self.get(id) {
            CType::Array(element, _) => self.align_of(*element),
            CType::Record(id) => self.record(*id).layout.as_ref().map_or(1, |layout| layout.align),
            CType::Complex(kind) | CType::Float(kind) => match kind {
                FloatKind::Float128 if self.model.native().is_some() => 16,
                // Bytes of padding follow the 10 that `long double` has.
                FloatKind::LongDouble if self.model.long_double == 96 => 4,
                kind => self.most_aligned(self.float_bytes(*kind) as u32),
            },
            CType::Function(_) => 1,
            _ => match self.size_of(id).unwrap_or(1) as u32 {
                16 if self.model.native().is_some() => 16,
                size => self.most_aligned(size),
            },
        }
    }

    /// The alignment of what has this size: on i386 the members of structs are aligned to at most 4
    /// bytes.
    fn most_aligned(&self, size: u32) -> u32 {
        size.min(self.model.align.into())
    }

    /// What gcc's `__alignof__` says of a type: on i386, scalars of 8 bytes count as aligned to 8
    /// bytes, although members, and what `_Alignof` says, are aligned to 4.
    pub fn preferred_align_of(&self, id: TypeId) -> u32 {
        match self.get(id) {
            _ if self.model.native().is_none() => self.align_of(id),
            CType::Array(element, _) => self.preferred_align_of(*element),
            CType::Float(FloatKind::Double) | CType::Complex(FloatKind::Double) => 8,
            CType::Int(_) | CType::Enum(_) if self.size_of(id) == Some(8) => 8,
            _ => self.align_of(id),
        }
    }

    const fn float_bytes(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble => self.model.long_double as u64 / 8,
            FloatKind::Float128 => 16,
        }
    }

    /// The type as C writes it, without a name; of one that is very large, a part.
    pub fn display(&self, id: TypeId) -> String {
        self.declare(id, String::new(), &mut Names { room: DISPLAYED, alias: None, lost: false })
    }

    /// The declaration of a name with a type, where records and enumerations without a tag have
    /// the names that `alias` says; `None` if one has none, or the type is very large.
    pub fn declaration(
        &self,
        id: TypeId,
        name: &str,
        alias: &dyn Fn(TypeId) -> Option<String>,
    ) -> Option<String> {
        let mut names = Names { room: DISPLAYED, alias: Some(alias), lost: false };
        let text = self.declare(id, name.to_owned(), &mut names);
        (!names.lost).then_some(text)
    }

    /// The declaration of `inner` (a name or a declarator) with this type.
    fn declare(&self, id: TypeId, inner: String, names: &mut Names<'_>) -> String {
        // Through `typedef`, few lines say a type whose text has more characters than memory has.
        let Some(left) = names.room.checked_sub(1) else {
            names.lost = true;
            return format!("… {inner}");
        };
        names.room = left;
        let base = |name: &str| {
            if inner.is_empty() { name.to_owned() } else { format!("{name} {inner}") }
        };
        match self.get(id) {
            CType::Void => base("void"),
            CType::Bool => base("_Bool"),
            CType::Int(kind) => base(int_name(*kind)),
            CType::Enum(own) => match &self.enums[*own].tag {
                Some(tag) => base(&format!("enum {tag}")),
                None => base(&names.without_tag(id, "enum")),
            },
            CType::Float(kind) => base(float_name(*kind)),
            CType::Complex(kind) => base(&format!("{} _Complex", float_name(*kind))),
            CType::Pointer(target) => {
                let inner = match self.get(*target) {
                    CType::Array(..) | CType::Function(_) => format!("(*{inner})"),
                    _ => format!("*{inner}"),
                };
                self.declare(*target, inner, names)
            }
            CType::Array(element, length) => {
                let length = match length {
                    ArrayLength::Known(length) => length.to_string(),
                    ArrayLength::Unknown => String::new(),
                    ArrayLength::Variable => "*".to_owned(),
                };
                self.declare(*element, format!("{inner}[{length}]"), names)
            }
            CType::Record(own) => {
                let record = self.record(*own);
                let word = if record.is_union { "union" } else { "struct" };
                match &record.tag {
                    Some(tag) => base(&format!("{word} {tag}")),
                    None => base(&names.without_tag(id, word)),
                }
            }
            CType::Function(function) => {
                let mut parameters = Vec::new();
                for &parameter in &function.parameters {
                    if names.room == 0 {
                        names.lost = true;
                        parameters.push("…".to_owned());
                        break;
                    }
                    parameters.push(self.declare(parameter, String::new(), names));
                }
                if function.variadic {
                    parameters.push("...".to_owned());
                } else if parameters.is_empty() && function.prototyped {
                    parameters.push("void".to_owned());
                }
                self.declare(function.result, format!("{inner}({})", parameters.join(", ")), names)
            }
        }
    }
}

/// How types are displayed.
struct Names<'a> {
    /// How many parts there may still be.
    room: u32,
    /// What a type without a tag is called.
    alias: Option<&'a dyn Fn(TypeId) -> Option<String>>,
    /// A part is missing, or has no name.
    lost: bool,
}

impl Names<'_> {
    fn without_tag(&mut self, id: TypeId, word: &str) -> String {
        let alias = self.alias.and_then(|alias| alias(id));
        self.lost |= alias.is_none();
        alias.unwrap_or_else(|| word.to_owned())
    }
}

/// Limit on the parts of a type that are displayed.
const DISPLAYED: u32 = 200;

const fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SignedChar => "signed char",
        IntKind::UnsignedChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UnsignedShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UnsignedInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::UnsignedLong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::UnsignedLongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UnsignedInt128 => "unsigned __int128",
        IntKind::Bits(IntType { signed: true, .. }) => "long long bit-field",
        IntKind::Bits(IntType { signed: false, .. }) => "unsigned long long bit-field",
    }
}

const fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "__float128",
    }
}
