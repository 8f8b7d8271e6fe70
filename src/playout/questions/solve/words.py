"""A solution in words."""

from __future__ import annotations

from playout.engine.match.told import is_open
from playout.engine.solve.solution import Ends, best_of
from playout.engine.words.numbering import nth
from playout.questions.judged import match_at
from playout.questions.position_words import column_name, in_words, seat_name
from playout.questions.solve.found import Found
from playout.questions.solving import BEST, best_play
from playout.questions.verbs import outcome, verb
from playout.report.words import (
    capitalised,
    exactly,
    head,
    is_plural,
    listed,
    setting,
    several,
    took,
    unit_of,
)

MOST_NAMED = 4  # moves in a sentence
DIGITS = 6  # of a value in a table
SAME = 1e-8  # a difference of values that may be that of an iteration
SURE = 12  # decimals of a chance that say whether it is 0 or 1


def amount(ends: Ends, rate: bool) -> str:
    """A value for a sentence: ``53.06 %``, ``12.55``."""
    return f"{exactly(100.0 * ends.value)} %" if rate else exactly(ends.value)


def sentence(found: Found) -> str:
    """The value of the game in a sentence, then its first moves, and what is not sure."""
    solved = found.solved
    is_forced = solved.is_certain and found.asked.position is None  # every rule decides who wins
    where = setting(found.asked.rules, is_full=is_forced)
    if _differ(found) and _are_two_rivals(found):
        where += f", {_name(found, 0)} against {_name(found, 1)}"
    two, drawn = len(found.asked.players) == 2, ""
    if solved.has_draws and not solved.is_certain:
        drawn = f", counting {'a draw as half a win' if two else 'a tie as part of a win'}"
    what = f"{_from_where(found)}{_who(found)}{_what(found)}{drawn} ({how_exact(found)})."
    parts = [f"{where}: {what}", *_with_best(found)]
    if is_free(found):
        parts = [f"{where}: there are no choices to make.", capitalised(what)]
    if any(ends is not None and not ends.is_known for ends in solved.values):
        parts.append("The game may never end; endless play counts as 0 here.")
    if moves := best_moves(found):
        parts.append(_moves_in_words(found, moves))
    if (solved.choosing or found.replies) and not is_open(found.asked.game):
        parts.append(
            "Best play does not see anything hidden: it knows only what its seat has seen."
        )
    return " ".join(parts)


def is_free(found: Found) -> bool:
    """Whether nothing is to be decided where best play was asked for."""
    return not found.solved.choosing and None in found.asked.players


def _from_where(found: Found) -> str:
    """The position: ``from this position (scores 10 and 15, turn total 5, seat 1 to move), ``."""
    asked, first = found.asked, found.solved.first
    if asked.position is None:
        return ""
    is_told = first is not None and len(asked.players) > 1
    to_move = f"{seat_name(asked.measure, first or 0)} to move" if is_told else ""
    whole = match_at(asked.rules, asked.position, 1).position  # with the dice that it left out
    words = in_words(asked.rules, whole, to_move)
    return f"from this position ({words}), " if words else "from this position, "


def _who(found: Found) -> str:
    """Who plays: ``with best play by both players, ``; "" for two rivals, who stand before."""
    asked = found.asked
    if is_free(found):
        return ""
    seats = len(asked.players)
    if not _differ(found):
        both = "both players" if seats == 2 else f"all {seats} players"
        if asked.line == BEST:
            best = best_play(asked.measure)
            is_said = seats == 1 or _is_of_all(found)
            return f"with {best}, " if is_said else f"with {best} by {both}, "
        return f"with {asked.line}, " if seats == 1 else f"if {both} play {asked.line}, "
    if _are_two_rivals(found):
        return ""
    seated: dict[str, list[str]] = {}
    for seat in range(seats):
        seated.setdefault(_name(found, seat), []).append(str(nth(seat)))
    where = [
        f"{who} in seat{'s' if places[1:] else ''} {listed(places)}"
        for who, places in seated.items()
    ]
    return f"with {listed(where)}, "


def _differ(found: Found) -> bool:
    """Whether the seats play differently."""
    asked = found.asked
    return len({asked.name_of(seat) for seat in range(len(asked.players))}) > 1


def _are_two_rivals(found: Found) -> bool:
    return len(found.asked.players) == 2 and not found.asked.game.cooperative


def _name(found: Found, seat: int) -> str:
    """Who plays in a seat: ``best play``, ``hold``."""
    player = found.asked.players[seat]
    return player.reference if player else best_play(found.asked.measure)


