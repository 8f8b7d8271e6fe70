"""Commands that are broken at random."""

from __future__ import annotations

import random
import shlex
import sys
from functools import cache
from typing import Any

from playout.cli import _command, main
from playout.engine.find.games import find_game, game_names

VALID = """
run the-game --strategy greedy --players 1..2 --games 50 --seed 3 --csv t.csv --json
run the-game --strategy greedy,combo --players 2 --min-cards 1,2 --games 50 --plot t.png
run the-game --precision 20% --measure cards_left --max-games 500 --save new.run
run mexican-train --seats random,greedy,greedy --by seat --rounds 1 --games 20 --measures all
run the-game --strategy greedy --players 1,2 --games 50 --effects --effects-plot e.svg
run the-game --strategy mine.py:bold --games 10 --workers 1
run hex --strategy random+centre --rows 3 --cols 3 --games 30 --no-rotate
run the-game-blog --players 1..3 --hand 5 --games 50 --part 1/2 --save part.run
run the-game --strategy greedy --players 1,2 --games 50 --save a.run
run the-game --players 2 --games 20 --histogram cards_left --quantiles 0.1,50% --xlsx t.xlsx
run pig --games 20 --by seat --chance points<=50 --chance win=1 --histogram win --csv t.csv
compare the-game --a combo --b greedy --players 2 --margin 0.05 --max-games 300 --json
compare the-game --strategy greedy --a-rules min_cards=1 --b-rules min_cards=2 --max-games 300
tournament mexican-train --strategies random,greedy --players 2 --rounds 1 --games 40 --html t.html
luck the-game --strategies random,greedy --players 2 --measure cards_left --games 40 --repeats 3
luck mexican-train --strategies random,greedy --against greedy --rounds 1 --games 20
course the-game --strategy greedy --players 2 --games 50 --measure cards_left --xlsx t.xlsx
course pig --strategy hold+random --by round --games 30 --quantiles 0.2,0.8 --plot t.png --json
course mexican-train --by round --rounds 2 --steps 5 --games 20 --csv t.csv --save course.run
describe pig --games 20 --levels random,hold --knock-out goal=50 --csv t.csv --plot t.png
describe risk-battle --attackers 2 --games 20 --json --xlsx t.xlsx --html r.html
odds the-game --strategy quick --players 2 --turn 5 --measure cards_left --games 20
review pig --strategy random --reviewer hold --worlds 10 --seat 1 --game 2 --html r.html
review the-game --run a.run --row 2 --game 7 --worlds 4 --measure cards_left --json
tune pig --vary goal=20,30 --target turns(median)=5..15 --max-games 300 --json --csv t.csv
tune the-game --vary hand=5,6 --target win(greedy)>=90% --players 2 --max-games 300 --plot t.png
mistakes pig --strategy random --games 3 --worlds 4 --measure points --plot m.png
solve pig --goal 6 --strategy hold+best --measure win --states 10k --seconds 60 --csv t.csv
solve risk-battle --attackers 2 --defenders 1 --measure rounds --xlsx t.xlsx --json
policy pig --goal 6 --strategy best+hold --down scores.0=0..5:2 --across scores.1 --csv t.csv
policy pig --goal 5 --where turn_total=2 --where player=0 --show value --states 10k --plot t.png
policy pig --goal 6 --strategy hold --threshold turn_total=2..6 --seconds 60 --xlsx t.xlsx --json
rare the-game --strategy random --high 20 --particles 20 --repeats 10 --plot t.svg
map --size 3x4 --boards 5k --p 0.4 --seed 2 --method gale
map --stones stones.txt --method exact --csv -
compound --size 4 --games 5 --boards 300 --confidence 0.9 --csv t.csv
winnable the-game --players 2 --high 20 --seed 1 --game 3 --deals 2 --seconds 1
replay the-game --strategy greedy --players 2 --seed 4 --game 7 --json
replay hex --strategy random --rows 3 --cols 3 --svg t.svg
replay the-game --high 30 --position "piles=18,5,27,12 hands=8,22,? turn_cards=1 draw=3,?" --seed 2
replay hex --rows 3 --position "stones=.X./.O./... coins=XO" --json
replay mexican-train --players 2 --set 4 --tiles 3 --position "trains=4-2/-/4-1 lacks=-/3 open=1"
gate gate.toml --max-games 300 --junit j.xml --markdown m.md --csv t.csv --json
study study.toml --out out --games 20 --seed 2 --save runs
study --list --json
resume a.run --json
extend a.run --games 70 --measures all
merge a.run rare.run --into new.run
status map.run --json
export a.run --csv t.csv --tsv t.tsv --parquet t.parquet
export a.run --histogram ending --chance ending=stuck --xlsx t.xlsx --csv t.csv
export rare.run --json
verify a.run --sample 3 --json
games --json
strategies the-game --json
check none.py --seconds 1 --positions 100 --limit 1 --json
new strategy mine2 --game hex --plain
rules hex
solve pig --players 2 --goal 5 --states 1000 --json
--version
run the-game --help
"""
ODD = [
    *("", " ", "-1", "0", "1", "2", "3.5", "nan", "inf"),
    *("-inf", "1e999", "1e15", "1e-400", "1e308"),
    *("١", "½", "é", "e\u0301", "\u202e", "🂡", "\ud800"),
    *("\udcff", "a\nb", "\t", "\x1b[31m", "\x7f"),
    *("-", "--", "---", "-x", "=", "--=", ",", ",,"),
    *("+", ":", "..", "1..", "..1", "5..1", "1..2..3"),
    *("1..999999", "1..1000", "1,1", "1,2,3,4", "0x10", "1_0", "1,000", "1.000", "100k", "5%", "%"),
    *("9" * 30, "9" * 5_000, "1e99999999", "-0", "+1", "True", "None", "null", "[1]", "{}", "()"),
    *("empty", "folder", "secret", "a.run", "half.run", "bits.run", "more-bits.run"),
    *("head.run", "rare.run", "map.run", "link.run", "nowhere.run", "empty/x.run", "no/such/x.run"),
    *("x" * 300, "x" * 300 + ".csv", "é" * 200),
    *("study.toml", "latin.toml", "mine.py", "stones.txt"),
    *("mine.py:bold", "mine.py:none", "broken.py:bold", "raising.py:bold", "folder:bold", "a.b.c"),
    *("greedy", "greedy:", ":greedy", "greedy:a=1", "chains:extra=", "chains:extra=nan", "greedy+"),
    *("chains:extra=1e300", "greedy+random", "all", "win", "points", "cards_left", "1/2", "2/1"),
    *("1/0", "the-game", "hex", "mexican-train", "{{", "%s", "{0}", "$HOME", "*", ".", "..", "./"),
    *("3x3", "0x3", "3x", "99x99", "t.csv", "t.png", "t.xyz", "min_cards=1", "min_cards=x", "x="),
    *("piles=1", "hands=?", "hands=2,2 draw=-", "stones=.", "trains=4-4", "seat=1", "over=1"),
    *("processes:0", "local:0", "tcp://", "tcp://127.0.0.1:1", "many", "1025", "-5", "marks"),
]


