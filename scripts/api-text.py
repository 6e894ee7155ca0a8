"""Prints the public declarations in a module's symbol graphs: one per line, members indented.

A class or member that embedders may subclass or override is marked `open`; everything else is public. A protocol
requirement with a default implementation ends with `// has a default`. Members that a module adds to a type of
another module stand below `extension TYPE`.
"""

import json
import re
import sys

# The isolation of the declaration itself; that of a function type in it stands further on.
ISOLATION = re.compile(r"^((?:@\w+(?:\([^)]*\))? )*?)@MainActor ")


def declaration(symbol):
    """The declaration of a symbol on one line, without `@MainActor` in front."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    text = ISOLATION.sub(r"\1", " ".join(text.split()))
    return "open " + text if symbol["accessLevel"] == "open" else text


def parents(graph, names):
    """The superclass and protocols of each type, by the type's identifier."""
    found = {}
    for relation in graph["relationships"]:
        if relation["kind"] not in ("inheritsFrom", "conformsTo"):
            continue
        name = names.get(relation["target"]) or relation.get("targetFallback", "")
        name = name.rsplit(".", 1)[-1]
        # The compiler adds these conformances to every type.
        if name and name not in ("Copyable", "Escapable", "SendableMetatype"):
            is_class = relation["kind"] == "inheritsFrom"
            found.setdefault(relation["source"], set()).add((not is_class, name))
    return found


def defaulted(graphs):
    """The identifiers of protocol requirements that have a default implementation."""
    return {
        relation["target"]
        for graph in graphs
        for relation in graph["relationships"]
        if relation["kind"] == "defaultImplementationOf"
    }


def main():
    lines = {}
    graphs = [json.load(open(path)) for path in sys.argv[1:]]
    names = {
        symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
        for graph in graphs
        for symbol in graph["symbols"]
    }
    own = set(names.values())
    defaults = defaulted(graphs)
    for graph in graphs:
        above = parents(graph, names)
        for symbol in graph["symbols"]:
            identifier = symbol["identifier"]["precise"]
            text = declaration(symbol)
            types = sorted(above.get(identifier, ()))
            if types and not text.startswith("protocol"):
                text += ": " + ", ".join(name for _, name in types)
            if identifier in defaults:
                text += "  // has a default"
            path = tuple(symbol["pathComponents"])
            lines.setdefault(path, set()).add(text)
            for depth in range(1, len(path)):
                if ".".join(path[:depth]) not in own:
                    lines.setdefault(path[:depth], set()).add("extension " + ".".join(path[:depth]))
    for path in sorted(lines):
        for text in sorted(lines[path]):
            print("  " * (len(path) - 1) + text)


main()
