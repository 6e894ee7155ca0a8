"""How each viewer is asked to show pictures in a window of the whole screen."""

from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

from stage import BUILT, ROOT


@dataclass
class Viewer:
    name: str
    command: list
    next_key: str = "Right"
    only: tuple = field(default=())  # parts it takes part in; empty: all
    settings: str = ""  # what is in its GSettings key file
    zoom: tuple = field(default=())  # commands that zoom in and out, see watch.c
    holds: str = ""  # the key held meanwhile
    cells: int = 0  # of a first screenful of 1920×1080; 0: it says so itself

    def start(self, *paths, extra=()):
        return [*self.command, *extra, *paths]

    def furnish(self, home):
        """Puts its settings where it looks for them."""
        if self.settings:
            folder = Path(home) / ".config/glib-2.0/settings"
            folder.mkdir(parents=True)
            (folder / "keyfile").write_text(self.settings)


PBVIEW = Viewer(
    "pbview",
    [ROOT / ".build/release/pbview", "--geometry", "1920x1080+0+0"],
    zoom=("click 4", "click 5"),
    holds="Control_L",
)
FLOOR = Viewer("floor", [BUILT / "floor"])
PEERS = [
    Viewer(
        "feh", ["feh", "-g", "1920x1080", "--scale-down"], zoom=("key KP_Add", "key KP_Subtract")
    ),
    Viewer(
        "nsxiv",
        ["nsxiv", "-g", "1920x1080", "-s", "f"],
        next_key="n",
        zoom=("key KP_Add", "key KP_Subtract"),
    ),
    Viewer("imv", ["imv-x11"], zoom=("key i", "key o")),
    Viewer("qimgv", ["qimgv"], zoom=("click 4", "click 5"), holds="Control_L"),
    Viewer("eog", ["eog", "-n"], zoom=("key KP_Add", "key KP_Subtract")),
]
# Grids of thumbnails, everyone's own size of cell; what is no thumbnail is switched off, and the
# order is that of the names.
GRIDS = [
    Viewer("nsxiv", ["nsxiv", "-b", "-t", "-g", "1920x1080"], cells=13 * 7),
    Viewer(
        "gthumb",
        ["gthumb"],
        settings="[org/gnome/gthumb/browser]\nsort-type='file::name'\nthumbnail-caption='none'\n"
        "sidebar-visible=false\nstatusbar-visible=false\nthumbnail-size=128\n",
        cells=11 * 6,
    ),
]


def present(peers=PEERS):
    """Those that are installed; pbview first, if it is built."""
    viewers = [PBVIEW] if PBVIEW.command[0].exists() else []
    return viewers + [viewer for viewer in peers if which(viewer.command[0])]
