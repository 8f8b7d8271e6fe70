"""Sentences about a game: how skill and luck led to its result, and what cost most."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions.judged import (
    beyond_all,
    by_default_players,
    depends,
    expected,
    quoted,
    tried,
    value_text,
)
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found, Judged, Story, skill_of
from playout.report.estimates import LEVEL, STAY_VALID, is_wide, too_few
from playout.report.words import (
    ABOUT,
    capitalised,
    half_width,
    head,
    is_plural,
    is_zero,
    listed,
    number,
    quantity,
    setting,
    several,
    short,
    took,
    turned,
)
from playout.stats.intervals import Interval

WHOLE = 10  # changes from here on are whole numbers
UNKNOWN = 1.0  # half the width of an interval, as a part of its estimate, that says nothing


def sentence(found: Found) -> str:
    """Return how the game came to its result, and which decisions were mistakes."""
    if not found.judged:
        return f"{setting(found.asked.rules)}: nothing is simulated yet."
    return " ".join([*_stories(found), _mistakes(found)])


def counted(found: Found) -> str:
    """The same without naming the decisions, for a player who wants to find them."""
    return " ".join([*_stories(found), f"{_how_many(found)}."])


def _stories(found: Found) -> list[str]:
    """The result, and how one seat, a team, or all seats came to it."""
    asked, stories = found.asked, found.stories
    if not stories:
        some, every = len(found.judged), several(len(asked.decisions), "decision")
        have = "has" if some == 1 else "have"
        return [_result(asked), f"Only {some:,} of the {every} {have} been simulated so far."]
    if len(stories) == 1:
        start = _start(asked, stories[0])
        why = _why(asked, stories[0], "this strategy" if start else _judge(asked))
        if not start:
            why = why.replace(" it by ", f" {expected(asked.measure)} by ", 1)
        return [_result(asked), *start, why, *depends(asked, found.losers)]
    moves = [*_moves_of_all(asked, stories), *depends(asked, found.losers)]
    return [_result(asked), *moves, _luck_of_one(asked, stories)]


def _result(asked: Asked) -> str:
    """The result of the game: ``Seat 1 won.``, ``The game was lost.``, ``In the end, ...``."""
    measure, players = asked.measure, int(asked.rules["players"])
    seats = [one.seat for one in asked.decisions] if measure.per_seat else [0]
    ends = {seat: asked.result(seat) for seat in sorted(set(seats))}
    is_sure = len(ends) == 1 and set(ends.values()) <= {0, 1}
    if measure.name == "win" and is_sure and (asked.seat is not None or not measure.per_seat):
        ((seat, end),) = ends.items()
        is_shared = asked.game.cooperative or not measure.per_seat
        who = "The game was" if is_shared else f"Seat {nth(seat)}"
        who = who if measure.seat is None else f"Player {nth(measure.seat)}"
        return f"{who} {'won' if end else 'lost'}."
    if measure.name == "win" and measure.per_seat:
        winners = _winners(asked)
        if len(winners) == 1:
            return f"Seat {winners[0]} won."
        return f"Seats {listed(winners)} shared the win." if winners else "No seat won."
    if measure.is_rate and is_sure:
        return f"The outcome was {'' if ends.popitem()[1] else 'not '}'{head(measure.name)}'."
    amounts = [
        f"{f'{100 * end:.4g} %' if measure.is_rate else short(end, 6)}"
        f"{f' for seat {nth(seat)}' if measure.per_seat and players > 1 else ''}"
        for seat, end in ends.items()
    ]
    better = ""
    if measure.wanted == "lowest" and len(amounts) > 1:
        better = f" ({'fewer are' if is_plural(measure) else 'less is'} better)"
    winners = _winners(asked) if measure.per_seat and players > 1 else []
    begin = f"Seat {winners[0]} won: " if len(winners) == 1 else "In the end, "
    return f"{begin}{quantity(measure)} was {listed(amounts)}{better}."


def _winners(asked: Asked) -> list[str]:
    """The seats that won, if each can win by itself."""
    win = next((one for one in asked.game.measures if one.name == "win" and one.per_seat), None)
    if win is None:
        return []
    first, players = asked.game.column(win), int(asked.rules["players"])
    return [str(nth(seat)) for seat in range(players) if asked.outcome[first + seat]]


def _start(asked: Asked, story: Story) -> list[str]:
    """The value at the start, if the reviewer had played on: a sentence, if it is roughly known."""
    if is_wide(story.begin, asked.measure.is_rate, UNKNOWN):
        return []
    of = _of(asked, story.seat)
    when = f"Before {'its' if of else 'the'} first decision{'' if of else _of(asked, asked.seat)}"
    return [
        f"{when}, {expected(asked.measure, final=True)}{of} with {_judge(asked)} was "
        f"{value_text(asked, story.begin)}."
    ]


def _of(asked: Asked, seat: int | None) -> str:
    """Whose a value or a move is, if it is that of one of several seats."""
    if seat is None or int(asked.rules["players"]) == 1:
        return ""
    return f" of seat {nth(seat)}"


def _moves_of_all(asked: Asked, stories: Sequence[Story]) -> list[str]:
    """What the moves of each seat changed for it, compared with the reviewer's."""
    reviewer = _judge(asked)
    clear = [one for one in stories if one.skill.is_clear]
    unclear = [str(nth(one.seat or 0)) for one in stories if any(one.skill) and one not in clear]
    same = [str(nth(one.seat or 0)) for one in stories if not any(one.skill)]
    if len(same) == len(stories):
        return [f"All moves were those of {reviewer}."]
    parts = []
    if clear:
        changed = [_changed_by(asked, one, one is clear[0]) for one in clear]
        *some, last = changed
        every = f"{', '.join(some)}, and {last}" if some else last
        notes = (beyond_all(asked.measure, one.skill) for one in clear)
        parts = [f"Compared with {reviewer}, {every}{next(filter(None, notes), '')}."]
    if same:
        whose = f"{'Seat' if len(same) == 1 else 'Seats'} {listed(same)}"
        parts.append(f"{whose} moved as {'that strategy' if clear else reviewer} does.")
    if unclear:
        whose = "seat" if len(unclear) == 1 else "seats"
        than = "" if clear or same else f", compared with {reviewer}"
        parts.append(f"The moves of {whose} {listed(unclear)} had no clear effect{than}.")
    return parts


