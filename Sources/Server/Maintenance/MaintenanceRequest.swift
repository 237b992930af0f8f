import Exchange
package import LibraryValues

/// What another command asks the server to do with the whole library.
package struct MaintenanceRequest: Codable, Sendable {
    package var file: String?
    /// The deck that is imported into or exported.
    package var deck: String?
    /// What names in the file mean: the languages of a catalog, the columns of a text.
    package var names: [String: String]?
    /// What happens to notes that exist already.
    package var update: UpdateRule?
    package var text: Text?
    /// Whether nothing is changed, only reported.
    package var isTrial: Bool?
    /// The query that finds the notes to export; nil for all notes of the deck.
    package var search: String?
    /// Whether schedules and logs are left out of an export.
    package var isUnscheduled: Bool?
    /// Whether a check takes pages of the file as they are that Omena has not written.
    package var acceptsPages: Bool?
    /// The server to sync with; nil for all that the library is paired with.
    package var address: String?
    /// Pairs with it first.
    package var code: String?

    /// How a text is to be read, as somebody wrote it.
    package struct Text: Codable, Hashable, Sendable {
        /// Between fields: its name, or the character itself.
        package var separator: String?
        package var encoding: String?
        /// Whether the first row names the columns: yes or no.
        package var header: String?
        /// The name of the notes' type.
        package var type: String?

        package init(
            separator: String? = nil,
            encoding: String? = nil,
            header: String? = nil,
            type: String? = nil
        ) {
            self.separator = separator
            self.encoding = encoding
            self.header = header
            self.type = type
        }

        /// The same, parsed; what is invalid counts as missing.
        var options: TextOptions {
            TextOptions(
                layout: separator.flatMap { TextLayout(named: $0) },
                encoding: encoding.flatMap { TextEncoding(named: $0) },
                hasHeaderRow: header.flatMap { ["yes": true, "no": false][$0] },
                type: type.flatMap { $0.isEmpty ? nil : $0 }
            )
        }
    }

    package init(
        file: String? = nil,
        deck: String? = nil,
        names: [String: String]? = nil,
        update: UpdateRule? = nil,
        text: Text? = nil,
        isTrial: Bool? = nil,
        search: String? = nil,
        isUnscheduled: Bool? = nil,
        address: String? = nil,
        code: String? = nil
    ) {
        self.file = file
        self.deck = deck
        self.names = names
        self.update = update
        self.text = text
        self.isTrial = isTrial
        self.search = search
        self.isUnscheduled = isUnscheduled
        self.address = address
        self.code = code
    }
}
