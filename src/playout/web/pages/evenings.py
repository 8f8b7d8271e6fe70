"""The evening: the skill and luck of each player in all games that were reviewed here."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from playout.engine.game.drawings import element, rectangle, words
from playout.engine.words.errors import PlayoutError
from playout.questions.review import Answer
from playout.questions.review.several.found import together
from playout.questions.review.several.words import Words
from playout.questions.review.side import Side, noun
from playout.report.words import about, capitalised, head, number, several, short, turned
from playout.stats.intervals import Interval
from playout.web.pages.review_view import (
    answer_of,
    change_text,
    is_enough,
    match_after,
    setting_of_run,
    sides,
    worlds_of,
)
from playout.web.pages.templates import download, page, person_of, remembered
from playout.web.settings import Missing
from playout.web.store.runs import Run
from playout.web.store.server_state import Server, ServerState
from playout.web.store.setting import Setting
from playout.web.store.tables import NARROW, WIDE, recorded

CHANGES = "skill", "luck"
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

    @property
    def title(self) -> str:
        return self.side.asked.game.title


@router.get("/evening")
def evening(request: Request, server: Server) -> Response:
    """The skill and luck of all players in the games that this visitor reviewed."""
    played, left_out = list[Played](), Counter[str]()
    known: dict[str, list[tuple[Answer, Setting]]] = {}
    server.go_on(left := _unfinished(server, person_of(request)))
    for review in reversed(_reviews(server, person_of(request), left_out)):
        own, others = _known(*review)
        played += own
        if own and not others:
            known.setdefault(own[0].title, []).append(review[1:])
        left_out["unnamed"] += others
    won = [one for one in played if one.side.asked.measure.name == "win"]
    players = [_player(name, own) for name, own in _by_name(won).items()]
    titles = dict.fromkeys(one.title for one in played)
    games = [
        _game(title, [one for one in played if one.title == title])
        | {"better": _better(known.get(title, ()))}
        for title in titles
    ]
    charts = [_chart(players, width) for width in (WIDE, NARROW)] if players else []
    values: dict[str, Any] = {"players": players, "charts": charts, "games": games}
    values["intervals"] = _has_intervals(players)
    values["points"] = [title for title in titles if title not in {one.title for one in won}]
    return remembered(
        request, page("evening.html", **values, left=len(left), left_out=left_out, few=FEW)
    )


@router.get("/evening/left")
def left_to_review(request: Request, server: Server, count: int) -> Response:
    """Load the page again as soon as this number of unfinished reviews has changed."""
    changed = len(_unfinished(server, person_of(request))) != count
    return Response(status_code=204, headers={"HX-Refresh": "true"} if changed else {})


@router.get("/evening/games.json")
def games_file(request: Request, server: Server, game: str) -> Response:
    """The games of one kind that count here, the oldest first, as a file for ``playout review``."""
    every = _reviews(server, person_of(request), Counter())
    reviews = [(answer.found.asked, setting) for _, answer, setting in every]
    games = [
        recorded(setting, match_after(asked, len(asked.moves)))
        for asked, setting in reviews
        if asked.game.name == game
    ]
    if not games:
        raise Missing("there are no such games")
    return download(f"playout {game} {len(games)} games", "json", json.dumps(games))


def _unfinished(server: ServerState, person: str) -> list[Run]:
    """The reviews of a visitor that nobody has looked at until they were complete."""
    return [run for run in server.runs.of(person) if run.kind == "review" and run.is_open]


def _reviews(
    server: ServerState, person: str, left_out: Counter[str]
) -> list[tuple[Run, Answer, Setting]]:
    """One review of each game, that with most worlds, the oldest game first.

    ``left_out`` counts all that do not count.
    Who plays a deal that was shown before knows what will come.
    """
    best: dict[object, tuple[Run, Answer, Setting]] = {}
    for run in reversed(server.runs.of(person)):
        if run.kind != "review":
            continue
        try:
            answer = answer_of(server, run)
            if answer is None or not is_enough(run, answer):
                continue
            asked = answer.found.asked
            setting = setting_of_run(run, asked)
        except PlayoutError:
            left_out["damaged"] += 1
            continue
        if setting.seen:
            left_out["seen"] += 1
            continue
        game = repr((setting, asked.moves))
        if game not in best or worlds_of(answer.found) >= worlds_of(best[game][1].found):
            best[game] = run, answer, setting
    return list(best.values())


def _known(run: Run, answer: Answer, setting: Setting) -> tuple[list[Played], bool]:
    """The game as each person saw it who is known, and whether there were others.

    Of several people at a table those are known who typed a name.
    """
    people, typed = setting.persons, dict(enumerate(setting.names))
    known = [seat for seat in people if typed.get(seat) or len(people) == 1]
    every = [one for one in sides(run, answer) if len(one.seats) == 1 and one.story]
    own = [Played(run, one) for one in every if one.seats[0] in known]
    return own, len(known) < len(people)


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
            if change.high > change.low:
                size = about(turned(change) if change.estimate < 0 else change, rate=False)
            else:  # exact, to more digits than wins need
                size = f"about {abs(change.estimate):.2g}"
            told.append(f"{whose} {verb} {size} wins.")
    return " ".join(told)


def _game(title: str, played: Sequence[Played]) -> dict[str, Any]:
    """The reviews of a game, and of each player the averages per game in its own measure."""
    asked = played[0].side.asked
    unit = asked.unit.points or noun(asked.measure, "several")
    rows = []
    for name, own in _by_name(played).items():
        alike = [one for one in own if one.side.asked.measure == asked.measure]
        sums, won = _sums(alike), [one.side.won for one in alike if one.side.won is not None]
        skill, luck = (sums[part].times(1 / len(alike)) for part in CHANGES)
        rows.append(
            {
                "name": capitalised(name),
                "games": len(alike),
                "won": f"{short(sum(won))} of {len(won)}" if won else "",
                "result": _result([one.side for one in alike]),
                "mistakes": sum(len(one.side.mistakes) for one in alike),
                "decisions": sum(len(one.side.judged) for one in alike),
                "skill": change_text(skill, alike[0].side),
                "luck": change_text(luck, alike[0].side),
            }
        )
    reviews = {one.run.key: one for one in reversed(played)}
    return {
        "title": title,
        "name": asked.game.name,
        "heads": {part: f"{part} per game ({unit.strip()})" for part in CHANGES},
        "is_won": any(row["won"] for row in rows),
        "measure": "" if asked.measure.name == "win" else head(asked.measure.name),
        "rows": rows,
        "intervals": _has_intervals(rows),
        "reviews": [(one.run, one.side.sentence()) for one in reversed(reviews.values())],
    }


def _has_intervals(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a number of these players is written with its interval."""
    return any("(" in row[part] for row in rows for part in CHANGES)


