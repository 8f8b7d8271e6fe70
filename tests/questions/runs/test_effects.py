"""The effects of a run as sentences, table and picture, from Python, in a report, in a terminal."""

from __future__ import annotations

import json
import math
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import playout
from playout.cli.options import read_views
from playout.engine.find.games import find_game, game_names
from playout.engine.words.errors import PlayoutError
from playout.questions.answers import load_study
from playout.questions.runs import Answer, Found, Study
from playout.questions.runs.effects.effects import MOST_ROWS, Effects
from playout.stats.tally import GROUPS, Histogram, Tally
from tests.command import playout as command
from tests.questions.runs.test_plots import inside

GAMES = 100  # of each group


def invented(rate: Any, spread: float = 0.0, **factors: Any) -> Found:
    """A run of The Game with ``rate(**factors)`` wins, more in some groups than in others.

    A game that is lost has twenty cards left.
    """
    asked, tallies = Study(game="the-game", factors=factors).asked(), []
    for k, row in enumerate(asked.rows):
        shift = spread * np.cos(2 * np.pi * (np.arange(GROUPS) + k) / GROUPS)
        given = {name: row.factors[name] for name in factors}
        won = np.rint(GAMES * rate(**given) + shift).astype(np.int64)
        games = np.full(GROUPS, GAMES)
        groups = np.stack([games, won, won, 20 * (games - won), 98 * won + 78 * (games - won)])
        tallies.append(Tally((Histogram(np.ones(2, np.int64)),) * 4, groups))
    return Found(asked, asked.rows, tallies, [], 0.0, True)


FACTORS: dict[str, Any] = {"min_cards": [1, 2, 3], "hints": ["none", "marks"]}


def grid(spread: float = 0.0) -> Found:
    return invented(
        lambda min_cards, hints: 0.8 - 0.1 * min_cards - 0.05 * min_cards * (hints == "marks"),
        spread,
        **FACTORS,
    )


def answer(template: str, spread: float = 0.0) -> str:
    """What a study's template makes of the grid."""
    study = Study(game="the-game", factors=FACTORS, answer=template)
    return Answer(grid(spread), study.report()).sentence()


def test_an_effect_is_told_in_a_sentence_each() -> None:
    assert Effects(grid(spread=1.0)).sentences() == [
        "With the same hints, one more card to lay in a turn (from 1 to 3) lowers the win rate by "
        "about 12.5 percentage points on average.",
        "With the same min cards, hints=marks instead of none lowers the win rate by about 10 "
        "percentage points on average.",
        "The effect of one more card to lay in a turn on the win rate is about 5 percentage "
        "points lower with hints=marks instead of none.",
    ]


def test_a_mean_is_told_in_its_own_unit() -> None:
    told = Effects(grid(spread=1.0), "cards_left").sentences()
    assert re.fullmatch(
        r"With the same hints, one more card to lay in a turn \(from 1 to 3\) raises the number of "
        r"cards left by about 2\.50? on average\.",
        told[0],
    )
    told = Effects(grid(spread=1.0), "cards_played").sentences()
    assert "one more card to lay in a turn (from 1 to 3) lowers the number of cards" in told[0]
    assert "cards played by about 2.5" in told[0]
    assert re.search(
        r"on the number of cards played is about 1 lower with hints=marks instead", told[2]
    )


def test_no_effect_is_told_as_what_so_many_games_show() -> None:
    found = invented(lambda **_: 0.5, 4.0, strategy=["greedy", "combo"], players=[1, 2])
    one, other, both = Effects(found).sentences()
    assert one == (
        "With the same strategy, changing players from 1 to 2 makes no clear difference to the win "
        "rate in 3,100 games per row."
    )
    assert other == (
        "With the same number of players, combo instead of greedy makes no clear difference to the "
        "win rate in 3,100 games per row."
    )
    assert both == (
        "The effect of one more player on the win rate does not clearly depend on strategy in "
        "3,100 games per row."
    )


