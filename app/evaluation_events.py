"""The server's verdicts as OpenTelemetry events, sent where the standard variables ``OTEL_…`` say."""

from app.wire.errors import NotReady
from grounding import GroundingChecker


def recording(checker: GroundingChecker, *, texts: bool) -> GroundingChecker:
    """``checker``, emitting events: by the provider that is set globally, else by OTLP over HTTP.

    Raises NotReady where the extra is missing.
    """
    try:
        from opentelemetry._logs import get_logger_provider
        from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
        from opentelemetry.sdk._logs import LoggerProvider
        from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    except ImportError as error:
        raise NotReady(
            f"EVALUATION_EVENTS needs the extra 'otel' ({error.name} is missing): pip install 'sureground[otel]'."
        ) from error
    from grounding.pipelines.evaluation_events import EvaluationEvents, RecordingChecker

    provider = get_logger_provider()
    if not isinstance(provider, LoggerProvider):
        provider = LoggerProvider()
        provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    return RecordingChecker(checker.judge, EvaluationEvents.of(provider, texts=texts))