def _better(reviews: Sequence[tuple[Answer, Setting]]) -> str:
    """Who played better in games of one kind; "" unless all have the same rules and players."""
    if len(reviews) < 2:
        return ""
    names = [setting.names_for(setting.persons) for _, setting in reviews]
    with suppress(PlayoutError):
        found = together([answer.found for answer, _ in reviews], names)
        return " ".join(Words(found).better()) if len(found.numbers) > 1 else ""
    return ""


def _result(sides: Sequence[Side]) -> str:
    """What a player had in the end: how often, or on average."""
    total = sum(one.result for one in sides)
    is_rate = sides[0].asked.measure.is_rate
    return f"{short(total)} times" if is_rate else short(total / len(sides), 4)


# ------------------------------------------------------------------ the chart

ROW = 58.0  # pixels


def _chart(players: Sequence[dict[str, Any]], width: float) -> str:
    """Skill and luck of each player as bars from 0, with their intervals."""
    every: list[Interval] = [one["sums"][part] for one in players for part in CHANGES]
    most: float = max(0.5, *(abs(end) for change in every for end in change))
    middle, half, foot = width / 2, width / 2 - 24, 12 + (ROW + 18) * len(players)

    def x(wins: float) -> float:
        return middle + half * wins / most

    drawn = []
    for row, one in enumerate(players):
        y = 18 + (ROW + 18) * row
        drawn.append(words(0, y, one["name"], 'font-weight="600"'))
        for k, part in enumerate(CHANGES):
            change, top = one["sums"][part], y + 8 + 24 * k
            a, b = sorted((x(0), x(change.estimate)))
            drawn.append(rectangle(a, top, max(1.0, b - a), 20, **{"class": part}))
            line = f"M{x(change.low):.1f} {top + 10:g}H{x(change.high):.1f}"
            drawn.append(element("path", d=line, **{"class": "reach"}))
            end = max(x(change.high), x(0)) + 6
            side = 'text-anchor="start"' if end < width - 50 else 'text-anchor="end"'
            end = end if end < width - 50 else min(x(change.low), x(0)) - 6
            drawn.append(words(end, top + 15, "moves" if k == 0 else "luck", side))
    drawn.append(element("path", d=f"M{middle:g} 22V{foot:g}", **{"class": "zero"}))
    drawn += [
        words(x(wins), foot + 16, f"{wins:+.2g}" if wins else "0", 'text-anchor="middle"')
        for wins in (-most, 0, most)
    ]
    drawn.append(words(middle, foot + 34, "wins gained, or lost", 'text-anchor="middle"'))
    return (
        f'<svg class="chart" viewBox="0 0 {width:g} {foot + 42:g}" width="{width:g}" '
        f'height="{foot + 42:g}" role="img" aria-label="Wins by moves and by luck">'
        f"{''.join(drawn)}</svg>"
    )
