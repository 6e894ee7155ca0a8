"""Input of the benchmarks, which comes from recordings, as commands of the watcher (watch.c).

A line `# part NAME` of a recording begins a part; the reader of recordings skips it. A part plays the keys, buttons,
wheel notches and movements up to the next such line, at the recorded times. Between parts, a benchmark waits for what
follows from them.
"""

from pathlib import Path
from urllib.parse import unquote

GLIDE = 0.04  # s: the maximum time between two points of one movement
BENCH = Path(__file__).resolve().parent
FOLDER = BENCH.parent / "Tests" / "Replays"
BUTTONS = {"primary": 1, "middle": 2, "secondary": 3, "back": 8, "forward": 9}
# The names of keysyms by the names of keys in recordings.
KEYS = {
    "left": "Left", "right": "Right", "up": "Up", "down": "Down", "page-up": "Prior", "page-down": "Next",
    "home": "Home", "end": "End", "enter": "Return", "escape": "Escape", "backspace": "BackSpace", "tab": "Tab",
    "insert": "Insert", "delete": "Delete", "menu": "Menu",
    "character: ": "space", "character:+": "plus", "character:-": "minus", "character:.": "period",
    "character:,": "comma", "character:[": "bracketleft", "character:\\": "backslash",
    "other:65505": "Shift_L", "other:65507": "Control_L", "other:65513": "Alt_L",
    "other:65511": "Alt_L",  # its name while Shift is pressed: Meta_L
}  # fmt: skip


def keysym(name):
    """The name of the keysym of a key."""
    kind, _, value = name.partition(":")
    if name in KEYS:
        return KEYS[name]
    if kind == "function":
        return f"F{value}"
    if kind == "character":
        return value.lower() if value.isascii() and value.isalnum() else f"U{ord(value):04X}"
    raise ValueError(f"the key {name} has no keysym")


def read(path):
    """The kinds and values of the lines of a recording that matter to players: `start` and `event` with a dictionary of
    their fields, and `direction` with the text of a comment."""
    for line in Path(path).read_text().splitlines():
        kind, *words = line.split(" ")
        if kind == "#":
            yield "direction", line.removeprefix("# ")
        elif kind in ("start", "event"):
            yield kind, {name: unquote(value) for name, _, value in (word.partition("=") for word in words)}


def played(event, across, down, viewer=None):
    """The commands for one event, without waits."""
    if "key" in event:
        name = keysym(event["key"])
        if viewer and name in ("Control_L", "Control_R"):
            if not viewer.holds:
                return
            name = viewer.holds
        if viewer and name == "Right":
            name = viewer.next_key
        if viewer and name == "1":
            name = viewer.full_size
        yield f"{'hold' if event['press'] == '1' else 'let'} {name}"
    elif "scroll" in event:
        notches = round(float(event["dy"]))
        own = viewer.zoom if viewer else ("click 4", "click 5")
        for _ in range(abs(notches)):
            yield f"{own[notches > 0]} 1 0"
    elif "pointer" in event:
        kind, _, button = event["pointer"].partition(":")
        if kind == "moved":
            x, y = round(float(event["x"]) * across), round(float(event["y"]) * down)
            yield f"line {x} {y} {x} {y} 1 0"
        elif kind in ("press", "release"):
            yield f"{'down' if kind == 'press' else 'up'} {BUTTONS[button]}"


class Input:
    """The events of a recording, by part."""

    def __init__(self, path):
        self.size = (0, 0)
        self.parts = {}  # lists of events; an event is the dictionary of its fields
        part = self.parts.setdefault("", [])
        for kind, value in read(path):
            if kind == "direction" and value.startswith("part "):
                part = self.parts.setdefault(value.removeprefix("part "), [])
            elif kind == "start":
                self.size = (int(value["width"]), int(value["height"]))
            elif kind == "event":
                part.append(value)

    def numbered(self, work):
        """The names of the parts `WORK-1`, `WORK-2` … in order."""
        return [part for part in self.parts if part.rpartition("-")[0] == work]

    def presses(self, part):
        """The numbers of keys, without modifiers, and of buttons that a part presses."""
        keys = [event["key"] for event in self.parts[part] if event.get("press") == "1"]
        buttons = [event for event in self.parts[part] if event.get("pointer", "").startswith("press:")]
        return sum(not key.startswith("other:") for key in keys), len(buttons)

    def commands(self, part="", width=None, height=None, viewer=None, pace=None, most=None):
        """The commands that play a part in a window of this size (the recorded one) at the corner of the screen.
        `viewer` plays the keys and wheel notches by its own ones. With `pace`, a movement that takes no longer than
        `GLIDE` is divided into steps of about so many milliseconds. `most` is the number of keys and buttons after
        whose release the part ends."""
        across, down = (width or self.size[0]) / self.size[0], (height or self.size[1]) / self.size[1]
        commands, last, place, released = [], None, None, 0
        for event in self.parts[part]:
            if released == most:
                break
            found = list(played(event, across, down, viewer))
            if not found:
                continue
            time = float(event["time"])
            begun, place = place, point(found[0])
            if pace and begun and place and 0 < time - last <= GLIDE:
                count = max(1, round(1000 * (time - last) / pace))
                for step in range(1, count):
                    x, y = (round(a + (b - a) * step / count) for a, b in zip(begun, place))
                    commands += [f"wait {1000 * (time - last) / count:.2f}", f"line {x} {y} {x} {y} 1 0"]
                last = time - (time - last) / count
            if last is not None and time > last:
                commands.append(f"wait {1000 * (time - last):.2f}")
            commands += found
            last = time
            released += found[0].startswith(("let ", "up "))
        return commands


def duration(commands):
    """The time in milliseconds that commands of `Input.commands` take."""
    return sum(float(command.removeprefix("wait ")) for command in commands if command.startswith("wait "))


def point(command):
    """The target of a movement; None for another command."""
    verb, *words = command.split(" ")
    return (int(words[0]), int(words[1])) if verb == "line" else None


def recorded(name):
    """The input in the recording `bench-NAME` of the project."""
    return Input(FOLDER / f"bench-{name}.recording")
