"""Verdicts as events, seen by the SDK's own exporter in memory."""

from collections.abc import Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk._logs import LoggerProvider, ReadableLogRecord
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider

from grounding import Claim, ClaimCheck, Fact, FailedSpan, GroundingChecker, Report, Span, Verdict
from grounding.pipelines.evaluation_events import EvaluationEvents, RecordingChecker

ANSWER = "The tower is 61 metres tall. It is red."
FACT = Fact("The tower is 61 metres tall.")


def checked(span: Span, verdict: Verdict, score: float, *failed: FailedSpan) -> ClaimCheck:
    text = span.of(ANSWER)
    return ClaimCheck(Claim(span, text, text, True), score, 0.0, verdict, failed_spans=failed)


REPORT = Report(
    ANSWER,
    (FACT,),
    (
        checked(Span(0, 28), Verdict.SUPPORTED, 0.9),
        checked(Span(29, 39), Verdict.NOT_COVERED, 0.2, FailedSpan(Span(35, 38), "not_found")),
    ),
    0.6,
)


@pytest.fixture
def exporter() -> InMemoryLogRecordExporter:
    return InMemoryLogRecordExporter()


@pytest.fixture
def provider(exporter: InMemoryLogRecordExporter) -> Iterator[LoggerProvider]:
    provider = LoggerProvider(shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    yield provider
    provider.shutdown()


def attributes(exporter: InMemoryLogRecordExporter) -> list[dict[str, object]]:
    logs: tuple[ReadableLogRecord, ...] = exporter.get_finished_logs()
    assert {log.log_record.event_name for log in logs} == {"gen_ai.evaluation.result"}
    names = [dict(log.log_record.attributes or {}) for log in logs]
    return [{str(name).removeprefix("gen_ai."): value for name, value in one.items()} for one in names]


def test_an_answer_and_each_of_its_sentences_are_events(
    provider: LoggerProvider, exporter: InMemoryLogRecordExporter
) -> None:
    EvaluationEvents.of(provider).emit(REPORT, response_id="chatcmpl-7")
    answer, first, second = attributes(exporter)
    assert answer == {
        "evaluation.name": "Groundedness",
        "evaluation.score.value": pytest.approx(0.55),
        "evaluation.score.label": "not grounded",
        "evaluation.explanation": "1 of 2 statements is not supported.",
        "response.id": "chatcmpl-7",
    }
    assert (first["evaluation.score.value"], first["evaluation.score.label"]) == (0.9, "supported")
    assert (second["evaluation.name"], second["evaluation.score.label"]) == (
        "SentenceGroundedness",
        "not covered",
    )


@pytest.mark.parametrize("texts", [False, True])
def test_texts_leave_the_process_only_when_asked_for(
    provider: LoggerProvider, exporter: InMemoryLogRecordExporter, texts: bool
) -> None:
    EvaluationEvents.of(provider, texts=texts).emit(REPORT)
    assert ("It is red" in str(attributes(exporter))) is texts


def test_events_belong_to_the_current_span(
    provider: LoggerProvider, exporter: InMemoryLogRecordExporter
) -> None:
    with TracerProvider(shutdown_on_exit=False).get_tracer("test").start_as_current_span("chat") as span:
        EvaluationEvents.of(provider).emit(REPORT)
    ids = {log.log_record.span_id for log in exporter.get_finished_logs()}
    assert ids == {span.get_span_context().span_id} != {trace.INVALID_SPAN_ID}


def test_a_recording_checker_says_what_the_plain_one_says_and_emits_it(
    provider: LoggerProvider, exporter: InMemoryLogRecordExporter
) -> None:
    plain = GroundingChecker.load()
    checker = RecordingChecker(plain.judge, EvaluationEvents.of(provider))
    report = checker.check(ANSWER, [FACT])
    assert report == plain.check(ANSWER, [FACT])
    assert [one["evaluation.score.label"] for one in attributes(exporter)][1] == "supported"
    assert len(attributes(exporter)) == 1 + len(report.checked)
    assert checker.correct(report) == plain.correct(report)
    assert len(attributes(exporter)) == 1 + len(report.checked), "the trials of a correction emit nothing"
