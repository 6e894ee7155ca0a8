"""The programs of the journey of docs/journey.md, and the ways in which they play its points. The places of the clicks
are those of Debian 12, with its fonts."""

import os
import sqlite3
from xml.etree import ElementTree

from events import Missing
from viewers import PBVIEW

PHOTOS = 40
CHOSEN = [n for n in range(4, 38) if n % 5 in (2, 3, 4)]  # and one of the first three
DELETED = [5, 15, 25, 35]
PICKED = len(CHOSEN) + 1
TURNED = [39, 38]
PAGE = 0.1  # the share of the samples that another photo changes at least

OPEN = "open the first photo"
LOOK = f"go on from {PHOTOS - 1 - len(CHOSEN) - len(DELETED)} photos"
CHOOSE = f"choose {len(CHOSEN)} and go on"
DELETE = f"delete {len(DELETED)} and go on"
TURN = "turn two"
COMPARE = "compare three, choose one"
COPY = f"copy {PICKED}, the first time"
AGAIN = f"copy {PICKED}, the next time"
SEND = "send one"


def names(folder, ending=".jpg"):
    """The names of the files with an ending."""
    try:
        return [name for name in os.listdir(folder) if name.endswith(ending)]
    except FileNotFoundError:
        return []


class Program:
    """A program, the key for the previous photo, its folders in the home, and what its environment has besides."""

    name, previous = "", ""
    photos, best, trash = "photos", "best", ".local/share/Trash/files"
    environment = {}

    def prepare(self, home):
        """Writes what the program finds in its home at the start."""

    def begin(self, player):
        """Goes to the photos, by steps that do not count."""


class Pbview(Program):
    name, previous = "pbview", "Left"

    def command(self):
        return [PBVIEW.command[0], "photos"]

    def open(self, player):
        player.keys("Control_L+Return", least=PAGE)

    def look(self, player):
        player.keys("Right", least=PAGE)

    def choose(self, player):
        player.keys("p", least=PAGE)

    def delete(self, player):
        player.keys("Delete", done=player.trashed(), least=PAGE)

    def turn(self, player, number):
        player.keys("Shift_L+period", done=player.turned(number), least=PAGE)

    def compare(self, player):
        player.go("BackSpace", "Home")
        with player.point(COMPARE):
            for chord in ("Shift_L+Right", "Shift_L+Right", "Alt_L+c", "1", "Alt_L+p", "Escape"):
                player.keys(chord)

    def copy(self, player):
        player.go("Escape")
        with player.point(COPY):
            player.keys("Control_L+Shift_L+p")
            player.keys("F7")
            player.keys("b", "Return")
            player.keys("Control_L+Return", done=player.copied(".jpg.xmp"), least=None)

    def again(self, player):
        player.go("Escape")
        with player.point(AGAIN):
            player.keys("Control_L+Shift_L+p")
            player.keys("Shift_L+F7", done=player.copied(".jpg.xmp"), least=None)

    def send(self, player):
        with player.point(SEND):
            player.keys("Escape")
            player.keys("Control_L+m", done=(player.home / "sent").exists, least=None)


class Peer(Program):
    """A program that leaves out the points that it cannot play."""

    def open(self, player):
        pass  # the first photo is there at once

    def compare(self, player):
        pass

    def copy(self, player):
        pass

    def again(self, player):
        pass

    def send(self, player):
        pass


