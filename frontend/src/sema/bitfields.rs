//! Storage units of bit-fields.
//!
//! The unit of a field is that of its declared type where this overlaps no ordinary member and
//! stays inside the record, and otherwise the bytes the field touches. Units of neighbours that
//! overlap are merged, so that two bit-fields have the same unit or disjoint ones wherever a
//! record permits.

use crate::ctype::{BitField, Field, Types};

/// The largest unit.
const MAX_UNIT: u64 = 16;

/// Sets the units of bit-fields: of each field its width, and its first bit in `starts`.
pub(crate) fn assign_units(
    types: &Types,
    fields: Vec<(Field, Option<u8>)>,
    starts: &[u64],
    size: u64,
    is_union: bool,
) -> Vec<Field> {
    if fields.iter().all(|(_, width)| width.is_none()) {
        return fields.into_iter().map(|(field, _)| field).collect();
    }
    // Bytes of ordinary members, ascending: those of a struct do not overlap.
    let ordinary: Vec<(u64, u64)> = if is_union {
        Vec::new()
    } else {
        let ordinary = fields.iter().filter(|(_, width)| width.is_none());
        ordinary
            .map(|(field, _)| (field.offset, field.offset + types.size_of(field.ty).unwrap_or(0)))
            .filter(|(start, end)| start < end)
            .collect()
    };
    let is_free = |start: u64, end: u64| {
        let next = ordinary.partition_point(|&(_, other_end)| other_end <= start);
        end <= size && ordinary.get(next).is_none_or(|&(other_start, _)| end <= other_start)
    };
    let touched = |start: u64, width: u8| {
        (start / 8, (start + u64::from(width)).div_ceil(8).max(start / 8 + 1))
    };
    let mut units: Vec<Option<(u64, u64)>> = fields
        .iter()
        .zip(starts)
        .map(|((field, width), &start)| {
            let width = width.filter(|&width| width > 0)?;
            let bytes = types.size_of(field.ty).unwrap_or(1).max(1);
            let first = start / 8 / bytes * bytes;
            let declared = (first, first + bytes);
            let least = touched(start, width);
            let fits = least.1 <= declared.1 && is_free(declared.0, declared.1);
            Some(if fits { declared } else { least })
        })
        .collect();
    if !is_union {
        merge(&mut units, starts, &fields, &is_free);
    }
    fields
        .into_iter()
        .zip(starts)
        .zip(units)
        .map(|(((mut field, width), &start), unit)| {
            if let Some(width) = width {
                let (first, end) = unit.unwrap_or((start / 8, start / 8 + 1));
                field.offset = first;
                field.bits = Some(BitField {
                    offset: u8::try_from(start - 8 * first).unwrap_or(0),
                    width,
                    unit_bytes: u8::try_from(end - first).unwrap_or(16),
                });
            }
            field
        })
        .collect()
}

/// Makes overlapping units one. Fields of a struct are in ascending order.
fn merge(
    units: &mut [Option<(u64, u64)>],
    starts: &[u64],
    fields: &[(Field, Option<u8>)],
    is_free: &impl Fn(u64, u64) -> bool,
) {
    let mut index = 0;
    while index < units.len() {
        let Some((start, mut end)) = units[index] else {
            index += 1;
            continue;
        };
        let mut first = start;
        let mut last = index + 1;
        while last < units.len() {
            match units[last] {
                Some((other, other_end))
                    if other < end && other_end.max(end) - first.min(other) <= MAX_UNIT =>
                {
                    end = end.max(other_end);
                    first = first.min(other);
                }
                Some((other, _)) if other < end => {
                    // Too large to be merged: only the bytes it touches.
                    let width = u64::from(fields[last].1.unwrap_or(1));
                    units[last] = Some((starts[last] / 8, (starts[last] + width).div_ceil(8)));
                    break;
                }
                Some(_) => break,
                None => {}
            }
            last += 1;
        }
        let rounded = first + (end - first).next_power_of_two();
        let next = units[last..].iter().flatten().next().map_or(u64::MAX, |&(start, _)| start);
        if is_free(first, rounded) && rounded <= next && rounded - first <= MAX_UNIT {
            end = rounded;
        }
        for unit in units[index..last].iter_mut().flatten() {
            *unit = (first, end);
        }
        index = last;
    }
}
