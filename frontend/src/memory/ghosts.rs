//! What checks of memory remember, in variables that the program does not have: which objects are
//! alive, how large they are, and how many blocks are allocated.

use belnap_ir::cfg::{AskedKind, Operation, Treatment, Weakens};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::batch::Batch;
use super::names::object_name;
use super::reachable::{ReachableCode, operations};
use super::steps::{finish, plain};
use super::translate::{Emitted, Translator};
use crate::mir::{Address, Cell, Note, ObjectId, Op, Origin, Storage, Until, Value};
use crate::unsupported::MEMORY_ALLOCATION;

/// Of a truth value that is remembered.
const FLAG: IntType = IntType::unsigned(8);
/// Of numbers of blocks.
const COUNT: IntType = IntType::unsigned(32);

/// What is remembered of an object that pointers may reach.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ghost {
    /// It is always there; its size.
    Always(u64),
    /// A local or a parameter: its size, and whether its function is active.
    Local(u64, CfgVarId),
    /// What is allocated once at most, or an array of variable length: its size, and whether it is
    /// there.
    Once(CfgVarId, CfgVarId),
    /// What is allocated again and again: which bytes are there; and, at the address of each block
    /// that is there, its size plus one.
    Many(CfgVarId, CfgVarId),
}

/// See the module's description.
#[derive(Default)]
pub(super) struct Ghosts {
    of: FxHashMap<ObjectId, Ghost>,
    /// Sites of blocks that the program has to free.
    owned: FxHashSet<ObjectId>,
    /// Sites of blocks that go when their function returns.
    returned: FxHashSet<ObjectId>,
    /// How many of these blocks are there.
    allocated: Option<CfgVarId>,
    /// First values.
    pub initials: Vec<(CfgVarId, Expr)>,
}

impl Ghosts {
    /// What is remembered of an object, if that is possible.
    pub fn of(&self, object: ObjectId) -> Option<Ghost> {
        self.of.get(&object).copied()
    }

    /// Whether the program has to free what a site allocates.
    pub fn is_owned(&self, site: ObjectId) -> bool {
        self.owned.contains(&site)
    }

    /// Whether it is known when the blocks of a site end.
    pub fn knows_end(&self, site: ObjectId) -> bool {
        self.owned.contains(&site) || self.returned.contains(&site)
    }
}

impl Translator<'_, '_> {
    /// Makes the variables, if memory is checked.
    pub fn remember(&mut self, code: &ReachableCode) {
        let program = self.program();
        if !program.asked.tracks_memory() {
            return;
        }
        for op in operations(program, code) {
            match op {
                Op::Allocate { site, until: Until::Freed, .. } => {
                    self.ghosts.owned.insert(*site);
                }
                Op::Allocate { site, until: Until::Returned, .. } => {
                    self.ghosts.returned.insert(*site);
                }
                _ => {}
            }
        }
        if program.asked.has(AskedKind::Lost) && !self.ghosts.owned.is_empty() {
            let detail = "whatever loses memory can go on to the end of the program".to_owned();
            self.ledger.push(Note {
                construct: MEMORY_ALLOCATION,
                detail,
                treatment: Treatment::Assumed,
                weakens: Weakens::Proofs,
                at: Origin { unit: u32::MAX, ..Origin::default() },
                global: true,
            });
        }
        self.ghosts.allocated = Some(self.ghost("allocated()", Type::Int(COUNT), 0));
        for object in (0..program.objects.len()).map(ObjectId::from) {
            if code.used[object]
                && !self.memory.is_direct(object)
                && let Some(ghost) = self.ghost_of(object)
            {
                self.ghosts.of.insert(object, ghost);
            }
        }
    }

