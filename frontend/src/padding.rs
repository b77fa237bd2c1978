//! BitRange of objects that belong to no scalar: between members, after the last one, around
//! bit-fields, in the rest of a union.

use crate::ctype::{ArrayLength, CType, TypeId, Types};

/// BitRange of an object, from its beginning: the first and the one after the last.
pub type BitRange = (u64, u64);

/// No more ranges than this are listed.
const MAX_RANGES: usize = 4096;

/// The bits of a type that belong to no scalar; `None` if there are too many pieces.
pub fn find_padding(types: &Types, ty: TypeId) -> Option<Vec<BitRange>> {
    let size = types.size_of(ty)?.checked_mul(8)?;
    let mut scalars = Vec::new();
    collect(types, ty, 0, &mut scalars)?;
    Some(find_gaps(scalars, (0, size)))
}

/// What a list of ranges leaves of a range.
pub fn find_gaps(mut taken: Vec<BitRange>, within: BitRange) -> Vec<BitRange> {
    taken.sort_unstable();
    let mut free = Vec::new();
    let mut from = within.0;
    for (first, last) in taken {
        let first = first.min(within.1);
        if from < first {
            free.push((from, first));
        }
        from = from.max(last);
    }
    if from < within.1 {
        free.push((from, within.1));
    }
    free
}

/// The bits that the members of a record have, padding of their own included.
pub fn member_bits(types: &Types, ty: TypeId) -> Vec<Option<BitRange>> {
    let CType::Record(id) = types.get(ty) else { return Vec::new() };
    let fields = types.record(*id).layout.as_ref().map_or(&[][..], |layout| &layout.fields);
    fields
        .iter()
        .map(|field| {
            let start = 8 * field.offset;
            let is_usable = field.name.is_some() || field.bits.is_none();
            let bits = match (field.bits, types.scalar(field.ty)) {
                (Some(bits), _) => {
                    let first = start + u64::from(bits.offset);
                    (first, first + u64::from(bits.width))
                }
                (None, Some(int)) => (start, start + u64::from(int.bits)),
                (None, None) => (start, start + 8 * types.size_of(field.ty).unwrap_or(0)),
            };
            is_usable.then_some(bits)
        })
        .collect()
}

fn collect(types: &Types, ty: TypeId, base: u64, found: &mut Vec<BitRange>) -> Option<()> {
    if found.len() > MAX_RANGES {
        return None;
    }
    if let Some(int) = types.scalar(ty) {
        add(found, (base, base + u64::from(int.bits)));
        return Some(());
    }
    match types.get(ty) {
        CType::Array(element, ArrayLength::Known(length)) => {
            let size = 8 * types.size_of(*element)?;
            for index in 0..*length {
                collect(types, *element, base + index * size, found)?;
            }
        }
        CType::Record(id) => {
            let fields = &types.record(*id).layout.as_ref()?.fields;
            for (field, bits) in fields.iter().zip(member_bits(types, ty)) {
                match (field.bits, bits) {
                    (Some(_), Some((first, last))) => add(found, (base + first, base + last)),
                    (Some(_), None) => {}
                    (None, _) => collect(types, field.ty, base + 8 * field.offset, found)?,
                }
            }
        }
        _ => add(found, (base, base + 8 * types.size_of(ty).unwrap_or(0))),
    }
    Some(())
}

/// Adds a range, to the last one if it goes on from there.
fn add(found: &mut Vec<BitRange>, bits: BitRange) {
    match found.last_mut() {
        Some(last) if last.1 == bits.0 => last.1 = bits.1,
        _ => found.push(bits),
    }
}

/// Ranges as pieces of single bytes: the byte, the first bit in it, and how many.
pub fn split_into_bytes(bits: &[BitRange]) -> impl Iterator<Item = (u64, u8, u8)> + '_ {
    bits.iter().flat_map(|&(first, last)| {
        (first / 8..last.div_ceil(8)).map(move |byte| {
            let from = first.max(8 * byte) - 8 * byte;
            let to = last.min(8 * byte + 8) - 8 * byte;
            (byte, from as u8, (to - from) as u8)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{find_gaps, split_into_bytes};

    #[test]
    fn gaps_are_what_is_left() {
        assert_eq!(find_gaps(vec![(32, 64), (0, 8)], (0, 64)), [(8, 32)]);
        assert_eq!(find_gaps(vec![(0, 8), (0, 64)], (0, 64)), []);
        assert_eq!(find_gaps(vec![(3, 5)], (0, 8)), [(0, 3), (5, 8)]);
        assert_eq!(find_gaps(Vec::new(), (8, 16)), [(8, 16)]);
    }

    #[test]
    fn pieces_end_with_their_bytes() {
        let found: Vec<_> = split_into_bytes(&[(3, 17)]).collect();
        assert_eq!(found, [(0, 3, 5), (1, 0, 8), (2, 0, 1)]);
    }
}
