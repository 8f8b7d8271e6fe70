"""The words of a gate: which expectations hold, and what was found where one does not."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.gate.expectations import Expectation
from playout.questions.gate.found import ERROR, FAILED, OPEN, PASSED, Found
from playout.questions.targets.targets import Goal
from playout.questions.targets.words import fields, fixed_rules, named, sign, value, written
from playout.report.estimates import STAY_VALID
from playout.report.words import capitalised, several, took, unit_of
from playout.stats.intervals import Interval

MOST_NAMED = 3  # expectations in a sentence


def sentence(found: Found) -> str:
    """Whether all expectations hold, and what was found of those that do not."""
    asked, count = found.asked, len(found.asked.expectations)
    title = asked.game.title
    if asked.record:
        games = several(min(played.games for played in found.counted), "game")
        text = f"Recorded {games} for {several(count, 'expectation')} of {title}."
        if found.complete:
            text += " Later versions that play the same deals can be judged against them."
        else:
            text += f" It takes {asked.max_games:,}, so nothing can be judged against them yet."
            text += "" if found.replaced else " The same command resumes the recording."
        return f"{text} {found.replaced}".strip()
    first = {
        PASSED: f"{title} passes: {_all(count)}.",
        FAILED: f"{title} does not pass: {_some(found, FAILED, count)}.",
        ERROR: f"{title} was not checked to the end: {_some(found, ERROR, count)}.",
        OPEN: f"It is not clear yet whether {title} passes: {_some(found, OPEN, count)}.",
    }[found.result]
    shown = [k for k, one in enumerate(found.results) if one in (ERROR, FAILED)]
    shown = shown or [k for k, one in enumerate(found.results) if one == OPEN]
    parts = [capitalised(f"{told(found, k)}.") for k in shown[:MOST_NAMED]]
    if len(shown) > MOST_NAMED:
        parts.append("The table has the others.")
    if found.result == OPEN and found.complete:
        again = any(asked.expectations[k].recorded for k in shown)
        more = ", and record the old version again" if again else ""
        parts.append(f"More games may decide it: raise max_games{more}.")
    return " ".join([first, *parts])


def _all(count: int) -> str:
    if count == 1:
        return "the expectation holds"
    return f"{'both' if count == 2 else f'all {count}'} expectations hold"


def _some(found: Found, result: str, count: int) -> str:
    """How many expectations have this result."""
    number = found.results.count(result)  # type: ignore[arg-type]
    verbs = {FAILED: "fails|fail", OPEN: "needs more games|need more games"}
    one, more = verbs.get(result, "stopped with an error|stopped with an error").split("|")
    if count == 1:
        return f"the expectation {one}"
    return f"{number} of {count} expectations {one if number == 1 else more}"


def told(found: Found, k: int) -> str:
    """What was found, and what is expected: ``the win rate is 52.1 % (51 to 53), expected ...``."""
    one, intervals = found.asked.expectations[k], found.intervals[k]
    goal = one.target.goal
    if found.stopped is not None and found.results[k] in (ERROR, OPEN):
        why = "an error stopped the gate before it was clear"
        if found.results[k] == ERROR:
            why = found.stopped[1].splitlines()[0]
        return f"the expectation {one.name} could not be checked: {why}"
    if not found.counted[k].games:
        return f"no games were played for {one.name}"
    if goal.terms[0].equal:
        return f"{value(goal, intervals, one.setting.rules)}, expected: {one.wanted}"
    return f"{what(one)} is {measured(one, intervals)}, expected: {one.wanted}"


def what(one: Expectation) -> str:
    """The number of an expectation: ``the win rate of hold against random``."""
    goal = one.target.goal
    if goal.terms[0].equal:
        who = goal.terms[0].strategy
        everyone = replace(goal.terms[0], strategy="")
        return f"{named(Goal((everyone,)))} of each player{who and f', all {who}'}"
    beside = "" if one.recorded is None else f" minus that in {one.recorded.file}"
    return named(one.setting.spelled(goal)) + beside


def _players(found: Found) -> str:
    """Who plays where an expectation does not say it."""
    asked, text = found.asked, ""
    goals = [(one.target.goal, one.setting) for one in asked.expectations]
    terms = [term for goal, _ in goals for term in goal.terms]
    spelled = [term for goal, setting in goals for term in setting.spelled(goal).terms]
    if any(not term.strategy for term in terms):
        text += f"Where no strategy is named, {asked.strategy} plays. "
    if any(full.against and not term.against for full, term in zip(spelled, terms, strict=True)):
        text += f"Where no opponents are named, they play {asked.game.default_strategy}. "
    return text


def measured(one: Expectation, intervals: list[Interval]) -> str:
    """An estimate with its interval; of the seats that of the farthest, and which it is."""
    goal = one.target.goal
    found = fields("value", goal, intervals, one.setting.rules)
    return written(found, "value", goal.measure.is_rate, unit(one))


def unit(one: Expectation) -> str:
    """What stands behind its value: `` %``, `` % points``, or nothing."""
    goal = one.target.goal
    return unit_of(goal.measure).points if one.is_difference else sign(goal)


def caption(found: Found) -> str:
    """Caption of the table."""
    asked = found.asked
    games = f"{found.games:,} games{took(found.seconds)}; seed {asked.seed}."
    if asked.record:
        return games
    error = max(one.error for one in asked.expectations)
    same = all(one.setting.rules == asked.rules for one in asked.expectations)
    rules = f"{fixed_rules(asked.rules)} ".lstrip() if same else ""
    return (
        f"{rules}{_players(found)}In brackets: intervals {STAY_VALID}. The chance that an "
        f"expectation wrongly passes or fails is at most {100 * error:.10g} %. {games}"
    )
