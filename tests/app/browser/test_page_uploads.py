"""Files on their way in: dropped, chosen, encrypted, unwanted, too many, and told about page by page."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.app.browser.site import Site, pdf_of, sealed_pdf
from tests.app.browser.steps import Visit, follow_link

pytestmark = pytest.mark.slow

WORDS = "The bell of Vell was cast in 1788."


def note(name: str, text: str = WORDS) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def half_scanned() -> bytes:
    """Two pages of text around one that is only a picture."""
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 740, WORDS)
    canvas.showPage()
    canvas.drawImage(ImageReader(Image.effect_noise((400, 560), 60)), 0, 0, 595, 842)
    canvas.showPage()
    canvas.drawString(72, 740, "It hangs in the north tower of the town hall, above the clock.")
    canvas.save()
    return file.getvalue()


def test_an_encrypted_pdf_asks_for_its_password(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("sealed"), complaints=["400"])
    page.set_input_files(
        "#files",
        {"name": "sealed.pdf", "mimeType": "application/pdf", "buffer": sealed_pdf([[WORDS]], "tide")},
    )
    page.get_by_label("Encrypted: password sealed.pdf").fill("ebb")
    page.keyboard.press("Enter")
    page.get_by_label("This password does not open it. Another one sealed.pdf").fill("tide")
    assert page.locator("#uploads input").get_attribute("type") == "password"
    page.get_by_role("button", name="Open and add").click()
    expect(page.locator("#document-list li")).to_contain_text("✓ ready")
    expect(page.locator("#uploads li")).to_have_count(0)
    follow_link(page, "When?", WORDS, page.evaluate("localStorage['sureground.collection']"))
    expect(page.locator(".claim.supported")).to_have_count(1)


def test_every_page_of_a_document_is_reported(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("half scanned"))
    page.set_input_files(
        "#files", {"name": "half.pdf", "mimeType": "application/pdf", "buffer": half_scanned()}
    )
    item = page.locator("#document-list li")
    item.get_by_text("2 of 3 pages read well").click()
    expect(item.locator("dt")).to_have_text(["Page 1:", "Page 2:", "Page 3:"])
    states = item.locator("dd").all_inner_texts()
    assert (states[0], states[2]) == ("read well", "read well")
    assert re.match(r"empty|a picture without text", states[1]), "as there is text recognition or not"


def test_what_is_not_searchable_is_said_plainly(site: Site, visit: Visit) -> None:
    # The reply is fixed, since it is about the pane: what becomes of a page is the readers' own business.
    states = ["ok", "ok", "needs_ocr", "failed", "suspect", "suspect", "repaired", "empty"]
    reasons = {4: "over the limit of 1,000,000 characters"}
    report = [
        {"number": number, "status": state, "reason": reasons.get(number, "")}
        for number, state in enumerate(states, 1)
    ]
    file = {
        "name": "c/ragFiles/1",
        "displayName": "odd.pdf",
        "fileStatus": {"state": "ACTIVE"},
        "pageCount": 8,
    }
    collection = site.collection("fixed")
    page = visit(site.base, "no such collection")
    page.route(
        "**/ragFiles?pageSize=*",
        lambda route: route.fulfill(json={"ragFiles": [file | {"pageReport": report}]}),
    )
    page.select_option("#collection", collection)
    item = page.locator("#document-list li")
    expect(item).to_contain_text("! ready, with gaps")
    expect(item.locator(".gap")).to_have_text(
        [
            "1 of 8 pages is a picture and needs text recognition (OCR): not searchable.",
            "1 of 8 pages could not be read.",
            "The text of 2 pages may be wrong; answers from there may be, too.",
        ]
    )
    item.get_by_text("3 of 8 pages read well").click()
    assert item.locator("dl").inner_text().splitlines() == [
        "Pages 1–2: read well",
        "Page 3: a picture without text: needs text recognition (OCR), not searchable",
        "Page 4: could not be read (over the limit of 1,000,000 characters)",
        "Pages 5–6: the text may be wrong",
        "Page 7: read again another way",
        "Page 8: empty",
    ]


def drop(page: Page, *paths: Path) -> None:
    """Drags files or folders from the desktop onto the page, as the browser's own protocol does it."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 600, "y": 400, "data": data})


