//! Where members are, as gcc lays records out on x86-64 and i386.

use crate::ctype::{Field, Layout, TypeId, Types};

use super::bitfields::assign_units;

/// A member to place.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: Option<String>,
    pub(crate) ty: TypeId,
    /// Alignment of a typedef with an attribute, which replaces that of the type.
    pub(crate) type_align: Option<u32>,
    /// Alignment asked for in the member's own declaration.
    pub(crate) own_align: Option<u32>,
    pub(crate) packed: bool,
    /// Width of a bit-field.
    pub(crate) width: Option<u8>,
}

impl Member {
    /// The alignment of a member whose type has alignment `natural`.
    pub(crate) fn align(&self, natural: u32, cap: Option<u32>) -> u32 {
        let own = self.own_align.unwrap_or(1).max(1);
        let wanted = match self.packed {
            true => own,
            false => self.type_align.unwrap_or(natural).max(1).max(own),
        };
        cap.map_or(wanted, |cap| wanted.min(cap))
    }
}

/// No type has as many bytes: its bits can be counted with 64.
pub(crate) const LARGEST: u64 = 1 << 60;

/// Whether a record with these members is surely smaller than that.
fn fits(types: &Types, members: &[Member], asked: Option<u32>) -> bool {
    let mut bytes = u64::from(asked.unwrap_or(1));
    for member in members {
        let aligns = [member.type_align, member.own_align, Some(types.align_of(member.ty))];
        bytes += aligns.iter().flatten().map(|&align| u64::from(align)).sum::<u64>();
        bytes = bytes.saturating_add(types.size_of(member.ty).unwrap_or(0));
        if bytes >= LARGEST {
            return false;
        }
    }
    true
}

/// Places members, unless they need too much room; `asked` is the record's own alignment attribute, `cap` that of `#pragma pack`.
pub(crate) fn lay_out(
    types: &Types,
    members: Vec<Member>,
    is_union: bool,
    asked: Option<u32>,
    cap: Option<u32>,
) -> Option<Layout> {
    if !fits(types, &members, asked) {
        return None;
    }
    let capped = |align: u32| cap.map_or(align, |cap| align.min(cap));
    let mut fields = Vec::with_capacity(members.len());
    let mut starts = Vec::with_capacity(members.len());
    let (mut bit, mut end, mut align) = (0u64, 0u64, 1u32);
    for member in members {
        if is_union {
            bit = 0;
        }
        let type_align = member.type_align.unwrap_or_else(|| types.align_of(member.ty)).max(1);
        let own = member.own_align.unwrap_or(1).max(1);
        let size = 8 * types.size_of(member.ty).unwrap_or(0);
        let length = match member.width {
            Some(0) => {
                bit = bit.next_multiple_of(8 * u64::from(type_align.max(own)));
                0
            }
            Some(width) => {
                let wanted = member.own_align.map_or(1, |own| 8 * u64::from(capped(own)));
                bit = bit.next_multiple_of(wanted);
                let unit = 8 * u64::from(type_align);
                let spanned = (bit % unit + u64::from(width)).div_ceil(unit);
                if !member.packed && cap.is_none() && spanned > size / unit {
                    bit = bit.next_multiple_of(unit);
                }
                if member.name.is_some() {
                    // As in gcc, the pragma has precedence over `packed` here.
                    let is_packed = member.packed && cap.is_none();
                    let wanted = if is_packed { own } else { type_align.max(own) };
                    align = align.max(capped(wanted));
                }
                u64::from(width)
            }
            None => {
                let wanted = member.align(types.align_of(member.ty), cap);
                align = align.max(wanted);
                bit = bit.next_multiple_of(8 * u64::from(wanted));
                size
            }
        };
        starts.push(bit);
        fields.push((
            Field { name: member.name, ty: member.ty, offset: bit / 8, bits: None },
            member.width,
        ));
        bit += length;
        end = end.max(bit);
    }
    let align = align.max(asked.unwrap_or(1));
    let size = end.div_ceil(8).next_multiple_of(u64::from(align));
    let fields = assign_units(types, fields, &starts, size, is_union);
    Some(Layout { fields, size, align })
}
