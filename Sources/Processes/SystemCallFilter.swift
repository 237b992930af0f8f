internal import CLinux

/// A program for the kernel that refuses the system calls in `omena_refused_calls`, and new processes but not new threads.
struct SystemCallFilter {
    private var program: [sock_filter] = []

    init() {
        load(omena_call_architecture)
        add(omena_jump_if_equal, omena_architecture, whenTrue: 1)
        add(omena_return, omena_kill)
        load(omena_call_number)
        // Numbers from here on are those of a second interface, whose calls would need a list of their own.
        refuse(omena_jump_if_at_least, omena_second_interface)
        for index in 0..<Int32(omena_refused_call_count) {
            refuse(omena_jump_if_equal, omena_refused_call(index))
        }
        // Its arguments cannot be looked at. The C library then uses `clone`.
        add(omena_jump_if_equal, UInt32(omena_clone3), whenFalse: 1)
        add(omena_return, omena_unknown)
        add(omena_jump_if_equal, UInt32(omena_clone), whenFalse: 3)
        load(omena_call_argument)
        add(omena_jump_if_set, UInt32(omena_clone_thread), whenTrue: 1)
        add(omena_return, omena_refuse)
        add(omena_return, omena_allow)
    }

    private mutating func load(_ offset: Int) {
        add(omena_load, UInt32(offset))
    }

    private mutating func refuse(_ jump: Int, _ number: UInt32) {
        add(jump, number, whenFalse: 1)
        add(omena_return, omena_refuse)
    }

    private mutating func add(
        _ code: Int,
        _ value: UInt32,
        whenTrue: UInt8 = 0,
        whenFalse: UInt8 = 0
    ) {
        program.append(
            sock_filter(
                code: UInt16(code),
                jt: whenTrue,
                jf: whenFalse,
                k: value
            )
        )
    }

    /// For all threads of this process; false where the kernel cannot.
    func install() -> Bool {
        guard omena_knows_architecture() != 0 else { return false }
        var program = program
        return program.withUnsafeMutableBufferPointer { filters in
            var whole = sock_fprog(len: UInt16(filters.count), filter: filters.baseAddress)
            return omena_filter_system_calls(&whole) == 0
        }
    }
}
