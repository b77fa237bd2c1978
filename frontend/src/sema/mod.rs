//! From syntax trees to a typed, linked program: names and types are resolved, every conversion is
//! explicit, initializers are flattened, and all translation units become one
//! [`hir::Program`].
//!
//! What gcc accepts in C11 mode with its warnings off is accepted here. What is accepted but has no
//! meaning for us becomes [`ExprKind::Unsupported`](crate::hir::ExprKind) or a note.
//!
//! Units are analysed in order, the user's before those of models. An external name is one entry of
//! `link::Linked` for all units; bodies of model functions are analysed only when something
//! refers to them. Each unit keeps its own view of a name's type, so a place or a call may have
//! another type than the definition it refers to.
//!
//! The modules, in reading order; most add methods to `Sema`:
//!
//! | modules | what they do |
//! |---|---|
//! | `scope`, `link` | what names mean, in blocks and across units; putting the program together |
//! | `declare`, `function`, `section` | declarations, function definitions, where they are linked |
//! | `types`, `query`, `qualifiers` | specifiers and declarators to types; questions about types |
//! | `record`, `layout`, `bitfields`, `align` | structs, unions and enums, and where members lie |
//! | `variable` | arrays of variable length |
//! | `init`, `designate`, `flatten` | initializers: braces and designators to assignments |
//! | `stmt`, `jumps` | statements, and computed jumps |
//! | `expr` | expressions: the dispatch over their kinds |
//! | `literal`, `place`, `unary`, `binary`, `assign`, `call` | one kind of expression each |
//! | `convert`, `constant` | conversions; the value of constant expressions |
//! | `warn` | what C forbids and compilers accept |
//! | `builtins`, `atomic`, `overflow`, `variadic`, `library` | functions that compilers and libraries provide |

mod align;
mod assign;
mod atomic;
mod binary;
mod bitfields;
mod builtins;
mod call;
mod constant;
mod convert;
mod declare;
mod designate;
mod expr;
mod flatten;
mod function;
mod init;
mod jumps;
mod layout;
mod library;
mod link;
mod literal;
mod overflow;
mod place;
mod qualifiers;
mod query;
mod record;
mod scope;
mod section;
mod stmt;
mod types;
mod unary;
mod variable;
mod variadic;
mod warn;

pub use section::STARTUP_SECTION;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::TiVec;
use belnap_ir::span::Span;
use belnap_syntax::ast::{Encoding, TranslationUnit};
use belnap_syntax::symbol::{Interner, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ctype::{RecordId, TypeId, Types};
use crate::hir::{self, FunctionId, LabelId, ObjectId, Origin};

use align::Alignments;
use constant::Constant;
use function::Body;
use link::{LinkId, Linked};
use qualifiers::Qualified;
use scope::{Path, Scope};
use types::Common;

/// A translation unit to analyse.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its syntax tree.
    pub tree: TranslationUnit,
    /// It models functions that the program does not define; unused ones are dropped.
    pub is_model: bool,
}

/// What second places of diagnostics are.
const FIRST_DECLARED: &str = "first declared here";
const FIRST_DEFINED: &str = "first defined here";

/// After so many errors the analysis stops.
const MAX_ERRORS: usize = 20;

/// Analyses and links translation units that were parsed with `names`, on a machine with these
/// types.
///
/// # Errors
///
/// Up to 20 errors, in the order they were found; their sources are the units.
pub fn analyse(
    units: &[Unit],
    names: &mut Interner,
    types: impl Into<Types>,
) -> Result<hir::Program, Vec<Diagnostic>> {
    let mut sema = Sema::new(names, types.into());
    for is_model in [false, true] {
        for (index, unit) in units.iter().enumerate() {
            if unit.is_model == is_model {
                sema.unit(index, unit);
            }
        }
    }
    sema.finish()
}

/// An error was reported; whatever depends on the value is skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// The result of analysing something, the error already reported.
pub(crate) type Res<T> = Result<T, Failed>;

