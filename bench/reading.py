"""A comic book of 400 pages read from end to end: one page at a time, as spreads, and as a strip."""

import re

import numpy as np
from books import DARKEST, PAGES
from photos import film
from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import PBVIEW

WIDTH, HEIGHT = 1920, 1080
WORK = 8  # ms: the maximum work of 95 of 100 frames
LATE = 1.5 * 1000 / 60  # ms: more than a frame
BATCH = 20  # keys of a part of the recording, 300 ms apart
BATCHES = 60  # the maximum number of parts for half of the strip
LIMIT = 20000  # ms: longer than a part lasts
SAMPLES = 0.5  # s from one sample of the memory to the next
BLACK = 5  # the brightness of the ground between pages; a placeholder is brighter than that
ROWS = 3  # rows of samples: more than a gap between pages, or a line of a drawing
# The columns of `Frame.coarse` that are inside a page, in each arrangement of the pages.
INSIDE = {"single": [(6, 14)], "spreads": [(1, 9), (11, 19)], "strip": [(4, 16)]}


def turning(count):
    """Commands for `count` turns by Space and the arrow key."""

    def moves(program):
        keys = recorded("reading")
        for begun in range(0, count, BATCH):
            yield keys.commands(("space", "right")[begun // BATCH % 2], most=min(BATCH, count - begun))

    return moves


def scrolling(program):
    """Commands that scroll the strip: its first half by the wheel, the rest by Space."""
    keys, wheel = recorded("reading"), recorded("strip")
    for _ in range(BATCHES):
        if current(program) >= PAGES // 2:
            break
        yield wheel.commands("wheel")
    for _ in range(BATCHES):
        if current(program) == PAGES - 1:
            break
        yield keys.commands("space")
    yield keys.commands("space", most=3)  # to the end of the last page


MOVES = {"single": turning(PAGES - 1), "spreads": turning(PAGES // 2), "strip": scrolling}


def reading(folder):
    """The table of the work per frame, pages without a picture, and memory, in each arrangement of the pages."""
    table = Table(f"A book of {PAGES} pages read from end to end, {WIDTH}×{HEIGHT}")
    for mode, moves in MOVES.items():
        trace, mark, seen, peak = read(folder / "book" / "book.cbz", mode, moves)
        work = [float(ms) for ms in re.findall(r" frame work=([0-9.]+)", trace[mark:])]
        label = f"{mode}: work of {len(work)} frames"
        for what, part, most in (("median", 50, None), ("95th percentile", 95, WORK)):
            value = {"pbview": percentile(work, part)} if work else {}
            table.add(f"{label}, {what} (ms)", value, most=most)
        together = 2 if mode == "spreads" else 1
        blank = len(blank_pages(trace, mark, together))
        label = f"{mode}: pages without a picture for more than a frame after their turn"
        table.add(label, {"pbview": blank}, most=0)
        long = [ms for one in seen for ms in placeholders(one, INSIDE[mode]) if ms > LATE]
        label = f"{mode}: times that a placeholder was on the screen for more than a frame"
        table.add(label, {"pbview": len(long)}, most=0)
        late = [one.exact() - one.presses[-1] for one in seen if moved(one)]
        label = f"{mode}: from the last key or notch to the exact page, "
        for what, part in (("median", 50), ("slowest", 100)):
            value = {"pbview": percentile(late, part)} if late else {}
            table.add(f"{label}{what} of {len(late)} (ms)", value)
        pages = {"pbview": max(turned(trace), default=0) + 1}
        table.add(f"{mode}: the last page that was reached", pages, least=PAGES)
        label = f"{mode}: peak memory, proportional, helpers included (MB)"
        table.add(label, {"pbview": peak})
    return table


def read(book, mode, moves):
    """Reads the book from end to end. Returns the trace, the index in the trace at which reading begins, the
    recordings, and the peak memory in MB."""
    command = PBVIEW.start(book, extra=["--log", "trace", "--reading", mode])
    with screen(WIDTH, HEIGHT), Program(command) as program, program.peak(SAMPLES) as peak:
        program.settle(quiet=2000, limit=40000)
        mark, seen = len(program.trace()), []
        with film(f"read {mode}", WIDTH, HEIGHT):
            for commands in moves(program):
                seen.append(program.settle(*commands, quiet=700, limit=LIMIT))
        return program.trace(), mark, seen, peak.proportional


def turned(trace):
    """The pages that became the current one, in order."""
    return [int(page) for page in re.findall(r" page index=(\d+)", trace)]


def current(program):
    return (turned(program.trace()) or [0])[-1]


def moved(recording):
    """Whether the screen changed after the last key or notch."""
    return bool(recording.frames) and recording.frames[-1].ms > recording.presses[-1]


def blank_pages(trace, mark, together):
    """The pages that had no picture for more than a frame after the first frame that showed them as
    the current one, or one of the current spread.

    - mark: the place in the trace from which turns count
    - together: the pages that are turned at once"""
    known, waiting, blank = set(), {}, set()  # waiting: page to the time of its first frame, or None
    place = 0
    for line in trace.splitlines(keepends=True):
        place += len(line)
        found = re.match(r"pbview: trace: ([0-9.]+) (.*)", line)
        if not found:
            continue
        ms, event = float(found[1]), found[2]
        turn = re.match(r"page index=(\d+)$", event)
        picture = re.match(r"(?:preview|partial|exact|sharp) page=(\d+)$", event)
        if turn and place > mark:
            first = int(turn[1])
            for page in range(first, min(first + together, PAGES)):
                if page not in known:
                    waiting[page] = None
        elif event.startswith("frame work="):
            waiting = {page: ms if begun is None else begun for page, begun in waiting.items()}
        elif picture:
            page = int(picture[1])
            known.add(page)
            begun = waiting.pop(page, None)
            if begun is not None and ms - begun > LATE:
                blank.add(page)
    return blank | set(waiting)


def placeholders(recording, inside):
    """The milliseconds of each time at which a placeholder was on the screen."""
    times, begun = [], None
    for frame in recording.frames:
        if has_placeholder(frame.coarse, inside):
            begun = frame.ms if begun is None else begun
        elif begun is not None:
            times.append(frame.ms - begun)
            begun = None
    return times if begun is None else [*times, float("inf")]


def has_placeholder(coarse, inside):
    """Whether some rows in a page are as dark as a placeholder, from side to side."""
    for left, right in inside:
        part = coarse[:, left:right]
        dark = (part.max(axis=1) < DARKEST / 2) & (part.min(axis=1) > BLACK)
        if np.convolve(dark.astype(int), np.ones(ROWS, int)).max() == ROWS:
            return True
    return False
