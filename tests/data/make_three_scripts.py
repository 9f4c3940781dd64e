"""Makes three-scripts.pdf: one page in Latin, Greek and Arabic letters, printed by Chromium.

Run it from the repository's root. The words are ours; the fonts that it embeds in part are DejaVu Sans and
Noto Kufi Arabic.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.app.browser.steps import CHROMIUM, QUIET

PAGE = """<!doctype html><meta charset="utf-8"><title>The bridge of Orlin</title>
<body style="font: 16px/1.6 'DejaVu Sans', 'Noto Kufi Arabic'">
<h1>The bridge of Orlin</h1>
<p>The bridge of Orlin was opened in 1911. It crosses the river Vell in three arches.</p>
<p lang="el">Η γέφυρα του Όρλιν άνοιξε το 1911. Περνά τον ποταμό με τρεις καμάρες.</p>
<p lang="ar" dir="rtl">افتتح جسر أورلين عام 1911. يعبر الجسر النهر بثلاثة أقواس.</p>"""

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page()
        page.set_content(PAGE)
        page.pdf(path=Path(__file__).with_name("three-scripts.pdf"), format="A4")
        browser.close()
