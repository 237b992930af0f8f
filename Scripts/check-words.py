#!/usr/bin/env python3
"""check-words.py [LANGUAGE…]
Compares every word of Decks/First words.xcstrings with Debian's dictionaries and lists the words that they do not contain or
translate differently. A listed word is not necessarily wrong, but somebody has to look at it.

Dictionaries are fetched as packages and unpacked into .build/dictionaries; nothing is installed.
  FreeDict   English to and from Finnish, French, German, Spanish, Japanese; to Norwegian: is it a translation of the word?
  WordNet    is the English word of that type?
  Hunspell   Ukrainian, Korean, Norwegian: is it spelled as a word of the language?
  MeCab      Japanese: does the romanisation match the reading in its dictionary?
  Unihan     Chinese: is the pinyin one of each character's readings; does its meaning name the English word?
There is no dictionary for Punjabi.
"""
import bz2
import gzip
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build/dictionaries"
FREEDICT = {
    "fi": ("eng-fin", "fin-eng"), "fr": ("eng-fra", "fra-eng"), "de": ("eng-deu", "deu-eng"), "es": ("eng-spa", "spa-eng"),
    "ja": ("eng-jpn", "jpn-eng"), "nb": ("eng-nor",),
}
PACKAGES = [f"dict-freedict-{pair}" for pairs in FREEDICT.values() for pair in pairs] + [
    "wordnet-base", "hunspell-uk", "hunspell-ko", "hunspell-no", "unicode-data", "mecab", "libmecab2", "mecab-ipadic",
    "mecab-utils",
]


def fetch():
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing = [name for name in PACKAGES if not list(FOLDER.glob(f"{name}_*.deb"))]
    if missing:
        subprocess.run(["apt-get", "download", "-q", *missing], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
    if missing or not (FOLDER / "root").exists():
        for package in FOLDER.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, FOLDER / "root"], check=True)
    return FOLDER / "root"


def words():
    catalog = json.loads((ROOT / "Decks/First words.xcstrings").read_text(encoding="utf-8"))
    for key, entry in catalog["strings"].items():
        yield key, entry["comment"], {n: one["stringUnit"]["value"] for n, one in entry["localizations"].items()}


class Freedict:
    digits = {c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}

    def __init__(self, root, pair):
        folder = root / "usr/share/dictd"
        self.text = gzip.open(folder / f"freedict-{pair}.dict.dz").read()
        self.index = {}
        for line in (folder / f"freedict-{pair}.index").read_text(encoding="utf-8").splitlines():
            head, start, length = line.split("\t")[:3]
            self.index.setdefault(head.lower(), []).append((self.number(start), self.number(length)))

    def number(self, text):
        value = 0
        for c in text:
            value = value * 64 + self.digits[c]
        return value

    def entry(self, word):
        found = self.index.get(word.lower(), [])
        return "\n".join(self.text[a:a + n].decode("utf-8", "replace") for a, n in found).lower()


def english(key):
    return key[3:] if key.startswith("to ") else key


def holds(text, word):
    return re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", text) is not None


def freedict(root, language):
    books = [Freedict(root, pair) for pair in FREEDICT[language]]
    for key, _, texts in words():
        if not (word := texts.get(language)):
            continue
        there = books[0].entry(english(key)) or books[0].entry(key)
        ok = (word.lower() in there) if language == "ja" else holds(there, word)
        back = books[1].entry(word) if len(books) > 1 else ""
        if not ok and not holds(back, english(key)):
            known = " / ".join(re.sub(r"\s+", " ", there).split(" ", 1)[-1:])[:90]
            yield key, word, known or "not in the dictionary"


def hunspell(root, language, name):
    folder = root / "usr/share/hunspell"
    known = {line.split("/")[0].strip().lower() for line in (folder / f"{name}.dic").read_bytes()
             .decode("utf-8" if language != "nb" else "latin-1").splitlines()[1:]}
    known = {unicodedata.normalize("NFC", w) for w in known}
    for key, _, texts in words():
        for part in re.split(r"[ ]", texts.get(language, "")):
            plain = part.replace("’", "'").lower()
            if plain and not {plain, plain.replace("'", "’"), part.lower()} & known:
                yield key, texts[language], f"“{part}” is not in the word list"


def wordnet(root):
    letters = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
    index = {}
    for file in ("noun", "verb", "adj", "adv"):
        for line in (root / f"usr/share/wordnet/index.{file}").read_text().splitlines():
            if not line.startswith(" "):
                head, kind = line.split(" ")[:2]
                index.setdefault(head, set()).add(kind)
    for key, kind, _ in words():
        if kind in letters and letters[kind] not in index.get(english(key).lower().replace(" ", "_"), set()):
            yield key, kind, "WordNet knows it as " + ("".join(sorted(index.get(english(key), ""))) or "nothing")


