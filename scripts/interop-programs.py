"""The two programs with which scripts/interop exchanges photos.

    interop-programs.py gtk|qt

The window has a left half, from which the offered data can be dragged, and a right half, which takes
drops. Commands arrive as lines of JSON on the standard input: `offer`, `copy`, `paste` or `save`, the
kind of the data (`files`, `cut`, `raw`, `image`, `link`, `mozilla`, `text`) and paths or addresses.
After `save`, the next drop in GTK is saved at the path by the direct save protocol (XDS). Each command
and each drop is answered by a line of JSON on the standard output.
"""

import base64
import ctypes
import json
import os
import sys
import urllib.parse

LIST, COPIED, MARK = "text/uri-list", "x-special/gnome-copied-files", "application/x-kde-cutselection"
# The formats whose data are reported.
WANTED = [LIST, COPIED, MARK, "image/png", "image/jpeg", "image/webp", "UTF8_STRING", "text/plain"]
MOZILLA, DIRECT = "text/x-moz-url", "XdndDirectSave0"


def uri(path):
    return f"file://{urllib.parse.quote(str(path))}"


def offered(kind, paths):
    """The data by format in which the other programs offer files; `raw` has a comment and a host."""
    forms = {"link": [LIST, MOZILLA, "text/plain"], "mozilla": [MOZILLA], "text": ["text/plain"]}
    if kind in forms:
        # The forms in which browsers offer a link: the address, in Mozilla's with the title.
        link = {LIST: f"{paths[0]}\r\n".encode(), MOZILLA: f"{paths[0]}\nA photo".encode("utf-16-le"),
                "text/plain": paths[0].encode()}
        return {name: link[name] for name in forms[kind]}
    uris = [uri(path) for path in paths]
    if kind == "raw":
        return {LIST: f"# a list\r\nfile://{os.uname().nodename}{uris[0][7:]}\r\n".encode()}
    verb = "cut" if kind == "cut" else "copy"
    return {LIST: "".join(f"{u}\r\n" for u in uris).encode(), COPIED: "\n".join([verb, *uris]).encode(),
            MARK: b"1" if kind == "cut" else b"0"}


def report(action, formats, data, size, uris):
    data = {name: base64.b64encode(bytes(value)).decode() for name, value in data.items()}
    print(json.dumps(dict(action=action, formats=formats, data=data, size=size, uris=uris)), flush=True)


class SaveProperty:
    """The property by which the source of a direct save suggests a name, and the target a place."""

    def __init__(self, window):
        self.library, self.window = ctypes.CDLL("libX11.so.6"), window
        self.library.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.library.XOpenDisplay(None))
        self.name, self.type = (
            ctypes.c_ulong(self.library.XInternAtom(self.display, name, 0))
            for name in (DIRECT.encode(), b"text/plain"))

    def get(self):
        kind, count, rest = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        form, data = ctypes.c_int(), ctypes.c_void_p()
        self.library.XGetWindowProperty(
            self.display, ctypes.c_ulong(self.window), self.name, ctypes.c_long(0),
            ctypes.c_long(1024), 0, ctypes.c_ulong(0), ctypes.byref(kind), ctypes.byref(form),
            ctypes.byref(count), ctypes.byref(rest), ctypes.byref(data))
        return ctypes.string_at(data, count.value) if data else b""

    def set(self, value):
        self.library.XChangeProperty(
            self.display, ctypes.c_ulong(self.window), self.name, self.type, 8, 0, value, len(value))
        self.library.XSync(self.display, 0)


