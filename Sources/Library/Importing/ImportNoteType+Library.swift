internal import Languages
internal import LibraryValues
internal import Notes

extension ImportBatch {
    /// The most types of a file, because each is compared with all others.
    private static let mostTypes = 2_000

    /// Refuses a file with more types than any collection has.
    func checkTypeCount() throws(LibraryError) {
        guard types.count <= Self.mostTypes else {
            throw .refused("The file has more than \(String(Self.mostTypes)) card types.")
        }
    }
}

extension ImportNoteType {
    /// The most fields and templates together: ten times those of a type made here.
    private static let mostParts = 10 * NoteTypeDraft.most
    /// The most bytes of its texts, among which may be scripts and fonts.
    private static let mostBytes = 16 << 20

    /// Why it is left out with its notes; nil where it is not.
    var flaw: Phrase? {
        let parts = type.fields.count + type.templates.count
        var size = type.css.utf8.count + (type.anki?.utf8.count ?? 0)
        for field in type.fields { size += field.name.utf8.count }
        for template in type.templates {
            size += template.name.utf8.count + template.front.utf8.count + template.back.utf8.count
        }
        guard parts > Self.mostParts || size > Self.mostBytes else { return nil }
        return "The card type “\(type.name.prefix(60))” is too large."
    }
}
