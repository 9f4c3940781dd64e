"""Messages of Discovery Engine's engines: contract.md part 3.

Parts of a resource that have no meaning here (workspace, billing, encryption, …) are Structs: kept and handed
back as they came.
"""

from app.wire.messages import Message
from app.wire.scalars import Bool, String, Struct, Timestamp
from app.wire.schemas.data_stores import IndustryVertical, SolutionType


class Engine(Message):
    """An engine points to data stores of its project and location."""

    oneofs = (
        (
            "search_engine_config",
            "chat_engine_config",
            "media_recommendation_engine_config",
            "similar_documents_config",
        ),
    )

    name: String = ""
    display_name: String = ""
    create_time: Timestamp | None = None
    update_time: Timestamp | None = None
    data_store_ids: list[String] = []
    solution_type: SolutionType = SolutionType.SOLUTION_TYPE_UNSPECIFIED
    industry_vertical: IndustryVertical = IndustryVertical.INDUSTRY_VERTICAL_UNSPECIFIED
    disable_analytics: Bool = False
    common_config: Struct | None = None
    search_engine_config: Struct | None = None
    chat_engine_config: Struct | None = None
    chat_engine_metadata: Struct | None = None
    media_recommendation_engine_config: Struct | None = None
    similar_documents_config: Struct | None = None
    recommendation_metadata: Struct | None = None
    knowledge_graph_config: Struct | None = None
    cmek_config: Struct | None = None
    observability_config: Struct | None = None
    agent_gateway_setting: Struct | None = None
    features: Struct = {}
    model_configs: Struct = {}


class ListEnginesResponse(Message):
    """A page of engines."""

    engines: list[Engine] = []
    next_page_token: String = ""
