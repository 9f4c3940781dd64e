"""English is told from other languages and scripts; names decide nothing."""

import gzip
import json

import pytest

from grounding.text.languages import language_of
from grounding.text.sentences import sentence_spans
from tests.outside import PARAGRAPHS, needs_paragraphs


@needs_paragraphs
@pytest.mark.parametrize(
    ("language", "least"), [("en", 0.99), ("de", 0.97), ("es", 0.97), ("hi", 0.99), ("zh", 0.99)]
)
def test_first_sentences_of_paragraphs(language: str, least: float) -> None:
    with gzip.open(PARAGRAPHS / f"xquad.{language}.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    firsts = [sentence_spans(text)[0].of(text) for text in texts]
    misses = [sentence for sentence in firsts if language_of(sentence) != language]
    assert 1 - len(misses) / len(firsts) >= least, misses


@pytest.mark.parametrize(
    "text",
    [
        "Müller GmbH hired José Álvarez in São Paulo.",
        "Charles de Gaulle met Leonardo da Vinci.",
        "Los Angeles is big.",
        "Ben paid Carla 20 euros.",
        "Double room: 95 euros per night | Single room: 70 euros per night",
        "The Rio de Janeiro office of La Poste closed.",
        "They die in winter.",
        "R-12 is owned by Daniel Wu.",
        "Tokyo (東京) is the capital of Japan.",
        "The α-synuclein gene was found in 1997.",
        "iPhone 15 Pro: 999 USD",
        "Angela Merkel",
        "2021",
        "",
    ],
)
def test_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die Miete beträgt 900 Euro.", "de"),
        ("Das Fest findet am 12. Mai 2024 statt.", "de"),
        ("De huur is niet hoog.", "nl"),
        ("Le loyer est de 900 euros.", "fr"),
        ("La garantía dura dos años.", "es"),
        ("A garantia dura dois anos e não cobre a bateria.", "pt"),
        ("Nel 2018 il fatturato è stato di circa 82,8 milioni di euro.", "it"),
        ("Il museo costa 9 euro per persona.", "it"),
        ("Ben je thuis?", "nl"),
        ("Hyran är inte hög.", "sv"),
        ("Czynsz nie jest wysoki.", "pl"),
        ("Kira çok yüksek değil.", "tr"),
        ("Kantor cabang Surabaya buka pukul 08.00.", "id"),
        ("Аренда стоит 900 евро.", "ru"),
        ("Το ενοίκιο είναι υψηλό.", "el"),
        ("该图书馆成立于1962年。", "zh"),
        ("田中さんは緑茶を飲む。", "ja"),
        ("저는 학생입니다.", "ko"),
        ("افتتح المتحف عام 1994.", "ar"),
        ("किराया 900 यूरो है।", "hi"),
        ("ಕನ್ನಡ ಭಾಷೆ", "kn"),
        ("ᐃᓄᒃᑎᑐᑦ", "xx"),
    ],
)
def test_other_languages(text: str, language: str) -> None:
    assert language_of(text) == language


def test_an_english_sentence_with_a_foreign_name_in_front_is_english() -> None:
    assert language_of("Le café Bellini opened in Turin in 1962.") == "en"
