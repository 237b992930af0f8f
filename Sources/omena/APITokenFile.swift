internal import Glibc
import Server

/// The file of `--api-token-file`, with the token that other programs have to show.
enum APITokenFile {
    /// Reads the token; creates a missing file with a new token that only this user can read.
    static func token(at path: String) throws(Failure) -> APIToken {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            defer { close(file) }
            let text = Array("\(APIToken.random)\n".utf8)
            let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count == text.count, fsync(file) == 0 else {
                unlink(path)
                throw Failure("cannot write \(path); check its folder and the disk space")
            }
        } else if errno != EEXIST {
            throw Failure("cannot create \(path); check its folder and permissions")
        }
        let words = String(decoding: try ServeOptions.contents(of: path), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let token = APIToken(String(words[0])) else {
            throw Failure(
                "\(path) contains no token: one word of at least \(APIToken.minimumLength) "
                    + "characters; delete the file to have a new one created"
            )
        }
        return token
    }
}
