"""Plays the input of Tests/Replays/tour.recording to a viewer, and saves screenshots. Called by scripts/tour.

  tour-player.py FOLDER TRACE PROCESS X Y WIDTH HEIGHT

FOLDER gets the screenshots; TRACE is the trace of the viewer, PROCESS its process, and the numbers are the rectangle of
its window on the screen. Comments of the recording are directions: `part NAME`, `await PATTERN` (of a line of the trace
behind the events played since the last direction), `wait MS`, `shot NAME DESCRIPTION`, and `remember scale`: a later
`{scale}` stands for the present scale. The parts `grid` and `home` are left out when the viewer shows no grid.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "Tests" / "Soak")]
from hands import Hands  # noqa: E402
from playing import played, read  # noqa: E402

RECORDING = ROOT / "Tests" / "Replays" / "tour.recording"
LIMIT = 3  # s: afterwards the tour goes on, for example because a page does not exist
PAUSE = 0.05  # s: between a direction and the next event


class Tour:
    def __init__(self, folder, trace, process, frame):
        self.folder, self.trace, self.process, self.frame = Path(folder), Path(trace), int(process), frame
        self.hands = Hands(os.environ["DISPLAY"])
        self.shots, self.seen, self.scale = 0, 0, ""
        self.base = None  # the difference between the present and the recorded time
        self.has_directions = True  # since the last event

    def text(self, since=0):
        return self.trace.read_text(errors="replace")[since:]

    def is_alive(self):
        """Whether the viewer runs: an ended one is a zombie until scripts/tour waits for it."""
        try:
            return Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def direct(self, direction):
        verb, _, rest = direction.partition(" ")
        if verb == "await":
            pattern = " " + rest.replace("{scale}", re.escape(self.scale)) + r"\b"
            end = time.monotonic() + LIMIT
            while self.is_alive() and time.monotonic() < end and not re.search(pattern, self.text(self.seen)):
                time.sleep(0.02)
        elif verb == "wait":
            time.sleep(float(rest) / 1000)
        elif verb == "remember":
            self.scale = (re.findall(r" rest .*?(scale=[0-9.]+)", self.text()) or [""])[-1]
        elif verb == "shot":
            name, _, description = rest.partition(" ")
            self.shots += 1
            file = f"{self.shots:02}-{name}.png"
            subprocess.run(["scrot", "-o", self.folder / file], check=True)
            print(f"  {file}: {description}", flush=True)
        self.has_directions = True

    def play(self, event, across, down):
        commands = list(played(event, across, down))
        if not commands:
            return
        if self.has_directions:
            self.seen = len(self.text())
            self.base = time.monotonic() + PAUSE - float(event["time"])
            self.has_directions = False
        time.sleep(max(0, float(event["time"]) + self.base - time.monotonic()))
        for command in commands:
            verb, *words = command.split(" ")
            if verb == "line":
                self.hands.move(self.frame[0] + int(words[0]), self.frame[1] + int(words[1]))
            elif verb in ("hold", "let"):
                self.hands.key_event(words[0], verb == "hold")
            elif verb in ("down", "up"):
                self.hands.button(int(words[0]), verb == "down")
            elif verb == "click":
                self.hands.button(int(words[0]), True)
                self.hands.button(int(words[0]), False)

    def run(self):
        left_out = () if " scene name=grid" in self.text() else ("grid", "home")
        part, size = "", self.frame[2:]
        for kind, value in read(RECORDING):
            if kind == "start":
                size = int(value["width"]), int(value["height"])
            elif kind == "direction" and value.startswith("part "):
                part = value.removeprefix("part ")
            elif not part or part in left_out:
                continue
            elif kind == "direction":
                self.direct(value)
            elif self.is_alive():
                self.play(value, self.frame[2] / size[0], self.frame[3] / size[1])


Tour(*sys.argv[1:4], [int(word) for word in sys.argv[4:8]]).run()
