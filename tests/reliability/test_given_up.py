"""A client that goes away takes its work with it, in the real server."""

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path

from queenhigh.faults.real_service import Served
from tests.patience import SECONDS, becomes


def working_for(service: Served) -> set[int]:
    """The processes its workers have started."""
    found: set[int] = set()
    for worker in service.workers():
        for told in Path(f"/proc/{worker}/task").glob("*/children"):
            with suppress(OSError):  # The thread may have ended meanwhile.
                found |= {int(each) for each in told.read_text().split()}
    return found


def test_a_document_is_not_made_if_its_client_has_left(
    served: Served, guest: dict[str, str]
) -> None:
    before = working_for(served)
    lines = ["GET /api/houses/classic/par.pdf HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in guest.items()]
    with socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        assert becomes(lambda: bool(working_for(served) - before)), "the paper is begun"
        (paper,) = working_for(served) - before
        os.kill(paper, signal.SIGSTOP)  # So that it cannot finish on its own.
        assert paper in working_for(served)
    assert becomes(lambda: paper not in working_for(served)), "the paper was not given up"
