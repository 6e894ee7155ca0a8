"""The comparison of pbview's decoder with other decoders: size, orientation, frames and pixels, file by file."""

import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy

import animations
import colors
import decoders
import jpegs
import lights
import made
import orientations
import pngs
import profiles
import rare
import strips
from helper import Helper

HERE = Path(__file__).parent
LOSSLESS = 0.6  # the maximum mean difference of a channel, 0…255, where 16 bits are rounded
LOSSY = 1.6  # the same for formats with transforms, whose arithmetic differs
LOSSY_KINDS = {"JPEG", "WebP", "AVIF", "HEIC", "JPEG XL", "TIFF", "JPEG 2000"}
REFERENCE = 6.0  # the same for thumbnails of different scalers


def distance(ours, theirs):
    """The mean absolute difference of a channel of premultiplied pixels, 0…255; None when the sizes differ."""
    if ours.shape != theirs.shape:
        return None
    return float(numpy.abs(ours.astype(numpy.int16) - theirs).mean())


def shrunk(pixels, width, height):
    """The picture reduced to a size in pixels; each pixel is the mean of an area."""
    rows = numpy.linspace(0, pixels.shape[0], height + 1).round().astype(int)
    columns = numpy.linspace(0, pixels.shape[1], width + 1).round().astype(int)
    total = numpy.add.reduceat(
        numpy.add.reduceat(pixels.astype(float), rows[:-1], axis=0), columns[:-1], axis=1)
    area = numpy.maximum(1, numpy.diff(rows))[:, None] * numpy.maximum(1, numpy.diff(columns))
    return total / area[..., None]


def beside_reference(ours, path):
    """The mean difference from a reference thumbnail, both reduced to a quarter of its size, because scalers differ
    over noise; 0 when the picture is smaller than that."""
    reference = decoders.png(path.read_bytes())
    height, width = (max(1, extent // 4) for extent in reference.shape[:2])
    if height > ours.shape[0] or width > ours.shape[1]:
        return 0.0
    return float(
        numpy.abs(shrunk(ours, width, height) - shrunk(reference, width, height)).mean())


def judged(answer, path):
    """The differences from the pixels of the other decoders; "" when one of them has the same pixels or none reads
    the format."""
    views = decoders.judgements(path, answer.format)
    if not views:
        return ""
    most = LOSSY if answer.format in LOSSY_KINDS else LOSSLESS
    found = {name: distance(answer.pixels, view) for name, view in views.items()}
    if any(each is not None and each <= most for each in found.values()):
        return ""
    words = []
    for name, each in found.items():
        height, width = views[name].shape[:2]
        words.append(f"{name} {width}x{height}" if each is None else f"{name} {each:.1f}")
    return "pixels: " + ", ".join(words)


def of_table(folder, helper):
    """The name and the faults, or "", of each file in the table `expected.tsv` of a folder."""
    for line in (folder / "expected.tsv").read_text().splitlines()[1:]:
        name, expected, size, orientation, frames, reference = line.split("\t")
        answer = helper.decode(folder / name)
        if answer.failure == "the helper ended":
            yield name, answer.failure
        elif expected == "error":
            yield name, ""  # a damaged file may be shown as far as it is readable
        elif answer.failure:
            yield name, answer.failure if expected == "ok" else ""
        elif expected == "any":
            yield name, ""
        else:
            words = []
            if size != "-" and size != "%dx%d" % answer.size:
                words.append("size %dx%d, not %s" % (*answer.size, size))
            if frames != "-" and int(frames) != answer.frames:
                words.append(f"{answer.frames} frames, not {frames}")
            if answer.is_truncated:
                words.append("is called cut")
            if reference != "-":
                far = beside_reference(answer.pixels, folder / reference)
                if far > REFERENCE:
                    words.append(f"reference {far:.1f}")
            words.append(judged(answer, folder / name))
            yield name, "; ".join(word for word in words if word)


def of_folder(folder, helper):
    """The name and the faults, or "", of each file in a folder without a table."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        answer = helper.decode(path)
        name = str(path.relative_to(folder))
        if answer.failure:
            known = decoders.judgements(path, answer.failure.split(" ")[-1])
            yield name, answer.failure if known else ""
        else:
            yield name, judged(answer, path)


def of_made(folder, helper):
    """The name and the faults, or "", of each generated picture of a single format."""
    for case in made.make(folder) + colors.make(folder):
        answer = helper.decode(case.path, case.color)
        words = [answer.failure]
        if answer.pixels is not None:
            far = distance(answer.pixels, decoders.premultiplied(case.truth))
            if far is None:
                words.append("size %dx%d" % answer.size)
            elif far > case.tolerance:
                words.append(f"pixels {far:.1f}")
            if answer.orientation not in (case.orientation, 1):
                words.append(f"orientation {answer.orientation}")
            if answer.frames != case.frames:
                words.append(f"{answer.frames} frames, not {case.frames}")
            if answer.is_truncated:
                words.append("is called cut")
        yield f"made/{case.path.name}", "; ".join(word for word in words if word)


# The checks of generated pictures, besides the single pictures of `made`, by name.
CHECKS = {
    "profiles": profiles.check, "orientations": orientations.check, "jpegs": jpegs.check,
    "pngs": pngs.check, "strips": strips.check, "animations": animations.check,
    "lights": lights.check, "rare": rare.check,
}


def of_check(name, folder, helper):
    """The name and the faults, or "", of each case of one of the `CHECKS`."""
    for case, wrong in CHECKS[name](folder / name, helper):
        yield f"{name}/{case}", wrong


def explanations():
    """The lines of explained.tsv: names of files, or beginnings of names, with the reason of the difference."""
    lines = (HERE / "explained.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def main(program, arguments):
    """Prints the unexplained differences and the counts. Returns the exit code: 1 when there are any."""
    only = [each.removeprefix("--only=") for each in arguments if each.startswith("--only=")]
    folders = [Path(each) for each in arguments if not each.startswith("--only=")]
    if unknown := [each for each in only if each not in {*CHECKS, "made"}]:
        raise SystemExit(f"agreement: no checks called {', '.join(unknown)}: made, {', '.join(CHECKS)}")
    helper = Helper(program)
    explained = explanations()
    counts = Counter()
    used = set()
    with tempfile.TemporaryDirectory() as scratch:
        parts = [of_made(Path(scratch), helper)] if not only or "made" in only else []
        parts += [of_check(name, Path(scratch), helper) for name in CHECKS if not only or name in only]
        for folder in folders:
            has_table = (folder / "expected.tsv").exists()
            parts.append((of_table if has_table else of_folder)(folder, helper))
        for part in parts:
            for name, wrong in part:
                reason = next((line for line in explained if name.startswith(line[0])), None)
                if not wrong:
                    counts["agree"] += 1
                elif reason:
                    counts["explained"] += 1
                    used.add(reason[0])
                else:
                    counts["DISAGREE"] += 1
                    print(f"{name}\t{wrong}", flush=True)
    helper.stop()
    print(", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    if folders and not only:
        for name, _ in explained:
            if name not in used:
                print(f"explained.tsv: {name}: nothing to explain")
    return 1 if counts["DISAGREE"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
