import Foundation
package import Library
package import Notes
import TestFolder
import Threads

/// The files of new libraries by the moment of their creation.
private let newLibraries = Locked<[Moment: Data]>([:])

extension Library {
    /// Opens a new library with the starter decks.
    ///
    /// It is copied from one that is created once a moment, because creating one takes much longer.
    package static func openNew(
        at path: String,
        now: @escaping @Sendable () -> Moment
    ) throws -> Library {
        let moment = now()
        let file = try newLibraries.withLock { files in
            if let file = files[moment] { return file }
            let folder = try TemporaryFolder()
            try Library.open(at: folder.path("new.omena")) { moment }.close()
            let file = try Data(contentsOf: URL(filePath: folder.path("new.omena")))
            files[moment] = file
            return file
        }
        try file.write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return try Library.open(at: path, now: now)
    }
}
