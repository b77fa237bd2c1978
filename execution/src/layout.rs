//! Addresses that we choose for objects.

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::ObjectId;
use rustc_hash::FxHashMap;

/// Bytes that are kept free for an object of unknown size.
pub const ROOM: u64 = 1 << 20;

/// Addresses for the objects, one after the other.
pub fn layout(cfg: &Cfg, objects: &[ObjectId]) -> Option<FxHashMap<ObjectId, i128>> {
    layout_around(cfg, objects, FxHashMap::default())
}

/// Addresses for the objects, one after the other, between those that have one already.
pub fn layout_around(
    cfg: &Cfg,
    objects: &[ObjectId],
    mut addresses: FxHashMap<ObjectId, i128>,
) -> Option<FxHashMap<ObjectId, i128>> {
    let space = cfg.object_space();
    let size = |object: ObjectId| i128::from(cfg.objects[object].size.unwrap_or(ROOM).max(1));
    let mut taken: Vec<(i128, i128)> =
        addresses.iter().map(|(object, first)| (*first, *first + size(*object))).collect();
    taken.sort_unstable();
    let mut next: i128 = 1 << 16;
    for object in objects {
        if addresses.contains_key(object) {
            continue;
        }
        let align = i128::from(cfg.objects[*object].align.max(1));
        let up = |address: i128| (address + align - 1) / align * align;
        next = up(next);
        for (first, end) in &taken {
            if *first < next + size(*object) && next < *end {
                next = up(*end + 16);
            }
        }
        addresses.insert(*object, next);
        next += size(*object) + 16;
        if u128::try_from(next).is_ok_and(|next| next >= space.end) {
            return None;
        }
    }
    Some(addresses)
}
