"""Metadata filters held against the schemas of the corpora they are asked of."""

from collections.abc import Mapping, Sequence

from app.intake.data_schemas import FITTING, schemas_of
from app.wire.schemas.rag_metadata import DataType, SchemaDetails, SearchStrategyType
from ingest.errors import InvalidArgument
from ingest.library import Library
from ingest.store.filter_language import And, AnyOf, Compare, Condition, Not, Or, Value, parse_filter
from ingest.types import CollectionName


def check_filter(library: Library, names: Sequence[CollectionName], expression: str) -> None:
    """Hold a filter against the schemas of each corpus that has some. Raises BadRequest, InvalidArgument."""
    condition = parse_filter(expression)
    for name in names if condition else ():
        if schemas := schemas_of(library, name):
            for key, value in _compared(condition):
                _check_compared(key, value, schemas)


def _compared(condition: Condition | None) -> list[tuple[str, Value]]:
    """The keys of a filter with the values they are held against."""
    match condition:
        case And(items) | Or(items):
            return [pair for item in items for pair in _compared(item)]
        case Not(item):
            return _compared(item)
        case Compare(key, _, value):
            return [(key, value)]
        case AnyOf(key, values):
            return [(key, value) for value in values]
        case _:
            return []


def _check_compared(key: str, value: Value, schemas: Mapping[str, SchemaDetails]) -> None:
    details = schemas.get(key)
    if details is None:
        raise InvalidArgument(
            f"The filter asks for {key!r}, which has no schema in the corpus; there are {', '.join(schemas)}."
        )
    if (
        details.search_strategy
        and details.search_strategy.search_strategy_type is SearchStrategyType.NO_SEARCH
    ):
        raise InvalidArgument(f"The filter asks for {key!r}, whose schema says NO_SEARCH.")
    if details.type is DataType.LIST and details.list_config and details.list_config.value_schema:
        details = details.list_config.value_schema
    if type(value) not in FITTING[details.type]:
        raise InvalidArgument(f"The filter holds {key!r} against {value!r}; its type is {details.type.name}.")
