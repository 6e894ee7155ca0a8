"""Whether pixels that pbview rotates by *Apply Rotation to Pixels* are those of jpegtran and exiftran.

Rotates every size, sampling and coding for every orientation in the real program, on a display of its own."""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy
from PIL import Image

TURNS = {
    2: ("-flip", "horizontal"), 3: ("-rotate", "180"), 4: ("-flip", "vertical"), 5: ("-transpose",),
    6: ("-rotate", "90"), 7: ("-transverse",), 8: ("-rotate", "270"),
}
SIZES = ((64, 48), (640, 480), (641, 480), (640, 481), (643, 477), (33, 17), (130, 70), (16, 16), (1, 1))
CODINGS = {
    "444": ("-sample", "1x1"), "422": ("-sample", "2x1"), "440": ("-sample", "1x2"),
    "420": ("-sample", "2x2"), "grey": ("-grayscale",),
}
SECONDS = 120  # the time limit for rotating all files
# The configuration of a bus for commands to the program, which starts no services.
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def run(*command, data=None):
    """The standard output of a command; None when the command fails."""
    found = subprocess.run(command, input=data, capture_output=True)
    return found.stdout if found.returncode == 0 else None


def with_orientation(jpeg, orientation):
    """The JPEG with an EXIF segment that has an orientation only."""
    tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + bytes((orientation, 0, 0, 0, 0, 0, 0, 0))
    segment = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(segment) + 2).to_bytes(2, "big") + segment + jpeg[2:]


def make(folder):
    """Writes the files that are to be rotated. Returns their orientations by path."""
    files = {}
    for width, height in SIZES:
        noise = numpy.random.default_rng(width * height).integers(0, 256, (height // 4 + 1, width // 4 + 1, 3))
        picture = Image.fromarray(noise.astype(numpy.uint8)).resize((width, height), Image.BICUBIC)
        pixels = b"P6 %d %d 255\n" % (width, height) + picture.tobytes()
        for coding, options in CODINGS.items():
            for way in ((), ("-progressive",)):
                jpeg = run("cjpeg", "-quality", "90", *options, *way, data=pixels)
                for orientation in TURNS:
                    name = f"{width}x{height}-{coding}{''.join(way)}-{orientation}.jpg"
                    (folder / name).write_bytes(with_orientation(jpeg, orientation))
                    files[folder / name] = orientation
    return files


def rotate(program, folder, scratch):
    """Rotates the pixels of all pictures in a folder by the command of the real program."""
    number, display = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(display), "-screen", "0", "800x600x24"], pass_fds=[display],
        stderr=subprocess.DEVNULL)
    trace = scratch / "trace"
    try:
        script = (
            'ask() { "$0" --remote "$1" 2>/dev/null; }\n'
            'await() { until grep -q "$1" "$2"; do sleep 0.1; done; }\n'
            '"$0" --log trace --pairs separate --no-recent "$1" 2>"$2" &\n'
            'until [ "$(ask count)" = "$3" ]; do sleep 0.1; done\n'
            'ask select-all; await "selection count=$3 " "$2"\n'
            'ask turn-pixels; await "made count=" "$2"\n'
            'ask quit; wait\n')
        bus = scratch / "bus.conf"
        bus.write_text(BUS)
        environment = os.environ | {
            "DISPLAY": ":" + os.read(number, 16).decode().strip(), "HOME": str(scratch)}
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            environment.pop(f"XDG_{name}_HOME", None)
        subprocess.run(
            ["dbus-run-session", f"--config-file={bus}", "--", "sh", "-c", script, program, folder, trace,
             str(len(list(folder.iterdir())))],
            env=environment, timeout=SECONDS, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
    finally:
        server.terminate()
        server.wait()


def judged(path, orientation, before):
    """The result of comparing a rotated file with jpegtran and exiftran, as words."""
    after = path.read_bytes()
    source = path.with_suffix(".before")
    source.write_bytes(before)
    theirs = run("jpegtran", "-copy", "all", "-perfect", *TURNS[orientation], source)
    if after == before:
        return "both refuse" if theirs is None else "only pbview refuses"
    if theirs is None:
        return "only jpegtran refuses"
    pixels = run("djpeg", "-pnm", data=after)
    if pixels != run("djpeg", "-pnm", data=theirs):
        return "other pixels than jpegtran"
    target = path.with_suffix(".exiftran")
    run("exiftran", "-a", "-o", target, source)
    if pixels != run("djpeg", "-pnm", target):
        return "other pixels than exiftran"
    return "same pixels"


def main():
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        folder = scratch / "pictures"
        folder.mkdir()
        files = make(folder)
        before = {path: path.read_bytes() for path in files}
        rotate(program, folder, scratch)
        found = {path: judged(path, files[path], before[path]) for path in files}
    for result, count in Counter(found.values()).items():
        print(f"{count} {result}")
    wrong = {path.name: result for path, result in found.items() if result not in ("same pixels", "both refuse")}
    for name, result in wrong.items():
        print(f"{name}: {result}")
    return 1 if wrong or "same pixels" not in found.values() else 0


sys.exit(main())
