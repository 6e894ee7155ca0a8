"""Lights in the dark: the aurora, a nebula, a city, evening lamps."""

import numpy as np
from PIL import Image, ImageDraw

from .brush import (
    blur,
    glow,
    grid,
    line,
    mirrored,
    noise,
    over,
    picture,
    ramp,
    rgb,
    sample,
    shine,
    sky,
    smooth,
    stars,
)
from .land import firs


def _curtain(light, seed, base, reach, strength, colours):
    """One curtain of the aurora: rays along a path that folds, brighter where it folds."""
    height, width = light.shape[:2]
    count = 5200
    path = line(count, 1500, 5, seed, gain=0.55)
    x = np.linspace(-300, width + 300, count) + 620 * (line(count, 900, 4, seed + 1) - 0.5)
    rays = line(count, 60, 5, seed + 2, gain=0.75) ** 2 * 2.2
    length = reach * (0.6 + 0.8 * line(count, 500, 4, seed + 3))
    rows = np.arange(height)
    for i in range(count):
        column = int(x[i])
        if 0 <= column < width:
            up = base - 330 * (path[i] - 0.5) * 2 - rows
            profile = smooth(-26, 26, up) * np.exp(-np.maximum(up, 0) / length[i])
            light[:, column] += (profile * rays[i] * strength)[:, None] * ramp(
                np.clip(up / (length[i] * 3.4), 0, 1), colours
            )
    return light


def aurora():
    height, width, shore = 1600, 2400, 1060
    upper = sky(shore, width, [(0, "#030817"), (0.5, "#071a33"), (0.85, "#0f3350"), (1, "#1d4a5c")])
    upper = shine(upper, stars(shore, width, 5200, 51))
    light = np.zeros((shore, width, 3), np.float32)
    colours = [
        (0, "#6dffb0"),
        (0.25, "#2fe6a0"),
        (0.55, "#3a7fd0"),
        (0.8, "#8a4fd0"),
        (1, "#d04fa8"),
    ]
    for seed, base, reach, strength in [
        (61, 640, 150, 0.3),
        (65, 780, 210, 0.34),
        (73, 520, 110, 0.2),
    ]:
        light = _curtain(light, seed, base, reach, strength, colours)
    soft = blur(light, 4)
    upper = shine(upper, 0.8 * soft + 0.5 * blur(light, 70))

    rows, columns = grid(shore, width)
    hills = 960 - 260 * line(width, 900, 9, 82, gain=0.48) * smooth(
        0, 1, np.abs(np.linspace(-0.75, 1.2, width))
    )
    tone = rgb("#0b2233") + 0.1 * (1 - smooth(700, 1060, rows))[..., None] * rgb("#9fe8d8")
    upper = over(upper, tone, np.clip(rows - hills, 0, 1))
    chance = np.random.default_rng(83)
    bank = shore - 22 - 50 * line(width, 700, 5, 84)
    trees = np.minimum(firs(bank, chance, 120, 34), firs(bank, chance, 80, 20))
    upper = over(upper, rgb("#04101a"), np.clip(rows - trees, 0, 1))

    deep = height - shore
    rows, columns = grid(deep, width)
    ripples = noise(deep, width, 34, 4, 85, stretch=9) - 0.5
    far = 1 + rows / 38
    y = np.clip(shore - 2 - rows * 1.75 + ripples * far * 5, 0, shore - 1)
    lower = sample(upper, y, np.broadcast_to(columns, y.shape) + ripples * far * 2)
    lower = lower * (0.86 - 0.4 * rows[..., None] / deep) * rgb("#c4e4ea")
    image = np.concatenate([upper, lower])
    rows, columns = grid(height, width)
    mist = np.exp(-(((rows - shore) / 26) ** 2)) * noise(height, width, 200, 4, 86, stretch=6)
    return picture(over(image, rgb("#3f8f8c"), 0.55 * mist), 5)


