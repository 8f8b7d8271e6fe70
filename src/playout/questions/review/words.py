"""Sentences about a game: how skill and luck led to its result, and what cost most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playout.engine.words.numbering import nth
from playout.questions.judged import (
    beyond_all,
    depends,
    expected,
    quoted,
    value_text,
)
from playout.questions.position_words import seat_name
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found, Judged, Story, skill_of
from playout.questions.review.results import result_of, winners_of
from playout.questions.verbs import counted as noun_of
from playout.report.estimates import is_wide, somewhere, too_few
from playout.report.words import (
    ABOUT,
    capitalised,
    half_width,
    head,
    is_plural,
    is_zero,
    listed,
    number,
    setting,
    several,
    turned,
)
from playout.stats.intervals import Interval

WHOLE = 10  # changes from here on are whole numbers
ROUGH = 0.5  # half the width of an interval, as a part of its estimate, of which both ends are said
SMALL = 0.1  # a change that is surely less than this part of another is next to nothing
UNKNOWN = 1.0  # half the width of an interval, as a part of its estimate, that says nothing


def sentence(found: Found) -> str:
    """Return how the game came to its result, and which decisions were mistakes."""
    if not found.judged:
        return f"{setting(found.asked.rules)}: nothing is simulated yet."
    return " ".join([*_stories(found), _mistakes(found), *weak(found)])


def _stories(found: Found) -> list[str]:
    """The result, and how one seat, a team, or all seats came to it."""
    asked, stories = found.asked, found.stories
    if not stories:
        some, every = len(found.judged), several(len(asked.decisions), "decision")
        have = "has" if some == 1 else "have"
        return [result_of(asked), f"Only {some:,} of the {every} {have} been simulated so far."]
    if len(stories) == 1:
        start = _start(asked, stories[0])
        why = _why(asked, stories[0], "this strategy" if start else judge_of(asked))
        if not start or "not clear" in why.partition(" it by ")[0]:
            why = why.replace(" it by ", f" {expected(asked.measure)} by ", 1)
        return [result_of(asked), *start, why, *depends(asked, found.losers)]
    moves = [*_moves_of_all(asked, stories), *depends(asked, found.losers)]
    return [result_of(asked), *moves, _luck_of_one(asked, stories)]


def weak(found: Found) -> list[str]:
    """A warning if moves were clearly better than the reviewer's."""
    if not found.gainers:
        return []
    return [
        f"Some moves were better than those of {judge_of(found.asked)}, so a better reviewer may "
        "find mistakes that it misses."
    ]


def _start(asked: Asked, story: Story) -> list[str]:
    """The value at the start, if the reviewer had played on: a sentence, if it is roughly known."""
    if is_wide(story.begin, asked.measure.is_rate, UNKNOWN):
        return []
    of = _of(asked, story.seat)
    when = f"Before {'its' if of else 'the'} first decision{'' if of else _of(asked, asked.seat)}"
    when = "At the start" if asked.is_from_start else when
    value = value_text(asked, story.begin)
    if not asked.measure.is_rate and is_wide(story.begin, rate=False):  # not what games had
        value = f"{somewhere(story.begin, rate=False)}{noun_of(asked.measure, 'several')}"
    return [
        f"{when}, {expected(asked.measure, final=True)}{of} with {judge_of(asked)} was {value}."
    ]


def _of(asked: Asked, seat: int | None) -> str:
    """Whose a value or a move is, if it is that of one of several seats."""
    if seat is None or int(asked.rules["players"]) == 1:
        return ""
    return f" of seat {nth(seat)}"


