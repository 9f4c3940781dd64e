"""English verb forms by word list: enough to see where the subject of a plain sentence ends."""

from functools import cache

from grounding.text.word_lists import word_lists


def is_verb_form(word: str) -> bool:
    """Whether a word (as it stands in the text) can be a finite verb: ``sank``, ``keeps``, ``directed``."""
    return is_plain_verb(word) or is_regular_past(word) or word in _present_forms()


def is_plain_verb(word: str) -> bool:
    """Whether it can hardly be anything but a verb: an auxiliary, or an irregular past."""
    return is_auxiliary(word) or word in english("past")


def is_auxiliary(word: str) -> bool:
    """Whether it is a form of be, have, do, or a modal verb."""
    return word.replace("’", "'") in english("auxiliaries")


def is_being(word: str) -> bool:
    """Whether it says what something is or becomes, so that what follows is no other thing."""
    return word in english("being")


def is_regular_past(word: str) -> bool:
    """Whether it has the form of a regular past (or participle): ``directed``."""
    return word.endswith("ed") and len(word) > 4 and word.islower() and word not in english("not_past")


def is_base_form(word: str) -> bool:
    """Whether it is a verb's base form, which only goes with a plural subject: ``keep``."""
    return word in english("verbs")


def base_form(word: str) -> str:
    """The base form of an irregular verb, else the word itself: ``written`` -> ``write``."""
    return _base_forms().get(word, word)


def english(name: str) -> frozenset[str]:
    """A word list of ``data/english_words.json``."""
    return word_lists("english_words")[name]


@cache
def _present_forms() -> frozenset[str]:
    return english("verbs") | {_third_person(verb) for verb in english("verbs")}


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "x", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeo":
        return verb[:-1] + "ies"
    return verb + "s"


@cache
def _base_forms() -> dict[str, str]:
    groups = [group.split("/") for group in english("irregular_forms")]
    return {form: group[0] for group in groups for form in group[1:]}
