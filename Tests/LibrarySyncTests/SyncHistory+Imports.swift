import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestLibrary
import Testing

@testable import Library
@testable import Storage

// What is imported: tables, collections and editions.

extension SyncHistory {
    func importNotes(_ replica: SyncReplica) throws {
        let notes = (0..<(1 + below(3))).map { importedNote($0, at: replica.clock.now) }
        let deck = try #require(DeckName(any("Imports", "A", "b")))
        var batch = ImportBatch(
            file: "a.json",
            into: deck,
            notes: notes,
            update: UpdateRule.allCases[below(3)]
        )
        batch.isCollection = notes.contains { !$0.cards.isEmpty }
        if below(3) == 0 {
            batch.edition = edition()
        } else if batch.isCollection {
            fill(&batch)
        } else if below(3) == 0 {
            batch.storedFile = ImportFile(bytes: Array("file".utf8), names: ["a": "fi"])
        }
        if below(4) == 0 {
            let byte = UInt8(below(5))
            batch.media = ImportMedia(names: ["0.png", "new.png"]) { _, _ in [byte] }
        }
        if below(4) == 0 {
            note("previewed and ")
            _ = try replica.library.previewImport(of: batch)
        }
        let report = try replica.library.importNotes(of: batch, by: nil)
        note("imported \(report.added) and \(report.updated)")
    }

    private func importedNote(_ number: Int, at moment: Moment) -> ImportNote {
        let word = any("omena", "kissa", "talo", "puu")
        let guid = NoteGUID(rawValue: "guid-\(word)")
        let identity: ImportNote.Identity = any(
            .guid(guid),
            .guid(guid),
            .key(word),
            .key(word),
            .text(of: 1),
            .none
        )
        var note = ImportNote(
            identity,
            type: NoteType.basicAndReversed.id,
            values: [1: FieldValue(word), 2: FieldValue("\(word) \(below(3)) \(number)")]
        )
        if below(2) == 0 { note.tags = ["imported", "b"].compactMap { TagName($0) } }
        if below(6) == 0 { note.hasAllTags = true }
        if below(6) == 0 { note.base = [1: FieldValue(word), 2: FieldValue("\(word) 0 0")] }
        if below(6) == 0 { note.wordType = .noun }
        guard below(2) == 0 else { return note }
        var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
        card.flag = UInt8(below(4))
        card.isSuspended = below(4) == 0
        if below(4) == 0 { card.deck = DeckName("Imports::cards") }
        card.log = [
            ImportEvent(
                moment: Moment(
                    milliseconds: 1_700_000_000_000 + Int64(below(3)) * 86_400_000
                ),
                offset: 0,
                kind: .review(.good, due: nil, reviews: nil),
                duration: 1_000
            )
        ]
        note.cards = [card]
        note.changed = moment
        return note
    }

    /// An edition of a class's deck, perhaps after one with all words.
    private func edition() -> ImportEdition {
        let number = 1 + below(3)
        var edition = ImportEdition(TakenEdition(publication: 7, number: number, pack: ""))
        guard below(2) == 0 else { return edition }
        for word in ["omena", "kissa", "talo", "puu"] {
            let guid = NoteGUID(rawValue: "guid-\(word)")
            edition.notes[guid] = ImportNote(
                .guid(guid),
                type: NoteType.basicAndReversed.id,
                values: [1: FieldValue(word), 2: FieldValue("\(word) \(below(3)) 0")]
            )
        }
        return edition
    }

    /// What only a whole collection has.
    private func fill(_ batch: inout ImportBatch) {
        if below(3) == 0 { batch.container = DeckName("Container") }
        if below(3) == 0 {
            batch.decks = ["Imports", "B"].compactMap { DeckName($0) }.map { ImportDeck(name: $0) }
            batch.decks[0].settings.retention = 0.8
        }
        if below(3) == 0 {
            var type = NoteType.basicAndReversed
            type.name = any("Imported", "Basic")
            batch.types = [ImportNoteType(type)]
        }
        if below(3) == 0 { batch.parameters = .default }
        if below(3) == 0 {
            var settings = StudySettings()
            settings.newLimit = 7
            batch.settings = settings
        }
    }
}
