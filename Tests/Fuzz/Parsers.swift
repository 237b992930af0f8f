import AnkiConnect
import Compression
import Exchange
import HTTP
import JSON
import Languages
import LibraryValues
import Markup
import Notes
import Pages
import Recall
import RecallTraining
import Server
import SessionPlay
import Storage
import Sync

@testable import Library
@testable import Vault

private let programRequests: ProgramRequests = {
    do {
        return try ProgramRequests()
    } catch {
        fatalError("\(error)")
    }
}()

/// Every parser of untrusted bytes, with invariants of its results.
let parsers: [String: @Sendable ([UInt8]) -> Void] = [
    "target": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let target = try? RequestTarget(text) else { return }
        precondition(!target.path.contains(".."))
        let query = target.query.items.map { ($0.name, $0.value) }
        guard let route = Route(segments: target.path, query: query) else { return }
        // What Omena writes, it reads back as the same.
        let printed = try? RequestTarget(route.path)
        let again = printed.flatMap { printed in
            Route(
                segments: printed.path,
                query: printed.query.items.map { ($0.name, $0.value) }
            )
        }
        precondition(again == route)
    },
    "form": { bytes in _ = try? Query(formEncoded: bytes) },
    "headers": { bytes in readHeaders(bytes) },
    "forwarded": { bytes in readAnswer(bytes) },
    "ankirequest": { bytes in
        guard let value = try? ConnectValue(json: bytes) else { return }
        precondition((try? ConnectValue(json: value.json)) == value)
        _ = try? ConnectRequest(json: bytes)
    },
    "ankiprogram": { bytes in
        do {
            try programRequests.perform(bytes)
        } catch {
            preconditionFailure("\(error)")
        }
    },
    "ankisearch": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? AnkiQuery(text)
        _ = AnkiPattern(text).matches(text)
        _ = AnkiPattern(text).matchesWords(in: text)
    },
    "model": { bytes in readModelAnswer(bytes) },
    "articles": { bytes in readArticles(bytes) },
    "incoming": { bytes in
        let filtered = IncomingMarkup.filtered(String(decoding: bytes, as: UTF8.self))
        precondition(IncomingMarkup.filtered(filtered) == filtered)
    },
    "page": { bytes in
        guard let page = try? SyncPageContent(reading: bytes) else { return }
        precondition(page.isReadAgain)
    },
    "facts": { bytes in
        guard let page = try? SyncPageContent(reading: Zstd.compress(bytes, level: 1)) else {
            return
        }
        precondition(page.isReadAgain)
    },
    "cookies": { bytes in _ = Cookies([String(decoding: bytes, as: UTF8.self)]).all("omena") },
    "batch": { bytes in _ = try? EventBatch.decode(bytes) },
    "face": { bytes in
        guard let face = Face(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(Face(face.description) == face)
    },
    "language": { bytes in
        guard let tag = LanguageTag(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(LanguageTag(tag.text) == tag)
    },
    "choice": { bytes in
        guard let choice = LanguageChoice(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(LanguageChoice(choice.description) == choice)
    },
    "scripts": { bytes in
        guard let choice = ScriptChoice(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(ScriptChoice(choice.description) == choice)
    },
    "transliteration": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for pair in [
            "ja ja-Latn", "ja-Latn ja-Hira", "zh zh-Latn", "ko ko-Latn", "pa pa-Latn", "hi hi-Latn",
            "uk uk-Latn", "ru ru-Latn", "el el-Latn",
        ] {
            let tags = pair.split(separator: " ").compactMap { LanguageTag($0) }
            let result = Transliterator(from: tags[0], to: tags[1])?(text)
            precondition(result?.ambiguities.allSatisfy { $0.readings.count > 1 } != false)
        }
    },
    "json": { bytes in
        if let value = JSONValue(bytes) { precondition(JSONValue(value.json.utf8) == value) }
        guard let node = try? JSONReader.read(bytes) else { return }
        look(at: node, of: bytes)
    },
    "catalog": { bytes in
        guard let file = try? StringCatalogFile(bytes) else { return }
        precondition(file.bytes(with: file.catalog) == bytes)
        // Whatever was read can be edited, and the edit reads back.
        var edited = file.catalog
        edited.entries.append(.init(key: "\u{1}new", comment: "noun", localizations: []))
        for index in edited.entries.indices {
            edited.entries[index].localizations.append(
                .init(name: "\u{1}x", content: .unit(.init(value: "\n")))
            )
        }
        let again = try? StringCatalog(file.bytes(with: edited))
        precondition(again.map { Set($0.entries.map(\.key)) } == Set(edited.entries.map(\.key)))
        let emptied = StringCatalog(sourceLanguage: file.catalog.sourceLanguage, entries: [])
        precondition((try? StringCatalog(file.bytes(with: emptied))) == emptied)
    },
    "medium": { bytes in
        guard let medium = try? Medium(bytes) else { return }
        precondition(MediaFormat(of: bytes) == medium.format)
    },
    "media": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let ends = MediaText(text).ends
        precondition(
            (ends.leading.map(\.source) + [ends.text] + ends.trailing.map(\.source)).joined()
                == text
        )
        for reference in MediaText(text).references {
            precondition(MediaText("\(reference)").references == [reference])
        }
        let name = MediaName(text, for: .png).text
        precondition(MediaText("[sound:\(name)]").references.map(\.name) == [name])
    },
    "place": { bytes in
        guard let place = Place(reading: String(decoding: bytes, as: UTF8.self)) else { return }
        let again = Place(reading: place.text)
        precondition(again.map { $0.distance(to: place) < 2 } == true)
        precondition(PlaceInput(place.text).isUnreadable == false)
    },
    "geojson": { bytes in readPlaces(bytes, as: .geoJSON) },
    "gpx": { bytes in readPlaces(bytes, as: .gpx) },
    "kml": { bytes in readPlaces(bytes, as: .kml) },
    "placetable": { bytes in readPlaces(bytes, as: .table) },
    "savedplaces": { bytes in readPlaces(bytes, as: .savedPlaces) },
    "deck": { bytes in
        guard let name = DeckName(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(DeckName(name.description) == name)
    },
    "template": { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3 else { return }
        fill(front: parts[0], back: parts[1], with: parts[2])
    },
    "markup": { bytes in look(atMarkup: String(decoding: bytes, as: UTF8.self)) },
    "sheet": { bytes in look(atSheet: String(decoding: bytes, as: UTF8.self)) },
    "archive": { bytes in _ = ExchangeParser.archive.reads(bytes) },
    "zstandard": { bytes in _ = ExchangeParser.zstandard.reads(bytes) },
    "message": { bytes in _ = ExchangeParser.message.reads(bytes) },
    "collection": { bytes in _ = ExchangeParser.collection.reads(bytes) },
    "text": { bytes in _ = ExchangeParser.text.reads(bytes) },
    "kept": { bytes in _ = ExchangeParser.kept.reads(bytes) },
    "library": { bytes in _ = ExchangeParser.library.reads(bytes) },
    "answer": { bytes in _ = ExchangeParser.answer.reads(bytes) },
    "opening": { bytes in _ = ExchangeParser.opening.reads(bytes) },
    "kind": { bytes in _ = FileKind(name: "", bytes: bytes) },
    "gzip": { bytes in
        guard let plain = try? Gzip.decompress(bytes, limit: 1 << 20) else { return }
        precondition((try? Gzip.decompress(Gzip.compress(plain), limit: 1 << 20)) == plain)
    },
    "dictzip": { bytes in
        let chunks = ChunkedGzip(head: bytes)
        _ = try? chunks?.bytes(10..<1_000) { Array(bytes[$0.clamped(to: bytes.indices)]) }
    },
    "question": { bytes in
        guard let question = try? SyncMessage<SyncQuestion>(bytes: bytes) else { return }
        let again = try? SyncMessage<SyncQuestion>(bytes: question.bytes)
        precondition(again?.bytes == question.bytes)
    },
    "shared": { bytes in
        guard let changes = try? SharedChanges(reading: bytes) else { return }
        precondition((try? SharedChanges(reading: changes.encoded)) != nil)
    },
    "cbor": { bytes in _ = try? CBOR(bytes) },
    "passkey": { bytes in _ = try? PasskeyPublicKey(bytes) },
    "client": { bytes in _ = try? ClientData(bytes) },
    "authenticator": { bytes in _ = try? AuthenticatorData(bytes) },
    "keys": { bytes in
        _ = try? KeyRing(body: bytes, path: "").bytes
        _ = try? SealedHeader(bytes, path: "")
        _ = try? RecoveryCode(String(decoding: bytes, as: UTF8.self))
    },
    "record": { bytes in look(atRecord: bytes) },
    "assertion": { bytes in readAssertion(bytes) },
    "passphrase": { bytes in readPassphrase(bytes) },
    "arriving": { bytes in readPages(bytes) },
    "query": { bytes in search(bytes) },
    "expression": { bytes in look(bytes) },
    "log": { bytes in fit(bytes) },
    "parameters": { bytes in schedule(bytes) },
    "session": { bytes in precondition(violatedInvariant(playing: bytes) == nil) },
]

/// Every string that was read reads back the same when it is written, and every value reads alone.
private func look(at node: JSONNode, of bytes: [UInt8]) {
    precondition((try? JSONReader.read(Array(bytes[node.range]))) != nil)
    if let text = node.string {
        var json = JSONWriter()
        json.write(text)
        precondition((try? JSONReader.read(json.bytes))?.string == text)
    }
    for part in node.elements ?? node.members?.map(\.value) ?? [] { look(at: part, of: bytes) }
}

/// Reads places; whatever was read reads back the same from every format that is written.
private func readPlaces(_ bytes: [UInt8], as format: PlaceFormat) {
    guard let file = try? PlaceFile(bytes, as: format) else { return }
    for format in PlaceFormat.written {
        let (written, leftOut) = file.written(as: format)
        let again = try? PlaceFile(written, as: format)
        precondition(again?.places.count == file.places.count - leftOut.count)
    }
}

/// Renders the cards of a note with arbitrary templates.
private func fill(front: String, back: String, with text: String) {
    let template = NoteType.Template(id: 1, name: "Card", front: front, back: back)
    let field = NoteType.Field(id: 1, name: "Text")
    let note = Note(
        id: NoteID(rawValue: 1),
        guid: NoteGUID(rawValue: "guid"),
        type: NoteTypeID(rawValue: 1),
        deck: DeckID(rawValue: 1),
        values: [field.id: FieldValue(text)],
        made: Moment(milliseconds: 0)
    )
    for cards in [NoteType.CardSource.templates([template]), .cloze(template)] {
        var type = NoteType(id: note.type, name: "Type", fields: [field], cards: cards)
        for anki in [nil, "{}"] {
            type.anki = anki
            let maker = CardGenerator(type)
            for face in maker.faces(of: note) {
                let sides = maker.sides(of: note, face: face, withMarkup: true)
                precondition((sides?.back.markup == nil) == (sides == nil || anki == nil))
                if let markup = sides?.back.markup { look(atMarkup: markup.html) }
            }
        }
    }
}

/// Cleans HTML: the result has only known elements, stays within its limits, and contacts nobody.
private func look(atMarkup html: String) {
    guard let clean = try? MarkupCleaner.clean(html, lookup: { _ in nil }) else { return }
    func look(_ nodes: [CleanMarkup.Node], _ level: Int) {
        precondition(level <= MarkupCleaner.maximumDepth + 1)
        for case .element(let element) in nodes {
            precondition(element.name.utf8.allSatisfy { !"<>\"'/ =".utf8.contains($0) })
            precondition(!["script", "style", "iframe", "svg", "img"].contains(element.name))
            for attribute in element.attributes {
                precondition(!attribute.name.hasPrefix("on") && attribute.name != "src")
                let isLink = attribute.name == "href"
                precondition(
                    !isLink || ["http", "mail"].contains(attribute.value.prefix(4).lowercased())
                )
                precondition(attribute.name != "style" || !attribute.value.contains("<"))
            }
            look(element.children, level + 1)
        }
    }
    look(clean.nodes, 0)
}

/// Cleans a style sheet: cleaning the result again changes nothing.
private func look(atSheet css: String) {
    guard let once = try? MarkupCleaner.clean(sheet: css, lookup: { _ in nil }) else { return }
    precondition(!once.contains("</") && !once.contains("<!"))
    precondition((try? MarkupCleaner.clean(sheet: once, lookup: { _ in nil })) == once)
}

/// Reads the record of a lock, which is not authenticated: no try waits longer than it may.
private func look(atRecord bytes: [UInt8]) {
    var record = LockRecord(String(decoding: bytes, as: UTF8.self))
    for moment: Int64 in [0, 1 << 53] {
        record.adjustToClock(at: moment)
        for counter in Array(record.tries.keys) {
            let wait = record.wait(of: counter, at: moment)
            precondition(0...LockRecord.longestWait ~= wait)
            record.beginTry(of: counter, at: moment)
        }
    }
}

/// Parses a query, prints it and parses it again: the results are equal except for positions.
private func search(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let query = SearchQuery(text)
    let length = text.utf16.count
    precondition(query.ranges.count == (query.expression?.terms.count ?? 0))
    precondition(query.ranges.allSatisfy { $0.upperBound <= length && !$0.isEmpty })
    precondition(query.mistakes.allSatisfy { $0.range.upperBound <= length })
    let printed = query.description
    guard printed.utf16.count <= SearchQuery.maximumLength else { return }
    let again = SearchQuery(printed)
    precondition(again.expression == query.expression && again.mistakes.isEmpty)
}

/// Searches for a regular expression (up to the first zero byte) in the text after it: matches are in order, and nothing hangs.
private func look(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let expression = try? RegularExpression(parts[0]),
        let matches = try? expression.matches(in: Array(parts[1]))
    else { return }
    var end = 0
    for match in matches {
        precondition(match.range.lowerBound >= end && match.range.upperBound <= parts[1].count)
        precondition(match.groups.allSatisfy { $0.map(match.range.contains) ?? true })
        end = match.range.upperBound
    }
}

/// Reads a review log in two pieces, split at a position given by its first byte, and fits parameters to it.
private func fit(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let cut = 1 + Int(first) % bytes.count
    var reader = ReviewLogReader { Int32(clamping: $0 / 86_400_000) }
    do {
        for piece in [bytes[1..<max(cut, 1)], bytes[max(cut, 1)...]] {
            try piece.withUnsafeBytes { try reader.read($0) }
        }
        let log = try reader.finish()
        let fit = Training(log).fit()
        precondition(fit.after.logLoss <= fit.before.logLoss)
        let memories = MemoryModel(fit.parameters).memories(of: log.histories())
        precondition(memories.allSatisfy { Memory.stabilityRange.contains($0.stability) })
    } catch {
        precondition((error as? ReviewLogError).map { $0.line > 0 } == true)
    }
}

extension SyncPageContent {
    /// Whether the page is the same after it was written and read again.
    fileprivate var isReadAgain: Bool {
        var facts = FactEncoder()
        for fact in page.facts { facts.add(fact) }
        guard let again = try? SyncPageContent(reading: bytes(with: facts)) else {
            return bytes(with: facts).count > SyncPage.maximumSize
        }
        return again.page.facts.count == page.facts.count && again.page.vector == page.vector
    }
}
