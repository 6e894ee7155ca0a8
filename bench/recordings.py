"""Recordings of the input of the benchmarks, and their replays, see docs/recordings.md."""

import os
import subprocess
import time
from pathlib import Path


LIMIT = 600  # s: the maximum time of a replay
FINDING = ("library",)  # the parts that find photos by their names


class Recordings:
    """Recordings of pbview's runs in `folder`; without a folder nothing is recorded."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve() if folder else None
        self.part = ""
        self.made = []  # the recordings with their programs, in the order of the runs

    def begin(self, part):
        """Begins the runs of a part, after which their recordings are named."""
        self.part = part
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def command(self, command):
        """`command`, which also records if it starts pbview."""
        program, *words = command
        if not self.folder or Path(program).name != "pbview":
            return command
        file = self.folder / f"{self.part}-{len(self.made) + 1:03}.recording"
        file.unlink(missing_ok=True)  # of an earlier run
        self.made.append((file, program))
        # Web addresses are recorded only with the names of files, and a filter finds photos by their names.
        needs_names = self.part in FINDING or any("://" in str(word) for word in words)
        names = ["--record-names"] if needs_names else []
        return [program, "--record", file, *names, *words]

    def replay(self):
        """Replays all recordings without a display and prints their outcomes. Returns the number of those that reach
        another state."""
        failed = 0
        for file, program in self.made:
            begun = time.monotonic()
            try:
                answer = subprocess.run(
                    [program, "--replay", file, "--headless"],
                    capture_output=True,
                    text=True,
                    timeout=LIMIT,
                )
            except subprocess.TimeoutExpired:
                print(f"{file.name}: no end within {LIMIT} s", flush=True)
                failed += 1
                continue
            seconds = time.monotonic() - begun
            lines = (answer.stdout + answer.stderr).splitlines()
            print(f"{file.name}: {lines[-1] if lines else 'no answer'} ({seconds:.1f} s)", flush=True)
            failed += answer.returncode != 0
        return failed


RECORDINGS = Recordings(os.environ.get("RECORD"))