def nebula():
    height, width = 1600, 2400
    warp = [noise(height, width, 700, 6, seed) - 0.5 for seed in (91, 92)]
    base = mirrored(noise(1600, 2000, 620, 9, 93, gain=0.55))
    rows, columns = grid(height, width)
    cloud = sample(base, rows + 760 * warp[0], columns * 0.8 + 760 * warp[1])
    fine = sample(base, rows * 2.1 + 900 * warp[1] + 300, columns * 2.1 + 700 * warp[0])
    shape = glow(height, width, 780, 1180, 640, 1.5)
    ring = np.exp(-(((np.hypot((rows - 780) * 1.15, columns - 1180) - 520) / 300) ** 2))
    amount = np.clip((cloud * 0.75 + fine * 0.4 - 0.3) * (0.35 * shape + 1.1 * ring) * 1.7, 0, 1.2)
    heat = np.clip(glow(height, width, 760, 1150, 520, 1.25) + 0.35 * (fine - 0.5), 0, 1)
    outer = ramp(
        np.clip(amount, 0, 1),
        [(0, "#05060f"), (0.25, "#2a1030"), (0.5, "#8c2145"), (0.75, "#e0664f"), (1, "#ffd9a0")],
    )
    inner = ramp(
        np.clip(amount, 0, 1),
        [(0, "#05060f"), (0.25, "#0c2740"), (0.5, "#1b6f8c"), (0.75, "#6fd0d0"), (1, "#f2fff6")],
    )
    image = over(outer, inner, smooth(0.42, 0.8, heat))
    image = shine(image, 0.22 * glow(height, width, 770, 1160, 330)[..., None] * rgb("#9fe0ff"))
    dust = smooth(0.5, 0.78, sample(base, rows * 1.1 + 500 * warp[1] + 900, columns * 1.1 + 800))
    image *= 1 - 0.6 * (dust * smooth(0.1, 0.6, amount))[..., None]
    image = shine(image, stars(height, width, 9000, 94))
    chance = np.random.default_rng(95)
    for _ in range(11):
        y, x = chance.uniform(120, height - 120), chance.uniform(120, width - 120)
        size = chance.uniform(16, 52)
        dy, dx = np.abs(rows - y), np.abs(columns - x)
        cross = np.exp(-dy / 1.3 - dx / size) + np.exp(-dx / 1.3 - dy / size)
        core = np.exp(-((np.hypot(dy, dx) / (size * 0.14)) ** 2))
        halo = 0.25 * np.exp(-np.hypot(dy, dx) / (size * 0.5))
        tint = rgb(("#dceaff", "#ffe9cf", "#ffffff")[chance.integers(3)])
        image = shine(image, (0.8 * cross + core + halo)[..., None] * tint)
    return picture(image, 6)


def _tower(draw, chance, x, foot, wide, tall, wall, lamps, share):
    draw.rectangle((x, foot - tall, x + wide, foot), fill=wall)
    top = chance.integers(5)
    if top == 0:
        draw.rectangle(
            (x + wide * 0.25, foot - tall - wide * 0.3, x + wide * 0.75, foot), fill=wall
        )
    elif top == 1:
        draw.polygon(
            [(x, foot - tall), (x + wide / 2, foot - tall - wide * 0.9), (x + wide, foot - tall)],
            fill=wall,
        )
    elif top == 2:
        middle = x + wide / 2
        draw.rectangle((middle - 3, foot - tall - wide, middle + 3, foot - tall), fill=wall)
    step, high = 17, 24
    lit = np.random.default_rng(int(abs(x) * 7 + tall))
    for row in range(int(foot - tall) + 24, foot - 20, high):
        floor_is_lit = lit.random() < 0.25
        for column in range(int(x) + 10, int(x + wide) - 16, step):
            if lit.random() < share * (2.4 if floor_is_lit else 0.8):
                lamp = lamps[lit.integers(len(lamps))]
                draw.rectangle((column, row, column + 7, row + 12), fill=lamp)


