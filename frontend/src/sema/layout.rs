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
    /// The alignment that members of the type get.
    fn usual_align(&self, types: &Types) -> u32 {
        self.type_align.unwrap_or_else(|| types.align_of(self.ty)).max(1)
    }

    /// The alignment of an ordinary member, `cap` being that of `#pragma pack`.
    pub(crate) fn align(&self, types: &Types, cap: Option<u32>) -> u32 {
        let wanted = match (self.own_align, self.packed) {
            (Some(own), true) => own.max(1),
            (None, true) => 1,
            (Some(own), false) => own.max(self.usual_align(types)),
            (None, false) => self.usual_align(types),
        };
        cap.map_or(wanted, |cap| wanted.min(cap))
    }

    /// The alignment in bits of a bit-field that would begin at a bit, and whether it is placed as
    /// an ordinary member there: one that is as wide as an integer and at a place for one.
    fn bit_align(&self, types: &Types, cap: Option<u32>, width: u8, at: u64) -> (u64, bool) {
        let own = self.own_align.map_or(1, |own| 8 * u64::from(own.max(1)));
        if width == 0 {
            return (own.max(8 * u64::from(self.usual_align(types))), false);
        }
        let unit = u64::from(width);
        let is_integer = matches!(width, 8 | 16 | 32 | 64 | 128);
        let is_ordinary = is_integer && (width == 8 || !self.packed) && at.is_multiple_of(unit);
        let wanted = match self.own_align {
            _ if !is_ordinary => own,
            Some(_) => own.max(unit),
            None => unit.min(8 * u64::from(types.align_of(self.ty))),
        };
        (cap.map_or(wanted, |cap| wanted.min(8 * u64::from(cap))), is_ordinary)
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

/// Places members, unless they need too much room; `asked` is the record's own alignment attribute,
/// `cap` that of `#pragma pack`.
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
    let mut fields = Vec::with_capacity(members.len());
    let mut starts = Vec::with_capacity(members.len());
    let (mut bit, mut end, mut align) = (0u64, 0u64, 1u32);
    for member in members {
        if is_union {
            bit = 0;
        }
        let length = match member.width {
            Some(width) => {
                let (wanted, is_ordinary) = member.bit_align(types, cap, width, bit);
                bit = bit.next_multiple_of(wanted);
                let usual = member.usual_align(types);
                let unit = 8 * u64::from(usual);
                let spanned = (bit % unit + u64::from(width)).div_ceil(unit);
                let size = 8 * types.size_of(member.ty).unwrap_or(0);
                let is_free = is_ordinary || member.packed || cap.is_some();
                if !is_free && width > 0 && spanned > size / unit {
                    bit = bit.next_multiple_of(unit);
                }
                if member.name.is_some() {
                    // As in gcc, the pragma has precedence over `packed` here.
                    let of_type = match cap {
                        Some(cap) => usual.min(cap),
                        None if member.packed => 1,
                        None => usual,
                    };
                    align = align.max(of_type).max(wanted.div_ceil(8) as u32);
                }
                u64::from(width)
            }
            None => {
                let wanted = member.align(types, cap);
                align = align.max(wanted);
                bit = bit.next_multiple_of(8 * u64::from(wanted));
                8 * types.size_of(member.ty).unwrap_or(0)
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
