package import Languages

extension Library {
    /// Why nothing is taken that would make the files larger than they may be.
    package static var quotaExceeded: Phrase {
        "Your library has reached the size this server allows. Delete pictures, sounds or cards, or ask whoever runs the server for more."
    }

    /// What is temporary, such as a file that is being imported, doesn't count.
    var remainingQuota: RemainingQuota {
        guard let bytes = remainingBytes() else { return RemainingQuota() }
        // A fleet counts what its nodes share, and not their own folders.
        return RemainingQuota(media.isShared ? bytes : bytes + LibraryWorkFolder.size(of: path))
    }
}
