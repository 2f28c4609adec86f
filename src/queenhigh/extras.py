"""Packages that come with an extra of ours, and what to install where one is missing."""

_EXTRA_OF = {
    **dict.fromkeys(("matplotlib", "numba", "numpy", "typst"), "maths"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    **dict.fromkeys(("argon2", "granian", "litestar", "prometheus_client"), "service"),
    **dict.fromkeys(("alembic", "cryptography", "sqlalchemy"), "store"),
    **dict.fromkeys(("httpx", "websockets"), "client"),
    **dict.fromkeys(("gymnasium", "pettingzoo"), "rl"),
    "pandas": "pandas",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "textual": "terminal",
}


def what_to_install(error: ModuleNotFoundError) -> str | None:
    """One sentence; None where the package is of no extra, which is a fault of ours."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRA_OF.get(package)
    if extra is None:
        return None
    return f"this needs {package}, which is not installed: pip install 'queenhigh[{extra}]'"
