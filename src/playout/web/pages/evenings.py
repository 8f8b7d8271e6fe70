"""The evening: the skill and luck of each player in all games that were reviewed here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from playout.engine.game.drawings import element, rectangle, words
from playout.engine.words.errors import PlayoutError
from playout.questions.review.side import Side
from playout.report.words import capitalised, number, several, short
from playout.stats.intervals import Interval
from playout.web.pages.review_view import answer_of, setting_of_run, sides
from playout.web.pages.templates import page, person_of, remembered
from playout.web.store.runs import Run
from playout.web.store.server_state import Server

FEW = 20  # games, of which a word of doubt is said

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Played:
    """A reviewed game as one player saw it."""

    run: Run
    side: Side

    @property
    def name(self) -> str:
        return self.side.who


@router.get("/evening")
def evening(request: Request, server: Server) -> Response:
    """The skill and luck of all players in the games that this visitor reviewed."""
    played = list[Played]()
    for run in server.runs.of(person_of(request)):
        if run.kind == "review" and run.complete:
            with suppress(PlayoutError):  # its file is damaged, or was moved away
                answer = answer_of(server, run)
                if answer is None or not setting_of_run(run, answer.found.asked).persons:
                    continue
                every = sides(run, answer)
                played += [Played(run, one) for one in every if len(one.seats) == 1 and one.story]
    won = [one for one in played if one.side.asked.measure.name == "win"]
    players = [_player(name, own) for name, own in _by_name(won).items()]
    titles = dict.fromkeys(one.side.asked.game.title for one in played)
    games = [
        _game(title, [one for one in played if one.side.asked.game.title == title])
        for title in titles
    ]
    values = {"players": players, "chart": _chart(players), "games": games}
    return remembered(request, page("evening.html", **values, few=FEW))


def _by_name(played: Sequence[Played]) -> dict[str, list[Played]]:
    found: dict[str, list[Played]] = {}
    for one in played:
        found.setdefault(one.name, []).append(one)
    return found


def _sums(played: Sequence[Played]) -> dict[str, Interval]:
    """The value at the start, what own moves, those of others and luck changed, over all games."""
    sums = {
        "start": [one.side.begin for one in played],
        "skill": [one.side.parts[0].change for one in played],
        "others": [change for one in played for change in _others(one.side)],
        "luck": [one.side.parts[-1].change for one in played],
    }
    return {name: _together(changes) for name, changes in sums.items()}


def _others(side: Side) -> list[Interval]:
    return [part.change for part in side.parts[1:-1]]


def _together(changes: Sequence[Interval]) -> Interval:
    """The sum of independent estimates; errors are added as their squares."""
    total = sum(one.estimate for one in changes)
    below = math.hypot(*(one.estimate - one.low for one in changes))
    above = math.hypot(*(one.high - one.estimate for one in changes))
    return Interval(total, total - below, total + above)


def _player(name: str, played: Sequence[Played]) -> dict[str, Any]:
    """The row of a player over all games that can be won."""
    sums, won = _sums(played), sum(one.side.result for one in played)
    return {
        "name": capitalised(name),
        "games": len(played),
        "won": short(won),
        **{part: _wins(sums[part], part != "start") for part in sums},
        "sums": sums,
        "sentence": _sentence(name, len(played), won, sums),
    }


def _wins(value: Interval, is_change: bool) -> str:
    """A number of wins and its interval: ``+0.8 (0.2 to 1.4)``."""
    if not value.high > value.low:
        return "0" if is_change and not value.estimate else short(value.estimate)
    reach = (value.high - value.low) / 2
    size, low, high = (number(one, reach) for one in value)
    return f"{'+' if is_change and value.estimate > 0 else ''}{size} ({low} to {high})"


def _sentence(name: str, games: int, won: float, sums: dict[str, Interval]) -> str:
    """What mattered for a player: ``Anna won 3 of 5 games. ...``"""
    who = capitalised(name)
    told = [f"{who} won {short(won)} of {several(games, 'game')}."]
    for what, part in (("moves", "skill"), ("luck", "luck")):
        change = sums[part]
        whose = ("Your moves" if name == "you" else f"{who}'s moves") if what == "moves" else "Luck"
        if not any(change):
            same = "were those of the strategy that judged them"
            told.append(f"{whose} {same if what == 'moves' else 'changed nothing'}.")
        elif not change.is_clear:
            told.append(f"What {whose[0].lower() + whose[1:]} changed is not clear.")
        else:
            verb = "added" if change.estimate > 0 else "cost"
            size = f"about {number(abs(change.estimate), (change.high - change.low) / 2)}"
            told.append(f"{whose} {verb} {size} wins.")
    return " ".join(told)


def _game(title: str, played: Sequence[Played]) -> dict[str, Any]:
    """The reviews of a game, and the sums of each player in its own measure."""
    asked = played[0].side.asked
    rows = []
    for name, own in _by_name(played).items():
        alike = [one for one in own if one.side.asked.measure == asked.measure]
        sums = _sums(alike)
        rows.append(
            {
                "name": capitalised(name),
                "games": len(alike),
                "mistakes": sum(len(one.side.mistakes) for one in alike),
                "decisions": sum(len(one.side.judged) for one in alike),
                "skill": _points(sums["skill"], alike[0].side),
                "luck": _points(sums["luck"], alike[0].side),
            }
        )
    reviews = {one.run.key: one for one in reversed(played)}
    return {
        "title": title,
        "unit": asked.unit.points,
        "rows": rows,
        "reviews": [(one.run, one.side.sentence()) for one in reversed(reviews.values())],
    }


def _points(change: Interval, side: Side) -> str:
    if not any(change):
        return "0"
    size, both = side.asked.unit.apart(change)
    return f"{'+' if change.estimate > 0 else ''}{size} {both}"


# ------------------------------------------------------------------ the chart

ROW, NAME, WIDTH = 58.0, 110.0, 700.0  # pixels


def _chart(players: Sequence[dict[str, Any]]) -> str:
    """Skill and luck of each player as bars from 0, with their intervals."""
    if not players:
        return ""
    every = [one["sums"][part] for one in players for part in ("skill", "luck")]
    most = max(0.5, *(abs(end) for change in every for end in change))
    middle, half = (NAME + WIDTH) / 2, (WIDTH - NAME) / 2 - 30

    def x(wins: float) -> float:
        return middle + half * wins / most

    height, drawn = ROW * len(players) + 52, []
    for row, one in enumerate(players):
        y = 10 + ROW * row
        drawn.append(words(0, y + 28, one["name"][:14], 'font-weight="600"'))
        for k, part in enumerate(("skill", "luck")):
            change, top = one["sums"][part], y + 22 * k
            a, b = sorted((x(0), x(change.estimate)))
            drawn.append(rectangle(a, top, max(1.0, b - a), 18, **{"class": part}))
            line = f"M{x(change.low):.1f} {top + 9:g}H{x(change.high):.1f}"
            drawn.append(element("path", d=line, **{"class": "reach"}))
    foot = height - 40
    drawn.append(element("path", d=f"M{middle:g} 4V{foot:g}", **{"class": "zero"}))
    drawn += [
        words(x(wins), foot + 14, f"{wins:+.2g}" if wins else "0", 'text-anchor="middle"')
        for wins in (-most, 0, most)
    ]
    text = "wins gained by moves (upper bar) and by luck (lower bar)"
    drawn.append(words(middle, foot + 29, text, 'text-anchor="middle"'))
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}" '
        f'height="{height:g}" role="img" aria-label="Skill and luck of each player">'
        f"{''.join(drawn)}</svg>"
    )
