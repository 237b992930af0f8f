internal import JSON
package import Notes

extension StoredFields {
    /// The fields as stored: the same text as `JSONEncoder` writes with sorted keys.
    ///
    /// An import writes a hundred thousand of them and would spend most of its time in `JSONEncoder`.
    package static func text(of values: [FieldID: FieldValue]) -> String {
        var named = values.map { (name: $0.description, value: $1) }
        named.sort { $0.name < $1.name }
        var json = JSONWriter(capacity: named.reduce(2) { $0 + 40 + $1.value.text.utf8.count })
        json.object { json in
            for (name, value) in named { json.set(named: name) { value.write(to: &$0) } }
        }
        return json.text
    }
}

extension FieldValue {
    /// Omits default values, which `FieldValue` restores when it decodes.
    fileprivate func write(to json: inout JSONWriter) {
        json.set("extras", extras)
        if origin != .typed { json.set("origin", origin.rawValue) }
        json.set("pronunciation", pronunciation)
        json.set("state", state)
        json.set("text", text)
    }
}
