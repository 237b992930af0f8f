import Foundation
import Testing

/// The plan of the house: rooms from the roof down.
///
/// A room may use what stands below it, and nothing else.
private let floors: [[String]] = [
    ["omena"],
    ["Server"],
    ["Pages"],
    ["Exchange"],
    ["Library"],
    ["Storage", "Lookup", "Markup"],
    ["Notes"],
    ["RecallTraining", "RecallWeb"],
    ["Languages", "Recall", "Vault"],
    ["HTTP", "SQLite"],
    ["Compression", "Fetch", "JSON", "Sodium", "XML"],
    ["Threads"],
]

/// Rooms that an app on another system can stand on one day.
private let portable: Set = ["Recall", "RecallTraining", "RecallWeb", "Languages", "Notes", "JSON"]

struct HouseTests {
    @Test func arrowsPointDownOnly() throws {
        let package = try Manifest.read()
        var height: [String: Int] = [:]
        for (level, rooms) in floors.reversed().enumerated() {
            for room in rooms { height[room] = level }
        }

        for target in package.rooms {
            let above = try #require(height[target.name], "\(target.name) has no floor in the plan")
            for dependency in target.dependencyNames
            where !dependency.hasPrefix("C") || height[dependency] != nil {
                guard let below = height[dependency] else { continue }
                #expect(below < above, "\(target.name) reaches up to \(dependency)")
            }
        }
    }

    @Test func eachCLibraryIsImportedByOneRoomAndInternally() throws {
        let package = try Manifest.read()

        for library in package.systemLibraries {
            let importers = try package.rooms.filter { room in
                try room.imports.contains { $0.module == library }
            }
            #expect(importers.count == 1, "\(library) is imported by \(importers.map(\.name))")
            for statement in try importers.flatMap({ try $0.imports })
            where statement.module == library {
                #expect(
                    statement.access != "public",
                    "\(library) shows through \(importers[0].name)"
                )
            }
        }
    }

    @Test func portableRoomsImportOnlyOneAnotherAndFoundationEssentials() throws {
        for room in try Manifest.read().rooms where portable.contains(room.name) {
            for statement in try room.imports {
                let isAllowed =
                    portable.contains(statement.module)
                    || statement.module == "FoundationEssentials"
                    // For what the standard library keeps to itself.
                    || statement.module == "Swift"
                #expect(isAllowed, "\(room.name) imports \(statement.module)")
            }
        }
    }

    @Test func recallImportsNothing() throws {
        let recall = try #require(try Manifest.read().rooms.first { $0.name == "Recall" })

        #expect(try recall.imports.isEmpty)
    }

    @Test func productCodeDoesWithoutAllOfFoundation() throws {
        for room in try Manifest.read().rooms {
            #expect(try !room.imports.contains { $0.module == "Foundation" }, "\(room.name)")
        }
    }
}