def test_a_bad_file_among_others_stops_none(site: Site, visit: Visit, tmp_path: Path) -> None:
    for name, content in (("a.txt", WORDS.encode()), ("bad.pdf", b"%PDF-1.7 cut off"), ("z.md", b"# Bells")):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "empty.txt").touch()
    page = visit(site.base, site.collection("one bad"), complaints=["400"])
    drop(page, *sorted(tmp_path.iterdir()))
    expect(page.locator("#document-list .name")).to_have_text(["a.txt", "z.md"])
    refused = page.locator("#uploads .refused")
    expect(refused.locator(".name")).to_have_text(["bad.pdf", "empty.txt"])
    expect(page.locator("#refused-note")).to_contain_text("2 files could not be added.")
    refused.first.get_by_role("button", name="Dismiss bad.pdf").click()
    expect(page.locator("#refused-note")).to_be_hidden()
    page.get_by_role("button", name="Try again empty.txt").click()
    expect(refused.locator(".problem")).to_contain_text("empty")


@pytest.mark.parametrize("how", ["dropped", "chosen"])
def test_a_folder_is_taken_in_whole(site: Site, visit: Visit, tmp_path: Path, how: str) -> None:
    folder = tmp_path / "papers"
    (folder / "deep" / "deeper").mkdir(parents=True)
    (folder / "top.txt").write_text("The kettle of Vell is blue.")
    (folder / "deep" / "deeper" / "low.txt").write_text(WORDS)
    (folder / ".hidden").write_text("Nobody reads this.")
    page = visit(site.base, site.collection(f"folder {how}"))
    if how == "dropped":
        drop(page, folder)
    else:
        page.set_input_files("#folder", folder)
    expect(page.locator("#document-list li")).to_have_count(2)
    assert sorted(page.locator("#document-list .name").all_inner_texts()) == ["low.txt", "top.txt"]
    expect(page.locator("#uploads li")).to_have_count(0)


def busy_once(route: Route, seen: list[str]) -> None:
    """The first request of each address is told to come back in a second or two."""
    address = route.request.url.partition("?")[0]
    if address in seen:
        route.continue_()
        return
    seen.append(address)
    error = {"error": {"code": 429, "message": "The queue is full.", "status": "RESOURCE_EXHAUSTED"}}
    route.fulfill(status=429, json=error, headers={"Retry-After": "2"})


def test_a_busy_server_is_waited_for(site: Site, visit: Visit) -> None:
    collection = site.collection("busy")
    page = visit(site.base, collection, complaints=["429"])
    seen: list[str] = []
    page.route("**/*ragFiles:upload*", lambda route: busy_once(route, seen))
    page.route("**/*:check", lambda route: busy_once(route, seen))
    page.set_input_files("#files", note("bell.txt"))
    expect(page.locator("#uploads .facts")).to_contain_text("The server is busy. Trying again in 1 s")
    expect(page.locator("#document-list .name")).to_have_text(["bell.txt"])
    expect(page.locator("#uploads li")).to_have_count(0)
    follow_link(page, "When?", WORDS, collection, shown="#notice")
    expect(page.locator("#notice")).to_contain_text("The server is busy. Trying again in")
    expect(page.locator(".claim.supported")).to_have_count(1)
    expect(page.locator("#notice")).to_be_hidden()
    assert len(seen) == 2


def test_a_file_that_waits_can_be_taken_back(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("taken back"), complaints=["429"])
    page.route("**/*ragFiles:upload*", lambda route: busy_once(route, []))
    page.set_input_files("#files", [note("first.txt"), note("second.txt")])
    page.get_by_role("button", name="Cancel second.txt").click()
    expect(page.locator("#uploads .name")).to_have_text(["first.txt"])
    page.get_by_role("button", name="Cancel first.txt").click()
    expect(page.locator("#uploads li")).to_have_count(0)
    expect(page.locator("#document-list li")).to_have_count(0)


