"""Addresses that run reach no reader as links."""

import pytest
from markdown_it import MarkdownIt

from app.wire.active_links import runs, without_active_links
from app.wire.conversions.documents import upload_of
from app.wire.errors import BadRequest
from app.wire.schemas.documents import Document

ACTIVE = (
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "javascript&colon;alert(1)",
    "&#106;&#x61;vascript:alert(1)",
    r"javascript\:alert(1)",
    "java&Tab;script:alert(1)",
    "&#1;javascript:alert(1)",
    "javascript://example.org/%0aalert(1)",
)
FORMS = (
    "[a]({})",
    "![a]({})",
    "[a](<{}>)",
    "[a]( \n {} 'title')",
    "[a]\n\n[a]: {}",
    "[a]\n\n[a]:\t<{}>",
    "<{}>",
)


class AnyAddress(MarkdownIt):
    """A renderer that lets every address through, as some do."""

    def validateLink(self, url: str) -> bool:
        return True


@pytest.mark.parametrize("address", ACTIVE)
@pytest.mark.parametrize("form", FORMS)
def test_no_renderer_makes_a_link_of_it(form: str, address: str) -> None:
    rendered = AnyAddress("commonmark", {"html": False}).render(without_active_links(form.format(address)))
    for link in ("href", "src"):
        assert f'{link}="' not in rendered or f'{link}="#' in rendered, rendered


@pytest.mark.parametrize(
    "text",
    [
        "The data: 5 items. JavaScript: a language.",
        "See [the guide](https://example.org/a?b=data:1) and <https://example.org>.",
        "[data: 2024](report.pdf) a < b, x[1]: data sets",
        "[a](mailto:a@example.org)",
    ],
)
def test_everything_else_stays_word_for_word(text: str) -> None:
    assert without_active_links(text) == text


def test_a_document_has_no_such_address() -> None:
    with pytest.raises(BadRequest, match=r"content\.uri"):
        upload_of(
            Document.model_validate({"content": {"uri": "javascript:x"}, "structData": {"text": "A lamp."}}),
            "d",
        )
    fields = {"uri": "javascript://x/%0aalert(1)", "text": "A lamp."}
    assert upload_of(Document.model_validate({"structData": fields}), "d").link == ""
    assert runs(fields["uri"])
