"""HTML as a reader sees it."""

import pytest

from ingest.formats.html import read_html
from ingest.types import Heading


def text_of(html: str) -> str:
    return read_html(html.encode()).text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("<p>a<b>b</b> <i>c</i>\n  d&nbsp;e &amp; &eacute;&#8364;</p>", "ab c d e & é€"),
        ("one<br>two<div>three</div>four", "one\ntwo\n\nthree\n\nfour"),
        ("<p>Buy:</p><ul><li>oil<li><p>wick</p></ul><p>now", "Buy:\n- oil\n- wick\n\nnow"),
        ("<ol start=3><li>x<li>y<ul><li>z</ul></ol>", "3. x\n4. y\n- z"),
        ("<pre>  a\n    b</pre>", "  a\n    b"),
        ("<dl><dt>lamp<dd>a light</dl>", "lamp\n\na light"),
        ("<h2>The <em>lamp</em></h2>burns", "The lamp\n\nburns"),
        ('<img alt="A tower."><img>', "A tower."),
        ("m<sup>2</sup> <ruby>灯<rt>とう</rt></ruby>", "m² 灯"),
        # Not seen by a reader.
        ("a<script>alert(1)</script><style>p{}</style><!-- c --><template>t</template>", "a"),
        ("<p>a<p hidden>b<p style='color:red; DISPLAY : none'>c<p aria-hidden=true>d", "a"),
        ("<p><noscript>Switch scripts on.</noscript><select><option>x</select>a<textarea>b</textarea>", "a"),
        # Menus around the text.
        ("<nav><a>Home</a></nav><main>Text.</main><div role=navigation>Next</div>", "Text."),
        ("<header><a>Home</a> <a>About</a></header>Text.<footer><a>Imprint</a></footer>", "Text."),
        (
            "<header><h1>Title</h1></header>Text.<footer>Written by Ada in 1931.</footer>",
            "Title\n\nText.\n\nWritten by Ada in 1931.",
        ),
        # Nothing else is there.
        ("<body style='display:none'><p>Loading ends.</p><script>x</script>", "Loading ends."),
        ("<nav><a>Home</a></nav>", "Home"),
    ],
)
def test_blocks(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<table><tr><th>City<th>Rate<tr><td>London<td> 25.25\n</table>", "City: London; Rate: 25.25"),
        ("<table><tr><td><p>a</p><p>b</p></td><td>c<br>d</td></tr></table>", "a b | c d"),
        ("<table><tr><td>a<td><td>c<tr><td><td> <tr><td>d</table>", "a | c\nd"),
        ("<table><tr><th colspan=2>wide<th>x<tr><td>1<td>2<td>3</table>", "wide: 1; wide: 2; x: 3"),
        ("<table><tr><td rowspan=2>East<td>1<tr><td>2</table>", "East | 1\nEast | 2"),
        (
            "<table><caption>Rates</caption><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>",
            "Rates\n\na: 1; b: 2",
        ),
        ("<table><tr><td>a<td>b</table><table><tr><td>c<td>d</table>", "a | b\n\nc | d"),
        ("<table><tr><td>a<td>b<script>x</script><span hidden>y</span></table>", "a | b"),
        # A table that only places blocks.
        (
            "<table><tr><td><h1>Title</h1><p>One.</p></td><td><p>Two.</p></td></tr></table>",
            "Title\n\nOne.\n\nTwo.",
        ),
        ("<table><tr><td>x<table><tr><td>1<td>2</table></table>", "x\n\n1 | 2"),
        ("<table><tr><td>only</table>", "only"),
    ],
)
def test_tables(html: str, text: str) -> None:
    assert text_of(html) == text


def test_the_rows_of_a_table_are_known() -> None:
    parsed = read_html(b"<p>Rates:</p><table><tr><th>City<th>Rate<tr><td>London<td>25.25</table><p>End")
    [table] = parsed.tables
    assert parsed.text[table.start : table.end] == "City: London; Rate: 25.25"
    assert table.caption == "Rates:"


def test_a_table_of_empty_cells() -> None:
    parsed = read_html(b"<p>Intro text.</p><table><tr><td></td></tr><tr><td> </td></tr></table>")
    assert (parsed.text, parsed.tables) == ("Intro text.", ())


def test_headings_and_title() -> None:
    parsed = read_html(b"<title>Town &amp; guide</title><h1>Tower</h1>x<h3>Lamp</h3>y")
    assert parsed.title == "Town & guide"
    assert parsed.headings == (Heading(0, 1, "Tower"), Heading(10, 3, "Lamp"))
    assert parsed.text[10:] == "Lamp\n\ny"


def test_without_a_first_heading_the_title_stands_above() -> None:
    parsed = read_html(b"<title>Guide</title><h2>Lamp</h2>x")
    assert parsed.headings == (Heading(0, 0, "Guide"), Heading(0, 2, "Lamp"))


@pytest.mark.parametrize(
    ("content", "charset"),
    [
        ("<meta charset='windows-1251'><p>Смотритель зажёг лампу</p>".encode("cp1251"), ""),
        (
            "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'><p>Смотритель зажёг лампу</p>".encode(
                "koi8-r"
            ),
            "",
        ),
        ("<p>Смотритель зажёг лампу</p>".encode("cp1251"), "windows-1251"),
        (
            "<?xml version='1.0' encoding='cp1251'?><html><p>Смотритель зажёг лампу</p></html>".encode(
                "cp1251"
            ),
            "",
        ),
        ("<p>Смотритель зажёг лампу</p>".encode("utf-16"), ""),
        ("<meta charset=ascii><p>Смотритель зажёг лампу</p>".encode(), "utf-8"),
        ("<meta charset=no-such-thing><p>Смотритель зажёг лампу</p>".encode(), ""),
        ("<meta charset=utf-16><p>Смотритель зажёг лампу</p>".encode(), ""),
    ],
)
def test_encodings(content: bytes, charset: str) -> None:
    assert read_html(content, charset).text == "Смотритель зажёг лампу"


def test_xml_may_close_any_element_at_once() -> None:
    xhtml = (
        b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head>'
        b'<body><div hidden="hidden"/><p>One<br/>two.<a id="x"/></p></body></html>'
    )
    assert read_html(xhtml).text == "One\ntwo."


def test_depth_is_no_matter() -> None:
    assert text_of("<div>" * 3000 + "deep" + "</div>" * 3000) == "deep"
    assert text_of("<table><tr><td>" * 300 + "deep") == "deep"


def test_blocks_of_links_are_menus_and_links_in_text_are_not() -> None:
    html = (
        "<h1>Lamp</h1><div><p>It burns <a href=a>oil</a>, <a href=b>tar</a> and now some <a href=c>wax</a>.</p>"
        "<div><h2>Most read</h2><ul><li><a href=1>A storm takes the mast</a><li><a href=2>A keeper leaves</a>"
        "<li><a href=3>The pier</a></ul></div></div>"
    )
    assert text_of(html) == "Lamp\n\nIt burns oil, tar and now some wax."
