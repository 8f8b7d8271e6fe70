"""Machine instructions for rules of your own."""

from playout.engine.native.bits import (
    copy_fields,
    copy_items,
    copy_run,
    count_bits,
    first_bit,
    from_bit,
    has_bit,
    last_bit,
    multiply,
    size_of,
    wrapping_add,
)

__all__ = [
    "copy_fields",
    "copy_items",
    "copy_run",
    "count_bits",
    "first_bit",
    "from_bit",
    "has_bit",
    "last_bit",
    "multiply",
    "size_of",
    "wrapping_add",
]
