package import Notes
package import Recall
internal import Storage

extension Library {
    /// A card with all that is kept of it; nil while nobody has asked it.
    package func card(_ id: CardID) throws(LibraryError) -> Card? {
        try translatingErrors { try database.read { try $0.card(id) } }
    }

    /// How this learner forgets, as far as it was found out.
    package func parameters() throws(LibraryError) -> Parameters {
        try translatingErrors { try database.read { try $0.parameters() } }
    }

    /// Keeps how this learner forgets, and works out all memories anew; what buttons promised stays promised.
    package func keep(_ parameters: Parameters) throws(LibraryError) {
        try translatingErrors {
            try database.write { writer in
                try writer.set(parameters)
                var schedulers = try Schedulers(writer)
                _ = try writer.refreshAllStates(by: &schedulers)
            }
        }
    }

    /// Derives everything from the log anew, and returns how many cards were kept otherwise; none, if all is well.
    package func rebuild() throws(LibraryError) -> Int {
        try translatingErrors {
            try database.write { writer in
                try writer.refreshAllAnswers()
                var schedulers = try Schedulers(writer)
                return try writer.refreshAllStates(by: &schedulers)
            }
        }
    }
}
