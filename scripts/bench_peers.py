"""Running verifiers under limits, and the tools that `bench-verify` can run next to Belnap.

A peer is a function `(path, task, limits) -> Answer` in `PEERS`. To add one: write the function,
with `run` for every process and `Deadline` if it needs several, and give it a name in the table.
The options `--peers NAME` and `--NAME PATH` follow from that.
"""

import dataclasses
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

ERROR_FUNCTIONS = ("__VERIFIER_error", "reach_error")


@dataclasses.dataclass
class Task:
    """One program with its expected verdict for a property of SV-COMP, or for its assertions."""
    folder: str
    name: str
    files: list        # paths of the sources
    expected: str      # TRUE or FALSE
    bits: int          # 32 or 64, from the data model
    assertions: bool = False    # the question is whether an assertion can fail
    property_file: pathlib.Path = None    # SV-COMP's file with the property, if there is one


@dataclasses.dataclass
class Limits:
    seconds: float
    mebibytes: int     # 0: as much as there is


@dataclasses.dataclass
class Answer:
    """What a tool said about a task. `status` is judged later, if the tool did give a verdict."""
    verdict: str = "UNKNOWN"           # TRUE, FALSE or UNKNOWN
    status: str = "unknown"            # ok, unknown, WRONG, refused or error
    seconds: float = 0.0
    processor: float = 0.0             # seconds of the processor; 0 if several tasks run at a time
    reason: str = ""                   # why unknown, or how it was decided
    iterations: int = 0
    predicates: int = 0
    stages: dict = dataclasses.field(default_factory=dict)    # milliseconds by name
    evidence: str = ""                 # certified, replayed, or why not


@dataclasses.dataclass
class Finished:
    code: int          # None: killed at the limit; negative: ended by that signal
    seconds: float
    output: str
    errors: str

    def complaint(self):
        """The line that most likely says what went wrong."""
        lines = [line.strip() for line in self.errors.splitlines() if line.strip()]
        return lines[0] if lines else f"exit code {self.code}"


class Deadline:
    """The time that is left for a tool that runs several processes."""

    def __init__(self, seconds):
        self.start = time.perf_counter()
        self.end = self.start + seconds

    def left(self):
        return max(0.0, self.end - time.perf_counter())

    def used(self):
        return time.perf_counter() - self.start


RUNNING = set()                 # processes under way
STOPPED = threading.Event()     # set once no more shall be started


def run(command, seconds, mebibytes=0):
    """Runs a command in a process group of its own, and kills the group after `seconds`."""
    if STOPPED.is_set():
        return Finished(None, 0.0, "", "")
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace",
                               start_new_session=True)
    RUNNING.add(process)
    try:
        if mebibytes and hasattr(resource, "prlimit"):
            limit = mebibytes << 20
            resource.prlimit(process.pid, resource.RLIMIT_AS, (limit, limit))
        try:
            output, errors = process.communicate(timeout=seconds)
            code = process.returncode
        except subprocess.TimeoutExpired:
            kill_group(process)
            output, errors = process.communicate()
            code = None
        return Finished(code, time.perf_counter() - start, output, errors)
    finally:
        RUNNING.discard(process)


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def stop_all():
    STOPPED.set()
    for process in list(RUNNING):
        kill_group(process)


# cbmc

# Numbers of loop iterations to try; each first for a bug, then for a proof, as in competitions.
UNWINDINGS = (2, 6, 12, 50, 200, 1000, 10000)


def cbmc(path, task, limits):
    """Bounded model checking with growing bounds.

    The question is whether an error function can be reached, or an assertion can fail. cbmc's own
    checks (overflow, pointers, ...) are off; if error functions are asked about, other assertions of
    the program are ignored. An error function that the program only declares is defined in a second
    file; one that it defines must fail by an assertion.
    """
    if task.assertions:
        return cbmc_on_assertions(path, task, limits)
    if task.property_file.stem != "unreach-call":
        return Answer(status="refused", reason="only asked about unreach-call here")
    source = "\n".join(read(file) for file in task.files)
    called = [name for name in ERROR_FUNCTIONS if re.search(rf"\b{name}\s*\(", source)]
    if not called:
        return Answer(status="refused", reason="no call of an error function")
    declared = [name for name in called if not re.search(rf"\b{name}\s*\([^()]*\)\s*{{", source)]
    with tempfile.TemporaryDirectory() as scratch:
        definitions = pathlib.Path(scratch) / "error.c"
        definitions.write_text("".join(
            f'void {name}(void) {{ __CPROVER_assert(0, "reached"); __CPROVER_assume(0); }}\n'
            for name in declared), encoding="utf-8")
        command = [path, f"--{task.bits}", "--function", "main", "--no-standard-checks",
                   "--slice-formula", *map(str, task.files), str(definitions)]
        for name in called:
            command += ["--property", f"{name}.assertion.1"]
        return unwind(command, limits)


def cbmc_on_assertions(path, task, limits):
    """The same, if the question is about the program's assertions. malloc does not fail."""
    with tempfile.TemporaryDirectory() as scratch:
        definitions = pathlib.Path(scratch) / "assume.c"
        definitions.write_text("void __VERIFIER_assume(int c) { __CPROVER_assume(c); }\n",
                               encoding="utf-8")
        return unwind([path, f"--{task.bits}", "--no-standard-checks", "--no-malloc-may-fail",
                       *map(str, task.files), str(definitions)], limits)


def unwind(command, limits):
    """The first decision that a bound gives. Exit codes of cbmc: 0 holds, 10 fails."""
    deadline = Deadline(limits.seconds)
    for bound in UNWINDINGS:
        for aim, option in (("a bug", "--no-unwinding-assertions"),
                            ("a proof", "--unwinding-assertions")):
            done = run([*command, "--unwind", str(bound), option], deadline.left(),
                       limits.mebibytes)
            if done.code is None:
                return Answer(seconds=deadline.used(),
                              reason=f"time limit, looking for {aim} with --unwind {bound}")
            if done.code not in (0, 10):
                status = "refused" if bound == UNWINDINGS[0] else "unknown"
                return Answer(status=status, seconds=deadline.used(),
                              reason=f"--unwind {bound}: {done.complaint()}")
            if aim == "a bug" and done.code == 10:
                return Answer("FALSE", seconds=deadline.used(), reason=f"--unwind {bound}")
            if aim == "a proof" and done.code == 0:
                return Answer("TRUE", seconds=deadline.used(), reason=f"--unwind {bound}")
    return Answer(seconds=deadline.used(), reason=f"undecided with --unwind {bound}")


def read(file):
    return pathlib.Path(file).read_text(encoding="utf-8", errors="replace")


PEERS = {"cbmc": cbmc}
