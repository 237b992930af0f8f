internal import JSON
package import LibraryValues
internal import Notes

extension AddedMedium {
    /// The answer to a form's script that has uploaded a picture or sound.
    package var jsonBytes: [UInt8] {
        JSONWriter.object {
            $0.set("kind", reference.kind.rawValue)
            $0.set("name", reference.name)
            // Media that follow the text are on a line of their own.
            $0.set("source", "\n\(reference)")
            $0.set("address", Route.media(hash).path)
        }
    }
}
