"""The pictures of the benchmark: synthetic photos, made once in a temporary folder."""

import datetime
import io
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import books
import numpy as np
from PIL import Image, ImageOps

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "assets"))
from painting.brush import noise  # noqa: E402
from painting.exif import exif  # noqa: E402

FOLDER = Path(tempfile.gettempdir()) / f"pbview-bench-{os.getuid()}"
BURST, GRID, HELD, HUGE = 22, 1000, 310, 21
SMALL = (("0.2", 640, 320), ("0.8", 1024, 768), ("2", 1728, 1152))  # megapixels, width, height
SMALL_CROWD = 20_000
CROWDS = (10, 10_000, 100_000)
LIBRARIES = (100, 10_000, 100_000)
DATED, DATED_FOLDERS = 100_000, 1000
MILLION, MILLION_FOLDERS = 1_000_000, 2000
RAW = 4
SHOTS, ALIKE, SCENES = 400, 4, 25  # shots of an event, shots of a scene, scenes that differ
MOST_LINKS = 30_000  # hard links to one file; ext4 allows 65 000


def photo(width, height, seed, grain=9):
    """A synthetic photo: noise of all scales and sensor noise, as costly to decode as a real photo.
    The large structures are strong and depend on the seed, so that the pictures differ clearly."""
    chance = np.random.default_rng(seed)
    detail = noise(height // 2, width // 2, 220, 8, 7, gain=0.6)  # the same in all; slow
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
    """Makes the missing pictures and returns the folder that has a subfolder for each kind."""
    steps = (
        ("complete-4", make_photos),
        ("sizes-1", make_sizes),
        ("grids-1", make_grids),
        ("animated-1", make_animated),
        ("mixed-1", make_mixed),
        ("dated-1", make_dated),
        ("raw-1", make_raw),
        ("small-1", make_small),
        ("million-1", make_million),
        ("book-1", make_book),
        ("shots-1", make_shots),
    )
    for stamp, step in steps:
        if not (FOLDER / stamp).exists():
            print(f"Making pictures in {FOLDER} (once)", file=sys.stderr)
            step()
            (FOLDER / stamp).touch()
    return FOLDER


def make_photos():
    """Photos for opening and paging, and large folders with one of them."""
    for name in ("alone", "preview", "burst"):
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
    for index in range(BURST):
        image = photo(6000, 4000, 100 + index)
        jpeg(image, FOLDER / "burst" / f"{index:02}.jpg")
        if index == 0:
            jpeg(image, FOLDER / "alone" / "photo.jpg")
            jpeg(image, FOLDER / "preview" / "photo.jpg", preview=True)
    small = io.BytesIO()
    photo(640, 428, 9).save(small, "JPEG")
    for count in CROWDS:
        place = FOLDER / f"crowd-{count}"
        crowd(place, count, small.getvalue())
        middle = place / f"{count // 2:05}.jpg"
        middle.unlink()
        os.link(FOLDER / "alone" / "photo.jpg", middle)


def make_sizes():
    """Photos of several sizes, and many hard links to photos of 24 and 100 megapixels."""
    for name in ("sizes", "held", "huge-jpeg", "huge-png"):
        (FOLDER / name).mkdir(exist_ok=True)
    sizes = FOLDER / "sizes"
    for name, width, height in (("12", 4000, 3000), ("24", 6000, 4000), ("48", 8000, 6000)):
        jpeg(photo(width, height, 100), sizes / f"{name}.jpg")
    photo(6000, 4000, 100).save(
        sizes / "progressive.jpg", quality=88, subsampling="4:2:0", progressive=True
    )
    photo(4000, 3000, 100, grain=4).save(sizes / "12.png", compress_level=6)
    for seed in range(3):
        large = photo(12000, 8400, 200 + seed, grain=4)
        jpeg(large, FOLDER / f"seed-{seed}.jpg")
        large.save(FOLDER / f"seed-{seed}.png", compress_level=6)
    for kind in ("jpg", "png"):
        link(FOLDER / f"seed-0.{kind}", sizes, "100")
        for index in range(HUGE):
            place = FOLDER / ("huge-jpeg" if kind == "jpg" else "huge-png")
            link(FOLDER / f"seed-{index % 3}.{kind}", place, f"{index:02}")
    for index in range(HELD):
        link(FOLDER / "burst" / f"{index % BURST:02}.jpg", FOLDER / "held", f"{index:03}")


def animation(path, frames):
    """A drifting pattern, 50 frames per second."""
    lumps = noise(428, 640, 120, 5, 3) * 255 + np.arange(640) / 5
    palette = [value for i in range(256) for value in (i, 255 - i, 128)]
    images = []
    for index in range(frames):
        image = Image.fromarray(((lumps + 3 * index) % 256).astype(np.uint8) & 0xF0, "P")
        image.putpalette(palette)
        images.append(image)
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=20, loop=0, optimize=False
    )


