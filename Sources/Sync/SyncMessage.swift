internal import JSON
package import LibraryValues
package import Notes

/// What two peers send one another: a line of JSON, and then a page of facts unless there is none to send.
package struct SyncMessage<Head: Codable & Sendable>: Sendable {
    package var head: Head
    package var page: [UInt8]?

    package init(_ head: Head, page: [UInt8]? = nil) {
        self.head = head
        self.page = page
    }

    /// - Throws: `.differentVersion` where the first line is not what is expected.
    package init(bytes: [UInt8]) throws(SyncProblem) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let page = bytes.dropFirst(line.count + 1)
        do {
            head = try JSONCoding.decode(from: line)
        } catch {
            throw .differentVersion
        }
        self.page = page.isEmpty ? nil : Array(page)
    }

    package var bytes: [UInt8] {
        JSONCoding.bytes(of: head) + [UInt8(ascii: "\n")] + (page ?? [])
    }
}

/// The types of what is sent, and its limits.
package enum SyncWire {
    package static let contentType = "application/x-omena-sync"
    /// The most bytes of a message: a page, and a vector of many replicas.
    package static let largestMessage = 6 << 20
    package static let pageLimits = 64 << 10...4 << 20
    /// The most bytes of a picture or sound, as a library stores them.
    package static let largestMedium = 128 << 20
    /// How many lacking media a reply names.
    package static let mediaInReply = 200
}

/// What a peer has, with its next page.
package struct SyncQuestion: Codable, Sendable {
    package var state: SyncState
    /// What the page builds on: whoever has less than that cannot use it.
    package var base: SyncVector
    /// The most bytes of the page that it asks for.
    package var pageLimit: Int

    package init(state: SyncState, base: SyncVector, pageLimit: Int) {
        self.state = state
        self.base = base
        self.pageLimit = pageLimit
    }
}

/// What the other has after merging that page, with its own next page for the asking peer.
package struct SyncReply: Codable, Sendable {
    package var state: SyncState
    /// Pictures and sounds that its notes mention but it does not have, those of today's reviews first.
    package var lackingMedia: [String]
    /// How many pages have come and are not merged yet: it goes on with the next question, and sends no page until then.
    package var pagesToMerge: Int?

    package init(state: SyncState, lackingMedia: [String], pagesToMerge: Int) {
        self.state = state
        self.lackingMedia = lackingMedia
        self.pagesToMerge = pagesToMerge == 0 ? nil : pagesToMerge
    }
}

/// A request to be admitted, and what is given for a valid code.
package struct PairingQuestion: Codable, Sendable {
    package var code: String
    /// What the learner knows this peer by.
    package var name: String
}

package struct PairingReply: Codable, Sendable {
    package var token: String
    package var name: String

    package init(token: String, name: String) {
        self.token = token
        self.name = name
    }
}

/// Some pictures and sounds.
package struct MediaHashes: Codable, Sendable {
    package var hashes: [String]

    package init(_ hashes: [String]) { self.hashes = hashes }
}
