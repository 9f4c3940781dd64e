"""The cases on ingest (i001 to i049), each through the front door.

They were worded after public bug reports; the PDFs that some of them need belong to others. ``CASES`` says for
each id which test holds it.
"""

import importlib
import json
import re
import tempfile
import unicodedata
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from tests.app.api.test_rag_corpora import create
from tests.outside import NO_PDFS, PDFS

ROOT = Path(__file__).parents[3]

HERE = "tests.app.intake.test_ingest_cases"
BROWSER = "tests.app.browser.test_page_ingest_cases"
FORMATS = "tests.app.intake.test_formats"
CASES = {
    "i001": f"{HERE}::test_an_empty_file_is_refused_as_empty",
    "i002": f"{HERE}::test_broken_files_end_in_a_plain_word",
    "i004": f"{HERE}::test_an_encrypted_file_is_not_taken_for_an_empty_one",
    "i006": f"{HERE}::test_an_owner_password_locks_nobody_out",
    "i007": f"{HERE}::test_a_scan_does_not_look_indexed",
    "i009": f"{HERE}::test_blank_pages_come_to_a_clear_end",
    "i011": f"{FORMATS}::test_a_long_run_of_blanks",
    "i012": f"{FORMATS}::test_a_table_of_empty_cells",
    "i014": "tests.ingest.documents.test_recovery::test_a_batch_that_half_arrived_is_not_doubled",
    "i016": f"{HERE}::test_two_scans_are_not_one",
    "i017": f"{HERE}::test_a_shorter_version_leaves_no_tail",
    "i019": f"{HERE}::test_a_failed_replacement_keeps_the_old_text",
    "i021": f"{HERE}::test_one_of_two_equal_documents_is_deleted",
    "i022": f"{HERE}::test_deleting_what_is_not_there",
    "i024": f"{HERE}::test_a_file_name_leads_nowhere",
    "i026": f"{HERE}::test_a_name_in_any_script_survives",
    "i027": f"{HERE}::test_a_link_opens_the_right_file_whatever_its_name",
    "i029": f"{HERE}::test_control_characters_do_not_reach_the_chunks",
    "i031": f"{HERE}::test_a_lone_surrogate_costs_no_other_paragraph",
    "i032": f"{HERE}::test_another_owners_document_is_not_there",
    "i034": f"{HERE}::test_the_same_text_of_two_owners",
    "i036": f"{BROWSER}::test_fences_and_file_names_are_only_text",
    "i037": f"{HERE}::test_page_numbers_do_not_drift",
    "i039": "tests.app.browser.test_page_ask::test_each_document_is_listed_once_among_the_sources",
    "i041": f"{FORMATS}::test_a_word_document_that_is_only_a_table",
    "i042": f"{FORMATS}::test_a_word_document_with_a_page_header",
    "i044": f"{BROWSER}::test_a_format_that_a_document_shows_is_not_followed",
    "i046": f"{HERE}::test_words_are_found_that_a_line_end_cut",
    "i047": f"{HERE}::test_a_file_one_byte_too_large",
    "i049": f"{HERE}::test_ligatures_are_plain_letters",
}


def pdf(name: str) -> bytes:
    """A PDF of others; the test is skipped where it is not at hand."""
    if not PDFS.is_dir():
        pytest.skip(NO_PDFS)
    return (PDFS / name).read_bytes()


class Corpus:
    """A collection of its own, as a client sees it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.name = str(create(client)["response"]["name"])

    def send(self, name: str, content: bytes, document: str = "") -> Any:
        """The response to an upload; ``document`` is the id that it is to have or replace."""
        told = {"displayName": name} | ({"name": f"{self.name}/ragFiles/{document}"} if document else {})
        files = {"metadata": (None, json.dumps({"ragFile": told})), "file": ("sent", content)}
        return self.client.post(f"/upload/v1/{self.name}/ragFiles:upload?view=full", files=files)

    def add(self, name: str, content: bytes, document: str = "") -> dict[str, Any]:
        """The file, which must be searchable now."""
        reply = self.send(name, content, document)
        assert reply.status_code == 200, reply.text
        file: dict[str, Any] = reply.json()["ragFile"]
        assert file["fileStatus"] == {"state": "ACTIVE"}
        return file

    def files(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (
            self.client.get(f"/v1/{self.name}/ragFiles?view=full").json().get("ragFiles", [])
        )
        return found

    def find(self, query: str, top: int = 10) -> list[dict[str, Any]]:
        """The passages for a query, best first."""
        body = {
            "vertexRagStore": {"ragResources": [{"ragCorpus": self.name}]},
            "query": {"text": query, "ragRetrievalConfig": {"topK": top}},
        }
        reply = self.client.post("/v1beta1/projects/p/locations/l:retrieveContexts", json=body)
        assert reply.status_code == 200, reply.text
        contexts: list[dict[str, Any]] = reply.json()["contexts"].get("contexts", [])
        return contexts

    def texts(self, query: str = "the", top: int = 100) -> list[str]:
        return [one["text"] for one in self.find(query, top)]


@pytest.fixture
def corpus(client: TestClient) -> Corpus:
    return Corpus(client)


def plain(text: str) -> str:
    """As the cases compare: compatible letters, one blank between words."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text))


