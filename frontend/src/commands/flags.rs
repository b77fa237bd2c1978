//! Flags that people give to their C compiler, and what becomes of them here: a table, one row a
//! flag. What is not in it is refused, because it may change what the program means.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;

use belnap_cli::{ToolError, write_stderr};
use belnap_ir::cfg::ByteOrder;
use indexmap::IndexMap;

use super::machine::Base;

/// What becomes of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The preprocessor gets it, and so does the compiler of a replay.
    Preprocess,
    /// The same; its value is a file or a folder.
    Path,
    /// `char` is signed or not.
    Char {
        /// It is.
        signed: bool,
    },
    /// The machine.
    Machine(Base),
    /// The order of bytes.
    Order(ByteOrder),
    /// It does not change what the program means.
    Harmless,
    /// It does not, apart from what is said here.
    Warn(&'static str),
    /// It changes what the program means in a way that is not known; what to do instead.
    Refuse(&'static str),
}

/// Where the value of a flag stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// There is none.
    Exact,
    /// Whatever follows in the same word.
    Prefix,
    /// In the same word or in the next.
    Value,
}

/// A flag and what becomes of it.
#[derive(Clone, Copy, Debug)]
struct Row {
    flag: &'static str,
    form: Form,
    effect: Effect,
}

const fn row(flag: &'static str, form: Form, effect: Effect) -> Row {
    Row { flag, form, effect }
}

use Effect::{Char, Harmless, Machine, Order, Path, Preprocess, Refuse, Warn};
use Form::{Exact, Prefix, Value};

const LAYOUT: &str = "it changes the layout of types, which is not modelled";
const CHARACTERS: &str = "it changes what characters are, which is not modelled";
const THREADS: &str = "threads are not modelled: programs that start some are refused";
const LANGUAGE: &str = "only C is read";

/// The table; the first row that fits counts.
const FLAGS: &[Row] = &[
    // What the program's text is.
    row("-I", Value, Path),
    row("-D", Value, Preprocess),
    row("-U", Value, Preprocess),
    row("-include", Value, Path),
    row("-imacros", Value, Path),
    row("-isystem", Value, Path),
    row("-iquote", Value, Path),
    row("-idirafter", Value, Path),
    row("-isysroot", Value, Path),
    row("--sysroot=", Prefix, Preprocess),
    row("-nostdinc", Exact, Preprocess),
    row("-undef", Exact, Preprocess),
    row("-trigraphs", Exact, Preprocess),
    row("-ansi", Exact, Preprocess),
    row("-std=", Prefix, Preprocess),
    row("-ffreestanding", Exact, Preprocess),
    row("-fhosted", Exact, Preprocess),
    row("-xc", Exact, Harmless),
    row("-x", Value, Refuse(LANGUAGE)),
    // The machine.
    row("-m16", Exact, Machine(Base::Bits16)),
    row("-m32", Exact, Machine(Base::Bits32)),
    row("-m64", Exact, Machine(Base::Bits64)),
    row("-mx32", Exact, Refuse(LAYOUT)),
    row("-mbig-endian", Exact, Order(ByteOrder::Big)),
    row("-mlittle-endian", Exact, Order(ByteOrder::Little)),
    row("-EB", Exact, Order(ByteOrder::Big)),
    row("-EL", Exact, Order(ByteOrder::Little)),
    row("-mms-bitfields", Exact, Refuse(LAYOUT)),
    row("-malign-double", Exact, Refuse(LAYOUT)),
    row("-mlong-double-", Prefix, Refuse(LAYOUT)),
    row("-m96bit-long-double", Exact, Refuse(LAYOUT)),
    row("-m128bit-long-double", Exact, Refuse(LAYOUT)),
    row("-m", Prefix, Harmless),
    row("-fsigned-char", Exact, Char { signed: true }),
    row("-fno-unsigned-char", Exact, Char { signed: true }),
    row("-funsigned-char", Exact, Char { signed: false }),
    row("-fno-signed-char", Exact, Char { signed: false }),
    row("-funsigned-bitfields", Exact, Refuse(LAYOUT)),
    row("-fno-signed-bitfields", Exact, Refuse(LAYOUT)),
    row("-fpack-struct", Prefix, Refuse(LAYOUT)),
    row("-fshort-enums", Exact, Refuse(LAYOUT)),
    row("-fshort-wchar", Exact, Refuse(LAYOUT)),
    row("-fexec-charset", Prefix, Refuse(CHARACTERS)),
    row("-fwide-exec-charset", Prefix, Refuse(CHARACTERS)),
    row("-finput-charset", Prefix, Refuse(CHARACTERS)),
    row("-ftrapv", Exact, Refuse("an overflow ends the program with --integers undefined")),
    row("-fopenmp-simd", Exact, Harmless),
    row("-fopenmp", Prefix, Refuse(THREADS)),
    row("-fopenacc", Prefix, Refuse(THREADS)),
    row("-pthread", Exact, Warn(THREADS)),
    row("-pthreads", Exact, Warn(THREADS)),
    // How it is compiled, warned about, linked and debugged.
    row("-f", Prefix, Harmless),
    row("-O", Prefix, Harmless),
    row("-g", Prefix, Harmless),
    row("-Wp,-M", Prefix, Harmless),
    row("-Wp,", Prefix, Refuse("give it without -Wp")),
    row("-W", Prefix, Harmless),
    row("-w", Exact, Harmless),
    row("-pedantic", Prefix, Harmless),
    row("-pipe", Exact, Harmless),
    row("-p", Exact, Harmless),
    row("-pg", Exact, Harmless),
    row("-pie", Exact, Harmless),
    row("-no-pie", Exact, Harmless),
    row("-save-temps", Prefix, Harmless),
    row("-static", Prefix, Harmless),
    row("-shared", Prefix, Harmless),
    row("-rdynamic", Exact, Harmless),
    row("-nostdlib", Exact, Harmless),
    row("-nodefaultlibs", Exact, Harmless),
    row("-nostartfiles", Exact, Harmless),
    row("-s", Exact, Harmless),
    row("-S", Exact, Harmless),
    row("-c", Exact, Harmless),
    row("-v", Exact, Harmless),
    row("-MF", Value, Harmless),
    row("-MT", Value, Harmless),
    row("-MQ", Value, Harmless),
    row("-MJ", Value, Harmless),
    row("-M", Prefix, Harmless),
    row("-l", Value, Harmless),
    row("-L", Value, Harmless),
    row("-T", Value, Harmless),
    row("-u", Value, Harmless),
    row("-z", Value, Harmless),
    row("-B", Value, Harmless),
    row("-Xlinker", Value, Harmless),
    row("-Xassembler", Value, Harmless),
    row("--param=", Prefix, Harmless),
    row("--param", Value, Harmless),
    row("--target=", Prefix, Harmless),
    row("-target", Value, Harmless),
    row("-arch", Value, Harmless),
    row("-o", Value, Harmless),
];