def test_the_steps_of_a_number_are_told_if_they_are_uneven() -> None:
    found = invented(lambda players: {1: 0.2, 2: 0.6, 3: 0.5}[players], 1.0, players=[1, 2, 3])
    (told,) = Effects(found).sentences()
    assert re.fullmatch(
        r"One more player \(from 1 to 3\) raises the win rate by about 15 percentage points, but "
        r"not evenly: "
        r"about 40 percentage points up from 1 to 2, "
        r"about 10 percentage points down from 2 to 3\.",
        told,
    )
    even = invented(lambda players: 0.1 * players, 1.0, players=[1, 2, 3])
    assert "evenly" not in Effects(even).sentences()[0]
    long = invented(lambda players: 0.02 * players**2, 1.0, players=[1, 2, 3, 4, 5, 6, 7])
    short = invented(lambda hand: 0.001 * hand**2, 1.0, hand=list(range(1, 10)))
    assert "from 6 to 7" in Effects(long).sentences()[0]
    assert Effects(short).sentences()[0].endswith(" by about 1 percentage point, but not evenly.")


def test_too_few_games_have_no_interval_and_say_so() -> None:
    found = playout.run("the-game", players=[1, 2], strategy=["greedy", "combo"], games=20)
    effects = found.effects("cards_left")
    assert all("(too few games to tell)." in told for told in effects.sentences())
    assert "need at least 31 games per row" in effects.caption()
    assert (
        effects.largest() == "Effects on the number of cards left need at least 31 games per row."
    )
    assert effects.table().columns[3].text(effects.table().rows[0]) == "-"
    assert inside(effects.plot())
    assert np.isinf(effects.to_pandas()["high"]).all()


def test_the_table_holds_what_is_compared() -> None:
    table = Effects(grid()).to_pandas()
    assert list(table["effect"]) == ["main", "step", "step", "main", "interaction"]
    assert list(table.columns) == [
        *("effect", "factor", "level", "base", "per"),
        *("other", "other_level", "other_base", "other_per"),
        *("estimate", "low", "high", "p", "holm"),
    ]
    last = table.iloc[-1]
    assert (last["factor"], last["per"], last["other"]) == ("min_cards", 1.0, "hints")
    assert (last["other_level"], last["other_base"]) == ("marks", "none")
    assert last["estimate"] == pytest.approx(-0.05)
    assert (table["low"] < table["estimate"]).all()
    assert (table["holm"] >= table["p"]).all()


def test_effects_of_a_run_are_differences_of_its_table() -> None:
    found = playout.run("the-game", players=[1, 2], strategy=["greedy", "quick"], games=400)
    table = found.to_pandas().set_index(["players", "strategy"])["win"].to_dict()
    told = found.effects().to_pandas()
    one, two = ((table[k, "greedy"], table[k, "quick"]) for k in (1, 2))
    assert list(told["estimate"]) == pytest.approx(
        [
            (sum(two) - sum(one)) / 2,
            (one[1] + two[1] - one[0] - two[0]) / 2,
            two[1] - two[0] - one[1] + one[0],
        ]
    )
    alone = found.effects("win", players=2).to_pandas()
    assert list(alone["estimate"]) == pytest.approx([two[1] - two[0]])


def test_shares_of_seats_are_told_in_whole_wins() -> None:
    found = playout.run("mexican-train", seats="greedy,random,random", rounds=1, set=6, games=310)
    table = found.to_pandas()["win"]
    (effect,) = found.effects().to_pandas()["estimate"]
    assert effect == pytest.approx(table[1] - table[0])


def test_it_prints_a_table_and_a_notebook_shows_one() -> None:
    effects = Effects(grid(spread=1.0))
    lines = repr(effects).splitlines()
    assert lines[0].split() == [
        *("effect", "of", "with", "change", "(%", "points)"),
        *("p", "(Holm)"),
    ]
    assert len(lines) == 2 + 5 + 1
    assert "-12.5" in lines[2]
    assert effects._repr_html_().count("<tr>") == 6
    assert "95 % intervals" in lines[-1]
    assert "corrected for 5 effects" in lines[-1]