def make_mixed():
    """An album of 500 photos, animations, drawings and (with ffmpeg) clips; a long animation."""
    folder, long = FOLDER / "mixed", FOLDER / "long"
    seeds = FOLDER / "seeds"
    for path in (folder, long, seeds):
        path.mkdir(exist_ok=True)
    for index in range(20):
        jpeg(photo(3000, 2000, 700 + index), seeds / f"{index}.jpg")
    animation(seeds / "wave.gif", 60)
    animation(long / "2000.gif", 2000)
    (seeds / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">'
        '<rect width="300" height="200" fill="#456"/><circle cx="150" cy="100" r="80" fill="#fc3"/>'
        "</svg>"
    )
    kinds = {7: "wave.gif", 8: "drawing.svg"}
    if shutil.which("ffmpeg"):
        source = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=2"]
        command = ["ffmpeg", "-loglevel", "error", "-y", *source, "-pix_fmt", "yuv420p"]
        subprocess.run([*command, str(seeds / "clip.mp4")], check=True)
        kinds[9] = "clip.mp4"
    for index in range(500):
        seed = seeds / kinds.get(index % 10, f"{index % 20}.jpg")
        name = folder / f"{index:03}{seed.suffix}"
        if not name.exists():
            os.link(seed, name)


def make_animated():
    """An album of photos with an animation of 1000 frames in the middle."""
    folder = FOLDER / "animated"
    folder.mkdir(exist_ok=True)
    for index, name in enumerate(("0.jpg", "2.jpg")):
        if not (folder / name).exists():
            os.link(FOLDER / "burst" / f"{index:02}.jpg", folder / name)
    animation(folder / "1.gif", 1000)


def make_grids():
    """A thousand hard links to the photos of the burst and their mirror images, without and with an
    embedded preview; and folders with very many small files. All viewers cache thumbnails by name,
    so no viewer profits from names of the same file."""
    sources = []
    for index in range(BURST):
        own = FOLDER / "burst" / f"{index:02}.jpg"
        mirrored = FOLDER / "mirrored" / own.name
        mirrored.parent.mkdir(exist_ok=True)
        jpeg(ImageOps.mirror(Image.open(own)), mirrored)
        sources += [own, mirrored]
    for path in sources:
        with_preview = FOLDER / "previews" / f"{path.parent.name}-{path.name}"
        with_preview.parent.mkdir(exist_ok=True)
        add_preview(path, with_preview)
    for name, of in (("grid", None), ("grid-preview", FOLDER / "previews")):
        (FOLDER / name).mkdir(exist_ok=True)
        for index in range(GRID):
            path = sources[index % len(sources)]
            link(of / f"{path.parent.name}-{path.name}" if of else path, FOLDER / name, f"{index:05}")
    tiny = io.BytesIO()
    photo(320, 216, 9).save(tiny, "JPEG")
    for count in LIBRARIES:
        crowd(FOLDER / f"library-{count}", count, tiny.getvalue())


