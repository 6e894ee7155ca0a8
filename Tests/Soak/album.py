"""A folder of valid, unusual and hostile files."""

import os
import random
import shutil
import struct
import subprocess
import zipfile
import zlib
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parents[2]
MOST_FOREIGN = 150  # files of the collection, chosen by the seed


def make(folder, seed):
    """Fills the folder and returns the number of files of each kind."""
    chance = random.Random(seed)
    kinds = {
        "album": sample_album(folder / "album"),
        "photos": photos(folder / "photos", chance),
        "moving": moving(folder / "moving"),
        "vectors": vectors(folder / "vectors"),
        "further": further(folder / "further", chance),
        "hostile": hostile(folder / "hostile", chance),
        "collection": collection(folder / "collection", chance),
    }
    return {kind: count for kind, count in kinds.items() if count}


def sample_album(folder):
    shutil.copytree(ROOT / "assets" / "album", folder)
    return len(list(folder.iterdir()))


def photos(folder, chance):
    folder.mkdir()
    for number in range(24):
        landscape = number % 3 > 0
        width, height = (4000, 3000) if landscape else (1800, 2700)
        small = Image.effect_noise((width // 40, height // 40), 90).resize((width, height))
        hue = [Image.new("L", (width, height), chance.randrange(60, 200)) for _ in range(2)]
        picture = Image.merge("RGB", [small, *hue])
        ImageDraw.Draw(picture).text((width // 3, height // 3), str(number), font_size=height // 4)
        if number % 4 < 3:
            progressive = number % 4 == 1
            picture.save(folder / f"photo {number:02}.jpg", quality=85, progressive=progressive)
        else:
            picture.resize((width // 3, height // 3)).save(folder / f"photo {number:02}.png")
    return 24


def moving(folder):
    folder.mkdir()
    frames = []
    for turn in range(12):
        frame = Image.new("RGB", (400, 300), (20, 30, 60))
        ImageDraw.Draw(frame).ellipse((turn * 30, 100, turn * 30 + 60, 160), fill="orange")
        frames.append(frame)
    for name in ("ball.gif", "ball.png", "ball.webp"):
        frames[0].save(folder / name, save_all=True, append_images=frames[1:], duration=60, loop=0)
    if shutil.which("ffmpeg"):
        source = "testsrc2=size=640x360:rate=25:duration=4"
        command = ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", source]
        subprocess.run([*command, "-pix_fmt", "yuv420p", folder / "clip.mp4"], check=True)
        (folder / "cut.mp4").write_bytes((folder / "clip.mp4").read_bytes()[:30000])
    return len(list(folder.iterdir()))


def vectors(folder):
    folder.mkdir()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">'
    shapes = "".join(f'<circle cx="{x}" cy="{x}" r="30" fill="#36c"/>' for x in range(0, 400, 40))
    (folder / "plain.svg").write_text(f"{head}{shapes}</svg>")
    (folder / "words.svg").write_text(f'{head}<text x="9" y="200" font-size="90">wörter</text></svg>')
    return 2


def further(folder, chance):
    """Formats of few cameras, documents and archives, each whole, cut and damaged."""
    folder.mkdir()
    pages = []
    for number in range(6):
        page = Image.new("RGB", (700, 900), (240, 240, chance.randrange(160, 240)))
        ImageDraw.Draw(page).text((200, 300), str(number + 1), fill="black", font_size=300)
        pages.append(page)
    first = pages[0]
    for ending in ("pcx", "sgi", "tga", "dds", "jp2", "bmp", "ppm", "ico"):
        try:
            first.save(folder / f"page.{ending}")
        except OSError:
            (folder / f"page.{ending}").unlink(missing_ok=True)  # Pillow lacks the encoder
    first.save(folder / "pages.tif", save_all=True, append_images=pages[1:])
    first.save(folder / "pages.pdf", save_all=True, append_images=pages[1:])
    scanned = [folder / f"scan {number}.djvu" for number in range(3)]
    for page, path in zip(pages, scanned):
        page.save(folder / "scan.ppm")
        subprocess.run(["c44", folder / "scan.ppm", path], check=True)
    subprocess.run(["djvm", "-c", folder / "pages.djvu", *scanned], check=True)
    for path in (folder / "scan.ppm", *scanned):
        path.unlink()
    light = bytes(value for _ in range(64 * 48) for value in (128, 90, 60, chance.randrange(120, 136)))
    (folder / "light.hdr").write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 48 +X 64\n" + light)
    (folder / "wide.ff").write_bytes(b"farbfeld" + struct.pack(">II", 64, 48) + chance.randbytes(64 * 48 * 8))
    with zipfile.ZipFile(folder / "book.cbz", "w") as book:
        for number, page in enumerate(pages):
            page.save(folder / "page.jpg", quality=80)
            book.write(folder / "page.jpg", f"{number + 1:02}.jpg")
    for path in sorted(folder.iterdir()):
        data = bytearray(path.read_bytes())
        (folder / f"cut {path.name}").write_bytes(data[: len(data) // 2])
        for _ in range(20):
            data[chance.randrange(len(data))] = chance.randrange(256)
        (folder / f"damaged {path.name}").write_bytes(data)
    return len(list(folder.iterdir()))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def hostile(folder, chance):
    folder.mkdir()

    def put(name, data):
        (folder / name).write_bytes(data)

    photo = (ROOT / "assets" / "album").glob("*.jpg")
    photo = next(iter(sorted(photo))).read_bytes()
    gif = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff"
    frame = b"\x21\xf9\4\0\0\0\0\0\x2c\0\0\0\0\1\0\1\0\0\2\2\x44\1\0"
    header = struct.pack(">IIBBBBB", 30000, 30000, 8, 6, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n"
    put("empty.jpg", b"")
    put("zeros.png", bytes(4096))
    put("chance.jpg", b"\xff\xd8\xff\xe0" + chance.randbytes(20000))
    put("chance.webp", b"RIFF\0\1\0\0WEBPVP8 " + chance.randbytes(5000))
    put("words.png", b"this is no picture\n" * 40)
    put("claims.png", start + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(999))))
    put("claims.gif", b"GIF89a\xff\xff\xff\xff\0\0\0" + frame + b";")
    put("frames.gif", gif + frame * 20000 + b";")
    for part in (1, 5, 30, 60, 95):
        put(f"cut at {part}.jpg", photo[: len(photo) * part // 100])
    for number in range(8):
        damaged = bytearray(photo)
        for _ in range(40):
            damaged[chance.randrange(600, len(damaged))] = chance.randrange(256)
        put(f"damaged {number}.jpg", bytes(damaged))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">'
    bomb = '<filter id="f"><feTurbulence numOctaves="2000"/></filter>'
    put("bomb.svg", f'{svg}{bomb}<rect width="3000" height="3000" filter="url(#f)"/></svg>'.encode())
    entity = '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    put("entity.svg", f"{entity}{svg}<text>&e;</text></svg>".encode())
    put("new\nline \x1b[31m.jpg", photo)
    (folder / os.fsdecode(b"no text \xff\xfe.jpg")).write_bytes(photo)
    put("\u202egpj.exe.jpg", photo)
    put("x" * 251 + ".jpg", photo)
    put("-dash.jpg", photo)
    os.mkfifo(folder / "pipe.jpg")
    (folder / "folder.jpg").mkdir()
    (folder / "nowhere.jpg").symlink_to("nothing there")
    (folder / "round.jpg").symlink_to("round.jpg")
    return len(list(folder.iterdir()))


def collection(folder, chance):
    """Copies some files of the external collection, if PBVIEW_TESTDATA names one."""
    source = os.environ.get("PBVIEW_TESTDATA")
    if not source:
        return 0
    folder.mkdir()
    endings = {".txt", ".md", ".py", ".tsv", ".json", ".html", ""}
    files = sorted(
        path
        for path in Path(source).rglob("*")
        if path.is_file() and path.suffix.lower() not in endings
    )
    for number, path in enumerate(chance.sample(files, min(MOST_FOREIGN, len(files)))):
        shutil.copy(path, folder / f"{number:03} {path.name}")
    return len(list(folder.iterdir()))
