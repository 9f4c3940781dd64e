from grounding.evaluation.follow_ups import FollowUp, is_follow_up, measure_follow_ups, needed_of, turns_of


def test_precision_and_recall_count_words() -> None:
    figures = measure_follow_ups(
        [FollowUp({"a", "b"}, ["a", "c"]), FollowUp({"d"}, ["d"]), FollowUp((), ["x"])]
    )
    assert (figures.precision, figures.recall, figures.left_alone) == (2 / 4, 2 / 3, 0)


def test_the_title_comes_before_the_turns() -> None:
    row = {"title": "Clocks", "history": [{"role": "user", "text": "Who built it?"}]}
    assert turns_of(row) == ["Clocks", "Who built it?"]
    assert turns_of({"question": "Who?"}) == []


def test_a_row_that_does_not_say_what_is_needed_is_left_out() -> None:
    assert is_follow_up({"rewrite": "Who?", "standalone": True})
    assert is_follow_up({"rewrite": "Who?", "added_in_history": ["clock"]})
    assert not is_follow_up({"rewrite": "Who?", "standalone": False, "added": ["clock"]})
    assert needed_of({"standalone": False, "added_in_history": ["Tide Clock"]}) == {"tide", "clock"}
