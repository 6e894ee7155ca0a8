"""The pseudo-language: accented, longer, in brackets."""

import pathlib
import re

from translating.template import PLACEHOLDER, quoted, template

ACCENTS = str.maketrans(
    "AaCcDdEeGgHhIiKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž"
)
PADDING = "ļöŕéɱ îþšûɱ ðöļöŕ šîţ åɱéţ "


def pseudo_text(text):
    """The text in the pseudo-language: placeholders and conversions of dates stay, and the text grows
    by 40 %, a short one to its double."""
    pieces = re.split(r"(\{[A-Za-z]+\}|%-?[A-Za-z])", text)
    accented = "".join(
        piece if index % 2 else piece.translate(ACCENTS) for index, piece in enumerate(pieces)
    )
    length = len(PLACEHOLDER.sub("", text))
    extra = max(1, round(length * (1.0 if length <= 10 else 0.4)))
    tail = (PADDING * (extra // len(PADDING) + 1))[:extra].rstrip()
    return f"⟦{accented} {tail}⟧"


def pseudo(path, direction="LTR"):
    catalogue = template()
    lines = [
        'msgid ""', 'msgstr ""', '"Language: xx\\n"', '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"', '"Content-Transfer-Encoding: 8bit\\n"',
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"', "",
    ]
    for (context, text), message in catalogue.messages.items():
        if context:
            lines.append(f"msgctxt {quoted(context)}")
        translation = f"default:{direction}" if text == "default:LTR" else pseudo_text(text)
        lines.append(f"msgid {quoted(text)}")
        if message["plural"]:
            lines += [
                f"msgid_plural {quoted(message['plural'])}", f"msgstr[0] {quoted(translation)}",
                f"msgstr[1] {quoted(pseudo_text(message['plural']))}",
            ]
        else:
            lines.append(f"msgstr {quoted(translation)}")
        lines.append("")
    pathlib.Path(path).write_text("\n".join(lines), encoding="utf-8")
