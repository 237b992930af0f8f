package import Notes

/// A picture or sound that was just added to the library.
package struct AddedMedium: Hashable, Sendable {
    /// How a text refers to it.
    package let reference: MediaReference
    /// The hash of its content.
    package let hash: MediaHash

    package init(reference: MediaReference, hash: MediaHash) {
        self.reference = reference
        self.hash = hash
    }
}
