//! What a compiler, or a program that nobody has read, may do to the system's files.
//!
//! The system's own means is Landlock: a thread gives up rights, and whatever it starts has not got
//! them either. So whoever is to be confined is started by a thread of its own.

use std::path::Path;
use std::sync::OnceLock;

/// Folders and files that the system's loader reads and runs, where they exist.
#[cfg(target_os = "linux")]
const LOADER: [&str; 14] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/ld-musl-x86_64.path",
];

/// Who is confined. Neither has the network, nor can it send signals to others.
#[derive(Clone, Copy, Debug)]
pub enum Confined<'a> {
    /// A compiler, which reads what it likes and writes in this folder.
    Compiler(&'a Path),
    /// This program, which reads the libraries of the system and writes nothing.
    Program(&'a Path),
}

/// Whether the system keeps those inside who are confined: it is tried.
pub fn is_enforced() -> bool {
    static ENFORCED: OnceLock<bool> = OnceLock::new();
    *ENFORCED.get_or_init(|| {
        let nothing = Confined::Program(Path::new("/dev/null"));
        let denied = on_a_thread(nothing, || {
            let opened = std::fs::read_dir("/");
            opened.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
        });
        denied == Ok(true)
    })
}

/// Does something on a thread of its own that has only the rights of `who`; if the system does not
/// enforce them, with all rights. `Err` says why it was not done.
pub fn run_confined<T: Send>(
    who: Confined<'_>,
    body: impl FnOnce() -> T + Send,
) -> Result<T, String> {
    if is_enforced() { on_a_thread(who, body) } else { Ok(body()) }
}

fn on_a_thread<T: Send>(who: Confined<'_>, body: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let restricted = move || restrict(who).map(|()| body());
        let thread = std::thread::Builder::new().spawn_scoped(scope, restricted);
        let thread = thread.map_err(|error| format!("there is no thread for it: {error}"))?;
        thread.join().unwrap_or_else(|_| Err("it cannot be started".to_owned()))
    })
}

/// Takes rights from this thread.
#[cfg(target_os = "linux")]
fn restrict(who: Confined<'_>) -> Result<(), String> {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
        RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    /// What an older system does not know is not enforced there.
    const KNOWN: ABI = ABI::V6;
    let (read, all) = (AccessFs::from_read(KNOWN), AccessFs::from_all(KNOWN));
    // What a process says and does not get is there for everyone.
    let null = AccessFs::ReadFile | AccessFs::WriteFile;
    let restricted = || -> Result<_, RulesetError> {
        let rules = Ruleset::default()
            .handle_access(all)?
            .handle_access(AccessNet::from_all(KNOWN))?
            .scope(Scope::from_all(KNOWN))?
            .create()?
            .add_rules(path_beneath_rules(["/dev/null"], null))?;
        let rules = match who {
            Confined::Compiler(folder) => rules
                .add_rules(path_beneath_rules(["/"], read))?
                .add_rules(path_beneath_rules([folder], all))?,
            Confined::Program(program) => rules
                .add_rules(path_beneath_rules(LOADER, read))?
                .add_rules(path_beneath_rules([program], read))?,
        };
        rules.restrict_self()
    };
    match restricted() {
        Ok(status) if status.ruleset != RulesetStatus::NotEnforced => Ok(()),
        Ok(_) => Err("the system does not confine programs".to_owned()),
        Err(error) => Err(format!("it cannot be confined: {error}")),
    }
}

#[cfg(not(target_os = "linux"))]
fn restrict(_who: Confined<'_>) -> Result<(), String> {
    Err("this system does not confine programs".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Confined, is_enforced, run_confined};
    use std::fs;
    use std::io::ErrorKind;
    use std::net::TcpListener;
    use std::path::Path;
    use std::process::Command;

    fn is_denied<T>(done: std::io::Result<T>) -> bool {
        done.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
    }

    #[test]
    fn compilers_write_in_their_folder_only() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        if !is_enforced() {
            return;
        }
        let done = run_confined(Confined::Compiler(own.path()), || {
            fs::write(own.path().join("a"), "").is_ok()
                && fs::read_dir(other.path()).is_ok()
                && is_denied(fs::write(other.path().join("a"), ""))
        });
        assert_eq!(done, Ok(true));
        // What is started there has no more rights.
        let touch = |file: &Path| {
            let start = || Command::new("touch").arg(file).status().is_ok_and(|end| end.success());
            run_confined(Confined::Compiler(own.path()), start)
        };
        assert_eq!(touch(&own.path().join("b")), Ok(true));
        assert_eq!(touch(&other.path().join("b")), Ok(false));
        assert!(!other.path().join("b").exists());
        // Only that thread has lost its rights.
        assert!(fs::write(other.path().join("a"), "").is_ok());
    }

    #[test]
    fn programs_write_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "").unwrap();
        if !is_enforced() {
            return;
        }
        let done = run_confined(Confined::Program(&program), || {
            fs::read(&program).is_ok()
                && is_denied(fs::write(&program, "x"))
                && is_denied(fs::remove_file(&program))
                && is_denied(fs::read(Path::new("/etc/passwd")))
                && is_denied(fs::read_dir(folder.path()))
                && is_denied(TcpListener::bind("127.0.0.1:0"))
        });
        assert_eq!(done, Ok(true));
    }
}
