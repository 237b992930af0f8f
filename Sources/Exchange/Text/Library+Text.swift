package import Library
internal import Notes

extension Library {
    /// What a text brings, and how it is read.
    func textDelivery(
        _ order: ImportOptions,
        isList: Bool
    ) throws(ExchangeError) -> (delivery: Delivery, columns: TextColumns) {
        let table = try TextTable(order, isList: isList)
        let types = try exchanging { () throws(LibraryError) in try noteTypes().map(\.type) }
        let plan = try TextPlan(
            table,
            types: types,
            typeName: order.text.type,
            columns: order.names
        )
        let named = table.header.deck.flatMap { DeckName($0) }
        let deck = if let deck = order.deck ?? named { deck } else { try order.deckOrName() }
        let delivery = Delivery(
            into: deck,
            count: table.lineCount,
            update: order.update ?? table.header.update ?? .newer
        ) { hand in
            var notes = TextNotes(table, plan)
            try notes.hand(to: hand)
        }
        return (delivery, TextColumns(table, plan))
    }

    /// Notes as a table of text, with Anki's header lines.
    ///
    /// - Parameter separator: What stands between fields: a comma in `.csv`, a tab elsewhere.
    package func exportText(
        _ part: ExportScope,
        separator: Separator,
        timeZoneOffset minutes: Int = 0,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ExportedFile {
        var sink = TextSink(separator: separator)
        try exchanging { () throws(LibraryError) in
            try lend(
                part,
                withCards: false,
                to: &sink,
                timeZoneOffset: minutes,
                progress: progress
            )
        }
        return ExportedFile(bytes: sink.bytes(), notes: sink.noteCount, leftOut: [])
    }
}
