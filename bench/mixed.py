"""Memory of mixed albums: paging through one twice, and playing a long animation."""

import time

from playing import duration, recorded
from report import Table
from stage import Program, screen
from viewers import PBVIEW

PACE = 110  # ms between two keys of the recording, and between its repetitions
BATCH = 20  # keys of the recording
SOME = 240  # the maximum number of keys between two pauses
SAME = 1.05  # the maximum ratio of the second pass to the first


def page_through(program, count):
    """Turns `count` pages one after the other, by repetitions of the recorded keys."""
    turns = recorded("mixed")
    while count > 0:
        keys, commands = min(SOME, count), []
        for begun in range(0, keys, BATCH):
            commands += [*turns.commands("turns", most=min(BATCH, keys - begun)), f"wait {PACE}"]
        program.settle(*commands, quiet=300, limit=duration(commands) + 4000)
        count -= keys


def at_rest(program):
    """The proportional memory in megabytes, once all loading and drawing has ended."""
    program.rest()
    program.finish_index()
    program.finish_work()
    return program.memory()[0]


def mixed(folder):
    """Pages twice through an album of 500 photos, animations, drawings and clips."""
    table = Table("Memory of mixed albums (MB, proportional)")
    album = sorted((folder / "mixed").iterdir())
    with screen():
        with Program([PBVIEW.command[0], "--motion", "reduced", *album]) as program:
            program.settle()
            page_through(program, len(album) - 1)
            first = at_rest(program)
            program.settle(*recorded("mixed").commands("home"), quiet=500, limit=4000)
            page_through(program, len(album) - 1)
            second = at_rest(program)
        long = folder / "long" / "2000.gif"
        with Program([PBVIEW.command[0], long]) as program:
            program.settle(quiet=300, limit=3000)
            begun = program.memory()[0]
            time.sleep(45)  # more than one loop of the animation
            played = program.memory()[0]
    table.add(f"{len(album)} mixed pages, after the first time", {"pbview": first})
    table.add("the same, after the second time", {"pbview": second}, most=round(first * SAME, 2))
    table.add("an animation of 2000 frames, after 3 s", {"pbview": begun})
    table.add("the same, after 48 s", {"pbview": played}, most=round(begun + 64, 2))
    return table