def refused(reply: Any) -> str:
    """The message of a refusal, which is for people: no trace, no path of the server."""
    assert 400 <= reply.status_code < 500, reply.text
    message = str(reply.json()["error"]["message"])
    places = (tempfile.gettempdir(), str(ROOT.parent))
    assert not any(f"{place}/" in message for place in places), message
    assert not re.search(r"Traceback|\.py\b|/tmp/|site-packages|0x[0-9a-f]{6}", message), message
    return message


def test_every_case_has_its_test() -> None:
    lines = (ROOT / "tests/data/cases/cases.jsonl").read_text().splitlines()
    wanted = {case["id"] for case in map(json.loads, lines) if case["id"].startswith("i")}
    assert wanted == set(CASES)
    for place in CASES.values():
        module, name = place.split("::")
        assert callable(getattr(importlib.import_module(module), name)), place


def test_an_empty_file_is_refused_as_empty(corpus: Corpus) -> None:
    assert "empty" in refused(corpus.send("empty.pdf", pdf("pl-zero-byte.pdf")))
    assert corpus.files() == corpus.find("anything") == []


BROKEN = (
    "js-truncated-191b",
    "js-bug1020226-184b",
    "oc-invalid-44b",
    "js-fuzzed-redhat-xref",
    "js-fuzzed-poppler-937",
    "js-cyclic-pages-tree",
    "pm-evil-xobjects",
)


def test_broken_files_end_in_a_plain_word(corpus: Corpus) -> None:
    kept = []
    for name in BROKEN:
        reply = corpus.send(f"{name}.pdf", pdf(f"{name}.pdf"))
        if reply.status_code == 200:  # read by the second reader
            kept.append(f"{name}.pdf")
        else:
            assert name in refused(reply)
    assert set(kept) <= {"js-fuzzed-poppler-937.pdf", "js-cyclic-pages-tree.pdf", "pm-evil-xobjects.pdf"}
    corpus.add("next.txt", b"The next upload works.")
    assert [file["displayName"] for file in corpus.files()] == [*kept, "next.txt"]
    assert corpus.texts("next upload works")[0] == "The next upload works."


@pytest.mark.parametrize("name", ["un-password", "pp-encrypted-r3-user", "js-saslprep-r6-password"])
def test_an_encrypted_file_is_not_taken_for_an_empty_one(corpus: Corpus, name: str) -> None:
    reply = corpus.send(f"{name}.pdf", pdf(f"{name}.pdf"))
    assert "password" in refused(reply)
    assert reply.json()["error"]["details"][0]["reason"] == "ENCRYPTED_DOCUMENT"
    assert corpus.files() == []


def test_an_owner_password_locks_nobody_out(corpus: Corpus) -> None:
    phrases = {
        "pp-encrypted-r6-owner-only.pdf": "",
        "pg-encrypted.pdf": "placeholder for the appropriate documentation",
        "pm-dmca-us-gov.pdf": "Title I implements the WIPO treaties",
    }
    for name, phrase in phrases.items():
        corpus.add(name, pdf(name))
        if phrase:
            assert any(phrase in plain(text) for text in corpus.texts(phrase)), name


SCANS = (
    "dl-ocr-scan-no-text",
    "oc-francais-scan",
    "od-chinese-scan",
    "pg-scanned",
    "un-loremipsum-flat-scan",
)


