"""The page of a review, "what mattered": the sentence, the curve, and the costliest decisions.

A review begins when a game is over, and grows while somebody looks at the table or at its page.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import anyio
from fastapi import APIRouter, Request
from sse_starlette import EventSourceResponse
from starlette.responses import Response

from playout.engine.game.drawings import ONLOOKER, YOU, NamedSeat
from playout.engine.match.told import seat_picture
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.questions.exact_moves import strongest
from playout.questions.review import Answer, Job, ask
from playout.questions.review.side import Side
from playout.report.answer import Answer as AnyAnswer
from playout.report.words import several
from playout.web.curve import curve
from playout.web.pages.review_view import (
    address,
    answer_of,
    is_enough,
    match_after,
    names_of,
    review_values,
    setting_of_run,
    shown_of,
    side_at,
)
from playout.web.pages.templates import (
    download,
    event,
    is_part,
    page,
    person_of,
    remembered,
    rendered,
    to,
)
from playout.web.settings import Missing
from playout.web.share import share_picture
from playout.web.store.computations import Playing, news
from playout.web.store.runs import Run, check_size
from playout.web.store.server_state import RunAt, Server, ServerState
from playout.web.store.tables import NARROW, Table, widths

NO_CHOICE = "No player had a choice in this game: luck alone decided it."
WORLDS = 1_000  # for each decision

router = APIRouter(include_in_schema=False)


# ------------------------------------------------------------------ beginning


@router.post("/table/{key}/review")
def begin(request: Request, server: Server, key: str) -> Response:
    """Review the finished game of a table; show the review if there is one already."""
    with server.tables.at(key) as table:
        run, own = run_of(server, table, person_of(request)), AtTable.of(table)
    query = {"side": own.side} if own.side and table.setting.friends else {}
    return remembered(request, to(request, f"/review/{run.key}", **query))


@router.get("/table/{key}/mattered")
def mattered(request: Request, server: Server, key: str) -> Response:
    """What mattered in the game of a table that is over, while it is being worked out."""
    with server.tables.at(key) as table:
        try:
            run = run_of(server, table, person_of(request))
        except PlayoutError:
            if table.match.is_over:
                return EventSourceResponse(iter([event("over", NO_CHOICE)]))
            raise
        show = AtTable.of(table)
    return remembered(request, EventSourceResponse(_events(server, run, show.side, show)))


def run_of(server: ServerState, table: Table, person: str) -> Run:
    """The review of the game of a table, which is begun if there is none yet.

    It is a run of all visitors who were at the table.
    """
    with server.tables.at(table.key) as own:  # not as a guest has it
        if not server.runs.has(own.setting.review):
            own.setting = replace(own.setting, review=_begun(server, own, person))
            server.tables.save(own, is_shown=False)
    return server.runs.shared(own.setting.review, person)


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
        reviewer=strongest(table.match.rules),
        **setting.options,
    )
    if asked.exact is None:
        asked = replace(asked, worlds=WORLDS, whole=setting.position is None)
    title = f"Review: {table.game.title}, {several(len(asked.decisions), 'decision')}"
    words = [(name, json.dumps(getattr(setting, name))) for name in ("seats", "names")]
    words += [("seen", "yes")] * setting.seen
    run = Run("", title, "review", setting.game, person=person, asked=tuple(words))
    return server.runs.begin(Job(asked), run).key


# ------------------------------------------------------------------ the page


@router.get("/review/{key}")
def review(request: Request, server: Server, run: RunAt, side: str = "") -> Response:
    """What mattered: the sentence, the curve and the costly decisions, which grow meanwhile."""
    answer = answer_of(server, run)
    if run.is_open:
        server.runs.playing(run).glance()  # where no script listens, the page is loaded again
    template = "review_part.html" if is_part(request) else "review.html"
    values = review_values(run, answer, side)
    values["words"] = server.runs.progress(run)
    return page(template, **values)


# ------------------------------------------------------------------ while it grows


@router.get("/review/{key}/events")
def review_events(server: Server, run: RunAt, side: str = "", shows: bool = False) -> Response:
    """The events of a review while its page is open, which ``shows`` the decisions or not yet."""
    return EventSourceResponse(_events(server, run, side, _with_cards if shows else _on_page))


def _on_page(run: Run, answer: Answer, side: Side) -> Any:
    """The part of the page that grows; None as soon as there is more to show."""
    return None if is_enough(run, answer) else _growing(side, enough=False)


def _with_cards(run: Run, answer: Answer, side: Side) -> Any:
    return _growing(side, enough=True)


def _growing(side: Side, enough: bool) -> str:
    return rendered("review_growing.html", shown=shown_of(side, False, enough))


@dataclass(frozen=True)
class AtTable:
    """The sentence and the curve for a table, told to the person on a seat."""

    side: str = ""  # that of the seat, as in an address; "": several share the screen, or look on
    is_you: bool = False  # whether that person has typed no name

    @classmethod
    def of(cls, table: Table) -> AtTable:
        """What those see who came by the link of a table."""
        if len(table.mine) != 1:
            return cls()
        (seat,) = table.mine
        return cls(str(nth(seat)), table.names[seat] == YOU)

    def __call__(self, run: Run, answer: Answer, side: Side) -> Any:
        """Return both, as far as the review has come; None while they would say nothing yet."""
        if not is_enough(run, answer):
            return None
        told = replace(side, name="") if self.is_you and address(side) == self.side else side
        text = told.sentence() if told.story is not None else ""
        if text and not answer.complete:
            text = f"So far, roughly: {text}"
        return {"text": text, "html": curve(told, [], NARROW)}


async def _events(
    server: ServerState, run: Run, chosen: str, show: Any
) -> AsyncIterator[dict[str, str]]:
    def shown(answer: AnyAnswer | None) -> Any:
        if not isinstance(answer, Answer):
            return None
        return show(run, answer, side_at(run, answer, chosen))

    if run.is_open:
        playing: Playing = server.runs.playing(run)
        async for name, value in news(playing):
            if name == "words":
                yield event(name, value["text"] if isinstance(show, AtTable) else value)
            elif name == "over":
                yield event(name, value)
            elif (told := await anyio.to_thread.run_sync(shown, playing.latest)) is not None:
                yield event(name, told)
            elif show is _on_page:  # which loads the page again
                yield event("over", "")
                return
        return
    told = await anyio.to_thread.run_sync(lambda: shown(answer_of(server, run)))
    if told is not None:
        yield event("answer", told)
    yield event("over", run.error)


# ------------------------------------------------------------------ going on from it


@router.get("/review/{key}/picture.svg")
def picture(server: Server, run: RunAt, side: str = "") -> Response:
    """A picture to share."""
    answer = answer_of(server, run)
    if answer is None or not is_enough(run, answer):
        raise Missing("there is no such picture")
    told, asked = side_at(run, answer, side), answer.found.asked
    names = ["I" if name == YOU else name for name in names_of(run, asked)]
    match, seat = match_after(asked, len(asked.moves)), NamedSeat(ONLOOKER, names)
    boards = widths(lambda width: seat_picture(match, seat, width))
    return download(f"playout {asked.game.word}", "svg", share_picture(told, boards))


@router.post("/review/{key}/again")
def same_deal(request: Request, server: Server, run: RunAt) -> Response:
    """Lay a table with the same deal for the same players."""
    answer = answer_of(server, run)
    if answer is None:
        raise Missing("there is no such review")
    setting = replace(setting_of_run(run, answer.found.asked), seen=True)
    return to(request, f"/table/{server.tables.lay(setting).key}")


@router.post("/review/{key}/closer")
def closer(request: Request, server: Server, run: RunAt) -> Response:
    """Begin a new review of the same game, with four times as many worlds."""
    answer = answer_of(server, run)
    if answer is None or not run.complete:
        raise PlayoutError("this review is not complete yet")
    job = Job(replace(answer.found.asked, worlds=4 * answer.found.asked.worlds))
    check_size(job)
    fresh = server.runs.begin(job, replace(run, key="", complete=False, told="", error=""))
    return to(request, f"/review/{fresh.key}")
