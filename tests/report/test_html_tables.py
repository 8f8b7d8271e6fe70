"""A table as HTML shows what has room, folds the rest, and can be read aloud."""

from __future__ import annotations

import re
from dataclasses import replace

import playout
from playout.report.html_tables import PAPER, html_table
from playout.report.text_tables import ALWAYS, IF_ASKED, WITH_ROOM, TextColumn

STRATEGY = TextColumn("strategy", ["greedy", "careful"], is_text=True, role="key")
PLAYERS = TextColumn("players", ["2", "2"], role="key")
GAMES = TextColumn("games", ["10,000", "10,000"], role="plain", rank=WITH_ROOM)
WIN = TextColumn("win", ["0.0 % (0.0 to 0.1)"] * 2)
EVEN = TextColumn("win", ["49.8 % (44.7 to 54.8)"] * 2)


def measures(number: int, rank: int = WITH_ROOM) -> list[TextColumn]:
    return [TextColumn(f"m{k}", ["1.00 (0.90 to 1.10)"] * 2, rank=rank) for k in range(number)]


def heads(html: str) -> list[list[str]]:
    """The heads of each table."""
    parts = html.split("<table")[1:]
    return [re.findall(r'scope="col"[^>]*>([^<]*)<', part) for part in parts]


def test_a_row_is_named_by_heads_of_its_own() -> None:
    html = html_table([STRATEGY, WIN])
    assert re.findall(r'<th scope="row"[^>]*>(\w+)</th>', html) == ["greedy", "careful"]
    assert "<caption><span>win by strategy</span></caption>" in html
    sides = [replace(STRATEGY, head="side"), replace(STRATEGY, head="with"), WIN]
    assert "<caption><span>win by side</span></caption>" in html_table(sides)
    assert "<caption><span>win by strategy and players</span></caption>" in html_table(
        [STRATEGY, replace(STRATEGY, head="players"), WIN]
    )
    assert "<caption><span>how &lt; often</span></caption>" in html_table(
        [STRATEGY, WIN], says="how < often"
    )
    assert "<th></th>" not in html_table([STRATEGY, TextColumn("with", ["", "x"], role="key"), WIN])


def test_what_is_the_same_in_every_row_is_said_once_and_estimates_never_are() -> None:
    html = html_table([PLAYERS, STRATEGY, GAMES, WIN])
    assert "<p>The same in every row: players 2, games 10,000.</p>" in html
    assert heads(html) == [["strategy", "win"]]
    one = html_table([TextColumn(c.head, c.cells[:1], c.is_text, c.role) for c in (PLAYERS, WIN)])
    assert "The same in every row" not in one
    assert heads(one) == [["players", "win"]]


def test_columns_without_room_are_folded_and_none_is_lost() -> None:
    columns = [STRATEGY, WIN, *measures(9), *measures(1, IF_ASKED)]
    first, *folded = heads(html_table(columns))
    assert first == ["strategy", "win", "m0", "m1", "m2"]
    assert [head for part in folded for head in part if head != "strategy"] == [
        *(f"m{k}" for k in range(3, 9)),
        "m0",
    ]
    assert all(part[0] == "strategy" for part in folded)
    html = html_table(columns)
    assert html.index("<details>") > html.index("m2</th>")
    assert "<summary>More columns: m3, m4, m5, m6, m7, m8, m0</summary>" in html


def test_an_estimate_that_is_certain_and_the_same_in_every_row_is_folded_if_there_are_others() -> (
    None
):
    rounds = TextColumn("rounds", ["1.0", "1.0"], rank=WITH_ROOM, is_known=True)
    main = replace(rounds, head="win", rank=ALWAYS)
    assert heads(html_table([STRATEGY, main, rounds, *measures(1)])) == [
        ["strategy", "win", "m0"],
        ["strategy", "rounds"],
    ]
    assert heads(html_table([STRATEGY, rounds])) == [["strategy", "rounds"]]
    one = html_table([replace(column, cells=column.cells[:1]) for column in (WIN, rounds)])
    assert heads(one) == [["win", "rounds"]]


