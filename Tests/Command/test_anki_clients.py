"""What programs made for Anki send, in the order and shape in which they send it, and what they read of the answers.

Each transcript was written from the public source of its program. It runs with a key, and without one after the learner
has allowed the program; refused, the same requests change nothing and tell nothing.
"""

import base64
import json
import time

import pytest
from programs import PICTURE, allow, contents, note

SOUND = base64.b64encode(b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 50).decode()


def is_ids(value):
    return isinstance(value, list) and all(type(number) is int for number in value)


def yomitan(ask):
    """Version 2, so results are bare; the key is also in each inner action, as the program writes it."""
    scope = {"deckName": None, "checkChildren": False, "checkAllModels": False}
    options = {"allowDuplicate": True, "duplicateScope": "collection", "duplicateScopeOptions": scope}
    strict = {**options, "allowDuplicate": False}
    assert ask("version") >= 2
    assert "Default" in ask("deckNames") and "Basic" in ask("modelNames")
    assert ask("modelFieldNames", modelName="Basic") == ["Front", "Back"]
    assert ask("apiReflect", scopes=["actions"], actions=["guiEditNote"]) == {"scopes": ["actions"], "actions": ["guiEditNote"]}

    assert ask("canAddNotesWithErrorDetail", notes=[note(options=strict, Front="生活", Back="")]) == [{"canAdd": True}]
    name = ask("storeMediaFile", filename="yomitan_audio_生活.mp3", data=SOUND)
    assert isinstance(name, str)
    added = ask("addNote", note=note(tags=["yomitan"], options=options, Front="生活", Back=f"life [sound:{name}]"))
    assert type(added) is int

    detail = ask("canAddNotesWithErrorDetail", notes=[note(options=strict, Front="生活", Back="")])
    assert detail == [{"canAdd": False, "error": "cannot create note because it is a duplicate"}]
    inner = {"version": 2, "key": ask.key} if ask.key else {"version": 2}
    find = {"action": "findNotes", "params": {"query": '"deck:Default" "front:生活"'}, **inner}
    assert ask("multi", actions=[find]) == [[added]]
    (info,) = ask("notesInfo", notes=[added])
    assert info["noteId"] == added and info["tags"] == ["yomitan"] and is_ids(info["cards"])
    assert info["fields"]["Back"]["value"].startswith("life ")
    (card,) = ask("cardsInfo", cards=info["cards"])
    assert card["note"] == added and card["flags"] == 0 and card["queue"] == 0

    assert ask("updateNoteFields", note={"id": added, "fields": {"Back": "life, living"}}) is None
    assert ask("guiEditNote", note=added) is None
    assert is_ids(ask("guiBrowse", query=f"nid:{added}"))
    cards = ask("findCards", query=f"nid:{added}")
    assert ask("suspend", cards=cards) is True
    assert ask("areSuspended", cards=cards) == [True]
    assert ask("sync") is None
    return added


def asbplayer(ask):
    assert ask("requestPermission")["permission"] == "granted"
    assert ask("version") == 6
    ask("createModel", modelName="Mined", inOrderFields=["Expression", "Audio", "Image"],
        cardTemplates=[{"Name": "Card 1", "Front": "{{Expression}}", "Back": "{{Audio}}{{Image}}"}], css=".card {}")
    ask("createDeck", deck="Mining")
    options = {"allowDuplicate": True, "duplicateScope": "deck", "duplicateScopeOptions": {"deckName": "Mining", "checkChildren": False}}
    assert ask("storeMediaFile", filename="clip.webm", data=SOUND, deleteExisting=False).startswith("clip")
    added = ask("addNote", note={**note("Mining", "Mined", ["a b"], options, Expression="猫"),
                                 "audio": {"filename": "猫.mp3", "data": SOUND, "fields": ["Audio"]},
                                 "picture": [{"filename": "猫.png", "data": PICTURE, "fields": ["Image"]}]})
    assert max(ask("findNotes", query="added:1"), key=str) == added
    (info,) = ask("notesInfo", notes=[added])
    assert info["fields"]["Audio"]["value"] == "[sound:猫.mp3]"
    assert info["fields"]["Image"]["value"] == '<img src="猫.png">'
    assert abs(info["mod"] - time.time()) < 60
    assert ask("updateNoteFields", note={"id": added, "fields": {"Expression": "猫 (cat)"}}) is None
    assert ask("addTags", notes=[added], tags="mined film") is None
    assert ask("guiAddCards", note=note("Mining", "Mined", Expression="犬")) == 0

    found = ask("findNotes", query='"deck:Mining" ("Expression:_*" OR "Audio:_*")')
    assert found == [added]
    cards = ask("findCards", query='"deck:Mining"')
    assert [row["cardId"] for row in ask("cardsModTime", cards=cards)] == cards
    assert ask("areSuspended", cards=cards) == [False]
    for query in ["edited:1", "rated:1", "prop:due<=1", "is:due"]:
        assert is_ids(ask("findNotes", query=f'"deck:Mining" {query}'))


