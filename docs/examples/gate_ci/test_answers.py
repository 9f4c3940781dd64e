"""The same gate as a test of one's own suite: run with pytest, in an environment that has the package."""

from collections.abc import Callable

PASSAGES = ["The Brindle tower stands by the harbour. It is 61 metres tall."]


def answer_of_my_program(question: str) -> str:
    """Stands for the program that is tested."""
    return "The Brindle tower is 61 metres tall."


def test_the_answer_stands_on_its_passages(assert_grounded: Callable[..., object]) -> None:
    assert_grounded(answer_of_my_program("How tall is the tower?"), PASSAGES)
