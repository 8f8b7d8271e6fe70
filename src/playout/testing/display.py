"""Checks of what people see of a game: moves, positions and drawings; see testing/games.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np

from playout.engine.game.drawings import ONLOOKER
from playout.engine.match.match import Match
from playout.engine.match.told import is_open
from playout.engine.who.references import allowed_players, listed_strategies
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.question_texts import option_of
from playout.engine.words.reading import brief
from playout.questions.parameter_tables import ALL
from playout.testing.case import Case, Check, counted
from playout.testing.games import LOOKS, WIDE, listed
from playout.testing.report import Fault, Unchecked

PAGES = (350.0, 720.0)  # pixels: the widths at which people see a game, on a phone and on a desk
MOST_OPPONENTS = 3
MOST_LINES, LONGEST_LINE = 15, 300  # of how_to_play


def writes_moves(case: Case) -> str:
    """A move as text is read as the same move, and what is no move is refused in a sentence."""
    drawing, known = case.game.drawing, set[int]()
    for match in case.turns(case.watch.many(LOOKS)):
        for move in sorted(set(listed(case, match)) - known):
            known.add(move)
            try:
                text = drawing.format_move(move)
                again = drawing.parse_move(text)
            except Exception as error:
                case.fault(match, f"move {move} cannot be written and read: {error}")
            if again != move:
                case.fault(match, f"move {move} is written '{text}', which is read as {again}")
    for text in ("", "no such move", "\N{SNOWMAN}", "1 2 3 4 5 6 7"):
        try:
            move = drawing.parse_move(text)
        except PlayoutError:
            continue
        except Exception as error:
            kind = type(error).__name__
            raise Fault(f"parse_move({text!r}) raises {kind}, where PlayoutError is due") from error
        # A text that is read as no move, or as one that is written otherwise, should be refused.
        if not isinstance(move, int | np.integer) or drawing.format_move(move) != text:
            raise Fault(f"parse_move({text!r}) returns {move!r}, where PlayoutError is due")
    for move in (-WIDE, -1, WIDE):
        try:
            drawing.format_move(move)
        except Exception as error:
            raise Fault(
                f"format_move({move}) raises {type(error).__name__}: it writes illegal moves into "
                "messages, so it must take any number"
            ) from error
    return counted(len(known), "different move")


def writes_positions(case: Case) -> None:
    """A position as a line of text is read as the same position, also as a seat may know it."""
    known = getattr(case.game.drawing, "known_position", None)
    for match in case.positions(case.watch.many(LOOKS // 20)):
        try:
            text = match.position
        except PlayoutError as error:
            raise Unchecked(str(error)) from None
        again = _read(case, match, text)
        if again.position != text:
            case.fault(match, f"the position '{text}' is read as '{again.position}'")
        if known is not None and not match.is_over:
            seat = match.seat
            with case.blaming(match):
                text = known(match.state, match.rules.record(), seat)
            again = _read(case, match, text)
            with case.blaming(match):
                told = known(again.state, match.rules.record(), seat)
            if told != text:
                case.fault(match, f"the position '{text}' is read as '{told}'")


def _read(case: Case, match: Match, text: str) -> Match:
    """Return a match that begins in a position, which must have the same legal moves."""
    place: Any = {"position": text, **case.options}
    try:
        again = Match(case.game.name, strategy=case.strategy, seed=case.seed, **place)
    except PlayoutError as error:
        case.fault(match, f"the position '{text}' is not read: {error}")
    if again.is_over != match.is_over or again.legal_moves() != match.legal_moves():
        case.fault(match, f"the position '{text}' is read with other legal moves")
    return again


def draws(case: Case, games: int = 5) -> str:
    """Every position can be told and drawn, and a game told from start to end is the same game."""
    for match in case.positions(LOOKS, games=case.watch.many(games), first=1):
        with case.blaming(match):
            text = str(match)
        if not text.strip():
            case.fault(match, "text returns nothing")
        if len(match.moves) % 7 == 0 or match.is_over:
            _check_pictures(case, match)
        tells_deeds(case, match)
    while not match.is_over:
        if case.watch.is_late(2.0):
            return f"{case.watch.amount()}; there was no time to tell a whole game"
        case.step(match)
    again = case.match(match.game_number)
    with case.blaming(again):
        text = again.transcript()
    if not text.strip():
        case.fault(again, "transcript returns nothing")
    if again.moves != match.moves or again.outcome() != match.outcome():
        case.fault(again, "the game that transcript tells is not the game that is played")
    return case.watch.amount()


def _check_pictures(case: Case, match: Match) -> None:
    """Look at the picture, at what each seat sees, and at what the one to move touches there."""
    drawing, there = case.game.drawing, set[str]()
    with case.blaming(match):
        svg = match._repr_svg_()
    _parsed(case, match, "svg", svg)
    seats = [*range(int(match.rules["players"]))] if hasattr(drawing, "seen") else []
    hides = hasattr(drawing, "known_position") and not is_open(case.game)
    for seat in [*seats, ONLOOKER] if hides else seats:
        for width in PAGES:
            with case.blaming(match):
                svg = drawing.seen(match.state, match.rules.record(), seat, width)
            for element in _parsed(case, match, "seen", svg).iter():
                if (place := element.get("data-place")) is None:
                    continue
                if not any(child.tag.endswith("}title") for child in element):
                    case.fault(match, f"seen draws the place '{place}' without a <title>")
                there |= {place} if seat == match.seat else set()
    if not match.is_over and hasattr(drawing, "places"):
        _check_places(case, match, there)


def tells_deeds(case: Case, match: Match) -> None:
    """What the last move did, what can be done now, and why a game is over are told in texts."""
    drawing, rules, seats = case.game.drawing, match.record, range(len(match.players))
    if hasattr(drawing, "events") and match.moves:
        (before,) = match.states_before(1)
        for seat in [*seats, ONLOOKER]:
            with case.blaming(match):
                told = drawing.events(before, match.moves[-1], match.state, rules, seat)
                wrong = [one for one in told if one[0] not in seats or not str(one[1]).strip()]
            if wrong:
                case.fault(match, f"events tells {wrong[0]!r}, where a seat and a text are due")
    for name in ("why_over",) if match.is_over else ("to_do", "in_words"):
        if not hasattr(drawing, name) or not match.moves:
            continue
        about = (match,) if match.is_over else (match.state, rules)
        with case.blaming(match):
            text = getattr(drawing, name)(*about, match.seat)
        if not isinstance(text, str):
            case.fault(match, f"{name} returns {text!r}, where a text is due")


def _parsed(case: Case, match: Match, name: str, svg: str) -> ElementTree.Element:
    """The picture that a function of the drawing has made."""
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, TypeError) as error:
        case.fault(match, f"{name} returns no valid XML: {error}")
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        case.fault(match, f"{name} returns <{root.tag}>, where <svg xmlns=...> is expected")
    return root


def _check_places(case: Case, match: Match, there: set[str]) -> None:
    """Each legal move that is made by touching places of the picture is told from all others."""
    known: dict[tuple[str, ...], str] = {}
    for move in listed(case, match):
        with case.blaming(match):
            touched = case.game.drawing.places(move)
        if isinstance(touched, str) or not isinstance(touched, Sequence):
            case.fault(match, f"places({move}) returns {touched!r}, where a tuple of names is due")
        names, text = tuple(sorted(map(str, touched))), match.format_move(move)
        if not names or not there.issuperset(names):
            continue
        if names in known:
            both = f"'{known[names]}' and '{text}'"
            case.fault(match, f"the moves {both} touch the same places: {', '.join(names)}")
        known[names] = text


def tells_how(case: Case) -> str:
    """People are told the rules in a few lines."""
    lines = case.game.how_to_play
    if not lines:
        raise Unchecked("no how_to_play is declared, so the browser tells people no rules")
    if len(lines) > MOST_LINES:
        raise Fault(f"how_to_play has {len(lines)} lines; people read at most {MOST_LINES}")
    for line in lines:
        if not isinstance(line, str) or not 0 < len(line.strip()) <= LONGEST_LINE:
            shown = brief(repr(line))
            raise Fault(f"how_to_play: {shown} must be a text of 1 to {LONGEST_LINE} characters")
    return counted(len(lines), "line")


def asks_in_words(case: Case) -> str:
    """Questions in words name a question, and parameters and rule options as their blanks."""
    texts = case.game.questions
    if not texts:
        raise Unchecked("no questions are declared, so people are asked the general ones alone")
    for one in texts:
        if one.kind not in ALL:
            raise Fault(f"questions: '{one.text}': kind = {one.kind}: {suggest(one.kind, ALL)}")
        known = [parameter.name for parameter in ALL[one.kind].asked]
        known += [option.name for option in case.game.options]
        for name in {*one.blanks, *one.fields}:
            if not option_of(name) and name not in known:
                raise Fault(f"questions: '{one.text}': {name}: {suggest(name, known)}")
    return counted(len(texts), "question")


def sits_down(case: Case) -> str:
    """One click in a browser finds opponents and a number of players; the list of games a picture.

    Moves have names that a link can hold.
    """
    game, option = case.game, case.game.option("players")
    known = [one.name for one in listed_strategies(game)]
    for name in game.opponents:
        if not any(f"{name}:".startswith(f"{one}:") for one in known):
            raise Fault(f"opponents: {name}: {suggest(name, known)}")
    for players in {option.low, option.high}:
        able = allowed_players(game.with_options({"players": players}), game.opponents)
        if len(able) > MOST_OPPONENTS:
            raise Fault(f"opponents: an easy, a good and the best one, but {len(able)} named")
    if game.table_players and not option.low <= game.table_players <= option.high:
        raise Fault(f"table_players = {game.table_players}: {option.allowed} can play")
    match = case.match(0)
    if hasattr(game.drawing, "portrait"):
        with case.blaming(match):
            drawn = game.drawing.portrait()
        _parsed(case, match, "portrait", drawn)
    moves = listed(case, match)
    for move in moves:
        if "|" in (text := match.format_move(move)):
            raise Fault(f"move {move} is written '{text}': | stands between the moves of a link")
    declared = {
        "opponents": bool(game.opponents),
        "table_players": bool(game.table_players),
        "portrait": hasattr(game.drawing, "portrait"),
    }
    told = [f"names of {counted(len(moves), 'first move')}"]
    for label, which in (("checked", True), ("not declared", False)):
        if names := [name for name, is_there in declared.items() if is_there is which]:
            told.append(f"{label}: {', '.join(names)}")
    return "; ".join(told)


CHECKS: dict[str, Check] = {
    "how to play": tells_how,
    "questions in words": asks_in_words,
    "moves as text": writes_moves,
    "positions as text": writes_positions,
    "drawings": draws,
    "table in a browser": sits_down,
}
"""The checks of what people see of a game, by their names, in their order."""