@pytest.mark.parametrize("name", SCANS)
def test_a_scan_does_not_look_indexed(corpus: Corpus, name: str) -> None:
    reply = corpus.send(f"{name}.pdf", pdf(f"{name}.pdf"))
    if reply.status_code == 200:  # where text recognition is installed
        report = reply.json()["ragFile"]["pageReport"]
        assert all(page["status"] != "ok" for page in report)
        assert corpus.texts() or all(page["status"] == "needs_ocr" for page in report)
    else:
        assert re.search(r"no text layer.*OCR", refused(reply))
        assert corpus.files() == []


@pytest.mark.parametrize("name", ["js-empty-page-hash-name#", "oc-no-contents", "js-labelled-pages"])
def test_blank_pages_come_to_a_clear_end(corpus: Corpus, name: str) -> None:
    reply = corpus.send(f"{name}.pdf", pdf(f"{name}.pdf"))
    if reply.status_code == 200:
        file = reply.json()["ragFile"]
        assert {page["status"] for page in file["pageReport"]} == {"empty"}
        assert file.get("chunkCount", 0) == 0
    else:
        assert re.search(r"no text|blank|empty", refused(reply))
    assert corpus.find("page") == []


def test_two_scans_are_not_one(corpus: Corpus) -> None:
    replies = [corpus.send(f"{name}.pdf", pdf(f"{name}.pdf")) for name in SCANS[:2]]
    for name, reply in zip(SCANS, replies, strict=False):
        if reply.status_code == 200:
            assert reply.json()["outcome"] == "created"
        else:
            message = refused(reply)
            assert name in message and not re.search("duplicate|already", message)


def test_a_shorter_version_leaves_no_tail(corpus: Corpus) -> None:
    def sections(count: int, version: str) -> bytes:
        return "".join(
            f"# Section {k}\n\nThe {version} text of this section holds MARK{k}.\n\n"
            for k in range(1, count + 1)
        ).encode()

    corpus.add("notes.md", sections(10, "first"), "notes")
    assert any("MARK9" in text for text in corpus.texts("MARK9"))
    file = corpus.add("notes.md", sections(3, "second"), "notes")
    texts = corpus.texts("MARK9")
    assert not any("MARK9" in text or "first" in text for text in texts)
    assert len(texts) == file["chunkCount"] and any("second" in text for text in texts)


def test_a_failed_replacement_keeps_the_old_text(corpus: Corpus) -> None:
    before = corpus.add("crazy.pdf", pdf("pp-crazyones.pdf"), "D")
    assert "D" in before["name"]
    assert "JPEG" in refused(corpus.send("crazy.pdf", pdf("od-fake-jpg.pdf"), "D"))
    (after,) = corpus.files()
    assert "JPEG" in after.pop("fileStatus").pop("errorStatus"), "the file says what became of the last one"
    assert after == {name: value for name, value in before.items() if name != "fileStatus"}
    phrase = "disagree with them, glorify or vilify them"
    assert any(phrase in plain(text) for text in corpus.texts(phrase))


def test_one_of_two_equal_documents_is_deleted(corpus: Corpus, client: TestClient) -> None:
    text = b"The weir of Lund was rebuilt in oak."
    first, second = (corpus.add(name, text) for name in ("a.txt", "b.txt"))
    client.delete(f"/v1/{first['name']}")
    (hit,) = corpus.find("weir of Lund")
    assert hit["sourceDisplayName"] == "b.txt" and second["name"] != first["name"]


def test_deleting_what_is_not_there(corpus: Corpus, client: TestClient) -> None:
    store = (
        f"/v1/projects/p/locations/l/collections/default_collection/dataStores/{corpus.name.split('/')[-1]}"
    )
    nobody = "00000000-0000-0000-0000-000000000000"
    assert client.delete(f"{store}/branches/0/documents/{nobody}").status_code == 404
    gone = corpus.add("a.txt", b"Soon gone.")["name"].rsplit("/", 1)[1]
    assert client.delete(f"{store}/branches/0/documents/{gone}").status_code == 200
    assert client.delete(f"{store}/branches/0/documents/{gone}").status_code == 404
    # The RAG API answers with an operation, whose error says the same.
    reply = client.delete(f"/v1/{corpus.name}/ragFiles/{nobody}")
    assert reply.status_code == 404 or reply.json()["error"]["code"] == 5