def obsidian_to_anki(ask):
    def multi(*actions):
        return {"action": "multi", "version": 6, "params": {"actions": list(actions)}}

    def one(action, **params):
        return {"action": action, "version": 6, "params": params}

    assert "Basic" in ask("modelNames") and is_ids(ask("findNotes", query=""))
    notes = [note(tags=["Obsidian"], Front=f"question {n}", Back="<p>answer</p>") for n in range(3)]
    outer = ask("multi", actions=[
        multi(multi(*[one("addNote", note=sent) for sent in notes + [note(Front="")]])),
        one("notesInfo", notes=[]), one("getTags"), multi(multi()), one("deleteNotes", notes=[]),
        multi(one("storeMediaFile", filename="x.png", data=PICTURE)),
    ])
    assert all(part["error"] is None for part in outer)
    replies = outer[0]["result"][0]["result"]
    assert [reply["error"] for reply in replies] == [None] * 3 + ["cannot create note because it is empty"]
    added = [reply["result"] for reply in replies[:3]]
    assert added == sorted(added)
    cards = [card for info in ask("notesInfo", notes=added) for card in info["cards"]]
    second = ask("multi", actions=[
        multi(one("changeDeck", cards=cards, deck="Vault::Notes")), one("removeTags", notes=added, tags="Obsidian"),
        multi(one("addTags", notes=added, tags="seen")),
    ])
    assert all(part["error"] is None for part in second)
    assert ask("getDecks", cards=cards) == {"Vault::Notes": cards}


def flashcards_obsidian(ask):
    assert ask("version") == 6
    model = {"inOrderFields": ["Front", "Back", "Source"], "cardTemplates": [{"Front": "{{Front}}", "Back": "{{Back}}"}]}
    made = ask("multi", actions=[
        {"action": "createModel", "params": {**model, "modelName": f"Obsidian-{kind}"}} for kind in ["basic", "spaced"]
    ])
    # Inner actions have no version, so their results are bare.
    assert [one["name"] for one in made] == ["Obsidian-basic", "Obsidian-spaced"]
    again = ask("multi", actions=[{"action": "createModel", "params": {**model, "modelName": "Obsidian-basic"}}])
    assert again == [{"result": None, "error": "Model name already exists"}]
    assert ask("retrieveMediaFile", filename="none.png") is False
    assert type(ask("createDeck", deck="Obsidian")) is int
    added = ask("addNotes", notes=[note("Obsidian", "Obsidian-basic", Front=f"card {n}", Back="b", Source="s") for n in range(2)])
    assert is_ids(added) and len(added) == 2
    assert ask("changeDeck", cards=added, deck="Moved") is None
    cards = [card for info in ask("notesInfo", notes=added) for card in info["cards"]]
    assert {card["deckName"] for card in ask("cardsInfo", cards=cards)} == {"Moved"}
    assert ask("deleteNotes", notes=added[:1]) is None
    assert ask("notesInfo", notes=added)[0] == {}


