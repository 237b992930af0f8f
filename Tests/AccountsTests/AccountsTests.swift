import Accounts
import Foundation
import Synchronization
import TestFolder
import Testing
import Vault

struct AccountsTests {
    private let folder: TemporaryFolder
    private let accounts: Accounts
    private let clock = TestClock()

    private final class TestClock: Sendable {
        let seconds = Atomic<Int64>(1_700_000_000)

        func advance(days: Int64) { seconds.add(days * 86_400, ordering: .relaxed) }
    }

    init() throws {
        folder = try TemporaryFolder()
        let clock = clock
        accounts = try Accounts(in: folder.path("school")) {
            clock.seconds.load(ordering: .relaxed)
        }
    }

    private func add(_ name: String, role: Account.Role = .learner) throws -> Account {
        try accounts.add(try #require(LearnerName(name)), title: "", role: role)
    }

    @Test(arguments: [
        "", "1a", "-a", "a b", "ä", "a/b", "a~", "..", String(repeating: "a", count: 33),
    ])
    func isNoName(_ text: String) { #expect(LearnerName(text) == nil) }

    @Test func namesDifferInMoreThanCapitals() throws {
        let anna = try add("Anna")
        #expect(anna.name.text == "anna")
        #expect(throws: AccountsError.taken(anna.name)) { try add("ANNA") }
    }

    @Test(arguments: [("anna", true), ("AHO  ann", true), ("", true), ("ahö", false), ("b", false)])
    func aSearchFindsWordsInBothNames(search: String, isFound: Bool) throws {
        let name = try #require(LearnerName("anna"))
        let anna = try accounts.add(name, title: "Anna Ahonen")

        #expect(anna.matches(search) == isFound)
    }

    @Test func aTokenIsGoodForOneNameAndUse() throws {
        let anna = try add("anna")
        let token = try accounts.issueToken(for: .peer, to: anna.name)

        #expect(try accounts.hasIssued(token, for: .peer, to: "anna"))
        #expect(try accounts.issueToken(for: .peer, to: anna.name) != token)
        #expect(try !accounts.hasIssued(token, for: .peer, to: "ben"))
        #expect(try !accounts.hasIssued(token, for: .browser, to: "anna"))
        for other in ["", ".", "a.b", "\(token)0", ".\(token)", "\(token).", "0\(token)"] {
            #expect(try !accounts.hasIssued(other, for: .peer, to: "anna"))
        }
    }

    @Test func tokensStayGoodWhereTheAccountsGo() throws {
        let token = try accounts.issueToken(for: .peer, to: add("anna").name)
        let other = try Accounts(in: folder.path("other")) { 1_700_000_000 }
        let own = try other.issueToken(for: .peer, to: try #require(LearnerName("ben")))

        try accounts.copy(to: other)

        #expect(try other.hasIssued(token, for: .peer, to: "anna"))
        #expect(try other.hasIssued(own, for: .peer, to: "ben"))
    }

    @Test func accountsGoNowhereWhereAnotherLearnerHasANameOfTheirs() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let other = try Accounts(in: folder.path("other")) { 1_700_000_000 }
        let taken = try other.add(ben.name, title: "")

        #expect(throws: AccountsError.taken(ben.name)) { try accounts.copy(to: other) }

        #expect(try other.all() == [taken])
        // What an interrupted copy has added is no obstacle.
        try other.delete(taken)
        for _ in 0..<2 { try accounts.copy(to: other) }
        #expect(try other.all() == [anna, ben])
    }

    @Test func invitationsExpire() throws {
        let anna = try add("anna")
        let secret = try accounts.invite(anna)
        clock.advance(days: 7)
        #expect(try accounts.invited(by: secret) == anna)
        clock.advance(days: 1)
        #expect(try accounts.invited(by: secret) == nil)
        let passphrase = try #require(Passphrase("four green apples"))
        #expect(throws: AccountsError.badInvitation) {
            try accounts.use(invitation: secret, for: .passphrase(passphrase))
        }
        #expect(try accounts.account(named: anna.name, knowing: passphrase) == nil)
    }

    @Test func aClockThatHasJumpedDeletesNoInvitation() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        try run(days: 2)
        let secret = try accounts.invite(anna)
        clock.advance(days: 3_650)
        _ = try accounts.invite(ben)

        clock.advance(days: -3_650)

        #expect(try accounts.invited(by: secret) == anna)
    }

