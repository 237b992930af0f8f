import JSON
import Notes

extension JSONWriter {
    /// An object for a page's script.
    static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(hasShortEscapes: false)
        json.object(members)
        return json.bytes
    }

    /// Where a map gets its pictures.
    mutating func set(_ name: StaticString, tiles sources: [TileSource]) {
        set(name, each: sources) { source, json in
            json.set("address", source.address)
            json.set("credit", source.credit)
            json.set("link", source.link)
            json.set("deepest", source.deepest)
        }
    }
}
