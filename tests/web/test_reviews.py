"""What mattered in a game: the page after it, its picture, a decision tried again, the evening."""

from __future__ import annotations

import json
import re
import time
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import playout
from playout.web.store import runs
from tests.web.conftest import heard, lay, opened


def reviewed(client: TestClient, *seats: str, game: str = "pig", **rules: object) -> str:
    """Play a game to the end; the path of its review, which is complete."""
    given = {"rule_goal": 30, "seed": 3} | rules if game == "pig" else rules
    table = lay(client, game, *seats, **given)
    played(client, table)
    assert heard(client, f"{table}/mattered")[-1] == ("over", "")
    return str(client.post(f"{table}/review").headers["location"])


def played(client: TestClient, table: str) -> None:
    """Play a table to its end, now with the first move and now with the last."""
    api = f"/api/tables/{table.removeprefix('/table/')}"
    now = client.get(api).json()
    while not now["over"]:
        moves = [one["text"] for one in now["moves"] if one["text"] != "concede"]
        if moves:
            move = {"move": moves[-(now["turn"] % 2)], "turn": now["turn"]}
            now = client.post(f"{api}/moves", json=move).json()
        else:
            now = client.post(f"{api}/{'look' if now['waits'] else 'step'}").json()


def numbers(page: str) -> list[float]:
    """The parts of the result: at the start, by moves, by luck, in the end."""
    return [float(text) for text in re.findall(r'class="amount">([+-]?[0-9.]+)', page)]


def test_it_begins_at_the_table_and_tells_how_the_result_came(client: TestClient) -> None:
    table = lay(client, "pig", "person", "hold", rule_goal=30, seed=3)
    played(client, table)
    assert f'data-live="{table}/mattered"' in client.get(table).text
    told = [value for name, value in heard(client, f"{table}/mattered") if name == "answer"]
    assert re.match(r"You (won|lost)", told[-1]["text"])
    assert "<svg" in told[-1]["html"]
    page = client.get(client.post(f"{table}/review").headers["location"]).text
    assert told[-1]["text"] in unescape(page)
    *parts, end = numbers(page)
    assert sum(parts) == pytest.approx(end, abs=2)
    assert end in (0, 100)
    marks = re.findall(r'<a href="#(turn-\d+)" class="mark', page)
    assert set(marks) == set(re.findall(r'<li id="(turn-\d+)"', page))


@pytest.mark.slow
def test_each_person_has_a_review_of_a_game_of_several(client: TestClient) -> None:
    review = reviewed(client, "person", "person")
    pages = [unescape(client.get(f"{review}?side={side}").text) for side in (1, 2)]
    ends = [numbers(page)[-1] for page in pages]
    assert sorted(ends) == [0, 100]
    for seat, page in enumerate(pages, 1):
        assert f"Player {seat} {'won' if ends[seat - 1] else 'lost'}" in page
        assert page.count('aria-current="page"') == 1
    rules = {"rule_players": 2, "rule_high": 12, "rule_hand": 2, "seed": 3}
    review = reviewed(client, "person", "person", game="the-game", **rules)
    team = unescape(client.get(review).text)
    assert re.search("The team (won|lost)", team)


def test_its_picture_can_be_shared(client: TestClient) -> None:
    review = reviewed(client, "person", "hold")
    svg = client.get(f"{review}/picture.svg").text
    assert 'width="1200" height="630"' in svg
    assert all(words in svg for words in ("Pig", "playout", "exact values"))
    assert re.search("I (won|lost)", svg)
    assert re.search("(I|Hold) won with [0-9]+ points, in turn", svg)  # the board at the end


