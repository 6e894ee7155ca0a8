"""Mountains and dunes."""

import numpy as np

from .brush import (
    blur,
    enlarge,
    glow,
    grid,
    halved,
    line,
    noise,
    over,
    picture,
    ramp,
    rgb,
    shine,
    sky,
    smooth,
    stars,
)
from .terrain import Camera, lit, walk


def firs(profile, chance, size, spacing):
    """A ridge line with firs on it."""
    width = len(profile)
    columns = np.arange(width)
    line_with_trees = profile.copy()
    x = 0.0
    while x < width:
        tall = size * chance.uniform(0.5, 1.15)
        half = max(3, tall * chance.uniform(0.2, 0.28))
        left, right = int(max(0, x - half)), int(min(width, x + half + 1))
        near = np.abs(columns[left:right] - x) / half
        step = 0.12 * np.abs(((1 - near) * 5) % 1 - 0.5)
        top = profile[left:right] - tall * np.clip(1 - near - step, 0, 1)
        line_with_trees[left:right] = np.minimum(line_with_trees[left:right], top)
        x += spacing * chance.uniform(0.25, 1.6)
    return line_with_trees


def morning_mist():
    height, width = 1600, 2400
    chance = np.random.default_rng(11)
    image = sky(
        height,
        width,
        [
            (0, "#4d6d9a"),
            (0.22, "#8fa3bd"),
            (0.38, "#e3bfae"),
            (0.5, "#fbd9a8"),
            (0.62, "#fde9c9"),
            (1, "#fbe6cf"),
        ],
    )
    thin = smooth(0.5, 0.85, noise(height, width, 260, 6, 5, stretch=5))
    rows, columns = grid(height, width)
    image = over(image, rgb("#ffe4cf"), 0.5 * thin * smooth(900, 150, rows))
    sun_y, sun_x = 640, 1560
    image = shine(image, glow(height, width, sun_y, sun_x, 900)[..., None] * rgb("#7a4a20"))
    image = shine(image, glow(height, width, sun_y, sun_x, 260)[..., None] * rgb("#c08a4a"))
    disc = smooth(64, 58, np.hypot(rows - sun_y, columns - sun_x))
    image = over(image, rgb("#fff7e2"), disc)

    far, near = rgb("#d9b7ae"), rgb("#1d2b45")
    layers = 8
    for i in range(layers):
        depth = i / (layers - 1)
        base = 690 + 780 * depth**1.15
        jagged = 1 - np.abs(2 * line(width, 900 - 380 * depth, 8, 40 + i, gain=0.48) - 1)
        profile = base - (60 + 260 * (1 - abs(depth - 0.45))) * (jagged - 0.45)
        bare = profile
        if i >= 4:
            tall = 14 + 150 * (depth - 0.5) ** 1.4 * 2
            for thinner in (1, 0.8, 0.6):
                profile = np.minimum(profile, firs(bare, chance, tall * thinner, tall * 0.3))
        mask = np.clip(rows - profile, 0, 1)
        colour = far * (1 - depth**0.8) + near * depth**0.8
        warm = np.exp(-(((columns - sun_x) / 700) ** 2)) * (1 - depth) * 0.5
        tone = colour + warm[..., None] * (rgb("#ffd9a0") - colour)
        ridge = blur(np.repeat(bare[None], 3, 0), 60)[1]
        below = smooth(0, 330 + 120 * depth, rows - ridge)
        drift = 0.55 + 0.9 * (noise(height, width, 300, 5, 70 + i, stretch=4) - 0.5)
        mist = np.clip(below * drift * 1.5, 0, 1) * (1 - 0.55 * depth)
        air = rgb("#fbe3cc") * (1 - depth * 0.45) + rgb("#8fa0bb") * depth * 0.45
        tone = tone * (1 - mist[..., None]) + air * mist[..., None]
        image = over(image, tone, mask)
    for _ in range(9):  # birds
        y, x, size = chance.uniform(330, 520), chance.uniform(560, 1050), chance.uniform(9, 17)
        wing = np.abs(columns - x)
        bend = y - size * 0.5 * np.sin(np.clip(wing / size, 0, 1) * 2.2)
        bird = smooth(2.2, 1.0, np.abs(rows - bend)) * (wing < size)
        image = over(image, rgb("#4b4a5c"), bird * 0.8)
    return picture(image, 2)


