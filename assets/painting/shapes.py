"""Shapes: layered paper, a glass bubble, a lighthouse that turns."""

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
    smooth,
)


def paper_hills():
    """Heights cut from paper, one sheet above the other."""
    size = 2200
    heights = blur(noise(size, size, 1050, 5, 171, gain=0.4), 5)
    order = np.sort(heights[::7, ::7], axis=None)
    heights = np.searchsorted(order, heights) / len(order)  # every level gets the same area
    sheets = 12
    palette = [
        (0, "#08263d"),
        (0.16, "#0f4a5f"),
        (0.32, "#1d7a7d"),
        (0.46, "#5fb09a"),
        (0.58, "#cfd9a8"),
        (0.7, "#f3d794"),
        (0.82, "#f0a46c"),
        (0.92, "#dc6b55"),
        (1, "#a83c4c"),
    ]
    fibre = noise(size, size, 5, 3, 172, gain=0.8) - 0.5
    image = np.broadcast_to(ramp(np.float32(0), palette), (size, size, 3)).copy()
    for i in range(1, sheets + 1):
        level = i / (sheets + 1)
        wobble = (noise(size, size, 220, 3, 180 + i) - 0.5) * 0.012
        step = np.maximum(np.hypot(*np.gradient(heights + wobble)), 1e-5)
        sheet = np.clip((heights + wobble - level) / step + 0.5, 0, 1)
        shadow = np.roll(blur(sheet, 16), (22, 16), (0, 1))
        near = np.roll(blur(sheet, 4), (5, 4), (0, 1))
        image *= 1 - 0.34 * shadow[..., None] - 0.18 * near[..., None]
        colour = ramp(np.float32(i / sheets), palette) + 0.03 * fibre[..., None]
        rim = sheet - np.roll(sheet, (3, 2), (0, 1))
        image = over(image, colour + 0.11 * np.clip(rim, 0, 1)[..., None], sheet)
    return picture(image[100:2100, 100:2100], 11, grain=0.006)


def glass_bubble():
    """A soap bubble on nothing: transparent, with its shadow."""
    size, radius = 1200, 430.0
    rows, columns = grid(size, size)
    y, x = (rows - 550) / radius, (columns - 600) / radius
    away = np.hypot(y, x)
    inside = smooth(1.0, 0.992, away)
    z = np.sqrt(np.clip(1 - away**2, 0, 1))
    swirl = mirrored(noise(700, 700, 260, 6, 191))
    drift = sample(swirl, 350 + y * 260 + 40 * np.sin(x * 3), 350 + x * 260 + 60 * y)
    film = 2.2 * (1 - z) ** 0.8 + 1.6 * drift + 0.75 * y
    bands = np.stack(
        [
            0.5 + 0.5 * np.cos(2 * np.pi * (film * k - shift))
            for k, shift in ((1.0, 0.05), (1.17, 0.3), (1.38, 0.55))
        ],
        -1,
    )
    rim = np.clip(1 - z, 0, 1) ** 1.7
    vivid = (0.3 + 0.7 * rim)[..., None]
    tint = (1 - vivid) * rgb("#dcecff") + vivid * (0.2 + 0.8 * bands)
    alpha = inside * np.clip(0.05 + 0.16 * drift**2 + 0.85 * rim, 0, 1)
    colour = tint
    lamps = [
        (-0.48, -0.4, 0.2, 0.13, 0.95),
        (-0.36, -0.56, 0.06, 0.05, 0.8),
        (0.56, 0.46, 0.16, 0.06, 0.55),
    ]
    for ly, lx, tall, wide, power in lamps:
        along, across = (y - ly) * 0.77 - (x - lx) * 0.64, (y - ly) * 0.64 + (x - lx) * 0.77
        spot = np.exp(-((across / tall) ** 4 + (along / wide) ** 4)) * inside * power
        colour = over(colour, rgb("#ffffff"), spot)
        alpha = np.maximum(alpha, spot)
    shadow = glow(size, size, 1090, 600, 40, 6.5) * 0.42
    caustic = glow(size, size, 1085, 600, 17, 8) * 0.5
    ground = over(np.zeros((size, size, 3), np.float32) + rgb("#12203a"), rgb("#bfe6ff"), caustic)
    total = alpha + shadow * (1 - alpha)
    mixed = (colour * alpha[..., None] + ground * (shadow * (1 - alpha))[..., None]) / np.maximum(
        total, 1e-4
    )[..., None]
    rgba = np.concatenate([mixed, total[..., None]], -1)
    return Image.fromarray((np.clip(rgba, 0, 1) * 255 + 0.5).astype(np.uint8), "RGBA")


