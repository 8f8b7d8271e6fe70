"""What `careful` weighs at one node of a search, for 64 games: as careful_search.py."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import (
    as_ones,
    byte,
    difference_within,
    excess,
    least,
    load,
    most,
    narrow,
    ones,
    splat,
    store,
    sum_within,
    where,
    wide,
)
from playout.games.the_game.careful_weights import APART, DEAD, DEAD_OWN, FITS, PAIR, REACH
from playout.games.the_game.vectors.careful_turn import (
    ASLEEP,
    CARDS,
    DEPTH,
    DOWN,
    HANDS,
    MINIMUM,
    TOP,
    TOPS,
    has,
    unseen_cards,
)

LEAST_WIDE, MOST_WIDE = -(1 << 15), (1 << 15) - 1
NO_PLAY = 255


@jit
def see_tops(block: Any, rules: Any) -> None:
    """Write what the entries on top of the piles are, and which own cards fit on them."""
    for pile in range(4):
        top, row, up = load(block.node, TOPS + pile), TOP + pile, pile // 2
        place, below = load(block.place, row), load(block.below, row)
        onward, back = load(block.onward, row), load(block.back, row)
        leave, hope = load(block.leave, row), load(block.hope, row)
        for k in range(up * DOWN, up * DOWN + rules.hand):
            here = top == k
            place = where(here, load(block.place, k), place)
            below = where(here, load(block.below, k), below)
            onward = where(here, load(block.onward, k), onward)
            back = where(here, load(block.back, k), back)
            leave = where(here, load(block.leave, k), leave)
            hope = where(here, load(block.hope, k), hope)
        hand = load(block.node, HANDS + up)
        store(block.at_place, pile, place)
        store(block.at_below, pile, below)
        store(block.at_onward, pile, onward & hand)
        store(block.at_back, pile, back & hand)
        store(block.at_leave, pile, leave)
        store(block.at_hope, pile, hope)


@jit
def write_enters(block: Any, rules: Any) -> None:
    """Write what each card gains on whatever pile, and which have another a jump ahead."""
    by, hand = block.by, int(rules.hand)
    rising, falling = load(block.node, HANDS), load(block.node, HANDS + 1)
    ladders, falling_ladders = byte(0), byte(0)
    for k in range(hand):
        mirror = hand - 1 - k
        row = DOWN + mirror
        behind = ~((load(block.back, k) & rising) == 0)
        ahead = ~((load(block.back, row) & falling) == 0)
        ladders = ladders | where(ahead, byte(1 << k), byte(0))
        falling_ladders = falling_ladders | where(behind, byte(1 << mirror), byte(0))
        cost = load(by, PAIR) * wide(as_ones(behind) + as_ones(ahead))
        up, down = load(block.enter, k) - cost, load(block.enter, row) - cost
        if rules.players == 1:
            above, under = (
                ones(rising & load(block.onward, k)),
                ones(falling & load(block.onward, row)),
            )
            store(block.above, k, above)
            store(block.above, row, under)
            fits = as_ones(has(load(block.at_onward, 0), k)) + as_ones(
                has(load(block.at_onward, 1), k)
            )
            fits = fits + as_ones(has(load(block.at_onward, 2), mirror))
            fits = fits + as_ones(has(load(block.at_onward, 3), mirror))
            up = up + load(by, FITS) * (wide(fits) - wide(above) - 1)
            down = down + load(by, FITS) * (wide(fits) - wide(under) - 1)
        store(block.enters, k, up)
        store(block.enters, row, down)
    store(block.ladders_now, 0, ladders)
    store(block.ladders_now, 1, falling_ladders)


@jit
def write_plays(block: Any, listing: Any) -> None:
    """Write the plays to be tried on each pile, as sets of cards, but for those too far ahead.

    They are the trick, the nearest card, and, while the card a jump ahead is in the hand, the next.
    """
    for pile in range(4):
        onward = load(block.at_onward, pile)
        alone = onward & ~load(block.ladders_now, pile // 2)
        # A bit, and all below it, of the nearest card without one a jump ahead; or all.
        listed = onward & (alone ^ (alone - 1))
        plays = (listed | load(block.at_back, pile)) & ~load(block.node, ASLEEP + pile)
        lists = listing
        if pile % 2 == 1:  # not where the other pile of the direction is the same
            lists = listing & ~(load(block.at_place, pile) == load(block.at_place, pile - 1))
        store(block.plays, pile, where(lists, plays, byte(0)))


@jit
def weigh(block: Any, rules: Any, slacks: Any) -> Any:
    """Choose the play that gains most of those that gain enough, and write what all gain.

    Returns it, as pile * CARDS + card; its gain; what can follow it, as a change of the bound; how
    much the other plays gain more than they must; and how many plays there are.
    """
    by, node, solo = block.by, block.node, rules.players == 1
    slack, slack_bound, to_end = slacks
    must = load(node, DEPTH) < load(block.search, MINIMUM)
    reach = where(must, byte(NO_PLAY), narrow(load(by, REACH)))
    apart, dead, total = load(by, APART), load(by, DEAD), unseen_cards(block)
    rising, falling = lowest_below(block, 0), lowest_below(block, 1)
    gone = dead * wide(excess(rising + falling, total))
    fits, dead_own, size = load(by, FITS), load(by, DEAD_OWN), ones(load(node, HANDS))
    if solo:
        fit = ones(either(block, 0)) + ones(either(block, 1))
        gone = gone + dead_own * wide(excess(size, fit))
    chosen, count, none = byte(NO_PLAY), byte(0), splat(0)
    gain, more, over, others = splat(LEAST_WIDE), none, none, none
    for pile in range(4):
        up, first = pile // 2, pile // 2 * DOWN
        at_below, at_hope = load(block.at_below, pile), load(block.at_hope, pile)
        sister, sister_below = load(block.at_place, pile ^ 1), load(block.at_below, pile ^ 1)
        place, plays, back = (
            load(block.at_place, pile),
            load(block.plays, pile),
            load(block.at_back, pile),
        )
        across = falling if up == 0 else rising
        stays = gone - load(block.at_leave, pile) - apart * gap(place, sister)
        sisters, others_fit = load(block.at_onward, pile ^ 1), either(block, 1 - up)
        if solo:
            stays = stays + fits * wide(ones(load(block.at_onward, pile)))
        for k in range(rules.hand):
            row = first + k
            below = load(block.below, row)
            is_play = has(plays, k) & (excess(below, at_below) <= reach)
            gained = load(block.enters, row) + stays + apart * gap(load(block.place, row), sister)
            gained = gained - dead * wide(excess(least(below, sister_below) + across, total))
            if solo:
                fit = most(load(block.above, row), ones(sisters & byte(0xFF ^ 1 << k)))
                fit = fit + ones(others_fit & byte(0xFF ^ 1 << (rules.hand - 1 - k)))
                gained = gained - dead_own * wide(excess(size - 1, fit))
                gained = gained + where(has(back, k), fits, none)
            follows = load(block.lead, row) - at_hope
            spare = least(
                difference_within(gained, slack),
                difference_within(sum_within(gained, follows), slack_bound),
            )
            spare = where(is_play, most(spare, difference_within(gained, to_end)), none)
            gained = where(is_play, gained, splat(LEAST_WIDE))
            store(block.gains, pile * CARDS + k, gained)
            better = (spare > 0) & (gained > gain)
            others = most(others, where(better, over, spare))
            over = where(better, spare, over)
            gain = where(better, gained, gain)
            more = where(better, follows, more)
            chosen = where(better, byte(pile * CARDS + k), chosen)
            count = count + as_ones(is_play)
    return chosen, gain, more, others, count


@jit
def gap(a: Any, b: Any) -> Any:
    """The distance of two places."""
    return wide(most(a, b) - least(a, b))


@jit
def lowest_below(block: Any, up: int) -> Any:
    """The fewest unseen cards that are back of a top of a direction."""
    return least(load(block.at_below, 2 * up), load(block.at_below, 2 * up + 1))


@jit
def either(block: Any, up: int) -> Any:
    """The own cards ahead of a top of a direction."""
    return load(block.at_onward, 2 * up) | load(block.at_onward, 2 * up + 1)
