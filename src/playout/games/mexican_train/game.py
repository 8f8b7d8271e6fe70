"""The declaration of Mexican Train: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Alias, Game, Measure, Option, QuestionText, Rules, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.mexican_train import encoding, rules
from playout.games.mexican_train.display import drawing
from playout.games.mexican_train.records import PLAYERS
from playout.games.mexican_train.tiles import MOST, tile_move

NO_TARGET = 10_000_000  # points; more than any match of ROUNDS rounds can give
ROUNDS = 1000  # most rounds of a match

_NO_YES = ("no", "yes")

OPTIONS = (
    Option("players", 4, "players at the table", 2, PLAYERS, each="player"),
    Option(
        "variant",
        "standard",
        "seed: the rules of the program Double Dominoes, with other defaults for tiles, "
        "marker, draw, last_double, gate_draw, gate_marker, after_gate, lock and "
        "blocked_gate_points",
        choices=("standard", "seed"),
    ),
    Option(
        "set",
        12,
        "highest number on a tile; a double-12 set has 91 tiles",
        2,
        MOST,
        each="number on the tiles",
    ),
    Option(
        "tiles",
        None,
        "tiles dealt to each player; default: 15, 12 or 10, fewer with more players; in variant "
        "seed 11",
        1,
        94,
        each="tile dealt to each player",
    ),
    Option(
        "start_open", "no", "whether the players' trains are open at the start", choices=_NO_YES
    ),
    Option(
        "marker",
        None,
        "closes (default): a marker comes off when its owner lays a tile on their own "
        "train; stays (variant seed): it never comes off",
        choices=("closes", "stays"),
    ),
    Option(
        "draw",
        None,
        "what a player does who cannot lay a tile. play (default): draws a tile and lays it "
        "at once if it fits; wait (variant seed): draws a tile for a later turn; until: "
        "draws until a tile fits; none: does not draw",
        choices=("play", "wait", "until", "none"),
    ),
    Option(
        "gate",
        "yes",
        "whether a double must be covered before any other tile is laid",
        choices=_NO_YES,
    ),
    Option(
        "doubles",
        "one",
        "many: after a double a player may lay more doubles before the cover; they are "
        "covered in the order in which they were laid",
        choices=("one", "many"),
    ),
    Option(
        "last_double",
        None,
        "a double as the last tile of a hand. ends (default): it ends the round at once; "
        "cover (variant seed): the round ends only when it is covered",
        choices=("ends", "cover"),
    ),
    Option(
        "gate_draw",
        None,
        "all (default): a player who cannot cover a double draws a tile; others (variant "
        "seed): not in the turn in which the player laid the double",
        choices=("all", "others"),
    ),
    Option(
        "gate_marker",
        None,
        "whether a player who cannot cover a double opens their own train; default: yes, in "
        "variant seed no",
        choices=_NO_YES,
    ),
    Option(
        "after_gate",
        None,
        "who plays after a double is covered. cover (default): the player after the one who "
        "covered it; double (variant seed): the player after the one who laid the double",
        choices=("cover", "double"),
    ),
    Option(
        "first_turn",
        "tile",
        "train: in the first turn of a round a player may lay several tiles on their own train",
        choices=("tile", "train"),
    ),
    Option(
        "lock",
        None,
        "no (default): no locks; others: a player who lays a tile on their own train may "
        "lock it against the others, until a double to be covered or a tile of its owner "
        "without a lock lies there; all (variant seed): against its owner too, except while "
        "the owner could lay elsewhere",
        choices=("no", "others", "all"),
    ),
    Option(
        "double_blank",
        0,
        "points for a 0-0 left in hand",
        0,
        50,
        each="point for a 0-0 left in hand",
    ),
    Option(
        "blocked_gate_points",
        None,
        "factor for the points of a round that is blocked by an uncovered double; default: "
        "1, in variant seed 2",
        1,
        2,
        each="time that points count in a round blocked inside a gate",
    ),
    Option(
        "engine",
        "fixed",
        "first tile of a round. fixed: always the highest double; countdown: one lower every round",
        choices=("fixed", "countdown"),
    ),
    Option(
        "target",
        None,
        "points that end the match; default: 100, or none if rounds is given",
        1,
        NO_TARGET,
        each="point to end the match",
    ),
    Option(
        "rounds",
        None,
        f"maximum number of rounds in a match; default: {ROUNDS}",
        1,
        ROUNDS,
        each="round that a match may last",
    ),
)


def _rounds(rules: Rules) -> int:
    return rules.number("rounds")


def _tiles(rules: Rules) -> int:
    """Tiles laid, or drawn: at most the whole set in every round."""
    highest = rules.number("set")
    return _rounds(rules) * (highest + 1) * (highest + 2) // 2


def _points(rules: Rules) -> int:
    """Before the last round all are below the target; in it a player gets all pips at most."""
    highest = rules.number("set")
    pips = highest * (highest + 1) * (highest + 2) // 2 + rules.number("double_blank")
    pips *= rules.number("blocked_gate_points")
    return min(_rounds(rules) * pips, rules.number("target") + pips)


def _turns(rules: Rules) -> int:
    """Before and after each tile laid or drawn, each player passes once at most."""
    return (2 * _tiles(rules) + _rounds(rules)) * (rules.number("players") + 1)


MEASURES = (
    Measure(
        "win",
        "share",
        "the lowest total; equal totals share the win",
        per_seat=True,
        better="highest",
    ),
    Measure(
        "points",
        "mean",
        "total at the end of the match",
        per_seat=True,
        first="lowest",
        most=_points,
    ),
    Measure(
        "outs",
        "mean",
        "rounds ended with no tile left",
        per_seat=True,
        most=_rounds,
        better="highest",
    ),
    Measure("rounds", "mean", "rounds of the match", most=_rounds, least=1),
    Measure("turns", "mean", "turns of all players, passes too", most=_turns, least=1),
    Measure("tiles_laid", "mean", "tiles laid, without engines", most=_tiles),
    Measure("draws", "mean", "tiles drawn from the boneyard", most=_tiles),
    Measure(
        "blocked",
        "mean",
        "rounds that ended because all had passed and there was nothing to draw",
        most=_rounds,
    ),
    Measure("blocked_gate", "mean", "of these, the rounds with an uncovered double", most=_rounds),
    Measure(
        "ending",
        "category",
        "why the match ended: somebody had the target, or all rounds were played",
        is_told=False,
        categories=rules.ENDINGS,
    ),
    Measure(
        "last_round",
        "category",
        "how its last round ended: no tile left, all passed, or that with an uncovered double",
        is_told=False,
        categories=rules.ROUND_ENDINGS,
    ),
)


# What follows from the variant, each an option of its own: (standard, seed).
_BY_VARIANT: dict[str, tuple[Value, Value]] = {
    "marker": ("closes", "stays"),
    "draw": ("play", "wait"),
    "last_double": ("ends", "cover"),
    "gate_draw": ("all", "others"),
    "gate_marker": ("yes", "no"),
    "after_gate": ("cover", "double"),
    "lock": ("no", "all"),
    "blocked_gate_points": (1, 2),
}


def usual_tiles(players: int, highest: int, variant: str = "standard") -> int:
    """Tiles dealt to each player by default.

    As many as in the rules for double-12, or in the variant; with smaller sets fewer, so that about
    a tenth of the tiles is left to draw.
    """
    usual = 15 if players <= 4 else 12 if players <= 6 else 10
    usual = 11 if variant == "seed" else usual
    return max(1, min(usual, in_deck(highest) * 9 // 10 // players))


def in_deck(highest: int) -> int:
    """Tiles of a set without the engine."""
    return (highest + 1) * (highest + 2) // 2 - 1


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: defaults that follow from other options, and checks across options."""
    players, highest = int(values["players"]), int(values["set"])
    if values["tiles"] is None:
        values["tiles"] = usual_tiles(players, highest, str(values["variant"]))
    for name, (standard, seed) in _BY_VARIANT.items():
        if values[name] is None:
            values[name] = seed if values["variant"] == "seed" else standard
    needed, available = players * int(values["tiles"]), in_deck(highest)
    if needed > available:
        raise PlayoutError(
            f"{as_typed('players', players)}, {as_typed('tiles', values['tiles'])}, "
            f"{as_typed('set', highest)}: this needs {needed} tiles, but a double-{highest} set "
            f"has {available} without the engine"
        )
    if values["target"] is None:
        values["target"] = 100 if values["rounds"] is None else NO_TARGET
    if values["rounds"] is None:
        values["rounds"] = ROUNDS
    return values