def _moves_of_all(asked: Asked, stories: Sequence[Story]) -> list[str]:
    """What the moves of each seat changed for it, compared with the reviewer's."""
    reviewer = judge_of(asked)
    clear = [one for one in stories if one.skill.is_clear]
    unclear = [one for one in stories if any(one.skill) and one not in clear]
    same = [str(nth(one.seat or 0)) for one in stories if not any(one.skill)]
    if len(same) == len(stories):
        return [f"All moves were those of {reviewer}."]
    parts = []
    if clear:
        changed = [_changed_by(asked, one, one is clear[0]) for one in clear]
        *some, last = changed
        every = f"{', '.join(some)}, and {last}" if some else last
        notes = (beyond_all(asked.measure, one.skill, one.begin.estimate) for one in clear)
        parts = [f"Compared with {reviewer}, {every}{next(filter(None, notes), '')}."]
    if same:
        whose = f"{'Seat' if len(same) == 1 else 'Seats'} {listed(same)}"
        parts.append(f"{whose} moved as {'that strategy' if clear else reviewer} does.")
    if unclear:
        than = "" if clear or same else f"Compared with {reviewer}, "
        skills = {f"seat {nth(one.seat or 0)}": one.skill for one in unclear}
        parts.append(capitalised(f"{than}{_unclear(asked, skills)}."))
    return parts


def _changed_by(asked: Asked, story: Story, is_first: bool) -> str:
    """What its moves changed for a seat: ``seat 1 lost about 66 percentage points``."""
    assert story.seat is not None
    seat, skill = f"seat {nth(story.seat)}", size_of(story.skill)
    if is_win(asked):
        does = "gained" if story.skill.estimate > 0 else "lost"
        size = f"{about_size(asked, skill)} of winning chance by its moves"
        return f"{seat} {does} {size if is_first else bare_size(asked, skill)}"
    does = "raised" if story.skill.estimate > 0 else "lowered"
    what = expected(asked.measure).replace("the ", "its ", 1)
    return f"the moves of {seat} {does} {what} by {about_size(asked, skill)}"


def _luck_of_one(asked: Asked, stories: Sequence[Story]) -> str:
    """What luck changed for the seat with the best result."""

    def good(story: Story) -> float:
        return asked.measure.sign_for(story.seat or 0) * story.result

    story = max(stories, key=good)
    seat = f"seat {nth(story.seat or 0)}"
    if not any(story.luck):
        return "Luck changed nothing."
    if not story.luck.is_clear:
        who = f"the winner, {seat}," if winners_of(asked) == [str(nth(story.seat or 0))] else seat
        return f"The effect of luck on {who} is not clear ({both_ends(asked, story.luck)})."
    size, is_more = about_size(asked, size_of(story.luck)), story.luck.estimate > 0
    if not is_win(asked):
        does = "raised" if is_more else "lowered"
        return f"Luck {does} {expected(asked.measure)} of {seat} by {size}."
    does = "gave" if is_more else "cost"
    if len(stories) == 2 or not story.others.is_clear or story.others.estimate < 0:
        return f"Luck {does} {seat} {size}."
    others = about_size(asked, size_of(story.others))
    size = bare_size(asked, size_of(story.luck))
    return f"The moves of the others gave {seat} {others}; luck {does} it {size}."


