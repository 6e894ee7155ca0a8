"""The messages in the sources, the desktop entries, the metainfo and the manual page."""

import html
import pathlib
import re
import sys

from translating.swift import Literal, arguments, closing, is_literal, literal, masked

ROOT = pathlib.Path(__file__).resolve().parents[2]
PO = ROOT / "po"
TEMPLATE = PO / "pbview.pot"
ENTRIES = ["assets/io.github.pbview.Pbview.desktop", "assets/with-pbview.desktop"]
METAINFO = "assets/io.github.pbview.Pbview.metainfo.xml"
PLACEHOLDER = re.compile(r"\{[A-Za-z]+\}")
METAINFO_TEXTS = re.compile(r"(?s)( *)<(summary|p|li|caption|keyword)>(.*?)</\2>")
MANUAL = "assets/package/pbview.1.in"

HEADER = """\
# Texts of pbview.
# This file is distributed under the same license as the pbview package.
#
msgid ""
msgstr ""
"Project-Id-Version: pbview\\n"
"Report-Msgid-Bugs-To: \\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
"""


def fail(text):
    sys.exit(f"translations: {text}")


class Catalogue:
    """The messages in the order in which they are found."""

    def __init__(self):
        self.messages = {}

    def add(self, text, place, plural=None, context=None, comments=()):
        if not text:
            return
        message = self.messages.setdefault(
            (context, text), {"plural": None, "places": [], "comments": []}
        )
        if plural:
            if message["plural"] not in (None, plural):
                fail(f"{place}: “{text}” has two plural forms")
            message["plural"] = plural
        if place not in message["places"]:
            message["places"].append(place)
        for comment in comments:
            if comment not in message["comments"]:
                message["comments"].append(comment)

    def text(self):
        blocks = [HEADER]
        for (context, text), message in self.messages.items():
            lines = [f"#. {comment}" for comment in message["comments"]]
            lines += [f"#: {place}" for place in message["places"]]
            if context:
                lines.append(f"msgctxt {quoted(context)}")
            lines.append(f"msgid {quoted(text)}")
            if message["plural"]:
                lines += [f"msgid_plural {quoted(message['plural'])}", 'msgstr[0] ""', 'msgstr[1] ""']
            else:
                lines.append('msgstr ""')
            blocks.append("\n".join(lines) + "\n")
        return "\n".join(blocks)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def comments(source, start, end):
    """The notes for translators in a call, or in the comment lines before it."""
    before = source[:start].split("\n")[:-1]
    lines = []
    while before and before[-1].strip().startswith("//"):
        lines.insert(0, before.pop().strip())
    inner = [line.strip() for line in source[start:end].split("\n") if "//" in line]
    result = []
    for block in (lines, inner):
        note = None
        for line in block:
            words = line[line.index("//") :].lstrip("/ ")
            if words.startswith("TRANSLATORS:"):
                note = words.removeprefix("TRANSLATORS:").strip()
            elif note is not None:
                note += " " + words
        if note:
            result.append(note)
    return result


