"""How commands read their words and print their help.

A mistake in the words of a command is a PlayoutError, one sentence, like every other mistake.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from playout.cli.output import (
    LONG,
    Rows,
    measure_rows,
    only_answers,
    rule_rows,
    say,
    strategy_rows,
    written,
)
from playout.cli.spelling import AS_OPTIONS
from playout.engine.words.errors import PlayoutError
from playout.engine.words.signs import for_print
from playout.engine.words.spelling import spelled

ASK, KEEP, LOOK = "Ask a question", "Work with saved runs", "Games and strategies"
"""The groups of commands in the help, in this order."""

STOPPED = 130  # the exit code of a program that was stopped with Ctrl-C

# In the meta of a context:
GIVEN = "playout.given"  # the first argument, for its help
BEFORE = "playout.before"  # how many rule options stand before the strategy: rows keep their order
FILES = "playout.files"  # files of recorded games, beside the first argument
MOST_NAMED = 8  # rule options that a sentence lists
_MEANT = {  # options of other programs, or of other commands, and those meant by them
    "size": "rows",
    **dict.fromkeys(("iterations", "n", "num-games", "runs", "simulations"), "games"),
    **dict.fromkeys(("cores", "jobs", "processes", "threads"), "workers"),
    **dict.fromkeys(("out", "output"), "csv"),
}
EMPTY = "the name of the file is empty"


class Group(TyperGroup):
    """All commands, listed in groups."""

    def get_help(self, ctx: Any) -> str:
        """Return the help in the characters of the screen: Click writes UTF-8 if that is ASCII."""
        return for_print(super().get_help(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse options that stand before the command and are none."""
        known = set(_options(self, ctx))
        for word in args:
            if not word.startswith("-"):
                break
            if word not in known and not ctx.resilient_parsing:
                raise PlayoutError(f"playout has no option {word}{near(word, known, '--help')}")
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; PlayoutError if there is none of that name."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            tail = near(args[0], self.commands, "--help")
            raise PlayoutError(f"there is no command '{args[0]}'{tail}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; say so if it is stopped with Ctrl-C."""
        try:
            with spelled(AS_OPTIONS, in_all_threads=True):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            say("stopped")
            raise typer.Exit(STOPPED) from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write what each command does, in its group."""
        for title in (ASK, KEEP, LOOK):
            rows = [
                (name, " ".join((command.help or "").split("\n\n")[0].split()))
                for name, command in self.commands.items()
                if getattr(command, "rich_help_panel", None) == title
            ]
            _write_section(formatter, title, rows)


class Command(TyperCommand):
    """A command with options of its own."""

    allow_extra_args = True  # refused below, in a sentence

    def get_help(self, ctx: Any) -> str:
        """Return the help, as in a group."""
        return for_print(super().get_help(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with only_answers():
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words after the name in the usage line."""
        return [*(_written(param) for param in _arguments(self, ctx)), "[OPTIONS]"]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what the arguments and options are."""
        arguments = [(_written(param), param.help or "") for param in _arguments(self, ctx)]
        records = (param.get_help_record(ctx) for param in _options(self, ctx).values())
        options = list(dict.fromkeys(record for record in records if record is not None))
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                _write_section(formatter, title, rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check the words before they are read."""
        if ctx.resilient_parsing:  # the shell asks what could come next
            last = _options(self, ctx).get(args[-1]) if args else None
            begun = last is not None and not last.is_flag  # its value comes next
            return list(super().parse_args(ctx, args[:-1] if begun else args))
        if asks := [word for word in args if word in ctx.help_option_names]:
            with suppress(PlayoutError):  # who asks for help may write what is wrong
                self._divided(ctx, [word for word in args if word not in asks])
            return list(super().parse_args(ctx, asks[:1]))
        own, others = self._divided(ctx, args)
        try:
            extra = super().parse_args(ctx, own)
        except typer.BadParameter as error:  # one is missing: values are read by the command
            needed = _example(error.param)
            raise PlayoutError(f"playout {ctx.info_name} needs {needed}{_see(ctx)}") from None
        if extra:
            self.take(ctx, extra)
        ctx.args = others
        return others

    def _divided(self, ctx: Any, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The words that this command knows, and those of other options.

        Click's ``ignore_unknown_options`` would take the 2 of ``--players 2 pig`` for the game.
        PlayoutError for an option that is given twice, or without the value that it needs.
        """
        options = _options(self, ctx)
        own: list[str] = []
        others: list[str] = []
        used: dict[str, str] = {}
        rest = list(words)
        while rest:
            word = rest.pop(0)
            name, equals, value = word.partition("=")
            option = options.get(name)
            if option is None and _is_option(word):
                others.append(self.other_option(ctx, word, rest))
                continue
            if option is None and re.match("-.", word):
                raise PlayoutError(self.not_understood(ctx, word))
            own.append(word)
            if not word and any(map(_is_path, _arguments(self, ctx))):
                raise PlayoutError(f"{EMPTY}{_see(ctx)}")
            if option is None:
                ctx.meta.setdefault(GIVEN, word)
                continue
            if option.name in used and not option.multiple:
                both = f"{used[option.name]} and {name} are one option"
                what = f"{name} is given twice" if used[option.name] == name else both
                raise PlayoutError(f"{what}; write it once, as {_example(option)}")
            used[option.name] = name
            if option.name == "strategy":
                ctx.meta[BEFORE] = len(others)
            if option.is_flag and equals:
                raise PlayoutError(f"{name} takes no value; write {name}")
            if option.is_flag:
                continue
            if not equals:
                if not rest or rest[0].startswith("--"):
                    raise PlayoutError(f"{name} needs a value, as in {_example(option)}")
                own.append(value := rest.pop(0))
            if not value and _is_path(option):
                raise PlayoutError(f"{name}: {EMPTY}; write {_example(option)}")
        return own, others

    def other_option(self, ctx: Any, word: str, rest: list[str]) -> str:
        """An option that is not this command's own, as one word; ``rest`` follows it."""
        from playout.engine.words.reading import brief

        name = word.partition("=")[0]
        tail = near(name, _options(self, ctx), f"{ctx.info_name} --help")
        raise PlayoutError(f"playout {ctx.info_name} has no option {brief(name)}{tail}")

    def take(self, ctx: Any, words: Sequence[str]) -> None:
        """Refuse words that are too many."""
        raise PlayoutError(self.not_understood(ctx, words[0]))

    def not_understood(self, ctx: Any, word: str) -> str:
        """The sentence about a word that is too many."""
        wanted = " ".join(_written(param) for param in _arguments(self, ctx))
        takes = f"takes {wanted} and options" if wanted else "takes only options"
        if (name := f"--{word.rpartition('.')[2]}") in _options(self, ctx):
            takes += f"; did you mean {name} {word}?"
            return f"'{word}' is not understood: playout {ctx.info_name} {takes}"
        return f"'{word}' is not understood: playout {ctx.info_name} {takes}{_see(ctx)}"


class GameCommand(Command):
    """A command about a game: the game's rule options are options here too."""

    ignore_unknown_options = True  # for completion

    def other_option(self, ctx: Any, word: str, rest: list[str]) -> str:
        """An option that may be a rule of the game, as one word: ``--players=2``."""
        alone = "=" in word or not rest or rest[0].startswith("--")
        return word if alone else f"{word}={rest.pop(0)}"

    def not_understood(self, ctx: Any, word: str) -> str:
        """The sentence about a word that is too many."""
        said = f"'{word}' is not understood:"
        # As the shell makes of braces without quotes: hold:at=10 hold:at=20.
        if "--strategies" in _options(self, ctx) and any(sign in word for sign in ",:{"):
            return f"{said} write --strategies a,b,c, with quotes around names that have braces"
        return f"{said} options look like --players 2"

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, and what the game adds to them."""
        from playout.engine.find.games import find_game

        super().format_options(ctx, formatter)
        if GIVEN not in ctx.meta:
            formatter.write_paragraph()
            formatter.write_text(
                "Each game also has options for its rules. To see them, name the game: "
                f"playout {ctx.info_name} the-game --help"
            )
            return
        game = find_game(ctx.meta[GIVEN])
        sections = {f"Rules of {game.title}": rule_rows(game)}
        if any("--strategy" in param.opts for param in self.params):
            sections[f"Strategies for {game.title}"] = strategy_rows(game)
            sections[f"Measures of {game.title}"] = measure_rows(game)
        for title, rows in sections.items():
            _write_section(formatter, title, rows)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return what could come next: also rule options of the game, and their values."""
        from typer._click.shell_completion import CompletionItem  # it has no public name

        from playout.engine.find.games import find_game, game_names

        items = list(super().shell_complete(ctx, incomplete))
        if ctx.params.get("game") not in game_names():
            return items
        rules = {written(rule.name): rule for rule in find_game(ctx.params["game"]).options}
        last = ctx.args[-1] if ctx.args else ""
        if last in rules and not incomplete.startswith("-"):
            words = dict.fromkeys(rules[last].choices, "")
        else:
            words = {name: rule.help for name, rule in rules.items() if incomplete[:1] == "-"}
        return items + [
            CompletionItem(word, help=text)
            for word, text in words.items()
            if word.startswith(incomplete)
        ]


class FilesCommand(GameCommand):
    """A command about a game, or about files of recorded games."""

    def take(self, ctx: Any, words: Sequence[str]) -> None:
        """Keep the names of files."""
        for word in words:
            if not Path(word).is_file():
                if Path(word).exists():
                    raise PlayoutError(f"{word}: this is no file of games")
                missing = f"{word}: there is no such file" if Path(word).suffix else ""
                raise PlayoutError(missing or self.not_understood(ctx, word))
        ctx.meta[FILES] = list(words)


def no_such_option(context: typer.Context, word: str, rules: Iterable[str]) -> str:
    """The sentence about an option that neither a command nor the rules of its game have."""
    from playout.engine.words.reading import brief

    name = word.partition("=")[0]
    own = [known for known in _options(context.command, context) if known.startswith("--")]
    asked = f"{context.info_name} {context.params['game']}"
    of_rules = [*map(written, rules)]
    tail = near(name, [*own, *of_rules], f"{asked} --help")
    if tail.startswith(";") and 0 < len(of_rules) <= MOST_NAMED:
        tail = f"; its rules are {', '.join(of_rules)}{tail}"
    return f"playout {asked} has no option {brief(name)}{tail}"


def near(word: str, known: Iterable[str], otherwise: str) -> str:
    """The tail of a sentence: what was probably meant, or which help lists all that there is."""
    bare = {name.lstrip("-"): name for name in known}
    if (meant := _MEANT.get(word.lstrip("-"), "")) in bare:
        return f": did you mean {bare[meant]}?"
    found = difflib.get_close_matches(word.lstrip("-"), bare, n=1)
    return f": did you mean {bare[found[0]]}?" if found else f"; see: playout {otherwise}"


def _is_path(param: Any) -> bool:
    """Whether the value of an argument or an option is the name of a file."""
    return str(param.metavar).rstrip(".") in ("FILE", "FOLDER", "RUN")


def _options(command: Any, ctx: Any) -> dict[str, Any]:
    """The options of a command, each under all its names."""
    return {
        name: param
        for param in command.get_params(ctx)
        if param.param_type_name == "option"
        for name in [*param.opts, *param.secondary_opts]
    }


def _arguments(command: Any, ctx: Any) -> list[Any]:
    return [param for param in command.get_params(ctx) if param.param_type_name == "argument"]


def _is_option(word: str) -> bool:
    """Whether a word looks like an option: not a number below 0, and not "-", a file."""
    return re.match(r"-[^\d.]", word) is not None


def _name(param: Any) -> str:
    """Return the name of an argument or option in a sentence."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(param.opts[0])


def _written(param: Any) -> str:
    """An argument in a usage line."""
    return _name(param) if param.required else f"[{_name(param)}]"


def _example(param: Any) -> str:
    """An argument or option as it is written, with what stands for its value."""
    has_value = param.param_type_name == "option" and param.metavar
    return f"{_name(param)} {param.metavar}" if has_value else _name(param)


def _see(ctx: Any) -> str:
    return f"; see: playout {ctx.info_name} --help"


def _write_section(formatter: Any, title: str, rows: Rows) -> None:
    with formatter.section(title):
        formatter.write_dl(rows, col_max=LONG)
