"""How each viewer is asked to show pictures in a window of the whole screen."""

from dataclasses import dataclass, field
from shutil import which

from stage import BUILT, ROOT


@dataclass
class Viewer:
    name: str
    command: list
    next_key: str = "Right"
    only: tuple = field(default=())  # parts it takes part in; empty: all

    def start(self, *paths, extra=()):
        return [*self.command, *extra, *paths]


PBVIEW = Viewer("pbview", [ROOT / ".build/release/pbview", "--geometry", "1920x1080+0+0"])
FLOOR = Viewer("floor", [BUILT / "floor"])
PEERS = [
    Viewer("feh", ["feh", "-g", "1920x1080", "--scale-down"]),
    Viewer("nsxiv", ["nsxiv", "-g", "1920x1080", "-s", "f"], next_key="n"),
    Viewer("eog", ["eog", "-n"]),
]


def present(peers=PEERS):
    """Those that are installed; pbview first, if it is built."""
    viewers = [PBVIEW] if PBVIEW.command[0].exists() else []
    return viewers + [viewer for viewer in peers if which(viewer.command[0])]
