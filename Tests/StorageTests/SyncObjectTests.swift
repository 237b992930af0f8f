import Notes
import SQLite
import Testing

@testable import Storage

/// Rules that all replicas could break in the same way, and so still agree.
struct SyncObjectTests {
    private let replica = ReplicaID(String(repeating: "01", count: 16))

    private func fact(
        _ key: ObjectKey,
        _ part: String,
        at clock: Int64,
        _ values: [String: Value]?
    ) throws -> Fact {
        let stamp = Stamp(clock: clock, replica: try #require(replica), sequence: clock)
        return Fact(key: FactKey(key, part), stamp: stamp, values: values)
    }

    @Test(arguments: [nil, MergeFault.latestParametersWin])
    func parametersFromMoreReviewsWin(_ fault: MergeFault?) throws {
        let more = try fact(
            .parameters,
            "",
            at: 1,
            ["value": .text("[1]"), "reviews": .integer(9)]
        )
        let later = try fact(
            .parameters,
            "",
            at: 2,
            ["value": .text("[2]"), "reviews": .integer(3)]
        )
        for facts in [[more, later], [later, more]] {
            var object = SyncObject(.parameters)
            object.exists = true
            try MergeFault.$current.withValue(fault) {
                for fact in facts { _ = try object.take(fact) }
            }
            #expect((object.values == more.values) == (fault == nil))
        }
    }

    @Test(arguments: [nil, MergeFault.deletionsWin])
    func aLaterEditBeatsADeletion(_ fault: MergeFault?) throws {
        let key = ObjectKey(.deck, 1)
        var object = SyncObject(key)
        _ = try object.take(fact(key, "", at: 1, ["name": .text("A")]))
        _ = try object.take(fact(key, "name", at: 3, ["name": .text("B")]))

        let isNews = try MergeFault.$current.withValue(fault) {
            try object.take(fact(key, "", at: 2, nil))
        }

        #expect(isNews == (fault == nil))
        #expect(object.exists == (fault == nil))
        _ = try object.take(fact(key, "", at: 4, nil))
        #expect(!object.exists)
    }

    /// In whatever order the two arrive, and only what its writer did not know.
    @Test func aDeletionReportsTheTextsThatItTakesAlong() throws {
        let key = ObjectKey(.note, 1)
        let added = try fact(key, "", at: 1, ["guid": .text("a"), "field 1": .text("old")])
        let edited = try fact(key, "field 1", at: 2, ["field 1": .text("new")])
        let deleted = try fact(key, "", at: 3, nil)
        for order in [[added, edited, deleted], [added, deleted, edited]] {
            var object = SyncObject(key)
            var lost: [Value] = []
            for fact in order {
                _ = object.take(fact, isConcurrent: { $0.clock == 2 }) { lost.append($0.value) }
            }
            #expect(!object.exists)
            #expect(lost == [.text("new")])
        }
    }

    /// Whoever deleted one of them did not know that the other one is the same.
    @Test(arguments: [false, true])
    func anObjectThatIsOneWithADeletedOneReportsItsTexts(_ isGone: Bool) throws {
        var small = SyncObject(ObjectKey(.note, 1))
        var large = SyncObject(ObjectKey(.note, 2))
        let added = try fact(isGone ? large.key : small.key, "", at: 1, ["field 1": .text("a")])
        let deleted = try fact(isGone ? small.key : large.key, "", at: 2, nil)
        _ = try small.take(isGone ? deleted : added)
        _ = try large.take(isGone ? added : deleted)
        var lost: [Value] = []

        _ = small.absorb(large) { lost.append($0.value) }

        #expect(!small.exists)
        #expect(lost == [.text("a")])
    }

    /// Whoever has the one that stands for both hears of the deletion.
    @Test func aDeletedObjectThatIsAbsorbedLeavesItsDeletion() throws {
        var gone = SyncObject(ObjectKey(.note, 2))
        _ = try gone.take(fact(gone.key, "", at: 3, nil))
        var unknown = SyncObject(ObjectKey(.note, 1))

        let isNews = try unknown.absorb(gone)

        #expect(!isNews)
        #expect(unknown.stamps == gone.stamps)
        #expect(!unknown.exists)
    }

    @Test func tagsMergeOneByOne() throws {
        let key = ObjectKey(.note, 1)
        let facts = [
            try fact(key, "", at: 1, ["guid": .text("a"), "tag a": .text("a")]),
            try fact(key, "tag a", at: 2, [:]),
            try fact(key, "tag b", at: 3, ["tag b": .text("b")]),
        ]
        for order in [[0, 1, 2], [0, 2, 1]] {
            var object = SyncObject(key)
            for index in order { _ = try object.take(facts[index]) }
            #expect(object.values == ["guid": .text("a"), "tag b": .text("b")])
        }
    }
}
