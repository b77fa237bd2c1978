//! Answers by normalised question, in memory and optionally in a folder.
//!
//! A question is known by a hash of its text with variables numbered in order of occurrence, so
//! that answers serve other programs too. The file in the folder names the prover's version and
//! is ignored if that is another one; each line carries a check sum, and a line that does not
//! hold together is ignored. The folder may be deleted at any time, and several runs may use it.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, ObjectId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

/// A normalised question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u128);

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Key {
    /// The key of "can all of these conditions be true?". The order must be canonical.
    pub fn of(cfg: &Cfg, conditions: &[&Expr]) -> Key {
        Key::of_text(&text(cfg, conditions.iter().copied()))
    }

    fn of_text(text: &str) -> Key {
        Key::of_hash(Sha256::new_with_prefix(text))
    }

    fn of_hash(hash: Sha256) -> Key {
        let bytes: [u8; 16] = hash.finalize()[..16].try_into().expect("a hash has 32 bytes");
        Key(u128::from_be_bytes(bytes))
    }
}

/// Questions about the truth values that some conditions have together.
pub struct Together(Sha256);

impl Together {
    /// Those about these conditions.
    pub fn of(cfg: &Cfg, conditions: &[Expr]) -> Self {
        Together(Sha256::new_with_prefix(text(cfg, conditions.iter())))
    }

    /// The key of "can they have other truth values than those listed?". The order must be
    /// canonical.
    pub fn others(&self, listed: &[FixedBitSet]) -> Key {
        let mut hash = self.0.clone();
        for combination in listed {
            hash.update(b"\n");
            combination.as_slice().iter().for_each(|block| hash.update(block.to_le_bytes()));
        }
        Key::of_hash(hash)
    }
}

/// The conditions with their variables numbered, one on a line.
fn text<'e>(cfg: &Cfg, conditions: impl Iterator<Item = &'e Expr>) -> String {
    let mut text = format!("{:?}", cfg.machine);
    let mut names = Names { cfg, vars: FxHashMap::default(), objects: FxHashMap::default() };
    for condition in conditions {
        text.push('\n');
        names.write(&mut text, condition);
    }
    text
}

/// Numbers variables and objects in order of occurrence.
struct Names<'a> {
    cfg: &'a Cfg,
    vars: FxHashMap<CfgVarId, usize>,
    objects: FxHashMap<ObjectId, usize>,
}

impl Names<'_> {
    fn write(&mut self, out: &mut String, expr: &Expr) {
        match expr {
            Expr::Var(var) => {
                let next = self.vars.len();
                let number = *self.vars.entry(*var).or_insert(next);
                let _ = write!(out, "x{number}:{} ", self.cfg.type_of(*var));
            }
            Expr::Address(object) => {
                if self.objects.is_empty() {
                    let _ = write!(out, "{:?} ", self.cfg.object_space());
                }
                let next = self.objects.len();
                let number = *self.objects.entry(*object).or_insert(next);
                let known = &self.cfg.objects[*object];
                let _ = write!(out, "o{number}:{:?}:{}:{:?} ", known.size, known.align, known.kind);
            }
            Expr::Int(value, ty) => {
                let _ = write!(out, "{value}:{ty} ");
            }
            Expr::Bool(truth) => {
                let _ = write!(out, "{truth} ");
            }
            compound => {
                let operator = match compound {
                    Expr::Unary(op, _) => format!("{op:?}"),
                    Expr::Binary(op, _) => format!("{op:?}"),
                    Expr::Compare(op, _) => format!("{op:?}"),
                    Expr::Not(_) => "Not".to_owned(),
                    Expr::And(_) => "And".to_owned(),
                    Expr::Or(_) => "Or".to_owned(),
                    Expr::Cast(ty, _) => format!("Cast {ty}"),
                    Expr::If(_) => "If".to_owned(),
                    Expr::Read(_) => "Read".to_owned(),
                    Expr::Write(_) => "Write".to_owned(),
                    Expr::Fill(ty, _) => format!("Fill {ty}"),
                    Expr::Splice(_) => "Splice".to_owned(),
                    Expr::Shift(_) => "Shift".to_owned(),
                    Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::Address(_) => {
                        unreachable!("written above")
                    }
                };
                let _ = write!(out, "({operator} ");
                for operand in compound.operands() {
                    self.write(out, operand);
                }
                out.push(')');
            }
        }
    }
}

/// Known answers: whether a question's conditions can all be true.
#[derive(Debug)]
pub struct Cache {
    answers: Mutex<FxHashMap<Key, bool>>,
    file: Option<PathBuf>,
    version: String,
}

