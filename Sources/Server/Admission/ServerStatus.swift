/// What a running server tells the commands of its owner, also while the library is locked.
package struct ServerStatus: Codable, Hashable, Sendable {
    /// The program that serves.
    package struct Program: Codable, Hashable, Sendable {
        package let version: String
        package let process: Int32
        /// The options with which it was started.
        package let options: [String]

        package init(version: String = "", process: Int32 = 0, options: [String] = []) {
            self.version = version
            self.process = process
            self.options = options
        }
    }

    package let program: Program
    /// The address for the learner.
    package let address: String
    package let isLocked: Bool
    /// Whether each browser has to be paired.
    package let wantsPairing: Bool
    /// Nil while the library is locked.
    package let pairedBrowsers: Int?
}
