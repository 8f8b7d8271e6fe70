"""A table of best play in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from playout.questions.judged import expected
from playout.questions.policy.found import Found
from playout.questions.policy.points import POSITION, Cell, Run
from playout.report.words import NOTHING, exactly, head, listed, setting, several, took, unit_of

MARK = "*"  # beside a threshold that is not all: further on the earlier move is best again
SURE = 1e-9  # a chance so near to 1 is that of a game won
HOW = {"exact": "exact", "digits": "exact to nine digits"}


def sentence(found: Found) -> str:
    """Return a sentence about the first cell, and about all cells."""
    asked = found.asked
    if found.how == "strategy":
        whose = f"moves of {asked.line}, which need not be best"
    else:
        given = list({one.reference: None for one in asked.players if one})
        whose = f"best play against {listed(given)}" if given else "best play"
        whose += f" ({HOW[found.how]})"
    return f"{setting(asked.rules)}, {whose}: {_in_words(found)}."


def _in_words(found: Found) -> str:
    cells = found.cells
    if found.switch is None or found.asked.show == "value":
        by = listed([found.head(field) for field in found.fields])
        what = "the move" if found.how == "strategy" else "the best move"
        if found.threshold:
            return f"the table shows {what} by {by}, in {several(len(cells), 'cell')}"
        if found.asked.show == "value":
            what = f"{expected(found.asked.measure)} with the best move"
        change = _one_change(found)
        if change and len(cells) == 1:
            return change
        first = f"{change}. The table shows " if change else "the table shows "
        each = several(len(cells), "position")
        return f"{first}{what} in each of {each}{'' if found.down == POSITION else f', by {by}'}"
    return _thresholds(found)


def _thresholds(found: Found) -> str:
    """From which value on another move is best, in the first cell and in all."""
    cells, (earlier, later) = found.cells, found.switch or (0, 0)
    starts = [start for cell in cells if (start := cell.start(later)) is not None]
    first = next((cell for cell in cells if cell.start(later) is not None), None)
    name, field = found.name((later,)), found.head(found.threshold)
    if first is None:
        return f"never {name}"
    only, wins = (" only", ", which wins the game") if _only_wins(found, first, later) else ("", "")
    run = next(run for run in first.runs if later in run.moves)
    values = f"{run.low} or more" if first.is_simple(later) else _span(run, " to ")
    text = f"with {place(found, first)}, {name}{only} when the {field} is {values}{wins}"
    if len(cells) > 1 and all(isinstance(one, int) for one in starts):
        low, high, never = min(starts), max(starts), len(cells) - len(starts)
        between = f"is {low}" if low == high else f"lies between {low} and {high}"
        what = f"the lowest {field} at which to {name}"
        where = f"all {several(len(cells), 'cell')}"
        if never:
            where = f"{len(starts):,} of the {len(cells):,} cells"
        text += f". In {where} {what} {between}{f'; in the others, never {name}' if never else ''}"
    if hooked := sum(not cell.is_simple(later) for cell in cells):
        again = f"{found.name((earlier,))} is best again at a higher {field}"
        text += f". In {several(hooked, 'cell')} {again}"
    return text


def _only_wins(found: Found, cell: Cell, later: int) -> bool:
    """Whether the later move is best only where the game is as good as won."""
    start = next((run for run in cell.runs if later in run.moves), cell.runs[0])
    is_sure = found.asked.measure.name == "win" and start.value > 1 - SURE
    return is_sure and start is not cell.runs[0]


def _one_change(found: Found) -> str:
    """Return where the move changes in a list of numbers, if it changes once."""
    changes = [(one, other) for one, other in pairwise(found.cells) if one.moves != other.moves]
    if found.has_across or len(changes) > 1 or found.asked.show == "value":
        return ""
    first, last = found.cells[0], found.cells[-1]
    what = "the move" if found.how == "strategy" else "the best move"
    if len(found.cells) == 1:
        return f"{what} at {place(found, first)} is {found.name(first.moves)}"
    if not changes:
        return f"{what} is always {found.name(first.moves)}"
    ((one, other),) = changes
    if not isinstance(one.down, int):
        return ""
    return (
        f"{what} {_among(found, first, one)} is {found.name(first.moves)}; "
        f"{_among(found, other, last)} it is {found.name(last.moves)}"
    )


def _among(found: Found, first: Cell, last: Cell) -> str:
    """The places from one row to another: ``with own score 3 to 9``, ``after throw 1 or 2``."""
    low, high = found.cells.index(first), found.cells.index(last)
    values = [str(cell.down) for cell in found.cells[low : high + 1]]
    named = f"{values[0]} to {values[-1]}" if len(values) > 2 else listed(values, "or")
    return found.at(found.down, named)


def place(found: Found, cell: Cell) -> str:
    """Return the place of a cell: ``own score 0 and other score 0``."""
    if found.down == POSITION:
        return str(cell.down)
    parts = [f"{found.head(found.down)} {cell.down}"]
    if found.has_across:
        parts.append(f"{found.head(found.across)} {cell.across}")
    return " and ".join(parts)


def runs_text(found: Found, cell: Cell) -> str:
    """Return a cell with thresholds in full: ``roll 2..20; hold 21..100``."""
    return "; ".join(f"{found.name(run.moves)} {_span(run)}" for run in cell.runs)


def _span(run: Run, to: str = "..") -> str:
    return f"{run.low}" if run.low == run.high else f"{run.low}{to}{run.high}"


def cell_text(found: Found, cell: Cell | None) -> str:
    """Return the text of a cell."""
    if cell is None:
        return NOTHING
    if found.asked.show == "value":
        return amount(cell.value, found.asked.measure.is_rate)
    if not found.threshold:
        return found.name(cell.moves)
    if found.switch is None:
        return runs_text(found, cell)
    later = found.switch[1]
    start = cell.start(later)
    return NOTHING if start is None else f"{start}{'' if cell.is_simple(later) else MARK}"


def amount(value: float, rate: bool) -> str:
    """A value with the digits that people read; rates in per cent."""
    if value != value:
        return NOTHING
    return f"{100.0 * value:.2f}" if rate else f"{value:.4f}".rstrip("0").rstrip(".")


def about_cells(found: Found) -> str:
    """Return the meaning of the cells."""
    measure = found.asked.measure
    if found.asked.show == "value":
        return f"{unit_of(measure).head(head(measure.name))} with the best move"
    if found.switch is None:
        what = "the strategy's move" if found.how == "strategy" else "the best move"
        return f"{what}, by {found.head(found.threshold)}" if found.threshold else what
    name = found.name((found.switch[1],))
    what = f"{name} when the {found.head(found.threshold)} is this or more"
    marks = []
    if any(not cell.is_simple(found.switch[1]) for cell in found.cells):
        earlier = found.name((found.switch[0],))
        marks.append(f"{MARK} {earlier} is best again at a higher value")
    if any(cell.start(found.switch[1]) is None for cell in found.cells):
        marks.append(f"{NOTHING} never")
    return "; ".join([what, *marks])


def caption(found: Found, thin: Sequence[str]) -> str:
    """Return the caption: what the table shows, and what it leaves out."""
    asked = found.asked
    fixed = [str(axis) for axis in asked.conditions]
    parts = [setting(asked.rules)]
    parts += [f"where {', '.join(fixed)}"] if fixed else []
    parts += [f"from the position {asked.position}"] if asked.position else []
    done = "examined" if found.how == "strategy" or asked.usual.exactly else "solved"
    parts.append(f"{several(found.positions, 'position')} {done}{took(found.seconds)}")
    lines = [f"{'; '.join(parts)}."]
    if found.has_across:
        lines.append(f"Rows: {found.head(found.down)}; columns: {found.head(found.across)}.")
    if found.has_across or found.threshold:
        lines.append(f"Cells: {about_cells(found)}.")
    if found.drawn:
        lines.append(f"{asked.line} makes random choices: in some positions it may move otherwise.")
    lines += thin
    return "\n".join(lines)


def ahead(cell: Cell, rate: bool) -> str:
    """How much worse the next best move is."""
    if cell.lead != cell.lead:
        return NOTHING
    return exactly(100.0 * cell.lead if rate else cell.lead)