def _what(found: Found) -> str:
    """``the player who goes first wins 53.06 % of the games``."""
    measure, solved = found.asked.measure, found.solved
    rate, seats = measure.is_rate, len(solved.values)
    known = [(seat, ends) for seat, ends in enumerate(solved.values) if ends is not None]
    if measure.per_seat and seats > 1:
        if solved.is_certain and measure.kind == "share" and len(known) == seats == 2:
            return _certainly(found, solved.values[0])
        if solved.first is not None and solved.values[solved.first] is not None:
            known.sort(key=lambda one: one[0] != solved.first)  # who moves first, first
        told = [f"{_seat(found, seat)} {_does(found, ends)}" for seat, ends in known[:1]]
        if seats > 2 or measure.kind != "share":  # else the other wins the rest
            told += [f"{_seat(found, seat)} {amount(ends, rate)}" for seat, ends in known[1:]]
        return listed(told)
    ((_, ends),) = known
    if measure.is_rate and measure.name == "win":
        team = "team" if len(found.asked.players) > 1 else "player"
        who = f"the {team}" if measure.seat is None else f"player {nth(measure.seat)}"
        return f"{who} {_does(found, ends)}"
    if measure.is_rate and measure.seat is not None:
        return f"player {nth(measure.seat)} {_does(found, ends)}"
    if measure.is_rate:
        return f"the chance of {outcome(measure)} is {amount(ends, rate)}"
    name, seats = head(measure.name), len(found.asked.players)
    if _is_of_all(found):
        who = "both players" if seats == 2 else f"all {seats} players"
        value = f"{verb(measure, are_several=True)} {amount(ends, rate)} {name} on average"
        is_said = not _differ(found) and found.asked.line != BEST
        return f"together they {value}" if is_said else f"{who} together {value}"
    what = f"number of {name}" if is_plural(measure) else name
    return f"the average {what} is {amount(ends, rate)}"


def _is_of_all(found: Found) -> bool:
    """Whether the measure counts for all players together."""
    measure, seats = found.asked.measure, len(found.asked.players)
    return seats > 1 and measure.help == f"{head(measure.name)} of all players"


def value_head(found: Found) -> str:
    """The head of a column of values: ``win (%)``, ``turns of both``."""
    return str(unit_of(found.asked.measure).head(_value_name(found)))


def _value_name(found: Found) -> str:
    whose = " of both" if len(found.asked.players) == 2 else " of all"
    return column_name(found.asked.measure) + (whose if _is_of_all(found) else "")


def _whose(found: Found) -> str:
    """Whose value every row shows: ``both players together``; "" if each seat has its own."""
    measure, seats = found.asked.measure, len(found.asked.players)
    if measure.per_seat or seats == 1:
        return ""
    if measure.seat is not None:
        return seat_name(measure, measure.seat)
    if _is_of_all(found):
        return f"{'both' if seats == 2 else f'all {seats}'} players together"
    return "the team" if found.asked.game.cooperative else "the whole game"


def _seat(found: Found, seat: int) -> str:
    """``the player who goes first``, ``seat 2``; ``random, going first,`` if the seats differ."""
    is_first, is_begin = found.solved.first == seat, found.asked.position is None
    if _differ(found):
        who = _name(found, seat) if _are_two_rivals(found) else f"seat {nth(seat)}"
        return f"{who}, {'going first' if is_begin else 'to move'}," if is_first else who
    if not is_first:
        return f"seat {nth(seat)}"
    if len(found.asked.players) > 2:
        return f"seat {nth(seat)}, {'going first' if is_begin else 'to move'},"
    return "the player who goes first" if is_begin else "the player to move"


def _does(found: Found, ends: Ends) -> str:
    measure = found.asked.measure
    share = round(ends.value, SURE)
    if measure.name == "win" and found.solved.is_exact and share in (0, 1):
        return "always wins" if share else "never wins"
    value = amount(ends, measure.is_rate)
    if measure.is_rate:
        return f"{verb(measure)} {value} of the games"
    return f"{verb(measure)} {value} {head(measure.name)} on average"


def _certainly(found: Found, ends: Ends | None) -> str:
    """Return who wins, if nothing is left to chance; ``ends`` are those of seat 0."""
    assert ends is not None
    if ends.value == 0.5:
        return "the game is a draw"
    winner, first = int(ends.value < 0.5), found.solved.first
    if found.asked.position is None and first is not None and first != winner:
        if _differ(found):
            return f"{_name(found, winner)}, going second, wins"
        return "the player who goes second wins"
    return f"{_seat(found, winner)} wins"


def how_exact(found: Found) -> str:
    """``exact; 5,478 positions``; the caption says to how many digits."""
    solved = found.solved
    sure = all(ends is None or ends.is_known for ends in solved.values)
    return f"{'exact' if sure else 'not decided'}; {several(solved.positions, 'position')}"


