internal import JSON
internal import Languages
internal import LibraryValues
internal import Notes

extension PlaceFile {
    /// Reads `[{"id", "name", "description", "latitude", "longitude"}]`.
    init(savedPlaces bytes: [UInt8]) throws {
        self.init()
        let text = JSONText(bytes)
        let root = try JSONReader.read(bytes)
        guard let elements = root.elements else {
            throw text.error(root, "a list of places is expected here")
        }
        for element in elements {
            guard element.members != nil else {
                throw text.error(element, "a place is expected here")
            }
            guard let latitude = text.number(element["latitude"]),
                let longitude = text.number(element["longitude"])
            else { throw text.error(element, "a latitude and a longitude are expected here") }
            try add(
                FilePlace(
                    id: element["id"].flatMap { text.word(of: $0) },
                    name: element["name"]?.string ?? "",
                    description: element["description"]?.string ?? "",
                    place: try text.point(latitude, longitude, at: element)
                ),
                line: text.line(of: element)
            )
        }
    }
}

/// Cards of an app that preceded Omena: `[{"id", "prompt", "answer"}]`.
enum SavedCards {
    static func isStart(_ bytes: some Collection<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "["
            && text.contains("\"prompt\"") && text.contains("\"answer\"")
    }

    static func read(_ bytes: [UInt8]) throws(PlaceFileError) -> (
        notes: [ImportNote], leftOut: [Phrase]
    ) {
        let text = JSONText(bytes)
        let root: JSONNode
        do {
            root = try JSONReader.read(bytes)
        } catch {
            throw PlaceFileError(line: error.line, column: error.column, reason: error.phrase)
        }
        guard let elements = root.elements else {
            throw text.error(root, "a list of cards is expected here")
        }
        var notes: [ImportNote] = []
        var leftOut: [Phrase] = []
        for element in elements {
            guard let prompt = element["prompt"]?.string, let answer = element["answer"]?.string
            else { throw text.error(element, "a question and an answer are expected here") }
            let longest = max(prompt.utf8.count, answer.utf8.count)
            guard !prompt.trimmed.isEmpty, !answer.trimmed.isEmpty else {
                leftOut.append("“\((prompt + answer).shortened)” has an empty side.")
                continue
            }
            guard longest <= NoteDraft.longestText else {
                leftOut.append("“\(prompt.shortened)” is too long.")
                continue
            }
            let id = element["id"].flatMap { text.word(of: $0) } ?? ""
            notes.append(
                ImportNote(
                    .key(id.isEmpty ? prompt.trimmed : id),
                    type: NoteType.basic.id,
                    values: [1: FieldValue(prompt.trimmed), 2: FieldValue(answer.trimmed)]
                )
            )
        }
        return (notes, leftOut)
    }
}
