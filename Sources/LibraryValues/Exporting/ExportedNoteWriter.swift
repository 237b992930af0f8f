/// Writes notes into a file as they are exported.
package protocol ExportedNoteWriter {
    /// Called once, before the first note.
    mutating func begin(_ header: ExportHeader) throws

    mutating func write(_ note: ExportedNote) throws
}
