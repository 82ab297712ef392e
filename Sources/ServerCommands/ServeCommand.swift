import CSystem
import CommandLineInterface
import Files
import Glibc
import Models
import Server

extension Command {
  /// Serves leaderboards to a group over HTTP, until a signal ends it: `ladder-server`.
  static let serve = Command(
    "", summary: "share a leaderboard over HTTP",
    options: [.listen, .certificate, .key, .behindProxy, .publicMetrics, .url],
    parse: { invocation in
      let options = try ServeOptions(invocation.arguments)
      return { try options.serve(invocation) }
    })
}

/// The options of the running server.
private struct ServeOptions {
  let endpoint: ListenAddress
  /// The paths of the certificate chain and its private key.
  let certificate: (chain: String, privateKey: String)?
  let isBehindProxy: Bool
  let hasPublicMetrics: Bool
  let url: ServerAddress?

  init(_ arguments: ParsedArguments) throws {
    endpoint =
      try arguments[.listen].map(ListenAddress.init(parsing:)) ?? ListenAddress.standard
    isBehindProxy = arguments.has(.behindProxy)
    hasPublicMetrics = arguments.has(.publicMetrics)
    url = try arguments[.url].map { text in
      guard let url = ServerAddress(text) else {
        throw UsageError("--url needs an address, as in --url https://club.example")
      }
      return url
    }
    switch (try arguments.path(.certificate), try arguments.path(.key)) {
    case (nil, nil): certificate = nil
    case (let chain?, let key?): certificate = (chain, key)
    default: throw UsageError("use --cert and --key together, each with a file in PEM")
    }
    guard endpoint.isLoopback || certificate != nil || isBehindProxy else {
      throw UsageError(
        "other machines need HTTPS; add --cert and --key, or --behind-proxy if a proxy provides HTTPS"
      )
    }
  }

  func serve(_ invocation: Invocation) throws {
    // With one heap, threads wait for each other at every allocation. With one heap per thread, 10 MB more are used.
    csys_limit_heaps(2)
    // Signals are blocked before the first thread is created, so that only `sigtimedwait` receives them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    var options = HTTPServer.Options()
    options.address = endpoint.address
    options.port = endpoint.port
    // A proxy opens all connections from one address.
    if isBehindProxy { options.maxConnectionsPerAddress = 0 }
    options.isBehindProxy = isBehindProxy
    options.hasPublicMetrics = hasPublicMetrics
    options.certificate = try readCertificate()
    let storage = try invocation.storage()
    let log = try ServerLog(write: { _ = writeAll($0[...], to: STDERR_FILENO) })
    let service = Service(
      storage: storage, limits: RateLimits(), log: { log.add($0) }, report: { log.add($0) })
    let server = try HTTPServer(service, options)
    let scheme = certificate == nil ? "http" : "https"
    let own = "\(scheme)://\(endpoint.addressInURL):\(server.port)"
    try storage.withSession { session in
      if let url {
        try session.setURL(url.text)
      } else if try session.url() == nil {
        try session.setURL(own)
      }
    }
    log.addStart()
    // Reads the clock of the database before the first request.
    server.checkStorage()
    try invocation.output.appendLine("Listening on \(own)")
    try invocation.output.flush()

    wait(for: &signals, server, log, invocation.tool)
    if !server.finish(timeout: .seconds(5)) {
      invocation.tool.report("stopped before all responses were received")
    }
    // A reader that has stopped reading must not delay the end.
    log.finish(timeout: .seconds(1))
    try invocation.output.appendLine("Stopped")
  }

  /// Waits for a signal that ends the server. On SIGHUP, reads the certificate again.
  private func wait(
    for signals: inout sigset_t, _ server: HTTPServer, _ log: ServerLog, _ tool: CommandLineTool
  ) {
    var seconds = 0
    while true {
      var interval = timespec(tv_sec: 1, tv_nsec: 0)
      switch sigtimedwait(&signals, nil, &interval) {
      case SIGINT, SIGTERM: return
      case SIGHUP:
        do {
          guard let certificate = try readCertificate() else { continue }
          try server.replaceCertificate(certificate)
          log.addReload()
        } catch {
          tool.report((error as? any CommandLineError)?.sentence ?? "\(error)")
        }
      default:
        seconds += 1
        server.checkStorage()
        if seconds.isMultiple(of: 20) { server.keepStreamsAlive() }
      }
    }
  }

  private func readCertificate() throws -> (chain: String, privateKey: String)? {
    try certificate.map {
      (chain: try Self.text(of: $0.chain), privateKey: try Self.text(of: $0.privateKey))
    }
  }

  private static func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw UsageError("cannot read \(path.quoted) (\(systemErrorMessage()))")
    }
    defer { close(file) }
    guard let bytes = readAll(of: file, maxBytes: 1 << 20) else {
      throw UsageError("cannot read \(path.quoted) (\(systemErrorMessage()))")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A numeric address and a port to listen on.
struct ListenAddress: Hashable {
  /// The numeric IP address.
  var address: String
  var port: UInt16

  static let standard = ListenAddress(address: "127.0.0.1", port: 8080)

  private init(address: String, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Parses `127.0.0.1:8080`, `[::1]:8080` or `0.0.0.0:8080`.
  ///
  /// - Throws: ``UsageError``.
  init(parsing text: String) throws {
    guard
      let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { throw UsageError("--listen needs an address and a port, as in --listen 0.0.0.0:8080") }
    var address = text[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
    var bytes = in6_addr()
    let isValid = [AF_INET, AF_INET6].contains { inet_pton($0, String(address), &bytes) == 1 }
    guard isValid else {
      throw UsageError("--listen needs a numeric address, as in --listen 0.0.0.0:8080")
    }
    self.init(address: String(address), port: port)
  }

  /// Whether only this machine can reach the address.
  var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

  /// The address in the form used in URLs.
  var addressInURL: String { address.contains(":") ? "[\(address)]" : address }
}
