"""Libraries of 100 000 and a million photos by date taken: indexing, opening, filtering."""

import os
import subprocess
import tempfile
import time

import pictures
from motion import frame_work, scrolling
from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import PBVIEW

ARRANGED = ("--recursive", "--sort", "taken", "--group", "month")


def index(home, folder):
    """Reads the dates of all photos into an empty index. Returns the seconds that this takes."""
    environment = dict(os.environ, HOME=str(home), LC_ALL="C.UTF-8")
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        environment.pop(name, None)
    begun = time.monotonic()
    command = [PBVIEW.command[0], "--print-list", "--recursive", "--sort", "taken", folder]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


def timeline(folder):
    """The table of 100 000 photos in 1000 folders."""
    count, folders = pictures.DATED, pictures.DATED_FOLDERS
    return times(folder / "dated", count, folders, shown=600, filtered=50, memory=150)


def million(folder):
    """The table of a million photos in 2000 folders; the permitted times are ten times those of 100
    000 photos."""
    count, folders = pictures.MILLION, pictures.MILLION_FOLDERS
    table = times(folder / "million", count, folders, shown=6000, filtered=500, memory=600)
    begun = time.monotonic()
    found = subprocess.run(["find", folder / "million", "-name", "*.jpg"], capture_output=True)
    floor = (time.monotonic() - begun) * 1000
    table.add(f"find lists its {len(found.stdout.splitlines()):,} names (ms)".replace(",", " "),
              {"floor": floor})
    return table


def times(place, count, folders, shown, filtered, memory):
    """The table of a library.

    - shown, filtered: the maximum times of the sections and of a filter, in milliseconds
    - memory: the maximum in megabytes"""
    label = f"{count:,} photos in {folders:,} folders".replace(",", " ")
    table = Table(label, ("pbview", "floor") if count == pictures.MILLION else ("pbview",))
    scale = max(1, count // pictures.DATED)
    with tempfile.TemporaryDirectory() as home, screen():
        command = PBVIEW.start(place, extra=["--log", "trace", "--recursive"])
        with Program(command, home) as program:
            first = program.until("frame ")
            table.add("by folder: first frame (ms)", {"pbview": first}, most=350)
            program.until(f"grid items={count} ", limit=30 * scale)
            program.settle(quiet=1500, limit=30000)
            table.add("by folder: memory, helpers included (MB)", {"pbview": program.memory()[0]})
            for commands in scrolling(recorded("motion"), 1920, 1080):
                program.settle(*commands, quiet=800, limit=8000)
            work = frame_work(program.trace(), "scroll")
            label = f"by folder: scrolling, 95th percentile of {len(work)} frames (ms)"
            table.add(label, {"pbview": percentile(work, 95)} if work else {}, most=12)
        command = PBVIEW.start(place, extra=["--log", "trace", *ARRANGED])
        work = scrolling_meanwhile(command, count, scale)
        label = f"scrolling while the dates are read: 95th percentile of {len(work)} frames (ms)"
        table.add(label, {"pbview": percentile(work, 95)} if work else {}, most=12)
        seconds = index(home, place)
        table.add("cold indexing (photos a second)", {"pbview": count / seconds}, least=1500)
        keys = recorded("library")
        moments, answers, used = [], [], []
        for _ in range(3):
            with Program(command, home) as program:
                moments.append(program.until(f"grid items={count} ", limit=30 * scale))
                program.settle(quiet=1500, limit=30000)
                used.append(program.memory()[0])
                program.settle(*keys.commands("find"), "wait 300", quiet=700, limit=5000)
                answers += [answer(program, keys.commands(part)) for part in keys.numbered("type")]
                program.settle(quiet=700, limit=5000)
                used.append(program.memory()[0])
        label = "by month from the index: sections shown (ms)"
        table.add(label, worst(moments, median=True), most=shown)
        label = f"filter: slowest of {len(answers)} answers (ms)"
        table.add(label, worst(answers), most=filtered)
        table.add("memory, proportional, helpers included (MB)", {"pbview": max(used)}, most=memory)
    return table


def scrolling_meanwhile(command, count, scale):
    """The milliseconds of the frames of scrolling while the dates of all photos are read into an
    empty index; none when they were read before the end of the motion."""
    with tempfile.TemporaryDirectory() as home, Program(command, home) as program:
        program.until(f"grid items={count} ", limit=30 * scale)
        for commands in scrolling(recorded("motion"), 1920, 1080):
            program.settle(*commands, quiet=800, limit=8000)
        trace = program.trace()
        return [] if f"indexed photos={count}" in trace else frame_work(trace, "scroll")


def answer(program, commands):
    """The milliseconds from a key in the filter field, which `commands` play, to the filtered grid; None when no grid
    follows."""
    before = len(program.trace())
    program.settle(*commands, quiet=100, limit=1000)
    asked = program.until("filter text=", since=before, limit=10)
    if not asked:
        return None
    before += program.trace()[before:].index("filter text=")
    known = program.until("grid items=", since=before, limit=10)
    return known - asked if known else None


def worst(times, median=False):
    """The table cell with the maximum, or the median, of the times; empty when a time is missing.
    """
    if not times or None in times:
        return {}
    return {"pbview": sorted(times)[len(times) // 2] if median else max(times)}
