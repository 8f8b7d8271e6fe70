"""The page of a run: it grows while it is open, and can be stopped, resumed and extended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from sse_starlette import EventSourceResponse
from starlette.responses import HTMLResponse, Response

from playout.engine.game.players import line_up
from playout.engine.who.opponents import named
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_count, read_seed, read_whole
from playout.questions.runs.effects.grid import with_effects
from playout.report.words import head
from playout.runner.jobs import Job
from playout.web.as_study import study_text
from playout.web.blanks import NUMBER, Asker, grouped, sentences
from playout.web.forms import BOARDS, Fields, can_be_judged, job_of, kept_of, title_of
from playout.web.fragments import answer_html, pictures, showing, values_html
from playout.web.pages.questions import begin
from playout.web.pages.reviews import begin as review
from playout.web.pages.templates import event, is_part, page, rendered, to
from playout.web.store.computations import Playing, news
from playout.web.store.matches import MOST_MOVES
from playout.web.store.runs import Run, command_of
from playout.web.store.server_state import RunAt, Server, ServerState
from playout.web.store.setting import Setting

router = APIRouter(include_in_schema=False)

FormText = Annotated[str, Form()]

MORE = 4  # times the games that make intervals half as wide
OTHERS = 3  # further questions, at most

_OVER = event("over", "")  # the page asks how it ended


@router.get("/run/{key}")
def run_page(request: Request, server: Server, run: RunAt) -> Response:
    """A run: the question, the progress, and the answer so far."""
    if run.is_open:
        server.runs.playing(run).glance()  # where no script listens, the page is loaded again
    if run.kind == "review" and not run.complete:
        return to(request, f"/review/{run.key}")  # which shows it as it grows
    if is_part(request):
        return page("run_part.html", **_state(server, run))
    return page("run.html", **_state(server, run), **_more(server, run))


def _state(server: ServerState, run: Run) -> dict[str, Any]:
    """The values that change while it is played."""
    answer = server.runs.answer(run)
    playing = run.is_open or server.runs.is_playing(run)
    return {
        "run": run,
        "here": f"/run/{run.key}",
        "playing": playing,
        "words": server.runs.progress(run),
        "again": _again(run),
        "next": None if playing and run.is_open else _next(server, run),
        "html": "" if answer is None else answer_html(answer, _pictures(run, playing)),
        "has_answer": answer is not None,
        "shortfall": answer.shortfall() if answer is not None and run.complete else "",
    }


def _pictures(run: Run, playing: bool) -> str:
    """The place of the pictures that take long, as soon as no more games come."""
    if playing and run.is_open:
        return ""
    return rendered("run_pictures.html", here=f"/run/{run.key}")


def _more(server: ServerState, run: Run) -> dict[str, Any]:
    """The values that stay the same: the link to ask again, the rows, the files."""
    job = server.runs.job(run)
    rows = _labels(job) if job.kind == "run" else []
    return {
        "rows": rows,
        "reviewable": can_be_judged(job.game),
        "can_compare": len(rows) > 1,
        "games": job.end,
        "measures": _shown_measures(job) if job.kind == "run" and not run.study else [],
        "example": f"{usual_measure(job)}<=5",
        "with_effects": _with_effects(job) if job.kind == "run" else [],
        "extendable": _is_extendable(server, run, job),
        "unit": job.unit_name,
        "command": command_of(run, job),
        "toml": "" if run.study else study_text(job, run.title),
    }


def _next(server: ServerState, run: Run) -> dict[str, Any]:
    """What can be asked after a run: more games, another strategy, other questions."""
    job = server.runs.job(run)
    more = MORE * job.end if _is_extendable(server, run, job) else 0
    return {
        "games": more,
        "units": job.units(more),
        "unit": job.unit_name,
        "compared": _compared(server, job),
        "others": _others(server, job, run),
    }


def _compared(server: ServerState, job: Job[Any]) -> tuple[str, Fields] | None:
    """A strategy to compare that of a run with, and the form that does so; None if there is none.

    The rules stay as they are.
    """
    rows = job.asked.rows if job.kind == "run" and _is_here(server, job) else []  # type: ignore[attr-defined]
    asker = Asker(server.settings, job.game)
    if len(rows) != 1 or _players(rows[0]) not in asker.players:
        return None
    own = _players(rows[0])
    other = next((one for one in (asker.usual, asker.other) if one != own), "")
    if not other:
        return None
    return named(job.game, other), {**_sides(server, job, rows[0], rows[0]), "b": [other]}


def _others(server: ServerState, job: Job[Any], run: Run) -> list[tuple[str, str]]:
    """Other questions about the game in words, with the strategy and rules of a run; links."""
    if not _is_here(server, job):
        return []
    name = server.settings.name_of(job.game)
    fields: dict[str, list[str]] = {}
    for field, text in run.asked:
        fields.setdefault(field, []).append(text)
    kept = kept_of(fields)
    groups = grouped(sentences(server.settings, job.game, kept)).values()
    others = [one for below in groups for one in below if one[1].kind != job.kind]
    first = {one.head: (number, one) for number, one in reversed(others)}
    links = [
        (one.text, f"/ask?{urlencode({'game': name, NUMBER: number, **kept})}#q{number}")
        for number, one in first.values()
    ]
    return links[::-1][:OTHERS]


def _shown_measures(job: Job[Any]) -> list[str]:
    """The measures whose values may be looked at, the most telling first."""
    every = sorted(job.game.measures, key=lambda one: (one.is_rate, not one.is_told))
    return [one.name for one in every]


def _with_effects(job: Job[Any]) -> list[str]:
    """The measures on which the factors of a run have effects."""
    asked: Any = job.asked
    return with_effects(asked, [one.name for one in job.game.measures])


def usual_measure(job: Job[Any]) -> str:
    """A measure of the game whose values are numbers."""
    return next((one.name for one in job.game.measures if one.kind == "mean"), "win")


@router.get("/run/{key}/values")
def run_values(
    request: Request,
    server: Server,
    run: RunAt,
    histogram: Annotated[list[str], Query()] = [],  # noqa: B006
    quantiles: str = "",
    chance: str = "",
    effects: str = "",
) -> Response:
    """How often each value came, quantiles, chances, effects, of a run as far as it is played."""
    answer = server.runs.answer(run)
    if answer is None or not answer.games:
        raise PlayoutError("this run has no finished games yet")
    shown: Any = showing(answer, histogram, quantiles, chance, effects)
    if effects and not shown.found.in_every_row:
        raise PlayoutError("there are no effects yet: some rows have no games")
    html = values_html(shown, ["histogram"] + ["effects"] * bool(effects))
    if histogram:
        query = urlencode({"histogram": histogram}, doseq=True)
        html += f'<p><a href="/run/{run.key}/table.csv?{query}" download>These values (CSV)</a></p>'
    return HTMLResponse(html) if is_part(request) else page("values.html", run=run, html=html)


def _is_extendable(server: ServerState, run: Run, job: Job[Any]) -> bool:
    """Whether more games can be played."""
    return job.extendable and not run.study and not _is_settled(server, run, job)


def _is_settled(server: ServerState, run: Run, job: Job[Any]) -> bool:
    """Whether it is exact, or chose its number of games itself and has reached its goal."""
    answer = server.runs.answer(run) if run.complete else None
    if answer is not None and not job.chooses:
        return not answer.games  # it is exact
    undecided = getattr(answer, "verdict", "") == "undecided"
    return answer is not None and not answer.shortfall() and not undecided


def _again(run: Run) -> str:
    """The link to the form in which this was asked."""
    if run.study:
        return f"/gallery/{run.study}"
    if run.kind == "review":
        return ""
    path = "/hex" if run.kind in BOARDS else "/ask"
    return f"{path}?{urlencode(run.asked)}" if run.asked else ""


def _labels(job: Job[Any]) -> list[str]:
    """A name for each row of a run: the values that differ between rows."""
    rows = job.asked.rows  # type: ignore[attr-defined]
    names = [
        name for name in rows[0].factors if len({str(row.factors.get(name)) for row in rows}) > 1
    ] or list(rows[0].factors)
    return [", ".join(f"{head(name)} {row.factors[name]}" for name in names) for row in rows]


@router.get("/run/{key}/events")
def run_events(server: Server, run: RunAt) -> Response:
    """The events of a run while the page is open."""
    if not run.is_open:  # it has ended since the page was made
        return EventSourceResponse(iter([_OVER]))
    return EventSourceResponse(_events(server.runs.playing(run), run.kind != "review"))


async def _events(playing: Playing, with_answers: bool) -> AsyncIterator[dict[str, str]]:
    async for name, value in news(playing):
        if name == "over":
            yield _OVER
        elif name == "words":
            yield event(name, value)
        elif with_answers:
            yield event(name, value["html"])


@router.get("/run/{key}/pictures")
def run_pictures(server: Server, run: RunAt) -> Response:
    """The pictures of its answer, which take a moment to draw."""
    answer = server.runs.answer(run)
    return HTMLResponse("" if answer is None else "".join(pictures(answer)))


# ------------------------------------------------------------------ doing something with it


@router.post("/run/{key}/stop")
def stop(request: Request, server: Server, key: str) -> Response:
    """Stop the run."""
    server.runs.stop(key)
    return _changed(request, server, key)


@router.post("/run/{key}/resume")
def resume(request: Request, server: Server, key: str) -> Response:
    """Resume the run."""
    server.runs.resume(key)
    return _changed(request, server, key)


@router.post("/run/{key}/extend")
def extend(request: Request, server: Server, key: str, games: FormText) -> Response:
    """Extend the run to this number of games in each row."""
    server.runs.extend(key, read_count(games))
    return to(request, f"/run/{key}")


@router.post("/run/{key}/delete")
def delete(request: Request, server: Server, key: str) -> Response:
    """Delete the run."""
    server.runs.delete(key)
    return to(request, "/ask")


def _changed(request: Request, server: ServerState, key: str) -> Response:
    if is_part(request):
        return run_page(request, server, server.runs.at(key))
    return to(request, f"/run/{key}")


@router.post("/run/{key}/compare")
def compare(
    request: Request,
    server: Server,
    run: RunAt,
    a: FormText,
    b: FormText,
) -> Response:
    """Ask which of two of its rows is better."""
    job = server.runs.job(run)
    fields = _sides(server, job, *(_row(job, number) for number in (a, b)))
    asked = job_of(server.settings, fields)
    return begin(request, server, asked, title_of(asked), fields)


def _row(job: Job[Any], number: str) -> Any:
    """A row of a run, 1, 2, ...; PlayoutError if there is none."""
    rows = getattr(job.asked, "rows", ()) if job.kind == "run" else ()
    if not rows:
        raise PlayoutError("only the rows of a run can be compared, and only their games watched")
    return rows[read_whole("row", number, 1, len(rows)) - 1]


def _sides(server: ServerState, job: Job[Any], a: Any, b: Any) -> Fields:
    """The form that compares two rows of a run, with their strategies and rules."""
    rules = [row.rules.needed_options() for row in (a, b)]
    both = {n: v for n, v in rules[0].items() if rules[1].get(n) == v}
    fields = {
        "game": server.settings.name_of(job.game),
        "kind": "compare",
        "a": _players(a),
        "b": _players(b),
        "seed": str(job.asked.seed),
        **{f"rule.{name}": str(value) for name, value in both.items()},
    }
    for side, options in zip("ab", rules, strict=True):
        own = {name: value for name, value in options.items() if name not in both}
        fields |= {f"{side}.{name}": str(value) for name, value in own.items()}
    return {name: [value] for name, value in fields.items()}


def _players(row: Any) -> str:
    """The strategy that a row is about, else all strategies of the row."""
    own = [player for player in row.players if player.reference == row.factors.get("strategy")]
    return line_up(own[:1] or row.players)


def _is_here(server: ServerState, job: Job[Any]) -> bool:
    """Whether this server still has the game of a job."""
    return any(game.name == job.game.name for game in server.settings.games.values())


@router.post("/run/{key}/look")
def look(
    request: Request, server: Server, run: RunAt, row: FormText, number: FormText = "0"
) -> Response:
    """Show one of its games at a table."""
    return to(request, f"/table/{_seated(server, run, row, number)}")


@router.post("/run/{key}/review")
def review_game(
    request: Request, server: Server, run: RunAt, row: FormText, number: FormText = "0"
) -> Response:
    """Ask which moves of one of its games mattered."""
    seated = _seated(server, run, row, number)
    with server.thinking(), server.tables.at(seated) as table:
        table.go_to(MOST_MOVES)
        if not table.match.is_over:
            raise PlayoutError("this is a long game: watch it to the end, then review it")
    return review(request, server, seated)


def _seated(server: ServerState, run: Run, row: str, number: str) -> str:
    """The key of a new table that replays a game of a run."""
    _row(server.runs.job(run), row)
    job = server.runs.job_to_play(run)
    match = job.match(int(row), read_seed(number, "game"))  # type: ignore[attr-defined]
    players = tuple(player.reference for player in match.players)
    setting = Setting(
        server.settings.name_of(job.game),
        dict(match.rules.needed_options()),
        players,
        match.seed,
        match.game_number,
    )
    return server.tables.lay(setting).key
