//! Parameters: numbers first, then pointers, whose objects may be counted by them; conditions as
//! soon as all they mention is there.

use belnap_ir::diagnostic::{Diagnostic, Place};

use crate::ctype::{CType, TypeId};
use crate::hir::Function;
use crate::pipeline::UnitText;

use super::requires::is_name;
use super::values::{Pointer, TEXT, Writer};
use super::{Requirement, Shape};

/// A parameter.
struct Parameter {
    name: String,
    ty: TypeId,
    /// What its brackets say, if it has some: `int a[10]`.
    written: Option<Shape>,
}

/// Declares the arguments; the call of the function with them.
pub(super) fn write(
    writer: &mut Writer<'_>,
    units: &[UnitText],
    function: &Function,
    requirements: &[Requirement],
) -> Result<String, Diagnostic> {
    let all = parameters(writer, units, function);
    check_names(writer, &all, function)?;
    if let ("main", [count, values, rest @ ..]) = (&function.name[..], &all[..])
        && rest.is_empty()
    {
        arguments(writer, &count.name, &values.name);
        return Ok(format!("main({}, {});", count.name, values.name));
    }
    let is_pointer = |writer: &Writer<'_>, one: &Parameter| {
        matches!(writer.program.types.get(one.ty), CType::Pointer(_))
    };
    let (pointers, numbers): (Vec<&Parameter>, Vec<&Parameter>) =
        all.iter().partition(|one| is_pointer(writer, one));
    let mut open: Vec<&Requirement> =
        requirements.iter().filter(|one| !one.condition.is_empty()).collect();
    let mut missing: Vec<&str> = all.iter().map(|one| &one.name[..]).collect();
    assume(writer, &mut open, &missing);
    for parameter in &numbers {
        number(writer, parameter)?;
        missing.retain(|name| *name != parameter.name);
        assume(writer, &mut open, &missing);
    }
    let mut before: Vec<&Parameter> = Vec::new();
    for parameter in pointers {
        pointer(writer, parameter, &numbers)?;
        alias(writer, parameter, &before);
        before.push(parameter);
        missing.retain(|name| *name != parameter.name);
        assume(writer, &mut open, &missing);
    }
    let names: Vec<&str> = all.iter().map(|one| &one.name[..]).collect();
    Ok(format!("{}({});", function.name, names.join(", ")))
}

/// What `main` gets: its name and a few arguments, which are strings.
fn arguments(writer: &mut Writer<'_>, count: &str, values: &str) {
    writer.needs_assume();
    let int = writer.count_input();
    writer.line(&format!("int {count} = {int};"));
    writer.line(&format!("__VERIFIER_assume({count} >= 1 && {count} <= {});", ARGUMENTS + 1));
    let texts: Vec<String> =
        (0..=ARGUMENTS).map(|number| writer.text(&format!("{values}_{number}"), TEXT)).collect();
    let all = writer.fresh(values, "object");
    writer.line(&format!("char *{all}[{}];", ARGUMENTS + 2));
    for (number, text) in texts.iter().enumerate() {
        writer.line(&format!("{all}[{number}] = {number} < {count} ? {text} : 0;"));
    }
    writer.line(&format!("{all}[{}] = 0;", ARGUMENTS + 1));
    writer.line(&format!("char **{values} = {all};"));
    writer.assumptions.push(format!(
        "the program has at most {ARGUMENTS} arguments, and these and its name at most {TEXT} \
         characters"
    ));
}

/// How many arguments a program has at most, besides its name.
const ARGUMENTS: u64 = 2;

fn parameters(writer: &Writer<'_>, units: &[UnitText], function: &Function) -> Vec<Parameter> {
    let objects = &writer.program.objects;
    let text = &units[writer.unit].text;
    let of = |(number, id): (usize, &crate::hir::ObjectId)| {
        let object = &objects[*id];
        let name = match is_name(&object.name) {
            true => object.name.clone(),
            false => format!("argument_{}", number + 1),
        };
        let behind = text.get(object.at.start as usize..).and_then(|rest| rest.find(&name[..]));
        let behind = behind.map_or("", |at| &text[object.at.start as usize + at + name.len()..]);
        Parameter { name, ty: object.ty, written: written_shape(behind) }
    };
    function.parameters.iter().enumerate().map(of).collect()
}

/// What the brackets behind a parameter's name say: a number, or another parameter.
fn written_shape(behind: &str) -> Option<Shape> {
    let inside = behind.trim_start().strip_prefix('[')?.split(']').next()?;
    let length = inside.replace("static", " ");
    let length = length.trim();
    match length.parse::<u64>() {
        Ok(length) => Some(Shape::Array(length)),
        Err(_) => is_name(length).then(|| Shape::Counted(length.to_owned())),
    }
}

/// Refuses options about what the function does not have.
fn check_names(
    writer: &Writer<'_>,
    all: &[Parameter],
    function: &Function,
) -> Result<(), Diagnostic> {
    let options = writer.options;
    let is_global = |name: &str| {
        let mut objects = writer.program.objects.iter();
        objects.any(|object| object.name == name && object.function.is_none())
    };
    let null = match &options.null {
        super::MayBeNull::Named(names) => names.as_slice(),
        _ => &[],
    };
    let shaped = options.shapes.iter().map(|(name, _)| name);
    let mut names = shaped.chain(null).chain(options.aliases.iter().flatten());
    match names.find(|name| !all.iter().any(|one| one.name == **name) && !is_global(name)) {
        None => Ok(()),
        Some(name) => {
            let known: Vec<&str> = all.iter().map(|one| &one.name[..]).collect();
            let message = format!("`{}` has no parameter `{name}`", function.name);
            let note = format!("its parameters are {}", known.join(", "));
            Err(Diagnostic::error("c-harness", Place::Whole, message).note(note))
        }
    }
}

