"""What metadata that comes along with a file asks of its corpus."""

from collections.abc import Mapping
from typing import Any

from app.intake.data_schemas import check_values
from app.wire.conversions.inline_metadata import inline_schemas
from app.wire.errors import BadRequest
from app.wire.schemas.rag_files import RagFileMetadataConfig
from ingest.library import Library
from ingest.types import CollectionName


def declare(
    library: Library, name: CollectionName, config: RagFileMetadataConfig | None, values: Mapping[str, Any]
) -> None:
    """Make the schemas that an upload brings or needs. Raises BadRequest; then nothing was made."""
    if config is None:
        return
    for kind in (member for oneof in config.oneofs for member in oneof if not member.startswith("inline")):
        if getattr(config, kind) is not None:
            raise BadRequest(
                f"{kind} cannot be read here; send the inline form.", f"rag_file_metadata_config.{kind}"
            )
    schemas = inline_schemas(config.inline_metadata_schema_source)
    if config.inline_metadata_source or schemas:
        check_values(library, name, values if config.inline_metadata_source else {}, schemas)
