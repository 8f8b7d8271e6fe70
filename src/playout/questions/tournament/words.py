"""A tournament in words: who wins most often, and the caption of the tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.questions.tournament.asked import Asked
from playout.questions.tournament.found import Found
from playout.questions.tournament.ranking import FALSE_ALARMS, Ranking
from playout.report.estimates import fixed_intervals, is_wide, part_of
from playout.report.words import (
    about,
    half_width,
    head,
    listed,
    percent,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

MOST_NAMED = 3  # strategies; from so many on only their number stands in the sentence
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
    is_sure = ranking.found.complete and not is_wide(ranking.wins[first], rate=True)
    so_far = "" if ranking.found.complete else f"after {several(ranking.found.games, 'game')}, "
    best = f"{so_far}{name} {'is' if is_sure else 'seems to be'} {best}"
    if won := _won_all(ranking, first):
        if not undecided:
            return f"{where}: {best}; {won}."
        won = f"won most often: {won}" if _has_seats(ranking) else won.removeprefix("it ")
        return f"{where}: {so_far}{name} {won}, but {_unclear(ranking, undecided)}."
    if not ahead and not undecided:
        return f"{where}: {best}; {_wins_of(ranking, first)}{_beats(ranking, first)}."
    if len({ranking.wins[k].estimate for k in ranking.order}) == 1:
        every = listed(ranking.names) if len(others) < MOST_NAMED else "all strategies"
        after = f"after {several(ranking.found.games, 'game')}, {every} have won equally often"
        return f"{where}: {after}, so it is not clear yet which is better."
    doubts = []
    if ahead:
        finish = "finish" if ahead[1:] else "finishes"
        doubts.append(f"{_few(ranking, ahead, 'and')} {finish} ahead of it more often than behind")
    if unplayed:
        has = "have" if unplayed[1:] else "has"
        doubts.append(f"{_few(ranking, unplayed, 'and')} {has} not played yet")
    if twins:
        doubts.append(f"{listed(twins)} {'are' if twins[1:] else 'is'} the same strategy")
    if met := [one for one in undecided if one not in (*unplayed, *twins)]:
        doubts.append(_unclear(ranking, met, name if doubts else "it"))
    said = f"{so_far}{name} won most often{_seen(ranking, first)}, but {', and '.join(doubts)}"
    return f"{where}: {said}."


def _has_seats(ranking: Ranking) -> bool:
    """Whether a strategy has several seats at a table."""
    return ranking.found.asked.seats > len(ranking.order)


def _beats(ranking: Ranking, k: int) -> str:
    """Return a note that a strategy is better than each other, unless its wins say that."""
    one, *more = [other for other in ranking.order if other != k]
    rest = "each of the others" if more else ranking.name(one)
    if _is_duel(ranking):
        return f" and wins more often than it loses against {rest}" if more else ""
    is_even = ranking.found.asked.seats % len(ranking.order) == 0
    subject = ", and each of them" if _has_seats(ranking) and is_even else " and"
    return f"{subject} finishes ahead of {rest} more often than behind"


def _is_duel(ranking: Ranking) -> bool:
    """Whether two play at a table, and who finishes ahead has won."""
    pairs = [ranking.found.counted.pair(0, k) for k in range(1, len(ranking.order))]
    ahead = sum(float(one.total) for one in pairs)
    return ranking.found.asked.seats == 2 and ahead == ranking.found.counted.wins[0].total


def _wins_of(ranking: Ranking, k: int) -> str:
    """How often a strategy wins; with the same number of seats for all, any of its seats."""
    share, seats = ranking.wins[k], ranking.found.asked.seats
    equal = f"(equal players would win {equal_share(ranking.found)})"
    if is_wide(share, rate=True):
        return f"{'' if _has_seats(ranking) else 'it won '}{_seen(ranking, k)[2:]}"
    if not _has_seats(ranking):
        return f"it wins {about(share, True)} of its games {equal}"
    each, more = divmod(seats, len(ranking.order))
    if more:
        return (
            f"with {each} or {each + 1} of the {seats} seats, each of its players wins "
            f"{about(share, True)} of the games on average {equal}"
        )
    one = f"about {100 * share.estimate:.0f} % each"
    return (
        f"in {about(share.times(each), True)} of the games the winner is one of its {each} "
        f"players ({one}; equal players would win {equal_share(ranking.found)} each)"
    )


def _seen(ranking: Ranking, k: int) -> str:
    """The games that a strategy won: ``, 15 of its 16 games``."""
    share, games = ranking.wins[k], ranking.found.counted.wins[k].n
    seats, equal = (
        ranking.found.asked.seats,
        f"equal players would win {equal_share(ranking.found)}",
    )
    each, more = divmod(seats, len(ranking.order))
    if _has_seats(ranking) and more:
        return (
            f": with {each} or {each + 1} of the {seats} seats, each of its players won "
            f"{percent(share.estimate, half_width(share))} % of the games on average ({equal})"
        )
    whole = share.times(each) if _has_seats(ranking) else share
    percents = f"{percent(whole.estimate, half_width(whole))} % of"
    is_shared = not (whole.estimate * games).is_integer()  # some wins are, after a tie
    if not _has_seats(ranking):
        won = part_of(share, games).replace(" of ", " of its ")
        return f", {f'{percents} its {games:,} games' if is_shared else won} ({equal})"
    who = f"its {each} players"
    if is_shared:
        return f": {percents} the {games:,} wins went to {who} ({equal} each)"
    return f": in {part_of(whole, games)} the winner was one of {who} ({equal} each)"


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
    if _has_seats(ranking):
        where = part_of(Interval.exact(1.0), games) if games > 1 else "the only game"
        return f"each of its players finished ahead of all players of the others in {where}"
    every = "both of its" if games == 2 else f"all {games:,} of its"
    won = f"{every} games" if games > 1 else "its only game"
    return f"it won {won} (equal players would win {equal_share(ranking.found)})"


def equal_share(found: Found) -> str:
    """The share that players of equal strength win."""
    return f"{100 / found.asked.seats:.3g} %"


def caption(found: Found, ratings: Sequence[Interval]) -> str:
    """Caption of the tables."""
    asked = found.asked
    by = "" if asked.placing.name == "win" else f" (by {head(asked.placing.name)})"
    return (
        f"In brackets: {fixed_intervals(found.complete)}. Equal players would win "
        f"{equal_share(found)}.\n"
        f"{_design(asked)}; each seating is played equally often. {found.games:,} games"
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
    if count > seats:
        return f"{tables}, one for each set of {seats} strategies"
    few, more = divmod(seats, count)
    each = f"{few} or {few + 1} seats" if more else several(few, "seat")
    return f"{tables}, with {each} for each strategy"
