//! Addresses that we choose for objects.

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::ObjectId;
use rustc_hash::FxHashMap;

/// Bytes that are kept free for an object of unknown size.
pub const ROOM: u64 = 1 << 20;

/// Addresses for the objects, one after the other.
pub fn layout(cfg: &Cfg, objects: &[ObjectId]) -> Option<FxHashMap<ObjectId, i128>> {
    let space = cfg.object_space();
    let mut next: i128 = 1 << 16;
    let mut addresses = FxHashMap::default();
    for object in objects {
        let known = &cfg.objects[*object];
        let align = i128::from(known.align.max(1));
        next = (next + align - 1) / align * align;
        addresses.insert(*object, next);
        next += i128::from(known.size.unwrap_or(ROOM).max(1)) + 16;
        if u128::try_from(next).is_ok_and(|next| next >= space.end) {
            return None;
        }
    }
    Some(addresses)
}
