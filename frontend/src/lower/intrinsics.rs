//! Functions that model files are written with: calls of `__belnap_NAME`.
//!
//! | call | meaning |
//! |---|---|
//! | `fail_assert()`, `fail_error()` | a property asked for is violated here |
//! | `halt()` | the program ends |
//! | `nondet(&x)`, `unknown(&x)` | `x` gets an arbitrary value: any, or one we do not know |
//! | `nondet_reachable(p)`, `unknown_reachable(p)` | all that can be reached from `p` gets one |
//! | `allocate(size, zeroed)` | a fresh object, to be freed; `zeroed` is a constant |
//! | `allocate_lasting(size)` | a fresh object that nobody has to free |
//! | `scratch(size)` | a fresh object that only the model uses |
//! | `fill(p, byte, size)`, `copy(to, from, size)` | `memset`, `memmove` |
//! | `print(format, list)` | what `vprintf` does with its list |
//! | `apart(to, from, "detail")` | both are assumed not to overlap |
//! | `note("construct", "detail")` | the next step rests on an assumption |

use belnap_ir::cfg::{AskedKind, Treatment, Weakens};
use belnap_ir::types::IntType;

use crate::ctype::CType;
use crate::hir::{self, Expr, ExprKind, PlaceKind};
use crate::mir::{Address, Cell, Havoc, Op, Origin, Storage, Until, Value};
use crate::unsupported;

use super::Lower;
use super::calls::Target;
use super::reach::root_object;
use super::stmt::strip_conversions;

