import Glibc
import Testing

@testable import HTTP

struct ListenerTests {
    @Test func listensOnEveryAddressOfLocalhost() async throws {
        let listener = try Listener.tcp(host: "localhost", port: 0)
        let server = Server(listeners: [listener], limits: .quick) { request in
            .text("/\(request.path[0]) \(request.peer)")
        }
        try server.start()

        #expect(listener.port > 0)
        let answer = try RawClient(port: listener.port).ask("GET /4 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer.text == "/4 loopback")
        if listener.sockets.count > 1 {
            let client = try RawClient(version6Port: listener.port)
            #expect(try client.ask("GET /6 HTTP/1.1\r\nHost: a\r\n\r\n").text == "/6 loopback")
        }

        await server.stop()
    }

    @Test func reportsAPortInUse() throws {
        let first = try Listener.tcp(host: "127.0.0.1", port: 0)

        #expect(throws: ServerError.addressInUse("127.0.0.1:\(first.port)")) {
            try Listener.tcp(host: "127.0.0.1", port: first.port)
        }
        #expect(
            ServerError.addressInUse("localhost:6636").description
                == "localhost:6636 is in use by another program: stop it or choose another port."
        )
    }

    @Test func reusesAPortAtOnce() throws {
        var first: Listener? = try Listener.tcp(host: "127.0.0.1", port: 0)
        let port = try #require(first?.port)
        first = nil

        #expect(try Listener.tcp(host: "127.0.0.1", port: port).port == port)
    }

    @Test func reportsAnInvalidHost() {
        #expect(throws: ServerError.notOurAddress("192.0.2.1:0")) {
            try Listener.tcp(host: "192.0.2.1", port: 0)
        }
        #expect {
            try Listener.tcp(host: "no such host", port: 0)
        } throws: { error in
            if case ServerError.cannotResolve(host: "no such host", _) = error {
                true
            } else {
                false
            }
        }
    }

    @Test(arguments: [1, 80])
    func listensOnAUnixSocketThatOnlyTheOwnerCanOpen(depth: Int) async throws {
        let folder = try TemporaryFolder()
        // At depth 80 the path is longer than system calls accept.
        let deep = folder.path + "/" + String(repeating: "d", count: depth)
        try #require(mkdir(deep, 0o700) == 0)
        let path = deep + "/omena.socket-with-quite-a-name"
        let listener = try Listener.unix(path: path)
        let server = Server(listeners: [listener], limits: .quick) { request in
            .text("\(request.peer) \(request.isSecure)")
        }
        try server.start()

        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode == S_IFSOCK | 0o600)
        // The client's system calls have the same limit, so it changes to the folder first.
        let link = folder.path + "/short"
        symlink(deep, link)
        let client = try RawClient(path: link + "/omena.socket-with-quite-a-name")
        #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "unix false")

        await server.stop()
        #expect(lstat(path, &status) != 0)
        unlink(link)
        rmdir(deep)
    }

    @Test func replacesAnAbandonedSocket() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let dead = try UnixSocket(path: path)
        close(dead.descriptor)

        let listener = try Listener.unix(path: path)

        #expect(try RawClient(path: path).send("x"))
        // The file is a new one.
        dead.remove()
        #expect(folder.names == ["socket"])
        withExtendedLifetime(listener) {}
    }

    @Test func leavesASocketInUse() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let listener = try Listener.unix(path: path)

        #expect(throws: ServerError.addressInUse(path)) { try Listener.unix(path: path) }

        #expect(try RawClient(path: path).send("x"))
        withExtendedLifetime(listener) {}
    }

    @Test func leavesAFileThatIsNoSocket() throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "socket")

        #expect(throws: ServerError.addressInUse(folder.path + "/socket")) {
            try Listener.unix(path: folder.path + "/socket")
        }

        #expect(try folder.read("socket") == [1, 2, 3])
    }

    @Test func reportsAnInvalidPath() {
        #expect(throws: ServerError.cannotListen("/no/socket", reason: "No such file or directory"))
        {
            try Listener.unix(path: "/no/socket")
        }
        let long = "/tmp/" + String(repeating: "s", count: 120)
        #expect(throws: ServerError.pathTooLong(long)) { try Listener.unix(path: long) }
    }
}
