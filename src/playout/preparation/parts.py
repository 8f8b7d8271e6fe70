"""What people commonly ask about a game, in parts that processes compile beside each other.

Each part asks one question, with as few games as there can be, so that nothing is left to compile:
a run with each strategy, which strategy is better, how much is luck, odds and a review, a table in
the browser.  ``playout warm`` compiles all parts, ``playout web`` tables, odds and reviews.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from playout import decisions, hex
from playout.api import compare, luck, run
from playout.engine.find.games import can_choose, deals_worlds, find_game
from playout.engine.game.drawings import NamedSeat
from playout.engine.match.match import Match
from playout.engine.match.told import seat_picture
from playout.engine.native import jit
from playout.engine.play.batch import compile_strategy
from playout.engine.who.opponents import opponent, opponents, table_players
from playout.engine.who.references import find_allowed_player, listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.questions import odds, review

FEW: dict[str, Any] = {"workers": 1, "progress": False}
WIDTH = 600  # pixels of a picture
MOST_ROUNDS = 3  # of moves at a table, until all players have made one


class Part(NamedTuple):
    """What one process compiles: a question about a game, and its strategy or strength."""

    game: str
    asks: str  # the name of a function of this module, without its underscore
    who: str = ""


def parts_of(name: str) -> list[Part]:
    """Return the parts of a game, those first that people ask for first."""
    game = find_game(name)
    players = [(one.name, _player(name, one.name)) for one in listed_strategies(game)]
    able = {who: player for who, player in players if player and player.strategy.compiled}
    default = game.default_strategy
    order = sorted(able, key=lambda who: who != default)
    slow = [who for who in order if able[who].strategy.blueprint]
    parts = [Part(name, "run", who) for who in order if who not in slow]
    parts += [Part(name, "map")] if name == "hex" else []
    if can_choose(game) and len(able) > 1:
        parts += [Part(name, "compare"), Part(name, "luck")]
    parts += table_parts(name)
    parts += [Part(name, "strategy", who) for who in slow]
    return parts + question_parts(name)


def table_parts(name: str) -> list[Part]:
    """Return a table in the browser with each strength of opponents, good ones first."""
    strengths = dict.fromkeys(["good", *opponents(find_game(name))])
    return [Part(name, "table", strength) for strength in strengths]


def question_parts(name: str) -> list[Part]:
    """Return the odds of a game, and its review if there are decisions to judge."""
    game = find_game(name)
    asked = ["odds", *(["review"] if can_choose(game) else [])]
    return [Part(name, what) for what in asked] if deals_worlds(game) else []


def compile_part(part: Part) -> None:
    """Ask one question, with as few games as there can be."""
    jit.compile_beside()
    with suppress(PlayoutError):  # by the usual rules there is no such question
        globals()[f"_{part.asks}"](part.game, part.who)


def _run(name: str, who: str) -> None:
    str(run(name, strategy=who, games=2, **FEW))
    if who == find_game(name).default_strategy:  # the exact values of each seat
        str(run(name, strategy=who, games=2, by="seat", **FEW))


def _strategy(name: str, who: str) -> None:
    player = _player(name, who)
    if player is not None:
        compile_strategy(find_game(name), player.strategy)


def _compare(name: str, who: str) -> None:
    first, second = _two(name)
    str(compare(name, a=first, b=second, max_games=2, **FEW))


def _luck(name: str, who: str) -> None:
    str(luck(name, strategies=_two(name), games=2, **FEW))


def _odds(name: str, who: str) -> None:
    odds.ask(name)  # which computes exact values, of games that know them
    str(decisions.odds(name, games=2, **FEW))


def _review(name: str, who: str) -> None:
    players = table_players(find_game(name))
    review.ask(name, players=players)  # likewise
    str(decisions.review(name, players=players, worlds=2, **FEW))


def _map(name: str, who: str) -> None:
    str(hex.criticality(boards=1_000, **FEW))


def _table(name: str, strength: str) -> None:
    """Sit down at a table and make the first moves, seen as people see them."""
    game = find_game(name)
    players = table_players(game)
    seats = ["random", *[opponent(game, strength, players)] * (players - 1)]
    match = Match(name, strategy=seats, seed=1, compiled=True, players=players)
    match.outcome()
    for _ in range(MOST_ROUNDS * players):
        texts = _look(match, seats)
        if match.is_over or set(match.movers) == set(range(players)):
            break
        if match.seat == 0:
            match.play(texts[0])
        else:
            match.step()


def _look(match: Match, names: Sequence[str]) -> list[str]:
    """See a table as people do, with the hand in each order; return the legal moves."""
    for order in range(len(getattr(match.game.drawing, "ARRANGEMENTS", ("",)))):
        seat_picture(match, NamedSeat(match.seat, names), WIDTH, order)
    match.view()
    return [match.format_move(move) for move in match.legal_moves()]


def _two(name: str) -> tuple[str, str]:
    """Two strategies of a game: the usual one, and another."""
    game = find_game(name)
    default = game.default_strategy
    others = [part.who for part in parts_of(name) if part.asks == "run" and part.who != default]
    return default, others[0]


def _player(name: str, who: str) -> Any:
    """Return the player of a strategy by the usual rules; None if it cannot play by them."""
    with suppress(PlayoutError):
        return find_allowed_player(find_game(name).with_options({}), who)
    return None
