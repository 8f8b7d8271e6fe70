"""Games and strategies are found by name, in packages, modules and users' own files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from playout.engine.find import declarations as declared
from playout.engine.find import games as registry
from playout.engine.find.declarations import strategy
from playout.engine.find.games import find_game, game_names, solver_of, strategies
from playout.engine.game.game import PARAMETERS, Option
from playout.engine.who import references
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_player, find_players, players_to_compare
from playout.engine.words.errors import NotLoaded, PlayoutError

MINE = '''
from playout import strategy

@strategy("the-game", parameters={"step": 2, "wait": 0.5})
def bold(view, rng):
    """Concedes at once."""
    return -1
'''


@pytest.fixture(autouse=True)
def forgetful(forgets: None) -> Iterator[None]:
    """What a test declares is gone after it."""
    yield
    declared.load_file.cache_clear()


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_game_is_found_by_its_name() -> None:
    assert "the-game" in game_names()
    assert find_game("the-game") is find_game("the-game")
    with pytest.raises(PlayoutError, match="there is no game 'the-gmae': did you mean 'the-game'"):
        find_game("the-gmae")


def test_a_player_is_a_strategy_with_its_parameters() -> None:
    assert find_player("the-game", "chains").values == (3.0,)
    assert find_player("the-game", " chains:extra=2.5 ").values == (2.5,)
    assert find_player("the-game", "chains:extra=2.5").reference == "chains:extra=2.5"


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        ("gredy", "the-game has no strategy 'gredy': did you mean 'greedy'"),
        ("", "the-game has no strategy ''"),
        ("chains:extr=2", "'chains' has no parameter 'extr': did you mean 'extra'"),
        ("greedy:extra=2", "'greedy' has no parameter 'extra': it has no parameters"),
        ("chains:extra", "extra needs a number, as in chains:extra=2, not ''"),
        ("chains:extra=x", "extra needs a number, as in chains:extra=2, not 'x'"),
        ("chains:extra=nan", "extra needs a number, as in chains:extra=2, not 'nan'"),
        ("chains:extra=inf", "extra needs a number, as in chains:extra=2, not 'inf'"),
        ("nowhere.py:bold", "there is no file 'nowhere.py'"),
    ],
)
def test_a_reference_that_names_nobody_is_refused_in_a_sentence(
    reference: str, sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        find_player("the-game", reference)


def test_a_strategy_in_a_file_is_found_with_its_parameters(tmp_path: Path) -> None:
    file = written(tmp_path, MINE)
    player = find_player("the-game", f"{file}:bold:wait=3")
    assert player.values == (2.0, 3.0)
    assert player.strategy.summary == "Concedes at once."
    assert player.reference == f"{file}:bold:wait=3"
    assert find_player("the-game", f"{file}:bold").strategy is player.strategy


def test_two_files_may_each_have_a_strategy_of_the_same_name(tmp_path: Path) -> None:
    old = written(tmp_path, MINE, "old.py")
    new = written(tmp_path, MINE.replace("2", "3"), "new.py")
    assert find_player("the-game", f"{old}:bold").values == (2.0, 0.5)
    assert find_player("the-game", f"{new}:bold").values == (3.0, 0.5)
    assert "bold" not in [found.name for found in strategies("the-game")]


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    file = written(tmp_path, MINE)
    assert find_player("the-game", f"{file}:bold").values == (2.0, 0.5)
    written(tmp_path, MINE.replace('"step": 2', '"step": 25'))
    assert find_player("the-game", f"{file}:bold").values == (25.0, 0.5)


def test_of_a_file_no_bytecode_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be taken for that of a file of the same size, saved within the same second."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = Path(written(tmp_path, MINE))
    find_player("the-game", f"{file}:bold")
    assert not (tmp_path / "__pycache__").exists()


def test_a_file_is_asked_only_for_its_own_strategies(tmp_path: Path) -> None:
    file = written(tmp_path, MINE)
    with pytest.raises(PlayoutError, match=r"mine\.py has no strategy 'greedy': choose from bold"):
        find_player("the-game", f"{file}:greedy")
    with pytest.raises(PlayoutError, match=r"mine\.py has no strategy 'bald': did you mean 'bold'"):
        find_player("the-game", f"{file}:bald")
    empty = written(tmp_path, "", "empty.py")
    with pytest.raises(PlayoutError, match=r"empty\.py declares no strategy: write @playout\."):
        find_player("the-game", empty)
    with pytest.raises(PlayoutError, match=r"mine\.py needs the name .*: /.*/mine\.py:bold$"):
        find_player("the-game", file)
    with pytest.raises(PlayoutError, match="no strategy for hex: it declares bold for the-game"):
        find_player("hex", f"{file}:bold")


def test_dashes_and_underscores_name_the_same_strategy(tmp_path: Path) -> None:
    file = written(tmp_path, MINE.replace("def bold", "def so_bold"))
    for name in ("so-bold", "so_bold"):
        player = find_player("the-game", f"{file}:{name}")
        assert player.strategy.name == "so-bold"
        assert player.reference == f"{file}:{name}"


@pytest.mark.parametrize("name", ["caf\udce9.py", "a\0b.py", "a\x1b[31m.py"])
def test_a_file_whose_name_is_no_text_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(PlayoutError, match="its path has control characters, or letters that"):
        find_player("the-game", f"{name}:bold")


def test_whatever_the_check_of_a_strategy_raises_is_told(tmp_path: Path) -> None:
    text = MINE.replace('"the-game",', '"the-game", check=lambda rules: {}["hand"],')
    with pytest.raises(PlayoutError, match=r"check of strategy '.*:bold' raised KeyError: 'hand'"):
        find_players(find_game("the-game").with_options(), f"{written(tmp_path, text)}:bold")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def bold(view, rng)\n", r"mine\.py cannot be run: SyntaxError: .*mine\.py, line 1"),
        ("import no_such_module\n", r"mine\.py cannot be run: ModuleNotFoundError: .*no_such_mod"),
        (MINE.replace("def bold", "def greedy"), r"mine\.py: the-game already has .* 'greedy'"),
        (
            MINE + MINE.replace("def bold", "def other").replace('game",', 'game", "bold",'),
            r"mine\.py: strategy 'bold' of the-game is declared twice in one file",
        ),
        (
            MINE.replace("the-game", "the-gmae"),
            r"'bold' is for the game 'the-gmae', which does not exist: did you mean 'the-game'",
        ),
        (
            MINE.replace('{"step"', '{**dict.fromkeys("abcdefghijklmnop", 0), "step"'),
            f"strategy 'bold' has 18 parameters; at most {PARAMETERS} are allowed",
        ),
    ],
    ids=["syntax", "import", "name taken", "name twice", "game", "parameters"],
)
def test_a_file_that_cannot_be_used_is_told_why(text: str, sentence: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(PlayoutError, match=sentence):
        find_player("the-game", f"{file}:bold")


def test_a_function_may_be_declared_again_where_it_stands() -> None:
    def declared() -> Any:
        @strategy("the-game")
        def my_own(view: Any, rng: Any) -> int:
            """Once more."""
            return -1

        return my_own

    first, second = declared(), declared()
    assert first is not second
    assert find_player("the-game", "my-own").strategy.function is second


def installed(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """As if a package with this entry point were installed."""
    own = entry_points

    def with_theirs(*, group: str) -> Any:
        found = list(own(group=group))
        return [*found, EntryPoint("theirs", value, group)] if "strategies" in group else found

    monkeypatch.setattr(registry, "entry_points", with_theirs)
    registry._load_installed_strategies.cache_clear()


def test_strategies_of_installed_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("package_of_theirs")
    monkeypatch.setitem(sys.modules, package.__name__, package)
    exec(MINE.replace("def bold", "def theirs"), package.__dict__)
    declared.STRATEGIES.pop(("the-game", "theirs"))
    code = compile(MINE.replace("def bold", "def theirs"), "theirs.py", "exec")

    def load(self: EntryPoint) -> ModuleType:
        exec(code, package.__dict__)
        return package

    monkeypatch.setattr(EntryPoint, "load", load)
    installed(monkeypatch, "package_of_theirs")
    assert "theirs" in [found.name for found in strategies("the-game")]
    assert find_player("the-game", "theirs:step=9").values == (9.0, 0.5)


def test_an_installed_package_that_cannot_be_loaded_stops_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(monkeypatch, "no_such_package_of_theirs")
    message = (
        r"the installed 'theirs' \(no_such_package_of_theirs\) cannot be loaded: ModuleNotFound"
    )
    with pytest.warns(NotLoaded, match=message):
        found = strategies("the-game")
    assert "greedy" in [one.name for one in found]
    assert "centre" in [one.name for one in strategies("hex")]  # and it is said once
    registry._load_installed_strategies.cache_clear()


def test_a_game_that_cannot_be_loaded_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_package_of_theirs:GAME", "playout.games")
    odd = EntryPoint("odd", "math:pi", "playout.games")
    every = {**registry._games(), "broken": broken, "odd": odd}
    monkeypatch.setattr(registry, "_games", lambda: every)
    with pytest.warns(NotLoaded) as caught:
        names = [game.name for game in registry.loaded_games()]
    assert "hex" in names
    assert len(caught) == 2
    with pytest.raises(PlayoutError, match=r"the installed 'odd' \(math:pi\) is not a game"):
        find_game("odd")


def test_a_file_leaves_the_strategies_that_it_imports_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "imports.py"
    path.write_text(
        "import playout.games.hex.strategies\n" + MINE.replace("def bold", "def own"), "utf-8"
    )
    known = {key: one for key, one in declared.STRATEGIES.items() if key[0] == "hex"}
    for key in known:
        del declared.STRATEGIES[key]
    try:
        sys.modules.pop("playout.games.hex.strategies")
        found, _, _ = declared.load_file(str(path), path, 1)
        assert [one.name for one in found] == ["own"]
        assert ("hex", "centre") in declared.STRATEGIES
    finally:
        declared.STRATEGIES.update(known)


HAND = Option("hand", 6, "cards in a hand", 1, 64)
DECK = Option("deck", "official", "which", choices=("official", "double"))


def test_an_option_takes_a_whole_number_and_nothing_else() -> None:
    for given in (5, "5", 5.0, np.int8(5)):
        assert HAND.read(given) == 5
    for wrong in (True, 1.5, "x", [5]):
        with pytest.raises(PlayoutError, match=r"hand=.*: must be a whole number"):
            HAND.read(wrong)


@pytest.mark.parametrize("given", [0, -1, 65, "1000000000000000000000"])
def test_an_option_out_of_range_is_refused_with_its_range(given: object) -> None:
    with pytest.raises(PlayoutError, match=rf"hand={given!r}: must be from 1 to 64 \(cards in"):
        HAND.read(given)


def test_an_option_with_words_takes_only_these() -> None:
    assert DECK.read("double") == "double"
    assert DECK.read(np.str_("double")) == "double"
    with pytest.raises(PlayoutError, match="deck='doubel': did you mean 'double'"):
        DECK.read("doubel")
    with pytest.raises(PlayoutError, match="deck=2: choose from double, official"):
        DECK.read(2)


def test_seats_share_a_strategy_or_have_one_each_joined_by_a_plus() -> None:
    def labels(text: str, seats: int) -> list[str]:
        rules = find_game("the-game").with_options({"players": seats})
        return [player.reference for player in references.find_players(rules, text)]

    assert labels("greedy", 3) == ["greedy"] * 3
    assert labels("greedy+random+chains:extra=2", 3) == ["greedy", "random", "chains:extra=2"]
    assert labels("chains:extra=1e+1", 2) == ["chains:extra=1e+1"] * 2
    assert labels("chains:extra=1e+1+greedy", 2) == ["chains:extra=1e+1", "greedy"]
    for text, seats in (("greedy+random", 3), ("greedy+random+greedy", 2)):
        with pytest.raises(PlayoutError, match=f"strategies for {seats} players"):
            labels(text, seats)
    with pytest.raises(PlayoutError, match="no strategy ''"):
        labels("greedy+", 2)


def test_an_alias_names_the_same_strategy_and_is_shown_as_it_was_written() -> None:
    alias, own = find_player("mexican-train", "ai-1"), find_player("mexican-train", "random")
    assert alias.strategy is own.strategy
    assert (alias.reference, own.reference) == ("ai-1", "random")


def test_a_game_may_name_a_strategy_with_its_parameters() -> None:
    reference = "search:blueprint=learned:worlds=25:deviations=2"
    named, player = find_player("mexican-train", reference), find_player("mexican-train", "ai-3")
    assert (player.strategy, player.values, player.reference) == (
        named.strategy,
        named.values,
        "ai-3",
    )
    assert find_player("mexican-train", "ai_3").strategy == named.strategy
    everybody = players_to_compare(find_game("mexican-train").with_options({}), "all")
    assert [one.reference for one in everybody][-1] == "rollout"
    listed = references.listed_strategies(find_game("mexican-train"))
    assert listed[-1].summary.startswith(f"Another name for {reference}.")
    with pytest.raises(
        PlayoutError, match="'rollout' takes no parameters, because it is another name of"
    ):
        find_player("mexican-train", "rollout:playouts=10")


def test_a_function_is_named_by_what_it_is_declared_as() -> None:
    @strategy("the-game", "short", parameters={"extra": 1})
    def long_name(view: Any, rng: Any) -> int:
        return 0

    assert by_name("the-game", long_name) == "short"
    assert by_name("the-game", [long_name, "random", [long_name]]) == ["short", "random", ["short"]]
    assert by_name("the-game", (name for name in ("random", long_name))) == ["random", "short"]
    for given in (None, "short:extra=2", 3):
        assert by_name("the-game", given) is given


def test_a_function_that_is_no_strategy_is_refused_with_what_to_do() -> None:
    def plain(view: Any, rng: Any) -> int:
        return 0

    sentence = r'the function plain is not a strategy yet; write @playout.strategy\("the-game"\)'
    with pytest.raises(PlayoutError, match=sentence):
        by_name("the-game", plain)
    strategy("hex")(plain)
    with pytest.raises(PlayoutError, match="plain is a strategy of hex, not the-game"):
        by_name("the-game", plain)
    strategy("hex", "again")(plain)
    with pytest.raises(PlayoutError, match="plain stands for several strategies of hex; write"):
        by_name("hex", plain)


def test_what_is_no_strategy_at_all_is_refused_in_a_sentence() -> None:
    rules = find_game("the-game").with_options({"players": 2})
    for given in (3, [3, 3]):
        with pytest.raises(PlayoutError, match="the-game has no strategy '3'"):
            find_players(rules, given)


def test_the_solver_of_a_game_is_the_module_that_it_names() -> None:
    hex_game = find_game("hex")
    assert solver_of(find_game("the-game")).__name__ == "playout.games.the_game.winnable"
    with pytest.raises(PlayoutError, match="these games can: klondike, the-game"):
        solver_of(hex_game)
    with pytest.raises(PlayoutError, match="game 'hex': its solver: No module named 'nowhere'"):
        solver_of(replace(hex_game, solver="nowhere"))
