"""A table of best play in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from playout.engine.words.numbering import nth
from playout.questions.judged import expected
from playout.questions.policy.found import Found
from playout.questions.policy.points import POSITION, Cell, Run
from playout.questions.position_words import TO_MOVE, in_words, seat_name
from playout.questions.solving import best_play
from playout.report.words import NOTHING, exactly, head, listed, setting, several, took, unit_of

MOST_ABOVE = 2  # runs of values in a sentence, after the first
MARK = "*"  # beside a threshold that is not all: further on the earlier move is best again
SURE = 1e-9  # a chance so near to 1 is that of a game won
HOW = {"exact": " (exact)", "digits": " (exact to nine digits)", "strategy": ""}


def sentence(found: Found) -> str:
    """Return a sentence about the first cell, and about all cells."""
    asked = found.asked
    if found.how == "strategy":
        one = "" if "+" in asked.line else "the strategy "
        how = "makes random choices" if found.drawn else "need not be best"
        whose = f"moves of {one}{asked.line}, which {how}"
    else:
        given = list({one.reference: None for one in asked.players if one})
        whose = best_play(asked.measure)
        if len(asked.players) > 1 and asked.measure.wanted and not asked.measure.per_seat:
            whose += "" if asked.measure.is_rate else " of all players together"
        whose += f" against {listed(given)}" if given else ""
    return f"{setting(asked.rules)}, {whose}: {_in_words(found)}."


def _where(found: Found) -> str:
    """The same before a clause, or nothing: ``with own score 3 and other score 5, ``."""
    return f"{said}, " if (said := together(_conditions(found))) else ""


def _conditions(found: Found) -> list[str]:
    """What is the same in all positions: ``with own score 3 and other score 5``."""
    asked, usual = found.asked, found.asked.usual
    to_move = [axis for axis in asked.conditions if axis.field in TO_MOVE and axis.text.isdecimal()]
    where = [found.at(axis.field, axis.text) for axis in asked.conditions if axis not in to_move]
    where += [found.at(field, str(value)) for field, value in found.lone]
    if asked.position:
        words = in_words(asked.rules, asked.position)
        where.append(f"from the position ({words}) on" if words else "from this position on")
    elif usual.too_large:  # positions are written one by one
        where.append("with everything else as at the start of a game")
    where += [
        f"with {seat_name(asked.measure, int(axis.text))} to move"
        for axis in to_move
        if str(usual.where.get(axis.field)) != axis.text
    ]
    return where


def together(parts: Sequence[str]) -> str:
    """Conditions as one: ``with own score 3 and other score 5``."""
    begin = [f"{part}," for part in parts if part.startswith("from ")]
    first = [part.removeprefix("with ") for part in parts if part.startswith("with ")]
    others = [part for part in parts if not part.startswith(("with ", "from "))]
    return " ".join([*begin, *([f"with {listed(first)}"] if first else []), *others]).rstrip(",")


def _in_words(found: Found) -> str:
    cells = found.cells
    if found.drawn:
        by = listed([found.head(field) for field in found.fields])
        return f"{_where(found)}the table shows one possible move for each {by}"
    if found.switch is not None and found.asked.show != "value":
        return _thresholds(found)
    by = listed([found.head(field) for field in found.fields])
    what = "the move" if found.how == "strategy" else "the best move"
    if found.is_flat:
        (one, *others) = {cell.moves for cell in cells}
        if not others:
            return f"{_where(found)}{what} is always {found.name(one)}"
        by = listed([found.head(field) for field in found.fields[:-1]])
        text = f"{_where(found)}the table shows {what} by {by}"
        return f"{text}; the {found.head(found.threshold)} does not matter"
    if found.threshold:
        return f"{_where(found)}the table shows {what} by {by}, in {several(len(cells), 'cell')}"
    if found.asked.show == "value":
        measure = found.asked.measure
        is_own = measure.per_seat and len(found.asked.players) > 1
        of = " of the player to move" if is_own else ""
        what = f"{expected(measure)}{of} with the best move"
        if found.down != POSITION:
            where = together([*_conditions(found), *_places(found, cells[0])])
            value = f"{amount(cells[0].value, measure.is_rate)}{unit_of(measure).sign}"
            return f"{where}, {what} is {value}. The table shows it by {by}"
    change = _one_change(found)
    here = next((cell for cell in cells if cell.down == found.asked.position), None)
    if here and found.down == POSITION and len(cells) > 1 and not found.asked.conditions:
        to_move = f"{seat_name(found.asked.measure, here.seat)} to move"
        words = in_words(found.asked.rules, str(here.down), to_move)
        where = f"in the position ({words})" if words else "in this position"
        return (
            f"{where}, {what} is {found.name(here.moves)}. The table shows {what} in this and all "
            "later positions"
        )
    if change and len(cells) == 1:
        return f"{_where(found)}{change}"
    first = f"{change}. The table shows " if change else "the table shows "
    by = "position by position" if found.down == POSITION else f"by {by}"
    return f"{_where(found)}{first}{what}, {by}"


def _thresholds(found: Found) -> str:
    """From which value on another move is best: in the first cell, in a usual one of its row if
    that is the exception, and in all."""
    cells, (earlier, later) = found.cells, found.switch or (0, 0)
    some = [cell for cell in cells if cell.start(later) is not None]
    name, field = found.name((later,)), found.head(found.threshold)
    if not some:
        return f"never {name}"
    starts = [start for cell in some if (start := cell.start(later)) is not None]
    row = [cell for cell in some if cell.down == some[0].down]
    wins_only = [_only_wins(found, cell, later) for cell in row]
    usual = row[wins_only.index(2 * sum(wins_only) > len(row))]
    text = _example(found, row[0], later, _conditions(found))
    if usual is not row[0]:
        text += f"; {_example(found, usual, later)}"
    if len(cells) > 1 and all(isinstance(start, int) for start in starts):
        text += f". {_in_all(found, later)}"
    if hooked := sum(not cell.is_simple(later) for cell in cells):
        again = f"{found.name((earlier,))} is best again at a higher {field}"
        where = "all of them" if hooked == len(cells) > 1 else several(hooked, "cell")
        text += f". In {where} {again}"
    return text


def _in_all(found: Found, later: int) -> str:
    """From which value on the later move is best, in all cells: ``In 300 of the 361 cells ...``."""
    cells, name = found.cells, found.name((later,))
    some = [cell for cell in cells if cell.start(later) is not None]
    wins = [cell for cell in some if _is_won(found, cell.run_of(later))]
    if len({cell.start(later) for cell in wins}) < 2:
        wins = []  # one value says as much
    ends = [cell for cell in some if cell not in wins and _is_highest(found, cell, later)]
    if len({cell.start(later) for cell in ends}) < 2:
        ends = []
    starts = [cell.start(later) for cell in some if cell not in wins and cell not in ends]
    never = len(cells) - len(some)
    move = f"the move is {name}" if found.how == "strategy" else name
    kinds = [(len(starts), f" {_lowest(found, name, starts)}")] if starts else []
    kinds += [(len(wins), f", {move} only when that wins the game")] if wins else []
    highest = f", {move} only when the {found.head(found.threshold)} is the highest possible"
    kinds += [(len(ends), highest)] if ends else []
    kinds += [(never, f", never {name}")] if never else []
    if len(kinds) == 1:
        return f"In all {several(len(cells), 'cell')} of the table{kinds[0][1]}"
    (first, what), *more, (_, last) = kinds
    between = "".join(f"; in {count:,}{said}" for count, said in more)
    return f"In {first:,} of the {len(cells):,} cells{what}{between}; in the others{last}"


def _lowest(found: Found, name: str, starts: Sequence[Any]) -> str:
    """Where the values lie from which on a move is best."""
    low, high = min(starts), max(starts)
    (most, number), *_ = Counter(starts).most_common(1)
    between = f"is {low}" if low == high else f"lies between {low} and {high}"
    is_usual = low != high and 2 * number >= len(starts)
    usually = f", and is {most} in {number:,} of them" if is_usual else ""
    return f"the lowest {found.head(found.threshold)} at which to {name} {between}{usually}"


def _example(found: Found, cell: Cell, later: int, conditions: Sequence[str] = ()) -> str:
    """From which value on the later move is best in one cell."""
    name, field = found.name((later,)), found.head(found.threshold)
    only, wins = (" only", ", which wins the game") if _only_wins(found, cell, later) else ("", "")
    run = next(run for run in cell.runs if later in run.moves)
    values = f"{run.low} or more" if cell.is_simple(later) else _in_turns(found, cell, run)
    if _is_highest(found, cell, later) and not wins:
        only, values = " only", f"{run.low}, the highest possible"
    move = f"the move is {name}" if found.how == "strategy" else name
    where = together([*conditions, *_places(found, cell)])
    return f"{where}, {move}{only} when the {field} is {values}{wins}"


def _in_turns(found: Found, cell: Cell, first: Run) -> str:
    """The values of a run, then what is best above: ``19 to 41, roll at 42 and hold at 43``."""
    above = cell.runs[cell.runs.index(first) + 1 :][:MOST_ABOVE]
    values = [f"{found.name(run.moves)} at {_span(run, ' to ')}" for run in above]
    last = above[-1]
    if last is cell.runs[-1]:
        wins = ", which wins the game" if _is_won(found, last) else ""
        values[-1] = f"{found.name(last.moves)} at {last.low} or more{wins}"
    return listed([_span(first, " to "), *values])


def _only_wins(found: Found, cell: Cell, later: int) -> bool:
    """Whether the later move is best only where the game is as good as won."""
    start = cell.run_of(later)
    return _is_won(found, start) and start is not cell.runs[0]


def _is_highest(found: Found, cell: Cell, later: int) -> bool:
    """Whether the later move is best only with the highest value that is possible."""
    run = cell.run_of(later)
    axes = found.asked.axes
    if any(axis and axis.field == found.threshold and axis.text for axis in axes):
        return False
    return cell.is_simple(later) and run is cell.runs[-1] and run.low == run.high


def _is_won(found: Found, run: Run) -> bool:
    """Whether the best move wins the game, with the first value of a run."""
    return found.asked.measure.name == "win" and run.value > 1 - SURE


def _one_change(found: Found) -> str:
    """Return where the move changes in a list of numbers, if it changes once."""
    changes = [(one, other) for one, other in pairwise(found.cells) if one.moves != other.moves]
    if found.has_across or len(changes) > 1 or found.asked.show == "value":
        return ""
    first, last = found.cells[0], found.cells[-1]
    what = "the move" if found.how == "strategy" else "the best move"
    if len(found.cells) == 1:
        is_said = found.down == POSITION and _conditions(found)
        where = "" if is_said else f" {together(_places(found, first))}"
        return f"{what}{where} is {found.name(first.moves)}"
    if not changes:
        return f"{what} is always {found.name(first.moves)}"
    ((one, other),) = changes
    if not isinstance(one.down, int):
        return ""
    is_sure = found.asked.measure.name == "win" and other.value > 1 - SURE > one.value
    wins = ", which wins the game" if is_sure else ""
    return (
        f"{what} {_among(found, first, one)} is {found.name(first.moves)}; "
        f"{_among(found, other, last)} it is {found.name(last.moves)}{wins}"
    )


def _among(found: Found, first: Cell, last: Cell) -> str:
    """The places from one row to another: ``with own score 3 to 9``, ``after throw 1 or 2``."""
    low, high = found.cells.index(first), found.cells.index(last)
    values = [str(cell.down) for cell in found.cells[low : high + 1]]
    named = f"{values[0]} to {values[-1]}" if len(values) > 2 else listed(values, "or")
    if last is found.cells[-1] and _is_threshold(found):
        named = f"{values[0]} or more"  # what is more is as good
    return found.at(found.down, named)


def _is_threshold(found: Found) -> bool:
    """Whether the rows are all values of the field that the game names for thresholds."""
    axes = found.asked.axes
    are_named = any(axis and axis.field == found.down and axis.text for axis in axes)
    return found.down == found.asked.usual.threshold and not are_named


def _places(found: Found, cell: Cell) -> list[str]:
    """The place of a cell: ``with own score 0``, ``with other score 0``."""
    if found.down == POSITION:
        return [f"at {cell.down}"]
    places = [found.at(found.down, str(cell.down))]
    return [*places, found.at(found.across, str(cell.across))] if found.has_across else places


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
    if not found.threshold or found.is_flat:
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
        if found.is_flat:
            return f"{what}, whatever the {found.head(found.threshold)} is{_gaps(found)}"
        what += f", by {found.head(found.threshold)}" if found.threshold else ""
        return f"{what}{_gaps(found)}"
    name = found.name((found.switch[1],))
    what = f"{name} when the {found.head(found.threshold)} is this or more"
    marks = []
    if any(not cell.is_simple(found.switch[1]) for cell in found.cells):
        earlier = found.name((found.switch[0],))
        marks.append(f"{MARK} {earlier} is best again at a higher value")
    if any(cell.start(found.switch[1]) is None for cell in found.cells):
        marks.append(f"{NOTHING} never")
    return "; ".join([what, *marks])


def _gaps(found: Found) -> str:
    """What an empty cell means, if there is one."""
    rows, columns = ({getattr(cell, side) for cell in found.cells} for side in ("down", "across"))
    is_full = len(found.cells) == len(rows) * len(columns)
    return "" if is_full else f"; {NOTHING} no such position with a choice"


def caption(found: Found, thin: Sequence[str]) -> str:
    """Return the caption: what the table shows, and what it leaves out."""
    asked = found.asked
    fixed = [
        f"{seat_name(asked.measure, int(axis.text))} to move"
        if axis.field in TO_MOVE and axis.text.isdecimal()
        else f"{found.head(axis.field)} {axis.text}"
        for axis in asked.conditions
    ]
    parts = [setting(asked.rules), *fixed]
    parts += [f"from the position {asked.position}"] if asked.position else []
    done = "examined" if found.how == "strategy" or asked.usual.exactly else "solved"
    done += HOW[found.how]
    parts.append(f"{several(found.positions, 'position')} {done}{took(found.seconds)}")
    lines = [f"{'; '.join(parts)}."]
    if found.has_across:
        lines.append(f"Rows: {found.head(found.down)}; columns: {found.head(found.across)}.")
    if found.has_across or found.threshold:
        lines.append(f"Cells: {about_cells(found)}.")
    if asked.measure.seat is not None and found.how != "strategy":
        one = f"player {nth(asked.measure.seat)}"
        other = "the other" if len(asked.players) == 2 else "another"
        lines.append(
            f"The numbers are {one}'s chance. Where {other} player is to move, the lowest is best."
        )
    if found.drawn:
        lines.append(f"{asked.line} makes random choices: in some positions it may move otherwise.")
    shown = {*found.fields, *(axis.field for axis in asked.conditions)}
    lines += [note(asked.rules) for field, note in asked.usual.notes.items() if field in shown]
    lines += thin
    return "\n".join(lines)


def ahead(cell: Cell, rate: bool) -> str:
    """How much worse the next best move is."""
    if cell.lead != cell.lead:
        return NOTHING
    return exactly(100.0 * cell.lead if rate else cell.lead)
