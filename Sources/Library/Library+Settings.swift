public import Notes
internal import Storage

extension Library {
    /// What the learner has settled about studying.
    public func settings() throws(LibraryError) -> StudySettings {
        try translatingErrors { try database.read { try $0.settings() } }
    }

    /// Settles everything about studying, whatever was settled before; memories follow at once.
    public func change(_ settings: StudySettings) throws(LibraryError) {
        try translatingErrors {
            try database.write { writer in
                let rules = try writer.settings().rules
                try writer.set(settings)
                guard settings.rules != rules else { return }
                var schedulers = try Schedulers(writer)
                _ = try writer.refreshAllStates(by: &schedulers)
            }
        }
    }
}
