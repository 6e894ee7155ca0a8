"""Copies the marked regions of the snippet files into the articles that refer to them."""

import pathlib
import re
import sys
import textwrap

catalogue, folder = map(pathlib.Path, sys.argv[1:])
snippets = {}
for file in sorted(folder.glob("*.swift")):
    region = re.compile(r"^ *// snippet: ([a-z-]+)\n(.*?)\n *// end$", re.M | re.S)
    for name, code in region.findall(file.read_text()):
        snippets[name] = textwrap.dedent(code)

place = re.compile(r"<!-- snippet: ([a-z-]+) -->\n(?:\n```swift\n.*?\n```)?", re.S)


def filled(match):
    name = match.group(1)
    if name not in snippets:
        sys.exit(f"docs: there is no snippet called {name}")
    return f"<!-- snippet: {name} -->\n\n```swift\n{snippets[name]}\n```"


for article in sorted(catalogue.glob("*.md")):
    article.write_text(place.sub(filled, article.read_text()))