def test_a_try_is_compared_with_the_best_move(client: TestClient) -> None:
    review = reviewed(client, "person", "hold")
    turn = re.findall(rf'action="{review}(/turn/\d+)/try"', client.get(review).text)[0]
    table = client.post(f"{review}{turn}/try").headers["location"]
    assert "Decide again" in client.get(table).text
    move = client.get(f"/api/tables/{table[7:]}").json()["moves"][0]["text"]
    made = {"move": move, "turn": int(turn[6:])}
    assert client.post(f"/api/tables/{table[7:]}/moves", json=made).status_code == 200
    assert f"{review}{turn}?tried={move}" in client.get(table).text
    before = client.get(f"{review}{turn}").text
    assert "You tried" not in before
    assert '<details class="solution"><' in before
    for tried in ("roll", "hold"):
        after = client.get(f"{review}{turn}?tried={tried}").text
        assert re.search(
            f"You tried {tried}(. Right: that is the best move found|: .* better)", after
        )
        assert re.search(f">{tried} .*your try", after)


def test_the_same_deal_is_played_again(client: TestClient) -> None:
    review = reviewed(client, "person", "hold")
    table = client.post(f"{review}/again").headers["location"]
    page = client.get(table).text
    assert 'data-turn="0"' in page
    assert "This deal was played before" in page


def test_games_are_saved_for_the_command_that_tells_who_played_better(
    client: TestClient, tmp_path: Path
) -> None:
    files = [tmp_path / "1.json", tmp_path / "2.json", tmp_path / "both.json"]
    for seed, names in enumerate((["Ann", "Ben"], ["Ben", "Ann"])):
        table = lay(client, "pig", "person", "person", rule_goal=12, seed=seed, name=names)
        link = f"{table}/game.json"
        assert "when it is over" in client.get(link).text
        played(client, table)
        assert f'href="{link}"' in client.get(table).text
        files[seed].write_text(client.get(link).text)
        assert heard(client, f"{table}/mattered")[-1] == ("over", "")
    evening = unescape(client.get("/evening").text)
    assert 'href="/evening/games.json?game=pig"' in evening
    files[2].write_text(client.get("/evening/games.json?game=pig").text)
    assert client.get("/evening/games.json?game=hex").status_code == 404
    assert [one["seed"] for one in json.loads(files[2].read_text())] == [0, 1]  # oldest first
    answer, together = playout.reviews(files[:2]), playout.reviews(files[2])
    assert {row["player"] for row in answer} == {"Ann", "Ben"}
    assert sorted(answer["skill"]) == sorted(together["skill"])
    better = re.search("(2 games are too few|Luck aside, (Ann|Ben) played better)[^<]*", evening)
    assert better is not None
    assert better[0] in answer.sentence() or better[0] in together.sentence()
    for row in answer:
        cells = evening.rpartition(f'class="text">{row["player"]}<')[2]
        for part in ("skill", "luck"):
            cell = re.search(rf'data-head="{part} per game \(% points\)">([^<]*)', cells)
            assert cell is not None
            assert float(cell[1]) == pytest.approx(100 * row[part], abs=0.05)
    assert "In brackets" not in evening  # best play is known: nothing is estimated


@pytest.mark.slow
def test_an_evening_sums_up_all_games_of_a_player(client: TestClient) -> None:
    every = [reviewed(client, "person", "hold", seed=seed) for seed in (3, 4)]
    page = client.get("/evening").text
    assert all(review in page for review in every)
    row = re.search(r'data-head="games">2</td>.*', page)
    assert row is not None
    won, start, skill, others, luck = (
        float(one) for one in re.findall(r'data-head="[^"]*">([+-]?[0-9.]+)', row[0])[1:6]
    )
    assert won == pytest.approx(start + skill + others + luck, abs=0.05)
    assert re.search(f"You won {won:g} of 2 games", page)
    assert "So few games say little" in page