    @Test func anInvitationIsUsedUpByOneWayToSignIn() throws {
        let anna = try add("anna")
        let secret = try accounts.invite(anna)
        let first = try #require(Passphrase("four green apples"))
        let second = try #require(Passphrase("five red cherries"))

        _ = try accounts.use(invitation: secret, for: .passphrase(first))

        #expect(throws: AccountsError.badInvitation) {
            try accounts.use(invitation: secret, for: .passphrase(second))
        }
        #expect(try accounts.account(named: anna.name, knowing: first)?.id == anna.id)
        #expect(try accounts.account(named: anna.name, knowing: second) == nil)
    }

    /// Whoever knew the passphrase before, or used a stolen invitation, is signed in no longer or is noticed.
    @Test func aUsedInvitationSignsItsLearnerOutEverywhere() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let alone = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        let first = try accounts.signIn(ben, browser: "Chromium", replacing: nil)
        let session = try accounts.session(first)
        let shared = try accounts.signIn(anna, browser: "Chromium", replacing: session)
        let secret = try accounts.invite(anna)
        #expect(try accounts.session(alone) != nil)

        let passphrase = try #require(Passphrase("four green apples"))
        _ = try accounts.use(invitation: secret, for: .passphrase(passphrase))

        #expect(try accounts.session(alone) == nil)
        #expect(try accounts.session(shared)?.accounts.map(\.id) == [ben.id])
    }

    @Test func aPasskeyOfAnotherLearnerIsRefused() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        func passkey(_ key: UInt8) throws -> Passkey {
            try #require(
                Passkey(
                    relyingParty: "localhost",
                    credential: [1, 2, 3],
                    publicKey: [UInt8](repeating: key, count: 64),
                    salt: Passkey.unusedSalt,
                    signCount: 0
                )
            )
        }
        _ = try accounts.use(invitation: try accounts.invite(ben), for: .passkey(passkey(1)))
        let secret = try accounts.invite(anna)

        #expect(throws: AccountsError.passkeyOfAnother) {
            try accounts.use(invitation: secret, for: .passkey(passkey(2)))
        }

        #expect(try accounts.owner(ofPasskey: [1, 2, 3])?.0.id == ben.id)
        #expect(try accounts.passkeys(of: anna).isEmpty)
        #expect(try accounts.invited(by: secret) == anna)
    }

    /// As on a server that runs all the time.
    private func run(days: Int) throws {
        for _ in 0..<days {
            clock.advance(days: 1)
            try accounts.deleteExpired()
        }
    }

    @Test func sessionsThatNobodyUsesExpire() throws {
        let anna = try add("anna")
        let secret = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        try run(days: 399)
        #expect(try accounts.session(secret)?.account(named: anna.name)?.id == anna.id)
        // Being used prolongs it.
        try run(days: 399)
        #expect(try accounts.session(secret) != nil)
        try run(days: 401)
        #expect(try accounts.session(secret) == nil)
        _ = try accounts.signIn(anna, browser: "Chromium", replacing: nil)
        // It is gone, whatever the clock says.
        clock.advance(days: -401)
        #expect(try accounts.session(secret) == nil)
    }

    @Test func aClockThatHasJumpedEndsNoSession() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let secret = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        try run(days: 2)
        clock.advance(days: 3_650)

        #expect(try accounts.session(secret) != nil)
        _ = try accounts.signIn(ben, browser: "Firefox", replacing: nil)
        #expect(try accounts.session(secret) != nil)

        clock.advance(days: -3_650)
        #expect(try accounts.session(secret) != nil)
        // Nor does it last longer.
        try run(days: 401)
        #expect(try accounts.session(secret) == nil)
    }

    /// As while the disk is full.
    @Test func aSessionIsFoundWhereItsUseCannotBeRecorded() throws {
        let secret = try accounts.signIn(add("anna"), browser: "Firefox", replacing: nil)
        let later = clock.seconds.load(ordering: .relaxed) + 7_200
        let reading = try Accounts(reading: folder.path("school")) { later }

        #expect(try reading.session(secret)?.accounts.map(\.name.text) == ["anna"])
    }

    /// The folder may have been made by somebody else, who lets everybody look into it.
    @Test func nobodyElseMayReadTheFile() throws {
        _ = try add("anna")

        let modes = try ["", "-wal", "-shm"].map { end in
            let file = folder.path("school/accounts.omena\(end)")
            return try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        }

        #expect(modes == [0o600, 0o600, 0o600])
    }

    /// What is known of a session ends with the next change, whoever makes it.
    @Test func anotherProcessSignsOutAndRenamesAtOnce() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let ofAnna = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        let ofBen = try accounts.signIn(ben, browser: "Firefox", replacing: nil)
        #expect(try accounts.session(ofAnna) != nil)
        #expect(try accounts.session(ofBen)?.accounts.map(\.title) == ["ben"])
        let now = clock.seconds.load(ordering: .relaxed)
        let other = try Accounts(in: folder.path("school")) { now }

        try other.signOutEverywhere(anna)
        _ = try other.change(ben.id, title: "Ben Bennett")

        #expect(try accounts.session(ofAnna) == nil)
        #expect(try accounts.session(ofBen)?.accounts.map(\.title) == ["Ben Bennett"])
        try accounts.signOutEverywhere(ben)
        #expect(try accounts.session(ofBen) == nil)
    }

    @Test func aPassphraseOpensOneAccount() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let passphrase = try #require(Passphrase("four green apples"))
        let secret = try accounts.invite(anna)
        _ = try accounts.use(invitation: secret, for: .passphrase(passphrase))
        #expect(try accounts.account(named: anna.name, knowing: passphrase)?.id == anna.id)
        #expect(try accounts.account(named: ben.name, knowing: passphrase) == nil)
        #expect(try accounts.account(named: nil, knowing: passphrase) == nil)
        let closed = try accounts.close(anna.id)
        #expect(try accounts.account(named: anna.name, knowing: passphrase)?.isOpen == false)
        #expect(throws: AccountsError.closed(anna.name)) { try accounts.invite(closed) }
    }

    @Test func aClosedAccountIsApartInASession() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let before = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        let closed = try accounts.close(anna.id)
        #expect(try accounts.session(before) == nil)

        let secret = try accounts.signIn(closed, browser: "Firefox", replacing: nil)
        let alone = try accounts.session(secret)
        let both = try accounts.signIn(ben, browser: "Firefox", replacing: alone)

        #expect(alone?.accounts.isEmpty == true)
        let session = try #require(try accounts.session(both))
        #expect(session.accounts.map(\.id) == [ben.id])
        #expect(session.account(named: anna.name) == nil)
        #expect(session.closedAccount(named: anna.name)?.id == anna.id)
        #expect(session.closedAccount(named: ben.name) == nil)
        _ = try accounts.reopen(anna.id)
        #expect(try accounts.session(both)?.account(named: anna.name)?.id == anna.id)
    }

    @Test func aClockThatHasJumpedDeletesNoClosedAccount() throws {
        let anna = try add("anna")
        _ = try accounts.close(anna.id)
        // The first two days say that the clock is right; then it is ten years ahead for a moment.
        for days in [0, 1, 3_650, -3_650] as [Int64] {
            clock.advance(days: days)
            try accounts.deleteExpired()
            #expect(try accounts.account(anna.id) != nil)
        }

        for days in [30, 1] as [Int64] {
            clock.advance(days: days)
            try accounts.deleteExpired()
        }

        #expect(try accounts.account(anna.id) == nil)
    }

    @Test(
        arguments: [
            ("Anna Ahonen", "Anna Ahonen"),
            ("  two\nlines\tand \u{1B}[31m more ", "two lines and [31m more"),
            ("\u{202E}abc\u{2066}", "abc"), ("", "anna"), (" \u{200F}\n", "anna"),
            ("\u{200B} \u{2060}", "anna"),
            ("Ёлка 😀", "Ёлка 😀"),
            (String(repeating: "x", count: 300), String(repeating: "x", count: 100)),
            (String(repeating: "\u{200B}", count: 100) + "Anna", "anna"),
        ]
    )
    func aTitleIsALineOfText(text: String, title: String) throws {
        let anna = try accounts.add(try #require(LearnerName("anna")), title: text)

        #expect(anna.title == title)
        #expect(try accounts.change(anna.id, title: text).title == title)
    }

    @Test func thereIsAlwaysAnAdmin() throws {
        let (anna, ben) = (try add("anna", role: .admin), try add("ben", role: .admin))
        _ = try accounts.close(ben.id)
        #expect(throws: AccountsError.lastAdmin) { try accounts.close(anna.id) }
        #expect(throws: AccountsError.lastAdmin) { try accounts.change(anna.id, role: .learner) }
        _ = try accounts.reopen(ben.id)
        #expect(try accounts.change(anna.id, role: .learner).role == .learner)
    }

    @Test func accountsStayWhenTheyAreOpenedAgain() throws {
        let anna = try add("anna")
        let secret = try accounts.signIn(anna, browser: "Firefox", replacing: nil)
        let again = try Accounts(in: folder.path("school")) { 1_700_000_000 }
        #expect(try again.session(secret)?.accounts.map(\.id) == [anna.id])
    }

    @Test func waitsBecomeLongerAndEndWithARightTry() {
        let limit = TryLimit<String>(free: 2)
        var now = Duration.seconds(1_000)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.begin("a", at: now) == .seconds(5))
        #expect(limit.begin("b", at: now) == nil)
        now += .seconds(5)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.begin("a", at: now) == .seconds(10))
        now += .seconds(10)
        #expect(limit.begin("a", at: now) == nil)
        limit.succeed("a")
        #expect(limit.begin("a", at: now) == nil)
    }

    @Test func aRightTryCountsNothingAndForgivesNone() {
        let limit = TryLimit<String>(free: 2)
        let now = Duration.seconds(1_000)
        for _ in 0..<3 {
            #expect(limit.begin("a", at: now) == nil)
            limit.takeBack("a")
        }
        #expect(limit.count == 0)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.wait("a", at: now) == .seconds(5))
        limit.takeBack("a")
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.wait("a", at: now) == .seconds(5))
    }

    @Test func askingForTheWaitCountsNothing() {
        let limit = TryLimit<String>(free: 1)
        let now = Duration.seconds(1_000)
        #expect(limit.wait("a", at: now) == nil)
        #expect(limit.count == 0)
        #expect(limit.begin("a", at: now) == nil)
        #expect(limit.wait("a", at: now) == .seconds(5))
        #expect(limit.wait("a", at: now) == .seconds(5))
        #expect(limit.wait("a", at: now + .seconds(5)) == nil)
        #expect(limit.count == 1)
    }
}
