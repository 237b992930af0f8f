package import Notes
internal import Storage

extension Library {
    package func lookupSettings() throws(LibraryError) -> LookupSettings {
        try read { try $0.lookupSettings() }
    }

    /// The API key for the language model's server; nil where none is stored.
    ///
    /// It is passed to that server alone: no page, log or export contains it.
    package func lookupKey() throws(LibraryError) -> String? {
        let key = try read { try $0.setting(.lookupKey) }
        return key?.isEmpty == false ? key : nil
    }

    /// - Parameter key: The new API key; nil keeps the current one, an empty text removes it.
    package func change(_ settings: LookupSettings, key: String?) throws(LibraryError) {
        try write { writer in
            try writer.set(settings)
            if let key { try writer.set(.lookupKey, to: key) }
        }
    }
}
