internal import Exchange
package import Library

/// What the other commands say with their wish about the whole of a library.
package struct MaintenanceRequest: Codable, Sendable {
    /// The file that it is about.
    package var file: String?
    /// The deck that is imported into or exported.
    package var deck: String?
    /// What names in the file stand for: languages of a catalog, columns of a text.
    package var names: [String: String]?
    /// What becomes of notes that are there already.
    package var update: UpdateRule?
    /// How a text is to be read.
    package var text: Text?
    /// Whether nothing is to be done, only told.
    package var isTrial: Bool?
    /// What finds the notes that are exported; nil for all that lie in the deck.
    package var search: String?
    /// Whether schedules and logs stay here.
    package var isUnscheduled: Bool?

    /// What somebody says of a text, in their words.
    package struct Text: Codable, Hashable, Sendable {
        /// What stands between its fields: a name or the character itself.
        package var separator: String?
        /// In which bytes it is written.
        package var encoding: String?
        /// Whether its first row names the columns: yes or no.
        package var header: String?
        /// The name of its notes' type.
        package var type: String?

        /// Says so much.
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

        /// The same, understood; what cannot be is as if nobody had said it.
        var wish: TextOptions {
            TextOptions(
                layout: separator.flatMap { TextLayout(named: $0) },
                encoding: encoding.flatMap { TextEncoding(named: $0) },
                hasHeaderRow: header.flatMap { ["yes": true, "no": false][$0] },
                type: type.flatMap { $0.isEmpty ? nil : $0 }
            )
        }
    }

    /// Says what is wished.
    package init(
        file: String? = nil,
        deck: String? = nil,
        names: [String: String]? = nil,
        update: UpdateRule? = nil,
        text: Text? = nil,
        isTrial: Bool? = nil,
        search: String? = nil,
        isUnscheduled: Bool? = nil
    ) {
        self.file = file
        self.deck = deck
        self.names = names
        self.update = update
        self.text = text
        self.isTrial = isTrial
        self.search = search
        self.isUnscheduled = isUnscheduled
    }
}