def test_a_picture_has_a_line_for_every_effect() -> None:
    figure = Effects(grid(spread=1.0)).plot()
    assert inside(figure)
    axes = figure.axes[0]
    told = " ".join(label.get_text() for label in axes.get_yticklabels())
    assert told.startswith("on average one more card to lay in a turn ")
    assert told.endswith("one more card to lay in a turn × hints=marks instead of none")
    assert axes.get_xlabel() == "effect on win rate (% points)"
    assert inside(playout.run("the-game", players=[1, 2], games=40).effects().plot())


@pytest.mark.thorough
def test_a_picture_of_too_many_effects_keeps_the_main_ones() -> None:
    found = invented(
        lambda min_cards, hand, strategy: 0.5,
        2.0,
        strategy=["greedy", *(f"chains:extra={k}" for k in range(1, 15))],
        min_cards=[1, 2, 3],
        hand=list(range(3, 20)),
    )
    effects = Effects(found)
    assert len(effects.effects) > MOST_ROWS
    figure = effects.plot()
    assert inside(figure)
    numbers = [text.get_text() for text in figure.axes[0].texts]
    assert len(numbers) == MOST_ROWS


def test_a_template_can_tell_what_a_factor_does() -> None:
    template = "{{ effect('min_cards') }} | {{ effect('hints', 'marks', min_cards=1) }}"
    first, second = answer(template, spread=1.0).split(" | ")
    assert first == "lowers the win rate by about 12.5 percentage points"
    assert second == "lowers the win rate by about 5 percentage points"
    cards = "{{ effect('min_cards', measure='cards_left') }}"
    assert answer(cards, spread=1.0).startswith("raises the number of cards left by about 2.5")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ effect('players') }}", "no one effect of 'players'; known: min_cards, hints"),
        ("{{ effect('hints', 'mark') }}", "no one effect of 'hints' for mark; its level can be ma"),
        ("{{ effect('hints', measure='x') }}", "there is no measure 'x'"),
    ],
)
def test_a_template_that_asks_for_no_effect_there_is_fails_with_a_sentence(
    template: str, said: str
) -> None:
    with pytest.raises(PlayoutError, match=said):
        answer(template)


def test_rows_without_games_have_no_effects(capsys: pytest.CaptureFixture[str]) -> None:
    found = grid()
    some = replace(found, tallies=[*found.tallies[:-1], Tally.empty(5)], complete=False)
    with pytest.raises(PlayoutError, match="effects yet: some rows have no games"):
        Answer(some).effects()
    read_views({"effects": True}, "run", found.asked)(Answer(some))
    assert capsys.readouterr().err == "playout: there are no effects yet: some rows have no games\n"


@pytest.mark.parametrize("game", game_names())
def test_every_number_of_a_game_has_a_word_for_one_more(game: str) -> None:
    numbers = [
        option for option in find_game(game).options if not option.choices and option.text is None
    ]
    assert [option.name for option in numbers if not option.each] == []


def test_a_command_prints_effects_and_draws_them(tmp_path: Path) -> None:
    picture = tmp_path / "effects.png"
    words = "run the-game --players 1,2 --strategy greedy,quick --games 310 --effects-plot"
    said = command(*words.split(), str(picture))
    assert said.code == 0, said.err
    assert (
        "- With the same number of players, quick instead of greedy raises the win rate "
        in said.out
    )
    assert "Changes in the win rate. In brackets: 95 % intervals; about one" in said.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    said = command("run the-game --players 1,2 --games 40 --effects --effects-of cards_left")
    assert "- Changing players from 1 to 2 " in said.out
    assert " the number of cards left by " in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--effects", "effects: all rows have the same"),
        ("--players 1,2 --effects-of wins", "no measure 'wins': did you mean 'win'"),
        ("--players 1,2 --effects-plot x.gif", "x.gif: its name must end in .png or .svg or .pdf"),
    ],
)
def test_a_mistake_is_told_before_anything_is_played(words: str, said: str) -> None:
    answer = command(f"run the-game --games 1G {words}")
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_study_whose_rows_are_no_grid_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = 'game = "the-game"\ngames = 40\nanswer = ""\n'
    for effects, tail, said in (
        ("wins", "[factors]\nplayers = [1, 2]\n", "line 4: there is no measure 'wins'"),
        ("win", "[factors]\nplayers = [1]\n", "effects: all rows have the same rules and"),
    ):
        path.write_text(f'{head}effects = "{effects}"\n{tail}')
        with pytest.raises(PlayoutError, match=said):
            load_study(path)