NAMES = {
    "../../etc/cron.d/x.pdf": "x.pdf",
    "..\\..\\x.pdf": "x.pdf",
    "/etc/passwd": "passwd",
    "a/b/c.pdf": "c.pdf",
    "x\0.pdf": "x.pdf",
}


@pytest.mark.parametrize("told", NAMES)
def test_a_file_name_leads_nowhere(corpus: Corpus, tmp_path: Path, told: str) -> None:
    assert corpus.add(told, pdf("sf-minimal-document.pdf"))["displayName"] == NAMES[told]
    assert [path.name for path in tmp_path.iterdir()] == ["data"], "nothing beside the data folder"
    written = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert not {"x.pdf", "passwd", "c.pdf"} & set(written), "nor under a name from outside"


def test_a_name_in_any_script_survives(corpus: Corpus, client: TestClient) -> None:
    name = "報告書 – 2024 (최종) é.pdf"
    for told in (unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)):
        file = corpus.add(told, pdf("sf-minimal-document.pdf"))
        assert file["displayName"] == unicodedata.normalize("NFC", name)
    hit = corpus.find("document")[0]
    assert hit["sourceDisplayName"] == unicodedata.normalize("NFC", name)
    header = client.get(stored_at(file)).headers["content-disposition"]
    encoded = quote(unicodedata.normalize("NFC", name), safe="")
    assert f"filename*=UTF-8''{encoded}" in header
    (simple,) = re.findall(r'filename="([^"]*)"', header)
    assert simple.isascii() and simple.endswith(".pdf") and "2024" in simple


def stored_at(file: dict[str, Any]) -> str:
    """The address of a stored file."""
    _, project, _, location, _, collection, _, document = file["name"].split("/")
    return f"/files/{project}/{location}/{collection}/{document}"


@pytest.mark.parametrize("name", ["- Notes 2025.pdf", "empty#hash.pdf", "100% sure?.pdf", "a&b=c.pdf"])
def test_a_link_opens_the_right_file_whatever_its_name(corpus: Corpus, client: TestClient, name: str) -> None:
    corpus.add(name, pdf("pp-crazyones.pdf"))
    source = f"projects/p/locations/l/dataStores/{corpus.name.split('/')[-1]}/servingConfigs/any"
    answer = client.post(
        "/v1/projects/p/locations/l/groundingConfigs/g:check",
        json={
            "answerCandidate": "disagree with them, glorify or vilify them",
            "groundingSource": {"searchSource": source},
            "groundingSpec": {"returnAllScores": True},
        },
    ).json()
    chunk = answer["citedChunks"][0]
    link = client.get(chunk["uri"])
    assert link.content == pdf("pp-crazyones.pdf")
    assert f"{chunk['title']}.pdf" == name
    assert quote(name, safe="") in link.headers["content-disposition"]


def test_control_characters_do_not_reach_the_chunks(corpus: Corpus) -> None:
    for name in ("bx-ligatures-3044.pdf", "od-invalid-chars.pdf"):
        corpus.add(name, pdf(name))
    texts = corpus.texts()
    assert texts and not any(re.search("[\0-\x08\ud800-\udfff]", text) for text in texts)
    phrase = "will either confirm and extend"
    assert any(phrase in plain(text) for text in corpus.texts(phrase))


def test_a_lone_surrogate_costs_no_other_paragraph(corpus: Corpus, client: TestClient) -> None:
    paragraphs = [f"Paragraph {n} is about the heron called H{n}x." for n in range(1, 61)]
    paragraphs[29] += "\ud83d"
    text = "\n\n".join(paragraphs)
    corpus.add("herons.txt", text.encode(errors="surrogatepass"))
    store = (
        f"/v1/projects/p/locations/l/collections/default_collection/dataStores/{corpus.name.split('/')[-1]}"
    )
    sent = json.dumps({"structData": {"text": text}})
    assert "\\ud83d" in sent
    reply = client.post(f"{store}/branches/0/documents?documentId=d", content=sent)
    assert reply.status_code == 200 or "surrogate" in refused(reply)
    for n in (*range(1, 30), *range(31, 61)):
        assert any(f"H{n}x" in found for found in corpus.texts(f"H{n}x")), n


