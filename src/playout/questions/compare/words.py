"""A comparison in words: its verdict, and the caption."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.engine.find.games import number_of_strategies
from playout.engine.game.measures import Measure
from playout.engine.words.numbering import nth
from playout.questions.compare.asked import Asked
from playout.questions.compare.found import A_BETTER, B_BETTER, EQUAL, UNDECIDED, Found
from playout.questions.compare.job import PAIRS, Job
from playout.questions.compare.pairing import Side
from playout.questions.verbs import counted, past, verb
from playout.report.estimates import ROUGH, STAY_VALID, WIDE, size_or_range
from playout.report.words import (
    POINTS,
    about,
    by_default,
    expected,
    half_width,
    head,
    is_plural,
    is_zero,
    listed,
    number,
    option_text,
    played_by,
    quantity,
    rounded,
    setting,
    several,
    short,
    spelled,
    took,
    turned,
    unit_of,
)
from playout.stats.intervals import Interval

SURE = 2.0  # times the lower end of a number of games: from this upper end on a sentence has both
SAVING = 1.05  # times as many games without the same deals, from which something is saved


def sentence(found: Found) -> str:
    """The verdict in a sentence."""
    asked, verdict = found.asked, found.verdict
    if not found.counted.games:
        return f"{_subject(asked)}: no verdict, because no game was played."
    a, b = side_names(asked)
    games, each = found.counted.games, "each "
    how = f", {each * (games > 1)}played again with exchanged seats" if asked.exchanged else " each"
    played = f"after {several(games, 'game')}{how}"
    always = _always(found)
    if verdict == UNDECIDED:
        known = f"{always}, so there is no verdict yet" if always else f"no verdict yet {played}"
        clause = _clause(found, a, _range(found), b, may=True)
        return f"{_subject(asked, clause)}: {known}; {clause}.{_remaining(found)}"
    if verdict == EQUAL:
        result = f"{f'{always}; ' if always else ''}{_alike(found, f'{a} and {b}')}"
    else:
        first = verdict.startswith("A ")
        one, other = (a, b) if first else (b, a)
        change = _change(found, found.interval if first else turned(found.interval))
        result = _clause(found, one, change, other)
        if verdict in (A_BETTER, B_BETTER) and asked.apart[0]:  # no rules are better
            clause = _clause(found, _team(asked), change)
            result = f"{one} is better than {other}; {result if _has_seats(asked) else clause}"
    return f"{_subject(asked, result)}: {result} ({played.removeprefix('after ')})."


def _always(found: Found) -> str:
    """``none of the 1,000 games was won``, if on both sides none was, or all were; else ""."""
    measure, games = found.asked.measure, f"{found.games:,} games"
    rates = {side.estimate for side in found.sides}
    if not measure.is_rate or rates not in ({0.0}, {1.0}):
        return ""
    is_won, every = measure.name == "win", rates == {1.0}
    if player := _player(found):
        return f"{player} {past(measure)} {'all' if every else 'none of the'} {games}"
    was = ("were won" if every else "was won") if is_won else f"reached '{head(measure.name)}'"
    return f"{'all' if every else 'none of the'} {games} {was}"


def _remaining(found: Found) -> str:
    """How many more games a verdict takes, if there is none yet and that can be estimated."""
    more = found.remaining
    if more is None or not math.isfinite(more.estimate):
        return ""
    what = f"more {PAIRS}" if found.asked.exchanged else "more games each"
    amount = f"about {rounded(more.estimate)}"
    if math.isinf(more.high):
        amount = f"at least {rounded(more.low)}"
        what += f", perhaps {rounded(more.estimate)} or many more"
    elif more.high > SURE * more.low:
        amount = f"between {rounded(more.low)} and {rounded(more.high)}"
    return f" A verdict would probably take {amount} {what}."


def does(found: Found) -> str:
    """Return what A does compared with B, after A's name: ``wins about 3 points more often``."""
    if not found.counted.games:
        return "is undecided"
    if found.verdict == EQUAL:
        return f"makes no difference larger than {margin(found)}"
    may = found.verdict == UNDECIDED
    change = _range(found) if may else _change(found, found.interval)
    clause = _clause(found, "", change, may=may) + " per player" * _has_seats(found.asked)
    # What is not said of A itself ends in "with" A, whose name stands before it.
    return f"means that {clause[: -len(' with ')]}" if clause.endswith(" with ") else clause.strip()


