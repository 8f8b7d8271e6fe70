"""The answer of a study in a sentence: a Jinja template over what was found.

A study may come from somebody else.  So its template runs in Jinja's sandbox, which reaches nothing
outside, and has limits on time and memory: every text, list and number that it makes is small, and
what is evaluated again (loops and macros) is counted by its size before it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from functools import wraps
from itertools import islice
from string import Formatter
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.filters import FILTERS
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from playout.engine.words.errors import PlayoutError, printable

MOST = 5_000  # characters of a text; items of a list, with all that is in it
MOST_WRITTEN = 50_000  # characters of the values that are written
MOST_STEPS = 100_000  # parts of a template that loops and macros evaluate, and characters there
CALL = 100  # steps that a call counts for: a word of ours may work for milliseconds
MOST_BITS = 256  # of a whole number
MOST_POWER = 1_000
MOST_ARGUMENT = 100  # of a filter: a number, or the characters of a text
TOO_WIDE = "columns are at most 999 wide, and names in a format are words"

# What makes no large value of small ones.
ALLOWED_FILTERS = re.findall(
    r"\w+",
    "abs capitalize count d default dictsort first float groupby int items join last length list "
    "lower map max min reject rejectattr replace reverse round select selectattr sort string sum "
    "title trim unique upper",
)
ALLOWED_METHODS = re.findall(
    r"\w+",
    "capitalize count endswith get index items keys lower lstrip removeprefix removesuffix replace "
    "rstrip split startswith strip title upper values",
)
MAKES = (nodes.Concat, nodes.List, nodes.Tuple, nodes.Dict)
SMALL, COUNTED = " small", " counted"  # filters, by names that no template can write
LAZY = (Iterator, range, KeysView, ValuesView, ItemsView)
BASIC = (str, bytes, int, float, complex, list, tuple, dict, set, frozenset)
NARROW = re.compile(r"%(?:\(\w*\))?[-#0 +]*\d{0,3}(?:\.\d{0,3})?[a-zA-Z%]")  # as "%-12s", "%(n).3f"
WIDE_FIELD = re.compile(r"\{|\d{4}")  # as in "{:1000}", "{:{}}", after the colon


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


class _Limited(ImmutableSandboxedEnvironment):
    """The limits of one template, and what it has used of them."""

    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(self) -> None:
        # Unoptimized: the compiler would compute constants without a look at them.
        super().__init__(
            undefined=jinja2.StrictUndefined, optimized=False, finalize=self._written_value
        )
        self._steps = self._written = self._weight = 0
        self.globals = {"range": range, "namespace": _Names, "dict": dict}
        filters = {name: FILTERS[name] for name in ALLOWED_FILTERS} | {"format": _format}
        self.filters = {name: self._limited(filter) for name, filter in filters.items()}
        self.filters |= {SMALL: self._small, COUNTED: self._counted}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if len(source) > MOST:
            _refuse(f"a template of more than {MOST:,} characters")
        tree: nodes.Template = super()._parse(source, name, filename)
        self._weight = _weight(tree)
        _Looks().visit(tree)
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
            fields = Formatter().parse(value.__self__)
            if any(spec and WIDE_FIELD.search(spec) for _, _, spec, _ in fields):
                _refuse(TOO_WIDE)
        return wrapped

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """A sum, a product, a power, a remainder or a format, if it is small."""
        if operator == "%" and isinstance(left, str):
            _check_width(left)
        elif operator != "+" and not all(isinstance(one, int | float) for one in (left, right)):
            _refuse("only numbers can be multiplied")
        if operator == "**" and abs(right) > MOST_POWER:
            _refuse(f"a power above {MOST_POWER:,}")
        return self._small(super().call_binop(context, operator, left, right))

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a word, a method or a macro; what it returns must be small."""
        __self._step(__self._weight if isinstance(__obj, Macro) else CALL)
        if isinstance(__obj, LoopContext):  # a loop within itself
            args = (__self._counted(args[0], __self._weight),)
        return __self._small(super().call(__context, __obj, *args, **kwargs))

    def _limited(self, filter: Callable[..., Any]) -> Callable[..., Any]:
        """A filter with small arguments and results."""
        before = 2 if hasattr(filter, "jinja_pass_arg") else 1  # the context, and the value

        @wraps(filter)
        def limited(*args: Any, **kwargs: Any) -> Any:
            parts = 1  # of the path of an attribute, which is looked up in each item
            for one in (*args[before:], *kwargs.values()):
                parts += one.count(".") if isinstance(one, str) else 0
                size = len(one) if isinstance(one, str) else abs(one) if isinstance(one, int) else 0
                if size > MOST_ARGUMENT:
                    _refuse(f"an argument of a filter of more than {MOST_ARGUMENT}")
            self._step(parts * (1 + _size(args[before - 1])))
            return self._small(filter(*args, **kwargs))

        return limited

    def _step(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            _refuse(f"it takes more than {MOST_STEPS:,} steps")

    def _small(self, value: Any) -> Any:
        """A value, if it is small."""
        if isinstance(value, LAZY) and not isinstance(value, LoopContext):
            value = list(islice(value, MOST + 1))
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            _refuse(f"a number of more than {MOST_BITS} bits")
        if isinstance(value, str | bytes) and len(value) > MOST:
            _refuse(f"a text of more than {MOST:,} characters")
        if isinstance(value, list | tuple | dict) and _size(value) > MOST:
            _refuse(f"a list of more than {MOST:,} items or characters")
        return value

    def _counted(self, value: Any, weight: int) -> Any:
        """The items of a loop; each counts as much as everything inside the loop."""
        items = self._small(list(islice(value, MOST + 1)))
        self._step(weight * len(items))
        return items

    @jinja2.pass_context  # or the compiler would call it once and for all where it finds constants
    def _written_value(self, context: Context, value: Any) -> str:
        """A value as the text that is written."""
        text = str(self._small(value))
        self._written += len(text)
        if self._written > MOST_WRITTEN:
            _refuse(f"it writes more than {MOST_WRITTEN:,} characters")
        return text


class _Names(Namespace):
    """The namespace of a template, which shows none of what it holds: that may be anything."""

    def __repr__(self) -> str:
        return "<Namespace>"


class _Looks(NodeTransformer):
    """Puts filters that look at values where a template makes some, and where loops begin."""

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """A node, with a look at it if it makes a value, and at what it goes through as a loop."""
        weight = [nodes.Const(_weight(node))] if isinstance(node, nodes.For) else []
        node = super().generic_visit(node, *args, **kwargs)
        if isinstance(node, nodes.For):
            node.iter = _filtered(node.iter, COUNTED, weight)
        if isinstance(node, MAKES) and getattr(node, "ctx", "load") == "load":
            return _filtered(node, SMALL, [])
        return node


def _filtered(node: Any, name: str, arguments: list[nodes.Const]) -> nodes.Filter:
    return nodes.Filter(node, name, arguments, [], None, None, lineno=node.lineno)


def _weight(node: nodes.Node) -> int:
    """The parts of a template in a node, and the characters of the text between them."""
    texts = (len(one.data) for one in node.find_all(nodes.TemplateData))
    return sum(1 for _ in node.find_all(nodes.Node)) + sum(texts)


def _size(value: Any) -> int:
    """The items of a list, and of all lists in it, with the characters of texts; ends early."""
    size, left = -1, [value]  # it is no item of itself
    while left and size <= MOST:
        one = left.pop()
        size += 1
        if isinstance(one, str | bytes):
            size += len(one)
        elif isinstance(one, Mapping):
            left += islice(one.keys(), MOST + 1)
            left += islice(one.values(), MOST + 1)
        elif isinstance(one, list | tuple):
            left += islice(one, MOST + 1)
    return size + len(left)


def _check_width(template: str) -> None:
    if "%" in NARROW.sub("", template):
        _refuse(TOO_WIDE)


def _format(value: Any, *args: Any, **kwargs: Any) -> str:
    """The filter of that name, if it makes no wide columns."""
    _check_width(str(value))
    text: str = FILTERS["format"](str(value), *args, **kwargs)
    return text


def _refuse(what: str) -> NoReturn:
    raise PlayoutError(f"{what} (docs/reference/studies.md says what an answer may do)")
