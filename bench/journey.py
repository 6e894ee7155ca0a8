"""The work after an event, by real keys and clicks on 400 shots: keys, clicks, seconds, and the files.

docs/journey.md has the same work in other programs. Their numbers here come from its table, and from:
- geeqie 2.0.1: its manual, Keyboard and Mouse Shortcuts (1 … 6 toggle a mark, Ctrl+1 … 6 select)
- gThumb 3.12.2: its help, Resizing and Cropping; its source, extensions/file_tools (Shift+C)
- qimgv 1.0.2: its README, default control scheme (X, Ctrl+S)
Going to a photo or back to the grid is left out. geeqie crops into /tmp only; digiKam's crop is not known."""

import re
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import journey_peers
import pictures
from photos import film
from PIL import Image
from playing import duration, recorded
from report import Table, medians, percentile
from stage import Program, screen
from viewers import PBVIEW, PEERS, RAW_PEERS, present

WIDTH, HEIGHT = 1920, 1080
CYCLE = 20  # shots of the recorded culling, of which one is picked and two are rejected
PICKED = pictures.SHOTS // CYCLE + 1  # one more is chosen by comparing
REJECTED = 2 * pictures.SHOTS // CYCLE
LOOKED = 30  # photos that are looked at in every viewer

OPEN = "open the folder"
CULL = "look at each, pick 20, reject 40"
FIRST = "back to the first"
COMPARE = "compare three, pick one"
CLICK = "open one"
ROTATE = "rotate it"
CROP = "crop the next one"
LEAVE = "back to the grid"
FILTER = "only the picks"
COPY = "copy them to a folder"
ALL = "all again"
TRASH = "trash the rejected"
UNDO = "undo that"
REDO = "redo it"
OTHERS = {
    CULL: {"geeqie": 399 + 60, "gthumb": 401 + 60, "digikam": 401 + 60},
    COMPARE: {"geeqie": 4 + 5, "digikam": 7},
    ROTATE: {"geeqie": 5, "gthumb": 1, "qimgv": 2, "digikam": 1},
    CROP: {"gthumb": 3 + 2, "qimgv": 4 + 1},  # next, crop, a drag, (a button or Enter), save
    FILTER: {"geeqie": 1, "gthumb": 1, "digikam": 2},
    COPY: {"geeqie": 7, "gthumb": 2 + 3, "digikam": 3 + 2},
    TRASH: {"geeqie": 3, "gthumb": 3},
}


class Missing(Exception):
    """A trace line that did not come in time."""


class Player:
    """Plays the keys and clicks of a recording, waits for what follows from them, and counts."""

    def __init__(self, program):
        self.program, self.input = program, recorded("journey")
        self.log = open(program.log.name, "rb")
        self.text = ""
        self.steps = {}  # label to keys, clicks and seconds

    @contextmanager
    def step(self, label):
        self.keys = self.clicks = 0
        begun = time.monotonic()
        yield
        self.steps[label] = (self.keys, self.clicks, time.monotonic() - begun)

    def read(self):
        """The trace of the program so far."""
        self.text += self.log.read().decode(errors="replace")
        return self.text

    def wait(self, line, since=0, count=1, limit=30):
        """Waits for `count` trace lines that begin like the regular expression `line`."""
        pattern = re.compile(rf"trace: [0-9.]+ {line}")
        end = time.monotonic() + limit
        while len(pattern.findall(self.read(), since)) < count:
            if time.monotonic() > end or self.program.watcher.poll() is not None:
                raise Missing(line)
            time.sleep(0.002)

    def play(self, part, until=()):
        """Plays a part of the recording, and waits for the lines `until`."""
        keys, clicks = self.input.presses(part)
        self.keys += keys
        self.clicks += clicks
        commands = self.input.commands(part)
        since = len(self.read())
        self.program.settle(*commands, quiet=1, limit=duration(commands) + 5)
        for line in until:
            self.wait(line, since)


