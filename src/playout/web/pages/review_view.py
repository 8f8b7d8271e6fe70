"""The values that the pages of a review show: whose game it was, its parts, its decisions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import YOU, NamedSeat
from playout.engine.match.match import Match
from playout.engine.match.told import places_of, seat_picture
from playout.engine.who.opponents import opponents
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.questions.review import Answer, Asked
from playout.questions.review.found import Found, Judged, Story, skill_of
from playout.questions.review.side import Side, cost_in_words, sides_of
from playout.questions.review.words import weak
from playout.report.tables import small
from playout.report.words import between, capitalised, listed
from playout.stats.intervals import Interval
from playout.web.curve import curve
from playout.web.pages.swings import swings_of, told_swing
from playout.web.settings import Missing
from playout.web.store.runs import Run
from playout.web.store.server_state import ServerState
from playout.web.store.setting import Setting, read_name
from playout.web.store.tables import NARROW, WIDE

CARDS = 3  # decisions that are shown
ENOUGH = 64  # worlds of each decision, from which on decisions are shown; more follow


def answer_of(server: ServerState, run: Run) -> Answer | None:
    """The answer of a review so far; PlayoutError if the run is another question."""
    if run.kind != "review":
        raise Missing("there is no such review")
    answer = server.runs.answer(run)
    if answer is not None and not isinstance(answer, Answer):
        raise PlayoutError("the saved review cannot be read")
    return answer


# ------------------------------------------------------------------ whose game it is


def names_of(run: Run, asked: Asked) -> list[str]:
    """The names of the players by seat; "you" for the only person who has typed none."""
    setting = setting_of_run(run, asked)
    return setting.names_for(setting.persons)


def sides(run: Run, answer: Answer) -> list[Side]:
    """The sides from which the game can be told: people who had a choice, else all who had one."""
    found = answer.found
    persons = setting_of_run(run, found.asked).persons
    names = ["" if name == YOU else name for name in names_of(run, found.asked)]
    return sides_of(found, persons, names) or sides_of(found, range(len(names)), names)


def side_at(run: Run, answer: Answer, chosen: str) -> Side:
    """The side with this name in the address, or the first one."""
    every = sides(run, answer)
    return next((one for one in every if address(one) == chosen), every[0])


def address(side: Side) -> str:
    """How an address names a side: by its seats, from 1."""
    return "-".join(str(nth(seat)) for seat in side.seats)


def setting_of_run(run: Run, asked: Asked) -> Setting:
    """The setting in which the reviewed game began; PlayoutError if it is damaged."""
    start, words = asked.dealt, dict(run.asked)
    try:
        seats, names = _texts(words["seats"]), tuple(map(read_name, _texts(words["names"])))
    except (ValueError, KeyError, RecursionError, PlayoutError):
        seats = names = ()
    if len(seats) != int(asked.rules["players"]):
        raise PlayoutError("the file of this review is damaged: it cannot be read")
    return Setting(
        run.game,
        dict(asked.rules.needed_options()),
        seats,
        start.seed,
        start.number,
        start.start,
        seen="seen" in words,
        names=names,
    )


def _texts(saved: str) -> tuple[str, ...]:
    """A list of texts as it is saved; ValueError for anything else."""
    texts = json.loads(saved)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError
    return tuple(texts)


def match_after(asked: Asked, turn: int, reviewer: bool = False) -> Match:
    """The reviewed game after this many moves; with the reviewer on every seat, or nobody."""
    players = (asked.reviewer,) * int(asked.rules["players"]) if reviewer else ()
    match = asked.dealt.begun(asked.rules, players, compiled=reviewer)
    for move in asked.moves[:turn]:
        match.play(move)
    return match


# ------------------------------------------------------------------ what is shown


def review_values(run: Run, answer: Answer | None, chosen: str) -> dict[str, Any]:
    """The values for the template of a review, as far as it is known."""
    title = run.title.removeprefix("Review: ").rpartition(",")[0]
    here = f"/review/{run.key}"
    values: dict[str, Any] = {"run": run, "here": here, "title": title, "side": chosen}
    if answer is None:
        return {**values, "sides": [], "shown": {}, "shows": False}
    every, side = sides(run, answer), side_at(run, answer, chosen)
    values |= {
        "sides": [(address(one), one.name or "you", one.seats == side.seats) for one in every],
        "side": address(side),
        "shown": shown_of(
            side,
            run.complete,
            is_enough(run, answer),
            names_of(run, answer.found.asked) if run.complete else None,
        ),
        "shows": is_enough(run, answer),
    }
    return {**values, **_details(run, answer, side)} if values["shows"] else values


def is_enough(run: Run, answer: Answer) -> bool:
    """Whether the decisions are shown: the intervals of their costs are valid at any time."""
    return run.complete or answer.complete or worlds_of(answer.found) >= ENOUGH


def worlds_of(found: Found) -> int:
    """The worlds of each decision so far."""
    return min((one.games for one in found.counted), default=0)


def shown_of(
    side: Side, complete: bool, enough: bool, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """What is told at any time: the sentence, the curve, and the parts of the result."""
    marked = side.costliest(CARDS) if enough else []
    swings = [] if names is None else swings_of(side, marked)
    told = [told_swing(side, one, match_after(side.asked, one.end), names or ()) for one in swings]
    letters = [(one.letter, one.place, text) for one, text in zip(swings, told, strict=True)]
    return {
        "complete": complete,
        "sentence": side.sentence(),
        "counted": side.counted() if enough else "",
        "worlds": worlds_of(side.found),
        "simulated": side.asked.simulations,
        "curves": [curve(side, marked, width, letters) for width in (WIDE, NARROW)],
        "swings": letters,
        "parts": _parts(side, complete) if side.story is not None else [],
    }


def _parts(side: Side, complete: bool) -> list[dict[str, Any]]:
    """The value at the start, what changed it, and the result: bars that begin where the one
    before ended.  Only those of a complete review have intervals."""
    is_rate = side.asked.measure.is_rate
    begin, reached = side.begin, side.begin.estimate
    rows = [("at the start", 0.0 if is_rate else begin.estimate, begin.estimate, begin, True)]
    for part in side.parts:
        change = part.change.estimate * (1 if is_rate else side.sign)
        rows.append((part.what, reached, reached + change, part.change, False))
        reached += change
    end = side.result
    rows.append(("in the end", 0.0 if is_rate else end, end, Interval.exact(end), True))
    ends = [value for _, a, b, _, _ in rows for value in (a, b)] + [0.0, 1.0] * is_rate
    low, wide = min(ends), (max(ends) - min(ends)) or 1.0
    return [
        {
            "what": what,
            "kind": "value" if whole else "good" if shown.estimate > 0 else "bad",
            "from": 100 * (min(a, b) - low) / wide,
            "wide": 100 * abs(b - a) / wide,
            "text": _value(shown, side) if whole else _change(shown, side, complete),
        }
        for what, a, b, shown, whole in rows
    ]


def _value(value: Interval, side: Side) -> str:
    if value.low == value.high:
        return f"{side.asked.unit.short(value.estimate)}{side.asked.unit.sign}"
    return between(value, side.asked.measure.is_rate)


def _change(change: Interval, side: Side, complete: bool) -> str:
    points = " points" if side.asked.measure.is_rate else ""
    if complete:
        return change_text(change, side, points)
    size = f"{side.asked.unit.scale * change.estimate:+.0f}"
    return "about 0" if float(size) == 0 else f"about {size}{points}"


def change_text(change: Interval, side: Side, points: str = "") -> str:
    """A change of the value with its interval: ``+3.1 points (2.5 to 3.8)``."""
    if not any(change):
        return "0"
    size, both = side.asked.unit.apart(change)
    both = "" if change.low == change.high else f" {both}"
    return f"{'+' if change.estimate > 0 else ''}{size}{points}{both}"


def _details(run: Run, answer: Answer, side: Side) -> dict[str, Any]:
    """What a complete review shows besides."""
    found = answer.found
    names = names_of(run, found.asked)
    return {
        "cards": [_card(one, names) for one in side.costliest(CARDS)],
        "notes": _notes(run, side, names),
        "exact": found.asked.exact is not None,
        "by_player": _by_player(found, names),
        "reviewer": found.asked.reviewer.reference,
        "note": small(answer.note),
        "value_head": found.asked.unit.head(found.asked.measure.name),
        "unit": found.asked.unit.difference_head(""),
        "stories": [
            (
                "" if len(found.stories) == 1 else names[story.seat or 0],
                _steps(answer, story, names),
            )
            for story in found.stories
        ],
        "command": answer.commands(),
        "game": run.game,
    }


def _card(one: Judged, names: Sequence[str]) -> dict[str, Any]:
    """A costly decision: the position, the move made, and the better one."""
    made, asked = one.decision, one.asked
    match, seat = match_after(asked, made.number), NamedSeat(made.seat, names)
    svg = min((seat_picture(match, seat, width) for width in (NARROW, WIDE)), key=_slimness)
    return {
        "turn": made.number,
        "who": names[made.seat],
        "picture": marked_picture(svg, one, {"made"}),
        "made": one.name(made.made),
        "best": one.name(one.best),
        "cost": cost_in_words(one),
        "sure": one.is_mistake,
    }


def _slimness(svg: str) -> float:
    """How much higher than wide a picture is, from what fits in a card on."""
    box = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    return 0.0 if box is None else max(1.0, float(box[2]) / float(box[1]))


def marked_picture(svg: str, one: Judged, kinds: set[str], tried: int | None = None) -> str:
    """A picture of a decision in which the places of moves are marked: made, best, tried."""
    moves = {"made": one.decision.made, "best": one.best, "tried": tried}
    for kind in sorted(kinds):
        if (k := moves[kind]) is not None:
            for place in dict.fromkeys(places_of(one.asked.game, one.decision.moves[k])):
                named = f'data-place="{place}"'
                svg = svg.replace(named, f'data-{kind}="" {named}', 1)
    return svg.replace("data-place=", "data-shown=")


def _notes(run: Run, side: Side, names: Sequence[str]) -> list[str]:
    """What the review depends on: that the strategy which judges plays better than the judged."""
    found, notes = side.found, list[str]()
    asked, lost = side.asked, side.found.losers
    judge = asked.reviewer.reference
    if asked.is_judged_by_best_play:
        return [f"The moves were judged by best play ({judge}), whose values are exact."]
    ranks = {one: k for k, one in enumerate(opponents(asked.game).values())}
    seats = setting_of_run(run, asked).seats
    stronger = {who for who in seats if judge in ranks and ranks.get(who, -1) > ranks[judge]}
    if stronger & {seats[seat] for seat in lost}:
        notes.append(
            f"{capitalised(listed(sorted(stronger)))} usually plays better than {judge}, which "
            "judged the moves here: what looks like a mistake of that player may be none."
        )
    if lost & set(side.seats):
        whose = listed([names[seat] for seat in side.seats])
        notes.append(f"This holds only if the strategy {judge} plays better than {whose}.")
    return [*notes, *weak(found)]


def _by_player(found: Found, names: Sequence[str]) -> list[dict[str, Any]]:
    """Of each player who had a choice: decisions, clear mistakes, and what the moves changed."""
    rows, unit = list[dict[str, Any]](), found.asked.unit
    for seat in sorted({one.seat for one in found.judged}):
        own = [one for one in found.judged if one.seat == seat]
        skill = skill_of(own)
        size, both = unit.apart(skill)
        both = "" if skill.low == skill.high else f" {both}"
        rows.append(
            {
                "who": names[seat],
                "decisions": len(own),
                "mistakes": sum(one.is_mistake for one in own),
                "skill": f"{'+' if skill.estimate > 0 else ''}{size}{both}" if any(skill) else "0",
            }
        )
    return rows


def _steps(answer: Answer, story: Story, names: Sequence[str]) -> list[dict[str, Any]]:
    """How moves and luck changed the winning chance, decision by decision; they add up."""
    asked = answer.found.asked
    scale = asked.unit.scale
    steps: list[dict[str, Any]] = []
    if story.start is not None:
        before = {"others": scale * story.others_after(-1), "luck": scale * story.luck_before}
        steps.append({"value": scale * story.begin.estimate, **before})
    for k, one in enumerate(story.judged):
        changes = [one.gain.mean, story.others_after(k), story.luck_after(k)]
        skill, others, luck = (scale * float(change) for change in changes)
        steps.append(
            {
                "turn": one.decision.number,
                "who": names[one.decision.seat],
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