const FORMAT: &str = "belnap answers 1";

impl Cache {
    /// An empty cache that is kept nowhere.
    pub fn in_memory() -> Self {
        Cache { answers: Mutex::default(), file: None, version: String::new() }
    }

    /// The cache in a folder, which is made if it is not there. `version` is the prover's.
    ///
    /// # Errors
    /// If the folder cannot be made or read.
    pub fn in_folder(folder: &Path, version: &str) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = folder.join("answers.txt");
        let answers = read_answers(&file, version)?;
        Ok(Cache { answers: Mutex::new(answers), file: Some(file), version: version.to_owned() })
    }

    /// The answer to a question, if known.
    pub fn get(&self, key: Key) -> Option<bool> {
        self.lock().get(&key).copied()
    }

    /// Remembers an answer.
    pub fn put(&self, key: Key, satisfiable: bool) {
        self.lock().insert(key, satisfiable);
    }

    /// Writes the answers to the folder, together with those that others have put there.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn save(&self) -> std::io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut all = read_answers(file, &self.version)?;
        let before = all.len();
        all.extend(self.lock().iter().map(|(key, answer)| (*key, *answer)));
        if all.len() == before {
            return Ok(());
        }
        let mut sorted: Vec<(Key, bool)> = all.into_iter().collect();
        sorted.sort_unstable();
        let mut text = format!("{FORMAT} {}\n", self.version);
        for (key, answer) in sorted {
            let _ = writeln!(text, "{}", line(key, answer));
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        new.write_all(text.as_bytes())?;
        new.persist(file).map_err(|error| error.error)?;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<Key, bool>> {
        // A panic of another thread leaves the map whole: entries are inserted at once.
        self.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn line(key: Key, satisfiable: bool) -> String {
    let answer = if satisfiable { "sat" } else { "unsat" };
    let mut line = format!("{key} {answer}");
    let sum = Sha256::digest(line.as_bytes());
    let _ = write!(line, " {:02x}{:02x}{:02x}{:02x}", sum[0], sum[1], sum[2], sum[3]);
    line
}

fn read_answers(file: &Path, version: &str) -> std::io::Result<FxHashMap<Key, bool>> {
    let text = match fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let mut lines = text.lines();
    if lines.next() != Some(&format!("{FORMAT} {version}")) {
        return Ok(FxHashMap::default());
    }
    let parse = |text: &str| {
        let mut words = text.split(' ');
        let key = Key(u128::from_str_radix(words.next()?, 16).ok()?);
        let satisfiable = words.next()? == "sat";
        (line(key, satisfiable) == text).then_some((key, satisfiable))
    };
    Ok(lines.filter_map(parse).collect())
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::Machine;
    use belnap_ir::expr::{CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::{IntType, Type};

    use super::{Cache, Key};
    use crate::example;

    fn key(var: u32, value: i128) -> Key {
        let types = [Type::Int(IntType::signed(32)), Type::Int(IntType::signed(32))];
        let cfg = example::graph(Machine::default(), &types);
        let value = Expr::int(value, IntType::signed(32));
        Key::of(&cfg, &[&Expr::compare(CompareOp::Eq, Expr::Var(CfgVarId(var)), value)])
    }

    #[test]
    fn names_do_not_matter_numbers_do() {
        assert_eq!(key(0, 1), key(1, 1));
        assert_ne!(key(0, 1), key(0, 2));
    }

    #[test]
    fn answers_survive_and_damage_is_ignored() {
        let folder = tempfile::tempdir().expect("folder");
        let cache = Cache::in_folder(folder.path(), "1").expect("cache");
        cache.put(key(0, 1), true);
        cache.put(key(0, 2), false);
        cache.save().expect("save");
        let again = Cache::in_folder(folder.path(), "1").expect("cache");
        assert_eq!((again.get(key(0, 1)), again.get(key(0, 2))), (Some(true), Some(false)));
        let other = Cache::in_folder(folder.path(), "2").expect("cache");
        assert_eq!(other.get(key(0, 1)), None, "another prover");

        let file = folder.path().join("answers.txt");
        let text = std::fs::read_to_string(&file).expect("file");
        std::fs::write(&file, text.replace(" unsat ", " sat ")).expect("write");
        let damaged = Cache::in_folder(folder.path(), "1").expect("cache");
        assert_eq!((damaged.get(key(0, 1)), damaged.get(key(0, 2))), (Some(true), None));
    }
}