def lighthouse():
    """The frames of a lighthouse whose light goes round."""
    width, height, frames = 640, 480, 18  # half a turn: the two beams are alike
    rows, columns = grid(height, width)
    base = ramp(
        np.broadcast_to(rows / height, (height, width)),
        [(0, "#0b1030"), (0.5, "#2a2f66"), (0.72, "#6a4a80"), (0.78, "#c8788a"), (1, "#c8788a")],
    )
    chance = np.random.default_rng(201)
    for _ in range(90):
        y, x = chance.integers(4, 250), chance.integers(4, width - 4)
        base[y, x] = base[y, x] * 0.5 + 0.5 * chance.uniform(0.5, 1)
    sea = 372
    lamp_y, lamp_x = 168, 452
    result = []
    for i in range(frames):
        turn = np.pi * i / frames
        image = base.copy()
        for back in (0, np.pi):
            toward = np.cos(turn + back)  # to the left, to the right, at us
            at_us = np.sin(turn + back)
            dx, dy = columns - lamp_x, rows - lamp_y
            reach = np.abs(toward) * 620 + 12
            along = dx * np.sign(toward) / reach
            spread = (
                7 + 60 * np.clip(along, 0, 1) + 30 * max(at_us, 0) * np.clip(1 - along * 3, 0, 1)
            )
            beam = np.exp(-((dy / spread) ** 2)) * smooth(0, 0.04, along) * smooth(1, 0.1, along)
            image = shine(image, (beam * (0.5 + 0.3 * at_us))[..., None] * rgb("#ffe9a8"))
            flash = max(at_us, 0) ** 6
            image = shine(
                image,
                flash * 0.95 * glow(height, width, lamp_y, lamp_x, 90)[..., None] * rgb("#fff0c0"),
            )
        image = shine(image, glow(height, width, lamp_y, lamp_x, 16)[..., None] * rgb("#ffe2a0"))
        below = np.clip(2 * sea - rows, 0, height - 1)
        ripple = 5 * np.sin(rows * 0.55 + 2 * turn) * ((rows - sea) / 60)
        mirror = sample(
            image,
            np.broadcast_to(below, (height, width)),
            np.broadcast_to(columns, (height, width)) + ripple,
        )
        image = np.where((rows > sea)[..., None], mirror * 0.62 * rgb("#b8c4f0"), image)
        result.append(_tower_of_light(image, lamp_y, lamp_x))
    return result


def _tower_of_light(image, lamp_y, lamp_x):
    height, width = image.shape[:2]
    sheet = picture(image, grain=0).resize((width * 2, height * 2))
    draw = ImageDraw.Draw(sheet)
    x, top, foot = lamp_x * 2, lamp_y * 2, 720
    draw.polygon(
        [
            (x - 330, 790),
            (x - 190, 730),
            (x - 80, 690),
            (x + 90, 684),
            (x + 210, 740),
            (x + 380, 790),
        ],
        fill="#12142e",
    )
    stripes = 6
    for i in range(stripes):
        y0, y1 = (
            top + 30 + (foot - top - 30) * i / stripes,
            top + 30 + (foot - top - 30) * (i + 1) / stripes,
        )
        w0, w1 = 26 + 30 * i / stripes, 26 + 30 * (i + 1) / stripes
        for shift, colours in ((0, ("#e9dcd8", "#b8485a")), (1, ("#a89cb4", "#7a2c48"))):
            left = x - w0 if shift == 0 else x + w0 * 0.25
            low = x - w1 if shift == 0 else x + w1 * 0.25
            draw.polygon([(left, y0), (x + w0, y0), (x + w1, y1), (low, y1)], fill=colours[i % 2])
    draw.rectangle((x - 42, top + 24, x + 42, top + 34), fill="#1a1a38")
    draw.rectangle((x - 18, top - 22, x + 18, top + 24), fill="#fff3c4")
    draw.polygon([(x - 30, top - 22), (x, top - 58), (x + 30, top - 22)], fill="#7a2c48")
    for k in (-18, 0, 18):
        draw.line([(x + k, top - 22), (x + k, top + 24)], fill="#1a1a38", width=3)
    return sheet.resize((width, height), Image.Resampling.BOX)