def _why(asked: Asked, story: Story, judge: str) -> str:
    """Return the changes by moves and luck, compared with the moves of a ``judge``."""
    skill, luck = sign_of(asked, story.skill), sign_of(asked, story.luck)
    wins = is_win(asked)

    def does(change: Interval, pairs: Sequence[str]) -> str:
        return pairs[0 if change.estimate > 0 else 1]

    def changes(change: Interval) -> str:
        if wins:
            return does(change, ("added", "cost"))
        return f"{does(change, ('raised', 'lowered'))} it by"

    def size(change: Interval, is_bare: bool = False) -> str:
        change = size_of(change)
        return bare_size(asked, change) if is_bare else about_size(asked, change)

    more = " more" if skill == luck else ""
    fortune = f"luck{f' and the moves of {_others(asked)}' if is_among_others(asked) else ''}"
    by_luck = f"{size(story.luck, is_bare=True)}{more}" if skill else size(story.luck)
    if not luck:
        unclear = f"the effect of {fortune} is not clear ({both_ends(asked, story.luck)})"
        unclear = _next_to(asked, fortune, story.luck, story.skill) or unclear
        rest = unclear if any(story.luck) else f"{fortune} changed nothing"
    elif skill * luck < 0 and wins and _is_no_more(story.luck, story.skill):
        rest = f"{fortune} {does(story.luck, ('gave back', 'took away'))} {by_luck}"
    else:
        rest = f"{fortune} {changes(story.luck)} {by_luck}"
    whose = _of(asked, asked.seat if story.seat is None else story.seat)
    if not any(story.skill):
        same = f"All moves{whose} were those of {judge}"
        same = f"The only choice{whose} was that of {judge}" if len(story.judged) == 1 else same
        return f"{same}; {rest}."
    if asked.measure.seat is not None and asked.seat is None:
        changed = {
            seat: change
            for seat in sorted({one.seat for one in story.judged})
            if any(change := skill_of([one for one in story.judged if one.seat == seat]))
        }
        known = {seat: change for seat, change in changed.items() if sign_of(asked, change)}
        moves = [
            f"player {nth(seat)}'s moves {changes(change)} {size(change, is_bare=k > 0)}"
            for k, (seat, change) in enumerate(known.items())
        ]
        others = {f"player {nth(seat)}": changed[seat] for seat in changed if seat not in known}
        small = [_next_to(asked, f"{k}'s moves", others[k], story.luck) for k in others]
        if others:
            moves += small if all(small) else [_unclear(asked, others)]
        return f"Compared with {judge}, {'; '.join([*moves, rest])}."
    beyond = beyond_all(asked.measure, story.skill, story.begin.estimate) if skill else ""
    by_moves = f"the moves{whose} {changes(story.skill)} {size(story.skill)}{beyond}"
    if not skill:
        by_moves = f"the effect of the moves{whose} is not clear ({both_ends(asked, story.skill)})"
        if not luck and any(story.luck):
            ends = both_ends(asked, story.luck).removesuffix(asked.unit.percentage_points)
            return f"Compared with {judge}, {by_moves}, nor is that of {fortune} ({ends})."
        by_moves = _next_to(asked, f"the moves{whose}", story.skill, story.luck) or by_moves
    return f"Compared with {judge}, {by_moves}; {rest}."


def _others(asked: Asked) -> str:
    """The seats beside the one whose decisions are judged."""
    if int(asked.rules["players"]) > 2:
        return "the others"
    return seat_name(asked.measure, 1 - (asked.seat or 0))


def _next_to(asked: Asked, what: str, change: Interval, other: Interval) -> str:
    """That a change which is not clear is small, next to another one; "" if it is not."""
    most = max(-change.low, change.high)
    if not sign_of(asked, other) or most > SMALL * abs(other.estimate):
        return ""
    size = change if most == change.high else turned(change)
    return f"{what} changed it by at most {asked.unit.spelled(asked.unit.each(size)[2])}"


def _is_no_more(luck: Interval, skill: Interval) -> bool:
    """Whether luck is no larger than what it gives back, or takes away."""
    return abs(luck.estimate) <= abs(skill.estimate) + half_width(skill)


def is_win(asked: Asked) -> bool:
    """Whether the measure is the win of a team, or of each seat."""
    return asked.measure.name == "win" and asked.measure.seat is None


def is_among_others(asked: Asked) -> bool:
    """Whether the moves of others, which are not judged, are a part of luck."""
    return asked.seat is not None and int(asked.rules["players"]) > 1


def sign_of(asked: Asked, change: Interval) -> int:
    """1 if a change is clearly above 0, -1 if it is below, 0 if that is not clear."""
    if not change.is_clear or is_zero(asked.unit.each(change)[0]):
        return 0
    return 1 if change.estimate > 0 else -1


def size_of(change: Interval) -> Interval:
    """A change without its sign."""
    return turned(change) if change.estimate < 0 else change


def about_size(asked: Asked, size: Interval) -> str:
    """The size of a clear change: ``about 12 percentage points``, both ends if it is rough."""
    if _is_rough(size):
        return both_ends(asked, size)
    return f"{ABOUT}{asked.unit.spelled(_digits(asked, size))}"


