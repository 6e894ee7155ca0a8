"""Zooming a picture of 24 megapixels at 60 steps per second: frames, lag and processor time."""

from report import Table, medians
from stage import RUNS, Program, screen
from viewers import present

STEPS, ROUNDS = 8, 4  # steps per direction, and the number of zooms in and out
PACE = 1000 / 60
# The duration in ms of the smooth zoom after the last wheel notch, as in ZoomTuning.
GLIDE = 70
# The duration in ms of the spring that returns from beyond the minimum zoom (ZoomTuning.limitSpring).
BOUNCE = 280
# The duration in ms of the cross-fade from the scaled to the sharp picture: three frames.
SHARPENING = 50
# The processor time allowed, beside the best peer. A spin of 64 steps is a glide of about 90 frames.
EFFORT = 0.8


def steps(viewer):
    """The watcher commands that zoom in and out by the keys or wheel notches of the viewer."""
    commands = ["line 960 540 960 540 1 30"]
    for _ in range(ROUNDS):
        for zoom in viewer.zoom:
            commands += [f"{zoom} {STEPS} {PACE:.2f}"]
    # pbview follows so fast a spin in part, at 10 % a frame: one more step brings every viewer back to fit. Above fit
    # it would decode the picture again, larger.
    commands += ["wait 150", f"{viewer.zoom[-1]} 1 {PACE:.2f}"]
    if viewer.holds:
        return [f"hold {viewer.holds}", "wait 30", *commands, f"let {viewer.holds}"]
    return commands


def zooming(folder):
    """The table of the frames seen, the lag after the last step, and the processor time."""
    table = Table("Zoom over 24 megapixels, %d steps at 60/s" % (2 * STEPS * ROUNDS))
    frames, lag, effort = {}, {}, {}
    with screen():
        for _ in range(max(1, RUNS // 2)):
            for viewer in present():
                if not viewer.zoom:
                    continue
                with Program(viewer.start(folder / "sizes" / "24.jpg")) as program:
                    program.settle()
                    program.rest()
                    before = program.effort()[0]
                    seen = program.settle(*steps(viewer), quiet=600, limit=20000)
                    spent = program.effort()[0] - before
                if len(seen.frames) < 2:
                    continue
                last = seen.presses[-1]
                frames.setdefault(viewer.name, []).append(len(seen.frames) - 1)
                lag.setdefault(viewer.name, []).append(max(0, seen.frames[-1].ms - last))
                effort.setdefault(viewer.name, []).append(spent)
    count = 2 * STEPS * ROUNDS
    table.add("different frames seen", medians(frames), least=count)
    table.add("last change after the last step (ms)", medians(lag), most=GLIDE + BOUNCE + SHARPENING)
    table.add("CPU (ms)", medians(effort), peer=EFFORT)
    return table
