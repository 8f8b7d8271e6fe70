"""A report is one page that needs nothing else, and tables that hold the counted numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.lists import find_study
from playout.questions.answers import load_study
from playout.questions.runs import Study, raw
from playout.questions.runs.answer import Answer
from playout.questions.runs.plots.plots import Plot
from playout.report import page
from playout.report.page import Section, prepare_file, write
from playout.report.study import short_title
from tests.command import playout as command
from tests.playing import played_study

BLOG = ["random", "minimal", "trick"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the blog's study, made by the command line."""
    out = tmp_path_factory.mktemp("report") / "new" / "folder"
    said = command("study", "the-game-blog", "--games", "30", "--seed", "5", "--out", str(out))
    assert said.code == 0, said.err
    assert said.out.endswith(f"report: {out / 'index.html'}\n")
    return out


def html(folder: Path) -> str:
    return (folder / "index.html").read_text(encoding="utf-8")


def blog() -> Study:
    study = load_study(find_study("the-game-blog"))
    assert isinstance(study, Study)
    return study


def answer_of(study: Study) -> Answer:
    answer = played_study(study)
    assert isinstance(answer, Answer)
    return answer


def sections(study: Study, *names: str, command: str = "") -> list[Section]:
    answer = answer_of(study)
    return [Section(name, study, answer, command) for name in names]


SMALL = Study(game="the-game", games=5, factors={"strategy": ["greedy"]}, raw="cards_left")


def test_a_report_has_these_files(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [
        "index.html",
        "simulation.tsv",
        "the-game-blog.csv",
        "the-game-blog.parquet",
        "the-game-blog.png",
    ]


def test_the_page_needs_nothing_from_elsewhere(folder: Path) -> None:
    page = re.sub(r'xmlns(:\w+)?="[^"]*"|<!DOCTYPE[^>]*>', "", html(folder))
    assert not re.search(r"https?:|//\w|@import|<script|<link", page)
    for name in re.findall(r'(?:href|src)="([^#"][^"]*)"', page):
        assert (folder / name).is_file()


def test_the_page_tells_question_answer_picture_table_and_how_to_make_it_again(
    folder: Path,
) -> None:
    page, study = html(folder), blog()
    assert page.startswith("<!doctype html>")
    assert page.count("<html") == page.count("</html>") == page.count("<h1>") == 1
    assert study.question.replace("'", "&#39;") in page
    assert "Random play alone lays about" in page
    assert page.count("<figure>") == 1
    assert page.count("<tr>") == 3 * (1 + 21) + 1 + len(study.published)  # two are folded
    assert "<pre>playout study the-game-blog --games 30 --seed 5</pre>" in page
    made = f"Playout {playout.__version__}, The Game (a blog&#39;s rules) version 1, seed 5."
    assert made in page
    assert "Compared with the published values" in page
    assert "12.204" in page
    assert "Stopped early" not in page


@pytest.mark.parametrize(
    ("answer", "brief"),
    [
        ("Yes. No wonder.", "Yes. No wonder."),
        (f"Yes, {'very ' * 50}much. No.", f"Yes, {'very ' * 50}much."),
        (f"With one {'a' * 150}; with two {'b' * 150}.", f"With one {'a' * 150} …"),
        ("Of 0.5 % vs. no. 3 it is 0.25.", "Of 0.5 % vs. no. 3 it is 0.25."),
    ],
)
def test_the_beginning_of_an_answer_is_whole_sentences_or_parts(answer: str, brief: str) -> None:
    assert page._brief(answer) == brief


def test_the_page_of_answers_has_the_beginning_of_each(tmp_path: Path) -> None:
    answer, brief = f"Yes. {'It is so. ' * 30}", f"Yes.{' It is so.' * 19}"
    study = SMALL.model_copy(update={"answer": answer, "question": "Why?", "title": "The Game: x"})
    write(sections(study, "one"), tmp_path)
    shown = re.search(r'<li><a href="#one">Why\?</a>\s*<p>(.*)</p></li>', html(tmp_path))
    assert shown
    assert shown[1].replace("\N{NO-BREAK SPACE}", " ") == brief
    assert '<li><a href="#one">X</a></li>' in html(tmp_path)  # in the contents, below "The Game"


@pytest.mark.slow
def test_the_command_of_the_page_makes_the_same_numbers(folder: Path, tmp_path: Path) -> None:
    found = re.search(r"<pre>playout (.*?)</pre>", html(folder))
    assert found
    said = command(*found[1].split(), "--out", str(tmp_path))
    assert said.code == 0
    for name in ("the-game-blog.csv", "simulation.tsv"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_csv_and_parquet_read_back_as_the_table(folder: Path) -> None:
    table = answer_of(blog().changed(games=30, seed=5)).to_pandas()
    pd.testing.assert_frame_equal(pd.read_csv(folder / "the-game-blog.csv"), table)
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "the-game-blog.parquet"), table)


