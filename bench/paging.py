"""Turning pages: after a pause, in a burst, and with a held key."""

import numpy as np
from PIL import Image

from playing import recorded
from report import Table, medians, percentile
from stage import RUNS, Program, likeness, screen
from viewers import PBVIEW, present

BURSTS = max(1, RUNS // 2)  # half as many runs, because each takes ten seconds or more
FRAME = 1000 / 60
HUGE_TURNS = 20
NEAR = 3  # the maximum lag in pages of a picture that counts as near


def references(paths):
    """The approximate coarse grid of the watcher for each picture, for all viewers."""
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
    """The indices of the pictures visible in a frame, including partly visible ones."""
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
    """The table of turning to the next page after a pause, and of twenty pages in a burst."""
    paths = sorted((folder / "burst").iterdir())
    known = references(paths)
    keys = recorded("page")
    rested, late, still, seen_on_the_way, blank, right = {}, {}, {}, {}, {}, {}
    with screen():
        for _ in range(BURSTS):
            for viewer in present():
                with Program(viewer.start(*paths)) as program:
                    program.settle()
                    one = program.settle("wait 1200", *keys.commands("rest", viewer=viewer), limit=8000)
                    many = program.settle("wait 300", *keys.commands("burst", viewer=viewer), limit=30000)
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
                if arrived:  # a viewer that drops keys settles early on another picture
                    late.setdefault(viewer.name, []).append(still[viewer.name][-1])
    table = Table("Paging through 24 MP JPEGs (median of %d)" % BURSTS)
    table.add("next page after a rest, exact (ms)", medians(rested), most=FRAME + 2)
    label = "burst of 20 keys at 15/s: the last picture exact, after the last key (ms)"
    table.add(label, medians(late), peer=0.5)
    # The target applies to the slowest of nine in ten bursts, not to the median.
    slow = medians(late)
    if late.get("pbview"):
        slow["pbview"] = percentile(late["pbview"], 90)
    table.add("… the slowest of ten bursts left out (peers: median)", slow, peer=0.5)
    table.add("burst: at rest on any picture, after the last key (ms)", medians(still))
    table.add("burst: different pictures seen, of 20", medians(seen_on_the_way), least=20)
    table.add("burst: blank frames", medians(blank), most=0)
    table.add(
        "burst: ended on the right picture (share of runs)",
        {name: sum(values) / len(values) for name, values in right.items()},
        least=1,
    )
    return table


def recognised(frames, known):
    """The index of the most similar picture for each frame; None if no picture is similar."""

    def normal(grid):
        grid = grid - grid.mean()
        return grid.ravel() / max(np.sqrt((grid * grid).sum()), 1e-6)

    sheets = np.array([normal(reference) for reference in known])
    for frame in frames:
        likely = sheets @ normal(frame.coarse)
        yield int(likely.argmax()) if likely.max() > 0.85 else None


def held(folder):
    """The table of a key held over photos of 24 megapixels that the viewer has not loaded before.
    """
    paths = sorted((folder / "held").iterdir())
    known = references(sorted((folder / "burst").iterdir()))  # the files in `held` repeat these
    keys = recorded("held")
    rate, near, blank, blank_ms, late, right = {}, {}, {}, {}, {}, {}
    with screen():
        for _ in range(BURSTS):
            for viewer in present():
                with Program(viewer.start(*paths)) as program:
                    program.settle()
                    seen = program.settle(*keys.commands("held", viewer=viewer), quiet=1500, limit=40000)
                if len(seen.frames) < 2:
                    continue

                def note(values, value):
                    values.setdefault(viewer.name, []).append(value)

                during = [f for f in seen.frames if seen.presses[0] <= f.ms <= seen.presses[-1]]
                which = list(recognised(during, known))
                changes = sum(a != b for a, b in zip(which, which[1:]) if b is not None)
                seconds = (seen.presses[-1] - seen.presses[0]) / 1000
                note(rate, changes / seconds)
                # The pictures repeat: a picture of another round counts as far behind.
                lags = [
                    (sum(t <= f.ms for t in seen.presses) - page) % len(known)
                    for f, page in zip(during, which)
                    if page is not None
                ]
                note(near, 100 * sum(lag <= NEAR for lag in lags) / max(len(lags), 1))
                nothing = [f.coarse.std() < 4 for f in during]
                note(blank, sum(nothing))
                times = [f.ms for f in during]
                note(blank_ms, sum(b - a for a, b, no in zip(times, times[1:], nothing) if no))
                arrived = list(recognised(seen.frames[-1:], known)) == [len(seen.presses) % len(known)]
                note(right, arrived)
                if arrived:
                    note(late, seen.exact() - seen.presses[-1])
    table = Table("A key held for ten seconds, 30/s, over 24 MP JPEGs (median of %d)" % BURSTS)
    table.add("different pictures seen, a second", medians(rate), least=10)
    table.add(f"frames with the page's picture, or one at most {NEAR} before it (%)", medians(near))
    table.add("blank frames", medians(blank), most=0)
    table.add("time without a picture (ms)", medians(blank_ms), most=0)
    table.add("the last picture exact, after the last key (ms)", medians(late))
    table.add(
        "ended on the right picture (share of runs)",
        {name: sum(values) / len(values) for name, values in right.items()},
    )
    return table
