internal import FoundationEssentials
internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let media: [String: ConnectAction] = [
        "storeMediaFile": ConnectAction(
            "filename",
            "data",
            "path",
            "url",
            "skipHash",
            "deleteExisting",
            changes: true
        ) { call in
            let medium = try SentMedium(call.parameters, replaces: true)
            return try medium.store(for: call).map { .string($0) } ?? .null
        },
        "retrieveMediaFile": ConnectAction("filename") { call in
            let name = baseName(try call.parameters.text("filename"))
            guard let content = try call.library.medium(named: name) else { return false }
            return .string(Data(content).base64EncodedString())
        },
        "getMediaDirPath": ConnectAction { call in
            guard call.client.permissions.contains(.usesDropFolder) else {
                throw ConnectError(
                    "this program may not use a folder for media; allow it in Omena’s settings"
                )
            }
            return .string(try call.service.dropFolder.path(beside: call.library))
        },
        "getMediaFilesNames": ConnectAction("pattern") { call in
            let names = try call.library.mediaNames()
            let pattern = try call.parameters.text(ifGiven: "pattern").map { ShellPattern($0) }
            return .list(
                names.filter { pattern?.matches($0) ?? true }.map { .string($0) }
            )
        },
        "deleteMediaFile": ConnectAction("filename", changes: true) { call in
            let name = try call.parameters.text("filename").composed
            _ = try call.library.removeMedium(named: name, by: call.author)
            return .null
        },
    ]

    /// The last part of a path, under the name that it is stored as.
    private static func baseName(_ path: String) -> String {
        MediaFileName(String(path.split(separator: "/").last ?? "")).text
    }
}

/// A pattern with `*`, `?` and `[…]`, as a shell has it.
struct ShellPattern {
    private enum Part {
        case anything
        case one
        case character(Character)
        case among(Set<Character>, isExcluded: Bool)
    }

    private var parts: [Part] = []

    init(_ text: String) {
        var rest = Array(text)[...]
        while let next = rest.popFirst() {
            switch next {
            case "*": parts.append(.anything)
            case "?": parts.append(.one)
            case "[":
                guard let end = rest.dropFirst().firstIndex(of: "]") else {
                    parts.append(.character(next))
                    continue
                }
                let isExcluded = rest.first == "!"
                parts.append(
                    .among(
                        Self.set(rest[..<end].dropFirst(isExcluded ? 1 : 0)),
                        isExcluded: isExcluded
                    )
                )
                rest = rest[(end + 1)...]
            default: parts.append(.character(next))
            }
        }
    }

    private static func set(_ text: ArraySlice<Character>) -> Set<Character> {
        var set = Set(text)
        let list = Array(text)
        for index in list.indices.dropFirst().dropLast() where list[index] == "-" {
            guard let low = list[index - 1].unicodeScalars.first?.value,
                let high = list[index + 1].unicodeScalars.first?.value, low <= high,
                high - low < 1_000
            else { continue }
            set.formUnion((low...high).compactMap { Unicode.Scalar($0).map { Character($0) } })
        }
        return set
    }

    func matches(_ name: String) -> Bool {
        let name = Array(name)
        var (part, position) = (0, 0)
        var retry: (part: Int, position: Int)?
        while position < name.count {
            if part < parts.count {
                if case .anything = parts[part] {
                    retry = (part, position)
                    part += 1
                    continue
                }
                if isMet(parts[part], by: name[position]) {
                    part += 1
                    position += 1
                    continue
                }
            }
            guard let last = retry else { return false }
            retry = (last.part, last.position + 1)
            (part, position) = (last.part + 1, last.position + 1)
        }
        return parts[part...].allSatisfy { if case .anything = $0 { true } else { false } }
    }

    private func isMet(_ part: Part, by character: Character) -> Bool {
        switch part {
        case .anything, .one: true
        case .character(let own): own == character
        case .among(let set, let isExcluded): set.contains(character) != isExcluded
        }
    }
}
