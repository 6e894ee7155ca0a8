"""The journey of docs/journey.md in pbview and in other programs, by real events: keys, clicks, and the seconds until
the effect of each step is there."""

import os
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pictures
from events import Display, Missing
from journey_programs import (
    AGAIN,
    CHOOSE,
    CHOSEN,
    COMPARE,
    COPY,
    DELETE,
    DELETED,
    LOOK,
    OPEN,
    PAGE,
    PHOTOS,
    PICKED,
    SEND,
    TURN,
    TURNED,
    Digikam,
    Geeqie,
    Gthumb,
    Pbview,
    Peer,
    Qimgv,
    names,
)
from photos import FILMS, film
from PIL import Image
from recordings import RECORDINGS
from report import Table, medians
from stage import RUNS, screen

WIDTH, HEIGHT = 1400, 900
COMMON = (LOOK, CHOOSE, DELETE, TURN)  # what all programs do
POINTS = (OPEN, LOOK, CHOOSE, DELETE, TURN, COMPARE, COPY, AGAIN, SEND)
EACH = {LOOK: PHOTOS - 1 - len(CHOSEN) - len(DELETED), CHOOSE: len(CHOSEN), DELETE: len(DELETED), TURN: len(TURNED)}
FILES = {DELETE: "in the trash", TURN: "in the files"}  # points whose effect is seen in files and on the screen
PEERS = (Geeqie, Gthumb, Qimgv, Digikam)
MAIL = ("xdg-email", "thunderbird")  # digiKam knows mail programs by their names only

MAXIMIZED = """<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>
<application type="normal"><maximized>yes</maximized></application></applications></openbox_config>
"""


class Player:
    """Plays the steps of a program, counts keys and clicks, and measures."""

    def __init__(self, program, display, home):
        self.name, self.display, self.home = program.name, display, Path(home)
        self.photos, self.best, self.trash = (home / name for name in (program.photos, program.best, program.trash))
        self.points, self.missing = {}, set()  # label to keys, clicks, seconds of the files and of all
        self.row = None

    @contextmanager
    def point(self, label):
        """Adds the steps inside to a point; one that has no effect takes the point out of the table."""
        self.row = self.points.setdefault(label, [0, 0, 0.0, 0.0])
        if label not in (LOOK, CHOOSE):  # another photo changes more than a notice
            self.display.rest()
        try:
            yield
        except Missing:
            self.missing.add(label)
            print(f"{self.name}: no effect: {label}, after {self.row[0]} keys and {self.row[1]} clicks", flush=True)
        self.row = None

    def picture(self, label):
        """Saves the screen, if films are wanted."""
        if FILMS:
            Image.fromarray(self.display.picture()).save(Path(FILMS) / f"{self.name}: {label}.png")

    def step(self, keys, clicks, act, done, least, before=None):
        held, seen = self.display.respond(act, done, least, before=before)
        self.row[0] += keys
        self.row[1] += clicks
        self.row[2] += seen if done is None else held
        self.row[3] = None if None in (seen, self.row[3]) else self.row[3] + seen

    def keys(self, *chords, done=None, least=0, before=None):
        """Presses keys at once and waits for their effect."""

        def act():
            for chord in chords:
                self.display.key(chord)

        self.step(len(chords), 0, act, done, least, before)

    def click(self, x, y, button=1, held="", done=None, least=0):
        """Moves the pointer to a place, clicks, and waits for the effect."""
        self.step(0, 1, lambda: self.display.click(x, y, button, held), done, least)

    def go(self, *chords):
        """Presses keys that do not count, such as those for going to a photo, and waits until nothing is drawn."""
        self.display.respond(self.display.park, least=None)
        for chord in chords:
            self.display.respond(lambda: self.display.key(chord), least=None)

    def trashed(self):
        """A test of whether one more photo is in the trash."""
        count = len(names(self.trash))
        return lambda: len(names(self.trash)) > count

    def turned(self, number):
        """A test of whether a photo was turned in its file."""
        path = self.photos / f"shot-{number:03}.jpg"
        return lambda: is_turned(path)

    def copied(self, *endings):
        """A test of whether the chosen photos, and as many files with other endings, are complete in their folder."""
        return lambda: all(is_copied(self.photos, self.best, ending) for ending in (".jpg", *endings))


def is_turned(path):
    """Whether a complete JPEG file is upright, by its size or by its orientation."""
    try:
        with open(path, "rb") as file:
            file.seek(-2, os.SEEK_END)
            if file.read() != b"\xff\xd9":
                return False
        with Image.open(path) as image:
            return image.height > image.width or image.getexif().get(0x0112, 1) in (6, 8)
    except OSError:  # the file is being written
        return False


def is_copied(source, target, ending):
    """Whether as many files as were chosen have the sizes of their originals."""
    found = names(target, ending)
    try:
        sizes = [(os.stat(source / name).st_size, os.stat(target / name).st_size) for name in found]
    except FileNotFoundError:  # a temporary name
        return False
    return len(sizes) == PICKED and all(a == b for a, b in sizes)


