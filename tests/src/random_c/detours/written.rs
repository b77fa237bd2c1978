//! Numbers that travel as text.

use super::Detours;

/// Formats with a number, and the base that it is read back in.
const FORMATS: [(&str, &str); 9] = [
    ("%ld", "10"),
    ("%5ld", "10"),
    ("%-7ld;", "10"),
    ("%+li", "10"),
    ("%06ld", "10"),
    ("%.4ld", "10"),
    ("%lx", "16"),
    ("0x%lX", "0"),
    ("0%lo", "8"),
];

/// A number that is written and read again; some of the text may be cut off.
pub(super) fn number(made: &mut Detours) {
    let (from, to) = (made.target(), made.target());
    let (format, base) = *made.rng.choose(&FORMATS);
    let (room, offset) = (2 + made.rng.below(22), made.small());
    let (text, length) = (made.fresh("text"), made.fresh("n"));
    made.line(&format!(
        "char {text}[24]; int {length} = __builtin_snprintf({text}, {room}, \"{format}\", \
         (long){} - {offset});",
        from.name
    ));
    made.observe(&length);
    made.observe(&format!("{text}[0]"));
    made.line(&format!(
        "{{ extern unsigned long strtoul(const char *, char **, int); {} = strtoul({text}, 0, \
         {base}); }}",
        to.name
    ));
}
