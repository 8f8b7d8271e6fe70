"""Sentences about a game: how skill and luck led to its result, and what cost most."""

from __future__ import annotations

from shlex import quote

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions.judged import by_default_players, wins
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found, Judged, Story
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import between, head, is_zero, setting, several, short, took
from playout.stats.intervals import Interval

# What the moves of the others changed for a seat.
_OTHERS = "; others: what their moves changed for the seat, against those of the reviewer"
_IN_LUCK = "; luck of the seat: also what the others did, better or worse than the reviewer"


def sentence(found: Found) -> str:
    """How the game came to its result, and which decisions were mistakes."""
    asked = found.asked
    if not found.judged:
        return f"{setting(asked.rules)}: no world was played."
    return " ".join([*_stories(found), _mistakes(found)])


def counted(found: Found) -> str:
    """The same without naming the decisions, for a player who wants to find them."""
    clear, every = len(found.mistakes), several(len(found.judged), "decision")
    are = f"{clear or 'none'} {'are' if clear > 1 else 'is'} clearly {'' if clear > 1 else 'a '}"
    return " ".join([*_stories(found), f"Of {every} {are}mistake{'s' if clear > 1 else ''}."])


def _stories(found: Found) -> list[str]:
    return [_story(found.asked, one) for one in found.stories] if len(found.stories) == 1 else []


def _story(asked: Asked, story: Story) -> str:
    """Where it began, where it ended, and what made the difference."""
    begin, end = story.begin, story.result
    skill, luck = (_signed(asked, one) for one in (story.skill, story.luck))
    whose = "" if story.seat is None else f" for seat {nth(story.seat)}"
    return (
        f"{_before(asked, begin)}{whose} at the start, {_in_the_end(asked, end)}: "
        f"{skill} by moves that {asked.reviewer.reference} would not have made, {luck} by luck."
    )


def _before(asked: Asked, value: Interval) -> str:
    """The value of the start: ``Quick wins 43.1 % (42.1 to 44.1) of the worlds``."""
    reviewer = asked.reviewer.reference
    if asked.measure.is_rate:
        return _capital(wins(asked, reviewer, value))
    return f"With {reviewer} {head(asked.measure.name)} is {between(value, False)} on average"


def _in_the_end(asked: Asked, end: float) -> str:
    """The result: ``it was lost``, ``in the end it was 12``."""
    if asked.measure.name == "win" and end in (0, 1) and asked.game.cooperative:
        return "and the game was won" if end else "and the game was lost"
    amount = f"{100 * end:.4g} %" if asked.measure.is_rate else short(end, 6)
    return f"and in the end it was {amount}"


def _signed(asked: Asked, interval: Interval) -> str:
    """A change: ``-12.0 points``."""
    text = asked.unit.amount(interval)
    sign = "+" if interval.estimate > 0 and not is_zero(text) else ""
    return f"{sign}{text}{asked.unit.points}"


def _mistakes(found: Found) -> str:
    """How many mistakes there were, and which was the worst."""
    clear, every = found.mistakes, len(found.judged)
    of = f"Of {several(every, 'decision')}"
    if len(clear) == 1:
        return f"{of} 1 is clearly a mistake: {clause(clear[0])}."
    if clear:
        return f"{of} {len(clear)} are clearly mistakes; the worst: {clause(clear[0])}."
    unsure = found.costliest(1)
    if not unsure:
        return f"{of} none is a mistake that these worlds can show."
    return f"{of} none is clearly a mistake; what may have cost most: {clause(unsure[0])}."


def sentence_of(judged: Judged) -> str:
    """A decision in a sentence of its own."""
    return f"{_capital(clause(judged))}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def clause(judged: Judged) -> str:
    """A decision: ``after 34 moves seat 1 chose 61 on pile 2, where 44 on pile 0 is ...``."""
    decision, is_sure = judged.decision, judged.is_mistake
    made, best = judged.name(decision.made), judged.name(judged.best)
    where = f"after {several(decision.number, 'move')} seat {nth(decision.seat)} chose {made}"
    size, both = judged.asked.unit.difference(judged.cost)
    if is_zero(size):
        return f"{where}, where {best} may be better {both}"
    return f"{where}, where {best} {'is' if is_sure else 'may be'} {size} {both} better"


def caption(found: Found) -> str:
    """How the game was judged, and what the columns mean."""
    asked = found.asked
    rivals = asked.measure.per_seat and int(asked.rules["players"]) > 1
    apart = bool(asked.others(0))
    who = line_up(asked.players) if asked.players else "moves that were given"
    game = f"game {asked.number} of seed {asked.seed}"
    if asked.start is not None:
        game = f"from a position; seed {asked.seed}"
    games = sum(one.games * len(one.chosen) for one in found.counted)
    worlds = f"{several(asked.worlds, 'world')} for each decision"
    return (
        f"{setting(asked.rules)}, {who}; {game}; {asked.reviewer.reference} plays on in {worlds}, "
        f"{games:,} games{took(found.seconds)}\n"
        f"after: moves made before; {head(asked.measure.name)}: before the move, if "
        f"{asked.reviewer.reference} plays on; perhaps: not certainly better; worlds are dealt as "
        f"the seat to move may know them, the same for every move; {100 * LEVEL:g} % intervals, "
        f"those of costs for all moves of all decisions at once, {STAY_VALID}; "
        f"start + skill + {'others + ' if apart else ''}luck = result"
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
