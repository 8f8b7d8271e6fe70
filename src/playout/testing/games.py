"""The checks of every game: each plays games of a case, and raises Fault at a mistake.

A check raises Unchecked where a game lacks what is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any, NoReturn

import numpy as np

from playout.engine.chance.rng import DEAL
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.play.failures import legal_moves
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.testing.case import Case, Check, counted, is_same
from playout.testing.report import Endless, Fault, NoTime

LONGEST = 100_000  # moves: a game that has more is said not to end, if it gives no limit of its own
PATIENT = 5.0  # seconds that a game may take at least before it is said not to end, or to be slow
MANY = 2_000  # moves after which a game that did not end in this time is not just slow
LOOKS = 2_000  # positions that a check looks at, at most
WIDE = 2**63 - 1  # moves are numbers of 64 bits


def deals_again(case: Case) -> None:
    """The same seed and number deal the same game, and the same moves lead through it again.

    Whatever was played before: what one game leaves behind must not reach another.
    """
    games = []
    for number in range(case.watch.many(6)):
        match = case.match(number)
        observed = [_observed(match)]
        while not match.is_over and not case.watch.is_late() and len(match.moves) < LONGEST:
            case.step(match)
            observed.append(_observed(match))
        case.watch.positions += len(observed)
        games.append((match.moves, observed))
        if case.watch.is_late(0.5):
            break
    for number, (moves, observed) in reversed(list(enumerate(games))):
        match = case.match(number)
        for before, move in zip(observed, [*moves, None], strict=True):
            _check_same(case, match, before, "the same game played again with the same moves has")
            if move is not None:
                match.play(move)


def _observed(match: Match) -> dict[str, Any]:
    """All that can be observed of a position."""
    seats = range(int(match.rules["players"]))
    return {
        "legal moves": match.legal_moves(),
        "outcomes": match.columns(),
        "views": [match.view(seat).copy() for seat in seats],
    }


def _check_same(case: Case, match: Match, before: dict[str, Any], sentence: str) -> None:
    """Raise a Fault if something else is observed of a position than before."""
    for name, value in _observed(match).items():
        if not is_same(value, before[name]):
            case.fault(match, f"{sentence} other {name}")


def ends(case: Case, games: int = 20) -> str:
    """Games end, each piece being somewhere exactly once at every moment."""
    limit = case.hook("longest")
    most = LONGEST if limit is None else int(limit(case.rules.record()))
    began, patient = case.watch.clock(), min(PATIENT, 30 * case.watch.times)
    for number in range(case.watch.many(games)):
        match = case.match(number)
        check_conserved(case, match)
        while not match.is_over:
            case.step(match)
            check_conserved(case, match)
            if len(match.moves) > most:
                sentence = f"the game should end within {most:,} moves, but is_over is still False"
                case.fault(match, sentence, kind=Endless)
            if case.watch.clock() > max(case.watch.until, began + patient):
                _report_unended(case, match)
        case.watch.longest = max(case.watch.longest, len(match.moves))
        if case.watch.is_late():
            break
    games_played = counted(case.watch.games, "game")
    return f"{games_played}; the longest has {counted(case.watch.longest, 'move')}"


def _report_unended(case: Case, match: Match) -> NoReturn:
    """Raise a Fault for a game that does not end; NoTime for one that is only slow."""
    if len(match.moves) > MANY:
        sentence = "the game had not ended when the time for this check was up"
        case.fault(match, sentence, kind=Endless)
    raise NoTime(
        f"slow: no game had ended after {counted(len(match.moves), 'move')} of "
        f"{1000 * case.watch.move_seconds:,.0f} ms each; --seconds allows more"
    )


def check_conserved(case: Case, match: Match) -> None:
    """Raise a Fault if a position cannot be, by the hooks of its game."""
    if not match.is_over:
        case.check_seat(match)
    hooks = case.hook("assert_conserved"), getattr(case.game.drawing, "check_position", None)
    try:
        for check in filter(None, hooks):
            check(match.state, match.record)
    except (AssertionError, PlayoutError) as error:
        reason = " ".join(str(error).split()) or "assert_conserved fails"
        case.fault(match, f"pieces are not conserved: {reason}")


def lists_legal_moves(case: Case) -> None:
    """`legal_moves` lists each move once that `is_legal` allows, and no other."""
    chance, codes = Random(case.seed), case.hook("codes")
    known = {int(move) for move in codes(case.rules.record())} if codes else set[int]()
    for match in case.turns(case.watch.many(LOOKS)):
        moves = listed(case, match)
        known |= set(moves)
        around = {move + step for move in moves for step in (-1, 1)} | {-1, len(moves)}
        far = {chance.randrange(-WIDE, WIDE) for _ in range(4)} | {-WIDE, WIDE}
        others = (known | around | far) - set(moves)
        if len(others) > 300 and case.watch.positions % 10:  # not all of them everywhere
            others = set(chance.sample(sorted(others), 300))
        for move in others:
            if match.is_legal(move):
                text = written(match, move)
                case.fault(match, f"is_legal allows '{text}' ({move}), which is not listed")


def listed(case: Case, match: Match) -> list[int]:
    """The legal moves of a position; Fault if they cannot be."""
    with case.blaming(match):
        moves = match.legal_moves()
    if not moves:
        case.fault(match, "the game is not over, but there is no legal move")
    for before, move in pairwise(moves):
        if before == move:
            case.fault(match, f"legal_moves lists '{written(match, move)}' ({move}) twice")
    most = case.game.rules.MOST_LEGAL
    if case.game.compiled and len(moves) > most:
        case.fault(match, f"there are {len(moves)} legal moves, but MOST_LEGAL is {most}")
    for move in moves:
        if not match.is_legal(move):
            text = written(match, move)
            case.fault(match, f"legal_moves lists '{text}' ({move}), which is_legal does not allow")
    return moves


def written(match: Match, move: int) -> str:
    """A move as text, whatever the drawing does."""
    try:
        return match.format_move(move)
    except Exception:
        return str(move)


def looks_without_touching(case: Case) -> None:
    """To look at a position changes nothing in it: only `play` writes.

    And `update`, if the rules have it, shows a move as `observe` does.
    """
    rules, game = case.rules.record(), case.game
    out: Any = np.zeros(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
    numbers, seats = np.zeros(game.width, np.int64), range(int(case.rules["players"]))
    looks: dict[str, Callable[[Match], Any]] = {
        "is_over": lambda match: game.rules.is_over(match.state, rules),
        "actor": lambda match: game.rules.actor(match.state, rules),
        "score": lambda match: game.rules.score(match.state, rules, numbers),
        "text": str,
        "svg": lambda match: match._repr_svg_(),
        "observe": lambda match: [match.view(seat) for seat in seats],
        "legal_moves": lambda match: (
            match.is_over or game.rules.legal_moves(match.state, rules, out)
        ),
        "is_legal": lambda match: match.is_legal(0),
    }
    if hasattr(game.drawing, "seen"):
        looks["seen"] = lambda match: game.drawing.seen(match.state, rules, match.seat, 350.0)
    views: dict[int, Any] = {}
    for match in case.positions(case.watch.many(LOOKS // 10)):
        before = _copied(match)
        if hasattr(game.rules, "update"):
            _check_update(case, match, views)
        for name, look in looks.items():
            with case.blaming(match):
                look(match)
            if not is_same(_copied(match), before):
                case.fault(match, f"{name} changes the state, where it must only look")


def _check_update(case: Case, match: Match, views: dict[int, Any]) -> None:
    """Update views of the position before the last move: they must be as if observed anew."""
    for seat in range(int(match.rules["players"])):
        observed = match.view(seat).copy()
        if match.moves:
            view, rules = views[seat], match.rules.record()
            match.game.rules.update(match.state, rules, seat, view)
            view["notes"] = observed["notes"]
            names = observed.dtype.names
            wrong = [name for name in names if not is_same(view[name], observed[name])]
            if wrong:
                sentence = (
                    f"update leaves {', '.join(wrong)} of the view of seat {nth(seat)} otherwise"
                )
                case.fault(match, f"{sentence} than observe")
        views[seat] = observed


def _copied(match: Match) -> Any:
    """Another object of the state."""
    return match.state.copy() if match.game.compiled else deepcopy(match.state)


def takes_moves_back(case: Case) -> None:
    """To take a move back leads to where it was made, with the same chance to come."""
    for match in case.turns(case.watch.many(LOOKS // 4)):
        before, chosen = _observed(match), match.choose()
        if (made := case.step(match)) != chosen:
            case.fault(match, chose_twice(match, chosen, made))
        after = _observed(match)
        match.undo()
        _check_same(case, match, before, "after a move is taken back there are")
        case.step(match)
        _check_same(case, match, after, "a move made, taken back and made again leads to")
        match.undo()


def chose_twice(match: Match, before: int, now: int) -> str:
    """The sentence for a strategy that does not choose the same move again."""
    who = match.players[match.seat].reference
    return (
        f"strategy '{who}' chose '{written(match, before)}' and, asked again in the same position, "
        f"'{written(match, now)}'"
    )


def batch_is_match(case: Case, games: int = 20) -> str:
    """A run counts for every game what the game gives that is played alone, step by step."""
    outcomes = case.outcomes(0, case.watch.many(games))
    for number, match in enumerate(case.games(len(outcomes))):
        case.check_outcome(match, outcomes[number])
    return counted(case.watch.games, "game")


def scores_within_bounds(case: Case, games: int = 100) -> str:
    """Every measure is within its bounds, which a run looks at; shares of a win add up to one,
    and partners have equal ones."""
    seats, sides = int(case.rules["players"]), case.rules.sides
    outcomes = case.outcomes(0, case.watch.many(games))
    for measure, first in zip(case.game.measures, case.game.columns, strict=True):
        if not measure.is_of_sides:
            continue
        for number, row in enumerate(outcomes[:, first : first + seats].tolist()):
            fault, values = "", [f"{value / measure.unit:g}" for value in row]
            if row != row[:sides] * case.rules.partners:
                fault = f"partners have different {measure.name}: {', '.join(values)}"
            elif measure.kind == "share" and sum(row[:sides]) != SHARE:
                fault = f"the shares of {measure.name} are {' + '.join(values[:sides])}, not 1"
            if fault:
                match = case.match(number)
                with suppress(Fault):
                    while not match.is_over:
                        case.step(match)
                case.fault(match, fault)
    case.watch.games += len(outcomes)
    return counted(case.watch.games, "game")


def tells_chance(case: Case) -> str:
    """No move draws from the stream of the deal unless `chance_in_play` is declared.

    If it is, moves need not draw under all options.
    """
    declared, drew = case.game.chance_in_play, False
    for match in case.turns(case.watch.many(LOOKS)):
        before = match.streams[DEAL].tobytes()
        case.step(match)
        now = match.streams[DEAL].tobytes() != before
        drew |= now
        if now and not declared:
            case.fault(match, "a move draws random numbers, but chance_in_play is not declared")
        match.undo()
    unused = "; chance_in_play is declared, but not used under these options"
    return (
        f"{case.watch.amount()}; moves {'draw' if drew else 'draw no'} random numbers"
        f"{unused if declared and not drew else ''}"
    )


def forgets(case: Case, games: int = 20) -> str:
    """Check that fields reset by `forget` do not matter: games go on alike, scores add up.

    Beside every game goes a second one, which forgets after each move.
    """
    game, rules, record = case.game, case.game.rules, case.rules.record()
    kept = [one for one in game.measures if not game.forget_keeps or one.name in game.forget_keeps]
    wide = int(case.rules["players"])
    columns = [
        (one.name, game.column(one) + seat)
        for one in kept
        for seat in range(wide if one.per_seat else 1)
        if one.kind != "category"
    ]

    def scored(state: Any) -> Any:
        outcome = np.zeros(game.width, np.int64)
        rules.score(state, record, outcome)
        return outcome

    def lost(state: Any) -> Any:
        """Return the scores that a state loses when it forgets."""
        before = scored(state)
        rules.forget(state, record)
        return before - scored(state)

    for number in range(case.watch.many(games)):
        match = case.match(number)
        other = _copied(match)
        with case.blaming(match):
            gained = lost(other)
        while not match.is_over and not case.watch.is_late():
            stream = match.streams[DEAL].copy()
            move = case.step(match)
            with case.blaming(match):
                rules.play(other, record, move, stream)
                gained = gained + lost(other)
            _check_alike(case, match, other)
        if not match.is_over:
            break
        due, found = scored(match.state), scored(other) + gained
        for name, column in columns:
            if due[column] != found[column]:
                counts = f"{found[column]} of {name}, where the game has {due[column]}"
                case.fault(
                    match,
                    f"with forget the moves add up to {counts}; forget_keeps names the measures "
                    "that forget keeps",
                )
    return counted(case.watch.games, "game")


def _check_alike(case: Case, match: Match, other: Any) -> None:
    """Raise a Fault if a game that has forgotten goes on otherwise than the same with its past."""
    rules, record = case.game.rules, case.rules.record()
    if bool(rules.is_over(other, record)) != match.is_over:
        case.fault(match, "after forget the game is over at another time")
    if match.is_over:
        return
    if int(rules.actor(other, record)) != match.seat:
        case.fault(match, "after forget it is the turn of another seat")
    if legal_moves(case.game, other, record) != match.legal_moves():
        case.fault(match, "after forget there are other legal moves")


CHECKS: dict[str, Check] = {
    "deals again": deals_again,
    "games end": ends,
    "legal moves": lists_legal_moves,
    "looking": looks_without_touching,
    "undo": takes_moves_back,
    "a run is its games": batch_is_match,
    "outcomes": scores_within_bounds,
    "chance in play": tells_chance,
}
"""The checks of a game, by their names, in their order."""
