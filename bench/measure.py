#!/usr/bin/python3
"""pbview beside other viewers, in one run, as ratios. Called by scripts/bench.

measure.py [start] [page] [memory] [frames] [folder] [grid] [motion] [clips] [mixed] [library]
without a word: everything
"""

import os
import sys
import time

import numpy as np
from PIL import Image

import pictures
from clips import clips
from gallery import grid, library
from mixed import mixed
from motion import frames, motion
from report import Table, medians
from stage import RUNS, Program, likeness, screen
from viewers import FLOOR, PBVIEW, present

BURSTS = max(1, RUNS // 2)  # half as many of what takes ten seconds and more
FRAME = 1000 / 60


def start(folder):
    """Start → recognisable → exact."""
    table = Table("Start, from exec to the screen (ms, median of %d)" % RUNS)
    cases = [
        ("24 MP JPEG", folder / "alone" / "photo.jpg"),
        ("12 MP PNG", folder / "png" / "photo.png"),
        ("24 MP JPEG with a preview", folder / "preview" / "photo.jpg"),
    ]
    known, exact = {}, {}
    with screen():
        for _ in range(RUNS):
            for label, path in cases:
                for viewer in [*present(), FLOOR]:
                    if "preview" in label and viewer is not PBVIEW:
                        continue  # the others ignore it: their time is that of the same photo
                    with Program(viewer.start(path)) as program:
                        seen = program.settle()
                    if seen.showed_something:
                        known.setdefault(label, {}).setdefault(viewer.name, []).append(
                            seen.recognisable()
                        )
                        exact.setdefault(label, {}).setdefault(viewer.name, []).append(seen.exact())
    jpeg, png, preview = (label for label, _ in cases)
    for label in (jpeg, png):
        table.add(f"{label}, recognisable", medians(known[label]))
        table.add(
            f"{label}, exact",
            medians(exact[label]),
            peer=0.65 if label == jpeg else 0.9,
            floor=1.3 if label == jpeg else None,
        )
    own = medians(known.get(preview, {}))
    table.add(f"{preview}, recognisable", {**medians(known[jpeg]), **own}, peer=0.4)
    table.add(f"{preview}, exact", {**medians(exact[jpeg]), **medians(exact.get(preview, {}))})
    return table


def references(paths):
    """What the watcher's coarse grid shows of each picture, roughly, whatever the viewer."""
    result = []
    for path in paths:
        image = Image.open(path)
        image.draft("L", (750, 500))
        sheet = Image.new("L", (1920, 1080))
        sheet.paste(image.convert("L").resize((1620, 1080)), (150, 0))
        middle = sheet.crop((230, 151, 1690, 929)).resize((20, 18), Image.Resampling.BOX)
        result.append(np.asarray(middle, float))
    return result


def shown(coarse, known):
    """The pictures to be seen in a frame, also one that is only partly in."""
    found = set()
    for index, reference in enumerate(known):
        for shift in range(-12, 13):
            a = coarse[:, max(0, shift) : 20 + min(0, shift)]
            b = reference[:, max(0, -shift) : 20 + min(0, -shift)]
            if likeness(a, b) > 0.85:
                found.add(index)
                break
    return found


def page(folder):
    """The next page after a rest, and twenty of them in a burst."""
    paths = sorted((folder / "burst").iterdir())
    known = references(paths)
    rested, late, still, seen_on_the_way, blank, right = {}, {}, {}, {}, {}, {}
    with screen():
        for _ in range(BURSTS):
            for viewer in present():
                with Program(viewer.start(*paths)) as program:
                    program.settle()
                    one = program.settle("wait 1200", f"key {viewer.next_key} 1 0", limit=8000)
                    many = program.settle("wait 300", f"key {viewer.next_key} 20 66.7", limit=30000)
                after = [f for f in one.frames if f.ms >= one.presses[0]]
                if after:
                    rested.setdefault(viewer.name, []).append(one.exact() - one.presses[0])
                if len(many.frames) < 2:
                    continue
                still.setdefault(viewer.name, []).append(many.exact() - many.presses[-1])
                during = [f for f in many.frames if f.ms >= many.presses[0]]
                blank.setdefault(viewer.name, []).append(sum(f.coarse.std() < 4 for f in during))
                met = set().union(*(shown(f.coarse, known) for f in during))
                seen_on_the_way.setdefault(viewer.name, []).append(len(met - {1}))
                arrived = 21 in shown(during[-1].coarse, known)
                right.setdefault(viewer.name, []).append(arrived)
                if arrived:  # who drops keys is at rest soon, but not on the last picture
                    late.setdefault(viewer.name, []).append(still[viewer.name][-1])
    table = Table("Paging through 24 MP JPEGs (median of %d)" % BURSTS)
    table.add("next page after a rest, exact (ms)", medians(rested), most=2 * FRAME + 2)
    label = "burst of 20 keys at 15/s: the last picture exact, after the last key (ms)"
    table.add(label, medians(late), peer=0.6)
    table.add("burst: at rest on any picture, after the last key (ms)", medians(still))
    table.add("burst: different pictures seen, of 20", medians(seen_on_the_way), least=15)
    table.add("burst: blank frames", medians(blank), most=0)
    table.add(
        "burst: ended on the right picture (share of runs)",
        {name: sum(values) / len(values) for name, values in right.items()},
        least=1,
    )
    return table


def memory(folder):
    """Memory of viewer and helpers; what they do when nothing happens."""
    pss, rss, cpu, wakes = {}, {}, {}, {}
    with screen():
        for _ in range(3):
            for viewer in present():
                with Program(viewer.start(folder / "alone" / "photo.jpg")) as program:
                    program.settle()
                    if not program.rest():
                        print(f"Note: {viewer.name} does not come to rest.\n")
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


def folder_of_many(folder):
    """The first picture of a folder of 20 000, and the same picture alone."""
    found = {"alone": [], "among": []}
    crowd = folder / "crowd" / f"{pictures.CROWD // 2:05}.jpg"
    with screen():
        for _ in range(RUNS + 2):
            for name, path in (("alone", folder / "alone" / "photo.jpg"), ("among", crowd)):
                with Program(PBVIEW.start(path)) as program:
                    found[name].append(program.settle().exact())
    times = medians(found)
    table = Table("The same 24 MP JPEG, alone and among 20 000 (ms)")
    table.add("alone, exact", {"pbview": times["alone"]})
    table.add("among 20 000, exact", {"pbview": times["among"]}, most=times["alone"] * 1.1)
    return table


PARTS = {
    "start": start,
    "page": page,
    "memory": memory,
    "frames": frames,
    "folder": folder_of_many,
    "grid": grid,
    "motion": motion,
    "clips": clips,
    "mixed": mixed,
    "library": library,
}


def main(words):
    unknown = [word for word in words if word not in PARTS]
    if unknown:
        sys.exit(f"bench: {unknown[0]}: unknown part ({' '.join(PARTS)})")
    folder = pictures.make()
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"Note: the machine is busy (load {load:.1f}); the ratios may be off.\n")
    failed = 0
    for name, part in PARTS.items():
        if not words or name in words:
            begun = time.monotonic()
            table = part(folder)
            print(table.markdown())
            print(f"({name}: {time.monotonic() - begun:.0f} s)\n", flush=True)
            failed += table.failed
    print("Every target holds." if not failed else f"{failed} targets do not hold.")


main(sys.argv[1:])
