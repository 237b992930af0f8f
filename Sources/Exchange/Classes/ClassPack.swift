internal import FoundationEssentials
internal import Glibc
internal import Languages
package import Library
package import Notes

/// A deck as a class gets it, with the decks inside it: Omena's JSON without schedules, pictures and sounds.
package struct ClassPack: Sendable {
    package let bytes: [UInt8]
    package let noteCount: Int
    /// The pictures and sounds that its notes and templates name.
    package let mediaNames: [String]

    /// The largest size in bytes: some hundred thousand notes.
    package static let largest = 64 << 20
}

extension Library {
    /// Equal for equal content.
    package func classPack(of deck: DeckName) throws(ExchangeError) -> ClassPack {
        do {
            let folder = try WorkFolder(in: workFolder())
            let path = "\(folder.path)/pack.json"
            guard let output = fopen(path, "wb") else { throw JSONLibraryWriter.WriteError() }
            var writer = JSONLibraryWriter(output, isScheduled: false, root: deck) { _ in nil }
            do {
                try exportNotes(.deck(deck), withCards: false, to: &writer)
                try writer.finish { _, _ in }
            } catch {
                fclose(output)
                throw error
            }
            guard fclose(output) == 0 else { throw JSONLibraryWriter.WriteError() }
            return ClassPack(
                bytes: try DiskFile(path).read(atMost: ClassPack.largest),
                noteCount: writer.noteCount,
                mediaNames: writer.mediaNames.sorted()
            )
        } catch is JSONLibraryWriter.WriteError {
            throw .file(deck.text, reason: "the file can’t be written")
        } catch {
            throw .package(deck.text, error)
        }
    }
}