@cache
def valid() -> list[list[str]]:
    """Valid commands, at least one of each, but of that which would go on serving pages."""
    found = [shlex.split(line) for line in VALID.strip().splitlines()]
    assert {words[0] for words in found} >= set(_command().commands) - {"warm", "web"}
    return found


@cache
def options() -> list[str]:
    """All options of all commands, and the rule options of all games."""
    own = {
        name for one in _command().commands.values() for param in one.params for name in param.opts
    }
    rules = {
        f"--{o.name.replace('_', '-')}" for game in game_names() for o in find_game(game).options
    }
    return sorted(name for name in own | rules if name.startswith("-"))


def made(chance: random.Random) -> list[str]:
    """The words of a broken command."""
    command = list(chance.choice(valid()))
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        command = chance.choice(CHANGES)(command, chance)
    return [word.replace("\0", "") for word in command]


def _place(command: list[str], chance: random.Random) -> int:
    return chance.randrange(len(command)) if command else 0


def drop(command: list[str], chance: random.Random) -> list[str]:
    """Without one of its words."""
    place = _place(command, chance)
    return command[:place] + command[place + 1 :]


def double(command: list[str], chance: random.Random) -> list[str]:
    """With a word, or an option and its value, twice."""
    place, count = _place(command, chance), chance.choice((1, 2))
    return command[: place + count] + command[place : place + count] + command[place + count :]


def swap(command: list[str], chance: random.Random) -> list[str]:
    """With two words in each other's place."""
    one, other = _place(command, chance), _place(command, chance)
    changed = list(command)
    if changed:
        changed[one], changed[other] = changed[other], changed[one]
    return changed


def replace(command: list[str], chance: random.Random) -> list[str]:
    """With an odd word in place of one, rarely of the first."""
    place = _place(command, chance) or _place(command, chance)
    return [*command[:place], chance.choice(ODD), *command[place + 1 :]]


def insert(command: list[str], chance: random.Random) -> list[str]:
    """With an odd word more."""
    place = _place(command, chance) + 1
    return [*command[:place], chance.choice(ODD), *command[place:]]


def option(command: list[str], chance: random.Random) -> list[str]:
    """With an option of any command, and an odd value, glued to it or not."""
    name, value = chance.choice(options()), chance.choice(ODD)
    added = chance.choice(([name, value], [f"{name}={value}"], [name]))
    place = _place(command, chance) + 1
    return [*command[:place], *added, *command[place:]]


def value(command: list[str], chance: random.Random) -> list[str]:
    """With another value of one of its options."""
    places = [k + 1 for k, word in enumerate(command[:-1]) if word.startswith("--")]
    if not places:
        return replace(command, chance)
    place = chance.choice(places)
    return [*command[:place], chance.choice(ODD), *command[place + 1 :]]


def misspell(command: list[str], chance: random.Random) -> list[str]:
    """With a letter of a word changed, lost or added."""
    place = _place(command, chance)
    word = command[place] if command else ""
    at, letter = chance.randrange(len(word) + 1), chance.choice("ae-=,:. é\n")
    new = chance.choice((word[:at] + word[at + 1 :], word[:at] + letter + word[at:]))
    return [*command[:place], new, *command[place + 1 :]]


CHANGES = (drop, double, swap, replace, insert, option, option, value, value, value, misspell)


def description(chance: random.Random) -> str:
    """The command line."""
    return f"playout {shlex.join(made(chance))!a}"


def play(chance: random.Random) -> int | None:
    """Run the command; its exit code."""
    return run(made(chance))


def run(command: list[str]) -> int:
    """Run ``playout command ...`` in this process; its exit code."""
    sys.argv = ["playout", *command]
    try:
        main()
    except SystemExit as exit:
        code: Any = exit.code
        return code if isinstance(code, int) else int(code is not None)
    return 0