fn number(writer: &mut Writer<'_>, parameter: &Parameter) -> Result<(), Diagnostic> {
    let Parameter { name, ty, .. } = parameter;
    let declaration = writer.declare(*ty, name).ok_or_else(|| no_name(parameter))?;
    match writer.input(*ty) {
        Some(input) => writer.line(&format!("{declaration} = {input};")),
        None => {
            writer.line(&format!("{declaration};"));
            let depth = writer.options.depth;
            writer.fill(name, *ty, depth, true);
        }
    }
    Ok(())
}

fn no_name(parameter: &Parameter) -> Diagnostic {
    let message = format!("the type of parameter `{}` has no name", parameter.name);
    let note = "give it a tag or a `typedef`";
    Diagnostic::error("c-harness", Place::Whole, message).note(note)
}

fn pointer(
    writer: &mut Writer<'_>,
    parameter: &Parameter,
    numbers: &[&Parameter],
) -> Result<(), Diagnostic> {
    let Parameter { name, ty, written } = parameter;
    let CType::Pointer(target) = *writer.program.types.get(*ty) else { return Ok(()) };
    let declaration = writer.declare(*ty, name).ok_or_else(|| no_name(parameter))?;
    let is_number = |count: &str| numbers.iter().any(|one| one.name == count);
    let written = written.clone().filter(|shape| match shape {
        Shape::Counted(count) => is_number(count),
        _ => true,
    });
    let given = writer.given_shape(name);
    let shape = given.or(written).unwrap_or_else(|| writer.default_shape(target));
    if let Shape::Counted(count) = &shape {
        if !is_number(count) {
            let message = format!(
                "`{name}` has as many elements as `{count}` says, which is not an integer parameter"
            );
            return Err(Diagnostic::error("c-harness", Place::Whole, message));
        }
        limit_count(writer, target, count, numbers);
    }
    let may_be_null = writer.may_be_null(name);
    let text = describe(name, &shape, may_be_null);
    writer.pointers.push(text);
    let depth = writer.options.depth.saturating_add(1);
    writer.point(Pointer {
        place: name,
        declaration: Some(declaration),
        target,
        shape,
        may_be_null,
        depth,
    });
    Ok(())
}

/// As many elements as there is room for.
fn limit_count(writer: &mut Writer<'_>, target: TypeId, count: &str, numbers: &[&Parameter]) {
    let types = &writer.program.types;
    let ty = numbers.iter().find(|one| one.name == count).and_then(|one| types.scalar(one.ty));
    let Some(ty) = ty else { return };
    let most = (1_u64 << (types.address().bits - 2)) / types.size_of(target).unwrap_or(1).max(1);
    writer.needs_assume();
    if ty.signed {
        writer.line(&format!("__VERIFIER_assume({count} >= 0);"));
    }
    if !ty.contains(i128::from(most)) {
        return;
    }
    writer.line(&format!("__VERIFIER_assume({count} <= {most});"));
}

fn describe(name: &str, shape: &Shape, may_be_null: bool) -> String {
    let what = match shape {
        Shape::Null => return format!("`{name}` is null"),
        Shape::Object => "one object".to_owned(),
        Shape::Array(length) => format!("{length} objects"),
        Shape::Counted(count) => format!("`{count}` objects"),
        Shape::Text(length) => format!("a string of at most {length} characters"),
    };
    let null = if may_be_null { " or is null" } else { "" };
    format!("`{name}` points to {what}{null}")
}

/// A pointer may be the same as one before it, where that is asked for.
fn alias(writer: &mut Writer<'_>, parameter: &Parameter, before: &[&Parameter]) {
    let groups = writer.options.aliases.iter().filter(|group| group.contains(&parameter.name));
    let others: Vec<&String> = groups.flatten().collect();
    for other in before.iter().filter(|one| others.contains(&&one.name)) {
        let same = writer.fresh(&parameter.name, &format!("is_{}", other.name));
        let input = writer.boolean_input();
        writer.line(&format!("_Bool {same} = {input};"));
        let (name, other) = (&parameter.name, &other.name);
        writer.line(&format!("if ({same}) {name} = (void *){other};"));
    }
}

/// Assumes the conditions that mention nothing that is missing.
fn assume(writer: &mut Writer<'_>, open: &mut Vec<&Requirement>, missing: &[&str]) {
    let is_ready = |one: &&Requirement| !missing.iter().any(|name| one.mentions(name));
    for one in open.iter().filter(|one| is_ready(one)) {
        writer.needs_assume();
        writer.line(&format!("__VERIFIER_assume({});", one.condition));
    }
    open.retain(|one| !is_ready(one));
}

#[cfg(test)]
mod tests {
    use super::{Shape, written_shape};

    #[test]
    fn brackets_say_how_many() {
        assert_eq!(written_shape("[10], int n)"), Some(Shape::Array(10)));
        assert_eq!(written_shape(" [static 3])"), Some(Shape::Array(3)));
        assert_eq!(written_shape("[n])"), Some(Shape::Counted("n".to_owned())));
        assert_eq!(written_shape("[])"), None);
        assert_eq!(written_shape("[n + 1])"), None);
    }
}
