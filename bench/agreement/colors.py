"""Generated pictures with colour profiles or code points (CICP), each with its expected pixels in sRGB."""

import numpy
from PIL import Image, ImageCms

from helper import STANDARD
from made import LOSSY, Maker, scene, with_alpha

# The matrix from linear Display P3 to linear sRGB, which have the same white point (CSS Color 4, 18).
P3_IN_SRGB = numpy.array([
    [1.2249401763, -0.2249401763, 0.0],
    [-0.0420569547, 1.0420569547, 0.0],
    [-0.0196375546, -0.0786360456, 1.0982736002],
])


def from_p3(rgba):
    """Display P3 pixels converted to sRGB, which has the same transfer function."""
    numbers = rgba[..., :3] / 255
    light = numpy.where(numbers <= 0.04045, numbers / 12.92, ((numbers + 0.055) / 1.055) ** 2.4)
    light = (light @ P3_IN_SRGB.T).clip(0, 1)
    numbers = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    out = rgba.copy()
    out[..., :3] = (numbers * 255).round()
    return out


def rotated_profile():
    """An sRGB profile with rotated primaries: red values give green light, green ones blue, and blue ones red."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    table = bytearray(profile)
    for entry in range(132, 132 + 12 * int.from_bytes(profile[128:132], "big"), 12):
        to = {b"rXYZ": b"bXYZ", b"gXYZ": b"rXYZ", b"bXYZ": b"gXYZ"}.get(profile[entry:entry + 4])
        if to:
            table[entry:entry + 4] = to
    return bytes(table)


def make(folder):
    """The cases: a profile in every format that can contain one, and code points in AVIF."""
    maker = Maker(folder)
    upright = scene()
    image = Image.fromarray(upright).convert("RGB")
    plain = maker.path("colors.png")
    image.save(plain)
    profile = rotated_profile()
    icc = maker.path("rotated.icc")
    icc.write_bytes(profile)
    rotated = upright[..., [2, 0, 1, 3]]
    exact = {"color": STANDARD}
    near = {**exact, "tolerance": LOSSY}
    for ending, options, known in (
        ("png", {}, exact), ("tif", {}, exact), ("webp", {"lossless": True}, exact),
        ("jpg", {"quality": 95, "subsampling": 0}, near),
    ):
        image.save(maker.path(f"profile.{ending}"), icc_profile=profile, **options)
        maker.add(f"profile.{ending}", rotated, **known)
    tagged = maker.path("profile.png")
    maker.run("cjxl", "--quiet", "-d", "0", tagged, maker.path("profile.jxl"))
    maker.add("profile.jxl", rotated, **exact)
    maker.run("avifenc", "--lossless", "--icc", icc, plain, maker.path("profile.avif"))
    maker.add("profile.avif", rotated, **exact)
    maker.run("avifenc", "--lossless", "--icc", icc, "--cicp", "12/13/0", plain,
              maker.path("profile-numbers.avif"))
    maker.add("profile-numbers.avif", rotated, **exact)
    maker.run("heif-enc", "-q", "95", tagged, "-o", maker.path("profile.heic"))
    maker.add("profile.heic", rotated, **near)
    for name, numbers, truth in (
        ("p3", "12/13/0", from_p3(upright)), ("srgb", "1/13/0", upright),
        ("bt709", "1/1/0", upright), ("unknown", "2/2/0", upright),
    ):
        maker.run("avifenc", "--lossless", "--cicp", numbers, plain, maker.path(f"{name}.avif"))
        maker.add(f"{name}.avif", truth, **exact)
    for reach in ("full", "limited"):
        maker.run("avifenc", "--min", "0", "--max", "0", "-r", reach, "--cicp", "12/13/1", plain,
                  maker.path(f"p3-{reach}.avif"))
        maker.add(f"p3-{reach}.avif", from_p3(upright), **exact)
    clear = maker.path("clear.png")
    Image.fromarray(with_alpha(upright)).save(clear)
    maker.run("avifenc", "--min", "0", "--max", "0", "-r", "limited", "--cicp", "1/13/1", "-p", clear,
              maker.path("premultiplied.avif"))
    maker.add("premultiplied.avif", with_alpha(upright), **near)
    return maker.cases
