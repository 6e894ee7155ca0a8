"""Compares the metadata that `pbview --info --json` prints with that of exiftool and of `exiv2 -pa`: of
generated files, and of the files in folders.

metadata.py PBVIEW [FOLDER…]
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

# The JSON members of pbview, and the exiftool tags with the same fact, the preferred tag first.
FACTS = {
    "make": ("EXIF:Make", "XMP-tiff:Make"),
    "model": ("EXIF:Model", "EXIF:UniqueCameraModel", "XMP-tiff:Model"),
    "exposureTime": ("EXIF:ExposureTime", "XMP-exif:ExposureTime"),
    "aperture": ("EXIF:FNumber", "XMP-exif:FNumber"),
    "focalLength": ("EXIF:FocalLength", "XMP-exif:FocalLength"),
    "equivalentFocalLength": ("EXIF:FocalLengthIn35mmFormat", "XMP-exif:FocalLengthIn35mmFormat"),
    "iso": ("EXIF:ISO", "XMP-exif:ISO", "EXIF:RecommendedExposureIndex"),
    "exposureCompensation": ("EXIF:ExposureCompensation", "XMP-exif:ExposureCompensation"),
    "flash": ("EXIF:Flash",),
    "exposureProgram": ("EXIF:ExposureProgram", "XMP-exif:ExposureProgram"),
    "meteringMode": ("EXIF:MeteringMode", "XMP-exif:MeteringMode"),
    "whiteBalance": ("EXIF:WhiteBalance", "XMP-exif:WhiteBalance"),
    "rating": ("XMP-xmp:Rating", "EXIF:Rating"),
    "label": ("XMP-xmp:Label",),
    "title": ("XMP-dc:Title", "IPTC:ObjectName"),
    "keywords": ("XMP-dc:Subject", "IPTC:Keywords"),
    "latitude": ("Composite:GPSLatitude", "XMP-exif:GPSLatitude"),
    "longitude": ("Composite:GPSLongitude", "XMP-exif:GPSLongitude"),
    "creator": ("XMP-dc:Creator", "EXIF:Artist", "IPTC:By-line"),
    "copyright": ("XMP-dc:Rights", "EXIF:Copyright", "IPTC:CopyrightNotice"),
    "software": ("EXIF:Software", "XMP-xmp:CreatorTool"),
    "taken": (
        "EXIF:DateTimeOriginal", "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated",
        "Composite:DateTimeCreated", "IPTC:DateCreated", "EXIF:CreateDate", "XMP-xmp:CreateDate", "EXIF:ModifyDate",
    ),
}
# The JSON members of pbview, and the exiv2 keys with the same fact, the preferred key first.
EXIV2_FACTS = {
    "make": ("Exif.Image.Make", "Xmp.tiff.Make"),
    "model": ("Exif.Image.Model", "Exif.Image.UniqueCameraModel", "Xmp.tiff.Model"),
    "exposureTime": (
        "Exif.Photo.ExposureTime", "Exif.Image.ExposureTime", "Xmp.exif.ExposureTime",
    ),
    "aperture": ("Exif.Photo.FNumber", "Exif.Image.FNumber", "Xmp.exif.FNumber"),
    "focalLength": ("Exif.Photo.FocalLength", "Xmp.exif.FocalLength"),
    "equivalentFocalLength": (
        "Exif.Photo.FocalLengthIn35mmFilm", "Xmp.exif.FocalLengthIn35mmFilm",
    ),
    "iso": (
        "Exif.Photo.ISOSpeedRatings", "Xmp.exif.ISOSpeedRatings",
        "Exif.Photo.RecommendedExposureIndex",
    ),
    "exposureCompensation": ("Exif.Photo.ExposureBiasValue", "Xmp.exif.ExposureBiasValue"),
    "flash": ("Exif.Photo.Flash",),
    "exposureProgram": ("Exif.Photo.ExposureProgram", "Xmp.exif.ExposureProgram"),
    "meteringMode": ("Exif.Photo.MeteringMode", "Xmp.exif.MeteringMode"),
    "whiteBalance": ("Exif.Photo.WhiteBalance", "Xmp.exif.WhiteBalance"),
    "orientation": ("Exif.Image.Orientation",),
    "rating": ("Xmp.xmp.Rating", "Exif.Image.Rating"),
    "label": ("Xmp.xmp.Label",),
    "title": ("Xmp.dc.title", "Iptc.Application2.ObjectName"),
    "keywords": ("Xmp.dc.subject", "Iptc.Application2.Keywords"),
    "creator": ("Xmp.dc.creator", "Exif.Image.Artist", "Iptc.Application2.Byline"),
    "copyright": ("Xmp.dc.rights", "Exif.Image.Copyright", "Iptc.Application2.Copyright"),
    "software": ("Exif.Image.Software", "Xmp.xmp.CreatorTool"),
    "latitude": ("Exif.GPSInfo.GPSLatitude",),
    "longitude": ("Exif.GPSInfo.GPSLongitude",),
    "taken": (
        "Exif.Photo.DateTimeOriginal", "Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated",
        "Iptc.Application2.DateCreated", "Exif.Photo.DateTimeDigitized", "Xmp.xmp.CreateDate", "Exif.Image.DateTime",
    ),
}
NUMBERS = {
    "exposureTime", "aperture", "focalLength", "equivalentFocalLength", "iso",
    "exposureCompensation", "flash", "exposureProgram", "meteringMode", "whiteBalance",
    "orientation", "rating",
}
ZERO_IS_UNKNOWN = {
    "aperture", "focalLength", "equivalentFocalLength", "iso", "exposureTime", "orientation",
}
BATCH = 200


KINDS = ("jpg", "png", "tif", "webp")
SHOTS = (
    {
        "Make": "Canon", "Model": "Canon EOS R5", "LensModel": "RF24-70mm F2.8 L IS USM",
        "ExposureTime": "1/250", "FNumber": "2.8", "FocalLength": "35", "ISO": "400",
        "FocalLengthIn35mmFormat": "35", "ExposureCompensation": "-2/3", "EXIF:Flash#": "9",
        "ExposureProgram#": "3", "MeteringMode#": "5", "WhiteBalance#": "1",
        "DateTimeOriginal": "2024:05:17 14:03:05", "SubSecTimeOriginal": "25",
        "OffsetTimeOriginal": "+02:00", "XMP-xmp:Rating": "4", "XMP-xmp:Label": "Red",
        "XMP-dc:Title": "Fjord at night", "XMP-dc:Subject": ["fjord", "日本", "a, b"],
        "GPSLatitude": "60.39299", "GPSLatitudeRef": "N", "GPSLongitude": "5.32415",
        "GPSLongitudeRef": "E", "Artist": "Jörg Müller", "EXIF:Copyright": "© 2024",
        "EXIF:Software": "Firmware 1.1",
    },
    {
        "Make": "NIKON CORPORATION", "Model": "NIKON Z 8", "ExposureTime": "8", "FNumber": "11",
        "ExposureCompensation": "1/3", "ISO": "64", "EXIF:Flash#": "16", "ExposureProgram#": "1",
        "CreateDate": "1999:12:31 23:59:59", "XMP-xmp:Rating": "-1", "GPSLatitude": "33.9",
        "GPSLatitudeRef": "S", "GPSLongitude": "151.2", "GPSLongitudeRef": "W",
        "XMP-dc:Creator": "One Person", "XMP-dc:Rights": "All rights reserved",
    },
    {
        "XMP-photoshop:DateCreated": "2020:02:29 08:00:00", "XMP-dc:Title": "Only XMP",
        "XMP-exif:ExposureTime": "1/125", "XMP-exif:FNumber": "8", "XMP-exif:FocalLength": "50",
        "XMP-exif:ISO": "200", "XMP-exif:ExposureCompensation": "-1/2",
        "XMP-exif:ExposureProgram#": "3", "XMP-exif:MeteringMode#": "5", "XMP-exif:GPSLatitude": "48.5",
        "XMP-exif:GPSLongitude": "-2.25",
    },
    {
        "IPTC:ObjectName": "Only IPTC", "IPTC:Keywords": ["one", "two"], "IPTC:By-line": "Person",
        "IPTC:DateCreated": "2019:03:04", "IPTC:TimeCreated": "10:11:12+01:00",
    },
)


def make(folder):
    """Files of several kinds with all facts, written by exiftool."""
    for number, shot in enumerate(SHOTS):
        for kind in KINDS:
            path = Path(folder) / f"{number}.{kind}"
            Image.new("RGB", (48, 32), (90, 120, 160)).save(path)
            values = [
                f"-{name}={item}"
                for name, value in shot.items()
                for item in (value if isinstance(value, list) else [value])
            ]
            subprocess.run(
                ["exiftool", "-q", "-m", "-codedcharacterset=utf8", "-overwrite_original",
                 *values, str(path)], check=True,
            )


def explained(path, name, a, b, facts):
    """The reason why a difference is intended; None for any other difference. `a` is pbview's value, `b` the other
    one."""
    if name in ("latitude", "longitude") and a is None and b == 0:
        return "receivers without a fix write 0°, 0°"
    if name == "keywords" and a and ", ".join(a) == ", ".join(b or []):
        return "exiv2 divides a list at commas that are in its words"
    if name == "creator" and a and isinstance(b, str) and b.startswith(a + ", "):
        return "exiv2 joins several creators, of which pbview shows the first"
    if isinstance(b, (int, float)) and isinstance(a, str) and same_number(a, b):
        return "exiftool prints a text of digits as a number"
    if b is None and path.lower().endswith((".crw", ".x3f", ".mrw")):
        return "exiftool gives facts of formats without EXIF other names"
    if name == "flash" and b is None:
        return "the state of the flash is in XMP, as a structure"
    if name == "iso" and b == 65_535:
        return "an ISO speed of 65 535 means that another tag has it"
    if "\ufffd" in str(b) and "\ufffd" not in str(a):
        return "exiv2 prints bytes that are no UTF-8"
    if name == "rating" and a is None and b == 0:
        return "a rating of 0 is none"
    if a is None and path.lower().endswith(".svg"):
        return "texts in elements of SVG outside XMP are not read"
    return None


def same_number(a, b):
    try:
        return float(a) == float(b)
    except ValueError:
        return False


def ours(pbview, files):
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory() as home:
        environment |= {"HOME": home, "XDG_CACHE_HOME": home}
        output = subprocess.run(
            [pbview, "--info", "--json", *files], capture_output=True, env=environment
        ).stdout
    lines = [line for line in output.decode().splitlines() if line]
    return {facts["path"]: facts for facts in map(json.loads, lines)}


def theirs(files):
    output = subprocess.run(
        ["exiftool", "-json", "-n", "-G1", "-struct", "-charset", "filename=utf8", *files],
        capture_output=True,
    ).stdout
    found = {}
    for tags in json.loads(output.decode(errors="replace") or "[]", strict=False):
        # Tags of all EXIF directories, which are groups of exiftool, get the group EXIF, too.
        flat = {}
        for name, value in tags.items():
            group, _, tag = name.partition(":")
            flat.setdefault(name, value)
            if group in ("IFD0", "ExifIFD", "GPS"):
                flat.setdefault("EXIF:" + tag, value)
        found[tags["SourceFile"]] = flat
    return found


def theirs_exiv2(path):
    """The values that exiv2 prints for a file, as a list for each key."""
    output = subprocess.run(
        ["exiv2", "-q", "-PEIXkv", path], capture_output=True
    ).stdout.decode(errors="replace")
    found = {}
    for line in output.splitlines():
        key, _, value = line.partition(" ")
        if not key.startswith(("Exif.", "Iptc.", "Xmp.")):
            continue
        found.setdefault(key, []).append(value.strip())
    return found


def exiv2_value(name, tags, key):
    """The value of an exiv2 key in the form of exiftool; None for an empty or invalid value."""
    values = tags.get(key)
    if not values or not values[0]:
        return None
    value = values[0]
    if name in ("latitude", "longitude"):
        parts = [fraction(part) for part in value.split()]
        if len(parts) != 3 or None in parts:
            return None
        degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        return -degrees if tags.get(key + "Ref", [""])[0][:1] in ("S", "W") else degrees
    if name in NUMBERS:
        return fraction(value.split()[0])
    if key == "Iptc.Application2.DateCreated":
        return " ".join([value, *tags.get("Iptc.Application2.TimeCreated", [])])
    if value.startswith("lang="):
        value = value.partition(" ")[2]
    if name == "keywords":
        return values if key.startswith("Iptc") else value.split(", ")
    return value


def fraction(text):
    over, _, under = text.partition("/")
    try:
        return float(over) / float(under or 1)
    except (ValueError, ZeroDivisionError):
        return None


def text(value):
    """A value in the form for comparison: strings with single spaces, dictionaries by their default language."""
    if isinstance(value, list):
        return [text(item) for item in value]
    if isinstance(value, dict):
        return text(value.get("x-default", next(iter(value.values()), "")))
    if isinstance(value, str):
        return " ".join(value.replace("\0", " ").split())
    return value


def instant(value):
    """The digits of a date and time, without fraction and zone; None for an unknown one."""
    digits = [digit for digit in str(value)[:19] if digit.isdigit()]
    number = "".join(digits).ljust(14, "0")
    return None if not digits or number[:8] == "00000000" else number[:14]


def equal(name, a, b):
    if name == "taken":
        return instant(a) == instant(b)
    if name in ZERO_IS_UNKNOWN and a is None and b in (0, "undef", "inf", ""):
        return True
    if isinstance(b, (int, float)) and isinstance(a, (int, float)):
        return math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-6)
    a, b = text(a), text(b)
    if name == "keywords":
        listed = b if isinstance(b, list) else [b]
        return [str(item) for item in a or []] == list(dict.fromkeys(str(item) for item in listed))
    if isinstance(b, list):
        b = b[0] if b else None
    return str(a if a is not None else "") == str(b if b is not None else "")


def main(pbview, folders):
    with tempfile.TemporaryDirectory() as made:
        make(made)
        compare(pbview, [made, *folders])


def compare(pbview, folders):
    files = [
        str(path)
        for folder in folders
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and path.suffix.lower() not in (".txt", ".md", ".tsv", ".py", ".conf")
    ]
    compared = facts = 0
    intended = {}
    different = []

    def compare_fact(path, name, a, b, tags, program):
        nonlocal facts
        if a is None and b is None:
            return
        facts += 1
        if equal(name, a, b):
            return
        if reason := explained(path, name, a, b, tags):
            intended[reason] = intended.get(reason, 0) + 1
        else:
            different.append((path, f"{program} {name}", a, b))

    for start in range(0, len(files), BATCH):
        part = files[start : start + BATCH]
        own, other = ours(pbview, part), theirs(part)
        for path in part:
            if path not in own or path not in other:
                continue
            compared += 1
            for name, tags in FACTS.items():
                b = next((other[path][tag] for tag in tags if other[path].get(tag) not in (None, "")), None)
                compare_fact(path, name, own[path].get(name), b, other[path], "exiftool")
            tags = theirs_exiv2(path)
            for name, keys in EXIV2_FACTS.items():
                found = (exiv2_value(name, tags, key) for key in keys)
                b = next((value for value in found if value is not None), None)
                # exiv2 has no value for formats that it does not read.
                if b is not None:
                    compare_fact(path, name, own[path].get(name), b, tags, "exiv2")
    for path, name, a, b in different:
        print(f"{path}\t{name}\t{a!r}\t{b!r}")
    for reason, count in sorted(intended.items()):
        print(f"{count:6} {reason}")
    print(
        f"{compared} files, {facts} facts compared, {sum(intended.values())} differ as intended,"
        f" {len(different)} differ"
    )
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
