"""What a visitor does, and with what."""

import shutil
from collections.abc import Callable

from playwright.sync_api import Page, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
]
Visit = Callable[..., Page]


def ask(page: Page, question: str) -> None:
    page.fill("#question", question)
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last.locator(".summary, .problem")).to_be_visible()


def follow_link(page: Page, question: str, answer: str, collection: str, shown: str = "") -> None:
    """Goes where "Copy link" would lead for this answer, and waits for its verdicts, or for ``shown``."""
    address = page.evaluate(
        """([question, answer, id]) => import('/static/history.js').then(
             (module) => module.linkTo({question, answer}, {id}))""",
        [question, answer, collection],
    )
    page.evaluate("address => { location.href = address }", address)
    last = page.locator(shown) if shown else page.locator(".turn").last.locator(".summary, .problem")
    expect(last).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            visible = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert visible != "none", f"the focus is seen on {selector}"
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
