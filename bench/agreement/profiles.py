"""The check of colour profiles: nine profiles in every format that contains one, and PQ and HLG by code points."""

import io
import struct
import zlib

import numpy
from PIL import Image, ImageCms

import made
from decoders import premultiplied
from difference import largest, mean, words
from helper import STANDARD, UNTOUCHED

MAX_DIFFERENCE = 3  # of a channel, 0…255, between conversions of different pixel layouts by Little CMS
EXACT = 0x0100  # cmsFLAGS_NOOPTIMIZE: Little CMS evaluates the profile for each pixel, without a coarse table
D65 = (0.3127, 0.3290)
D50 = (0.9642, 1.0, 0.8249)
BRADFORD = numpy.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def xyz(x, y):
    """The XYZ of a chromaticity with the luminance 1."""
    return numpy.array([x / y, 1, (1 - x - y) / y])


def columns(red, green, blue, white=D65):
    """The XYZ of three primaries as columns, adapted to D50, the white point of profiles."""
    primaries = numpy.stack([xyz(*red), xyz(*green), xyz(*blue)], axis=1)
    light = primaries * numpy.linalg.solve(primaries, xyz(*white))
    gain = (BRADFORD @ D50) / (BRADFORD @ xyz(*white))
    return numpy.linalg.inv(BRADFORD) @ numpy.diag(gain) @ BRADFORD @ light


def fixed(*values):
    """Numbers as s15Fixed16Number of ICC."""
    return b"".join(struct.pack(">i", round(float(value) * 65536)) for value in values)


def tag(kind, content):
    """The data of an ICC tag: its type signature and its content."""
    return kind + bytes(4) + content


def gamma(power):
    """A power function as a `curv` tag; 1 gives the identity."""
    return tag(b"curv", struct.pack(">I", 0) if power == 1 else struct.pack(">IH", 1, round(power * 256)))


def formula():
    """The transfer function of sRGB as a `para` tag of ICC version 4."""
    return tag(b"para", struct.pack(">HH", 3, 0) + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))


def table():
    """The transfer function of sRGB as a `curv` tag with 1024 points."""
    x = numpy.linspace(0, 1, 1024)
    light = numpy.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    return tag(b"curv", struct.pack(">I", 1024) + (light * 65535).round().astype(">u2").tobytes())


