import Accounts
import Foundation
import Synchronization
import TestFolder
import Testing

/// Classes in the accounts' file, and the files of their editions.
struct ClassTests {
    private let folder: TemporaryFolder
    private let accounts: Accounts
    private let teacher: Account
    private let learner: Account
    private let seconds = Seconds()

    private final class Seconds: Sendable {
        let now = Atomic<Int64>(1_700_000_000)
    }

    init() throws {
        folder = try TemporaryFolder()
        let seconds = seconds
        accounts = try Accounts(in: folder.path("school")) {
            seconds.now.load(ordering: .relaxed)
        }
        _ = try accounts.add(try #require(LearnerName("boss")), title: "", role: .admin)
        teacher = try accounts.add(try #require(LearnerName("tessa")), title: "", role: .teacher)
        learner = try accounts.add(try #require(LearnerName("ben")), title: "")
    }

    private func edition(_ text: String) throws -> NewEdition {
        let picture = try accounts.packs.put(Array("picture".utf8))
        return NewEdition(
            pack: try accounts.packs.put(Array(text.utf8)),
            size: text.utf8.count,
            notes: 1,
            media: [EditionMedium(name: "a.png", digest: picture, size: 7)]
        )
    }

    private func publish(showsProgress: Bool = false) throws -> Publication {
        try accounts.publish(
            try edition("one"),
            as: "Finnish 1",
            deck: 1,
            of: teacher,
            showsProgress: showsProgress
        )
    }

    private func found(_ publication: Publication) throws -> Publication {
        try #require(try accounts.publication(publication.id))
    }

    /// Makes all files of editions older than an hour.
    private func age() throws {
        let packs = folder.path("school/packs")
        for file in try FileManager.default.subpathsOfDirectory(atPath: packs) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -4_000)],
                ofItemAtPath: "\(packs)/\(file)"
            )
        }
    }

    private func files() throws -> Int {
        let packs = folder.path("school/packs")
        return try FileManager.default.subpathsOfDirectory(atPath: packs)
            .count { $0.utf8.count > 60 }
    }

    @Test func onlyTheLatestLinkLeadsIntoAnOpenClass() throws {
        let publication = try publish()
        let first = try #require(publication.link)
        #expect(try accounts.publication(linkedBy: first) == publication)

        try accounts.renewLink(of: publication, showsProgress: true)

        #expect(try accounts.publication(linkedBy: first) == nil)
        let second = try #require(try found(publication).link)
        #expect(try accounts.publication(linkedBy: second)?.showsProgress == true)
        try accounts.removeLink(of: publication)
        #expect(try accounts.publication(linkedBy: second) == nil)
    }

    @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
    func teacherSeesProgressOnlyWhereBothSaidSo(_ link: Bool, _ told: Bool, _ shows: Bool) throws {
        let publication = try publish(showsProgress: link)

        try accounts.subscribe(learner, to: publication, showsProgress: told)

        #expect(try accounts.subscriptions(to: publication).map(\.showsProgress) == [shows])
        // Another link changes nothing for those who are in the class.
        try accounts.renewLink(of: publication, showsProgress: !link)
        #expect(try accounts.subscriptions(of: learner).map(\.showsProgress) == [shows])
    }

    @Test func twoEditionsAtOnceDoNotBothFollowTheSame() throws {
        let publication = try publish()
        try accounts.publish(try edition("two"), after: publication)

        #expect(throws: AccountsError.noClass) {
            try accounts.publish(try edition("three"), after: publication)
        }
        #expect(try accounts.editions(of: publication).map(\.number) == [2, 1])
        #expect(try found(publication).edition.number == 2)
    }

    @Test func editionsCountForTheirTeacherOnce() throws {
        let before = accounts.size(of: teacher)
        let publication = try publish()
        try accounts.publish(try edition("two"), after: publication)

        #expect(accounts.size(of: teacher) == before + "one".count + "two".count + "picture".count)
        #expect(accounts.size(of: learner) == 0)
        try accounts.close(publication)
        #expect(accounts.size(of: teacher) == before)
    }

    @Test func filesGoWithTheClassButNotWhileTheyAreNew() throws {
        let publication = try publish()
        let other = try publish()
        try accounts.publish(try edition("two"), after: publication)
        try accounts.close(publication)
        try accounts.deleteUnusedPacks()
        #expect(try files() == 3)
        try age()

        try accounts.deleteUnusedPacks()

        #expect(try files() == 2)
        #expect(accounts.packs.content(of: other.edition.pack, limit: 10) == Array("one".utf8))
    }

    /// As by two teachers who publish the same picture, or by learners of a fleet who take an edition.
    @Test func aFileIsStoredByManyAtTheSameTime() async throws {
        let packs = accounts.packs
        for round in UInt8(0)..<50 {
            let bytes = [UInt8](repeating: round, count: 100_000)

            let areStored = await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        (try? packs.put(bytes)).map { packs.content(of: $0, limit: .max) == bytes }
                            == true
                    }
                }
                return await group.allSatisfy(\.self)
            }

            #expect(areStored)
        }
        #expect(try files() == 50)
    }

    @Test func damagedFileHasNoContent() throws {
        let publication = try publish()
        let path = accounts.packs.path(of: publication.edition.pack)
        try Data("two".utf8).write(to: URL(filePath: path))

        #expect(accounts.packs.content(of: publication.edition.pack, limit: 10) == nil)
    }

    @Test func closedClassIsSeenUntilItsLearnersHaveLeft() throws {
        let publication = try publish()
        try accounts.subscribe(learner, to: publication, showsProgress: false)

        try accounts.close(publication)

        #expect(try accounts.publications(of: teacher).isEmpty)
        #expect(try accounts.subscriptions(of: learner).map(\.publication.closed) != [nil])
        try accounts.unsubscribe(learner, from: publication.id)
        #expect(try accounts.publication(publication.id) == nil)
    }

    @Test func classEndsWithItsTeachersAccount() throws {
        let publication = try publish()
        let link = try #require(publication.link)
        try accounts.subscribe(learner, to: publication, showsProgress: false)
        _ = try accounts.close(teacher.id)
        #expect(try accounts.publication(linkedBy: link) == nil)
        _ = try accounts.reopen(teacher.id)
        #expect(try accounts.publication(linkedBy: link)?.id == publication.id)
        _ = try accounts.change(teacher.id, role: .learner)
        #expect(try accounts.publication(linkedBy: link) == nil)
        _ = try accounts.close(teacher.id)
        seconds.now.add(31 * 86_400, ordering: .relaxed)
        try accounts.deleteExpired()
        seconds.now.add(86_400, ordering: .relaxed)
        try age()

        try accounts.deleteExpired()

        #expect(try accounts.subscriptions(of: learner).isEmpty)
        #expect(try files() == 0)
    }
}
