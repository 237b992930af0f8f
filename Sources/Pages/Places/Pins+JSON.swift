import JSON
import Languages
import Notes

extension [Pin] {
    /// What the map's script is given: five lists of the same length, null for what lies nowhere yet.
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
    /// What it is called on the page; a new one in the language of the page.
    var shownName: String { name == Notes.Place.newName ? say("New location") : name }
}
