"""An answer's template computes what it needs, and nothing large, long or outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.engine.words.errors import PlayoutError
from playout.questions.answers import load_study
from playout.report.templates import MOST, filled_in
from tests.command import playout

HUGE = 10**9
DOUBLED = "{% set ns = namespace(x='ab') %}{% for k in range(40) %}ONCE{% endfor %}{{ ns.x }}"
ARGUMENT = "an argument of a filter of more than 100"
LONG = "a text of more than 5,000 characters"
LISTED = "a list of more than 5,000 items or characters"
STEPS = "it takes more than 100,000 steps"
NUMBERS = "only numbers can be multiplied"
BITS = "a number of more than 256 bits"
WIDE = "columns are at most 999 wide"
DEEP = "maximum recursion depth exceeded"


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        # Time: loops in loops, also over nothing but the letters of a text, or lazy lists.
        ("{% for a in range(4000) %}{% for b in range(4000) %}{% endfor %}{% endfor %}", STEPS),
        (
            "{% for a in range(4000) %}{% for b in range(4000)|select %}.{% endfor %}{% endfor %}",
            STEPS,
        ),
        ("{% set t = '%999d' % 1 %}" + "{% for a in t %}" * 3 + "{% endfor %}" * 3, STEPS),
        ("{% for a in range(99999) %}{% endfor %}", LISTED),
        ("{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}", DEEP),
        (
            "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}"
            "{{ m(50) }}",
            STEPS,
        ),
        ("{% for a in [1] recursive %}{{ loop([1, 2]) }}{% endfor %}", DEEP),
        # Text and lists times a number.
        (f"{{{{ 'a' * {HUGE} }}}}", NUMBERS),
        (f"{{{{ {HUGE} * 'a' }}}}", NUMBERS),
        (f"{{% set n = {HUGE} %}}{{{{ 'ab' * n }}}}", NUMBERS),
        (f"{{{{ [1] * {HUGE} }}}}", NUMBERS),
        (f"{{{{ (1, 2) * {HUGE} }}}}", NUMBERS),
        # Numbers.
        ("{{ 9**9**9 }}", BITS),
        ("{{ 2 ** (10**9) }}", "a power above 1,000"),
        (
            "{% set ns = namespace(x=7) %}{% for k in range(40) %}{% set ns.x = ns.x * ns.x %}"
            "{% endfor %}",
            BITS,
        ),
        (f"{{{{ 1.5|round({HUGE}, 'ceil') }}}}", ARGUMENT),
        (f"{{{{ (5).to_bytes({HUGE}, 'big') }}}}", "access to attribute 'to_bytes'"),
        # Filters and methods that make much of little.
        (f"{{{{ 'a'|center({HUGE}) }}}}", "No filter named 'center'"),
        (f"{{{{ 'a'|indent({HUGE}) }}}}", "No filter named 'indent'"),
        (f"{{{{ [1]|batch({HUGE}, 0)|list }}}}", "No filter named 'batch'"),
        (f"{{{{ ['a']|map('center', {HUGE})|list }}}}", ARGUMENT),
        (f"{{% filter center({HUGE}) %}}x{{% endfilter %}}", "No filter named 'center'"),
        (f"{{{{ 'a'.center({HUGE}) }}}}", "access to attribute 'center'"),
        (f"{{{{ 'a'.ljust({HUGE}) }}}}", "access to attribute 'ljust'"),
        (f"{{{{ 'a'['zfill']({HUGE}) }}}}", "access to attribute 'zfill'"),
        (f"{{{{ lipsum({HUGE}) }}}}", "'lipsum' is undefined"),
        ("{{ range(4000)|join('abcdefgh') }}", LONG),
        ("{{ ('%999d' % 1)|replace(' ', '%999d' % 1) }}", ARGUMENT),
        ("{{ ('%999d' % 1)|replace(' ', '%99d' % 1) }}", LONG),
        ("{{ ('%999d' % 1).replace(' ', '%999d' % 1) }}", LONG),
        # Formats.
        (f"{{{{ '%{HUGE}d'|format(1) }}}}", WIDE),
        (f"{{{{ '%.{HUGE}f' % 1 }}}}", WIDE),
        (f"{{{{ '%*d' % ({HUGE}, 1) }}}}", WIDE),
        (f"{{{{ '%(a)-{HUGE}d' % {{'a': 1}} }}}}", WIDE),
        (f"{{{{ '%(a(b)){HUGE}d' % {{'a(b)': 1}} }}}}", WIDE),
        ("{{ '" + "%(a" * 1600 + "' % {'a': 1} }}", WIDE),
        (f"{{{{ '{{:{HUGE}}}'.format(1) }}}}", WIDE),
        (f"{{{{ '{{:{{}}}}'.format(1, {HUGE}) }}}}", WIDE),
        (f"{{{{ '{{a:{{b}}}}'.format_map({{'a': 1, 'b': {HUGE}}}) }}}}", WIDE),
        # Twice as much, again and again.
        (DOUBLED.replace("ONCE", "{% set ns.x = ns.x ~ ns.x %}"), LONG),
        (DOUBLED.replace("ONCE", "{% set ns.x = ns.x + ns.x %}"), LONG),
        (DOUBLED.replace("ONCE", "{% set ns.x %}{{ ns.x }}{{ ns.x }}{% endset %}"), LONG),
        (DOUBLED.replace("ONCE", "{% set ns.x = [ns.x, ns.x] %}"), LISTED),
        (DOUBLED.replace("ONCE", "{% set ns.x={1: ns.x, 2: ns.x} %}"), LISTED),
        ("{% for k in range(4000) %}" + "text " * 50 + "{% endfor %}", STEPS),
        # Much that is written down, or held by names within names, or looked up part by part.
        ("{{ '" + "a" * 5000 + "' }}", "a template of more than 5,000 characters"),
        ("{% for k in range(99) %}{{ '%900d' % k }}{% endfor %}", "it writes more than 50,000"),
        ("{{ [1]|map(attribute='" + "0." * 50 + "0')|list }}", ARGUMENT),
        ("{{ [1]|sort(attribute='" + "0," * 50 + "0') }}", ARGUMENT),
        ("{% set k = ['" + "q." * 50 + "q'] %}{{ [1]|sum(*k) }}", ARGUMENT),
        ("{% set k={'attribute': '" + "q." * 50 + "q'} %}{{ [1]|map(**k)|list }}", ARGUMENT),
        # Filters of ours, and long work for each item.
        ("{{ [0]|counted(-9) }}", "No filter named 'counted'"),
        ("{{ [0]|small }}", "No filter named 'small'"),
        ("{% for k in range(200) %}{% set a = range(900)|list|sort %}{% endfor %}", STEPS),
        (
            "{% set texts = range(90)|map('string')|list %}{% for k in range(30) %}"
            "{% set a = texts|sort(attribute='" + "0." * 45 + "0') %}{% endfor %}",
            STEPS,
        ),
        # Whatever lies outside.
        ("{{ ''.__class__ }}", "access to attribute '__class__'"),
        ("{{ ''|attr('__class__') }}", "No filter named 'attr'"),
        ("{% include 'x' %}", "no loader"),
    ],
)
def test_what_takes_long_or_much_is_refused_in_a_sentence(template: str, reason: str) -> None:
    with pytest.raises(PlayoutError) as refused:
        filled_in(template, {}, True)
    sentence = str(refused.value)
    assert sentence.startswith(f"answer: {reason}")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ 'a,b'.split(',')|join(' and ') }}", "a and b"),
        ("{{ '{:,} of {:.1f}'.format(2100000, 0.25) }}", "2,100,000 of 0.2"),
        (
            "{{ '%5.1f %%' % 2.25 }}{{ '%d in 2015'|format(3) }}{{ 1.26|round(1) }}",
            "2.2 %3 in 20151.3",
        ),
        (
            "{% set ns = namespace(n=0) %}{% for k in rows if k > 1 %}{% set ns.n = ns.n + k %}"
            "{{ loop.index }}{{ '; ' if not loop.last else '.' }}{% endfor %}{{ ns.n }}",
            "1; 2.5",
        ),
        (
            "{% macro m(x, y=2) %}{{ x }}{{ caller() if caller is defined else y }}{% endmacro %}"
            "{{ m(1) }} {% call m(3) %}block{% endcall %}",
            "12 3block",
        ),
        ("{% filter upper %}a{{ 1 }}{% endfilter %}{% set z | upper %}q{% endset %}{{ z }}", "A1Q"),
        ("{{ x is defined }}{{ x|default('none') }}{{ one.a }}{{ one['b'] }}", "Falsenone12"),
        ("{% for name, value in one.items() %}{{ name }}{{ value }}{% endfor %}", "a1b2"),
        ("{% if 2 in rows and not 3 > 4 %}yes{% endif %}{{ rows[1:]|sum }}", "yes5"),
        (
            "{{ 7 // 2 }} {{ 7 % 4 }} {{ 2 ** 3 }} {{ -1 }} {{ 2 * 1.5 }} {{ 9 / 2 }}",
            "3 3 8 -1 3.0 4.5",
        ),
        (
            "{% for a in [[1, [2]]] recursive %}{{ loop(a) if a is iterable else a }}{% endfor %}",
            "12",
        ),
        ("{% with a = 4 %}{{ a }}{% endwith %}{{ 'x' ~ 1 ~ rows }}", "4x1[1, 2, 3]"),
        (
            "{% set n = namespace(x=1) %}"
            + "{% set n = namespace(x=[n, n, n, n, n]) %}" * 9
            + "{{ n }}",
            "<Namespace>",  # what it holds may be anything
        ),
        (r"{{ 'a\x1b[31m' ~ '\ud800' }}", r"a\x1b[31m\ud800"),  # what could command a terminal
        ("{{ ['b', 'a']|map('upper')|sort|first }}{{ range(3)|list|length }}", "A3"),
    ],
)
def test_a_template_computes(template: str, text: str) -> None:
    assert filled_in(template, {"rows": [1, 2, 3], "one": {"a": 1, "b": 2}}, True) == text


def test_just_as_much_as_is_allowed_is_allowed() -> None:
    assert filled_in(f"{{{{ range({MOST})|length }}}}", {}, True) == str(MOST)
    assert filled_in("{{ words|length }}", {"words": "a" * MOST}, True) == str(MOST)
    assert filled_in("{% for a in range(4000) %}{{ a if a > 3990 }}{% endfor %}", {}, True)


def test_a_mistake_is_told_with_the_study_before_it_is_played(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "the-game"\ngames = 10\nanswer = "{{ \'a\' * 3000000000 }}"\n')
    said = playout("study", str(mine), "--out", str(tmp_path / "out"))
    assert said.code == 2
    assert said.err.startswith(f"playout: {mine}: answer: only numbers can be multiplied")
    assert said.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "reached", ["to_csv('FILE')", "found.asked.game.source", "figures()[0].save('FILE')"]
)
def test_a_template_over_pairs_can_write_no_file(reached: str, tmp_path: Path) -> None:
    mine, written = tmp_path / "mine.toml", tmp_path / "written"
    reached = reached.replace("FILE", str(written))
    mine.write_text(
        'kind = "compare"\ngame = "hex"\nmax_games = 20\n'
        f'answer = "{{{{ pairs.one.{reached} }}}}"\n[pairs.one]\na = "random"\nb = "centre"\n'
    )
    with pytest.raises(PlayoutError, match=r"mine\.toml: answer: 'dict object' has no attribute"):
        load_study(mine)
    assert not written.exists()