    fn ghost_of(&mut self, id: ObjectId) -> Option<Ghost> {
        let object = &self.program().objects[id];
        let name = object_name(self.memory, id);
        let address = self.tables.address;
        let flag = Type::Int(FLAG);
        let repeated = self.counters.contains_key(&id);
        let size = self.program().types.size_of(object.ty);
        match object.storage {
            Storage::Heap if repeated => {
                let array = |cell| Type::Array(ArrayType { index: address, cell });
                let valid = self.ghost(&format!("valid({name})"), array(FLAG), 0);
                let sizes = self.ghost(&format!("sizes({name})"), array(address), 0);
                Some(Ghost::Many(valid, sizes))
            }
            Storage::Heap => {
                let size = self.ghost(&format!("size({name})"), Type::Int(address), 0);
                Some(Ghost::Once(size, self.ghost(&format!("alive({name})"), flag, 0)))
            }
            // Of a local of a block, a pointer may be to an earlier one at the same place.
            Storage::Local | Storage::Parameter if repeated || object.shares_address => None,
            _ if repeated => None,
            Storage::Local if object.bytes.is_some() => {
                let size = self.ghost(&format!("size({name})"), Type::Int(address), 0);
                Some(Ghost::Once(size, self.ghost(&format!("alive({name})"), flag, 0)))
            }
            Storage::Local | Storage::Parameter => {
                Some(Ghost::Local(size?, self.ghost(&format!("alive({name})"), flag, 0)))
            }
            _ => Some(Ghost::Always(size?)),
        }
    }

    /// A new variable, which is this everywhere at first.
    fn ghost(&mut self, name: &str, ty: Type, first: i128) -> CfgVarId {
        let var = self.tables.temporary(name, ty, None);
        let value = match ty {
            Type::Array(array) => Expr::Fill(array, Box::new(Expr::int(first, array.cell))),
            Type::Int(int) => Expr::int(first, int),
            Type::Bool => Expr::Bool(first != 0),
        };
        self.ghosts.initials.push((var, value));
        var
    }

    /// The program's blocks are all freed.
    pub fn all_freed(&self) -> Expr {
        match self.ghosts.allocated {
            Some(count) => Expr::compare(CompareOp::Eq, Expr::Var(count), Expr::int(0, COUNT)),
            None => Expr::Bool(true),
        }
    }

    /// So many bytes from an address on are inside an object that is alive; `None` if that is not
    /// known.
    pub fn inside(
        &self,
        object: ObjectId,
        base: Expr,
        address: &Expr,
        bytes: &Expr,
    ) -> Option<Expr> {
        let ty = self.tables.address;
        let offset = match address {
            Expr::Binary(BinaryOp::Add, operands) if operands[0] == base => operands[1].clone(),
            address if *address == base => Expr::int(0, ty),
            address => Expr::binary(BinaryOp::Sub, address.clone(), base),
        };
        let in_size = |size: Expr| within(&offset, bytes, size, ty);
        Some(match self.ghosts.of(object)? {
            Ghost::Always(size) => in_size(Expr::int(i128::from(size), ty)),
            Ghost::Local(size, alive) => {
                both(is_set(Expr::Var(alive), FLAG), in_size(Expr::int(i128::from(size), ty)))
            }
            Ghost::Once(size, alive) => {
                both(is_set(Expr::Var(alive), FLAG), in_size(Expr::Var(size)))
            }
            Ghost::Many(valid, _) => {
                let at = |index| is_set(Expr::read(Expr::Var(valid), index), FLAG);
                let last = Expr::binary(BinaryOp::Sub, bytes.clone(), Expr::int(1, ty));
                let end = |last| Expr::binary(BinaryOp::Add, address.clone(), last);
                match bytes {
                    Expr::Int(1, _) => at(address.clone()),
                    Expr::Int(bytes, _) => {
                        both(at(address.clone()), at(end(Expr::int(bytes - 1, ty))))
                    }
                    _ => {
                        let none = Expr::compare(CompareOp::Eq, bytes.clone(), Expr::int(0, ty));
                        Expr::Or(vec![none, both(at(address.clone()), at(end(last)))])
                    }
                }
            }
        })
    }

    /// The address is that of a block of a site, which the program may free.
    pub fn is_block(&mut self, site: ObjectId, address: &Expr) -> Expr {
        match self.ghosts.of(site).filter(|_| self.ghosts.is_owned(site)) {
            Some(Ghost::Once(_, alive)) => {
                let own = self.object_address(site);
                let same = Expr::compare(CompareOp::Eq, address.clone(), own);
                both(is_set(Expr::Var(alive), FLAG), same)
            }
            Some(Ghost::Many(_, sizes)) => {
                is_set(self.size_at(sizes, address), self.tables.address)
            }
            _ => Expr::Bool(false),
        }
    }