@pytest.mark.slow
def test_a_report_tells_the_effects_of_a_study(tmp_path: Path) -> None:
    path, out = tmp_path / "mine.toml", tmp_path / "out"
    factors = '[factors]\nplayers = [1, 2]\nstrategy = ["greedy", "quick"]\n'
    path.write_text(f'game = "the-game"\ngames = 310\nanswer = "-"\neffects = "win"\n{factors}')
    said = command("study", str(path), "--out", str(out))
    assert said.code == 0, said.err
    page = (out / "index.html").read_text(encoding="utf-8")
    assert len(re.findall("<li>[^<]", page)) == 3
    assert "<li>With the same number of players, quick instead of greedy raises " in page
    assert page.count("<figure>") == 2
    assert "mine-effects.csv" in page
    table = pd.read_csv(out / "mine-effects.csv")
    assert list(table["effect"]) == ["main", "main", "interaction"]
    assert not any(math.isnan(value) for value in table["estimate"])
    assert (out / "mine-effects.png").is_file()


def test_the_json_of_a_run_has_its_effects_in_the_same_object() -> None:
    said = command("run the-game --players 1,2 --games 310 --effects --json")
    assert json.loads(said.out)["effects"][0]["factor"] == "players"


def test_effects_of_a_saved_run_are_shown_again(tmp_path: Path) -> None:
    path = str(tmp_path / "a.run")
    said = command(f"run the-game --players 1,2 --games 310 --effects-of cards_left --save {path}")
    sentences = [line for line in said.out.splitlines() if line.startswith("- ")]
    assert sentences
    for again in ("status", "resume"):
        out = command(again, path, "--effects-of", "cards_left").out
        assert [line for line in out.splitlines() if line.startswith("- ")] == sentences
        assert "\n- " not in command(again, path).out
    of_the_first = command("export", path, "--effects", "--json")
    effect = json.loads(of_the_first.out)["effects"][0]["estimate"]
    assert effect == pytest.approx(playout.load_run(path).effects("win").to_pandas()["estimate"][0])  # type: ignore[attr-defined]
    assert (
        "\n- Changing players from 1 to 2 "
        in command("extend", path, "--games", "400", "--effects").out
    )
    said = command("extend", path, "--games", "900", "--effects-of", "wins")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "no measure 'wins': did you mean 'win'" in said.err
    answer = playout.load_run(path)
    assert answer.games == 800
    assert "effects" in answer.showing(effects="win").to_dict()  # type: ignore[attr-defined]


def test_effects_of_a_run_that_chose_its_games_say_that_they_promise_less() -> None:
    plain = playout.run("the-game", players=[1, 2], games=310, strategy="quick")
    chosen = playout.run("the-game", players=[1, 2], precision=0.1, strategy="quick")
    assert (
        "which hold only if the results did not decide the number of games"
        not in plain.effects().caption()
    )
    assert (
        "which hold only if the results did not decide the number of games"
        in chosen.effects().caption()
    )


def test_effects_are_a_value_as_answers_are() -> None:
    def asked(games: int) -> Effects:
        return playout.run("the-game-blog", players=[1, 2], games=games).effects("cards_left")

    one = asked(200)
    assert one == asked(200)
    assert hash(one) == hash(asked(200))
    assert pickle.loads(pickle.dumps(one)) == one
    assert len(one) == len(one.to_pandas()) == 1
    assert one != asked(300)
    assert one != 1
