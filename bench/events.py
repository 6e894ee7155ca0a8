"""Real key and pointer events on a display with a window manager, and the time until their effect is on the screen."""

import ctypes
import time
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

import numpy as np

QUIET, LIMIT = 0.5, 10  # s: rest that ends a step, the maximum time of a step
NOTICES = 2.5  # s: rest after which notices of earlier steps are gone
SPACING = 0.004  # s: more frequent captures would slow the programs down
MINOR = 16  # samples: smaller changes, such as a caret that blinks, are no effect
# The maximum share of the changed samples that may still differ, such as those of a notice or a title bar that fades.
REST = 0.1
EVERY = 2  # a sample is one of so many pixels in each direction


class Missing(Exception):
    """An effect that did not come in time."""


class Segment(ctypes.Structure):
    """XShmSegmentInfo."""

    _fields_ = [("segment", c_ulong), ("id", c_int), ("address", c_void_p), ("is_read_only", c_int)]


def library(name, **functions):
    """A shared library; `functions` are the types of results and of arguments."""
    found = ctypes.CDLL(name)
    for function, (result, *arguments) in functions.items():
        getattr(found, function).restype = result
        getattr(found, function).argtypes = arguments
    return found


def libraries():
    """The libraries C, X11, Xext, Xtst and Xdamage."""
    pointer = c_void_p
    return (
        library(None, shmget=(c_int, c_int, ctypes.c_size_t, c_int), shmat=(pointer, c_int, pointer, c_int)),
        library(
            "libX11.so.6",
            XOpenDisplay=(pointer, c_char_p),
            XDefaultRootWindow=(c_ulong, pointer),
            XDefaultScreen=(c_int, pointer),
            XDefaultVisual=(pointer, pointer, c_int),
            XStringToKeysym=(c_ulong, c_char_p),
            XKeysymToKeycode=(ctypes.c_ubyte, pointer, c_ulong),
            XSync=(c_int, pointer, c_int),
            XFlush=(c_int, pointer),
            XPending=(c_int, pointer),
            XNextEvent=(c_int, pointer, pointer),
            XCloseDisplay=(c_int, pointer),
        ),
        library(
            "libXext.so.6",
            XShmAttach=(c_int, pointer, pointer),
            XShmCreateImage=(pointer, pointer, pointer, c_uint, c_int, pointer, pointer, c_uint, c_uint),
            XShmGetImage=(c_int, pointer, c_ulong, pointer, c_int, c_int, c_ulong),
        ),
        library(
            "libXtst.so.6",
            XTestFakeKeyEvent=(c_int, pointer, c_uint, c_int, c_ulong),
            XTestFakeButtonEvent=(c_int, pointer, c_uint, c_int, c_ulong),
            XTestFakeMotionEvent=(c_int, pointer, c_int, c_int, c_int, c_ulong),
        ),
        library(
            "libXdamage.so.1",
            XDamageQueryExtension=(c_int, pointer, pointer, pointer),
            XDamageCreate=(c_ulong, pointer, c_ulong, c_int),
            XDamageSubtract=(None, pointer, c_ulong, c_ulong, c_ulong),
        ),
    )


