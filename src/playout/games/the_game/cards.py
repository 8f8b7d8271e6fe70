"""Functions that read cards, for your own strategies; numbered_cards.sets has more."""

from playout.games.numbered_cards.sets import NO_CARD_ABOVE as NO_CARD_ABOVE
from playout.games.numbered_cards.sets import NO_CARD_BELOW as NO_CARD_BELOW
from playout.games.numbered_cards.sets import count_of_both as count_of_both
from playout.games.numbered_cards.sets import has as has
from playout.games.numbered_cards.sets import next_above as next_above
from playout.games.numbered_cards.sets import next_below as next_below
from playout.games.numbered_cards.sets import put as put
from playout.games.numbered_cards.sets import take as take
