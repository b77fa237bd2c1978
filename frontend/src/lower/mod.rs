//! Typed programs to graphs with explicit memory accesses: [`crate::hir`] to [`crate::mir`].
//!
//! Only what the entry function can reach is lowered. Objects and functions keep their numbers;
//! temporaries, results, heap objects and addresses of labels come after them.
//!
//! # Where things are, in reading order
//!
//! | module | what it does |
//! |---|---|
//! | this one | [`lower()`], and `Lower`: the program so far, its ledger and objects |
//! | `reach`, `walk` | what the entry function can need; a walk over all of a typed tree |
//! | `function`, `graph` | a function's graph in the making: steps at the current node |
//! | `stmt`, `switch`, `jumps` | statements; labels, computed `goto` and inline assembly |
//! | `condition` | expressions as truth values, and as branches |
//! | `expr`, `place` | expressions to values, places to addresses |
//! | `assign`, `aggregate`, `init` | assignments; records and arrays; initializers |
//! | `arithmetic`, `convert`, `fold` | operators with C's undefined cases; conversions; constants |
//! | `effects`, `order` | what an expression may write; orders of evaluation that C leaves open |
//! | `calls`, `variadic` | calls of functions with a body; variable arguments |
//! | `external`, `attributes` | functions without a body: options, and attributes of model files |
//! | `actions` | functions whose calls are steps that others take part in |
//! | `volatile` | what is read from volatile objects, and written to fixed addresses |
//! | `intrinsics` | `__belnap_NAME`, with which models of library functions are written |
//! | `formatted`, `written` | functions like `scanf` and `printf`; text that `sprintf` writes |
//!
//! To add a library function, write its model in `frontend/models/library.c`: most need nothing
//! here.

mod actions;
mod aggregate;
mod arithmetic;
mod assign;
mod attributes;
mod calls;
mod condition;
mod convert;
mod effects;
mod expr;
mod external;
pub(crate) mod fold;
mod formatted;
mod function;
mod graph;
mod init;
mod intrinsics;
mod jumps;
mod order;
mod place;
mod reach;
mod stmt;
mod switch;
mod variadic;
mod volatile;
mod walk;
mod written;

use belnap_ir::cfg::{IntegerMode, Treatment, Weakens};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::TiVec;
use belnap_ir::span::Span;
use belnap_ir::system::ActionFunction;
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use crate::checks::Asked;
use crate::ctype::{CType, IntKind, TypeId, Types};
use crate::hir;
use crate::mir::{
    FunctionId, Note, NoteId, Object, ObjectId, Origin, Program, Scope, ScopeId, Storage,
    VariableArguments,
};

use actions::Actions;
use fold::Fold;
use function::Frame;
use graph::Graph;
use reach::Reach;

pub(crate) use variadic::is_elsewhere;

/// What a function without a body and without a model does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExternFunctions {
    /// Its result and what its arguments reach are unknown.
    #[default]
    Unknown,
    /// Its result and what its arguments reach are a choice of the environment.
    Nondet,
    /// Its result is a choice of the environment; it changes nothing.
    Pure,
}

/// What is read from volatile objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolatileReads {
    /// Numbers that the environment chooses, each time.
    #[default]
    Environment,
    /// What the program has written.
    Memory,
}

/// How to lower a program.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Name of the entry function.
    pub entry: String,
    /// Meaning of arithmetic.
    pub integers: IntegerMode,
    /// What functions without a body do.
    pub externs: ExternFunctions,
    /// Assertions and checks that the graph asks for.
    pub asked: Asked,
    /// What is read from volatile objects.
    pub volatile: VolatileReads,
    /// C names of variables that stay even if nothing uses them: properties are about them.
    pub keep: Vec<String>,
    /// Functions whose calls are steps that others take part in.
    pub actions: Vec<ActionFunction>,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            entry: "main".to_owned(),
            integers: IntegerMode::Wrap,
            externs: ExternFunctions::Unknown,
            asked: Asked::default(),
            volatile: VolatileReads::Environment,
            keep: Vec::new(),
            actions: Vec::new(),
        }
    }
}

