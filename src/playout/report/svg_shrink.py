"""Drawings as parts of a page: small, in the page's own ink, and with names of their own."""

from __future__ import annotations

import re
from hashlib import blake2b
from html import escape

from playout.report.figures import COLOURS, INK, LABEL, mixed

_INK = re.compile(rf'(fill|stroke)(:|=")(?:{INK}|#111|#333)(?=[;"])')  # of words and lines
_LABELS = {
    f"fill:{mixed(colour)}": (
        f"fill:{colour};fill:color-mix(in srgb,{colour} {100 * LABEL:g}%,currentColor)"
    )
    for colour in COLOURS
}
_TAG = re.compile(r"<[^>]*>")
_PLACES = re.compile(r' (?:d|x|y|cx|cy|r|width|height|points|transform|viewBox)="[^"]*"')
_NUMBER = re.compile(r"-?\d+\.\d+")
_DROPPED = re.compile(
    r"<!--.*?-->|<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<defs>\s*</defs>"
    r'|<path d="[^"]*" style="fill: none"/>|<rect [^>]*height="100%" fill="#fff"/>'  # white paper
    r'| id="[a-z0-9.]+_\d+"| transform="rotate\(-?0 [^"]*\)"',
    re.DOTALL,
)
_LINES = 'stroke-linejoin="round"'  # of figures by matplotlib, said in the style that is dropped


def inline(svg: str, kind: str, alt: str) -> str:
    """An SVG element for a page: of the class ``kind``, said to be ``alt``."""
    head, body = svg[: svg.index(">") + 1], _DROPPED.sub("", svg[svg.index(">") + 1 :])
    digest = blake2b(f"{kind} {alt} {body}".encode(), digest_size=4).hexdigest()
    # No other picture's names begin so.
    body = re.sub(r'( id="|href="#|url\(#)', rf"\1p{digest}-", body.replace("xlink:href", "href"))
    body = _TAG.sub(lambda tag: _shortened(tag[0]), re.sub(r">\s+<", "><", body.strip()))
    box = re.search(r'viewBox="([^"]*)"', head)
    words = re.search(r'font-family="[^"]*" text-anchor="[^"]*"', head)
    assert box is not None
    scale = 96 / 72 if "pt" in head else 1.0
    width, height = (scale * float(size) for size in box[1].split()[2:])
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(alt)}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="{box[1]}" fill="currentColor" '
        f"{words[0] if words else _LINES}>{body}"
    )


def _shortened(tag: str) -> str:
    """A tag with places to a tenth of a point, and with the page's ink in place of black."""

    def tenths(places: re.Match[str]) -> str:
        return _NUMBER.sub(lambda n: f"{round(float(n[0]), 1) + 0.0:g}", places[0])

    tag = _PLACES.sub(tenths, " ".join(tag.split()))
    tag = re.sub(r"([:;]) ", r"\1", re.sub(r"'DejaVu Sans'[^;\"]*", "sans-serif", tag))
    tag = _INK.sub(r"\1\2currentColor", tag)
    for drawn, shown in _LABELS.items():
        tag = tag.replace(drawn, shown)
    return tag
