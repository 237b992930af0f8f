"""Omena and the real Anki answer the same random requests of programs alike, except for numbers and moments."""

import base64
import os
import random
import re

import pytest
from programs import AnkiServer
from reference import TEMPLATE, Reference
from serving import copy_new_library

PICTURE = (
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049"
    "454e44ae426082"
)
SOUND = b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 50

# Members of answers that differ on purpose, or that the reference does not have.
OWN = {"profile", "mod", "due", "nextReviews", "id", "factor", "left", "time"}
# Searches may fail for the same reason in other words.
FOUND = {"findNotes": "note", "findCards": "card"}

TWO_SIDED = {
    "modelName": "Two sides", "inOrderFields": ["Front", "Back", "Extra"],
    "cardTemplates": [
        {"Name": "There", "Front": "{{Front}}", "Back": "{{FrontSide}}<hr id=answer>{{Back}}"},
        {"Name": "And back", "Front": "{{Back}}", "Back": "{{Front}} {{#Extra}}({{Extra}}){{/Extra}}"},
    ],
}
GAPS = {
    "modelName": "Gaps", "inOrderFields": ["Text", "Note"], "isCloze": True,
    "cardTemplates": [{"Name": "Gap", "Front": "{{cloze:Text}}", "Back": "{{cloze:Text}}<br>{{Note}}"}],
}
# Its fields and templates are added, renamed, moved and removed.
CHANGING = {
    "modelName": "Changing", "inOrderFields": ["F1", "F2"],
    "cardTemplates": [{"Name": "T1", "Front": "{{F1}} {{F2}}", "Back": "{{FrontSide}} {{F2}}"}],
}
FILES = ["a.png", "b.mp3", "kissa ääni.mp3", "a[1].png", "x/y.png", "日本.jpg"]
WORDS = [
    "cat", "Cat", "a cat", "dog", "日本", "日本語", "straße", "élan", "x_y", "a*b", "a &lt; b", "<b>cat</b>", "cat<br>", "1:2",
    '"quoted"', "two  spaces", "naïve", "<i>dog</i> house", "[sound:a.mp3]", '<img src="a.png">', "", " ", "back\\slash", "(x)", "-x",
]
# Anki writes a tag as it was first written; here each note keeps its own spelling.
TAGS = ["pet", "pet::small", "word", "日本", "a-b", "leech"]
DECKS = ["Default", "A", "A::B", "A::B::C", "Other deck", "日本"]


