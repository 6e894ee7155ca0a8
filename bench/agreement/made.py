"""Generated pictures of every format and kind, each with its expected pixels."""

import base64
import gzip
import struct
import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy
from PIL import Image, ImageCms

from helper import UNTOUCHED

WIDTH, HEIGHT = 101, 67  # no multiples of block or tile sizes
NEAR = 1.0  # the maximum mean difference of a channel, 0…255, by rounding
LOSSY = 6.0  # the same for lossy formats


@dataclass
class Case:
    """A generated file with its expected upright pixels in straight RGBA."""

    path: Path
    truth: numpy.ndarray
    orientation: int = 1
    frames: int = 1
    tolerance: float = NEAR
    color: int = UNTOUCHED  # the colours that are requested


def scene():
    """The test picture as RGBA. Its corners and axes differ, so that a wrong orientation is found, and it has every
    gray level."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    red = x * 255 // (WIDTH - 1)
    green = y * 255 // (HEIGHT - 1)
    blue = 255 - (red + green) // 2
    out = numpy.stack([red, green, blue, numpy.full_like(red, 255)], axis=2).astype(numpy.uint8)
    out[4:20, 4:36, :3] = (250, 240, 20)
    out[40:60, 70:90, :3] = (20, 30, 40)
    return out


def stored(upright, orientation):
    """The pixels that a file with an EXIF orientation stores for an upright picture."""
    transposed = upright.transpose(1, 0, 2)
    return {
        1: upright, 2: upright[:, ::-1], 3: upright[::-1, ::-1], 4: upright[::-1],
        5: transposed, 6: transposed[::-1], 7: transposed[::-1, ::-1], 8: transposed[:, ::-1],
    }[orientation]


def exif(orientation):
    """An EXIF block with an orientation only."""
    return b"Exif\0\0II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHHI", 0x112, 3, 1, orientation, 0, 0)


def gray(rgba):
    """The gray levels of RGBA pixels."""
    return numpy.asarray(Image.fromarray(rgba).convert("L"))


def as_rgba(levels):
    """Gray levels as straight RGBA."""
    out = numpy.full(levels.shape + (4,), 255, numpy.uint8)
    out[..., :3] = levels[..., None]
    return out


def with_alpha(rgba):
    """The pixels with an alpha that decreases where red increases, towards the right of the test picture."""
    out = rgba.copy()
    out[..., 3] = 255 - out[..., 0]
    return out


class Maker:
    """The writer of generated files into a folder, with the list of their cases."""

    def __init__(self, folder):
        self.folder = folder
        self.cases = []
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name):
        return self.folder / name

    def add(self, name, truth, **more):
        self.cases.append(Case(self.path(name), truth, **more))

    def run(self, *command):
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def make(folder):
    """Generates all files in a folder. Returns their cases."""
    maker = Maker(folder)
    for part in (turned, png, jpeg, webp, bmp, tiff, others, documents, vectors):
        part(maker)
    return maker.cases


def turned(maker):
    """Generates all eight orientations in every format that stores one."""
    upright = scene()
    plain = maker.path("plain.png")
    Image.fromarray(upright).save(plain)
    for n in range(1, 9):
        image = Image.fromarray(stored(upright, n)[..., :3])
        known = {"orientation": n}
        lossy = {**known, "tolerance": LOSSY}
        image.save(maker.path(f"turned-{n}.jpg"), quality=95, subsampling=0, exif=exif(n))
        maker.add(f"turned-{n}.jpg", upright, **lossy)
        image.save(maker.path(f"turned-{n}.png"), exif=exif(n))
        maker.add(f"turned-{n}.png", upright, **known)
        image.save(maker.path(f"turned-{n}.webp"), lossless=True, exif=exif(n))
        maker.add(f"turned-{n}.webp", upright, **known)
        image.save(maker.path(f"turned-lossy-{n}.webp"), quality=95, exif=exif(n)[6:])
        maker.add(f"turned-lossy-{n}.webp", upright, **lossy)
        image.save(maker.path(f"turned-{n}.tif"), tiffinfo={274: n})
        maker.add(f"turned-{n}.tif", upright, **known)
        # libjxl writes the orientation of the JPEG into its own header.
        jpeg = maker.path(f"turned-{n}.jpg")
        maker.run("cjxl", "--quiet", jpeg, maker.path(f"turned-{n}.jxl"))
        maker.add(f"turned-{n}.jxl", upright, **lossy)
        maker.run("cjxl", "--quiet", "-d", "0", maker.path(f"turned-{n}.png"),
                  maker.path(f"turned-lossless-{n}.jxl"))
        maker.add(f"turned-lossless-{n}.jxl", upright, **known)
        # irot and imir state the orientation; EXIF repeats it, and must not be applied a second time.
        turn, mirror = AVIF[n]
        options = ["--irot", str(turn)] if turn else []
        options += ["--imir", str(mirror)] if mirror is not None else []
        stored_png = maker.path(f"stored-{n}.png")
        image.save(stored_png)
        block = maker.path("exif.bin")
        block.write_bytes(exif(n)[6:])
        maker.run("avifenc", "--lossless", "--exif", block, *options, stored_png,
                  maker.path(f"turned-{n}.avif"))
        maker.add(f"turned-{n}.avif", upright)


# irot (quarter turns anticlockwise) and imir (mirror axis, 0: top and bottom, 1: left and right are exchanged).
AVIF = {
    1: (0, None), 2: (0, 1), 3: (2, None), 4: (0, 0), 5: (1, 0), 6: (3, None), 7: (3, 0),
    8: (1, None),
}


def png_file(size, depth, kind, rows, before=()):
    """The bytes of a PNG with unfiltered rows."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(
            ">I", zlib.crc32(name + data))

    raw = b"".join(b"\0" + row for row in rows)
    head = struct.pack(">IIBBBBB", *size, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(
        chunk(*each) for each in before) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def png(maker):
    """Generates PNG files: bit depths, palettes, transparency, a profile."""
    upright = scene()
    clear = with_alpha(upright)
    size = (WIDTH, HEIGHT)

    def write(name, truth, depth, kind, samples, before=()):
        rows = [row.tobytes() for row in samples]
        maker.path(name).write_bytes(png_file(size, depth, kind, rows, before))
        maker.add(name, truth)

    levels = gray(upright)
    wide = upright.astype(">u2") * 257
    write("gray.png", as_rgba(levels), 8, 0, levels)
    write("gray16.png", as_rgba(levels), 16, 0, (levels.astype(">u2") * 257).astype(">u2"))
    both = numpy.stack([levels, clear[..., 3]], axis=2)
    truth = as_rgba(levels)
    truth[..., 3] = clear[..., 3]
    write("gray-alpha.png", truth, 8, 4, both)
    write("gray-alpha16.png", truth, 16, 4, (both.astype(">u2") * 257).astype(">u2"))
    write("rgb16.png", upright, 16, 2, wide[..., :3].astype(">u2"))
    write("rgba.png", clear, 8, 6, clear)
    write("rgba16.png", clear, 16, 6, (clear.astype(">u2") * 257).astype(">u2"))
    key = numpy.full((HEIGHT, WIDTH, 4), 255, numpy.uint8)
    key[..., :3] = upright[..., :3]
    key[(upright[..., :3] == (20, 30, 40)).all(axis=2), 3] = 0
    write("rgb-key.png", key, 8, 2, upright[..., :3], [(b"tRNS", struct.pack(">HHH", 20, 30, 40))])
    palette = numpy.arange(256)
    table = numpy.stack([palette, 255 - palette, palette // 2], axis=1).astype(numpy.uint8)
    indices = levels
    shown = numpy.full((HEIGHT, WIDTH, 4), 255, numpy.uint8)
    shown[..., :3] = table[indices]
    shown[..., 3] = numpy.minimum(255, indices.astype(int) * 2)
    alpha = bytes(min(255, i * 2) for i in range(256))
    write("palette-alpha.png", shown, 8, 3, indices, [(b"PLTE", table.tobytes()), (b"tRNS", alpha)])
    profile = zlib.compress(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    write("icc.png", upright, 8, 2, upright[..., :3], [(b"iCCP", b"sRGB\0\0" + profile)])


def jpeg(maker):
    """Generates JPEG files: subsampling, progressive scans, gray, CMYK; and a lossless JPEG XL."""
    upright = scene()
    image = Image.fromarray(upright).convert("RGB")
    for name, options in {
        "420.jpg": {"subsampling": 2}, "422.jpg": {"subsampling": 1},
        "progressive.jpg": {"progressive": True}, "optimised.jpg": {"optimize": True},
    }.items():
        image.save(maker.path(name), quality=95, **options)
        maker.add(name, upright, tolerance=LOSSY)
    image.convert("L").save(maker.path("gray.jpg"), quality=95)
    maker.add("gray.jpg", as_rgba(gray(upright)), tolerance=LOSSY)
    # Pillow writes inverted CMYK with Adobe's marker, as other programs do.
    image.convert("CMYK").save(maker.path("cmyk.jpg"), quality=95)
    maker.add("cmyk.jpg", upright, tolerance=LOSSY)
    maker.run("cjxl", "--quiet", "-d", "0", maker.path("plain.png"), maker.path("lossless.jxl"))
    maker.add("lossless.jxl", upright)


def webp(maker):
    """Generates WebP files: lossy, lossless, with alpha, animated."""
    upright = scene()
    clear = with_alpha(upright)
    Image.fromarray(clear).save(maker.path("alpha.webp"), lossless=True, exact=True)
    maker.add("alpha.webp", clear)
    Image.fromarray(clear).save(maker.path("alpha-lossy.webp"), quality=95)
    maker.add("alpha-lossy.webp", clear, tolerance=LOSSY)
    Image.fromarray(upright).convert("RGB").save(maker.path("lossy.webp"), quality=95)
    maker.add("lossy.webp", upright, tolerance=LOSSY)
    frames = [Image.fromarray(numpy.roll(upright, 8 * i, axis=1)) for i in range(3)]
    frames[0].save(maker.path("frames.webp"), save_all=True, append_images=frames[1:],
                   lossless=True, duration=100)
    maker.add("frames.webp", upright, frames=3)


def bmp_file(size, depth, compression, data, table=b"", masks=b"", top_down=False, gap=0):
    """The bytes of a BMP with a version 3 header."""
    width, height = size
    start = 14 + 40 + len(masks) + len(table) + gap
    head = struct.pack(
        "<IiiHHIIiiII", 40, width, -height if top_down else height, 1, depth, compression,
        len(data), 2835, 2835, len(table) // 4, 0)
    return struct.pack("<2sIHHI", b"BM", start + len(data), 0, 0, start) + head + masks + table + (
        bytes(gap)) + data


def bmp(maker):
    """Generates BMP files: bit depths, channel masks, run-length coding, rows from either end."""
    upright = scene()
    size = (WIDTH, HEIGHT)
    bgr = upright[..., 2::-1]

    def write(name, truth, *fields, **more):
        maker.path(name).write_bytes(bmp_file(size, *fields, **more))
        maker.add(name, truth)

    def rows(samples, upwards=True):
        return b"".join(
            row.tobytes() + bytes(-row.nbytes % 4) for row in (samples[::-1] if upwards else samples))

    write("24.bmp", upright, 24, 0, rows(bgr))
    write("24-top.bmp", upright, 24, 0, rows(bgr, False), top_down=True)
    write("24-gap.bmp", upright, 24, 0, rows(bgr), gap=22)
    padded = numpy.concatenate([bgr, numpy.zeros_like(bgr[..., :1])], axis=2)
    write("32.bmp", upright, 32, 0, rows(padded))
    levels = gray(upright)
    table = b"".join(bytes((i, i, i, 0)) for i in range(256))
    write("8.bmp", as_rgba(levels), 8, 0, rows(levels), table=table)
    write("8-gap.bmp", as_rgba(levels), 8, 0, rows(levels), table=table, gap=10)
    write("8-top.bmp", as_rgba(levels), 8, 0, rows(levels, False), table=table, top_down=True)
    runs = lambda order: b"".join(run_length(row) + b"\0\0" for row in order) + b"\0\1"
    write("8-rle.bmp", as_rgba(levels), 8, 1, runs(levels[::-1]), table=table)
    write("8-rle-top.bmp", as_rgba(levels), 8, 1, runs(levels), table=table, top_down=True)
    bits = numpy.packbits(levels > 127, axis=1)
    two = b"\0\0\0\0\xff\xff\xff\0"
    write("1.bmp", as_rgba(numpy.where(levels > 127, 255, 0).astype(numpy.uint8)), 1, 0,
          rows(bits), table=two)
    fives, truth = packed(upright, (5, 5, 5))
    write("555.bmp", truth, 16, 0, rows(fives))
    sixes, truth = packed(upright, (5, 6, 5))
    masks = struct.pack("<III", 0xF800, 0x07E0, 0x001F)
    write("565.bmp", truth, 16, 3, rows(sixes), masks=masks)
    write("565-table.bmp", truth, 16, 3, rows(sixes), masks=masks, table=table)


def packed(rgba, depths):
    """Pixels packed into 16 bits with these depths of red, green and blue, and the RGBA that they stand for."""
    word = numpy.zeros(rgba.shape[:2], numpy.uint16)
    truth = rgba.copy()
    for channel, depth in enumerate(depths):
        most = (1 << depth) - 1
        level = (rgba[..., channel].astype(int) * most + 127) // 255
        truth[..., channel] = (level * 255 + most // 2) // most
        word = word << depth | level.astype(numpy.uint16)
    return word.astype("<u2"), truth


def run_length(row):
    """A row in the run-length coding of BMP: pairs of a count and a byte."""
    out = bytearray()
    i = 0
    while i < len(row):
        length = 1
        while i + length < len(row) and row[i + length] == row[i] and length < 255:
            length += 1
        out += bytes((length, int(row[i])))
        i += length
    return bytes(out)


def tiff(maker):
    """Generates TIFF files with every kind of sample, layout and compression."""
    import tifffile

    upright = scene()
    clear = with_alpha(upright)
    levels = gray(upright)
    rgb = upright[..., :3]

    def write(name, truth, data, **options):
        tifffile.imwrite(maker.path(name), data, **options)
        maker.add(name, truth)

    write("rgb8.tif", upright, rgb, photometric="rgb")
    write("rgb16.tif", upright, rgb.astype(numpy.uint16) * 257, photometric="rgb")
    write("rgb16-big.tif", upright, rgb.astype(numpy.uint16) * 257, photometric="rgb",
          byteorder=">")
    write("rgb32.tif", upright, rgb.astype(numpy.uint32) * 0x01010101, photometric="rgb")
    write("rgb-float.tif", upright, rgb.astype(numpy.float32) / 255, photometric="rgb")
    write("rgb-double.tif", upright, rgb.astype(numpy.float64) / 255, photometric="rgb")
    write("rgb-half.tif", upright, rgb.astype(numpy.float16) / 255, photometric="rgb")
    write("gray-float.tif", as_rgba(levels), levels.astype(numpy.float32) / 255,
          photometric="minisblack")
    write("gray16.tif", as_rgba(levels), levels.astype(numpy.uint16) * 257,
          photometric="minisblack")
    # Measurements are shown from black to white between their own minimum and maximum.
    ranged = levels.astype(float) - levels.min()
    ranged = as_rgba((ranged * 255 / ranged.max()).round().astype(numpy.uint8))
    write("gray32.tif", ranged, levels.astype(numpy.uint32) * 0x01010101,
          photometric="minisblack")
    write("gray-signed16.tif", ranged, (levels.astype(int) * 40 - 3000).astype(numpy.int16),
          photometric="minisblack")
    write("gray-signed32.tif", ranged, levels.astype(numpy.int32) - 100, photometric="minisblack")
    write("gray-heights.tif", ranged, levels.astype(numpy.float32) * 9 + 400,
          photometric="minisblack", tile=(32, 32))
    write("gray-signed.tif", as_rgba(levels), levels.view(numpy.int8), photometric="minisblack")
    write("white-is-zero.tif", as_rgba(levels), 255 - levels, photometric="miniswhite")
    write("white-is-zero16.tif", as_rgba(levels), (255 - levels).astype(numpy.uint16) * 257,
          photometric="miniswhite")
    planes = numpy.ascontiguousarray(rgb.transpose(2, 0, 1))
    write("planar8.tif", upright, planes, photometric="rgb", planarconfig="separate")
    write("planar16.tif", upright, planes.astype(numpy.uint16) * 257, photometric="rgb",
          planarconfig="separate")
    write("planar-float.tif", upright, planes.astype(numpy.float32) / 255, photometric="rgb",
          planarconfig="separate")
    write("tiles.tif", upright, rgb, photometric="rgb", tile=(32, 32))
    write("tiles16.tif", upright, rgb.astype(numpy.uint16) * 257, photometric="rgb", tile=(32, 48))
    write("tiles-planar.tif", upright, planes, photometric="rgb", tile=(32, 32),
          planarconfig="separate")
    write("bigtiff.tif", upright, rgb, photometric="rgb", bigtiff=True)
    write("deflate.tif", upright, rgb, photometric="rgb", compression="zlib", predictor=True)
    write("deflate16.tif", upright, rgb.astype(numpy.uint16) * 257, photometric="rgb",
          compression="zlib", predictor=True)
    for kind, alpha in {"straight": "unassalpha", "premultiplied": "assocalpha"}.items():
        data = clear
        if kind == "premultiplied":
            data = clear.copy()
            part = clear[..., 3:].astype(int)
            data[..., :3] = (clear[..., :3] * part + 127) // 255
        write(f"alpha-{kind}.tif", clear, data, photometric="rgb", extrasamples=[alpha])
        write(f"alpha16-{kind}.tif", clear, data.astype(numpy.uint16) * 257, photometric="rgb",
              extrasamples=[alpha])
    inks = 255 - numpy.concatenate([rgb, numpy.full_like(rgb[..., :1], 255)], axis=2)
    write("cmyk8.tif", upright, inks, photometric="separated")
    write("cmyk16.tif", upright, inks.astype(numpy.uint16) * 257, photometric="separated")
    lab, shown = lab_scene()
    write("lab8.tif", shown, lab, photometric="cielab")
    pages = numpy.stack([rgb, rgb[::-1], rgb[:, ::-1]])
    write("pages.tif", upright, pages, photometric="rgb")
    for name, compression in {
        "lzw": "lzw:2", "packbits": "packbits", "group4": "g4",
    }.items():
        source = maker.path("rgb8.tif")
        truth = upright
        if name == "group4":
            source = maker.path("bits.tif")
            bits = levels > 127
            Image.fromarray(bits).save(source)
            truth = as_rgba(numpy.where(bits, 255, 0).astype(numpy.uint8))
            maker.add("bits.tif", truth)
        maker.run("tiffcp", "-c", compression, source, maker.path(f"{name}.tif"))
        maker.add(f"{name}.tif", truth)
    Image.fromarray(rgb).save(maker.path("jpeg.tif"), compression="jpeg", quality=95)
    maker.add("jpeg.tif", upright, tolerance=LOSSY)


def lab_scene():
    """A ramp of L* in CIELAB samples of 8 bits with neutral a* and b*, and the sRGB pixels computed from its formula.
    """
    light = numpy.tile(numpy.linspace(0, 255, WIDTH).round(), (HEIGHT, 1))
    lab = numpy.zeros((HEIGHT, WIDTH, 3), numpy.uint8)
    lab[..., 0] = light
    f = (light * 100 / 255 + 16) / 116
    y = numpy.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29))
    level = numpy.where(y <= 0.0031308, 12.92 * y, 1.055 * y ** (1 / 2.4) - 0.055)
    return lab, as_rgba((level * 255).clip(0, 255).round().astype(numpy.uint8))


def others(maker):
    """Generates files of the other formats."""
    upright = scene()
    image = Image.fromarray(upright).convert("RGB")
    for name in ("rgb.ppm", "rgb.tga", "rgb.jp2"):
        options = {"irreversible": False} if name.endswith("jp2") else {}
        image.save(maker.path(name), **options)
        maker.add(name, upright)
    image.convert("L").save(maker.path("gray.pgm"))
    maker.add("gray.pgm", as_rgba(gray(upright)))
    deep = gray(upright).astype(">u2") * 257
    head = f"P5\n{WIDTH} {HEIGHT}\n65535\n".encode()
    maker.path("gray16.pgm").write_bytes(head + deep.astype(">u2").tobytes())
    maker.add("gray16.pgm", as_rgba(gray(upright)))
    clear = with_alpha(upright)
    Image.fromarray(clear).save(maker.path("rgba.tga"), compression="tga_rle")
    maker.add("rgba.tga", clear)
    head = f"P7\nWIDTH {WIDTH}\nHEIGHT {HEIGHT}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    maker.path("rgba.pam").write_bytes(head.encode() + clear.tobytes())
    maker.add("rgba.pam", clear)
    icon = Image.fromarray(clear).resize((256, 256))
    icon.save(maker.path("256.ico"), sizes=[(16, 16), (128, 128), (256, 256)])
    maker.add("256.ico", numpy.asarray(icon))
    directory = bytearray(maker.path("256.ico").read_bytes())
    for entry in range(3):
        struct.pack_into("<I", directory, 6 + 16 * entry + 8, 40)
    maker.path("256-lengths.ico").write_bytes(directory)
    maker.add("256-lengths.ico", numpy.asarray(icon))
    Image.fromarray(clear).save(maker.path("alpha-source.png"))
    maker.run("cjxl", "--quiet", "-d", "0", maker.path("alpha-source.png"),
              maker.path("alpha.jxl"))
    maker.add("alpha.jxl", clear)
    maker.run("cjxl", "--quiet", "-d", "0", maker.path("gray16.png"), maker.path("gray16.jxl"))
    maker.add("gray16.jxl", as_rgba(gray(upright)))
    for name, options in (("alpha.jp2", ()), ("tiles.j2k", ("-t", "32,32"))):
        maker.run("opj_compress", "-i", maker.path("alpha-source.png"), "-n", "3", *options, "-o",
                  maker.path(name))
        maker.add(name, clear)
    maker.run("avifenc", "--lossless", maker.path("alpha-source.png"), maker.path("alpha.avif"))
    maker.add("alpha.avif", clear)
    maker.run("heif-enc", "-L", "-p", "chroma=444", "--matrix_coefficients=0",
              maker.path("plain.png"), "-o", maker.path("plain.heic"))
    maker.add("plain.heic", upright, tolerance=LOSSY)


def documents(maker):
    """Generates Photoshop documents with ImageMagick, which writes straight colours and no resources."""
    clear = with_alpha(scene())
    source = maker.path("document-source.png")
    Image.fromarray(clear).save(source)
    few = Image.fromarray(scene()).convert("RGB").quantize(60)
    few.save(maker.path("few.png"))
    shades = numpy.concatenate([as_rgba(gray(clear))[..., :3], clear[..., 3:]], axis=2)
    Image.fromarray(shades).save(maker.path("shades.png"))
    for name, start, options, truth in (
        ("rgba.psd", source, (), clear), ("cmyka.psd", source, ("-colorspace", "CMYK"), clear),
        ("graya.psd", maker.path("shades.png"), ("-colorspace", "gray"), shades),
        ("palette.psd", maker.path("few.png"), (), numpy.asarray(few.convert("RGBA"))),
    ):
        for kind in ("none", "rle"):
            target = maker.path(f"{kind}-{name}")
            maker.run("convert-im6.q16", start, *options, "-depth", "8", "-compress", kind, target)
            maker.add(target.name, truth)


def vectors(maker):
    """Generates SVG files that contain the test picture: encodings, prefixes, comments, compression."""
    upright = scene()
    Image.fromarray(upright).save(maker.path("vector-source.png"))
    pixels = base64.b64encode(maker.path("vector-source.png").read_bytes()).decode()
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    links = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    image = f'image {size} xlink:href="data:image/png;base64,{pixels}"/>'
    plain = f'<svg xmlns="http://www.w3.org/2000/svg" {links} {size}><{image}</svg>'
    prefix = f'<s:svg xmlns:s="http://www.w3.org/2000/svg" {links} {size}><s:{image}</s:svg>'
    comment = "<!-- " + "licence " * 1000 + "-->\n"
    files = {
        "plain.svg": plain.encode(),
        "comment.svg": (comment + plain).encode(),
        "declared.svg": f'<?xml version="1.0"?>\n{comment}<!DOCTYPE svg>\n{plain}'.encode(),
        "prefix.svg": prefix.encode(),
        "mark.svg": plain.encode("utf-8-sig"),
        "utf-16.svg": plain.encode("utf-16"),
        "utf-16be.svg": b"\xfe\xff" + plain.encode("utf-16-be"),
        "packed.svg": gzip.compress(plain.encode()),
        "packed.svgz": gzip.compress(plain.encode()),
    }
    for name, data in files.items():
        maker.path(name).write_bytes(data)
        maker.add(name, upright)
