"""The little that cameras write beside a picture: placement, date, words, and a preview."""

import io
import struct

ASCII, SHORT, LONG = 2, 3, 4


def _directory(entries, start, after):
    """One directory of tags at `start`; `after` is where the next one is, or 0."""
    head = struct.pack("<H", len(entries))
    spill = start + 2 + 12 * len(entries) + 4
    tail = b""
    for tag, kind, value in sorted(entries, key=lambda entry: entry[0]):
        if kind == ASCII:
            text = value.encode() + b"\0"
            head += struct.pack("<HHII", tag, kind, len(text), spill + len(tail))
            tail += text + b"\0" * (len(text) % 2)
        else:
            packed = struct.pack(
                "<HH" if kind == SHORT else "<I", *((value, 0) if kind == SHORT else (value,))
            )
            head += struct.pack("<HHI", tag, kind, 1) + packed
    return head + struct.pack("<I", after) + tail


def exif(description, taken, orientation=1, preview=None):
    """The bytes for Pillow's `exif=`; `preview` is a small picture to embed."""
    photo = [(0x9003, ASCII, taken)]
    main = [(0x010E, ASCII, description), (0x0112, SHORT, orientation), (0x8769, LONG, 0)]
    photo_at = 8 + len(_directory(main, 8, 0))
    main[2] = (0x8769, LONG, photo_at)
    preview_at = photo_at + len(_directory(photo, photo_at, 0))
    body = _directory(main, 8, preview_at if preview else 0) + _directory(photo, photo_at, 0)
    if preview:
        file = io.BytesIO()
        preview.save(file, "JPEG", quality=82)
        small = [(0x0103, SHORT, 6), (0x0201, LONG, 0), (0x0202, LONG, len(file.getvalue()))]
        data_at = preview_at + len(_directory(small, preview_at, 0))
        small[1] = (0x0201, LONG, data_at)
        body += _directory(small, preview_at, 0) + file.getvalue()
    return b"Exif\0\0II*\0" + struct.pack("<I", 8) + body