class Both:
    """Sends each request to Omena and to Anki, under the numbers that each knows."""

    def __init__(self, program, reference):
        self.program = program
        self.reference = reference
        self.chance = random.Random(0)
        # Anki's number of each note and card that Omena knows, and the other way round.
        self.theirs = {}
        self.ours = {}

    def ask(self, action, **params):
        reply = self.reply(action, params)
        result, error = self.reference(action, **self.translated(params))
        assert (reply["error"] is None) == (error is None), (action, params, reply, error)
        if error is not None:
            if action not in FOUND and error != TEMPLATE:
                assert reply["error"] == self.back(error), (action, params)
            return None
        if action == "addNote":
            self.meet(reply["result"], result)
        elif action == "addNotes":
            assert len(reply["result"]) == len(result)
            for note, their_note in zip(reply["result"], result):
                self.meet(note, their_note)
        elif action not in ("createDeck", "createModel"):
            ours = self.translated(reply["result"], {**FOUND, "cardsToNotes": "note"}.get(action))
            if action == "getReviewsOfCards":
                ours = {str(self.theirs["card", int(card)]): rows for card, rows in ours.items()}
            if action == "getIntervals":
                ours, result = ([self.rough(interval) for interval in intervals] for intervals in (ours, result))
            if action in FOUND or action == "cardsToNotes":
                assert reply["result"] == sorted(reply["result"])
                ours.sort()
            assert self.plain(ours) == self.plain(result), (action, params)
        return reply["result"]

    def reply(self, action, params):
        """Omena's reply, now and then through `multi`, which must not make a difference."""
        if self.chance.random() < 0.8:
            return self.program.reply(action, **params)
        version = self.chance.choice([None, 2, 6])
        inner = {"action": action, "params": params, **({"version": version} if version else {})}
        (reply,) = self.program("multi", actions=[inner])
        # Only errors have an envelope in old versions.
        is_bare = version != 6 and not (isinstance(reply, dict) and reply.keys() == {"result", "error"})
        return {"result": reply, "error": None} if is_bare else reply

    def meet(self, note, their_note):
        """Learns which numbers mean the same note, and the same cards."""
        self.pair(note, their_note)
        self.meet_cards(note, their_note)

    def meet_cards(self, note, their_note):
        (info,) = self.program("notesInfo", notes=[note])
        ((their_info,), _) = self.reference("notesInfo", notes=[their_note])
        assert len(info["cards"]) == len(their_info["cards"]), (info, their_info)
        for card, their_card in zip(info["cards"], their_info["cards"], strict=True):
            self.pair(card, their_card, "card")

    def pair(self, ours, theirs, kind="note"):
        self.theirs[kind, ours], self.ours[kind, theirs] = theirs, ours

    def translated(self, value, kind=None):
        """A value with Anki's numbers in place of ours."""
        if type(value) is int and kind:
            return self.theirs.get((kind, value), value)
        if isinstance(value, list):
            return [self.translated(element, kind) for element in value]
        if isinstance(value, dict):
            kinds = {"notes": "note", "noteId": "note", "note": "note", "cards": "card", "cardId": "card", "card": "card"}
            if "id" in value and {"fields", "tags"} & value.keys():
                kinds["id"] = "note"
            # `getDecks` answers with lists of cards by deck.
            return {name: self.translated(part, kinds.get(name, "card" if isinstance(part, list) else None)) for name, part in value.items()}
        return value

    def back(self, error):
        """An error with our numbers in place of Anki's."""
        for (_, theirs), ours in self.ours.items():
            error = error.replace(str(theirs), str(ours))
        return error

    @staticmethod
    def rough(interval):
        """An interval as far as chance does not decide about it."""
        return interval if interval < 2 else "days"

    @staticmethod
    def plain(value):
        if isinstance(value, list):
            return [Both.plain(element) for element in value]
        if isinstance(value, dict):
            plain = {name: Both.plain(part) for name, part in value.items() if name not in OWN}
            for name in {"interval", "ivl", "lastIvl"} & plain.keys():
                plain[name] = Both.rough(plain[name])
            if plain.get("lastIvl", 0) != "days" and plain.get("lastIvl", 0) < 0:
                # After a step that *Hard* prolonged Anki notes how long the step is.
                plain["lastIvl"] = "a step"
            for side in {"question", "answer"} & plain.keys():
                # Anki numbers sounds for its player, and repeats the hidden text in an attribute.
                plain[side] = re.sub(r"\[(sound|anki:play):[^]]*\]", "[sound]", plain[side])
                plain[side] = re.sub(r' data-cloze="[^"]*"', "", plain[side])
            if "tags" in plain:
                plain["tags"] = sorted(plain["tags"])
            return plain
        return value


