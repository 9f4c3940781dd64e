"""Makes three-scripts.pdf: a page each in Latin, Greek and Arabic letters, printed by Chromium.

Run it from the repository's root. The words are ours; the fonts that it embeds in part are DejaVu Sans and
Noto Kufi Arabic.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.app.browser.steps import CHROMIUM, QUIET

PAGE = """<!doctype html><meta charset="utf-8"><title>The bridge of Orlin</title>
<style>p, h1 { break-after: auto } [lang] { break-before: page }</style>
<body style="font: 16px/1.6 'DejaVu Sans', 'Noto Kufi Arabic'">
<h1>The bridge of Orlin</h1>
<p>The bridge of Orlin was opened in 1911. It crosses the river Vell in three arches. Its stones came by barge from
the quarry of Marsk, forty kilometres up the river, and two hundred masons worked on it for nine years.</p>
<p>The middle arch is the widest, with a span of thirty-one metres. Boats with a mast must lower it before they pass.
Lamps were put on the parapet in 1926, and since then the bridge has been lit every night but one.</p>
<p>In the flood of 1954 the water rose to the keystone of the eastern arch, and the bridge was closed for a week. A
line cut into the pier shows how high it stood. Divers found no damage to the foundations.</p>
<p>Trams ran over the bridge until 1968. The rails were taken out two years later, when the road was paved again. Today
about nine thousand people cross it on foot each day, most of them on their way to the market on the left bank.</p>
<p lang="el">Η γέφυρα του Όρλιν άνοιξε το 1911. Περνά τον ποταμό με τρεις καμάρες.</p>
<p lang="ar" dir="rtl">افتتح جسر أورلين عام 1911. يعبر الجسر النهر بثلاثة أقواس.</p>"""

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page()
        page.set_content(PAGE)
        page.pdf(path=Path(__file__).with_name("three-scripts.pdf"), format="A4")
        browser.close()
