internal import JSON

extension StringCatalog {
    /// Larger files are refused.
    package enum Limits {
        /// The maximum size of a file.
        package static let bytes = 128 << 20
        package static let entries = 200_000
        /// The maximum number of languages of one text.
        package static let localizations = 1_000
        /// The maximum size of one text in one language.
        static let textBytes = 1 << 20
    }

    /// Reads the bytes of an `.xcstrings` file.
    package init(_ bytes: [UInt8]) throws(StringCatalogError) {
        guard bytes.count <= Limits.bytes else {
            throw .unexpected(path: [], reason: "must be smaller than 128 MiB")
        }
        var entries: [Entry] = []
        // Reported only if the whole file is JSON.
        var flaw: StringCatalogError?
        let json: JSONNode
        do {
            json = try JSONReader.read(bytes, streaming: "strings") { member in
                guard flaw == nil else { return }
                do throws(StringCatalogError) {
                    guard entries.count < Limits.entries else {
                        throw .unexpected(
                            path: ["strings"],
                            reason: "must have at most \(Limits.entries) texts"
                        )
                    }
                    entries.append(try Entry(member))
                } catch {
                    flaw = error
                }
            }
        } catch {
            throw .notJSON(line: error.line, column: error.column, reason: error.phrase)
        }
        guard json.members != nil else {
            throw .unexpected(path: [], reason: "must be an object")
        }
        guard let source = json["sourceLanguage"]?.string.flatMap({ LanguageTag($0) }) else {
            throw .unexpected(path: ["sourceLanguage"], reason: "must name a language")
        }
        guard json["strings"]?.members != nil else {
            throw .unexpected(path: ["strings"], reason: "must be an object")
        }
        if let flaw { throw flaw }
        self.init(sourceLanguage: source, entries: entries)
    }
}

extension StringCatalog.Entry {
    fileprivate init(_ member: JSONNode.Member) throws(StringCatalogError) {
        guard member.value.members != nil else {
            throw .unexpected(path: ["strings", member.key], reason: "must be an object")
        }
        self.init(key: member.key, comment: member.value["comment"]?.string, localizations: [])
        guard let given = member.value["localizations"] else { return }
        guard let languages = given.members else {
            throw .unexpected(path: path, reason: "must be an object")
        }
        guard languages.count <= StringCatalog.Limits.localizations else {
            throw .unexpected(
                path: path,
                reason: "must have at most \(StringCatalog.Limits.localizations) languages"
            )
        }
        localizations.reserveCapacity(languages.count)
        for language in languages {
            do {
                let content = try StringCatalog.Content(language.value)
                localizations.append(.init(name: language.key, content: content))
            } catch {
                throw .unexpected(path: path + [language.key] + error.path, reason: error.reason)
            }
        }
    }

    private var path: [String] { ["strings", key, "localizations"] }
}

/// A problem within a localization.
struct LocalizationError: Error {
    var path: [String]
    var reason: Phrase

    init(_ reason: Phrase) { self.init([], reason) }

    init(_ path: [String], _ reason: Phrase) {
        self.path = path
        self.reason = reason
    }

    func within(_ keys: String...) -> LocalizationError { LocalizationError(keys + path, reason) }
}

extension StringCatalog.Content {
    init(_ json: JSONNode) throws(LocalizationError) {
        guard json.members != nil else { throw LocalizationError("must be an object") }
        var unit: StringCatalog.StringUnit?
        if let given = json["stringUnit"] { unit = try StringCatalog.StringUnit(given) }
        let (variations, substitutions) = (json["variations"], json["substitutions"])
        if let unit, variations == nil, substitutions == nil {
            self = .unit(unit)
            return
        }
        guard variations != nil || substitutions != nil else {
            self = .unknown
            return
        }
        var varied = StringCatalog.Variations(unit: unit)
        if let variations {
            guard let kinds = variations.members else {
                throw LocalizationError(["variations"], "must be an object")
            }
            for kind in kinds where kind.key == "plural" || kind.key == "device" {
                do {
                    let cases = try Self.cases(kind.value)
                    if kind.key == "plural" { varied.plural = cases } else { varied.device = cases }
                } catch {
                    throw error.within("variations", kind.key)
                }
            }
        }
        if let substitutions {
            do {
                varied.substitutions = try Self.substitutions(substitutions)
            } catch {
                throw error.within("substitutions")
            }
        }
        self = .varied(varied)
    }

    private static func cases(_ json: JSONNode) throws(LocalizationError) -> [StringCatalog.Case] {
        guard let members = json.members else { throw LocalizationError("must be an object") }
        var cases: [StringCatalog.Case] = []
        for member in members {
            do {
                cases.append(.init(name: member.key, content: try Self(member.value)))
            } catch {
                throw error.within(member.key)
            }
        }
        return cases
    }

    private static func substitutions(_ json: JSONNode) throws(LocalizationError)
        -> [StringCatalog.Substitution]
    {
        guard let members = json.members else { throw LocalizationError("must be an object") }
        var substitutions: [StringCatalog.Substitution] = []
        for member in members {
            let argument = member.value["argNum"]
            if let argument, argument.integer.map((1...99).contains) != true {
                throw LocalizationError([member.key, "argNum"], "must be a number from 1 to 99")
            }
            do {
                substitutions.append(
                    .init(
                        name: member.key,
                        argument: argument?.integer,
                        specifier: member.value["formatSpecifier"]?.string,
                        content: try Self(member.value)
                    )
                )
            } catch {
                throw error.within(member.key)
            }
        }
        return substitutions
    }
}

extension StringCatalog.StringUnit {
    fileprivate init(_ json: JSONNode) throws(LocalizationError) {
        guard let state = json["state"]?.string, let value = json["value"]?.string else {
            throw LocalizationError(["stringUnit"], "must have state and value")
        }
        guard value.utf8.count <= StringCatalog.Limits.textBytes else {
            throw LocalizationError(["stringUnit", "value"], "must be shorter")
        }
        self.init(state: state, value: value)
    }
}
