"""The virtual display, a viewer on it, and the recordings of the watcher (watch.c)."""

import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from recordings import RECORDINGS

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "out" / "bench"
RUNS = int(os.environ.get("BENCH_RUNS", 7))
EXACT = 0.995  # the minimum share of samples that equal the settled picture
RECOGNISED = 0.9  # the minimum correlation of the coarse brightness with the settled picture
ALIKE = 24  # the maximum brightness difference of a block with the same content


@contextmanager
def screen(width=1920, height=1080, tcp=False):
    """Runs a private X server, which `DISPLAY` names inside the block. With `tcp` the server also accepts TCP
    connections, which share no memory with it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-noreset",
            *(["-listen", "tcp", "-ac"] if tcp else ["-nolisten", "tcp"]),
        ],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as line:
        os.environ["DISPLAY"] = ":" + line.readline().strip()
    try:
        yield os.environ["DISPLAY"]
    finally:
        server.terminate()
        server.wait()


@dataclass
class Frame:
    ms: float
    equal: float  # the share of samples that equal the last frame
    coarse: np.ndarray

    def likeness(self, other):
        return likeness(self.coarse, other)


def likeness(a, b):
    """The correlation of two coarse grids; 0 if one of them is uniform."""
    a, b = a - a.mean(), b - b.mean()
    size = np.sqrt((a * a).sum() * (b * b).sum())
    return float((a * b).sum() / size) if size > 1e-6 else 0.0


class Recording:
    """The distinct frames that the watcher saw since the program's start or the first command."""

    def __init__(self, answer):
        self.presses = answer["presses"]
        self.frames = [
            Frame(
                ms,
                equal,
                np.frombuffer(bytes.fromhex(coarse), np.uint8).reshape(18, 20).astype(float),
            )
            for ms, equal, coarse in answer["frames"]
        ]

    @property
    def showed_something(self):
        return len(self.frames) > 1 and self.frames[-1].coarse.std() > 4

    def exact(self):
        """The time from which on the settled picture is shown without further changes."""
        last = None
        for frame in self.frames:
            last = (frame.ms if last is None else last) if frame.equal >= EXACT else None
        return last

    def recognisable(self, part=1):
        """The time at which the upper `part` of the picture is first recognisable."""
        rows = max(2, round(part * len(self.frames[-1].coarse)))
        final = self.frames[-1].coarse[:rows]
        return next(
            (f.ms for f in self.frames if likeness(f.coarse[:rows], final) > RECOGNISED), None
        )

    def filled(self):
        """The time from which on every block of the area shows its final content, sharp or not: no
        placeholder is left."""
        last = None
        for frame in self.frames:
            alike = np.abs(frame.coarse - self.frames[-1].coarse).max() <= ALIKE
            last = (frame.ms if last is None else last) if alike else None
        return last


class Sampler(threading.Thread):
    """A thread that samples a program's proportional memory and keeps the maximum in megabytes."""

    PAUSE = 0.01  # s

    def __init__(self, program, pause):
        super().__init__(daemon=True)
        self.program, self.pause = program, pause
        self.proportional, self.stop = 0, threading.Event()

    def run(self):
        while not self.stop.wait(self.pause):
            try:
                self.proportional = max(self.proportional, self.program.memory()[0])
            except (FileNotFoundError, ProcessLookupError):
                continue  # a descendant of the viewer has just ended


class Program:
    """A running viewer with an empty home folder and without a session bus. With `home`, it uses
    the files that an earlier program left in that folder."""

    def __init__(self, command, home=None):
        self.own_home = None if home else tempfile.TemporaryDirectory()
        home = home or self.own_home.name
        self.log = open(Path(home) / "stderr", "w+")
        environment = dict(
            os.environ,
            HOME=home,
            NO_AT_BRIDGE="1",
            GSETTINGS_BACKEND="keyfile",
            DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent",
            GDK_BACKEND="x11",
        )
        for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            environment.pop(name, None)
        self.watcher = subprocess.Popen(
            [str(BUILT / "watch"), *map(str, RECORDINGS.command(command))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=environment,
            text=True,
        )
        self.pid = json.loads(self.watcher.stdout.readline())["pid"]

    def settle(self, *commands, quiet=900, limit=20000):
        """Plays commands (see watch.c) and records until the display has settled."""
        return Recording(self._ask(*commands, f"settle {quiet} {limit}"))

    def rest(self, quiet=4000, limit=15000):
        """Waits until nothing is drawn any more, including controls. Returns whether this happened.
        Controls stay for three seconds before they fade: a shorter `quiet` would end too early."""
        return self._ask(f"rest {quiet} {limit}")["quiet"]

    def finish_index(self):
        """Waits until pbview has filled its index, which it begins after at most six seconds without input, and helpers
        for other work, such as animations, have ended, which they do after ten seconds."""
        time.sleep(18)

    def _ask(self, *lines):
        self.watcher.stdin.write("\n".join(lines) + "\n")
        self.watcher.stdin.flush()
        return json.loads(self.watcher.stdout.readline())

    def until(self, line, since=0, limit=60):
        """Waits at most `limit` seconds for a trace line that begins like the regular expression
        `line`, behind the first `since` characters of the trace. Returns its time in milliseconds;
        None when it does not come."""
        end = time.monotonic() + limit
        while True:
            found = re.search(rf"trace: ([0-9.]+) {line}", self.trace()[since:])
            if found or time.monotonic() > end or self.watcher.poll() is not None:
                return float(found[1]) if found else None
            time.sleep(0.05)

    def family(self):
        """The process IDs of the viewer and all its descendants."""
        found, waiting = [], [self.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                waiting += [int(child) for child in task.read_text().split()]
        return found

    def memory(self):
        """The proportional and the resident memory of the viewer and its descendants, in megabytes."""
        sums = {"Pss:": 0, "Rss:": 0}
        for pid in self.family():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                name, *rest = line.split()
                if name in sums:
                    sums[name] += int(rest[0]) / 1024
        return sums["Pss:"], sums["Rss:"]

    @contextmanager
    def peak(self, pause=Sampler.PAUSE):
        """Samples the proportional memory of the viewer and its descendants inside the block, every `pause` seconds.
        A sample stops the program for a moment, so measurements of frames need a long pause."""
        sampler = Sampler(self, pause)
        sampler.start()
        try:
            yield sampler
        finally:
            sampler.stop.set()
            sampler.join()

    def effort(self):
        """The processor time in milliseconds and the wake-ups of the viewer and its descendants since their start."""
        spent = woken = 0
        for pid in self.family():
            for task in Path(f"/proc/{pid}/task").iterdir():
                spent += int((task / "schedstat").read_text().split()[0]) / 1e6
                status = (task / "status").read_text()
                woken += int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
        return spent, woken

    def finish_work(self, limit=6):
        """Waits at most `limit` seconds until the viewer and its descendants are idle, for example have written a
        cache."""
        spent, end = self.effort()[0], time.monotonic() + limit
        while time.monotonic() < end:
            time.sleep(0.5)
            before, spent = spent, self.effort()[0]
            if spent - before < 5:
                return

    def trace(self):
        self.log.flush()
        return Path(self.log.name).read_text(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watcher.stdin.close()
        try:
            self.watcher.wait(5)
        except subprocess.TimeoutExpired:  # otherwise the watcher has ended the viewer
            os.kill(self.pid, signal.SIGKILL)
            self.watcher.kill()
        time.sleep(0.05)
        if self.own_home:
            self.own_home.cleanup()
