package import Notes
package import Recall
internal import Storage

extension Library {
    /// The stored state of a card; nil until it is answered or changed.
    package func card(_ id: CardID) throws(LibraryError) -> Card? {
        try read { try $0.card(id) }
    }

    /// The learner's parameters of the memory model.
    package func parameters() throws(LibraryError) -> Parameters {
        try read { try $0.parameters() }
    }
}
