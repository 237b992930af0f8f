import Fetch
import FoundationEssentials
import HTTP
import Pages
import Server
import Vault

extension Doctor {
    var server: [Finding] {
        if isServerSilent {
            return [
                Finding(
                    .server,
                    "a server has \(served), but does not answer as Omena \(Build.version) does",
                    remedy: restart
                )
            ]
        }
        guard let status else {
            guard isServerWanted else { return [] }
            return [
                Finding(.server, "no server is running", remedy: "omena serve \(servedOption)")
            ]
        }
        guard status.program.version != Build.version else { return [] }
        return [
            Finding(
                .server,
                "the server is Omena \(status.program.version), but \(Build.version) is installed",
                remedy: restart
            )
        ]
    }

    /// The command that starts the server anew.
    private var restart: String {
        guard let process = status?.program.process else {
            return "systemctl restart omena  # or stop the process that has \(options.socket)"
        }
        let group =
            (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cgroup")))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard group.contains("/omena.service") else {
            return "kill \(process) && omena serve \(servedOption)"
        }
        return group.contains("/user@")
            ? "systemctl --user restart omena" : "sudo systemctl restart omena"
    }

    var port: [Finding] {
        guard status == nil, !isServerSilent else { return [] }
        do {
            try Listener.tcp(host: options.host, port: options.port).close()
            return []
        } catch {
            return [Finding(.port, error.description, remedy: remedy(for: error))]
        }
    }

    private func remedy(for error: ServerError) -> String {
        switch error {
        case .addressInUse: "ss --listening --tcp --processes 'sport = :\(options.port)'"
        case .notPermitted: "sudo sysctl net.ipv4.ip_unprivileged_port_start=\(options.port)"
        case .cannotResolve: "getent hosts \(options.host.quotedForShell)"
        default: "ip -brief address"
        }
    }

    // MARK: - TLS

    var certificate: [Finding] {
        guard let files = options.certificate else { return [] }
        let tls: TLS
        do {
            tls = try files.read()
        } catch {
            let folders = Set([files.certificate, files.key].map(AtomicFile.folder)).sorted()
            return [
                Finding(
                    .certificate,
                    error.message,
                    remedy: "ls -l " + folders.map(\.quotedForShell).joined(separator: " ")
                )
            ]
        }
        do {
            try ServeCommand.check(tls)
        } catch {
            let (certificate, key) = (files.certificate.quotedForShell, files.key.quotedForShell)
            return [
                Finding(
                    .certificate,
                    error.message,
                    remedy: "openssl x509 -noout -pubkey -in \(certificate); "
                        + "openssl pkey -pubout -in \(key)  # must be alike"
                )
            ]
        }
        guard let certificate = ServerCertificate(pem: tls.certificate) else { return [] }
        return findings(about: certificate, in: files)
    }

    private func findings(
        about certificate: ServerCertificate,
        in files: ServeOptions.CertificateFiles
    ) -> [Finding] {
        let name = files.certificate
        var findings: [Finding] = []
        let reload = status.map { "kill -HUP \($0.program.process)" } ?? "omena serve …"
        let renew = "sudo certbot renew && \(reload)"
        let days = (certificate.validity.upperBound - now) / 86_400
        if now > certificate.validity.upperBound {
            findings.append(Finding(.certificate, "\(name) has expired", remedy: renew))
        } else if now < certificate.validity.lowerBound {
            findings.append(
                Finding(
                    .certificate,
                    "\(name) is not valid yet; is the clock right?",
                    remedy: "sudo timedatectl set-ntp true"
                )
            )
        } else if days < 14 {
            findings.append(
                Finding(.certificate, "\(name) expires in \(days) days", remedy: renew)
            )
        }
        if let host = networkHost, !certificate.isFor(host) {
            findings.append(
                Finding(
                    .certificate,
                    "\(name) is not for \(host), by which browsers reach this server",
                    remedy: "sudo certbot certonly --standalone --domain \(host.quotedForShell)"
                )
            )
        }
        if certificate.isSelfSigned {
            findings.append(
                Finding(
                    .certificate,
                    "\(name) is signed by itself, so browsers warn of it and phones install no app",
                    remedy: "sudo certbot certonly --standalone --domain \(networkHost ?? "HOST")",
                    isAdvice: true
                )
            )
        }
        return findings
    }

    private var networkHost: String? {
        if case .network(let host) = options.reach { host } else { nil }
    }

    // MARK: - Proxy

    var proxy: [Finding] {
        guard let origin = options.origin else { return [] }
        var request = FetchRequest("GET", origin + Route.manifest.path)
        request.timeout = 10
        request.connectTimeout = 5
        let look = "curl --verbose \(request.url.quotedForShell)"
        var findings: [Finding] = []
        var answer: Result<FetchResponse, FetchError> = Result { () throws(FetchError) in
            try request.send()
        }
        if case .failure(.untrusted(let reason)) = answer {
            let says = "the certificate of \(origin) is not trusted (\(reason))"
            findings.append(Finding(.proxy, says, remedy: look))
            request.trustsAnyCertificate = true
            answer = Result { () throws(FetchError) in try request.send() }
        }
        guard case .success(let response) = answer else {
            return findings.isEmpty
                ? [Finding(.proxy, "\(origin) does not answer", remedy: look)] : findings
        }
        switch response.status {
        case 200 where String(decoding: response.body, as: UTF8.self).contains("Omena"): break
        case 421:
            findings.append(
                Finding(
                    .proxy,
                    "the proxy does not pass on the name by which it was reached (Host)",
                    remedy: "nginx: proxy_set_header Host $host;  Apache: ProxyPreserveHost On"
                )
            )
        case 502...504:
            findings.append(
                Finding(
                    .proxy,
                    "the proxy at \(origin) does not reach Omena",
                    remedy: "omena serve --origin \(origin) --port \(options.port) \(servedOption)"
                )
            )
        default:
            findings.append(
                Finding(.proxy, "something else than Omena answers at \(origin)", remedy: look)
            )
        }
        return findings
    }
}
