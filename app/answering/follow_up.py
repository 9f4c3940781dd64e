"""A follow-up question made to stand alone, with the words of earlier turns that it leaves out."""

from collections.abc import Sequence

from app.answering.conversation import Turn
from grounding.reader.reader import Reader


def completed(reader: Reader, question: str, history: Sequence[Turn]) -> str:
    """``question`` as it is where it stands alone, else with the words that it needs in brackets behind it."""
    phrases = reader.needed_words(question, [turn.text for turn in history])
    return f"{question} ({', '.join(phrases)})" if phrases else question
