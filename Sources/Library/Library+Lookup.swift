package import Notes
internal import Storage

extension Library {
    /// Whom to ask for words.
    package func lookupSettings() throws(LibraryError) -> LookupSettings {
        try translatingErrors { try database.read { try $0.lookupSettings() } }
    }

    /// What the language model's server wants to see; nil where nothing is kept.
    ///
    /// It is for that server alone: no page, log or export holds it.
    package func lookupKey() throws(LibraryError) -> String? {
        let key = try translatingErrors { try database.read { try $0.setting(.lookupKey) } }
        return key?.isEmpty == false ? key : nil
    }

    /// Settles whom to ask.
    ///
    /// - Parameter key: What to show the server from now on; nil leaves it as it was, empty forgets it.
    package func change(_ settings: LookupSettings, key: String?) throws(LibraryError) {
        try translatingErrors {
            try database.write { writer in
                try writer.set(settings)
                if let key { try writer.set(.lookupKey, to: key) }
            }
        }
    }
}
