"""The sea, and a forest in fog."""

import numpy as np
from PIL import Image, ImageDraw

from .brush import (
    blur,
    glow,
    grid,
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
)


def sun_over_the_sea():
    height, width, horizon = 1600, 2400, 900
    rows, columns = grid(horizon, width)
    image = sky(
        horizon,
        width,
        [(0, "#2f5f9e"), (0.45, "#7fa6c8"), (0.75, "#f3cf9a"), (0.92, "#ffd98a"), (1, "#ffe3a6")],
    )
    sun_y, sun_x = 640, 1250
    image = shine(
        image, 0.9 * glow(horizon, width, sun_y, sun_x, 520, 1.4)[..., None] * rgb("#b0702a")
    )

    sheet = mirrored(noise(1400, 1400, 520, 9, 121, gain=0.56))
    depth = 240 / (horizon + 60 - rows)  # clouds lie in a plane above the eye
    u = (columns - width / 2) * depth * 0.62 + 500
    v = np.broadcast_to(depth * 900, u.shape)
    cloud = sample(sheet, v, u)
    toward = sample(sheet, v + 26, u + (sun_x - columns) * 0.016)
    amount = smooth(0.42, 0.72, cloud) * smooth(1.0, 0.9, rows / horizon)
    thick = np.clip((cloud + toward - 1.0) * 1.5, 0, 1)
    near_sun = glow(horizon, width, sun_y, sun_x, 560, 1.7)
    edge = ramp(np.clip(near_sun * 1.15, 0, 1), [(0, "#f2e3dc"), (0.5, "#ffe2ae"), (1, "#fff6d8")])
    core = ramp(np.clip(near_sun, 0, 1), [(0, "#7d8ba8"), (0.5, "#b0876f"), (1, "#e0a050")])
    image = over(image, over(edge, core, thick), amount * 0.94)

    angle = np.arctan2(columns - sun_x, np.maximum(rows - sun_y, -4000.0))
    fan = noise(1, 4096, 130, 4, 125)[0]
    beams = (
        fan[((angle / np.pi + 1) * 2047).astype(int)]
        * np.exp(-np.hypot(rows - sun_y, columns - sun_x) / 620)
        * smooth(sun_y, sun_y + 120, rows)
    )
    image = shine(image, (beams * 0.5)[..., None] * rgb("#ffd890"))
    image = shine(image, glow(horizon, width, sun_y, sun_x, 120)[..., None] * rgb("#fff2cc"))
    image = over(
        image, rgb("#fffbea"), smooth(58, 46, np.hypot(rows - sun_y, columns - sun_x)) * 0.95
    )

    deep = height - horizon
    rows, columns = grid(deep, width)
    distance = 9000 / (rows + 5)
    side = (columns - width / 2) * distance / 1500
    waves = mirrored(noise(1024, 1024, 60, 6, 127, stretch=2.6, gain=0.62))
    swell = mirrored(noise(1024, 1024, 300, 4, 128, stretch=3))
    ahead = np.broadcast_to(distance, side.shape)
    height_of = sample(waves, ahead * 7, side * 7) + 0.9 * sample(swell, ahead * 2, side * 2)
    slope = np.gradient(height_of, axis=0) * (7 + 26 * np.exp(-rows / 160))
    tilt = np.clip(slope * 1.2, -1, 1)
    mirror_row = np.clip(horizon - 4 - rows * 0.9 - tilt * 260 - 60, 0, horizon - 1)
    reflected = sample(blur(image, 6), mirror_row, np.broadcast_to(columns, side.shape))
    body = ramp(
        np.broadcast_to(rows / deep, side.shape),
        [(0, "#7c93a0"), (0.25, "#2f5d78"), (1, "#0b2c45")],
    )
    fresnel = np.clip(0.72 - 0.5 * rows / deep + tilt * 0.35, 0.05, 0.95)
    sea = over(body, reflected, fresnel)
    path = np.exp(-(((columns - sun_x) / (70 + rows * 0.62)) ** 2))
    chance = noise(deep, width, 5, 2, 129, stretch=2.5)
    spark = smooth(0.15, 0.75, tilt + chance * 0.75 - 0.25) * path
    sea = shine(sea, spark[..., None] * rgb("#fff0c4") * 0.95)
    sea = shine(sea, 0.35 * blur(spark, 14)[..., None] * rgb("#ffc870"))
    image = np.concatenate([image, sea])
    rows, columns = grid(height, width)
    haze = np.exp(-(((rows - horizon) / 22) ** 2)) * 0.55
    image = over(image, rgb("#ffdfa8"), np.broadcast_to(haze, (height, width)))
    return picture(_boat(image, 1760, 962), 9)


