"""A picture of 2 gigapixels on a IIIF server, over a fast and a slow connection: bytes, requests, times."""

import asyncio
import json
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from faults import faults
from motion import percentile_of_frames
from photos import film
from playing import recorded
from report import Table
from stage import Program, screen
from viewers import PBVIEW

SERVER = Path("/usr/lib/iipimage-server/iipsrv.fcgi")
WIDTH, HEIGHT = 1920, 1080
SCALE = 9.4  # the factor from a photo of 24 megapixels to 56 400 × 37 600 pixels
LINES = {"local": (None, 0), "200 ms, 1 MB/s": (1e6, 0.2)}  # bytes per second; seconds there and back
ROUND_TRIPS = 2  # the maximum before something is recognisable, besides that of the connection
TILE = 1  # round trips: the permitted time for transferring and showing a tile
STROKES = 6
PACE = 1000 / 60  # ms from point to point of a stroke
MEMORY = 200  # MB
WORK = 12  # ms: the maximum work of 95 of 100 frames


class Line:
    """A proxy for a server, which limits the rate, adds a delay, and counts connections, requests and bytes. `rate`
    is in bytes per second, `delay` in seconds for a round trip."""

    def __init__(self, target, rate, delay):
        self.target, self.rate, self.delay = target, rate, delay
        self.connections = self.requests = self.bytes = 0
        self.free = 0.0
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def _run(self, started):
        async def serve():
            server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await server.serve_forever()

        asyncio.run(serve())

    async def _connect(self, reader, writer):
        self.connections += 1
        await asyncio.sleep(self.delay)  # the handshake
        upstream = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(
            self._pump(reader, upstream[1], False), self._pump(upstream[0], writer, True)
        )

    async def _pump(self, reader, writer, down):
        queue = asyncio.Queue()

        async def send():
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0, due - time.monotonic()))
                if not data:
                    writer.close()
                    return
                writer.write(data)

        sender = asyncio.create_task(send())
        while True:
            try:
                data = await reader.read(8192)
            except OSError:
                data = b""
            now = time.monotonic()
            if down and self.rate:
                self.free = now = max(self.free, now) + len(data) / self.rate
            if down:
                self.bytes += len(data)
            else:
                self.requests += data.count(b"GET ")
            queue.put_nowait((now + self.delay / 2, data))
            if not data:
                break
        await sender

    def counts(self):
        return self.connections, self.requests, self.bytes


def picture(folder):
    """The path of the tiled pyramid, which vips makes in some minutes if it is missing."""
    file = folder / "served" / "p.tif"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        draft = file.with_name("draft.tif")
        options = "[tile,pyramid,compression=jpeg,Q=80,bigtiff]"
        source = folder / "sizes" / "24.jpg"
        subprocess.run(["vips", "resize", source, f"{draft}{options}", str(SCALE)], check=True)
        draft.rename(file)
    return file


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def server(place, file, port):
    """Starts lighttpd with iipimage-server."""
    (place / "www").mkdir()
    settings = place / "lighttpd.conf"
    settings.write_text(
        f"""server.modules = ( "mod_fastcgi" )
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{place}/www"
mimetype.assign = ( ".json" => "application/ld+json" )
fastcgi.server = ( "/iiif/" => (( "socket" => "{place}/iip", "check-local" => "disable",
  "max-procs" => 1, "bin-path" => "{SERVER}", "bin-environment" => (
  "FILESYSTEM_PREFIX" => "{file.parent}/", "URI_MAP" => "iiif=>IIIF", "LOGFILE" => "{place}/log" ) )) )
"""
    )
    return subprocess.Popen(["lighttpd", "-D", "-f", settings], stderr=subprocess.DEVNULL)


