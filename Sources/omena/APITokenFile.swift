internal import Glibc
import FoundationEssentials
import Server

/// The file of `--api-token-file`: what other programs have to show.
enum APITokenFile {
    /// Reads the token; where there is no file yet one is made, with a new token that only this user may read.
    static func token(at path: String) throws(Failure) -> APIToken {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            defer { close(file) }
            let text = Array("\(APIToken.random)\n".utf8)
            let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count == text.count, fsync(file) == 0 else {
                unlink(path)
                throw Failure("cannot write \(path); check the folder and its disk")
            }
        } else if errno != EEXIST {
            throw Failure("cannot make \(path); check its folder and who may write there")
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw Failure("cannot read \(path); check its name and who may read it")
        }
        let text = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard text.count == 1, let token = APIToken(String(text[0])) else {
            throw Failure(
                "\(path) holds no token: one word of \(APIToken.shortest) letters or more; "
                    + "remove the file, and Omena makes one"
            )
        }
        return token
    }
}
