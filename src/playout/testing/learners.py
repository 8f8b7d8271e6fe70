"""Check that the observations of a game in plain Python have room for it (playout.envs)."""

from __future__ import annotations

from playout.engine.match.view_sizes import Size, flat_numbers, measured, rounding
from playout.testing.case import Case, Check, counted
from playout.testing.report import Unchecked, Warned

HOW = "the functions observation(rules) and actions(rules) of an encoding say what there can be"


def has_room(case: Case) -> str:
    """Lists of a view whose length changes, and legal moves, fit into what learners have for them.

    What is longer is cut in an environment, and large numbers are rounded, with a warning each; so
    here they are warnings, too, and no faults.
    """
    if case.game.compiled:
        raise Unchecked("the fields of a compiled view have a fixed length")
    if getattr(case.game.encoding, "observation", None) is not None:
        raise Unchecked("its encoding says what learners see")
    sizes = measured(case.rules, lambda: case.watch.is_late(0.5))
    longest: dict[str, int] = {}
    for match in case.positions(2**31, first=1):
        case.watch.games = match.game_number
        for seat in range(len(match.players)):
            view = match.view(seat)
            for name in sizes.fields:
                numbers = flat_numbers(getattr(view, name, None)) or []
                longest[name] = max(longest.get(name, 0), len(numbers))
            longest["legal moves"] = max(longest.get("legal moves", 0), len(view.legal_moves))
        if case.watch.is_late():
            break
    changing = {name: size for name, size in sizes.fields.items() if size.least < size.most}
    changing["legal moves"] = sizes.moves
    least = "" if sizes.is_whole else "at least "  # environments look at all games
    told = [_told(name, size, longest.get(name, 0), least) for name, size in changing.items()]
    played = f"{counted(case.watch.games, 'game')}; {', '.join(told)}"
    cut = [name for name, size in changing.items() if longest.get(name, 0) > size.room]
    more = [f"{' and '.join(cut)} had more: {HOW}"] if cut and sizes.is_whole else []
    if sizes.large:
        more.append(rounding(sizes.large))
    if more:
        raise Warned("; ".join([played, *more]))
    return played


def _told(name: str, size: Size, longest: int, least: str) -> str:
    return f"{name}: at most {max(size.most, longest)}, room for {least}{size.room}"


CHECKS: dict[str, Check] = {"room for learners": has_room}
"""The checks of what learners see, by their names."""
