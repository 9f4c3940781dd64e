"""evaluateInstances: is a text grounded in a context? Answered by the grounding core, like check grounding."""

from fastapi import APIRouter

from app.answering.facts import facts_of
from app.api.dependencies import CheckerDep, VertexVersion
from app.api.wire_route import WireRoute
from app.wire.errors import BadRequest
from app.wire.schemas.evaluation import (
    EvaluateInstancesRequest,
    EvaluateInstancesResponse,
    EvaluationInstance,
    GroundednessInput,
    GroundednessInstance,
    GroundednessResult,
    InstanceData,
    Metric,
    MetricResult,
    Rubric,
    RubricContent,
    RubricProperty,
    RubricVerdict,
)
from grounding import ClaimCheck, GroundingChecker, Report, Verdict

router = APIRouter(route_class=WireRoute)
PARENT = "/{version}/projects/{project}/locations/{location}"
METRICS = ("grounding_v1", "grounding_v2")


@router.post(PARENT + ":evaluateInstances")
@router.post(PARENT + "/:evaluateInstances", include_in_schema=False)  # one SDK sends the slash
@router.post("/{version}:evaluateInstances", include_in_schema=False)
def evaluate_instances(
    version: VertexVersion, body: EvaluateInstancesRequest, checker: CheckerDep
) -> EvaluateInstancesResponse:
    """How far the context entails the text, sentence by sentence."""
    metrics = [*body.metrics, *(source.metric or Metric() for source in body.metric_sources)]
    if (body.groundedness_input is None) == (not metrics):
        raise BadRequest(
            "Set exactly one of groundedness_input and metrics; nothing else is evaluated here.", "metrics"
        )
    if body.groundedness_input is not None:
        return EvaluateInstancesResponse(groundedness_result=_groundedness(body.groundedness_input, checker))
    return EvaluateInstancesResponse(metric_results=[_grounding(metrics[0], body.instance, checker)])


def _groundedness(given: GroundednessInput, checker: GroundingChecker) -> GroundednessResult:
    field = "groundedness_input.instance"
    instance = given.instance or GroundednessInstance()
    prediction = _required(instance.prediction, f"{field}.prediction")
    report = checker.check(prediction, facts_of(instance.context or ""))
    return GroundednessResult(
        score=report.support_score, confidence=_confidence(report), explanation=_explanation(report)
    )


def _grounding(
    metric: Metric, instance: EvaluationInstance | None, checker: GroundingChecker
) -> MetricResult:
    name = metric.predefined_metric_spec.metric_spec_name if metric.predefined_metric_spec else ""
    if name not in METRICS:
        raise BadRequest(
            f"The metric {name!r} is not served; only {' and '.join(METRICS)} are, as "
            "predefined_metric_spec.metric_spec_name.",
            "metrics[0].predefined_metric_spec.metric_spec_name",
        )
    given = instance or EvaluationInstance()
    other = given.other_data.map_instance if given.other_data else {}
    response = _required(_text(given.response, "instance.response"), "instance.response")
    place = "instance.other_data.map_instance.context"
    context = _required(_text(other.get("context"), place), place)
    report = checker.check(response, facts_of(context))
    return MetricResult(
        score=report.support_score,
        explanation=_explanation(report),
        rubric_verdicts=[_verdict(number, check) for number, check in enumerate(report.checked)],
    )


def _verdict(number: int, check: ClaimCheck) -> RubricVerdict:
    return RubricVerdict(
        evaluated_rubric=Rubric(
            rubric_id=str(number),
            content=RubricContent(property=RubricProperty(description=check.claim.text)),
        ),
        verdict=check.verdict is Verdict.SUPPORTED,
        reasoning=f"The context entails this with a probability of {check.score:.2f}: {check.verdict}.",
    )


def _explanation(report: Report) -> str:
    missing = [check.claim.text for check in report.checked if check.verdict is not Verdict.SUPPORTED]
    if missing:
        return "Not supported by the context: " + " ".join(missing)
    return "The context supports every sentence." if report.checked else "No sentence needs support."


def _confidence(report: Report) -> float:
    """How far the scores are from undecided: the mean of max(p, 1 - p), in [0.5, 1]; 1 where none is scored."""
    scores = [check.score for check in report.checked if check.score is not None]
    return sum(max(score, 1 - score) for score in scores) / len(scores) if scores else 1.0


def _text(data: InstanceData | None, field: str) -> str:
    if data is None:
        return ""
    turns = data.contents.contents if data.contents else []
    return data.text or "\n".join(turn.text_of(f"{field}.contents[{n}]") for n, turn in enumerate(turns))


def _required(text: str | None, field: str) -> str:
    if not text or not text.strip():
        raise BadRequest(f"{field} is empty; send its text.", field)
    return text