def _changed_by(asked: Asked, story: Story, is_first: bool) -> str:
    """What its moves changed for a seat: ``seat 1 lost about 66 percentage points``."""
    assert story.seat is not None
    seat, skill = f"seat {nth(story.seat)}", _size(story.skill)
    if _is_win(asked):
        does = "gained" if story.skill.estimate > 0 else "lost"
        size = f"{_about(asked, skill)} of winning chance by its moves"
        return f"{seat} {does} {size if is_first else _bare(asked, skill)}"
    does = "raised" if story.skill.estimate > 0 else "lowered"
    what = expected(asked.measure).replace("the ", "its ", 1)
    return f"the moves of {seat} {does} {what} by {_about(asked, skill)}"


def _luck_of_one(asked: Asked, stories: Sequence[Story]) -> str:
    """What luck changed for the seat with the best result."""

    def good(story: Story) -> float:
        return asked.measure.sign_for(story.seat or 0) * story.result

    story = max(stories, key=good)
    seat = f"seat {nth(story.seat or 0)}"
    if not story.luck.is_clear:
        is_known = not any(story.luck)
        return "Luck changed nothing." if is_known else f"Luck had no clear effect on {seat}."
    size, is_more = _about(asked, _size(story.luck)), story.luck.estimate > 0
    if _is_win(asked):
        return f"Luck {'gave' if is_more else 'cost'} {seat} {size}."
    return (
        f"Luck {'raised' if is_more else 'lowered'} {expected(asked.measure)} of {seat} by {size}."
    )


