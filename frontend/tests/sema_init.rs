//! Initial values of random static objects, compared byte for byte with what the system's C
//! compiler makes of them.

use std::fmt::Write as _;

use belnap_frontend::ctype::{CType, FloatKind, Types};
use belnap_frontend::hir::{Expr, ExprKind, Object, Place, PlaceKind};
use belnap_ir::cfg::DataModel;
use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::random::Random;

use crate::support::{analyse_text, has_compiler};

/// A type to initialise.
enum Shape {
    Scalar(&'static str),
    Bits(&'static str, u64),
    Text(u64),
    Array(Box<Shape>, u64),
    /// Whether a union, and its members; those without a name are anonymous.
    Record(bool, Vec<(Option<String>, Shape)>),
}

fn shape(random: &mut Random, depth: u64, counter: &mut u64) -> Shape {
    const SCALARS: &[&str] = &[
        "char",
        "unsigned char",
        "short",
        "int",
        "unsigned",
        "long",
        "long long",
        "float",
        "double",
        "_Bool",
    ];
    match random.below(if depth == 0 { 4 } else { 10 }) {
        0..=2 => Shape::Scalar(SCALARS[random.below(SCALARS.len() as u64) as usize]),
        3 => Shape::Text(1 + random.below(5)),
        4..=5 => Shape::Array(Box::new(shape(random, depth - 1, counter)), 1 + random.below(4)),
        kind => {
            let is_union = kind == 9;
            let mut members = Vec::new();
            for _ in 0..1 + random.below(4) {
                *counter += 1;
                let name = Some(format!("m{counter}"));
                if random.percent(25) {
                    let ty = ["int", "unsigned", "long long"][random.below(3) as usize];
                    members.push((name, Shape::Bits(ty, 1 + random.below(20))));
                } else {
                    let member = shape(random, depth - 1, counter);
                    let is_anonymous = matches!(member, Shape::Record(..)) && random.percent(40);
                    members.push((if is_anonymous { None } else { name }, member));
                }
            }
            Shape::Record(is_union, members)
        }
    }
}

/// The declaration of `name` with a type.
fn declare(shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Scalar(ty) => format!("{ty} {name}"),
        Shape::Bits(ty, width) => format!("{ty} {name} : {width}"),
        Shape::Text(length) => format!("char {name}[{length}]"),
        Shape::Array(element, length) => declare(element, &format!("{name}[{length}]")),
        Shape::Record(is_union, members) => {
            let mut text = if *is_union { "union {" } else { "struct {" }.to_owned();
            for (member, shape) in members {
                let _ = write!(text, " {};", declare(shape, member.as_deref().unwrap_or("")));
            }
            let _ = write!(text, " }} {name}");
            text
        }
    }
}

fn scalar(random: &mut Random, ty: &str) -> String {
    match ty {
        "float" | "double" => format!("{}.{}", random.below(100), random.below(10)),
        _ if random.percent(30) => format!("-{}", random.below(1000)),
        _ => random.below(100_000).to_string(),
    }
}

fn text(random: &mut Random, length: u64) -> String {
    let letters = random.below(length + 1);
    let text: String = (0..letters).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    format!("\"{text}\"")
}

/// All leaves without braces; a brace at the beginning would be that of the whole.
fn elided(random: &mut Random, shape: &Shape, out: &mut Vec<String>) {
    let part = |random: &mut Random, index: u64, part: &Shape, out: &mut Vec<String>| {
        if index == 0 {
            elided(random, part, out);
        } else {
            elided_or_braced(random, part, out);
        }
    };
    match shape {
        Shape::Scalar(ty) | Shape::Bits(ty, _) => out.push(scalar(random, ty)),
        Shape::Text(length) => out.push(text(random, *length)),
        Shape::Array(element, length) => {
            (0..*length).for_each(|index| part(random, index, element, out));
        }
        Shape::Record(true, members) => elided(random, &members[0].1, out),
        Shape::Record(false, members) => {
            for (index, (_, member)) in members.iter().enumerate() {
                part(random, index as u64, member, out);
            }
        }
    }
}

fn elided_or_braced(random: &mut Random, shape: &Shape, out: &mut Vec<String>) {
    if random.percent(60) {
        elided(random, shape, out);
    } else {
        out.push(braced(random, shape));
    }
}

/// Designators for a member of an anonymous member are those of the member.
fn members<'s>(shape: &'s Shape, found: &mut Vec<(&'s str, &'s Shape)>) {
    if let Shape::Record(_, all) = shape {
        for (name, member) in all {
            match name {
                Some(name) => found.push((name, member)),
                None => members(member, found),
            }
        }
    }
}

/// A designator below `shape`, and what it designates.
fn designator<'s>(random: &mut Random, shape: &'s Shape) -> (String, &'s Shape) {
    let (step, inner) = match shape {
        Shape::Array(element, length) => {
            let first = random.below(*length);
            if random.percent(20) {
                let last = first + random.below(*length - first);
                return (format!("[{first} ... {last}]"), element);
            }
            (format!("[{first}]"), element.as_ref())
        }
        _ => {
            let mut found = Vec::new();
            members(shape, &mut found);
            let (name, member) = found[random.below(found.len() as u64) as usize];
            (format!(".{name}"), member)
        }
    };
    if matches!(inner, Shape::Array(..) | Shape::Record(..)) && random.percent(40) {
        let (rest, inner) = designator(random, inner);
        return (step + &rest, inner);
    }
    (step, inner)
}

