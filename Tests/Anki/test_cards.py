"""The cards that Anki creates from notes and their text, compared with the fixture that the Swift tests read."""

import difflib
import json
import os
import re
from pathlib import Path

import pytest
from anki.errors import CardTypeError

from cases import every_case

FIXTURE = Path(__file__).parent.parent / "NotesTests" / "Resources" / "anki-cards.json"

# Markup around a gap, for Anki's style sheet and scripts.
GAP = re.compile(r'<span class="cloze(?:-inactive)?"[^>]*>|</span>')
# Anki's remark instead of or after a front without a field.
REMARK = re.compile(r"<div>(?:The front of this card is blank|No cloze ).*</div>", re.DOTALL)


def make_type(collection, case):
    """Adds the note type of a case; None if Anki refuses it."""
    models = collection.models
    kind = models.new(f"Type of {case['name']}"[:60])
    kind["type"] = 1 if case.get("cloze") else 0
    for field in case["fields"]:
        models.add_field(kind, models.new_field(field))
    for number, (front, back) in enumerate(case["templates"], start=1):
        template = models.new_template(f"Card {number}")
        template["qfmt"], template["afmt"] = front, back
        models.add_template(kind, template)
    try:
        return models.get(models.add_dict(kind).id)
    except CardTypeError:
        return None


def add_note(collection, kind, values):
    note = collection.new_note(kind)
    for name, text in values.items():
        if name == "tags":
            note.tags = text
        else:
            note[name] = text
    collection.add_note(note, collection.decks.id("Outer::Inner"))
    return note


def rendered(collection, case):
    """A case with the cards that Anki creates."""
    kind = make_type(collection, case)
    result = {key: case[key] for key in ("name", "fields", "templates")}
    result["cloze"] = case.get("cloze", False)
    result["refused"] = kind is None
    if kind is None:
        return result

    notes = [(values, add_note(collection, kind, values)) for values in case["notes"]]
    empty = {
        card
        for report in collection.get_empty_cards().notes
        for card in report.card_ids
    }
    result["type"] = kind["name"]
    result["notes"] = [
        {
            "values": {name: text for name, text in values.items() if name != "tags"},
            "tags": values.get("tags", []),
            "cards": [rendered_card(card, empty) for card in unique(note.cards())],
        }
        for values, note in notes
    ]
    return result


def unique(cards):
    """One card of each number: Anki creates the card of gap 500 for every number from 500 on."""
    return {card.ord: card for card in cards}.values()


def rendered_card(card, empty):
    if card.id in empty:
        return {"number": card.ord + 1, "empty": True}
    output = card.render_output()
    front, back = (
        GAP.sub("", text) for text in (output.question_text, output.answer_text)
    )
    if REMARK.search(front):
        return {"number": card.ord + 1, "remark": True}
    return {"number": card.ord + 1, "front": front, "back": back}


def test_anki_creates_the_cards_of_the_fixture(collection):
    cases = list(every_case())
    assert len({case["name"] for case in cases}) == len(cases), "two cases have the same name"
    found = json.dumps(
        [rendered(collection, case) for case in cases], ensure_ascii=False, indent=1
    ) + "\n"
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        FIXTURE.write_text(found)
        pytest.fail(f"recorded {FIXTURE.name}: look at what changed, then run again without UPDATE_SNAPSHOTS")

    expected = FIXTURE.read_text()
    difference = "\n".join(
        difflib.unified_diff(expected.splitlines(), found.splitlines(), "fixture", "Anki", lineterm="")
    )
    assert found == expected, f"Anki and the fixture differ:\n{difference[:5000]}"
