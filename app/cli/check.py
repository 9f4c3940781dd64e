"""``sureground check``: the verdict on every sentence of an answer, and an exit status to gate on."""

import json
from pathlib import Path
from typing import Any, TextIO

import click

from app.cli.options import read_settings
from app.cli.server.connection import Connection, Reach, connect, json_option, reach_options
from app.cli.tables import print_check, print_json
from grounding.limits import SUPPORT_THRESHOLD

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _number(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """Refuses NaN, which no range excludes: a gate that compares with it never closes."""
    if value is not None and value != value:
        raise click.BadParameter("nan is not a number; give one from 0 to 1.")
    return value


@click.command()
@click.option(
    "--answer",
    required=True,
    type=click.File(encoding="utf-8"),
    metavar="FILE|-",
    help="The answer to check; - reads standard input.",
)
@click.option(
    "--facts",
    multiple=True,
    type=_FILE,
    metavar="FILE…",
    help="Documents to check against, or a .json list of {factText, attributes}.",
)
@click.argument("more_facts", nargs=-1, type=_FILE, metavar="")
@click.option("--store", metavar="ID", help="Check against the documents of this store instead.")
@click.option(
    "--threshold",
    default=SUPPORT_THRESHOLD,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Probability from which a passage counts as support.",
)
@click.option("--prompt", default="", help="The question that was answered; adds a helpfulness score.")
@click.option(
    "--min-support",
    type=click.FloatRange(0, 1),
    callback=_number,
    metavar="X",
    help="Exit with status 1 when the support score is below X.",
)
@json_option
@reach_options
def check(
    reach: Reach,
    answer: TextIO,
    facts: tuple[Path, ...],
    more_facts: tuple[Path, ...],
    store: str | None,
    threshold: float,
    prompt: str,
    min_support: float | None,
    as_json: bool,
) -> None:
    """Check every sentence of an answer against facts, or against a store.

    With --facts nothing is stored and no server is needed.

    \b
    Examples:
        sureground check --answer answer.txt --facts report.txt notes.txt
        sureground check --answer answer.txt --store museum
        my-rag | sureground check --answer - --store museum --min-support 0.9
    """
    files = (*facts, *more_facts)
    if bool(files) == bool(store):
        raise click.UsageError("Give either --facts FILE… or --store ID.")
    request: dict[str, Any] = {
        "answerCandidate": _read(answer),
        "groundingSpec": {
            "citationThreshold": threshold,
            "enableClaimLevelScore": True,
            "enableAntiCitations": True,
            "enableHelpfulnessScore": bool(prompt),
        },
        "prompt": prompt,
    }
    if files:
        request["facts"] = [fact for file in files for fact in read_facts(file)]
    if files and not reach.server:
        body = _checked_here(request)
    else:
        with connect(reach) as connection:
            body = check_request(connection, request, store)
    print_json(body) if as_json else print_check(body)
    if min_support is not None and body["supportScore"] < min_support:
        message = f"The support score {body['supportScore']:.2f} is below {min_support:.2f}."
        raise click.ClickException(message)


def _read(answer: TextIO) -> str:
    try:
        return answer.read()
    except UnicodeDecodeError as error:
        raise click.ClickException(f"The answer cannot be read as UTF-8 text: {error}.") from error


def read_facts(file: Path) -> list[dict[str, Any]]:
    """The facts in a file: of a ``.json`` list as they stand, else the document's text, cut at 10,000 characters."""
    from grounding.evaluation.labelled_rows import facts_of
    from ingest.errors import IngestError
    from ingest.pipeline import read
    from ingest.types import Upload

    if file.suffix != ".json":
        try:
            document = read(Upload(file.read_bytes(), file.name))
        except IngestError as error:
            raise click.ClickException(str(error)) from error
        return [{"factText": fact.text} for fact in facts_of(document.text) if fact.text.strip()]
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise click.ClickException(f"{file} cannot be read as JSON: {error}.") from error
    if not isinstance(listed, list):
        raise click.ClickException(
            f"{file} must hold a list of objects with factText and, if you like, attributes."
        )
    return listed


def check_request(
    connection: Connection, request: dict[str, Any], store: str | None = None
) -> dict[str, Any]:
    """The server's answer to a ``:check`` request, against a store where one is given."""
    if store:
        config = f"{connection.data_store(store)}/servingConfigs/default_search"
        request = request | {"groundingSource": {"searchSource": config}}
    path = f"/v1/{connection.parent}/groundingConfigs/default_grounding_config:check"
    return connection.call("POST", path, json=request)


def _checked_here(request: dict[str, Any]) -> dict[str, Any]:
    """The same answer without a server: the core, and the server's conversion to the wire."""
    from pydantic import ValidationError

    from app.services import load_checker
    from app.wire.conversions.check_response import Wanted, check_response, inline_chunk
    from app.wire.schemas.check import CheckGroundingRequest
    from app.wire.violations import violations
    from grounding import Fact

    try:
        asked = CheckGroundingRequest.model_validate(request)
    except ValidationError as error:
        raise click.ClickException(
            "\n".join(violation["description"] for violation in violations(error.errors()))
        ) from error
    report = load_checker(read_settings()).check(
        asked.answer_candidate,
        [Fact(fact.fact_text, fact.attributes) for fact in asked.facts],
        threshold=request["groundingSpec"]["citationThreshold"],
        prompt=asked.prompt or None,
    )
    wanted = Wanted(claim_scores=True, anti_citations=True)
    return check_response(report, inline_chunk, wanted).to_wire()
