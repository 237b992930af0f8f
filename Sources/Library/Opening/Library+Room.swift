package import Languages

extension Library {
    /// Why nothing is taken that would make the files larger than they may be.
    package static var noRoom: Phrase {
        "Your library has reached the size this server allows. Delete pictures, sounds or cards, or ask whoever runs the server for more."
    }

    /// How many bytes the files may still grow by; what is temporary, such as a file that is being imported, doesn't count.
    var room: Room {
        let left = growth()
        // A fleet counts what its nodes share, and not their own folders.
        guard left < .max, !media.isShared else { return Room(left: left) }
        return Room(left: left + WorkPlace.size(of: path))
    }
}