def run_gtk():
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("GdkX11", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, GdkPixbuf, GdkX11, GLib, Gtk  # noqa: F401
    window, source, target = Gtk.Window(), Gtk.EventBox(), Gtk.EventBox()
    box, board = Gtk.Box(homogeneous=True), Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    box.add(source), box.add(target), window.add(box)
    actions = Gdk.DragAction.COPY | Gdk.DragAction.MOVE | Gdk.DragAction.LINK
    state = {"kind": "files", "paths": []}
    source.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], actions)
    target.drag_dest_set(0, [], actions)

    def fill(_, *arguments):
        data = next(a for a in arguments if isinstance(a, Gtk.SelectionData))
        if state["kind"] == "image":
            return data.set_pixbuf(GdkPixbuf.Pixbuf.new_from_file(state["paths"][0]))
        data.set(data.get_target(), 8, offered(state["kind"], state["paths"])[data.get_target().name()])

    def drop(_, context, x, y, stamp):
        state["names"] = [atom.name() for atom in context.list_targets()]
        state["left"] = [name for name in WANTED if name in state["names"]]
        state.update(data={}, size=None, uris=[])
        if place := state.pop("save", None):
            source_window = SaveProperty(context.get_source_window().get_xid())
            state["left"], state["data"]["name"] = [DIRECT], source_window.get()
            source_window.set(uri(place).encode())
        target.drag_get_data(context, Gdk.Atom.intern(state["left"][0], False), stamp)
        return True

    def receive(_, context, x, y, data, info, stamp):
        state["data"][state["left"].pop(0)] = data.get_data()
        state["uris"] = data.get_uris() or state["uris"]
        picture = data.get_pixbuf()
        state["size"] = [picture.get_width(), picture.get_height()] if picture else state["size"]
        if state["left"]:
            return target.drag_get_data(context, Gdk.Atom.intern(state["left"][0], False), stamp)
        action = context.get_selected_action().first_value_nick
        Gtk.drag_finish(context, True, False, stamp)
        report(action, state["names"], state["data"], state["size"], state["uris"])

    def obey(*_):
        command, state["kind"], state["paths"] = json.loads(sys.stdin.readline())
        names = list(offered(state["kind"], state["paths"]) if state["paths"] else [])
        if command == "offer":
            targets = Gtk.TargetList.new([])
            targets.add_image_targets(0, True) if state["kind"] == "image" else [
                targets.add(Gdk.Atom.intern(name, False), 0, 0) for name in names]
            source.drag_source_set_target_list(targets)
        elif command == "copy" and state["kind"] == "image":
            board.set_image(GdkPixbuf.Pixbuf.new_from_file(state["paths"][0]))
        elif command == "copy":
            Gtk.selection_clear_targets(source, Gdk.SELECTION_CLIPBOARD)
            for name in names:
                Gtk.selection_add_target(
                    source, Gdk.SELECTION_CLIPBOARD, Gdk.Atom.intern(name, False), 0)
            Gtk.selection_owner_set(source, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
        elif command == "save":
            state["save"] = state["paths"][0]
        elif command == "paste":
            formats = [atom.name() for atom in board.wait_for_targets()[1]]
            data = {name: board.wait_for_contents(Gdk.Atom.intern(name, False)).get_data()
                    for name in WANTED if name in formats}
            picture = board.wait_for_image()
            size = [picture.get_width(), picture.get_height()] if picture else None
            report("", formats, data, size, board.wait_for_uris())
            return True
        report(command, [], {}, None, [])
        return True

    source.connect("drag-data-get", fill), source.connect("selection-get", fill)
    target.connect("drag-motion", lambda _, c, x, y, t: Gdk.drag_status(
        c, c.get_suggested_action(), t) or True)
    target.connect("drag-drop", drop), target.connect("drag-data-received", receive)
    GLib.io_add_watch(0, GLib.IO_IN, obey)
    window.set_default_size(600, 600), window.show_all(), window.move(820, 0)
    print("ready", flush=True)
    Gtk.main()


def run_qt():
    from PyQt5 import QtCore, QtGui, QtWidgets
    application = QtWidgets.QApplication([])
    state = {"kind": "files", "paths": []}

    def mime():
        data = QtCore.QMimeData()
        if state["kind"] == "image":
            data.setImageData(QtGui.QImage(state["paths"][0]))
            return data
        for name, value in offered(state["kind"], state["paths"]).items():
            data.setData(name, value)
        return data

    def tell(data, action=""):
        names = {"UTF8_STRING": "text/plain"}
        values = {name: data.data(names.get(name, name)) for name in WANTED}
        picture = QtGui.QImage(data.imageData())
        report(action, data.formats(), {n: v for n, v in values.items() if v},
               None if picture.isNull() else [picture.width(), picture.height()],
               [bytes(u.toEncoded()).decode() for u in data.urls()])

    class Window(QtWidgets.QWidget):
        def mouseMoveEvent(self, event):
            if event.x() < 300:
                drag = QtGui.QDrag(self)
                drag.setMimeData(mime())
                drag.exec_(QtCore.Qt.CopyAction | QtCore.Qt.MoveAction | QtCore.Qt.LinkAction)

        def dragMoveEvent(self, event):
            event.acceptProposedAction()

        dragEnterEvent = dragMoveEvent

        def dropEvent(self, event):
            event.acceptProposedAction()
            tell(event.mimeData(), {1: "copy", 2: "move", 4: "link"}[int(event.proposedAction())])

    def obey():
        command, state["kind"], state["paths"] = json.loads(sys.stdin.readline())
        if command == "paste":
            return tell(application.clipboard().mimeData())
        if command == "copy":
            application.clipboard().setMimeData(mime())
        report(command, [], {}, None, [])

    window = Window()
    window.setAcceptDrops(True)
    window.setGeometry(820, 20, 600, 600)
    window.show()
    notifier = QtCore.QSocketNotifier(0, QtCore.QSocketNotifier.Read)
    notifier.activated.connect(lambda *_: obey())
    print("ready", flush=True)
    application.exec_()


if __name__ == "__main__":
    {"gtk": run_gtk, "qt": run_qt}[sys.argv[1]]()
