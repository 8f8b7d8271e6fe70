"""The documentation keeps up: its code runs, its links lead somewhere, nothing is left out.

The Python blocks of a page make one program, in which every line has the number it has in the
page, so that a failure names its place.  A block whose first line is ``# file: name.py`` is
written to that file first.  Lines of ``console`` and ``sh`` blocks that begin with ``playout``
are run as they stand, with few games, but for studies that ship: other tests run them all.
``<!-- not run -->`` on the line before a block leaves it alone.
"""

from __future__ import annotations

import re
import runpy
import shlex
import sys
import tomllib
from dataclasses import fields
from inspect import signature
from itertools import product
from pathlib import Path
from typing import get_type_hints

import pytest
from pydantic import BaseModel

from playout import author
from playout.engine.find.declarations import game, strategy
from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.game import plain_rules as plain
from playout.engine.game import protocols
from playout.engine.game.game import Game, Measure, view_dtype
from playout.lists import study_files
from playout.questions.compare import study as compare
from playout.questions.gate import study as gate
from playout.questions.hex import scaling
from playout.questions.hex.compound import study as compound
from playout.questions.hex.maps import study as maps
from playout.questions.mistakes import study as mistakes
from playout.questions.runs import study as runs
from playout.questions.runs.plots.plots import Plot
from playout.questions.tournament import study as tournament
from playout.questions.tune import study as tune
from playout.report import study
from playout.templates import KINDS, start_of
from tests.command import printed
from tests.pages import DOCS, FILE, PAGES, ROOT, Block, blocks, write_files
from tests.refresh import SHOWN, answer, asked_and_shown, cut, is_the_same

NARROW = "ascii"  # of the streams of all commands: no character needs more
TWENTY = ("run", "study", "tournament", "luck", "course", "describe", "odds")
FEW = dict.fromkeys(TWENTY, ("--games", "20")) | {
    "map": ("--boards", "20k"),
    "extend": ("--games", "40"),
    "compare": ("--max-games", "100"),
    "tune": ("--max-games", "100"),
    "rare": ("--particles", "100"),
    "review": ("--worlds", "4"),
    "mistakes": ("--games", "2"),
    "compound": ("--games", "2"),
    "check": ("--seconds", "2"),
    "winnable": ("--deals", "2"),
}
SMALLER = {  # options, where a command has them or need not have them
    "mistakes": ("--worlds", "5"),
    "compound": ("--boards", "2k"),
}
LESS = {"pig": {"--goal": "15"}, "risk-battle": {"--attackers": "4", "--defenders": "3"}}
FIVE = "careful,sequence,greedy,path,random"  # in place of all strategies
COMPILES = (
    *("common-deals", "runs", "cant-stop", "course", "effects", "gate", "intervals", "learners"),
    *("luck", "pig", "python", "rare-events", "review", "tune"),
    *("your-first-game", "your-first-strategy"),
)
MUCH = (
    *("adapters", "blackjack", "check", "comparing", "counting", "envs", "gallery", "games"),
    *("hearts", "hex", "klondike", "learned", "luck-or-skill", "position", "published"),
    *("risk-battle", "scaling", "search", "snakes-and-ladders", "solve", "spades", "ur", "yahtzee"),
)
LONG = dict.fromkeys(MUCH, pytest.mark.thorough)  # they compile or compute much
# Counters of one's own: `pig+pigs.py` and `pig+careful.py` are compiled in any case.
RARE = (
    *("cant-stop+each.py", "pig+pigs.py:points_lost"),
    *("the-game+mine.py:tricks_laid", "the-game+tricks.py:tricks_laid"),
)
EVERY_VIEW = view_dtype().names or ()


def page_of(name: str) -> Path:
    """A page of the documentation."""
    return DOCS / f"{name}.md"


def program(page: Path) -> str:
    """All other Python blocks as one program, every line where it is in the page."""
    lines = [""] * len(page.read_text(encoding="utf-8").splitlines())
    for block in blocks(page):
        if block.language == "python" and not block.lines[0].startswith(FILE):
            lines[block.first_line - 1 : block.first_line - 1 + len(block.lines)] = block.lines
    return "\n".join(lines) + "\n"


def commands(page: Path) -> list[tuple[int, list[list[str]]]]:
    """The lines of each block that call playout: line number, and words changed to few games."""
    found = []
    for block in blocks(page):
        if block.language in ("console", "sh"):
            lines = [line for line in block.lines if line.startswith("playout ")]
            words = [shlex.split(line, comments=True)[1:] for line in lines]
            words = [with_few_games(one) for one in words if not is_run_elsewhere(page, one)]
            long = [one for one in words if is_long(one)]
            short = [one for one in words if not is_long(one)]
            found += [(block.first_line, part) for part in (short, long) if part]
    return found


def is_run_elsewhere(page: Path, words: list[str]) -> bool:
    """Whether a command asks for a study that ships, on a page that is not about studies."""
    return words[0] == "study" and words[1] in study_files() and page.stem != "studies"


