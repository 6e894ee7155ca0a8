"""Decoders of other projects. Each returns the first picture of a file as upright, premultiplied
RGBA."""

import io
import subprocess
import tempfile
import warnings
from pathlib import Path

import numpy
from PIL import Image, ImageOps

Image.MAX_IMAGE_PIXELS = 256_000_000
SECONDS = 20
warnings.simplefilter("ignore")


def premultiplied(rgba):
    """Straight RGBA converted to premultiplied RGBA, as pbview's decoder returns pixels."""
    color = rgba[..., :3].astype(numpy.uint16)
    alpha = rgba[..., 3:].astype(numpy.uint16)
    return numpy.concatenate([(color * alpha + 127) // 255, alpha], axis=2).astype(numpy.uint8)


def straight(image):
    """A Pillow picture as an array of straight RGBA; samples of 16 bits are reduced to 8."""
    if image.mode.startswith("I") or image.mode == "F":
        gray = numpy.asarray(image).astype(numpy.float64)
        if image.mode != "F":
            gray = gray / 257
        gray = gray.clip(0, 255).round().astype(numpy.uint8)
        image = Image.fromarray(gray)
    return numpy.asarray(image.convert("RGBA"))


def pillow(path):
    """Pillow."""
    with Image.open(path) as image:
        image.seek(0)
        return premultiplied(straight(ImageOps.exif_transpose(image)))


def run(*command):
    """The standard output of a program; raises when the program fails."""
    return subprocess.run(
        command, check=True, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL).stdout


def png_of(*command):
    """The pixels of the PNG that a program writes to the path appended to its arguments."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.png"
        run(*command, target)
        # Some programs append the number of a page or frame to the name.
        made = target if target.exists() else sorted(Path(folder).iterdir())[0]
        return png(made.read_bytes())


def png(data):
    """The pixels of a PNG that another decoder wrote, upright already."""
    with Image.open(io.BytesIO(data)) as image:
        return premultiplied(straight(image))


def magick(path, kind=""):
    """ImageMagick, without colour management. `kind` names the format if the extension is not
    enough."""
    name = f"{kind}:{path}[0]" if kind else f"{path}[0]"
    out = run(
        "convert-im6.q16", name, "+profile", "icc", "-auto-orient", "-colorspace", "sRGB", "-depth",
        "8", "png:-")
    return png(out)


def webp(path):
    """dwebp of libwebp, which does not apply orientations."""
    return png_of("dwebp", "-quiet", path, "-o")


def avif(path):
    """avifdec of libavif. A few versions do not apply orientations."""
    return png_of("avifdec", "--jobs", "1", path)


def heif(path):
    """heif-convert of libheif."""
    return png_of("heif-convert", "--quiet", path)


def j2k(path):
    """opj_decompress of OpenJPEG."""
    return png_of("opj_decompress", "-quiet", "-i", path, "-o")


def jxl(path):
    """djxl of libjxl."""
    return png_of("djxl", "--quiet", "--bits_per_sample=8", path)


def tiff(path):
    """tifffile, a reader in Python: libtiff's conversion to RGBA is also a part of pbview's
    decoder."""
    import tifffile

    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        data = page.asarray()
        if page.planarconfig == 2 and data.ndim == 3:
            data = data.transpose(1, 2, 0)
        return premultiplied(tiff_rgba(page, data))


def tiff_rgba(page, data):
    """The samples of a TIFF page as straight RGBA."""
    if page.photometric not in (0, 1, 2):
        raise ValueError("colours that Python does not know")
    if data.ndim == 2:
        data = data[..., None]
    is_gray = page.photometric in (0, 1) and data.shape[2] == 1
    levels = eight_bits(data, page.bitspersample, is_gray)
    if page.photometric == 0:
        levels[..., 0] = 255 - levels[..., 0]
    colors = 3 if page.photometric == 2 else 1
    color = numpy.broadcast_to(levels[..., :colors], levels.shape[:2] + (3,))
    extra = page.extrasamples
    kind = int(extra[0]) if extra else 0
    alpha = levels[..., colors : colors + 1] if kind else numpy.full_like(levels[..., :1], 255)
    if kind == 1:  # premultiplied already
        whole = alpha.astype(float).clip(1) / 255
        color = (color / whole).clip(0, 255).round().astype(numpy.uint8)
    return numpy.concatenate([color, alpha], axis=2)


def eight_bits(data, bits, is_gray):
    """TIFF samples of any type converted to 0…255. Gray measurements are scaled from their own
    minimum and maximum."""
    is_float, is_signed = data.dtype.kind == "f", data.dtype.kind == "i"
    if is_signed and bits == 8:
        data = data.view(numpy.uint8)
    elif is_gray and (is_float or is_signed or bits > 16):
        numbers = data.astype(float)
        low, high = numpy.nanmin(numbers), numpy.nanmax(numbers)
        if not is_float or low < -0.01 or high > 1.01:
            return ((numbers - low) * 255 / max(high - low, 1e-300)).round().astype(numpy.uint8)
    elif is_signed:
        data = data.astype(numpy.int64) + (1 << bits - 1)
    if is_float:
        return (data.astype(float).clip(0, 1) * 255).round().astype(numpy.uint8)
    if data.dtype.kind == "b":
        bits = 1
    return (data.astype(float) * 255 / ((1 << bits) - 1)).round().astype(numpy.uint8)


# The decoders of each format, by pbview's name of the format.
JUDGES = {
    "JPEG": (pillow, magick),
    "PNG": (pillow, magick),
    "GIF": (pillow, magick),
    "WebP": (pillow, webp),
    "TIFF": (tiff, magick, pillow),
    "BMP": (pillow, magick),
    "ICO": (pillow, magick),
    "PNM": (pillow, magick),
    "PAM": (magick,),
    "TGA": (pillow, lambda path: magick(path, "tga")),
    "AVIF": (avif, heif, magick),
    "HEIC": (heif, magick),
    "JPEG XL": (jxl,),
    "XBM": (pillow, magick),
    "XPM": (magick,),
    "ICNS": (pillow,),
    "PSD": (pillow, magick),
    "DDS": (pillow, magick),
    "JPEG 2000": (j2k, pillow, magick),
}


def judgements(path, kind):
    """The pixels of each decoder for a format, by the decoder's name; those that fail are left out.
    """
    found = {}
    for judge in JUDGES.get(kind, ()):
        name = getattr(judge, "__name__", "magick").replace("<lambda>", "magick")
        try:
            found[name] = judge(path)
        except Exception:  # a decoder that fails for any reason is left out
            continue
    return found