def dunes_under_stars():
    height, width = 3200, 4800
    size = 2048
    rows, columns = grid(size, size)
    warp = blur(noise(size, size, 700, 3, 3), 20) * 640
    phase = (columns * 0.85 + rows * 0.35 + warp) / 420
    saw = phase % 1
    crest = np.where(saw < 0.72, smooth(0, 0.72, saw), 1 - (saw - 0.72) / 0.28)
    swell = noise(size, size, 900, 3, 8)
    heights = blur(crest * (24 + 70 * swell), 2) + 46 * swell
    light = lit(heights, 0.34, 0.5)
    ripple = np.sin((columns * 0.5 + rows * 1.4 + noise(size, size, 90, 3, 9) * 60) * 0.9)
    tone = np.clip(light * 1.25 + ripple * 0.035 * light, 0, 1)
    colours = ramp(
        tone,
        [(0, "#0d1230"), (0.25, "#2a2a55"), (0.5, "#7c5566"), (0.78, "#d9976f"), (1, "#f9d3a0")],
    )

    image = sky(
        height,
        width,
        [(0, "#060a22"), (0.3, "#0f1c45"), (0.5, "#2b3a72"), (0.6, "#6d5a86"), (0.68, "#c9867c")],
    )
    half = image[::2, ::2]
    band_rows, band_columns = grid(1600, 2400)
    across = (band_rows - 80) * 0.83 - (band_columns - 1850) * -0.55
    band = np.exp(-((across / 330) ** 2))
    cloud = noise(1600, 2400, 420, 7, 21)
    dust = smooth(0.42, 0.75, noise(1600, 2400, 300, 7, 22)) * np.exp(-((across / 130) ** 2))
    milky = band * np.clip(cloud * 1.5 - 0.25, 0, 1) * (1 - 0.75 * dust)
    light_of_band = milky[..., None] * ramp(
        np.clip(cloud, 0, 1), [(0, "#3a4a8c"), (0.5, "#8d86c9"), (1, "#f3d9d0")]
    )
    half = shine(half, 0.62 * light_of_band)
    fade = smooth(1050, 500, band_rows)
    half = shine(half, stars(1600, 2400, 5200, 23) * fade[..., None])
    half = shine(half, stars(1600, 2400, 26000, 24, density=milky * 0.9) * fade[..., None] * 0.8)
    image = np.repeat(np.repeat(half, 2, 0), 2, 1)

    camera = Camera(980, 240, 150, 1750, 3900, 30, 1700)
    air = rgb("#8a6a85")
    walk(image, camera, heights, colours, lambda d: (air, 1 - np.exp(-((d / 1250) ** 2))))
    image = halved(image)
    image = shine(image, glow(1600, 2400, 930, 250, 520, 2.4)[..., None] * rgb("#5a2c22"))
    return picture(image, 3)


def long_valley():
    height, width = 2400, 12000
    size = 4096
    plain = noise(size, size, 1100, 9, 31, gain=0.5)
    ridged = np.clip(1 - np.abs(2 * noise(size, size, 800, 9, 33, gain=0.52) - 1), 0, 1) ** 2.2
    heights = 330 * ridged * smooth(0.2, 0.8, plain) + 130 * plain
    rows, columns = grid(size, size)
    valley = np.abs(columns - 2048 - 260 * np.sin(rows / 520))
    heights *= 0.16 + 0.84 * smooth(60, 950, valley)
    heights *= 0.92 + 0.5 * smooth(900, 2400, rows)  # the far ones are the high ones
    water = 17.0
    lake = smooth(1.5, 0, heights - water)
    heights = np.maximum(heights, water)
    light = lit(heights, 0.5, 0.02) * 0.9 + 0.1
    slope = np.hypot(*np.gradient(heights))
    snow = smooth(150, 260, heights - 45 * slope + 60 * noise(size, size, 60, 4, 35))
    grass = ramp(
        np.clip(heights / 260, 0, 1),
        [(0, "#55683a"), (0.35, "#41542f"), (0.7, "#5d5548"), (1, "#6d6259")],
    )
    white = np.broadcast_to(rgb("#f4efef"), grass.shape)
    surface = over(over(grass, rgb("#6a5f5a"), smooth(0.9, 1.6, slope) * 0.8), white, snow)
    warm, cool = rgb("#ffd2a6"), rgb("#46588c")
    colours = surface * (cool * 0.62 + (warm * 1.25 - cool * 0.3) * light[..., None])

    shine_of_lake = ramp(noise(size, size, 160, 5, 39, stretch=3), [(0, "#7f95bd"), (1, "#e6c9c0")])
    colours = over(colours, shine_of_lake, lake)

    image = sky(
        height, width, [(0, "#3f6aa8"), (0.3, "#86a6cf"), (0.48, "#e9c4b4"), (0.6, "#fbdcb4")]
    )
    soft = noise(600, 3000, 260, 6, 37, stretch=4.5)
    cloud = enlarge(soft, height, width)
    rows, columns = grid(height, width)
    amount = smooth(0.52, 0.92, cloud) * smooth(0, 500, rows) * 0.85
    tint = ramp(np.clip((cloud - 0.5) * 2, 0, 1), [(0, "#f6c9b6"), (1, "#fff1e2")])
    image = over(image, tint, amount)
    camera = Camera(2048, 60, 150, 1180, 5200, 60, 3900)
    air = rgb("#cdbfce")
    walk(image, camera, heights, colours, lambda d: (air, 1 - np.exp(-((d / 2600) ** 1.6))))
    return picture(np.clip(halved(image) * 1.04, 0, 1), 4)