def test_a_file_that_is_being_read_can_be_taken_back(site: Site, visit: Visit) -> None:
    collection = site.collection("given up")
    page = visit(site.base, collection, complaints=["499"])
    lines = [f"Line {line} is about the herons of Vell and what they eat in winter." for line in range(40)]
    long = pdf_of([lines for _ in range(150)])
    page.set_input_files("#files", {"name": "long.pdf", "mimeType": "application/pdf", "buffer": long})
    expect(page.locator("#uploads .facts")).to_contain_text(re.compile("Reading page|Embedding"))
    page.get_by_role("button", name="Cancel long.pdf").click()
    expect(page.locator("#uploads li")).to_have_count(0)
    page.reload()
    expect(page.locator("#documents-note")).to_have_text("No documents yet.")


def test_a_file_that_is_too_large_is_not_sent(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("too large"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if ":upload" in request.url else None)
    most = site.http.get("/healthz").json()["limits"]["uploadBytes"]
    page.evaluate(
        """bytes => {
             const data = new DataTransfer();
             data.items.add(new File([new Uint8Array(bytes)], 'large.txt'));
             dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
           }""",
        most + 1,
    )
    expect(page.locator("#uploads .problem")).to_contain_text("the server takes files up to 52.4 MB")
    assert sent == []


def test_the_files_on_offer_are_those_that_the_server_reads(site: Site, visit: Visit) -> None:
    page = visit(site.base)
    formats = site.http.get("/healthz").json()["formats"]
    expect(page.locator("#kinds")).to_contain_text(formats[-1]["name"])
    accepted = set((page.locator("#files").get_attribute("accept") or "").split(","))
    assert {".pdf", ".md", ".txt"} <= accepted
    assert accepted == {ending for one in formats for ending in one["endings"]} | {"text/*"}


def test_many_files_are_taken_back_or_tried_again_at_once(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("many at once"), complaints=["ERR_FAILED"])
    held: list[Route] = []
    page.route("**/*ragFiles:upload*", lambda route: route.abort() if held else held.append(route))
    page.set_input_files("#files", [note(f"note-{number}.txt") for number in range(60)])
    expect(page.locator("#waiting-note")).to_contain_text("59 files waiting.")
    assert (page.locator("#uploads").bounding_box() or {})["height"] <= 450, "the documents stay in sight"
    page.get_by_role("button", name="Cancel all").click()
    expect(page.locator("#uploads li")).to_have_count(1)
    expect(page.locator("#waiting-note")).to_be_hidden()
    page.set_input_files("#files", [note("a.txt", "A kettle."), note("b.txt", "A bell.")])
    held[0].abort()
    expect(page.locator("#refused-note")).to_contain_text("3 files could not be added.")
    page.unroute("**/*ragFiles:upload*")
    page.get_by_role("button", name="Try all again").click()
    expect(page.locator("#document-list .name")).to_have_text(["note-0.txt", "a.txt", "b.txt"])
    expect(page.locator("#refused-note")).to_be_hidden()


def test_leaving_while_files_are_on_their_way_is_asked_about(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("leaving"))
    asked = "() => !dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert page.evaluate(asked) is False
    held: list[Route] = []
    page.route("**/*ragFiles:upload*", lambda route: held.append(route))
    page.set_input_files("#files", note("bell.txt"))
    expect(page.locator("#uploads .facts")).to_have_text(re.compile("Uploading|Reading"))
    while not held:
        page.wait_for_timeout(50)
    assert page.evaluate(asked) is True
    held[0].continue_()
    expect(page.locator("#document-list .name")).to_have_text(["bell.txt"])
    assert page.evaluate(asked) is False