def journey(folder):
    """Tables of the steps and of the seconds, one of a photo looked at in each viewer, and one of the journey of
    docs/journey.md in each program."""
    steps = Table(
        f"A journey through {pictures.SHOTS} shots: keys and clicks",
        ("pbview", "geeqie", "gthumb", "qimgv", "digikam"),
    )
    times = Table("The same journey: seconds, and the files at its end", ("pbview",))
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as place:
        place = Path(place)
        for name in ("shots", "best"):
            (place / name).mkdir()
        pictures.write_shots(place / "shots")
        looked = looks(place / "shots" / "shot-000.jpg")
        with screen(WIDTH, HEIGHT):
            command = PBVIEW.start(place / "shots", extra=["--log", "trace"])
            with Program(command, home) as program, film("journey", WIDTH, HEIGHT):
                player = Player(program)
                undone = []
                try:
                    play(player, lambda: undone.extend(undone_files(place, home)))
                except Missing as line:
                    print(f"journey: this trace line is missing: {line}\n")
                    times.failed += 1
        report(player, steps, times)
        for label, found, wanted in [*undone, *files(place, home)]:
            times.add(label, {"pbview": found}, least=wanted, most=wanted)
    return [steps, times, looked, *journey_peers.compared()]


def play(player, after_undo):
    """Plays the whole work; `after_undo` is called after the trash was undone and before it is redone."""
    count = pictures.SHOTS
    with player.step(OPEN):
        player.program.settle(quiet=300, limit=40000)
        player.wait(f"grid items={count} ")
        player.wait("thumbs visible=", limit=60)
    shown = player.program.until("thumbs visible=")
    player.steps[OPEN] = (0, 0, shown / 1000)  # since the start, without waiting for rest
    player.program.rest()
    with player.step(CULL):
        cull(player, count)
    with player.step(FIRST):
        player.play("first-1", until=["scene name=grid"])
        player.play("first-2", until=["slot index=0 "])
    with player.step(COMPARE):
        player.play("compare-1", until=["selection count=2 "])
        player.play("compare-2", until=["selection count=3 "])
        player.play("compare-3", until=["scene name=compare"])
        player.play("compare-4", until=["panes pages=0,1,2 "])
        player.play("compare-5", until=["marked count=1 failed=0"])
        player.play("compare-6", until=["compare closed", "scene name=grid"])
    with player.step(CLICK):
        player.play("open", until=["flight ended at=page page=0", "rest page=0 "])
        player.play("corner")  # a place where the pointer highlights nothing
    with player.step(ROTATE):
        player.play("rotate", until=["turned count=1 failed=0"])
    with player.step(CROP):
        player.play("crop-1", until=["rest page=1 "])
        player.play("crop-2", until=["crop open=true"])
        player.play("crop-3")
        player.play("crop-4")
        player.play("crop-5", until=["crop apply ", "made count=1 failed=0", "crop open=false"])
    with player.step(LEAVE):
        player.play("leave", until=["scene name=grid"])
    with player.step(FILTER):
        player.play("filter", until=[f"grid items={PICKED} "])
    with player.step(COPY):
        player.play("copy-1", until=[f"selection count={PICKED} "])
        player.play("copy-2", until=["chooser folders=0"])
        player.play("copy-3")
        player.play("copy-4", until=["chooser folders=0"])
        player.play("copy-5", until=[f"transferred count={PICKED} failed=0"])
    with player.step(ALL):
        everything = count + 1  # with the cropped copy
        player.play("all", until=[f"grid items={everything} "])
    left = everything - REJECTED
    trashed = [f"deleted count={REJECTED} permanent=0", f"grid items={left} "]
    with player.step(TRASH):
        player.play("trash", until=trashed)
    with player.step(UNDO):
        player.play("undo", until=[f"restored count={REJECTED}", f"grid items={everything} "])
    after_undo()
    with player.step(REDO):
        player.play("redo", until=trashed)


