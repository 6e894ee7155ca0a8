"""The decoder program of pbview, asked as the viewer asks it."""

import array
import mmap
import os
import select
import socket
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy

MAGIC = 0x57564250
VERSION = 6  # of the wire
WIRE = Path(__file__).parents[2] / "Sources/Core/DecoderWire/WireFormat.swift"
EXACT = 2
UNTOUCHED, STANDARD = 0, 1  # the colours as they are stored, or in sRGB
MOST = 4096
SECONDS = 40
KINDS = (
    "unknown format", "missing loader", "damaged", "too large", "unreadable", "empty", "too slow",
    "crashed", "no decoder", "unsupported",
)


@dataclass
class Answer:
    """What became of one file. `pixels` are premultiplied RGBA."""

    failure: str = ""
    pixels: numpy.ndarray | None = None
    size: tuple[int, int] = (0, 0)
    format: str = ""
    orientation: int = 1
    frames: int = 1
    is_truncated: bool = False


class Helper:
    """One helper; started anew when it ends."""

    def __init__(self, program):
        if f"version: UInt16 = {VERSION}\n" not in WIRE.read_text():
            raise SystemExit(f"agreement: helper.py speaks version {VERSION}, {WIRE.name} another")
        self.program = program
        self.process = None
        self.start()

    def start(self):
        """A new process with one end of a packet socket as descriptor 3."""
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        end = theirs.fileno()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" 3<&{end} {end}<&-', self.program], pass_fds=(end,))
        theirs.close()

    def stop(self):
        """Hangs up."""
        self.socket.close()
        self.process.kill()
        self.process.wait()

    def decode(self, path, color=UNTOUCHED):
        """The picture in its natural size."""
        with open(path, "rb") as file:
            self.socket.sendmsg(
                [request(path.name, color)],
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
        """One packet and the descriptors that came along."""
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


def request(name, color):
    """Exactly this picture, as large as it is."""
    hint = os.fsencode(name)[-255:]
    out = struct.pack("<IHHQBII", MAGIC, VERSION, 1, 1, EXACT, 0, 0)
    out += struct.pack("<5Q", 256_000_000, 2 << 30, 30, 100_000, 0)
    out += struct.pack("<H", len(hint)) + hint
    return out + struct.pack("<QBBBBB", 0, 0, 0, 0, color, 0)


class Fields:
    """Reads a message field by field."""

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
    """What a message says."""
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
    if tag == 1:
        width, height, stride = fields.take("IIQ")
        with mmap.mmap(descriptors[0], stride * height, mmap.MAP_SHARED, mmap.PROT_READ) as memory:
            rows = numpy.frombuffer(memory, numpy.uint8).reshape(height, stride)
            pixels = rows[:, : width * 4].reshape(height, width, 4)
            answer.pixels = pixels[:, :, [2, 1, 0, 3]].copy()
            del rows, pixels
    return answer
