"""Memory and processor time of the viewers: idle, and at the peak with huge pictures."""

import tempfile
import time
from pathlib import Path

from paging import HUGE_TURNS
from playing import recorded
from report import Table, medians
from stage import Program, screen
from viewers import CONFINED, PBVIEW, Viewer, present

# The floor of pbview's architecture with the two images of the window that pbview keeps.
WITH_FRAMES = Viewer(CONFINED.name, [*CONFINED.command, "2"])
WORST = 3  # runs of measurements that take ten seconds or more
TARGETS = {"JPEG": 0.3, "PNG": 0.7}  # the maximum ratio to the peer with the smallest peak


def memory(folder):
    """The tables of memory while idle and of the peaks."""
    tables = [at_rest(folder), small_at_rest(folder), peaks(folder), with_huge(folder)]
    return tables


def at_rest(folder):
    """The table of memory, processor time and wake-ups of the viewers while idle, helpers included.
    """
    pss, rss, cpu, wakes = {}, {}, {}, {}
    with screen():
        for _ in range(3):
            for viewer in present():
                with Program(viewer.start(folder / "alone" / "photo.jpg")) as program:
                    program.settle()
                    if not program.rest():
                        print(f"Note: {viewer.name} does not come to rest.\n")
                    if viewer is PBVIEW:
                        program.finish_index()
                    before = program.effort()
                    time.sleep(3)
                    after = program.effort()
                    proportional, resident = program.memory()
                pss.setdefault(viewer.name, []).append(proportional)
                rss.setdefault(viewer.name, []).append(resident)
                cpu.setdefault(viewer.name, []).append(max(0, after[0] - before[0]) / 30)
                wakes.setdefault(viewer.name, []).append(max(0, after[1] - before[1]) / 3)
    table = Table("At rest on the 24 MP JPEG (median of 3)")
    table.add("memory, proportional (MB)", medians(pss), peer=0.8)
    table.add("memory, resident (MB)", medians(rss), peer=0.8)
    table.add("CPU (%)", medians(cpu), most=0.0)
    table.add("wake-ups a second", medians(wakes), most=0)
    return table


def small_at_rest(folder):
    """The table of memory while a picture smaller than the window is shown, with the floor of pbview's architecture."""
    pss = {}
    with screen():
        for _ in range(WORST):
            for viewer in [*present(), WITH_FRAMES]:
                with Program(viewer.start(folder / "small" / "0.8" / "photo.jpg")) as program:
                    program.settle()
                    program.rest()
                    if viewer is PBVIEW:
                        program.finish_index()
                    pss.setdefault(viewer.name, []).append(program.memory()[0])
    table = Table("At rest on the 0.8 MP JPEG (median of %d)" % WORST)
    table.add("memory, proportional (MB)", medians(pss))
    return table


def peaks(folder):
    """The peak of the summed proportional memory, from the start until the picture is settled."""
    table = Table("Peak memory (MB, proportional, median of %d)" % WORST)
    turn = recorded("page")
    with tempfile.TemporaryDirectory() as alone:
        progressive = Path(alone) / "progressive.jpg"
        progressive.symlink_to(folder / "sizes" / "progressive.jpg")
        burst = sorted((folder / "burst").iterdir())
        for label, shown, keys, most in (
            ("JPEG, 24 MP", [folder / "alone" / "photo.jpg"], 0, 0.6),
            ("progressive JPEG, 24 MP", [progressive], 0, 1),
            ("JPEG, 0.8 MP", [folder / "small" / "0.8" / "photo.jpg"], 0, 2),
            (f"{HUGE_TURNS} page turns, 24 MP", burst, HUGE_TURNS, 0.6),
        ):
            found = {}
            viewers = present() + ([WITH_FRAMES] if label == "JPEG, 0.8 MP" else [])
            with screen():
                for _ in range(WORST if not keys else 1):
                    for viewer in viewers:
                        with Program(viewer.start(*shown)) as program, program.peak() as peak:
                            seen = program.settle(limit=20000)
                            for _ in range(keys):
                                program.settle(*turn.commands("rest", viewer=viewer), quiet=300, limit=10000)
                        if seen.showed_something:
                            found.setdefault(viewer.name, []).append(peak.proportional)
            table.add(label, medians(found), peer=most)
    return table


def with_huge(folder):
    """The peak of the summed proportional memory of a viewer and its child processes, sampled
    continuously: for one picture of 100 megapixels, and for twenty page turns."""
    table = Table("Peak memory with 100 megapixels (MB, proportional, median of %d)" % WORST)
    turn = recorded("page")
    for kind in TARGETS:
        paths = sorted((folder / f"huge-{kind.lower()}").iterdir())
        for label, shown, keys in (
            ("one picture", paths[:1], 0),
            (f"{HUGE_TURNS} page turns", paths, HUGE_TURNS),
        ):
            peaks = {}
            with screen():
                for _ in range(WORST if not keys else 1):
                    for viewer in present():
                        with Program(viewer.start(*shown)) as program, program.peak() as peak:
                            seen = program.settle(limit=60000)
                            for _ in range(keys):
                                program.settle(*turn.commands("rest", viewer=viewer), quiet=600, limit=30000)
                        if seen.showed_something:  # a viewer that shows no picture does not count
                            peaks.setdefault(viewer.name, []).append(peak.proportional)
            table.add(f"{kind}, {label}", medians(peaks), peer=TARGETS[kind])
    return table
