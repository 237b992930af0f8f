/// A kind of file that notes come from and go into.
public enum FileKind: String, CaseIterable, Sendable {
    /// One of Apple's string catalogs.
    case stringCatalog = "xcstrings"

    /// What a file is: its name says it, and where that says nothing its first bytes do.
    public init?(name: String, bytes: [UInt8]) {
        let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last
        if let kind = ending.flatMap({ FileKind(rawValue: $0.lowercased()) }) {
            self = kind
        } else if Self.isCatalog(bytes.prefix(4_096)) {
            self = .stringCatalog
        } else {
            return nil
        }
    }

    /// What the files of this kind are called.
    public var words: String {
        switch self {
        case .stringCatalog: "string catalog (.xcstrings)"
        }
    }

    /// An object of JSON that names a source language near its start, or its texts.
    private static func isCatalog(_ start: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: start, as: UTF8.self)
        guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
            return false
        }
        return text.contains("\"sourceLanguage\"") || text.contains("\"strings\"")
    }
}
