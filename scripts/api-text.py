"""Symbol graphs of one module in, its public declarations out: one a line, members indented."""

import json
import sys


def declaration(symbol):
    """The declaration as it would be written, on one line and without attributes of isolation."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return " ".join(text.replace("@MainActor ", "").split())


def parents(graph, names):
    """Superclass and protocols of each type, by its identifier."""
    found = {}
    for relation in graph["relationships"]:
        if relation["kind"] not in ("inheritsFrom", "conformsTo"):
            continue
        name = names.get(relation["target"]) or relation.get("targetFallback", "")
        name = name.rsplit(".", 1)[-1]
        # What the compiler adds to everything says nothing.
        if name and name not in ("Copyable", "Escapable", "SendableMetatype"):
            is_class = relation["kind"] == "inheritsFrom"
            found.setdefault(relation["source"], set()).add((not is_class, name))
    return found


def main():
    lines = set()
    graphs = [json.load(open(path)) for path in sys.argv[1:]]
    names = {
        symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
        for graph in graphs
        for symbol in graph["symbols"]
    }
    for graph in graphs:
        above = parents(graph, names)
        for symbol in graph["symbols"]:
            text = declaration(symbol)
            types = sorted(above.get(symbol["identifier"]["precise"], ()))
            if types and not text.startswith("protocol"):
                text += ": " + ", ".join(name for _, name in types)
            path = tuple(symbol["pathComponents"])
            lines.add((path, text))
    for path, text in sorted(lines):
        print("  " * (len(path) - 1) + text)


main()