GAME = Game(
    name="mexican-train",
    title="Mexican Train",
    version=1,
    summary="Mexican Train: dominoes, a train for each player and one for all; fewest pips win.",
    how_to_play=(
        "Get rid of your dominoes by laying them in trains, end to end.",
        "All trains begin at the highest double, the engine: one for each player, and the "
        "Mexican train for all.",
        "In your turn lay one tile on your own train, on the Mexican train, or on an open "
        "train of another player.",
        "If you can lay a tile, you must. If you cannot, draw one, and lay it at once if it fits.",
        "If you still cannot, your train opens: it gets a marker, and others may lay on it. A "
        "tile of yours on it closes it.",
        "A double must be covered before any other tile is laid. The player who laid it tries "
        "first, in the same turn.",
        "The round ends when a player has no tile left, or when nobody can move any more.",
        "Each player then gets the pips left in hand as points. The match ends when a player "
        "has 100.",
        "The fewest points win.",
    ),
    questions=(
        QuestionText(
            "How many turns does a game last if each player gets {rule.tiles} tiles?",
            {"rule.tiles": 10, "measure": "turns"},
            kind="run",
        ),
        QuestionText(
            "What if a double need not be covered?",
            {"knock_out": "gate=no", "measure": "turns"},
            kind="run",
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=tuple(
        f"playout.games.mexican_train.{name}" for name in ("strategies", "careful", "learned")
    ),
    aliases=(
        Alias(
            ("rollout", "ai-3"),
            "search:blueprint=learned:worlds=25:deviations=2",
            "The old strategy rollout wins less and takes longer.",
        ),
    ),
    default_strategy="careful",
    ladder=("random", "greedy", "sequence", "careful"),
    opponents=("greedy", "sequence", "learned"),
    table_players=4,
    deviations=1.0,  # with 2 it wins 30 in place of 35 % against three of `careful`
    belief="playout.games.mexican_train.belief.belief",
    encode=tile_move,
)
