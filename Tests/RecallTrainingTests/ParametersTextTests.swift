import Recall
import RecallTraining
import Testing

struct ParametersTextTests {
    private static let numbers = Parameters.default.values.map { "\($0)" }

    @Test(arguments: [
        numbers.joined(separator: ","),
        numbers.joined(separator: ", "),
        " \(numbers.joined(separator: "\t"))\r\n",
        "[\(numbers.joined(separator: ", "))]",
    ])
    func readsNumbersWithAnySeparators(text: String) throws {
        #expect(try Parameters(text: text) == .default)
    }

    @Test(arguments: [
        ("", ParametersTextError.numbers(.count(0))),
        ("1,2,3", .numbers(.count(3))),
        ("1,zwei", .word("zwei")),
        ("{\"parameters\":1}", .word("{\"parameters\":1}")),
        (
            [String](repeating: "1e999", count: 21).joined(separator: ","),
            .numbers(.notFinite(index: 0))
        ),
        (
            [String](repeating: "nan", count: 17).joined(separator: ","),
            .numbers(.notFinite(index: 0))
        ),
    ])
    func rejectsInvalidParameters(text: String, error: ParametersTextError) {
        #expect(throws: error) { try Parameters(text: text) }
    }
}
