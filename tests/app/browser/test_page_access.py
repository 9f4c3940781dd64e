"""Keys, other hosts, small screens, and people who do not see the page."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.app.browser.site import LIGHTHOUSE, ROOT, Site, sealed_pdf, serving
from tests.app.browser.steps import Visit, ask, follow_link

pytestmark = pytest.mark.slow

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that wants a key."""
    with serving(
        tmp_path_factory.mktemp("locked") / "data", SUREGROUND_API_KEYS="first-key,second-key"
    ) as running:
        running.http.headers["x-goog-api-key"] = "second-key"
        yield running


def test_the_key_is_asked_for_once(locked: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = locked.collection("locked")
    locked.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(locked.base, collection, complaints=["403"])
    dialog = page.get_by_role("dialog", name="Access key")
    dialog.get_by_label("Key", exact=True).fill("wrong")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog).to_be_visible()
    dialog.get_by_label("Key", exact=True).fill("second-key")
    page.keyboard.press("Enter")
    expect(page.locator("#document-list")).to_contain_text("lighthouse.pdf")
    ask(page, "Who built the lighthouse of Skerrow?")
    page.locator(".claim.supported").first.click()
    expect(page.locator("#source .page img")).to_be_visible()
    with page.expect_popup() as opened:
        page.locator("#source").get_by_role("link", name="Open the file").click()
    assert opened.value.url.startswith(f"{locked.base}/files/local/"), "no key in an address"
    kept = page.evaluate("[document.cookie, JSON.stringify({...localStorage, ...sessionStorage})].join()")
    assert "second-key" not in kept, "no script can read the key"
    page.reload()
    expect(page.locator("#document-list")).to_contain_text("lighthouse.pdf")
    expect(dialog).to_be_hidden()


def test_files_that_are_text_are_shown_with_a_key_too(locked: Site, visit: Visit) -> None:
    collection = locked.collection("text files")
    files = {"rates.csv": b"City,Rate\nLondon,25.25\n", "town.json": b'{"town": "Lund"}'}
    for name, content in files.items():
        locked.add(collection, name, content)
    locked.add(collection, "mill.html", b"<h1>Mills</h1><p>The mill of Brin grinds rye.</p>")
    page = visit(locked.base, collection, complaints=["403"])
    page.get_by_label("Key", exact=True).fill("first-key")
    page.keyboard.press("Enter")
    for name, content in files.items():
        with page.expect_popup() as opened:
            page.get_by_role("link", name=name).click()
        opened.value.wait_for_load_state()
        shown = opened.value.evaluate("[document.contentType, document.body.innerText]")
        assert shown == ["text/plain", content.decode()]
    with page.expect_download() as saved:  # markup could run scripts
        page.get_by_role("link", name="mill.html").click()
    assert saved.value.suggested_filename == "mill.html"


def test_the_way_past_the_list_does_not_leave_the_view(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    expect(page.locator("#candidate")).to_be_visible()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("#candidate")).to_be_visible()


def test_axe_finds_nothing(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("axe")
    site.add(collection, "lighthouse.pdf", lighthouse)
    for scheme in ("light", "dark"):
        page = visit(site.base, collection, color_scheme=scheme)
        inspect(page, f"{scheme}: empty")
        said = "The lighthouse of Skerrow was built in 1871"
        answer = f"Here it is.\n\n- {said}.\n- It was built in 1655.\n- Cats sing."
        follow_link(page, "What is known?", answer, collection)
        inspect(page, f"{scheme}: answer")
        page.locator(".claim.supported").first.click()
        expect(page.locator("#source .page img")).to_be_visible()
        inspect(page, f"{scheme}: source")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="New collection").click()
        inspect(page, f"{scheme}: dialog")
        page.keyboard.press("Escape")
        page.click("#to-check")
        page.fill("#candidate", answer)
        page.fill("#fact-1", "The lighthouse of Skerrow was built in 1871.")
        page.get_by_role("button", name="Check", exact=True).click()
        page.get_by_text("Scores per statement").click()
        inspect(page, f"{scheme}: check")