def test_an_evening_finishes_reviews_that_a_stopped_server_left(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        table = lay(client, "pig", "person", "hold", rule_goal=12, seed=3)
        played(client, table)
        review = client.post(f"{table}/review").headers["location"]  # nobody looks at it
        visitor = dict(client.cookies)
    with opened(tmp_path) as client:
        client.cookies.update(visitor)
        assert "1 game is still being reviewed" in client.get("/evening").text
        end = time.monotonic() + 60
        while "hx-refresh" not in client.get("/evening/left?count=1").headers:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert f'href="{review}"' in client.get("/evening").text


def test_an_evening_counts_a_game_once_and_no_deal_that_was_seen(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        table = lay(client, "pig", "person", "hold:at=+9", rule_goal=12, seed=3, name=["Ann"])
        played(client, table)
        assert heard(client, f"{table}/mattered")[-1] == ("over", "")
        visitor = dict(client.cookies)
    with opened(tmp_path) as client:  # which has not forgotten that it is reviewed
        client.cookies.update(visitor)
        review = client.post(f"{table}/review").headers["location"]
        closer = client.post(f"{review}/closer").headers["location"]
        assert "not complete" in client.post(f"{closer}/closer").text
        assert heard(client, f"{closer}/events?side=1")[-1] == ("over", "")
        again = client.post(f"{review}/again").headers["location"]
        played(client, again)
        assert heard(client, f"{again}/mattered")[-1] == ("over", "")
        page = client.get("/evening").text
        assert 'data-head="games">1</td>' in page
        assert f'href="{closer}"' in page
        assert f'href="{review}"' not in page
        assert "1 game is left out, because a player had seen the deal before" in page
    assert len(list((tmp_path / "runs").glob("*.run"))) == 3


def test_a_review_of_too_many_worlds_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = reviewed(client, "person", "hold", "hold", rule_players=3, rule_goal=10)
    monkeypatch.setattr(runs, "MOST_GAMES", 4_000)
    assert "games in all rows: at most 4,000 are allowed" in client.post(f"{review}/closer").text


@pytest.mark.parametrize("saved", ["{", "5", "[1, 2]", "[" * 100_000, '["<b>"]'])
def test_a_damaged_review_is_left_out_alone(tmp_path: Path, saved: str) -> None:
    with opened(tmp_path) as client:
        every = [reviewed(client, "person", "hold", seed=seed, rule_goal=10) for seed in (3, 4)]
        path = tmp_path / "runs" / f"{every[0].rpartition('/')[2]}.json"
        words = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**words, "asked": [*words["asked"][:1], ["names", saved]]}))
        evening = client.get("/evening")
        assert 'data-head="games">1</td>' in evening.text
        assert "1 review is left out, because the file cannot be read" in evening.text
        refused = client.get(every[0])
        assert (refused.status_code, "is damaged" in refused.text) == (400, True)


def test_an_evening_knows_people_by_their_names(client: TestClient) -> None:
    review = reviewed(client, "person", "person", name=["Anna", "Ben"])
    page = unescape(client.get(review).text)
    assert re.search(r"Anna (won|lost)\. (Anna's moves (cost|gained)|How much Anna's moves)", page)
    reviewed(client, "person", "person", seed=4)
    evening = unescape(client.get("/evening").text)
    assert re.findall(r'<th scope="row" class="text">(\w+)<', evening) == ["Anna", "Ben"] * 2
    assert "1 game of several people has players without names" in evening
    svg = client.get(f"{review}/picture.svg?side=2").text
    assert re.search("Ben (won|lost)", svg)


@pytest.mark.slow
def test_the_oldest_review_makes_room_for_a_new_one(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "MOST_REVIEWS", 2)
    every = [reviewed(client, "person", "hold", seed=seed, rule_goal=10) for seed in (3, 4, 5)]
    kept = [client.get(review).status_code == 200 for review in every]
    assert kept == [False, True, True]


def test_a_game_in_progress_has_no_review(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "random")
    for answer in (client.get(f"{table}/mattered"), client.post(f"{table}/review")):
        assert answer.status_code == 400
        assert "The game is not over" in answer.text
