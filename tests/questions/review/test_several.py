"""Several games of the same players: parts add up, and the better player is found without luck."""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import playout
from playout.engine.game.measures import Measure
from playout.engine.match.match import Match
from playout.engine.match.move_texts import game_data
from playout.engine.words.errors import PlayoutError
from playout.questions.review.several import Asked, Found, Job, ask
from playout.questions.review.several.found import Played
from playout.questions.review.several.words import SAVED, Words
from playout.runner.plan import Batch, Outcome
from playout.stats.intervals import Interval
from tests.command import mistake, printed
from tests.playing import over

GOAL: dict[str, Any] = {"players": 2, "goal": 20}


def match_of(seats: str, number: int, game: str = "pig", **rules: Any) -> Match:
    """A game that strategies have played to its end."""
    return over(game, strategy=seats.split("+"), seed=7, game_number=number, **rules)


def matches(one: str, other: str, games: int, **more: Any) -> list[Match]:
    """Games of two strategies that change their seats."""
    seats = [f"{one}+{other}", f"{other}+{one}"]
    return [match_of(seats[k % 2], k, **more) for k in range(games)]


def found_of(asked: Asked) -> Found:
    """What is found of these games."""
    job = Job(asked)
    sizes = enumerate(job.nothing())
    counted = [job.play(Batch(arm, 0, asked.worlds)) if asked.worlds else one for arm, one in sizes]
    return job.result(Outcome(counted, [0.0] * len(counted), 0.0, True))


def written(path: Path, *games: Match, **more: Any) -> Path:
    """A file of these games."""
    every = [game_data(match) | more for match in games]
    path.write_text(json.dumps(every if every[1:] else every[0]))
    return path


def test_parts_of_every_game_are_its_result_and_those_of_a_review() -> None:
    games = matches("hold", "hold:at=8", 4, **GOAL)
    answer = playout.reviews(games)
    assert answer.games == 0  # nothing is simulated
    table = answer.table("games")
    parts = table[["start", "skill", "others", "luck"]].sum(axis=1)
    assert parts.to_numpy() == pytest.approx(table["result"].to_numpy())
    for number, match in enumerate(games):
        for seat in playout.review(match).data()["seats"]:
            name = match.players[seat["seat"]].reference
            (row,) = table[(table["game"] == number + 1) & (table["player"] == name)].to_dict(
                "records"
            )
            for part in ("start", "skill", "others", "luck", "result"):
                assert row[part] == pytest.approx(seat[part], abs=1e-9)
            assert (row["mistakes"], row["decisions"]) == (seat["mistakes"], seat["decisions"])
    by_name = {row["player"]: row for row in answer}
    for name, row in by_name.items():
        own = table[table["player"] == name]
        assert row["skill"] == pytest.approx(own["skill"].mean())
        moves = (own["skill"] + own["others"]).mean()
        assert row["without_luck"] == pytest.approx(own["start"].mean() + moves)
        assert row["result"] - row["luck"] == pytest.approx(row["without_luck"])
    gap = by_name["hold"]["skill"] - by_name["hold:at=8"]["skill"]
    assert by_name["hold:at=8"]["behind"] == pytest.approx(gap)


def by_hand(moves: str) -> Match:
    """The first game with goal 2 in which player 1 can make these moves."""
    for seed in range(50):
        match = Match("pig", seed=seed, goal=2)
        for move in moves.split():
            if match.seat == 0 and not match.is_over:
                match.play(move)
        if match.is_over:
            return match
    raise AssertionError


def test_a_chance_that_is_thrown_away_is_counted_to_the_point() -> None:
    """With goal 2 any throw but a 1 wins as soon as it is held.

    So whoever is to move wins with the chance p = 5/6 + 1/6 (1 - p) = 6/7.  To throw once more in
    place of holding leaves 5/6 + 1/6 * 1/7 = 6/7 of a sure win.
    """
    answer = playout.reviews([by_hand("roll hold"), by_hand("roll roll hold")])
    first, second = (answer.table("games").query("player == 'seat 1'")).to_dict("records")
    assert first["start"] == second["start"] == pytest.approx(6 / 7)
    assert (first["skill"], second["skill"]) == (0, pytest.approx(-1 / 7))
    assert (first["luck"], second["luck"]) == (pytest.approx(1 / 7), pytest.approx(2 / 7))
    rows = {row["player"]: row for row in answer}
    assert rows["seat 1"]["skill"] == pytest.approx(-1 / 14)
    assert rows["seat 1"]["without_luck"] == pytest.approx(6 / 7 - 1 / 14)
    assert rows["seat 2"]["without_luck"] == pytest.approx(1 / 7 + 1 / 14)
    assert rows["seat 1"]["behind"] == pytest.approx(1 / 14)  # player 2 was never to move


