"""A page for every command, from the table that the command itself reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rst import escaped, heading, write_all

from playout.cli import app
from playout.cli.commands import ASK, KEEP, LOOK

# The pages with examples, of commands whose pages are not named like them.
PAGES = {
    "check": "/reference/check",
    "compare": "/reference/comparing",
    "compound": "/games/hex",
    "export": "/reference/runs",
    "extend": "/reference/runs",
    "games": "/reference/commands",
    "map": "/games/hex",
    "merge": "/reference/runs",
    "mistakes": "/reference/review",
    "new": "/reference/check",
    "policy": "/reference/solve",
    "rare": "/reference/rare-events",
    "replay": "/reference/commands",
    "resume": "/reference/runs",
    "rules": "/reference/commands",
    "run": "/reference/runs",
    "status": "/reference/runs",
    "strategies": "/reference/commands",
    "study": "/reference/studies",
    "tournament": "/reference/comparing",
    "verify": "/reference/runs",
    "warm": "/start/index",
    "web": "/start/web",
    "winnable": "/games/the-game",
}


def explained(page: str) -> list[str]:
    """The commands whose examples are on a page, such as ``reference/runs``."""
    group: Any = typer.main.get_command(app)
    return [name for name in group.commands if _page_of(name) == f"/{page}"]


def _page_of(name: str) -> str:
    return PAGES.get(name, f"/reference/{name}")


def write(folder: Path) -> None:
    """Write a page for each command, and one that lists them in their groups."""
    group: Any = typer.main.get_command(app)
    root = typer.Context(group, info_name="playout")
    pages = {name: _page(root, name, command) for name, command in group.commands.items()}
    listed = [heading("Every command, with all options")]
    listed += ["What ``playout COMMAND --help`` prints, a page for each command.\n"]
    for title in (ASK, KEEP, LOOK):
        those = {n: c for n, c in group.commands.items() if c.rich_help_panel == title}
        listed += [heading(title, "-")]
        listed += [f"- :doc:`playout {n} <{n}>`: {_paragraphs(c)[0]}" for n, c in those.items()]
        listed += ["", ".. toctree::", "   :hidden:", "", *(f"   {name}" for name in those), ""]
    write_all(folder, {**pages, "index": "\n".join(listed)})


def _page(root: Any, name: str, command: Any) -> str:
    """What a command does, its arguments, and its options with their defaults."""
    context = typer.Context(command, info_name=name, parent=root)
    context.help_option_names = ["-h", "--help"]
    summary, *more = _paragraphs(command)
    usage = " ".join(["playout", name, *command.collect_usage_pieces(context)])
    lines = [heading(f"playout {name}"), summary, "", "::", "", f"    {usage}", ""]
    lines += [f"{paragraph}\n" for paragraph in more]
    lines += [f"With examples, and what the answer means: :doc:`{_page_of(name)}`.\n"]
    lines += [f".. program:: playout {name}\n"]
    params = command.get_params(context)
    arguments = [one for one in params if one.param_type_name == "argument"]
    records = [one.get_help_record(context) for one in params if one not in arguments]
    options = [record for record in dict.fromkeys(records) if record is not None]
    if arguments:
        lines += [heading("Arguments", "-")]
        lines += [_entry((one.metavar or one.name).upper(), one.help) for one in arguments]
    lines += [heading("Options", "-"), *(_entry(*record) for record in options)]
    if "GAME" in usage:
        lines += ["Every game has options of its own for its rules, which are options here too."]
        lines += [f"``playout {name} the-game --help`` shows those of The Game.", ""]
    return "\n".join(lines)


def _paragraphs(command: Any) -> list[str]:
    """The help of a command; each paragraph is one line."""
    return [escaped(" ".join(part.split())) for part in command.help.split("\n\n")]


def _entry(words: str, text: str | None) -> str:
    """An argument or option, as it is typed, and what it does."""
    return f".. option:: {words}\n\n   {escaped(' '.join((text or '').split()))}\n"
