"""The pages of a review: which moves mattered, what was luck, and the costly decisions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from playout.engine.match.decisions import play_one
from playout.engine.match.match import Match
from playout.engine.match.told import seat_picture
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.questions.review import Answer, Asked, Job, ask
from playout.questions.review.answer import MOST_SHOWN
from playout.questions.review.found import Judged, Story, skill_of
from playout.questions.review.words import counted, sentence_of
from playout.report.tables import small
from playout.report.words import Unit, between, head, several
from playout.web.fragments import interval_bar, main_picture
from playout.web.pages.templates import page, person_of, remembered, to
from playout.web.settings import PERSON
from playout.web.store.runs import Run
from playout.web.store.server_state import RunAt, Server, ServerState
from playout.web.store.setting import Setting
from playout.web.store.tables import Table, widths

WORLDS = 1_000  # for each decision
BEST = 5  # moves that are shown of a decision

router = APIRouter(include_in_schema=False)


# ------------------------------------------------------------------ beginning


@router.post("/table/{key}/review")
def begin(request: Request, server: Server, key: str) -> Response:
    """Review the finished game of a table; show the review if there is one already."""
    with server.tables.at(key) as table:
        if table.guest is not None:
            raise PlayoutError("only those who set this table up can ask for a review")
        if (run := table.asked.get("review")) is None or not server.runs.has(run):
            run = table.asked["review"] = _begun(server, table, person_of(request))
    return remembered(request, to(request, f"/review/{run}"))


def _begun(server: ServerState, table: Table, person: str) -> str:
    """The key of a new review."""
    setting = table.setting
    who = None if setting.persons else list(setting.seats)
    asked = ask(
        setting.game,
        strategy=who,
        moves=table.written().moves,
        position=setting.position,
        seed=setting.seed,
        game_number=setting.number,
        worlds=WORLDS,
        **setting.options,
    )
    persons = ",".join(map(str, setting.persons))
    title = f"Review: {table.game.title}, {several(len(asked.decisions), 'decision')}"
    seats = (("seats", "+".join(setting.seats)), ("persons", persons))
    run = Run("", title, "review", setting.game, person=person, asked=seats)
    return server.runs.begin(Job(asked), run).key


# ------------------------------------------------------------------ the pages


@router.get("/review/{key}")
def review(request: Request, server: Server, run: RunAt) -> Response:
    """A review: the curve, the sums and the costly decisions; its run while it is played."""
    answer = _answer(server, run)
    if not run.complete or answer is None:
        return to(request, f"/run/{run.key}")
    found = answer.found
    own, _ = answer.visible_tables()
    return page(
        "review.html",
        run=run,
        title=found.asked.game.title,
        sentence=counted(found),
        reviewer=found.asked.reviewer.reference,
        simulated=found.asked.simulations,
        curve=main_picture(answer),
        seats=own[0].html(),
        note=small(answer.note),
        value_head=found.asked.unit.head(found.asked.measure.name),
        unit=found.asked.unit.difference_head(""),
        stories=[
            ("" if story.seat is None else f"Seat {nth(story.seat)}", _steps(answer, story))
            for story in found.stories
        ],
        costly=[
            {
                "turn": one.decision.number,
                "seat": one.decision.seat,
                "made": one.name(one.decision.made),
                "cost": _cost(found.asked, one),
                "sure": one.is_mistake,
            }
            for one in found.costliest(MOST_SHOWN)
        ],
        command=answer.commands(),
    )


def _cost(asked: Asked, one: Judged) -> str:
    """The cost of a move for a sentence: ``4 percentage points (3 to 5)``."""
    size, both = asked.unit.apart(one.cost)
    return f"{asked.unit.spelled(size)} {both}"


def _answer(server: ServerState, run: Run) -> Answer | None:
    """The answer of a review so far; PlayoutError if the run is another question."""
    if run.kind != "review":
        raise PlayoutError("there is no such review")
    answer = server.runs.answer(run)
    if answer is not None and not isinstance(answer, Answer):
        raise PlayoutError("the saved review cannot be read")
    return answer


def _steps(answer: Answer, story: Story) -> list[dict[str, Any]]:
    """How moves and luck changed the winning chance, decision by decision; they add up."""
    asked = answer.found.asked
    scale = asked.unit.scale
    steps = []
    for k, one in enumerate(story.judged):
        changes = [one.gain.mean, story.others_after(k), story.luck_after(k)]
        skill, others, luck = (scale * float(change) for change in changes)
        steps.append(
            {
                "turn": one.decision.number,
                "seat": one.decision.seat,
                "move": one.name(one.decision.made),
                "value": scale * float(one.before.mean),
                "skill": skill,
                "others": others,
                "luck": luck,
                "mistake": one.is_mistake,
                "cost": asked.unit.difference(one.cost)[0],
            }
        )
    return steps


@router.get("/review/{key}/turn/{turn}")
def decision(server: Server, run: RunAt, turn: int) -> Response:
    """The position of a decision; the values of its moves are shown on request."""
    one = _decision(server, run, turn)
    asked, made = one.asked, one.decision
    match = _at(asked, made.number)
    tried = one.order[:BEST]
    tried += [] if made.made in tried else [made.made]
    return page(
        "decision.html",
        run=run,
        title=asked.game.title,
        turn=turn,
        seat=made.seat,
        pictures=widths(lambda width: seat_picture(match, made.seat, width)),
        chance=interval_bar(one.value(one.own_column), asked),
        reviewer=asked.reviewer.reference,
        measure=head(asked.measure.name),
        moves=[
            {
                "move": one.name(k),
                "value": between(one.value(k), asked.measure.is_rate),
                "made": k == made.made,
                "best": k == one.best,
            }
            for k in tried
        ],
        sentence=sentence_of(one),
    )


def _decision(server: ServerState, run: Run, turn: int) -> Judged:
    """The decision after this many moves; PlayoutError if there was none."""
    answer = _answer(server, run)
    judged = [] if answer is None else answer.found.judged
    one = next((one for one in judged if one.decision.number == turn), None)
    if one is None:
        raise PlayoutError(f"after {several(turn, 'move')} this game has no decision")
    return one


def _at(asked: Asked, turn: int, reviewer: bool = False) -> Match:
    """The reviewed game after this many moves; with the reviewer on every seat, or nobody."""
    players = (asked.reviewer,) * int(asked.rules["players"]) if reviewer else ()
    match = asked.dealt.begun(asked.rules, players, compiled=reviewer)
    for move in asked.moves[:turn]:
        match.play(move)
    return match


@router.post("/review/{key}/turn/{turn}/try")
def try_again(request: Request, server: Server, run: RunAt, turn: int) -> Response:
    """Make a table on which a person decides again and plays on."""
    one = _decision(server, run, turn)
    asked, start = one.asked, one.asked.dealt
    seats = _seats(run, asked)
    seats[one.decision.seat] = PERSON
    setting = Setting(
        run.game,
        dict(asked.rules.needed_options()),
        tuple(seats),
        start.seed,
        start.number,
        start.start,
        tuple(asked.move(move) for move in asked.moves[:turn]),
        solution=f"/review/{run.key}/turn/{turn}",
    )
    return to(request, f"/table/{server.tables.lay(setting).key}")


def _seats(run: Run, asked: Asked) -> list[str]:
    """Return the players of the reviewed game, by seat."""
    seats = dict(run.asked).get("seats", "").split("+")
    players = int(asked.rules["players"])
    return seats if len(seats) == players else [asked.reviewer.reference] * players


@router.get("/review/{key}/turn/{turn}/both")
def both(server: Server, run: RunAt, turn: int) -> Response:
    """How the game goes on after the move made and after the best move, with the same luck."""
    one = _decision(server, run, turn)
    made = one.decision.made
    ways = dict.fromkeys([made, one.best])
    return page("both.html", ways=[_way(one, k, k == made) for k in ways])


def _way(one: Judged, k: int, made: bool) -> dict[str, Any]:
    """A move, and the game that follows if the reviewer plays on everywhere."""
    asked, move = one.asked, one.decision.moves[k]
    match = _at(asked, one.decision.number, reviewer=True)
    seats = [match.seat]
    match.play(move)
    while not match.is_over:
        seats.append(match.seat)
        play_one(match)
    lines = [match.format_move(code) for code in match.moves[one.decision.number :]]
    return {
        "made": made,
        "move": one.name(k),
        "lines": list(zip(seats, lines, strict=True)),
        "measure": head(asked.measure.name),
        "result": _result(match.outcome()[asked.measure.name]),
        "picture": match._repr_svg_(),
    }


def _result(value: Any) -> str:
    """The value of a measure, or of each seat: ``1 for seat 1, 0 for seat 2``."""
    if not isinstance(value, list):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return ", ".join(f"{_result(one)} for seat {nth(seat)}" for seat, one in enumerate(value))


# ------------------------------------------------------------------ an evening


@router.get("/evening")
def evening(request: Request, server: Server) -> Response:
    """The skill and luck of one visitor in all reviewed games, summed up by game."""
    reviews: dict[str, list[tuple[Run, Answer]]] = {}
    for run in server.runs.of(person_of(request)):
        answer = None
        persons = dict(run.asked).get("persons", "")
        if run.kind == "review" and run.complete and re.fullmatch(r"\d+(,\d+)*", persons):
            with suppress(PlayoutError):  # its file is damaged, or was moved away
                answer = _answer(server, run)
            if answer is not None:
                reviews.setdefault(answer.found.asked.game.title, []).append((run, answer))
    games = [_evening(title, pairs) for title, pairs in reviews.items()]
    return remembered(request, page("evening.html", games=games))


def _evening(title: str, pairs: Sequence[tuple[Run, Answer]]) -> dict[str, Any]:
    """The sums over the reviews of one game."""
    asked = pairs[0][1].found.asked
    measure, unit = asked.measure, asked.unit
    judged, lucks, rows = list[Judged](), 0.0, []
    for run, answer in pairs:
        persons = [int(seat) for seat in dict(run.asked)["persons"].split(",")]
        own = [one for one in answer.found.judged if one.decision.seat in persons]
        stories = [one for one in answer.found.stories if one.seat in (None, *persons)]
        luck = sum(story.luck.estimate for story in stories)
        judged, lucks = judged + own, lucks + luck
        skill = skill_of(own)
        rows.append((run, between(skill, measure.is_rate, ""), _points(luck, unit)))
    return {
        "title": title,
        "measure": head(measure.name),
        "unit": unit.percentage_points,
        "games": len(pairs),
        "skill": between(skill_of(judged), measure.is_rate, ""),
        "luck": _points(lucks, unit),
        "mistakes": sum(one.is_mistake for one in judged),
        "decisions": len(judged),
        "rows": rows,
    }


def _points(value: float, unit: Unit) -> str:
    return f"{unit.scale * value:+.1f}"
