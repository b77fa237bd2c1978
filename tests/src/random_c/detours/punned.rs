//! Values that are read as something else: unions, casts between pointer types, bytes.

use super::Detours;

/// Scalars to read and write memory as, and their sizes.
const VIEWS: [(&str, u64); 6] = [
    ("unsigned char", 1),
    ("signed char", 1),
    ("unsigned short", 2),
    ("short", 2),
    ("unsigned", 4),
    ("int", 4),
];

/// A union that is written by one member and read by others.
pub(super) fn union_members(made: &mut Detours) {
    let name = made.fresh("u");
    let storage = if made.rng.one_in(2) { "static " } else { "" };
    let members = "unsigned w; int i; short h[2]; unsigned char b[4]; \
                   struct { unsigned lo : 5, mid : 20, hi : 7; } f;";
    made.line(&format!(
        "{storage}union {{ {members} }} {name}; {name}.w = {}u;",
        made.rng.clone().bits() as u32
    ));
    for _ in 0..2 {
        let value = made.small();
        let place = *made.rng.choose(&["i", "h[1]", "b[2]", "h[0]", "b[3]", "f.mid", "f.hi"]);
        made.line(&format!("{name}.{place} = {value};"));
    }
    for _ in 0..2 {
        let place =
            *made.rng.choose(&["w", "i", "h[0]", "h[1]", "b[0]", "b[1]", "b[3]", "f.lo", "f.mid"]);
        made.observe(&format!("{name}.{place}"));
    }
}

/// A variable that is changed in pieces through pointers of other types.
pub(super) fn pieces(made: &mut Detours) {
    let (name, value) = (made.fresh("w"), made.rng.bits());
    made.line(&format!("unsigned long long {name} = {value}ull;"));
    for _ in 0..1 + made.rng.below(2) {
        let (view, size) = *made.rng.choose(&VIEWS);
        let at = made.rng.below(8 / size) * size;
        let value = made.small();
        made.line(&format!("*({view} *)((unsigned char *)&{name} + {at}) = {value};"));
    }
    let (view, size) = *made.rng.choose(&VIEWS);
    let at = made.rng.below(8 / size);
    made.observe(&format!("(({view} *)&{name})[{at}]"));
    made.observe(&name);
}

/// From a member to the struct around it, and through pointers to pointers.
pub(super) fn container(made: &mut Detours) {
    let (name, object, target) = (made.fresh("s"), made.fresh("o"), made.target());
    let ty = target.ty;
    made.top(&format!("struct {name} {{ char c; {ty} *p; short h; int a[3]; }};"));
    let value = made.small();
    made.line(&format!("struct {name} {object} = {{1, &{}, 2, {{3, 4, {value}}}}};", target.name));
    let around = |member: &str| {
        format!(
            "((struct {name} *)((char *)&{object}.{member} - __builtin_offsetof(struct {name}, {member})))"
        )
    };
    let member = *made.rng.choose(&["h", "a", "a[1]", "p"]);
    let write = made.write(&format!("{}->p", around(member)));
    made.line(&write);
    let pointer = made.fresh("p");
    made.line(&format!(
        "{ty} **{pointer} = (void *)((char *)&{object} + __builtin_offsetof(struct {name}, p));"
    ));
    let write = made.write(&format!("*{pointer}"));
    made.line(&write);
    made.observe(&format!("{}->a[2]", around(member)));
}
