"""Files as answers: made for one person and not cached by proxies."""

from typing import Literal

from litestar import Response


def private_file(
    content: bytes,
    name: str,
    media_type: str = "application/pdf",
    shown: Literal["inline", "attachment"] = "inline",
) -> Response[bytes]:
    headers = {
        "content-disposition": f'{shown}; filename="{name}"',
        "cache-control": "private, no-store",
    }
    return Response(content, media_type=media_type, headers=headers)
