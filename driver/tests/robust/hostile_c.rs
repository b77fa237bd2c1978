//! C programs made to hurt.

use super::hostile::Input;
use super::kill::doubling;

const MANY: usize = 100_000;

/// A verdict, a refusal, or not known: all but a crash.
const ANY: &[i32] = &[0, 2, 5, 10];

fn c(name: &str, content: impl Into<Vec<u8>>) -> Input {
    Input::new(name, content, "verify FILE --timeout 10 --memory 1500", ANY)
}

/// The statement, in a function.
fn inside(name: &str, statement: String) -> Input {
    c(name, format!("int main(void) {{ int x = 0; {statement}; return x; }}\n"))
}

/// `open` many times, then `middle`, then `close` as often.
fn nested(open: &str, middle: &str, close: &str) -> String {
    format!("{}{middle}{}", open.repeat(MANY), close.repeat(MANY))
}

/// Numbered pieces of text.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

const EMPTY: &str = "int main(void) { return 0; }\n";

/// All of them; the large files only if asked for.
pub fn inputs(all: bool) -> Vec<Input> {
    let kinds = [
        nesting(),
        sizes(),
        meanings(),
        preprocessor(),
        bytes(),
        if all { large() } else { vec![] },
    ];
    kinds.into_iter().flatten().collect()
}

fn nesting() -> Vec<Input> {
    vec![
        inside("parentheses.c", format!("x = {}", nested("(", "x", ")"))),
        inside("braces.c", nested("{", "x = 1;", "}")),
        inside("ifs.c", nested("if (x) ", "x = 1", "")),
        inside("elses.c", nested("if (x == 1) x = 2; else ", "x = 1", "")),
        inside("whiles.c", nested("while (x) ", "x = 1", "")),
        inside("dos.c", nested("do ", "x = 1;", " while (x);")),
        inside("switches.c", nested("switch (x) { case 1: ", "x = 1;", "}")),
        inside("nots.c", format!("x = {}", nested("!", "x", ""))),
        inside("sum.c", format!("x = {}", nested("x + ", "x", ""))),
        inside("choice.c", format!("x = {}", nested("x ? ", "x", " : x"))),
        inside("casts.c", format!("x = {}", nested("(int)", "x", ""))),
        inside("sizeof.c", format!("x = {}", nested("sizeof(", "x", ")"))),
        inside("generic.c", format!("x = {}", nested("_Generic(x, int: ", "1", ")"))),
        inside("statements.c", format!("x = {}", nested("({ ", "1;", " });"))),
        c("stars.c", format!("int {}p; {EMPTY}", "*".repeat(MANY))),
        c("dimensions.c", format!("int a{}; {EMPTY}", "[2]".repeat(MANY))),
        c("declarator.c", format!("int {}(void); {EMPTY}", nested("(", "*f", ")"))),
        c("initial.c", format!("int a = {}; {EMPTY}", nested("{", "1", "}"))),
        c("structs.c", {
            let open = each(10_001, |n| format!("struct s{n} {{ "));
            format!("{open}int x; {} {EMPTY}", "} m;".repeat(10_001))
        }),
    ]
}

fn sizes() -> Vec<Input> {
    let long = "x".repeat(1_000_000);
    vec![
        c("long-name.c", format!("int main(void) {{ int {long} = 1; return {long} + y; }}\n")),
        inside("digits.c", format!("x = {}", "9".repeat(1_000_000))),
        inside("hex.c", format!("x = 0x{}", "f".repeat(1_000_000))),
        inside("float.c", format!("double d = {}.0e99999999999", "9".repeat(1_000_000))),
        c("huge-array.c", "int a[1L << 60]; int main(void) { a[5] = 1; return a[5]; }\n"),
        c("larger.c", {
            let member = |name: &str| format!("char {name}[0x7fffffffffffffff];");
            format!("struct {{ {} {} }} s; {EMPTY}", member("x"), member("y"))
        }),
        c("array.c", "int a[100000000] = {1, 2}; int main(void) { return a[7]; }\n"),
        c("range.c", "int a[] = {[0 ... 1000000000] = 1}; int main(void) { return a[0]; }\n"),
        c("ranges.c", {
            let nested = "{[0 ... 999] = ".repeat(5) + "1" + &"}".repeat(5);
            format!("int a[1000][1000][1000][1000][1000] = {nested}; {EMPTY}")
        }),
        c("index.c", "char a[] = {[0x7ffffffffffffffe] = 1}; int main(void) { return a[0]; }\n"),
        c(
            "cases.c",
            "int main(void) { switch (1) { case 0 ... 2147483646: return 1; } return 0; }\n",
        ),
        c("struct-tree.c", {
            let next = |n: usize| format!("struct s{} {{ struct s{n} a, b; }};\n", n + 1);
            format!("struct s0 {{ int x, y; }};\n{}struct s9999 v; {EMPTY}", each(9999, next))
        }),
        c("align.c", format!("int x __attribute__((aligned(0x4000000000000000))); {EMPTY}")),
        c("bits.c", format!("struct s {{ int x : 2147483647; int y : -1; }} v; {EMPTY}")),
    ]
}

