from grounding.training.reader.calibrate import _platt, _threshold, fitted


def test_the_curve_crosses_one_half_between_the_classes() -> None:
    slope, offset = _platt([(1.0, False, 0.5), (3.0, False, 0.1), (3.0, True, 0.5), (1.0, True, 0.1)])
    assert slope > 0
    assert abs(slope * 2 + offset) < 0.01


def test_the_threshold_leaves_enough_questions_alone() -> None:
    needing = [({"clock"}, {"clock": 0.6, "hall": 0.1})] * 10
    alone: list[tuple[set[str], dict[str, float]]] = [(set(), {"clock": 0.7})] + [
        (set(), {"clock": 0.2})
    ] * 19
    assert 0.2 < _threshold([*needing, *alone]) <= 0.6  # 19 of 20 are left alone
    assert _threshold([*needing, *alone[:10]]) == 0.95  # 9 of 10 are too few


def test_rows_of_a_document_are_of_one_half() -> None:
    halves = {fitted({"question": str(i), "doc": "clocks"}) for i in range(20)}
    assert len(halves) == 1
    assert {fitted({"question": str(i)}) for i in range(20)} == {True, False}
