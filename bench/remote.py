"""A display without shared memory: the bytes that are sent, and the time until the display shows an action."""

from relay import Relay
from report import Table
from stage import RUNS, Program, screen
from viewers import PBVIEW, present

WIDTH, HEIGHT = 1920, 1080
FRAME = WIDTH * HEIGHT * 4  # bytes
RATE = 2e6  # bytes per second
DELAY = 0.01  # s, in each direction
# The viewers that are measured, and their keys that show a picture at full size.
FULL_SIZE = {"pbview": "1", "feh": "KP_Multiply"}
STROKE = 24  # steps of a stroke of the pointer
PACE = 1000 / 60


def remote(folder):
    """Measures the bytes of pbview and feh over a fast connection, and their times over a slow one."""
    return [cost(folder), lag(folder)]


def viewers():
    return [viewer for viewer in present() if viewer.name in FULL_SIZE]


def behind(relay, viewer, *paths):
    command = ["env", f"DISPLAY={relay.display}", *viewer.start(*paths)]
    return Program(command)


def zoom_step(viewer):
    step = f"{viewer.zoom[0]} 1 0"
    return [f"hold {viewer.holds}", step, f"let {viewer.holds}"] if viewer.holds else [step]


def stroke(distance):
    """A drag of the pointer to the left, along `distance` pixels."""
    return [
        "line 1300 540 1300 540 1 30",
        "down 1",
        f"line 1300 540 {1300 - distance} 540 {STROKE} {PACE:.2f}",
        "up 1",
    ]


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
    found = Found()
    with screen(WIDTH, HEIGHT, tcp=True) as display:
        for _ in range(max(1, RUNS // 2)):
            for viewer in viewers():
                relay = Relay(display)
                relay.start()
                with behind(relay, viewer, *photos) as program:

                    def frames(row, *commands):
                        before = relay.sent
                        program.settle(*commands, quiet=1500)
                        program.rest(quiet=4000 if viewer is PBVIEW else 500)
                        found.note(row, viewer, (relay.sent - before) / FRAME)

                    frames("start")
                    frames("page turned by a key", f"key {viewer.next_key} 1 0")
                    frames("zoom step", *zoom_step(viewer))
                    frames("full size", f"key {FULL_SIZE[viewer.name]} 1 0")
                    frames("drag by 300 pixels", *stroke(300))
                relay.close()
            relay = Relay(display)
            relay.start()
            with behind(relay, PBVIEW, *photos) as program:
                program.settle(quiet=1500)
                program.rest()
                before = relay.sent
                program.settle(*stroke(900), quiet=1500)
                program.rest()
                found.note("page turned by hand", PBVIEW, (relay.sent - before) / FRAME)
            relay.close()
    table = Table("Without shared memory: pixels sent, in frames of 1920×1080", ("pbview", "feh"))
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
    found = Found()
    with screen(WIDTH, HEIGHT, tcp=True) as display:
        for _ in range(max(1, RUNS // 2)):
            for viewer in viewers():
                relay = Relay(display, RATE, DELAY)
                relay.start()
                with behind(relay, viewer, photo) as program:
                    seen = program.settle(quiet=4000, limit=60000)
                    found.note("start: recognisable", viewer, seen.recognisable())
                    found.note("start: exact", viewer, seen.exact())
                    seen = program.settle(f"key {FULL_SIZE[viewer.name]} 1 0", quiet=4000, limit=60000)
                    found.note("full size: recognisable", viewer, seen.recognisable())
                    found.note("full size: exact", viewer, seen.exact())
                    program.rest(quiet=4000)
                    seen = program.settle(*stroke(300), quiet=4000, limit=60000)
                    begun = seen.presses[0]
                    shown = [f.ms for f in seen.frames[1:] if f.ms > begun]
                    last = begun + STROKE * PACE
                    if not shown:
                        continue
                    during = [begun, *[ms for ms in shown if ms <= last], last]
                    gaps = [b - a for a, b in zip(during, during[1:])]
                    found.note("drag: frames shown", viewer, len([ms for ms in shown if ms <= last]))
                    found.note("drag: longest time without a frame", viewer, max(gaps))
                    found.note("drag: exact after its end", viewer, max(0, seen.exact() - last))
                relay.close()
    table = Table("At 2 MB/s and 20 ms of round trip (ms)", ("pbview", "feh"))
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