def of_source(path, catalogue):
    place = path.relative_to(ROOT).as_posix()
    source = path.read_text(encoding="utf-8")
    code = masked(source)

    def calls(name):
        for match in re.finditer(rf"(?<![\w]){name}\(", code):
            if re.search(r"func $", code[: match.start()]):
                continue
            end = closing(source, match.end() - 1)
            yield match.start(), end, arguments(source, match.end() - 1)

    found = []

    def take(start, end, value, plural=None, context=None, note=""):
        if value is None:
            return
        line = source.count("\n", 0, start) + 1
        for one in (value, plural):
            if one and one.is_interpolated:
                fail(f"{place}:{line}: “{one.text}” has an interpolation; use a placeholder")
        notes = comments(source, start, end) + ([note] if note else [])
        found.append((start, value.text, plural and plural.text, context, notes))

    for name in ("tr", "trPlural", "msgid"):
        for start, end, given in calls(name):
            plain = [value for label, value in given if not label]
            labelled = {label: value for label, value in given}
            context = labelled.get("context")
            context = context.text if context else None
            if name != "trPlural":
                take(start, end, plain[0] if plain else None, None, context)
            elif len(plain) > 1 and None not in plain[:2]:
                take(start, end, plain[0], plain[1], context)
    for start, end, given in calls("trPhotos"):
        if len(given) > 2 and None not in (given[1][1], given[2][1]):
            take(start, end, given[1][1])
            take(start, end, given[2][1], given[2][1])
    for start, end, given in calls("NamedFactory" if "/Overlays/" not in place else "-"):
        labelled = {label: value for label, value in given}
        name = given[0][1]
        if not name and labelled.get("title"):
            take(start, end, labelled["title"], None, "effect")
        elif name and labelled.get("description"):
            words = [word[:1].upper() + word[1:] for word in name.text.split("-")]
            title = labelled.get("title") or Literal(" ".join(words), False)
            if "/Indicators/" not in place:
                take(start, end, title, None, "effect")
            take(start, end, labelled["description"], note="Explanation in a list on the command line")
    if "Registry(" in code:
        for start, end, given in calls("Registry"):
            take(start, end, given[0][1] if given else None)
    if "/Preferences/" in place:
        for name in ("toggle", "names", "cases", "number", "parsed", "amount"):
            for start, end, given in calls(rf"(?:Preference)?\.{name}"):
                plain = [value for label, value in given if not label]
                title = {label: value for label, value in given}.get("title")
                take(start, end, title or (plain[1] if len(plain) > 1 else None), note="A preference")
        for match in re.finditer(r"(?:title|acceptedValues): (?=\s)", code):
            at = match.end()
            while source[at].isspace():
                at += 1
            if is_literal(source, at) and not literal(source, at)[0].is_interpolated:
                take(at, at, literal(source, at)[0], note="A preference, or the values of one")
    if place.startswith(("Sources/Decoders/", "Sources/Platform/")):
        # Helpers send the details of failures in English, and the viewer translates these.
        for match in re.finditer(r"\bdetail: ", code):
            at = match.end()
            value = literal(source, at)[0] if is_literal(source, at) else None
            if value and not value.is_interpolated and " " in value.text:
                take(at, at, value, note="The cause of an error, in parentheses")
    for start, text, plural, context, notes in sorted(found, key=lambda one: one[0]):
        catalogue.add(text, place, plural, context, notes)


def of_entry(name, catalogue):
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"(Name|GenericName|Comment|Keywords)=(.*)", line)
        if match and match[2] != "pbview":
            notes = [f"{match[1]} of the desktop entry"]
            if match[1] == "Keywords":
                notes = ["Search words of the desktop entry, each followed by a semicolon"]
            catalogue.add(match[2], name, comments=notes)


def spaced(text):
    """The text in one line, with single spaces."""
    return " ".join(text.split())


def of_metainfo(catalogue):
    for match in METAINFO_TEXTS.finditer((ROOT / METAINFO).read_text(encoding="utf-8")):
        note = "A search word" if match[2] == "keyword" else "The page of a software catalogue"
        catalogue.add(spaced(html.unescape(match[3])), METAINFO, comments=[note])


def manual_messages(page):
    """The messages of a manual page: headings and lines of text."""
    for line in page.splitlines():
        if line.startswith(".SH "):
            yield line.removeprefix(".SH ")
        elif line and line[0] not in ".@":
            yield line


def of_manual(catalogue):
    note = "The manual page; keep \\fB, \\fI and \\fR, which change the font, and \\- for a minus sign"
    for message in manual_messages((ROOT / MANUAL).read_text(encoding="utf-8")):
        catalogue.add(message, MANUAL, comments=[note] if "\\" in message else ["The manual page"])
    catalogue.add("User Commands", MANUAL, comments=["The title of section 1 of the manual"])
    for text in ("values: {values}", "default: {value}"):
        catalogue.add(text, MANUAL, comments=["A remark on an option, in parentheses"])


def template():
    catalogue = Catalogue()
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        of_source(path, catalogue)
    for name in ENTRIES:
        of_entry(name, catalogue)
    of_metainfo(catalogue)
    of_manual(catalogue)
    return catalogue