def _why(asked: Asked, story: Story, judge: str) -> str:
    """Return the changes by moves and luck, compared with the moves of a ``judge``."""
    skill, luck = _sign(asked, story.skill), _sign(asked, story.luck)
    is_win = _is_win(asked)

    def does(change: Interval, pairs: Sequence[str]) -> str:
        """``cost``, or ``may have cost`` if the change is not clear."""
        word = pairs[0 if change.estimate > 0 else 1]
        participle = {"gave back": "given back", "took away": "taken away"}.get(word, word)
        return word if change.is_clear else f"may have {participle}"

    def changes(change: Interval) -> str:
        if is_win:
            return does(change, ("added", "cost"))
        return f"{does(change, ('raised', 'lowered'))} it by"

    def size(change: Interval, is_bare: bool = False) -> str:
        change = _size(change)
        return _bare(asked, change) if is_bare else _about(asked, change)

    nothing, more = "had no clear effect", " more" if skill == luck else ""
    fortune = f"luck{' and the moves of the others' if _is_among_others(asked) else ''}"
    by_luck = f"{size(story.luck, is_bare=True)}{more}" if skill else size(story.luck)
    if not luck:
        rest = f"{fortune} {nothing if any(story.luck) else 'changed nothing'}"
    elif skill * luck < 0 and is_win and _is_no_more(story.luck, story.skill):
        rest = f"{fortune} {does(story.luck, ('gave back', 'took away'))} {by_luck}"
    else:
        rest = f"{fortune} {changes(story.luck)} {by_luck}"
    whose = _of(asked, asked.seat if story.seat is None else story.seat)
    if not any(story.skill):
        return f"All moves{whose} were those of {judge}; {rest}."
    if asked.measure.seat is not None and asked.seat is None:
        changed = {
            seat: change
            for seat in sorted({one.seat for one in story.judged})
            if any(change := skill_of([one for one in story.judged if one.seat == seat]))
        }
        known = {seat: change for seat, change in changed.items() if _sign(asked, change)}
        moves = [
            f"player {nth(seat)}'s moves {changes(change)} {size(change, is_bare=k > 0)}"
            for k, (seat, change) in enumerate(known.items())
        ]
        if len(known) < len(changed):
            others = [str(nth(seat)) for seat in changed if seat not in known]
            who = f"player{'s' if others[1:] else ''} {listed(others)}"
            moves.append(f"the moves of {who} {nothing}")
        return f"Compared with {judge}, {'; '.join([*moves, rest])}."
    if not skill and not luck and any(story.luck):
        comma = "," if " and " in fortune else ""
        neither = f"neither the moves{whose}{comma} nor {fortune}{comma}"
        return f"Compared with {judge}, {neither} had a clear effect."
    by_moves = f"{changes(story.skill)} {size(story.skill)}" if skill else nothing
    beyond = beyond_all(asked.measure, story.skill) if skill else ""
    return f"Compared with {judge}, the moves{whose} {by_moves}{beyond}; {rest}."


def _is_no_more(luck: Interval, skill: Interval) -> bool:
    """Whether luck is no larger than what it gives back, or takes away."""
    return abs(luck.estimate) <= abs(skill.estimate) + half_width(skill)


def _is_win(asked: Asked) -> bool:
    return asked.measure.name == "win" and asked.measure.seat is None


def _is_among_others(asked: Asked) -> bool:
    """Whether the moves of others, which are not judged, are a part of luck."""
    return asked.seat is not None and int(asked.rules["players"]) > 1


def _sign(asked: Asked, change: Interval) -> int:
    """1 if a change is above 0, -1 if it is below, 0 if it reads as 0."""
    if math.isnan(change.estimate) or is_zero(asked.unit.amount(change)):
        return 0
    return 1 if change.estimate > 0 else -1


def _size(change: Interval) -> Interval:
    """A change without its sign."""
    return turned(change) if change.estimate < 0 else change


def _about(asked: Asked, size: Interval) -> str:
    """The size of a change: ``about 12 percentage points``."""
    return f"{ABOUT}{asked.unit.spelled(_digits(asked, size))}"


def _bare(asked: Asked, size: Interval) -> str:
    """The same without its unit: ``about 12``."""
    return f"{ABOUT}{_digits(asked, size)}"


def _digits(asked: Asked, size: Interval) -> str:
    """Its number alone, whole from 10 on, so that sums are right."""
    value, reach = (asked.unit.scale * one for one in (size.estimate, half_width(size)))
    return number(value, max(WHOLE if value >= WHOLE else value, reach))


def _how_many(found: Found) -> str:
    """How many of the decisions are mistakes."""
    clear, every = len(found.mistakes), len(found.judged)
    if every == 1:
        return f"{capitalised(_lone(found))} is {'' if clear else 'not '}clearly a mistake"
    if not clear and every == 2:
        return "Neither of the 2 decisions alone is clearly a mistake"
    if not clear:
        return f"No single decision of the {every:,} is clearly a mistake"
    some = f"{clear if clear > 1 else 'one'} of the {every:,} decisions"
    are = "are clearly mistakes" if clear > 1 else "is clearly a mistake"
    return f"Judged by {_judge(found.asked)}, {some} {are}"


def _lone(found: Found) -> str:
    """The one decision that is judged so far, or the only one of the game."""
    return "the only decision" if len(found.asked.decisions) == 1 else "that decision"


