"""What a map says in words: which cell decides most often, how sure that is, what was counted."""

from __future__ import annotations

from playout.questions.hex.maps.found import Found
from playout.questions.hex.positions import size_of
from playout.report.estimates import fixed_n
from playout.report.words import percent, several

MOST_NAMED = 8  # cells in the sentence


def sentence(found: Found) -> str:
    """Which cell is pivotal most often, and whether another may truly be."""
    if not found.boards:
        return "Nothing is known yet: no board was looked at."
    if not found.rates.max() > 0:
        never = "ever pivotal" if found.is_exact else f"pivotal on any of {_boards(found)}"
        return f"No cell is {never}."
    leaders, rate = found.leaders, float(found.rates.max())
    if found.is_exact:
        many = len(leaders) > 1
        return (
            f"The most pivotal cell{'s are' if many else ' is'} {_named(leaders, 'and')}: "
            f"{'each' if many else 'it'} decides a random board with a chance of "
            f"{100 * rate:.4f} %."
        )
    error = float(found.standard_errors.flat[found.rates.argmax()])
    share = (
        f"{percent(rate, error)} % of {_boards(found)} (standard error {100 * error:.2g} points)"
    )
    if len(leaders) == 1:
        return f"The most pivotal cell is {leaders[0]}: it decides {share}."
    return (
        f"{leaders[0]} was pivotal most often, on {share}; {len(leaders):,} cells may truly be the "
        f"most pivotal: {_named(leaders, 'or')}."
    )


def _boards(found: Found) -> str:
    return several(found.boards, "random board")


def _named(cells: list[str], last: str) -> str:
    """``f6, e7 or g5``; of many only the first."""
    if len(cells) > MOST_NAMED:
        return f"{', '.join(cells[:MOST_NAMED])} and {len(cells) - MOST_NAMED:,} more"
    *some, end = cells
    return f"{', '.join(some)} {last} {end}" if some else end


def caption(found: Found) -> str:
    """What was counted, how, and what else came out."""
    asked = found.asked
    how = "all fillings, exactly" if found.is_exact else f"method {asked.method}"
    parts = [f"{size_of(asked.stones)}, p = {asked.p:g}, {found.boards:,} boards, {how}"]
    if found.boards:
        rate, low, high = (f"{100 * end:.3f}" for end in found.win_interval)
        parts.append(f"player 1 wins {rate} % ({low} to {high})")
        spread = found.expected_pivotals_error
        error = f" (standard error {spread:.2g})" if spread > 0 else ""
        parts.append(f"{found.expected_pivotals:.4f} pivotal cells on a board{error}")
    if found.boards and not found.is_exact:
        most = 100 * float(found.standard_errors.max())
        parts.append(f"standard errors of single cells up to {most:.2g} points")
        parts.append(f"95 % intervals, {fixed_n(found.complete, 'boards')}")
    if not found.is_exact:
        parts.append(f"seed {asked.seed}")
    return "; ".join([*parts, f"{found.seconds:.1f} s"])