@pytest.mark.slow
def test_intervals_hold_for_players_of_known_strength() -> None:
    """In most series of ten games they have the value that solving the game exactly finds."""
    strategies = "hold:at=8", "random"
    exact = [
        float(playout.solve("pig", strategy="+".join(seats), **GOAL)[seat]["value"])
        for seats, seat in ((strategies, 0), (strategies[::-1], 1))
    ]
    right, series, covered, wrong = sum(exact) / 2, 60, 0, 0
    estimates = []
    for number in range(series):
        games = [
            match_of("+".join(strategies[:: 1 - 2 * (k % 2)]), 10 * number + k, **GOAL)
            for k in range(10)
        ]
        found = found_of(ask(games))
        interval = found.without_luck("hold:at=8")
        covered += interval.low <= right <= interval.high
        wrong += found.ahead("hold:at=8", "random").high < 0
        estimates.append(interval.estimate)
    assert covered >= 46  # of 57: one chance in a million
    assert wrong == 0
    error = float(np.std(estimates)) / series**0.5
    assert abs(np.mean(estimates) - right) < 4.9 * error


def test_the_better_player_is_told_although_luck_was_against() -> None:
    found = found_of(ask(matches("optimal", "random", 8, **GOAL)))
    assert found.ranking == ["optimal", "random"]
    skill = found.skill("optimal")
    assert (skill.estimate, skill.high) == (0, 0)  # no moves are better
    assert skill.low < 0  # but seldom mistakes may not have come yet
    sentence = Words(found).sentence()
    assert "In 8 games of Pig, optimal won" in sentence
    assert "Luck aside, optimal played better than random, by" in sentence


def test_no_lead_is_larger_than_what_can_be_won() -> None:
    """Luck is 0 on average, so a lead is the mean result less the start."""
    found = found_of(ask(matches("hold", "random", 2, **GOAL)))
    start = found.mean("hold", "start")
    ahead, behind = found.ahead("hold", "random"), found.ahead("random", "hold")
    assert ahead.high == pytest.approx(1 - start)
    assert behind == pytest.approx((-ahead.estimate, -ahead.high, -ahead.low))
    assert found.skill("random").low < -1  # of the moves alone there is no such end
    sentence = Words(found).sentence()
    low, high = (f"{100 * size:.0f}" for size in (-ahead.low, ahead.high))
    assert (
        "2 games are too few to tell whether hold or random played better: luck aside, hold is "
        f"between {low} percentage points of winning chance worse and {high} better than random "
        "per game."
    ) in sentence


@pytest.mark.parametrize(
    ("low", "high", "place"),
    [
        (-0.12, 0.51, "between 12 percentage points of winning chance worse and 51 better"),
        (0.0, 0.5, "up to 50 percentage points of winning chance better"),
        (-0.5, 0.0, "up to 50 percentage points of winning chance worse"),
    ],
)
def test_an_unclear_lead_has_both_ends(low: float, high: float, place: str) -> None:
    words = Words(found_of(ask(matches("hold", "random", 2, **GOAL))))
    assert words.place(Interval((low + high) / 2, low, high)) == place


def test_of_opposite_aims_the_lead_counts_what_is_good_for_each() -> None:
    """The first wants many points, the second few, and each lost some by own moves."""
    asked = SimpleNamespace(
        everybody=["Ann", "Ben"],
        names=(("Ann", "Ben"),),
        ends=(0.0, 100.0),
        width=100.0,
        measure=Measure("points", "mean", "points of player 1", seat=0),
    )
    found = Found(cast(Any, asked), (), math.nan, complete=True)
    found.__dict__["played"] = [
        Played(number, name, 50.0, skill, 0.0, 50.0, [])
        for number in range(3)
        for name, skill in (("Ann", -3.0), ("Ben", 7.0))
    ]
    assert found.ranking == ["Ann", "Ben"]
    assert found.ahead("Ann", "Ben").estimate == pytest.approx(4.0)
    assert found.ahead("Ben", "Ann").estimate == pytest.approx(4.0)  # points too many


def test_what_few_games_would_save_is_not_told() -> None:
    few, many = (found_of(ask(matches("hold", "hold:at=8", games, **GOAL))) for games in (29, 30))
    assert few.saved("hold") > SAVED
    assert "as precise as" not in Words(few).sentence()
    assert "Without luck, the results are as precise as those of about" in Words(many).sentence()


