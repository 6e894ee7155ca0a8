"""Paging past a playing 4K video, measured by pbview's trace."""

import subprocess

from motion import frame_work, intervals
from playing import recorded
from report import Table, percentile
from stage import Program, screen
from viewers import PBVIEW

SECONDS = 10


def film(folder):
    """The path of a video of 3840 × 2160 pixels at 30 frames per second, which is made if it is
    missing."""
    path = folder / "film-4k.mp4"
    if not path.exists():
        source = f"testsrc2=size=3840x2160:rate=30:duration={SECONDS}"
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source]
        codec = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        subprocess.run([*command, *codec, str(path)], check=True)
    return path


def paging(width, height, turns):
    """Commands that drag pages forth and back over the video in the middle, while it plays."""
    motions = recorded("motion")
    for part in ("forth", "back") * turns:
        yield [*motions.commands(part, width, height, pace=8), "wait 1500"]


def clips(folder):
    """The work per frame of paging past a playing video, beside the same paging among photos."""
    table = Table("Paging with a 4K film in the album (ms; frames counted)")
    photos = sorted((folder / "burst").iterdir())[:3]
    albums = (("photos alone", photos), ("a 4K film", [photos[0], film(folder), photos[1]]))
    width, height = 1920, 1080
    with screen(width, height):
        for name, album in albums:
            command = [PBVIEW.command[0], "--start", "2", "--log", "trace", *album]
            with Program(command) as program:
                program.settle(quiet=2500, limit=4000)
                for commands in paging(width, height, 4):
                    program.settle(*commands, quiet=100, limit=3000)
                trace = program.trace()
            plays = trace.count("clip state=playing")
            work, steps = frame_work(trace, "swipe"), intervals(trace, "swipe")
            label = f"{name}: swipe, {len(work)} frames"
            if plays:
                label += f", played {plays} times"
            bound = 8 if plays else None  # the target of a swipe among photos
            for what, values, most in (("work", work, bound), ("from frame to frame", steps, None)):
                value = {"pbview": percentile(values, 95)} if values else {}
                table.add(f"{label}, {what}, 95th percentile", value, most=most)
    return table
