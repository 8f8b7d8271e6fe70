"""A tournament in words: who wins most often, and the caption of the tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.questions.tournament.asked import Asked
from playout.questions.tournament.found import Found
from playout.questions.tournament.ranking import FALSE_ALARMS, Ranking
from playout.report.estimates import FEW, fixed_intervals, is_wide, part_of
from playout.report.words import (
    about,
    half_width,
    head,
    listed,
    percent,
    setting,
    several,
    short,
    took,
)
from playout.stats.intervals import Interval

MOST_NAMED = 3  # strategies; from so many on only their number stands in the sentence
PARTS = "a shared win counts in parts"
LADDERS = (
    "Shape: where the rating clearly rises or falls. Each doubling: the rating that it adds, "
    "unless it clearly adds more at some values than at others."
)
STEPS = "Rating of the higher value minus that of the lower; these intervals hold at once."
MARK = "*"  # behind the numbers of two that differ


def sentence(ranking: Ranking) -> str:
    """Return which strategy wins most often, and whether it is clearly the best."""
    if not ranking.found.games:
        return "This tournament has no finished games yet."
    first, *others = ranking.order
    asked = ranking.found.asked
    where, name = setting(asked.rules), ranking.name(first)
    apart = [k for k in others if ranking.differ(first, k)]
    ahead = [ranking.name(k) for k in apart if ranking.ahead(k, first).estimate > 0.5]
    unplayed = [ranking.name(k) for k in others if not ranking.found.counted.wins[k].n]
    twins = [ranking.name(k) for k in ranking.twins(first)]
    undecided = [ranking.name(k) for k in others if k not in apart]
    if len(twins) == len(others):
        return f"{where}: {listed(ranking.names)} are the same strategy; luck alone decides."
    best = f"the best of {len(ranking.order)} strategies"
    if len(others) == 1:
        best = f"better than {ranking.name(others[0])}"
    # Who was ahead may have decided when the games were stopped.
    is_sure = ranking.found.complete and not is_wide(ranking.together(first), rate=True)
    so_far = "" if ranking.found.complete else f"after {several(ranking.found.games, 'game')}, "
    best = f"{so_far}{name} {'is' if is_sure else 'seems to be'} {best}"
    if (won := _won_all(ranking, first)) and not twins:
        if not undecided:
            return f"{where}: {best}; {won}."
        won = f"{_most(ranking)}: {won}" if asked.has_seats else won.removeprefix("it ")
        return f"{where}: {so_far}{name} {won}, but {_unclear(ranking, undecided)}."
    rest = [k for k in others if k not in ranking.twins(first)]
    if twins and not ahead and len(apart) == len(rest):
        better = f"better than {_few(ranking, [ranking.name(k) for k in rest], 'and')}"
        best = f"{best[: best.index(' the best of')]} {better}"
        are = f"{listed(twins)} {'are' if twins[1:] else 'is'} the same strategy as {name}"
        return f"{where}: {best}; {_wins_over(ranking, first, rest)}; {are}."
    if not ahead and not undecided:
        return f"{where}: {best}; {_wins_of(ranking, first)}{_beats(ranking, first)}."
    if len({ranking.wins[k].estimate for k in ranking.order}) == 1:
        every = listed(ranking.names) if len(others) < MOST_NAMED else "all strategies"
        after = f"after {several(ranking.found.games, 'game')}, {every} have won equally often"
        return f"{where}: {after}, so it is not clear yet which is better."
    won_all = asked.has_seats and ranking.together(first).estimate == 1.0
    doubts = []
    met = [one for one in undecided if one not in (*unplayed, *twins)]
    if ahead:
        finish = "finish" if ahead[1:] else "finishes"
        doubts.append(f"{_few(ranking, ahead, 'and')} {finish} ahead of it more often than behind")
        if met:
            do = "do" if met[1:] else "does"
            doubts.append(f"it is not clear yet whether {_few(ranking, met, 'or')} {do} too")
    if unplayed:
        has = "have" if unplayed[1:] else "has"
        doubts.append(f"{_few(ranking, unplayed, 'and')} {has} not played yet")
    if twins:
        doubts.append(f"{listed(twins)} {'are' if twins[1:] else 'is'} the same strategy")
    if met and not ahead:
        doubts.append(_unclear(ranking, met, name if doubts or won_all else "it"))
        [one, *more] = [k for k in others if ranking.name(k) in met]
        if not more and ranking.ahead(one, first).estimate > 0.5:
            doubts[-1] += f"; {ranking.name(one)} finished ahead of {name} more often than behind"
    none = "; so no strategy is clearly the best" if ahead and others[1:] else ""
    won = f"{name} {_most(ranking)}{_seen(ranking, first)}"
    if won_all:
        won = _seen(ranking, first, name)[2:]
    said = f"{so_far}{won}, but {', and '.join(doubts)}{none}"
    return f"{where}: {said}."


def _most(ranking: Ranking) -> str:
    """What the first did; with fewer seats, another may have won more with all its players."""
    first, *others = (ranking.together(k).estimate for k in ranking.order)
    often = f"{'more' if len(others) == 1 else 'most'} often"
    return f"won {often}{' per player' if any(one > first for one in others) else ''}"


def _beats(ranking: Ranking, k: int) -> str:
    """Return a note that a strategy is better than each other, unless its wins say that."""
    one, *more = [other for other in ranking.order if other != k]
    rest = "each of the others" if more else ranking.name(one)
    if is_duel(ranking):
        return f" and wins more often than it loses against {rest}" if more else ""
    if not ranking.found.asked.has_seats:
        return f" and finishes ahead of {rest} more often than behind"
    return f", and they finish ahead of {rest} more often than behind"


def is_duel(ranking: Ranking) -> bool:
    """Whether two play at a table, and who finishes ahead has won."""
    pairs = [ranking.found.counted.pair(0, k) for k in range(1, len(ranking.order))]
    ahead = sum(float(one.total) for one in pairs)
    return ranking.found.asked.seats == 2 and ahead == ranking.found.counted.wins[0].total


def _wins_of(ranking: Ranking, k: int) -> str:
    """How often a strategy wins; one with several seats at a table, with any of them."""
    rate, has_seats = ranking.together(k), ranking.found.asked.has_seats
    if is_wide(rate, rate=True):
        return f"{'' if has_seats else 'it won '}{_seen(ranking, k)[2:]}"
    if not has_seats:
        return f"it wins {about(rate, True)} of its games {_equal(ranking)}"
    equal = f"equal players: {_percent(ranking.equal_share(k))}"
    if ranking.shares_wins(k):
        return (
            f"its {_each(ranking)} players win {about(rate, True)} of the games ({PARTS}; {equal})"
        )
    one = f"one of its {_each(ranking)} players"
    return f"in {about(rate, True)} of the games the winner is {one} ({equal})"


def _wins_over(ranking: Ranking, k: int, rest: Sequence[int]) -> str:
    """How often a strategy is ahead of the ``rest``; its wins over its twins are left out."""
    if rest[1:] or not is_duel(ranking):
        who = "its players finish" if ranking.found.asked.has_seats else "it finishes"
        return (
            f"{who} ahead of {'them' if rest[1:] else ranking.name(rest[0])} more often than behind"
        )
    rate = ranking.ahead(k, rest[0])
    games = ranking.found.counted.pair(k, rest[0]).n
    if not is_wide(rate, rate=True):
        return f"it wins {about(rate, True)} of their games {_equal(ranking)}"
    return f"it won {_part_of(rate, games, 'their')} {_equal(ranking)}"


def _part_of(rate: Interval, games: int, whose: str) -> str:
    """Some games of one or two strategies: ``15 of its 16 games``, ``all their 8 games``."""
    of = " of " if " of " in (part := part_of(rate, games)) else " "
    return part.replace(of, f"{of}{whose} ", 1)


def _seen(ranking: Ranking, k: int, name: str = "") -> str:
    """The games that a strategy won: ``, 15 of its 16 games``."""
    rate, games = ranking.together(k), ranking.found.counted.wins[k].n
    wins, is_shared = rate.estimate * games, ranking.shares_wins(k)
    if not ranking.found.asked.has_seats:
        won = _part_of(rate, games, "its")
        if is_shared and games <= FEW:
            equal = f"equal players would win {equal_share(ranking.found)}"
            return f", {short(wins)} of its {games} games ({PARTS}; {equal})"
        percents = f"{percent(rate.estimate, half_width(rate))} % of its {games:,} games"
        return f", {percents if is_shared else won} {_equal(ranking)}"
    share = ranking.equal_share(k)
    who = f"the {_each(ranking)} {name} players" if name else f"its {_each(ranking)} players"
    if is_shared and games <= FEW:
        equal = f"equal players: {short(share * games)}"
        return f": {who} took {short(wins)} of the {games} wins ({PARTS}; {equal})"
    equal = f"equal players: {_percent(share)}"
    if is_shared:
        taken = f"{percent(rate.estimate, half_width(rate))} % of the {games:,} wins"
        return f": {who} took {taken} ({PARTS}; {equal})"
    return f": in {part_of(rate, games)} the winner was one of {who} ({equal})"


def _each(ranking: Ranking) -> str:
    """How many seats a strategy has at a table: ``2``, ``1 or 2``."""
    few, more = divmod(ranking.found.asked.seats, len(ranking.order))
    return f"{few} or {few + 1}" if more else f"{few}"


def _equal(ranking: Ranking) -> str:
    """A note of what players of equal strength win."""
    return f"(equal players would win {equal_share(ranking.found)})"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _unclear(ranking: Ranking, names: Sequence[str], who: str = "it") -> str:
    """Return a note that a strategy may not be better than some others."""
    return f"it is not clear yet whether {who} is better than {_few(ranking, names, 'or')}"


def _few(ranking: Ranking, names: Sequence[str], last: str) -> str:
    """Names, or how many there are."""
    if len(names) < MOST_NAMED:
        return listed(names, last)
    others = len(ranking.order) - 1
    return f"{len(names)} of the others" if len(names) < others else f"the {others} others"


def _won_all(ranking: Ranking, k: int) -> str:
    """Return a note that a strategy was ahead of all others in all of its games; or ""."""
    pairs = [ranking.found.counted.pair(k, other) for other in ranking.order if other != k]
    if not all(pair.total == pair.n > 0 for pair in pairs):
        return ""
    games = ranking.found.counted.wins[k].n
    if ranking.found.asked.has_seats:
        where = part_of(Interval.exact(1.0), games) if games > 1 else "the only game"
        other, *more = [ranking.name(other) for other in ranking.order if other != k]
        rest = "players of the other strategies" if more else f"{other} players"
        return f"in {where} each of its players finished ahead of all {rest}"
    every = "both of its" if games == 2 else f"all {games:,} of its"
    return f"it won {f'{every} games' if games > 1 else 'its only game'} {_equal(ranking)}"


def equal_share(found: Found) -> str:
    """The share that players of equal strength win."""
    return f"{100 / found.asked.seats:.3g} %"


def places(asked: Asked) -> str:
    """How many are at a table: ``4``, ``2 sides of 2 partners``."""
    partners = asked.rules.partners
    return f"{asked.seats}{f' sides of {partners} partners' if partners > 1 else ''}"


def caption(found: Found, ratings: Sequence[Interval]) -> str:
    """Caption of the tables."""
    asked = found.asked
    each = " each" if asked.has_seats else ""
    if found.tables:
        each += ". Win of each player: the average of all tables"
    seating = "each seating is played"
    if not found.complete:
        seating = "without the stop each seating would be played"
    by = "" if asked.placing.name == "win" else f" (by {head(asked.placing.name)})"
    return (
        f"In brackets: {fixed_intervals(found.complete)}. Equal players would win "
        f"{equal_share(found)}{each}.\n"
        f"{_design(asked)}; {seating} equally often. {found.games:,} games"
        f"{took(found.seconds)}; seed {asked.seed}.\n"
        f"Rating: on the scale of chess (Elo), from who finishes ahead of whom{by}; a tie "
        f"counts half.{_unbounded(ratings)}\n"
        f"{MARK}: very likely not 50 % (if all strategies were equal, at most "
        f"{100 * FALSE_ALARMS:g} % of tournaments would mark any pair)"
    )


def _unbounded(ratings: Sequence[Interval]) -> str:
    """Why a rating stands without an interval, if one does."""
    if all(math.isfinite(one.low) or math.isfinite(one.high) for one in ratings):
        return ""
    return " A rating without an interval comes from too few games."


def _design(asked: Asked) -> str:
    """Return the line-ups and numbers of tables, in words."""
    seats, count = asked.seats, len(asked.players)
    tables = several(len(asked.tables), "table")
    place = "seat" if asked.rules.partners == 1 else "team"
    if count > seats:
        teams = "" if place == "seat" else ", each with a whole team"
        return f"{tables}, one for each set of {seats} strategies{teams}"
    few, more = divmod(seats, count)
    each = f"{few} or {few + 1} {place}s" if more else several(few, place)
    return f"{tables}, with {each} for each strategy"


def mixtures(only: bool | None, hidden: bool) -> str:
    """Caption of the mixtures; ``only``: whether there is one alone, None if that is not clear."""
    left = " Strategies in neither are not shown." if hidden else ""
    others = {
        True: "It is the only such mixture.",
        False: "By these results other mixtures do as well: 'in any such mixture' is how much of a "
        "strategy they have.",
        None: "Whether there are others is not clear yet.",
    }
    return (
        "Mixture: how often to choose each strategy, so that no strategy beats you in the long run "
        f"(a Nash equilibrium). {others[only]} Alpha-rank: how much of the time each would be in "
        "use, if players kept switching to one that beats the present one. Intervals by resampling "
        f"the results.{left}"
    )
