"""The cards that fit on a pile are those that the rules say."""

from __future__ import annotations

import numpy as np
import pytest

from playout.games.numbered_cards.sets import has, write_fitting

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("jump", [0, 1, 10, 63, 64, 126])
def test_the_fitting_cards_are_those_beyond_the_top_and_the_trick(jump: int) -> None:
    for top in (0, 1, 2, 9, 10, 11, 53, 54, 63, 64, 65, 99, 100, 116, 117, 126):
        for ascends in (True, False):
            found = np.zeros(2, np.int64)
            write_fitting(found, top, ascends, jump)
            back = top - jump if ascends else top + jump
            expected = {
                card
                for card in range(128)
                if (card > top if ascends else card < top) or (jump > 0 and card == back)
            }
            assert {card for card in range(128) if has(found, card)} == expected
