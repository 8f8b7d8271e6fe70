"""Positions of games of your own as text."""

from playout.engine.play.positions import (
    check_fields,
    format_fields,
    parse_fields,
    read_groups,
    read_list,
    read_number,
    read_numbers,
    read_words,
    seat_names,
    write_list,
    write_words,
)

__all__ = [
    "check_fields",
    "format_fields",
    "parse_fields",
    "read_groups",
    "read_list",
    "read_number",
    "read_numbers",
    "read_words",
    "seat_names",
    "write_list",
    "write_words",
]
