"""Which chunk store the settings ask for; only that one is imported."""

from pathlib import Path

from ingest.store import ChunkStore


def open_store(folder: Path, dimension: int, url: str = "", api_key: str = "") -> ChunkStore:
    """The store on the server at ``url``, else the embedded one in ``folder``; vectors have ``dimension``."""
    if url:
        from ingest.store_server import ServerStore

        return ServerStore(url, dimension, api_key=api_key)
    from ingest.store_edge import EdgeStore

    store = EdgeStore(folder, dimension)
    # Nobody is served yet.
    store.optimise()
    return store