/// The error that a program does something at a place that we do not support.
fn unsupported_at(at: Origin, message: String) -> Diagnostic {
    let span = Span::new(at.start as usize, at.end as usize);
    Diagnostic::at("c-unsupported", span, message).in_source(at.unit)
}

/// The program as graphs.
///
/// # Errors
/// If the program has no entry function, or needs what is not supported.
pub fn lower(program: &hir::Program, options: &LowerOptions) -> Result<Program, Vec<Diagnostic>> {
    let entry = find_entry(program, &options.entry)?;
    let reach = Reach::from(program, entry, &options.keep);
    let refusals = external::find_refusals(program, &reach);
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let actions = actions::find_actions(program, options)?;
    let mut lower = Lower::new(program, options, reach);
    lower.actions = actions;
    let mut functions = lower.functions(entry);
    let (initial, unknown) = lower.static_initializers(&functions);
    if let Some(body) = &mut functions[FunctionId(entry.0)].body {
        function::prepend(body, unknown);
    }
    Ok(Program {
        types: lower.types,
        integers: options.integers,
        objects: lower.objects,
        functions,
        scopes: lower.scopes,
        initial,
        entry: FunctionId(entry.0),
        asked: options.asked,
        variable_arguments: lower.variable_arguments,
        keep: options.keep.clone(),
        ledger: lower.ledger,
    })
}

/// Of each object, whether a function needs it, by itself or by what it calls.
pub fn needed_objects(
    program: &hir::Program,
    function: hir::FunctionId,
) -> TiVec<hir::ObjectId, bool> {
    Reach::from(program, function, &[]).objects
}

fn find_entry(program: &hir::Program, name: &str) -> Result<hir::FunctionId, Vec<Diagnostic>> {
    let index = program
        .functions
        .iter()
        .position(|function| function.name == name && function.body.is_some());
    if let Some(index) = index {
        return Ok(hir::FunctionId(u32::try_from(index).expect("more than 2^32 functions")));
    }
    let available: Vec<&str> = program
        .functions
        .iter()
        .filter(|function| function.body.is_some() && !function.is_model)
        .map(|function| function.name.as_str())
        .take(20)
        .collect();
    let message = format!("the program has no function `{name}` to start with");
    let note = if available.is_empty() {
        "it defines no function at all".to_owned()
    } else {
        format!("it defines {}; choose one with --entry", available.join(", "))
    };
    Err(vec![Diagnostic::error("c-entry", Place::Whole, message).note(note)])
}

/// Types the lowering needs.
#[derive(Clone, Copy, Debug)]
struct KnownTypes {
    void: TypeId,
    bool_: TypeId,
    byte: TypeId,
    /// Unsigned, as wide as addresses.
    size: TypeId,
    /// Holds an argument among variable ones.
    slot: TypeId,
    void_pointer: TypeId,
}

/// The program so far, and the function that is being lowered.
struct Lower<'a> {
    hir: &'a hir::Program,
    options: &'a LowerOptions,
    reach: Reach,
    open_order: order::Open,
    /// Of each function: whether it looks at its variable arguments.
    looks: TiVec<hir::FunctionId, bool>,
    types: Types,
    known: KnownTypes,
    fold: Fold,
    objects: TiVec<ObjectId, Object>,
    scopes: TiVec<ScopeId, Scope>,
    variable_arguments: VariableArguments,
    ledger: TiVec<NoteId, Note>,
    /// Entries by construct, detail and place.
    noted: FxHashMap<(&'static str, String, Origin), NoteId>,
    /// What stands for the address of a label.
    labels: FxHashMap<hir::LabelId, ObjectId>,
    /// The graph of the current function.
    graph: Graph,
    /// What else there is to know about the current function.
    frame: Frame,
    /// Functions whose calls are steps that others take part in.
    actions: Actions,
}

