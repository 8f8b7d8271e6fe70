"""Questions in words: every sentence of every game can be asked as it is."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, QuestionText
from playout.engine.words.errors import PlayoutError
from playout.web.blanks import MOST, Blank, Sentence, sentences
from playout.web.forms import BOARDS, EXACT, exact_question, job_of, kept_of
from playout.web.settings import Settings
from tests.web.conftest import ask, events, part

SETTINGS = Settings(Path())
MARKS: dict[str, Any] = dict.fromkeys(("pig", "risk-battle"), ())
MARKS |= dict.fromkeys(("blackjack", "spades", "ur"), pytest.mark.thorough)  # take longer
ALL = {name: sentences(SETTINGS, game) for name, game in SETTINGS.games.items()}


def _asked(name: str, one: Sentence) -> str:
    """What the form of a sentence asks: the kind of the question."""
    fields = {"game": [name], "seed": ["1"], **one.fields}
    if one.kind in EXACT:
        return str(exact_question(SETTINGS, fields)[0].Answer.kind)
    return job_of(SETTINGS, fields).kind


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=MARKS.get(name, pytest.mark.slow))
        for name in ALL  # the strategies of most take seconds to compile
    ],
)
def test_every_sentence_can_be_asked_as_it_is(name: str) -> None:
    assert 5 <= len(ALL[name]) <= MOST
    texts = [one.text for one in ALL[name]]
    assert len({*texts}) == len(texts)
    for one in ALL[name]:
        assert re.fullmatch(r"[A-Z][^{}_]*[.?]", one.text), one.text
        if one.kind not in BOARDS:
            assert _asked(name, one) == one.kind, one.text
        for blank in one.parts:
            if isinstance(blank, Blank):
                assert blank.label
                assert not blank.choices or blank.value in blank.choices, one.text


@pytest.mark.parametrize("name", ALL)
def test_a_page_has_a_form_for_each_sentence(client: TestClient, name: str) -> None:
    page = client.get(f"/ask?game={name}").text
    assert page.count('<form class="sentence"') == len(ALL[name])


def test_the_list_of_games_has_their_first_sentences(client: TestClient) -> None:
    page = client.get("/ask").text
    for name, own in ALL.items():
        assert f'href="/ask?game={name}#q1">{escape(own[0].text)}<' in page


def test_what_the_blanks_hold_is_asked_and_told(client: TestClient) -> None:
    number, one = next(
        (number, one) for number, one in enumerate(ALL["pig"], 1) if "to win" in one.text
    )
    filled = {name: texts[0] for name, texts in one.fields.items()} | {"rule.goal": "30"}
    there = client.post("/ask", data={"game": "pig", "words": str(number), **filled})
    page = client.get(there.headers["location"]).text
    assert '<h1 class="question">Pig: How many turns does a game last if you need 30 points' in page
    link = part(page, r'href="(/ask\?[^"]*)">Change the question')
    assert ("rule.goal", "30") in parse_qsl(urlsplit(link).query)
    form = client.get(link).text  # with all settings
    assert 'name="rule.goal" value="30"' in form
    assert '<option value="turns" selected>' in form


def test_one_is_followed_by_a_singular() -> None:
    every = sentences(Settings(Path()), find_game("cant-stop"))
    said = [one.said({**one.fields, "a.columns_to_win": ["1"]}) for one in every]
    assert "What if you need 1 column to win?" in said


def test_a_position_with_one_move_is_answered_exactly(client: TestClient) -> None:
    there = ask(client, game="pig", kind="odds", seed=1)
    while "Complete." not in (page := client.get(there).text):  # it is saved after its last event
        assert events(client, there)[-1] == ("over", "")
    assert "is exactly 53.47 %.</strong>" in page
    assert "Ask more precisely" not in page


@pytest.mark.slow
def test_a_result_leads_to_more_games_and_another_strategy(client: TestClient) -> None:
    there = ask(client, game="pig", strategy="hold", games=100, seed=1, rule_goal=20)
    assert events(client, there)[-1] == ("over", "")
    page = client.get(there).text
    assert "Ask more precisely: 400 games" in page
    assert "Compare with optimal (best)" in page
    assert '<input type="hidden" name="rule.goal" value="20">' in page
    assert client.post(f"{there}/extend", data={"games": "400"}).status_code == 303


def test_the_next_questions_keep_players_and_rules(client: TestClient) -> None:
    rules = {"rule_goal": 20, "rule_players": 3}
    there = ask(client, game="pig", strategy="hold", games=100, seed=1, **rules)
    assert events(client, there)[-1] == ("over", "")
    said = "How much is luck, and how much is skill? (goal = 20, players = 3)"
    link = re.findall(rf'<a href="([^"]*)">{re.escape(said)}<', client.get(there).text)[0]
    page = client.get(unescape(link)).text
    assert f'aria-label="{said}"' in page
    assert '<input type="hidden" name="rule.players" value="3">' in page
    assert "optimal (best)" not in page  # it plays with two at most
    given = {"a.hand": ["5"], "rule.players": ["4"], "seed": ["1"], "rule.low": ["1..3"]}
    assert kept_of(given) == {"rule.hand": "5", "rule.players": "4"}


def test_a_game_of_somebody_has_the_general_sentences_and_its_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        '''
from playout import Measure, Option, game
from playout.author import QuestionText

@game("mine", measures=[Measure("points", "mean", "points")], options=[Option("most", 3, "", 1)],
      questions=[QuestionText("What if one takes {rule.most}?", kind="run")])
class Mine:
    """Take points."""
    def deal(self, rules, stream): self.points = 0
    def is_over(self, rules): return self.points > 0
    def actor(self, rules): return 0
    def legal_moves(self, rules): return [1, 2]
    def play(self, rules, move, stream): self.points += move
    def score(self, rules): return {"points": self.points}
'''
    )
    settings = Settings(tmp_path, [str(file)])
    game = settings.game(str(file))
    texts = [one.text for one in sentences(settings, game)]
    assert "What if one takes 3?" in texts
    assert "What is the game worth with best play?" in texts
    for one in sentences(settings, game):
        fields = {"game": [str(file)], **one.fields}
        if one.kind not in EXACT:
            assert job_of(settings, fields).kind == one.kind


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (QuestionText("With {a.hands} cards?"), "no rule option 'hands'"),
        (QuestionText("With {a.goal} points?", {"a.goal": 0}), "must be from 1"),
        (QuestionText("With {a.goal points?"), "a blank is written as {a.hand}"),
        ("What if?", "must be an object of playout.QuestionText"),
    ],
)
def test_a_question_that_no_rule_fits_is_refused(question: QuestionText, wrong: str) -> None:
    pig = SETTINGS.game("pig")
    fields = {name: getattr(pig, name) for name in ("options", "measures", "rules", "summary")}
    with pytest.raises(PlayoutError, match=re.escape(wrong)):
        Game("pig", "Pig", 1, questions=(question,), **fields)