def make_dated():
    """Folders of hard links to small photos with the dates of 1000 days of three years."""
    seeds = FOLDER / "dated-seeds"
    seeds.mkdir(exist_ok=True)
    image = photo(320, 216, 9)
    day = datetime.date(2021, 1, 1)
    for index in range(DATED_FOLDERS):
        taken = f"{day + datetime.timedelta(days=index):%Y:%m:%d} 12:00:00"
        image.save(seeds / f"{index:04}.jpg", quality=60, exif=exif("bench", taken))
    each = DATED // DATED_FOLDERS
    for index in range(DATED):
        folder = FOLDER / "dated" / f"{index // each:04}"
        folder.mkdir(parents=True, exist_ok=True)
        link(seeds / f"{index % DATED_FOLDERS:04}.jpg", folder, f"{index:06}")


def make_million():
    """A million hard links to the small photos with dates, in 2000 folders."""
    seeds = [str(FOLDER / "dated-seeds" / f"{index:04}.jpg") for index in range(DATED_FOLDERS)]
    each = MILLION // MILLION_FOLDERS
    for number in range(MILLION_FOLDERS):
        folder = FOLDER / "million" / f"{number:04}"
        folder.mkdir(parents=True, exist_ok=True)
        have = set(os.listdir(folder))
        for index in range(number * each, (number + 1) * each):
            if f"{index:07}.jpg" not in have:
                os.link(seeds[index % DATED_FOLDERS], f"{folder}/{index:07}.jpg")


def make_small():
    """Photos smaller than the window, alone and as the first of many; an animation that fits memory."""
    place = FOLDER / "small"
    place.mkdir(exist_ok=True)
    for name, width, height in SMALL:
        (place / name).mkdir(exist_ok=True)
        jpeg(photo(width, height, 300), place / name / "photo.jpg")
    first = (place / "0.8" / "photo.jpg").read_bytes()
    crowd(place / "crowd", SMALL_CROWD, first)
    frames = [photo(800, 600, 400 + index).quantize(128) for index in range(20)]
    frames[0].save(place / "20.gif", save_all=True, append_images=frames[1:], duration=50, loop=0)


def make_book():
    """A comic book with as many pages as a thick volume."""
    place = FOLDER / "book"
    place.mkdir(exist_ok=True)
    books.write(place / "draft.cbz")
    (place / "draft.cbz").rename(place / "book.cbz")


def make_shots():
    """Makes photos of 6 megapixels in groups of similar ones, which `write_shots` copies with other dates."""
    place = FOLDER / "shots"
    place.mkdir(exist_ok=True)
    for scene in range(SCENES):
        wide = photo(3120, 2060, 900 + scene, grain=4)
        for shot in range(ALIKE):
            x, y = 40 * shot, 20 * shot
            image = wide.crop((x, y, x + 3000, y + 2000))
            image.save(place / f"{scene * ALIKE + shot:03}.jpg", quality=85, subsampling="4:2:0")


def write_shots(place, count=SHOTS):
    """Writes the first shots of an event: similar ones a second apart, scenes ten minutes apart."""
    sources = [path.read_bytes() for path in sorted((FOLDER / "shots").iterdir())]
    begun = datetime.datetime(2024, 6, 1, 8, 0)
    for number in range(count):
        scene, shot = divmod(number, ALIKE)
        taken = begun + datetime.timedelta(minutes=10 * scene, seconds=shot)
        note = exif("bench", f"{taken:%Y:%m:%d %H:%M:%S}")
        data = with_note(sources[number % len(sources)], note)
        (place / f"shot-{number:03}.jpg").write_bytes(data)


def make_raw():
    """Makes DNG files of 24 megapixels with a JPEG preview of the same size."""
    (FOLDER / "raw").mkdir(exist_ok=True)
    for index in range(RAW):
        source = FOLDER / "burst" / f"{index:02}.jpg"
        pixels = np.asarray(Image.open(source).convert("RGB"))
        (FOLDER / "raw" / f"{index:02}.dng").write_bytes(dng(pixels, source.read_bytes()))


