"""Zooming a picture of 24 megapixels at 60 steps per second: frames, lag and processor time."""

from playing import recorded
from report import Table, medians
from stage import RUNS, Program, screen
from viewers import present

COUNT = 64  # steps of the recorded spin: four times eight in and eight out, one every 1/60 s
# The duration in ms of the smooth zoom after the last wheel notch, as in ZoomTuning.
GLIDE = 70
# The duration in ms of the spring that returns from beyond the minimum zoom (ZoomTuning.limitSpring).
BOUNCE = 280
# The duration in ms of the cross-fade from the scaled to the sharp picture: three frames.
SHARPENING = 50
# The processor time allowed, beside the best peer. A spin of 64 steps is a glide of about 90 frames.
EFFORT = 0.8


def zooming(folder):
    """The table of the frames seen, the lag after the last step, and the processor time."""
    table = Table("Zoom over 24 megapixels, %d steps at 60/s" % COUNT)
    # pbview follows so fast a spin in part, at 10 % a frame: one more step at the end of the recording brings every
    # viewer back to fit. Above fit it would decode the picture again, larger.
    wheel = recorded("zoom")
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
                    seen = program.settle(*wheel.commands("zoom", viewer=viewer), quiet=600, limit=20000)
                    spent = program.effort()[0] - before
                if len(seen.frames) < 2:
                    continue
                last = seen.presses[-1]
                frames.setdefault(viewer.name, []).append(len(seen.frames) - 1)
                lag.setdefault(viewer.name, []).append(max(0, seen.frames[-1].ms - last))
                effort.setdefault(viewer.name, []).append(spent)
    table.add("different frames seen", medians(frames), least=COUNT)
    table.add("last change after the last step (ms)", medians(lag), most=GLIDE + BOUNCE + SHARPENING)
    table.add("CPU (ms)", medians(effort), peer=EFFORT)
    return table
