"""Below the table of a run: its caption, notes that a reader needs, commands that repeat it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from shlex import quote

import numpy as np

from playout.engine.find.games import number_of_strategies
from playout.engine.game.game import Value, line_up
from playout.engine.words.spelling import named
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import known_interval
from playout.questions.runs.seats import Row
from playout.report.estimates import FEW, LEVEL, STAY_VALID
from playout.report.words import (
    POINTS,
    by_default,
    expected,
    half_width,
    head,
    letters,
    listed,
    rounded,
    several,
    short,
    spelled,
    took,
)
from playout.stats.tally import MOST_SEEN, Tally


def caption(found: Found) -> str:
    """Caption of the table."""
    deals = ", the same deals in every row" if len(found.played) > 1 else ""
    left, more = "", found.remaining
    if more is not None:
        left = f"\n{expected(more, 'games', found.asked.aim)}"
    return (
        f"{_intervals(found)}. {several(found.games, 'game')}{took(found.seconds)}"
        f"{deals}; seed {found.asked.seed}.{_seat_measures(found)}{_letters(found)}"
        f"{left}{_by_default(found)}"
    )


def _letters(found: Found) -> str:
    """Return what the letters mean that stand for options in the table and the sentence."""
    shown = [name for row in found.rows for name in (*row.factors, *row.rules.changed_options())]
    return "".join(f"\n{text}." for text in letters(found.game, shown))


def _by_default(found: Found) -> str:
    """Return a note that the default strategy played in every row."""
    players = [player for row in found.rows for player in row.players]
    return by_default(players, found.rows[0].rules)


def _intervals(found: Found) -> str:
    """Return the kind of intervals, and the measures without intervals."""
    intervals = f"In brackets: {100 * LEVEL:g} % intervals"
    if found.how == "fixed":
        return intervals
    ends = {
        measure: [
            math.isfinite(interval.low) or math.isfinite(interval.high)
            for k, tally in enumerate(found.tallies)
            if tally.games and not found.by_construction(k, measure)
            for interval in (found.interval(k, measure),)
        ]
        for measure in found.estimated
        if measure.is_told or measure in (found.main, found.asked.measure)
    }
    lacking = [head(measure.name) for measure, known in ends.items() if known and not any(known)]
    if not lacking:
        return f"{intervals} {STAY_VALID}"
    size = "they" if lacking[1:] else "it"
    why = f"because the game does not say how large {size} can get"
    if any(any(known) for known in ends.values()):
        return f"{intervals} {STAY_VALID}, except for {listed(lacking)}, {why}"
    return f"There are no intervals for {listed(lacking)}, {why}"


def _seat_measures(found: Found) -> str:
    """Return a note that some measures are per seat, and what equal players would win."""
    main = (found.main, found.asked.measure)
    named = [
        head(measure.name)
        for measure in found.game.measures
        if measure.per_seat and (measure.is_told or measure in main)
    ]
    if not named or found.alone or found.asked.by == "seat":
        return ""
    fair = {f"{100 / row.sides:.4g}" for row in found.rows}
    equal = f" Equally good players would win {fair.pop()} % each." if len(fair) == 1 else ""
    return f"\n{listed(named).capitalize()} {'are' if named[1:] else 'is'} per seat.{equal}"


def shortfall(found: Found) -> str:
    """The sentence on the rows that have not reached the precision asked for; "" if all have."""
    asked, aim = found.asked, found.asked.precision
    if not found.missed or not found.complete or aim is None:
        return ""
    reached = []
    for row in found.missed:
        interval = found.interval(row, asked.measure)
        half = half_width(interval)
        part = half / abs(interval.estimate) if interval.estimate else math.inf
        reached.append(100 * part if aim.relative else half)
    worst, points = f"{short(max(reached))}{'%' if aim.relative else ''}", ""
    if asked.measure.is_rate and not aim.relative:  # as the table writes it
        worst = spelled(short(100 * max(reached)), POINTS)
        points = f" ({spelled(short(100 * aim.half_width), POINTS)})"
    rows = f" in {len(reached)} of {len(found.rows)} rows" if len(found.rows) > 1 else ""
    return (
        f"{asked.measure.name} did not reach the precision {aim}{points}{rows}: after "
        f"{several(asked.max_games, 'game')} it is {worst}{' at worst' if rows else ''}; raise "
        f"{named('max_games')}, or choose a larger {named('precision')}"
    )


def command(found: Found, index: int) -> str:
    """The command that counts the games of one row again, and prints the same estimates."""
    row = found.rows[index]
    words = ["playout run", found.game.word, *_setup(row)]
    words += [] if found.asked.by == "strategy" else [f"--by {found.asked.by}"]
    games = found.played[row.setup] if found.game.counts_seats else found.tallies[index].games
    return " ".join([*words, f"--games {games}", f"--seed {found.asked.seed}"])


def replay(found: Found, index: int) -> str:
    """The command that prints the first game of one row, move by move."""
    row = found.rows[index]
    words = ["playout replay", found.game.word, *_setup(row, replayed=True)]
    return " ".join([*words, f"--seed {found.asked.seed}", "--game 0"])


def _setup(row: Row, replayed: bool = False) -> list[str]:
    """Return the strategies and rules as words of a command."""
    setup, rules = row.setup, row.rules.command_options()[1:]  # without the players
    names = [player.reference for player in setup.players]
    if "seats" in setup.factors and (len(setup.seating) > 1 or not replayed):
        moving = [] if len(setup.seating) > 1 else ["--no-rotate"]
        return [f"--seats {quote(','.join(names))}", *moving, *rules]
    return [f"--players {len(names)}", f"--strategy {quote(line_up(setup.players))}", *rules]


def notes(found: Found) -> list[str]:
    """Sentences below the table."""
    return [
        *_too_close(found),
        *_wider(found),
        *_equal_players(found),
        *_of_one_round(found),
        *_without_effect(found),
        *_only_sums(found),
    ]


def _wider(found: Found) -> list[str]:
    """How much wider the intervals of an extended run are, and how to get the others."""
    if found.how == "fixed":
        return []
    planned, again = replace(found, fixed=True), found.asked.command(found.asked.end)
    if planned.how == "anytime" or not again:
        return []
    halves = [
        [half_width(of.interval(k, found.main)) for of in (found, planned)]
        for k in range(len(found.rows))
    ]
    widths = [ours / theirs for ours, theirs in halves if theirs > 0]
    if not widths or not math.isfinite(max(widths)):
        return []
    return [
        "Because more games were added after a first result, the intervals are about "
        f"{max(widths):.2g} times as wide as for {found.asked.end:,} games planned from the start. "
        f"If you had planned these {found.asked.end:,} games anyway: {again}"
    ]


def _too_close(found: Found) -> list[str]:
    """How many games may tell the best and the worst row apart, if the table does not."""
    measure, rows = found.main, [k for k, tally in enumerate(found.tallies) if tally.games]
    rows = [k for k in rows if not found.by_construction(k, measure)]
    if len(rows) < 2 or not measure.wanted or measure.seat is not None or not found.complete:
        return []
    if found.tallies[rows[0]].games <= FEW:
        return []  # too few to know how large the difference looks
    intervals = [known_interval(found, k, measure) for k in rows]
    if any(one.low == one.high for one in intervals):
        return []  # the game knows it exactly
    known = sorted(intervals, key=lambda one: one.estimate)
    apart, reach = known[-1].estimate - known[0].estimate, known[0].high - known[0].estimate
    reach += known[-1].estimate - known[-1].low
    if not 0 < apart <= reach < math.inf:
        return []
    games = found.tallies[rows[0]].games * (reach / apart) ** 2
    if games > MOST_GAMES:
        return []
    which = "the two rows apart" if len(rows) == 2 else "the best row from the worst"
    better = (
        " playout compare stops as soon as the answer is clear." if found.asked.by != "seat" else ""
    )
    return [
        f"To tell {which} you would need about {rounded(games)} games per row, if the difference "
        f"is as large as it looks.{better}"
    ]


def _equal_players(found: Found) -> list[str]:
    """Return a note that equal players share the wins, with a command that finds who is better."""
    measure = next((one for one in found.game.measures if one.kind == "share"), None)
    if measure is None:
        return []
    equal = [
        row
        for k, row in enumerate(found.rows)
        if len(row.players) > 1 and found.by_construction(k, measure)
    ]
    if not equal:
        return []
    names = list(dict.fromkeys(str(row.factors["strategy"]) for row in equal))
    rules = " ".join(equal[0].rules.command_options())  # the players first
    players, *others = dict.fromkeys(len(row.players) for row in equal)
    command = f"playout tournament {found.game.word} {rules}"
    if number_of_strategies(found.game) == 1:
        return [
            f"{found.game.title} has one strategy, which all players use. To see which "
            f"seat is better: playout run {found.game.word} {rules} --by seat"
        ]
    if len(names) > 1:
        better = f"{command} --strategies {quote(','.join(names))}"
        if len(names) == 2:
            one, other = map(quote, names)
            a_or_b = f"--a {one} --b {other} {rules}"
            better += f", or playout compare {found.game.word} {a_or_b}"
    else:
        own = range(0, players, equal[0].sides)
        seats = quote(",".join(names[0] if seat in own else "OTHER" for seat in range(players)))
        more = equal[0].rules.command_options()[1:]
        seated = " ".join([f"playout run {found.game.word} --seats {seats}", *more])
        better = f"{command}, or {seated}"
    if others:
        better += f"; likewise with {listed([f'--players {number}' for number in others])}"
    return [f"To see which strategy is better: {better}"]


def _of_one_round(found: Found) -> list[str]:
    """Return a note that one round shows the differences of seats better than many rounds."""
    asked, measure = found.asked, found.main
    rows = [k for k, tally in enumerate(found.tallies) if tally.games]
    names = {option.name for option in found.game.options}
    if asked.by != "seat" or "rounds" not in names or not rows or measure not in found.estimated:
        return []
    if any(found.rows[k].rules["rounds"] == 1 for k in rows):
        return []
    known = [found.interval(k, measure) for k in rows]
    if max(one.low for one in known) > min(one.high for one in known):
        return []
    return [
        "In each round another player goes first, so a game of many rounds hides what that is "
        "worth. To see it in a single round, add --rounds 1 to the command."
    ]


def _only_sums(found: Found) -> list[str]:
    """The measures of which only sums are kept."""
    wide = [
        measure.name
        for measure in found.game.measures
        if not all(found.histogram(k, measure).is_whole for k in range(len(found.rows)))
    ]
    return [f"{head(name).capitalize()}: {TOO_MANY}." for name in wide]


def _without_effect(found: Found) -> list[str]:
    """Which strategies ignore a factor: all their games are the same for each of its values."""
    factors = found.rows[0].factors
    sentences = []
    for name in factors:
        if name in ("players", "strategy", "seats", "seat"):
            continue
        unmoved: dict[Value, bool] = {}
        for members in _alike(found, name):
            first = found.rows[members[0]].factors
            who = first.get("seats", first["strategy"])
            same = len(members) > 1 and _same([found.tallies[k] for k in members])
            unmoved[who] = unmoved.get(who, True) and same
        if names := [str(who) for who, same in unmoved.items() if same]:
            sentences.append(
                f"{head(name).capitalize()} made no difference to {listed(names)}: the games were "
                "exactly the same for each of its values."
            )
    return sentences


def _alike(found: Found, name: str) -> list[list[int]]:
    """Groups of rows that differ in one factor alone."""
    groups: dict[tuple[Value, ...], list[int]] = {}
    for k, row in enumerate(found.rows):
        key = tuple(value for other, value in row.factors.items() if other != name)
        groups.setdefault(key, []).append(k)
    return list(groups.values())


def _same(tallies: Sequence[Tally]) -> bool:
    """Whether all that was counted is equal, and it is enough that this is no chance."""
    first, *others = (tally.arrays() for tally in tallies)
    return tallies[0].games >= _ENOUGH and all(
        len(one) == len(other) and bool(np.array_equal(one, other))
        for arrays in others
        for one, other in zip(first, arrays, strict=True)
    )


TOO_MANY = (
    f"more than {MOST_SEEN:,} different values occurred, so only the mean is known, but no median, "
    "95th percentile or histogram"
)
_ENOUGH = 100  # games
MOST_GAMES = 1e8  # per row, that a note may advise
