//! Whether a compiled program may be run: it must not ask for more than memory.
//!
//! A program that could make system calls without saying so is stopped by the system as soon as it
//! does ([`super::confine`], `limits.c`). Where the system cannot do that, such programs are not
//! run.

use std::collections::BTreeSet;

use super::harness;
use crate::c_text::{code, words};

/// Functions of the C library that only change the program's own memory, or write to the standard
/// streams, which nobody reads.
const HARMLESS: &str = "abort exit _exit malloc calloc realloc free alloca memcpy memset memmove \
    memcmp memchr strlen strnlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr \
    strdup strspn strcspn strtol strtoul strtoll strtoull atoi atol atoll abs labs llabs div ldiv \
    srand srandom qsort bsearch printf puts putchar fprintf fputs fputc putc fflush sprintf snprintf \
    vprintf vfprintf vsnprintf perror stdout stderr stdin \
    isalpha isdigit isspace isalnum isupper islower toupper tolower __ctype_b_loc \
    __ctype_tolower_loc __ctype_toupper_loc __errno_location __stack_chk_fail \
    _GLOBAL_OFFSET_TABLE_ __x86.get_pc_thunk.ax __x86.get_pc_thunk.bx __isoc99_sscanf __udivdi3 \
    __divdi3 __umoddi3 __moddi3";

/// Functions of numbers, which have variants for `float` (…f) and `long double` (…l).
const MATHS: &str = "fabs sqrt pow floor ceil fmod sin cos tan asin acos atan atan2 sinh cosh tanh exp \
    exp2 log log2 log10 ldexp frexp modf round trunc rint fmin fmax fdim cbrt hypot nextafter \
    copysign remainder";

/// Words of C with which a program could do something that is not a call of a function.
const SUSPICIOUS: &str =
    "asm constructor destructor section ifunc alias weakref naked target_clones";

/// Refuses objects that call what could have effects outside the program; `symbols` is what `nm -P`
/// says about each of them.
///
/// # Errors
/// The call, as the reason.
pub fn calls(symbols: &[String]) -> Result<(), String> {
    let mut known: BTreeSet<String> = HARMLESS.split_whitespace().map(str::to_owned).collect();
    known.extend(harness::list_defined_functions());
    for name in MATHS.split_whitespace() {
        known.extend([name.to_owned(), format!("{name}f"), format!("{name}l")]);
    }
    let mut wanted: Vec<&str> = Vec::new();
    for line in symbols.iter().flat_map(|text| text.lines()) {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some(name), Some("U" | "w")) => wanted.push(name),
            (Some(name), Some(_)) => {
                known.insert(name.to_owned());
            }
            _ => {}
        }
    }
    match wanted.into_iter().find(|name| !known.contains(*name)) {
        Some(name) => Err(format!("it calls {name}, which has no body here or effects outside")),
        None => Ok(()),
    }
}

/// Refuses a program of which some code runs when it is loaded, which is before it can limit
/// itself; `symbols` is what `readelf -rs` says about it.
///
/// # Errors
/// The reason.
pub fn loads(symbols: &str) -> Result<(), String> {
    let has = |line: &str| line.contains("IRELATIV") || line.split(' ').any(|word| word == "IFUNC");
    match symbols.lines().any(has) {
        true => Err("it has code that runs while it is loaded".to_owned()),
        false => Ok(()),
    }
}

/// Refuses a preprocessed text with words that could do more than is seen, for systems that cannot
/// confine programs.
///
/// # Errors
/// The word, as the reason.
pub fn says(text: &str) -> Result<(), String> {
    let code = code(text);
    let (mut depth, mut behind) = (0_i64, 0);
    for (at, word) in words(&code) {
        let between = &code[behind..at];
        depth += between.matches('{').count() as i64 - between.matches('}').count() as i64;
        behind = at + word.len();
        let bare = word.trim_matches('_');
        // Headers give other names to functions that they declare, outside of all functions.
        let renames = bare == "asm" && depth == 0 && between.trim_end().ends_with(')');
        if SUSPICIOUS.split(' ').any(|one| one == bare) && !renames {
            return Err(format!("it uses {bare}, and this system cannot confine programs"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{calls, loads, says};

    #[test]
    fn what_has_effects_is_refused() {
        let program = "main T 0 5\nstrlen U\nhelp U\n".to_owned();
        let refused = Err("it calls help, which has no body here or effects outside".to_owned());
        assert_eq!(calls(std::slice::from_ref(&program)), refused);
        assert_eq!(calls(&[program, "help T 0 5\n".to_owned()]), Ok(()));
    }

    #[test]
    fn what_runs_while_it_is_loaded_is_refused() {
        assert_eq!(loads("0000 0025 R_X86_64_RELATIVE 10\n 5: 00 FUNC GLOBAL main\n"), Ok(()));
        assert!(loads("0000 0025 R_X86_64_IRELATIV 10\n").is_err());
        assert!(loads(" 5: 00 2 IFUNC LOCAL f\n").is_err());
    }

    #[test]
    fn suspicious_words_are_refused() {
        for text in [
            "char *s = \"asm \\\" asm\"; int asmx; char c = '\"';",
            "extern int scanf(const char *, ...) __asm__ (\"\" \"__isoc99_scanf\");",
        ] {
            assert_eq!(says(text), Ok(()), "{text}");
        }
        for text in [
            "__asm__(\"x\")",
            "x = '\"'; asm (\"\")",
            "int f(int x) { if (x) __asm__(\"syscall\"); }",
            "__attribute__((__section__(\"a\"))) int x;",
            "__attribute__((constructor)) void f(void);",
        ] {
            assert!(says(text).is_err(), "{text}");
        }
    }
}
