"""The attacks in their quick form; ``make hostile`` runs them long."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile import big_bodies, crowd, full_disk, fuzzed_requests, kills, language_models, mutated_files
from tests.hostile.report import Outcome
from tests.hostile.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the attacks that it is to survive."""
    place = tmp_path_factory.mktemp("hostile")
    imports = kills.make_import_folder(place / "import")
    with Server(place / "data", IMPORT_FOLDERS=f"gs://hostile={imports}") as server:
        yield server


def unbroken(outcome: Outcome) -> Outcome:
    assert not outcome.broken, "\n".join(outcome.broken)
    return outcome


def test_fuzzed_requests(server: Server) -> None:
    answers = unbroken(fuzzed_requests.attack(server, 150)).answers
    assert answers["200"] and answers["400"] and answers["404"], "it tries what works and what does not"


def test_mutated_files(server: Server) -> None:
    answers = unbroken(mutated_files.attack(server, 40)).answers
    assert answers["200"] and answers["400"]


def test_clients_at_once(server: Server) -> None:
    assert unbroken(crowd.attack(server, clients=8, seconds=4)).answers["200"]


def test_big_bodies(server: Server) -> None:
    unbroken(big_bodies.attack(server, 400_000, most_wait=float("inf")))


def test_kills(server: Server) -> None:
    answers = unbroken(kills.attack(server, 2, phases=("replace", "import"))).answers
    assert answers["killed in replace"] == answers["killed in import"] == 1


def test_what_is_stored_agrees_with_itself_afterwards(server: Server) -> None:
    server.stop()
    report = server.fsck()
    assert report.get("clean"), report


@pytest.fixture(scope="module")
def bad_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Any]]:
    with language_models.server_with_bad_model(tmp_path_factory.mktemp("models") / "data") as opened:
        yield opened


@pytest.mark.parametrize("way", language_models.WAYS)
def test_bad_language_model(way: str, bad_model: tuple[Server, Any]) -> None:
    unbroken(language_models.attack(*bad_model, (way,)))


def test_full_disk(tmp_path: Path) -> None:
    with full_disk.small_disk(tmp_path / "disk") as disk:
        if disk is None:
            pytest.skip("no tmpfs may be mounted here")
        answers = unbroken(full_disk.attack(disk, 2)).answers
    assert answers["507"]
