"""The viewer's process, its trace, and its resources as reported by the system."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path


class Viewer:
    """A running viewer with its own home folder."""

    def __init__(self, program, arguments, display):
        self.home = tempfile.TemporaryDirectory()
        environment = {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": self.home.name,
            "XDG_RUNTIME_DIR": self.home.name,
            "DISPLAY": display,
            "SWIFT_BACKTRACE": "enable=no",
        }
        self.process = subprocess.Popen(
            [program, "--log", "trace", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.pid = self.process.pid
        self.scene = None
        self.counts = Counter()
        self.errors = []  # lines that are not trace lines
        self.crashes = []  # the ends of helpers as reported by the viewer
        self.last = []  # the last trace lines, for the report of a failure
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            text = line.decode(errors="replace").rstrip("\n")
            words = text.split(" ")
            if not text.startswith("pbview: trace: ") or len(words) < 4:
                self.errors.append(text)
                continue
            name, values = words[3], words[4:]
            if name != "frame":
                self.last = self.last[-60:] + [text]
            if name == "scene":
                self.scene = values[0].removeprefix("name=")
            if name == "flight" and values[0] == "began":
                self.scene = "browser" if values[1] == "kind=show" else "grid"
            if name == "crash":
                self.crashes.append(values[0])
            self.counts[name] += 1

    @property
    def is_alive(self):
        return self.process.poll() is None

    def wait(self, name, limit, since=None):
        """Whether an event beyond the `since`-th of this name is traced within the limit."""
        since = self.counts[name] if since is None else since
        end = time.monotonic() + limit
        while self.counts[name] <= since:
            if time.monotonic() > end or not self.is_alive:
                return False
            time.sleep(0.005)
        return True

    # Resources

    def children(self):
        """(process id, name, state) of all child processes."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                head, tail = (folder / "stat").read_text().rsplit(")", 1)
            except OSError:
                continue
            state, parent = tail.split()[:2]
            if int(parent) == self.pid:
                found.append((int(folder.name), head.split("(", 1)[1], state))
        return found

    def kill_child(self, chance):
        """Kills a random helper and returns its name; None if there is none."""
        helpers = [child for child in self.children() if child[2] != "Z"]
        if not helpers:
            return None
        pid, name, _ = chance.choice(helpers)
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return None
        return name

    def memory(self):
        """The proportional memory in megabytes of the viewer by kind, and of its helpers."""
        sizes = self.sizes(self.pid)
        sizes["helpers"] = sum(sum(self.sizes(child[0]).values()) for child in self.children())
        return sizes

    @staticmethod
    def sizes(pid):
        """The proportional memory in megabytes by kind: pictures in shared memory, allocations
        of the program, and mapped files (programs and libraries)."""
        sizes = Counter(pictures=0, own=0, files=0)
        try:
            lines = Path(f"/proc/{pid}/smaps").read_text().splitlines()
        except OSError:
            return sizes
        kind = None
        for line in lines:
            if line.startswith("Pss:"):
                sizes[kind] += int(line.split()[1]) / 1024
            elif "-" in line.split(" ", 1)[0]:  # the first line of a mapping
                name = line.split(None, 5)[5:]
                name = name[0] if name else ""
                if "memfd:" in name or "SYSV" in name:
                    kind = "pictures"
                else:
                    kind = "files" if name.startswith("/") else "own"
        return sizes

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def end(self):
        if self.is_alive:
            self.process.kill()
        self.process.wait()
        self.reader.join(5)
        self.home.cleanup()
