"""Text layers that lie are told from honest ones."""

import unicodedata
from pathlib import Path

import pytest

from ingest.pdf.disorder import SUSPICIOUS, disorder
from ingest.pipeline import read
from ingest.types import Upload

HONEST = {
    "English": "The keeper lit the lamp at dusk. It burned for 12 hours, then went out (see table 4b).",
    "German": "Der Leuchtturmwärter zündete die Lampe in der Dämmerung an; sie brannte zwölf Stunden lang. "
    * 2,
    "Polish": "Szczególnie źródła światła o mocy 5 kW wymagają wcześniejszego zgłoszenia w urzędzie. " * 2,
    "Russian": "Смотритель маяка зажёг лампу в сумерках. Она горела двенадцать часов.",
    "Japanese": "灯台守は夕暮れにランプを灯した。12時間燃え続けた。カタカナとひらがなが混ざる。",
    "Korean": "등대지기는 해질녘에 등불을 켰다. 漢字도 섞인다.",
    "Arabic": "أشعل حارس المنارة المصباح عند الغسق واحترق اثنتي عشرة ساعة",
    "Persian": "نگهبان فانوس دریایی هنگام غروب چراغ را روشن کرد و تا صبح روشن ماند. " * 4,
    "Greek": "Ο φύλακας του φάρου άναψε τη λάμπα το σούρουπο και έκαιγε ως το πρωί. " * 3,
    "Ukrainian": "Доглядач маяка запалив лампу в сутінках, і вона горіла до ранку. " * 4,
    "Java": "getUserName(); setUserName(theName); readAllBytes(inputStream); int2str(x1); parseInt(someText); "
    "toString(); hashCode(); equalsIgnoreCase(otherName); indexOf(ch); lastIndexOf(ch); isEmpty(); sub(a, b); "
    * 2,
    "Roman numbers": "Chapters xiii, xviii, xxiii, xxviii and xxxiii of volume viii tell of the lamp, and "
    * 4,
    "Hindi": "प्रकाशस्तंभ के रखवाले ने शाम को दीपक जलाया",
    "a table": "Area 2009 2010 2011\nNorth 12.5 13.1 14.0\nSouth 9.2 9.9 10.3\n.......... 3\n______ 4",
    "code": "for (int i = 0; i < n; i++) { sum += a[i] * b[i]; } // the inner loop\nreturn sum;",
    "addresses": "See https://example.org/a/b?c=d and write to someone@example.org about utf8 or b2b sales.",
    "short": "Page 3",
    "empty": "  \n ",
}

LYING = {
    "control characters": "The \x02nal \x03uid is con\x02rmed.",
    "characters without meaning": "\ue012\ue034\ue022 \ue001\ue002 \ue003 text",
    "words that mix scripts": "ɹɹং Θͨ͘͠ͱ ݱ\u09c5\u0378၊ఆ ٵݺ͠ϚʔέͷϞ 価ಁ໌ tҽӱ",
    "digits inside words": "7he qu1ck br0wn f0x jump5 0ver th3 la2y d0g and w4rns ev3ry b1rd that "
    "sl3eps n3ar th1s r1ver b3nd in w1nter",
    "words glued together": "Thetaxpayerisanonresidentalienifthechange statusbetweennonresident"
    "sourcesforthepart of it andthecreditfortheelderlyordisabled is a b c d e f g",
    "letters repeated": "لخصووة فووا مجووخحت الصووحة واللعاوويل العموول ياووى تح يووق معوودحت نمووو قويووووة "
    "ومسوووولدامة عذاووووف ال لخيووووخت ووووو ا الح ووووخ ياووووى محووددات الأموون ال وووما المصووري ",
    "letters drawn twice": "B B O O L L D D T T E E X X T T",
    "letters that spell no words": "wklv lv d vhqwhqfh vkliwhg eb wkuhh ohwwhuv zklfk vshoov qrwklqj dw doo "
    * 4,
    "signs in place of letters": '"7+%- "#&! $%&7',
}


# Each script with its vowels, or its alif, read as other letters.
SWAPPED = {
    "Arabic": ("أشعل حارس المنارة المصباح عند الغسق واحترق اثنتي عشرة ساعة ثم انطفأ " * 3, "اأ", "خع"),
    "Russian": (
        "Смотритель маяка зажёг лампу в сумерках. Она горела двенадцать часов. " * 3,
        "аеиоуя",
        "бвгджз",
    ),
    "Greek": (
        "Ο φύλακας του φάρου άναψε τη λάμπα το σούρουπο και έκαιγε ως το πρωί. " * 3,
        "αειουύάέωίόώ",
        "βγδζθκλμνξπρ",
    ),
}


@pytest.mark.parametrize("name", SWAPPED)
def test_letters_that_no_language_does_without(name: str) -> None:
    honest, letters, others = SWAPPED[name]
    assert disorder(honest)[0] < SUSPICIOUS
    wrong, sign = disorder(honest.translate(str.maketrans(letters, others)))
    assert (wrong >= SUSPICIOUS, sign) == (True, "letters that spell no words")


def test_capitals_and_digits_inside_words() -> None:
    text = (
        "CyMMa nony4eHHbiX ,QoxoQoB HanoroBaH 6aJa AnH IIC4IIICneHHH Hanora aBaHcoBoro nnaTe}|{a no Hanory "
    )
    assert disorder(text * 3)[1] == "digits inside words"


@pytest.mark.parametrize("name", HONEST)
def test_honest_text(name: str) -> None:
    wrong, sign = disorder(HONEST[name])
    assert wrong < SUSPICIOUS, sign


@pytest.mark.parametrize("sign", LYING)
def test_lying_text(sign: str) -> None:
    wrong, found = disorder(LYING[sign])
    assert wrong >= SUSPICIOUS
    assert found == sign


def test_arabic_words_are_not_turned_round() -> None:
    content = (Path(__file__).parents[2] / "data" / "three-scripts.pdf").read_bytes()
    page = read(Upload(content, "three-scripts.pdf")).pages[2]
    assert {"افتتح", "الجسر"} <= set(unicodedata.normalize("NFKC", page.text).split())
