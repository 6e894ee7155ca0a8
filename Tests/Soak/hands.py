"""Simulated input and screenshots on an X display, by Xlib and XTEST through ctypes."""

import ctypes
import time
from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

X = ctypes.CDLL("libX11.so.6")
TEST = ctypes.CDLL("libXtst.so.6")
for name, result, arguments in (
    ("XOpenDisplay", c_void_p, [c_char_p]),
    ("XDefaultRootWindow", c_ulong, [c_void_p]),
    ("XInternAtom", c_ulong, [c_void_p, c_char_p, c_int]),
    ("XStringToKeysym", c_ulong, [c_char_p]),
    ("XKeysymToKeycode", ctypes.c_ubyte, [c_void_p, c_ulong]),
    ("XSync", c_int, [c_void_p, c_int]),
    ("XFree", c_int, [c_void_p]),
    ("XSelectInput", c_int, [c_void_p, c_ulong, c_long]),
    ("XPending", c_int, [c_void_p]),
    ("XNextEvent", c_int, [c_void_p, c_void_p]),
    ("XSendEvent", c_int, [c_void_p, c_ulong, c_int, c_long, c_void_p]),
    ("XMoveResizeWindow", c_int, [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint]),
    ("XSetInputFocus", c_int, [c_void_p, c_ulong, c_int, c_ulong]),
    ("XGetImage", c_void_p, [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_ulong, c_int]),
    ("XGetPixel", c_ulong, [c_void_p, c_int, c_int]),
):
    function = getattr(X, name)
    function.restype, function.argtypes = result, arguments
TEST.XTestFakeKeyEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
TEST.XTestFakeButtonEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
TEST.XTestFakeMotionEvent.argtypes = [c_void_p, c_int, c_int, c_int, c_ulong]

CLIENT_MESSAGE, Z_PIXMAP, REVERT_TO_POINTER_ROOT = 33, 2, 1
SUBSTRUCTURE_NOTIFY = 1 << 19
# A window may disappear while it is queried: X errors are ignored.
HANDLER = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda display, event: 0)
X.XSetErrorHandler(HANDLER)


class Message(Structure):
    _fields_ = [
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
    ]


class Event(Union):
    _fields_ = [("type", c_int), ("message", Message), ("room", c_long * 24)]


class Hands:
    """Simulated input for a window, and pings of its program."""

    def __init__(self, display):
        self.display = X.XOpenDisplay(display.encode())
        if not self.display:
            raise SystemExit(f"soak: the display {display} does not answer")
        self.root = X.XDefaultRootWindow(self.display)
        X.XSelectInput(self.display, self.root, SUBSTRUCTURE_NOTIFY)
        self.window = None
        self.size = (0, 0)
        self.pings = 0

    def atom(self, name):
        return X.XInternAtom(self.display, name.encode(), 0)

    def sync(self):
        X.XSync(self.display, 0)

    def find(self):
        """Selects the largest top-level window and gives it the keyboard focus."""
        root, parent, children, count = c_ulong(), c_ulong(), POINTER(c_ulong)(), c_uint()
        query = X.XQueryTree
        query.argtypes = [c_void_p, c_ulong] + [c_void_p] * 4
        query(
            self.display, self.root, byref(root), byref(parent), byref(children), byref(count)
        )
        best = (0, None, (0, 0))
        for index in range(count.value):
            x, y = c_int(), c_int()
            width, height, border, depth = (c_uint() for _ in range(4))
            geometry = X.XGetGeometry
            geometry.argtypes = [c_void_p, c_ulong] + [c_void_p] * 7
            parts = (root, x, y, width, height, border, depth)
            geometry(self.display, children[index], *map(byref, parts))
            best = max(
                best, (width.value * height.value, children[index], (width.value, height.value))
            )
        if children:
            X.XFree(children)
        _, self.window, self.size = best
        # There is no window manager that sets the focus; without it keys go where the pointer is.
        X.XSetInputFocus(self.display, self.window, REVERT_TO_POINTER_ROOT, 0)
        self.sync()

    def move(self, x, y):
        TEST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), 0)
        self.sync()

    def button(self, number, down):
        TEST.XTestFakeButtonEvent(self.display, number, down, 0)
        self.sync()

    def click(self, x, y, count=1):
        self.move(x, y)
        for _ in range(count):
            self.button(1, 1)
            time.sleep(0.01)
            self.button(1, 0)
            time.sleep(0.03)

    def glide(self, start, end, steps, pause=0.004):
        for step in range(1, steps + 1):
            part = step / steps
            self.move(
                start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            )
            time.sleep(pause)

    def drag(self, *points, steps=12):
        self.move(*points[0])
        self.button(1, 1)
        for start, end in zip(points, points[1:]):
            self.glide(start, end, steps)
        self.button(1, 0)

    def wheel(self, x, y, up, notches, holding=()):
        self.move(x, y)
        for name in holding:
            self.key_event(name, 1)
        for _ in range(notches):
            self.button(4 if up else 5, 1)
            self.button(4 if up else 5, 0)
            time.sleep(0.004)
        for name in holding:
            self.key_event(name, 0)

    def key_event(self, name, down):
        code = X.XKeysymToKeycode(self.display, X.XStringToKeysym(name.encode()))
        TEST.XTestFakeKeyEvent(self.display, code, down, 0)
        self.sync()

    def key(self, name, *holding):
        for other in holding:
            self.key_event(other, 1)
        self.key_event(name, 1)
        self.key_event(name, 0)
        for other in reversed(holding):
            self.key_event(other, 0)

    def resize(self, width, height):
        X.XMoveResizeWindow(self.display, self.window, 20, 20, width, height)
        self.sync()
        self.size = (width, height)

    def ping(self, limit):
        """Sends a `_NET_WM_PING` as a window manager does. Returns the seconds until the reply,
        or None if there is no reply within the limit.

        - Source: Extended Window Manager Hints 1.5, _NET_WM_PING."""
        self.pings += 1
        event = Event()
        event.message.type = CLIENT_MESSAGE
        event.message.window = self.window
        event.message.message_type = self.atom("WM_PROTOCOLS")
        event.message.format = 32
        event.message.data[0] = self.atom("_NET_WM_PING")
        event.message.data[1] = self.pings
        event.message.data[2] = self.window
        begun = time.monotonic()
        X.XSendEvent(self.display, self.window, 0, 0, byref(event))
        self.sync()
        while time.monotonic() - begun < limit:
            while X.XPending(self.display):
                answer = Event()
                X.XNextEvent(self.display, byref(answer))
                if answer.type == CLIENT_MESSAGE and answer.message.data[1] == self.pings:
                    return time.monotonic() - begun
            time.sleep(0.001)
        return None

    def colours(self, count=40):
        """The number of distinct colours at a grid of points in the window."""
        width, height = self.size
        image = X.XGetImage(
            self.display, self.window, 0, 0, width, height, 0xFFFFFFFF, Z_PIXMAP
        )
        if not image:
            return 0
        return len(
            {
                X.XGetPixel(image, width * column // count, height * row // count) & 0xFFFFFF
                for column in range(count)
                for row in range(count)
            }
        )
