//! Types of the standard library's functions, for programs that call them without declaring them
//! and for `__builtin_` forms.

use belnap_syntax::symbol::Symbol;

use crate::ctype::{CType, FloatKind, FunctionType, IntKind, TypeId};

use super::Sema;

/// Names with their signatures: the result, then the parameters, one letter per type, each with
/// its `*`s; `.` at the end for more arguments.
const FUNCTIONS: &[(&str, &str)] = &[
    ("_Exit", "vi"),
    ("__builtin_bswap16", "tt"),
    ("__builtin_bswap32", "ww"),
    ("__builtin_bswap64", "yy"),
    ("__builtin_clrsb", "ii"),
    ("__builtin_clrsbl", "il"),
    ("__builtin_clrsbll", "ix"),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "im"),
    ("__builtin_clzll", "iy"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "im"),
    ("__builtin_ctzll", "iy"),
    ("__builtin_parity", "iu"),
    ("__builtin_parityl", "im"),
    ("__builtin_parityll", "iy"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "im"),
    ("__builtin_popcountll", "iy"),
    ("_exit", "vi"),
    ("abort", "v"),
    ("abs", "ii"),
    ("acos", "DD"),
    ("alloca", "v*z"),
    ("asin", "DD"),
    ("atan", "DD"),
    ("atan2", "DDD"),
    ("bcmp", "iv*v*z"),
    ("bcopy", "vv*v*z"),
    ("bzero", "vv*z"),
    ("calloc", "v*zz"),
    ("ceil", "DD"),
    ("ceilf", "ff"),
    ("ceill", "LL"),
    ("copysign", "DDD"),
    ("copysignf", "fff"),
    ("copysignl", "LLL"),
    ("cos", "DD"),
    ("cosf", "ff"),
    ("cosh", "DD"),
    ("exit", "vi"),
    ("exp", "DD"),
    ("exp2", "DD"),
    ("expf", "ff"),
    ("fabs", "DD"),
    ("fabsf", "ff"),
    ("fabsl", "LL"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "ix"),
    ("floor", "DD"),
    ("floorf", "ff"),
    ("floorl", "LL"),
    ("fma", "DDDD"),
    ("fmax", "DDD"),
    ("fmaxf", "fff"),
    ("fmin", "DDD"),
    ("fminf", "fff"),
    ("fmod", "DDD"),
    ("fmodf", "fff"),
    ("fprintf", "iv*c*."),
    ("fputc", "iiv*"),
    ("fputs", "ic*v*"),
    ("free", "vv*"),
    ("frexp", "DDi*"),
    ("fscanf", "iv*c*."),
    ("fwrite", "zv*zzv*"),
    ("index", "c*c*i"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("ldexp", "DDi"),
    ("llabs", "xx"),
    ("llrint", "xD"),
    ("llround", "xD"),
    ("log", "DD"),
    ("log10", "DD"),
    ("log2", "DD"),
    ("logf", "ff"),
    ("lrint", "lD"),
    ("lrintf", "lf"),
    ("lround", "lD"),
    ("malloc", "v*z"),
    ("memchr", "v*v*iz"),
    ("memcmp", "iv*v*z"),
    ("memcpy", "v*v*v*z"),
    ("memmove", "v*v*v*z"),
    ("mempcpy", "v*v*v*z"),
    ("memset", "v*v*iz"),
    ("modf", "DDD*"),
    ("nearbyint", "DD"),
    ("pow", "DDD"),
    ("powf", "fff"),
    ("powi", "DDi"),
    ("powl", "LLL"),
    ("printf", "ic*."),
    ("putchar", "ii"),
    ("puts", "ic*"),
    ("realloc", "v*v*z"),
    ("rindex", "c*c*i"),
    ("rint", "DD"),
    ("rintf", "ff"),
    ("round", "DD"),
    ("roundf", "ff"),
    ("scanf", "ic*."),
    ("sin", "DD"),
    ("sinf", "ff"),
    ("sinh", "DD"),
    ("snprintf", "ic*zc*."),
    ("sprintf", "ic*c*."),
    ("sqrt", "DD"),
    ("sqrtf", "ff"),
    ("sqrtl", "LL"),
    ("sscanf", "ic*c*."),
    ("stpcpy", "c*c*c*"),
    ("stpncpy", "c*c*c*z"),
    ("strcasecmp", "ic*c*"),
    ("strcat", "c*c*c*"),
    ("strchr", "c*c*i"),
    ("strcmp", "ic*c*"),
    ("strcpy", "c*c*c*"),
    ("strcspn", "zc*c*"),
    ("strdup", "c*c*"),
    ("strlen", "zc*"),
    ("strncasecmp", "ic*c*z"),
    ("strncat", "c*c*c*z"),
    ("strncmp", "ic*c*z"),
    ("strncpy", "c*c*c*z"),
    ("strndup", "c*c*z"),
    ("strnlen", "zc*z"),
    ("strpbrk", "c*c*c*"),
    ("strrchr", "c*c*i"),
    ("strspn", "zc*c*"),
    ("strstr", "c*c*c*"),
    ("tan", "DD"),
    ("tanh", "DD"),
    ("toascii", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("trunc", "DD"),
    ("truncf", "ff"),
    ("vfprintf", "iv*c*V"),
    ("vprintf", "ic*V"),
    ("vscanf", "ic*V"),
    ("vsnprintf", "ic*zc*V"),
    ("vsprintf", "ic*c*V"),
    ("vsscanf", "ic*c*V"),
];

/// Functions among these that do not return.
const NORETURN: &[&str] = &["_Exit", "_exit", "abort", "exit"];

impl Sema<'_> {
    /// The type gcc gives an undeclared function of the library.
    pub(crate) fn library_type(&mut self, name: Symbol) -> Option<TypeId> {
        let name = self.name(name);
        let index = FUNCTIONS.binary_search_by_key(&name, |entry| entry.0).ok()?;
        let mut types = Vec::new();
        let mut variadic = false;
        for letter in FUNCTIONS[index].1.chars() {
            let ty = match letter {
                '*' => {
                    let target = types.pop()?;
                    self.types.pointer(target)
                }
                '.' => {
                    variadic = true;
                    continue;
                }
                'v' => self.common.void,
                'c' => self.common.char,
                't' => self.types.int(IntKind::UnsignedShort),
                'i' => self.common.int,
                'u' => self.common.unsigned,
                'w' => self.types.int(self.types.char32()),
                'l' => self.types.int(IntKind::Long),
                'm' => self.types.int(IntKind::UnsignedLong),
                'x' => self.types.int(IntKind::LongLong),
                'y' => self.types.int(IntKind::UnsignedLongLong),
                'z' => self.common.size,
                'f' => self.types.intern(CType::Float(FloatKind::Float)),
                'D' => self.common.double,
                'L' => self.types.intern(CType::Float(FloatKind::LongDouble)),
                _ => self.common.list.passed,
            };
            types.push(ty);
        }
        let result = types.remove(0);
        let function = FunctionType { result, parameters: types, variadic, prototyped: true };
        Some(self.types.intern(CType::Function(function)))
    }
}

/// Whether a function of the library never returns.
pub(crate) fn never_returns(name: &str) -> bool {
    NORETURN.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    #[test]
    fn names_are_sorted() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
