"""The desktop entries and the AppStream metainfo with their translations."""

import html
import pathlib
import re

from translating.catalogues import translated
from translating.template import METAINFO_TEXTS, spaced


def desktop(name):
    """Prints a desktop entry; a translated line follows each of its texts."""
    texts = translated()
    for line in pathlib.Path(name).read_text(encoding="utf-8").splitlines():
        old = re.fullmatch(r"(Name|GenericName|Comment|Keywords)\[(\w+)\]=.*", line)
        if old and old[2] in texts:
            continue
        print(line)
        match = re.fullmatch(r"(Name|GenericName|Comment|Keywords)=(.*)", line)
        if match:
            for language, messages in texts.items():
                if messages.get(match[2]):
                    print(f"{match[1]}[{language}]={messages[match[2]]}")


def metainfo(name):
    """Prints AppStream metainfo; translated elements follow each of its texts."""
    texts = translated()

    def elements(match):
        indent, tag, text = match[1], match[2], spaced(html.unescape(match[3]))
        result = match[0]
        for language, messages in texts.items():
            if messages.get(text):
                words = html.escape(messages[text], quote=False)
                result += f'\n{indent}<{tag} xml:lang="{language}">{words}</{tag}>'
        return result

    print(METAINFO_TEXTS.sub(elements, pathlib.Path(name).read_text(encoding="utf-8")), end="")
