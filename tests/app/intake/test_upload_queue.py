"""Turns: so many at once, in the order of coming, and a time to come again for the others."""

import pytest

from app.intake.upload_queue import UploadQueue
from app.wire.errors import Busy


def test_turns_come_in_order() -> None:
    turns = UploadQueue(workers=2, places=2)
    first, second, third, fourth = (turns.enter() for _ in range(4))
    assert [turn.is_set() for turn in (first, second, third, fourth)] == [True, True, False, False]
    turns.leave(second)
    assert third.is_set() and not fourth.is_set()
    turns.leave(first)
    assert fourth.is_set()


def test_a_full_queue_refuses_with_a_time_to_come_again() -> None:
    turns = UploadQueue(workers=1, places=1)
    working, waiting = turns.enter(), turns.enter()
    with pytest.raises(Busy) as refused:
        turns.enter()
    assert 1 <= refused.value.retry_after <= 60
    assert "1 wait" in str(refused.value) and "SUREGROUND_UPLOAD_QUEUE" in str(refused.value)
    with pytest.raises(Busy):
        turns.refuse_when_full()
    turns.leave(waiting)  # it gave up
    turns.refuse_when_full()
    turns.leave(working)
    assert turns.enter().is_set()


def test_the_patient_wait_and_take_no_place() -> None:
    turns = UploadQueue(workers=1, places=1)
    working = turns.enter()
    patient = [turns.enter(patient=True) for _ in range(3)]
    waiting = turns.enter()
    with pytest.raises(Busy):
        turns.enter()
    for turn in (working, *patient):
        turns.leave(turn)
    assert waiting.is_set(), "an upload comes after the imports that were there before it"


def test_no_place_to_wait_at_all() -> None:
    turns = UploadQueue(workers=1, places=0)
    turns.leave(turns.enter())
    turns.enter()
    with pytest.raises(Busy):
        turns.enter()
