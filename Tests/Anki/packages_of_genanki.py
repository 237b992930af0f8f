"""Packages created with genanki, as scripts do, each with a feature of its own."""

import genanki

WORDS = ["omena", "яблуко", "りんご", "사과", "ਸੇਬ", "سیب", "תפוח", "μήλο", "苹果", "pomme"]


def model(number, fields=("Front", "Back"), templates=(("{{Front}}", "{{FrontSide}}<hr>{{Back}}"),), **options):
    return genanki.Model(
        1_600_000_000 + number,
        f"Made {number}",
        fields=[{"name": field} if isinstance(field, str) else field for field in fields],
        templates=[{"name": f"Card {index}", "qfmt": front, "afmt": back} for index, (front, back) in enumerate(templates, 1)],
        **options,
    )


def deck(number, name, notes, description=""):
    deck = genanki.Deck(1_700_000_000 + number, name, description)
    for note in notes:
        deck.add_note(note)
    return deck


def notes(model, rows, **options):
    return [genanki.Note(model=model, fields=list(row), **options) for row in rows]


def pairs():
    return [(word, f"apple {index}") for index, word in enumerate(WORDS)]


def build(kind, folder):
    """The decks of a package and the files that go with it."""
    match kind:
        case "basic":
            return [deck(1, "Words", notes(model(1), pairs()))], []
        case "genanki's own types":
            return [
                deck(
                    2,
                    "Built in",
                    notes(genanki.BASIC_MODEL, pairs()[:3])
                    + notes(genanki.BASIC_AND_REVERSED_CARD_MODEL, pairs()[3:6])
                    + notes(genanki.BASIC_OPTIONAL_REVERSED_CARD_MODEL, [("a", "b", "y"), ("c", "d", "")])
                    + notes(genanki.BASIC_TYPE_IN_THE_ANSWER_MODEL, pairs()[6:])
                    + notes(genanki.CLOZE_MODEL, [("{{c1::one}} {{c2::two::hint}}", "more"), ("{{c5::five}}", "")]),
                )
            ], []
        case "cloze":
            cloze = model(3, ("Text", "Extra"), [("{{cloze:Text}}", "{{cloze:Text}}<br>{{Extra}}")], model_type=genanki.Model.CLOZE)
            return [deck(3, "Gaps", notes(cloze, [("{{c1::a}} {{c2::b::hint}} {{c1::c}}", "x"), ("{{c3::日本}}", "y<br>z")]))], []
        case "conditions":
            many = model(
                4,
                ("A", "B", "C"),
                [("{{A}}{{#B}} {{B}}{{/B}}", "{{C}}"), ("{{#B}}{{B}}{{/B}}", "{{A}}"), ("{{^B}}{{C}}{{/B}}", "{{A}}")],
                sort_field_index=2,
            )
            return [deck(4, "Conditions", notes(many, [("a", "b", "c"), ("a", "", "c"), ("a", "b", ""), ("", "b", "")]))], []
        case "styles":
            styled = model(
                5,
                ({"name": "Word", "font": "Noto Sans", "size": 40, "rtl": True}, "Meaning"),
                [("<h1>{{Word}}</h1>", "{{text:Meaning}}")],
                css=".card { color: #333; font-family: serif } .card::after { content: '“' }",
                latex_pre="\\documentclass{article}\n\\usepackage{x}\n\\begin{document}",
                latex_post="\\end{document}\n",
            )
            return [deck(5, "Styles", notes(styled, [("سیب", "[latex]$x$[/latex] &lt;b&gt; <i>i</i>"), ("\\(y\\)", "{{no field}}")]))], []
        case "media":
            files = []
            for name in ["a.png", "päper 1.png", "sound.mp3", "unused.png"]:
                (folder / name).write_bytes(name.encode() * 40)
                files.append(str(folder / name))
            rows = [('<img src="a.png">', "[sound:sound.mp3]"), ('x <img src="päper 1.png"> y', '<img src="a.png">')]
            return [deck(6, "Pictures", notes(model(6), rows))], files
        case "tags":
            return [
                deck(7, "Tags", notes(model(7), pairs(), tags=["fruit", "a::b::c", "日本", "leech", "marked", "x'y", "wide\u3000space"]))
            ], []
        case "decks":
            kind = model(8)
            return [
                deck(80 + index, name, notes(kind, [(f"{name} {index}", "x")]), description=f"<b>{name}</b> & more")
                for index, name in enumerate(["One", "One::two", "One::two::three & 'four'", "日本::語", "x" * 80])
            ], []
        case "guids":
            kind = model(9)
            rows = [genanki.Note(model=kind, fields=[word, "x"], guid=guid) for word, guid in zip(WORDS, ["1", "a b", "q;{}|~", "日本", "g" * 60])]
            return [deck(9, "Guids", rows + [genanki.Note(model=kind, fields=["due", "y"], due=77)])], []
        case "suspended":
            rows = notes(model(10, templates=[("{{Front}}", "{{Back}}"), ("{{Back}}", "{{Front}}")]), pairs())
            for note in rows[::3]:
                note.cards[0].suspend = True
            return [deck(10, "Some rest", rows)], []


KINDS = [
    "basic", "genanki's own types", "cloze", "conditions", "styles", "media", "tags", "decks", "guids", "suspended",
]


def write(kind, path, folder):
    decks, files = build(kind, folder)
    package = genanki.Package(decks)
    package.media_files = files
    package.write_to_file(str(path))
