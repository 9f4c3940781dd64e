"""Takes the pictures of the page that the README shows: ``python -m tests.app.browser.pictures``.

They come from a real server over the sample collection, so they cannot show what the product does not do.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.app.browser.site import ROOT, Site, serving
from tests.app.browser.steps import CHROMIUM, QUIET, ask, follow_link

FOLDER = ROOT / "app" / "pictures"
DESKTOP = {"width": 1360, "height": 860}
PHONE = {"width": 390, "height": 844}

MIXED = (
    "Here is what I found.\n\n"
    "- The museum welcomed 41,280 visitors in 2025.\n"
    "- The dial of the Great Tide Clock was painted by Margaret Penhallow.\n"
    "- The museum employs twenty people.\n"
    "- The café serves 14 kinds of tea."
)


def main() -> None:
    """Write every picture into ``app/pictures``."""
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=60_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        take_desktop(site, browser, "light")
        take_desktop(site, browser, "dark")
        take_phone(site, browser)
        browser.close()


def open_samples(site: Site, browser: Browser, **options: object) -> Page:
    """The page with the sample collection chosen."""
    site.http.post("/samples").raise_for_status()
    page = browser.new_context(**options).new_page()
    page.add_init_script("localStorage['sureground.collection'] ??= 'samples'")
    page.goto(site.base)
    expect(page.locator(".examples button")).to_have_count(4)
    return page


def take_desktop(site: Site, browser: Browser, scheme: str) -> None:
    page = open_samples(site, browser, viewport=DESKTOP, color_scheme=scheme)
    if scheme == "light":
        save(page, "start")
    follow_link(page, "What does the museum say about itself?", MIXED, "samples")
    save(page, f"answer-{scheme}")
    page.locator(".claim.supported").first.click()
    page.locator("#source .page img").first.wait_for()
    page.locator("#source").evaluate("pane => pane.scrollTo(0, 60)")
    save(page, f"source-{scheme}")
    if scheme == "light":
        take_check(page)
    page.context.close()


def take_check(page: Page) -> None:
    page.keyboard.press("Escape")
    page.click("#to-check")
    page.fill("#candidate", "The Brindle tower is 61 metres tall. It was finished in 1911 by Ada Marsh.")
    page.fill("#fact-1", "The Brindle tower was finished in 1911. It is 61 metres tall and stands in Orlin.")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Scores per statement").click()
    page.locator("main").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    save(page, "check")


def take_phone(site: Site, browser: Browser) -> None:
    page = open_samples(site, browser, viewport=PHONE, device_scale_factor=2, has_touch=True)
    ask(page, "How many visitors did the museum welcome in 2025?")
    save(page, "phone-answer")
    page.locator(".claim.supported").first.tap()
    page.locator("#source .page").first.scroll_into_view_if_needed()
    page.locator("#source .page img").first.wait_for()
    page.locator("#source").evaluate("pane => pane.scrollTo(0, 0)")
    save(page, "phone-source")
    page.context.close()


def save(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)  # until the fonts and the page's picture are drawn
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main()
