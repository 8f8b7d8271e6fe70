"""The answer of a study in a sentence: a Jinja template over what was found.

A study may come from somebody else.  So its template may compute, but runs no code, and has limits
on time and memory.  Jinja's sandbox has none but on `range`; here every value that a template makes
is looked at as soon as it is made.  As all values are small, the next one is made of small values;
and only what makes no large value of small ones, and nothing outside, is there at all: few filters
and methods, no text or list times a number, no wide columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from itertools import islice
from string import Formatter
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.filters import FILTERS
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from playout.engine.words.errors import PlayoutError, printable

MOST = 5_000  # characters of a text; items of a list, with the characters of all texts in it
MOST_WRITTEN = 50_000  # characters that are written, in the answer and on the way to it
MOST_STEPS = 100_000  # values made or looked at, each item of a list for itself
CALL = 100  # steps that a call counts for: a word of ours may work for milliseconds
MOST_BITS = 256  # of a whole number
MOST_POWER = 1_000
MOST_DIGITS = 20  # to round to
MOST_PARTS = 10  # of the path of an attribute, as "a.b.c"
TOO_WIDE = "columns are at most 999 wide, and names in a format are words"

# Filters that look up attributes by their path, for every item.
BY_PATH = frozenset(
    [
        "dictsort",
        "groupby",
        "join",
        "map",
        "max",
        "min",
        "rejectattr",
        "selectattr",
        "sort",
        "sum",
        "unique",
    ]
)

# What makes no large value of small ones.
ALLOWED_FILTERS = [
    "abs",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "select",
    "selectattr",
    "sort",
    "string",
    "sum",
    "title",
    "trim",
    "unique",
    "upper",
]
ALLOWED_METHODS = frozenset(
    [
        "capitalize",
        "count",
        "endswith",
        "get",
        "index",
        "items",
        "keys",
        "lower",
        "lstrip",
        "removeprefix",
        "removesuffix",
        "replace",
        "rstrip",
        "split",
        "startswith",
        "strip",
        "title",
        "upper",
        "values",
    ]
)
LAZY = (Iterator, range, KeysView, ValuesView, ItemsView)
BASIC = (str, bytes, int, float, complex, list, tuple, dict, set, frozenset)

NARROW = re.compile(r"%(?:\(\w*\))?[-#0 +]*\d{0,3}(?:\.\d{0,3})?[a-zA-Z%]")  # as "%-12s", "%(n).3f"
WIDE_FIELD = re.compile(r"\{|\d{4}")  # as in "{:1000}", "{:{}}", after the colon
LOOKED_AT = (
    nodes.Name,
    nodes.Getattr,
    nodes.Getitem,
    nodes.Call,
    nodes.Filter,
    nodes.BinExpr,
    nodes.Concat,
    nodes.List,
    nodes.Tuple,
    nodes.Dict,
)


def filled_in(template: str, words: dict[str, Any], complete: bool) -> str:
    """An answer's template with its words filled in; PlayoutError if that fails."""
    try:
        text = _Limited().from_string(template).render(words)
        return printable(" ".join(text.split()))
    except Exception as error:  # a template can fail in every way that code can
        if not complete:
            return "It was stopped before there were enough games for an answer."
        reason = str(error) or type(error).__name__
        raise PlayoutError(f"answer: {reason}") from None


