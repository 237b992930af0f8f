"""The real Anki behind the actions of AnkiConnect that Omena has, for comparison.

What AnkiConnect's documentation says of each action is done here with Anki's own Python package; the answers to searches,
duplicates and empty cards are Anki's.
"""

import base64
import fnmatch
import hashlib
import os
import re
import unicodedata

from anki.consts import QUEUE_TYPE_SUSPENDED
from anki.errors import CardTypeError, SearchError
from anki.lang import set_lang
from anki.utils import field_checksum, strip_html_media


# Characters that names of media cannot have.
ILLEGAL = r'[][><:"/?*^\\|\0\r\n]'


# Stands for all errors of templates, which Anki words in its own way.
TEMPLATE = "a template is wrong"


class Refused(Exception):
    """An error that AnkiConnect would answer with."""


class Reference:
    def __init__(self, collection):
        self.col = collection
        # Omena schedules by FSRS.
        collection.set_config("fsrs", True)
        set_lang("en_US")

    def __call__(self, action, **params):
        """The result of an action, and the error, of which one is None."""
        try:
            return getattr(self, action)(**params), None
        except Refused as error:
            return None, str(error)
        except CardTypeError:
            return None, TEMPLATE

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

    def addNotes(self, notes):
        added, errors = [], []
        for note in notes:
            try:
                added.append(self.addNote(note))
            except Refused as error:
                errors.append(str(error))
        if errors:
            self.deleteNotes(added)
            raise Refused(str(errors))
        return added

    def canAddNoteWithErrorDetail(self, note):
        try:
            self.new_note(note)
            return {"canAdd": True}
        except Refused as error:
            return {"canAdd": False, "error": str(error)}

    def canAddNotesWithErrorDetail(self, notes):
        return [self.canAddNoteWithErrorDetail(note) for note in notes]

    def canAddNote(self, note):
        return self.canAddNoteWithErrorDetail(note)["canAdd"]

    def canAddNotes(self, notes):
        return [self.canAddNote(note) for note in notes]

    def has_note(self, number):
        return bool(self.col.db.scalar("SELECT 1 FROM notes WHERE id = ?", number))

    def has_card(self, number):
        return bool(self.col.db.scalar("SELECT 1 FROM cards WHERE id = ?", number))

    def known_note(self, number):
        if not self.has_note(number):
            raise Refused(f"Note was not found: {number}")
        return self.col.get_note(number)

    def updateNote(self, note):
        if "fields" not in note and "tags" not in note:
            raise Refused('Must provide a "fields" or "tags" property.')
        if "fields" in note:
            self.updateNoteFields(note)
        if "tags" in note:
            self.updateNoteTags(note["id"], note["tags"])

    def updateNoteTags(self, note, tags):
        changed = self.known_note(note)
        changed.tags = list(tags)
        self.col.update_note(changed)

    def getNoteTags(self, note):
        return self.known_note(note).tags

    def replaceTags(self, notes, tag_to_replace, replace_with_tag):
        for number in notes:
            if not self.has_note(number):
                continue
            note = self.col.get_note(number)
            if note.has_tag(tag_to_replace):
                note.remove_tag(tag_to_replace)
                note.add_tag(replace_with_tag)
                self.col.update_note(note)

    def replaceTagsInAllNotes(self, tag_to_replace, replace_with_tag):
        self.replaceTags(self.col.find_notes(""), tag_to_replace, replace_with_tag)

    def notesModTime(self, notes):
        return [{"noteId": number, "mod": 0} if self.has_note(number) else {} for number in notes]

    def updateNoteFields(self, note):
        changed = self.known_note(note["id"])
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

    # Note types

    def model(self, name):
        model = self.col.models.by_name(name)
        if model is None:
            raise Refused(f"model was not found: {name}")
        return model

    def named(self, model, kind, name):
        for part in model["flds" if kind == "field" else "tmpls"]:
            if part["name"] == name:
                return part
        raise Refused(f"{kind} was not found in {model['name']}: {name}")

    def save(self, model):
        self.col.models.update_dict(model)

    def modelNames(self):
        return sorted(each.name for each in self.col.models.all_names_and_ids())

    def modelTemplates(self, modelName):
        return {each["name"]: {"Front": each["qfmt"], "Back": each["afmt"]} for each in self.model(modelName)["tmpls"]}

    def modelStyling(self, modelName):
        return {"css": self.model(modelName)["css"]}

    def updateModelTemplates(self, model):
        changed = self.model(model["name"])
        for template in changed["tmpls"]:
            sent = model["templates"].get(template["name"], {})
            template["qfmt"] = sent.get("Front") or template["qfmt"]
            template["afmt"] = sent.get("Back") or template["afmt"]
        self.save(changed)

    def updateModelStyling(self, model):
        changed = self.model(model["name"])
        changed["css"] = model["css"]
        self.save(changed)

    def modelFieldAdd(self, modelName, fieldName, index=None):
        model = self.model(modelName)
        if all(field["name"] != fieldName for field in model["flds"]):
            self.col.models.add_field(model, self.col.models.new_field(fieldName))
        if index is not None:
            self.col.models.reposition_field(model, self.named(model, "field", fieldName), index)
        self.save(model)

    def modelFieldRename(self, modelName, oldFieldName, newFieldName):
        model = self.model(modelName)
        self.col.models.rename_field(model, self.named(model, "field", oldFieldName), newFieldName)
        self.save(model)

    def modelFieldRemove(self, modelName, fieldName):
        model = self.model(modelName)
        self.col.models.remove_field(model, self.named(model, "field", fieldName))
        self.save(model)

    def modelFieldReposition(self, modelName, fieldName, index):
        model = self.model(modelName)
        self.col.models.reposition_field(model, self.named(model, "field", fieldName), index)
        self.save(model)

    def modelTemplateAdd(self, modelName, template):
        model = self.model(modelName)
        for made in model["tmpls"]:
            if made["name"] == template["Name"]:
                break
        else:
            made = self.col.models.new_template(template["Name"])
            self.col.models.add_template(model, made)
        made["qfmt"], made["afmt"] = template["Front"], template["Back"]
        self.save(model)

    def modelTemplateRename(self, modelName, oldTemplateName, newTemplateName):
        model = self.model(modelName)
        self.named(model, "template", oldTemplateName)["name"] = newTemplateName
        self.save(model)

    def modelTemplateRemove(self, modelName, templateName):
        model = self.model(modelName)
        self.col.models.remove_template(model, self.named(model, "template", templateName))
        self.save(model)

    def modelTemplateReposition(self, modelName, templateName, index):
        model = self.model(modelName)
        self.col.models.reposition_template(model, self.named(model, "template", templateName), index)
        self.save(model)

    # Media

    def storeMediaFile(self, filename, data, skipHash=None, deleteExisting=True):
        content = base64.b64decode(data)
        if skipHash == hashlib.md5(content).hexdigest():
            return None
        if deleteExisting:
            self.deleteMediaFile(filename)
        return self.col.media.write_data(filename, content)

    def retrieveMediaFile(self, filename):
        name = re.sub(ILLEGAL, "", unicodedata.normalize("NFC", os.path.basename(filename)))
        path = os.path.join(self.col.media.dir(), name)
        if not os.path.isfile(path):
            return False
        with open(path, "rb") as file:
            return base64.b64encode(file.read()).decode()

    def getMediaFilesNames(self, pattern="*"):
        return sorted(name for name in os.listdir(self.col.media.dir()) if fnmatch.fnmatchcase(name, pattern))

    def deleteMediaFile(self, filename):
        self.col.media.trash_files([filename])

    # Cards

    def known_card(self, number):
        if not self.has_card(number):
            raise Refused(f"Card was not found: {number}")
        return self.col.get_card(number)

    def cardsToNotes(self, cards):
        return sorted({self.col.get_card(number).nid for number in cards if self.has_card(number)})

    def cardsModTime(self, cards):
        return [{"cardId": number, "mod": 0} if self.has_card(number) else {} for number in cards]

    def suspended(self, card):
        return self.known_card(card).queue == QUEUE_TYPE_SUSPENDED

    def answerCards(self, answers):
        accepted = []
        for answer in answers:
            if self.has_card(answer["cardId"]):
                card = self.col.get_card(answer["cardId"])
                card.start_timer()
                self.col.sched.answerCard(card, answer["ease"])
            accepted.append(self.has_card(answer["cardId"]))
        return accepted

    def getReviewsOfCards(self, cards):
        columns = ["id", "usn", "ease", "ivl", "lastIvl", "factor", "time", "type"]
        rows = {}
        for card in cards:
            found = self.col.db.all(f"SELECT {', '.join(columns)} FROM revlog WHERE cid = ? ORDER BY id", card)
            rows[str(card)] = [dict(zip(columns, row)) for row in found]
        return rows

    def getNumCardsReviewedToday(self):
        start = (self.col.sched.day_cutoff - 86_400) * 1000
        return self.col.db.scalar("SELECT count() FROM revlog WHERE id > ?", start)

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
