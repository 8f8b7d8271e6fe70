"""Games as run files store them: enough to show numbers, and nothing that could play.

A run file names Playout's own games.  Of any other game it holds a *form*, plain values for JSON:
what the game declares, what its functions returned for the rules of the run, and the texts of moves
that the answer shows.  So a run can be looked at where its game is missing, and without running it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NoReturn

from playout.engine.game.drawings import Drawing
from playout.engine.game.game import Game, Measure, Option, Player, Rules, Text, Value
from playout.engine.game.measures import Stake, Stored
from playout.engine.words.errors import Elsewhere, PlayoutError

UNSTORED = ("most", "game", "condition", "stake")  # of a measure; no game declares a condition
MOST_PARTS = 300  # options, measures, categories and kinds of moves of a stored game
MOST_SEATS = 1_000
MOST_RULES = 1_000  # of a run, of which the options that can be left out are known
PLAIN = (
    "name", "title", "version", "summary", "cooperative", "chance_in_play", "default_strategy"
)  # fmt: skip

Calls = list[tuple[dict[str, Any], Mapping[str, Value]]]
Seated = tuple[Rules, Sequence[Player]]


def watched(game: Game) -> tuple[Game, Calls]:
    """Return a game, and a list that gets the arguments and results of its ``resolve``."""
    calls: Calls = []

    def resolve(values: dict[str, Any]) -> dict[str, Value]:
        given = dict(values)
        resolved = game.resolve(values)
        if isinstance(resolved, Mapping):
            calls.append((given, dict(resolved)))
        return resolved

    return replace(game, resolve=resolve), calls


def form(
    game: Game,
    strategies: int,
    is_open: bool,
    calls: Calls,
    moves: Iterable[int],
    seated: Iterable[Seated],
) -> dict[str, Any]:
    """Return the form of a game, for JSON.

    ``strategies`` says how many it has, ``is_open`` that it hides nothing, ``calls`` are those of
    its ``resolve`` when the run is looked at (:func:`watched`), ``moves`` the moves that the answer
    names, and ``seated`` the rules and players whose exact values it shows.
    """
    rules = {frozenset(values.items()): (given, values) for given, values in reversed(calls)}
    shown = {move: str(game.drawing.format_move(move)) for move in moves}
    return {
        **{name: getattr(game, name) for name in PLAIN},
        **({"teams": game.teams} if game.teams else {}),
        "options": [_part(option, "text") for option in game.options],
        "texts": {o.name: [o.text.allowed, o.text.length] for o in game.options if o.text},
        "measures": [_part(measure, *UNSTORED) for measure in game.measures],
        "bets": {m.name: m.stake.bet for m in game.measures if m.stake},
        "strategies": strategies,
        "open": is_open,
        "kinds": list(getattr(game.drawing, "MOVE_KINDS", ())),
        "moves": [[move, text] for move, text in shown.items()],
        "rules": [
            _rules_form(game, given, values, k < MOST_RULES)
            for k, (given, values) in enumerate(rules.values())
        ],
        "exact": [
            [dict(rules.values), [player.reference for player in players], known]
            for rules, players in seated
            if (known := _expected(game, rules, players))
        ],
    }


def _part(part: Option | Measure, *without: str) -> dict[str, Any]:
    names = [field.name for field in fields(part) if field.name not in without]
    return {name: getattr(part, name) for name in names}


def _rules_form(
    game: Game, given: Mapping[str, Any], values: Mapping[str, Value], is_shortened: bool
) -> list[Any]:
    """The options that must be written to get these rules, the rules, and what follows of them."""
    rules = Rules(game, values)
    needed = {name: value for name, value in given.items() if value is not None}
    if is_shortened:
        needed = rules.needed_options()
    labels = {option.name: rules.label(option.name) for option in game.options if option.text}
    tops: dict[str, float] = {}
    stakes: dict[str, tuple[int, int]] = {}
    for measure in game.measures:
        try:
            top = None if measure.most is None else measure.top(rules)
            if measure.stake is not None:
                stakes[measure.name] = measure.stake.of(rules)
        except PlayoutError:  # the error comes when these rules are played
            continue
        if top is not None:
            tops[measure.name] = top
    return [needed, dict(values), tops, labels, stakes]


def _expected(game: Game, rules: Rules, players: Sequence[Player]) -> dict[str, list[float]]:
    try:
        known = game.expected(rules, players)
    except PlayoutError:  # the error comes when the run is played
        return {}
    return {name: list(values) for name, values in known.items()}


# ---------------------------------------------------------------------- from a file


def game_of(form: Mapping[str, Any]) -> Game:
    """Return the game of a form: it can be shown, and not be played.

    The form may be of a stranger: any error may be raised, but nothing runs.
    """
    parts = [*form["options"], *form["measures"], *form["kinds"]]
    parts += [word for measure in form["measures"] for word in measure["categories"]]
    if len(parts) > MOST_PARTS:
        raise PlayoutError(f"the game has {len(parts):,} parts: at most {MOST_PARTS:,} are shown")
    known = [(dict(a), dict(b), dict(c), dict(d)) for a, b, c, d, *_ in form["rules"]]
    stakes = [(rules[1], dict(rules[4])) for rules in form["rules"] if rules[4:]]
    texts = {name: _text(name, text[0], text[1], known) for name, text in form["texts"].items()}
    if not isinstance(form["strategies"], int):
        raise PlayoutError("the number of strategies is no number")
    options = [
        Option(**{**option, "choices": tuple(option["choices"])}, text=texts.get(option["name"]))
        for option in form["options"]
    ]
    if any(option.name == "players" and option.high > MOST_SEATS for option in options):
        raise PlayoutError(f"the game has more than {MOST_SEATS:,} seats")
    for _, rules, tops, _ in known:
        for option in options:
            rules[option.name] = option.read(rules[option.name])
        tops |= {name: float(top) for name, top in tops.items()}
    measures = [
        Measure(
            **_fields_of(measure),
            most=Tops(measure["name"], {_key(rules): tops for _, rules, tops, _ in known}),
            stake=_stake(measure["name"], form.get("bets", {}), stakes),
        )
        for measure in form["measures"]
    ]
    return Game(
        **{name: form[name] for name in PLAIN},
        teams=form.get("teams", 0),
        options=tuple(options),
        measures=tuple(measures),
        rules=type("Unplayed", (Unplayed,), {"form": form}),
        drawing=Written(dict(form["moves"]), form["kinds"], form.get("open") is True),
        resolve=_resolver([(needed, values) for needed, values, _, _ in known]),
        compiled=False,
        exact=_known(form["exact"]),
    )


def _stake(name: str, bets: Mapping[str, Any], stakes: Sequence[Any]) -> Stake | None:
    """The stake of a measure, with what its functions returned."""
    if name not in bets:
        return None
    begins, rounds = (
        Tops(name, {_key(rules): {one: int(of[one][k]) for one in of} for rules, of in stakes})
        for k in range(2)
    )
    return Stake(begins, int(bets[name]), rounds)


def _fields_of(measure: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a measure, without one of older files that nothing had."""
    known = {name: value for name, value in measure.items() if name != "category"}
    return {name: tuple(it) if isinstance(it, list) else it for name, it in known.items()}


