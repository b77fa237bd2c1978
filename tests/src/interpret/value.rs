//! Values: truth values, numbers with their type, and regions as total functions.

use belnap_test_support::random::mix;
use std::collections::BTreeMap;
use std::sync::Arc;

use belnap_ir::types::{ArrayType, IntType, Type};

/// What a variable holds while a graph is executed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number. In mathematical mode it need not fit its type.
    Int(i128, IntType),
    /// A region.
    Region(Arc<Region>),
}

impl Value {
    /// Zero, false, or zero everywhere.
    pub fn zero(ty: Type) -> Self {
        Value::number(0, ty)
    }

    /// A number of a type; a truth value that says whether it is odd; a region filled with it.
    pub fn number(number: i128, ty: Type) -> Self {
        match ty {
            Type::Bool => Value::Bool(number & 1 == 1),
            Type::Int(int) => Value::Int(int.wrap(number), int),
            Type::Array(array) => Value::Region(Arc::new(Region::filled(array, number))),
        }
    }

    /// Numbers and regions that look like noise, the same for the same seed.
    pub fn noise(seed: u64, ty: Type) -> Self {
        match ty {
            Type::Array(array) => Value::Region(Arc::new(Region {
                ty: array,
                stored: BTreeMap::new(),
                rest: Rest::Noise(seed),
                nesting: 1,
            })),
            _ => Value::number(i128::from(mix(seed)), ty),
        }
    }

    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Bool(_) => Type::Bool,
            Value::Int(_, ty) => Type::Int(*ty),
            Value::Region(region) => Type::Array(region.ty),
        }
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(value, _) => Some(*value),
            _ => None,
        }
    }
}

/// A function from indices to cells: some cells stored, the others given by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    ty: ArrayType,
    /// Only cells that differ from what the rule says.
    stored: BTreeMap<i128, i128>,
    rest: Rest,
    /// How deeply rules are nested.
    nesting: usize,
}

/// The cells that are not stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Rest {
    /// The same value everywhere.
    Fill(i128),
    /// Values that look like noise.
    Noise(u64),
    /// `other` from `from` for `length` cells, `base` elsewhere.
    Splice { base: Arc<Region>, other: Arc<Region>, from: i128, length: i128 },
    /// Cell `i` is `region[i + by]`.
    Shift { region: Arc<Region>, by: i128 },
}

/// Splices up to this length are made cell by cell.
const EAGER_CELLS: i128 = 1 << 12;

/// How indices are computed: modulo their width, or as unbounded numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indices {
    /// Whether they wrap around.
    pub wrap: bool,
}

impl Indices {
    fn add(self, ty: IntType, a: i128, b: i128) -> i128 {
        let sum = a.wrapping_add(b);
        if self.wrap { ty.wrap(sum) } else { sum }
    }

    /// Whether `index` is one of the `length` indices from `from`.
    fn within(self, ty: IntType, index: i128, from: i128, length: i128) -> bool {
        let distance = index.wrapping_sub(from);
        if self.wrap {
            let unsigned = IntType::unsigned(ty.bits);
            (unsigned.wrap(distance) as u128) < (unsigned.wrap(length) as u128)
        } else {
            0 <= distance && distance < length
        }
    }
}

impl Region {
    /// The same value in each cell.
    pub fn filled(ty: ArrayType, value: i128) -> Self {
        Region::filled_exactly(ty, ty.cell.wrap(value))
    }

    /// The same number in each cell, in mathematical mode possibly too large for it.
    pub(super) fn filled_exactly(ty: ArrayType, value: i128) -> Self {
        Region { ty, stored: BTreeMap::new(), rest: Rest::Fill(value), nesting: 1 }
    }

    /// Its type.
    pub fn ty(&self) -> ArrayType {
        self.ty
    }

    /// The cell at `index`.
    pub fn read(&self, index: i128, how: Indices) -> i128 {
        match self.stored.get(&index) {
            Some(value) => *value,
            None => self.rest(index, how),
        }
    }

    fn rest(&self, index: i128, how: Indices) -> i128 {
        match &self.rest {
            Rest::Fill(value) => *value,
            Rest::Noise(seed) => {
                let folded = index as u64 ^ ((index >> 64) as u64);
                self.ty.cell.wrap(i128::from(mix(*seed ^ mix(folded))))
            }
            Rest::Splice { base, other, from, length } => {
                if how.within(self.ty.index, index, *from, *length) {
                    other.read(index, how)
                } else {
                    base.read(index, how)
                }
            }
            Rest::Shift { region, by } => region.read(how.add(self.ty.index, index, *by), how),
        }
    }

    /// Replaces the cell at `index`.
    pub fn write(&mut self, index: i128, value: i128, how: Indices) {
        if self.rest(index, how) == value {
            self.stored.remove(&index);
        } else {
            self.stored.insert(index, value);
        }
    }

    /// `base` with `length` cells from `from` replaced by those of `other`.
    pub fn splice(
        base: &Arc<Region>,
        other: &Arc<Region>,
        from: i128,
        length: i128,
        how: Indices,
    ) -> Arc<Region> {
        let ty = base.ty;
        if (0..=EAGER_CELLS).contains(&length) {
            let mut region = Region::clone(base);
            for step in 0..length {
                let index = how.add(ty.index, from, step);
                region.write(index, other.read(index, how), how);
            }
            return Arc::new(region);
        }
        let nesting = 1 + base.nesting.max(other.nesting);
        let rest = Rest::Splice { base: base.clone(), other: other.clone(), from, length };
        Arc::new(Region { ty, stored: BTreeMap::new(), rest, nesting })
    }

    /// The region whose cell `i` is `region[i + by]`.
    pub fn shift(region: &Arc<Region>, by: i128) -> Arc<Region> {
        let rest = Rest::Shift { region: region.clone(), by };
        let (ty, nesting) = (region.ty, 1 + region.nesting);
        Arc::new(Region { ty, stored: BTreeMap::new(), rest, nesting })
    }

    /// How deeply rules are nested; reading recurses this deep.
    pub fn nesting(&self) -> usize {
        self.nesting
    }
}
