"""Who gets in, and what another site cannot make a browser do."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient

from playout.web import Settings, create_app, server
from tests.web.conftest import lay, opened

PIG = {"game": "pig", "seat": ["person", "hold"]}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://localhost:81"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_page_of_another_site_changes_nothing(
    client: TestClient, tmp_path: Path, headers: dict[str, str]
) -> None:
    answer = client.post("/play", data=PIG, headers=headers)
    assert (answer.status_code, list(tmp_path.rglob("*.json"))) == (403, [])


@pytest.mark.parametrize(
    "headers", [{"origin": "http://localhost"}, {"sec-fetch-site": "same-origin"}]
)
def test_a_page_of_ours_may_change_things(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/play", data=PIG, headers=headers).status_code == 303


@pytest.mark.parametrize(
    ("site", "mode", "place", "status"),
    [
        ("cross-site", "navigate", "document", 200),
        ("same-origin", "cors", "empty", 200),
        ("cross-site", "no-cors", "image", 403),
        ("same-site", "cors", "empty", 403),
        ("cross-site", "navigate", "iframe", 403),
    ],
)
def test_a_page_of_another_site_can_only_link(
    client: TestClient, site: str, mode: str, place: str, status: int
) -> None:
    sent = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": place}
    assert client.get("/waiting", headers=sent).status_code == status


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost.example", "", "["])
def test_a_name_that_was_not_given_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:80"])
def test_this_machine_has_several_names(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_without_the_token_nobody_gets_in(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as client:
        for path in ("/", "/ask", "/?token=", "/?token=secre", "/?token=s%C3%A9"):
            assert client.get(path).status_code == 403, path
        assert client.post("/play", data=PIG).status_code == 403
        client.cookies.set("playout_token_80", "wrong")
        assert client.get("/").status_code == 403


def test_with_the_token_one_stays_in(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as client:
        let_in = client.get("/play?game=pig&token=secret")
        assert let_in.headers["location"] == "/play?game=pig"
        assert "HttpOnly" in let_in.headers["set-cookie"]
        assert client.get("/play?game=pig").status_code == 200


def test_nothing_large_is_read(client: TestClient) -> None:
    large = b"game=pig&position=" + b"x" * 300_000
    sent = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/play", content=large, headers=sent).status_code == 413
    short = {**sent, "content-length": "5"}
    for body in (large, iter([large] * 3)):  # more than it said, or it does not say how much
        assert client.post("/play", content=body, headers=short).status_code in (400, 413)


def test_no_page_runs_a_script_that_is_not_a_file_of_ours(client: TestClient) -> None:
    for path in ("/", "/play?game=hex", lay(client, "pig", "person", "hold"), "/nowhere"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self';" in policy
        assert "'unsafe-inline'" not in policy.partition("style-src")[0]
        for tag in answer.text.split("<script")[1:]:
            assert 'src="/static/' in tag.partition(">")[0]
        assert " onclick=" not in answer.text


def test_cookies_of_others_do_no_harm(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as client:
        let_in = client.get("/?token=secret").headers["set-cookie"].partition(";")[0]
        for other in ("a,b=1", "foo[bar]=1", 'j={"a":1}', "a b=1", "path=1"):
            told = client.get("/", headers={"cookie": f"{other}; {let_in}"})
            assert told.status_code == 200, other


def test_programs_give_the_token_with_each_request(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as client:
        assert client.get("/api/games?token=secret").status_code == 200
        assert client.post("/api/tables?token=secret", json={"game": "pig"}).status_code == 201


@pytest.mark.parametrize(
    ("raised", "why"),
    [
        (MemoryError(), "the memory is used up (see ulimit -v, and the limits of a container)"),
        (RuntimeError("can't start new thread"), "no further thread can be started"),
    ],
)
def test_what_has_run_out_on_the_server_is_told_in_a_sentence(
    raised: Exception, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object, **others: object) -> None:
        raise raised

    app = create_app(Settings(tmp_path))
    monkeypatch.setattr("playout.web.store.table_files.Tables._laid", refused)
    client = TestClient(app, base_url="http://localhost", raise_server_exceptions=False)
    answer = client.post("/play", data=PIG)
    assert answer.status_code == 503
    assert f"This server cannot do it now: {why}" in answer.text


def test_whoever_asks_for_the_head_of_a_page_gets_it(client: TestClient) -> None:
    assert [client.head(path).status_code for path in ("/", "/static/icon.svg")] == [200, 200]


def test_a_file_is_compressed_and_sent_once(client: TestClient) -> None:
    first = client.get("/static/htmx.min.js", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) < len(first.content) / 2
    tag = {"if-none-match": first.headers["etag"]}
    assert client.get("/static/htmx.min.js", headers=tag).status_code == 304
    assert client.get("/").headers["cache-control"] == "no-store"


@contextmanager
def listening(folder: Path) -> Iterator[int]:
    """The port of a server in a thread of this process."""
    with socket.create_server(("127.0.0.1", 0)) as first:
        one = uvicorn.Server(
            uvicorn.Config(create_app(Settings(folder)), http=server._Impatient, log_level="error")
        )
        thread = threading.Thread(target=one.run, kwargs={"sockets": [first]})
        thread.start()
        yield first.getsockname()[1]
        one.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HTTP/1.1\r\n",
        "POST /play HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\ngame",
    ],
)
def test_who_never_finishes_a_request_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr(server, "UNSENT", 0.5)
    with listening(tmp_path) as port, socket.create_connection(("127.0.0.1", port), 20) as sender:
        began = time.monotonic()
        sender.sendall(begun.encode())
        while sender.recv(1_000):
            pass
        assert time.monotonic() - began > 0.4


def test_who_has_sent_a_request_may_wait_for_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "UNSENT", 0.2)
    with listening(tmp_path) as port, socket.create_connection(("127.0.0.1", port), 20) as sender:
        for _ in range(2):
            sender.sendall(b"GET /waiting HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert b"200 OK" in sender.recv(10_000)
