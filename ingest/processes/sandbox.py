"""What a process that reads a stranger's file may not do, where the system can see to it: nothing but its own file and
the program's files is read, nothing is written, nothing sent and no other program started.

Landlock guards files (Linux 5.13 and later), seccomp the network and new programs (where libseccomp is installed). A
system without them leaves the limits on time and memory and the empty environment: SECURITY.md says so.
"""

import errno
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py_landlock import AccessFs, Landlock

# Settings of the machine that readers need; keys, tokens and addresses are not among them.
_PASSED_ON = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"),
    *("LD_LIBRARY_PATH", "OMP_NUM_THREADS", "SYSTEMROOT"),
)
_ROOT = Path(__file__).parents[2]

# Programs and their libraries, and what these ask about the machine. Not /proc: other processes' settings are there.
_PROGRAM_FILES = (
    *("/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache", "/etc/mime.types"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/dev/urandom"),
)
# Ways to the network, into other processes and to other programs.
_FORBIDDEN_CALLS = (
    *("socket", "socketpair", "connect", "bind", "listen", "accept", "accept4"),
    *("execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd"),
    *(
        "mount",
        "umount2",
        "unshare",
        "setns",
        "bpf",
        "perf_event_open",
        "keyctl",
        "add_key",
        "io_uring_setup",
    ),
)


def clean_environment() -> dict[str, str]:
    """The environment of a reading process: where programs and modules are, and none of the server's secrets."""
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return kept | {"PYTHONPATH": str(_ROOT), "PYTHONIOENCODING": "utf-8"}


def forbid_network_and_programs() -> bool:
    """Sockets and new programs are refused from here on, in this process and its children; whether they are.
    To be asked before :func:`forbid_files_but`, after which libseccomp is not found.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError):  # another system, or no libseccomp
        return False
    try:
        calls = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        for name in _FORBIDDEN_CALLS:
            with suppress(OSError, ValueError):  # not on this architecture
                calls.add_rule(pyseccomp.ERRNO(errno.EPERM), name)
        calls.load()
    except OSError:
        return False
    return True


@cache
def program_files() -> "Landlock | None":
    """The rules that let the program's files be read, to be made before the first copy; ``None`` without Landlock."""
    try:
        from py_landlock import Landlock
        from py_landlock.errors import LandlockError
    except ImportError:
        return None
    try:
        rules = Landlock(strict=False)
        for path in _program_folders():
            rules.add_path_rule(path, access=_reading(path))
    except (LandlockError, OSError):  # another system, or an old kernel
        return None
    return rules


def forbid_files_but(path: str = "") -> bool:
    """Only ``path``, if given, and the program's files can be opened from here on, for reading; whether that holds."""
    if (rules := program_files()) is None:
        return False
    if path:
        rules.add_path_rule(path, access=_reading(path))
    rules.apply()
    return True


def _reading(path: str) -> "AccessFs":
    from py_landlock import AccessFs

    # The kernel refuses a right of folders for a file.
    return AccessFs.READ_FILE | AccessFs.READ_DIR if Path(path).is_dir() else AccessFs.READ_FILE


def _program_folders() -> tuple[str, ...]:
    folders = dict.fromkeys((*_PROGRAM_FILES, sys.prefix, sys.base_prefix, *sys.path))
    if (_ROOT / "pyproject.toml").is_file():
        # A checkout, where somebody works: there may be a data folder and secrets in it.
        folders.pop(str(_ROOT), None)
        folders |= dict.fromkeys((str(_ROOT / "ingest"), str(_ROOT / "grounding")))
    return tuple(path for path in folders if path and Path(path).exists())