def _with_best(found: Found) -> list[str]:
    """What best play would reach in place of the strategy that moves first: a sentence."""
    seat = found.solved.first or 0
    value, best = found.value_of(seat), found.reply_of(seat)
    if value is None or best is None:
        return []
    measure, seats = found.asked.measure, len(found.asked.players)
    where = f" in seat {nth(seat)}" if seats > 1 else ""
    if abs(value.value - best.value) < SAME:
        is_clear = _is_best_possible(found, seat)
        return [] if is_clear else [f"{capitalised(best_play(measure))}{where} would do no better."]
    condition = f"with {best_play(measure)}{where}{' alone' if where else ''}"
    if measure.is_rate and where:
        condition = f"if only seat {nth(seat)} changed to best play"
    return [f"{capitalised(condition)}, {_would(found, best)}."]


def _would(found: Found, best: Ends) -> str:
    """What best play in the seat that moves first would reach: ``it would win 82.74 %``."""
    measure, seats = found.asked.measure, len(found.asked.players)
    value = amount(best, measure.is_rate)
    if measure.name != "win" or measure.seat is not None:
        return f"{'the chance' if measure.is_rate else 'it'} would be {value}"
    who = "it" if measure.per_seat else "the team"
    always = found.solved.is_exact and round(best.value, SURE) == 1
    return (
        f"{who if seats > 1 else 'the player'} would {'always win' if always else f'win {value}'}"
    )


def best_moves(found: Found) -> list[int]:
    """The first moves that are best, all of them."""
    moves = found.solved.moves
    return best_of(moves, found.wish) if moves and found.wish else []


def _moves_in_words(found: Found, moves: list[int]) -> str:
    names = [name if not name.isdigit() else f"'{name}'" for name in map(found.name, moves)]
    number = len(found.solved.moves)
    move = "move" if found.asked.position is not None else "first move"
    value = found.solved.moves[moves[0]].value
    if len(names) == number:
        if found.solved.is_certain and found.asked.measure.kind == "share" and value in (0, 1):
            return f"All {number} {move}s {'win' if value else 'lose'}."
        return f"All {number} {move}s are equally good."
    if len(names) > MOST_NAMED:
        return f"{len(names)} of the {number} {move}s are equally good, and better than the others."
    best = f"The best {move} is {names[0]}"
    if len(names) > 1:
        best = f"The best {move}s are {listed(names)}"
    return f"{best}{_not_always(found, moves)}."


def _not_always(found: Found, best: list[int]) -> str:
    """What the best move would bring to a strategy that may make another one."""
    seat = found.solved.seat
    if seat is None or found.asked.players[seat] is None:
        return ""
    value, better = found.value_of(seat), found.solved.moves[best[0]]
    if value is None or abs(value.value - better.value) < SAME:
        return ""
    chosen = "one of these moves" if best[1:] else "this move"
    return f". If {_name(found, seat)} made {chosen}, {_would(found, better)}"


def caption(found: Found) -> str:
    """Return the caption: what was solved, how exactly, and the time it took."""
    solved, asked = found.solved, found.asked
    parts = [setting(asked.rules)]
    if asked.position is not None:
        parts.append(f"from the position {asked.position}")
    parts.append(f"{several(solved.positions, 'position')}, {several(solved.steps, 'move')}")
    if solved.beliefs:
        parts.append(f"{several(solved.beliefs, 'state')} of the player's knowledge")
    text = f"{'; '.join(parts)}{took(found.seconds)}."
    if solved.is_exact:
        text += "\nExact apart from rounding: no position can repeat within a game."
    else:
        text += "\nPositions can repeat within a game, so each value is computed to nine digits."
    measure = asked.measure
    if whose := _whose(found):
        text += f"\n'{head(_value_name(found))}' is the same in every row: that of {whose}."
    if found.replies:
        text += f"\nBest play here: what {best_play(measure)} in this seat alone would reach."
        text += " Gives away: the difference."
    reasons: dict[str, list[str]] = {}
    for seat, why in found.unknown.items():
        if not _is_best_possible(found, seat):
            reasons.setdefault(why, []).append(str(nth(seat)))
    for why, seats in reasons.items():
        where = f"seat{'s' if seats[1:] else ''} {listed(seats)}"
        text += f"\nBest play in {where} is unknown: {why}."
    return text


def _is_best_possible(found: Found, seat: int) -> bool:
    """Whether a seat always wins, so that no reply is better."""
    value = found.value_of(seat)
    best = 1.0 if found.wish_of(seat) > 0 else 0.0
    return found.asked.measure.is_rate and value is not None and round(value.value, SURE) == best
