import Languages
import Library
import LibraryValues
import Notes
import Testing

struct TagTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func tag(_ query: String, _ tags: String...) throws {
        _ = try library.act(
            .tag(tags.compactMap { TagName($0) }),
            on: .found(query, except: []),
            by: nil
        )
    }

    private func name(_ text: String) throws -> TagName { try #require(TagName(text)) }

    private var tags: [String] {
        get throws { try library.listedTags().map { "\($0.name) \($0.notes)" } }
    }

    @Test func renamingATagRenamesNestedTagsAndOneUndoRevertsAll() throws {
        try tag("rain", "Food", "food::fruit")
        try tag("meat", "food::fruit")
        try tag("phone", "foodie")
        let before = try dump(fresh.path)

        let change = try #require(
            try library.renameTag(try name("food"), to: try name("meals::all"), by: nil)
        )

        #expect(try tags == ["foodie 1", "meals::all 2", "meals::all::fruit 2"])
        #expect(change.says.description == "Renamed tag “food” to “meals › all” on 2 cards")
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func notesOfNestedTagsCountOnceForEachTagThatContainsThem() throws {
        try tag("rain", "food", "food::fruit", "food::fruit::red", "Food::Fruit:")
        try tag("music", "FOOD::fruit::red", "food:")
        try tag("phone", "foodie", "food::fruit::")

        let found = try library.listedTags().map { "\($0.name.key) \($0.notes)" }

        #expect(
            found == [
                "food 3", "food: 1", "food::fruit 2", "food::fruit: 1", "food::fruit:: 1",
                "food::fruit::red 2", "foodie 1",
            ]
        )
    }

    @Test func renamingATagToAnExistingOneMergesThem() throws {
        try tag("rain", "wet")
        try tag("rain", "weather")
        try tag("music", "wet")

        _ = try library.renameTag(try name("wet"), to: try name("weather"), by: nil)

        #expect(try tags == ["weather 2"])
    }

    @Test func tagMayGetTheNameOfANestedTag() throws {
        try tag("rain", "a", "a::b")

        _ = try library.renameTag(try name("a"), to: try name("a::b"), by: nil)

        #expect(try tags == ["a::b 1", "a::b::b 1"])
    }

    @Test func tagIsRemovedFromAllNotesIncludingTheBin() throws {
        try tag("rain", "old", "old::very")
        try tag("music", "old")
        _ = try library.act(.delete, on: .found("music", except: []), by: nil)

        let change = try #require(try library.removeTag(try name("old"), by: nil))

        #expect(try tags == [])
        #expect(change.says.description == "Removed tag “old” from 2 cards")
    }

    @Test func renamingMayChangeOnlyTheCase() throws {
        try tag("rain", "finnish")

        _ = try library.renameTag(try name("finnish"), to: try name("Finnish"), by: nil)

        #expect(try tags == ["Finnish 1"])
        #expect(try library.renameTag(try name("Finnish"), to: try name("Finnish"), by: nil) == nil)
    }
}
