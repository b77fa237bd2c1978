//! Addresses that travel as numbers.

use super::Detours;

/// From the pointer `P` of type `T *` (and `R`, to another object) to `Q`; `U` is the integer of a
/// pointer's width and `N` makes names unique. One statement or more.
const EXACT: &[&str] = &[
    "struct { U a : sizeof(U) == 8 ? 48 : 32; unsigned tag : 4; } sN; sN.a = (U)P; sN.tag = 5; Q = (T *)(U)sN.a;",
    "struct { unsigned tag : 4; U a : sizeof(U) == 8 ? 60 : 32; } sN; sN.tag = 9; sN.a = (U)P; Q = (T *)(U)sN.a;",
    "U uN = (U)P ^ 0x5a5a5a5au; Q = (T *)(uN ^ 0x5a5a5a5au);",
    "U uN = (U)P ^ (U)R; Q = (T *)(uN ^ (U)R);",
    "U uN = (U)P - (U)R; Q = (T *)((U)R + uN);",
    "U uN = (U)R - ((U)R - (U)P); Q = (T *)uN;",
    "long dN = (char *)P - (char *)R; Q = (T *)((char *)R + dN);",
    "U uN = (U)P; unsigned lN = (unsigned)uN, hN = (unsigned)(uN >> 16 >> 16); Q = (T *)(((U)hN << 16 << 16) | lN);",
    "unsigned char bN[sizeof(U)]; __builtin_memcpy(bN, &P, sizeof P); __builtin_memcpy(&Q, bN, sizeof Q);",
    "union { T *p; U u; unsigned char b[sizeof(U)]; } vN; vN.p = P; vN.u += 16; vN.u -= 16; Q = vN.p;",
    "U uN = (U)P; uN = (uN << 7) | (uN >> (8 * sizeof uN - 7)); uN = (uN >> 7) | (uN << (8 * sizeof uN - 7)); Q = (T *)uN;",
    "U uN = ~(U)P; Q = (T *)~uN;",
    "U uN = 0 - (U)P; Q = (T *)(0 - uN);",
    "U uN = (U)P * 5; Q = (T *)(uN * (U)0xcccccccccccccccdull);",
    "U uN = (U)P, vN = 0; for (unsigned i = 0; i < 8 * sizeof uN; i++) if (uN >> i & 1) vN |= (U)1 << i; Q = (T *)vN;",
    "U uN = (U)P, vN = 0; for (unsigned i = 0; i < sizeof uN; i++) vN |= (uN >> 8 * i & 255) << 8 * i; Q = (T *)vN;",
    "U tN[2] = {(U)R, (U)P}; Q = (T *)tN[1]; for (int i = 0; i < 2; i++) if (tN[i] == (U)P) Q = (T *)tN[i];",
    "U uN = (U)P, aN = uN & 0xf0f0f0f0, bN = uN & ~(U)0xf0f0f0f0; Q = (T *)(aN + bN);",
    "U uN = (U)P, aN = uN & 0xfff, bN = uN - aN; Q = (T *)(bN | aN);",
    "U uN = (U)P, aN = uN / 1000, bN = uN % 1000; Q = (T *)(aN * 1000 + bN);",
    "struct { char c; U u[2]; } sN = {1, {(U)R, (U)P}}; struct { char c; U u[2]; } *oN = (void *)&sN; Q = (T *)oN->u[1];",
    "char *cN = (char *)P; cN += 3; cN -= 3; Q = (T *)(void *)cN;",
    "U uN = (U)P + 1000; char *cN = (char *)uN; Q = (T *)(cN - 1000);",
    "U uN = (U)P; U *wN = &uN; unsigned char *bN = (unsigned char *)wN, dN[sizeof(U)]; for (unsigned i = 0; i < sizeof uN; i++) dN[i] = bN[i] ^ 85; for (unsigned i = 0; i < sizeof uN; i++) ((unsigned char *)&Q)[i] = dN[i] ^ 85;",
    "U lN = 0, hN = ~(U)0; while (lN < hN) { U m = lN + (hN - lN) / 2; if (m < (U)P) lN = m + 1; else hN = m; } Q = (T *)lN;",
    "union { T *p; U u; } aN[2]; aN[0].p = P; aN[1] = aN[0]; Q = (T *)aN[1].u;",
];

