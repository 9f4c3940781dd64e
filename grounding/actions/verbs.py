"""Verbs of doing by class: those that say the same of a tool, and those that do nothing but say.

The classes are those in which tools come: to make, change, remove, move, copy, send, run, read, measure and a few more;
``data/verb_classes.json`` lists their verbs, one verb in as many classes as it has senses.
"""

import json
from collections.abc import Iterable, Set
from functools import cache, lru_cache
from pathlib import Path

from grounding.text.verbs import base_form, english
from grounding.text.words import stem

_LISTS = json.loads((Path(__file__).parent / "data" / "verb_classes.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=20_000)
def root(word: str) -> str:
    """What the forms of a word have in common: ``moved``, ``moves`` and ``move`` -> ``mov``.

    >>> [root(word) for word in ("dropped", "ran", "wrote", "copies")]
    ['drop', 'run', 'writ', 'copi']
    """
    base = base_form(word)
    if base == word and is_remade(word):
        base = f"re{base_form(word[2:])}"
    kept = stem(base).rstrip("e") or base
    if kept.endswith("ell") and any(
        letter in "aeiou" for letter in kept[:-3]
    ):  # cancelled, labelled; not spelled
        return kept[:-1]
    if len(kept) > 2 and kept[-1] in "yi":  # try, tried; but pay, payment
        return kept[:-1] + ("y" if kept[-2] in "aeou" else "i")
    return kept


def is_remade(word: str) -> bool:
    """Whether it is an irregular past behind "re": ``rewrote``, ``reran``."""
    return word.startswith("re") and word[2:] in english("past")


def _phrase(written: str) -> str:
    verb, mark, particle = written.partition("_")
    return f"{root(verb)}{mark}{particle}"


SAID, FAILING, SUCCEEDING, ATTEMPTING = (
    frozenset(map(_phrase, _LISTS[name].split())) for name in ("said", "failing", "succeeding", "attempting")
)
_CLASSES = [frozenset(map(_phrase, group.split())) for group in _LISTS["alike"]]
KNOWN = frozenset().union(*_CLASSES)
RUNNING = next(group for group in _CLASSES if root("execute") in group)
LOOKING = frozenset(map(_phrase, _LISTS["looking"].split()))
APART = [frozenset(map(_phrase, group.split())) for group in _LISTS["apart"]]
SENDING = next(group for group in APART if root("email") in group)


@cache
def classes(verb: str) -> frozenset[int]:
    """The numbers of the classes that a root belongs to; a known prefix "re" is looked through."""
    own = frozenset(number for number, group in enumerate(_CLASSES) if verb in group)
    return own or (classes(verb[2:]) if verb.startswith("re") and len(verb) > 4 else frozenset())


def only_looks(verb: str) -> bool:
    """Whether it can leave everything as it was; a verb with another sense ("record a value") does not only look."""
    return verb in LOOKING


def may_be(verb: str, others: Set[str]) -> bool:
    """Whether a call of the verbs ``others`` may be what ``verb`` tells: no call that looks changes, none that changes
    looks, and deleting, copying, sending, running and paying are nothing else. No ``others``: nothing is known of it.
    """
    if same_class(verb, others) or not others:
        return True
    if only_looks(verb) or all(only_looks(other) for other in others):
        return False
    return not any(verb in group or others <= group for group in APART)


def same_class(verb: str, others: Iterable[str]) -> bool:
    """Whether one of ``others`` (roots) is the verb, or of a class with it."""
    return any(other == verb or classes(verb) & classes(other) for other in others)