def play(program, player):
    """Plays all points of a program."""
    program.begin(player)
    player.picture("0 begun")
    if type(program).open is not Peer.open:
        with player.point(OPEN):
            program.open(player)
    for number in range(PHOTOS - 1):
        label = CHOOSE if number in CHOSEN else DELETE if number in DELETED else LOOK
        act = {CHOOSE: program.choose, DELETE: program.delete, LOOK: program.look}[label]
        with player.point(label):
            act(player)
    player.picture("1 looked")
    for number in TURNED:
        if number != TURNED[0]:
            player.go(program.previous)
        with player.point(TURN):
            program.turn(player, number)
    player.picture("2 turned")
    program.compare(player)
    player.picture("3 compared")
    program.copy(player)
    player.picture("4 copied")
    for path in player.best.rglob("*.*"):  # with the comments of gThumb
        if path.is_file():
            path.unlink()
    player.go()
    program.again(player)
    player.picture("5 copied again")
    program.send(player)
    player.picture("6 sent")


@contextmanager
def session(program, home):
    """A window manager that maximizes windows, and the environment of a program that has a home of its own and a mail
    client that only notes that it was called."""
    for name in (program.photos, program.best, ".bin", ".local/share"):
        (home / name).mkdir(parents=True)
    pictures.write_shots(home / program.photos, PHOTOS)
    for number, path in enumerate(sorted((home / program.photos).glob("*.jpg"))):
        moment = time.time() - 86400 + 60 * number
        os.utime(path, (moment, moment))
    (home / "rc.xml").write_text(MAXIMIZED)
    for mail in (home / ".bin" / name for name in MAIL):
        mail.write_text(f'#!/bin/sh\necho "$@" > {home}/sent\n')
        mail.chmod(0o755)
    program.prepare(home)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(home), "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11"} | program.environment
    environment["PATH"] = f"{home}/.bin:{environment['PATH']}"
    words = ["openbox", "--sm-disable", "--config-file", str(home / "rc.xml")]
    manager = subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL)
    time.sleep(1)
    try:
        yield environment
    finally:
        manager.terminate()
        manager.wait()


def end(process):
    """Ends a program, and with it its session bus, which ends with its first program."""
    for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        if b"dbus-daemon" not in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), 15)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(program):
    """The points of one journey, without those that had no effect."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, screen(WIDTH, HEIGHT) as name:
        home = Path(home)
        with session(program, home) as environment:
            display = Display(name, WIDTH, HEIGHT)
            player = Player(program, display, home)
            bus = ["dbus-run-session", "--"] if which("dbus-run-session") else []
            log = open(home / "log", "w")
            started = []

            def start():
                words = [*bus, *map(str, program.command())]
                started.append(subprocess.Popen(words, env=environment, cwd=home, stdout=log, stderr=log))

            try:
                display.respond(start, least=PAGE, limit=30)
                display.rest()  # thumbnails are made at the start
                with film(f"journey {program.name}", WIDTH, HEIGHT):
                    play(program, player)
            except Missing:
                print(f"{program.name}: shows nothing", flush=True)
            finally:
                for process in started:
                    end(process)
                display.close()
    return {label: row for label, row in player.points.items() if label not in player.missing}


def compared():
    """The table of keys, clicks and seconds in pbview and in each installed program; none while pbview is recorded."""
    if RECORDINGS.folder:
        return []
    programs = [program for program in PEERS if which(program.name)]
    found = {}
    for _ in range(max(1, RUNS // 2)):
        for program in (Pbview, *programs):
            for label, row in run(program()).items():
                found.setdefault(label, {}).setdefault(program.name, []).append(row)
    return [tabulated(found, max(1, RUNS // 2))]


def tabulated(found, runs):
    """The table of the rows of each point and program."""
    title = f"A journey through {PHOTOS} photos in each program, until each effect is there (median of {runs})"
    table = Table(title, ("pbview", *(program.name for program in PEERS)))

    def values(label, column):
        return medians({name: [row[column] for row in rows] for name, rows in found.get(label, {}).items()})

    for label in POINTS:
        table.add(f"{label}: keys", values(label, 0))
        if any(values(label, 1).values()):
            table.add(f"{label}: clicks", values(label, 1))
        # Targets are those of looking, choosing and changing files: until a picture rests, the motion of pbview passes.
        peer = 1 if label in (LOOK, CHOOSE) else None
        if label in FILES:
            table.add(f"{label}, {FILES[label]}: seconds", values(label, 2), peer=1)
            table.add(f"{label}, and shown: seconds", values(label, 3))
        else:
            table.add(f"{label}: seconds", values(label, 2), peer=peer)
        if label in EACH:
            table.add("… each (ms)", {name: 1000 * value / EACH[label] for name, value in values(label, 3).items()})
    for words, column in (("until the files are changed", 2), ("until it is shown", 3)):
        sums = {}
        for name in table.names:
            parts = [values(label, column).get(name) for label in COMMON]
            if None not in parts:
                sums[name] = sum(parts)
        table.add(f"to go on, choose, delete, turn, {words}: seconds", sums, peer=1 if column == 2 else None)
    return table
