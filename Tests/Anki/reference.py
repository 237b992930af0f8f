"""The real Anki behind the actions of AnkiConnect that Omena has, for comparison.

What AnkiConnect's documentation says of each action is done here with Anki's own Python package; the answers to searches,
duplicates and empty cards are Anki's.
"""

from anki.consts import QUEUE_TYPE_SUSPENDED
from anki.errors import SearchError
from anki.lang import set_lang
from anki.utils import field_checksum, strip_html_media


class Refused(Exception):
    """An error that AnkiConnect would answer with."""


class Reference:
    def __init__(self, collection):
        self.col = collection
        set_lang("en_US")

    def __call__(self, action, **params):
        """The result of an action, and the error, of which one is None."""
        try:
            return getattr(self, action)(**params), None
        except Refused as error:
            return None, str(error)

    # Decks

    def deckNames(self):
        return sorted(deck.name for deck in self.col.decks.all_names_and_ids())

    def createDeck(self, deck):
        return self.col.decks.id(deck)

    def changeDeck(self, cards, deck):
        known = [card for card in cards if self.has_card(card)]
        self.col.set_deck(known, self.col.decks.id(deck))

    def getDecks(self, cards):
        decks = {}
        for card in cards:
            decks.setdefault(self.col.decks.name(self.col.get_card(card).did), []).append(card)
        return decks

    # Notes

    def createModel(self, modelName, inOrderFields, cardTemplates, isCloze=False):
        models = self.col.models
        model = models.new(modelName)
        model["type"] = 1 if isCloze else 0
        for name in inOrderFields:
            models.add_field(model, models.new_field(name))
        for template in cardTemplates:
            made = models.new_template(template["Name"])
            made["qfmt"], made["afmt"] = template["Front"], template["Back"]
            models.add_template(model, made)
        models.add(model)

    def new_note(self, note):
        model = self.col.models.by_name(note["modelName"])
        if model is None:
            raise Refused(f"model was not found: {note['modelName']}")
        deck = self.col.decks.by_name(note["deckName"])
        if deck is None:
            raise Refused(f"deck was not found: {note['deckName']}")
        made = self.col.new_note(model)
        names = {name.lower(): name for name in made.keys()}
        for name, value in note["fields"].items():
            if name.lower() in names:
                made[names[name.lower()]] = value
        made.tags = [tag for tag in note.get("tags", [])]
        options = note.get("options", {})
        first = made.fields[0]
        if not strip_html_media(first).strip():
            raise Refused("cannot create note because it is empty")
        if not options.get("allowDuplicate") and self.is_duplicate(made, note, options):
            raise Refused("cannot create note because it is a duplicate")
        # AnkiConnect finds this out only when it adds the note; Omena says so before.
        if self.col.models.get(made.mid)["type"] == 1 and not made.cloze_numbers_in_fields():
            raise Refused("The field values you have provided would make an empty question on all cards.")
        return made, deck

    def is_duplicate(self, made, note, options):
        checksum = field_checksum(made.fields[0])
        text = strip_html_media(made.fields[0])
        rows = self.col.db.all("SELECT id, flds FROM notes WHERE csum = ? AND mid = ?", checksum, made.mid)
        found = [row[0] for row in rows if strip_html_media(row[1].split("\x1f")[0]) == text]
        if options.get("duplicateScope") != "deck":
            return bool(found)
        scope = options.get("duplicateScopeOptions", {})
        deck = self.col.decks.by_name(scope.get("deckName") or note["deckName"])
        if deck is None:
            return False
        decks = {deck["id"]}
        if scope.get("checkChildren"):
            decks |= set(self.col.decks.deck_and_child_ids(deck["id"]))
        return any(card.did in decks for number in found for card in self.col.get_note(number).cards())

    def addNote(self, note):
        made, deck = self.new_note(note)
        self.col.add_note(made, deck["id"])
        return made.id

    def canAddNotesWithErrorDetail(self, notes):
        details = []
        for note in notes:
            try:
                self.new_note(note)
                details.append({"canAdd": True})
            except Refused as error:
                details.append({"canAdd": False, "error": str(error)})
        return details

    def has_note(self, number):
        return bool(self.col.db.scalar("SELECT 1 FROM notes WHERE id = ?", number))

    def has_card(self, number):
        return bool(self.col.db.scalar("SELECT 1 FROM cards WHERE id = ?", number))

    def updateNoteFields(self, note):
        if not self.has_note(note["id"]):
            raise Refused(f"Note was not found: {note['id']}")
        changed = self.col.get_note(note["id"])
        for name, value in note["fields"].items():
            if name in changed:
                changed[name] = value
        self.col.update_note(changed)

    def addTags(self, notes, tags):
        self.col.tags.bulk_add([note for note in notes if self.has_note(note)], tags)

    def removeTags(self, notes, tags):
        self.col.tags.bulk_remove([note for note in notes if self.has_note(note)], tags)

    def deleteNotes(self, notes):
        self.col.remove_notes(notes)
        self.col.tags.clear_unused_tags()

    def getTags(self):
        self.col.tags.clear_unused_tags()
        return self.col.tags.all()

    def findNotes(self, query):
        try:
            return sorted(self.col.find_notes(query))
        except SearchError as error:
            raise Refused("invalid search") from error

    def findCards(self, query):
        try:
            return sorted(self.col.find_cards(query))
        except SearchError as error:
            raise Refused("invalid search") from error

    def notesInfo(self, notes):
        infos = []
        for number in notes:
            if not self.has_note(number):
                infos.append({})
                continue
            note = self.col.get_note(number)
            fields = {name: {"value": value, "order": order} for order, (name, value) in enumerate(note.items())}
            cards = [card.id for card in sorted(note.cards(), key=lambda card: card.ord)]
            model = note.note_type()["name"]
            infos.append({"noteId": number, "tags": note.tags, "fields": fields, "modelName": model, "cards": cards})
        return infos

    # Cards

    def cardsInfo(self, cards):
        infos = []
        for number in cards:
            if not self.has_card(number):
                infos.append({})
                continue
            card = self.col.get_card(number)
            note = card.note()
            fields = {name: {"value": value, "order": order} for order, (name, value) in enumerate(note.items())}
            infos.append({
                "cardId": number, "fields": fields, "note": card.nid, "ord": card.ord, "fieldOrder": card.ord,
                "deckName": self.col.decks.name(card.did), "modelName": card.note_type()["name"],
                "question": card.question(), "answer": card.answer(), "css": card.note_type()["css"],
                "type": card.type, "queue": card.queue, "reps": card.reps, "lapses": card.lapses,
                "interval": card.ivl, "factor": card.factor, "left": card.left, "flags": card.flags,
            })
        return infos

    def suspend(self, cards):
        return self.set_suspended(cards, True)

    def unsuspend(self, cards):
        return self.set_suspended(cards, False)

    def set_suspended(self, cards, suspended):
        for number in cards:
            if not self.has_card(number):
                raise Refused(f"Card was not found: {number}")
        changed = [n for n in cards if (self.col.get_card(n).queue == QUEUE_TYPE_SUSPENDED) != suspended]
        if changed and suspended:
            self.col.sched.suspend_cards(changed)
        elif changed:
            self.col.sched.unsuspend_cards(changed)
        return bool(changed)

    def areSuspended(self, cards):
        return [self.col.get_card(n).queue == QUEUE_TYPE_SUSPENDED if self.has_card(n) else None for n in cards]

    def areDue(self, cards):
        return [self.col.get_card(n).type == 0 or bool(self.col.find_cards(f"cid:{n} is:due")) for n in cards]

    def getIntervals(self, cards):
        return [self.col.get_card(n).ivl for n in cards]

    def modelFieldNames(self, modelName):
        model = self.col.models.by_name(modelName)
        if model is None:
            raise Refused(f"model was not found: {modelName}")
        return self.col.models.field_names(model)
