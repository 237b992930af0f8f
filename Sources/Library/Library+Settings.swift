public import Notes
internal import Storage

extension Library {
    /// What the learner has settled about studying.
    public func settings() throws(LibraryError) -> StudySettings {
        try translatingErrors { try database.read { try $0.settings() } }
    }

    /// Settles everything about studying, whatever was settled before.
    public func change(_ settings: StudySettings) throws(LibraryError) {
        try translatingErrors { try database.write { try $0.set(settings) } }
    }
}
