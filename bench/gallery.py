"""Grids of thumbnails: the first screenful of 1000 photos, and folders with very many files."""

import re
import tempfile

import pictures
from motion import frame_work, scrolling
from playing import recorded
from report import Table, medians, percentile
from stage import RUNS, Program, screen
from viewers import GRIDS, PBVIEW, present

SCREENFULS = max(1, RUNS // 3)
QUIET = 2500  # ms: longer than any viewer needs for one thumbnail of 24 megapixels
TARGETS = {  # (without previews, state): the maximum ratio to the best peer's time
    (True, "cold"): {"peer": 0.4},
    (True, "warm"): {"peer": 0.6},
    (False, "cold"): {"peer": 0.8},
}
SHARP = 500  # ms: the maximum time until thumbnails with previews are sharp
AHEAD = 300  # files: more than any viewer reads during the measurement
AREA = "area 2 10 98 95"  # excludes title bars, sticky headers and status bars


def read_ahead(path):
    """Reads the first files into the page cache, so that the first viewer does not pay for it."""
    for file in sorted(path.iterdir())[:AHEAD]:
        file.read_bytes()


def grid(folder):
    """The time of the first screenful, without and with a cache, without and with previews.

    All windows have the size of the screen and are measured from outside, by the last change of any
    part of the window. After the run without a cache a viewer may finish its work before the run
    with the cache starts. Every viewer keeps its own cell size, therefore the time per thumbnail is
    reported too."""
    kinds = [("24 MP JPEGs", folder / "grid"), ("the same with previews", folder / "grid-preview")]
    names = ("pbview", *(viewer.name for viewer in GRIDS))
    filled, settled, ready, cells = {}, {}, {}, {v.name: v.cells for v in GRIDS}
    with screen():
        for _ in range(SCREENFULS):
            for kind, path in kinds:
                read_ahead(path)
                for viewer in present(GRIDS):
                    with tempfile.TemporaryDirectory() as home:
                        viewer.furnish(home)
                        for state in ("cold", "warm"):
                            key = (kind, state)
                            extra = ["--log", "trace"] if viewer is PBVIEW else []
                            with Program(viewer.start(path, extra=extra), home) as program:
                                seen = program.settle(AREA, quiet=QUIET, limit=60000)
                                trace = program.trace()
                                if state == "cold":
                                    program.finish_work()
                            filled.setdefault(key, {}).setdefault(viewer.name, []).append(
                                seen.filled()
                            )
                            settled.setdefault(key, {}).setdefault(viewer.name, []).append(
                                seen.exact()
                            )
                            word = re.search(r"trace: ([0-9.]+) thumbs visible=(\d+)", trace)
                            if viewer is PBVIEW and word:
                                ready.setdefault(key, {}).setdefault("pbview", []).append(
                                    float(word[1])
                                )
                                cells["pbview"] = int(word[2])
    table = Table(
        f"First screenful of the thumbnails of {pictures.GRID} photos (ms, median of {SCREENFULS})",
        names,
    )
    for (kind, state), times in filled.items():
        bound = TARGETS.get((kind == kinds[0][0], state), {})
        label = f"{kind}, {state}"
        times = medians(times)
        table.add(f"{label}: every cell filled", times, **bound)
        sharp = SHARP if (kind, state) == (kinds[1][0], "cold") else None
        table.add(f"{label}: nothing changes any more", medians(settled[kind, state]), most=sharp)
        each = {name: ms / cells[name] for name, ms in times.items() if cells.get(name)}
        table.add(f"{label}: for one thumbnail", each)
        if (kind, state) in ready:
            table.add(f"{label}: ready by its own trace", medians(ready[kind, state]))
    table.add("cells of the first screenful", {n: c for n, c in cells.items() if n in times})
    return table


def library(folder):
    """Folders with very many small pictures: time, memory and smoothness."""
    table = Table("A folder of small JPEGs in the grid (median of 3)")
    first, listed, resident, work = {}, {}, {}, []
    largest = max(pictures.LIBRARIES)
    with screen():
        for turn in range(3):
            for count in pictures.LIBRARIES:
                command = PBVIEW.start(folder / f"library-{count}", extra=["--log", "trace"])
                with Program(command) as program:
                    program.settle(quiet=1500, limit=30000)
                    trace = program.trace()
                    resident.setdefault(count, {}).setdefault("pbview", []).append(
                        program.memory()[1]
                    )
                    if count == largest and turn == 0:
                        for commands in scrolling(recorded("motion"), 1920, 1080):
                            program.settle(*commands, quiet=800, limit=30000)
                        work = frame_work(program.trace(), "scroll")
                        after = program.memory()[1]
                shown = re.search(r"trace: ([0-9.]+) frame ", trace)
                known = re.search(rf"trace: ([0-9.]+) grid items={count} ", trace)
                for times, found in ((first, shown), (listed, known)):
                    times.setdefault(count, {}).setdefault("pbview", []).append(
                        float(found[1]) if found else None
                    )
    quickest = medians(first[min(pictures.LIBRARIES)]).get("pbview", 0)
    for count in pictures.LIBRARIES:
        label = f"{count:,} files".replace(",", " ")
        table.add(f"{label}: first frame (ms)", medians(first[count]), most=quickest * 1.2 + 5)
        table.add(f"{label}: all known and laid out (ms)", medians(listed[count]))
        table.add(f"{label}: memory, resident, helpers included (MB)", medians(resident[count]))
    if work:
        label = f"{largest:,} files".replace(",", " ")
        table.add(f"{label}: memory after scrolling through (MB)", {"pbview": after})
        value = {"pbview": percentile(work, 95)}
        label += f": scrolling, 95th percentile of {len(work)} frames (ms)"
        table.add(label, value, most=12)
    return table
