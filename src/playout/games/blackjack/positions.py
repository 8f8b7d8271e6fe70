"""Positions of Blackjack as text, and read again.

``hands=10S,6H/8C,3D turn=1 bets=1,2 dealer=6D,KH bet=1``: the hands of the player, the one that is
played (counted from 0), their bets, the cards of the dealer, the bets of the round.  `phase=bet`
says that the next move is a bet; the cards are then those of the last round.  `insured=1`
says that the next move is to insure the bet or not, `insured=2` that it is.  `gone` are further
cards of the shoe that have been seen: while a bet is due, all of them.  Unknown cards are `?`.
"""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.game.drawings import ONLOOKER
from playout.engine.play.positions import (
    read_list,
    read_number,
    read_words,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.blackjack.rules import ASKED, CHIPS, INSURED, MOST_CARDS, MOST_HANDS, PURSE
from playout.games.blackjack.shoe import (
    BETTING,
    PLAYING,
    VALUES,
    count_left,
    dealer_total,
    lay_hole,
    put,
)
from playout.kits.cards import CARDS, SPADES, card_of, card_text, read_card

WORDS = ("phase", "done", "net", "staked", "result", "bet", "hands", "turn", "bets", "dealer",
         "gave_up", "insured", "gone")  # fmt: skip
_NUMBERS = ("done", "net", "staked", "result", "bet", "turn", "gave_up", "insured")
_MOST_CHIPS = 10**9


def hand_cards(state: Any, hand: int) -> list[int]:
    """The cards of a hand of the player (kits/cards.py)."""
    return [int(card) - 1 for card in state.hands[hand, : state.sizes[hand]]]


def dealer_cards(state: Any) -> list[int]:
    """All cards of the dealer (kits/cards.py)."""
    return [int(card) - 1 for card in state.dealer[: state.dealer_size]]


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text."""
    return _written(state, [card_text(card) for card in dealer_cards(state)])


def known_position(state: Any, rules: Any, seat: int = ONLOOKER) -> str:
    """A position as the player knows it."""
    cards = [card_text(card) for card in dealer_cards(state)]
    return _written(state, [cards[0], "?"] if state.phase == PLAYING else cards)


def _written(state: Any, dealer: list[str]) -> str:
    hands = [hand_cards(state, hand) for hand in range(state.count)]
    numbers = {name: int(state[name]) for name in _NUMBERS}
    gone = [card for card in range(CARDS) for _ in range(state.seen[card])]
    if state.phase == PLAYING:
        for card in [card for hand in hands for card in hand] + dealer_cards(state)[:1]:
            if gone:
                gone.remove(card)
    bets = [int(state.bets[hand]) for hand in range(state.count)]
    return write_words(
        {
            "phase": "bet" if state.phase == BETTING else "",
            "hands": "/".join(write_list(map(card_text, hand)) for hand in hands),
            "bets": write_list(bets) if max(bets, default=1) > 1 else "",
            "dealer": ",".join(dealer),
            **numbers,
            "gone": ",".join(map(card_text, gone)),
        }
    )


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; unknown cards are any that may still be there."""
    words = read_words(text, WORDS)
    _read_numbers(words, rules, state)
    hands = [read_list(hand) for hand in words["hands"].split("/")] if "hands" in words else []
    dealer = read_list(words.get("dealer", "-"))
    if len(hands) > rules.most_hands or any(len(hand) >= MOST_CARDS for hand in [*hands, dealer]):
        raise PlayoutError(f"hands: at most {rules.most_hands} hands, of at most 21 cards each")
    if state.phase == PLAYING and not hands:
        hands = [["?", "?"]]
    if state.phase == PLAYING:
        dealer += ["?"] * (2 - len(dealer))
    gone = [read_card(card) + 1 for card in read_list(words.get("gone", "-"))]
    unseen = _Unseen(rules, stream)
    for card in gone:
        unseen.remove(card)
    if state.phase == BETTING:  # the cards on the table are gone
        unseen = _Unseen(rules, stream)
    known = [[unseen.read(card) for card in hand] for hand in [*hands, dealer]]
    if state.phase == PLAYING:
        _draw_unknown(known, unseen, state)
    elif any(card == 0 for hand in known for card in hand):
        raise PlayoutError("while a bet is due, all cards of the last round are known")
    state.count, state.dealer_size = len(hands), len(dealer)
    for hand, cards in enumerate(known[:-1]):
        for card in cards:
            put(state, hand, card)
    for k, card in enumerate(known[-1]):
        state.dealer[k] = card
    _read_bets(words, rules, state)
    _write_shoe(state, rules, gone)
    if state.phase == PLAYING:
        _check_table(state, rules)
        if state.dealer[1] == 0:
            lay_hole(state, rules, stream)
    else:
        _check_end(state)


def _read_numbers(words: dict[str, str], rules: Any, state: Any) -> None:
    """Write the numbers, and the phase."""
    phase = words.get("phase", "play")
    if phase not in ("bet", "play"):
        raise PlayoutError(f"phase={phase}: must be bet or play")
    state.phase = BETTING if phase == "bet" else PLAYING
    is_played = int(state.phase == PLAYING)
    most = {"done": int(rules.rounds) - is_played, "bet": int(rules.most_bet),
            "turn": MOST_HANDS - 1, "gave_up": 1 - is_played, "insured": 2}  # fmt: skip
    for name in _NUMBERS:
        low = -_MOST_CHIPS if name in ("net", "result") else 0
        if name == "net":
            low = -PURSE * int(rules.rounds) * int(rules.most_bet)
        default = str(is_played) if name == "bet" else "0"
        state[name] = read_number(name, words.get(name, default), low, most.get(name, _MOST_CHIPS))
    if is_played and state.bet == 0:
        raise PlayoutError("bet=0: must be at least 1")


def _read_bets(words: dict[str, str], rules: Any, state: Any) -> None:
    """Write the bets of the hands, and the chips bet unless they are given."""
    texts = read_list(words["bets"]) if "bets" in words else ["1"] * int(state.count)
    if len(texts) != state.count:
        raise PlayoutError(f"bets: {len(texts)} of them for {state.count} hands")
    for hand, text in enumerate(texts):
        state.bets[hand] = read_number("bets", text, 1, 2)
    if "staked" not in words and state.phase == PLAYING:
        insurance = CHIPS // 2 * (int(state.insured) == INSURED)
        state.staked = int(state.bet) * (CHIPS * int(state.bets.sum()) + insurance)


def _write_shoe(state: Any, rules: Any, gone: list[int]) -> None:
    """Write which cards have been seen, and how many are left."""
    if rules.decks == 0:
        return
    table = [*state.hands.ravel().tolist(), int(state.dealer[0])]
    for card in [*gone, *(table if state.phase == PLAYING else ())]:
        if card:
            state.seen[card - 1] += 1
    count_left(state, rules)


def _draw_unknown(known: list[list[int]], unseen: _Unseen, state: Any) -> None:
    """Draw the unknown cards, but for the one face down: so that there is something to decide."""
    cards = known[0]
    unknown = [k for k, card in enumerate(cards) if card == 0]
    if any(card == 0 for hand in known[1:-1] for card in hand) or (unknown and len(cards) != 2):
        raise PlayoutError("hands: only the two cards of a first hand can be unknown")
    if known[-1][0] == 0:
        known[-1][0] = unseen.draw()
    while unknown:
        drawn = [unseen.draw() for _ in unknown]
        for k, card in zip(unknown, drawn, strict=True):
            cards[k] = card
        if state.insured == ASKED or {int(VALUES[card]) for card in cards} != {1, 10}:
            break
        for card in drawn:
            unseen.put_back(card)


def _check_table(state: Any, rules: Any) -> None:
    """Raise PlayoutError if no game comes to these hands while the player decides."""
    turn, count = int(state.turn), int(state.count)
    if turn >= count:
        raise PlayoutError(f"turn={turn}: there are {count} hands, counted from 0")
    for hand in range(count):
        size, points = int(state.sizes[hand]), int(state.points[hand])
        if (size > 1) != (hand <= turn) or size == 0:
            raise PlayoutError(f"hands: hand {nth(hand)} has {size} cards, with turn={turn}")
        if hand == turn and (points + (state.insured != ASKED) > 21 or state.bets[hand] > 1):
            raise PlayoutError(f"hands: hand {nth(hand)} has {points} points and cannot be played")
        if state.bets[hand] > 1 and size != 3:
            raise PlayoutError(f"bets: hand {nth(hand)} is doubled, so it has 3 cards")
    if state.dealer_size != 2:
        raise PlayoutError("dealer: while the player decides, the dealer has two cards")
    if state.insured and (rules.insurance == 0 or VALUES[state.dealer[0]] != 1):
        raise PlayoutError("insured: only against an ace, with the option insurance")
    if state.insured == ASKED and (count > 1 or state.sizes[0] > 2):
        raise PlayoutError("insured=1: the first move says whether the bet is insured")
    if state.insured == ASKED:
        return
    if rules.peek == 1 and state.dealer[1] > 0 and dealer_total(state)[0] == 21:
        raise PlayoutError("dealer: with a natural the round would be over")


def _check_end(state: Any) -> None:
    """Raise PlayoutError if no round can have ended with these cards."""
    count, sizes = int(state.count), state.sizes.tolist()
    if state.turn >= max(count, 1):
        raise PlayoutError(f"turn={state.turn}: there are {count} hands, counted from 0")
    if (count > 0) != (state.dealer_size > 1) or min(sizes[:count], default=2) < 2:
        raise PlayoutError("hands, dealer: write all cards of the last round, or none")
    if state.insured == ASKED:
        raise PlayoutError("insured=1: while a bet is due there is nothing to insure")
    if (count == 0) != (state.done == 0) or (count == 0 and state.bet + state.gave_up > 0):
        raise PlayoutError("done: after a round its cards lie on the table, before the first none")


class _Unseen:
    """The cards that may still be drawn."""

    def __init__(self, rules: Any, stream: Any) -> None:
        self.decks, self.stream = int(rules.decks), stream
        self.cards = [card + 1 for card in range(CARDS) for _ in range(self.decks)]

    def remove(self, card: int) -> int:
        """Take a card away; PlayoutError if there is none left."""
        if self.decks:
            if card not in self.cards:
                raise PlayoutError(
                    f"{card_text(card - 1)}: there are more of it than the {self.decks} in the shoe"
                )
            self.cards.remove(card)
        return card

    def put_back(self, card: int) -> None:
        """Put a card back."""
        if self.decks:
            self.cards.append(card)

    def read(self, text: str) -> int:
        """The card of a text, 0 for ``?``; without a suit the first that is left."""
        if text == "?":
            return 0
        if text.upper() not in _RANKS:
            return self.remove(read_card(text) + 1)
        cards = [card_of(suit, _RANKS[text.upper()]) + 1 for suit in range(SPADES, -1, -1)]
        left = [card for card in cards if not self.decks or card in self.cards]
        return self.remove([*left, cards[0]][0])

    def draw(self) -> int:
        """Any of the cards."""
        if not self.decks:
            return int(randrange(self.stream, CARDS)) + 1
        return self.cards.pop(int(randrange(self.stream, len(self.cards))))


_RANKS = {card_text(card)[:-1]: card + 2 for card in range(13)} | {"T": 10}
