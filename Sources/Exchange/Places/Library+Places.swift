internal import Languages
package import Library
package import Notes

extension Library {
    /// The places of a deck, and of those inside it, as a file that maps read.
    package func exportPlaces(
        of deck: DeckName,
        as format: PlaceFormat
    ) throws(ExchangeError) -> ExportedFile {
        let found = try exchanging { () throws(LibraryError) in try placeNotes(in: deck) }
        guard let notes = found else { throw .noDeck(deck.text) }
        var file = PlaceFile()
        file.places = notes.map { FilePlace($0) }
        let (bytes, leftOut) = file.written(as: format)
        return ExportedFile(
            bytes: bytes,
            notes: notes.count - leftOut.count,
            leftOut: leftOut
        )
    }

    /// What a file of places brings.
    func placeDelivery(
        _ order: ImportOptions,
        as format: PlaceFormat
    ) throws(ExchangeError) -> Delivery {
        let bytes = try order.file.read(atMost: PlaceFile.largest)
        let file: PlaceFile
        do throws(PlaceFileError) {
            file = try PlaceFile(bytes, as: format)
        } catch {
            throw .notPlaces(file: order.file.name, error)
        }
        return Delivery(
            into: try order.deckOrName(),
            notes: file.places.map(\.note),
            update: order.update ?? .newer,
            leftOut: file.leftOut
        )
    }

    /// What the cards of the little app bring that Omena grew from.
    func savedCardDelivery(_ order: ImportOptions) throws(ExchangeError) -> Delivery {
        let bytes = try order.file.read(atMost: PlaceFile.largest)
        let (notes, leftOut): ([ImportNote], [Phrase])
        do throws(PlaceFileError) {
            (notes, leftOut) = try SavedCards.read(bytes)
        } catch {
            throw .notPlaces(file: order.file.name, error)
        }
        return Delivery(
            into: try order.deckOrName(),
            notes: notes,
            update: order.update ?? .newer,
            leftOut: leftOut
        )
    }
}