def mpvacious(ask):
    now = time.time() * 1000
    assert ask("changeDeck", cards={}, deck="Sentences") is None
    assert ask("findModelsByName", modelNames=["Basic"])[0]["flds"][1]["name"] == "Back"
    added = ask("addNote", note=note("Sentences", options={"allowDuplicate": False, "duplicateScope": "deck"}, Front="文", Back=""))
    newest = ask("findNotes", query='added:1 "note:Basic" "deck:Sentences"')[-1]
    # It takes a note for new whose number is a moment of the last two minutes.
    assert newest == added and now - 120_000 < newest < now + 60_000
    assert ask("guiBrowse", query="nid:1") == []
    assert ask("notesInfo", notes=[newest])[0]["fields"]["Front"]["value"] == "文"
    assert ask("updateNoteFields", note={"id": newest, "fields": {"Back": "[sound:a.ogg]"}}) is None
    assert ask("addTags", notes=[newest], tags="mpv") is None
    assert ask("guiSelectedNotes") == []


def ames(ask):
    ask("addNote", note=note(Front="screen", Back=""))
    newest = max(ask("findNotes", query="added:1"))
    ask("guiBrowse", query="nid:1")
    # It may not read files unless the learner allows it; the field tells so, and the note stays.
    assert ask("updateNoteFields", note={"id": newest, "fields": {}, "picture": [
        {"path": "/etc/hostname", "filename": "x.png", "fields": ["Back"]}]}) is None
    assert "may not read files" in ask("notesInfo", notes=[newest])[0]["fields"]["Back"]["value"]
    ask("addTags", notes=[newest], tags="ames")
    assert ask("modelTemplates", modelName="Basic") == {"Forward": {"Front": "{{Front}}", "Back": "{{Back}}"}}
    assert "css" in ask("modelStyling", modelName="Basic")


def game_sentence_miner(ask):
    before = ask("findNotes", query="added:1")
    added = ask("addNote", note=note(Front="ゲーム", Back=""))
    assert ask("findNotes", query="added:1") == before + [added]
    name = ask("storeMediaFile", filename="C:\\Users\\me\\clip.mp3", data=SOUND)
    assert "\\" not in name and base64.b64decode(ask("retrieveMediaFile", filename=name)) == base64.b64decode(SOUND)
    ask("updateNoteFields", note={"id": added, "fields": {"Back": f"[sound:{name}]"}})
    ask("addTags", notes=[added], tags="gsm")
    ask("removeTags", notes=[added], tags="gsm")
    cards = ask("findCards", query=f"nid:{added}")
    assert ask("getIntervals", cards=[str(card) for card in cards]) == [0]
    assert ask("getReviewsOfCards", cards=cards) == {str(cards[0]): []}
    assert ask("guiEditNote", note=added) is None
    ask("deleteNotes", notes=[added])


def memento(ask):
    assert ask("version") >= 6
    assert "Default" in ask("deckNames")
    assert ask("canAddNotes", notes=[note(Front="見る", Back="")]) == [True]
    store = {"action": "storeMediaFile", "params": {"filename": "m.png", "data": PICTURE}}
    assert ask("multi", actions=[store]) == ["m.png"]
    added = ask("addNote", note=note(Front="見る", Back="<img src=m.png>"))
    assert ask("canAddNotes", notes=[note(Front="見る", Back="")]) == [False]
    assert is_ids(ask("guiBrowse", query=f"nid:{added}"))


def jl(ask):
    assert ask("canAddNotes", notes=[note(Front="食べる")]) == [True]
    skipped = {"data": base64.b64encode(b"no audio").decode(), "filename": "no.mp3", "skipHash": "f1e9f2a2a1cb8d1b1bb2c5dd1a9ac3d5"}
    audio = {"data": SOUND, "filename": "taberu.mp3", "skipHash": "00000000000000000000000000000000", "fields": ["Back"]}
    added = ask("addNote", note={**note(Front="食べる", Back="eat "), "audio": audio, "picture": {**skipped, "fields": []}})
    assert ask("notesInfo", notes=[added])[0]["fields"]["Back"]["value"] == "eat [sound:taberu.mp3]"
    assert ask("sync") is None


