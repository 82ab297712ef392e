import Foundation
import HTTPClient
import Sodium
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Server

/// Tests of HTTPS with a certificate that a test makes.
@Suite(
  .needs("openssl"),
  .enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct CertificateTests {
  private let folder = TestFolder()

  /// Makes a certificate for an address, with a key of its own.
  private func makeCertificate(for address: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tools.path(of: "openssl")))
    process.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", "\(folder.path)/key.pem", "-out", "\(folder.path)/chain.pem", "-days", "1000",
      "-subj", "/CN=test", "-addext", "subjectAltName=IP:\(address)",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func call(trusting certificates: String?) async throws -> Int {
    let server = try GroupServer()
    var options = HTTPServer.Options()
    options.port = 0
    options.threads = 1
    options.certificate = (folder.text(of: "chain.pem"), folder.text(of: "key.pem"))
    let http = try HTTPServer(server.service, options)
    let client = HTTPClient(on: DispatchLoop(), certificates: certificates)
    let account = try server.join("Ann", at: .sample("https://127.0.0.1:\(http.port)"))
    return try await ServerConnection(account, Transport(client)).members().count
  }

  @Test func `a certificate of an unknown authority is refused`() async throws {
    try makeCertificate(for: "127.0.0.1")
    let error = await #expect(throws: ServerError.self) { try await call(trusting: nil) }
    #expect(error == .unreachable("the certificate of 127.0.0.1 is not trusted"))
    #expect(try await call(trusting: "\(folder.path)/chain.pem") == 1)
  }

  @Test func `a certificate for another host is refused`() async throws {
    try makeCertificate(for: "192.0.2.1")
    let error = await #expect(throws: ServerError.self) {
      try await call(trusting: "\(folder.path)/chain.pem")
    }
    #expect(error == .unreachable("the certificate of 127.0.0.1 is not trusted"))
  }
}
