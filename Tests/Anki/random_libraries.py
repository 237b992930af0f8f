"""Random libraries: notes of each of Omena's own types as Omena's JSON, and answers to some of them."""

import json
import time

from serving import practice

# Anki normalises accents and line breaks, so texts with other forms would not come back unchanged.
WORDS = [
    "omena", "a < b & c", '"q"', "line\nline", "  lead", "trail  ", "{{c1::x}}", "日本", "سیب", "<b>x</b>", "&amp;", "a::b", "\\(x\\)", "[sound:x]", "🍎",
    "tab\there", "|", "'", "a\u00a0b", "<!-- c -->", "&lt;", "[[type:x]]", "{{Front}}", "<br>",
]
LANGUAGES = ["en", "fi", "ja", "ja-Latn", "zh-Hans", "pa", "pa-Arab", "pa-Latn", "uk", "ar", "en-GB", "sr-Cyrl", "de-1996"]
CHOICES = [None, "oneToOne:fi:uk", "oneToAll:en", "allToOne:ja", "symmetricSubset:en,fi,uk"]
DECKS = ["Trip", "Trip::Käfer", "A b", "x::y::z", "日本"]
DAY = 86_400_000


def text(chance, most=3):
    return " ".join(chance.choices(WORDS, k=chance.randint(1, most)))


def fields(chance, kind):
    if kind == "Languages":
        return {
            language: {"text": text(chance), **({"pronunciation": text(chance, 2)} if chance.random() < 0.3 else {})}
            for language in chance.sample(LANGUAGES, chance.randint(1, 6))
        }
    if kind == "Cloze":
        first = text(chance).replace("}", "").replace("{", "")
        return {"1": {"text": f"{{{{c1::{first}}}}} and {{{{c{chance.randint(2, 9)}::two::hint}}}}"}, "2": {"text": text(chance)}}
    return {str(field): {"text": text(chance)} for field in (1, 2) if field == 1 or chance.random() < 0.8}


def build(chance, types, count=60):
    """A library as JSON, with notes of the given types."""
    now = int(time.time() * 1000)
    kinds = {kind["name"]: kind["id"] for kind in types}
    notes = []
    for number in range(count):
        kind = chance.choice(list(kinds))
        made = now - chance.randint(1, 300) * DAY + number
        note = dict(
            guid=f"random {number} {chance.random()}", type=kinds[kind], deck=chance.choice(DECKS), fields=fields(chance, kind),
            made=made, changed=made + chance.randint(0, 10**6),
        )
        if kind == "Place" and chance.random() < 0.8:
            note["place"] = {"latitude": round(chance.uniform(-90, 90), 7), "longitude": round(chance.uniform(-180, 180), 7)}
        if chance.random() < 0.5:
            note["wordType"] = chance.choice(["noun", "verb", "adjective"])
        if chance.random() < 0.5:
            note["tags"] = chance.sample(["t", "a::b", "ünï", "marked", "omena::x"], 2)
        notes.append(note)
    chosen = {name: chance.choice(CHOICES) for name in DECKS}
    decks = [{"name": name, "settings": {"languageChoice": choice} if choice else {}} for name, choice in chosen.items()]
    return json.dumps(dict(format="omena", version=1, decks=decks, noteTypes=types, notes=notes, media=[]))


def study(omena, chance):
    """Answers some of the cards, each at its own moment, because Anki identifies answers by their moments."""
    # At noon, so that the result does not depend on whether a learning step passes the hour at which days begin.
    moment = (int(time.time() * 1000) // DAY - 40) * DAY + DAY // 2
    for deck in DECKS:
        deal = omena.deal(deck, "review")
        answers = []
        for card in deal["cards"]:
            for _ in range(chance.randint(0, 4)):
                moment += chance.randint(1, 9) * 1000
                grade, kind = chance.choice(["again", "hard", "good", "easy"]), chance.choice(["review", "review", "practice"])
                answers.append(practice(card, grade, kind=kind, mode="review", moment=moment))
        if answers:
            status, answer = omena.post_reviews(deal, answers)
            assert (status, {result["outcome"] for result in answer["results"]}) == (200, {"stored"})