def odh_and_saladict(ask):
    assert ask("version") == 6
    ask("createModel", modelName="Saladict Word", inOrderFields=["Date", "Text"], cardTemplates=[{"Front": "{{Date}}", "Back": "{{Text}}"}])
    ask("updateModelTemplates", model={"name": "Saladict Word", "templates": {"Card 1": {"Back": "{{Text}}!"}}})
    assert ask("modelTemplates", modelName="Saladict Word")["Card 1"]["Back"] == "{{Text}}!"
    added = ask("addNote", note=note("Default", "Saladict Word", Date="123", Text="love"))
    assert ask("findNotes", query="deck:Default Date:123") == [added]
    ask("updateNoteFields", note={"id": added, "fields": {"Text": "like"}})


def anki_editor(ask):
    def one(action, **params):
        return {"action": action, "version": 6, "params": params}

    made = ask("multi", actions=[one("createDeck", deck="Org"), one("addNote", note=note("Org", Front="heading", Back="<p>\nbody</p>"))])
    assert [reply["error"] for reply in made] == [None, None]
    added = made[1]["result"]
    (info,) = ask("multi", actions=[one("notesInfo", notes=[added])])
    ask("multi", actions=[one("updateNote", note={"id": added, "fields": {"Back": "new"}, "tags": ["org"]})])
    ask("multi", actions=[one("changeDeck", cards=info["result"][0]["cards"], deck="Org::Sub")])
    (changed,) = ask("notesInfo", notes=[added])
    assert changed["tags"] == ["org"] and changed["fields"]["Back"]["value"] == "new"


def logseq(ask):
    ask("createModel", modelName="Logseq", inOrderFields=["uuid", "Text"], isCloze=True,
        cardTemplates=[{"Name": "c", "Front": "{{cloze:Text}}", "Back": "{{cloze:Text}}{{uuid}}"}])
    added = ask("addNote", note=note("Default", "Logseq", uuid="1-2", Text="{{c1::placeholder}}"))
    ask("updateNoteFields", note={"id": added, "fields": {"Text": "{{c1::a}} and {{c2::b}}"}})
    assert ask("findNotes", query='"note:Logseq"') == [added]
    assert len(ask("notesInfo", notes=[added])[0]["cards"]) == 2
    assert ask("removeEmptyNotes") is None
    assert isinstance(ask("getMediaFilesNames", pattern="*.css"), list)


def koplugin(ask):
    assert ask("requestPermission")["permission"] == "granted"
    added = ask("addNote", note={**note(Front="本", Back=""), "audio": {"url": "http://127.0.0.1:9/a.mp3", "filename": "a.mp3", "fields": ["Back"]}})
    assert "may not have files downloaded" in ask("notesInfo", notes=[added])[0]["fields"]["Back"]["value"]


def lute(ask):
    results = ask("multi", actions=[
        {"action": "storeMediaFile", "params": {"filename": "LUTE_TERM_1.jpg", "url": "http://127.0.0.1:9/1.jpg"}},
        {"action": "addNote", "params": {"note": note(Front="gato", Back="cat")}},
    ])
    assert "error" in results[0] and type(results[1]) is int


def yomine(ask):
    assert all(type(number) is int for number in ask("deckNamesAndIds").values())
    added = ask("addNote", note=note(Front="山", Back="mountain"))
    (info,) = ask("notesInfo", notes=[added])
    assert info.keys() == {"noteId", "profile", "tags", "fields", "modelName", "mod", "cards"}
    (card,) = ask("cardsInfo", cards=info["cards"])
    assert card["interval"] >= 0 and card["due"] >= 0
    assert ask("getIntervals", cards=info["cards"]) == [0]
    assert ask("guiSelectCard", card=info["cards"][0]) in (True, False)


