"""Writes pictures of ``playout web`` again: ``python -m tests.web_pictures [STUDY...]``.

Without names it writes the example of the first page, the review of a real round of Mexican Train
which a visitor can play again, and the answers of the gallery, in about half an hour.
"""

from __future__ import annotations

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

import playout
from playout.engine.game.drawings import element, words
from playout.lists import study_files
from playout.report.figures import PHONE

WEB = Path(playout.__file__).parent / "web"
ANSWERS, PICTURES = WEB / "answers.json", WEB / "static" / "gallery"
STUDY_GAMES = {
    "hex-map": 20_000_000,
    "hex-scaling": 20,
    "hex-compound": 100,
    "the-game-mistakes": 100,
    "the-game-search": 400,
    "the-game-verdicts": 20_000,
    "mexican-train-first-player": 20_000,
    "mexican-train-strategies": 60_000,
    "the-game-strategies": 20_000,
    "hearts-skill": 3_000,
    "spades-bidding": 20_000,
    "klondike-wins": 2_000,
    "blackjack-rules": 20_000_000,
    "blackjack-counting": 20_000,
}
FEW = 5_000  # of each row, of other studies
EXAMPLE = WEB / "templates" / "example.html"
GAME, SEATS, SEED = "mexican-train", ("greedy", *["sequence"] * 3), 3
RULES: dict[str, Any] = {"rounds": 1}
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 440.0, 138.0, 46.0, 48.0, 32.0, 10.0
MOST = 0.5  # of the chances that are drawn


def example() -> str:
    """The review as a part of the page: its curve, its sentence, and a form to play it again."""
    answer: Any = playout.review(GAME, seats=SEATS, seat=0, seed=SEED, worlds=10_000, **RULES)
    [story], [worst, *_] = answer.found.stories, answer.found.costliest(1)
    assert worst.decision.number == 0, "the page says: try move 1 again"
    moves, luck = (abs(round(100 * one.estimate)) for one in (story.skill, story.luck))
    fields = [("game", GAME), ("seed", SEED), *((f"rule.{k}", v) for k, v in RULES.items())]
    fields += [("rule.players", len(SEATS)), *(("seat", who) for who in ("person", *SEATS[1:]))]
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{escape(str(value))}">'
        for name, value in fields
    )
    return f"""\
<figure class="example">
{curve(answer, worst)}
<figcaption>
<p><b>Your moves cost {moves} points of it</b>, luck and the others {luck}.</p>
<form method="post" action="/play">{hidden}
<button class="button plain">Try move 1 again</button></form></figcaption>
</figure>
"""


def curve(answer: Any, worst: Any) -> str:
    """The winning chance before each decision, with its interval, and the result."""
    asked, judged = answer.found.asked, answer.found.judged
    moves = len(asked.moves)
    turns = [one.decision.number for one in judged]
    values = [one.value(one.own_column) for one in judged]

    def x(turn: float) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * turn / moves, 1)

    def y(value: float) -> float:
        return round(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * value / MOST, 1)

    def points(chances: list[float], turns: list[int]) -> str:
        return " ".join(f"{x(t)},{y(v)}" for t, v in zip(turns, chances, strict=True))

    line = points([*(one.estimate for one in values), 0], [*turns, moves])
    high = points([*(one.high for one in values), 0], [*turns, moves])
    low = points([one.low for one in reversed(values)], turns[::-1])
    first, cost = values[turns.index(worst.decision.number)], round(100 * worst.cost.estimate)
    faint, ink = 'fill="currentColor" opacity=".75"', 'fill="currentColor"'
    drawn = [
        words(0, 16, "Mexican Train: your winning chance", 'fill="currentColor" font-weight="600"'),
        *(
            element("path", d=f"M{LEFT:g} {y(at)}H{WIDE - RIGHT:g}", stroke="currentColor",
                    opacity=0.2) + words(LEFT - 8, y(at) + 5, f"{100 * at:g} %",
                                         f'text-anchor="end" font-size="13" {faint}')
            for at in (0, 0.25, 0.5)
        ),
        element("polygon", points=f"{high} {low}", fill="#0072b2", fill_opacity=0.25),
        element("polyline", points=line, fill="none", stroke="#3d94cf", stroke_width=3,
                stroke_linejoin="round"),
        element("circle", cx=x(moves), cy=y(0), r=5, fill="#3d94cf"),
        words(x(moves) + 10, y(0) + 5, "lost", ink),
        element("circle", cx=x(0), cy=y(first.estimate), r=12, fill="#d55e00"),
        words(x(0), y(first.estimate) + 5, 1, 'text-anchor="middle" fill="#fff" font-weight="700"'),
        words(x(0) + 20, y(first.estimate) + 2, f"\N{MINUS SIGN}{cost} points", ink),
    ]  # fmt: skip
    return (
        f'<svg viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" font-family="sans-serif" '
        f'font-size="15"><title>Your winning chance after each move. Move 1 cost {cost} points.'
        f"</title>{''.join(drawn)}</svg>"
    )


def small(svg: str) -> str:
    """The same picture in few letters: places to a hundredth of a point, all in one line."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    return re.sub(r">\s+<", "><", " ".join(svg.split())).replace(" z", "z")


def write_answer(name: str) -> None:
    """Ask a study, and keep its sentence and its picture."""
    games = STUDY_GAMES.get(name, FEW)
    answer = playout.run_study(name, games=games, seed=1)
    PICTURES.mkdir(exist_ok=True)
    picture = answer.figures()[-1 if name == "hex-map" else 0].svg(PHONE)
    (PICTURES / f"{name}.svg").write_text(f"{small(picture)}\n", encoding="utf-8")
    known = json.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.is_file() else {}
    known[name] = {"games": games, "sentence": answer.sentence()}
    text = json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False)
    ANSWERS.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    if not sys.argv[1:]:
        EXAMPLE.write_text(example(), encoding="utf-8")
    for study in sys.argv[1:] or study_files():
        write_answer(study)