def side_names(asked: Asked) -> tuple[str, str]:
    """Both sides by what tells them apart: ``careful``, ``min_cards=1``, ``the usual hand=7``."""
    strategies, options = asked.apart
    a, b = (
        [
            *([_line_up(asked, k)] if strategies else []),
            *([_rules(side, options)] if options else []),
        ]
        for k, side in enumerate(asked.sides)
    )
    return " with ".join(a), " with ".join(b)


def _line_up(asked: Asked, side: int) -> str:
    """The strategy of a side; beside one for each seat, whose it is: ``quick for both players``."""
    name, count = asked.names[side], len(asked.sides[side].players)
    if not _is_mixed(asked) or "+" in name or count == 1:
        return name
    return f"{name} for {'both' if count == 2 else f'all {count}'} players"


def _is_mixed(asked: Asked) -> bool:
    """Whether a side has a strategy for each seat."""
    return any("+" in name for name in asked.names)


def _team(asked: Asked) -> str:
    """Who does better by a strategy that is better."""
    return "the team" if _is_mixed(asked) and asked.game.cooperative else "it"


def _has_seats(asked: Asked) -> bool:
    """Whether A and B share a table, and one has several seats, whose average is counted."""
    measure, rules = asked.measure, asked.sides[0].rules
    seats = rules.sides if measure.is_of_sides else int(rules["players"])
    return asked.exchanged and measure.per_seat and seats > 2


def _rules(side: Side, options: Sequence[str]) -> str:
    """The values of some options, which a sentence calls usual if all are defaults."""
    told = listed(
        [
            several(len(side.players), "player")
            if name == "players"
            else option_text(name, side.rules.label(name))
            for name in options
        ]
    )
    is_usual = not {"players", *side.rules.changed_options()} & {*options}
    return f"the usual {told.removeprefix('a ')}" if is_usual else told


def _subject(asked: Asked, clause: str = "") -> str:
    """Return the settings that both sides share, with the strategy unless a ``clause`` names it."""
    strategies, options = asked.apart
    common, name = setting(asked.sides[0].rules, options), asked.names[0]
    if strategies or clause.startswith(f"{name} "):
        return common
    return f"{common}{played_by(name, asked.game)}"


def _clause(found: Found, who: str, change: str, other: str = "", may: bool = False) -> str:
    """How a side is, in a clause: ``careful wins about 21 percentage points more often``.

    With ``may`` nothing is sure yet: ``careful may win ...``.
    """
    measure = found.asked.measure
    name, than = head(measure.name), f" than {other}" if other else ""
    player, does = _player(found), _does(measure, may)
    if not player and (measure.is_rate or is_plural(measure)):
        more = change if measure.is_rate else f"{change} {name}{_together(found)} on average"
        if who and _has_seats(found.asked):
            return f"each {who} player {does} {more} than each {other} player"
        if not who or found.asked.apart[0]:
            return f"{who} {does} {more}{than}"
        # Rules win nothing: players do.
        return f"{_players(found)} {does} {more} with {who}{f' than with {other}' if other else ''}"
    than = f" than with {other}" if other else ""
    if measure.is_rate:
        return f"{player} {does} {change} with {who}{than}"
    what = "game" if name == "length" else name
    return f"the {what} {'may be' if may else 'is'} {change} on average with {who}{than}"


def _together(found: Found) -> str:
    """A note that a measure, such as turns, counts those of all players."""
    seats = {len(side.players) for side in found.asked.sides}
    if "of all players" not in found.asked.measure.help or seats == {1}:
        return ""
    return f" ({'both' if seats == {2} else 'all'} players together)"


def _players(found: Found) -> str:
    """Who does what a clause on rules says; where there is nothing to choose, no strategy."""
    asked = found.asked
    if not asked.measure.is_rate and asked.measure.is_of_game:
        return "a game"
    if number_of_strategies(asked.game) > 1:
        return asked.names[0]
    return "the player" if {len(side.players) for side in asked.sides} == {1} else "each player"


def _does(measure: Measure, may: bool = False) -> str:
    """Return the verb for a measure: ``wins``, ``reaches 'excellent'``, ``may win``."""
    return f"{'may ' if may else ''}{verb(measure, are_several=may)}".removesuffix(" in")


def _player(found: Found) -> str:
    """Return the seat of the measure, if it is one seat at both tables; or ""."""
    return "" if found.asked.exchanged else found.asked.measure.player


def measured(asked: Asked) -> str:
    """The measure as the head of a column; if it is the result of one seat, with whose."""
    name, seat = head(asked.measure.name), asked.measure.seat
    if seat is None:
        return f"{name} of each player" if _has_seats(asked) else name
    return f"{name} {'as' if asked.exchanged else 'of'} player {nth(seat)}"


