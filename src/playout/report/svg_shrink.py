"""Drawings as parts of a page: small, in the page's own ink, and with names of their own."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from html import escape

from playout.report.figures import COLOURS, INK, LABEL, mixed

INKS = (INK, "#111", "#333")  # of words beside what is drawn
_TAG = re.compile(r"<[^>]*>")
_PLACES = re.compile(r' (d|x|y|cx|cy|r|width|height|points|transform|viewBox)="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d+")
_USED = re.compile(r'(?:url\(#|href="#)([\w-]+)')
_STYLE = re.compile(r'(?: clip-path="([^"]*)")? style="([^"]*)"')
_DROPPED = re.compile(
    r"<!--.*?-->|<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<defs>\s*</defs>"
    r'|<path d="[^"]*" style="fill: none"/>|<rect [^>]*height="100%" fill="#fff"/>'  # white paper
    r'| transform="rotate\(-?0 [^"]*\)"',
    re.DOTALL,
)
_LINES = 'stroke-linejoin="round"'  # of figures by matplotlib, said in the style that is dropped


def inline(svg: str, kind: str, alt: str) -> str:
    """An SVG element for a page: of the class ``kind``, said to be ``alt``."""
    head, body = svg[: svg.index(">") + 1], _DROPPED.sub("", svg[svg.index(">") + 1 :])
    digest = blake2b(f"{kind} {alt} {body}".encode(), digest_size=4).hexdigest()
    own = f"p{digest}-"  # no other picture's names begin so
    body = _TAG.sub(lambda tag: _in_ink(_short(tag[0])), _named(body, own))
    body = _without_bare_groups(re.sub(r">\s+<", "><", body.strip()))
    style, body = _in_classes(body, own)
    box = re.search(r'viewBox="([^"]*)"', head)
    words = re.search(r'font-family="[^"]*" text-anchor="[^"]*"', head)
    assert box is not None
    scale = 96 / 72 if "pt" in head else 1.0
    width, height = (scale * float(size) for size in box[1].split()[2:])
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(alt)}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="{box[1]}" fill="currentColor" '
        f"{words[0] if words else _LINES}>{style}{body}"
    )


def _named(body: str, own: str) -> str:
    """Only the names that are used, each with a beginning of its own."""
    short = {name: f"{own}{k}" for k, name in enumerate(dict.fromkeys(_USED.findall(body)))}
    body = re.sub(r' id="([^"]*)"', lambda m: f' id="{short[m[1]]}"' if m[1] in short else "", body)
    return _USED.sub(lambda m: m[0][: -len(m[1])] + short[m[1]], body)


def _short(tag: str) -> str:
    """The same in fewer letters: places to a tenth of a point."""

    def places(attribute: re.Match[str]) -> str:
        value = _NUMBER.sub(lambda n: f"{round(float(n[0]), 1) + 0.0:g}", attribute[2])
        value = re.sub(r"\s*([A-Za-z])\s*", r"\1", " ".join(value.split()))
        return f' {attribute[1]}="{value.strip()}"'

    tag = re.sub(r"'DejaVu Sans'[^;\"]*", "sans-serif", tag.replace("xlink:href", "href"))
    return re.sub(r"([:;]) ", r"\1", _PLACES.sub(places, tag))


def _in_ink(tag: str) -> str:
    """With the page's ink in place of black, and mixed into the colours of labels."""
    for ink in INKS:
        tag = re.sub(rf'(fill|stroke)(:|="){ink}(?=[;"])', r"\1\2currentColor", tag)
    for colour in COLOURS:
        by = f"fill:color-mix(in srgb,{colour} {100 * LABEL:g}%,currentColor)"
        tag = re.sub(rf'fill:{mixed(colour)}(?=[;"])', f"fill:{colour};{by}", tag)
    return tag


def _without_bare_groups(body: str) -> str:
    """Without groups that say nothing of what is in them."""
    kept = list[bool]()

    def chosen(tag: re.Match[str]) -> str:
        if tag[0] == "</g>":
            return tag[0] if kept.pop() else ""
        if re.match(r"<g[ >]", tag[0]) and not tag[0].endswith("/>"):
            kept.append(tag[0] != "<g>")
        return "" if tag[0] in ("<g>", "<g/>") else tag[0]

    return _TAG.sub(chosen, body).replace("<defs></defs>", "")


def _in_classes(body: str, own: str) -> tuple[str, str]:
    """A style element with all looks that things have in common, and the rest."""

    def look(style: re.Match[str]) -> str:
        clip = f";clip-path:{style[1]}" if style[1] else ""
        return style[2].rstrip(";") + clip

    often = Counter(look(style) for style in _STYLE.finditer(body))
    names = {text: f"{own}c{k}" for k, text in enumerate(often)}
    body = _STYLE.sub(lambda style: f' class="{names[look(style)]}"', body)
    rules = "".join(f".{name}{{{text}}}" for text, name in names.items())
    return (f"<style>{rules}</style>" if rules else ""), body
