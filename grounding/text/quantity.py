"""What a text says in figures: one type for all languages.

:mod:`grounding.text.english_quantities` reads it from English, :mod:`grounding.text.figures` from any language.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure with its unit, and what stands around it.

    ``readings`` are the numbers that the written figure may be, in its own unit: ``1.500`` is 1500 or 1.5 where the
    language does not tell; ``decimals`` are its places behind the point. ``dimension`` is a physical dimension of
    :mod:`grounding.text.units`, ``money``, ``day`` (of a month), ``year`` or ``count``; ``factor`` is the size of its
    unit in base units. ``thing`` is what a count counts, or the currency.

    A figure may be a bound or a range: then it lies in [``low``, ``high``], in base units. ``label`` are the stems of
    the label it stands after ("Unit rate: 27.40"), ``per`` is what it is reckoned by ("per month"), and ``former``
    whether it is told as what was before a change. ``beside`` are the stems from it to the next figure or mark ("28
    within the country and 45 abroad").
    """

    readings: frozenset[float]
    dimension: str
    factor: float
    low: float
    high: float
    decimals: int = 0
    thing: str = ""
    approximate: bool = False
    label: frozenset[str] = frozenset()
    per: str = ""
    former: bool = False
    beside: frozenset[str] = frozenset()

    @property
    def value(self) -> float:
        """The amount in base units of its dimension, by the largest reading."""
        return max(self.readings) * self.factor

    @property
    def is_plain(self) -> bool:
        """Whether it is one figure, not a bound or a range."""
        return self.low == self.high