/// The row of a flag, and whether its value is the next word.
fn find(word: &str) -> Option<(&'static Row, bool)> {
    let fits = |row: &&Row| match row.form {
        Exact => word == row.flag,
        Prefix | Value => word.starts_with(row.flag),
    };
    let row = FLAGS.iter().find(fits)?;
    Some((row, row.form == Value && word == row.flag))
}

/// A flag with its value in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The word.
    pub word: String,
    /// What becomes of it.
    pub effect: Effect,
}

impl Flag {
    /// The flag that a word begins, with the next one if that is its value; `None` if the word is
    /// not a flag.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn read<'a>(
        word: &str,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Option<Flag>, String> {
        if !word.starts_with('-') || word == "-" {
            return Ok(None);
        }
        let (row, separate) = find(word).ok_or_else(|| {
            format!(
                "`{word}` is not known: leave it out if it does not change what the program \
                 means; what --cpp says goes to the preprocessor as it is"
            )
        })?;
        let mut whole = word.to_owned();
        if separate {
            whole.push_str(rest.next().ok_or_else(|| format!("`{word}` needs a value"))?);
        }
        // `-x c` and `-xc` are one flag.
        let effect = find(&whole).map_or(row.effect, |(row, _)| row.effect);
        Ok(Some(Flag { word: whole, effect }))
    }

    /// The same with a path that is meant from another folder.
    pub fn resolve_from(mut self, folder: &std::path::Path) -> Flag {
        if self.effect == Path
            && let Some((row, _)) = find(&self.word)
        {
            let path = folder.join(&self.word[row.flag.len()..]);
            self.word = format!("{}{}", row.flag, path.display());
        }
        self
    }
}

/// A flag, in one word, whose path is meant from a folder.
pub fn from_folder(word: &str, folder: &std::path::Path) -> String {
    match Flag::read(word, &mut std::iter::empty()) {
        Ok(Some(flag)) => flag.resolve_from(folder).word,
        _ => word.to_owned(),
    }
}

/// Whether a word can be given to a compiler as it is, whoever wrote it.
pub fn may_be_passed_on(word: &str) -> bool {
    find(word).is_some_and(|(row, separate)| {
        !separate && matches!(row.effect, Preprocess | Path | Char { .. })
    })
}

/// Flags, each in one word, as the command line has them.
///
/// # Errors
/// One is not known.
pub fn given(words: &[String]) -> Result<Vec<Flag>, ToolError> {
    let mut all = Vec::new();
    for word in words {
        match Flag::read(word, &mut std::iter::empty()) {
            Ok(Some(flag)) => all.push(flag),
            Ok(None) => return Err(ToolError::Usage(format!("`{word}` is not a flag"))),
            Err(why) => return Err(unknown(&why)),
        }
    }
    Ok(all)
}

fn unknown(why: &str) -> ToolError {
    ToolError::Usage(format!("the compiler flag {why}"))
}

/// What all flags of a program mean together.
#[derive(Debug, Default)]
pub struct Meaning {
    /// What each of the files so far says.
    said: Option<Said>,
    warnings: BTreeSet<String>,
}

