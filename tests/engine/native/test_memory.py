"""Records and tables that compiled code keeps on the stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.native.memory import entry, jump_table, scratch
from playout.engine.native.records import with_attributes

RECORD = with_attributes(np.dtype([("few", np.int64), ("much", np.float64, (1000,))], align=True))


@jit
def _fill(record: Any, few: int) -> None:
    record.few = few
    for k in range(1000):
        record.much[k] = few + k


@jit
def _two_records(few: int) -> Any:
    one, other = scratch(RECORD), scratch(RECORD)
    _fill(one, few)
    _fill(other, 3 * few)
    return one.few + one.much[999] + 1000 * (other.few + other.much[0])


def test_two_scratch_records_are_apart_and_hold_what_called_functions_write() -> None:
    for few in (1, 5):
        assert _two_records(few) == few + few + 999 + 1000 * 6 * few


@jit
def _one_of(items: Any, k: int) -> Any:
    return entry(jump_table(items), k, items)


def test_an_entry_of_a_jump_table_is_the_item_of_that_place() -> None:
    for items in ((4, 2, 9), (0.5, 0.25)):
        assert [_one_of(items, k) for k in range(len(items))] == list(items)
        assert [entry(jump_table(items), k, items) for k in range(len(items))] == list(items)
