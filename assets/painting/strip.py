"""A long strip to scroll: from the sky to the floor of the sea."""

import numpy as np
from PIL import Image, ImageDraw

from .brush import grid, line, noise, over, picture, ramp, rgb, shine, smooth, stars


def _fish(draw, x, y, size, colour):
    draw.ellipse((x - size, y - size * 0.42, x + size, y + size * 0.42), fill=colour)
    draw.polygon(
        [(x - size * 0.8, y), (x - size * 1.6, y - size * 0.5), (x - size * 1.6, y + size * 0.5)],
        fill=colour,
    )


def _whale(draw, x, y, size, back, belly):
    t = np.linspace(0, 1, 60)
    spine_x, spine_y = x + size * (1 - 2.5 * t), y - 0.12 * size * np.sin(t * 5.2)
    half = size * 0.34 * np.sin(np.pi * np.clip(t, 0, 1) ** 0.62) ** 0.8 + 4
    draw.polygon(
        list(zip(spine_x, spine_y - half)) + list(zip(spine_x, spine_y + half))[::-1], fill=back
    )
    part = slice(2, 46)
    low = list(zip(spine_x[part], (spine_y + half)[part]))
    rise = 0.62 * half[part] * np.sin(np.linspace(0, np.pi, 44)) ** 0.6
    draw.polygon(low + list(zip(spine_x[part], (spine_y + half)[part] - rise))[::-1], fill=belly)
    tail_x, tail_y = spine_x[-1], spine_y[-1]
    for up in (-1, 1):
        draw.polygon(
            [
                (tail_x + size * 0.12, tail_y),
                (tail_x - size * 0.26, tail_y + up * size * 0.34),
                (tail_x - size * 0.02, tail_y + up * size * 0.04),
            ],
            fill=back,
        )
    draw.polygon(
        [
            (x + size * 0.35, y + size * 0.22),
            (x - size * 0.02, y + size * 0.62),
            (x + size * 0.12, y + size * 0.24),
        ],
        fill=back,
    )
    draw.ellipse((x + size * 0.66, y - 2, x + size * 0.66 + 12, y + 10), fill="#0a1c30")


def _jelly(image, x, y, size, colour, chance):
    """A jellyfish that glows."""
    height, width = image.shape[:2]
    top, bottom = int(max(0, y - size * 4)), int(min(height, y + size * 9))
    rows, columns = grid(bottom - top, width)
    rows = rows + top
    dy, dx = (rows - y) / size, (columns - x) / size
    bell = smooth(1.0, 0.9, np.hypot(dx, dy * 1.25)) * smooth(0.32, 0.2, dy)
    light = bell * (0.3 + 0.7 * np.hypot(dx, dy * 1.25) ** 3)
    for k in np.linspace(-0.75, 0.75, 7):
        sway = k + 0.16 * np.sin(dy * 1.7 + k * 5 + chance.uniform(0, 6)) * np.clip(dy, 0, 4)
        light = light + 0.5 * np.exp(-(((dx - sway) / 0.05) ** 2)) * smooth(0, 0.3, dy) * smooth(
            chance.uniform(3, 7), 0.4, dy
        )
    halo = 0.3 * np.exp(-(dx**2 + dy**2) / 5)
    part = image[top:bottom]
    image[top:bottom] = shine(part, (np.clip(light, 0, 1) * 0.9 + halo)[..., None] * rgb(colour))


