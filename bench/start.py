"""The times from exec to a recognisable and to the exact picture, for several formats."""

import hashlib
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import pictures
from report import Table, medians
from stage import RUNS, Program, screen
from viewers import CONFINED, FLOOR, PBVIEW, Viewer, present

# pbview as a file manager starts it: with the file as the only argument, in a window of the size of the last session.
STARTED = Viewer("pbview", PBVIEW.command[:1], state="size=1920x1080\n")
UPPER = 1 / 3  # the share of a picture, from its top, that must be recognisable when it is decoded row by row
JPEG = {"peer": 0.55, "floor": 1.15}
SLOW = {"peer": 0.85}  # dominated by inflate
# libjpeg-turbo decodes a progressive picture on one thread, as it does for the peers: two threads gain 7 % and
# cost 75 MiB more. The remaining gain is the program's start and one scaling pass less.
PROGRESSIVE = {"peer": 0.9}
SOON = {"peer": 0.4}
CASES = [  # label, file, share that must be visible, targets of recognisable and exact
    ("JPEG, 12 MP", "12.jpg", 1, {}, JPEG),
    ("JPEG, 24 MP", "24.jpg", 1, {}, JPEG),
    ("JPEG, 48 MP", "48.jpg", 1, {}, JPEG),
    ("JPEG, 100 MP", "100.jpg", 1, {}, JPEG),
    ("progressive JPEG, 24 MP", "progressive.jpg", 1, SOON, PROGRESSIVE),
    ("PNG, 12 MP", "12.png", UPPER, SOON, SLOW),
    ("PNG, 100 MP", "100.png", UPPER, SOON, SLOW),
]
LARGE_RUNS = 3  # runs of cases that take seconds
SMALL = {"peer": 0.25}
BELOW_WINDOW = {"peer": 0.8, "floor": 1.6}  # pictures smaller than the window


def viewers():
    """pbview, the installed peers, and the lower bound of all viewers."""
    return [STARTED if viewer is PBVIEW else viewer for viewer in present()] + [FLOOR]


def start(folder):
    """Measures start → recognisable → exact for every viewer and case."""
    table = Table("Start, from exec to the screen (ms, median of %d; 100 MP: 3)" % RUNS)
    sizes = folder / "sizes"
    with screen():
        # Reads each program into the page cache: the comparison excludes the disk.
        for viewer in [*viewers(), CONFINED]:
            opened(viewer, sizes / CASES[0][1])
        for label, name, part, known_target, exact_target in CASES:
            known, exact = {}, {}
            compared = viewers() + ([CONFINED] if name == "24.jpg" else [])
            for _ in range(min(RUNS, LARGE_RUNS) if "100" in label else RUNS):
                for viewer in compared:
                    seen = opened(viewer, sizes / name)
                    if seen.showed_something:
                        known.setdefault(viewer.name, []).append(seen.recognisable(part))
                        exact.setdefault(viewer.name, []).append(seen.exact())
            what = "recognisable" if part == 1 else "its upper third recognisable"
            table.add(f"{label}, {what}", medians(known), **known_target)
            table.add(f"{label}, exact", medians(exact), **exact_target)
            if name == "24.jpg":
                previews(table, folder, medians(exact))
            if name == "12.png":
                thumbnails(table, sizes / name, medians(exact))
        small_pictures(table, folder / "small")
    return table


def small_pictures(table, folder):
    """Pictures smaller than the window, alone and as the first of many in a folder. Of such a picture, the start of a
    confined helper takes a larger part than the decode, so that its floor is shown, too."""
    cases = [(f"JPEG, {name} MP", folder / name / "photo.jpg") for name, *_ in pictures.SMALL]
    cases.append((f"JPEG, 0.8 MP, first of {pictures.SMALL_CROWD}", folder / "crowd" / "00000.jpg"))
    alone = None
    for label, path in cases:
        exact = {}
        for _ in range(RUNS):
            for viewer in [*viewers(), CONFINED]:
                seen = opened(viewer, path)
                if seen.showed_something:
                    exact.setdefault(viewer.name, []).append(seen.exact())
        times = medians(exact)
        bounds = dict(BELOW_WINDOW)
        if "first" in label and alone is not None:
            bounds["most"] = round(alone * 1.1, 1)
        if path.parent.name == "0.8":
            alone = times.get("pbview")
        table.add(f"{label}, exact", times, **bounds)


def opened(viewer, path, home=None):
    with tempfile.TemporaryDirectory() as fresh:
        viewer.furnish(home or fresh)
        with Program(viewer.start(path), home or fresh) as program:
            return program.settle(limit=60000)


def previews(table, folder, peers):
    """The same photo with an embedded preview, which the peers ignore: their times stay."""
    seen = [opened(STARTED, folder / "preview" / "photo.jpg") for _ in range(RUNS)]
    own = medians({"pbview": [one.recognisable() for one in seen]})
    table.add("JPEG, 24 MP, with a preview: recognisable", {**peers, **own}, **SMALL)
    own = medians({"pbview": [one.exact() for one in seen]})
    table.add("JPEG, 24 MP, with a preview: exact", {**peers, **own})


def thumbnails(table, path, peers):
    """The same picture with a thumbnail in the desktop's cache."""
    with tempfile.TemporaryDirectory() as home:
        remember(path, Path(home) / ".cache" / "thumbnails" / "x-large", 512)
        seen = [opened(STARTED, path, home) for _ in range(RUNS)]
    own = medians({"pbview": [one.recognisable() for one in seen]})
    table.add("PNG, 12 MP, with a warm thumbnail: recognisable", {**peers, **own}, **SMALL)
    own = medians({"pbview": [one.exact() for one in seen]})
    table.add("PNG, 12 MP, with a warm thumbnail: exact", {**peers, **own})


def remember(path, folder, side):
    """Writes a thumbnail into the desktop's cache."""
    folder.mkdir(parents=True)
    words = PngInfo()
    words.add_text("Thumb::URI", path.as_uri())
    words.add_text("Thumb::MTime", str(int(path.stat().st_mtime)))
    image = Image.open(path)
    words.add_text("Thumb::Image::Width", str(image.width))
    words.add_text("Thumb::Image::Height", str(image.height))
    image.thumbnail((side, side))
    name = hashlib.md5(path.as_uri().encode()).hexdigest()
    image.save(folder / f"{name}.png", pnginfo=words)
