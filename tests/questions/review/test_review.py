"""Which moves mattered: skill and luck add up, luck is 0 on average, mistakes are mistakes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.games.pig.rules import ROLL
from playout.questions.review import Answer, Found, Job, ask
from playout.runner.plan import Batch
from playout.the_game import card_move
from tests.playing import refused
from tests.reference import pig as pig_reference

SURE = 4.9  # standard errors: a false alarm in a million
TINY: dict[str, Any] = {"players": 1, "low": 1, "high": 12, "hand": 3, "jump": 3}


def review_of(**asked: Any) -> Found:
    """What is found of a game."""
    question = ask(**asked)
    job = Job(question)
    counted = [job.play(Batch(k, 0, question.worlds)) for k in range(len(question.decisions))]
    return Found(question, tuple(counted), 0.0, True)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(
            {"game": "the-game", "strategy": "greedy", "players": 3, "seed": 4},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {
                "game": "the-game",
                "strategy": "random",
                "measure": "cards_left",
                "reviewer": "greedy",
            },
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"game": "cant-stop", "strategy": "rule-of-28+random", "seed": 2},
            marks=pytest.mark.thorough,
        ),
        {"game": "pig", "strategy": "random", "players": 3},
        pytest.param({"game": "hex", "strategy": "random", "rows": 4}, marks=pytest.mark.thorough),
    ],
)
def test_start_skill_and_luck_are_exactly_the_result(asked: dict[str, Any]) -> None:
    one = review_of(worlds=30, **asked)
    opening = one.judged[0]
    for story in one.stories:
        means = [
            [Fraction(m.total) / m.n for m in (j.before, j.after, j.gain)] for j in story.judged
        ]
        assert all(after - before == gain for before, after, gain in means)
        then = [before for before, _, _ in means[1:]] + [Fraction(story.result)]
        changes = [value - after for value, (_, after, _) in zip(then, means, strict=True)]
        skill = sum(gain for _, _, gain in means)
        assert means[0][0] + skill + sum(changes) == Fraction(story.result)
        assert story.skill.estimate == pytest.approx(float(skill))
        start = story.begin.estimate
        gained = opening.gain_of(story.seat).mean
        assert start == pytest.approx(opening.after_of(story.seat).mean - gained)
        parts = [start, story.skill.estimate, story.others.estimate, story.luck.estimate]
        assert sum(parts) == pytest.approx(story.result)
        turns = range(len(story.judged))
        others, luck = ([part(k) for k in turns] for part in (story.others_after, story.luck_after))
        assert np.add(others, luck) == pytest.approx([float(one) for one in changes])
        first = story.judged[0].decision.number
        before = [one for one in story.rivals if one.decision.number < first]
        told = sum(others) + sum(one.gain_of(story.seat).mean for one in before)
        assert told == pytest.approx(story.others.estimate)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "pig", "strategy": "random", "players": 3, "goal": 50},
        {"game": "pig", "strategy": "random", "goal": 30},
    ],
)
def test_the_sums_of_all_seats_begin_at_the_same_decision(asked: dict[str, Any]) -> None:
    one = review_of(worlds=30, **asked)
    stories = one.stories
    assert len(stories) == int(one.asked.rules["players"])
    assert sum(story.begin.estimate for story in stories) == pytest.approx(1)
    assert sum(story.luck.estimate for story in stories) == pytest.approx(0, abs=1e-9)
    changed = sum(story.skill.estimate + story.others.estimate for story in stories)
    assert changed == pytest.approx(0, abs=1e-9)


@pytest.mark.thorough
def test_between_rivals_luck_is_nothing_on_average_and_others_are_told_apart() -> None:
    """`random` gives points away to whoever plays against it, and that is no luck."""
    games = [
        review_of(
            game="pig", strategy="random+hold:at=6", goal=40, reviewer="optimal", worlds=40, seed=k
        )
        for k in range(30)
    ]
    both = [one.stories for one in games if len(one.stories) == 2]  # each may decide
    for seat in (0, 1):
        luck = np.array([stories[seat].luck.estimate for stories in both])
        assert abs(luck.mean()) < SURE * luck.std(ddof=1) / len(luck) ** 0.5
    gained = np.array([stories[1].others.estimate for stories in both])
    assert gained.mean() > SURE * gained.std(ddof=1) / len(gained) ** 0.5
    for first, second in both:  # what one loses by a move the other wins, in the same worlds
        mine = [-one.gain.mean for one in first.judged if one in second.rivals]
        assert second.others.estimate == pytest.approx(sum(mine))


@pytest.mark.slow
def test_luck_is_nothing_on_average_and_skill_is_the_difference_of_the_strategies() -> None:
    """Of one player: nobody else can tell by a move what is hidden."""
    games = [
        review_of(
            game="the-game", strategy="greedy", reviewer="random", game_number=k, worlds=30, **TINY
        )
        for k in range(30)
    ]
    luck = np.array([one.stories[0].luck.estimate for one in games])
    assert abs(luck.mean()) < SURE * luck.std(ddof=1) / len(luck) ** 0.5
    skill = np.array([one.stories[0].skill.estimate for one in games])
    rates = [
        playout.run("the-game", strategy=name, games=40_000, **TINY)[0]["win"]
        for name in ("greedy", "random")
    ]
    gained = rates[0] - rates[1]
    assert gained > 0.05
    assert abs(skill.mean() - gained) < SURE * skill.std(ddof=1) / len(skill) ** 0.5


def test_the_cost_of_a_move_of_pig_is_that_of_its_equations() -> None:
    hold = pig_reference.hold_at(20, 100)
    win = pig_reference.chances((hold, hold), 100)
    match = Match("pig", position="scores=60,70 turn_total=40")
    match.play("roll")
    while not match.is_over:
        match.play("hold" if "hold" in map(match.format_move, match.legal_moves()) else "roll")
    one = review_of(game=match, reviewer="hold", worlds=20_000)
    first = one.judged[0]
    assert first.decision.number == 0
    assert first.is_mistake
    assert match.moves[0] == ROLL  # where to hold has 100 points
    truth = float(1 - ((1 - win(1, 70, 60)) / 6 + Fraction(5, 6)))
    assert first.cost.low < truth < first.cost.high
    assert first.cost.estimate == pytest.approx(truth, abs=0.02)


@pytest.mark.slow
def test_moves_of_a_file_are_reviewed_as_those_of_the_game(tmp_path: Path) -> None:
    match = Match("the-game", strategy="quick", players=2, high=18, seed=3, game_number=2)
    shown: list[dict[str, Any]] = []
    while not match.is_over:
        position = match.position
        shown.append({"move": match.format_move(match.step()), "position": position})
    lines, replay = tmp_path / "moves.txt", tmp_path / "game.json"
    lines.write_text("# a game\n\n" + "\n".join(one["move"] for one in shown))
    rules = dict(match.rules.values)
    replay.write_text(
        json.dumps(
            {"game": "the-game", "seed": 3, "number": 2, "rules": rules, "players": ["quick"] * 2}
            | {"moves": shown, "counted_from": 1}
        )
    )
    place: dict[str, Any] = {"players": 2, "high": 18, "seed": 3, "game_number": 2, "worlds": 8}
    whole = playout.review("the-game", strategy="quick", **place)
    texts = [one["move"] for one in shown]
    for moves in (lines, texts):
        assert list(playout.review("the-game", moves=moves, **place)) == list(whole)
    assert list(playout.review("the-game", moves=replay, worlds=8)) == list(whole)
    assert list(playout.review(match, worlds=8)) == list(whole)


def test_a_game_of_a_run_that_was_saved_is_reviewed(tmp_path: Path) -> None:
    path, other = tmp_path / "pigs.run", tmp_path / "two.run"
    playout.run("pig", seats="hold,random", goal=[50, 60], games=10, seed=3, save=path)
    playout.compare("pig", a="hold", b="random", max_games=20, save=other)
    match = Match("pig", seats="hold,random", goal=60, seed=3, game_number=7)
    list(match.run())
    asked: dict[str, Any] = {"worlds": 20}
    answer = playout.review(run=path, row=3, game_number=7, **asked)
    assert answer == playout.review(match, **asked)
    for more, said in (
        ({"game_number": 10}, "games 0 to 9"),
        ({"row": 5}, "4 rows"),
        ({"game": "hex"}, "not of hex"),
        ({"strategy": "hold"}, "the saved run already"),
        ({"run": other}, "a saved run of playout compare"),
        ({"run": tmp_path / "none.run"}, "no such run"),
    ):
        with pytest.raises(PlayoutError, match=said):
            playout.review(**{"run": path, **asked, **more})
    with pytest.raises(PlayoutError, match="only possible with run"):
        playout.review("pig", row=1)


@pytest.mark.slow
def test_only_the_decisions_of_a_seat_are_judged() -> None:
    every = playout.review("cant-stop", strategy="random", worlds=20)
    one = playout.review("cant-stop", strategy="random", worlds=20, seat=1)
    assert {row["seat"] for row in one} == {1}
    assert [row["turn"] for row in one] == [row["turn"] for row in every if row["seat"] == 1]


@pytest.mark.thorough
def test_people_see_the_curve_the_mistakes_and_their_positions() -> None:
    answer = playout.review("the-game", strategy="greedy", players=3, seed=4, worlds=400)
    assert answer.mistakes
    worst = answer.mistakes[0]
    assert worst["cost_low"] > 0
    where = f"after {worst['turn']} moves seat {worst['seat'] + 1} chose {worst['move']}"
    assert where in answer.sentence()
    told = repr(answer)
    assert "▁" in told
    assert "draw pile" in told
    assert told.count("playout odds the-game") == 3
    page = answer._repr_html_()
    assert page.count("<svg") >= 5  # the curve for both widths, and positions
    assert "playout odds the-game" in page
    data = answer.data()
    assert len(data["rows"]) == len(answer)
    assert data["seats"][-1]["result"] == 0


def test_a_review_that_was_stopped_at_once_has_an_empty_picture() -> None:
    job = Job(ask("pig", strategy="random", worlds=20))
    found = Found(job.asked, tuple(job.nothing()), 0.0, False)
    assert Answer(found).plot() is not None


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ((840, 0, 0), "Seat 1 won."),
        ((0, 420, 420), "Seats 2 and 3 shared the win."),
        ((0, 0, 0), "No seat won."),
    ],
)
def test_a_review_that_was_stopped_says_who_won_and_how_much_is_simulated(
    outcome: tuple[int, ...], said: str
) -> None:
    asked = ask("pig", strategy="random", players=3, goal=30, worlds=20)
    first = asked.column(0)
    columns = (*asked.outcome[:first], *outcome, *asked.outcome[first + 3 :])
    job = Job(replace(asked, outcome=columns))
    counted = [job.play(Batch(0, 0, 20)), *job.nothing()[1:]]
    sentence = Answer(Found(job.asked, tuple(counted), 0.0, False)).sentence()
    every = len(asked.decisions)
    assert sentence.startswith(
        f"{said} Only 1 of the {every} decisions has been simulated so far. "
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "snakes-and-ladders", "measure": "win"}, "nothing to decide"),
        ({"game": "pig", "worlds": 0}, "worlds"),
        ({"game": "pig", "worlds": 1}, "must be from 2 to"),
        ({"game": "pig", "seat": 2}, "seat=2: must be from"),
        ({"game": "pig", "reviewer": "nobody"}, "nobody"),
        ({"game": "pig", "moves": ["roll"]}, "not over after 1 moves"),
        ({"game": "pig", "moves": 3}, "a list of moves or the name of a file"),
        ({"game": "pig", "reviewer": ["hold"]}, "one strategy"),
        ({"game": "pig", "moves": ["jump"]}, "move 1, jump: "),
        ({"game": "the-game", "moves": ["99 on pile 1, stop"]}, "move 1, 99 on pile 1, stop: "),
        ({"game": "pig", "moves": "/no/such/file"}, "cannot be read"),
        ({"game": "the-game", "reviewer": "chains:extra=much"}, "extra"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(asked: dict[str, Any], said: str) -> None:
    refused(said, ask, **asked)


@pytest.mark.parametrize(
    "text",
    ['{"game": "pig"}', '{"game": 3, "moves": 4}', '{"a": [', "{" * 10**5, '{"game": "hex"}'],
)
def test_a_damaged_file_of_moves_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "moves.json"
    path.write_text(text)
    with pytest.raises(PlayoutError, match="moves"):
        ask("pig", moves=path)


HIGH = "piles=1,1,100,90 hands=80,70 draw=- laid=2..69,71..79,81..99"  # 80 fits on three piles


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("80 on pile 4\n70 on pile 4", 3),
        ("80 on pile 2\n70 on pile 2", 1),
        ("80 on pile 1\n70 on pile 0", 1),  # so all of it is counted from 0
        ('{"moves": ["80 on pile 3", "70 on pile 3"], %s}', 3),
        ('{"moves": ["80 on pile 4", "70 on pile 4"], "counted_from": 1, %s}', 3),
    ],
)
def test_a_file_of_moves_that_counts_piles_from_0_is_read_so(
    tmp_path: Path, text: str, first: int
) -> None:
    path = tmp_path / "moves"
    rest = {"game": "the-game", "seed": 1, "number": 0, "rules": {"players": 1}, "start": HIGH}
    path.write_text(text.replace("%s", json.dumps(rest)[1:-1]))
    given = {} if "{" in text else {"position": HIGH, "players": 1}
    assert ask("the-game", moves=path, worlds=2, **given).moves[0] == card_move(80, first)


def test_false_mistakes_are_rare() -> None:
    """Where all moves are equally good none is called a mistake."""
    calls = 0
    for number in range(30):
        one = review_of(
            game="pig",
            strategy="hold",
            reviewer="random",
            position="scores=99,99",
            game_number=number,
            worlds=100,
        )
        calls += len(one.mistakes)
    assert calls <= 6


DOORS = """
import playout

