"""Words for the elements of a Word document."""

from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def value(element: Any, name: str = "val") -> str:
    """An attribute of an element; empty where it has none."""
    return element.get(W + name) or ""


def is_on(element: Any) -> bool:
    """Whether a switch is there and not set to off."""
    return element is not None and value(element) not in ("0", "false", "off")


def chosen(element: Any) -> Any:
    """Of alternatives that say the same the first one, else the element itself."""
    if element.tag == _COMPATIBLE + "AlternateContent":
        for name in ("Choice", "Fallback"):
            if (choice := element.find(_COMPATIBLE + name)) is not None:
                return choice
    return element