def mcp_server(ask):
    assert "Basic" in ask("modelNamesAndIds")
    added = ask("addNote", note=note(Front="mcp", Back="server"))
    (card,) = ask("findCards", query=f"nid:{added}")
    assert ask("answerCards", answers=[{"cardId": card, "ease": 3}, {"cardId": 1, "ease": 3}]) == [True, False]
    (review,) = ask("getReviewsOfCards", cards=[card])[str(card)]
    assert review["ease"] == 3 and review["type"] == 0
    assert ask("getNumCardsReviewedToday") >= 1
    assert ask("setDueDate", cards=[card, 1], days="3-7") is True
    stats = ask("getDeckStats", decks=["Default"])
    assert stats["1"]["name"] == "Default"
    assert ask("guiReviewActive") is False


def vs_code(ask):
    assert "Basic" in ask("modelNames")
    store = {"action": "storeMediaFile", "params": {"filename": "_code.css", "data": base64.b64encode(b".x{}").decode()}}
    assert ask("multi", actions=[store]) == ["_code.css"]
    ask("createDeck", deck="Code")
    (added,) = ask("addNotes", notes=[note("Code", Front="let", Back="const")])
    error = ask.error("addNotes", notes=[note("Code", Front="let"), note("Code", "Nope", Front="x")])
    assert error == "['cannot create note because it is a duplicate', 'model was not found: Nope']"
    ask("updateNoteFields", note={"id": added, "fields": {"Back": "var"}})


# Each with how it introduces itself, and the version that it asks for.
CLIENTS = {
    "yomitan": (yomitan, {"origin": "chrome-extension://likgccmbimhjbgkjambclfkhldnlhbnn", "version": 2}),
    "asbplayer": (asbplayer, {"origin": "chrome-extension://hkledmpjpaehamkiehglnbelcpdflcab", "content_type": "text/plain;charset=UTF-8"}),
    "obsidian-to-anki": (obsidian_to_anki, {"origin": "app://obsidian.md"}),
    "flashcards-obsidian": (flashcards_obsidian, {"origin": "app://obsidian.md"}),
    "mpvacious": (mpvacious, {"agent": "curl/8.9.1"}),
    "ames": (ames, {"agent": "curl/8.9.1"}),
    "game-sentence-miner": (game_sentence_miner, {"agent": "python-requests/2.32.3"}),
    "memento": (memento, {"agent": "Mozilla/5.0"}),
    "jl": (jl, {"agent": None}),
    "odh-and-saladict": (odh_and_saladict, {"origin": "moz-extension://4f7bd8e1-3c1e-4f0a-9a40-7d1f0c1f3b22"}),
    "anki-editor": (anki_editor, {"agent": "curl/8.9.1"}),
    "logseq": (logseq, {"origin": "lsp://logseq.io"}),
    "koplugin": (koplugin, {"agent": "LuaSocket/3.0"}),
    "lute": (lute, {"agent": "python-requests/2.32.3", "version": None}),
    "yomine": (yomine, {"agent": "yomine"}),
    "mcp-server": (mcp_server, {"agent": "node"}),
    "vs-code": (vs_code, {"agent": "node"}),
}
every_client = pytest.mark.parametrize("client", CLIENTS)


@every_client
def test_a_client_with_the_key_works(server, client):
    transcript, options = CLIENTS[client]
    transcript(server.program(**options))


@every_client
def test_a_client_that_the_learner_allowed_works_without_the_key(server, client):
    transcript, options = CLIENTS[client]
    program = server.program(**options, key=None)
    program.send(json.dumps(program.body("requestPermission")))
    allow(server)
    transcript(program)


@every_client
def test_a_client_that_was_not_allowed_changes_and_learns_nothing(server, client):
    transcript, options = CLIENTS[client]
    before = contents(server)
    with pytest.raises((AssertionError, KeyError, TypeError)):
        transcript(server.program(**options, key=None))
    program = server.program(**options, key=None)
    for action, params in [("deckNames", {}), ("findNotes", {"query": ""}), ("addNote", {"note": note(Front="x")})]:
        status, _, body = program.send(json.dumps(program.body(action, **params)))
        if program.headers.get("Origin"):
            assert (status, body) == (403, b"")
        else:
            assert json.loads(body) == {"result": None, "error": "valid api key must be provided"}
    assert contents(server) == before
