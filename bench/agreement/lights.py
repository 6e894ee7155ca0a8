"""The check of scene light: OpenEXR, Radiance HDR and Photoshop documents of 32 bits have one tone mapping.

Other programs cut light at white, or write the numbers unchanged, so that none of them is a reference. The rule is that
of the guide: tones up to 0.6 of diffuse white are unchanged, and the rest is compressed so that the brightest light,
apart from two pixels in a thousand, is white."""

import struct

import numpy

import made
from difference import words
from helper import STANDARD

KNEE = 0.6  # the light, relative to diffuse white, up to which tones are unchanged
BRIGHT_SHARE = 0.002  # the share of the pixels that may be brighter than white
MAX_DIFFERENCE = 1  # of a channel, 0…255, by rounding


def shown(lights):
    """The expected pixels of an array of red, green and blue scene light."""
    brightest = numpy.sort(lights.max(axis=2).ravel())
    brightest = brightest[brightest > 0]
    peak = max(1, brightest[int((len(brightest) - 1) * (1 - BRIGHT_SHARE))])
    above = (lights - KNEE).clip(0, None) / (1 - KNEE)
    most = (peak - KNEE) / (1 - KNEE)
    pressed = KNEE + (1 - KNEE) * above / (1 + above) * (1 + 1 / most)
    light = numpy.where((lights > KNEE) & (peak > 1), pressed, lights).clip(0, 1)
    numbers = numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    out = numpy.full(lights.shape[:2] + (4,), 255, numpy.uint8)
    out[..., :3] = (numbers * 255).round()
    return out


def radiance(lights):
    """The bytes of a Radiance picture without runs, and the light that its pixels state."""
    power = numpy.ceil(numpy.log2(lights.max(axis=2).clip(1e-6, None))).astype(int) + 1
    mantissas = (lights / 2.0 ** (power[..., None] - 8)).astype(numpy.uint8)
    pixels = numpy.concatenate([mantissas, (power[..., None] + 128).astype(numpy.uint8)], axis=2)
    head = f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {made.HEIGHT} +X {made.WIDTH}\n".encode()
    return head + pixels.tobytes(), mantissas * 2.0 ** (power[..., None] - 8)


def photoshop(planes):
    """The bytes of a Photoshop document of 32 bits without layers."""
    mode = 1 if len(planes) == 1 else 3
    head = b"8BPS" + struct.pack(">H6xHIIHH", 1, len(planes), made.HEIGHT, made.WIDTH, 32, mode)
    return head + bytes(14) + b"".join(plane.astype(">f4").tobytes() for plane in planes)


def openexr(lights):
    """The bytes of an OpenEXR picture of single scan lines without compression."""
    box = struct.pack("<4i", 0, 0, made.WIDTH - 1, made.HEIGHT - 1)
    # Each channel has samples of 32 bits (2), without subsampling.
    channels = b"".join(name + struct.pack("<IIII", 2, 0, 1, 1) for name in (b"B\0", b"G\0", b"R\0")) + b"\0"
    head = b"\x76\x2f\x31\x01" + struct.pack("<I", 2)
    for name, kind, value in (
        (b"channels", b"chlist", channels), (b"compression", b"compression", b"\0"),
        (b"dataWindow", b"box2i", box), (b"displayWindow", b"box2i", box),
        (b"lineOrder", b"lineOrder", b"\0"), (b"pixelAspectRatio", b"float", struct.pack("<f", 1)),
        (b"screenWindowCenter", b"v2f", bytes(8)), (b"screenWindowWidth", b"float", struct.pack("<f", 1)),
    ):
        head += name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value
    head += b"\0"
    size = 12 * made.WIDTH
    start = len(head) + 8 * made.HEIGHT
    offsets = struct.pack(f"<{made.HEIGHT}Q", *(start + y * (size + 8) for y in range(made.HEIGHT)))
    rows = b"".join(
        struct.pack("<iI", y, size) + row[:, ::-1].T.astype("<f4").tobytes() for y, row in enumerate(lights))
    return head + offsets + rows


def check(folder, helper):
    """The name and the faults, or "", of each format of scene light, with and without highlights."""
    maker = made.Maker(folder)
    numbers = made.scene()[..., :3] / 255
    light = numpy.where(numbers <= 0.04045, numbers / 12.92, ((numbers + 0.055) / 1.055) ** 2.4)
    for name, gain in (("dark", 0.5), ("white", 1), ("bright", 7)):
        lights = light * gain
        gray = numpy.repeat(lights[..., :1], 3, axis=2)
        coded, stated = radiance(lights)
        for ending, data, truth in (
            ("hdr", coded, stated), ("exr", openexr(lights), lights),
            ("psd", photoshop([lights[..., channel] for channel in range(3)]), lights),
            ("gray.psd", photoshop([lights[..., 0]]), gray),
        ):
            path = maker.path(f"light-{name}.{ending}")
            path.write_bytes(data)
            yield path.name, words(helper.decode(path, STANDARD), shown(truth), MAX_DIFFERENCE)
