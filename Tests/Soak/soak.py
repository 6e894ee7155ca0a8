"""Thousands of random steps through valid, unusual and hostile files, while helpers are killed.

    soak.py PROGRAM STEPS SEED RECORDING

Everything is recorded into the file RECORDING and replayed at the end; `no` records nothing. Runs of fewer than
`LEAST` steps use some of the files, kill more helpers, and do not compare the memory, as the caches do not fill.
"""

import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import album
from hands import Hands
from viewer import Viewer

LIMIT = 10  # the maximum seconds without an answer after a step
WAIT = 45  # the maximum seconds for a page; a helper may use 20 s of CPU time per picture
LEAST = 500
FEW = 24  # files of a short run
KILL_EVERY = 40
KILL_EVERY_SHORT = 10
CACHE = 64  # megabytes: full before the first comparison
# The number of memory samples, each taken after a page has settled. During the first third the
# caches fill; the last third is compared with the middle one.
SAMPLES = 48
GROWTH = 0.05  # the maximum growth of memory beyond its scatter
CELLS = 7  # megabytes: the fluctuation of the cell cache, which holds 85 to 100 % of 48
MORE = 4  # the maximum growth of the number of descriptors
ENDED_BY_LIMIT = "signal=24"  # SIGXCPU: a picture exceeded its CPU time limit
SCREEN, SIZE = (1600, 1000), (1100, 800)