/// The same, with steps that our graphs do not follow.
const LOST: &[&str] = &[
    "double dN = (double)(U)P; Q = (T *)(U)dN;",
    "typedef U VN __attribute__((vector_size(2 * sizeof(U)))); VN vN = {(U)P, 1}, wN = {7, 2}; vN = vN + wN; Q = (T *)(vN[0] - 7);",
    "__asm__(\"\" : \"=r\"(Q) : \"0\"(P));",
    "U uN; __asm__(\"\" : \"=r\"(uN) : \"0\"(P)); Q = (T *)uN;",
    "long double dN = (U)P; dN = dN * 2; Q = (T *)(U)(dN / 2);",
    "struct { float f; double d; } sN = {1, (double)(U)P}; Q = (T *)(U)sN.d;",
    "union { T *p; double d; } aN, bN; aN.d = 0; aN.p = P; double dN = aN.d; bN.d = dN; Q = bN.p;",
    "extern int sscanf(const char *, const char *, ...); char tN[40]; void *vN = R; __builtin_sprintf(tN, \"%p\", (void *)P); sscanf(tN, \"%p\", &vN); Q = (T *)vN;",
    "extern unsigned long strtoul(const char *, char **, int); char tN[40]; __builtin_sprintf(tN, \"%lu\", (unsigned long)(U)P); Q = (T *)(U)strtoul(tN, 0, 10);",
];

/// An address that is encoded and decoded again.
pub(super) fn exact(made: &mut Detours) {
    travel(made, EXACT);
}

/// One that travels where we cannot follow.
pub(super) fn lost(made: &mut Detours) {
    travel(made, LOST);
}

fn travel(made: &mut Detours, ways: &[&str]) {
    let target = made.target();
    let other = made.another(&target);
    let number = made.fresh("");
    let (p, q, r) = (made.fresh("p"), made.fresh("q"), made.fresh("r"));
    let way = *made.rng.choose(ways);
    let ty = target.ty;
    made.line(&format!("{ty} *{p} = &{}, *{q}; {} *{r} = &{};", target.name, other.ty, other.name));
    made.line(&spelled(way, ty, &number, &p, &q, &r));
    let write = made.write(&q);
    made.line(&format!("(void){r}; {write}"));
}

/// The template with its names: capital letters that stand alone, and `N` at the end of a name.
fn spelled(way: &str, ty: &str, number: &str, p: &str, q: &str, r: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for letter in way.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        match word.as_str() {
            "P" => text.push_str(p),
            "Q" => text.push_str(q),
            "R" => text.push_str(r),
            "T" => text.push_str(ty),
            "U" => text.push_str("unsigned long"),
            name => match name.strip_suffix('N') {
                Some(stem) => {
                    text.push_str(stem);
                    text.push_str(number);
                }
                None => text.push_str(name),
            },
        }
        word.clear();
        if letter != '\n' {
            text.push(letter);
        }
    }
    text
}

/// The address of a function, as a number.
pub(super) fn function(made: &mut Detours) {
    let (target, name) = (made.target(), made.fresh("f"));
    let (pointer, way) = (made.fresh("p"), made.rng.below(3));
    let write = made.write("p");
    made.top(&format!("static void {name}({} *p) {{ {write} }}", target.ty));
    let word = "unsigned long";
    let number = match way {
        0 => format!("(({word}){name} ^ 21u) ^ 21u"),
        1 => format!("(({word}){name} + 40) - 40"),
        _ => format!("({word}){name}"),
    };
    made.line(&format!("void (*{pointer})({} *) = (void (*)({0} *))({number});", target.ty));
    made.line(&format!("{pointer}(&{});", target.name));
}
