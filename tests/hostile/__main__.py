"""``python -m tests.hostile [--long] [NAME …]``: every attack, one table, and fsck at the end."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.hostile import (
    big_bodies,
    crowd,
    full_disk,
    fuzzed_requests,
    kills,
    language_models,
    memory,
    mutated_files,
)
from tests.hostile.report import Outcome, table
from tests.hostile.server import Server


def main() -> int:
    """0 where nothing broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--long", action="store_true", help="an hour and more instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="requests, files, bodies, clients, memory, kills, models, disk",
    )
    chosen = parser.parse_args()
    long, seed = chosen.long, chosen.seed
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        place = Path(folder)
        imports = kills.make_import_folder(place / "import")
        server = Server(place / "data", IMPORT_FOLDERS=f"gs://hostile={imports}")
        attacks: dict[str, Callable[[], Outcome]] = {
            "requests": lambda: fuzzed_requests.attack(server, 10_000 if long else 300, seed),
            "files": lambda: mutated_files.attack(server, 2_000 if long else 60, seed),
            "bodies": lambda: big_bodies.attack(server, 10_900_000 if long else 500_000),
            "clients": lambda: crowd.attack(server, 64 if long else 8, 600 if long else 20, seed),
            "memory": lambda: memory.attack(server, 8, 3600 if long else 60, seed),
            "kills": lambda: kills.attack(server, 200 if long else 5, seed),
        }
        outcomes = []
        for name, attack in attacks.items():
            if not chosen.names or name in chosen.names:
                outcomes.append(_run(name, server, attack))
        server.stop()
        fsck = server.fsck() if outcomes else {"clean": True}
        if not chosen.names or "models" in chosen.names:
            with language_models.server_with_bad_model(place / "models") as (asking, handler):
                outcomes.append(language_models.attack(asking, handler))
        if not chosen.names or "disk" in chosen.names:
            outcomes.append(_on_small_disk(place, 30 if long else 4))
        sys.stdout.write(table(outcomes) + f"\n\nfsck: {'clean' if fsck.get('clean') else fsck}\n")
    return int(not fsck.get("clean") or any(outcome.broken for outcome in outcomes))


def _run(name: str, server: Server, attack: Callable[[], Outcome]) -> Outcome:
    """An attack on the running server; one that an earlier attack has killed or hung is started anew."""
    if not server.address or not server.healthy():
        server.stop()
        server.start()
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {name} …\n")
    try:
        return attack()
    except Exception as error:  # the others are to run all the same
        return Outcome(name, broken=[f"the attack ended early: {error!r}"])


def _on_small_disk(place: Path, count: int) -> Outcome:
    with full_disk.small_disk(place / "disk") as disk:
        if disk is None:
            outcome = Outcome("full disk")
            outcome.answers["skipped: no tmpfs may be mounted here"] = 0
            return outcome
        return full_disk.attack(disk, count)


if __name__ == "__main__":
    sys.exit(main())
