"""The work per frame of motions driven by real events, measured by pbview's trace."""

import re
import subprocess

from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import FLOOR, PBVIEW

SIZES = ((1920, 1080), (3840, 2160))
PAUSE = 100  # ms: frames further apart belong to different motions


def frame_work(trace, kind):
    """The work in milliseconds of every frame of a kind."""
    return [float(ms) for ms in re.findall(rf" frame work=([0-9.]+) kind={kind}\b", trace)]


def percentile_of_frames(trace):
    """The 95th percentile of the work of all frames in milliseconds, and their number."""
    work = [float(ms) for ms in re.findall(r" frame work=([0-9.]+) ", trace)]
    return (percentile(work, 95) if work else None), len(work)


def intervals(trace, kind):
    """The milliseconds between consecutive frames of a kind, within one motion."""
    pattern = rf"trace: ([0-9.]+) frame work=\S+ kind={kind}\b"
    times = [float(ms) for ms in re.findall(pattern, trace)]
    return [b - a for a, b in zip(times, times[1:]) if b - a < PAUSE]


def gestures(width, height):
    """The name and the watcher commands of motions: swipes, a zoom in and out, and pull-downs that are pushed back up
    and do not close the photo. Movements are played at the rate of a mouse, 125 a second; pbview records those that
    reach it, at most one a frame."""
    motions = recorded("frames")
    for name in ("swipe", "zoom", "pull"):
        yield name, [*motions.commands(name, width, height, pace=8), "wait 700"]


def floor_of_frames(width, height):
    """The floor of the work of a frame, 95th percentile in ms: one copy of its pixels into memory that is shared with
    the server, which copies the frame before at the same time."""
    with screen(width, height):
        printed = subprocess.run([*FLOOR.command, str(width), str(height)], capture_output=True, check=True, text=True)
    return percentile([float(line) for line in printed.stdout.split()], 95)


def frames(folder):
    """The table of the work per frame of swipes, zooms and pull-downs."""
    table = Table("Work per frame, 95th percentile (ms; frames counted)")
    whole = recorded("served").commands("whole")  # the key that fits the photo into the window
    for (width, height), most in zip(SIZES, (8, 6)):
        floor = floor_of_frames(width, height)
        with screen(width, height):
            command = PBVIEW.command[0]
            paths = sorted((folder / "burst").iterdir())[:6]
            with Program([command, "--log", "trace", *paths]) as program:
                program.settle(quiet=1500)
                for _, commands in gestures(width, height):
                    program.settle(*commands, quiet=800, limit=30000)
                    program.settle("wait 10", *whole, quiet=500, limit=1500)
                trace = program.trace()
        for kind in ("swipe", "zoom", "pull"):
            work = frame_work(trace, kind)
            label = f"{kind}, {width}×{height} ({len(work)} frames)"
            table.add(label, {"pbview": percentile(work, 95), "floor": floor} if work else {}, most=most)
        work = past_an_animation(folder / "animated", width, height)
        label = f"swipe past an animation of 1000 frames, {width}×{height} ({len(work)} frames)"
        table.add(label, {"pbview": percentile(work, 95)} if work else {}, most=most)
    return table


def past_an_animation(folder, width, height):
    """The work of the frames of swipes to and from a playing animation, with pauses."""
    motions, commands = recorded("motion"), []
    for part in ("forth", "forth", "back", "back") * 3:
        commands += [*motions.commands(part, width, height, pace=8), "wait 1500"]
    with screen(width, height):
        paths = sorted(folder.iterdir())
        with Program([PBVIEW.command[0], "--log", "trace", *paths]) as program:
            program.settle(quiet=1500)
            program.settle(*commands, quiet=800, limit=60000)
            return frame_work(program.trace(), "swipe")


def flights(motions, width, height):
    """Commands that open a cell, and close the photo by a key and by a pull-down in turn. The cell has the same place
    in a window of any size."""
    for closing in ("escape", "pull") * 3:
        yield [*motions.commands("open"), "wait 1200"]
        yield [*motions.commands(closing, width, height, pace=8), "wait 1200"]


def turns(motions, width, height):
    """Commands that turn pages by keys, by a drag forth and back, and by a full drag."""
    for part in motions.numbered("turn"):
        yield [*motions.commands(part, width, height, pace=8), "wait 1300"]


def scrolling(motions, width, height):
    """Commands that scroll a grid: by wheel in both directions, by pages, and to both ends."""
    for part in motions.numbered("scroll"):
        yield [*motions.commands(part, width, height), "wait 800"]


def trace_of(command, width, height, moves):
    """Starts the program on a grid or photos, plays the commands of `moves` and returns the trace."""
    with Program([*command, "--geometry", f"{width}x{height}+0+0", "--log", "trace"]) as program:
        program.settle(quiet=2000)
        for commands in moves(recorded("motion"), width, height):
            program.settle(*commands, quiet=500, limit=20000)
        return program.trace()


def motion(folder):
    """Flights, page effects and scrolling: the work per frame and the frame intervals."""
    table = Table("Motion on two cores, from real events (ms; frames counted)")
    program, photos = PBVIEW.command[0], sorted((folder / "burst").iterdir())[:6]
    for (width, height), most in zip(SIZES, (12, 6)):
        cases = [
            ("flight", "flight", [program, folder / "burst"], flights),
            ("cube", "effect", [program, "--page-effect", "cube", *photos], turns),
            ("page-curl", "effect", [program, "--page-effect", "page-curl", *photos], turns),
            ("scroll", "scroll", [program, folder / "grid"], scrolling),
        ]
        with screen(width, height):
            for name, kind, command, moves in cases:
                trace = trace_of(command, width, height, moves)
                _add(table, f"{name}, {width}×{height}", trace, kind, most)
    return table


def _add(table, label, trace, kind, most):
    work, steps = frame_work(trace, kind), intervals(trace, kind)
    for what, values, bound in (
        (f"work of {len(work)} frames", work, most),
        ("from frame to frame", steps, None),
    ):
        for name, part in (("median", 50), ("95th percentile", 95)):
            value = {"pbview": percentile(values, part)} if values else {}
            table.add(f"{label}: {what}, {name}", value, most=bound if part == 95 else None)
