"""The rule changes of a description in words: their effects, and the lines at their table."""

from __future__ import annotations

from playout.questions.describe.found import Changed, Found
from playout.questions.describe.lines import played_by
from playout.questions.skill_words import CLOSE, how_far
from playout.report.estimates import LEVEL, size_or_range
from playout.report.words import Unit, head, letters, listed, measured, several, turned

MOST_CHANGES = 2  # whose effects are in the sentence


def effects(found: Found) -> str:
    """Return the effects of changes that were asked for; or that none of all had an effect."""
    asked, changed = found.asked, found.changed
    if not changed:
        return ""
    if not any(one.size for one in changed):
        if changed[1:]:
            tried = f"{len(changed)} rule changes that were tried"
            return f"None of the {tried} had an effect in these games"
        return f"{_changing(found, changed[0])} had no effect in these games"
    if asked.command_value("knock_out") is None:
        return ""
    clear = [one for one in changed if min(one.main.holm, one.turns.holm) <= 1 - LEVEL]
    if not clear and changed[1:]:
        return f"None of the {len(changed)} rule changes has a clear effect"
    if not clear:
        return f"{_changing(found, changed[0])} has no clear effect"
    return ". ".join(_effect(found, one) for one in clear[:MOST_CHANGES])


def _changing(found: Found, one: Changed) -> str:
    """A change: ``Changing the option 'jump' from 10 to 0``; of a letter also the meaning."""
    change = one.change
    what = "the strategy" if change.name == "strategy" else f"the option '{head(change.name)}'"
    for meaning in letters(found.asked.game, [change.name]):
        what += f" ({meaning.partition(': ')[2]})"
    return f"Changing {what} from {change.before} to {change.value}"


def _effect(found: Found, one: Changed) -> str:
    """The clear effects of a change, on the main measure and on the number of turns."""
    measure, told = found.asked.measure, list[str]()
    main, turns = one.main.interval, one.turns.interval
    who = "player 1" if measure.per_seat or measure.seat is not None else "the team"
    who = who if found.seats > 1 else "the player"
    if measure.is_of_sides and found.asked.rules.partners > 1:
        who = "the side of player 1"
    if one.main.holm <= 1 - LEVEL and main.is_clear:
        told = [f"{who} {how_far(main, measure)}"]
    elif measure.name != "turns":
        of = f"how often {who} wins" if measure.name == "win" else f"the {measured(measure)}"
        told = [f"no effect on {of} is clear"]
    if measure.name != "turns" and one.turns.holm <= 1 - LEVEL and turns.is_clear:
        all_of_them = " (of all players together)" if found.seats > 1 else ""
        is_more = turns.estimate > 0
        far = size_or_range(turns if is_more else turned(turns), Unit(), rough=CLOSE)
        more = "more" if is_more else "fewer"
        told.append(f"a game has {far} {more} turns{all_of_them} on average")
    before = f" from {one.change.before} to "
    with_it = _changing(found, one).replace("Changing", "With", 1)
    with_it = with_it.replace(before, f" changed{before}", 1)
    return f"{with_it}, {' and '.join(told)}"


def of_changes(found: Found) -> str:
    """The title of the table of changes."""
    return f"Effects of single rule changes, played by {played_by(found)}"


def of_changes_below(found: Found, hidden: int) -> str:
    """Return the line below that table: hidden changes, and changes without an effect."""
    same: dict[str, list[str]] = {}
    for one in (one.change for one in found.changed if not one.size):
        same.setdefault(f"{head(one.name)} {one.before}", []).append(str(one.value))
    parts = [f"{before} to {listed(values, 'or')}" for before, values in same.items()]
    unchanged = f"no effect in these games: {listed(parts)}" if parts else ""
    if found.changed and not any(one.size for one in found.changed):
        return f"{several(found.table.games, 'game')} each, with the same luck; {unchanged}"
    more = f"; {several(hidden, 'smaller change')} hidden, see --csv or --json" if hidden else ""
    games = several(found.table.games, "game")
    star = "* clear, even among so many changes (Holm, 5 %)"
    turns = "; turns: of all players together" if found.seats > 1 else ""
    text = f"{games} each, with the same luck; largest effect first; {star}{turns}{more}"
    text += "\nthe strategies stay the same, so they may suit the changed rules less well"
    usual = {one.change.name for one in found.changed} - {*found.asked.rules.changed_options()}
    text += "".join(f"\n{meaning}" for meaning in letters(found.asked.game, usual))
    return f"{text}\n{unchanged}" if unchanged else text
