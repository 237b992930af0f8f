import Exchange
internal import Glibc
import Processes

/// The process that reads a stranger's file for a server or another command.
enum FileReading {
    // What it is called with; for internal use.
    private static let argument = "--read-file"
    private static let trialArgument = "--try-sandbox"
    private static let items: Int32 = 3
    private static let media: Int32 = 4
    private static let file: Int32 = 5

    /// Opens files in such a process.
    static let opener = FileOpener.inChild { items, media, file in
        ChildProcess.start([argument], [items, media, file])
    }

    /// What such a process could do on this machine although it should not; nil if none can be started.
    static func escapes() -> SandboxEscape? {
        guard let process = ChildProcess.start([trialArgument], []) else { return nil }
        let status = ChildProcess.wait(for: process)
        guard status & 0x7F == 0 else { return nil }
        return SandboxEscape(rawValue: status >> 8 & 0xFF)
    }

    /// Does the work of a process that was started for it, and ends it; returns in any other.
    static func runIfWanted(_ arguments: some Collection<String>) {
        switch arguments.first {
        case argument: run()
        case trialArgument: Command.end(SandboxEscape.afterConfinement().rawValue)
        default: return
        }
        Command.end(0)
    }

    private static func run() {
        let child = FileReadingChild(items: items, media: media, path: "/proc/self/fd/\(file)")
        child.run { folder in
            // SQLite sorts in temporary files.
            if !folder.isEmpty { setenv("SQLITE_TMPDIR", folder, 1) }
            Sandbox.enter(reading: file, writingIn: folder)
        }
    }
}