class Display:
    """A display that plays events and reads the screen."""

    def __init__(self, name, width, height):
        c, self.x11, self.shared, self.test, self.damages = libraries()
        self.display = self.x11.XOpenDisplay(name.encode())
        if not self.display:
            raise OSError(f"no display {name}")
        self.root = self.x11.XDefaultRootWindow(self.display)
        visual = self.x11.XDefaultVisual(self.display, self.x11.XDefaultScreen(self.display))
        size = width * height * 4
        self.segment = Segment(id=c.shmget(0, size, 0o1600))
        self.segment.address = c.shmat(self.segment.id, None, 0)
        self.shared.XShmAttach(self.display, byref(self.segment))
        self.x11.XSync(self.display, 0)
        c.shmctl(self.segment.id, 0, None)  # the segment goes with its last process
        address, info = c_void_p(self.segment.address), byref(self.segment)
        self.image = self.shared.XShmCreateImage(self.display, visual, 24, 2, address, info, width, height)
        pixels = (ctypes.c_uint32 * (width * height)).from_address(self.segment.address)
        self.pixels = np.frombuffer(pixels, np.uint32).reshape(height, width)
        event, error = c_int(), c_int()
        if not self.damages.XDamageQueryExtension(self.display, byref(event), byref(error)):
            raise OSError("the display has no XDamage")
        self.damage_event = event.value
        self.damage = self.damages.XDamageCreate(self.display, self.root, 3)  # when something is damaged at all
        self.event = (c_long * 24)()
        self.park()

    def close(self):
        self.x11.XCloseDisplay(self.display)

    def capture(self):
        """All pixels of the screen, which the next capture overwrites."""
        self.shared.XShmGetImage(self.display, self.root, self.image, 0, 0, 0xFFFFFFFF)
        return self.pixels

    def samples(self):
        return self.capture()[::EVERY, ::EVERY] & 0xFFFFFF

    def is_damaged(self):
        """Whether something was drawn since the last call."""
        is_damaged = False
        while self.x11.XPending(self.display):
            self.x11.XNextEvent(self.display, byref(self.event))
            is_damaged |= self.event[0] & 0xFFFFFFFF == self.damage_event
        if is_damaged:
            self.damages.XDamageSubtract(self.display, self.damage, 0, 0)
        return is_damaged

    def key(self, chord):
        """Presses and releases the keys of a chord such as `Control_L+Return`."""
        codes = []
        for name in chord.split("+"):
            code = self.x11.XKeysymToKeycode(self.display, self.x11.XStringToKeysym(name.encode()))
            if not code:
                raise ValueError(f"no key {name}")
            codes.append(code)
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x11.XFlush(self.display)

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        self.x11.XFlush(self.display)

    def click(self, x, y, button=1, held=""):
        """Moves the pointer to a place, and clicks with a button while the key `held` is held."""
        self.move(x, y)
        code = self.x11.XKeysymToKeycode(self.display, self.x11.XStringToKeysym(held.encode())) if held else 0
        if code:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
        self.test.XTestFakeButtonEvent(self.display, button, 1, 0)
        self.test.XTestFakeButtonEvent(self.display, button, 0, 0)
        if code:
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x11.XFlush(self.display)

    def park(self):
        """Moves the pointer to the corner, where it highlights nothing."""
        height, width = self.pixels.shape
        self.move(width - 1, height - 1)

    def respond(self, act, done=None, least=0, limit=LIMIT, before=None):
        """Plays events by `act`. Waits until `done` holds, and until `least`, a share of the samples, has changed since
        the first event, or differs from the samples `before`, and the screen has come to rest; with None nothing needs
        to change. Returns the seconds from the first event until `done` held, and until the effect was seen as well,
        None if it was not; the rest itself does not count."""
        self.is_damaged()
        last = self.samples()
        before = last if before is None else before
        frames, begun = [], time.monotonic()
        changed = captured = begun
        held = begun if done is None else None
        is_damaged, is_seen = False, least is None
        act()
        while True:
            is_damaged |= self.is_damaged()
            now = time.monotonic()
            if held is None and done():
                held = now
            if is_damaged and now - captured >= SPACING:
                is_damaged, captured = False, now
                samples = self.samples()
                if np.count_nonzero(samples != last) > MINOR:
                    frames.append((now, samples))
                    last, changed = samples, now
                    is_seen = least is None or np.count_nonzero(samples != before) >= least * samples.size
            if held and is_seen and now - max(changed, held) > QUIET:
                break
            if now - begun > limit and (done is None or not held):
                raise Missing()
            if now - begun > limit:
                return held - begun, None
            time.sleep(0.001)
        seen = held if least is None else max(held, shown(before, frames))
        return held - begun, seen - begun

    def rest(self, quiet=NOTICES, limit=LIMIT):
        """Waits until nothing has been drawn for `quiet` seconds, so that no notice fades during the next step."""
        last = begun = time.monotonic()
        while time.monotonic() - last < quiet and time.monotonic() - begun < limit:
            if self.is_damaged():
                last = time.monotonic()
            time.sleep(0.02)

    def picture(self):
        """The screen as an array of red, green and blue."""
        height, width = self.pixels.shape
        return self.capture().view(np.uint8).reshape(height, width, 4)[:, :, 2::-1].copy()


def shown(before, frames):
    """The time from which on the frames equal the last one in nearly all samples in which that differs from `before`."""
    final = frames[-1][1]
    most = REST * np.count_nonzero(before != final)
    time = frames[-1][0]
    for moment, samples in reversed(frames):
        if np.count_nonzero(samples != final) > most:
            break
        time = moment
    return time