def sky_to_sea_floor():
    """A long strip to scroll: space, clouds, an island, the reef, the deep."""
    width, height, sea = 900, 6000, 2300
    rows, columns = grid(height, width)
    chance = np.random.default_rng(211)
    image = ramp(
        np.broadcast_to(rows / height, (height, width)),
        [
            (0, "#04061a"),
            (0.08, "#0c1844"),
            (0.17, "#27509a"),
            (0.27, "#76b2dd"),
            (0.35, "#d3ecf2"),
            (0.383, "#fff0d2"),
            (0.384, "#7fe0d4"),
            (0.42, "#2fb4c4"),
            (0.52, "#1779a8"),
            (0.66, "#0c4a80"),
            (0.8, "#06264f"),
            (1, "#020a1e"),
        ],
    )
    image = shine(image, stars(height, width, 5200, 212) * smooth(900, 250, rows)[..., None])
    moon = np.hypot(rows - 330, columns - 620)
    craters = noise(400, 400, 90, 4, 213)
    face = np.ones((height, width), np.float32)
    face[130:530, 420:820] = 0.82 + 0.24 * craters
    image = shine(image, 0.4 * np.exp(-((moon / 260) ** 2))[..., None] * rgb("#9fb8ff"))
    image = over(image, face[..., None] * rgb("#f4efdf"), smooth(122, 118, moon))
    image[:900] = over(
        image[:900],
        image[:900] * 0.35,
        (smooth(122, 118, moon) * smooth(112, 124, np.hypot(rows - 310, columns - 570)) * 0.75)[
            :900
        ],
    )

    sheet = noise(height, width, 260, 7, 214, stretch=1.9)
    bank = np.exp(-(((rows - 1500) / 330) ** 2)) + 0.7 * np.exp(-(((rows - 1050) / 130) ** 2))
    cloud = smooth(0.5, 0.72, sheet * (0.55 + 0.45 * bank) + 0.06) * np.clip(bank * 1.5, 0, 1)
    under = np.roll(sheet, -34, 0)
    shade = np.clip(0.86 + 0.9 * (sheet - under), 0.72, 1.05)[..., None]
    image = over(image, shade * rgb("#ffffff"), cloud * 0.95)

    for i, (base, colour, tall) in enumerate([(2190, "#a9cbd6", 210), (2245, "#6f9fb0", 150)]):
        ridge = base - tall * (line(width, 420, 7, 220 + i) - 0.3)
        image = over(image, rgb(colour), np.clip(rows - ridge, 0, 1) * (rows < sea))
    image = _strip_above(image, chance, sea)
    image = _strip_below(image, chance, sea)
    return picture(image, 12)


def _drawn(image, draw_on):
    """Shapes over a picture with soft edges; `draw_on` draws at twice the size."""
    height, width = image.shape[:2]
    sheet = Image.new("RGBA", (width * 2, height * 2), (0, 0, 0, 0))
    draw_on(ImageDraw.Draw(sheet))
    layer = np.asarray(sheet.resize((width, height), Image.Resampling.BOX), np.float32) / 255
    alpha = layer[..., 3:]
    return image * (1 - alpha) + layer[..., :3] * alpha


def _strip_above(image, chance, sea):
    part = slice(1000, sea + 60)

    def shapes(draw):
        def at(y):
            return (y - part.start) * 2

        for _ in range(13):  # gulls
            x, y, size = (
                chance.uniform(150, 1650),
                at(chance.uniform(1700, 2040)),
                chance.uniform(14, 30),
            )
            draw.arc((x - 2 * size, y - size, x, y + size), 200, 345, fill="#37506a", width=5)
            draw.arc((x, y - size, x + 2 * size, y + size), 195, 340, fill="#37506a", width=5)
        foot = at(sea)
        island = [
            (860, foot + 14),
            (930, foot - 60),
            (1060, foot - 120),
            (1210, foot - 150),
            (1370, foot - 120),
            (1510, foot - 50),
            (1640, foot + 14),
        ]
        draw.polygon(island, fill="#4d6a4a")
        draw.polygon(
            [
                (860, foot + 14),
                (960, foot - 30),
                (1200, foot - 46),
                (1500, foot - 20),
                (1640, foot + 14),
            ],
            fill="#d9c391",
        )
        x, top = 1250, foot - 520
        for i in range(5):
            y0, y1 = top + 74 * i, top + 74 * (i + 1)
            w0, w1 = 30 + 5 * i, 35 + 5 * i
            draw.polygon(
                [(x - w0, y0), (x + w0, y0), (x + w1, y1), (x - w1, y1)],
                fill=("#f6efe6", "#d2584f")[i % 2],
            )
        draw.rectangle((x - 42, top - 10, x + 42, top), fill="#2d3b4d")
        draw.rectangle((x - 20, top - 56, x + 20, top - 10), fill="#fff2b8")
        draw.polygon([(x - 32, top - 56), (x, top - 96), (x + 32, top - 56)], fill="#d2584f")
        draw.polygon(
            [(380, foot - 4), (560, foot - 4), (530, foot + 26), (410, foot + 26)], fill="#8a4a3a"
        )
        draw.polygon([(466, foot - 180), (466, foot - 14), (570, foot - 14)], fill="#fffaf0")
        draw.polygon([(456, foot - 160), (456, foot - 14), (380, foot - 14)], fill="#f0ddc4")

    image[part] = _drawn(image[part], shapes)
    return image


