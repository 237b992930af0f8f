public import Library
internal import Notes

extension Library {
    /// How a text would be read; nil for a file that is none.
    public func textColumns(of order: ImportOrder) throws(ExchangeError) -> TextColumns? {
        guard case .text(let isList) = try FileKind(order.file) else { return nil }
        let (table, plan) = try plan(of: order, isList: isList)
        return TextColumns(table, plan)
    }

    /// What a text brings.
    func textDelivery(_ order: ImportOrder, isList: Bool) throws(ExchangeError) -> Delivery {
        let (table, plan) = try plan(of: order, isList: isList)
        let named = table.header.deck.flatMap { DeckName($0) }
        let deck = if let deck = order.deck ?? named { deck } else { try order.deckOrName() }
        return Delivery(
            into: deck,
            count: table.lineCount,
            update: order.update ?? table.header.update ?? .newer
        ) { hand in
            var notes = TextNotes(table, plan)
            try notes.hand(to: hand)
        }
    }

    private func plan(
        of order: ImportOrder,
        isList: Bool
    ) throws(ExchangeError) -> (TextTable, TextPlan) {
        let table = try TextTable(order, isList: isList)
        let types = try exchanging { () throws(LibraryError) in try noteTypes().map(\.type) }
        let plan = try TextPlan(
            table,
            types: types,
            typeName: order.text.type,
            columns: order.names
        )
        return (table, plan)
    }

    /// Notes as a table of text, with Anki's header lines.
    ///
    /// - Parameter separator: What stands between fields: a comma in `.csv`, a tab elsewhere.
    public func exportText(
        _ part: LentPart,
        separator: Separator,
        timeZoneOffset minutes: Int = 0,
        progress: Progress = { _ in }
    ) throws(ExchangeError) -> ExportedFile {
        var sink = TextSink(separator: separator)
        do throws(LibraryError) {
            try lend(
                part,
                withCards: false,
                to: &sink,
                timeZoneOffset: minutes,
                progress: progress
            )
        } catch {
            throw .library(error)
        }
        return ExportedFile(bytes: sink.bytes(), notes: sink.noteCount, leftOut: [])
    }
}
