"""Messages of evaluateInstances, as far as groundedness goes: contract-2.md G.

The other inputs of Google's oneof are not declared, so that each is refused by name as an unknown field.
"""

from app.wire.messages import Message
from app.wire.scalars import Bool, Float, Int32, String, Struct
from app.wire.schemas.contents import Content


class GroundednessSpec(Message):
    """Both are accepted and change nothing: there is one way to check."""

    version: Int32 = 0
    use_flexible_model: Bool = False


class GroundednessInstance(Message):
    """A text, and what it has to stand on: facts with blank lines between them."""

    prediction: String | None = None
    context: String | None = None


class GroundednessInput(Message):
    """What is to be checked."""

    metric_spec: GroundednessSpec | None = None
    instance: GroundednessInstance | None = None


class Contents(Message):
    """Turns of a conversation."""

    contents: list[Content] = []


class InstanceData(Message):
    """A text, plain or as turns."""

    oneofs = (("text", "contents"),)

    text: String | None = None
    contents: Contents | None = None


class MapInstance(Message):
    """Texts by name."""

    map_instance: dict[str, InstanceData] = {}


class EvaluationInstance(Message):
    """A prompt, a response and further texts, of which ``context`` is read."""

    prompt: InstanceData | None = None
    response: InstanceData | None = None
    reference: InstanceData | None = None
    other_data: MapInstance | None = None
    agent_data: Struct | None = None
    agent_eval_data: Struct | None = None
    rubric_groups: Struct | None = None


class PredefinedMetricSpec(Message):
    """A metric by its name."""

    metric_spec_name: String = ""
    metric_spec_parameters: Struct | None = None


class Metric(Message):
    """A metric; only a predefined one is served."""

    predefined_metric_spec: PredefinedMetricSpec | None = None
    aggregation_metrics: list[String | Int32] = []


class MetricSource(Message):
    """The same, one level deeper."""

    metric: Metric | None = None


class EvaluateInstancesRequest(Message):
    """One text to check, in either of two shapes."""

    location: String = ""
    groundedness_input: GroundednessInput | None = None
    metrics: list[Metric] = []
    metric_sources: list[MetricSource] = []
    instance: EvaluationInstance | None = None
    autorater_config: Struct | None = None


class GroundednessResult(Message):
    """All in [0, 1], higher is better; ``explanation`` holds the sentences that are not supported."""

    score: Float | None = None
    explanation: String = ""
    confidence: Float | None = None


class RubricProperty(Message):
    """What a rubric demands."""

    description: String = ""


class RubricContent(Message):
    """What a rubric demands, one level deeper."""

    property: RubricProperty | None = None


class Rubric(Message):
    """A sentence that has to be supported."""

    rubric_id: String = ""
    content: RubricContent | None = None


class RubricVerdict(Message):
    """Whether it is."""

    evaluated_rubric: Rubric | None = None
    verdict: Bool | None = None
    reasoning: String = ""


class MetricResult(Message):
    """How a metric came out; ``score`` in [0, 1]."""

    score: Float | None = None
    explanation: String = ""
    rubric_verdicts: list[RubricVerdict] = []


class EvaluateInstancesResponse(Message):
    """One of both, as it was asked."""

    groundedness_result: GroundednessResult | None = None
    metric_results: list[MetricResult] = []
