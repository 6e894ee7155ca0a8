"""The check of orientations: all eight in both byte orders, with every place and type of the tag, in more than 128
files."""

import struct

import numpy
from PIL import Image

import made
from difference import largest, mean, words


def block(orientation, order, kind="short"):
    """A TIFF structure with an orientation tag only. `order` is "<" or ">", `kind` the type of the value."""
    code = {"byte": (1, "B3x"), "short": (3, "H2x"), "long": (4, "I")}[kind]
    entry = struct.pack(f"{order}HHI{code[1]}", 0x112, code[0], 1, orientation)
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, 8)
    return head + struct.pack(f"{order}H", 1) + entry + bytes(4)


def far_block(orientation, order):
    """A TIFF structure with an orientation tag only, whose directory begins at offset 300."""
    near = block(orientation, order)
    return near[:4] + struct.pack(f"{order}I", 300) + bytes(292) + near[8:]


def app1(content):
    """An APP1 segment of JPEG with EXIF data."""
    body = b"Exif\0\0" + content
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def chunk(name, data):
    """A RIFF chunk of WebP."""
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def check(folder, helper):
    """The name and the faults, or "", of each file, which must be decoded upright."""
    maker = made.Maker(folder)
    upright = made.scene()
    for n in range(1, 9):
        image = Image.fromarray(made.stored(upright, n)[..., :3])
        plain = maker.path(f"stored-{n}.jpg")
        image.save(plain, quality=95, subsampling=0)
        jpeg = plain.read_bytes()
        still = maker.path(f"stored-{n}.webp")
        image.save(still, lossless=True)
        pixels = still.read_bytes()[12:]
        rows = [row.tobytes() for row in numpy.asarray(image)]
        for order, word in (("<", "little"), (">", "big")):
            exif = block(n, order)
            other = block(1 if n != 1 else 6, order)
            near = lambda name, data, n=n, word=word: (maker.path(f"{name[0]}-{n}-{word}.{name[1]}"), data)
            files = [near(("segment", "jpg"), jpeg[:2] + app1(exif) + jpeg[2:])]
            files.append(near(("twice", "jpg"), jpeg[:2] + app1(exif) + app1(other) + jpeg[2:]))
            files.append(near(("far", "jpg"), jpeg[:2] + app1(far_block(n, order)) + jpeg[2:]))
            files.append(near(("long", "jpg"), jpeg[:2] + app1(block(n, order, "long")) + jpeg[2:]))
            files.append(near(("byte", "jpg"), jpeg[:2] + app1(block(n, order, "byte")) + jpeg[2:]))
            whole = made.png_file(image.size, 8, 2, rows, [(b"eXIf", exif)])
            files.append(near(("before", "png"), whole))
            files.append(near(("after", "png"), moved_behind(whole, b"eXIf")))
            files.append(near(("prefixed", "png"), made.png_file(
                image.size, 8, 2, rows, [(b"eXIf", b"Exif\0\0" + exif)])))
            for name, content in (("bare", exif), ("prefixed", b"Exif\0\0" + exif)):
                head = struct.pack("<I", 8) + (image.width - 1).to_bytes(3, "little") + (
                    image.height - 1).to_bytes(3, "little")
                body = b"WEBP" + chunk(b"VP8X", head) + pixels + chunk(b"EXIF", content)
                files.append(near((name, "webp"), b"RIFF" + struct.pack("<I", len(body)) + body))
            for path, data in files:
                path.write_bytes(data)
                yield path.name, upright_words(helper, path, upright)
            tiff = maker.path(f"order-{n}-{word}.tif")
            tiff_file(tiff, image, n, order)
            yield tiff.name, upright_words(helper, tiff, upright)
        yield from turned_by_boxes(maker, helper, image, n, upright)


def turned_by_boxes(maker, helper, image, n, upright):
    """The name and the faults, or "", of AVIF files: irot and imir determine the orientation, whatever their EXIF
    says."""
    source = maker.path(f"boxes-{n}.png")
    image.save(source)
    turn, mirror = made.AVIF[n]
    options = ["--irot", str(turn)] if turn else []
    options += ["--imir", str(mirror)] if mirror is not None else []
    exif = maker.path("exif.bin")
    exif.write_bytes(block(n, "<"))
    agreeing, contradicting = (maker.path(f"{name}-{n}.avif") for name in ("agreeing", "contradicting"))
    maker.run("avifenc", "--lossless", "-s", "10", "--exif", exif, *options, source, agreeing)
    # Another orientation is patched in: avifenc would turn an orientation in EXIF into irot and imir.
    contradicting.write_bytes(agreeing.read_bytes().replace(block(n, "<"), block(n % 8 + 1, "<")))
    for path in (agreeing, contradicting):
        yield path.name, upright_words(helper, path, upright)


def upright_words(helper, path, upright):
    """The difference of a decoded file from the upright picture; "" for none."""
    exact = path.suffix not in (".jpg", ".heic")
    return words(helper.decode(path), upright, 0 if exact else made.LOSSY, largest if exact else mean)


def moved_behind(png, name):
    """The PNG with the chunk of that name moved behind the picture data."""
    place = png.index(name) - 4
    end = place + 12 + int.from_bytes(png[place:place + 4], "big")
    return png[:place] + png[end:-12] + png[place:end] + png[-12:]


def tiff_file(path, image, orientation, order):
    """Writes an uncompressed TIFF with one strip and an orientation."""
    data = numpy.asarray(image).tobytes()
    tags = [
        (256, 4, image.width), (257, 4, image.height), (258, 3, 8), (259, 3, 1), (262, 3, 2),
        (273, 4, 8), (274, 3, orientation), (277, 3, 3), (278, 4, image.height), (279, 4, len(data)),
    ]
    bits = 8 + len(data)
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, bits + 6)
    out = head + data + struct.pack(f"{order}3H", 8, 8, 8) + struct.pack(f"{order}H", len(tags))
    for tag, kind, value in tags:
        count = 3 if tag == 258 else 1
        value = bits if tag == 258 else value
        form = "I" if kind == 4 or tag == 258 else "H2x"
        out += struct.pack(f"{order}HHI{form}", tag, kind, count, value)
    path.write_bytes(out + bytes(4))