/// Few lines that mean much.
fn meanings() -> Vec<Input> {
    let family = |base: &str, name: &str| {
        let next = |n: usize| {
            let (old, new) = (format!("{name}{n}"), format!("{name}{}", n + 1));
            format!("typedef {old} (*{new})({old}, {old});\n")
        };
        format!("typedef {base};\n{}", each(59, next))
    };
    let calls = |n: usize| format!("int f{}(int x) {{ return f{n}(x) + f{n}(x); }}\n", n + 1);
    vec![
        c("types.c", {
            let types = family("int (*t0)(int)", "t");
            format!("{types}t59 v; int w; int main(void) {{ v = w; return v == w + v; }}\n")
        }),
        c("compatible.c", {
            let types = family("int (*t0)(int)", "t") + &family("int (*u0)()", "u");
            format!("{types}t59 v; u59 w; int main(void) {{ v = w; return v == w; }}\n")
        }),
        c("calls.c", {
            let functions = each(40, calls);
            format!(
                "int f0(int x) {{ return x; }}\n{functions}int main(void) {{ return f40(1); }}\n"
            )
        })
        .slow(),
        inside(
            "shifts.c",
            "x = 1 << 2147483647; x = x << -5; x = (-2147483647 - 1) / -1; x /= 0".into(),
        ),
    ]
}

fn preprocessor() -> Vec<Input> {
    let with = |line: &str| format!("{line}\n{EMPTY}");
    let twice = |n: usize| format!("#define B{}(x) B{n}(x x)\n", n + 1);
    vec![
        c("self.c", with("#include \"self.c\"")),
        c("stdin.c", with("#include \"/dev/stdin\"")),
        c("zero.c", with("#include \"/dev/zero\"")).slow(),
        c("self-twice.c", with("#include __FILE__\n#include __FILE__")).slow(),
        c("doubling.c", format!("{}int main(void) {{ return A40; }}\n", doubling())).slow(),
        c("condition.c", with(&format!("{}#if A40\n#endif", doubling()))).slow(),
        c("arguments.c", {
            let macros = each(40, twice);
            format!("#define B0(x) x\n{macros}int main(void) {{ B40(a); return 0; }}\n")
        })
        .slow(),
        Input::new(
            "stage.c",
            format!("{}int main(void) {{ return A40; }}\n", doubling()),
            "c2cfg FILE",
            &[2],
        )
        .slow(),
        c("line.c", with("#line 1 \"../../../../precious\"")),
        c("line-error.c", "#line 4294967295 \"/etc/passwd\"\nint main(void) { return y; }\n"),
        c("marker.i", "# 99999999999999999999 \"/etc/passwd\"\nint main(void) { return y; }\n"),
        c("escape.i", "# 1 \"\u{1b}[31m\u{7}x\"\nint main(void) { return y; }\n"),
        c("escape-error.c", with("#error \u{1b}[31m")),
        c("long-error.c", with(&format!("#error {}", "e".repeat(1_000_000)))),
        c("many-errors.c", with(&"#error e\n".repeat(50_000))).slow(),
        c("@options.c", with("")),
        c(
            "pragma.c",
            with("#pragma GCC pch_preprocess \"/etc/passwd\"\n#pragma GCC dependency \"x\""),
        ),
    ]
}

fn bytes() -> Vec<Input> {
    vec![
        c("nul.c", b"int main(void) { int x = 0;\0\0 return 0; }\n"),
        c("nul.i", b"int main(void) { int x = 0;\0\0 return 0; }\n"),
        c("latin.c", b"int main(void) { char *s = \"\xe9\xff\"; return 0; }\n"),
        c("latin.i", b"int main(void) { char *s = \"\xe9\xff\"; return 0; }\n"),
        c("lines.c", "int main(void)\r\n{\r\n  int x = 1 \\\r\n + 1;\r\n  return 0;\r\n}\r\n"),
        c("string.c", "int main(void) { char *s = \"abc"),
        c("comment.c", "/* int main"),
        c("right-to-left.i", "int main(void) { int \u{202e}x = 0; return 0; }\n"),
        c("empty.c", ""),
    ]
}

/// Large files.
fn large() -> Vec<Input> {
    let statements = "x = x + 1; /* and so on */\n".repeat(4_000_000);
    vec![
        inside("statements-100-mb.i", statements).slow(),
        c("garbage-100-mb.i", "}} @ garbage ".repeat(8_000_000)).slow(),
        c("comment-100-mb.i", format!("/*{}*/{EMPTY}", " ".repeat(100_000_000))).slow(),
        c("text-10-mb.c", format!("char *s = \"{}\"; {EMPTY}", "a".repeat(10_000_000))).slow(),
        c("variables.c", format!("{}{EMPTY}", each(100_000, |n| format!("int v{n};\n")))).slow(),
        inside("locals.c", each(20_000, |n| format!("int v{n} = x;\n"))).slow(),
        inside("labels.c", each(10_000, |n| format!("L{n}: if (x++) goto L{};\n", 9_999 - n)))
            .slow(),
        c("functions.c", {
            let functions = each(50_000, |n| format!("int f{n}(void) {{ return {n}; }}\n"));
            format!("{functions}{EMPTY}")
        })
        .slow(),
    ]
}
