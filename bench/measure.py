#!/usr/bin/python3
"""Compares pbview with other viewers in one run and prints ratios. Called by scripts/bench.

measure.py [start] [page] [held] [zoom] [memory] [frames] [folder] [grid] [motion] [clips]
           [animation] [size] [mixed] [library] [raw] [remote] [photos]
           [served] [reading] [journey]
without arguments: all parts
"""

import os
import sys
import time

import pictures
from animations import animation
from clips import clips
from gallery import grid, library
from journey import journey
from memory import memory
from mixed import mixed
from motion import frames, motion
from paging import held, page
from photos import photos
from raw import raw
from reading import reading
from recordings import RECORDINGS
from remote import remote
from report import Table, medians
from served import served
from sizes import size
from stage import RUNS, Program, screen
from start import start
from timeline import million, timeline
from viewers import PBVIEW
from zooming import zooming


def folders(folder):
    """The same picture alone and in large folders."""
    crowds = {count: folder / f"crowd-{count}" / f"{count // 2:05}.jpg" for count in pictures.CROWDS}
    found = {}
    with screen():
        for _ in range(RUNS + 2):
            for count, path in [(1, folder / "sizes" / "24.jpg"), *crowds.items()]:
                with Program(PBVIEW.start(path)) as program:
                    found.setdefault(count, []).append(program.settle().exact())
    times = medians(found)
    table = Table("The same 24 MP JPEG, alone and among others (ms)")
    table.add("alone, exact", {"pbview": times[1]})
    for count in crowds:
        most = round(times[1] * 1.1, 1)
        table.add(f"among {count}, exact", {"pbview": times[count]}, most=most)
    return table


PARTS = {
    "start": start,
    "page": page,
    "held": held,
    "zoom": zooming,
    "memory": memory,
    "frames": frames,
    "folder": folders,
    "grid": grid,
    "motion": motion,
    "clips": clips,
    "animation": animation,
    "size": size,
    "mixed": mixed,
    "raw": raw,
    "remote": remote,
    "photos": photos,
    "served": served,
    "reading": reading,
    "journey": journey,
    "library": lambda folder: [library(folder), timeline(folder), million(folder)],
}


def main(words):
    unknown = [word for word in words if word not in PARTS]
    if unknown:
        sys.exit(f"bench: {unknown[0]}: unknown part ({' '.join(PARTS)})")
    folder = pictures.make()
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"Note: the machine is busy (load {load:.1f}); the ratios may be off.\n")
    if RECORDINGS.folder:
        print("Note: recorded runs begin with empty caches, and their frames take no time: no targets apply.\n")
    failed = 0
    for name, part in PARTS.items():
        if not words or name in words:
            begun = time.monotonic()
            RECORDINGS.begin(name)
            tables = part(folder)
            for table in tables if isinstance(tables, list) else [tables]:
                print(table.markdown())
                failed += table.failed
            print(f"({name}: {time.monotonic() - begun:.0f} s)\n", flush=True)
    if differing := RECORDINGS.replay():
        print(f"{differing} recordings reach another state.")
    if not RECORDINGS.folder:
        print("Every target holds." if not failed else f"{failed} targets do not hold.")


main(sys.argv[1:])
