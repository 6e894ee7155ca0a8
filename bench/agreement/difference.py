"""Differences between two arrays of pixels, 0…255."""

import numpy


def largest(ours, theirs):
    """The maximum absolute difference of a channel; None when the sizes differ or there are no
    pixels."""
    if ours is None or ours.shape != theirs.shape:
        return None
    return int(numpy.abs(ours.astype(numpy.int16) - theirs).max())


def mean(ours, theirs):
    """The mean absolute difference of a channel; None when the sizes differ or there are no pixels.
    """
    if ours is None or ours.shape != theirs.shape:
        return None
    return float(numpy.abs(ours.astype(numpy.int16) - theirs).mean())


def words(answer, truth, limit, by=largest):
    """The fault of a decoder's answer: its failure, another size than `truth`, or a difference
    above `limit`; "" for none."""
    if answer.failure:
        return answer.failure
    far = by(answer.pixels, truth)
    if far is None:
        return "size %dx%d" % answer.size
    return f"{by.__name__} difference {far:.1f}" if far > limit else ""
