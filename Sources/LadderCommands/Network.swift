import ClientsLive
import CommandLineInterface
import HTTPClient
import Models
import TerminalHost

extension EventLoop: SocketLoop {}

extension Transport {
  /// Creates the functions of a client in the event loop. Nothing is loaded before the first request.
  ///
  /// - Parameter environment: Returns the value of a variable. `SSL_CERT_FILE` names the certificates to trust instead of
  ///   the system's, as for OpenSSL.
  init(environment: (String) -> String?) {
    self.init(
      HTTPClient(
        on: EventLoop.shared,
        certificates: environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }))
  }
}

extension CommandLineTool {
  /// Runs `body`, which uses the network, in the event loop of the process. It can be called once.
  ///
  /// - Throws: Errors of `body`.
  func withNetwork<Value: Sendable>(
    _ body: @escaping @MainActor (Transport) async throws -> Value
  ) throws -> Value {
    let transport = Transport(environment: environment)
    return try EventLoop.run { () async -> Result<Value, any Error> in
      do {
        return .success(try await body(transport))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// The accounts of the data folder.
  ///
  /// - Throws: ``UsageError`` if there is no data folder.
  func accountFile(_ common: CommonOptions) throws -> AccountFile {
    AccountFile(in: try dataFolder(common))
  }

  /// Returns the account with an ID, or the only one if none is given.
  ///
  /// - Throws: ``UsageError`` if there is none, or more than one to choose from.
  func account(_ id: String?, among accounts: [StoredAccount]) throws -> StoredAccount {
    let ids = accounts.map(\.id.rawValue)
    guard !accounts.isEmpty else {
      throw UsageError("you have not joined a group; ask for a link and run \"ladder join\"")
    }
    guard let id else {
      if let only = accounts.first, accounts.count == 1 { return only }
      throw UsageError("choose a group with --group: \(ids.joined(separator: ", "))")
    }
    if let account = accounts.first(where: { $0.id.rawValue == id }) { return account }
    let hint =
      ids.closest(to: id).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder groups\" lists them"
    throw UsageError("you have not joined a group \(id.quoted); \(hint)")
  }
}