/// The state of the analysis.
pub(crate) struct Sema<'a> {
    names: &'a mut Interner,
    types: Types,
    common: Common,
    objects: TiVec<ObjectId, hir::Object>,
    functions: TiVec<FunctionId, hir::Function>,
    labels: TiVec<LabelId, String>,
    /// Calls of what may be an assertion or an error function.
    asserted: Vec<(FunctionId, Origin)>,
    notes: Vec<hir::Note>,
    aliases: Vec<hir::Alias>,
    /// Enumeration constants of file scope.
    named_numbers: Vec<hir::NamedNumber>,
    /// Something is declared `volatile`.
    uses_volatile: bool,
    volatile_places: FxHashSet<hir::Origin>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// What was warned of, and where.
    warned: FxHashSet<(&'static str, Origin)>,
    /// Index of the current unit, and whether it is a model.
    unit: usize,
    is_model: bool,
    /// Innermost last; the first is the current unit's file scope.
    scopes: Vec<Scope>,
    /// Names with linkage, and those of them that all units share.
    links: Vec<Linked<'a>>,
    external: FxHashMap<Symbol, LinkId>,
    /// Entry of each function with an id.
    function_links: TiVec<FunctionId, LinkId>,
    /// File scopes of the model units.
    model_scopes: FxHashMap<usize, Scope>,
    /// Model functions to analyse because something refers to them.
    wanted: Vec<LinkId>,
    /// The function being analysed.
    body: Option<Body>,
    /// Inside the operand of `sizeof`, `typeof` and the like.
    unevaluated: u32,
    /// Inside the parameters of a declarator that is not a definition's.
    prototype: u32,
    /// Inside the initial value of a static object.
    static_values: u32,
    strings: FxHashMap<(Vec<u32>, u8), ObjectId>,
    /// Values of `const` objects with constant initializers.
    constants: FxHashMap<ObjectId, Constant>,
    /// Hidden locals with the number of bytes of variable-length array types.
    sizes: FxHashMap<TypeId, ObjectId>,
    /// Assignments to hidden locals that must run before what is being analysed.
    effects: Vec<hir::Expr>,
    /// Where members are, anonymous ones looked through.
    paths: FxHashMap<(RecordId, Symbol), Option<Path>>,
    /// Vector types with their elements, unions marked `transparent_union`.
    vectors: FxHashMap<RecordId, TypeId>,
    transparent: FxHashSet<RecordId>,
    /// Where structs and unions are defined.
    record_places: FxHashMap<RecordId, Origin>,
    alignments: Alignments,
    /// Qualifiers of objects and, by name, of members that have any; those of an anonymous member
    /// are under no name.
    qualified: FxHashMap<ObjectId, Qualified>,
    qualified_fields: FxHashMap<(RecordId, Option<Symbol>), Qualified>,
    /// Undeclared names that were reported in the current function.
    reported: FxHashSet<Symbol>,
    /// Initial values that are there because of ranges of designators.
    repeated: u64,
    /// Values of ranges that are computed once: how many, and where they are kept.
    shared: u32,
    shared_values: FxHashMap<u32, ObjectId>,
}

impl<'a> Sema<'a> {
    fn new(names: &'a mut Interner, mut types: Types) -> Self {
        let common = Common::new(&mut types);
        Sema {
            names,
            types,
            common,
            objects: TiVec::new(),
            functions: TiVec::new(),
            labels: TiVec::new(),
            asserted: Vec::new(),
            notes: Vec::new(),
            aliases: Vec::new(),
            named_numbers: Vec::new(),
            uses_volatile: false,
            volatile_places: FxHashSet::default(),
            errors: Vec::new(),
            warnings: Vec::new(),
            warned: FxHashSet::default(),
            unit: 0,
            is_model: false,
            scopes: Vec::new(),
            links: Vec::new(),
            external: FxHashMap::default(),
            function_links: TiVec::new(),
            model_scopes: FxHashMap::default(),
            wanted: Vec::new(),
            body: None,
            unevaluated: 0,
            prototype: 0,
            static_values: 0,
            strings: FxHashMap::default(),
            constants: FxHashMap::default(),
            sizes: FxHashMap::default(),
            effects: Vec::new(),
            paths: FxHashMap::default(),
            vectors: FxHashMap::default(),
            transparent: FxHashSet::default(),
            record_places: FxHashMap::default(),
            alignments: Alignments::default(),
            qualified: FxHashMap::default(),
            qualified_fields: FxHashMap::default(),
            reported: FxHashSet::default(),
            repeated: 0,
            shared: 0,
            shared_values: FxHashMap::default(),
        }
    }

    /// Reports an error.
    fn error(&mut self, rule: &'static str, span: Span, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::at(rule, span, message))
    }

    /// Reports an error at the place of something already analysed.
    fn error_at(&mut self, rule: &'static str, at: Origin, message: impl Into<String>) -> Failed {
        self.error(rule, Span::new(at.start as usize, at.end as usize), message)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(diagnostic.in_source(self.source()));
        }
        Failed
    }

    /// Reports what conflicts with something at another place; `what` says what is there.
    fn clash(&mut self, diagnostic: Diagnostic, other: Origin, what: &str) -> Failed {
        let span = Span::new(other.start as usize, other.end as usize);
        self.report(diagnostic.in_source(self.source()).also_in(other.unit, span, what))
    }

    /// Whether there is no point in going on.
    fn has_enough_errors(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// A place in the current unit.
    fn origin(&self, span: Span) -> Origin {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Origin { unit: self.source(), start: clamp(span.start), end: clamp(span.end) }
    }

    /// The current unit, as places count units.
    fn source(&self) -> u32 {
        u32::try_from(self.unit).unwrap_or(u32::MAX)
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.names.name(symbol)
    }

    /// Notes a construct that was accepted but has no meaning for us.
    fn note(&mut self, construct: &'static str, detail: impl Into<String>, at: Origin) {
        self.notes.push(hir::Note { construct, detail: detail.into(), at });
    }

    /// Runs `analyse` on an operand that is not evaluated.
    fn analyse_unevaluated<T>(&mut self, analyse: impl FnOnce(&mut Self) -> T) -> T {
        self.unevaluated += 1;
        let labels = self.body.as_ref().map(|body| body.labels.clone());
        let effects = std::mem::take(&mut self.effects);
        let result = analyse(self);
        self.effects = effects;
        if let (Some(body), Some(labels)) = (self.body.as_mut(), labels) {
            body.labels = labels;
        }
        self.unevaluated -= 1;
        result
    }
}

/// Bytes of a code unit of a literal.
const fn unit_bytes(encoding: Encoding) -> u8 {
    match encoding {
        Encoding::Plain => 1,
        Encoding::Utf16 => 2,
        Encoding::Wide | Encoding::Utf32 => 4,
    }
}
