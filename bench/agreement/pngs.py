"""The check of PNG: 15 types with and without interlace and tRNS; filters, sizes, deflate streams."""

import struct
import zlib

import numpy

import made
from decoders import premultiplied
from difference import words

TYPES = [(0, depth) for depth in (1, 2, 4, 8, 16)] + [(2, 8), (2, 16)] + [
    (3, depth) for depth in (1, 2, 4, 8)] + [(4, 8), (4, 16), (6, 8), (6, 16)]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


class Kind:
    """A generated PNG with its expected pixels."""

    def __init__(self, seed, color, depth, size=(37, 29), interlaced=False, key=False, filters=(0, 1, 2, 3, 4)):
        random = numpy.random.default_rng(seed)
        self.color, self.depth, self.size, self.interlaced = color, depth, size, interlaced
        self.filters = filters
        shape = (size[1], size[0], CHANNELS[color])
        ramp = numpy.add.outer(numpy.arange(shape[0]), numpy.arange(shape[1]))[..., None] * 997
        noise = random.integers(0, 1 << depth, shape)
        self.samples = numpy.where(random.random(shape) < 0.3, noise, ramp >> (16 - depth)) % (1 << depth)
        self.before = []
        self.table = random.integers(0, 256, (1 << min(depth, 8), 3))
        self.alphas = random.integers(0, 256, 1 << min(depth, 8)) if key and color == 3 else None
        self.key = self.samples[size[1] // 2, size[0] // 2] if key and color in (0, 2) else None
        if color == 3:
            self.before.append((b"PLTE", self.table.astype(numpy.uint8).tobytes()))
        if self.alphas is not None:
            self.before.append((b"tRNS", self.alphas.astype(numpy.uint8).tobytes()))
        if self.key is not None:
            self.before.append((b"tRNS", self.key.astype(">u2").tobytes()))

    def truth(self):
        """The expected pixels as straight RGBA."""
        levels = (self.samples * 255 / ((1 << self.depth) - 1) + 0.5).astype(int)
        out = numpy.full(self.samples.shape[:2] + (4,), 255)
        if self.color in (0, 4):
            out[..., :3] = levels[..., :1]
        elif self.color == 3:
            out[..., :3] = self.table[self.samples[..., 0]]
        else:
            out[..., :3] = levels[..., :3]
        if self.color in (4, 6):
            out[..., 3] = levels[..., -1]
        if self.alphas is not None:
            out[..., 3] = self.alphas[self.samples[..., 0]]
        if self.key is not None:
            out[(self.samples == self.key).all(axis=2), 3] = 0
        return out.astype(numpy.uint8)

    def raw(self):
        """The filtered rows of all passes, before compression."""
        if not self.interlaced:
            return self.filtered(self.samples)
        parts = [self.samples[y::down, x::across] for x, y, across, down in PASSES]
        return b"".join(self.filtered(part) for part in parts if part.size)

    def filtered(self, samples):
        """The bytes of rows; each row has the next one of `filters`, in turn."""
        step = max(1, self.depth * CHANNELS[self.color] // 8)
        out = b""
        above = None
        for y, row in enumerate(samples):
            line = numpy.frombuffer(self.packed(row.reshape(-1)), numpy.uint8).astype(int)
            above = numpy.zeros_like(line) if above is None else above
            kind = self.filters[y % len(self.filters)]
            left = numpy.concatenate([numpy.zeros(step, int), line])[:len(line)]
            corner = numpy.concatenate([numpy.zeros(step, int), above])[:len(line)]
            guess = (0, left, above, (left + above) // 2, paeth(left, above, corner))[kind]
            out += bytes([kind]) + ((line - guess) % 256).astype(numpy.uint8).tobytes()
            above = line
        return out

    def packed(self, numbers):
        """The samples of a row as bytes with the bit depth."""
        if self.depth == 16:
            return numbers.astype(">u2").tobytes()
        bits = (numbers[:, None] >> numpy.arange(self.depth)[::-1]) & 1
        return numpy.packbits(bits.reshape(-1).astype(numpy.uint8)).tobytes()

    def file(self, stream=None, pieces=None):
        """The bytes of the file. `stream` compresses the rows, and `pieces` divides the data into IDAT chunks."""
        data = (stream or zlib.compress)(self.raw())
        head = struct.pack(">IIBBBBB", *self.size, self.depth, self.color, 0, 0, self.interlaced)
        chunks = [(b"IHDR", head), *self.before]
        chunks += [(b"IDAT", piece) for piece in (pieces(data) if pieces else [data])]
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in [*chunks, (b"IEND", b"")])


def chunk(name, data):
    """A PNG chunk with its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def paeth(left, above, corner):
    """The predictor of PNG filter type 4, Paeth."""
    guess = left + above - corner
    a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
    return numpy.where((a <= b) & (a <= c), left, numpy.where(b <= c, above, corner))


def deflated(level=9, window=15, strategy=zlib.Z_DEFAULT_STRATEGY):
    """A function that compresses rows with these zlib parameters."""
    def pack(data):
        packer = zlib.compressobj(level, zlib.DEFLATED, window, 9, strategy)
        return packer.compress(data) + packer.flush()
    return pack


def kinds():
    """The name, the `Kind`, and the arguments of `Kind.file` for each generated PNG."""
    seed = 0
    for color, depth in TYPES:
        for interlaced in (False, True):
            for key in (False, True):
                if key and color in (4, 6):
                    continue
                seed += 1
                name = f"type{color}-{depth}{'-interlaced' * interlaced}{'-key' * key}"
                yield name, Kind(seed, color, depth, interlaced=interlaced, key=key), {}
    for side in range(1, 10):
        for interlaced in (False, True):
            size = (side, 10 - side)
            yield f"size{side}{'-interlaced' * interlaced}", Kind(side, 2, 8, size, interlaced), {}
    for filter in range(5):
        for color, depth in ((6, 8), (0, 2), (2, 16)):
            yield f"filter{filter}-{color}", Kind(filter, color, depth, filters=(filter,)), {}
    streams = {
        "stored": deflated(0), "fixed": deflated(9, strategy=zlib.Z_FIXED), "window512": deflated(9, 9),
        "huffman": deflated(9, strategy=zlib.Z_HUFFMAN_ONLY), "runs": deflated(9, strategy=zlib.Z_RLE),
        "bad-adler": lambda data: zlib.compress(data)[:-4] + b"abcd",
    }
    for name, stream in streams.items():
        yield f"stream-{name}", Kind(3, 6, 8, (61, 43)), {"stream": stream}
    for window in (9, 10, 12):
        yield f"level1-window{window}", Kind(6, 2, 8, (300, 9)), {"stream": deflated(1, window)}
    yield "pieces-byte", Kind(4, 2, 8), {"pieces": lambda d: [d[i:i + 1] for i in range(len(d))]}
    yield "pieces-empty", Kind(4, 2, 8), {"pieces": lambda d: [b"", d[:9], b"", b"", d[9:], b""]}


def check(folder, helper):
    """The name and the faults, or "", of each generated PNG, whose pixels must be exact, also those of its parts."""
    maker = made.Maker(folder)
    for name, kind, how in kinds():
        path = maker.path(f"kind-{name}.png")
        path.write_bytes(kind.file(**how))
        truth = premultiplied(kind.truth())
        yield path.name, words(helper.decode(path), truth, 0)
        # An interlaced PNG is decoded as a whole.
        if not kind.interlaced:
            yield f"{path.name} parts", part_words(helper, path, truth)


def part_words(helper, path, truth):
    """The fault of the first part that differs from the picture; "" for none."""
    high, wide = truth.shape[:2]
    boxes = [
        (0, 0, wide, high), (wide // 3, high // 2, (wide + 1) // 2, (high + 1) // 2), (0, 0, 1, 1),
    ]
    boxes += boxes[::-1]
    for box, part in zip(boxes, helper.parts(path, (wide, high), boxes)):
        x, y, width, height = box
        found = words(part, truth[y:y + height, x:x + width], 0)
        if found:
            return f"part {box}: {found}"
    return ""
