"""Camera RAW files: opening and turning pages by their previews, and developing the sensor data."""

import os
import subprocess
import time

import numpy as np
from playing import recorded
from report import Table, medians
from stage import RUNS, Program, screen
from start import opened
from viewers import PBVIEW, RAW_PEERS, present

NAMES = ("pbview", "geeqie", "gthumb", "dcraw_emu")
DEVELOPING_BYTES = 600_000_000


def raw(folder):
    """The tables about RAW files of 24 megapixels with a preview of the same size."""
    paths = sorted((folder / "raw").iterdir())
    turn = recorded("page")
    exact, turned = {}, {}
    with screen():
        for viewer in present(RAW_PEERS):
            opened(viewer, paths[0])
        for _ in range(RUNS):
            for viewer in present(RAW_PEERS):
                with Program(viewer.start(paths[0])) as program:
                    seen = program.settle(quiet=1500, limit=60000)
                    if seen.showed_something:
                        exact.setdefault(viewer.name, []).append(seen.exact())
                    one = program.settle("wait 1500", *turn.commands("rest", viewer=viewer), quiet=1500, limit=20000)
                if one.frames and one.frames[-1].ms > one.presses[0]:
                    turned.setdefault(viewer.name, []).append(one.exact() - one.presses[0])
        table = Table("RAW files of 24 MP with a preview (ms, median of %d)" % RUNS, NAMES)
        table.add("start, exact", medians(exact), peer=0.5)
        table.add("next page after a rest, exact", medians(turned), peer=0.5)
        developed = {}
        for _ in range(RUNS):
            developed.setdefault("pbview", []).append(develop(paths[0]))
            developed.setdefault("dcraw_emu", []).append(emulate(paths[0]))
    table.add("developed", medians(developed), peer=1.1)
    return table


def develop(path):
    """The milliseconds from the key that develops a RAW file to the developed picture."""
    with Program(PBVIEW.start(path, extra=["--log", "trace"])) as program:
        program.settle()
        touch_memory()
        program.settle("wait 200", *recorded("raw").commands("develop"), quiet=100, limit=1000)
        begun = program.until("developing page=0", limit=5)
        ended = program.until("developed page=0", limit=120)
    return ended - begun if begun and ended else None


def emulate(path):
    """The milliseconds in which libraw's program dcraw_emu develops a file with the camera's white
    balance, without writing the result."""
    touch_memory()
    time.sleep(0.2)
    begun = time.monotonic()
    command = ["/usr/lib/libraw/dcraw_emu", "-w", "-o", "1", "-Z", "-", path]
    if not os.path.exists(command[0]):
        command[0] = "dcraw_emu"
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.monotonic() - begun) * 1000


def touch_memory():
    """Uses and frees as much memory as developing needs. A virtual machine returns pages that were
    free for some seconds to its host, and the next program that uses them would wait for the host.
    """
    np.ones(DEVELOPING_BYTES, dtype=np.uint8)