def test_another_owners_document_is_not_there(corpus: Corpus, client: TestClient) -> None:
    """An owner is whoever holds a collection: keys open the server, collections keep apart."""
    other = Corpus(client)
    secret = corpus.add("secret.txt", b"The vault opens with 4711.")["name"].rsplit("/", 1)[1]
    other.add("own.txt", b"The garden is open.")
    assert not any("4711" in text for text in other.texts("The vault opens with"))
    wanted = {
        "vertexRagStore": {"ragResources": [{"ragCorpus": other.name, "ragFileIds": [secret]}]},
        "query": {"text": "The vault opens with"},
    }
    reply = client.post("/v1beta1/projects/p/locations/l:retrieveContexts", json=wanted)
    assert reply.status_code in (403, 404) or not reply.json()["contexts"].get("contexts")
    assert client.get(f"/v1/{other.name}/ragFiles/{secret}").status_code == 404
    assert client.get(stored_at({"name": f"{other.name}/ragFiles/{secret}"})).status_code == 404


def test_the_same_text_of_two_owners(corpus: Corpus, client: TestClient) -> None:
    text, other = b"The quay of Brin is tarred in May.", Corpus(client)
    corpus.add("quay.txt", text)
    reply = other.send("quay.txt", text).json()
    assert reply["outcome"] == "created"
    (hit,) = other.find("quay of Brin")
    assert hit["text"].encode() == text
    told = json.dumps([reply, hit, other.files()])
    assert corpus.name not in told and corpus.name.rsplit("/", 1)[1] not in told


def test_page_numbers_do_not_drift(corpus: Corpus) -> None:
    corpus.add("redbook.pdf", pdf("dl-redp5110-redbook.pdf"))
    query = "function usage can be granted only by a user with *SECADM special authority"
    best = next(
        hit for hit in corpus.find(query) if "SECADM" in hit["text"] and "granted only" in plain(hit["text"])
    )
    span = best["chunk"]["pageSpan"]
    assert span["firstPage"] <= 9 <= span["lastPage"]
    assert max(hit["chunk"]["pageSpan"]["lastPage"] for hit in corpus.find("the", 100)) <= 18


def test_words_are_found_that_a_line_end_cut(corpus: Corpus) -> None:
    for name in ("od-german-book-chapter", "js-xfa-form"):
        corpus.add(f"{name}.pdf", pdf(f"{name}.pdf"))
        for check in json.loads((PDFS / "expected" / f"{name}.json").read_text())["checks"]:
            phrase = plain(check["phrase"])
            assert any(phrase in plain(text) for text in corpus.texts(phrase, 20)), phrase
    spans = [
        hit["chunk"]["pageSpan"] for hit in corpus.find("Arbeitsschritte") if "Arbeitsschritte" in hit["text"]
    ]
    assert any(span["firstPage"] <= 3 <= span["lastPage"] for span in spans)


@pytest.mark.parametrize("measured", [True, False])
def test_a_file_one_byte_too_large(corpus: Corpus, settings: Any, measured: bool) -> None:
    """Without a Content-Length the bytes are counted as they come, and the rest is not read."""
    most, sent = settings.max_upload_bytes, 0
    head = (
        b'--cut\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n'
        b"Content-Type: text/plain\r\n\r\n"
    )
    tail = b"\r\n--cut--\r\n"

    def pieces() -> Any:
        nonlocal sent
        yield head
        for _ in range(0, most + 1, 1 << 20):
            sent += 1 << 20
            yield b"x" * min(1 << 20, most + 1 - (sent - (1 << 20)))
        yield tail

    content = b"".join(pieces()) if measured else pieces()
    reply = corpus.client.post(
        f"/upload/v1/{corpus.name}/ragFiles:upload",
        content=content,
        headers={"Content-Type": "multipart/form-data; boundary=cut"},
    )
    assert reply.status_code == 413 and str(most) in refused(reply)
    assert corpus.files() == []


def test_ligatures_are_plain_letters(corpus: Corpus) -> None:
    for name in ("bx-ligatures-3044", "js-copy-paste-ligatures", "pp-crazyones"):
        corpus.add(f"{name}.pdf", pdf(f"{name}.pdf"))
    assert not any(re.search("[\ufb00-\ufb06]", text) for text in corpus.texts())
    best = next(
        hit for hit in corpus.find("confirm and extend") if "confirm and extend" in plain(hit["text"])
    )
    assert best["sourceDisplayName"] == "bx-ligatures-3044.pdf"
    assert best["chunk"]["pageSpan"]["firstPage"] == 1