def bare_size(asked: Asked, size: Interval) -> str:
    """The same without its unit: ``about 12``."""
    if _is_rough(size):
        return both_ends(asked, size).removesuffix(asked.unit.percentage_points)
    return f"{ABOUT}{_digits(asked, size)}"


def _is_rough(size: Interval) -> bool:
    return half_width(size) > ROUGH * size.estimate


def _unclear(asked: Asked, skills: Mapping[str, Interval]) -> str:
    """That it is not clear what the moves of some seats changed."""
    (first, skill), *more = skills.items()
    unit = asked.unit.percentage_points
    ends = {seat: both_ends(asked, one).removesuffix(unit) for seat, one in more}
    rest = [f", nor is that of {seat} ({both})" for seat, both in ends.items()]
    is_counted = not asked.measure.is_rate and is_plural(asked.measure)
    name = f" {head(asked.measure.name)}" if is_counted else ""
    whole = f"the effect of the moves of {first} is not clear ({both_ends(asked, skill)}{name})"
    return f"{whole}{''.join(rest)}"


def both_ends(asked: Asked, change: Interval) -> str:
    """Both ends of a change: ``between -50 and 50 percentage points``."""
    _, low, high = asked.unit.each(change)
    return f"between {low} and {high}{asked.unit.percentage_points}"


def _digits(asked: Asked, size: Interval) -> str:
    """Its number alone, whole from 10 on, so that sums are right."""
    value, reach = (asked.unit.scale * one for one in (size.estimate, half_width(size)))
    return number(value, max(WHOLE if value >= WHOLE else value, reach))


def _how_many(found: Found) -> str:
    """How many of the decisions are mistakes."""
    clear, every = len(found.mistakes), len(found.judged)
    if every == 1:
        return f"{capitalised(_lone(found))} is {'' if clear else 'not '}clearly a mistake"
    clearly = "" if found.asked.exact is not None else "clearly "
    if not clear and every == 2:
        return "Neither of the 2 decisions alone is clearly a mistake"
    if not clear:
        return f"No single decision of the {every:,} is clearly a mistake"
    some = f"{clear if clear > 1 else 'one'} of the {every:,} decisions"
    are = f"are {clearly}mistakes" if clear > 1 else f"is {clearly}a mistake"
    return f"Judged by {judge_of(found.asked)}, {some} {are}"


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
    if found.asked.exact is not None:
        what = _lone(found) if every == 1 else "any decision"
        return f"The exact values show no better move for {what}."
    made = f"{'either' if every == 2 else 'any'} of the {every:,} decisions"
    made = _lone(found) if every == 1 else made
    simulated = found.asked.simulated(max(one.games for one in found.counted))
    simulated = simulated if every == 1 else f"{simulated} per decision"
    if all(one.cost.estimate <= 0 for one in found.judged):
        small = "a small mistake" if every == 1 else "small mistakes"
        return f"In {simulated}, no better move was found for {made}; {small} may not have shown."
    begin = f"{too_few(simulated)} to prove {made} a mistake"
    if found.losers and every > 1:  # together they were clearly worse
        begin = f"{too_few(simulated)} to prove which of the {every:,} decisions were mistakes"
    return f"{begin}. The most costly may be this: {clause(unsure[0])}." if unsure else f"{begin}."


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
    where = f"{when} {seat_name(judged.asked.measure, decision.seat)} chose {made}"
    return f"{where}; {best} {'is' if is_sure else 'may be'} {cost_of(judged)} better"


def cost_of(judged: Judged, noun: str = "") -> str:
    """The cost of a decision: ``4 percentage points (3 to 5)``; an exact one without its ends."""
    unit = judged.asked.unit
    size, both = unit.apart(judged.cost)
    return f"{unit.spelled(size)}{noun}{'' if judged.asked.exact is not None else f' {both}'}"


def judge_of(asked: Asked) -> str:
    """``the strategy hold``, which judges the moves."""
    return f"the strategy {asked.reviewer.reference}"