    fn size_at(&self, sizes: CfgVarId, address: &Expr) -> Expr {
        Expr::read(Expr::Var(sizes), address.clone())
    }

    /// A block is allocated.
    pub fn note_allocated(
        &mut self,
        site: ObjectId,
        at: &Expr,
        size: &Expr,
        out: &mut Vec<Emitted>,
    ) {
        let ty = self.tables.address;
        let mut batch = Batch::default();
        match self.ghosts.of(site) {
            Some(Ghost::Once(own, alive)) => {
                batch.set(own, size.clone());
                batch.set(alive, Expr::int(1, FLAG));
            }
            Some(Ghost::Many(valid, sizes)) => {
                batch.splice(valid, self.flags(1), at.clone(), size.clone());
                let more = Expr::binary(BinaryOp::Add, size.clone(), Expr::int(1, ty));
                batch.write(sizes, at.clone(), more);
            }
            _ => {}
        }
        if let Some(count) = self.ghosts.allocated.filter(|_| self.ghosts.is_owned(site)) {
            let more = Expr::binary(BinaryOp::Add, Expr::Var(count), Expr::int(1, COUNT));
            batch.set(count, more);
        }
        finish(batch, out);
    }

    /// An object is declared. Of an array of variable length, that is when it begins to live.
    pub fn note_declared(&mut self, object: ObjectId, out: &mut Vec<Emitted>) {
        if let Some(bytes) = self.program().objects[object].bytes
            && let Some(Ghost::Once(size, alive)) = self.ghosts.of(object)
        {
            let mut batch = Batch::default();
            batch.set(size, self.bytes_of_array(bytes));
            batch.set(alive, Expr::int(1, FLAG));
            finish(batch, out);
        }
    }

    /// The number of bytes of an array of variable length, from the local that holds it.
    pub fn bytes_of_array(&mut self, bytes: ObjectId) -> Expr {
        let ty = self.tables.address;
        let cell = Cell { address: Address::of(bytes), ty, bits: None };
        self.value(&Value::load(cell))
    }

    /// A region of flags that are all the same.
    fn flags(&self, flag: i128) -> Expr {
        let array = ArrayType { index: self.tables.address, cell: FLAG };
        Expr::Fill(array, Box::new(Expr::int(flag, FLAG)))
    }

    /// The next block of a site is somewhere behind the last one: what follows a block is not known
    /// to be one.
    pub fn further(&mut self, next: Expr, out: &mut Vec<Emitted>) -> Expr {
        if !self.program().asked.tracks_memory() {
            return next;
        }
        let ty = self.tables.address;
        let gap = self.temporary(Type::Int(IntType::unsigned(ty.bits / 2)));
        out.push(plain(Operation::Nondet(vec![gap])));
        let gap = Expr::cast(ty, Expr::Var(gap));
        let gap = Expr::binary(BinaryOp::Mul, gap, Expr::int(16, ty));
        let next = Expr::binary(BinaryOp::Add, next, Expr::int(16, ty));
        Expr::binary(BinaryOp::Add, next, gap)
    }

