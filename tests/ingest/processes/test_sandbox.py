"""What a reading process may not do, and that all files of strangers are read in one."""

import subprocess
import sys
from pathlib import Path

import pytest

from ingest.errors import UnreadableDocument
from ingest.formats import archive, eml
from ingest.formats.signatures import is_archive
from ingest.formats.table import FORMATS, Format
from ingest.media_types import DOCX, EML, EPUB, JSON, JSON_LINES, PDF, PPTX, XLSX
from ingest.pipeline import read
from ingest.processes.fork_server import FORK_SERVER, ForkServer
from ingest.processes.reader_process import ReaderLimits, read_apart, read_mail_apart
from ingest.processes.sandbox import clean_environment, program_files
from ingest.types import Upload
from tests.ingest.made_files import every_format

MADE = every_format()
BY_NAME = {"a.docx": DOCX, "a.pptx": PPTX, "a.xlsx": XLSX, "a.epub": EPUB}
ROOT = Path(__file__).parents[3]
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="guarded on Linux only")


def shut_in(attempt: str, path: Path) -> str:
    """What comes of an attempt in a process that may read nothing but ``path``."""
    code = (
        "import sys, os, socket, subprocess\n"
        "from ingest.processes.sandbox import forbid_files_but, forbid_network_and_programs, program_files\n"
        "program_files()\n"
        "network, files = forbid_network_and_programs(), forbid_files_but(sys.argv[1])\n"
        f"try:\n    {attempt}\n    print('done', files, network)\n"
        "except OSError as error:\n    print('refused', files, network, error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


@needs_linux
@pytest.mark.parametrize(
    "attempt",
    [
        "open(sys.argv[1] + '.other').read()",
        "open('/etc/passwd').read()",
        "open('/proc/1/environ').read()",
        "open(sys.argv[1], 'w')",
        "open(sys.argv[1] + '.new', 'w')",
        "os.listdir(os.path.dirname(sys.argv[1]))",
        "os.remove(sys.argv[1])",
    ],
)
def test_no_file_but_its_own(attempt: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("mine")
    (tmp_path / "a.txt.other").write_text("not mine")
    if program_files() is None:
        pytest.skip("this kernel has no Landlock")
    assert shut_in("open(sys.argv[1]).read()", tmp_path / "a.txt").startswith("done True")
    assert shut_in(attempt, tmp_path / "a.txt").startswith("refused True")


@needs_linux
@pytest.mark.parametrize(
    "attempt",
    [
        "socket.socket()",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
        "socket.socket(socket.AF_UNIX)",
        "subprocess.run(['/bin/true'])",
        "os.execv('/bin/true', ['true'])",
    ],
)
def test_no_network_and_no_program(attempt: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("mine")
    said = shut_in(attempt, tmp_path / "a.txt")
    if said.split()[2] == "False":
        pytest.skip("this system has no libseccomp")
    assert said.startswith("refused")


def test_no_secret_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREGROUND_API_KEYS", "secret-1")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret-2")
    assert not any("secret-" in value for value in clean_environment().values())
    server = ForkServer()
    monkeypatch.setattr("ingest.processes.capped_process.FORK_SERVER", server)
    try:
        assert read(Upload(b"The lamp burns.", "a.txt")).text == "The lamp burns."
        assert server._process
        environment = Path(f"/proc/{server._process.pid}/environ")
        if environment.exists():
            assert b"PYTHONPATH" in environment.read_bytes() and b"secret-" not in environment.read_bytes()
    finally:
        server.stop()


def test_the_fork_server_is_started_anew_when_it_has_died() -> None:
    read(Upload(b"The lamp burns.", "a.txt"))
    process = FORK_SERVER._process
    assert process
    process.kill()
    process.wait()
    assert read(Upload(b"The lamp burns.", "a.txt")).text == "The lamp burns."


@pytest.mark.parametrize("name", MADE)
def test_no_file_is_read_in_the_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The readers are broken here, and whole in the processes that the fork server has made."""
    read(Upload(b"The lamp burns.", "a.txt"))

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("read in the server")

    monkeypatch.setattr(Format, "read", broken)
    monkeypatch.setattr(eml, "read_message", broken)
    monkeypatch.setattr(archive, "_opened", broken)
    assert read(Upload(MADE[name], name)).text


@pytest.mark.parametrize(
    "format", [format for format in FORMATS if format.mime_type != PDF], ids=lambda f: f.name
)
def test_the_time_limit_holds_for_every_format(format: Format) -> None:
    endless = ReaderLimits(seconds=0.001, seconds_per_mebibyte=0)
    text = b"From: a\nSubject: b\n\n" + b"word, word\n" * 200_000
    long = {JSON: b'["word"' + b', "word"' * 200_000 + b"]", JSON_LINES: b'["word"]\n' * 100_000}
    archives = {BY_NAME[name]: MADE[name] for name in MADE if is_archive(MADE[name])}
    content = {**long, **archives}.get(format.mime_type, text)
    read_it = read_mail_apart if format.mime_type == EML else read_apart
    with pytest.raises(UnreadableDocument, match=r"stopped at the limit of 0\.001 seconds"):
        read_it(content, format.mime_type, name="a", limits=endless)


def test_the_limit_grows_with_the_file() -> None:
    limits = ReaderLimits()
    assert limits.seconds_for(600) < 21
    assert limits.seconds_for(10 << 20) == 50
    assert limits.seconds_for(1 << 30) == 120
