import Foundation

/// Runs another program to its end.
enum Program {
    struct Outcome {
        var status: Int32
        var output: String
    }

    static func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(arguments, input: input)
    }

    static func run(_ arguments: [String], input: String = "") throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let given = Pipe()
        let told = Pipe()
        process.standardInput = given
        process.standardOutput = told
        process.standardError = told
        try process.run()
        given.fileHandleForWriting.write(Data(input.utf8))
        // Its input stays open, because `openssl s_client` exits when its input ends, even before the response.
        let output = try told.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: output, as: UTF8.self)
        )
    }
}