def test_axe_finds_nothing_on_a_phone_or_in_a_dialog(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("axe phone")
    site.add(collection, "lighthouse.pdf", lighthouse)
    phone = {"width": 390, "height": 844}
    for scheme in ("light", "dark"):
        page = visit(site.base, collection, complaints=["400"], color_scheme=scheme, viewport=phone)
        inspect(page, f"{scheme}: empty")
        page.get_by_role("button", name="Documents", exact=True).click()
        sealed = {"name": "sealed.pdf", "mimeType": "application/pdf", "buffer": sealed_pdf(LIGHTHOUSE, "s")}
        page.set_input_files("#files", sealed)
        expect(page.locator("#uploads input")).to_be_visible()
        page.get_by_text("All pages read well").click()
        inspect(page, f"{scheme}: documents")
        page.get_by_role("button", name="Delete lighthouse.pdf").click()
        inspect(page, f"{scheme}: confirmation")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Documents", exact=True).click()
        answer = "The lighthouse of Skerrow was built in 1871. Fyren är mycket gammal och inte särskilt hög."
        follow_link(page, "What is known?", answer, collection)
        expect(page.locator(".language")).to_contain_text("1 sentence")
        inspect(page, f"{scheme}: answer")
        page.locator(".claim.supported").first.click()
        expect(page.locator("#source .page img")).to_be_visible()
        inspect(page, f"{scheme}: source")
        page.get_by_role("button", name="Enlarge").click()
        expect(page.locator("#page-dialog img")).to_be_visible()
        inspect(page, f"{scheme}: the page enlarged")


def inspect(page: Page, where: str) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert not found, (where, [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found])


def test_a_phone_shows_everything_without_sideways_scrolling(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("a collection with quite a long name for a phone")
    site.add(collection, "a-file-name-without-any-blank-that-is-longer-than-a-phone-is-wide.pdf", lighthouse)
    page = visit(site.base, collection, viewport={"width": 320, "height": 640}, has_touch=True)
    still(page)
    expect(page.locator("#documents")).to_be_hidden()
    page.get_by_role("button", name="Documents", exact=True).click()
    expect(page.locator("#document-list li")).to_be_visible()
    still(page)
    page.get_by_role("button", name="Documents", exact=True).click()
    follow_link(page, "Who built it?", "The lighthouse of Skerrow was built in 1871.", collection)
    still(page)
    page.locator(".claim.supported").first.tap()
    page.locator("#source .page").scroll_into_view_if_needed()
    expect(page.locator("#source .page img")).to_be_visible()
    still(page)
    page.get_by_role("button", name="Close").click()
    options = (
        page.locator(".options")
        .locator("label, button")
        .evaluate_all("nodes => nodes.map((node) => node.getBoundingClientRect().top)")
    )
    assert len({round(top) for top in options}) == 1, "what stands below the question is one line"
    page.click("#to-check")
    page.fill(
        "#candidate",
        "The lighthouse was built in 1871. It was painted by Una Fairweather-Montgomery in 1903.",
    )
    page.fill("#fact-1", "The lighthouse was built in 1871.")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Scores per statement").click()
    still(page)


def test_beside_the_source_there_is_room_to_read_and_ask(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("laptop")
    for number in range(12):  # enough for a list that scrolls
        site.add(collection, f"note-{number}.txt", f"Note {number} is about herons.".encode())
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, viewport={"width": 1280, "height": 720})
    follow_link(page, "Who built it?", "The lighthouse of Skerrow was built in 1871.", collection)
    page.locator(".claim.supported").click()
    expect(page.locator("#source .page img")).to_be_visible()
    assert (page.locator("#question").bounding_box() or {})["width"] > 400
    tops = (
        page.locator(".options")
        .locator("label, button")
        .evaluate_all("nodes => nodes.map((node) => Math.round(node.getBoundingClientRect().top))")
    )
    assert len(set(tops)) == 1
    expect(page.locator("#document-list")).to_be_visible()
    still(page)
    assert page.evaluate("document.scrollingElement.scrollHeight") == 720, "only the panes scroll"


def still(page: Page) -> None:
    for place in ("document.documentElement", "document.querySelector('main')"):
        assert page.evaluate(f"{place}.scrollWidth <= {place}.clientWidth"), place


def test_the_first_load_is_small() -> None:
    static = ROOT / "app" / "static"
    index = (static / "index.html").read_text()
    later = {"check.js"}  # loaded when its view is first shown
    loaded = {path.name for path in static.iterdir()} - later
    assert all(name == "index.html" or f"/static/{name}" in index for name in loaded)
    assert sum((static / name).stat().st_size for name in loaded) < 150_000
