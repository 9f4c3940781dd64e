"""The units of measure, in one table for all languages: a unit stands in one row with all of its words.

``english`` are whole words, "s" for more than one left out; ``elsewhere`` is a regular expression for how its words
begin in the other languages that are read. A unit without the one or the other is not read there.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """``factor`` is its size in the base unit of its ``dimension``: metre, gram, second, litre; 1 for the others."""

    dimension: str
    factor: float
    english: tuple[str, ...]
    elsewhere: str = ""

    @property
    def name(self) -> str:
        """The first of its English words stands for all: ``km`` for ``kilometre``."""
        return self.english[0]


def _unit(dimension: str, factor: float, english: str, elsewhere: str = "") -> Unit:
    return Unit(dimension, float(factor), tuple(english.split()), elsewhere)


# Of patterns that match alike ("m", "mm") the upper one is taken. Months and years are calendar approximations.
UNITS = (
    _unit(
        "duration",
        31_557_600,
        "year",
        "year|jahr|año|ans?\\b|année|ann[oi]|tahun|jaar|jaren|lat|rok|anos?\\b|год|лет|साल|वर्ष|سن|عام|أعوام|年|周年|년",
    ),
    _unit(
        "duration",
        2_629_800,
        "month",
        "month|monat|mes|mois|mês|bulan|maand|miesi|меся|महीन|माह|شهر|أشهر|か月|ヶ月|个月|個月|개월|달",
    ),
    _unit(
        "duration",
        604_800,
        "week",
        "week|woche|semana|semaine|settiman|minggu|pekan|weken|tydzie|tygod|недел|सप्ताह|हफ़्त|أسبوع|أسابيع|週間|周(?!年)|주",
    ),
    _unit(
        "duration",
        86_400,
        "day",
        "day|tag|día|jour|giorn|hari|dag|dni|dzień|dias?\\b|дн|день|दिन|يوم|أيام|日間|天|일",
    ),
    _unit(
        "duration",
        3_600,
        "hour",
        "hour|stunde|hora|heure|or[ae]\\b|jam\\b|uur|godzin|час|घंट|ساع|時間|小时|시간",
    ),
    _unit("duration", 60, "minute min", "minut|menit|минут|मिनट|دقيق|دقائق|分(?!の)|분"),
    _unit("duration", 1, "second sec"),
    _unit("mass", 1e6, "tonne ton", "t\\b|ton|тонн|吨|トン|톤|टन|طن"),
    _unit(
        "mass",
        1_000,
        "kg kilogram kilo",
        "kg|kilo(?!m)|кг|килогр|公斤|千克|キロ(?!メ)|킬로그램|किलो(?!मी)|كيلوغرام",
    ),
    _unit("mass", 1, "g gram", "g\\b|gram|гр|克|グラム|그램|ग्राम|غرام"),
    _unit("mass", 0.001, "mg"),
    _unit("mass", 453.592, "pound lb"),
    _unit("mass", 28.35, "oz"),
    _unit(
        "length",
        1_000,
        "km kilometre kilometer",
        "km|kilom|quilôm|chilom|км|килом|公里|千米|キロメ|킬로미터|किमी|किलोमी|كيلومتر",
    ),
    _unit("length", 0.01, "cm centimetre centimeter", "cm|zentim|cent[ií]m|см|сантим|厘米|センチ|센티"),
    _unit("length", 0.001, "mm millimetre millimeter", "mm|millim|мм|毫米|ミリ|밀리"),
    _unit("length", 1, "m metre meter", "m\\b|met(?:er|re|ro)|mètre|м\\b|метр|米|メートル|미터|मीटर|متر"),
    _unit("length", 0.0254, "inch inches"),
    _unit("length", 0.3048, "foot feet ft"),
    _unit("length", 0.9144, "yard"),
    _unit("length", 1_609.344, "mile"),
    _unit("volume", 0.001, "ml millilitre"),
    _unit("volume", 1, "l litre liter"),
    _unit("volume", 3.785, "gallon"),
    # Told apart by nothing: 20 °C and 20 °F are rare in one text.
    _unit("temperature", 1, "°c °f celsius fahrenheit"),
    _unit(
        "share",
        1,
        "%",
        "%|prozent|percent|por ?cent|pour ?cent|per ?cento|процент|パーセント|퍼센트|प्रतिशत|بالمئة",
    ),
    _unit("money", 1, "euro", "€|eur"),
    _unit("money", 1, "dollar", "\\$|dollar|d[óo]lar|доллар|ドル|美元|달러|डॉलर|دولار"),
    _unit("money", 1, "rupees"),
    _unit("money", 1, "yuan"),
)

_BY_WORD = {word: unit for unit in UNITS for word in unit.english}
POUND = _BY_WORD["pound"].factor


def english_unit(word: str) -> Unit | None:
    """The unit of a lower-case English word or sign, one or several of it; None where it is none."""
    return _BY_WORD.get(word) or _BY_WORD.get(word.removesuffix("s"))
