"""The generator of a comic book of 400 pages with drawn panels, captions and balloons."""

import io
import zipfile

import numpy as np
from PIL import Image, ImageDraw, ImageFont

PAGES, WIDTH, HEIGHT, QUALITY = 400, 1400, 2000, 85
MARGIN, GUTTER, ROWS = 50, 24, 3  # pixels; rows of panels on a page
PAPER, INK = (246, 241, 228), (28, 24, 32)
DARKEST = 70  # the minimum of the colours in panels: nothing on a page is as dark as a placeholder
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
WORDS = "the fox ran over a hill and saw nine ships on their way to an island of old towers".split()


def write(path):
    """Writes the book as a cbz, whose pages are stored without further compression."""
    font = ImageFont.truetype(FONT, 28)
    grain = np.random.default_rng(7).normal(0, 4, (HEIGHT, WIDTH, 1)).astype(np.float32)
    with zipfile.ZipFile(path, "w") as book:
        for number in range(1, PAGES + 1):
            pixels = np.asarray(page(number, font), np.float32) + grain
            data = io.BytesIO()
            sheet = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
            sheet.save(data, "JPEG", quality=QUALITY)
            entry = zipfile.ZipInfo(f"{number:03}.jpg", (2024, 1, 1, 0, 0, 0))
            book.writestr(entry, data.getvalue())


def page(number, font):
    """The picture of a page, which depends on the page number only."""
    chance = np.random.default_rng(4000 + number)
    sheet = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    height = (HEIGHT - 2 * MARGIN - (ROWS - 1) * GUTTER) // ROWS
    for row in range(ROWS):
        count = int(chance.integers(1, 4))
        width = (WIDTH - 2 * MARGIN - (count - 1) * GUTTER) // count
        for column in range(count):
            picture = panel(chance, width, height, font)
            place = (MARGIN + column * (width + GUTTER), MARGIN + row * (height + GUTTER))
            sheet.paste(picture, place)
    ImageDraw.Draw(sheet).text((WIDTH // 2 - 20, HEIGHT - 42), f"{number}", font=font, fill=INK)
    return sheet


def panel(chance, width, height, font):
    """A framed picture: a sky of soft colours, discs, strokes, a caption and a balloon."""
    sky = chance.integers(110, 235, (4, 5, 3)).astype(np.uint8)
    picture = Image.fromarray(sky).resize((width, height), Image.Resampling.BILINEAR)
    pen = ImageDraw.Draw(picture)
    for _ in range(14):
        x, y, size = (int(chance.integers(0, most)) for most in (width, height, height // 2))
        colour = tuple(int(value) for value in chance.integers(DARKEST, 240, 3))
        pen.ellipse((x, y, x + size + 20, y + size + 20), fill=colour, outline=INK, width=3)
    for x in range(0, width, 26):
        pen.line((x, height, x + height // 4, height * 2 // 3), fill=INK, width=2)
    count = max(2, width // 120)
    pen.rectangle((16, 16, width - 17, 70), fill=PAPER, outline=INK, width=3)
    pen.text((28, 26), sentence(chance, count), font=font, fill=INK)
    x, y = width // 8, height // 3
    pen.ellipse((x, y, width - x, y + 150), fill=PAPER, outline=INK, width=3)
    pen.text((width // 4, y + 58), sentence(chance, max(2, count // 2)), font=font, fill=INK)
    pen.rectangle((0, 0, width - 1, height - 1), outline=INK, width=5)
    return picture


def sentence(chance, count):
    return " ".join(WORDS[int(index)] for index in chance.integers(0, len(WORDS), count))