class Requests:
    """Random requests about what both have."""

    def __init__(self, both, seed):
        self.both = both
        self.chance = both.chance = random.Random(seed)
        self.notes = []

    def word(self):
        chance = self.chance.random()
        word = self.chance.choice(WORDS)
        return f"{word} {self.chance.randrange(9)}" if chance < 0.3 else word

    def cards(self):
        notes = [note for note in self.some(self.notes) if note]
        infos = self.both.program("notesInfo", notes=notes)
        return [card for info in infos if info for card in info["cards"]]

    def some(self, values):
        return self.chance.sample(values, min(len(values), self.chance.randrange(5)))

    def note(self):
        if self.chance.random() < 0.25:
            text = self.chance.choice(["{{c1::gap}} x", "{{c1::a}} {{c2::b::hint}}", "no gap", "{{c2::only two}}"])
            fields = {"Text": f"{text} {self.chance.randrange(5)}", "Note": self.word()}
            model = "Gaps"
        else:
            fields = {self.chance.choice(["Front", "front"]): self.word(), "Back": self.word(), "Extra": self.chance.choice(["", "e"]), "No": "x"}
            model = self.chance.choice(["Two sides"] * 9 + ["None"])
        scope = {"deckName": self.chance.choice([None, *DECKS, "No deck"]), "checkChildren": self.chance.random() < 0.5}
        options = {
            "allowDuplicate": self.chance.random() < 0.3,
            "duplicateScope": self.chance.choice(["collection", "deck"]),
            "duplicateScopeOptions": scope,
        }
        return {
            "deckName": self.chance.choice([*DECKS, "No deck"]), "modelName": model, "fields": fields,
            "tags": self.some(TAGS), "options": options,
        }

    def term(self):
        word = self.chance.choice(["cat", "dog", "日本", "x", "a", "spaces", "語", "str", "gap"])
        value = self.chance.choice([
            "cat", "CAT", "a cat", "*cat*", "c_t", "_*", "", "日本*", "x\\_y", "a\\*b", "a &lt; b", "straße", "Élan", "*d*g*", "dog 3",
            "1\\:2", "two  spaces",
        ])
        deck = self.chance.choice(["A", "a::b", "A::*", "Other deck", "*", "Oth*", "日本", "None"])
        return self.chance.choice([
            word, f'"{word}"', f"{word}*", f"{word[0]}*{word[-1]}", f"*{word[0]}*e", f'"Front:{value}"', f'"back:{value}"', f'"Text:{value}"', f'"None:{value}"',
            f'"deck:{deck}"', f"tag:{self.chance.choice([*TAGS, 'none', 'p*', '*all', 'nothing'])}",
            self.chance.choice(["nc:elan", "nc:naive", "nc:NAÏVE", "nc:日本", "nc:a*b", "w:cat", "w:CAT", "w:dog", "w:hous_", "w:h*e", "w:日本", "w:a"]),
            self.chance.choice(['"note:Two sides"', "note:gaps", "note:G*", "note:None"]),
            self.chance.choice(["is:new", "is:due", "is:learn", "is:review", "is:suspended", "is:buried"]),
            self.chance.choice(["card:1", "card:2", "card:There", '"card:and back"', "card:9"]),
            self.chance.choice(["flag:0", "flag:1", "added:1", "edited:1", "rated:1", "rated:3:1"]),
            self.chance.choice(["prop:ivl>=1", "prop:reps=0", "prop:lapses<1", "prop:ivl=0", "prop:due<=1"]),
        ])

    def query(self, depth=0):
        chance = self.chance.random()
        if depth > 2 or chance < 0.4:
            return self.term()
        if chance < 0.55:
            return f"-{self.term()}"
        if chance < 0.7:
            return f"({self.query(depth + 1)} or {self.query(depth + 1)})"
        if chance < 0.75:
            return f"-({self.query(depth + 1)})"
        return f"{self.query(depth + 1)} {self.query(depth + 1)}"

    def change_model(self):
        """Changes a note type, or tries to."""
        ask, chance = self.both.ask, self.chance
        field, template = (f"{letter}{chance.randrange(1, 4)}" for letter in "FT")
        other = f"{chance.choice('FT')}{chance.randrange(1, 6)}"
        front = f"{{{{F1}}}} {chance.randrange(100)}"
        match chance.randrange(11):
            case 0: ask("modelFieldAdd", modelName="Changing", fieldName=field, index=chance.choice([None, 0, 1]))
            case 1: self.renamed("modelFieldRename", "field", field, other)
            case 2: self.removed("modelFieldRemove", field)
            case 3: ask("modelFieldReposition", modelName="Changing", fieldName=field, index=chance.randrange(2))
            case 4: ask("modelTemplateAdd", modelName="Changing", template={"Name": template, "Front": front, "Back": "{{F1}}"})
            case 5: self.renamed("modelTemplateRename", "template", template, other)
            case 6: self.removed("modelTemplateRemove", template)
            case 7: ask("modelTemplateReposition", modelName="Changing", templateName=template, index=chance.randrange(2))
            case 8: ask("updateModelTemplates", model={"name": "Changing", "templates": {template: {"Front": front}, "no": {"Back": "x"}}})
            case 9: ask("updateModelStyling", model={"name": chance.choice(["Changing", "None"]), "css": f".card {{ color: #{front[-2:]}0; }}"})
            case 10: ask("modelFieldNames", modelName="None")
        ask("modelFieldNames", modelName="Changing")
        ask("modelTemplates", modelName="Changing")
        ask("modelStyling", modelName="Changing")

    def renamed(self, action, kind, name, other):
        """Renames a part, unless another has the name: Anki then invents a third name."""
        key = kind.capitalize()
        listing = "modelFieldNames" if kind == "field" else "modelTemplates"
        if other not in self.both.program(listing, modelName="Changing"):
            self.both.ask(action, modelName="Changing", **{f"old{key}Name": name, f"new{key}Name": other})

    def removed(self, action, name):
        """Removes a part, unless it is the last: what then cannot be is said in other words."""
        kind = "field" if action == "modelFieldRemove" else "template"
        listing = "modelFieldNames" if kind == "field" else "modelTemplates"
        if len(self.both.program(listing, modelName="Changing")) > 1:
            self.both.ask(action, modelName="Changing", **{f"{kind}Name": name})

    def media(self):
        ask, chance = self.both.ask, self.chance
        name = chance.choice(FILES)
        data = base64.b64encode(bytes.fromhex(PICTURE) if name.endswith("g") else SOUND).decode()
        match chance.randrange(3):
            case 0: ask("storeMediaFile", filename=name, data=data, deleteExisting=chance.random() < 0.5)
            case 1: ask("deleteMediaFile", filename=name)
        ask("retrieveMediaFile", filename=chance.choice(FILES))
        ask("getMediaFilesNames", pattern=chance.choice(["*", "a*", "*.mp3", "[ab]*", "?.png"]))

    def send(self):
        ask, chance = self.both.ask, self.chance
        match chance.randrange(26):
            case 0 | 1 | 2:
                if (note := ask("addNote", note=self.note())) is not None:
                    self.notes.append(note)
            case 3: ask("canAddNotesWithErrorDetail", notes=[self.note() for _ in range(3)])
            case 4 | 5 | 6: ask("findNotes", query=self.query())
            case 7: ask("findCards", query=self.query())
            case 8: ask("notesInfo", notes=self.some(self.notes))
            case 9:
                note = chance.choice([*self.notes, 5])
                fields = {chance.choice(["Back", "Extra", "Note", "none"]): self.word() or "x"}
                if note != 5 and not (set(fields) & {"Back", "Text"}):
                    ask("updateNoteFields", note={"id": note, "fields": fields})
            case 10: ask(chance.choice(["addTags", "removeTags"]), notes=self.some(self.notes), tags=" ".join(self.some(TAGS)))
            case 11: ask(chance.choice(["suspend", "unsuspend"]), cards=self.cards())
            case 12:
                ask("changeDeck", cards=self.cards(), deck=chance.choice(DECKS))
                ask("getDecks", cards=self.cards())
            case 13:
                ask("cardsInfo", cards=self.cards())
                ask("areSuspended", cards=self.cards())
            case 14:
                ask("deckNames")
                ask("modelFieldNames", modelName=chance.choice(["Gaps", "None"]))
                ask("getIntervals", cards=self.cards())
                ask("areDue", cards=self.cards())
            case 15 if chance.random() < 0.3 and self.notes:
                gone = chance.choice(self.notes)
                self.notes.remove(gone)
                ask("deleteNotes", notes=[gone])
            case 16:
                self.notes += ask("addNotes", notes=[self.note() for _ in range(chance.randrange(3))]) or []
            case 17:
                ask("canAddNotes", notes=[self.note() for _ in range(3)])
                ask("canAddNote", note=self.note())
                ask("canAddNoteWithErrorDetail", note=self.note())
            case 18:
                note = {"id": chance.choice([*self.notes, 5])}
                if chance.random() < 0.6:
                    note["fields"] = {"Extra": self.word()}
                if chance.random() < 0.6:
                    note["tags"] = self.some(TAGS)
                ask("updateNote", note=note)
            case 19:
                ask("updateNoteTags", note=chance.choice([*self.notes, 5]), tags=self.some(TAGS))
                for note in self.some(self.notes):
                    assert sorted(self.both.program("getNoteTags", note=note)) == sorted(ask("getNoteTags", note=note) or [])
            case 20:
                old, new = chance.choice(TAGS), chance.choice(TAGS)
                ask("replaceTags", notes=self.some(self.notes), tag_to_replace=old, replace_with_tag=new)
                if chance.random() < 0.3:
                    ask("replaceTagsInAllNotes", tag_to_replace=old, replace_with_tag=new)
            case 21:
                ask("notesModTime", notes=[*self.some(self.notes), 5])
                ask("cardsModTime", cards=[*self.cards(), 5])
                ask("cardsToNotes", cards=[*self.cards(), 5])
                for card in [*self.cards(), 5][:2]:
                    ask("suspended", card=card)
            case 22 | 23:
                answers = [{"cardId": card, "ease": chance.randrange(1, 5)} for card in [*self.cards(), 5]]
                ask("answerCards", answers=answers)
                ask("getReviewsOfCards", cards=self.cards())
                ask("getNumCardsReviewedToday")
            case 24: self.change_model()
            case 25: self.media()


@pytest.fixture
def both(library, tmp_path, collection):
    copy_new_library(library)
    with AnkiServer(library, tmp_path / "key") as server:
        program = server.program()
        program("deleteDecks", decks=["First questions", "First words"], cardsToo=True)
        both = Both(program, Reference(collection))
        for deck in DECKS[1:]:
            both.ask("createDeck", deck=deck)
        both.ask("createModel", **TWO_SIDED)
        both.ask("createModel", **GAPS)
        both.ask("createModel", **CHANGING)
        yield both


@pytest.mark.parametrize("seed", range(400 if os.environ.get("OMENA_SOAK") else 4))
def test_random_requests_are_answered_as_anki_would(both, seed):
    requests = Requests(both, seed)
    for _ in range(250):
        requests.send()
    assert len(requests.notes) > 5
