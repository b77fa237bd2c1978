//! Running `belnap` and watching it: time, memory of all its processes, and what it leaves behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// How often memory is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// How a run ended.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    pub seconds: f64,
    /// Peak memory of its processes together, in mebibytes.
    pub mebibytes: f64,
    /// It did not end by itself in the time given.
    pub late: bool,
}

impl Ended {
    /// The exit code; it must have one.
    pub fn code(&self) -> i32 {
        let Ended { status, stdout, stderr, late, .. } = self;
        assert!(!late, "it did not end: {stdout}{stderr}");
        assert_eq!(status.signal(), None, "a signal: {stdout}{stderr}");
        status.code().unwrap_or(-1)
    }

    /// The last line of the report.
    pub fn verdict(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }
}

/// A command line of the executable, in a folder.
pub fn belnap(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_belnap"));
    command.args(arguments).current_dir(folder);
    command
}

/// The same after a line of shell, which sets limits.
pub fn limited(folder: &Path, limits: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{limits}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_belnap")]).args(arguments);
    command.current_dir(folder);
    command
}

/// Starts a command as the head of a group, with its output in pipes.
pub fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.process_group(0).spawn().expect("started")
}

/// Runs a command to its end, or ends it after `most`.
pub fn run(command: &mut Command, most: Duration) -> Ended {
    finish(start(command), most)
}

/// Waits for what was started.
pub fn finish(mut child: Child, most: Duration) -> Ended {
    let begin = Instant::now();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let out = std::thread::spawn(move || text(stdout));
    let err = std::thread::spawn(move || text(stderr));
    let (mut mebibytes, mut late) = (0.0_f64, false);
    let status = loop {
        if let Some(status) = child.try_wait().expect("asked") {
            break status;
        }
        if begin.elapsed() > most {
            late = true;
            let _ = kill_process_group(id(child.id()), Signal::KILL);
        }
        mebibytes = mebibytes.max(memory(&family(child.id())));
        std::thread::sleep(PERIOD);
    };
    let seconds = begin.elapsed().as_secs_f64();
    let (stdout, stderr) = (out.join().expect("read"), err.join().expect("read"));
    Ended { status, stdout, stderr, seconds, mebibytes, late }
}

fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub fn id(process: u32) -> Pid {
    i32::try_from(process).ok().and_then(Pid::from_raw).expect("an id")
}

pub fn signal(process: u32, signal: Signal) {
    let _ = kill_process(id(process), signal);
}

/// A process and all that it has started, and these.
pub fn family(process: u32) -> Vec<u32> {
    let mut all = vec![process];
    let mut next = 0;
    while let Some(&one) = all.get(next) {
        next += 1;
        for task in fs::read_dir(format!("/proc/{one}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            all.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
    }
    all
}

/// Whether a process runs; one that has ended and is not yet waited for does not.
pub fn is_running(process: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !matches!(text.rsplit(") ").next().and_then(|rest| rest.chars().next()), None | Some('Z' | 'X'))
}

fn memory(processes: &[u32]) -> f64 {
    let resident = |id: &u32| {
        let text = fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
        text.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok()).unwrap_or(0.0)
    };
    let page = rustix::param::page_size() as f64;
    processes.iter().map(resident).sum::<f64>() * page / f64::from(1 << 20)
}

/// Every file under a folder with its content, by path from there.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(one) = folders.pop() {
        for entry in fs::read_dir(&one).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_owned();
                found.insert(name, fs::read(&path).unwrap_or_default());
            }
        }
    }
    found
}
