"""Gates: what passes and what fails, how it is told to other programs, and what is promised."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import playout
from playout.questions.gate import Found, Job, ask, plots
from playout.questions.gate.found import FAILED, OPEN, PASSED
from playout.report import figures
from playout.runner.jobs import play_job
from playout.runner.workers import Threads
from tests.command import playout as command
from tests.pages import ROOT
from tests.playing import refused

FIRST = 0.7094  # the chance of the first player of Pig to 10, exactly: shared truth
GATE = """
game = "pig"
rules = {goal = 10}
strategy = "hold"
max_games = 2000

[[expect]]
name = "the first\\n<player> & no | other"
measure = "win"
seat = 1
between = [0.6, "80%"]
"""


def results(expect: Any, **given: Any) -> list[str]:
    """The results of expectations of Pig to 10."""
    asked = ask("pig", **{"goal": 10, "strategy": "hold", "expect": expect, **given})
    with Threads(1) as workers:
        found = play_job(Job(asked), workers)
    assert isinstance(found, Found)
    return list(found.results)


def test_each_form_of_an_expectation_says_the_same() -> None:
    one = {"measure": "win", "seat": 1}
    forms: list[Any] = [
        "win(seat 1)=65..75%",
        {"target": "win(seat 1)=65..75%", "name": "b"},
        {**one, "between": [0.65, 0.75]},
        {**one, "at_least": "65%", "at_most": 0.75, "name": "d"},
    ]
    expectations = ask("pig", goal=10, expect=forms).expectations
    assert {(str(e.target.goal), e.target.low, e.target.high) for e in expectations} == {
        ("win(seat 1)", 0.65, 0.75)
    }
    strong: Any = {"measure": "win", "of": "best", "against": "easy", "not_worse_than": "good"}
    (expectation,) = ask("pig", expect=strong, players=3).expectations
    goal = "win(hold:at=25 against random)-win(hold against random)"
    assert str(expectation.target.goal) == goal
    assert (expectation.given["of"], expectation.given["not_worse_than"]) == ("hold:at=25", "hold")
    wide = {**one, "at_least": 0.6}
    assert results([*forms, wide, {**one, "at_most": 0.6}]) == [*[PASSED] * 5, FAILED]
    assert results("win(seat 1)=50..70.9%", max_games=500) == [OPEN]


@pytest.mark.parametrize(
    ("expect", "sentence"),
    [
        ([], "expect is missing"),
        ({"target": "wins=50%"}, "expectation 1: "),
        ({"target": "win=50"}, "target='win=50': "),
        ({"name": "x", "measur": "win"}, "expectation 1 (x): unknown key 'measur': did you mean"),
        ({"target": "win=50%", "of": "hold"}, "target says everything; leave of out"),
        ({"measure": "win", "seat": 1}, "win: add what you expect of it, one of between"),
        ({"measure": "win", "at_least": 0.2, "same_as": "hold"}, "win: use only one of between"),
        ({"measure": "win", "between": 0.4}, "between=0.4: must be two values"),
        (
            {"measure": "win", "at_least": "50%", "at_most": 0.4},
            "the least value 50% is more than the most",
        ),
        ({"measure": "win", "seat": 1, "at_least": 40}, "'win(seat 1)>=40': a rate is written as"),
        ({"measure": "turns", "quantile": "middle", "at_most": 9}, "quantile='middle': must be"),
        ("win(hold vs random)>=60%", "write against in place of vs"),
        ({"measure": "win", "seat": 1, "at_least": "much"}, "at_least='much': must be a number"),
        ({"measure": "win", "seat": 0, "at_least": 0.1}, "seat=0: must be a whole number from 1"),
        ({"measure": "turns", "same_as": "random"}, "the key 'margin' is missing"),
        ({"measure": "win", "same_as": "random", "margin": 2}, "margin=2: must be"),
        ({"measure": "throws", "better_than": "random"}, "neither good nor bad"),
        (
            {"measure": "win", "seat": 1, "same_as": "missing.run"},
            "there is no such file; to record it",
        ),
        (["turns>=1", "turns>=1"], "two expectations have the name 'turns>=1'"),
        ("win=50%", "so each has an equal share"),
    ],
)
def test_a_mistake_gets_a_sentence(expect: Any, sentence: str) -> None:
    refused(sentence, ask, "pig", expect=expect)


def test_exit_codes_junit_and_markdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    extra = '\n[[expect]]\ntarget = "{}"\n'
    for target, code, tag in [
        ("win(seat 1)>=60%", 0, "system-out"),
        ("win(seat 1)<=60%", 1, "failure"),
        ("win(seat 1)=50..70.9%", 2, "error"),
    ]:
        Path("gate.toml").write_text(GATE + extra.format(target))
        ran = command("gate gate.toml --junit j.xml --markdown m.md")
        assert ran.code == code, ran.err
        (suite,) = ElementTree.parse("j.xml").getroot()
        cases = [*suite]
        counts = [int(suite.get(name, "")) for name in ("tests", "failures", "errors")]
        assert counts == [2, int(code == 1), int(code == 2)]
        assert cases[0].get("name") == "the first <player> & no | other"
        assert [one.tag for one in cases[1]] == [tag]
        lines = Path("m.md").read_text(encoding="utf-8").splitlines()
        assert [len(re.findall(r"(?<!\\)\|", line)) for line in lines if line[:1] == "|"] == [6] * 4
        assert "&lt;player>" in lines[4]
    for name, words in (("none.toml", ""), ("gate.toml", "--junit j.txt")):
        ran = command(f"gate {name} {words}")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)  # nothing on the output
    Path("none.toml").write_text('game = "pig"\nmax_games = 9\n')
    assert "none.toml: expect is missing" in command("gate none.toml").err
    Path("run.toml").write_text('kind = "run"\ngame = "pig"\n')
    assert "expects nothing" in command("gate run.toml").err


def test_an_answer_says_who_plays_against_whom() -> None:
    expect = ["win>=99%", "seats(hold)=equal±40", "turns(median)<=99"]
    answer = playout.gate("pig", strategy="hold:at=2", expect=expect, goal=10, max_games=300)
    assert "The win rate of hold:at=2 against hold is" in answer.sentence()
    assert answer["measured"] == [
        "win rate of hold:at=2 against hold",
        "win rate of each player, all hold",
        "median of the number of turns",
    ]
    assert answer.caption().startswith(
        "Rules: goal=10. Where no strategy is named, hold:at=2 plays. Where no opponents are "
        "named, they play hold."
    )
    assert "win rate of hold:at=2 against hold: at least 99 %" in answer.markdown()


def test_an_error_in_a_game_is_an_error_in_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import playout\n"
        "@playout.strategy('pig', compiled=False)\n"
        "def broken(view, rng):\n"
        "    return 1 // 0\n"
    )
    crash = '\n[[expect]]\ntarget = "win(mine.py:broken)>=40%"\n'
    Path("gate.toml").write_text(GATE.replace("2000", "256").replace("[0.6", "[0.7") + crash)
    why = "strategy 'mine.py:broken' on seat 1 raised ZeroDivisionError"
    for workers in ("1", "processes:1"):
        ran = command(f"gate gate.toml --workers {workers} --junit j.xml --markdown m.md --json")
        assert (ran.code, ran.err.count(why)) == (2, 1)
        known = json.loads(ran.out)
        assert (known["result"], known["exit_code"]) == ("error", 2)
        assert why in known["stopped_by"]
        assert why in known["sentence"]
        (suite,) = ElementTree.parse("j.xml").getroot()
        counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
        assert counts == ["2", "0", "1", "1"]
        first, error = [case[0] for case in suite]
        assert (first.tag, error.tag, error.get("type")) == ("skipped", "error", "error")
        assert error.get("message", "").startswith(why)
        text = Path("m.md").read_text(encoding="utf-8")
        assert "error: Pig" in text
        assert "ZeroDivisionError" in text
    Path("gate.toml").write_text(f'game = "pig"\n{crash}')  # no game at all was finished
    Path("j.xml").unlink()
    assert command("gate gate.toml --junit j.xml").code == 2
    assert "ZeroDivisionError" in Path("j.xml").read_text(encoding="utf-8")


def test_a_picture_says_in_words_and_shapes_what_its_colours_say() -> None:
    expect = ["seats=equal±40", "win(seat 1)=50..70.9%", "turns(median)>=40", "turns<=9"]
    answer = playout.gate("pig", goal=10, expect=expect, max_games=300)
    figure = answer.plot(figures.PHONE)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert [text for text in texts if ": " in text and text.split(": ")[1] in expect] == [
        f"{result}: {name}" for name, result in answer.results.items()
    ]
    marks = [str(line.get_marker()) for line in figure.axes[0].lines]
    assert [marks.count(plots.MARK[one]) for one in (PASSED, OPEN, FAILED)] == [2, 2, 1]
    (shown,) = answer.figures()
    assert "<svg" in shown.html("the gate")


def test_the_action_gives_the_command_what_its_inputs_say(tmp_path: Path) -> None:
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    installing, playing = re.findall(r"      run: \|\n((?:        .*\n)+)", action)
    assert {*re.findall(r"inputs\.([a-z-]+)", action)} == {
        *re.findall(r"^  ([a-z-]+):$", action.partition("\nruns:")[0], re.M)
    }
    assert {*re.findall(r"(--[a-z]+)", playing)} <= {
        *re.findall(r"^  (--[a-z-]+)", command("gate --help").out, re.M)
    }
    for name in ("pip", "playout"):
        tool = tmp_path / "playout/bin" / name
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
        tool.chmod(0o755)
    known = {"PATH": os.environ["PATH"], "RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": "a b"}

    def said(script: str, **given: str) -> str:
        without_python = script.replace("python3 -m venv", "true")
        return subprocess.run(
            ["bash", "-e", "-c", without_python],
            env={**known, "GITHUB_STEP_SUMMARY": "there", **given},
            capture_output=True,
            check=True,
            text=True,
        ).stdout

    assert said(installing, PLAYOUT="", INSTALL="") == "<install><a b>"
    assert said(installing, PLAYOUT="./p q", INSTALL=". -r x") == "<install><./p q><.><-r><x>"
    inputs = {"FILE": "a b.toml", "ARGUMENTS": "", "JUNIT": "", "MARKDOWN": ""}
    assert said(playing, **inputs) == "<gate><a b.toml><--markdown><there>"
    inputs |= {"ARGUMENTS": "--seed 2 *", "JUNIT": "j j.xml", "MARKDOWN": "m m"}
    assert said(playing, **inputs) == (
        "<gate><a b.toml><--seed><2><*><--junit><j j.xml><--markdown><m m>"
    )


def test_the_summary_of_a_job_has_all_gates_of_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gate.toml").write_text(GATE)
    Path("titled.toml").write_text(f'title = "Fair for both"\n{GATE}')
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "all.md"))
    for name in ("gate", "titled"):
        assert command(f"gate {name}.toml --markdown all.md --junit {name}.xml").code == 0
    assert re.findall("^###.*", Path("all.md").read_text(encoding="utf-8"), re.M) == [
        "### ✅ passed: Pig (gate.toml)",
        "### ✅ passed: Fair for both",
    ]
    assert 'name="playout gate: Fair for both"' in Path("titled.xml").read_text(encoding="utf-8")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    assert command("gate gate.toml --markdown all.md").code == 0
    assert Path("all.md").read_text(encoding="utf-8").count("###") == 1
    printed = command("gate gate.toml --markdown -").out
    assert printed.startswith("### ✅ passed: Pig (gate.toml)")
    assert "expectation holds" not in printed


def test_a_killed_gate_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    asked = ask("pig", goal=10, expect=["win(seat 1)=50..70.9%", "turns<=9"], max_games=3_000)
    whole, kept = tmp_path / "whole.run", tmp_path / "kept.run"
    known: dict[str, Any] = {"goal": 10, "expect": ["win(seat 1)=50..70.9%", "turns<=9"]}
    there = playout.gate("pig", **known, max_games=3_000, save=whole)
    with Threads(1) as workers:

        def stop(done: int, total: int) -> None:
            if done > 300:
                raise KeyboardInterrupt

        playout.gate("pig", **known, max_games=3_000, save=kept, workers=workers, progress=stop)
    resumed = [command(f"resume {path}") for path in (kept, whole)]
    assert [ran.code for ran in resumed] == [2, 2]  # undecided
    both = [re.sub(r" in [0-9.]+ s;", "", ran.out).replace("kept", "whole") for ran in resumed]
    assert both[0] == both[1]
    assert list(playout.load_run(kept)) == list(there)
    assert asked.canonical() == type(asked).restored(asked.canonical(), 3_000).canonical()


def test_a_version_is_judged_against_recorded_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = GATE.replace('between = [0.6, "80%"]', 'same_as = "old.run"\nmargin = 0.03')
    Path("gate.toml").write_text(text)
    assert command("gate gate.toml").code == 2
    assert command("gate gate.toml --record old.run").code == 0
    assert command("gate gate.toml").code == 0
    # The same deals: nothing of the same code differs.
    (row,) = playout.gate("gate.toml")
    assert row["value"] == 0.0
    Path("gate.toml").write_text(
        text.replace('"hold"', '"random"').replace("goal = 10", "goal = 12")
    )
    assert command("gate gate.toml").code == 1
    Path("other.toml").write_text(text.replace("seat = 1", "seat = 2"))
    assert "for win(seat 1), not for win(seat 2)" in command("gate other.toml").err
    assert "other deals" in command("gate gate.toml --seed 2").err
    assert "has only 2,000 games" in command("gate gate.toml --max-games 3000").err


def test_recording_again_replaces_the_games_and_says_what_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = GATE.replace('between = [0.6, "80%"]', 'same_as = "old.run"\nmargin = 0.03')
    Path("gate.toml").write_text(text)
    line = "gate gate.toml --record old.run"
    assert "--junit j.xml: not possible with --record" in command(f"{line} --junit j.xml").err
    assert "replace" not in command(line).out
    before = "They replace the 2,000 games that were recorded before"
    assert f"{before}; no value has changed." in command(line).out
    Path("gate.toml").write_text(text.replace("goal = 10", "goal = 12").replace("2000", "1000"))

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    answer = playout.gate("gate.toml", record=True, save="old.run", progress=stop)
    assert "old.run keeps the games that were recorded before." in answer.sentence()
    answer = playout.gate("gate.toml", record=True, save="new.run", progress=stop)
    assert "The same command resumes the recording." in answer.sentence()
    assert "Recorded 1,000 games" in command("gate gate.toml --seed 3 --record new.run").out
    Path("new.run").unlink()
    assert re.search(rf"{before}\. .* of 1,000 games differ\.", command(line).out)
    assert "These deals are others: the seed was 1." in command(f"{line} --seed 2").out
    assert "old.run has other deals: its seed is 2" in command("gate gate.toml").err
    assert command("run pig --games 9 --save other.run").code == 0
    assert "not of games recorded" in command("gate gate.toml --record other.run").err
    assert {path.name for path in Path().iterdir() if path.suffix != ".lock"} == {
        *("gate.toml", "old.run", "other.run")
    }


def test_a_gate_finds_its_files_wherever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ci").mkdir()
    Path("ci/mine.py").write_text(
        "import playout\n"
        "@playout.strategy('pig', compiled=False)\n"
        "def bold(view, rng):\n"
        "    return int(view.turn_total >= 25)\n"
    )
    text = GATE.replace('"hold"', '"mine.py:bold"').replace("name =", "#").replace("2000", "256")
    text = text.replace('between = [0.6, "80%"]', 'same_as = "old.run"\nmargin = 0.1')
    Path("ci/gate.toml").write_text(text)
    assert "ci/old.run: there is no such file" in command("gate ci/gate.toml").err
    assert "compares with ci/old.run, not with" in command("gate ci/gate.toml --record a.run").err
    recorded = command("gate ci/gate.toml --record ci/old.run")
    assert (recorded.code, recorded.err) == (0, "")
    assert command("gate ci/gate.toml").code == 0
    Path("ci/gate.toml").write_text(text.replace('"mine.py', '"none.py'))
    assert "there is no file 'ci/none.py'" in command("gate ci/gate.toml").err
    Path("ci/gate.toml").write_text(text)
    monkeypatch.chdir(tmp_path / "ci")
    assert command("gate gate.toml").code == 0


def not_worse(strategy: str) -> dict[str, Any]:
    return {
        "measure": "win",
        "of": strategy,
        "against": "random",
        "not_worse_than": "hold:at=20",
        "margin": 0.05,
    }


def test_a_regression_is_caught_and_noise_passes() -> None:
    for seed in (1, 2):
        both = [not_worse("hold:at=3"), not_worse("hold:at=19")]
        assert results(both, goal=50, seed=seed, max_games=10_000) == [FAILED, PASSED]


@pytest.mark.thorough
def test_a_hundred_gates_catch_a_regression_and_let_noise_pass() -> None:
    both = [not_worse("hold:at=3"), not_worse("hold:at=19")]
    every = [results(both, goal=50, seed=seed, max_games=20_000) for seed in range(100)]
    assert every == [[FAILED, PASSED]] * 100


@pytest.mark.thorough
def test_a_wrong_passed_is_as_rare_as_promised() -> None:
    # The truth lies just outside: each "passed" is wrong.  Bound 10 %, 600 gates: 5 sigma.
    error, gates = 0.1, 600
    low = FIRST + 0.0005
    wrong = sum(
        results(
            {"measure": "win", "seat": 1, "at_least": low}, seed=k, max_games=2_000, error=error
        )
        == [PASSED]
        for k in range(gates)
    )
    assert wrong <= gates * error + 5 * (gates * error * (1 - error)) ** 0.5
    print(f"{wrong} of {gates}")