def test_the_table_of_four_players_shows_who_is_behind() -> None:
    seats = "hold+random+hold:at=8+hold:at=15"
    answer = playout.reviews([match_of(seats, k, players=4, goal=30) for k in (0, 1)], worlds=9)
    table = answer.tables()[0].text(80)
    shown, hidden = table.split("hidden:")
    assert "behind" in shown
    assert "mistakes" in shown
    assert hidden.startswith(" others (% points), start (%)")
    caption = answer.caption()
    assert "behind: how much less a player's moves are worth" in caption
    assert "mistakes: decisions" in caption
    assert "mistakes too rare to be seen" in caption


def test_few_games_of_equal_players_do_not_tell_who_is_better() -> None:
    games = matches("hold:at=19", "hold:at=20", 3, **GOAL)
    told = Words(found_of(ask(games))).sentence()
    assert "3 games are too few to tell whether" in told or "moved as" in told


def test_points_of_yahtzee_are_judged_for_each_player_alone() -> None:
    games = matches("optimal", "greedy", 2, game="yahtzee", players=2)
    answer = playout.reviews(games)
    assert "optimal is between 9 points worse and 59 better than greedy per game" in str(answer)
    best, other = answer
    assert (best["player"], best["skill"], best["others"]) == ("optimal", 0, 0)
    assert best["without_luck"] == pytest.approx(254.59, abs=0.01)
    assert other["skill"] < 0
    assert other["start"] + other["skill"] + other["luck"] == pytest.approx(other["result"])


def test_a_team_is_judged_by_simulated_deals() -> None:
    rules = {"players": 2, "low": 1, "high": 12, "hand": 2, "jump": 3}
    games = matches("random", "quick", 2, game="the-game", **rules)
    found = found_of(ask(games, worlds=20))
    assert "the team won" in Words(found).sentence()
    for one in found.played:
        parts = one.start + one.skill + one.others + one.luck
        assert parts == pytest.approx(one.result)
    both = [[one for one in found.played if one.number == number] for number in (0, 1)]
    for one, other in both:  # they share all but their own moves
        assert (one.start, one.luck, one.result) == (other.start, other.luck, other.result)
        assert (one.skill, one.others) == (other.others, other.skill)


def test_nothing_is_written_as_minus_zero() -> None:
    answer = playout.reviews(matches("hold:at=19", "hold", 2, **GOAL))
    assert "-0.0 " not in str(answer)
    assert Played(0, "Ann", 0.1, 0.2, 0.0, 0.1 + 0.2, []).luck == 0


def test_people_are_known_by_the_names_in_a_file(tmp_path: Path) -> None:
    first, second = matches("hold", "random", 2, **GOAL)
    files = [
        written(tmp_path / "1.json", first, names=["Ann", "Ben"], players=[]),
        written(tmp_path / "2.json", second, names=["Ben", "Ann"], players=[]),
    ]
    rows = {row["player"]: row for row in playout.reviews(files)}
    own = {row["player"]: row for row in playout.reviews([first, second])}
    assert rows.keys() == {"Ann", "Ben"}
    assert rows["Ann"]["skill"] == own["hold"]["skill"]
    together = written(tmp_path / "both.json", first, second)
    assert [*playout.reviews(together)] == [*playout.reviews([first, second])]


def test_files_are_reviewed_by_the_command(tmp_path: Path) -> None:
    files = [
        str(written(tmp_path / f"{k}.json", match))
        for k, match in enumerate(matches("hold", "random", 3, **GOAL))
    ]
    said = printed("review", *files)
    assert "In 3 games of Pig," in said
    assert printed("review", files[0]).count("seat 1") > 0
    data = json.loads(printed("review", *files, "--json"))
    assert (data["kind"], len(data["rows"]), len(data["games"])) == ("reviews", 2, 6)
    page = tmp_path / "page.html"
    printed("review", *files, "--html", str(page), "--csv", str(tmp_path / "rows.csv"))
    assert "In 3 games of Pig" in page.read_text()
    assert (tmp_path / "rows.csv").read_text().startswith("player,")
    saved = str(tmp_path / "games.run")
    printed("review", *files[:2], "--worlds", "4", "--save", saved)
    assert "2 games of Pig" in printed("resume", saved)


def test_the_file_of_other_games_is_told_in_a_line(tmp_path: Path) -> None:
    one, two, three = (
        str(written(tmp_path / f"{k}.json", match))
        for k, match in enumerate(matches("hold", "random", 3, **GOAL))
    )
    saved = str(tmp_path / "games.run")
    printed("review", one, two, "--worlds", "4", "--save", saved)
    held = "a review of 2 games of Pig, judged by the strategy optimal"
    said = mistake("review", one, three, "--worlds", "4", "--save", saved)
    assert f"belongs to another question: {held}; choose another file" in said
    more = mistake("review", one, two, "--worlds", "6", "--save", saved)
    assert "plays simulated continuations 0 to 3 of each row, not 0 to 5" in more
    status = printed("status", saved)
    assert f"asked:     {held}\n" in status
    assert "decisions'" not in status
    printed("review", "pig", "--moves", one, "--worlds", "4", "--save", f"{saved}1")
    said = mistake("review", "pig", "--moves", two, "--worlds", "4", "--save", f"{saved}1")
    assert len(said) < 300
    assert "asked:     a review of a game of Pig," in printed("status", f"{saved}1")


