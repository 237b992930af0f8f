extension StringCatalog {
    /// Reads the bytes of an `.xcstrings` file.
    public init(_ bytes: [UInt8]) throws(StringCatalogError) {
        let json: JSON
        do {
            json = try JSONReader.read(bytes)
        } catch {
            throw .notJSON(line: error.line, column: error.column, reason: error.reason)
        }
        guard json.members != nil else {
            throw .unexpected(place: [], reason: "should be an object")
        }
        guard let source = json["sourceLanguage"]?.string.flatMap({ LanguageTag($0) }) else {
            throw .unexpected(place: ["sourceLanguage"], reason: "should name a language")
        }
        guard let strings = json["strings"]?.members else {
            throw .unexpected(place: ["strings"], reason: "should be an object")
        }
        var entries: [Entry] = []
        entries.reserveCapacity(strings.count)
        for string in strings { entries.append(try Entry(string)) }
        self.init(sourceLanguage: source, entries: entries)
    }
}

extension StringCatalog.Entry {
    fileprivate init(_ member: JSON.Member) throws(StringCatalogError) {
        guard member.value.members != nil else {
            throw .unexpected(place: ["strings", member.key], reason: "should be an object")
        }
        self.init(key: member.key, comment: member.value["comment"]?.string, localizations: [])
        guard let given = member.value["localizations"] else { return }
        let place = ["strings", member.key, "localizations"]
        guard let languages = given.members else {
            throw .unexpected(place: place, reason: "should be an object")
        }
        for language in languages {
            localizations.append(
                StringCatalog.Localization(
                    name: language.key,
                    content: try StringCatalog.Content(language.value, at: place + [language.key])
                )
            )
        }
    }
}

extension StringCatalog.Content {
    fileprivate init(_ json: JSON, at place: [String]) throws(StringCatalogError) {
        guard json.members != nil else {
            throw .unexpected(place: place, reason: "should be an object")
        }
        guard let unit = json["stringUnit"] else {
            self = .varied
            return
        }
        guard let state = unit["state"]?.string, let value = unit["value"]?.string else {
            throw .unexpected(place: place + ["stringUnit"], reason: "should have state and value")
        }
        self = json["substitutions"] == nil ? .unit(.init(state: state, value: value)) : .varied
    }
}