def _strip_below(image, chance, sea):
    height, width = image.shape[:2]
    rows, columns = grid(height, width)
    crest = sea + 10 + 9 * np.sin(columns / 41) + 6 * np.sin(columns / 17 + 2)
    water = ramp(
        np.broadcast_to(np.clip((rows - sea) / 1200, 0, 1), (height, width)),
        [(0, "#6fdcd2"), (0.3, "#2fa8c0"), (1, "#136a9c")],
    )
    image = over(image, water, np.clip(rows - crest, 0, 1) * smooth(1200, 0, rows - sea))
    image = shine(image, np.exp(-(((rows - crest) / 3) ** 2))[..., None] * 0.7)
    fan = noise(1, 4096, 60, 4, 231)[0]
    angle = np.arctan2(columns - 520, rows - sea + 700)
    rays = smooth(0.5, 0.85, fan[((angle / np.pi + 1) * 2047).astype(int)])
    rays = rays * smooth(sea + 8, sea + 120, rows) * smooth(sea + 1700, sea + 200, rows)
    image = shine(image, 0.34 * rays[..., None] * rgb("#d8fff0"))

    def swimmers(draw):
        def at(y):
            return (y - sea) * 2

        for _ in range(46):  # a school
            t = chance.normal(0, 1)
            _fish(
                draw,
                620 + 260 * t,
                at(2760 + 60 * chance.normal() + 46 * t),
                chance.uniform(13, 22),
                "#f7b955",
            )
        for _ in range(24):
            _fish(
                draw,
                1250 + 180 * chance.normal(),
                at(3080 + 50 * chance.normal()),
                chance.uniform(16, 30),
                "#f0705a",
            )
        _whale(draw, 1010, at(3560), 330, "#2b5d88", "#9cc4d6")
        for _ in range(16):
            _fish(
                draw,
                420 + 190 * chance.normal(),
                at(4020 + 60 * chance.normal()),
                chance.uniform(12, 20),
                "#4f8fb8",
            )
        for _ in range(70):  # bubbles
            x, y, size = (
                chance.uniform(60, 1740),
                at(chance.uniform(2450, 5200)),
                chance.uniform(4, 13),
            )
            draw.ellipse((x - size, y - size, x + size, y + size), outline="#bfeaf060", width=3)

    image[sea:] = _drawn(image[sea:], swimmers)
    for x, y, size, colour in [
        (240, 4560, 74, "#7fd0ff"),
        (640, 4760, 96, "#d08cff"),
        (410, 5090, 56, "#6fffd0"),
        (760, 5230, 44, "#ff9ac0"),
    ]:
        _jelly(image, x, y, size, colour, chance)
    for i, (base, colour) in enumerate([(5650, "#071d3a"), (5740, "#05142a"), (5830, "#030c1a")]):
        floor = base + 150 * (line(width, 300, 6, 240 + i) - 0.5)
        image = over(image, rgb(colour), np.clip(rows - floor, 0, 1))
    for _ in range(26):  # weed that glows at its tips
        x, tall, lean = chance.uniform(0, width), chance.uniform(60, 260), chance.uniform(-1, 1)
        foot = chance.uniform(5720, 5900)
        t = np.clip((foot - rows) / tall, 0, 1)
        stem = np.exp(
            -(((columns - x - lean * 40 * t**2 - 9 * np.sin(t * 7 + x)) / (5 - 3 * t)) ** 2)
        )
        stem = stem * (rows < foot) * (rows > foot - tall)
        tint = ramp(t[:, 0], [(0, "#06182e"), (0.7, "#0f5a66"), (1, "#7fffe0")])[:, None]
        image = over(image, tint, stem * 0.9)
    return image
