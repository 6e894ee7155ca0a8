"""A display without shared memory: the bytes that are sent, and the time until the display shows an action."""

from playing import recorded
from relay import Relay
from report import Table
from stage import RUNS, Program, screen
from viewers import PBVIEW, present

WIDTH, HEIGHT = 1920, 1080
FRAME = WIDTH * HEIGHT * 4  # bytes
RATE = 2e6  # bytes per second
DELAY = 0.01  # s, in each direction
VIEWERS = ("pbview", "feh")
STROKE = 400  # ms: the duration of the recorded strokes of the pointer, to the left by 300 and by 900 pixels
PACE = 1000 / 60  # ms from point to point of a stroke


def remote(folder):
    """Measures the bytes of pbview and feh over a fast connection, and their times over a slow one."""
    return [cost(folder), lag(folder)]


def viewers():
    return [viewer for viewer in present() if viewer.name in VIEWERS]


def behind(relay, viewer, *paths):
    command = ["env", f"DISPLAY={relay.display}", *viewer.start(*paths)]
    return Program(command)


class Found(dict):
    """The measured values by row and viewer, of which medians are taken."""

    def note(self, row, viewer, value):
        self.setdefault(row, {}).setdefault(viewer.name, []).append(value)

    def row(self, name):
        return {
            viewer: sorted(values)[len(values) // 2] for viewer, values in self.get(name, {}).items()
        }


def cost(folder):
    """The table of the bytes sent for single actions, in frames of the screen."""
    photos = [folder / "sizes" / name for name in ("12.jpg", "24.jpg")]
    found, motions = Found(), recorded("remote")
    with screen(WIDTH, HEIGHT, tcp=True) as display:
        for _ in range(max(1, RUNS // 2)):
            for viewer in viewers():
                relay = Relay(display)
                relay.start()
                with behind(relay, viewer, *photos) as program:

                    def frames(row, part=""):
                        before = relay.sent
                        program.settle(*motions.commands(part, viewer=viewer, pace=PACE), quiet=1500)
                        program.rest(quiet=4000 if viewer is PBVIEW else 500)
                        found.note(row, viewer, (relay.sent - before) / FRAME)

                    frames("start")
                    frames("page turned by a key", "next")
                    frames("zoom step", "zoom")
                    frames("full size", "full")
                    frames("drag by 300 pixels", "drag")
                relay.close()
            relay = Relay(display)
            relay.start()
            with behind(relay, PBVIEW, *photos) as program:
                program.settle(quiet=1500)
                program.rest()
                before = relay.sent
                program.settle(*motions.commands("hand", pace=PACE), quiet=1500)
                program.rest()
                found.note("page turned by hand", PBVIEW, (relay.sent - before) / FRAME)
            relay.close()
    table = Table("Without shared memory: pixels sent, in frames of 1920×1080", VIEWERS)
    for row, most in (
        ("start", 1.2),
        ("page turned by a key", None),
        ("page turned by hand", 3),
        ("zoom step", 1),
        ("full size", None),
        ("drag by 300 pixels", None),
    ):
        table.add(row, found.row(row), most=most)
    return table


def lag(folder):
    """The table of the times until a display behind a slow connection shows a start, the full size and a drag."""
    photo = folder / "sizes" / "24.jpg"
    found, motions = Found(), recorded("remote")
    with screen(WIDTH, HEIGHT, tcp=True) as display:
        for _ in range(max(1, RUNS // 2)):
            for viewer in viewers():
                relay = Relay(display, RATE, DELAY)
                relay.start()
                with behind(relay, viewer, photo) as program:
                    seen = program.settle(quiet=4000, limit=60000)
                    found.note("start: recognisable", viewer, seen.recognisable())
                    found.note("start: exact", viewer, seen.exact())
                    seen = program.settle(*motions.commands("full", viewer=viewer), quiet=4000, limit=60000)
                    found.note("full size: recognisable", viewer, seen.recognisable())
                    found.note("full size: exact", viewer, seen.exact())
                    program.rest(quiet=4000)
                    seen = program.settle(*motions.commands("drag", pace=PACE), quiet=4000, limit=60000)
                    begun = seen.presses[0]
                    shown = [f.ms for f in seen.frames[1:] if f.ms > begun]
                    last = begun + STROKE
                    if not shown:
                        continue
                    during = [begun, *[ms for ms in shown if ms <= last], last]
                    gaps = [b - a for a, b in zip(during, during[1:])]
                    found.note("drag: frames shown", viewer, len([ms for ms in shown if ms <= last]))
                    found.note("drag: longest time without a frame", viewer, max(gaps))
                    found.note("drag: exact after its end", viewer, max(0, seen.exact() - last))
                relay.close()
    table = Table("At 2 MB/s and 20 ms of round trip (ms)", VIEWERS)
    for row, most in (
        ("start: recognisable", None),
        ("start: exact", None),
        ("full size: recognisable", None),
        ("full size: exact", None),
        ("drag: frames shown", None),
        ("drag: longest time without a frame", 100),
        ("drag: exact after its end", None),
    ):
        table.add(row, found.row(row), most=most)
    return table
