"""The best and the worst row in the sentence of a run, and how clear it is that they are."""

from __future__ import annotations

from dataclasses import dataclass

from playout.engine.game.game import Measure
from playout.questions.runs.wording.amounts import MOST_NAMED, one_somewhere, unless_clear
from playout.questions.runs.wording.labels import Label
from playout.questions.verbs import on_average, verb
from playout.report.words import listed


@dataclass(frozen=True)
class End:
    """The best row, or the worst: its label, and how much it has."""

    label: Label
    amount: str
    near: tuple[str, ...]  # the labels of rows from which it does not differ clearly


def best_unclear(
    measure: Measure, rows: int, best: End, worst: End, who: list[str], few: str
) -> str:
    """Return the rows of which one is the best, and that the others are worse."""
    rate, often, less = measure.is_rate, "most", "less"
    if measure.wanted == "lowest":
        often, less = "least", "more"

    def doing(many: bool) -> str:
        if measure.name == "win":
            return verb(measure, many)
        return f"{'do' if many else 'does'}{' so' if rate else ''}"

    top = f"{verb(measure, bool(who[1:])).removesuffix(' in')} {often} often" if rate else "is best"
    amount = f"{best.amount} of the games" if rate else on_average(measure, best.amount)
    near = listed([f"{best.label} ({amount})", *best.near], "or")
    if len(best.near) > MOST_NAMED:
        near = f"{best.label} leads ({amount}), but {len(best.near)} other rows are close to it"
    which = f"in which row {listed(who)} {top}" if who and rate else f"which row {top}"
    others, clearly = (
        rows - 1 - len(best.near),
        f"clearly {less} often" if rate else "clearly worse",
    )
    rest, end = str(worst.label), f", {worst.amount}"
    many = worst.label.is_several
    if others > 1 and worst.near:
        rest, end, many = f"the other {others} rows", "", True
    elif others > 1:
        clearly = f"{'least' if less == 'less' else 'most'} often" if rate else "worst"
    if who:
        rest = f"{'with' if end else 'in'} {rest} {'they' if who[1:] else 'it'}"
        many = bool(who[1:])
    return f"{few} say {which}: {near}; {rest} {doing(many)} {clearly}{end}"


def best_and_worst(measure: Measure, rows: int, best: End, worst: End, who: list[str]) -> str:
    """Return the best and the worst row, and how clear it is that they are."""
    two = rows == 2
    several_best, several_worst = (
        bool(who[1:]) if who else end.label.is_several for end in (best, worst)
    )
    more, less = "better than", "worse than"
    if measure.is_rate:
        often = ["more", "less"] if two else ["most", "least"]
        more, less = "more often than", "less often than"
        if measure.wanted == "lowest":
            often, more, less = often[::-1], less, more
        in_ = "" if measure.name == "win" else "in "
        does = verb(measure, several_best).removesuffix(" in")
        again = verb(measure, several_worst) if not in_ else "do so" if several_worst else "does so"
        top, bottom = f"{does} {often[0]} often", f"{again} {often[1]} often,"
        if two and not in_:
            bottom = again
        amounts = f"{in_}{best.amount} of the games", f"{in_}{worst.amount}"
    else:
        does, again = ("do" if many else "does" for many in (several_best, several_worst))
        of_all = "" if who else f" of the {rows} rows"
        top, bottom = (
            (f"{does} better", f"{again} worse,")
            if two
            else (f"{does} best{of_all}", f"{again} worst,")
        )
        amount = on_average(measure, best.amount).replace("an average", "with an average", 1)
        amounts = amount, worst.amount
    if who:
        it, with_ = "they" if who[1:] else "it", " with"
        said = f"{listed(who)} {top} with {best.label}, {amounts[0]}"
        also = f"with {worst.label} {it} {bottom} {amounts[1]}"
        if not two:
            also = f"{it} {bottom.rstrip(',')} with {worst.label}, {amounts[1]}"
    else:
        with_, said = "", f"{best.label} {top}, {amounts[0]}"
        also = f"{worst.label} {bottom} {amounts[1]}"
    said += unless_clear(best.near, f"{more}{with_}")
    return f"{said}; {also}{unless_clear(worst.near, f'{less}{with_}')}"


def no_difference(
    measure: Measure, rows: int, best: End, worst: End, who: list[str], unclear: str
) -> str:
    """Return a sentence for rows without a clear difference, with the best and the worst."""
    then = ";" if unclear.startswith("no ") else ":"
    if who:
        does = f"{listed(who)} {does_on_average(measure, best.amount, len(who) > 1)}"
        if rows == 2:
            other = f"{worst.amount} with {worst.label}"
            return one_somewhere(f"{unclear}{then} {does} with {best.label} and {other}")
        return (
            f"{unclear} between the {rows} rows{then} in the best so far, {best.label}, "
            f"{does}, and in the worst, {worst.label}, {worst.amount}"
        )
    does = does_on_average(measure, best.amount, best.label.is_several)
    if rows == 2:
        return f"{unclear} between {best.label} ({does}) and {worst.label} ({worst.amount})"
    return (
        f"{unclear} between the {rows} rows{then} the best so far, {best.label}, {does}, and "
        f"the worst, {worst.label}, {worst.amount}"
    )


def does_on_average(measure: Measure, amount: str, are_several: bool = False) -> str:
    """A clause: ``wins about 64 % of the games``, ``takes about 12 turns on average``."""
    doing = verb(measure, are_several)
    if measure.is_rate:
        return f"{doing} {amount} of the games"
    return f"{doing} {on_average(measure, amount)}"