class Geeqie(Peer):
    name, previous = "geeqie", "Page_Up"

    def command(self):
        return ["geeqie", "photos/shot-000.jpg"]

    def look(self, player):
        player.keys("Page_Down", least=PAGE)

    def choose(self, player):
        player.keys("1", "Page_Down", least=PAGE)  # the mark itself is not shown

    def delete(self, player):
        done = player.trashed()
        player.keys("Delete")
        player.keys("Return", done=done, least=PAGE)

    def turn(self, player, number):
        before = player.display.samples()  # without the menu
        for chord in ("Alt_L+e", "o", "Up", "Up"):
            player.keys(chord)
        player.keys("Return", done=player.turned(number), least=PAGE, before=before)

    def compare(self, player):
        player.go("Home", "Page_Down")
        with player.point(COMPARE):
            player.click(80, 233)
            player.click(80, 279, held="Shift_L")
            player.keys("Alt_L+v")
            player.click(276, 229)  # Split
            player.click(536, 290)  # Quad
            player.display.park()
            player.keys("Shift_L+z")
            player.keys("y")
            player.click(80, 256)
            player.keys("1", least=None)

    def copy(self, player):
        player.go("End")
        with player.point(COPY):
            player.keys("Control_L+1")
            player.keys("Control_L+c")
            player.keys("slash", *"best")
            player.keys("Return", done=player.copied(), least=None)

    def again(self, player):
        player.go("Home")
        with player.point(AGAIN):
            player.keys("Control_L+1")
            player.keys("Control_L+c")
            player.keys("Return", done=player.copied(), least=None)


class Gthumb(Peer):
    name, previous = "gthumb", "Page_Up"

    def command(self):
        return ["gthumb", "photos"]

    def open(self, player):
        player.keys("Right")
        player.keys("Return", least=PAGE)

    def look(self, player):
        player.keys("Page_Down", least=PAGE)

    def choose(self, player):
        player.keys("Alt_L+1", "Page_Down", least=PAGE)

    def delete(self, player):
        player.keys("Delete", done=player.trashed(), least=PAGE)

    def turn(self, player, number):
        player.keys("bracketright", done=player.turned(number), least=PAGE)

    def copy(self, player):
        player.go("Alt_L+1", "Escape")  # one more, instead of the one that others choose by comparing
        self.paste(player, COPY)

    def again(self, player):
        for x, y in ((80, 104), (380, 200)):  # back to the folder of the photos, and to a photo
            player.display.respond(lambda: player.display.click(x, y), least=None)
        self.paste(player, AGAIN)

    def paste(self, player, label):
        with player.point(label):
            player.keys("Control_L+1")
            player.keys("Control_L+a")
            player.keys("Control_L+c", least=None)  # nothing shows it
            player.click(80, 81)  # the folder in the tree
            player.click(1000, 600, button=3)
            player.click(1048, 357, done=player.copied())  # Paste


class Qimgv(Peer):
    name, previous = "qimgv", "Left"

    def __init__(self):
        self.is_open = False  # the list of folders

    def command(self):
        return ["qimgv", "photos/shot-000.jpg"]

    def look(self, player):
        player.keys("Right", least=PAGE)

    def choose(self, player):
        if not self.is_open:
            player.keys("c")
            self.is_open = True
        count = len(names(player.home))
        player.keys("1", done=lambda: len(names(player.home)) > count, least=None)
        player.keys("Right", least=PAGE)

    def delete(self, player):
        done = player.trashed()
        player.keys("Delete")
        player.keys("Return", done=done, least=PAGE)

    def turn(self, player, number):
        player.keys("Control_L+r", least=PAGE)
        player.keys("Control_L+s", done=player.turned(number), least=None)