def cull(player, count):
    """Looks at each shot once, and marks some; in the culling mode, a mark turns to the next shot."""
    since = len(player.read())
    player.play("cull", until=["flight ended at=page page=0", "rest page=0 "])
    for number in range(count - 1):
        player.play(f"cull-{number % CYCLE}", until=[f"rest page={number + 1} "])
    player.wait("marked count=1 failed=0", since, count=PICKED - 1 + REJECTED)


def report(player, steps, times):
    """Adds rows for the steps that were played to the tables of steps and times."""
    for label, (keys, clicks, seconds) in player.steps.items():
        others = OTHERS.get(label, {})
        steps.add(label, {"pbview": keys + clicks, **others}, peer=1 if others else None)
        times.add(f"{label}: {keys} keys, {clicks} clicks (s)", {"pbview": seconds})
    for label, column in (("keys", 0), ("clicks", 1), ("seconds", 2)):
        total = sum(step[column] for step in player.steps.values())
        times.add(f"all of it: {label}", {"pbview": total})


def count_of(place, ending, words=""):
    """The number of files with an ending that contain some words."""
    paths = [path for path in Path(place).glob(f"*{ending}") if path.is_file()]
    return sum(not words or words in path.read_text(errors="replace") for path in paths)


def trash(home):
    return Path(home) / ".local/share/Trash/files"


def undone_files(place, home):
    """The label, number and expected number of files after the trash was undone."""
    everything = pictures.SHOTS + 1
    yield "after Undo: photos in the folder", count_of(place / "shots", ".jpg"), everything
    yield "after Undo: photos in the trash", count_of(trash(home), ".jpg"), 0


def files(place, home):
    """The label, number and expected number of files at the end."""
    shots, best = place / "shots", place / "best"
    left = pictures.SHOTS - REJECTED + 1
    yield "photos in the folder", count_of(shots, ".jpg"), left
    yield "sidecars of picked photos", count_of(shots, ".jpg.xmp", 'PickLabel="3"'), PICKED
    yield "photos in the other folder", count_of(best, ".jpg"), PICKED
    yield "their sidecars", count_of(best, ".jpg.xmp", 'PickLabel="3"'), PICKED
    yield "photos in the trash", count_of(trash(home), ".jpg"), REJECTED
    rejected = count_of(trash(home), ".jpg.xmp", 'Rating="-1"')
    yield "sidecars of rejected photos there", rejected, REJECTED
    with Image.open(shots / "shot-000.jpg") as image:
        yield "orientation of the rotated photo", image.getexif().get(0x0112, 1), 6
    smaller = 0
    for path in shots.glob("*(cropped).jpg"):
        with Image.open(path) as image:
            smaller += image.width < 3000 and image.height < 2000
    yield "cropped copies", smaller, 1


def looks(first):
    """The table of the times from a key to the exact photo in each viewer, while the shots are looked at one by one.
    """
    viewers = [viewer for viewer in PEERS if viewer.name == "qimgv"]
    found, keys = {}, recorded("page")
    with screen(WIDTH, HEIGHT):
        for viewer in present([*RAW_PEERS, *viewers]):
            with Program(viewer.start(first)) as program:
                program.settle(quiet=2500, limit=60000)
                for _ in range(LOOKED):
                    key = keys.commands("rest", viewer=viewer)
                    one = program.settle("wait 300", *key, quiet=400, limit=5000)
                    if one.frames and one.frames[-1].ms > one.presses[0]:
                        late = one.exact() - one.presses[0]
                        found.setdefault(viewer.name, []).append(late)
    names = ("pbview", "geeqie", "gthumb", "qimgv")
    table = Table(f"One of {pictures.SHOTS} shots, from the key to the exact photo (ms)", names)
    table.add(f"median of {LOOKED}", medians(found))
    slow = {name: percentile(times, 95) for name, times in found.items()}
    table.add("95th percentile", slow)
    return table
