"""The check of JPEG: 19 samplings, each coded in five ways, compared with djpeg of libjpeg."""

import io
import subprocess

import numpy
from PIL import Image

import made
from difference import words

MAX_DIFFERENCE = 2  # of a channel, 0…255
SAMPLINGS = (
    "1x1,1x1,1x1", "2x1,1x1,1x1", "1x2,1x1,1x1", "2x2,1x1,1x1", "4x1,1x1,1x1", "1x4,1x1,1x1",
    "4x2,1x1,1x1", "2x4,1x1,1x1", "3x1,1x1,1x1", "1x3,1x1,1x1", "3x2,1x1,1x1", "2x3,1x1,1x1",
    "2x2,2x1,2x1", "2x2,1x2,1x2", "2x2,2x1,1x2", "2x2,2x2,1x1", "1x1,2x2,2x2", "1x1,2x1,1x2",
    "2x1,1x2,1x1",
)
WAYS = {
    "baseline": (), "progressive": ("-progressive",), "arithmetic": ("-arithmetic",),
    "restart": ("-restart", "1"), "mcus": ("-restart", "3B", "-optimize"),
}


def check(folder, helper):
    """The name and the faults, or "", of each sampling in each coding."""
    maker = made.Maker(folder)
    source = maker.path("samplings.ppm")
    noise = numpy.random.default_rng(5).integers(-20, 20, (made.HEIGHT, made.WIDTH, 3))
    Image.fromarray((made.scene()[..., :3] + noise).clip(0, 255).astype(numpy.uint8)).save(source)
    for sampling in SAMPLINGS:
        for way, options in WAYS.items():
            path = maker.path(f"{sampling.replace(',', '-')}-{way}.jpg")
            maker.run("cjpeg", "-quality", "92", "-sample", sampling, *options, "-outfile", path, source)
            yield path.name, against_libjpeg(helper, path)


def against_libjpeg(helper, path):
    """The fault of a JPEG compared with djpeg; "" also when both fail."""
    found = subprocess.run(
        ["djpeg", "-pnm", path], capture_output=True, stdin=subprocess.DEVNULL)
    answer = helper.decode(path)
    if found.returncode != 0:
        return "" if answer.failure else "is shown, but not by djpeg"
    with Image.open(io.BytesIO(found.stdout)) as image:
        return words(answer, numpy.asarray(image.convert("RGBA")), MAX_DIFFERENCE)