def romaji(kana):
    """Plain Hepburn without long vowels: enough to compare by."""
    table = dict(zip(
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポ",
        "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo "
        "ra ri ru re ro wa o n ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi pu pe po".split()))
    out = ""
    for c in kana:
        if c in "ャュョァィゥェォ":
            small = {"ャ": "a", "ュ": "u", "ョ": "o", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o"}[c]
            stem = out[:-1]
            out = stem + (small if stem.endswith(("sh", "ch", "j", "f", "t", "d", "v")) else "y" + small)
        elif c == "ー":
            out += out[-1:]
        elif c == "ッ":
            out += "*"
        else:
            out += table.get(c, "?")
    return re.sub(r"\*(.)", lambda m: ("t" if m[1] == "c" else m[1]) + m[1], out)


def flat(latin):
    for long, short in zip("āīūēō", ("aa", "ii", "uu", "ee", "ou")):
        latin = latin.replace(long, short)
    latin = latin.replace("oo", "ou").replace(" ", "").replace("'", "")
    return latin


def mecab(root):
    binary, library = root / "usr/bin/mecab", root / "usr/lib/x86_64-linux-gnu"
    dictionary = root / "var/lib/mecab/dic/ipadic-utf8"
    if not (dictionary / "sys.dic").exists():
        built = FOLDER / "ipadic"
        built.mkdir(exist_ok=True)
        subprocess.run([root / "usr/lib/mecab/mecab-dict-index", "-d", root / "usr/share/mecab/dic/ipadic", "-o", built,
                        "-f", "EUC-JP", "-t", "utf8"], check=True, stdout=subprocess.DEVNULL,
                       env={"LD_LIBRARY_PATH": str(library)})
        (built / "dicrc").write_bytes((root / "usr/share/mecab/dic/ipadic/dicrc").read_bytes())
        dictionary = built
    rc = FOLDER / "mecabrc"
    rc.write_text(f"dicdir = {dictionary}\n")
    for key, _, texts in words():
        out = subprocess.run([binary, "-r", rc, "-d", dictionary], input=texts["ja"] + "\n", text=True, capture_output=True,
                             env={"LD_LIBRARY_PATH": str(library)}).stdout
        reading = "".join(line.split("\t")[1].split(",")[7] if line.count(",") >= 7 else "？"
                          for line in out.splitlines() if "\t" in line)
        if flat(romaji(reading)) != flat(texts["ja-Latn"]):
            yield key, f"{texts['ja']} {texts['ja-Latn']}", f"MeCab reads {reading}"


def unihan(root):
    readings, meanings = {}, {}
    with bz2.open(root / "usr/share/unicode/Unihan_Readings.txt.bz2", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("U+"):
                code, key, value = line.rstrip("\n").split("\t")
                c = chr(int(code[2:], 16))
                if key == "kDefinition":
                    meanings[c] = value.lower()
                elif key in ("kMandarin", "kHanyuPinlu", "kTGHZ2013", "kXHC1983"):
                    readings.setdefault(c, set()).update(re.findall(r"[^\W\d_]+", value))
    for key, _, texts in words():
        text, latin = texts["zh-Hans"], texts["zh-Latn"].replace(" ", "").replace("'", "")
        rest = {latin}
        for c in text:
            # A syllable may have lost its tone.
            bare = {"".join(x for x in unicodedata.normalize("NFD", s) if x not in "\u0300\u0301\u0304\u030c") for s in readings[c]}
            forms = readings[c] | {unicodedata.normalize("NFC", b) for b in bare}
            rest = {r[len(s):] for r in rest for s in forms if r.startswith(s)}
        if "" not in rest:
            yield key, f"{text} {texts['zh-Latn']}", "not the readings of its characters"
        if len(text) == 1 and not holds(meanings.get(text, ""), english(key)):
            yield key, text, "means " + meanings.get(text, "nothing")[:80]


def main():
    root = fetch()
    checks = {language: (lambda l=language: freedict(root, l)) for language in FREEDICT}
    checks |= {"en": lambda: wordnet(root), "uk": lambda: hunspell(root, "uk", "uk_UA"), "ko": lambda: hunspell(root, "ko", "ko_KR"),
              "nb spelling": lambda: hunspell(root, "nb", "nb_NO"), "ja-Latn": lambda: mecab(root), "zh": lambda: unihan(root)}
    total = sum(1 for _ in words())
    for name, check in checks.items():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        found = list(check())
        print(f"{name}: {len({key for key, *_ in found})} of {total}")
        for key, word, remark in found:
            print(f"  {key}: {word} — {remark}")


main()
