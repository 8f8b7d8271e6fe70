"""Sentences about a game: how skill and luck led to its result, and what cost most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from shlex import quote

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions.judged import (
    beyond_all,
    by_default_players,
    expected,
    quoted,
    tried,
    value_text,
)
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found, Judged, Story
from playout.report.estimates import LEVEL, STAY_VALID, too_few
from playout.report.words import (
    ABOUT,
    capitalised,
    head,
    is_zero,
    listed,
    setting,
    several,
    short,
    took,
)
from playout.stats.intervals import Interval

# What the moves of the others changed for a seat.
_OTHERS = " others: effect of the other seats' moves, compared with those of the reviewer."
_IN_LUCK = " luck: includes what the moves of the other seats changed, better or worse."


def sentence(found: Found) -> str:
    """Return how the game came to its result, and which decisions were mistakes."""
    asked = found.asked
    if not found.judged:
        return f"{setting(asked.rules)}: nothing is simulated yet."
    return " ".join([*_stories(found), _mistakes(found)])


def counted(found: Found) -> str:
    """The same without naming the decisions, for a player who wants to find them."""
    return " ".join([*_stories(found), f"{_how_many(found)}."])


def _stories(found: Found) -> list[str]:
    """How one seat, or a team, came to its result; or what the moves of each seat changed."""
    if len(found.stories) == 1:
        return [_story(found.asked, found.stories[0])]
    asked = found.asked
    known = [one for one in found.stories if _is_clear(one.skill)]
    if not known:
        return []
    does = listed([_changed_by(asked, one) for one in known])
    return [f"Moves that {asked.reviewer.reference} would not have made {does}."]


def _changed_by(asked: Asked, story: Story) -> str:
    """What its moves changed for a seat: ``cost seat 1 about 66 percentage points``."""
    assert story.seat is not None
    size, seat = asked.unit.spelled(_size(asked, story.skill)), f"seat {nth(story.seat)}"
    beyond = beyond_all(asked.measure, story.skill)
    if _is_win(asked):
        does = "gained" if story.skill.estimate > 0 else "cost"
        return f"{does} {seat} {_about(story.skill)}{size}{beyond}"
    does = "raised" if story.skill.estimate > 0 else "lowered"
    return f"{does} {expected(asked.measure)} of {seat} by {_about(story.skill)}{size}{beyond}"


def _story(asked: Asked, story: Story) -> str:
    """Return the value at the start, the result, and what made the difference."""
    whose = "" if story.seat is None else f" of seat {nth(story.seat)}"
    what, value = expected(asked.measure), value_text(asked, story.begin)
    begin = f"At the start {what}{whose} was {value} with {asked.reviewer.reference}"
    return f"{begin}; {_in_the_end(asked, story)}. {_why(asked, story)}"


def _in_the_end(asked: Asked, story: Story) -> str:
    """The result: ``the game was lost``, ``in the end it was 12``."""
    end = story.result
    if asked.measure.name == "win" and end in (0, 1):
        if story.seat is None and asked.game.cooperative:
            return f"the game was {'won' if end else 'lost'}"
        if story.seat is not None:
            return f"seat {nth(story.seat)} {'won' if end else 'lost'}"
    amount = f"{100 * end:.4g} %" if asked.measure.is_rate else short(end, 6)
    return f"in the end it was {amount}"


def _why(asked: Asked, story: Story) -> str:
    """Return the changes by moves and luck."""
    reviewer, what = asked.reviewer.reference, expected(asked.measure)
    skill, luck = _sign(asked, story.skill), _sign(asked, story.luck)
    is_win = _is_win(asked)

    def does(change: Interval, pairs: Sequence[str]) -> str:
        """``cost``, or ``may have cost`` if the change is not clear."""
        word = pairs[0 if change.estimate > 0 else 1]
        participle = {"gave back": "given back", "took away": "taken away"}.get(word, word)
        return word if _is_clear(change) else f"may have {participle}"

    def changes(change: Interval, what: str) -> str:
        if is_win:
            return does(change, ("gained", "cost"))
        return f"{does(change, ('raised', 'lowered'))} {what} by"

    nothing, more = "had no clear effect", " more" if skill == luck else ""
    by_luck = f"{_about(story.luck)}{_size(asked, story.luck)}"
    by_luck = f"{by_luck}{more}" if skill else asked.unit.spelled(by_luck)
    if not luck:
        rest = f"luck {nothing if any(story.luck) else 'changed nothing'}"
    elif skill * luck < 0 and is_win:
        rest = f"luck {does(story.luck, ('gave back', 'took away'))} {by_luck}"
    else:
        rest = f"luck {changes(story.luck, 'it' if skill else what)} {by_luck}"
    if not any(story.skill):
        whose = f"All moves were those of the reviewer, {reviewer}, so skill is 0 by definition"
        return f"{whose}; {rest}."
    size = f"{_about(story.skill)}{asked.unit.spelled(_size(asked, story.skill))}"
    by_moves = f"{changes(story.skill, what)} {size}" if skill else nothing
    beyond = beyond_all(asked.measure, story.skill) if skill else ""
    return f"Moves that {reviewer} would not have made {by_moves}{beyond}; {rest}."


def _is_win(asked: Asked) -> bool:
    return asked.measure.name == "win" and asked.measure.seat is None


def _is_clear(change: Interval) -> bool:
    """Whether a change is certainly not 0."""
    return change.low > 0 or change.high < 0


def _about(change: Interval) -> str:
    """``about``, but of a change that is known exactly."""
    return "" if change.low == change.high else ABOUT


def _sign(asked: Asked, change: Interval) -> int:
    """1 if a change is above 0, -1 if it is below, 0 if it reads as 0."""
    if math.isnan(change.estimate) or is_zero(asked.unit.amount(change)):
        return 0
    return 1 if change.estimate > 0 else -1


def _size(asked: Asked, change: Interval) -> str:
    """A change without its sign: ``12.0``."""
    return asked.unit.amount(change).removeprefix("-")


def _how_many(found: Found) -> str:
    """How many of the decisions are mistakes."""
    clear, every = len(found.mistakes), len(found.judged)
    if every == 1:
        return f"The only decision is {'' if clear else 'not '}clearly a mistake"
    if not clear and every == 2:
        return "Neither of the 2 decisions is clearly a mistake"
    if not clear:
        return f"No single decision of the {every:,} is clearly a mistake"
    if clear == 1:
        return f"One of the {every:,} decisions is clearly a mistake"
    return f"{clear} of the {every:,} decisions are clearly mistakes"


def _mistakes(found: Found) -> str:
    """How many mistakes there were, and which was the worst."""
    clear, unsure = found.mistakes, found.costliest(1)
    if len(clear) == 1:
        return f"{_how_many(found)}: {clause(clear[0])}."
    if clear:
        return f"{_how_many(found)}. The worst: {clause(clear[0])}."
    if unsure and _is_likely(unsure[0]):
        return f"{_how_many(found)}. The most costly may be this: {clause(unsure[0])}."
    every = len(found.judged)
    if unsure:
        tried = found.asked.simulated(max(one.games for one in found.counted))
        if every == 1:
            return f"{_how_many(found)}. {too_few(tried)} to tell whether another move is better."
        few = too_few(f"{tried} per decision")
        return f"{_how_many(found)}. {few} to tell which cost most."
    made = "the only decision" if every == 1 else f"any of the {every:,} decisions"
    return f"No better move was found for {made}."


def _is_likely(judged: Judged) -> bool:
    """Whether the best move found is rather better than the one made than worse."""
    return -judged.cost.low < judged.cost.estimate


def sentence_of(judged: Judged) -> str:
    """A decision in a sentence of its own."""
    return f"{capitalised(clause(judged))}."


def clause(judged: Judged) -> str:
    """A decision: ``after 34 moves seat 1 chose 61 on pile 2; 44 on pile 0 is ... better``."""
    decision, is_sure = judged.decision, judged.is_mistake
    made, best = (quoted(judged.name(move)) for move in (decision.made, judged.best))
    where = f"after {several(decision.number, 'move')} seat {nth(decision.seat)} chose {made}"
    size, both = judged.asked.unit.apart(judged.cost)
    if not is_sure and not _is_likely(judged):
        less, more = both.strip("()").split(" to ")
        if not math.isfinite(judged.cost.high - judged.cost.low):
            return f"{where}; whether {best} is better is not known"
        up_to, less = judged.asked.unit.spelled(more), less.removeprefix("-")
        return f"{where}; {best} may be up to {up_to} better, or up to {less} worse"
    size = judged.asked.unit.spelled(size)
    return f"{where}; {best} {'is' if is_sure else 'may be'} {size} {both} better"


def caption(found: Found) -> str:
    """How the game was judged, and what the columns mean."""
    asked = found.asked
    rivals = asked.measure.per_seat and int(asked.rules["players"]) > 1
    apart = bool(asked.others(0))
    who = line_up(asked.players) if asked.players else "moves from a file"
    game = f"game {asked.number} of seed {asked.seed}"
    if asked.start is not None:
        game = f"from a position; seed {asked.seed}"
    games = sum(one.games * len(one.chosen) for one in found.counted)
    return (
        f"{setting(asked.rules)}, {who}; {game}; {asked.reviewer.reference} plays on in "
        f"{asked.simulated(asked.worlds)} per decision, {games:,} games{took(found.seconds)}.\n"
        f"{tried(asked, 'the player')} after: moves made before; {head(asked.measure.name)}: "
        f"before the move, if {asked.reviewer.reference} plays on; cost: compared with the best "
        f"move found; perhaps: not clearly better.\nIn brackets: {100 * LEVEL:g} % intervals "
        f"{STAY_VALID}; those of costs hold for all moves of all decisions at once.\n"
        f"start + skill + {'others + ' if apart else ''}luck = result."
        f"{_OTHERS if apart else _IN_LUCK if rivals else ''}"
        f"{by_default_players(asked)}"
    )


def again(judged: Judged) -> str:
    """The command that judges the moves of a decision once more."""
    asked, decision = judged.asked, judged.decision
    words = [f"playout odds {asked.game.word} --strategy {quote(asked.reviewer.reference)}"]
    words += [*asked.rules.command_options(), f"--measure {asked.measure.name}"]
    same = {player.reference for player in asked.players} == {asked.reviewer.reference}
    if same and asked.start is None and not asked.redraw:
        words.append(f"--game {asked.number} --turn {decision.number}")
    else:
        words.append(f"--position {quote(decision.position)}")
    return " ".join([*words, f"--seed {asked.seed}"])
