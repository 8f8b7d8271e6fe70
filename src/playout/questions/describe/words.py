"""A description in words: what kind of game it is, and how the numbers are to be read."""

from __future__ import annotations

import math
from fractions import Fraction

from playout.engine.find.games import number_of_strategies
from playout.engine.game.game import Rules
from playout.engine.game.measures import Measure
from playout.engine.play.courses import has_turns
from playout.engine.words.numbering import nth
from playout.questions.describe.asked import can_compare
from playout.questions.describe.change_words import effects
from playout.questions.describe.found import Found
from playout.questions.describe.lines import exactly_as, played_by
from playout.questions.describe.watched import ALL_FORCED, MOST_TURNS, MOVES, TURNS
from playout.questions.skill_words import (
    FINE,
    beside_default,
    in_short,
    other_strategies,
    reach_in_words,
    share_in_words,
)
from playout.questions.verbs import outcome, verb
from playout.report.estimates import (
    LEVEL,
    about_or_between,
    fixed_intervals,
    is_rough,
    part_of,
    too_few,
)
from playout.report.words import (
    by_default,
    capitalised,
    exactly,
    half_width,
    head,
    is_plural,
    listed,
    measured,
    option_text,
    setting,
    several,
    took,
)
from playout.stats.components import differences
from playout.stats.intervals import Interval

SHORT, LONG = 15, 50  # turns of each player: up to the first a game is short, from the second long
NEAR = 0.02  # a share that is as near to one in two, three, four or five is called so
LARGEST_PART = 5
MOST_HELP = 60  # characters of the help of an option in a caption
SEVERAL = "several legal moves"
SHARED = 0.01  # part of the games from which on shared wins change what is told
NO_CHOICE = "nothing to decide"
NUMBERS = ["no", "one", "two", "three", "four", "five"]


def sentence(found: Found) -> str:
    """Return the sentence: length, choices, luck, and who wins."""
    asked = found.asked
    where, by = setting(asked.rules), f", played by {played_by(found)}"
    if not found.table.games:
        return f"{where}{by}: no game has been played yet."
    choices = _choices(found)
    where += "" if choices == NO_CHOICE else by
    kind = "; ".join(kind for kind in (_length(found), choices) if kind)
    kind = f"one game was played, {kind}" if found.table.games == 1 else kind
    parts = (f"{where}: {kind}", _few(found), _wins(found), _skill(found), effects(found))
    return " ".join(f"{part}." for part in parts if part)


def _games(found: Found) -> str:
    return several(found.table.games, "game")


def _few(found: Found) -> str:
    """What the games are too few for."""
    played, planned = found.table.games, found.asked.games
    if not found.complete and played < planned:
        return f"Only {played:,} of {planned:,} games were played before it stopped"
    unknown = ["for reliable averages"] if _is_rough(found) else []
    if found.level_games and found.reach is None and not found.is_same:
        unknown.append("to tell how much the choice of strategy matters")
    return f"{too_few(_games(found))} {' or '.join(unknown)}" if unknown else ""


def _is_rough(found: Found) -> bool:
    """Whether a few games say little about how long a game is."""
    return is_rough(found.mean(TURNS))


def _length(found: Found) -> str:
    each = found.mean(TURNS).times(1 / found.seats)
    length = "a game of medium length"
    if each.estimate <= SHORT:
        length = "a short game"
    elif each.estimate >= LONG:
        length = "a long game"
    turns, whose, game = each, " each" if found.seats > 1 else "", found.asked.game
    if whose and not (game.cooperative or game.counts_seats):  # in Hex one may have more turns
        turns, whose = found.mean(TURNS), " together"
    noun, number = "turn" if has_turns(found.asked.rules) else "move", _rounded(turns.estimate)
    if _counts_turns(found):
        return length
    return f"{length} (about {number} {noun}{'' if number == '1' else 's'}{whose})"


