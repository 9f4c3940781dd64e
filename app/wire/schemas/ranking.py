"""Messages of rankingConfigs:rank: contract-2.md B."""

from app.wire.messages import Message
from app.wire.scalars import Bool, Float, Int32, String, StringMap


class RankingRecord(Message):
    """A text with its title; ``score`` in (0, 1], higher is better, is only written by the server."""

    id: String = ""
    title: String = ""
    content: String = ""
    score: Float = 0.0


class RankRequest(Message):
    """Texts to be put in order."""

    ranking_config: String = ""
    model: String = ""
    top_n: Int32 = 0
    query: String = ""
    records: list[RankingRecord] = []
    ignore_record_details_in_response: Bool = False
    user_labels: StringMap = {}


class RankResponse(Message):
    """The texts, best first."""

    records: list[RankingRecord] = []
