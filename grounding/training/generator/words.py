"""Word lists of the generator: closed classes of English, synonyms and opposites."""

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth",
)  # fmt: skip
DEMONYMS = (
    "American", "British", "English", "French", "German", "Italian", "Spanish", "Indian", "Chinese",
    "Japanese", "Canadian", "Australian", "Russian", "Irish", "Scottish", "Dutch", "Swedish", "Mexican",
    "Brazilian", "Korean", "Polish", "Greek", "Turkish", "Danish", "Norwegian", "Swiss", "Austrian",
)  # fmt: skip
# Capitalised words that open sentences and name nothing.
_SENTENCE_OPENERS = """
The A An It He She They We You I This That These Those There His Her Its Their Our My Your In On At By For
From With As But And Or So If When While After Before Since Although Though However Moreover Furthermore
Also Then Thus Therefore Because During Most Many Some Several All Both Each Every Another Other One Two
Three Four Five Six No Not What Who Which Where Why How Is Are Was Were Do Does Did Yes Well Now Here To Of
Under Over Between Among Despite According Following Until Upon Once Only Even Just Such Later Today
Yesterday Mr Mrs Ms Dr St Sir Lord Lady President King Queen Prince Princess Oh Okay Ok Uh Um Yeah
Additionally Finally First Second Third Last Next Through Within Without Like Unlike Given Instead
Nevertheless Meanwhile Subsequently Recently Currently Originally Initially Eventually Figure Table Fig
Results Conclusion Conclusions Background Methods Overall Interestingly Consistent Previous Data Patients
"""
NOT_NAMES = frozenset(_SENTENCE_OPENERS.split())
# Either may replace the other; kept to words whose sense seldom changes the truth of a sentence.
SYNONYMS = (
    ("film", "movie"), ("started", "began"), ("starts", "begins"), ("bought", "purchased"), ("large", "big"),
    ("located", "situated"), ("located", "found"), ("received", "got"), ("city", "town"),
    ("children", "kids"), ("ended", "finished"), ("created", "made"), 
     ("rapidly", "quickly"), ("famous", "well-known"), ("approximately", "about"),
    ("roughly", "around"), ("nearly", "almost"), ("assist", "help"), ("obtained", "got"),
    ("required", "needed"),
    ("stated", "said"), ("announced", "said"), ("frequently", "often"), ("numerous", "many"),
    ("commenced", "began"), ("attempted", "tried"), ("entire", "whole"), ("residents", "inhabitants"),
    ("physician", "doctor"), ("automobile", "car"), ("company", "firm"), ("demonstrated", "showed"),
     ("showed", "found"), ("such as", "like"), ("in order to", "to"),
    ("due to", "because of"), ("as well as", "and"), ("prior to", "before"), ("known as", "called"),
    ("passed away", "died"), ("took place", "was held"), ("is composed of", "consists of"),
    ("currently", "now"), ("primarily", "mainly"), ("initially", "at first"), ("additional", "more"),
    ("comprises", "includes"), ("resides", "lives"), ("wed", "married"), ("wealthy", "rich"),
    ("reduces", "lowers"), ("reduced", "lowered"),  
    ("enables", "allows"), ("illness", "disease"), ("author", "writer"), ("said that", "stated that"),
    ("although", "even though"), ("more than", "over"), ("at least", "no fewer than"),
    ("the United States", "the US"), ("United Kingdom", "UK"), ("television", "TV"),
    ("often referred to as", "known as"), ("one of the", "among the"),
    ("looked at", "watched"), ("afraid", "scared"), ("happy", "glad"), ("quick", "fast"), ("gift", "present"),
    ("parents", "mother and father"), ("Mom", "mother"), ("Dad", "father"), ("spoke", "talked"),
)  # fmt: skip
# Present and past of the verbs by which texts describe works and people; a claim may use either.
TENSES = (
    ("stars", "starred"), ("plays", "played"), ("features", "featured"), ("follows", "followed"),
    ("tells", "told"), ("depicts", "depicted"), ("includes", "included"), ("receives", "received"),
    ("directs", "directed"), ("shows", "showed"), ("suggests", "suggested"), ("describes", "described"),
    ("indicates", "indicated"), ("consists", "consisted"), ("portrays", "portrayed"), ("wins", "won"),
    ("provides", "provided"), ("covers", "covered"), ("focuses", "focused"), ("demonstrates", "demonstrated"),
)  # fmt: skip
# Replacing one by the other makes a sentence false.
OPPOSITES = (
    ("more", "less"), ("higher", "lower"), ("increase", "decrease"), ("increased", "decreased"),
    ("increases", "decreases"), ("before", "after"), ("first", "last"), ("largest", "smallest"),
    ("larger", "smaller"), ("largest", "second-largest"), ("oldest", "youngest"), ("older", "younger"),
    ("best", "worst"), ("better", "worse"), ("won", "lost"), ("win", "lose"), ("north", "south"),
    ("northern", "southern"), ("east", "west"), ("eastern", "western"), ("male", "female"),
    ("positive", "negative"), ("above", "below"), ("early", "late"), ("earlier", "later"), ("most", "least"),
    ("success", "failure"), ("successful", "unsuccessful"), ("supported", "opposed"), ("support", "oppose"),
    ("accepted", "rejected"), ("allowed", "forbidden"), ("opened", "closed"), ("open", "closed"),
    ("arrived", "left"), ("began", "ended"), ("start", "end"), ("started", "stopped"), ("bought", "sold"),
    ("public", "private"), ("common", "rare"), ("popular", "unpopular"), ("possible", "impossible"),
    ("legal", "illegal"), ("with", "without"), ("inside", "outside"), ("father", "mother"),
    ("brother", "sister"), ("son", "daughter"), ("husband", "wife"), ("man", "woman"), ("boy", "girl"),
    ("many", "few"), ("always", "never"), ("often", "rarely"), ("good", "bad"), ("happy", "sad"),
    ("hot", "cold"), ("old", "new"), ("long", "short"), ("high", "low"), ("strong", "weak"),
    ("improved", "worsened"), ("reduced", "raised"), ("prevents", "causes"), ("inhibits", "promotes"),
    ("rural", "urban"), ("majority", "minority"), ("maximum", "minimum"), ("born", "died"),
    ("remembered", "forgot"), ("loved", "hated"), ("liked", "disliked"), ("black", "white"), ("red", "blue"),
    ("green", "yellow"), ("left", "right"), ("morning", "evening"), ("summer", "winter"), ("day", "night"),
)  # fmt: skip
# One of a set: any other member is false (kinds, trades, months of a claim).
KINDS = (
    ("actor", "singer", "politician", "footballer", "writer", "painter", "lawyer", "physicist", "chef"),
    ("actress", "singer", "model", "novelist", "dancer", "comedian", "journalist", "tennis player"),
    ("film", "novel", "play", "video game", "album", "television series", "poem", "opera"),
    ("drama", "comedy", "thriller", "horror", "documentary", "romance", "western"),
    ("city", "village", "river", "mountain", "island", "lake", "province"),
    ("football", "basketball", "tennis", "hockey", "cricket", "baseball", "golf"),
    ("guitarist", "drummer", "bassist", "pianist", "vocalist", "producer"),
    ("dog", "cat", "horse", "rabbit", "bird", "cow", "pig"),
    ("king", "duke", "general", "bishop", "mayor", "president", "governor"),
    ("university", "hospital", "museum", "church", "school", "library"),
    ("mice", "rats", "humans", "rabbits", "monkeys", "pigs"),
    ("car", "bus", "train", "plane", "bicycle", "boat"),
    ("apple", "banana", "cake", "sandwich", "pizza", "cookie"),
    tuple(DEMONYMS),
    MONTHS,
    DAYS,
)  # fmt: skip
WOMEN = (
    "Anna", "Emma", "Olivia", "Kate", "Mary", "Lucy", "Sarah", "Julia", "Nina", "Laura", "Betty", "Grace",
    "Hannah", "Jenny", "Maya", "Sophie", "Tina", "Zoe", "Amelia", "Chloe", "Ella", "Fatima", "Greta", "Helen",
    "Ines", "Joan", "Karen", "Lena", "Mia", "Nora", "Paula", "Rita", "Susan", "Vera", "Wendy", "Yuki",
)  # fmt: skip
MEN = (
    "Tom", "Jack", "Ben", "Paul", "Mark", "Daniel", "Oscar", "Peter", "Adam", "Luke", "Simon", "Victor",
    "Adrian", "Bill", "Chris", "David", "Eric", "Frank", "George", "Harry", "Ivan", "James", "Kevin", "Leo",
    "Martin", "Nick", "Omar", "Patrick", "Raj", "Sam", "Tim", "Will", "Xavier", "Yusuf", "Zack", "Carlos",
)  # fmt: skip
OPENERS = (
    "However", "Moreover", "In addition", "Additionally", "Furthermore", "For example", "For instance",
    "Therefore", "Thus", "As a result", "Meanwhile", "Also", "Finally", "In fact", "Indeed", "Overall",
    "On the other hand", "In contrast", "Interestingly", "Nevertheless", "Similarly", "Then", "Still",
)  # fmt: skip