@playout.game(
    measures=[playout.Measure("win", "rate", "has won")],
    moves=("left door", "middle door", "right door", "window"),
)
class Doors:
    def deal(self, rules, stream):
        self.opened, self.won = 0, 0
    def is_over(self, rules):
        return self.opened == 2
    def legal_moves(self, rules):
        return [0, 1, 2] if self.opened else [0, 1, 2, 3]
    def play(self, rules, move, stream):
        self.opened += 1
        self.won |= playout.randrange(stream, 8) < (3 if move < 3 else 6)
    def score(self, rules):
        return {"win": self.won}
    def alike(self, view, rules, move):
        return 0 if move < 3 else move
"""


@pytest.mark.parametrize("made", [0, 1, 2, 3])
def test_moves_that_come_to_the_same_are_judged_once(tmp_path: Path, made: int) -> None:
    file = tmp_path / "doors.py"
    file.write_text(DOORS)
    question = ask(str(file), moves=[made, 1], worlds=60)
    (one,) = question.decisions  # then there are three doors alike, which is no choice
    door = 0 if made == 3 else made
    assert one.moves == (door, 3)
    assert one.moves[one.made] == made
    assert dict(one.others) == {other: 0 for other in (0, 1, 2) if other != door}
    (judged,) = Found(question, (Job(question).play(Batch(0, 0, 60)),), 0.0, True).judged
    assert {judged.name(k) for k in range(2)} == {question.move(door), "window"}
    assert judged.share_chosen(0) + judged.share_chosen(1) == 1
    again = json.loads(json.dumps(question.canonical()))
    assert type(question).restored(again, 60).decisions == question.decisions
    for decision in again["decisions"]:
        del decision[5:]  # as in files of before
    assert type(question).restored(again, 60).decisions[0].others == ()
