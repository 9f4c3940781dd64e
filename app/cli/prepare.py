"""``sureground prepare``: everything that is made once, before the first start."""

import click


@click.command()
def prepare() -> None:
    """Make the models ready, once.

    Turns the embedding model's weights into the form that runs fastest on this processor, and loads the
    entailment model to see that it is whole. Nothing is downloaded. A second run finds nothing to do.
    """
    import logging

    from grounding import GroundingChecker
    from ingest.embedding.embedder import prepare_embedding

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    folder = prepare_embedding()
    GroundingChecker.load()
    click.echo(f"The models are ready; the embedding model's weights lie in {folder}.")