def city_at_dusk():
    height, width, quay = 1600, 2400, 1180
    image = sky(
        quay,
        width,
        [
            (0, "#151a45"),
            (0.35, "#3f3a7a"),
            (0.62, "#a05a8c"),
            (0.8, "#f08a6c"),
            (0.93, "#ffc27a"),
            (1, "#ffd9a0"),
        ],
    )
    cloud = noise(quay, width, 240, 7, 101, stretch=5.5)
    rows, columns = grid(quay, width)
    amount = smooth(0.5, 0.85, cloud) * smooth(0, 260, rows) * smooth(1180, 700, rows)
    tint = ramp(
        np.broadcast_to(rows / quay, cloud.shape),
        [(0, "#3a2f66"), (0.45, "#8c4a78"), (0.7, "#ff9a70"), (1, "#ffe0b0")],
    )
    image = over(image, tint, amount * 0.8)
    image = shine(image, stars(quay, width, 900, 102) * smooth(420, 60, rows)[..., None])
    image = shine(image, 0.5 * glow(quay, width, 1120, 1500, 420, 2.2)[..., None] * rgb("#ff9a4a"))

    chance = np.random.default_rng(103)
    layers = [
        ("#a8627c", ["#ffd08a"], 0.06, 640, 0.62),
        ("#6b4470", ["#ffd9a0", "#ffb86a"], 0.16, 800, 0.8),
        ("#2d2450", ["#ffe2ae", "#ffc676", "#ffefcf", "#ffd28f", "#a8d4ff"], 0.3, 700, 1.0),
    ]
    for wall, lamps, share, tallest, size in layers:
        sheet = Image.new("RGBA", (width * 2, quay * 2), (0, 0, 0, 0))
        draw = ImageDraw.Draw(sheet)
        x = -60.0
        while x < width * 2:
            wide = chance.uniform(90, 230) * size
            middle = np.exp(-(((x - 2700) / 1300) ** 2)) + 0.5 * np.exp(-(((x - 900) / 500) ** 2))
            tall = (260 + tallest * 2 * middle * chance.uniform(0.35, 1)) * 0.75
            _tower(draw, chance, x, quay * 2 - 10, wide, tall, wall, lamps, share)
            x += wide * chance.uniform(0.75, 1.25)
        layer = np.asarray(sheet.resize((width, quay), Image.Resampling.BOX), np.float32) / 255
        image = over(image, layer[..., :3], layer[..., 3])
        air = smooth(520, quay, rows) * 0.34
        image = over(image, rgb("#ffb48a"), np.broadcast_to(air * (1.15 - size), (quay, width)))
    bright = np.clip(image - 0.62, 0, 1) * smooth(560, 760, rows)[..., None]
    image = shine(image, 0.9 * blur(bright, 9) + 0.5 * blur(bright, 40))

    deep = height - quay
    rows, columns = grid(deep, width)
    wave = noise(deep, width, 26, 4, 104, stretch=10) - 0.5
    y = np.clip(quay - 3 - rows * 1.6 + wave * (8 + rows * 0.5), 0, quay - 1)
    water = sample(image, y, np.broadcast_to(columns, y.shape) + wave * 14)
    smear = blur(water, 1)
    for _ in range(2):
        smear = (smear + np.roll(smear, 9, 0) + np.roll(smear, -9, 0)) / 3
    water = smear * (0.82 - 0.35 * rows[..., None] / deep) * rgb("#cfd0f4")
    image = np.concatenate([image, water])
    image[quay - 5 : quay + 3] = image[quay - 5 : quay + 3] * 0.3 + rgb("#140f2a") * 0.7
    return picture(image, 7)


