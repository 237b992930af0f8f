import Foundation

@testable import Recall

/// The results of fsrs-rs and py-fsrs for the same histories.
struct Vectors: Decodable {
    let sets: [String: [Double]]
    let cases: [Case]
    let sm2: [SM2]

    struct Case: Decodable {
        let params: String
        let steps: [Step]
    }

    struct Step: Decodable {
        let rating: UInt8
        let delta_t: Int
        let S_py: Double
        let D_py: Double
        let S_rs: Double
        let D_rs: Double
        let ivl_rs: [String: Double]
    }

    struct SM2: Decodable {
        let ease: Double
        let ivl: Double
        let ret: Double
        let S: Double
        let D: Double
    }

    static let all: Vectors = {
        let file = Bundle.module.bundleURL.appending(path: "Resources/fsrs6_vectors.json")
        do {
            let data = try Data(contentsOf: file)
            return try JSONDecoder().decode(Vectors.self, from: data)
        } catch {
            fatalError("The vectors cannot be read: \(error)")
        }
    }()

    func model(_ name: String) throws -> MemoryModel {
        MemoryModel(try Parameters(sets[name] ?? []))
    }
}
