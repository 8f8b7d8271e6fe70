"""Mexican Train, slowly and plainly: tiles are pairs, hands are sets, trains are lists.

It shares no code with the package.  A round waits for one of four things, see `Round.waits_for`:
a tile to be laid, a tile to be drawn, a pass, or the end of a turn that could have had more tiles.
So the same rules serve a game in progress and the exact enumeration of all rounds at the end of
this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Tile = tuple[int, int]  # the lower number first
Train = int  # the seat whose train it is, or the Mexican train
MEXICAN = 8


def full_set(highest: int) -> list[Tile]:
    """All tiles of a double-N set."""
    return [(a, b) for a in range(highest + 1) for b in range(a, highest + 1)]


def pips(tile: Tile, double_blank: int = 0) -> int:
    """What a tile left in hand costs."""
    return double_blank if tile == (0, 0) else sum(tile)


@dataclass(frozen=True)
class Options:
    """Rules of one match."""

    players: int = 4
    highest: int = 12
    tiles: int = 15
    start_open: bool = False
    marker: str = "closes"
    draw: str = "play"
    gate: bool = True
    doubles: str = "one"
    first_turn: str = "tile"
    lock: str = "no"
    blocked_gate_points: int = 1
    last_double: str = "ends"
    gate_draw: str = "all"
    gate_marker: bool = True
    after_gate: str = "cover"
    double_blank: int = 0
    target: int = 100
    engine: str = "fixed"
    rounds: int = 1000

    def engine_of(self, number: int) -> int:
        """The engine of round 0, 1, 2 ..."""
        return self.highest - (number % (self.highest + 1) if self.engine == "countdown" else 0)


@dataclass
class Round:
    """One round in progress."""

    options: Options
    engine: int
    player: int
    hands: list[set[Tile]]
    boneyard: list[Tile]  # the next one first
    trains: dict[Train, list[Tile]] = field(default_factory=dict)
    ends: dict[Train, int] = field(default_factory=dict)
    marked: set[Train] = field(default_factory=set)  # players' trains that are open
    locked: set[Train] = field(default_factory=set)  # trains that others may not use
    gates: list[Train] = field(default_factory=list)  # with doubles to be covered, in this order
    doubler: int | None = None  # who laid these doubles, until the turn of the last cover ends
    laid_now: list[tuple[Tile, Train]] = field(default_factory=list)  # in this turn
    had_turn: set[int] = field(default_factory=set)  # players whose first turn has ended
    drawn: int = 0  # tiles drawn in this turn
    passes: int = 0  # in succession
    turns: int = 0
    draws: int = 0
    laid: int = 0
    out: int | None = None  # the player who went out
    blocked: bool = False
    lacks: list[set[int]] = field(default_factory=list)

    @classmethod
    def dealt(cls, options: Options, number: int, deck: list[Tile]) -> Round:
        """Round 0, 1, 2 ... from a shuffled deck."""
        engine, size = options.engine_of(number), options.tiles
        seats = range(options.players)
        trains = [*seats, MEXICAN]
        return cls(
            options,
            engine,
            number % options.players,
            [set(deck[size * seat : size * (seat + 1)]) for seat in seats],
            deck[size * options.players :],
            {train: [] for train in trains},
            dict.fromkeys(trains, engine),
            set(seats) if options.start_open else set(),
            lacks=[set() for _ in seats],
        )

    def copy(self) -> Round:
        """The same round, to be played on in another way."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set | dict):
                setattr(other, name, copy(value))
        other.hands = [set(hand) for hand in self.hands]
        other.lacks = [set(numbers) for numbers in self.lacks]
        other.trains = {train: list(tiles) for train, tiles in self.trains.items()}
        return other

    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.out is not None or self.blocked

    @property
    def gate(self) -> Train | None:
        """The train with the double that has to be covered first."""
        return self.gates[0] if self.gates else None

    def is_doubling(self) -> bool:
        """Whether the player to move has laid only doubles, none covered, and may lay more."""
        return (
            self.options.doubles == "many"
            and bool(self.gates)
            and bool(self.laid_now)
            and all(a == b for (a, b), _ in self.laid_now)
            and not self.is_laying()
        )

    def is_laying(self) -> bool:
        """Whether the player to move lays the first tiles of the own train, and nothing else."""
        return (
            self.options.first_turn == "train"
            and self.player not in self.had_turn
            and self.player in [train for _, train in self.laid_now]
            and self.gates in ([], [self.player])
        )

    def may_use(self, train: Train) -> bool:
        """Whether the player to move may lay any tile that fits on a train."""
        if self.gates:
            return train == self.gates[0]
        if self.is_laying():
            return train == self.player
        return self.may_reach(train)

    def may_reach(self, train: Train) -> bool:
        """Whether a train is the player's own or everybody's."""
        if train == self.player:
            return not self.is_locked_out()
        return train not in self.locked and (train == MEXICAN or train in self.marked)

    def may_lay(self, tile: Tile, train: Train) -> bool:
        """Whether the player to move may lay a tile on a train where it fits."""
        another_double = tile[0] == tile[1] and self.is_doubling() and self.may_reach(train)
        return self.may_use(train) or another_double

    def is_locked_out(self) -> bool:
        """Whether the lock on the own train holds for its owner too: nothing fits elsewhere."""
        if self.options.lock != "all" or self.player not in self.locked:
            return False
        return not any(
            self.ends[train] in tile and self.may_lay(tile, train)
            for train in self.ends
            for tile in self.hands[self.player]
            if train != self.player
        )

    def moves(self) -> list[tuple[Tile, Train]]:
        """All (tile, train) that the player to move can lay."""
        return [
            (tile, train)
            for train in self.ends
            for tile in sorted(self.hands[self.player])
            if self.ends[train] in tile and self.may_lay(tile, train)
        ]

    def may_stop(self) -> bool:
        """Whether the player to move may end the turn."""
        return self.is_laying() and not self.gates

    def waits_for(self) -> str:
        """What comes next: "play" (a choice), "draw", "pass", "end" (of a turn); or "nothing"."""
        if self.is_over():
            return "nothing"
        waits = self.drawn > 0 and self.options.draw == "wait"
        if self.moves() and not waits:
            return "play"
        if self.may_stop():
            return "end"
        often = {"none": 0, "play": 1, "wait": 1, "until": 10**6}[self.options.draw]
        if self.gates and self.laid_now and self.options.gate_draw == "others":
            often = 0  # it is the turn of the doubles
        return "draw" if self.boneyard and self.drawn < often else "pass"

    def play(self, tile: Tile, train: Train, declared: bool = False) -> None:
        """Lay a tile, and lock the train with it if that is declared."""
        assert self.waits_for() == "play"
        assert (tile, train) in self.moves()
        assert not declared or (self.options.lock != "no" and train == self.player)
        end, is_double = self.ends[train], tile[0] == tile[1]
        self.hands[self.player].remove(tile)
        self.trains[train].append(tile)
        self.ends[train] = tile[1] if tile[0] == end else tile[0]
        self.laid += 1
        self.laid_now.append((tile, train))
        self.passes = 0
        if train == self.player:
            self.locked.discard(train)
            if self.options.marker == "closes":
                self.marked.discard(train)
            if declared:
                self.locked.add(train)
        if is_double and self.options.gate:
            self.gates.append(train)
            self.doubler = self.player
            self.locked.discard(train)
            goes_on = True
        else:
            self.gates = self.gates[1:]
            goes_on = train == self.player and self.is_laying()
        if not self.gates or self.options.last_double == "ends":
            without = [seat for seat, hand in enumerate(self.hands) if not hand]
            if without:
                self.out = self.player if self.player in without else without[0]
                self.turns += 1
                return
        if goes_on:
            self.drawn = 0  # the next tile may be drawn for, too
        else:
            self.end_turn()

    def stop(self) -> None:
        """End a turn in which more tiles could be laid."""
        assert self.may_stop()
        self.end_turn()

    def draw(self) -> None:
        """Draw the first tile of the boneyard."""
        assert self.waits_for() == "draw"
        self.learn_of_gap()
        locked_out = self.is_locked_out() and (not self.gates or self.is_doubling())
        tile = self.boneyard.pop(0)
        self.hands[self.player].add(tile)
        self.draws += 1
        self.drawn += 1
        wanted = {self.ends[train] for train in self.ends if self.may_use(train)}
        if self.options.draw == "wait" or (locked_out and self.may_reach(self.player)):
            self.lacks[self.player] = set()  # it may be kept, and show any number
        elif not self.moves():
            self.lacks[self.player] = wanted  # it shows none of these, but may show any other

    def learn_of_gap(self) -> None:
        """Everybody has seen that the player to move has none of the numbers asked for."""
        if self.drawn == 0 or self.options.draw != "wait":
            self.lacks[self.player] |= {self.ends[t] for t in self.ends if self.may_use(t)}

    def give_up(self) -> None:
        """Pass: the own train opens, unless the rules spare it in a gate."""
        assert self.waits_for() == "pass"
        self.learn_of_gap()
        if not self.gates or self.options.gate_marker:
            self.marked.add(self.player)
        stuck = not self.boneyard or self.options.draw == "none"
        self.passes = self.passes + 1 if stuck else 0
        if self.passes >= self.options.players:
            self.turns += 1
            self.blocked = True
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The next player's turn begins."""
        self.turns += 1
        self.drawn = 0
        self.laid_now = []
        self.had_turn.add(self.player)
        before = self.player
        if not self.gates:
            if self.doubler is not None and self.options.after_gate == "double":
                before = self.doubler
            self.doubler = None
        self.player = (before + 1) % self.options.players

    def go_on(self) -> None:
        """Draw and pass until somebody has a choice or the round is over."""
        steps = {"draw": self.draw, "pass": self.give_up, "end": self.end_turn}
        while self.waits_for() in steps:
            steps[self.waits_for()]()

    def points(self) -> list[int]:
        """What each player has to write down."""
        times = self.options.blocked_gate_points if self.blocked and self.gates else 1
        blank = self.options.double_blank
        return [times * sum(pips(tile, blank) for tile in hand) for hand in self.hands]