def _mistakes(found: Found) -> str:
    """How many mistakes there were, and which was the worst."""
    clear, unsure, every = found.mistakes, found.costliest(1), len(found.judged)
    if len(clear) == 1:
        return f"{_how_many(found)}: {clause(clear[0])}."
    if clear:
        worst = "The worst" if clear[0].cost.low > clear[1].cost.high else "Probably the worst"
        return f"{_how_many(found)}. {worst}: {clause(clear[0])}."
    made = f"{'either' if every == 2 else 'any'} of the {every:,} decisions"
    made = _lone(found) if every == 1 else made
    if all(one.cost.estimate <= 0 for one in found.judged):
        return f"No better move was found for {made}."
    simulated = found.asked.simulated(max(one.games for one in found.counted))
    few = too_few(simulated if every == 1 else f"{simulated} per decision")
    begin = f"{few} to prove {made} a mistake"
    if unsure:
        return f"{begin}. The most costly may be this: {clause(unsure[0])}."
    return f"{begin}{'' if every == 1 else ', or to tell which cost most'}."


def sentence_of(judged: Judged) -> str:
    """A decision in a sentence of its own."""
    return f"{capitalised(clause(judged))}."


def _named(judged: Judged, move: int) -> str:
    """A move in a sentence: ``the move hold`` where a strategy has the same name."""
    asked, name = judged.asked, judged.name(move)
    players = {player.reference for player in (*asked.players, asked.reviewer)}
    return f"the move {name}" if name in players else quoted(name)


def clause(judged: Judged) -> str:
    """A decision: ``after 34 moves seat 1 chose 61 on pile 2; 44 on pile 0 is ... better``."""
    decision, is_sure = judged.decision, judged.is_mistake
    made, best = (_named(judged, move) for move in (decision.made, judged.best))
    number = decision.number
    when = f"after {several(number, 'move')}" if number else "with the first move"
    where = f"{when} seat {nth(decision.seat)} chose {made}"
    size, both = judged.asked.unit.apart(judged.cost)
    size = judged.asked.unit.spelled(size)
    return f"{where}; {best} {'is' if is_sure else 'may be'} {size} {both} better"


def caption(found: Found) -> str:
    """How the game was judged, and what the columns mean."""
    asked = found.asked
    who = line_up(asked.players) if asked.players else "moves from a file"
    game = f"game {asked.number} of seed {asked.seed}"
    if asked.start is not None:
        game = f"from a position; seed {asked.seed}"
    games, judge = sum(one.games * len(one.chosen) for one in found.counted), _judge(asked)
    whose = "the chance of the seat that moves, " if asked.others(0) and _is_win(asked) else ""
    return (
        f"{setting(asked.rules)}, {who}; {game}; {judge} plays on in "
        f"{asked.simulated(asked.worlds)} per decision, {games:,} games{took(found.seconds)}.\n"
        f"{tried(asked, 'the player')} after: moves made before; {head(asked.measure.name)}: "
        f"{whose}before the move, if {judge} plays on; cost: compared with the best move found; "
        f"perhaps: not clearly better. {_decisions(asked)}\n"
        f"In brackets: {100 * LEVEL:g} % intervals {STAY_VALID}; those of costs hold for all moves "
        f"of all decisions at once, so they are wider.\n{_columns(asked)}"
        f"{by_default_players(asked)}"
    )


def _judge(asked: Asked) -> str:
    return f"the strategy {asked.reviewer.reference}"


def _decisions(asked: Asked) -> str:
    """How many moves were decisions."""
    whose = "" if asked.seat is None else f" of seat {nth(asked.seat)}"
    some, every = len(asked.decisions), len(asked.moves)
    share = f"all {every:,}" if some == every else f"{some:,} of the {every:,}"
    return f"Decisions are moves{whose} with a choice: {share} moves of the game."


def _columns(asked: Asked) -> str:
    """What the parts of the result are."""
    rivals, alone = bool(asked.others(0)), _is_among_others(asked)
    whose = "the seat's own" if rivals or alone else "the"
    others = "; others: the same of the other seats' moves" if rivals else ""
    rest = " and the moves of the other seats" if alone else ""
    first = "the seat's first decision" if alone else "the first decision"
    bad = " An effect above 0 is bad." if asked.measure.wanted == "lowest" else ""
    return (
        f"start + skill + {'others + ' if rivals else ''}luck = result. start: before {first}"
        f"{' of the game' if rivals else ''}; skill: effect of {whose} moves, compared with those "
        f"of {_judge(asked)}{others}; luck: the rest{rest}.{bad}"
    )