def _boat(image, x, y):
    height, width = image.shape[:2]
    sheet = Image.new("L", (width * 2, height * 2), 0)
    draw = ImageDraw.Draw(sheet)
    X, Y = x * 2, y * 2
    draw.polygon([(X - 78, Y - 8), (X + 84, Y - 12), (X + 60, Y + 14), (X - 58, Y + 14)], fill=255)
    draw.polygon([(X - 4, Y - 250), (X + 76, Y - 24), (X - 4, Y - 20)], fill=235)
    draw.polygon([(X - 12, Y - 226), (X - 70, Y - 22), (X - 12, Y - 20)], fill=215)
    draw.line([(X - 8, Y - 262), (X - 8, Y)], fill=255, width=5)
    mask = np.asarray(sheet.resize((width, height), Image.Resampling.BOX), np.float32) / 255
    image = over(image, rgb("#2a3440"), mask * 0.93)
    rows, columns = grid(height, width)
    wobble = 5 * np.sin(rows * 0.7)
    drop = (
        np.exp(-(((columns - x + wobble) / 34) ** 2))
        * smooth(y, y + 6, rows)
        * np.exp(-(rows - y) / 60)
    )
    return over(image, rgb("#17324a"), np.clip(drop * (rows > y), 0, 1) * 0.6)


def _spruce(draw, chance, x, foot, tall):
    """A spruce as the silhouette of its hanging branches."""
    draw.polygon([(x - tall * 0.045, foot), (x, foot - tall), (x + tall * 0.045, foot)], fill=255)
    y = foot - tall * 0.985
    while y < foot:
        t = (y - foot + tall) / tall
        for side in (-1, 1):
            long = tall * (0.004 + 0.125 * t**0.92) * chance.uniform(0.45, 1.2)
            droop = long * chance.uniform(0.3, 0.8)
            thick = tall * 0.0025 + long * 0.06
            tip = (x + side * long, y + droop)
            middle = (x + side * long * 0.55, y + droop * 0.3)
            below = (x + side * long * 0.5, y + droop * 0.55 + thick * 1.6)
            draw.polygon([(x, y - thick), middle, tip, below, (x, y + thick * 2.5)], fill=255)
        y += tall * (0.0035 + 0.0075 * t) * chance.uniform(0.5, 1.5)


def forest_in_fog():
    height, width = 2400, 1600
    image = sky(
        height,
        width,
        [(0, "#b9d3cf"), (0.3, "#e6ecd6"), (0.45, "#f6efcf"), (0.7, "#d3ddc4"), (1, "#a8bba8")],
    )
    rows, columns = grid(height, width)
    light_y, light_x = 620, 980
    image = shine(image, glow(height, width, light_y, light_x, 560)[..., None] * rgb("#d8c07a"))
    chance = np.random.default_rng(131)
    far, near = rgb("#c0d0c0"), rgb("#0e2420")
    layers = 7
    for i in range(layers):
        depth = i / (layers - 1)
        sheet = Image.new("L", (width * 2, height * 2), 0)
        draw = ImageDraw.Draw(sheet)
        foot = 1560 + 800 * depth**1.3
        tall = 560 + 1350 * depth**1.2
        count = int(30 - 20 * depth)
        for k in range(count):
            x = (k + chance.uniform(0.1, 0.9)) / count * width
            gap = np.exp(-(((x - 900) / 300) ** 2)) * (
                0.35 + 0.65 * depth
            )  # a clearing for the light
            if chance.random() < gap * 1.25:
                continue
            y = foot + chance.uniform(-60, 90)
            _spruce(draw, chance, x * 2, y * 2, tall * chance.uniform(0.6, 1.15) * 2)
        mask = np.asarray(sheet.resize((width, height), Image.Resampling.BOX), np.float32) / 255
        ground = foot + 60 * (noise(4, width, 500, 5, 140 + i)[1] - 0.5) * 2
        mask = np.maximum(mask, np.clip(rows - ground, 0, 1))
        colour = far * (1 - depth**0.75) + near * depth**0.75
        warm = glow(height, width, light_y + 300, light_x, 800)[..., None] * (1 - depth) * 0.75
        colour = colour * (1 - warm) + rgb("#f3eac4") * warm
        image = over(image, colour, mask)
        fog = noise(height, width, 420, 5, 150 + i, stretch=3) * 1.3 - 0.2
        band = np.exp(-(((rows - foot + 40) / (330 + 120 * depth)) ** 2))
        veil = np.clip(fog * band * 1.35, 0, 1) * (0.95 - 0.5 * depth)
        image = over(image, rgb("#e8eed8") * (1 - 0.3 * depth), veil)
    angle = np.arctan2(columns - 1180, rows + 420)
    fan = noise(1, 4096, 44, 4, 161)[0]
    rays = smooth(0.46, 0.85, fan[((angle / np.pi + 1) * 2047).astype(int)])
    rays = (
        rays * smooth(0, 500, rows) * smooth(2150, 900, rows) * glow(height, width, 1000, 760, 900)
    )
    image = shine(image, (blur(rays, 5) * 0.42)[..., None] * rgb("#fff0b8"))
    return picture(image, 10)