class _Limited(SandboxedEnvironment):
    """What one template may do, and has done."""

    intercepted_binops = frozenset(["*", "**", "%"])

    def __init__(self) -> None:
        # Unoptimized: constants are computed where they are looked at, not by the compiler.
        super().__init__(undefined=jinja2.StrictUndefined, optimized=False)
        self._steps = self._written = 0
        del self.globals["lipsum"]  # writes as much as one likes
        self.filters = {name: FILTERS[name] for name in ALLOWED_FILTERS}
        self.filters |= {
            "format": self._format,
            "round": _round,
            "kept": self._kept,
            "path": _path,
            "gone_through": self._gone_through,
            "written": self._write,
        }

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if len(source) > MOST:  # and with it every text that is written down in it
            _refuse(f"a template of more than {MOST:,} characters")
        tree: nodes.Template = _Watched().visit(super()._parse(source, name, filename))
        tree.set_environment(self)
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may use it: of texts, numbers and lists only what is listed above."""
        listed = attr in ALLOWED_METHODS or not any(
            isinstance(obj, kind) and hasattr(kind, attr) for kind in BASIC
        )
        return listed and super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """The ``format`` of a text, if it makes no wide columns."""
        wrapped = super().wrap_str_format(value)
        if wrapped is not None:
            self._step(len(value.__self__))
            fields = Formatter().parse(value.__self__)
            if any(spec and WIDE_FIELD.search(spec) for _, _, spec, _ in fields):
                _refuse(TOO_WIDE)
        return wrapped

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """A product, a power or a remainder, if it is one of numbers and not huge; or a format."""
        if operator == "%" and isinstance(left, str):
            self._check_width(left)
        elif not isinstance(left, int | float) or not isinstance(right, int | float):
            _refuse("only numbers can be multiplied")
        if operator == "**" and abs(right) > MOST_POWER:
            _refuse(f"a power above {MOST_POWER:,}")
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a word, a method or a macro."""
        __self._step(CALL)
        return super().call(__context, __obj, *args, **kwargs)

    def _format(self, value: Any, *args: Any, **kwargs: Any) -> str:
        """The filter of that name, if it makes no wide columns."""
        text = str(value)
        self._check_width(text)
        return str(FILTERS["format"](text, *args, **kwargs))

    def _check_width(self, template: str) -> None:
        self._step(len(template))
        if "%" in NARROW.sub("", template):
            _refuse(TOO_WIDE)

    def _step(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            _refuse(f"it takes more than {MOST_STEPS:,} steps")

    # With the context as an argument, or the compiler would call them, once and for all, where it
    # finds constants.
    @jinja2.pass_context
    def _kept(self, context: Context, value: Any) -> Any:
        """A value that a template has made or named, if it is small."""
        if isinstance(value, LAZY) and not isinstance(value, LoopContext):
            value = list(islice(value, MOST + 1))
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            _refuse(f"a number of more than {MOST_BITS} bits")
        size = 1
        if isinstance(value, str | bytes):
            if len(value) > MOST:
                _refuse(f"a text of more than {MOST:,} characters")
        elif isinstance(value, (*BASIC, Namespace)):
            size = _size(value)
            if size > MOST:
                _refuse(f"a list of more than {MOST:,} items or characters")
        self._step(size)
        return value

    @jinja2.pass_context
    def _gone_through(self, context: Context, value: Any) -> Any:
        """What a loop goes through."""
        value = self._kept(context, value)
        if isinstance(value, str):
            self._step(len(value))
        return value

    @jinja2.pass_context
    def _write(self, context: Context, value: Any) -> str:
        """A value as the text that is written."""
        text = str(self._kept(context, value))
        self._written += len(text)
        if self._written > MOST_WRITTEN:
            _refuse(f"it writes more than {MOST_WRITTEN:,} characters")
        return text


class _Watched(NodeTransformer):
    """Puts the looks at values into a template."""

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """A node with all below it; looked at if it makes a value."""
        node = super().generic_visit(node, *args, **kwargs)
        if isinstance(node, LOOKED_AT) and getattr(node, "ctx", "load") == "load":
            return _filtered(node, "kept")
        return node

    def visit_Filter(self, node: nodes.Filter) -> nodes.Node:  # noqa: N802
        """A filter; a path that it follows for every item is short."""
        if node.name in BY_PATH:
            node.args = [_filtered(one, "path") for one in node.args]
            for pair in node.kwargs:
                pair.value = _filtered(pair.value, "path")
            node.dyn_args = node.dyn_args and _filtered(node.dyn_args, "path")
            node.dyn_kwargs = node.dyn_kwargs and _filtered(node.dyn_kwargs, "path")
        return self.generic_visit(node)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """A loop."""
        super().generic_visit(node)
        node.iter = _filtered(node.iter, "gone_through")
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        """What is written: values, and the text between them."""
        super().generic_visit(node)
        parts = [
            nodes.Const(one.data, lineno=one.lineno) if isinstance(one, nodes.TemplateData) else one
            for one in node.nodes
        ]
        node.nodes = [_filtered(one, "written") for one in parts]
        return node

    def visit_CallBlock(self, node: nodes.CallBlock) -> nodes.Node:  # noqa: N802
        """A call with a block: Jinja needs the bare call."""
        super().generic_visit(node)
        looked_at: Any = node.call
        node.call = looked_at.node
        return node


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _size(value: Any) -> int:
    """The items of a list, and of all lists in it, with the characters of texts; ends early."""
    size, left = -1, [value]  # it is no item of itself
    while left and size <= MOST:
        one = left.pop()
        size += 1
        if isinstance(one, str | bytes):
            size += len(one)
        elif isinstance(one, Namespace):
            left += islice(one._Namespace__attrs.values(), MOST + 1)
        elif isinstance(one, Mapping):
            left += islice(one.keys(), MOST + 1)
            left += islice(one.values(), MOST + 1)
        elif isinstance(one, list | tuple | set | frozenset):
            left += islice(one, MOST + 1)
    return size + len(left)


@jinja2.pass_context
def _path(context: Context, value: Any) -> Any:
    """What a filter is told, if no text of it is a long path."""
    told = value.values() if isinstance(value, Mapping) else value
    for one in [told] if isinstance(told, str) else told if isinstance(value, BASIC[4:]) else []:
        if isinstance(one, str) and one.count(".") + one.count(",") >= MOST_PARTS:
            _refuse(f"an attribute of more than {MOST_PARTS} parts")
    return value


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    """The filter of that name, for as many digits as numbers have."""
    if abs(precision) > MOST_DIGITS:
        _refuse(f"rounding to more than {MOST_DIGITS} digits")
    rounded: float = FILTERS["round"](value, precision, method)
    return rounded


def _refuse(what: str) -> NoReturn:
    raise PlayoutError(f"{what} (docs/runs.md says what an answer may do)")
