"""The check of TIFF strips: strips of every height, and parts of the picture that begin at every row."""

import numpy
from PIL import Image

import made
from difference import words

WIDTH, HEIGHT = 40, 32
PACKINGS = {
    "none": "none", "lzw": "lzw", "lzw2": "lzw:2", "deflate": "zip", "packbits": "packbits", "zstd": "zstd",
    "jpeg": "jpeg:r", "jpeg420": "jpeg:90",
}


def check(folder, helper):
    """The name and the faults, or "", of each TIFF: its whole picture and parts of it."""
    maker = made.Maker(folder)
    noise = numpy.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 3)).astype(numpy.uint8)
    source = maker.path("strips.tif")
    Image.fromarray(noise).save(source)
    for name, packing in PACKINGS.items():
        # libtiff writes JPEG in whole MCUs only.
        unit = {"jpeg": 8, "jpeg420": 16}.get(name, 1)
        for rows in range(unit, HEIGHT + 1, unit):
            path = maker.path(f"strips-{name}-{rows}.tif")
            maker.run("tiffcp", "-c", packing, "-r", str(rows), source, path)
            yield path.name, strip_words(helper, path, noise if unit == 1 else None)


def strip_words(helper, path, stored):
    """The fault of the whole picture, or of the first part that differs from it; "" for none."""
    whole = helper.decode(path)
    if whole.failure or whole.is_truncated:
        return whole.failure or "is called cut"
    if stored is not None and not (whole.pixels[..., :3] == stored).all():
        return "the whole picture"
    boxes = [(3, y, WIDTH - 5, min(1 + y * 5 % 7, HEIGHT - y)) for y in range(HEIGHT)]
    boxes += boxes[::-1]
    for box, part in zip(boxes, helper.parts(path, (WIDTH, HEIGHT), boxes)):
        x, y, width, height = box
        found = words(part, whole.pixels[y:y + height, x:x + width], 0)
        if found or part.is_truncated:
            return f"part {box}: {found or 'is called cut'}"
    return ""
