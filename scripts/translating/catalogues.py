"""The catalogues po/*.po: their messages, what is wrong with them, and their binary form."""

import pathlib
import re
import subprocess

from translating.swift import ESCAPES
from translating.template import PLACEHOLDER, PO, fail, template


def run(*words, **options):
    return subprocess.run([str(word) for word in words], **options)


def languages(folder=PO):
    return sorted(pathlib.Path(folder).glob("*.po"))


def entries(path, kind=("--translated", "--no-fuzzy")):
    """The messages of a catalogue without comments: context, text, plural and translations. `kind`
    are the options of msgattrib that select messages."""
    text = run(
        "msgattrib", *kind, "--no-obsolete", "--no-wrap", path,
        check=True, stdout=subprocess.PIPE, encoding="utf-8",
    ).stdout
    for block in text.split("\n\n"):
        fields, key = {}, None
        for line in block.splitlines():
            match = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?) (".*")$', line)
            if match:
                key = match[1]
                fields[key] = ""
                line = match[2]
            if key and line.startswith('"'):
                fields[key] += line[1:-1]
        if fields.get("msgid"):
            yield fields


def plain(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text)


def translated(wanted=None):
    """The translations of every language or of one, by message, without contexts and plurals."""
    return {
        path.stem: {plain(one["msgid"]): plain(one["msgstr"]) for one in entries(path) if "msgstr" in one}
        for path in languages()
        if wanted in (None, path.stem)
    }


def key(fields):
    """Context and text, which identify a message."""
    return plain(fields["msgctxt"]) if "msgctxt" in fields else None, plain(fields["msgid"])


def gaps(path, messages):
    """Messages about texts without a translation; a fuzzy one is the translation of another text."""
    complete = {
        key(fields)
        for fields in entries(path)
        if all(text for name, text in fields.items() if name.startswith("msgstr"))
    }
    fuzzy = {key(fields) for fields in entries(path, ("--only-fuzzy",))}
    for message in messages:
        if message not in complete:
            context, text = message
            note = f" ({context})" if context else ""
            state = "fuzzy" if message in fuzzy else "not translated"
            yield f"{path.name}: “{text}”{note} is {state}"


def complaints(path):
    """Messages about translations with other placeholders than their texts, or with forbidden direction marks."""
    for fields in entries(path):
        wanted = set(PLACEHOLDER.findall(fields["msgid"] + fields.get("msgid_plural", "")))
        for key, text in fields.items():
            if not key.startswith("msgstr"):
                continue
            found = set(PLACEHOLDER.findall(text))
            free = {"{count}"} if "msgid_plural" in fields else set()
            if re.search("[\u061c\u200e\u200f\u202a-\u202e]", text):
                yield f"{path.name}: “{fields['msgid']}”: use isolates, U+2066 to U+2069, for directions"
            if found | free != wanted | free:
                yield f"{path.name}: “{fields['msgid']}”: the placeholders differ in “{text}”"


def check(folder=PO):
    """Fails when the template or a catalogue in a folder is incomplete or wrong."""
    def without_places(text):
        return re.sub(r"^#: .*\n", "", text, flags=re.MULTILINE)

    folder = pathlib.Path(folder)
    problems = []
    wanted = template()
    file = folder / "pbview.pot"
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    if without_places(known) != without_places(wanted.text()):
        problems.append("po/pbview.pot is out of date: run scripts/translations merge")
    for path in languages(folder):
        if run("msgfmt", "-c", "-o", "/dev/null", path).returncode != 0:
            problems.append(f"{path.name} is not accepted by msgfmt")
        else:
            problems += complaints(path)
            problems += gaps(path, wanted.messages)
    if problems:
        fail("\n".join(problems))


def compile_into(folder):
    for path in languages():
        target = pathlib.Path(folder) / path.stem / "LC_MESSAGES" / "pbview.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        run("msgfmt", "--no-hash", "-o", target, path, check=True)
        target.chmod(0o644)


def statistics():
    for path in languages():
        words = run(
            "msgfmt", "--statistics", "-o", "/dev/null", path, stderr=subprocess.PIPE, encoding="utf-8",
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
        ).stderr.strip()
        print(f"{path.stem}: {words}")
