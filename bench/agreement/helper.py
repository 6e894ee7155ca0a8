"""A client of pbview-decoder that sends requests as the viewer does."""

import array
import mmap
import os
import select
import socket
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy

MAGIC = 0x57564250
VERSION = 17  # of the messages, as in DecoderWireFormat.swift
WIRE = Path(__file__).parents[2] / "Sources/Core/DecoderWire/DecoderWireFormat.swift"
EXACT, FRAMES, REGION = 2, 7, 8
UNTOUCHED, STANDARD = 0, 1  # the requested colours: as they are stored, or in sRGB
MOST = 4096
SECONDS = 40
FRAMES_TAG = 5
KINDS = (
    "unknown format", "missing loader", "damaged", "too large", "unreadable", "empty", "too slow",
    "crashed", "no decoder", "unsupported",
)


@dataclass
class Answer:
    """The result of a request about one file. `pixels` are premultiplied RGBA; `failure` is "" on success."""

    failure: str = ""
    pixels: numpy.ndarray | None = None
    size: tuple[int, int] = (0, 0)
    format: str = ""
    orientation: int = 1
    frames: int = 1
    leaves: int = 1  # the number of pictures in the file
    is_truncated: bool = False
    first: int = 0  # the index of the first of `pictures` in the animation
    pictures: list = field(default_factory=list)  # the frames of an animation, in the form of `pixels`
    durations: list = field(default_factory=list)  # of `pictures`, in milliseconds


class Helper:
    """A decoder process, which is replaced when it ends."""

    def __init__(self, program):
        if f"version: UInt16 = {VERSION}\n" not in WIRE.read_text():
            raise SystemExit(f"agreement: helper.py speaks version {VERSION}, {WIRE.name} another")
        self.program = program
        self.process = None
        self.last = 0
        self.start()

    def start(self):
        """Starts a process with one end of a packet socket as descriptor 3."""
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        end = theirs.fileno()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" --all-formats 3<&{end} {end}<&-', self.program],
            pass_fds=(end,))
        theirs.close()

    def stop(self):
        """Closes the connection and kills the process."""
        self.socket.close()
        self.process.kill()
        self.process.wait()

    def decode(self, path, color=UNTOUCHED, leaf=0):
        """The decoded picture `leaf` of a file, counted from 0, in its natural size."""
        return self.ask(path, request(path.name, color, leaf=leaf))

    def frames(self, path, color=UNTOUCHED):
        """All frames of an animation with their durations, or the failure."""
        self.last += 1
        pictures, durations = [], []
        while True:
            answer = self.ask(path, request(path.name, color, frames=(self.last, len(pictures), 8)))
            if answer.failure:
                return answer
            if answer.first != len(pictures):
                break
            pictures += answer.pictures
            durations += answer.durations
            if len(pictures) >= answer.frames:
                break
        answer.pictures, answer.durations = pictures, durations
        return answer

    def parts(self, path, whole, boxes, color=UNTOUCHED):
        """The parts of a picture of the size `whole` in given boxes of x, y, width and height."""
        self.last += 1
        for x, y, width, height in boxes:
            yield self.ask(path, request(
                path.name, color, size=(width, height), region=(self.last, *whole, x, y)))

    def ask(self, path, message):
        """The answer to one request about a file; the failure "the helper ended" when the process ends or is too
        slow."""
        with open(path, "rb") as file:
            self.socket.sendmsg(
                [message],
                [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file.fileno()]))])
            message, descriptors = self.receive()
        try:
            if not message:
                self.stop()
                self.start()
                return Answer("the helper ended")
            return reply(message, descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def receive(self):
        """A packet of the decoder with its descriptors; empty when the process has ended or is too slow."""
        if not select.select([self.socket], [], [], SECONDS)[0]:
            return b"", []
        room = socket.CMSG_LEN(4 * 4)
        try:
            message, extra, _, _ = self.socket.recvmsg(MOST, room)
        except OSError:
            return b"", []
        found = array.array("i")
        for _, _, data in extra:
            found.frombytes(data[: len(data) - len(data) % 4])
        return message, list(found)


def request(name, color, size=(0, 0), frames=None, region=None, leaf=0):
    """The bytes of a request for the whole picture of a file, for some of its frames, or for a part of it."""
    hint = os.fsencode(name)[-255:]
    purpose = FRAMES if frames else REGION if region else EXACT
    out = struct.pack("<IHHQBII", MAGIC, VERSION, 1, 1, purpose, *size)
    out += struct.pack("<5Q", 256_000_000, 2 << 30, 30, 100_000, 0)
    out += struct.pack("<H", len(hint)) + hint + struct.pack("<QB", 0, 0)
    out += struct.pack("<BQQQ", 1, *frames) if frames else b"\0"
    out += struct.pack("<BQIIQQ", 1, *region) if region else b"\0"
    # No partial pictures, no RAW development, the picture of the file, its own exposure, no languages, and nothing to
    # edit or encode.
    return out + struct.pack("<BBBQBBBBB", color, 0, 0, leaf, 0, 0, 0, 0, 0)


class Fields:
    """A reader of the fields of a message."""

    def __init__(self, message):
        self.message = message
        self.position = 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.message, self.position)
        self.position += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def text(self):
        length = self.take("H")
        self.position += length
        return self.message[self.position - length : self.position].decode("utf-8", "replace")


def reply(message, descriptors):
    """The answer that a message of the decoder contains."""
    fields = Fields(message)
    magic, version, kind = fields.take("IHH")
    if (magic, version, kind) != (MAGIC, VERSION, 2):
        raise SystemExit(f"agreement: the helper speaks version {version}, not {VERSION}")
    _, tag = fields.take("QB")
    if tag == 2:
        kind = KINDS[fields.take("B")]
        name, detail = fields.text(), fields.text()
        return Answer(f"{kind} {name} {detail}".strip())
    answer = Answer(size=fields.take("II"), format=fields.text())
    answer.orientation, answer.frames, answer.is_truncated, _, _ = fields.take("BQ???")
    fields.text()
    answer.leaves, _ = fields.take("Q?")  # and whether the picture is of high dynamic range
    if tag == 1:
        answer.pixels = pictures(fields.take("IIQ"), 1, descriptors[0])[0]
    if tag == FRAMES_TAG:
        answer.first, _ = fields.take("QQ")
        layout = fields.take("IIQ")
        fields.take("??")
        answer.durations = [fields.take("I") for _ in range(fields.take("H"))]
        answer.pictures = pictures(layout, len(answer.durations), descriptors[0])
    return answer


def pictures(layout, count, descriptor):
    """The pictures that lie one after the other in shared memory, converted from BGRA to RGBA."""
    width, height, stride = layout
    with mmap.mmap(descriptor, stride * height * count, mmap.MAP_SHARED, mmap.PROT_READ) as memory:
        rows = numpy.frombuffer(memory, numpy.uint8).reshape(height * count, stride)
        pixels = rows[:, : width * 4].reshape(count, height, width, 4)
        found = [picture.copy() for picture in pixels[..., [2, 1, 0, 3]]]
        del rows, pixels
    return found
