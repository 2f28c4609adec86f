"""A WebSocket echo on the server and framework that the service uses."""

from litestar import Litestar, WebSocket
from litestar.handlers import websocket


@websocket("/")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for message in socket.iter_data(mode="text"):
        await socket.send_text(message)


app = Litestar([echo], openapi_config=None)
