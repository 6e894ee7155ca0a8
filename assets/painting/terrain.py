"""Land seen in perspective: a height map walked from near to far, column by column."""

from dataclasses import dataclass

import numpy as np

from .brush import sample


@dataclass
class Camera:
    x: float
    z: float
    height: float
    horizon: float  # the row of the horizon
    focal: float  # pixels
    near: float
    far: float


def lit(heights, sun_slope, strength):
    """Light 0…1 on each place: a low sun from the left, with the shadows it throws."""
    dz, dx = np.gradient(heights)
    length = np.sqrt(dx**2 + dz**2 + 1)
    sun = np.array([-1, sun_slope, -0.45])
    sun /= np.linalg.norm(sun)
    facing = np.clip((-dx * sun[0] + sun[1] - dz * sun[2]) / length, 0, 1)
    columns = np.arange(heights.shape[1]) * sun_slope
    ray = heights + columns
    shadow = np.maximum.accumulate(ray, axis=1) - ray
    return facing * np.exp(-shadow * strength)


def walk(picture, camera, heights, colours, haze):
    """Paints the land over `picture`, whose rows above the land stay. `haze(distance)` gives
    (colour, amount). Returns the row of the skyline in each column."""
    height, width = picture.shape[:2]
    columns = np.arange(width)
    direction = (columns - width / 2) / camera.focal
    skyline = np.full(width, height)
    distance = camera.near
    while distance < camera.far:
        x = camera.x + direction * distance
        z = np.full(width, camera.z + distance)
        ground = sample(heights, z, x)
        rows = camera.horizon - (ground - camera.height) / distance * camera.focal
        rows = np.clip(rows, 0, height).astype(np.int32)
        need = np.maximum(skyline - rows, 0)
        if need.any():
            seen = np.flatnonzero(need)
            air, amount = haze(distance)
            paint = sample(colours, z[seen], x[seen]) * (1 - amount) + air * amount
            count = need[seen]
            which = np.repeat(np.arange(len(seen)), count)
            offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
            picture[skyline[seen][which] - 1 - offset, seen[which]] = paint[which]
            skyline = np.minimum(skyline, rows)
        distance += max(0.12, distance * 0.0016)
    return skyline