def profile(space, tags, version=2, connection=b"XYZ ", kind=b"mntr"):
    """The bytes of an ICC profile with these tags, a description and a white point."""
    tags = [(b"desc", description(version)), (b"wtpt", tag(b"XYZ ", fixed(*D50))), *tags]
    start = 132 + 12 * len(tags)
    entries, data = b"", b""
    for name, content in tags:
        entries += name + struct.pack(">II", start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    head = struct.pack(">IIB3x", start + len(data), 0, version) + kind + space + connection
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed(*D50)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + entries + data


def description(version):
    """The data of a `desc` tag with a name."""
    if version == 4:
        name = "Made".encode("utf-16-be")
        return tag(b"mluc", struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", len(name), 28) + name)
    return tag(b"desc", struct.pack(">I", 5) + b"Made\0" + bytes(79))


def matrix(light, curve, version=2):
    """An RGB profile of a matrix, whose columns are the primaries, and one curve for all channels."""
    names = (b"rXYZ", b"gXYZ", b"bXYZ")
    tags = [(name, tag(b"XYZ ", fixed(*light[:, i]))) for i, name in enumerate(names)]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    return profile(b"RGB ", tags, version)


def lookup(space, inputs, steps, lab):
    """A profile with a table of 16 bits from device values to Lab; `lab` computes L*, a*, b* of inputs of 0…1."""
    axes = numpy.meshgrid(*[numpy.linspace(0, 1, steps)] * inputs, indexing="ij")
    light, red, yellow = lab(*[axis.ravel() for axis in axes])
    cells = numpy.stack([light * 652.8, (red + 128) * 256, (yellow + 128) * 256], axis=1)
    head = bytes((inputs, 3, steps, 0)) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1) + struct.pack(">HH", 2, 2)
    line = struct.pack(">HH", 0, 65535)
    body = head + line * inputs + cells.clip(0, 65535).round().astype(">u2").tobytes() + line * 3
    kind = b"prtr" if space == b"CMYK" else b"mntr"
    return profile(space, [(b"A2B0", tag(b"mft2", body))], connection=b"Lab ", kind=kind)


def lab_of_rgb(red, green, blue):
    """L*, a*, b* of red, green and blue values, which no matrix profile gives."""
    light = 100 * (0.3 * red + 0.6 * green + 0.1 * blue) ** 0.9
    return light, 70 * (red - green), 60 * (green * 0.7 + red * 0.3 - blue)


def lab_of_inks(cyan, magenta, yellow, black):
    """The approximate L*, a*, b* of inks on paper."""
    rest = 1 - black
    light = 95 * (1 - 0.45 * cyan) * (1 - 0.5 * magenta) * (1 - 0.08 * yellow) * rest + 5 * rest
    return light, rest * (70 * magenta - 35 * cyan), rest * (80 * yellow - 40 * cyan)


SRGB = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
PROFILES = {
    "adobe": matrix(columns((0.64, 0.33), (0.21, 0.71), (0.15, 0.06)), gamma(563 / 256)),
    "p3": matrix(columns((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)), formula(), 4),
    "rec2020": matrix(columns((0.708, 0.292), (0.17, 0.797), (0.131, 0.046)), table(), 4),
    "prophoto": matrix(columns((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), (0.3457, 0.3585)),
                       gamma(461 / 256)),
    "apple": matrix(columns((0.625, 0.34), (0.28, 0.595), (0.155, 0.07)), gamma(461 / 256)),
    "linear": matrix(columns(*SRGB), gamma(1)),
    "swapped": matrix(columns(*SRGB)[:, [1, 2, 0]], table()),
    "table": lookup(b"RGB ", 3, 9, lab_of_rgb),
    "power4": matrix(columns((0.68, 0.32), (0.21, 0.71), (0.15, 0.06)), gamma(2.5), 4),
}
GRAY = profile(b"GRAY", [(b"kTRC", gamma(461 / 256))])
INKS = lookup(b"CMYK", 4, 5, lab_of_inks)


def in_srgb(image, icc, flags=0):
    """A Pillow picture converted from a profile to sRGB by Little CMS."""
    source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
    target = ImageCms.createProfile("sRGB")
    return ImageCms.profileToProfile(image, source, target, renderingIntent=0, outputMode="RGB", flags=flags)


def opaque(image):
    """The pixels of an opaque Pillow picture as RGBA."""
    return numpy.asarray(image.convert("RGBA"))


def check(folder, helper):
    """The name and the faults, or "", of each profile in each format."""
    maker = made.Maker(folder)
    scene = made.scene()
    for name, icc in PROFILES.items():
        yield from of_profile(maker, helper, scene, name, icc)
    yield from grays_and_inks(maker, helper, scene)
    yield from high_range(maker, helper, scene)


def icc_tag(icc):
    """The TIFF tag with a profile, as an extra tag for tifffile."""
    return 34675, 7, len(icc), icc, True


def of_profile(maker, helper, scene, name, icc):
    """The name and the faults, or "", of each RGB format with one profile."""
    image = Image.fromarray(scene[..., :3])
    path = lambda ending: maker.path(f"icc-{name}{ending}")
    path(".icc").write_bytes(icc)
    truth = opaque(in_srgb(image, icc, EXACT if name == "table" else 0))
    exact, lossy = [], []

    def save(ending, picture=image, to=exact, **options):
        picture.save(path(ending), icc_profile=icc, **options)
        to.append(ending)

    save(".png")
    save("-palette.png", image.quantize(200))
    save(".jpg", to=lossy, quality=95, subsampling=0)
    save("-420.jpg", to=lossy, quality=95, subsampling=2)
    save("-progressive.jpg", to=lossy, quality=95, progressive=True)
    save(".tif")
    save("-lzw.tif", compression="tiff_lzw")
    save("-deflate.tif", compression="tiff_adobe_deflate")
    save("-jpeg.tif", to=lossy, compression="jpeg", quality=95)
    save(".webp", lossless=True)
    save("-lossy.webp", to=lossy, quality=95)
    save("-frames.webp", lossless=True, save_all=True, append_images=[image.rotate(180)])
    save("-frames.png", save_all=True, append_images=[image.rotate(180)], duration=100)
    import tifffile

    for ending, options in (
        ("-big.tif", {"bigtiff": True}), ("-tiles.tif", {"tile": (32, 32)}),
        ("-motorola.tif", {"byteorder": ">"}),
    ):
        tifffile.imwrite(path(ending), scene[..., :3], photometric="rgb", extratags=[icc_tag(icc)], **options)
        exact.append(ending)
    planes = numpy.ascontiguousarray(scene[..., :3].transpose(2, 0, 1))
    tifffile.imwrite(path("-planar.tif"), planes, photometric="rgb", planarconfig="separate",
                     extratags=[icc_tag(icc)])
    exact.append("-planar.tif")
    deep = scene[..., :3].astype(numpy.uint16) * 257
    tifffile.imwrite(path("-16.tif"), deep, photometric="rgb", extratags=[icc_tag(icc)])
    chunk = (b"iCCP", b"made\0\0" + zlib.compress(icc))
    rows = [row.tobytes() for row in deep.astype(">u2")]
    size = (made.WIDTH, made.HEIGHT)
    path("-16.png").write_bytes(made.png_file(size, 16, 2, rows, [chunk]))
    path(".bmp").write_bytes(bmp5(scene, icc))
    exact += ["-16.tif", "-16.png", ".bmp"]
    # These formats are encoded by programs.
    maker.run("avifenc", "--lossless", "--ignore-icc", "--icc", path(".icc"), path(".png"), path(".avif"))
    maker.run("heif-enc", "-q", "95", path(".png"), "-o", path(".heic"))
    maker.run("cjxl", "--quiet", "-d", "0", "-e", "3", path(".png"), path(".jxl"))
    exact += [".avif", ".jxl"]
    lossy.append(".heic")
    for ending in exact + lossy:
        yield path(ending).name, wrong(helper, path(ending), icc, truth, ending in exact)
    clear = made.with_alpha(scene)
    Image.fromarray(clear).save(path("-alpha.png"), icc_profile=icc)
    shown = truth.copy()
    shown[..., 3] = clear[..., 3]
    answer = helper.decode(path("-alpha.png"), STANDARD)
    yield path("-alpha.png").name, words(answer, premultiplied(shown), 1.0, mean)
    for ending in ("-frames.png", "-frames.webp"):
        turned = numpy.asarray(Image.fromarray(truth).rotate(180))
        yield path(ending).name + " played", played(helper, path(ending), [truth, turned])
    maker.run("cjxl", "--quiet", "-d", "0", "-e", "3", path("-frames.png"), path("-frames.jxl"))
    yield path("-frames.jxl").name + " played", played(helper, path("-frames.jxl"), [truth, turned])


def wrong(helper, path, icc, truth, is_exact):
    """The fault of a file in sRGB, compared with Little CMS's conversion of the file's unconverted pixels; "" for
    none."""
    own = helper.decode(path, UNTOUCHED)
    if own.failure:
        return own.failure
    # Samples of 16 bits, and colours of a table, are exact also where Little CMS's table is wrong by up to 14 levels.
    flags = EXACT if path.stem.endswith("-16") or path.stem.startswith("icc-table") else 0
    want = opaque(in_srgb(Image.fromarray(own.pixels[..., :3]), icc, flags))
    answer = helper.decode(path, STANDARD)
    found = words(answer, want, MAX_DIFFERENCE)
    return found or (words(answer, truth, 1.0, mean) if is_exact and "palette" not in path.name else "")


def played(helper, path, truths):
    """The fault of the frames of an animation in sRGB, compared with `truths`; "" for none."""
    answer = helper.frames(path, STANDARD)
    if answer.failure:
        return answer.failure
    if len(answer.pictures) != len(truths):
        return f"{len(answer.pictures)} frames"
    far = [largest(picture, truth) for picture, truth in zip(answer.pictures, truths)]
    return f"largest differences {far}" if max(far) > MAX_DIFFERENCE else ""


def bmp5(scene, icc):
    """The bytes of a BMP with a version 5 header and a profile behind the pixels."""
    bgr = scene[::-1, :, 2::-1]
    data = b"".join(row.tobytes() + bytes(-row.nbytes % 4) for row in bgr)
    head = struct.pack("<IiiHHIIiiII", 124, made.WIDTH, made.HEIGHT, 1, 24, 0, len(data), 2835, 2835, 0, 0)
    head += bytes(16) + b"DEBM" + bytes(48) + struct.pack("<IIII", 4, 124 + len(data), len(icc), 0)
    return struct.pack("<2sIHHI", b"BM", 138 + len(data) + len(icc), 0, 0, 138) + head + data + icc


def grays_and_inks(maker, helper, scene):
    """The name and the faults, or "", of gray and CMYK files with profiles."""
    import tifffile

    gray = Image.fromarray(made.gray(scene))
    truth = opaque(in_srgb(gray, GRAY))
    for ending, options, limit in (
        ("png", {}, MAX_DIFFERENCE), ("tif", {}, MAX_DIFFERENCE), ("jpg", {"quality": 100}, 8),
    ):
        path = maker.path(f"icc-gray.{ending}")
        gray.save(path, icc_profile=GRAY, **options)
        yield path.name, words(helper.decode(path, STANDARD), truth, limit)
    y, x = numpy.mgrid[0:made.HEIGHT, 0:made.WIDTH]
    inks = numpy.stack([x * 2, y * 3, (x + y) * 255 // 168, (x * y) // 40], axis=2).clip(0, 255)
    inks = inks.astype(numpy.uint8)
    truth = opaque(in_srgb(Image.fromarray(inks, "CMYK"), INKS))
    known = {"photometric": "separated", "extratags": [icc_tag(INKS)]}
    planes = numpy.ascontiguousarray(inks.transpose(2, 0, 1))
    for name, data, options in (
        ("plain", inks, {}), ("deep", inks.astype(numpy.uint16) * 257, {}), ("big", inks, {"bigtiff": True}),
        ("deflate", inks, {"compression": "zlib"}), ("tiles", inks, {"tile": (32, 32)}),
        ("planar", planes, {"planarconfig": "separate"}),
    ):
        path = maker.path(f"icc-inks-{name}.tif")
        tifffile.imwrite(path, data, **known, **options)
        yield path.name, words(helper.decode(path, STANDARD), truth, MAX_DIFFERENCE)
    lzw = maker.path("icc-inks-lzw.tif")
    maker.run("tiffcp", "-c", "lzw", maker.path("icc-inks-plain.tif"), lzw)
    yield lzw.name, words(helper.decode(lzw, STANDARD), truth, MAX_DIFFERENCE)
    size = (made.WIDTH, made.HEIGHT)
    for part, answer in zip(
        ((0, 0, *size), (7, 40, 60, 20)),
        helper.parts(lzw, size, ((0, 0, *size), (7, 40, 60, 20)), STANDARD),
    ):
        left, top, width, height = part
        want = truth[top:top + height, left:left + width]
        yield f"{lzw.name} part {part}", words(answer, want, MAX_DIFFERENCE)
    alpha = numpy.concatenate([inks, made.with_alpha(scene)[..., 3:]], axis=2)
    path = maker.path("icc-inks-alpha.tif")
    tifffile.imwrite(path, alpha, extrasamples=["unassalpha"], **known)
    clear = truth.copy()
    clear[..., 3] = alpha[..., 4]
    yield path.name, words(helper.decode(path, STANDARD), premultiplied(clear), MAX_DIFFERENCE)
    # JPEG stores CMYK inverted, with Adobe's marker or without.
    path = maker.path("icc-inks.jpg")
    Image.fromarray(inks, "CMYK").save(path, icc_profile=INKS, quality=100, subsampling=0)
    yield path.name, words(helper.decode(path, STANDARD), truth, 2.0, mean)
    bare = maker.path("inks-without-marker.jpg")
    Image.fromarray(inks, "CMYK").save(bare, quality=100, subsampling=0)
    marked = bare.read_bytes()
    place = marked.index(b"\xff\xee\0\x0eAdobe")
    bare.write_bytes(marked[:place] + marked[place + 16:])
    with Image.open(bare) as picture:
        yield bare.name, words(helper.decode(bare), opaque(picture.convert("RGB")), 2)


def high_range(maker, helper, scene):
    """The name and the faults, or "", of PQ and HLG files, which must be equal in PNG, AVIF and JPEG XL, by code
    points and by profile."""
    size = (made.WIDTH, made.HEIGHT)
    rows = [row.tobytes() for row in scene[..., :3]]
    plain = maker.path("range.ppm")
    Image.fromarray(scene[..., :3]).save(plain)
    still = maker.path("range.png")
    Image.fromarray(scene[..., :3]).save(still)
    for name, transfer, word in (("pq", 16, "PeQ"), ("hlg", 18, "HLG")):
        png = maker.path(f"{name}.png")
        png.write_bytes(made.png_file(size, 8, 2, rows, [(b"cICP", bytes((9, transfer, 0, 1)))]))
        truth = helper.decode(png, STANDARD).pixels
        light = truth[..., :3].mean()
        yield png.name, "" if 60 < light < 200 else f"mean level {light:.0f}"
        coded = matrix(columns(*SRGB), table(), 4)
        icc = with_tag(coded, b"cicp", tag(b"cicp", bytes((9, transfer, 0, 1))))
        tagged = maker.path(f"{name}-icc.png")
        chunk = (b"iCCP", b"made\0\0" + zlib.compress(icc))
        tagged.write_bytes(made.png_file(size, 8, 2, rows, [chunk]))
        avif, jxl, lossy = (maker.path(f"{name}{end}") for end in (".avif", ".jxl", "-lossy.jxl"))
        maker.run("avifenc", "--lossless", "--cicp", f"9/{transfer}/0", still, avif)
        space = ("-x", f"color_space=RGB_D65_202_Rel_{word}")
        maker.run("cjxl", "--quiet", "-d", "0", "-e", "3", *space, plain, jxl)
        maker.run("cjxl", "--quiet", "-d", "0.3", "-e", "4", *space, plain, lossy)
        for path in (tagged, avif, jxl):
            yield path.name, words(helper.decode(path, STANDARD), truth, 1)
        yield lossy.name, words(helper.decode(lossy, STANDARD), truth, made.LOSSY, mean)
    narrow = maker.path("narrow.png")
    levels = (16 + scene[..., :3].astype(float) * 219 / 255).round().astype(numpy.uint8)
    narrow.write_bytes(made.png_file(
        size, 8, 2, [row.tobytes() for row in levels], [(b"cICP", bytes((1, 13, 0, 0)))]))
    yield narrow.name, words(helper.decode(narrow, STANDARD), scene, 2)


def with_tag(icc, name, content):
    """The bytes of a profile with one more tag."""
    count = int.from_bytes(icc[128:132], "big")
    tags = []
    for entry in range(132, 132 + 12 * count, 12):
        start, length = struct.unpack(">II", icc[entry + 4:entry + 12])
        tags.append((icc[entry:entry + 4], icc[start:start + length]))
    tags = [each for each in tags if each[0] not in (b"desc", b"wtpt")]
    return profile(icc[16:20], [*tags, (name, content)], icc[8])