# --- Every round there can be, under uniformly random play ---------------------------------------

Numbers = tuple[Fraction, ...]


def expectations(options: Options, doubles: int = 1) -> Numbers:
    """Exact chances and means of one round, from all deals; doubles are so many times as likely.

    Chances that player 0, 1 ... goes out, that the round is blocked; mean points of player 0,
    1 ...; mean tiles laid, draws, turns.
    """
    deck = [tile for tile in full_set(options.highest) if tile != (options.highest,) * 2]
    known: dict[object, Numbers] = {}
    rounds = [Round.dealt(options, 0, dealt) for dealt in _deals(options, deck)]
    results = [_expected(one, known, doubles) for one in rounds]
    return tuple(sum(column, Fraction(0)) / len(results) for column in zip(*results, strict=True))


def _deals(options: Options, deck: list[Tile], seat: int = 0) -> Iterator[list[Tile]]:
    """Decks that differ in somebody's hand; the order of a hand and of the boneyard is nothing."""
    if seat == options.players:
        yield deck
        return
    for hand in combinations(deck, options.tiles):
        rest = [tile for tile in deck if tile not in hand]
        for others in _deals(options, rest, seat + 1):
            yield [*hand, *others]


def _expected(position: Round, known: dict[object, Numbers], doubles: int) -> Numbers:
    """What is still to come."""
    key = (
        tuple(frozenset(hand) for hand in position.hands),
        frozenset(position.boneyard),
        tuple(position.ends.values()),
        frozenset(position.marked),
        tuple(position.gates),
        position.player,
        position.drawn,
        position.passes,
    )
    if key not in known:
        before = (position.laid, position.draws, position.turns)
        outs = position.options.players
        nexts = list(_followers(position, doubles))
        total = [Fraction(0)] * (2 * outs + 4)
        for after in nexts:
            if after.is_over():
                numbers = [Fraction(after.out == seat) for seat in range(outs)]
                numbers += [Fraction(after.blocked), *map(Fraction, after.points())]
                numbers += [Fraction(0)] * 3
            else:
                numbers = list(_expected(after, known, doubles))
            for k, gone in enumerate((after.laid, after.draws, after.turns)):
                numbers[2 * outs + 1 + k] += gone - before[k]
            total = [a + b for a, b in zip(total, numbers, strict=True)]
        known[key] = tuple(number / len(nexts) for number in total)
    return known[key]


def _followers(position: Round, doubles: int) -> Iterator[Round]:
    """What can come next, all equally likely; a double comes so many times."""
    waits = position.waits_for()
    if waits == "play":
        for tile, train in position.moves():
            for _ in range(doubles if tile[0] == tile[1] else 1):
                after = position.copy()
                after.play(tile, train)
                yield after
    elif waits == "draw":
        for k in range(len(position.boneyard)):
            after = position.copy()
            after.boneyard.insert(0, after.boneyard.pop(k))
            after.draw()
            yield after
    else:
        after = position.copy()
        after.give_up()
        yield after
