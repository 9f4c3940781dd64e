"""Exponents keep their meaning, marks of notes are left out, and no digit is joined to another."""

import pytest

from grounding.text.powers import with_powers
from ingest.layout.raised_text import lowered, raised, resolved


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (f"10{raised('6')} litres", "10⁶ litres"),
        (f"10{raised('-')}{raised('3')}", "10⁻³"),
        (f"12 m{raised('2')}, x{raised('n')}, (x + 1){raised('2')}", "12 m², xⁿ, (x + 1)²"),
        (f"CO{lowered('2')}, Ca{raised('2+')}, {raised('14')}C", "CO₂, Ca²⁺, ¹⁴C"),
        (f"2{raised('1')}/{lowered('2')} metres", "2 1/2 metres"),
        (f"1,204{raised('3')} homes{raised('4')} in 2019{raised('[5]')}", "1,204 homes in 2019"),
        (f"10{raised('3', note=True)} people", "10 people"),
        (f"the 1{raised('st')} of May, Acme{raised('TM')}", "the 1st of May, AcmeTM"),
        (f"v{lowered('max')}, a{raised('b+c')}", "v_(max), a^(b+c)"),
    ],
)
def test_raised_and_lowered(text: str, read: str) -> None:
    assert resolved(text) == read


def test_a_power_is_no_more_digits_of_its_figure() -> None:
    assert with_powers("10⁶ litres, 10^3, 1.5 × 10⁶, 2⁸, 5 m²") == "1000000 litres, 1000, 1500000, 2^8, 5 m²"