def test_games_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    one, two = matches("hold", "random", 2, **GOAL)
    more = match_of("hold+random", 2, players=2, goal=25)
    file = written(tmp_path / "one.json", one)

    def said(*games: Any, **given: Any) -> str:
        with pytest.raises(PlayoutError) as caught:
            ask(games, **given)
        return str(caught.value).replace(f"{tmp_path}/", "")

    assert said(one, more) == (
        "game 2 was played by other rules than game 1: review games of the same rules together"
    )
    other = match_of("hold+hold:at=9", 1, **GOAL)
    assert "game 2 was played by hold and hold:at=9, but game 1 by hold and random" in said(
        one, other
    )
    solo = match_of("random", 0, game="yahtzee", players=1)
    assert said(one, solo).startswith("game 2 is a game of Yahtzee, but game 1 one of Pig:")
    assert (
        said(file, one) == "game 2 is the same game as one.json: each game may be there only once"
    )
    assert "needs 2 to 1,000 games, not 1" in said(one)
    assert said(one, 17) == "games=17: must be matches, or names of files"
    assert said(one, Match("pig", **GOAL)).startswith("game 2: the game is not over after 0 moves")

    data = game_data(two)
    damaged = {
        "cut.json": ('{"game": "pig"', "cut.json: the file is no complete JSON: Expecting"),
        "list.json": ('[{"game": ', "list.json: the file is no complete JSON: Expecting value"),
        "nan.json": (json.dumps(data | {"seed": math.nan}), "JSON: NaN is not allowed"),
        "deep.json": ("[" * 100_000, "deep.json: the file is no complete JSON: "),
        "empty.json": ("\n", "empty.json: the file is empty"),
        "none.json": ("[]", "none.json: the file contains no game"),
        "lines.txt": ("roll\nhold\n", "use playout review GAME --moves"),
        "half.json": (json.dumps(data | {"moves": data["moves"][:3]}), "half.json: the game is no"),
        "long.json": (json.dumps(data | {"moves": [*data["moves"], "roll"]}), "the game is over"),
        "wrong.json": (json.dumps(data | {"moves": ["hold"] * 3}), "wrong.json: move 1, hold:"),
        "rules.json": (json.dumps(data | {"rules": {"size": 3}}), "rules.json: "),
        "names.json": (json.dumps(data | {"names": ["Ann"]}), "names.json: the game is damaged"),
        "seen.json": (json.dumps(data | {"seen": True}), "had seen this deal before"),
        "mine.json": (json.dumps(data | {"game": "mine.py:pig"}), "is not an installed game"),
    }
    for name, (text, sentence) in damaged.items():
        path = tmp_path / name
        path.write_text(text)
        assert sentence in said(one, path), name
    assert "--players: the files already" in mistake("review", str(file), "--players", "2")
    assert "no.json: there is no such file" in mistake("review", str(file), "no.json")
    assert "this is no file of games" in mistake("review", str(file), str(tmp_path))
    assert "no.json: there is no such file" in mistake("review", "no.json")


def test_a_file_runs_no_other_file_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others write is data ("What Playout trusts"): own games are named by the user."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text("raise SystemExit('this file was run')\n")
    for players in (["own.py:bold", "random"], ["random", "search:blueprint=own.py:bold"]):
        file = written(Path("one.json"), match_of("hold+random", 0, **GOAL), players=players)
        assert "moves from a file" in printed("review", "pig", "--moves", str(file))
    bold = {"players": ["own.py:bold", "random"]}
    files = [written(Path(f"{k}.json"), match_of("hold+random", k, **GOAL), **bold) for k in (0, 1)]
    assert {row["player"] for row in playout.reviews(files)} == {"own.py:bold", "random"}
    mine = written(Path("mine.json"), match_of("hold+random", 0, **GOAL), game="own.py:pig")
    assert "is not an installed game; if you trust it" in mistake("review", str(mine))
    assert "the moves belong to pig, not to hex" in mistake("review", "hex", *map(str, files))
    assert "2 games of Pig" in printed("review", "pig", *map(str, files))


def test_what_was_asked_comes_back_from_a_file() -> None:
    games = matches("hold", "random", 2, **GOAL)
    for asked in (ask(games), ask(games, worlds=10)):
        again = Asked.restored(json.loads(json.dumps(asked.canonical())), asked.worlds)
        assert again == asked
        assert asked.command(10) == ""
