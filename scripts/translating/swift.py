"""String literals and calls in Swift sources."""

import re

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "0": "\0", "'": "'"}


class Literal:
    """A string literal: its text, and whether values are interpolated."""

    def __init__(self, text, is_interpolated):
        self.text = text
        self.is_interpolated = is_interpolated


def literal(source, start):
    """The string literal at start, and the index after the literal."""
    hashes = 0
    while source[start] == "#":
        hashes += 1
        start += 1
    quote = '"""' if source.startswith('"""', start) else '"'
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    at = start + len(quote)
    text, is_interpolated = "", False
    while not source.startswith(close, at):
        if source.startswith(escape, at):
            at += len(escape)
            if source[at] == "(":
                is_interpolated = True
                at = closing(source, at)
            elif source.startswith("u{", at):
                end = source.index("}", at)
                text += chr(int(source[at + 2 : end], 16))
                at = end + 1
            else:
                text += ESCAPES.get(source[at], source[at])
                at += 1
        else:
            text += source[at]
            at += 1
    return Literal(text, is_interpolated), at + len(close)


def is_literal(source, at):
    return source[at] == '"' or re.match(r'#+"', source[at : at + 4]) is not None


def comment_end(source, at):
    """The index after a comment that begins at `at`; `at` when no comment begins there."""
    if source.startswith("//", at):
        return source.find("\n", at) if "\n" in source[at:] else len(source)
    if source.startswith("/*", at):
        return source.index("*/", at) + 2
    return at


def closing(source, start):
    """The index after the bracket that closes the one at start."""
    depth, at = 0, start
    while True:
        end = comment_end(source, at)
        if end != at:
            at = end
            continue
        if is_literal(source, at):
            _, at = literal(source, at)
            continue
        if source[at] in "([{":
            depth += 1
        elif source[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1


def arguments(source, start):
    """The arguments of the call whose parenthesis is at start: pairs of label and value, which is a
    Literal or None for any other expression."""
    end = closing(source, start) - 1
    result, at = [], start + 1
    while at < end:
        label, value, is_plain = "", None, True
        while at < end and source[at] != ",":
            skipped = comment_end(source, at)
            if skipped != at:
                at = skipped
            elif is_literal(source, at):
                found, at = literal(source, at)
                value = found if value is None and is_plain else value
                if not is_plain:
                    value = None
            elif source[at] in "([{":
                at, is_plain, value = closing(source, at), False, None
            elif source[at].isspace():
                at += 1
            else:
                name = re.compile(r"(\w+):(?!:)").match(source, at)
                if name and not label and value is None and is_plain:
                    label, at = name[1], name.end()
                else:
                    at, is_plain, value = at + 1, False, None
        result.append((label, value))
        at += 1
    return result


def masked(source):
    """The source with blanks in the place of comments and literals, so that calls can be searched."""
    result, at = list(source), 0
    while at < len(source):
        end = comment_end(source, at)
        if end == at and is_literal(source, at):
            _, end = literal(source, at)
        if end == at:
            at += 1
            continue
        for place in range(at, end):
            if result[place] != "\n":
                result[place] = " "
        at = end
    return "".join(result)
