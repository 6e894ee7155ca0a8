"""The processor time of an animation whose decoded frames fit into the memory for frames."""

import time

from report import Table, medians
from stage import Program, screen
from viewers import PBVIEW, Viewer, present

SECONDS = 5
MOST = 2  # % of one processor
PLAYERS = [Viewer("nsxiv", ["nsxiv", "-a", "-g", "1920x1080"])]


def animation(folder):
    """Plays an animation of 20 frames of 800 × 600 at 20 frames a second, and measures after two loops."""
    spent, woken = {}, {}
    with screen():
        for _ in range(3):
            for viewer in present(PLAYERS):
                with Program(viewer.start(folder / "small" / "20.gif")) as program:
                    program.settle(quiet=300, limit=4000)
                    before = program.effort()
                    time.sleep(SECONDS)
                    after = program.effort()
                spent.setdefault(viewer.name, []).append(
                    (after[0] - before[0]) / (10 * SECONDS)  # ms in SECONDS as per cent
                )
                woken.setdefault(viewer.name, []).append((after[1] - before[1]) / SECONDS)
    table = Table("An animation of 800×600 at 20 frames a second (median of 3)")
    table.add("processor time (%)", medians(spent), most=MOST if PBVIEW.command[0].exists() else None)
    table.add("wake-ups a second", medians(woken))
    return table
