"""A report: one self-contained HTML page, and the tables beside it as CSV and Parquet."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import jinja2

from playout.engine.errors import PlayoutError
from playout.engine.game import Game
from playout.report import plots, raw, tables
from playout.report.effects import Effects
from playout.report.markup import html_table
from playout.report.result import table_html
from playout.study.run import Run

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff }
p { max-width: 52rem }
h1 { margin-bottom: 0 } h2 { margin-top: 3rem; border-top: 1px solid #ddd; padding-top: 1.5rem }
.question { font-size: 1.15rem; font-style: italic; color: #444 }
.answer, .partial { box-sizing: border-box }
.answer { font-size: 1.15rem; background: #eef6fb; border-left: 4px solid #0072b2;
          padding: .7rem 1rem }
.partial { background: #fdecea; border-left: 4px solid #d55e00; padding: .7rem 1rem }
table.playout { border-collapse: collapse; font-size: .78rem; display: block; overflow-x: auto;
       font-variant-numeric: tabular-nums }
table.playout th, table.playout td { padding: .2rem .55rem; text-align: right; white-space: nowrap;
       border-bottom: 1px solid #e5e5e5 }
figure { margin: 1rem 0 } figure svg { width: 100%; max-width: 46rem; height: auto }
code { background: #f4f4f4; padding: .1rem .3rem }
pre { background: #f4f4f4; padding: .7rem 1rem; overflow-x: auto } nav a { margin-right: 1rem }
footer { margin-top: 3rem; color: #666; font-size: .85rem }
</style></head><body>
<h1>{{ title }}</h1>
<p>{{ counted }} in {{ seconds }} s. Every estimate comes with a 95 % interval, and
every section with the command that makes it again.</p>
<nav>{% for s in sections %}<a href="#{{ s.name }}">{{ s.title }}</a>{% endfor %}</nav>
{% for s in sections %}
<section id="{{ s.name }}"><h2>{{ s.title }}</h2>
<p class="question">{{ s.question }}</p>
{% if not s.complete %}<p class="partial">Partial result: the run was stopped before all games
were played. The numbers below are of the games played until then.</p>{% endif %}
{% if s.answer %}<p class="answer">{{ s.answer }}</p>{% endif %}
{% for figure in s.figures %}<figure>{{ figure | safe }}</figure>{% endfor %}
{{ s.table | safe }}
{% if s.commands %}<details><summary>Each row again, by itself</summary>
<pre>{% for line in s.commands %}{{ line }}
{% endfor %}</pre>
<p>And any of its games, move by move: <code>{{ s.replay }}</code></p></details>{% endif %}
{% if s.effects %}<h3>What each factor changes</h3>
<ul>{% for told in s.effects.sentences %}<li>{{ told }}</li>{% endfor %}</ul>
<figure>{{ s.effects.figure | safe }}</figure>
{{ s.effects.table | safe }}{% endif %}
{% if s.published %}<h3>Beside the published numbers</h3>{{ s.published | safe }}{% endif %}
{% if s.notes %}<p>{{ s.notes }}</p>{% endif %}
<p>Again, with the same numbers:</p><pre>{{ s.command }}</pre>
<p>Playout {{ version }}, {{ s.game }} version {{ s.behaviour }}, seed {{ s.seed }}. Files:
{% for file in s.files %}<a href="{{ file | urlencode }}">{{ file }}</a>
{% endfor %}</p></section>
{% endfor %}
<footer>Playout {{ version }}. Intervals are fixed-n (for a number of games fixed in advance; rates:
Clopper-Pearson, means: Student t), or, where a table says so, anytime-valid (confidence sequences)
or 1.96 standard errors either way; effects: Student t over groups of games. All tables of a study
play the same deals, or look at the same boards.</footer>
</body></html>
"""


class Told(Protocol):
    """What the text of a study says of it."""

    title: str
    question: str
    notes: str
    seed: int


class Finding(Protocol):
    """What a study found that was not a run of games: it makes its parts of the page itself."""

    complete: bool
    seconds: float

    @property
    def spec(self) -> Told:
        """What was asked."""

    @property
    def game(self) -> Game:
        """The game it is about."""

    @property
    def counted(self) -> dict[str, int]:
        """How many of what was looked at, as {"boards": 1000}."""

    def figures(self) -> list[str]:
        """Pictures, as SVG."""

    def table(self) -> str:
        """The table, as HTML."""

    def write_files(self, folder: Path, name: str) -> list[str]:
        """Write the files beside the page; returns their names, which begin with the study's."""


@dataclass(frozen=True)
class Study:
    """A study that has run: its name, its counts, its answer, and what makes it again."""

    name: str
    run: Run | Finding
    answer: str
    command: str


