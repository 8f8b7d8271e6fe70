"""Who has won a game that is over, told to those who look at its table."""

from __future__ import annotations

from playout.engine.game.drawings import ONLOOKER, YOU, NamedSeat
from playout.engine.match.match import Match
from playout.report.words import capitalised, listed
from playout.web.store.tables import Table


def shares_of(match: Match) -> list[float]:
    """The share of each seat in the win.

    Empty before the end, of a game that measures no win, and where nobody wins against others.
    """
    win = next((one for one in match.game.measures if one.name == "win"), None)
    players = int(match.rules["players"])
    if win is None or not match.is_over or players == 1 or match.game.cooperative:
        return []
    value = match.outcome()["win"]
    if win.per_seat:
        return list(value)
    if win.seat is None:
        return []
    return [value if win.sign_for(seat) > 0 else 1 - value for seat in range(players)]


def won_in_words(share: float) -> str:
    """What a player did who has this share in the win."""
    return "" if not share else "wins" if share == 1 else "shares the win"


def ending(table: Table) -> str:
    """How the game of a table ended: "you win", "Ben wins"; "" if the game does not measure that.

    A player who alone came by a link is "you", with a name or without.
    """
    match, mine = table.match, table.mine
    if not match.is_over:
        return ""
    outcome, main = match.outcome(), match.game.measures[0]
    if shares := shares_of(match):
        winners = [seat for seat, share in enumerate(shares) if share]
        names = [YOU if mine == [seat] else table.names[seat] for seat in winners]
        are_rivals = len({seat % match.rules.sides for seat in winners}) > 1
        verb = "share the win" if are_rivals else "win" if names[1:] or YOU in names else "wins"
        return f"{listed(names)} {verb}" if names else ""
    if main.name != "win" and main.is_rate and main.verbs:
        return f"{main.role} has {'' if outcome[main.name] else 'not '}{main.verbs[2]}"
    if isinstance(win := outcome.get("win"), int):
        words = ("you win", "won") if win else ("you lose", "lost")
        return words[not mine]
    return ""


def reason(table: Table) -> str:
    """Why the game of a table has ended, in sentences, if the game says so.

    Who came by this link is called "you".
    """
    told, match, mine = getattr(table.game.drawing, "why_over", None), table.match, table.mine
    if told is None or not match.is_over or not match.moves:
        return ""
    own = mine[0] if len(mine) == 1 else ONLOOKER
    names = [YOU if seat == own else name for seat, name in enumerate(table.names)]
    return capitalised(str(told(match, NamedSeat(own, names))))