def evening_lamps():
    height, width = 2400, 1600
    image = sky(
        height,
        width,
        [(0, "#060a1c"), (0.3, "#131433"), (0.5, "#3d2038"), (0.62, "#2a1428"), (1, "#06060c")],
    )
    chance = np.random.default_rng(111)
    rows, columns = grid(height, width)
    palette = [
        "#ffb35c",
        "#ff8a4a",
        "#ffd28a",
        "#ff6a6a",
        "#7fb8ff",
        "#ffe6bd",
        "#c88aff",
        "#4fd0c0",
    ]
    lamps = [(chance.uniform(0, 1), 0) for _ in range(120)] + [(chance.uniform(0, 1), 1)] * 22
    for _, near in lamps:
        radius = chance.uniform(88, 150) if near else chance.uniform(26, 74)
        y = chance.uniform(0, 1700) if near else 1180 + chance.normal(0, 210)
        x = chance.uniform(-60, width + 60)
        top, left = int(max(0, y - radius - 4)), int(max(0, x - radius - 4))
        bottom, right = int(min(height, y + radius + 5)), int(min(width, x + radius + 5))
        if top >= bottom or left >= right:
            continue
        away = np.hypot(rows[top:bottom] - y, columns[:, left:right] - x) / radius
        disc = smooth(1.0, 0.955, away) * (0.62 + 0.38 * smooth(0.7, 0.97, away))
        power = chance.uniform(0.1, 0.24) if near else chance.uniform(0.3, 0.95)
        tint = rgb(palette[min(chance.integers(len(palette)), chance.integers(len(palette)))])
        part = image[top:bottom, left:right]
        image[top:bottom, left:right] = shine(part, (disc * power)[..., None] * tint)
    image = shine(image, 0.3 * blur(image, 70))
    return picture(_grass(image, chance), 8)


def _grass(image, chance):
    """Blades in the foreground, sharp, with drops that hold the lamps."""
    height, width = image.shape[:2]
    sheet = Image.new("L", (width * 2, height * 2), 0)
    rim = Image.new("L", (width * 2, height * 2), 0)
    draw, edge = ImageDraw.Draw(sheet), ImageDraw.Draw(rim)
    drops = []
    for _ in range(58):
        x, lean = chance.uniform(-200, width * 2 + 200), chance.normal(0, 420)
        tall, wide = chance.uniform(700, 2300), chance.uniform(12, 34)
        t = np.linspace(0, 1, 60)
        px, py = x + lean * t**2, height * 2 - tall * (t - 0.12 * t**3)
        half = wide * (1 - t) ** 0.7
        left = list(zip(px - half, py))
        right = list(zip(px + half, py))
        draw.polygon(left + right[::-1], fill=255)
        edge.line(right, fill=150, width=4)
        if chance.random() < 0.55:
            k = chance.integers(25, 58)
            drops.append((py[k] / 2 + 10, px[k] / 2, chance.uniform(11, 27)))
    mask = np.asarray(sheet.resize((width, height), Image.Resampling.BOX), np.float32) / 255
    light = np.asarray(rim.resize((width, height), Image.Resampling.BOX), np.float32) / 255
    image = over(image, rgb("#070a12"), mask * 0.96)
    image = shine(image, (light * mask)[..., None] * rgb("#d98a5a") * 0.8)
    rows, columns = grid(height, width)
    flipped = blur(image, 40)
    for y, x, radius in drops:
        away = np.hypot(rows - y, columns - x) / radius
        box = np.s_[
            max(0, int(y - radius - 2)) : int(y + radius + 3),
            max(0, int(x - radius - 2)) : int(x + radius + 3),
        ]
        inside = smooth(1.0, 0.9, away[box])
        if inside.size == 0:
            continue
        dy, dx = (rows - y)[box[0]] / radius, (columns - x)[:, box[1]] / radius
        py, px = np.clip(1150 - dy * 620, 0, height - 1), np.clip(x - dx * 420, 0, width - 1)
        lens = sample(flipped, *np.broadcast_arrays(py, px))
        lens = np.clip(lens * 2.2, 0, 1) * (1 - 0.5 * away[box] ** 3)[..., None]
        image[box] = over(image[box], lens, inside)
        spot = np.exp(-(((dy + 0.4) / 0.16) ** 2 + ((dx + 0.35) / 0.16) ** 2))
        image[box] = shine(image[box], (spot * inside)[..., None] * rgb("#fff4e0"))
    return image
