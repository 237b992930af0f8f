/// How work is spread over a machine's cores: the room itself knows of no threads, so that it runs everywhere.
///
/// Work is cut by the size of the log alone and summed in its order, so that any number of cores comes to the same
/// parameters, bit for bit.
package struct Cores: Sendable {
    /// Calls a body once with every number below the count, and returns when all calls have.
    package typealias Run = @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

    let run: Run

    /// Takes what runs calls side by side.
    package init(run: @escaping Run) {
        self.run = run
    }

    /// One core: one call after the other.
    package static let one = Cores { count, body in
        for piece in 0..<count { body(piece) }
    }
}
