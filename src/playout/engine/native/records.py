"""Records whose fields are attributes, in plain Python as in compiled code.

A state, a view or a table is one record of a NumPy type.  Numba reads a field as an attribute;
so do NumPy's own records, but they look up its name at every access.  Here every type has a class
with a property for each field, three times as fast in plain Python.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from playout.engine.words.errors import suggest


def new_record(dtype: Any, *shape: int) -> Any:
    """Return an empty record of this type, or an array of records of this shape."""
    records = np.zeros(shape or 1, with_attributes(np.dtype(dtype)))
    return records if shape else records[0]


class Named(SimpleNamespace):
    """Values with names, as a record has its fields, in plain Python."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no field '{name}': {suggest(name, vars(self))}")


@cache
def with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the same type, in memory and for the compiler, with such classes.

    A field with the name of an attribute of every record, as ``view``, can only be read as
    ``record["view"]``.
    """
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        return np.dtype((with_attributes(element), shape))
    if dtype.names is None or dtype.fields is None:
        return dtype
    fields = [dtype.fields[name] for name in dtype.names]
    whole = np.dtype(
        {
            "names": dtype.names,
            "formats": [with_attributes(field[0]) for field in fields],
            "offsets": [field[1] for field in fields],
            "itemsize": dtype.itemsize,
        },
        align=dtype.isalignedstruct,
    )
    names = [name for name in dtype.names if not hasattr(np.void, name)]
    members = {
        "__getattr__": _no_field,
        "__str__": _lines,
        **{name: _field(name) for name in names},
    }
    return np.dtype((type("Record", (np.void,), members), whole))


def _no_field(record: Any, name: str) -> Any:
    """Raise an error that lists the fields; Python calls it for an unknown name."""
    raise AttributeError(f"there is no field '{name}': {suggest(name, record.dtype.names)}")


def _lines(record: Any) -> str:
    """Return a line for each field, as people read a view."""
    return "\n".join(f"{name}: {record[name]}" for name in record.dtype.names)


def _field(name: str) -> property:
    """Return the property that reads and writes a field."""

    def read(record: Any) -> Any:
        return record[name]

    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(read, write)
