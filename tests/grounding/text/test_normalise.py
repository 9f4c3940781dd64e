import pytest

from grounding.text.normalise import normalise


@pytest.mark.parametrize(
    ("written", "one_form"),
    [
        ("Eleven members paid 1,450.00 euros", "11 members paid 1450 euros"),
        ("twenty-one thousand and five", "21005"),
        ("fifteen hundred people", "1500 people"),
        ("one of them", "one of them"),
        ("two three", "two three"),
        ("fifty-fifty", "fifty-fifty"),
        ("0,75 percent", "0.75%"),
        ("Nine in ten visitors came", "90% of visitors came"),
        ("9 out of 10 of the visitors", "90% of the visitors"),
        ("3 in every 20 cases", "15% of cases"),
        ("12 out of 10, 5 in 20 minutes", "12 out of 10, 5 in 20 minutes"),
        ("82.776.000 euro", "82776000 euro"),
        ("2 crore", "20000000"),
        ("3150万元", "31500000元"),
        ("minus eight degrees", "-8 degrees"),
        ("−8 °C", "-8 °C"),
        ("1997–2001", "1997–2001"),
        ("8–2", "8–2"),
        ("on 2021-03-03", "on 3 March 2021"),
        ("December 19, 1997", "19 December 1997"),
        ("3rd of March", "3 March"),
        ("version v1.10 on 10.0.0.5", "version v1.10 on 10.0.0.5"),
        ("1, 2, 3", "1, 2, 3"),
        ("61 m tall, 61m tall, 45m users", "61 metres tall, 61 metres tall, 45m users"),
        ("£45m, EUR 45 m", "£45000000, EUR 45000000"),
        ("5 m/s, 3 m per second", "5 m/s, 3 m per second"),
        ("Smith &amp; Sons, &lt;5%", "Smith & Sons, <5%"),
        ("the ﬁrst oﬃce", "the first office"),
        ("SİX rooms, 5 mıllıon lira", "6 rooms, 5000000 lira"),
    ],
)
def test_each_way_of_writing_has_one_form(written: str, one_form: str) -> None:
    assert normalise(written) == one_form
    assert normalise(one_form) == one_form