/// An initializer in braces, or a single value.
fn braced(random: &mut Random, shape: &Shape) -> String {
    let mut items = Vec::new();
    match shape {
        Shape::Scalar(ty) | Shape::Bits(ty, _) => return scalar(random, ty),
        Shape::Text(length) => return text(random, *length),
        _ if random.percent(30) => elided(random, shape, &mut items),
        Shape::Array(element, length) => {
            for _ in 0..random.below(*length + 1) {
                elided_or_braced(random, element, &mut items);
            }
        }
        Shape::Record(is_union, all) => {
            let count = if *is_union { 1 } else { random.below(all.len() as u64 + 1) };
            for (_, member) in &all[..count as usize] {
                elided_or_braced(random, member, &mut items);
            }
        }
    }
    for _ in 0..random.below(3) {
        let (place, inner) = designator(random, shape);
        // A range of parts that braces are elided for would be repeated differently.
        items.push(format!("{place} = {}", braced(random, inner)));
    }
    format!("{{ {} }}", items.join(", "))
}

const COUNT: u64 = 60;

fn sample(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    let mut counter = 0;
    for index in 0..COUNT {
        let shape = shape(&mut random, 3, &mut counter);
        let declaration = declare(&shape, &format!("x{index}"));
        let _ = writeln!(text, "{declaration} = {};", braced(&mut random, &shape));
    }
    text
}

fn compiled(sample: &str, option: &str) -> Result<Vec<String>, String> {
    let mut text = format!("int printf(const char *, ...);\n{sample}\nint main(void) {{\n");
    text.push_str("unsigned char *p; unsigned i;\n");
    for index in 0..COUNT {
        let _ = writeln!(
            text,
            "p = (unsigned char *) &x{index}; for (i = 0; i < sizeof x{index}; i++) \
             printf(\"%02x\", p[i]); printf(\"\\n\");"
        );
    }
    text.push_str("return 0; }\n");
    let text = compile_and_run(&text, &[option])?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// Offset in bytes of a part of an object.
fn offset(types: &Types, place: &Place) -> u64 {
    match &place.kind {
        PlaceKind::Object(_) => 0,
        PlaceKind::Field(base, record, index) => {
            let layout = types.record(*record).layout.as_ref().expect("complete");
            offset(types, base) + layout.fields[*index].offset
        }
        PlaceKind::Index(base, index) => {
            let ExprKind::Int(index) = index.kind else { panic!("a constant index") };
            offset(types, base) + index as u64 * types.size_of(place.ty).expect("complete")
        }
        other => panic!("a part of the object, not {other:?}"),
    }
}

fn write(types: &Types, bytes: &mut [u8], place: &Place, value: &Expr) {
    let at = offset(types, place) as usize;
    let size = types.size_of(place.ty).expect("complete") as usize;
    let bits = match (&value.kind, types.get(value.ty)) {
        (ExprKind::Int(value), _) => *value as u128,
        (ExprKind::Float(value), CType::Float(FloatKind::Float)) => {
            u128::from((*value as f32).to_bits())
        }
        (ExprKind::Float(value), _) => u128::from(value.to_bits()),
        other => panic!("a number, not {other:?}"),
    };
    let (first, width) = match place.bits {
        Some(field) => (usize::from(field.offset), usize::from(field.width)),
        None => (0, 8 * size),
    };
    for bit in 0..width {
        let (byte, mask) = (at + (first + bit) / 8, 1 << ((first + bit) % 8));
        bytes[byte] &= !mask;
        if bits >> bit & 1 == 1 {
            bytes[byte] |= mask;
        }
    }
}

fn image(types: &Types, object: &Object) -> String {
    let size = types.size_of(object.ty).expect("complete");
    let initializer = object.initializer.as_ref().expect("initialised");
    // What is not zeroed must be covered, but for padding.
    let mut bytes = vec![0; size as usize];
    for (place, value) in &initializer.items {
        write(types, &mut bytes, place, value);
    }
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn compare(model: DataModel, option: &str) {
    if !has_compiler(option) {
        return;
    }
    let mut compared = 0;
    for seed in 1..=8 {
        let sample = sample(seed);
        let expected =
            compiled(&sample, option).unwrap_or_else(|reason| panic!("seed {seed}: {reason}"));
        let program = analyse_text(&sample, model)
            .unwrap_or_else(|error| panic!("{option} seed {seed}: {error}"));
        for (index, expected) in expected.iter().enumerate() {
            let name = format!("x{index}");
            let object =
                program.objects.iter().find(|object| object.name == name).expect("declared");
            let line = sample.lines().nth(index).unwrap_or_default();
            assert_eq!(&image(&program.types, object), expected, "seed {seed} {option}: {line}");
            compared += 1;
        }
    }
    println!("{compared} initial values compared with {option}");
}

#[test]
fn initial_values_are_those_of_the_compiler_on_64_bits() {
    compare(DataModel::LP64, "-m64");
}

#[test]
fn initial_values_are_those_of_the_compiler_on_32_bits() {
    compare(DataModel::ILP32, "-m32");
}
