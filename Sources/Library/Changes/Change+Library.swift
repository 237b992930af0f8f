internal import Languages
internal import LibraryValues
internal import Storage

extension Change {
    init(_ entry: JournalEntry) {
        self.init(
            id: entry.id,
            says: Phrase(stored: entry.summary),
            moment: entry.moment,
            isUndone: entry.undone != nil
        )
    }
}
