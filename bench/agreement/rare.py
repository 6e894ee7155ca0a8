"""The check of rarer formats, and of every picture in files with several: TIFF pages, HEIC collections, and the pages of
PDF and DjVu documents."""

import struct

import numpy
from PIL import Image

import lights
import made
from decoders import premultiplied
from difference import mean, words
from helper import STANDARD, UNTOUCHED

LOSSY = 2.0  # the maximum mean difference of formats with transforms
PAGES = 3


def check(folder, helper):
    """The name and the faults, or "", of each file."""
    maker = made.Maker(folder)
    scene = made.scene()
    yield from single(maker, helper, scene)
    yield from several(maker, helper, [numpy.roll(scene, 7 * page, axis=1) for page in range(PAGES)])
    yield from axes(maker, helper)


def farbfeld(rgba):
    """The bytes of a farbfeld picture."""
    height, width = rgba.shape[:2]
    return b"farbfeld" + struct.pack(">II", width, height) + (rgba.astype(">u2") * 257).astype(">u2").tobytes()


def single(maker, helper, scene):
    """Files with one picture, whose samples are stored without loss."""
    clear = made.with_alpha(scene)
    opaque = Image.fromarray(scene).convert("RGB")
    source = maker.path("source.png")
    Image.fromarray(clear).save(source)
    maker.path("rgba.ff").write_bytes(farbfeld(clear))
    yield "rgba.ff", words(helper.decode(maker.path("rgba.ff")), premultiplied(clear), 0)
    few = opaque.quantize(60)
    for name, image in (
        ("rgb.pcx", opaque), ("palette.pcx", few), ("gray.pcx", opaque.convert("L")), ("rgb.sgi", opaque),
        ("gray.sgi", opaque.convert("L")), ("rgb.dds", opaque), ("rgba.dds", Image.fromarray(clear)),
    ):
        image.save(maker.path(name))
        yield name, words(helper.decode(maker.path(name)), premultiplied(numpy.asarray(image.convert("RGBA"))), 0)
    for name, options in (("rle.sgi", ("-compress", "rle")), ("none.psb", ()), ("rle.psb", ("-compress", "rle"))):
        target = maker.path(name)
        kind = target.suffix.removeprefix(".")
        maker.run("convert-im6.q16", source, "-alpha", "on", "-depth", "8", *options, f"{kind}:{target}")
        yield name, words(helper.decode(target), premultiplied(clear), 1)


def document(pages):
    """The bytes of a PDF whose pages have an uncompressed picture each, of 96 pixels an inch."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    for page in pages:
        height, width = page.shape[:2]
        number = len(objects) + 1
        box = f"{width * 0.75} {height * 0.75}"
        place = f"q {width * 0.75} 0 0 {height * 0.75} 0 0 cm /P Do Q".encode()
        pixels = page[..., :3].tobytes()
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {box}] /Contents {number + 1} 0 R "
            f"/Resources << /XObject << /P {number + 2} 0 R >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(place), place),
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 "
            b"/Length %d >>\nstream\n%s\nendstream" % (width, height, len(pixels), pixels),
        ]
    kids = " ".join(f"{3 + 3 * page} 0 R" for page in range(len(pages)))
    objects[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode()
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = "".join(f"{place:010} 00000 n \n" for place in places).encode()
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + tail


def several(maker, helper, pages):
    """Files with several pictures."""
    images = [Image.fromarray(page).convert("RGB") for page in pages]
    first, others = images[0], images[1:]
    first.save(maker.path("pages.tif"), save_all=True, append_images=others, compression="tiff_lzw")
    yield from leaves(helper, maker.path("pages.tif"), pages, 0)
    maker.path("pages.pdf").write_bytes(document(pages))
    yield from leaves(helper, maker.path("pages.pdf"), pages, 0, is_counted=False)
    sources = []
    for page, image in enumerate(images):
        sources.append(maker.path(f"page-{page}.png"))
        image.save(sources[-1])
    maker.run("heif-enc", "-q", "95", "-p", "chroma=444", *sources, "-o", maker.path("pages.heic"))
    yield from leaves(helper, maker.path("pages.heic"), pages, LOSSY)
    small = []
    for page, image in enumerate(images):
        image.save(maker.path("page.ppm"))
        small.append(maker.path(f"page-{page}.djvu"))
        maker.run("c44", "-slice", "120", "-crcbfull", maker.path("page.ppm"), small[-1])
    maker.run("djvm", "-c", maker.path("pages.djvu"), *small)
    drawn = []
    for page in range(len(pages)):
        target = maker.path("drawn.ppm")
        maker.run("ddjvu", "-format=ppm", f"-page={page + 1}", maker.path("pages.djvu"), target)
        drawn.append(numpy.asarray(Image.open(target).convert("RGBA")))
    yield from leaves(helper, maker.path("pages.djvu"), drawn, 0, is_counted=False)


def leaves(helper, path, pages, most, is_counted=True):
    """The picture of each leaf of a file, the number of leaves, and the failure of the one behind the last. The pages of
    documents are counted by the reader of archives instead."""
    for leaf, page in enumerate(pages):
        answer = helper.decode(path, STANDARD, leaf)
        found = words(answer, page, most, mean)
        if not found and is_counted and answer.leaves != len(pages):
            found = f"{answer.leaves} pictures"
        yield f"{path.name} {leaf}", found
    missing = helper.decode(path, UNTOUCHED, len(pages))
    yield f"{path.name} {len(pages)}", "" if missing.failure else "it exists"


def axes(maker, helper):
    """A Radiance picture of each pair of axes, which has the pixels of the upright one."""
    light = (made.scene()[..., :3] / 255) ** 2.2
    stored, stated = lights.radiance(light)
    start = stored.index(b"-Y ")
    pixels = numpy.frombuffer(stored[stored.index(b"\n", start) + 1:], numpy.uint8).reshape(*light.shape[:2], 4)
    truth = lights.shown(stated)
    for first in ("-Y +X", "-Y -X", "+Y +X", "+Y -X", "+X -Y", "-X -Y", "+X +Y", "-X +Y"):
        rows, columns = first.split()
        turned = pixels if rows[1] == "Y" else pixels.transpose(1, 0, 2)
        # The first axis runs along the scan lines' order; Y grows upwards.
        if rows in ("+Y", "-X"):
            turned = turned[::-1]
        if columns in ("+Y", "-X"):
            turned = turned[:, ::-1]
        line = f"{rows} {turned.shape[0]} {columns} {turned.shape[1]}\n".encode()
        path = maker.path(f"axes{rows}{columns}.hdr")
        path.write_bytes(stored[:start] + line + numpy.ascontiguousarray(turned).tobytes())
        yield path.name, words(helper.decode(path, STANDARD), truth, lights.MAX_DIFFERENCE)
