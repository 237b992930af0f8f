internal import JSON
package import Library
internal import Notes

extension AddedMedium {
    /// What the script of a form is told of a picture or sound that it has sent.
    package var jsonBytes: [UInt8] {
        JSONWriter.object {
            $0.set("kind", reference.kind.rawValue)
            $0.set("name", reference.name)
            // On a line of its own behind what is written.
            $0.set("source", "\n\(reference)")
            $0.set("address", Route.media(hash).path)
        }
    }
}