def _key(values: Mapping[str, Any]) -> frozenset[tuple[str, Any]]:
    return frozenset(values.items())


def is_stored(game: Game) -> bool:
    """Return whether a game is that of a file, which can be shown and not played."""
    source = getattr(game.rules, "source", None)
    return isinstance(source, type) and issubclass(source, Unplayed)


def form_of(game: Game) -> Mapping[str, Any]:
    """Return the form of a stored game."""
    form: Mapping[str, Any] = game.rules.source.form
    return form


class Tops(Stored):
    """``Measure.most`` of a stored game: the largest values by the rules of its file."""

    def __init__(self, name: str, known: Mapping[frozenset[Any], Mapping[str, float]]) -> None:
        self._name, self._known = name, known

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Tops) and vars(self) == vars(other))

    def __hash__(self) -> int:
        return hash(self._name)

    def __call__(self, rules: Rules) -> Any:
        return self._known.get(_key(rules.values), {}).get(self._name)


def _text(name: str, allowed: str, length: int, known: Sequence[Any]) -> Text:
    """An option that is a text: as it is in the file, with the label that it has there."""
    labels = {str(rules[name]): str(of_rules[name]) for _, rules, _, of_rules in known}
    return Text(allowed, str, lambda text: labels.get(text, text), _numbers, length)


def _numbers(text: str) -> NoReturn:
    raise _unplayable()


def _resolver(
    known: Sequence[tuple[Mapping[str, Any], Mapping[str, Value]]],
) -> Callable[[dict[str, Any]], dict[str, Value]]:
    """``Game.resolve`` of a stored game: the rules of its file, from what asks for them."""

    def resolve(values: dict[str, Any]) -> dict[str, Value]:
        given = {name: value for name, value in values.items() if value is not None}
        for needed, rules in known:
            if needed.items() <= given.items() <= rules.items():
                return dict(rules)
        raise PlayoutError("the file does not say what these rules are")

    return resolve


def _known(every: Sequence[Any]) -> Callable[[Rules, Sequence[Player]], Mapping[str, Any]] | None:
    """``Game.exact`` of a stored game."""
    if not every:
        return None
    known = {(_key(rules), *players): values for rules, players, values in every}

    def exact(rules: Rules, players: Sequence[Player]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = known.get(
            (_key(rules.values), *(player.reference for player in players)), {}
        )
        return found

    return exact


class Written(Drawing):
    """Moves as their texts in a file."""

    def __init__(self, moves: Mapping[int, str], kinds: Sequence[str], is_open: bool) -> None:
        super().__init__(())
        self._written, self.OPEN = moves, is_open
        if kinds:
            self.MOVE_KINDS = tuple(kinds)
            self.move_kind = _move_kind

    def format_move(self, move: int) -> str:
        return str(self._written.get(move, move))


def _move_kind(state: Any, rules: Any, move: int) -> NoReturn:
    raise _unplayable()


class Unplayed:
    """The states of a stored game, of which there are none."""

    form: Mapping[str, Any]

    def deal(self, rules: Any, stream: Any) -> NoReturn:
        raise _unplayable()

    def is_over(self, rules: Any) -> NoReturn:
        raise _unplayable()

    def actor(self, rules: Any) -> NoReturn:
        raise _unplayable()

    def legal_moves(self, rules: Any) -> NoReturn:
        raise _unplayable()

    def play(self, rules: Any, move: int, stream: Any) -> NoReturn:
        raise _unplayable()

    def score(self, rules: Any) -> NoReturn:
        raise _unplayable()


def _unplayable() -> Elsewhere:
    return Elsewhere(
        "a run is looked at without running its game, so the game cannot play here; playout resume "
        "plays it"
    )
