//! Expressions and operations as text, from their JSON form.

use belnap_formats::cfg;

/// The text of each operation.
fn shown(operations: &[&str]) -> Vec<String> {
    let mut edges = String::new();
    for (index, operation) in operations.iter().enumerate() {
        edges.push_str(&format!("{{\"id\": {index}, \"from\": 0, \"to\": 1, {operation}}}, "));
    }
    let count = operations.len();
    let text = format!(
        r#"{{"format": "belnap.cfg", "version": 1,
            "machine": {{"data_model": "LP64", "integers": "wrap"}},
            "functions": [{{"name": "main", "entry": 0, "exit": 1}},
                          {{"name": "f", "parameters": ["n"], "result": "r", "entry": 2, "exit": 3}}],
            "objects": [{{"name": "o", "kind": "global"}}],
            "variables": [
              {{"name": "x", "type": "i32"}}, {{"name": "y", "type": "i32"}},
              {{"name": "u", "type": "u64"}}, {{"name": "b", "type": "bool"}},
              {{"name": "c", "type": "bool"}}, {{"name": "R", "type": "[u64]i32"}},
              {{"name": "S", "type": "[u64]i32"}}, {{"name": "w", "type": "u128"}},
              {{"name": "n", "type": "i32", "function": "f"}},
              {{"name": "r", "type": "i32", "function": "f"}}],
            "locations": [{{"id": 0}}, {{"id": 1, "kind": "halted"}}, {{"id": 2, "function": "f"}},
                          {{"id": 3, "function": "f", "kind": "return"}}],
            "edges": [{edges}
              {{"id": {count}, "from": 0, "to": 1, "skip": true}},
              {{"id": {}, "from": 1, "to": 1, "skip": true}},
              {{"id": {}, "from": 2, "to": 3, "skip": true}}]}}"#,
        count + 1,
        count + 2,
    );
    let graph = cfg::read(&text).unwrap_or_else(|found| panic!("{found:?}")).content;
    let edges = graph.edges.iter().take(count);
    edges.map(|edge| cfg::operation_text(&graph, &edge.operation)).collect()
}

/// The text of each truth value.
fn conditions(cases: &[(&str, &str)]) {
    let operations: Vec<String> = cases.iter().map(|(e, _)| format!("\"assume\": {e}")).collect();
    let operations: Vec<&str> = operations.iter().map(String::as_str).collect();
    for ((json, expected), text) in cases.iter().zip(shown(&operations)) {
        assert_eq!(text, format!("assume {expected}"), "{json}");
    }
}

#[test]
fn parentheses_stand_where_they_are_needed() {
    conditions(&[
        (r#"["<", ["+", "x", ["i32", 1]], "y"]"#, "x + 1 < y"),
        (r#"["==", ["-", ["-", "x", "y"], "x"], "y"]"#, "x - y - x == y"),
        (r#"["==", ["-", "x", ["-", "y", "x"]], "y"]"#, "x - (y - x) == y"),
        (r#"["==", ["*", ["+", "x", "y"], "x"], ["i32", 0]]"#, "(x + y) * x == 0"),
        (r#"["==", ["+", ["*", "x", "y"], ["/", "x", "y"]], "x"]"#, "x * y + x / y == x"),
        (r#"["!=", ["&", "x", ["i32", 1]], ["i32", 0]]"#, "(x & 1) != 0"),
        (r#"["!=", ["|", "x", ["^", "y", ["&", "x", "y"]]], "x"]"#, "(x | y ^ x & y) != x"),
        (r#"["!=", ["<<", "x", ["+", "u", ["u64", 1]]], "x"]"#, "x << u + 1 != x"),
        (r#"["==", ["<", "x", "y"], "b"]"#, "x < y == b"),
        (r#"["==", ["==", "x", "y"], "b"]"#, "(x == y) == b"),
        (r#"["==", "b", ["==", "x", "y"]]"#, "b == (x == y)"),
        (r#"["||", ["&&", "b", "c"], ["!", "b"]]"#, "b && c || !b"),
        (r#"["&&", ["||", "b", "c"], "b", ["&&", "b", "c"]]"#, "(b || c) && b && (b && c)"),
        (r#"["!", ["&&", "b", "c"]]"#, "!(b && c)"),
        (r#"["!", ["!", ["==", "x", "y"]]]"#, "!!(x == y)"),
        (
            r#"["?", "b", ["?", "c", "b", true], ["?", "b", false, "c"]]"#,
            "b ? c ? b : true : b ? false : c",
        ),
        (r#"["?", ["?", "b", "c", "b"], "b", "c"]"#, "(b ? c : b) ? b : c"),
    ]);
}

#[test]
fn numbers_and_prefixes() {
    conditions(&[
        (r#"["==", ["-", "x"], ["i32", -1]]"#, "-x == -1"),
        (r#"["==", ["-", ["-", "x"]], ["-", ["i32", -1]]]"#, "-(-x) == -(-1)"),
        (r#"["==", ["-", "x", ["i32", -1]], ["~", ["-", "x"]]]"#, "x - -1 == ~-x"),
        (
            r#"["==", "w", ["u128", "340282366920938463463374607431768211455"]]"#,
            "w == 340282366920938463463374607431768211455",
        ),
        (
            r#"["==", ["cast", "i32", ["+", "u", ["addr", "o"]]], ["cast", "i32", ["-", "x"]]]"#,
            "(i32)(u + &o) == (i32)-x",
        ),
        (
            r#"["==", ["cast", "i32", "b"], ["read", "R", ["+", "u", ["u64", 4]]]]"#,
            "(i32)b == R[u + 4]",
        ),
    ]);
}

#[test]
fn operations() {
    let cases = [
        (r#""skip": true"#, "skip"),
        (r#""assign": []"#, "skip"),
        (r#""assign": [["x", "y"], ["y", "x"]]"#, "x, y := y, x"),
        (r#""assign": [["R", ["write", "R", ["+", "u", ["u64", 4]], "x"]]]"#, "R[u + 4] := x"),
        (r#""assign": [["R", ["write", "S", "u", "x"]]]"#, "R := write(S, u, x)"),
        (
            r#""assign": [["x", ["read", ["write", "S", "u", "x"], "u"]], ["R", ["write", "R", "u", "y"]]]"#,
            "x, R[u] := write(S, u, x)[u], y",
        ),
        (r#""assign": [["x", ["read", ["?", "b", "R", "S"], "u"]]]"#, "x := (b ? R : S)[u]"),
        (
            r#""assign": [["R", ["splice", "R", ["shift", "S", "u"], ["addr", "o"], ["u64", 8]]]]"#,
            "R := splice(R, shift(S, u), &o, 8)",
        ),
        (r#""assign": [["R", ["fill", "[u64]i32", ["i32", 0]]]]"#, "R := fill(0)"),
        (r#""assume_unknown": true"#, "assume unknown"),
        (r#""nondet": ["x", "b"]"#, "nondet x, b"),
        (r#""unknown": ["R"]"#, "unknown R"),
        (r#""call": {"function": "f", "arguments": [["+", "x", "y"]]}"#, "call f(x + y)"),
        (r#""call": {"function": "f", "arguments": ["x"], "result": "y"}"#, "y := call f(x)"),
    ];
    let operations: Vec<&str> = cases.iter().map(|(operation, _)| *operation).collect();
    for ((json, expected), text) in cases.iter().zip(shown(&operations)) {
        assert_eq!(text, *expected, "{json}");
    }
}
