"""Brushes: noise, gradients, light. Pictures are float arrays, height × width × 3, 0…1."""

import numpy as np
from PIL import Image


def rgb(code):
    """The colour of "#rrggbb"."""
    return np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)


def ramp(position, stops):
    """Colours for positions 0…1, from stops [(position, "#rrggbb"), …]."""
    places = [place for place, _ in stops]
    colours = np.array([rgb(code) for _, code in stops])
    channels = [np.interp(position, places, colours[:, c]) for c in range(3)]
    return np.stack(channels, -1).astype(np.float32)


def sky(height, width, stops):
    """A vertical gradient."""
    column = ramp(np.linspace(0, 1, height), stops)
    return np.repeat(column[:, None], width, 1)


def grid(height, width):
    """Row and column numbers that broadcast to a picture."""
    rows = np.arange(height, dtype=np.float32)[:, None]
    return rows, np.arange(width, dtype=np.float32)[None]


def smooth(low, high, x):
    """0 below `low`, 1 above `high`, without corners between."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def enlarge(array, height, width):
    return np.asarray(Image.fromarray(array).resize((width, height), Image.Resampling.BICUBIC))


def noise(height, width, cell, octaves, seed, stretch=1.0, gain=0.5):
    """Cloud-like values around 0…1; `cell` is the size of the largest lump in pixels."""
    chance = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for _ in range(octaves):
        rows = max(2, int(height / cell) + 2)
        columns = max(2, int(width / (cell * stretch)) + 2)
        total += weight * enlarge(chance.random((rows, columns), np.float32), height, width)
        weight *= gain
        cell /= 2
        if cell < 1:
            break
    total -= total.mean()
    return 0.5 + total / (4 * total.std() + 1e-6)


def line(width, cell, octaves, seed, gain=0.5):
    """One row of noise: the profile of a ridge."""
    return noise(4, width, cell, octaves, seed, gain=gain)[1]


def mirrored(texture):
    """The texture and its reflections: it repeats without a seam."""
    wide = np.concatenate([texture, texture[:, ::-1]], 1)
    return np.concatenate([wide, wide[::-1]])


def sample(texture, y, x):
    """Values of a texture at fractional places; it repeats."""
    height, width = texture.shape[:2]
    row, column = np.floor(y).astype(np.int32), np.floor(x).astype(np.int32)
    fy, fx = y - row, x - column
    if texture.ndim == 3:
        fy, fx = fy[..., None], fx[..., None]
    top, bottom = row % height, (row + 1) % height
    left, right = column % width, (column + 1) % width
    upper = texture[top, left] * (1 - fx) + texture[top, right] * fx
    lower = texture[bottom, left] * (1 - fx) + texture[bottom, right] * fx
    return upper * (1 - fy) + lower * fy


def blur(array, radius):
    """Three box blurs, which is nearly a Gaussian."""
    size = max(1, int(radius * 0.6))
    for _ in range(3):
        for axis in (0, 1):
            pads = [(0, 0)] * array.ndim
            pads[axis] = (size + 1, size)
            sums = np.cumsum(np.pad(array, pads, mode="edge"), axis=axis, dtype=np.float64)
            count = sums.shape[axis] - 2 * size - 1
            upper = sums.take(range(2 * size + 1, 2 * size + 1 + count), axis)
            lower = sums.take(range(count), axis)
            array = ((upper - lower) / (2 * size + 1)).astype(np.float32)
    return array


def over(picture, colour, alpha):
    """Paints a colour, or another picture, through a mask."""
    if alpha.ndim == 2:
        alpha = alpha[..., None]
    return picture * (1 - alpha) + colour * alpha


def shine(picture, light):
    """Adds light the way a photo does: bright places hardly get brighter."""
    return 1 - (1 - picture) * (1 - np.clip(light, 0, 1))


def glow(height, width, y, x, radius, stretch=1.0):
    """A soft round light, 1 in the middle."""
    rows, columns = grid(height, width)
    return np.exp(-(((rows - y) / radius) ** 2 + ((columns - x) / (radius * stretch)) ** 2))


def stars(height, width, count, seed, density=None):
    """Small soft stars of many brightnesses and three colours; `density` thins them out."""
    chance = np.random.default_rng(seed)
    light = np.zeros((height, width, 3), np.float32)
    rows, columns = chance.integers(2, height - 2, count), chance.integers(2, width - 2, count)
    power = chance.pareto(1.9, count) * 0.16
    if density is not None:
        keep = chance.random(count) < density[rows, columns]
        rows, columns, power = rows[keep], columns[keep], power[keep]
    tints = np.array([[1, 1, 1], [0.75, 0.86, 1], [1, 0.9, 0.74]])
    tint = tints[chance.integers(0, 3, len(rows))] * np.minimum(power, 1.6)[:, None]
    for dy, dx, part in [(0, 0, 1), (0, 1, 0.45), (1, 0, 0.45), (0, -1, 0.45), (-1, 0, 0.45)]:
        np.add.at(light, (rows + dy, columns + dx), tint * part)
    return light + 2.2 * blur(light, 3)


def picture(array, seed=1, grain=0.005):
    """The finished picture; the grain keeps gradients from showing steps."""
    chance = np.random.default_rng(seed)
    dust = chance.normal(0, grain, array.shape[:2]).astype(np.float32)[..., None]
    return Image.fromarray((np.clip(array + dust, 0, 1) * 255 + 0.5).astype(np.uint8))


def halved(array):
    """Half the size, for edges without steps."""
    return (array[::2, ::2] + array[1::2, ::2] + array[::2, 1::2] + array[1::2, 1::2]) / 4
