"""A IIIF server with faults, before a real one: errors of tiles, silence, and hostile descriptions."""

import gzip
import json
import threading
import urllib.request
import zlib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from motion import percentile_of_frames
from photos import film
from playing import recorded
from report import Table
from stage import Program
from viewers import PBVIEW

SILENCE = 30  # s: the time without an answer after which the viewer gives up
QUICK = 2000  # ms: the maximum until any other fault is told
WORK = 12  # ms: the maximum work of 95 of 100 frames
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
INFO = {
    "@context": "http://iiif.io/api/image/2/context.json",
    "protocol": "http://iiif.io/api/image",
    "profile": "http://iiif.io/api/image/2/level1.json",
    "tiles": [{"width": 256, "scaleFactors": [1, 2, 4, 8, 16, 32, 64]}],
}
# The descriptions that take the place of the real one.
DESCRIPTIONS = {
    "impossible size": json.dumps({**INFO, "width": 2**31 - 1, "height": 2**31 - 1}).encode(),
    "negative size": json.dumps({**INFO, "width": -5, "height": 10}).encode(),
    "one level of a billion tiles": json.dumps(
        {
            **INFO,
            "profile": "http://iiif.io/api/image/2/level0.json",
            "tiles": [{"width": 64, "scaleFactors": [1]}],
            "width": 2000000,
            "height": 2000000,
        }
    ).encode(),
    "JSON of 100 000 levels": b'{"a":' * 100000,
    "JSON of a million values": b'{"a":[' + b"1," * 1000000 + b"1]}",
    "half a description": json.dumps(INFO).encode()[:90],
    "web page": b"<!DOCTYPE html><html><title>Sign in</title></html>",
}
# The faults of servers besides those of descriptions.
SERVERS = [
    "description without end",
    "compressed zeros",
    "redirects without end",
    "errors of some tiles",
    "tiles of another size",
    "tiles that break off",
    "tiles that stop",
]


class Faults(ThreadingHTTPServer):
    """A server at whose address `…/FAULT/info.json` a picture of another server has the fault FAULT, with `-` for
    spaces."""

    daemon_threads = True

    def __init__(self, source):
        """`source`: the address of the picture on the other server, without `/info.json`."""
        super().__init__(("127.0.0.1", 0), Answer)
        self.source = source
        self.closing = threading.Event()
        self.zeros = gzip.compress(bytes(1 << 26))

    def handle_error(self, request, client_address):
        """Says nothing about an error: connections that the viewer ends are a part of the measurement."""

    def address(self, fault):
        return f"http://127.0.0.1:{self.server_port}/{fault.replace(' ', '-')}/info.json"


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        fault, _, rest = self.path.strip("/").partition("/")
        try:
            self.answer(fault.replace("-", " "), rest)
        except OSError:  # the viewer has closed the connection
            self.close_connection = True

    def answer(self, fault, rest):
        if rest == "info.json" and fault in DESCRIPTIONS:
            return self.send(DESCRIPTIONS[fault], "application/ld+json")
        if rest == "info.json" and fault in SERVERS[:3]:
            return self.send_endless(fault)
        with DIRECT.open(f"{self.server.source}/{rest}") as found:
            body, kind = found.read(), found.headers["Content-Type"]
        if rest == "info.json" or rest.startswith("full/"):
            return self.send(body, kind)
        if fault == "errors of some tiles" and zlib.crc32(rest.encode()) % 3 == 0:
            return self.send(b"no", "text/plain", status=500)
        if fault == "tiles of another size":
            with DIRECT.open(f"{self.server.source}/full/100,/0/default.jpg") as found:
                body = found.read()
        if fault in ("tiles that break off", "tiles that stop"):
            self.begin(kind, {"Content-Length": len(body)})
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            if fault == "tiles that stop":
                self.server.closing.wait()
            self.close_connection = True
            return None
        return self.send(body, kind)

    def send_endless(self, fault):
        if fault == "redirects without end":
            return self.send(b"", "text/plain", {"Location": self.path}, status=302)
        if fault == "compressed zeros":
            return self.send(self.server.zeros, "application/json", {"Content-Encoding": "gzip"})
        self.begin("application/json", {"Connection": "close"})
        while True:
            self.wfile.write(b" " * 65536)

    def send(self, body, kind, headers=None, status=200):
        self.begin(kind, {"Content-Length": len(body), **(headers or {})}, status)
        self.wfile.write(body)

    def begin(self, kind, headers, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


@contextmanager
def serving(source):
    server = Faults(source)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()


def faults(source, width, height):
    """The table of the faults of a server: the time until each is told, and the work per frame while the picture is
    zoomed and panned."""
    table = Table("A picture on a IIIF server with faults", ("pbview",))
    motions = recorded("served")
    with serving(source) as server:
        for fault in [*DESCRIPTIONS, *SERVERS]:
            command = PBVIEW.start(server.address(fault), extra=["--log", "trace"])
            title = f"served {fault.replace(' ', '-')}"
            most = SILENCE * 1000 + QUICK if fault == "tiles that stop" else QUICK
            with Program(command) as program, film(title, width, height):
                told = program.until("failed page=0", limit=most / 1000 + 10)
                table.add(f"{fault}: told after (ms)", {"pbview": told} if told else {}, most=most)
                mark = len(program.trace())
                program.settle(*motions.commands("pixels"), quiet=500, limit=5000)
                program.settle(*motions.commands("stroke", pace=1000 / 60), quiet=500, limit=5000)
                work, count = percentile_of_frames(program.trace()[mark:])
                if count:  # the message of a description does not move
                    label = f"{fault}: work, 95th percentile of {count} frames (ms)"
                    table.add(label, {"pbview": work}, most=WORK)
    return table