@contextmanager
def screen(width, height):
    """A private X server; yields its display name."""
    read, write = os.pipe()
    options = ["-screen", "0", f"{width}x{height}x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *options], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as line:
        display = ":" + line.readline().strip()
    try:
        yield display
    finally:
        server.terminate()
        server.wait()


class Failure(Exception):
    pass


class Soak:
    def __init__(self, viewer, hands, chance, pages):
        self.viewer, self.hands, self.chance, self.pages = viewer, hands, chance, pages
        self.done, self.killed = Counter(), Counter()
        self.answers, self.rests, self.samples = [], [], []

    # Positions

    def place(self):
        width, height = self.hands.size
        return (
            20 + width * self.chance.uniform(0.2, 0.8),
            20 + height * self.chance.uniform(0.25, 0.75),
        )

    # Actions on a photo

    def turn(self):
        self.hands.key(self.chance.choice(("Right", "Right", "Left", "space", "Page_Up")))

    def burst(self):
        name = self.chance.choice(("Right", "Left"))
        for _ in range(self.chance.randrange(3, 12)):
            self.hands.key(name)
            time.sleep(0.02)

    def jump(self):
        self.hands.key(self.chance.choice(("Home", "End", "bracketright", "bracketleft")))

    def swipe(self):
        x, y = self.place()
        far = self.chance.choice((-1, 1)) * self.hands.size[0] * self.chance.uniform(0.1, 0.5)
        self.hands.drag((x, y), (x + far, y + self.chance.uniform(-20, 20)))

    def zoom(self):
        notches = self.chance.randrange(1, 9)
        self.hands.wheel(*self.place(), self.chance.random() < 0.6, notches, ["Control_L"])

    def pan(self):
        self.hands.drag(self.place(), self.place(), self.place(), steps=8)

    def double_click(self):
        self.hands.click(*self.place(), count=2)

    def fit(self):
        self.hands.key(self.chance.choice(("0", "1", "2", "z", "w")))

    def pull(self):
        x, y = self.place()
        down = self.hands.size[1] * self.chance.uniform(0.25, 0.6)
        self.hands.drag((x, y), (x + self.chance.uniform(-80, 80), y + down))

    def change_of_mind(self):
        x, y = self.place()
        self.hands.drag((x, y), (x, y + 200), (x, y + 5), steps=8)

    def resize(self):
        self.hands.resize(self.chance.randrange(400, 1500), self.chance.randrange(300, 950))

    def turn_fullscreen(self):
        self.hands.key("f")

    def controls(self):
        self.hands.key(self.chance.choice(("i", "b", "A", "a", "comma", "period")))

    def leave(self):
        self.hands.key("BackSpace")

    # Actions in the grid

    def open(self):
        self.hands.key("Return")

    def open_by_hand(self):
        self.hands.click(*self.place())

    def walk(self):
        for _ in range(self.chance.randrange(1, 6)):
            self.hands.key(self.chance.choice(("Right", "Left", "Up", "Down", "End", "Home")))

    def scroll(self):
        self.hands.wheel(*self.place(), self.chance.random() < 0.4, self.chance.randrange(1, 8))

    def scale(self):
        up = self.chance.random() < 0.5
        self.hands.wheel(*self.place(), up, self.chance.randrange(1, 4), ["Control_L"])

    PHOTO = (
        (turn, 30), (burst, 6), (jump, 4), (swipe, 12), (zoom, 14), (pan, 8), (double_click, 5),
        (fit, 4), (pull, 6), (change_of_mind, 6), (resize, 3), (controls, 4), (leave, 2),
    )  # fmt: skip
    GRID = ((open, 10), (open_by_hand, 10), (walk, 5), (scroll, 5), (scale, 2), (resize, 1))

    # The run

    def step(self):
        choices = self.GRID if self.viewer.scene == "grid" else self.PHOTO
        action = self.chance.choices([a for a, _ in choices], [w for _, w in choices])[0]
        action(self)
        self.done[action.__name__.replace("_", " ")] += 1
        self.answer(action.__name__)

    def answer(self, what):
        seconds = self.hands.ping(LIMIT)
        if not self.viewer.is_alive:
            raise Failure(f"it ended with {self.viewer.process.returncode} after “{what}”")
        if seconds is None:
            raise Failure(f"it did not answer for {LIMIT} s after “{what}”")
        self.answers.append(seconds)

    def settle(self):
        """Turns to a page and waits until it has settled, with its picture or with an error."""
        for _ in range(5):
            self.stand_before_a_photo()
            begun, since = time.monotonic(), self.viewer.counts["rest"]
            if self.turns_a_page():
                break
        else:
            raise Failure("no page turns")
        if not self.viewer.wait("rest", WAIT, since):
            raise Failure(f"no page came to rest in {WAIT} s")
        self.rests.append(time.monotonic() - begun)

    def stand_before_a_photo(self):
        time.sleep(0.7)  # running flights have ended
        for _ in range(5):
            if self.viewer.scene == "browser":
                break
            since = self.viewer.counts["scene"]
            self.hands.key("Return")
            self.viewer.wait("scene", 3, since)
        else:
            raise Failure("no photo opens from the grid")
        self.hands.key("0")

    def turns_a_page(self):
        for name in ("Right", "Left", "Left"):  # on the first or last page one key has no effect
            since = self.viewer.counts["page"]
            self.hands.key(name)
            if self.viewer.wait("page", 2, since):
                return True
        return False

    def see_everything(self):
        """Shows every thumbnail in some sizes and every page once, so that the caches are filled
        before the first sample."""
        for enlarged in (False, True, True):
            if enlarged:
                self.hands.wheel(*self.place(), True, 2, ["Control_L"])
            self.hands.key("Home")
            for _ in range(60):
                self.hands.wheel(*self.place(), False, 4)
                time.sleep(0.1)
                self.answer("scrolling")
        self.hands.key("0", "Control_L")
        self.hands.key("Home")
        self.stand_before_a_photo()
        for _ in range(self.pages + 5):
            self.hands.key("Right")
            time.sleep(0.06)
            self.answer("going on")

    def sample(self, part):
        """Samples the memory in the same state every time: the first photo, in a window of the same
        size, settled.

        The cached pictures differ by chance, hence the many samples."""
        self.settle()
        self.hands.resize(*SIZE)
        self.hands.key("Home")
        time.sleep(0.5)
        self.hands.key("0")
        time.sleep(2)
        zombies = [child for child in self.viewer.children() if child[2] == "Z"]
        if zombies:
            raise Failure(f"dead helpers were not buried: {zombies}")
        sizes = self.viewer.memory()
        sizes["descriptors"] = self.viewer.descriptors()
        sizes["threads"] = self.viewer.threads()
        self.samples.append((part, sizes))

    def run(self, steps):
        is_long = steps >= LEAST
        if not self.viewer.wait("scene", WAIT, 0):
            raise Failure("no window came")
        self.hands.find()
        self.hands.resize(*SIZE)
        waiting = set()
        if is_long:
            self.see_everything()
            waiting = {steps * number // SAMPLES for number in range(1, SAMPLES + 1)}
        pause = KILL_EVERY if is_long else KILL_EVERY_SHORT
        for number in range(1, steps + 1):
            self.step()
            if number % pause == 0 and (name := self.viewer.kill_child(self.chance)):
                self.killed[name] += 1
            if number in waiting:
                self.sample(number)
        colours = self.hands.colours()
        if colours < 3:
            raise Failure(f"the window is blank at the end: {colours} colours")
        self.hands.key("q", "Control_L")
        try:
            code = self.viewer.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise Failure("it did not quit when told to") from None
        if code != 0:
            raise Failure(f"it quit with {code}")
        self.judge(is_long)

    def judge(self, compares_memory):
        crashes = [crash for crash in self.viewer.crashes if crash != ENDED_BY_LIMIT]
        if crashes:
            raise Failure(f"helpers crashed: {crashes}")
        for name in ("all", "own", "descriptors") if compares_memory else ():
            middle, last = self.third(1, name), self.third(2, name)
            before, after = statistics.median(middle), statistics.median(last)
            most = before + {"all": before * GROWTH, "own": CELLS, "descriptors": MORE}[name]
            # Twice the standard error of the difference of two medians.
            scatter = 2 * 1.25 * math.sqrt(
                statistics.pvariance(middle) / len(middle) + statistics.pvariance(last) / len(last)
            )
            if after > most + scatter:
                raise Failure(f"{name}: from {before:.0f} to {after:.0f} (± {scatter:.0f})")
        crashed = [line for line in self.viewer.errors if "Fatal error" in line]
        if crashed:
            raise Failure(crashed[0])

    def third(self, number, name):
        """The samples of one third of the steps."""
        part = max(1, len(self.samples) // 3)
        return [self.value(sizes, name) for _, sizes in self.samples[number * part :][:part]]

    @staticmethod
    def value(sizes, name):
        kinds = ("pictures", "own", "files") if name == "all" else (name,)
        return sum(sizes[kind] for kind in kinds)

    def report(self):
        for part, sizes in self.samples[5::6]:
            print(
                f"| after {part} steps | {self.value(sizes, 'all'):.0f} MB: pictures"
                f" {sizes['pictures']:.0f}, own {sizes['own']:.0f}; helpers"
                f" {sizes['helpers']:.0f} MB, {sizes['descriptors']} descriptors,"
                f" {sizes['threads']} threads |"
            )
        if len(self.samples) > 2:
            for name in ("all", "own", "descriptors"):
                medians = [statistics.median(self.third(number, name)) for number in range(3)]
                print(f"| {name}, medians of thirds | {' → '.join(f'{m:.0f}' for m in medians)} |")
        print(f"| helpers ended by themselves | {dict(Counter(self.viewer.crashes))} |")
        if self.answers:
            ordered = sorted(self.answers)
            late, most = ordered[len(ordered) * 99 // 100], ordered[-1]
            print(f"| answer to a step, 99 of 100 · longest | {late:.3f} · {most:.3f} s |")
        if self.rests:
            print(f"| page at rest, longest of {len(self.rests)} | {max(self.rests):.1f} s |")
        print(f"| helpers killed | {sum(self.killed.values())}: {dict(self.killed)} |")
        told = ", ".join(f"{name} {count}" for name, count in self.done.most_common())
        print(f"| steps | {sum(self.done.values())}: {told} |")


def keep_some(folder, seed):
    """Removes all but a few of the files, chosen by the seed. Returns the number of those left, by kind."""
    files = sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    kept = set(random.Random(seed).sample(files, FEW))
    for path in files:
        if path not in kept:
            path.unlink()
    return {"files": FEW}


def replay(program, recording):
    """Replays a recording without a display; raises a failure for another state."""
    begun = time.monotonic()
    answer = subprocess.run(
        [program, "--replay", recording, "--headless"], capture_output=True, text=True
    )
    lines = answer.stdout.splitlines() + answer.stderr.splitlines()
    megabytes = os.path.getsize(recording) / 1e6
    took = f"{time.monotonic() - begun:.0f} s, {megabytes:.1f} MB"
    print(f"| replay, {took} | {lines[-1] if lines else 'no answer'} |")
    if answer.returncode != 0:
        raise Failure(f"the replay of {recording} ended with {answer.returncode}: {lines[-3:]}")


def main():
    program, steps, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    recording = sys.argv[4] if sys.argv[4] != "no" else None
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch, screen(*SCREEN) as display:
        folder = Path(scratch) / "pictures"
        folder.mkdir()
        kinds = album.make(folder, seed)
        if steps < LEAST:
            kinds = keep_some(folder, seed)
        geometry = f"{SIZE[0]}x{SIZE[1]}+20+20"
        arguments = ["--cache", str(CACHE), "--geometry", geometry, "--recursive", str(folder)]
        if recording:
            arguments = ["--record", recording, *arguments]
        viewer = Viewer(program, arguments, display)
        soak = Soak(viewer, Hands(display), random.Random(seed), sum(kinds.values()))
        failure = None
        try:
            soak.run(steps)
        except Failure as reason:
            failure = reason
        finally:
            viewer.end()
        print(f"| soak, seed {seed} | {time.monotonic() - begun:.0f} s; {kinds} |")
        print("|---|---|")
        soak.report()
        if recording:
            try:
                replay(program, recording)
            except Failure as reason:
                failure = failure or reason
        if failure:
            print(f"| FAILED | {failure} |")
            if recording:
                print(f"The run is recorded in {recording}.")
            print("\n".join(["Its last words:", *viewer.last[-25:], *viewer.errors[-15:]]))
            sys.exit(1)
        print("| crashes, hangs | 0 |")


main()
