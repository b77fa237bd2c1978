//! Values and pointers that travel through `...`.

use std::fmt::Write;

use super::Detours;

/// How the arguments are read.
enum Reader {
    Direct,
    /// By another function that gets the list.
    Passed,
    /// By another function that gets a pointer to the list.
    Pointed,
    /// From a copy of the list, after the first was read.
    Copied,
    /// From a list in a struct.
    Kept,
}

/// A variadic function that reads its arguments one by one: numbers are added up, pointers written
/// through.
pub(super) fn read(made: &mut Detours) {
    let (name, sum) = (made.fresh("f"), made.fresh("sum"));
    made.top(&format!("static long long {sum};"));
    let mut reads = String::new();
    let mut arguments = Vec::new();
    for index in 0..1 + made.rng.below(4) {
        arguments.push(argument(made, index, &sum, &mut reads));
    }
    let list = "__builtin_va_list";
    let reader = match made.rng.below(5) {
        0 | 1 => Reader::Direct,
        2 => Reader::Passed,
        3 => Reader::Pointed,
        _ if made.rng.one_in(2) => Reader::Copied,
        _ => Reader::Kept,
    };
    let (start, end) = ("__builtin_va_start(l, n);", "__builtin_va_end(l);");
    match reader {
        Reader::Direct => {
            let reads = reads.replace("LIST", "l");
            made.top(&format!(
                "static void {name}(int n, ...) {{ {list} l; {start} {reads}{end} }}"
            ));
        }
        Reader::Passed => {
            let reads = reads.replace("LIST", "m");
            made.top(&format!("static void {name}v({list} m) {{ {reads}}}"));
            made.top(&format!(
                "static void {name}(int n, ...) {{ {list} l; {start} {name}v(l); {end} }}"
            ));
        }
        Reader::Pointed => {
            let reads = reads.replace("LIST", "*m");
            made.top(&format!("static void {name}v({list} *m) {{ {reads}}}"));
            made.top(&format!(
                "static void {name}(int n, ...) {{ {list} l; {start} {name}v(&l); {end} }}"
            ));
        }
        Reader::Copied => {
            let (first, second) = (reads.replace("LIST", "l"), reads.replace("LIST", "m"));
            made.top(&format!(
                "static void {name}(int n, ...) {{ {list} l, m; {start} __builtin_va_copy(m, l); \
                 {{ {first}}} {{ {second}}} __builtin_va_end(m); {end} }}"
            ));
        }
        Reader::Kept => {
            let reads = reads.replace("LIST", "s.l");
            made.top(&format!(
                "static void {name}(int n, ...) {{ struct {{ int n; {list} l; }} s; \
                 __builtin_va_start(s.l, n); {reads}__builtin_va_end(s.l); }}"
            ));
        }
    }
    let call = format!("({}, {});", arguments.len(), arguments.join(", "));
    if made.rng.one_in(4) {
        let pointer = made.fresh("p");
        made.line(&format!("void (*{pointer})(int, ...) = {name}; {pointer}{call}"));
    } else {
        made.line(&format!("{name}{call}"));
    }
    made.observe(&sum);
}

/// An argument, and what the function does with it.
fn argument(made: &mut Detours, index: u64, sum: &str, reads: &mut String) -> String {
    let value = made.small();
    let number = |ty: &str, reads: &mut String, argument: String| {
        let _ = write!(reads, "{sum} = {sum} * 3 + __builtin_va_arg(LIST, {ty}); ");
        argument
    };
    match made.rng.below(9) {
        0 => number("int", reads, format!("(char){value}")),
        1 => number("int", reads, format!("-{value}")),
        2 => number("unsigned long", reads, format!("{value}ul")),
        3 => number("long long", reads, format!("{value}ll << 33")),
        4 => {
            let _ = write!(reads, "const char *c{index} = __builtin_va_arg(LIST, const char *); ");
            let _ = write!(reads, "{sum} += c{index}[{}]; ", value % 3);
            format!("\"s{}\"", value % 10)
        }
        5 => {
            let (target, record) = (made.target(), made.fresh("r"));
            made.top(&format!("struct {record} {{ short n; {} *p; }};", target.ty));
            let write = made.write(&format!("s{index}.p"));
            let _ = write!(
                reads,
                "struct {record} s{index} = __builtin_va_arg(LIST, struct {record}); "
            );
            let _ = write!(reads, "{write} {sum} += s{index}.n; ");
            format!("(struct {record}){{{value}, &{}}}", target.name)
        }
        _ => {
            let target = made.target();
            let write = made.write(&format!("p{index}"));
            let ty = target.ty;
            let _ = write!(reads, "{ty} *p{index} = __builtin_va_arg(LIST, {ty} *); {write} ");
            format!("&{}", target.name)
        }
    }
}

/// A variadic function that is told how many arguments it has.
pub(super) fn counted(made: &mut Detours) {
    let name = made.fresh("f");
    let head =
        format!("static long long {name}(int n, ...) {{ __builtin_va_list l; long long s = 0; ");
    let target = made.target();
    let count = 1 + made.rng.below(3);
    let mut arguments = vec![count.to_string()];
    let (ty, action) = if made.rng.one_in(2) {
        for _ in 0..count {
            let value = made.small();
            arguments.push(value.to_string());
        }
        ("int".to_owned(), "s = s * 2 + v;".to_owned())
    } else {
        for _ in 0..count {
            arguments.push(format!("&{}", target.name));
        }
        (format!("{} *", target.ty), format!("{} s++;", made.write("v")))
    };
    made.top(&format!(
        "{head}__builtin_va_start(l, n); for (int i = 0; i < n; i++) {{ {ty} v = \
         __builtin_va_arg(l, {ty}); {action} }} __builtin_va_end(l); return s; }}"
    ));
    let call = format!("{name}({})", arguments.join(", "));
    made.observe(&call);
}

/// Functions of the library that write through their arguments.
pub(super) fn formatted(made: &mut Detours) {
    let (name, int, value) = (made.fresh("f"), made.fresh("i"), made.small());
    made.line(&format!("int {int} = 0;"));
    let list = "__builtin_va_list l; __builtin_va_start(l, f);";
    match made.rng.below(4) {
        0 => {
            made.line(&format!(
                "{{ char b[40]; __builtin_sprintf(b, \"%d-%n\", {value}, &{int}); }}"
            ));
        }
        1 => {
            made.top("extern int sscanf(const char *, const char *, ...);");
            made.line(&format!("sscanf(\"{value} 5\", \"%d\", &{int});"));
        }
        2 => {
            made.top("extern int vsscanf(const char *, const char *, __builtin_va_list);");
            made.top(&format!(
                "static void {name}(const char *t, const char *f, ...) {{ {list} vsscanf(t, f, l); \
                 __builtin_va_end(l); }}"
            ));
            made.line(&format!("{name}(\"{value}\", \"%d\", &{int});"));
        }
        _ => {
            made.top(
                "extern int vsnprintf(char *, __typeof__(sizeof 0), const char *, __builtin_va_list);",
            );
            made.top(&format!(
                "static void {name}(char *t, const char *f, ...) {{ {list} vsnprintf(t, 40, f, l); \
                 __builtin_va_end(l); }}"
            ));
            made.line(&format!("{{ char b[40]; {name}(b, \"%d%n\", {value}, &{int}); }}"));
        }
    }
    made.observe(&int);
}
