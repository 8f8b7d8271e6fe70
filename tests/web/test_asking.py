"""Forms: made of what a game declares, checked as the command line is, with nothing lost."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

import playout
from playout.lists import study_files
from playout.questions.answers import load_study
from playout.questions.tune.asked import example
from playout.web.as_study import study_text
from playout.web.forms import KINDS, job_of, kinds_of
from playout.web.settings import Settings
from tests.web.conftest import ask, events, part

SETTINGS = Settings(Path())
ALL = [(name, kind.name) for name, game in SETTINGS.games.items() for kind in
       kinds_of(SETTINGS, game)]  # fmt: skip
SELDOM = ("blackjack", "cant-stop", "hearts", "klondike", "risk-battle", "spades", "ur")
LONG = ("describe", "luck", "odds", "rare", "review")  # of other games than Pig left to slow runs


def _marks(game: str, kind: str) -> Any:
    if kind in LONG and game != "pig":
        seldom = kind == "describe" or game in SELDOM
        return pytest.mark.thorough if seldom else pytest.mark.slow
    return ()


def wrong(page: str) -> str:
    """What a page says is wrong."""
    return part(page, r'class="warned"[^>]*>([^<]*)<')


@pytest.mark.parametrize(
    ("game", "kind"), [pytest.param(*asked, marks=_marks(*asked)) for asked in ALL]
)
def test_every_question_has_a_form_that_can_be_sent_as_it_is(game: str, kind: str) -> None:
    a, *others = SETTINGS.players(SETTINGS.game(game))
    sides = {"a": [a], "b": others[:1]} if kind == "compare" else {}
    if kind == "compare" and not others:
        pytest.skip("it has one strategy, which can be compared by other rules alone")
    given = {"game": [game], "kind": [kind], "seed": ["1"], **sides}
    if kind in ("tune", "gate"):  # which need to know what is wanted
        found = SETTINGS.game(game)
        wanted = f"chance({found.measures[0].name}>=0)=0..1"
        given |= {"vary": [example(found)], "targets": [wanted], "expect": [wanted]}
    assert job_of(SETTINGS, given).kind == kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_has_all_rules_of_the_game(client: TestClient, kind: str) -> None:
    page = client.get(f"/ask?game=the-game&kind={kind}").text
    for option in SETTINGS.game("the-game").options:
        assert f'name="rule.{option.name}"' in page
    assert (("mexican-train", kind) in ALL) == (kind != "rare")  # its games cannot be copied
    assert client.get(f"/ask?game=mexican-train&kind={kind}").status_code == 200


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"games": "2G"}, "games: at most 1,000,000,000"),
        ({"games": "1G", "rule.players": "1..3"}, "3,000,000,000 games in all rows"),
        ({"rule.players": "1..3,9"}, "players = 9: must be from 1 to 7"),
        ({"rule.hand": "1..50", "rule.jump": "1..50"}, "2,500 rows: at most 500"),
        ({"rule.hints": "shout"}, "hints = "),
        ({"strategy": "nobody"}, "no strategy 'nobody'"),
        ({"strategy.more": "greedy, chains:extra=much"}, "extra needs a number"),
        ({"strategy.more": "search:worlds=1e9"}, "a parameter can be at most 10,000"),
        ({"kind": "luck", "games": "1M", "repeats": "900"}, "at most 1,000,000,000"),
        ({"seed": "-1"}, "seed = -1"),
        ({"kind": "compare", "a": "greedy"}, "b is missing"),
        ({"kind": "compare", "rule.players": "1,2"}, "one value is allowed here"),
        ({"kind": "mistakes", "games": "40k", "worlds": "1M"}, "games times simulated deals"),
        ({"game": "hex", "kind": "tournament"}, "kind = tournament"),
        ({"kind": "tune", "vary": "hand=4..9", "targets": "win=50"}, "targets = win=50: a rate is"),
        ({"kind": "tune", "vary": "hand=4..9"}, "targets is missing"),
        ({"kind": "gate", "expect": "win=50"}, "expect = win=50: a rate is"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_lost(
    client: TestClient, tmp_path: Path, fields: dict[str, str], sentence: str
) -> None:
    filled = {"game": "the-game", "seed": "77", **fields}
    answer = client.post("/ask", data=filled)
    assert answer.status_code == 400
    assert sentence in wrong(answer.text)
    for name, value in fields.items():
        if name not in ("kind", "strategy", "strategies", "rule.hints"):
            assert value in unescape(answer.text), name
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"strategy": "{}"},
        {"strategy.more": "{}"},
        {"strategy": "greedy+{}"},
        {"strategy": "chains:extra=1+{}"},
        {"seats": "greedy,{}"},
        {"knock_out": "{}"},
        {"knock_out": "strategy={}"},
        {"knock_out": "strategy=greedy,{}"},
        {"knock_out": "seats=greedy,{}"},
        {"kind": "compare", "a": "{}", "b": "greedy"},
        {"kind": "luck", "strategies": "{}"},
        {"kind": "mistakes", "reviewer": "{}"},
        {"kind": "mistakes", "strategy": "greedy+{}"},
        {"kind": "tune", "vary": "strategy=greedy,{}", "targets": "win=50%"},
        {"kind": "tune", "vary": "hand=5,6", "targets": "win({})=50%"},
        {"kind": "tune", "vary": "hand=5,6", "targets": "win(greedy)-win({})=50%"},
        {"kind": "tune", "vary": "hand=5,6", "maximize": "win({})"},
        {"kind": "gate", "expect": "win({})=50%"},
    ],
)
def test_no_text_of_a_browser_names_a_file(
    client: TestClient, tmp_path: Path, fields: dict[str, str]
) -> None:
    (tmp_path / "mine.py").write_text("raise SystemExit('it was run')")
    named = {name: text.format(tmp_path / "mine.py:bold") for name, text in fields.items()}
    answer = client.post("/ask", data={"game": "the-game", **named})
    assert "has no strategy" in wrong(answer.text)
    told = client.post("/ask", data={"game": str(tmp_path / "mine.py")}).text
    assert "There is no game" in wrong(told)
    board = {"game": "snakes-and-ladders", "rule.board": str(tmp_path / "mine.py")}
    assert "board = " in wrong(client.post("/ask", data=board).text)
    board = {"game": "snakes-and-ladders", "knock_out": f"board={tmp_path / 'mine.py'}"}
    assert "board = " in wrong(client.post("/ask", data=board).text)


def test_several_values_make_rows(client: TestClient) -> None:
    run = ask(client, game="pig", strategy=["hold", "random"], rule_goal="50,60", games=100)
    page = client.get(run).text
    assert "4: strategy random, goal 60" in page
    assert "playout run pig --goal 50,60 --strategy hold,random --games 100 --seed" in page


def test_what_was_asked_can_be_asked_again_with_changes(client: TestClient) -> None:
    run = ask(client, game="pig", strategy=["hold"], rule_goal="50", games="120", seed="8")
    link = part(client.get(run).text, r'href="(/ask\?[^"]*)">Change the question')
    assert ("rule.goal", "50") in parse_qsl(urlsplit(link).query)
    page = client.get(link).text
    for filled in ('value="hold" checked', 'name="rule.goal" value="50"', 'value="120"'):
        assert filled in page


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "the-game", "strategy": "greedy,combo", "rule.players": "1..3", "games": "500"},
        {"game": "the-game", "knock_out": "jump=0\ncombo", "games": "500"},
        {"game": "the-game", "precision": "5%", "measure": "cards_left", "max_games": "900"},
        {"game": "mexican-train", "seats": "greedy,random", "by": "seat", "rotate": "no"},
        {"game": "the-game", "kind": "compare", "a": "greedy", "b": "combo", "rule.players": "2"},
        {"game": "the-game", "kind": "compare", "a.jump": "10", "b.jump": "9", "margin": "0"},
        {"game": "the-game", "kind": "mistakes", "strategy": "greedy", "rule.players": "2"},
        {"game": "the-game", "kind": "tune", "vary": "hand=5..7", "targets": "win=50%\nwin>=5%"},
        {"game": "pig", "kind": "tune", "vary": "goal=20,30", "minimize": "turns(hold)"},
        {
            "game": "pig",
            "kind": "gate",
            "expect": "turns(p95, best)<=40\nseats=equal±9",
            "error": "0.1",
        },
    ],
)
def test_a_study_asks_the_same(tmp_path: Path, fields: dict[str, str]) -> None:
    given = {name: text.split(",") if name == "strategy" else [text] for name, text in
             fields.items()}  # fmt: skip
    job = job_of(SETTINGS, {"seed": ["7"], **given})
    job = type(job).restored(job.asked.canonical(), job.end)  # as a page reads it from its file
    path = tmp_path / "same.toml"
    path.write_text(study_text(job, 'A "title"'), encoding="utf-8")
    (_, again) = next(load_study(path, rehearsed=False).steps())
    assert again.asked.canonical() == job.asked.canonical()
    assert again.end == job.end


def test_two_rows_are_compared(client: TestClient) -> None:
    run = ask(client, game="pig", strategy=["hold", "random"], rule_goal="50,60", games=100, seed=4)
    there = client.post(f"{run}/compare", data={"a": "1", "b": "4"})
    assert there.status_code == 400  # at one table both play by one set of rules
    there = client.post(f"{run}/compare", data={"a": "2", "b": "4"})
    page = client.get(there.headers["location"]).text
    assert "playout compare pig --a hold --b random --players 2 --goal 60 --measure win" in page
    assert "Pig: hold or random" in page
    assert "must be from 1 to 4" in client.post(f"{run}/compare", data={"a": "9", "b": "1"}).text


def test_two_sides_are_not_the_same_to_begin_with(client: TestClient) -> None:
    page = client.get("/ask?game=pig&kind=compare").text
    a, b = (part(page, f'name="{side}" value="(.*?)"') for side in "ab")
    assert a != b
    same = client.get("/ask?game=pig&kind=compare&a=hold&b=hold").text
    assert same.count('value="hold"') >= 2


def test_a_game_of_a_row_can_be_watched(client: TestClient) -> None:
    run = ask(client, game="pig", seats="hold,random", games=100, seed=4, rule_goal=20)
    there = client.post(f"{run}/look", data={"row": "2", "number": "7"})
    table = there.headers["location"]
    client.post(f"{table}/goto", data={"turn": "5000"})
    match = playout.Match("pig", seats="hold,random", seed=4, game_number=7, goal=20)
    assert match.transcript().strip() == client.get(f"{table}/transcript").text.strip()
    assert (
        "game number = 100" in client.post(f"{run}/look", data={"row": "1", "number": "100"}).text
    )


@pytest.mark.slow
def test_a_game_of_a_row_can_be_reviewed(client: TestClient) -> None:
    run = ask(client, game="pig", seats="hold,random", games=100, seed=4, rule_goal=20)
    assert f'formaction="{run}/review"' in client.get(run).text
    there = client.post(f"{run}/review", data={"row": "2", "number": "7"})
    key = there.headers["location"].removeprefix("/review/")
    assert events(client, f"/run/{key}")[-1] == ("over", "")
    match = playout.Match("pig", seats="hold,random", seed=4, game_number=7, goal=20)
    while not match.is_over:
        match.step()
    wanted = playout.review(match)  # exact: best play judges
    page = unescape(client.get(f"/review/{key}").text)
    row = wanted.tables()[1].rows[0]
    for name in ("skill", "luck"):
        assert row[f"{name}_low"] == row[f"{name}_high"]
        assert f">{100 * row[name]:+.1f} points<" in page
    columns = ["win (%)", "skill (% points)", "others (% points)", "luck (% points)"]
    heads = re.findall(r'<th scope="col">([^<]*)</th>', page)
    assert set(columns) <= {*heads}


def test_a_study_of_the_gallery_is_told_in_its_words(client: TestClient) -> None:
    gallery = client.get("/gallery").text
    for name in study_files():
        assert f'<a href="/gallery/{name}">' in gallery
        assert client.get(f"/static/gallery/{name}.svg").status_code == 200
    assert "no study" in client.get("/gallery/nothing").text
    there = client.post("/gallery/pig-best-play", data={"games": "300"})
    run = there.headers["location"]
    assert events(client, run)[-1] == ("over", "")
    wanted = playout.run_study("pig-best-play", games=300)
    assert client.get(f"{run}/run.json").json()["sentence"] == wanted.sentence()
    assert "playout study pig-best-play --games 300" in client.get(run).text
    page = client.get("/gallery/pig-best-play").text
    assert "300 games" in page
    assert "exactly 53.0593 %" in page
    assert "no study" in client.post("/gallery/nothing", data={}).text
    assert "at most" in client.post("/gallery/pig-best-play", data={"games": "1G"}).text


def test_a_study_of_several_parts_goes_on_after_a_restart(client: TestClient) -> None:
    run = client.post("/gallery/hex-map", data={"games": "2k"}).headers["location"]
    assert events(client, run)[-1] == ("over", "")
    rows = client.get(f"{run}/run.json").json()["rows"]
    assert [row["boards"] for row in rows] == [1000, 2000]
    assert "one file for each of its parts" in client.get(f"{run}/games.run").text


def test_the_glossary_has_the_words_of_the_documentation(client: TestClient) -> None:
    page = client.get("/glossary").text
    places = re.findall('<dt id="([^"]+)">', page)
    assert {"interval", "equal-share", "run-saved-run"} <= set(places)
    assert set(re.findall('href="#([a-z-]+)"', page)) - {"main"} <= set(places)
    assert "More" not in page
    assert not re.search(r"[`*]|\]\(", page.partition("<main")[2])
