internal import Notes

extension SentFields {
    enum MediumKind: String, CaseIterable {
        case audio, video, picture
    }

    /// The pictures and sounds of a note, each an object or a list of objects.
    static func mediaLists(
        in parameters: ConnectParameters
    ) throws(ConnectError) -> [(MediumKind, [ConnectParameters])] {
        var lists: [(MediumKind, [ConnectParameters])] = []
        for kind in MediumKind.allCases {
            guard let value = parameters[kind.rawValue] else { continue }
            let elements: [ConnectValue]
            if case .list(let list) = value { elements = list } else { elements = [value] }
            var list: [ConnectParameters] = []
            for element in elements where element != .null && element.members?.isEmpty != true {
                list.append(try ConnectParameters(element, called: kind.rawValue))
            }
            lists.append((kind, list))
        }
        return lists
    }

    /// Stores a picture or sound, and shows it at the end of the fields that it is for.
    ///
    /// If that fails, the fields tell why, because a program may be gone before it could try again.
    mutating func show(
        _ parameters: ConnectParameters,
        _ kind: MediumKind,
        of note: Note?,
        for call: ConnectCall
    ) throws {
        guard parameters.has("fields") else { throw ConnectError("'fields'") }
        let medium = try SentMedium(parameters, replaces: false)
        guard !medium.fields.isEmpty else { return }
        var html: String
        do {
            guard let name = try medium.store(for: call) else { return }
            html =
                kind == .picture
                ? MediaReference(.picture, name: name).description : "[sound:\(name)]"
        } catch let error as ConnectError {
            html = AnkiMarkup.html(of: error.text)
        }
        for field in medium.fields { try append(html, to: field, of: note) }
    }
}
