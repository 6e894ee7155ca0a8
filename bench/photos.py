"""The work per frame while photos are marked, compared, rotated, cropped, dragged and brought back."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from motion import SIZES, drag
from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import PBVIEW

FILMS = os.environ.get("BENCH_FILMS")  # a folder for films of the screen; they make frames slower
PHOTOS = 9
MOST = {1080: 8, 2160: 16}  # ms: half of and a whole frame at 60 frames a second


def press(name, *held):
    """The watcher commands for pressing a key with modifiers."""
    down = [f"hold {key}" for key in held]
    return [*down, "wait 20", f"key {name} 1 0", "wait 20", *[f"let {key}" for key in held]]


def recorded_work(work, pause, is_scaled=True):
    """The moves of a work whose input is in the parts `WORK-1`, `WORK-2` … of a recording, with `pause` ms after each
    part. Cells of the grid have the same places in a window of any size: a work that begins at one is not scaled."""

    def moves(slot, width, height):
        motions = recorded("photos")
        size = (width, height) if is_scaled else motions.size
        for part in motions.parts:
            if part.startswith(f"{work}-"):
                yield [*motions.commands(part, *size, pace=8), f"wait {pause}"]

    return moves


def rotating(slot, width, height):
    yield ["key Home 1 0", "key Return 1 0", "wait 1500"]
    for key in ("period", "period", "comma", "backslash"):
        yield [*press(key, "Shift_L"), "wait 1300"]
    yield [*press("z", "Control_L"), "wait 1300", "key BackSpace 1 0", "wait 1000"]


def cropping(slot, width, height):
    yield ["key Home 1 0", "key Return 1 0", "wait 1500", *press("c", "Shift_L"), "wait 900"]
    yield [*drag(width // 2, height // 2, width // 2 - width // 16, height // 2, 30), "wait 300"]
    yield ["key minus 6 80", "wait 300", "key bracketleft 8 80", "wait 600"]
    yield ["key a 2 400", "wait 600", "key Return 1 0", "wait 2500"]


def undoing(slot, width, height):
    yield ["key Right 1 0", "key Return 1 0", "wait 1500"]
    for _ in range(2):
        yield ["key Delete 1 0", "wait 1200", *press("z", "Control_L"), "wait 1500"]
    yield ["key Escape 1 0", "wait 1200", *press("Right", "Shift_L"), "wait 300"]
    yield ["key Delete 1 0", "wait 1200", *press("z", "Control_L"), "wait 1500"]


WORKS = {
    "cull, on to the next photo": recorded_work("cull", 1200),
    "compare three, and back": recorded_work("compare", 1500),
    "rotate and flip": rotating,
    "crop": cropping,
    "drag out": recorded_work("drag", 900, is_scaled=False),
    "trash, and Undo": undoing,
}


@contextmanager
def film(name, width, height):
    """Records the screen inside the block, if films are wanted."""
    if not FILMS:
        yield
        return
    place = Path(FILMS) / f"{name.split(',')[0].replace(' ', '-')}-{height}.mkv"
    words = ["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-framerate", "30"]
    words += ["-video_size", f"{width}x{height}", "-i", os.environ["DISPLAY"]]
    words += ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-y", str(place)]
    camera = subprocess.Popen(words, stdin=subprocess.PIPE)
    try:
        yield
    finally:
        camera.communicate(b"q")


def photos(folder):
    """The table of the work per frame while photos are marked, compared and so on."""
    table = Table("Work with photos on two cores, from real events (ms; frames counted)")
    for width, height in SIZES:
        for name, moves in WORKS.items():
            with tempfile.TemporaryDirectory() as album, screen(width, height):
                for path in sorted((folder / "burst").iterdir())[:PHOTOS]:
                    shutil.copy(path, album)
                trace = play(name, moves, album, width, height)
            work = [float(ms) for ms in re.findall(r" frame work=([0-9.]+)", trace)]
            label = f"{name}, {width}×{height}: work of {len(work)} frames"
            for what, part, most in (("median", 50, None), ("95th percentile", 95, MOST[height])):
                value = {"pbview": percentile(work, part)} if work else {}
                table.add(f"{label}, {what}", value, most=most)
    return table


def play(name, moves, album, width, height):
    """Plays commands on a grid of photos. Returns the trace since the first command."""
    command = [PBVIEW.command[0], "--geometry", f"{width}x{height}+0+0", "--log", "trace", album]
    with Program(command) as program:
        program.settle(quiet=2500, limit=40000)
        before = len(program.trace())
        found = re.findall(r" slot index=0 x=(\S+) y=(\S+) width=(\S+) height=(\S+)", program.trace())
        slot = [float(value) for value in found[-1]] if found else [40, 90, 160, 160]
        with film(name, width, height):
            for commands in moves(slot, width, height):
                program.settle(*commands, quiet=300, limit=20000)
        return program.trace()[before:]
