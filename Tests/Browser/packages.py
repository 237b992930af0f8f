"""Packages of HTML cards, made by the real Anki."""

import subprocess

from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions
from serving import BINARY


class Package:
    """A collection under construction; `exported` writes its package, which `import_into` then imports."""

    def __init__(self, folder, deck):
        self.path = folder / "cards.apkg"
        self.collection = Collection(str(folder / "collection.anki2"))
        self.deck = self.collection.decks.id(deck)

    def kind(self, name, fields, front, back, css="", cloze=False):
        """A note type with one template."""
        models = self.collection.models
        model = models.new(name)
        model["type"] = int(cloze)
        for field in fields:
            models.add_field(model, models.new_field(field))
        template = models.new_template("Card 1")
        template["qfmt"], template["afmt"] = front, back
        models.add_template(model, template)
        model["css"] = css
        models.add(model)
        return models.by_name(name)

    def occlusion(self):
        """Anki's own note type for image occlusion."""
        self.collection.add_image_occlusion_notetype()
        return self.collection.models.by_name("Image Occlusion")

    def medium(self, name, content):
        self.collection.media.write_data(name, content)

    def add(self, kind, *texts):
        note = self.collection.new_note(kind)
        note.fields[: len(texts)] = texts
        self.collection.add_note(note, self.deck)

    def exported(self):
        """Writes the package; nothing can be added afterwards."""
        options = ExportAnkiPackageOptions(with_scheduling=False, with_deck_configs=False, with_media=True, legacy=True)
        self.collection.export_anki_package(out_path=str(self.path), options=options, limit=DeckIdLimit(self.deck))
        self.collection.close()
        return self.path.read_bytes()

    def import_into(self, omena):
        command = [BINARY, "import", self.path, *omena.choice]
        subprocess.run([*map(str, command)], check=True, capture_output=True, timeout=60)