def test_without_pyarrow_there_is_no_parquet_and_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "find_spec", lambda name: None)
    write(sections(SMALL, "one"), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "index.html",
        "one.csv",
        "one.png",
        "simulation.tsv",
    }
    assert "parquet" not in html(tmp_path)


@pytest.mark.slow
def test_a_column_of_words_and_numbers_is_one_of_words_in_parquet(tmp_path: Path) -> None:
    study = Study(
        game="the-game",
        games=31,
        factors={"players": [1, 2], "strategy": ["greedy", "combo"]},
        effects="win",
    )
    write(sections(study, "mixed"), tmp_path)
    levels = pd.read_parquet(tmp_path / "mixed-effects.parquet")["level"]
    assert "combo" in levels.tolist()
    table = pd.read_csv(tmp_path / "mixed-effects.csv")
    assert levels.fillna("").tolist() == table["level"].fillna("").tolist()


def test_every_game_is_a_line_in_the_format_of_the_blog(folder: Path) -> None:
    lines = (folder / "simulation.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 7 * 3 * 30
    rows = [line.split("\t") for line in lines]
    for number, (players, strategy, played) in enumerate(rows):
        assert (players, strategy) == (str(number // 3 % 7 + 1), BLOG[number % 3])
        assert 0 <= int(played) <= 98


def test_the_lines_of_the_blogs_format_are_the_counted_games(folder: Path) -> None:
    lines = pd.read_csv(folder / "simulation.tsv", sep="\t", names=["players", "strategy", "value"])
    found = playout.run("the-game-blog", players=range(1, 8), strategy=BLOG, games=30, seed=5)
    counted = found.distribution("cards_played")
    seen = lines.groupby(["players", "strategy", "value"]).size()
    due = counted.set_index(["players", "strategy", "cards_played"])["count"].sort_index()
    assert seen.to_dict() == due.to_dict()


def test_games_are_listed_the_same_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = answer_of(SMALL.changed(games=50, seed=None)).found
    raw.write(found, "cards_left", tmp_path / "whole.tsv")
    monkeypatch.setattr(raw, "CHUNK", 7)
    raw.write(found, "cards_left", tmp_path / "pieces.tsv")
    assert (tmp_path / "whole.tsv").read_text() == (tmp_path / "pieces.tsv").read_text()


@pytest.mark.slow
def test_two_studies_that_list_games_have_files_of_their_own(tmp_path: Path) -> None:
    write(sections(SMALL, "one", "two"), tmp_path)
    assert {path.name for path in tmp_path.glob("*.tsv")} == {
        "one-simulation.tsv",
        "two-simulation.tsv",
    }


def test_what_a_study_says_of_itself_is_text_and_not_markup(tmp_path: Path) -> None:
    study = Study(
        game="the-game",
        games=5,
        factors={"strategy": ["greedy"]},
        title="<b>t</b>",
        question="<b>q</b>",
        answer="<b>a</b>",
        notes="<script>n</script>",
        plots=[Plot(), Plot(kind="distribution", measure="cards_left")],
    )
    write(sections(study, "a b", command="<b>c</b>"), tmp_path)
    page = html(tmp_path)
    for letter in "tqac":
        assert f"&lt;b&gt;{letter}&lt;/b&gt;" in page
    assert "&lt;script&gt;n" in page
    assert "<b>" not in page
    assert "<script" not in page
    assert 'href="a%20b.csv"' in page
    assert (tmp_path / "a b-2.png").is_file()


def test_a_file_that_cannot_be_written_is_found_before_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "x.csv", tmp_path):
        with pytest.raises(PlayoutError, match="cannot be written"):
            prepare_file(path)
    with pytest.raises(PlayoutError, match=r"its name must end in \.png or \.svg"):
        prepare_file(tmp_path / "x.csv", ".png", ".svg")
    prepare_file(tmp_path / "new" / "x.csv")
    assert list((tmp_path / "new").iterdir()) == []


@pytest.mark.parametrize(
    ("title", "game", "short"),
    [
        ("The Game: quick, careful", "The Game", "Quick, careful"),
        ("Mine: more: bold", "Mine: more", "Bold"),  # a game of one's own with a colon in its name
        ("What is luck?", "Pig", "What is luck?"),
        ("", "Pig", "small"),
    ],
)
def test_a_title_does_not_name_its_game_twice(title: str, game: str, short: str) -> None:
    assert short_title(Study(game="pig", title=title), "small", game) == short
