"""A gate for continuous integration: JUnit XML, and Markdown."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from playout.engine.words.errors import escaped, printable
from playout.questions.gate import words
from playout.questions.gate.found import ERROR, FAILED, OPEN, PASSED, Found

SIGNS = {PASSED: "✅ passed", FAILED: "❌ failed", OPEN: "❔ undecided", ERROR: "⚠️ error"}


def junit(found: Found, title: str) -> str:
    """JUnit XML: an expectation that does not hold is a failure, one that is undecided an error.

    So is one that stopped with an error; those that it left undecided are skipped.
    """
    asked, results = found.asked, found.results
    tags = {FAILED: "failure", ERROR: "error", OPEN: "error" if ERROR not in results else "skipped"}
    suite = {
        "name": f"playout gate: {printable(title)}",
        "tests": str(len(results)),
        "failures": str(results.count(FAILED)),
        "errors": str(sum(tags.get(one) == "error" for one in results)),
        "skipped": str(sum(tags.get(one) == "skipped" for one in results)),
        "time": f"{0.0 if math.isnan(found.seconds) else found.seconds:.3f}",
    }
    top = Element("testsuites")
    cases = SubElement(top, "testsuite", suite)
    for k, (one, result) in enumerate(zip(asked.expectations, results, strict=True)):
        case = {"classname": suite["name"], "name": printable(one.name)}
        under = SubElement(cases, "testcase", case)
        text = printable(f"{words.told(found, k)} ({found.counted[k].games:,} games)")
        if result == ERROR and found.stopped is not None:
            text = printable(found.stopped[1].splitlines()[0])
        if result == PASSED:
            SubElement(under, "system-out").text = text
        else:
            message = SubElement(under, tags[result], {"type": result, "message": text})
            if result == ERROR and found.stopped is not None:
                message.text = escaped(found.stopped[1])
    indent(top)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(top, encoding="unicode")}\n'


def markdown(found: Found, title: str) -> str:
    """Markdown: a heading, a row for each expectation, and how sure that is."""
    lines = [f"### {SIGNS[found.result]}: {_cell(title)}", ""]
    if found.result == ERROR:
        lines += [_cell(words.sentence(found)), ""]
    lines += ["| result | expectation | expected | found | games |", "|---|---|---|---|---:|"]
    for k, one in enumerate(found.asked.expectations):
        cells = [
            SIGNS[found.results[k]],
            f"{_cell(one.name)}",
            f"{_cell(words.what(one).removeprefix('the '))}: {one.wanted}",
            words.measured(one, found.intervals[k]),
            f"{found.counted[k].games:,}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", words.caption(found), ""])


def _cell(text: str) -> str:
    """A text of a user in a cell of a table: nothing in it is Markdown or HTML."""
    safe = printable(text).replace("&", "&amp;").replace("<", "&lt;")
    return "".join(f"\\{sign}" if sign in "\\`*_|[]~#$" else sign for sign in safe)
