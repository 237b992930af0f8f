package import Sodium

/// A class: a deck that a teacher publishes in editions, for whoever has its link.
package struct Publication: Hashable, Sendable {
    package let id: PublicationID
    /// The teacher.
    package let owner: Account
    package let name: String
    /// The deck in the teacher's library.
    package let deck: Int64
    package let made: Int64
    /// When it was closed; those who were in it still see that.
    package let closed: Int64?
    /// The secret of the link that leads into the class; nil while there is none.
    ///
    /// It is stored as it is, because the teacher shows the link again, and it lets nobody in without an account.
    package let link: String?
    /// Whether the teacher sees how far those are who come by the link.
    package let showsProgress: Bool
    package let edition: Edition

    /// Whether one can come into it and it gets editions.
    package var isOpen: Bool { closed == nil && owner.isOpen && owner.role.mayTeach }

    package static let longestName = 100
}

extension Account.Role {
    /// Whether an account with this role may have classes.
    package var mayTeach: Bool { self != .learner }
}

/// Identifies a class for ever.
package struct PublicationID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Parses 16 hexadecimal digits.
    package init?(_ text: some StringProtocol) {
        guard let number = UInt64(text, radix: 16) else { return nil }
        rawValue = Int64(bitPattern: number)
        guard description == text else { return nil }
    }

    package var description: String {
        let digits = String(UInt64(bitPattern: rawValue), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A deck of a class as it was published.
package struct Edition: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let pack: Digest
    /// In bytes, without pictures and sounds.
    package let size: Int
    package let notes: Int
    package let made: Int64
}

/// A learner in a class.
package struct Subscription: Hashable, Sendable {
    package let publication: Publication
    package let account: Account
    /// Whether the teacher sees how far the learner is, as the learner was told before joining.
    package let showsProgress: Bool
    package let made: Int64
}

/// A picture or sound of an edition.
package struct EditionMedium: Hashable, Sendable {
    package let name: String
    package let digest: Digest
    package let size: Int

    package init(name: String, digest: Digest, size: Int) {
        self.name = name
        self.digest = digest
        self.size = size
    }
}

/// What an edition is made of, whose files are in the folder of packs.
package struct NewEdition: Sendable {
    package let pack: Digest
    package let size: Int
    package let notes: Int
    package let media: [EditionMedium]

    package init(pack: Digest, size: Int, notes: Int, media: [EditionMedium]) {
        self.pack = pack
        self.size = size
        self.notes = notes
        self.media = media
    }
}
