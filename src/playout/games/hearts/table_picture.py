"""The picture that a seat sees of Hearts: the table of a trick-taking game, and cards to pass."""

from __future__ import annotations

from playout.engine.game.drawings import seat_name
from playout.games.hearts.deck import POINT_CARDS, distance_of
from playout.games.hearts.sentences import standing, status
from playout.kits.cards import card_name, card_sign, cards_of
from playout.kits.trick_pictures import TrickPicture


class TablePicture(TrickPicture):
    """What a seat sees, where what is hidden from it is missing."""

    title = "Hearts"

    def status(self) -> str:
        return status(self.state, self.rules, self.seat)

    def standing(self, player: int) -> str:
        return standing(self.state, player)

    @property
    def is_played(self) -> bool:
        return not (self.state.passing or self.state.over)

    def note(self, player: int) -> str:
        """The cards with points that a player has taken in this hand."""
        cards = cards_of(int(self.state.taken[player]) & POINT_CARDS)
        return " ".join(card_sign(card) for card in reversed(cards))

    def chosen(self) -> int:
        return int(self.state.chosen[self.seat])

    def card_title(self, card: int) -> str:
        giver = self._giver()
        if self._received() >> card & 1:
            return f"{card_name(card)}, from {seat_name(giver, self.seat)}"
        return card_name(card)

    def _giver(self) -> int:
        distance = int(distance_of(self.rules, self.state.hand_number))
        return (self.seat - distance) % int(self.rules.players)

    def _received(self) -> int:
        return int(self.state.given[self._giver()])

    def more_in_words(self) -> list[str]:
        sorts = {"To pass": self.chosen(), "Received": self._received()}
        return [
            f"{sort}: {', '.join(map(card_name, cards_of(cards)))}."
            for sort, cards in sorts.items()
            if cards
        ]
