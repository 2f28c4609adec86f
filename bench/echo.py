"""A WebSocket echo on the server of the service: `python -m bench.echo PORT`."""

import socket
import sys

from litestar import Litestar, WebSocket
from litestar.handlers import websocket

from queenhigh.service.web_server import WebServer


@websocket("/")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for message in socket.iter_data(mode="text"):
        await socket.send_text(message)


async def nothing_to_finish() -> None: ...


if __name__ == "__main__":
    app = Litestar([echo], openapi_config=None)
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listening:
        WebServer(app, nothing_to_finish).run([listening])
