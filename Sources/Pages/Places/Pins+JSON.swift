import JSON
import Languages
import Notes

extension [Pin] {
    /// The pins for the map's script: five lists of the same length, with null for a place without coordinates.
    package var jsonBytes: [UInt8] {
        JSONWriter.object {
            $0.set("ids", map(\.note.description))
            $0.set("names", map(\.shownName))
            $0.set("latitudes", map { $0.place?.latitude ?? .nan })
            $0.set("longitudes", map { $0.place?.longitude ?? .nan })
            $0.set("texts", map { $0.place?.text ?? "" })
        }
    }
}

extension Pin {
    /// The place's name; a new place's default name in the interface language.
    var shownName: String { name == Notes.Place.newName ? say("New location") : name }
}
