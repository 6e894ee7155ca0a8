"""How far pictures are from each other."""

import numpy


def largest(ours, theirs):
    """The largest difference of a channel; None when the sizes differ."""
    if ours is None or ours.shape != theirs.shape:
        return None
    return int(numpy.abs(ours.astype(numpy.int16) - theirs).max())


def mean(ours, theirs):
    """The mean difference of a channel; None when the sizes differ."""
    if ours is None or ours.shape != theirs.shape:
        return None
    return float(numpy.abs(ours.astype(numpy.int16) - theirs).mean())


def words(answer, truth, limit, by=largest):
    """What is wrong with the picture of an answer, "" when nothing is."""
    if answer.failure:
        return answer.failure
    far = by(answer.pixels, truth)
    if far is None:
        return "size %dx%d" % answer.size
    return f"{by.__name__} difference {far:.1f}" if far > limit else ""
