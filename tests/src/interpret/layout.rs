//! Where objects are: concrete addresses, disjoint and aligned.

use std::fmt;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::ObjectId;

use belnap_test_support::random::mix;

/// Addresses of the objects of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) addresses: Vec<i128>,
}

/// The objects do not fit into the address space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The object that does not.
    pub object: ObjectId,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "object {} does not fit into the address space", self.object)
    }
}

impl std::error::Error for LayoutError {}

/// First address in use.
const FIRST: i128 = 0x1000;

/// Bytes between objects, so that the end of one is not the beginning of the next.
const GAP: i128 = 16;

impl Layout {
    /// Objects one after the other: in their order for seed 0, else shuffled.
    pub fn new(cfg: &Cfg, seed: u64) -> Result<Layout, LayoutError> {
        let of_unknown_size = match cfg.machine.data_model.pointer {
            16 => 1 << 10,
            32 => 1 << 20,
            _ => 1 << 32,
        };
        let end = 1_i128 << cfg.machine.address().bits;
        let mut order: Vec<usize> = (0..cfg.objects.len()).collect();
        if seed != 0 {
            order.sort_by_key(|object| mix(seed ^ mix(*object as u64)));
        }
        let mut addresses = vec![0; cfg.objects.len()];
        let mut next = FIRST;
        for index in order {
            let object = &cfg.objects[ObjectId::from(index)];
            let align = i128::from(object.align.max(1));
            let address = (next + align - 1) / align * align;
            next = address + object.size.map_or(of_unknown_size, i128::from).max(1) + GAP;
            if next > end {
                return Err(LayoutError { object: ObjectId::from(index) });
            }
            addresses[index] = address;
        }
        Ok(Layout { addresses })
    }

    /// The address of an object of the graph.
    pub fn address(&self, object: ObjectId) -> i128 {
        self.addresses[object.index()]
    }

    /// The layout of a graph whose objects are, by name, some of those of `of`.
    pub fn renumbered(&self, of: &Cfg, to: &Cfg) -> Option<Layout> {
        let addresses = to
            .objects
            .iter()
            .map(|object| {
                let index = of.objects.iter().position(|other| other.name == object.name)?;
                self.addresses.get(index).copied()
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Layout { addresses })
    }
}
