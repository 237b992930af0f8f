import JSON

extension JSONWriter {
    /// An object for a page's script.
    static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(hasShortEscapes: false)
        json.object(members)
        return json.bytes
    }
}