    /// What a pointer points to is freed, if that is a block.
    pub fn free(&mut self, pointer: &Value, out: &mut Vec<Emitted>) {
        let targets = self.memory.points_to.of_value(pointer);
        let address = self.value(pointer);
        let address = self.spill_deep(address);
        let mut batch = Batch::default();
        let mut sites: Vec<ObjectId> = targets.cells.iter().map(|target| target.object).collect();
        sites.dedup();
        for site in sites {
            let freed = self.is_block(site, &address);
            match self.ghosts.of(site) {
                Some(Ghost::Once(_, alive)) if freed != Expr::Bool(false) => {
                    let left = Expr::ite(freed, Expr::int(0, FLAG), Expr::Var(alive));
                    batch.set(alive, left);
                }
                Some(Ghost::Many(valid, sizes)) if freed != Expr::Bool(false) => {
                    let ty = self.tables.address;
                    let size = self.size_at(sizes, &address);
                    let own = Expr::binary(BinaryOp::Sub, size, Expr::int(1, ty));
                    let length = Expr::ite(freed, own, Expr::int(0, ty));
                    batch.splice(valid, self.flags(0), address.clone(), length);
                    batch.write(sizes, address.clone(), Expr::int(0, ty));
                }
                _ => {}
            }
        }
        if let Some(count) = self.ghosts.allocated {
            let null = Expr::int(0, self.tables.address);
            let none = Expr::compare(CompareOp::Eq, address, null);
            let fewer = Expr::binary(BinaryOp::Sub, Expr::Var(count), Expr::int(1, COUNT));
            batch.set(count, Expr::ite(none, Expr::Var(count), fewer));
        }
        finish(batch, out);
        if targets.anything {
            self.lose_blocks(out);
        }
    }

    /// Which blocks are there is not known.
    fn lose_blocks(&mut self, out: &mut Vec<Emitted>) {
        let mut vars: Vec<CfgVarId> = self.ghosts.allocated.into_iter().collect();
        for ghost in self.ghosts.of.values() {
            match ghost {
                Ghost::Once(_, alive) => vars.push(*alive),
                Ghost::Many(valid, sizes) => vars.extend([*valid, *sizes]),
                Ghost::Always(_) | Ghost::Local(..) => {}
            }
        }
        vars.sort_unstable();
        let detail = "what a pointer of unknown origin frees".to_owned();
        let note = self.unknown_note("unknown-pointer", detail);
        out.push(Emitted { operation: Operation::Unknown(vars), notes: vec![note] });
    }

    /// Objects of a function begin or end to live; its blocks begin where they are allocated.
    pub fn live(&mut self, objects: &[ObjectId], begins: bool, out: &mut Vec<Emitted>) {
        let mut batch = Batch::default();
        for object in objects {
            match self.ghosts.of(*object) {
                Some(Ghost::Local(_, alive)) => {
                    batch.set(alive, Expr::int(i128::from(begins), FLAG));
                }
                Some(Ghost::Once(_, alive)) => batch.set(alive, Expr::int(0, FLAG)),
                Some(Ghost::Many(valid, sizes)) => {
                    let array = ArrayType { index: self.tables.address, cell: self.tables.address };
                    let none = Expr::Fill(array, Box::new(Expr::int(0, array.cell)));
                    batch.set(valid, self.flags(0));
                    batch.set(sizes, none);
                }
                Some(Ghost::Always(_)) | None => {}
            }
        }
        finish(batch, out);
    }
}

/// So many bytes from an offset on are among the first `size` ones.
pub(super) fn within(offset: &Expr, bytes: &Expr, size: Expr, ty: IntType) -> Expr {
    match (&size, bytes) {
        (Expr::Int(size, _), Expr::Int(bytes, _)) if bytes > size => Expr::Bool(false),
        (Expr::Int(size, _), Expr::Int(bytes, _)) => match offset {
            Expr::Int(offset, _) => Expr::Bool(*offset <= size - bytes),
            offset => {
                let last = Expr::int(size - bytes, ty);
                Expr::compare(CompareOp::Le, offset.clone(), last)
            }
        },
        _ => {
            let rest = Expr::binary(BinaryOp::Sub, size.clone(), offset.clone());
            Expr::And(vec![
                Expr::compare(CompareOp::Le, offset.clone(), size),
                Expr::compare(CompareOp::Le, bytes.clone(), rest),
            ])
        }
    }
}

/// A number is not zero.
fn is_set(number: Expr, ty: IntType) -> Expr {
    Expr::compare(CompareOp::Ne, number, Expr::int(0, ty))
}

fn both(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Bool(true), other) | (other, Expr::Bool(true)) => other,
        (Expr::Bool(false), _) | (_, Expr::Bool(false)) => Expr::Bool(false),
        (left, right) => Expr::And(vec![left, right]),
    }
}
