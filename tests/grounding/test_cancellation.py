"""Work that nobody waits for ends."""

import contextvars
import threading

import pytest

from grounding.cancellation import cancelled_when, check_cancelled
from grounding.compare.features import feature_rows
from grounding.errors import Cancelled


def test_it_is_heard_of_as_soon_as_it_is_true_and_no_longer_than_asked_for() -> None:
    left = threading.Event()
    with cancelled_when(left.is_set):
        check_cancelled()
        left.set()
        with pytest.raises(Cancelled, match="has left"):
            check_cancelled()
    check_cancelled()


def test_it_goes_along_with_the_context_and_into_no_other_thread() -> None:
    heard: list[bool] = []

    def work() -> None:
        try:
            check_cancelled()
        except Cancelled:
            heard.append(True)
        else:
            heard.append(False)

    with cancelled_when(lambda: True):
        copied = contextvars.copy_context()
        for run in (work, lambda: copied.run(work)):
            thread = threading.Thread(target=run)
            thread.start()
            thread.join()
    assert heard == [False, True]


def test_comparing_ends_between_two_pairs() -> None:
    asked = 0

    def third() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    done: list[str] = []

    def features(claim: str, premise: str) -> tuple[float, ...]:
        done.append(claim)
        return ()

    with cancelled_when(third), pytest.raises(Cancelled):
        feature_rows([("p", str(number)) for number in range(9)], features)
    assert done == ["0", "1"]