def dng(pixels, preview):
    """The bytes of a DNG file: a preview, and uncompressed RGGB sensor samples of 16 bits."""
    height, width, _ = pixels.shape
    samples = np.empty((height, width), "<u2")
    for row, column, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        cells = pixels[row::2, column::2, channel].astype(np.float32) / 255
        samples[row::2, column::2] = (cells**2.2 * 16000).astype(np.uint16)  # linear light
    rational = lambda *values: b"".join(struct.pack("<ii", round(v * 10000), 10000) for v in values)
    short, long, text, byte, signed, ratio = 3, 4, 2, 1, 10, 5
    unit = rational(1, 0, 0, 0, 1, 0, 0, 0, 1)
    sensor = [
        (254, long, 0), (256, long, width), (257, long, height), (258, short, 16),
        (259, short, 1), (262, short, 32803), (273, long, "sensor"), (277, short, 1),
        (278, long, height), (279, long, samples.nbytes), (33421, short, (2, 2)),
        (33422, byte, bytes((0, 1, 1, 2))), (50717, long, 16000),
    ]  # fmt: skip
    first = [
        (254, long, 1), (256, long, width), (257, long, height), (258, short, (8, 8, 8)),
        (259, short, 7), (262, short, 6), (271, text, b"bench\0"), (272, text, b"bench\0"),
        (273, long, "preview"), (274, short, 1), (277, short, 3), (278, long, height),
        (279, long, len(preview)), (330, long, "directory"), (50706, byte, bytes((1, 4, 0, 0))),
        (50708, text, b"bench\0"), (50721, signed, unit), (50728, ratio, rational(1, 1, 1)),
        (50778, short, 21),
    ]  # fmt: skip
    places = {"preview": 0, "sensor": 0, "directory": 0}
    for _ in range(2):  # the second pass knows the places
        data = bytearray(b"II*\0" + struct.pack("<I", 8))
        directory(data, first, places)
        places["directory"] = len(data)
        directory(data, sensor, places)
        places["preview"], places["sensor"] = len(data), len(data) + len(preview)
    return bytes(data) + preview + samples.tobytes()


def directory(data, entries, places):
    """Appends a TIFF directory to `data`. A value is a number, a tuple, bytes, or a name whose offset is in `places`.
    """
    sizes = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8}
    begin = len(data)
    values = begin + 2 + 12 * len(entries) + 4
    fields, extra = b"", b""
    for tag, kind, value in entries:
        value = places.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, bytes):
            parts = value if isinstance(value, tuple) else (value,)
            value = b"".join(struct.pack("<H" if kind == 3 else "<I", part) for part in parts)
        field = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack("<I", values + len(extra))
        if len(value) > 4:
            extra += value + b"\0" * (len(value) % 2)
        fields += struct.pack("<HHI", tag, kind, len(value) // sizes[kind]) + field
    data += struct.pack("<H", len(entries)) + fields + b"\0\0\0\0" + extra


def add_preview(path, target):
    """Writes a copy of the JPEG with an Exif preview of 160×107, as cameras do."""
    small = Image.open(path)
    small.draft("RGB", (750, 500))
    note = exif("bench", "2024:01:01 00:00:00", 1, small.resize((160, 107)))
    target.write_bytes(with_note(path.read_bytes(), note))


def with_note(data, note):
    """The bytes of a JPEG with Exif data in front of its other segments."""
    size = (len(note) + 2).to_bytes(2, "big")
    return data[:2] + b"\xff\xe1" + size + note + data[2:]


def crowd(folder, count, data):
    """Fills a folder with `count` hard links to a few copies of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        if index % MOST_LINKS == 0:
            seed = folder / f"{index:05}.jpg"
            seed.write_bytes(data)
        else:
            link(seed, folder, f"{index:05}")


def link(path, folder, name):
    target = folder / f"{name}{path.suffix}"
    if not target.exists():
        os.link(path, target)