impl<'a> Lower<'a> {
    fn new(program: &'a hir::Program, options: &'a LowerOptions, reach: Reach) -> Self {
        let mut types = program.types.clone();
        let void = types.intern(CType::Void);
        let size = types.int(types.size());
        let known = KnownTypes {
            void,
            bool_: types.intern(CType::Bool),
            byte: types.int(IntKind::UnsignedChar),
            size,
            slot: types.int(IntKind::UnsignedLongLong),
            void_pointer: types.pointer(void),
        };
        let scopes = program
            .functions
            .iter()
            .map(|function| Scope {
                function: function.name.clone(),
                caller: None,
                call: None,
                copy: 0,
            })
            .collect();
        let mut lower = Lower {
            hir: program,
            options,
            open_order: order::find_open_orders(program, &reach),
            looks: variadic::find_readers(program),
            reach,
            fold: Fold { integers: options.integers, address: types.address() },
            types,
            known,
            objects: program.objects.iter().map(object).collect(),
            scopes,
            variable_arguments: VariableArguments::default(),
            ledger: TiVec::new(),
            noted: FxHashMap::default(),
            labels: FxHashMap::default(),
            graph: Graph::new(ScopeId(0), Origin::default()),
            frame: Frame::default(),
            actions: Actions::default(),
        };
        for note in &program.notes {
            lower.ledger.push(Note {
                construct: note.construct,
                detail: note.detail.clone(),
                treatment: Treatment::Assumed,
                weakens: crate::unsupported::construct(note.construct).assumed,
                at: note.at,
                global: true,
            });
        }
        lower
    }

    /// The entry of the ledger for something at a place; made if it is not there.
    fn note(
        &mut self,
        construct: &'static str,
        detail: impl Into<String>,
        treatment: Treatment,
        weakens: Weakens,
        at: Origin,
    ) -> NoteId {
        let detail = detail.into();
        let ledger = &mut self.ledger;
        *self.noted.entry((construct, detail.clone(), at)).or_insert_with(|| {
            let id = NoteId(u32::try_from(ledger.len()).expect("more than 2^32 entries"));
            ledger.push(Note { construct, detail, treatment, weakens, at, global: false });
            id
        })
    }

    /// The entry for something whose effect is unknown.
    fn note_unknown(
        &mut self,
        construct: &'static str,
        detail: impl Into<String>,
        at: Origin,
    ) -> NoteId {
        self.note(construct, detail, Treatment::Unknown, Weakens::Precision, at)
    }

    /// The entry for an assumption.
    fn note_assumed(
        &mut self,
        construct: &'static str,
        detail: impl Into<String>,
        at: Origin,
    ) -> NoteId {
        let weakens = crate::unsupported::construct(construct).assumed;
        self.note(construct, detail, Treatment::Assumed, weakens, at)
    }

    /// A new object of the current function or, without one, of static storage.
    fn new_object(&mut self, name: String, ty: TypeId, storage: Storage, at: Origin) -> ObjectId {
        let id = ObjectId(u32::try_from(self.objects.len()).expect("more than 2^32 objects"));
        let local = matches!(storage, Storage::Temporary | Storage::Result | Storage::Local);
        let function = self.frame.function.filter(|_| local);
        self.objects.push(Object {
            name,
            ty,
            storage,
            function,
            scope: function.map(|function| ScopeId(function.0)),
            align: self.types.align_of(ty),
            is_volatile: false,
            is_const: false,
            shares_address: false,
            bytes: None,
            at,
        });
        id
    }

    /// The bit vector of a scalar type.
    fn scalar(&self, ty: TypeId) -> Option<IntType> {
        self.types.scalar(ty)
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Float(_))
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Pointer(_))
    }

    fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Void)
    }
}

/// An object of the typed program.
fn object(object: &hir::Object) -> Object {
    let storage = match object.storage {
        hir::Storage::Static => Storage::Static,
        hir::Storage::External => Storage::External,
        hir::Storage::String => Storage::String,
        hir::Storage::Local => Storage::Local,
        hir::Storage::Parameter => Storage::Parameter,
    };
    let local = matches!(storage, Storage::Local | Storage::Parameter);
    let function = object.function.map(|function| crate::mir::FunctionId(function.0));
    Object {
        name: object.name.clone(),
        ty: object.ty,
        storage,
        function: function.filter(|_| local),
        scope: function.map(|function| ScopeId(function.0)),
        align: object.align.max(1),
        is_volatile: object.is_volatile,
        is_const: object.is_const,
        shares_address: object.shares_address,
        bytes: None,
        at: object.at,
    }
}
