"""Elements of pictures."""

from __future__ import annotations

from playout.engine.drawings import disc, element, rectangle


def test_an_element_has_its_attributes_and_parts_in_their_order() -> None:
    line = element("line", x1=0, y1=0.125, stroke_width=1.0, stroke="#222")
    assert line == '<line x1="0" y1="0.125" stroke-width="1" stroke="#222"/>'
    group = element("g", element("title", "a pile"), line, id="pile")
    assert group == f'<g id="pile"><title>a pile</title>{line}</g>'


def test_shapes_are_drawn_to_a_tenth_of_a_pixel() -> None:
    assert (
        rectangle(1 / 3, 2, 10.06, 4, rx=3)
        == '<rect x="0.3" y="2" width="10.1" height="4" rx="3"/>'
    )
    assert disc(1, 2.25, 2 / 3, fill="none") == '<circle cx="1" cy="2.2" r="0.7" fill="none"/>'