class Digikam(Peer):
    """digiKam with the settings that its assistant writes when each page is accepted, and without a splash screen."""

    name, previous = "digikam", "Page_Up"
    best, trash = "photos/best", "photos/.dtrash/files"  # an album of its collection, its own trash
    environment = {"QTWEBENGINE_DISABLE_SANDBOX": "1"} if os.getuid() == 0 else {}
    # The names of the sidebar's Albums and Labels, in Albums the collection and its album, in Labels the five stars.
    albums, labels, collection, album, stars = (12, 108), (12, 216), (52, 139), (58, 163), (110, 241)

    def prepare(self, home):
        database = home / "database"
        database.mkdir()
        schema = ElementTree.parse("/usr/share/digikam/database/dbconfig.xml")
        connection = sqlite3.connect(database / "digikam4.db")
        for name in ("CreateDB", "CreateIndices", "CreateTriggers"):
            for statement in schema.findall(f".//database[@name='QSQLITE']//dbaction[@name='{name}']/statement"):
                connection.execute(statement.text)
        connection.execute("INSERT INTO Settings VALUES ('DBVersion', '15')")
        root = (f"volumeid:?path={home / self.photos}",)
        connection.execute("INSERT INTO AlbumRoots VALUES (1, 'photos', 0, 1, ?, '/')", root)
        connection.commit()
        connection.close()
        lines = ["[General Settings]", "Version=7.9.0", "Show Splash=false", "[Album Settings]"]
        lines += ["Preview Load Full Image Size=false", "Show ToolTips=false", "Show Album ToolTips=false"]
        lines += ["[Database Settings]", "Database Type=QSQLITE"]
        lines += [f"Database Name{part}={database}/" for part in ("", " Face", " Similarity", " Thumbnails")]
        (home / ".config").mkdir()
        (home / ".config" / "digikamrc").write_text("\n".join(lines) + "\n")

    def command(self):
        return ["digikam"]

    def count(self, player, condition):
        """The number of photos in the albums of the database for which a condition holds."""
        connection = sqlite3.connect(f"file:{player.home}/database/digikam4.db?mode=ro", uri=True)
        words = "FROM Images JOIN ImageInformation ON imageid = Images.id JOIN Albums ON Albums.id = album"
        found = connection.execute(f"SELECT count(*) {words} WHERE {condition}").fetchone()[0]
        connection.close()
        return found

    def begin(self, player):
        display = player.display
        display.respond(display.park, done=lambda: self.count(player, "true") == PHOTOS, least=None, limit=30)
        display.rest()
        player.go("Escape")  # files for faces, which it wants to fetch
        display.respond(lambda: display.click(*self.collection), least=PAGE)
        player.go()
        display.rest()  # thumbnails

    def open(self, player):
        player.keys("Return", least=PAGE)

    def look(self, player):
        player.keys("Page_Down", least=PAGE)

    def choose(self, player):
        count = self.count(player, "rating = 5")
        player.keys("Control_L+5", "Page_Down", least=PAGE)
        if self.count(player, "rating = 5") != count + 1:
            raise Missing()

    def delete(self, player):
        done = player.trashed()
        player.keys("Delete")
        player.keys("Return", done=done, least=PAGE)

    def turn(self, player, number):
        player.keys("Control_L+Shift_L+Right", done=player.turned(number), least=PAGE)

    def compare(self, player):
        player.go("Escape", "Home")
        with player.point(COMPARE):
            for chord in ("Shift_L+Right", "Shift_L+Right"):
                player.keys(chord)
            for chord in ("Control_L+l", "Control_L+l", "Page_Up", "Page_Up"):
                player.keys(chord, least=PAGE)
            player.keys("Control_L+5", done=lambda: self.count(player, "rating = 5") == PICKED)

    def copy(self, player):
        player.go("Alt_L+F4")  # the light table
        with player.point(COPY):
            player.click(*self.labels)
            player.click(*self.stars)
            self.paste(player)

    def again(self, player):
        display = player.display

        def is_empty():
            return self.count(player, "relativePath = '/best'") == 0

        with player.point(AGAIN):
            display.respond(lambda: display.key("F5"), done=is_empty, least=None)  # it does not watch the folder
            display.respond(lambda: display.click(*self.collection), least=None)
            display.rest()
            player.click(*self.labels)  # which has the five stars still
            self.paste(player)

    def paste(self, player):
        player.keys("Control_L+a")
        player.keys("Control_L+c", least=None)  # nothing shows it
        player.click(*self.albums)
        player.click(*self.album)
        player.keys("Control_L+v", done=player.copied())

    def send(self, player):
        sent = player.home / "sent"
        with player.point(SEND):
            player.click(526, 216)  # the first photo
            player.display.park()
            for chord in ("Alt_L+t", "e", "Alt_L+n", "Alt_L+n"):  # Send by Mail, its assistant
                player.keys(chord)
            player.keys("Alt_L+n", done=lambda: sent.exists() and sent.read_text().count(".jpg") == 1)
            player.keys("Return")
