import Languages
import Notes
import Testing
import Vault

@testable import Pages

struct LockPagesTests {
    private static let moment = Moment(milliseconds: 1_700_000_000_000)

    private static func slot(
        _ number: UInt8,
        _ kind: LockEvent.Means,
        isLast: Bool = false
    ) -> LockSlot {
        LockSlot(
            id: LockSlotID([UInt8](repeating: number, count: 16)),
            kind: kind,
            site: kind == .passkey ? "localhost" : nil,
            name: kind == .passkey ? "<b>My phone</b>" : "",
            used: nil,
            isLast: isLast
        )
    }

    private static let slots = [
        slot(1, .passphrase, isLast: true), slot(2, .passkey), slot(0xAB, .recovery),
    ]

    /// The methods of a library that only a recovery code unlocks.
    private static let methods: UnlockPage.Methods = {
        let code = NewSlot.recoveryCode(RecoveryCode())
        let ring = try? OpenKeyRing(for: VaultKey(), code, named: "", at: 0)
        return UnlockPage.Methods(ring?.ring.slots ?? [], at: "localhost")
    }()

    private static func unlock(_ state: LockState, name: String = "library") -> UnlockPage {
        UnlockPage(
            name: name,
            methods: methods,
            state: state,
            destination: ReturnPath("/cards?query=%3Cb%3E")
        )
    }

    private static func lock(_ problem: Phrase? = nil) -> LockPage {
        LockPage(
            slots: slots,
            idleMinutes: 5,
            passkeys: .here,
            problem: problem,
            now: moment,
            settings: StudySettings()
        )
    }

    private static func turningOn(_ passkeys: PasskeyAvailability) -> TurnOnPage {
        TurnOnPage(passkeys: passkeys, flaws: .short, settings: StudySettings())
    }

    private static func confirmation(_ action: LockConfirmationPage.Action) -> LockConfirmationPage
    {
        LockConfirmationPage(action, settings: StudySettings())
    }

    private static func confirming(_ failure: LockFailure? = nil) -> ConfirmKeyPage {
        ConfirmKeyPage(
            action: "/settings/lock/passphrase?replacing=\(String(repeating: "01", count: 16))",
            fields: [("passphrase", "<b>"), ("again", "<b>")],
            methods: methods,
            question: "{}",
            library: "<i>",
            failure: failure,
            back: .lockSettings(.overview),
            settings: StudySettings()
        )
    }

    static let all: [any Page] = [
        unlock(.locked), unlock(.locking), unlock(.unlocking), lock(), lock("No <room>."),
        unlock(.failed(.tooManyTries(wait: 7))),
        unlock(.failed(.vault(.keysDamaged(path: "<a>"))), name: "<i>"),
        RecoveryCodePage(code: "A-B", name: "<i>", occasion: .lock, settings: StudySettings()),
        LockHistoryPage(
            events: [
                LockEvent(.unlocked, at: 1, means: .passkey),
                LockEvent(.refused, at: 1, means: .passphrase), LockEvent(.idle, at: 1),
            ],
            names: [:],
            time: MomentFormatter(now: moment, offset: 0),
            settings: StudySettings()
        ),
        LockFormPage(.passphrase(replacing: slots[0], .unequal), settings: StudySettings()),
        LockFormPage(.name(slots[1]), settings: StudySettings()),
        LockFormPage(.key(.unequal), settings: StudySettings()),
        unlock(.failed(.unfinished(UnfinishedWork(.unsealing, .damaged(path: "<a>"))))),
        turningOn(.here), turningOn(.at("http://localhost:1/settings/lock")), turningOn(.nowhere),
        confirmation(.off), confirmation(.removal(slots[1])),
        confirmation(.recoveryCode(replaces: true)), confirming(),
        confirming(.vault(.wrongPassphrase)),
    ]

    private func text(_ page: some Page) -> String {
        String(decoding: page.render(), as: UTF8.self)
    }

    @Test func offersToRemoveEverySlotButTheLast() {
        let page = text(Self.lock())

        #expect(!page.contains("/settings/lock/\(String(repeating: "01", count: 16))/remove"))
        #expect(page.contains("/settings/lock/\(String(repeating: "02", count: 16))/remove"))
        #expect(page.contains("/settings/lock/\(String(repeating: "ab", count: 16))/remove"))
        #expect(page.contains("&lt;b&gt;My phone&lt;/b&gt;") && !page.contains("<b>"))
    }

    @Test func watchesTheLockOnEveryPageButUnlock() {
        let ordinary = text(Self.lock())
        #expect(!ordinary.contains("lockwatch") && !ordinary.contains("nav-lock"))

        PageFrame.with {
            $0.isLockable = true
        } perform: {
            let page = text(Self.lock())
            #expect(page.contains("js/lockwatch.js") && page.contains("nav-lock"))
            #expect(!text(Self.unlock(.locked)).contains("lockwatch"))
        }
    }

    @Test func showsNoFormWhereNoKeyHelps() {
        let page = text(Self.unlock(.failed(.vault(.keysMissing(path: "/a-keys")))))

        #expect(page.contains("/a-keys") && !page.contains("<form"))
        #expect(text(Self.unlock(.locked)).contains("action=\"/unlock/recovery\""))
    }

    @Test func reportsInterruptedWorkAboveTheForms() {
        let work = UnfinishedWork(.unsealing, .diskFull)

        let page = text(Self.unlock(.failed(.unfinished(work))))

        #expect(page.contains("Turning off the lock was interrupted. The disk is full"))
        #expect(page.contains("<form"))
        let korean = InterfaceLanguage.withCurrent(.korean) {
            text(Self.unlock(.failed(.unfinished(work))))
        }
        #expect(!korean.contains("was interrupted"))
    }

    @Test(arguments: [
        LockRoute.overview, .on, .off, .passkey, .passphrase(), .recoveryCode, .key, .idle,
        .history,
        .passphrase(replacing: LockSlotID([UInt8](repeating: 7, count: 16))),
        .name(LockSlotID([UInt8](repeating: 0xF0, count: 16))),
        .removal(LockSlotID([UInt8](repeating: 8, count: 16))),
    ])
    func readsItsOwnPaths(route: LockRoute) throws {
        let parts = Route.lockSettings(route).path.split(separator: "?", maxSplits: 1)
        let query = parts.dropFirst().map { item in
            let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
            return (name: pair[0], value: pair[1])
        }

        let read = Route(segments: parts[0].split(separator: "/").map(String.init), query: query)

        #expect(read == .lockSettings(route))
    }

    @Test(arguments: ["0g", "00", String(repeating: "A0", count: 16), "../../etc"])
    func rejectsMalformedSlotIDs(id: String) {
        #expect(Route(segments: ["settings", "lock", id, "remove"], query: []) == nil)
    }
}
