"""The work per frame while photos are marked, compared, rotated, cropped, dragged and brought back."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from motion import SIZES
from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import PBVIEW

FILMS = os.environ.get("BENCH_FILMS")  # a folder for films of the screen; they make frames slower
PHOTOS = 9
MOST = {1080: 8, 2160: 16}  # ms: half of and a whole frame at 60 frames a second


def recorded_work(work, pause, file=None, is_scaled=True):
    """The moves of a work whose input is in the parts `WORK-1`, `WORK-2` … of a recording, with `pause` ms after each
    part. Cells of the grid have the same places in a window of any size: a work that begins at one is not scaled."""

    def moves(width, height):
        motions = recorded(file or work)
        size = (width, height) if is_scaled else motions.size
        for part in motions.numbered(work):
            yield [*motions.commands(part, *size, pace=8), f"wait {pause}"]

    return moves


WORKS = {
    "cull, on to the next photo": recorded_work("cull", 1200, "photos"),
    "compare three, and back": recorded_work("compare", 1500, "photos"),
    "rotate and flip": recorded_work("rotate", 1300),
    "crop": recorded_work("crop", 1500),
    "drag out": recorded_work("drag", 900, "photos", is_scaled=False),
    "trash, and Undo": recorded_work("trash", 1500),
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
        with film(name, width, height):
            for commands in moves(width, height):
                program.settle(*commands, quiet=300, limit=20000)
        return program.trace()[before:]
