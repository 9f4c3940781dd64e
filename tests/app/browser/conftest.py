"""A real server with the real models, a real Chromium, and the page as a person meets it."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.app.browser.site import LIGHTHOUSE, Site, pdf_of, serving
from tests.app.browser.steps import CHROMIUM, QUIET, Visit


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server that the tests of this folder share; each uses a collection of its own."""
    with serving(tmp_path_factory.mktemp("site") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window; not for the session, since its event loop would be in the way of others."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    expect.set_options(timeout=60_000)  # the models share the processor with the browser
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens the page as a new visitor: ``visit(base, collection="", complaints=(), **context)``.

    When the test ends, the page must have asked no other host for anything, and said nothing on the console
    but the ``complaints`` that the test expects.
    """
    watched: list[tuple[str, Sequence[str], Page, list[str], list[str]]] = []

    def open_page(
        base: str, collection: str = "", complaints: Sequence[str] = (), at: str = "/", **options: Any
    ) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1400, "height": 900}, "accept_downloads": True} | options
        )
        if collection:
            context.add_init_script(f"localStorage['sureground.collection'] ??= {collection!r}")
        page = context.new_page()
        page.set_default_timeout(60_000)
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on(
            "console",
            lambda message: said.append(message.text) if message.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: said.append(str(error)))
        watched.append((base, complaints, page, asked, said))
        page.goto(base + at)
        page.locator("#collection option, dialog[open]").first.wait_for(state="attached")
        return page

    yield open_page
    for base, complaints, page, asked, said in watched:
        foreign = [url for url in asked if not url.startswith((f"{base}/", f"blob:{base}/", "data:"))]
        unexpected = [text for text in said if not any(known in text for known in complaints)]
        page.context.close()
        assert not foreign, "the page asked another host"
        assert not unexpected, "the page complained"


@pytest.fixture(scope="session")
def lighthouse() -> bytes:
    """Two pages about a lighthouse that does not exist."""
    return pdf_of(LIGHTHOUSE)
