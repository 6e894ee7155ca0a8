"""The pictures of the bench: photo-like, made once, kept in a temporary folder."""

import io
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "assets"))
from painting.brush import noise  # noqa: E402
from painting.exif import exif  # noqa: E402

FOLDER = Path(tempfile.gettempdir()) / f"pbview-bench-{os.getuid()}"
BURST, CROWD = 22, 20000


def photo(width, height, seed, grain=9):
    """Lumps of every size, and sensor noise: what a decoder finds in a photo. The large lumps
    are strong and differ with the seed, so that every picture is known at a glance."""
    chance = np.random.default_rng(seed)
    detail = noise(height // 2, width // 2, 220, 8, 7, gain=0.6)  # alike in all, and costly to make
    detail = np.asarray(Image.fromarray(detail).resize((width, height), Image.Resampling.BICUBIC))
    dust = chance.normal(0, grain, (height // 4, width)).astype(np.float32)
    dust = np.tile(dust, (4, 1))
    picture = np.empty((height, width, 3), np.uint8)
    for channel in range(3):
        tiles = chance.uniform(30, 225, (4, 6)).astype(np.float32)
        large = np.asarray(Image.fromarray(tiles).resize((width, height), Image.Resampling.BICUBIC))
        picture[..., channel] = np.clip(large + 70 * (detail - 0.5) + dust, 0, 255)
    return Image.fromarray(picture)


def jpeg(image, path, preview=False):
    note = exif("bench", "2024:01:01 00:00:00", 1, image.resize((160, 107))) if preview else b""
    image.save(path, quality=88, subsampling="4:2:0", exif=note)


def make():
    """Makes what is missing; the folder of every kind of picture."""
    done = FOLDER / "complete-3"
    if done.exists():
        return FOLDER
    print(f"Making pictures in {FOLDER} (once)", file=sys.stderr)
    for name in ("alone", "preview", "png", "burst", "crowd"):
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
    for index in range(BURST):
        image = photo(6000, 4000, 100 + index)
        jpeg(image, FOLDER / "burst" / f"{index:02}.jpg")
        if index == 0:
            jpeg(image, FOLDER / "alone" / "photo.jpg")
            jpeg(image, FOLDER / "preview" / "photo.jpg", preview=True)
    photo(4000, 3000, 100, grain=4).save(FOLDER / "png" / "photo.png", compress_level=6)

    small = io.BytesIO()
    photo(640, 428, 9).save(small, "JPEG")
    seed = FOLDER / "crowd" / "00000.jpg"
    seed.write_bytes(small.getvalue())
    for index in range(1, CROWD):
        link = FOLDER / "crowd" / f"{index:05}.jpg"
        if not link.exists():
            os.link(seed, link)
    middle = FOLDER / "crowd" / f"{CROWD // 2:05}.jpg"
    middle.unlink()
    os.link(FOLDER / "alone" / "photo.jpg", middle)
    done.touch()
    return FOLDER
