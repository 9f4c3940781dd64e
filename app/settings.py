"""What an installation can set, all by environment variables that start with ``SUREGROUND_``."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class Settings(BaseSettings):
    """One frozen set, read once at start; flags of ``sureground serve`` override by the same names."""

    model_config = SettingsConfigDict(env_prefix="SUREGROUND_", frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", description="Address to listen on. Anything but loopback needs a key.")
    port: int = Field(8080, ge=0, le=65535, description="HTTP port; 0 takes a free one.")
    data: Path = Field(Path("data"), description="Folder for the embedded store, the registry and the files.")
    public_url: str = Field(
        "",
        description="Address that callers reach this server at, as https://docs.example.org; links and upload "
        "addresses begin with it. Empty: with what the request's Host says.",
    )
    api_keys: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        (),
        description="Keys with every right, separated by commas, beside those of `sureground keys`; "
        "without any: loopback only.",
    )
    qdrant_url: str = Field("", description="Qdrant server or cluster; empty uses the embedded engine.")
    qdrant_api_key: SecretStr = Field(SecretStr(""), description="Key of the Qdrant server.")
    database_url: str = Field("", description="SQLAlchemy address of the registry; empty is SQLite in DATA.")
    files_url: str = Field("", description="fsspec address of the original files; empty is a folder in DATA.")
    import_folders: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Folders and fsspec addresses that files may be imported from, separated by commas; "
        "gs://bucket=/folder gives a folder the address that callers use.",
    )
    embedding_model: str = Field(
        "", description="Sentence-transformers model id or folder; empty is the embedded one."
    )
    rerank: str = Field(
        "",
        description="Re-ranks the first 30 passages of every search: reader or entailment for an embedded model, or a "
        "cross-encoder by folder or id; empty: off, asking orders what it reads by the reader all the same.",
    )
    entailment_model: str = Field(
        "",
        description="What judges claims: NLI cross-encoder by folder or id, or llm; empty: the embedded ones; "
        "fast: the small one of them alone.",
    )
    llm_base_url: str = Field(
        "", description="OpenAI-compatible server that writes answers; empty: extractive."
    )
    llm_model: str = Field("", description="Model name to ask of LLM_BASE_URL.")
    llm_api_key: SecretStr = Field(SecretStr(""), description="Key of LLM_BASE_URL.")
    llm_timeout: float = Field(120.0, gt=0, description="Seconds to wait for LLM_BASE_URL.")
    evaluation_events: bool = Field(
        False,
        description="Emit every verdict as an OpenTelemetry event; OTEL_EXPORTER_OTLP_ENDPOINT says where to.",
    )
    evaluation_texts: bool = Field(
        False, description="With EVALUATION_EVENTS, quote answers and passages in the explanations."
    )
    grpc_port: int = Field(0, ge=0, le=65535, description="gRPC port; 0 switches gRPC off.")
    tls_port: int = Field(0, ge=0, le=65535, description="HTTPS port beside PORT; 0 switches HTTPS off.")
    tls_cert: str = Field("", description="PEM certificate file for TLS_PORT.")
    tls_key: str = Field("", description="PEM key file for TLS_PORT.")
    max_body_bytes: int = Field(
        32 * 2**20, gt=0, description="Largest request body in bytes, where no file is sent."
    )
    max_upload_bytes: int = Field(50 * 2**20, gt=0, description="Largest uploaded file in bytes.")
    min_free_bytes: int = Field(
        512 * 2**20,
        ge=0,
        description="Free space in bytes to keep on the disk of DATA; uploads that would leave less get 507.",
    )
    upload_workers: int = Field(2, gt=0, description="Files taken in at once, uploads and imports together.")
    upload_queue: int = Field(
        16,
        ge=0,
        description="Uploads that may wait for their turn; more are refused with 429 and Retry-After.",
    )
    chunk_size: int = Field(200, gt=0, description="Tokens of the embedding model per chunk.")
    chunk_overlap: int = Field(40, ge=0, description="Tokens that neighbouring chunks share.")
    abstain: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Below this probability that a passage answers, the extractive writer abstains.",
    )
    llm_abstain: bool = Field(
        False, description="Abstain by ABSTAIN in front of a language model, too: it is not asked then."
    )
    filter_low: float = Field(
        0.5,
        ge=0,
        le=1,
        description="With FILTERING_LEVEL_LOW, answers with a lower support score are withheld.",
    )
    filter_high: float = Field(
        0.8, ge=0, le=1, description="The same with FILTERING_LEVEL_HIGH, and so is any unsupported sentence."
    )
    threads: int = Field(
        0, ge=0, description="Requests worked on at once, the others wait; 0 takes twice the processor cores."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info",
        description="Least level of the log lines of `sureground serve`: debug, info, warning or error.",
    )
    traces: bool = Field(
        False, description="Send OpenTelemetry traces of requests to where OTEL_EXPORTER_OTLP_ENDPOINT says."
    )
    ignore_unknown_fields: bool = Field(
        False, description="Drop unknown request fields instead of refusing them."
    )

    @field_validator("api_keys", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(SecretStr(key.strip()) for key in value.split(",") if key.strip())
        return value

    @field_validator("import_folders", mode="before")
    @classmethod
    def _split_folders(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(folder.strip() for folder in value.split(",") if folder.strip())
        return value

    @field_validator("public_url")
    @classmethod
    def _address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (
            parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment
        ):
            raise ValueError(f"PUBLIC_URL is {value!r}; it must look like https://docs.example.org")
        return value.rstrip("/")

    @property
    def workers(self) -> int:
        """How many requests are worked on at once."""
        return self.threads or 2 * (os.cpu_count() or 1)

    @classmethod
    def table(cls) -> str:
        """All settings as the table of ``docs/settings.md``."""
        rows = ["| setting | default | meaning |", "|---|---|---|"]
        for name, field in cls.model_fields.items():
            default = (
                field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
            )
            shown = f"`{default}`" if default not in ("", ()) else ""
            rows.append(f"| `SUREGROUND_{name.upper()}` | {shown} | {field.description} |")
        return "\n".join(rows)
