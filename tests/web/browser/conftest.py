"""One browser and one server for all tests in which people click."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.report.browser import chromium
from tests.web.clicking import EXAMPLE
from tests.web.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("web"), "--game", str(EXAMPLE)) as (url, _):
        yield url