impl Lower<'_> {
    /// A call of `__belnap_NAME`.
    pub(super) fn intrinsic(&mut self, name: &str, arguments: &[Expr], target: Target, at: Origin) {
        match (name, arguments) {
            ("fail_assert", []) => self.fail(AskedKind::Assert, at),
            ("fail_error", []) => self.fail(AskedKind::ReachError, at),
            ("halt", []) => {
                let halted = self.graph.halted_node(at);
                self.graph.step_to(Op::Skip, at, halted);
            }
            ("nondet", [place]) => self.havoc_argument(Havoc::Nondet, place, at),
            ("unknown", [place]) => {
                self.note_model(at);
                self.havoc_argument(Havoc::Unknown, place, at);
            }
            ("nondet_reachable", [pointer]) => {
                let pointer = self.value(pointer);
                self.graph.step(Op::HavocReachable(Havoc::Nondet, vec![pointer]), at);
            }
            ("unknown_reachable", [pointer]) => {
                let pointer = self.value(pointer);
                self.note_model(at);
                self.graph.step(Op::HavocReachable(Havoc::Unknown, vec![pointer]), at);
            }
            ("allocate", [size, zeroed]) => {
                self.note_room(at);
                let zeroed = !matches!(strip_conversions(zeroed).kind, ExprKind::Int(0));
                self.allocate(size, zeroed, Until::Freed, target, at);
            }
            ("allocate_lasting", [size]) => {
                self.note_room(at);
                self.allocate(size, false, Until::End, target, at);
            }
            ("scratch", [size]) => self.allocate(size, false, Until::End, target, at),
            ("free", [pointer]) => {
                if self.options.asked.tracks_memory() {
                    let pointer = self.size(pointer);
                    self.graph.step(Op::Free(pointer), at);
                }
            }
            ("fill", [to, byte, size]) => {
                let (to, byte) = self.two(to, byte);
                let size = self.size(size);
                let byte = self.fold.cast(IntType::unsigned(8), byte);
                self.graph.step(Op::FillBytes { to: Address::at(to), byte, size }, at);
            }
            ("copy", [to, from, size]) => {
                let (to, from) = self.two(to, from);
                let size = self.size(size);
                let (to, from) = (Address::at(to), Address::at(from));
                self.graph.step(Op::CopyBytes { to, from, size }, at);
            }
            ("copy_block", [to, from, size]) => {
                let (to, from) = self.two(to, from);
                let size = self.size(size);
                if self.options.asked.tracks_memory() {
                    let detail =
                        "what a new block has behind an old one is not read before it is written";
                    let note = self.note_assumed(unsupported::MEMORY_ALLOCATION, detail, at);
                    self.graph.note_next(note);
                }
                let (to, from) = (Address::at(to), Address::at(from));
                self.graph.step(Op::CopyBytes { to, from, size }, at);
            }
            ("print", [format, list]) => self.print_list(format, list, at),
            ("apart", [to, from, detail]) => {
                let detail = self.text(detail);
                let (to, from) = self.two(to, from);
                let note = self.note_assumed(unsupported::OVERLAPPING_COPY, detail, at);
                self.graph.note_next(note);
                // A step that changes nothing the program sees, with both pointers.
                let both = Value::If(Box::new([Value::Bool(true), to, from]));
                let seen = self.temporary(self.known.void_pointer, at);
                self.graph.step(Op::Assign(seen, both), at);
            }
            ("note", [word, detail]) => {
                let word = self.text(word);
                let detail = self.text(detail);
                let construct = unsupported::construct(&word).word;
                let note = self.note_assumed(construct, detail, at);
                self.graph.note_next(note);
            }
            _ => {
                let detail = format!("`__belnap_{name}` is not known");
                let note = self.note_unknown(unsupported::OTHER, detail, at);
                self.graph.note_next(note);
                self.graph.step(Op::Skip, at);
            }
        }
    }

    /// Something is written as a format says, with the arguments of a list, which afterwards is
    /// good for nothing: what is counted (`%n`) is stored through them.
    fn print_list(&mut self, format: &Expr, list: &Expr, at: Origin) {
        let format = self.value(format);
        let mut pointers = Vec::new();
        let next = if self.scalar(list.ty).is_some() {
            let pointer = self.value(list);
            pointers.push(pointer.clone());
            Some(Cell { address: Address::at(pointer), ty: self.fold.address, bits: None })
        } else {
            let address = self.aggregate(list);
            self.pointers_at(&address, list.ty, &mut pointers);
            None
        };
        self.note_model(at);
        self.graph.step(Op::Print { format, pointers }, at);
        if let Some(next) = next {
            self.note_model(at);
            self.graph.step(Op::Havoc(Havoc::Unknown, vec![next]), at);
        }
    }

    fn fail(&mut self, kind: AskedKind, at: Origin) {
        let failed = self.asked_node(kind, at);
        self.graph.step_to(Op::Skip, at, failed);
    }

    /// A number of bytes.
    fn size(&mut self, size: &Expr) -> Value {
        let value = self.value(size);
        self.fold.cast(self.fold.address, value)
    }

    /// The next step is one where a model does not say what the function does.
    fn note_model(&mut self, at: Origin) {
        let name = match self.frame.function {
            Some(id) => self.hir.functions[hir::FunctionId(id.0)].name.clone(),
            None => String::new(),
        };
        let detail = format!("`{name}`");
        let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
        self.graph.note_next(note);
    }

    /// What an argument `&x` or a pointer points to gets an arbitrary value.
    fn havoc_argument(&mut self, havoc: Havoc, argument: &Expr, at: Origin) {
        let argument = strip_conversions(argument);
        if let ExprKind::AddressOf(place) = &argument.kind {
            let address = self.place(place);
            self.havoc_at(havoc, address, place.ty, place.bits, at);
            return;
        }
        let pointer = self.value(argument);
        match *self.types.get(argument.ty) {
            CType::Pointer(target) if self.types.size_of(target).is_some() => {
                self.havoc_at(havoc, Address::at(pointer), target, None, at);
            }
            _ => self.graph.step(Op::HavocReachable(havoc, vec![pointer]), at),
        }
    }

    /// A call of `alloca`, which is no function: what it gives is there until the caller returns.
    pub(super) fn alloca(&mut self, size: &Expr, target: Target, at: Origin) {
        let detail = "alloca gives no address twice";
        let note = self.note_assumed(unsupported::MEMORY_ALLOCATION, detail, at);
        self.graph.note_next(note);
        self.note_room(at);
        let size = self.size(size);
        self.allocate_at("alloca()".to_owned(), size, (false, Until::Returned), target, at);
    }

    /// The next step assumes that there is room for a block.
    fn note_room(&mut self, at: Origin) {
        let (word, detail) = (unsupported::MEMORY_ALLOCATION, "memory never runs out");
        let note = self.note(word, detail, Treatment::Assumed, Weakens::Both, at);
        self.graph.note_next(note);
    }

    fn allocate(&mut self, size: &Expr, zeroed: bool, until: Until, target: Target, at: Origin) {
        let size = self.size(size);
        let name = match self.frame.function {
            Some(id) => format!("{}()", self.hir.functions[hir::FunctionId(id.0)].name),
            None => "allocated".to_owned(),
        };
        self.allocate_at(name, size, (zeroed, until), target, at);
    }

    /// A new block of a site with a name: whether it is zeroed, and until when it is there.
    fn allocate_at(
        &mut self,
        name: String,
        size: Value,
        (zeroed, until): (bool, Until),
        target: Target,
        at: Origin,
    ) {
        let site = self.new_object(name, self.known.void, Storage::Heap, at);
        self.objects[site].align = self.types.allocated_align();
        let result = match target {
            Target::Scalar(cell, _) => cell,
            _ => self.temporary(self.known.void_pointer, at),
        };
        self.graph.step(Op::Allocate { site, size, zeroed, until, result }, at);
    }

    /// A string literal.
    fn text(&self, expr: &Expr) -> String {
        let place = match &strip_conversions(expr).kind {
            ExprKind::AddressOf(place) => place,
            _ => return String::new(),
        };
        let Some(root) = root_object(place) else { return String::new() };
        let object: &hir::Object = &self.hir.objects[root];
        let Some(initializer) = &object.initializer else { return String::new() };
        let mut bytes = Vec::new();
        for (place, value) in &initializer.items {
            let PlaceKind::Index(_, index) = &place.kind else { continue };
            if let (ExprKind::Int(index), ExprKind::Int(byte)) =
                (&strip_conversions(index).kind, &strip_conversions(value).kind)
                && let Ok(index) = usize::try_from(*index)
                && index < 1000
            {
                if bytes.len() <= index {
                    bytes.resize(index + 1, 0);
                }
                bytes[index] = *byte as u8;
            }
        }
        bytes.retain(|&byte| byte != 0);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
