"""Every address of a server, by the routes that the program declares."""

import json
import re

from serving import ROOT

HASH = "0" * 64

# One address at least for each case of `Route` and the routes within it, as on a server of a single learner.
ROUTES = {
    "Route": {
        "home": "/",
        "study": "/study/learn?deck=a /study/browse?query=a /study/review?tag=t /study/quiz?deck=a /study/race?deck=a",
        "tomorrow": "/study/tomorrow?deck=a",
        "studyCards": "/study/cards",
        "reviews": "/reviews",
        "statistics": "/statistics /statistics?deck=a",
        "scheduler": "/statistics/scheduler",
        "outlook": "/statistics/scheduler/outlook",
        "schedulerProgress": "/statistics/scheduler/progress",
        "generate": "/cards/generate /cards/1/generate",
        "warmUp": "/cards/generate/warm",
        "importFile": "/import",
        "importResult": "/import/ab",
        "stopImport": "/import/stop?id=ab",
        "exportFile": "/export /export?as=json&schedules=on",
        "lookup": "/settings/generate",
        "mapSources": "/settings/map",
        "api": "/api/v1/openapi.json",
        "asset": "/assets/0/css/tokens.css",
        "media": f"/media/{HASH}",
        "sheet": "/sheets/1/ab",
        "addMedium": "/media",
        "manifest": "/manifest.webmanifest",
        "worker": "/worker.js",
        "welcome": "/welcome",
        "firstWords": "/welcome/words/1",
        "phone": "/phone",
        "otherPrograms": "/welcome/import",
        "help": "/help",
        "chapter": "/help/lock",
        "offline": "/offline",
        "settings": "/settings",
        "browser": "/browsers/1",
        "backups": "/backups",
        "backup": "/backups/2026-01-01T000000.000Z-day",
        "pair": "/pair",
        "unlock": "/unlock",
        "unlocked": "/unlocked",
        "unlockBy": "/unlock/passphrase /unlock/recovery /unlock/passkey /unlock/challenge /unlock/salt",
        "lock": "/lock",
        "status": "/status",
        "pairingCodes": "/pairing-codes",
        "reviewLog": "/review-log",
        "memories": "/memories",
        "parameters": "/parameters",
        "maintenance": "/upkeep/backup /upkeep/restore /upkeep/check /upkeep/import /upkeep/export /upkeep/sync",
    },
    "CardsRoute": {
        "list": "/cards /cards?query=heliotrope",
        "selection": "/cards/selection",
        "replace": "/cards/replace",
        "drafts": "/cards/drafts",
        "newNote": "/cards/new",
        "note": "/cards/1",
        "card": "/cards/1/card?face=1",
        "log": "/cards/1/log?face=1",
        "actions": "/cards/actions",
        "undo": "/undo",
        "redo": "/redo",
        "history": "/history",
        "bin": "/bin",
        "types": "/types",
        "newType": "/types/new?from=1",
        "type": "/types/1",
        "tags": "/tags",
        "tag": "/tags/t",
        "decks": "/decks",
        "starters": "/decks/starter",
        "newDeck": "/decks/new",
        "deck": "/decks/1",
        "deckOptions": "/decks/1/options",
    },
    "PlacesRoute": {
        "map": "/places",
        "pins": "/places/pins",
        "point": "/places/point?text=a",
        "place": "/places/1",
        "tiles": "/places/tiles",
        "nearby": "/places/nearby",
        "picture": "/places/pictures/a.jpg",
        "articles": "/places/articles",
    },
    "LockRoute": {
        "overview": "/settings/lock",
        "on": "/settings/lock/on",
        "off": "/settings/lock/off",
        "passkey": "/settings/lock/passkey",
        "passphrase": "/settings/lock/passphrase",
        "recoveryCode": "/settings/lock/recovery-code",
        "key": "/settings/lock/key",
        "name": f"/settings/lock/{'0' * 32}/name",
        "removal": f"/settings/lock/{'0' * 32}/remove",
        "idle": "/settings/lock/idle",
        "history": "/settings/lock/history",
    },
    "ConnectRoute": {
        "overview": "/settings/connections",
        "client": "/settings/connections/1",
        "news": "/settings/connections/news",
    },
    "SyncRoute": {
        "pair": "/sync/pair",
        "facts": "/sync/facts",
        "firstCopy": "/sync/library",
        "lackingMedia": "/sync/media/lacking",
        "media": f"/sync/media/{HASH}",
        "overview": "/settings/sync",
        "peer": "/settings/sync/1",
        "restore": "/settings/sync/restore",
    },
    "ClassesRoute": {"all": "/classes", "one": "/classes/0000000000000001"},
    # At the root of a server of several learners.
    "AccountsRoute": {
        "home": "/",
        "signIn": "/sign-in",
        "passkeyQuestion": "/sign-in/question",
        "passkey": "/sign-in/passkey",
        "signedIn": "/signed-in",
        "people": "/people",
        "signOut": "/sign-out",
        "join": "/join",
        "newPasskey": "/join/passkey",
        "joinClass": "/class",
        "admin": "/admin",
    },
}


def declared():
    """The cases of the routes in the program's source, without those that only lead to another of these types."""
    found = {}
    for path in (ROOT / "Sources/Pages").rglob("*Route.swift"):
        for name, body in re.findall(r"^package enum (\w*Route)\b[^{]*{\n(.*?)^}", path.read_text(), re.S | re.M):
            cases = re.findall(r"^    case (\w+)(?:\((\w*Route)\))?", body, re.M)
            found[name] = {case for case, within in cases if not within}
    return found


def paths(*names):
    """The addresses of some types of routes, in the order of their table."""
    return [path for name in names for several in ROUTES[name].values() for path in several.split()]


OF_A_LEARNER = paths(*(name for name in ROUTES if name != "AccountsRoute"))


def addresses(learner=None):
    """Every address below a learner's, with each method.

    The API's are those that it describes itself, which only a learner is told.
    """
    all = list(OF_A_LEARNER) + ["/nothing"]
    if learner:
        document = json.loads(learner.get("/api/v1/openapi.json")[2])
        all += ["/api/v1" + re.sub(r"{[a-zA-Z]+}", "1", path) for path in document["paths"]]
    return [(method, path) for path in all for method in ("GET", "POST", "DELETE")]