def prepare(folder: Path) -> Path:
    """Make the folder of a report before anything is played; one sentence if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".playout-probe"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        raise PlayoutError(f"{folder}: cannot be written ({error.strerror})") from None
    return folder


def prepare_file(path: Path, *endings: str) -> None:
    """See that a file can be written, before anything is played for it; one sentence if not."""
    if endings and path.suffix not in endings:
        raise PlayoutError(f"{path}: its name must end in {' or '.join(endings)}")
    if path.is_dir():
        raise PlayoutError(f"{path}: cannot be written (it is a folder)")
    if path.exists() and not os.access(path, os.W_OK):
        raise PlayoutError(f"{path}: cannot be written (no permission)")
    prepare(path.parent)


def write(studies: Sequence[Study], folder: Path, version: str) -> Path:
    """Write the page and the files of all studies; returns the page's path."""
    try:
        return _write(studies, folder, version)
    except OSError as error:
        raise PlayoutError(f"{folder}: cannot be written ({error.strerror or error})") from None


def _write(studies: Sequence[Study], folder: Path, version: str) -> Path:
    listed = sum(bool(isinstance(s.run, Run) and s.run.spec.raw) for s in studies)
    sections = []
    for study in studies:
        run, spec = study.run, study.run.spec
        if isinstance(run, Run):
            parts = _parts(run, study.name, folder, raw_name=listed == 1)
        else:
            files = run.write_files(folder, study.name)
            parts = {"figures": run.figures(), "table": run.table(), "files": files}
        sections.append(
            {
                "name": study.name,
                "title": spec.title or study.name,
                "question": spec.question,
                "answer": study.answer,
                "complete": run.complete,
                "published": "",
                "commands": [],
                "effects": None,
                "notes": spec.notes,
                "command": study.command,
                "game": run.game.title,
                "behaviour": run.game.version,
                "seed": spec.seed,
                **parts,
            }
        )
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    counted: Counter[str] = Counter()
    for study in studies:
        counted.update(_counted(study.run))
    page = environment.from_string(_PAGE).render(
        title="Playout report",
        sections=sections,
        version=version,
        counted=" and ".join(f"{n:,} {what}" for what, n in counted.items()),
        seconds=f"{sum(study.run.seconds for study in studies):.0f}",
    )
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8")
    return path


def _counted(run: Run | Finding) -> dict[str, int]:
    """How much of what was looked at."""
    if isinstance(run, Run):
        return {"games": run.games}
    return run.counted


def _parts(run: Run, name: str, folder: Path, raw_name: bool) -> dict[str, Any]:
    """Pictures and tables of a run of games; writes the files that go with them."""
    table = tables.frame(run)
    files = [f"{name}.csv", f"{name}.parquet"]
    table.to_csv(folder / files[0], index=False)
    table.to_parquet(folder / files[1], index=False)
    if run.spec.raw:
        files.append("simulation.tsv" if raw_name else f"{name}-simulation.tsv")
        raw.write(run, folder / files[-1])
    figures = [plots.plot(run, how) for how in run.spec.plots]
    for k, figure in enumerate(figures):
        files.append(f"{name}{f'-{k + 1}' if k else ''}.png")
        plots.save(figure, folder / files[-1])
    effects = _effects(run, name, folder, files)
    # Rows of one table are played together, and have one command.
    commands = list(dict.fromkeys(tables.command(run, k) for k in range(len(run.cells))))
    return {
        "figures": [plots.svg(figure) for figure in figures],
        "table": table_html(run),
        "commands": commands,
        "replay": tables.replay(run, 0),
        "effects": effects,
        "published": _published(run),
        "files": files,
    }


def _effects(run: Run, name: str, folder: Path, files: list[str]) -> dict[str, Any] | None:
    """What a run's factors change, if its study tells that; writes and lists the files of it."""
    if not run.spec.effects or not all(tally.games for tally in run.tallies):
        return None
    found = Effects(run, run.spec.effects)
    figure = found.plot()
    files += [f"{name}-effects.csv", f"{name}-effects.png"]
    found.to_pandas().to_csv(folder / files[-2], index=False)
    plots.save(figure, folder / files[-1])
    told = {"sentences": found.sentences(), "figure": plots.svg(figure)}
    return {**told, "table": found._repr_html_()}


def _published(run: Run) -> str:
    """Our numbers beside somebody else's, with the distance in standard errors of both."""
    if not run.spec.published:
        return ""
    lines = []
    names = [measure.name for measure in run.game.measures]
    factors: list[str] = []
    for theirs in run.spec.published:
        factors = [name for name in theirs if name not in (*names, "se")]
        measure = next(name for name in names if name in theirs)
        place = names.index(measure)
        for cell, tally in zip(run.cells, run.tallies, strict=True):
            if all(cell.factors[name] == theirs[name] for name in factors) and tally.games > 1:
                ours = tally.histograms[place]
                error = (ours.variance / ours.n + float(theirs["se"]) ** 2) ** 0.5
                distance = (ours.mean - float(theirs[measure])) / error
                values = [*(theirs[name] for name in factors), f"{ours.mean:.3f}"]
                values += [f"{theirs[measure]}", f"{distance:+.1f}"]
                lines.append([str(value) for value in values])
    heads = [*map(tables.head, factors), "here", "published", "difference in standard errors"]
    return html_table(heads, lines, "playout")