def _counts_turns(found: Found) -> bool:
    """Whether the measure that is told below counts the turns of one player by another name."""
    measure = found.asked.measure
    if found.seats > 1 or measure.name == "turns" or measure.is_rate or found.table.games < 2:
        return False
    return is_plural(measure) and found.measured(measure).estimate == found.mean(TURNS).estimate


def _rounded(value: float) -> str:
    """A number for a sentence: whole from 10 on, else to two digits."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _choices(found: Found) -> str:
    """How many decisions are real choices."""
    forced = found.ratio(ALL_FORCED, MOVES, most=1.0)
    games = "this game" if found.table.games == 1 else "these games"
    return choices_in_words(Interval(1 - forced.estimate, 1 - forced.high, 1 - forced.low), games)


def choices_in_words(real: Interval, games: str = "these games") -> str:
    """The share of decisions with several legal moves: ``two in three decisions have several
    legal moves``."""
    share = real.estimate
    if math.isnan(share):
        return ""
    if share == 0:
        return NO_CHOICE
    if share >= 1 - NEAR:
        if share == 1:  # in games that were not played there may be others
            return f"every decision in {games} had {SEVERAL}"
        return f"nearly every decision has {SEVERAL}"
    part = Fraction(share).limit_denominator(LARGEST_PART)
    if 0 < part < 1 and abs(share - part) <= NEAR:
        some, all_of_them = NUMBERS[part.numerator], NUMBERS[part.denominator]
        verb = "has" if part.numerator == 1 else "have"
        return f"{some} in {all_of_them} decisions {verb} {SEVERAL}"
    return f"about {max(1, round(100 * share))} % of the decisions have {SEVERAL}"


def _skill(found: Found) -> str:
    """How far the strategies lie apart, and how much of a single game that is."""
    compared, sums, skill, reach = found.asked.compared, found.sums, found.skill, found.reach
    if found.is_same and compared is not None:
        every = in_short([player.reference for player in compared.players], "or")
        games, value = several(found.level_games, "game"), found.level_means[0].estimate
        if compared.measure.name != "win" or value not in (0, 1):
            return f"With {every}, every game had the same {measured(compared.measure)}"
        return f"With {every}, {f'all {games} were' if value else f'none of {games} was'} won"
    if compared is None or sums is None or skill is None or reach is None:
        return ""
    names = [player.reference for player in compared.players]
    means = found.level_means
    rivals = compared.against, found.sides, found.asked.rules.partners
    far = reach_in_words(names, reach, means, compared.measure, *rivals)
    default = found.asked.game.default_strategy
    leads = None
    if default in names:
        leads = differences(sums, names.index(default), compared.unit, LEVEL)
    lead = beside_default(names, reach, default, leads, compared.measure)
    share = share_in_words(skill, compared.measure, names), other_strategies(skill, names)
    return " ".join([f"{capitalised(far)}.", *lead, *share]).removesuffix(".")


def _skill_tells(found: Found) -> bool:
    """Whether the comparison of strategies also says how often this one wins: it is at an end."""
    asked, reach = found.asked, found.reach
    if reach is None or not asked.measure.is_rate or not math.isnan(found.exact(asked.measure)):
        return False
    ends = {asked.levels[place].reference for place in (reach.best, reach.worst)}
    return any({player.reference for player in asked.players} == {end} for end in ends)


def _wins(found: Found) -> str:
    """Return who wins, or how well the players do; and whether that is counted or calculated."""
    win = found.asked.win
    if win is None and _skill_tells(found):
        return ""
    text = _result(found) if win is None else _seats(found, win)
    ways = ["calculated exactly"] * (not math.isnan(found.exact(win or found.asked.measure)))
    ways += [] if win is None else _shared_wins(found)
    if not text or not ways:
        return text
    return capitalised(", ".join([*ways, f"{text[0].lower()}{text[1:]}"]))


def _shared_wins(found: Found) -> list[str]:
    """Return how a shared win counts, if there were enough of them."""
    share = found.shared_wins
    if share.estimate < SHARED:
        return []
    if found.sides > 2:
        return ["counting a tie as part of a win"]
    rate = about_or_between(share, rate=True)
    who = "player" if found.sides == found.seats else "team"
    return [f"counting a draw ({rate} of the games) as half a win for each {who}"]


def _seats(found: Found, win: Measure) -> str:
    """Return which seat has an advantage."""
    equal = 1 / found.sides
    shares = [
        found.share(win, seat).unless_known(found.exact(win, seat)) for seat in range(found.sides)
    ]
    best = max(range(found.sides), key=lambda seat: shares[seat].estimate)
    clear = [
        seat
        for seat, share in enumerate(shares)
        if not (share.low <= equal <= share.high or math.isclose(share.estimate, equal))
    ]
    seat = best if best in clear else 0
    amount = _amount(shares[seat], found.share(win, seat), rate=True)
    than = f", where an equal share is {100 * equal:.3g} %" if found.sides > 2 else ""
    of_side = "" if found.asked.rules.partners == 1 else "the side of "
    first = f"{of_side}the player who goes first{_plays(found, 0)}"
    if best in clear:
        who = first if best == 0 else f"{of_side}player {nth(best)}{_plays(found, best)}"
        who = capitalised(who)
        return f"{who} wins {amount} of the games{than}"
    if 0 in clear:
        return f"{capitalised(first)} wins only {amount} of the games"
    side = "side" if of_side else "player" if _plays(found, 0) else "seat"
    if all(share.low == share.high for share in shares):
        return f"All {side}s win equally often"
    if _is_rough(found):
        return ""
    none = f"No {side} shows a clear advantage"
    if any(half_width(share) > FINE for share in shares):
        none = f"{too_few(_games(found))} to tell whether a {side} has an advantage"
    return f"{none}: {first} wins {amount} of the games{than}"


def _plays(found: Found, seat: int) -> str:
    """The strategy of a seat and its partners, if not all play the same: `` (random)``."""
    names = [player.reference for player in found.asked.players]
    own = dict.fromkeys(names[seat :: found.sides])
    return f" ({listed([*own])})" if len(set(names)) > 1 else ""


def _result(found: Found) -> str:
    """Return how well the players do where no seat wins against others."""
    measure = found.asked.measure
    if measure.name == "turns":
        return ""  # as was said
    counted, name = found.measured(measure), head(measure.name)
    value = counted.unless_known(found.exact(measure))
    games, is_known = found.table.games, value.low == value.high
    if not measure.is_rate:
        if games == 1 and not is_known:
            return f"{capitalised(name)} in the only game: {exactly(value.estimate)}"
        amount = _amount(value, counted, rate=False)
        if not is_plural(measure):
            return f"The average {name} is {amount}"
        who = f"Player 1{_plays(found, 0)}" if measure.per_seat else "The team"
        return (
            f"{who if found.seats > 1 else 'The player'} {verb(measure)} {amount} {name} on average"
        )
    did, do, does = ("won", "win", "wins")
    if measure.name != "win":
        did, do, does = ("happened in", "happen in", "happens in")
    if games == 1 and not is_known:
        does = f"{did if value.estimate else f'did not {do}'} the only game"
    elif value.estimate in (0, 1) and not is_known:
        does = f"{did} {part_of(value, games)}"
    else:
        does = f"{does} {_amount(value, counted, rate=True)} of the games"
    if measure.name != "win":
        return f"{outcome(measure)} {does}"
    if measure.seat is not None:
        return f"Player {nth(measure.seat)} {does}"
    return f"The {'team' if found.seats > 1 else 'player'} {does}"


def _amount(value: Interval, counted: Interval, rate: bool) -> str:
    """An exact value as the table has it; else what was counted, or both ends of its interval."""
    if value.low < value.high:
        return about_or_between(value, rate, FINE)
    text = exactly_as(value.estimate, counted, rate)
    size, _, sign = text.partition(" ")
    size = size.rstrip("0").rstrip(".") if "." in size else size
    return f"{size} {sign}".rstrip()


def missing(found: Found) -> list[str]:
    """Return sentences about the numbers that this page lacks, and why."""
    asked, told = found.asked, list[str]()
    if not found.table.games:
        return told
    if found.seats > 1 and asked.game.cooperative:
        told.append("seats (the players win or lose together)")
    elif found.seats == 1 and asked.game.counts_seats:
        told.append("seats and lead (one player plays alone)")
    if found.seats > 1 and not asked.game.cooperative:
        if asked.standing is None:
            told.append("lead (no measure says who is ahead during a game)")
        elif not found.shows_leader:
            told.append(f"lead (no seat is ahead by {measured(asked.standing)} before the end)")
    if asked.compared is not None and not found.level_games:
        told.append("skill and luck (stopped before strategies were compared)")
    elif found.is_same:
        told.append(f"luck (every game gave the same {measured(asked.measure)})")
    if asked.compared is None:
        if number_of_strategies(asked.game) < 2:
            told.append("skill and luck (there is only one strategy)")
        elif not can_compare(asked.rules):
            told.append("skill and luck (no measure belongs to a seat)")
        else:
            told.append("skill and luck (no strategies were compared)")
    if not asked.changes:
        told.append("rule changes (none was tried)")
    elif not found.changed:
        told.append("rule changes (stopped before one was tried)")
    return told


def caption(found: Found) -> str:
    """How the numbers are to be read, and how much was played."""
    asked, by = found.asked, played_by(found)
    text = (
        f"{fixed_intervals(found.complete)}; seed {asked.seed}; "
        f"{several(found.table.games, 'game')} by {by}, {several(found.games, 'game')} in total"
        f"{took(found.seconds, '; ')}."
    )
    if asked.win is not None and found.seats > 1:
        text += "\nThe intervals of the players hold for all of them at once."
    if found.asked.standing is not None and found.shows_leader:
        text += f"\nLeader: by {measured(asked.standing)}"  # type: ignore[arg-type]
        text += f", in games with one winner and at most {MOST_TURNS} turns."
    if meanings := _meanings(asked.rules):
        text += f"\nOptions: {'; '.join(meanings)}."
    if not has_turns(asked.rules):
        text += "\nThe rules do not say where a turn ends, so with one player each move is a turn."
    if left_out := missing(found):
        text += f"\nLeft out: {'; '.join(left_out)}."
    return text + by_default(asked.players, asked.rules)


def _meanings(rules: Rules) -> list[str]:
    """What the changed options mean, where one line says so: ``goal=50: points that win``."""
    helps = {name: rules.game.option(name).help for name in rules.changed_options()}
    lines = {name: text.partition("; default")[0] for name, text in helps.items()}
    return [
        f"{option_text(name, rules.label(name))}: {line}"
        for name, line in lines.items()
        if len(line) <= MOST_HELP
    ]


def of_levels(found: Found) -> str:
    """The title of the table of strategies."""
    asked = found.asked
    compared = asked.compared
    assert compared is not None
    if compared.against is None or found.seats == 1:
        where = "on all seats" if found.seats > 1 else "by the player"
        return f"What skill is worth: each strategy played {where}"
    others = "the other" if found.sides == 2 else "all others"
    rival, one = compared.against.reference, "seat" if found.sides == found.seats else "side"
    return f"What skill is worth: each strategy on one {one}, {rival} on {others}"


def of_levels_below(found: Found) -> str:
    """Return the line below that table."""
    asked, compared = found.asked, found.asked.compared
    first = asked.levels[0].reference
    is_share = compared is not None and compared.against and compared.measure.is_rate
    equal = f"; an equal share is {100 / found.sides:.3g} %" if is_share and found.seats > 1 else ""
    games = several(found.level_games // len(asked.levels), "game")
    return (
        f"{games} of each strategy, with the same luck for all{equal}; "
        f"differences from {first}: {100 * LEVEL:g} % intervals that hold for all of them at once"
    )