def _alike(found: Found, both: str) -> str:
    """Return a sentence for two sides that are equal, within the margin."""
    player = "each player" if _has_seats(found.asked) else _player(found)
    of = f" of {player}" if player else ""
    what = quantity(measure := found.asked.measure)
    average = what if measure.is_rate else what.replace("the ", "the average ", 1)
    less = f"differs by less than the margin of {margin(found)}"
    return f"{both} count as equal: {average}{of} {less}"


def _change(found: Found, interval: Interval) -> str:
    """A difference that is clear: ``about 21 percentage points more often``."""
    fewer = interval.estimate < 0
    size = turned(interval) if fewer else interval
    noun = counted(found.asked.measure, about(size, rate=False))
    rough = ROUGH if found.asked.measure.is_rate else WIDE
    amount = size_or_range(size, unit_of(found.asked.measure), noun, rough)
    return f"{amount} {_way(found, fewer)}"


def _range(found: Found) -> str:
    """Return the range of a difference: ``anything from 43 points less often to 59 more``."""
    unit, interval = unit_of(found.asked.measure), found.interval
    reach = unit.scale * half_width(interval)
    less, more = (number(unit.scale * abs(end), reach) for end in (interval.low, interval.high))
    below = unit.percentage_points or counted(found.asked.measure, less)
    above = unit.percentage_points or counted(found.asked.measure, more)
    least = f"{less}{below} {_way(found, True)}"
    most = f"{more}{'' if not is_zero(less) else above} {_way(found, False)}"
    same = "as many" if is_plural(found.asked.measure) else "the same"
    same = "equally often" if found.asked.measure.is_rate else same
    return f"anything from {same if is_zero(less) else least} to {same if is_zero(more) else most}"


def _way(found: Found, fewer: bool) -> str:
    measure = found.asked.measure
    if measure.is_rate:
        return "less often" if fewer else "more often"
    if is_plural(measure):
        return "fewer" if fewer else "more"
    if measure.name == "length":
        return "shorter" if fewer else "longer"
    return "lower" if fewer else "higher"


def difference(found: Found, interval: Interval) -> tuple[str, str]:
    """A difference with its unit, and its ends in brackets."""
    return unit_of(found.asked.measure).difference(interval)


def margin(found: Found) -> str:
    """The margin with its unit; "" if there is none."""
    if found.asked.margin is None:
        return ""
    if not found.asked.measure.is_rate:
        return short(found.asked.margin, 6)
    return spelled(f"{100 * found.asked.margin:.6g}", POINTS)


def _places(asked: Asked) -> str:
    """What A and B have at a table: ``half of the seats``, ``a team``."""
    rules = asked.sides[0].rules
    if rules.partners == 1:
        return "half of the seats"
    return "a team" if rules.sides == 2 else "half of the teams"


def caption(found: Found) -> str:
    """Caption of the table."""
    asked = found.asked
    players = [player for side in asked.sides for player in side.players]
    within = f" Equal means: less than {margin(found)} apart." if margin(found) else ""
    where = f"A and B play {_same(asked, 'with ')}, each at a table of its own"
    if asked.exchanged:
        where = (
            f"A and B share a table, with {_places(asked)} each. All games are played again "
            f"with {_same(asked)} and exchanged seats"
        )
    more = found.remaining
    left = "" if more is None else f"\n{expected(more, PAIRS, Job.aim)}"
    return (
        f"In brackets: {100 * (1 - asked.error):.10g} % intervals {STAY_VALID}. At most "
        f"{100 * asked.error:.10g} % of such verdicts are wrong.{within}\n"
        f"{where}. {found.games:,} games{took(found.seconds)}; seed "
        f"{asked.seed}.{_saving(found)}{left}{by_default(players, asked.sides[0].rules)}"
    )


def _saving(found: Found) -> str:
    """How many games the same deals save, compared with other deals for each side."""
    if not math.isfinite(found.ratio):
        return ""
    saves = "saves" if found.verdict == UNDECIDED else "saved"
    part = f"about {100 - 100 / found.ratio:.0f} % of the" if found.ratio >= SAVING else "no"
    ratio = f"variance ratio {found.ratio:.3g}"
    return f"\nUsing {_same(found.asked)} for both sides {saves} {part} games ({ratio})."


def _same(asked: Asked, before: str = "") -> str:
    """What both sides have in common: where dice are thrown during a game, it is no deal."""
    return f"{before}the same luck" if asked.game.chance_in_play else "the same deals"