/// What flags say about the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The machine.
    pub base: Option<Base>,
    /// The order of bytes.
    pub byte_order: Option<ByteOrder>,
    /// Whether `char` is signed.
    pub char_signed: Option<bool>,
}

impl Meaning {
    /// Adds the flags of a file; gives those that the preprocessor gets.
    ///
    /// # Errors
    /// What a flag means is not modelled, or other than in another file.
    pub fn add(
        &mut self,
        file: &str,
        flags: impl Iterator<Item = Flag>,
    ) -> Result<Vec<String>, ToolError> {
        let (mut passed_on, mut said) = (Vec::new(), Said::default());
        for Flag { word, effect } in flags {
            match effect {
                Preprocess | Path => passed_on.push(word),
                Char { signed } => {
                    said.char_signed = Some(signed);
                    passed_on.push(word);
                }
                Machine(base) => said.base = Some(base),
                Order(order) => said.byte_order = Some(order),
                Harmless => {}
                Warn(why) => {
                    self.warnings.insert(format!("{word}: {why}"));
                }
                Refuse(why) => {
                    return Err(ToolError::unusable(file, format!("the flag {word}: {why}")));
                }
            }
        }
        if self.said.is_some_and(|other| !other.agrees(said)) {
            let message = "it is compiled for another machine than the files before it";
            return Err(ToolError::unusable(file, message));
        }
        self.said = Some(said);
        Ok(passed_on)
    }

    /// What the files say about the machine.
    pub fn said(&self) -> Said {
        self.said.unwrap_or_default()
    }

    /// Says what flags do not do.
    pub fn warn(&self) {
        for warning in &self.warnings {
            write_stderr(&format!("warning: {warning}\n"));
        }
    }
}

impl Said {
    /// Whether another file is compiled for the same machine.
    fn agrees(self, other: Said) -> bool {
        let plain = |said: Said| {
            let base = said.base.unwrap_or_default();
            let signed = said.char_signed.unwrap_or(base.char_signed());
            (said.base, said.byte_order.unwrap_or_default(), signed)
        };
        plain(self) == plain(other)
    }
}

/// A command line in which each of the compiler's flags is the value of an option of ours.
///
/// # Errors
/// A word looks like such a flag, and is not known.
pub fn rewrite(arguments: Vec<OsString>) -> Result<Vec<OsString>, ToolError> {
    let end = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let (before, behind) = arguments.split_at(end);
    let mut out = Vec::new();
    let mut words = before.iter();
    while let Some(word) = words.next() {
        let Some(text) = word.to_str().filter(|text| !is_own(text)) else {
            out.push(word.clone());
            continue;
        };
        let mut rest = words.clone().map_while(|word| word.to_str());
        let flag = Flag::read(text, &mut rest).map_err(|why| unknown(&why))?;
        let Some(flag) = flag else {
            out.push(word.clone());
            continue;
        };
        if find(text).is_some_and(|(_, separate)| separate) {
            words.next();
        }
        out.push(format!("--compiler-flag={}", flag.word).into());
    }
    out.extend(behind.iter().cloned());
    Ok(out)
}

/// Whether a word is an option of ours, or not an option at all.
fn is_own(word: &str) -> bool {
    let Some(name) = word.strip_prefix('-').filter(|name| !name.is_empty()) else { return true };
    match name.chars().next() {
        Some('-') => find(word).is_none(),
        Some('m') => name[1..].parse::<u8>().is_ok() || name == "m",
        // `-p` is followed by a property, which a word that is a flag is not.
        Some('p') => name == "p" || find(word).is_none(),
        Some('I' | 'D' | 'U' | 'o' | 'q' | 'h' | 'V') => true,
        Some('v') => name == "v",
        _ => false,
    }
}

/// The table, for `--help`.
pub(super) fn long_help() -> String {
    let mut out = String::from(
        "Flag of the compiler; most can be given as they are, such as `-std=c99` or `-Wall`. A longer \
         name counts before a beginning (`-f…`):",
    );
    let mut by_effect: IndexMap<String, Vec<String>> = IndexMap::new();
    for Row { flag, form, effect } in FLAGS {
        let shape = match form {
            Exact => (*flag).to_owned(),
            Prefix => format!("{flag}…"),
            Value => format!("{flag} X"),
        };
        let what = match effect {
            Preprocess | Path => "for the preprocessor".to_owned(),
            Char { signed } => format!("`char` is {}", if *signed { "signed" } else { "unsigned" }),
            Machine(base) => format!("the machine {}", base.model()),
            Order(ByteOrder::Big) => "numbers begin with their most significant byte".to_owned(),
            Order(ByteOrder::Little) => {
                "numbers begin with their least significant byte".to_owned()
            }
            Harmless => "changes nothing here".to_owned(),
            Warn(why) => format!("changes nothing here; {why}"),
            Refuse(why) => format!("refused: {why}"),
        };
        by_effect.entry(what).or_default().push(shape);
    }
    for (what, shapes) in by_effect {
        let _ = write!(out, "\n- {what}: {}", shapes.join(", "));
    }
    out
}
