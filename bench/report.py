"""Results as Markdown tables: values, ratios, and whether each target is met."""

from statistics import median

NAMES = ("pbview", "feh", "nsxiv", "imv", "qimgv", "eog", "floor", "confined floor")
FLOORS = ("floor", "confined floor")


def medians(samples):
    return {
        name: median(v for v in values if v is not None)
        for name, values in samples.items()
        if any(v is not None for v in values)
    }


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


class Table:
    def __init__(self, title, names=NAMES):
        self.title = title
        self.names = names
        self.rows = []
        self.failed = 0

    def add(self, label, values, peer=None, floor=None, most=None, least=None):
        """Adds a row. `peer` and `floor` are the maximum ratios to the best peer and to the floor,
        `most` and `least` are the bounds of the value itself."""
        own = values.get("pbview")
        others = [name for name in self.names if name not in ("pbview", *FLOORS)]
        peers = [values[name] for name in others if name in values]
        best = min(peers) if peers else None
        to_peer = own / best if own is not None and best else None
        to_floor, to_confined = (
            own / values[name] if own is not None and values.get(name) else None for name in FLOORS
        )
        tests = []
        for ratio, bound, words in (
            (to_peer, peer, "≤ %.2f × peer"),
            (to_floor, floor, "≤ %.2f × floor"),
        ):
            if bound is not None:
                tests.append((ratio is not None and ratio <= bound, words % bound))
        if most is not None:
            tests.append((own is not None and round(own, 2) <= most, f"≤ {_number(most)}"))
        if least is not None:
            tests.append((own is not None and own >= least, f"≥ {_number(least)}"))
        self.failed += sum(not good for good, _ in tests)
        self.rows.append(
            [
                label,
                *(_number(values.get(name)) for name in self.names),
                _number(to_peer),
                _number(to_floor),
                _number(to_confined),
                " · ".join(f"{'✓' if good else '✗'} {words}" for good, words in tests),
            ]
        )

    def markdown(self):
        heads = ["", *self.names, "÷ best peer", "÷ floor", "÷ confined floor", "target"]
        used = [
            i
            for i in range(len(heads))
            if i in (0, 1) or any(row[i] not in ("", "–") for row in self.rows)
        ]
        lines = [
            f"### {self.title}",
            "",
            _line([heads[i] for i in used]),
            _line(["---" if i == 0 else "---:" for i in used]),
        ]
        return "\n".join(lines + [_line([row[i] for i in used]) for row in self.rows]) + "\n"


def _line(cells):
    return "| " + " | ".join(cells) + " |"


def _number(value):
    if value is None:
        return "–"
    return (
        f"{value:.0f}"
        if abs(value) >= 100 or float(value).is_integer()
        else f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"
    )
