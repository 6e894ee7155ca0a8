"""The check of animations, frame by frame: random rectangles, disposals and blends, compared with a canvas in Python.
"""

import struct
import zlib

import numpy
from PIL import Image

import made
from decoders import premultiplied
from difference import largest
from pngs import chunk

SIZE = (23, 17)
KEEP, CLEAR, RESTORE = range(3)


class Canvas:
    """The canvas of an animation as the specifications define it: premultiplied RGBA."""

    def __init__(self):
        self.pixels = numpy.zeros((SIZE[1], SIZE[0], 4), numpy.uint8)
        self.after = None

    def show(self, x, y, straight, replaces, disposal):
        """Draws a frame of straight RGBA at x, y. Returns a copy of the whole canvas."""
        if self.after is not None:
            box, hidden = self.after
            self.pixels[box] = hidden
        height, width = straight.shape[:2]
        box = (slice(y, y + height), slice(x, x + width))
        before = self.pixels[box].copy()
        color = premultiplied(straight).astype(int)
        if not replaces:
            rest = 255 - color[..., 3:]
            color = color + (before.astype(int) * rest + 127) // 255
        self.pixels[box] = color.astype(numpy.uint8)
        self.after = {KEEP: None, CLEAR: (box, 0), RESTORE: (box, before)}[disposal]
        return self.pixels.copy()


def rectangles(random, count, alphas):
    """Random frames: the position x, y, the straight RGBA and the disposal of each."""
    for index in range(count):
        width, height = SIZE if index == 0 else (int(random.integers(1, n + 1)) for n in SIZE)
        x, y = (int(random.integers(0, n - m + 1)) for n, m in zip(SIZE, (width, height)))
        pixels = random.integers(0, 256, (height, width, 4)).astype(numpy.uint8)
        pixels[..., 3] = random.choice(alphas, (height, width))
        yield x, y, pixels, int(random.integers(0, 3))


def apng(random, count, hidden):
    """An APNG file with its expected canvases and its durations in ms. With `hidden`, its default picture is not a
    frame."""
    def packed(pixels):
        return zlib.compress(b"".join(b"\0" + row.tobytes() for row in pixels))

    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", *SIZE, 8, 6, 0, 0, 0))
    out += chunk(b"acTL", struct.pack(">II", count, 0))
    if hidden:
        other = numpy.full((SIZE[1], SIZE[0], 4), (255, 0, 0, 255), numpy.uint8)
        out += chunk(b"IDAT", packed(other))
    canvas, pictures, durations, number = Canvas(), [], [], 0
    for index, (x, y, pixels, disposal) in enumerate(rectangles(random, count, (0, 128, 255))):
        replaces, delay = bool(random.integers(0, 2)), int(random.integers(1, 500))
        height, width = pixels.shape[:2]
        out += chunk(b"fcTL", struct.pack(
            ">IIIIIHHBB", number, width, height, x, y, delay, 1000, disposal, not replaces))
        number += 1
        if index == 0 and not hidden:
            out += chunk(b"IDAT", packed(pixels))
        else:
            out += chunk(b"fdAT", struct.pack(">I", number) + packed(pixels))
            number += 1
        # APNG: restoring what was before the first frame clears.
        disposal = CLEAR if index == 0 and disposal == RESTORE else disposal
        pictures.append(canvas.show(x, y, pixels, replaces, disposal))
        durations.append(delay)
    return out + chunk(b"IEND", b""), pictures, durations


def gif(random, count, interlaced):
    """A GIF file whose frames have local colour tables, with its expected canvases and its durations in ms."""
    out = b"GIF89a" + struct.pack("<HHBBB", *SIZE, 0, 0, 0)
    canvas, pictures, durations = Canvas(), [], []
    for x, y, pixels, disposal in rectangles(random, count, (0, 255)):
        height, width = pixels.shape[:2]
        table = random.integers(0, 256, (128, 3)).astype(numpy.uint8)
        indices = random.integers(0, 127, (height, width))
        indices[pixels[..., 3] == 0] = 127
        shown = numpy.concatenate(
            [table[indices], numpy.where(indices == 127, 0, 255)[..., None]], axis=2).astype(numpy.uint8)
        delay = int(random.integers(2, 50))
        out += b"\x21\xf9\x04" + struct.pack("<BHBB", (disposal + 1) << 2 | 1, delay, 127, 0)
        out += b"\x2c" + struct.pack("<HHHHB", x, y, width, height, 0x86 | interlaced << 6) + table.tobytes()
        order = range(height)
        if interlaced:
            order = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)]
        out += b"\x07" + blocks(codes(numpy.concatenate([indices[row] for row in order])))
        pictures.append(canvas.show(x, y, shown, False, disposal))
        durations.append(delay * 10)
    return out + b"\x3b", pictures, durations


def codes(indices):
    """LZW codes of eight bits only: a clear code comes before the table needs codes of nine bits."""
    numbers = []
    for position, index in enumerate(indices):
        if position % 100 == 0:
            numbers.append(128)
        numbers.append(int(index))
    bits = numpy.array([*numbers, 129])[:, None] >> numpy.arange(8) & 1
    return numpy.packbits(bits.reshape(-1).astype(numpy.uint8), bitorder="little").tobytes()


def blocks(data):
    """The data as GIF sub-blocks of at most 255 bytes, with the terminator."""
    pieces = (data[i:i + 255] for i in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


def check(folder, helper):
    """The name and the faults, or "", of each animation: its frames, durations and still picture."""
    maker = made.Maker(folder)
    for seed in range(12):
        random = numpy.random.default_rng(seed)
        path = maker.path(f"frames-{seed}.png")
        data, pictures, durations = apng(random, 8, hidden=seed % 3 == 2)
        path.write_bytes(data)
        yield path.name, frame_words(helper, path, pictures, durations)
        path = maker.path(f"frames-{seed}.gif")
        data, pictures, durations = gif(random, 8, interlaced=seed % 2)
        path.write_bytes(data)
        yield path.name, frame_words(helper, path, pictures, durations)
    yield from of_libraries(maker, helper)


def of_libraries(maker, helper):
    """The name and the faults, or "", of animations that libraries encode: WebP, PNG and JPEG XL."""
    upright = made.scene()
    pictures = [numpy.roll(upright, 9 * i, axis=1) for i in range(5)]
    images = [Image.fromarray(picture) for picture in pictures]
    webp, png, jxl = (maker.path(f"frames.{end}") for end in ("webp", "png", "jxl"))
    more = {"save_all": True, "append_images": images[1:], "duration": [40, 50, 60, 70, 80]}
    images[0].save(webp, lossless=True, **more)
    images[0].save(png, **more)
    maker.run("cjxl", "--quiet", "-d", "0", "-e", "3", png, jxl)
    for path in (webp, png, jxl):
        yield path.name, frame_words(helper, path, pictures, more["duration"])


def frame_words(helper, path, pictures, durations):
    """The first fault of an animation: its durations, its frames, or its still picture; "" for none."""
    answer = helper.frames(path)
    if answer.failure:
        return answer.failure
    if answer.durations != durations:
        return f"durations {answer.durations}, not {durations}"
    for index, (ours, truth) in enumerate(zip(answer.pictures, pictures)):
        # Two blends may be rounded differently.
        if (largest(ours, truth) or 0) > 2 or ours.shape != truth.shape:
            return f"frame {index}: difference {largest(ours, truth)}"
    still = helper.decode(path)
    if still.failure or (far := largest(still.pixels, pictures[0])) is None or far > 2:
        return still.failure or f"the picture before it plays: difference {far}"
    return ""