def is_long(words: list[str]) -> bool:
    """Whether a command compiles much for itself alone."""
    return words[0] == "check" or words[1] in RARE


def with_few_games(words: list[str]) -> list[str]:
    """The words of a command with its number of games, or of deals, made small."""
    if words[0] in ("policy", "solve"):
        for option, value in LESS.get(words[1], {}).items():
            words = with_option(words, option, value)
        return words
    if words[0] not in FEW:
        return words
    option, value = FEW[words[0]]
    if words[0] == "extend" and "--repeats" in words:
        option = "--repeats"
    if "--precision" in words:
        option, value = "--precision", "90%"  # of any unit: few games are enough
    if any(word.startswith("search") for word in words) and option == "--games":
        value = "1"
    words = [FIVE if word == "all" else word for word in words]
    if words[0] in SMALLER:
        words = with_option(words, *SMALLER[words[0]])
    if option == "--deals" and option not in words:
        return words
    return with_option(words, option, value)


def with_option(words: list[str], option: str, value: str) -> list[str]:
    """The words of a command with another value of an option."""
    if option in words:
        place = words.index(option)
        return [*words[: place + 1], value, *words[place + 2 :]]
    return [*words, option, value]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=str(page.relative_to(ROOT)),
            marks=LONG.get(page.stem, pytest.mark.slow if page.stem in COMPILES else ()),
        )
        for page in PAGES
        if program(page).strip()
    ],
)
def test_the_python_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(page, tmp_path)
    script = tmp_path / f"{page.stem}.py"
    script.write_text(program(page), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])  # as of a program that is started
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        pytest.param(
            page,
            lines,
            id=f"{page.relative_to(ROOT)}:{number}",
            marks=pytest.mark.thorough
            if any(map(is_long, lines))
            else LONG.get(page.stem, pytest.mark.slow),
        )
        for page in PAGES
        for number, lines in commands(page)
    ],
)
def test_the_commands_of_a_page_run(
    page: Path, lines: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for words in lines:  # one after another, in one folder
        printed(*words, encoding=NARROW)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_to_files(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    missing = [
        target
        for target in targets
        if not re.match(r"https?:", target) and not (page.parent / target).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("name", study_files())
def test_every_study_asks_about_a_game_there_is(name: str) -> None:
    read = tomllib.loads(study_files()[name].read_text(encoding="utf-8"))
    assert read.get("game", read.get("kind", "").split("-")[0]) in game_names()


@pytest.mark.parametrize("game", game_names())
def test_the_page_of_a_game_names_every_option_measure_and_strategy(game: str) -> None:
    text = page_of(f"games/{game}").read_text(encoding="utf-8")
    found = find_game(game)
    # Strategies of the game's own package: others may be installed, or declared by a test.
    own = [s for s in strategies(game) if s.function.__module__ in found.strategies]
    names = [*(o.name for o in found.options), *(m.name for m in found.measures)]
    names += [word for option in found.options for word in option.choices]
    names += [word for measure in found.measures for word in measure.categories]
    names += [s.name for s in own] + [p for s in own for p in s.parameters]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_a_page_names_every_command_and_one_every_study() -> None:
    from playout.cli import app

    text = page_of("reference/commands").read_text(encoding="utf-8")
    names = [
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    ]
    assert [name for name in names if f"`playout {name}" not in text] == []
    text = page_of("reference/studies").read_text(encoding="utf-8")
    assert [name for name in study_files() if f"`{name}`" not in text] == []


@pytest.mark.parametrize(
    ("of", "models"),
    [
        ("reference/studies", [study.Study, runs.Study, Plot]),
        ("reference/comparing", [compare.Study, compare.Pair, tournament.Study]),
        ("reference/review", [mistakes.Study]),
        ("reference/tune", [tune.Study]),
        ("reference/gate", [gate.Study]),
        ("games/hex", [maps.Study, compound.Study, scaling.Study]),
    ],
)
def test_a_page_tells_every_key_of_a_study(of: str, models: list[type[BaseModel]]) -> None:
    told = set(re.findall(r"`\[*(\w+)(?:\.NAME)?\]*`", page_of(of).read_text(encoding="utf-8")))
    assert {name for model in models for name in model.model_fields} - told == set()


OF_COUNTERS = ("uncounted", "counters")  # fields of a game that no author writes

PROTOCOLS = [value for value in vars(protocols).values() if getattr(value, "_is_protocol", False)]


def test_examples_import_public_names_alone() -> None:
    """What is shown to users stays: nothing from inside the engine or the games."""
    pages = [page for page in PAGES if page.stem != "CONTRIBUTING"]
    texts = {str(page): page.read_text(encoding="utf-8") for page in pages}
    texts |= {
        str(file): file.read_text(encoding="utf-8")
        for folder in ("examples", "src/playout/templates")
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in (".md", ".py", ".txt", ".toml") and "templates/__init__" not in str(file)
    }
    for kind, is_plain, of in product(KINDS, (True, False), ("the-game", "hex", "pig")):
        words = f"playout new {kind} bold --game {of}{' --plain' if is_plain else ''}"
        texts |= {
            f"{words}: {path}": text for path, text in start_of(kind, "bold", of, is_plain).items()
        }
    assert len(texts) > 60
    wrong = [
        f"{where}: {line}"
        for where, text in texts.items()
        for line in text.splitlines()
        if re.search(r"(?<!\")\bplayout\.(engine|games)\b", line)
    ]
    assert not wrong


def test_a_page_names_everything_for_authors() -> None:
    text = page_of("reference/own-game").read_text(encoding="utf-8")
    assert [name for name in author.__all__ if f"`{name}" not in text] == []


def test_a_page_tells_every_hook_of_a_game_with_its_arguments() -> None:
    text = page_of("reference/own-game").read_text(encoding="utf-8")
    hooks = [protocols.functions_of(one) for one in PROTOCOLS if one.__module__ != "typing"]
    assert len(hooks) >= 6
    hooks += [plain.NEEDED, plain.OPTIONAL]
    due = {f"{name}({', '.join(args)})" for one in hooks for name, args in one.items()}
    told = set(re.findall(r"^\|[^|]*?\| ?`(\w+\([\w, ]*\))` \||^\| `(\w+\([\w, ]*\))`", text, re.M))
    assert {one or other for one, other in told} == due
    names = [one.name for one in fields(Game) if one.init and one.name not in OF_COUNTERS]
    names += [*signature(strategy).parameters, *signature(game).parameters]
    names += [
        one.name for one in fields(Measure) if one.name not in ("condition", "game", "is_asked_for")
    ]
    names += [name for one in PROTOCOLS for name in get_type_hints(one)]
    assert [name for name in names if f"`{name}`" not in text and f"({name}" not in text] == []


def test_the_rules_that_a_page_quotes_are_those_of_the_game() -> None:
    text = page_of("tutorials/your-first-game").read_text(encoding="utf-8")
    rules = (ROOT / "src/playout/games/pig/rules.py").read_text(encoding="utf-8")
    quoted = re.findall(r"<!-- not run -->\n```python\n(.*?)```", text, re.DOTALL)
    assert len(quoted) == 2
    assert all(part in rules for part in quoted)


GAMES = [name for name in game_names() if find_game(name).compiled]


@pytest.mark.parametrize("name", GAMES)
def test_a_page_tells_every_field_of_a_view(name: str) -> None:
    """In the page on first strategies, or in that of the game."""
    pages = [page_of("tutorials/your-first-strategy"), page_of(f"games/{name}")]
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    told = set(re.findall(r"`(\w+)`", text))
    known = {*(find_game(name).view_dtype.names or ()), *EVERY_VIEW} - {"lookup"}
    assert known - told == set()


README = ROOT / "README.md"
ANSWERS = [
    pytest.param(
        page,
        *answer,
        id=f"{page.stem}: {answer[0].lines[-1]}",
        marks=pytest.mark.thorough
        if page != README
        else pytest.mark.slow
        if "careful" in answer[0].lines[-1]  # it takes long to compile
        else (),
    )
    for page in PAGES
    if SHOWN.search(page.read_text(encoding="utf-8"))
    for answer in asked_and_shown(page)
]


@pytest.mark.parametrize(("page", "asked", "shown", "how_much"), ANSWERS)
def test_pages_show_what_their_commands_print(
    page: Path, asked: Block, shown: Block, how_much: str | None
) -> None:
    assert is_the_same(cut(answer(page, asked), how_much), list(shown.lines), how_much)
    assert max(map(len, shown.lines)) <= 80


def test_the_readme_has_outputs_to_compare() -> None:
    assert len(asked_and_shown(README)) == 3


PRINTED = """A sentence
of two lines.

  games  10

a  b
-  --
1  2
3  4

notes
"""


@pytest.mark.parametrize(
    ("how_much", "shown"),
    [
        (None, PRINTED.strip()),
        ("1, table", "A sentence\nof two lines.\n\n...\n\na  b\n-  --\n1  2\n3  4\n\n..."),
        ("table:3", "...\n\na  b\n-  --\n1  2\n..."),
        ("1:-1, -1", "...\nof two lines.\n\n...\n\nnotes"),
        ("3:3..3, varies", "...\n1  2\n..."),
    ],
)
def test_answers_are_cut_where_a_page_says(how_much: str | None, shown: str) -> None:
    assert "\n".join(cut(PRINTED, how_much)) == shown


def test_answers_are_the_same_if_only_their_times_differ() -> None:
    assert is_the_same(["2,000 games", "in 0.2 s"], ["2,000 games in 11 s"])
    assert not is_the_same(["2,000 games in 0.2 s"], ["2,001 games in 0.2 s"])
    assert is_the_same(["2,000 games in 0.2 s"], ["2,001 games in 0.2 s"], "1, varies")
    assert not is_the_same(["2,000 games in 0.2 s"], ["2,001 runs in 0.2 s"], "1, varies")
