"""The commands that show pictures in each viewer, in a window of the size of the screen."""

from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

from stage import BUILT, ROOT


@dataclass
class Viewer:
    name: str
    command: list
    next_key: str = "Right"
    only: tuple = field(default=())  # benchmark parts that include it; empty: all
    settings: str = ""  # the content of its GSettings key file
    state: str = ""  # the content of pbview's file of remembered window settings
    zoom: tuple = field(default=())  # commands that zoom in and out, see watch.c
    holds: str = ""  # the key held while zooming
    full_size: str = "1"  # the key that shows a picture at full size
    cells: int = 0  # thumbnails in the first screenful of 1920×1080; 0: reported by its trace

    def start(self, *paths, extra=()):
        return [*self.command, *extra, *paths]

    def furnish(self, home):
        """Writes the viewer's settings and remembered state into a home folder."""
        if self.settings:
            folder = Path(home) / ".config/glib-2.0/settings"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "keyfile").write_text(self.settings)
        if self.state:
            folder = Path(home) / ".local/state/pbview"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "window").write_text(self.state)


PBVIEW = Viewer(
    "pbview",
    [ROOT / ".build/release/pbview", "--geometry", "1920x1080+0+0"],
    zoom=("click 4", "click 5"),
    holds="Control_L",
)
FLOOR = Viewer("floor", [BUILT / "floor"])
# The floor of pbview's architecture: a confined helper process decodes.
CONFINED = Viewer("confined floor", [BUILT / "confined_floor"])
PEERS = [
    Viewer(
        "feh",
        ["feh", "-g", "1920x1080", "--scale-down"],
        zoom=("key KP_Add", "key KP_Subtract"),
        full_size="KP_Multiply",
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
# The viewers that show camera RAW files by their embedded previews.
RAW_PEERS = [
    Viewer("geeqie", ["geeqie", "--geometry=1920x1080+0+0", "--without-tools"], next_key="Page_Down"),
    Viewer("gthumb", ["gthumb"], next_key="Page_Down"),
]
# Thumbnail grids with each viewer's own cell size, without captions and bars, sorted by name.
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
    """The installed viewers; pbview first, if it is built."""
    viewers = [PBVIEW] if PBVIEW.command[0].exists() else []
    return viewers + [viewer for viewer in peers if which(viewer.command[0])]