def test_a_run_knows_which_of_its_estimates_are_certain() -> None:
    table = playout.run("mexican-train", strategy="greedy", rounds=1, set=6, games=20).tables()[0]
    assert {shown.head for shown in table.grid if shown.is_known} == {"win", "mean rounds"}


def test_what_is_shown_only_if_asked_for_is_marked_where_nothing_else_is_folded() -> None:
    assert '<details class="asked">' in html_table([STRATEGY, WIN, *measures(1, IF_ASKED)])
    assert "asked" not in html_table([STRATEGY, WIN, *measures(9), *measures(1, IF_ASKED)])


def test_columns_that_are_always_shown_are_not_folded_but_stand_below_each_other() -> None:
    html = html_table([STRATEGY, *measures(9, 0)])
    assert "<details>" not in html
    assert len(heads(html)) == 3
    wide = 20 + 2
    assert all(wide * (len(part) - 1) + 10 <= PAPER for part in heads(html))


def test_columns_that_name_the_rows_stay_if_a_phone_has_room_for_them() -> None:
    seats = TextColumn("seats", [f"{'sequence,' * 9}random", "x"], is_text=True, role="key")
    for columns, staying in (([STRATEGY, WIN], 1), ([seats, STRATEGY, WIN], 1), ([WIN], 0)):
        head = html_table(columns).split("</thead>")[0]
        assert len(re.findall("stays", head)) == staying, columns
    several = [TextColumn("players", ["1", "2"], role="key"), STRATEGY, WIN]
    html = html_table(several).split("</thead>")[0]
    assert html.count("stays") == 2
    assert 'style="--left-1:9ch;"' in html


def test_names_that_leave_no_room_on_a_phone_stand_above_the_values_of_their_row() -> None:
    seats = TextColumn("seats", ["careful,quick,quick", "quick,careful,quick"], True, "key")
    html = html_table([seats, STRATEGY, EVEN])
    assert '<div class="scroll above"' in html
    names = re.findall(r'<th scope="rowgroup" colspan="1"><span>(.*?)</span>', html)
    assert [name.replace("<wbr>", "") for name in names] == [
        "seats careful,quick,quick, strategy greedy",
        "seats quick,careful,quick, strategy careful",
    ]
    assert html.count("<tbody>") == html.count("</tbody>") == 2


def test_a_name_above_a_row_has_no_head_that_says_nothing() -> None:
    part = TextColumn("part", ["who wins", "how long"], is_text=True, role="key")
    names = ["games won by the first player", "turns of all players, average"]
    number = TextColumn("quantity", names, is_text=True, role="key")
    html = html_table([part, number, EVEN])
    assert "<span>who wins, games won by the first player</span>" in html
    assert "<span>how long, turns of all players, average</span>" in html


def test_names_stand_above_where_all_that_must_be_seen_has_room_without_them_alone() -> None:
    here, exact = (TextColumn(head, ["50.2 %", "49.8 %"]) for head in ("here", "exact"))
    seats = TextColumn("seats", ["careful,quick", "x"], is_text=True, role="key")
    for columns, above in (
        ([here, exact, exact], True),
        ([here], False),
        ([here, WIN, WIN, WIN], False),
    ):
        assert ("above" in html_table([seats, STRATEGY, *columns])) == above, columns
    assert "above" not in html_table([WIN, WIN])
    games = replace(GAMES, cells=["10,000", "4,096"])
    assert "above" in html_table(
        [STRATEGY, TextColumn("players", ["2", "3"], role="key"), games, EVEN]
    )


def test_a_long_text_is_folded_at_its_commas_and_what_is_markup_is_escaped() -> None:
    html = html_table([TextColumn("<b>", ["a,b=c, d", "<i>"], is_text=True, role="key"), WIN])
    assert "a,<wbr>b=c, d</th>" in html
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "<i>" not in html


def test_a_name_without_a_place_to_fold_is_broken_anywhere() -> None:
    for length, kind in ((32, "text stays key"), (200, "text stays long key")):
        html = html_table(
            [TextColumn("player", ["A" * length, "B"], is_text=True, role="key"), WIN]
        )
        assert f'class="{kind}" style="min-width:32ch"' in html


def test_a_table_without_rows_or_columns_is_nothing() -> None:
    assert html_table([]) == ""
    assert html_table([TextColumn("win", [])]) == ""
