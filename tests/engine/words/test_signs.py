"""Every character can be written in every encoding, and signs stay readable."""

from __future__ import annotations

import sys
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.engine.words.signs import for_print, in_ascii, is_unicode, write_every_character
from tests.command import Encoded

ENCODINGS = ["ascii", "cp1252", "cp437", "latin-1", "shift_jis", "cp037", "utf-8", "utf-16"]


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("A − B, 3 – 4 — 5", "A - B, 3 - 4 - 5"),
        ("2.1 ± 0.3 × 4", "2.1 +/- 0.3 x 4"),
        ("1 in 10⁶, 10¹²", "1 in 10^6, 10^12"),
        ("▁▂▃▄▅▆▇█", "_.-=+*%#"),
        ("┌─┬─┐│├┼┤╔═╗║╭╯", "+-+-+|++++-+|++"),
        ("↑ ▶ ✓ · … “x” ‘y’ ≤", "^ > v . ... \"x\" 'y' <="),
        ("1\N{NO-BREAK SPACE}000 \N{NARROW NO-BREAK SPACE}%", "1 000  %"),
        ("é 漢 😀 \udcff", r"\xe9 \u6f22 \U0001f600 \udcff"),
    ],
)
def test_a_sign_is_a_readable_one_in_ascii(text: str, ascii_text: str) -> None:
    assert in_ascii(text) == ascii_text


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=st.text(st.characters()))
def test_no_character_fails_and_no_more_of_them_change_than_must(encoding: str, text: str) -> None:
    stream = Encoded(encoding)
    with patch.object(sys, "stdout", stream):
        written = for_print(text)
        write_every_character(stream)
        print(text, end="")
    assert stream.getvalue() == written
    if is_unicode(stream) and text.isprintable():
        assert written == text


def test_a_stream_without_encoding_and_one_that_is_closed_are_left_alone() -> None:
    write_every_character(None)
    closed = Encoded("ascii")
    closed.close()
    write_every_character(closed)
    with patch.object(sys, "stdout", None):
        assert for_print("−") == "−"