def manifest(address, name, count=3):
    """A manifest with `count` pages, all of the same picture."""
    service = {"id": f"{address}/iiif/{name}", "type": "ImageService2", "profile": "level1"}

    def page(number):
        body = {"id": f"{service['id']}/full/full/0/default.jpg", "type": "Image", "service": [service]}
        note = {"type": "Annotation", "motivation": "painting", "body": body}
        return {
            "id": f"c{number}",
            "type": "Canvas",
            "width": 56400,
            "height": 37600,
            "label": {"en": [f"Page {number}"]},
            "items": [{"type": "AnnotationPage", "items": [note]}],
        }

    return json.dumps(
        {
            "@context": "http://iiif.io/api/presentation/3/context.json",
            "id": f"{address}/manifest.json",
            "type": "Manifest",
            "label": {"en": ["The book"]},
            "items": [page(number) for number in range(1, count + 1)],
        }
    )


def served(folder):
    """The tables of the journey, one for each of `LINES`, and that of the faults."""
    if not SERVER.exists() or not shutil.which("lighttpd") or not shutil.which("vips"):
        print("iipimage-server, lighttpd and libvips-tools are not installed: no pictures on servers\n")
        return []
    file = picture(folder)
    with tempfile.TemporaryDirectory() as place, screen(WIDTH, HEIGHT):
        port = free_port()
        process = server(Path(place), file, port)
        try:
            tables = [journey(name, *limits, port, Path(place), file) for name, limits in LINES.items()]
            source = f"http://127.0.0.1:{port}/iiif/{file.name}"
            return [*tables, faults(source, WIDTH, HEIGHT)]
        finally:
            process.terminate()
            process.wait()


def journey(name, rate, delay, port, place, file):
    """The table of a journey: the picture alone; then a manifest as a grid, its picture, the full size, and the way
    back."""
    table = Table(f"A picture of 2 gigapixels on a IIIF server, line: {name}")
    line = Line(port, rate, delay)
    address = f"http://127.0.0.1:{line.port}"
    (place / "www" / "manifest.json").write_text(manifest(address, file.name))
    quiet = 2500 if rate else 1000
    with Program(PBVIEW.start(f"{address}/iiif/{file.name}/info.json")) as program:
        seen = program.settle(quiet=quiet, limit=60000)
    known = seen.recognisable()
    if rate and known:
        trips = {"pbview": known / 1000 / delay}
        label = "start: round trips until recognisable, one of them for the connection"
        table.add(label, trips, most=ROUND_TRIPS + 1 + TILE)
    table.add("start: recognisable (ms)", {"pbview": known})
    table.add("start: exact (ms)", {"pbview": seen.exact()})
    add_counts(table, "start", (0, 0, 0), line.counts())
    last = line.counts()
    command = PBVIEW.start(f"{address}/manifest.json", extra=["--log", "trace"])
    title = "served slow" if rate else "served"
    with Program(command) as program, program.peak() as peak, film(title, WIDTH, HEIGHT):
        seen = program.settle(quiet=quiet, limit=60000)
        table.add("manifest: grid with its thumbnails (ms)", {"pbview": seen.exact()})
        motions = recorded("served")
        steps = {
            "into the picture": motions.commands("into"),
            "to its pixels": motions.commands("pixels"),
            f"{STROKES} strokes across it": [*motions.commands("stroke", pace=PACE), "wait 150"] * STROKES,
            "the whole again": motions.commands("whole"),
            "back to the grid": motions.commands("back"),
        }
        for label, commands in steps.items():
            before, mark = line.counts(), len(program.trace())
            seen = program.settle(*commands, quiet=quiet, limit=90000)
            table.add(f"{label}: until nothing changes (ms)", {"pbview": seen.exact()})
            work = percentile_of_frames(program.trace()[mark:])
            table.add(f"{label}: work, 95th percentile of {work[1]} frames (ms)",
                      {"pbview": work[0]}, most=WORK)
            add_counts(table, label, before, line.counts())
    add_counts(table, "manifest and journey", last, line.counts())
    table.add("peak memory, proportional, helpers included (MB)",
              {"pbview": peak.proportional}, most=MEMORY)
    return table


def add_counts(table, label, before, after):
    connections, requests, size = (b - a for a, b in zip(before, after))
    if connections:
        table.add(f"{label}: connections", {"pbview": connections})
    table.add(f"{label}: requests", {"pbview": requests})
    table.add(f"{label}: kilobytes", {"pbview": size / 1000})
