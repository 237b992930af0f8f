import Testing

@testable import HTTP

struct TLSTests {
    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func answersOverTLS(version: String) async throws {
        try await servingSecurely { port, certificate in
            let outcome = try Program.run(
                "openssl",
                "s_client",
                "-connect",
                "localhost:\(port)",
                "-quiet",
                version,
                "-CAfile",
                certificate,
                "-verify_return_error",
                "-verify_hostname",
                "localhost",
                input: "GET /omena HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )

            #expect(outcome.output.contains("HTTP/1.1 200 OK"))
            #expect(outcome.output.hasSuffix("/omena true"))
        }
    }

    @Test(
        arguments: [
            ("ECDHE-ECDSA-AES128-GCM-SHA256", true), ("ECDHE-ECDSA-CHACHA20-POLY1305", true),
            ("ECDHE-ECDSA-AES128-SHA", false), ("ECDHE-ECDSA-AES256-SHA384", false),
            ("ECDHE-ECDSA-AES128-CCM8", false),
        ]
    )
    func acceptsOnlyAuthenticatedEncryption(suite: String, isAccepted: Bool) async throws {
        #expect(try await isServed("-cipher", suite) == isAccepted)
    }

    @Test(arguments: [("ECDSA+SHA256", true), ("ECDSA+SHA1", false)])
    func signsOnlyWithSHA2(algorithm: String, isAccepted: Bool) async throws {
        let isServed = try await isServed("-sigalgs", algorithm, "-cipher", "DEFAULT@SECLEVEL=0")
        #expect(isServed == isAccepted)
    }

    /// Whether a client that speaks TLS 1.2 with these options of `openssl s_client` gets an answer.
    private func isServed(_ options: String...) async throws -> Bool {
        var isServed = false
        try await servingSecurely { port, certificate in
            let command = ["s_client", "-connect", "localhost:\(port)", "-quiet", "-tls1_2"]
            let outcome = try Program.run(
                ["openssl"] + command + options + ["-CAfile", certificate],
                input: "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            isServed = outcome.output.contains("HTTP/1.1 200")
        }
        return isServed
    }

    @Test func refusesOldTLSVersions() async throws {
        try await servingSecurely { port, certificate in
            let outcome = try Program.run(
                "openssl",
                "s_client",
                "-connect",
                "localhost:\(port)",
                "-tls1_1",
                "-cipher",
                "DEFAULT@SECLEVEL=0",
                "-CAfile",
                certificate,
                "-quiet"
            )

            #expect(outcome.status != 0)
            #expect(!outcome.output.contains("HTTP/1.1"))
        }
    }

    @Test func closesConnectionsWithoutTLS() async throws {
        try await servingSecurely { port, _ in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

            client.finishSending()
            #expect(throws: RawClient.Failure.self) { try client.receive() }
        }
    }

    @Test func closesConnectionsWithoutAHandshake() async throws {
        var limits = Limits.quick
        limits.head = .milliseconds(100)
        try await servingSecurely(limits: limits) { port, _ in
            let client = try RawClient(port: port)

            #expect(try client.isClosed())
        }
    }

    @Test func reportsAnUnusableCertificate() throws {
        let folder = try TemporaryFolder()
        let one = try makeCertificate(in: folder, name: "one")
        let other = try makeCertificate(in: folder, name: "other")

        for tls in [
            TLS(certificate: one.certificate, key: other.key),
            TLS(certificate: Array("nothing".utf8), key: one.key),
            TLS(certificate: [], key: []),
        ] {
            let listener = try Listener.tcp(host: "127.0.0.1", port: 0, tls: tls)
            let server = Server(listeners: [listener], handler: echo)
            #expect {
                try server.start()
            } throws: { error in
                if case ServerError.badCertificate = error { true } else { false }
            }
        }
    }

    private func servingSecurely(
        limits: Limits = .quick,
        _ body: (Int, String) throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let tls = try makeCertificate(in: folder, name: "server")
        let listener = try Listener.tcp(host: "localhost", port: 0, tls: tls)
        let server = Server(listeners: [listener], limits: limits) { request in
            .text("/\(request.path.joined(separator: "/")) \(request.isSecure)")
        }
        try server.start()
        do {
            try body(listener.port, "\(folder.path)/server.pem")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func makeCertificate(in folder: TemporaryFolder, name: String) throws -> TLS {
        let certificate = "\(folder.path)/\(name).pem"
        let key = "\(folder.path)/\(name).key"
        let made = try Program.run(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
            "-keyout",
            key,
            "-out",
            certificate
        )
        try #require(made.status == 0, "\(made.output)")
        return TLS(
            certificate: try folder.read("\(name).pem"),
            key: try folder.read("\(name).key")
        )
    }
}
